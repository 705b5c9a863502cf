"""Fair chance: commit, add entropy, draw, reveal. Specified in ``docs/fairness.md``.

1. Before anybody sits, the host draws a 32-byte *secret* and publishes its *commitment*
   ``SHA-256("swipe-fair/1 commitment" || 0x00 || secret)``.
2. Every person's device adds 16 to 32 bytes of *entropy* after it has seen the commitment.
3. At the start the *match key* is fixed:
   ``HMAC-SHA256(secret, "swipe-fair/1 key" || 0x00 || match || 0x00 || entropy lines)``, an entropy
   line being ``seat:hex`` and a line feed, in the order of their events, seats counted from 1.
4. Draw number n (from 0) of ``total`` tickets takes the 64-bit big-endian words of
   ``HMAC-SHA256(key, "swipe-fair/1 draw" || 0x00 || n || block)`` (n and block as 8 bytes,
   big-endian; block 0, 1, ...) in turn, passes over words at or above the largest multiple of
   ``total`` that fits 64 bits, and returns the first other word modulo ``total``.
5. At the end the secret is revealed, and anybody can repeat all of it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator
from functools import lru_cache

SECRET_BYTES = 32
ENTROPY_BYTES = (16, 32)
_WORDS = 1 << 64


class BadEntropy(ValueError):
    """Entropy that is not 16 to 32 bytes in lower-case hexadecimal."""


class BadSecret(ValueError):
    """A secret that is not 32 bytes, or does not fit its commitment."""


def new_secret() -> bytes:
    """32 bytes from the operating system's generator."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is published of a secret before anybody sits: 64 hexadecimal digits.

    Raises:
        BadSecret: not 32 bytes.
    """
    if len(secret) != SECRET_BYTES:
        raise BadSecret(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return hashlib.sha256(b"swipe-fair/1 commitment\0" + secret).hexdigest()


def check_secret(secret: bytes, published: str) -> None:
    """Refuse a revealed secret that is not the committed one.

    Raises:
        BadSecret: it is not.
    """
    if commitment(secret) != published:
        raise BadSecret("the revealed secret does not fit the commitment")


def check_entropy(value: str) -> str:
    """Return entropy that is 16 to 32 bytes in lower-case hexadecimal.

    Raises:
        BadEntropy: it is not.
    """
    low, high = ENTROPY_BYTES
    well_formed = all(digit in "0123456789abcdef" for digit in value)
    if not well_formed or len(value) % 2 or not 2 * low <= len(value) <= 2 * high:
        raise BadEntropy(f"entropy is {low} to {high} bytes as lower-case hexadecimal digits")
    return value


def match_key(secret: bytes, match: str, entropy: Iterable[tuple[int, str]]) -> bytes:
    """The key of all draws of a match; ``entropy`` holds (seat from 0, hex) in event order."""
    lines = "".join(f"{seat + 1}:{value}\n" for seat, value in entropy)
    message = b"swipe-fair/1 key\0" + match.encode() + b"\0" + lines.encode()
    return hmac.digest(secret, message, "sha256")


def draw(key: bytes, number: int, total: int) -> int:
    """Draw number ``number`` (from 0): a ticket from 0 to ``total`` - 1, without bias.

    Raises:
        ValueError: ``total`` is not from 1 to 2**32, or ``number`` not from 0 to 2**64 - 1.
    """
    if not 1 <= total <= 1 << 32 or not 0 <= number < _WORDS:
        raise ValueError(f"cannot draw number {number} of {total} tickets")
    return pick(words(key, number), total)


def words(key: bytes, number: int) -> Iterator[int]:
    """The 64-bit words that draw ``number`` may take, in turn; there is no end to them."""
    prefix = b"swipe-fair/1 draw\0" + number.to_bytes(8, "big")
    for block in range(_WORDS):
        digest = _keyed_digest(key, prefix + block.to_bytes(8, "big"))
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")


def _keyed_digest(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 (RFC 2104), with the key taken in once for all draws of a match.

    ``hmac.digest`` gives up the interpreter's lock for every call, which a busy server is slow to
    get back.
    """
    inner, outer = (half.copy() for half in _halves(key))
    inner.update(message)
    outer.update(inner.digest())
    return outer.digest()


@lru_cache(maxsize=1000)
def _halves(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    block = (key if len(key) <= 64 else hashlib.sha256(key).digest()).ljust(64, b"\0")
    inner, outer = (bytes(byte ^ mask for byte in block) for mask in (0x36, 0x5C))
    return hashlib.sha256(inner), hashlib.sha256(outer)


def pick(candidates: Iterable[int], total: int) -> int:
    """The ticket that the first word gives that lies below the largest multiple of ``total``.

    Raises:
        ValueError: no word does.
    """
    limit = _WORDS - _WORDS % total
    for word in candidates:
        if word < limit:
            return word % total
    raise ValueError(f"no word below {limit}")
