"""Sums as people type them on a keypad: digits, plus, minus, times; times goes before plus.

Stored with the signs people see: the true minus "−" and "×". An ASCII "-" or "*" is read as the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.engine.errors import InputError
from companion.engine.text import T

PLUS, MINUS, TIMES = "+", "−", "×"
SIGNS = (PLUS, MINUS, TIMES)
BACK = "back"
DIGITS = 6
"""Longest number that can be typed."""
LENGTH = 24
"""Longest sum that can be typed."""
READABLE = 64
"""Longest text `Sum.read` looks at."""

_NUMBER_OR_SIGN = re.compile(r"\d+|[+−×]")
_WHOLE = re.compile(rf"−?\d+(?:[{PLUS}{MINUS}{TIMES}]\d+)*[{PLUS}{MINUS}{TIMES}]?|−?")


class SumError(ValueError):
    """The text is no sum; `text` is what was given."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text[:READABLE]!r} is no sum: {reason}")
        self.text = text


@dataclass(frozen=True)
class Sum:
    """What was typed so far. `press` gives the next one; what cannot be typed now changes nothing."""

    text: str = ""

    @classmethod
    def read(cls, text: str) -> Sum:
        """A sum from text, spaces allowed; SumError for anything else, or more than READABLE characters."""
        if len(text) > READABLE:
            raise SumError(text, f"longer than {READABLE} characters")
        plain = "".join(text.split()).replace("-", MINUS).replace("*", TIMES)
        if not plain.isascii() and not set(plain) <= set("0123456789" + "".join(SIGNS)):
            raise SumError(text, "only digits, +, − and × can be read")
        if _WHOLE.fullmatch(plain) is None:
            raise SumError(text, "a number must stand on both sides of a sign")
        return cls(plain)

    def press(self, key: str) -> Sum:
        """After one more key: a digit, "00", a sign, or BACK."""
        if key == BACK:
            return Sum(self.text[:-1])
        if key in SIGNS:
            return self._sign(key)
        if not (key.isascii() and key.isdigit()):
            raise ValueError(f"the keypad has no key {key!r}")
        number = re.search(r"\d*$", self.text)
        typed = number.group() if number else ""
        if typed.strip("0") == "" and typed:
            # A number does not begin with a nought: the next digit replaces it.
            return Sum(self.text[: -len(typed)] + (key.lstrip("0") or "0"))
        if not typed:
            key = key.lstrip("0") or "0"
        if len(typed) + len(key) > DIGITS or len(self.text) + len(key) > LENGTH:
            return self
        return Sum(self.text + key)

    def _sign(self, sign: str) -> Sum:
        if not self.text:
            return Sum(MINUS) if sign == MINUS else self
        if self.text == MINUS:
            return self
        if self.text[-1] in SIGNS:
            return Sum(self.text[:-1] + sign)
        return Sum(self.text + sign) if len(self.text) < LENGTH else self

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not self.text

    @property
    def value(self) -> int | None:
        """The result so far, a sign at the end left out; None while there is no number."""
        parts = _NUMBER_OR_SIGN.findall(self.text)
        if parts and parts[-1] in SIGNS:
            parts.pop()
        if not parts:
            return None
        total, product = 0, 1
        for sign, digits in zip(["", *parts], parts, strict=False):
            if digits in SIGNS:
                if digits != TIMES:
                    total += product if sign else 0
                    product = -1 if digits == MINUS else 1
            else:
                product *= int(digits)
        return total + product

    @property
    def complete(self) -> bool:
        """Whether it ends in a number."""
        return bool(self.text) and self.text[-1].isdigit()

    @property
    def shown(self) -> str:
        """As people read it: "3 × 5 + 10 − 3"."""
        spaced = re.sub(rf"(?<=\d)([{PLUS}{MINUS}{TIMES}])", r" \1 ", self.text)
        return spaced.strip() if self.text != MINUS else MINUS


def number(value: int) -> str:
    """A whole number with the true minus."""
    return str(value).replace("-", MINUS)


def total(text: str) -> int:
    """The value of a whole sum like "10+15−3". Raises `InputError` for anything else."""
    try:
        value = Sum.read(text).value if text.isprintable() else None
    except SumError:
        value = None
    if value is None or not text.rstrip()[-1].isdigit():
        shown = text[:20] if text.isprintable() else "…"
        raise InputError(T("“{sum}” is not a sum. Type whole numbers with +, − and × between them.", sum=shown))
    return value
