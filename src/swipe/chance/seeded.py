"""Reproducible chance: the fair scheme with a secret that a seed gives.

A match with a seed can be repeated roll by roll, and foretold by whoever knows the seed; its
record says so.
"""

from __future__ import annotations

import hashlib


def secret_of_seed(seed: int) -> bytes:
    """The 32-byte secret of a seed: ``SHA-256("swipe-seed/1" || 0x00 || decimal digits)``.

    Raises:
        ValueError: the seed is not from 0 to 2**63 - 1.
    """
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"a seed is a whole number from 0 to 2**63 - 1, not {seed}")
    return hashlib.sha256(b"swipe-seed/1\0" + str(seed).encode()).digest()
