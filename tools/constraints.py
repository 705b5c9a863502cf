"""Write the versions installed in this environment to `constraints.txt`."""

import re
import sys
from importlib.metadata import distributions
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "constraints.txt"
LEFT_OUT = {"pip", "setuptools", "swipe-table", "wheel"}
HEADER = "# The versions that the tests run with; written by `make constraints`.\n"


def main() -> int:
    versions = {
        re.sub(r"[-_.]+", "-", dist.metadata["Name"]).lower(): dist.version
        for dist in distributions()
    }
    lines = [f"{name}=={version}\n" for name, version in sorted(versions.items())]
    kept = [line for line in lines if line.partition("==")[0] not in LEFT_OUT]
    TARGET.write_text(HEADER + "".join(kept))
    print(f"{len(kept)} versions in {TARGET.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
