"""The test vectors of docs/fairness.md, read from the page."""

import re
from dataclasses import dataclass, field
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "fairness.md"


@dataclass
class Vector:
    secret: bytes = b""
    seed: int | None = None
    commitment: str = ""
    match: str = ""
    entropy: list[str] = field(default_factory=list)
    key: bytes = b""
    draws: list[tuple[int, int, int]] = field(default_factory=list)


def _blocks(kind: str) -> list[list[list[str]]]:
    found = re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [[line.split(" ") for line in block.splitlines()] for block in found]


def key_vectors() -> list[Vector]:
    vectors = []
    for block in _blocks("vectors"):
        vector = Vector()
        for word, *values in block:
            if word == "draw":
                vector.draws.append((int(values[0]), int(values[1]), int(values[2])))
            elif word == "entropy":
                vector.entropy.append(values[0])
            elif word in ("secret", "key"):
                setattr(vector, word, bytes.fromhex(values[0]))
            elif word == "seed":
                vector.seed = int(values[0])
            else:
                assert word in ("commitment", "match"), word
                setattr(vector, word, values[0])
        vectors.append(vector)
    return vectors


def pick_vectors() -> list[tuple[int, list[int], int]]:
    """Total, words, ticket."""
    return [
        (int(total), [int(word, 16) for word in words], int(ticket))
        for block in _blocks("picks")
        for total, *words, ticket in block
    ]
