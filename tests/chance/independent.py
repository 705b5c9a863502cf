"""The scheme of docs/fairness.md once more, written from the document and nothing else.

No line here is shared with swipe.chance: HMAC is spelled out with two hashes, numbers are packed
by struct, words are taken apart by hand.
"""

import hashlib
import struct


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    if len(key) > 64:
        key = hashlib.sha256(key).digest()
    key = key + b"\x00" * (64 - len(key))
    inner = bytes(byte ^ 0x36 for byte in key)
    outer = bytes(byte ^ 0x5C for byte in key)
    return hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()


def commitment(secret: bytes) -> str:
    return hashlib.sha256(b"swipe-fair/1 commitment" + b"\x00" + secret).hexdigest()


def secret_of_seed(seed: int) -> bytes:
    return hashlib.sha256(b"swipe-seed/1" + b"\x00" + b"%d" % seed).digest()


def match_key(secret: bytes, match: str, lines: list[str]) -> bytes:
    """``lines`` are entropy lines such as ``1:0123...``, without their line feed."""
    message = b"swipe-fair/1 key" + b"\x00" + match.encode("ascii") + b"\x00"
    for line in lines:
        message += line.encode("ascii") + b"\x0a"
    return hmac_sha256(secret, message)


def draw(key: bytes, number: int, total: int) -> int:
    remainder = (1 << 64) % total
    block = 0
    while True:
        message = b"swipe-fair/1 draw" + b"\x00" + struct.pack(">QQ", number, block)
        for word in struct.unpack(">QQQQ", hmac_sha256(key, message)):
            if word + remainder < 1 << 64:
                return word % total
        block += 1
