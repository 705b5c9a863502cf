"""Run the generators of the files that are generated and committed.

A generator is an executable `tools/generate_<what>.py`; it takes no arguments, writes its files in
place and always writes the same bytes. `python -m tools.generate [what ...]` runs those named, or
all of them in alphabetical order.
"""

import os
import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parent


def generators() -> dict[str, Path]:
    found = sorted(TOOLS.glob("generate_*.py"))
    return {path.stem.removeprefix("generate_"): path for path in found if os.access(path, os.X_OK)}


def main(names: list[str]) -> int:
    known = generators()
    if unknown := [name for name in names if name not in known]:
        print(f"no such generator: {', '.join(unknown)}; there are: {', '.join(known) or 'none'}")
        return 2
    for name in names or known:
        print(f"generate {name}", flush=True)
        subprocess.run(
            [sys.executable, "-m", f"tools.generate_{name}"], cwd=TOOLS.parent, check=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
