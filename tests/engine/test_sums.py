"""Sums as they are typed on the keypad."""

from __future__ import annotations

import pytest

from companion.engine.errors import InputError
from companion.engine.sums import total


@pytest.mark.parametrize(
    ("typed", "value"),
    [("10+15−3", 22), ("10+15-3", 22), ("0", 0), ("-4", -4), ("−4+4", 0), (" 7 + 8 ", 15), ("2×3", 6), ("9999", 9999)],
)
def test_a_sum_has_its_value(typed: str, value: int) -> None:
    assert total(typed) == value


@pytest.mark.parametrize(
    "typed",
    ["", "+", "+5", "1+", "1++2", "2×", "ten", "1.5", "1e3", "٣", "²", "1\n+2x", "1" * 100, "\x1b[1m"],
)
def test_what_is_no_sum_is_told(typed: str) -> None:
    with pytest.raises(InputError):
        total(typed)
