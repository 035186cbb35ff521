"""Sums as people type them on the keypad: whole numbers joined by plus and minus."""

from __future__ import annotations

import re

from companion.engine.errors import InputError
from companion.engine.text import T

LONGEST = 60
_SUM = re.compile(r"[+-]?[0-9]{1,4}(?:[+-][0-9]{1,4})*")
_PART = re.compile(r"[+-]?[0-9]+")


def total(text: str) -> int:
    """The value of "10+15−3" (true or plain minus, spaces allowed, numbers to 9999). Raises `InputError`."""
    plain = "".join(text.split()).replace("\u2212", "-") if len(text) <= LONGEST else ""
    if not text.isprintable() or not _SUM.fullmatch(plain):
        shown = text[:20] if text.isprintable() else "…"
        raise InputError(T("“{sum}” is not a sum. Type whole numbers with + and − between them.", sum=shown))
    return sum(int(part) for part in _PART.findall(plain))
