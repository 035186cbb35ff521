"""The PIN of the owner: kept only sealed (scrypt, with salt), and how long to wait after wrong ones."""

from __future__ import annotations

import hashlib
import hmac
import os
import re

SHORTEST, LONGEST = 4, 8
"""How many digits it has."""
SEALED = r"^(scrypt:14:8:1:[0-9a-f]{32}:[0-9a-f]{64})?\Z"
"""What a sealed PIN looks like: cost (a power of two), block size, lanes, salt, hash; or nothing."""
FREE_TRIES = 3
FIRST_WAIT_S = 30
LONGEST_WAIT_S = 900
MOST_WRONG = 1000
_COST, _BLOCK, _LANES = 14, 8, 1


def can_be(pin: str) -> bool:
    """Whether `pin` is 4 to 8 digits."""
    return re.fullmatch(r"[0-9]{4,8}", pin) is not None


def _hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode("ascii"), salt=salt, n=2**_COST, r=_BLOCK, p=_LANES, dklen=32)


def seal(pin: str) -> str:
    """`pin` sealed. Raises ValueError where it is no PIN."""
    if not can_be(pin):
        raise ValueError("a PIN has 4 to 8 digits")
    salt = os.urandom(16)
    return f"scrypt:{_COST}:{_BLOCK}:{_LANES}:{salt.hex()}:{_hash(pin, salt).hex()}"


def opens(pin: str, sealed: str) -> bool:
    """Whether `pin` is the one in `sealed`."""
    if not sealed or not can_be(pin):
        return False
    *_, salt, kept = sealed.split(":")
    return hmac.compare_digest(_hash(pin, bytes.fromhex(salt)), bytes.fromhex(kept))


def wait_s(wrong: int) -> int:
    """Seconds to wait after so many wrong PINs in a row: none before the third, then 30, 60, 120 and on to 900."""
    if wrong < FREE_TRIES:
        return 0
    return int(min(FIRST_WAIT_S * 2 ** min(wrong - FREE_TRIES, 10), LONGEST_WAIT_S))
