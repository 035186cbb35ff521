"""Sentences as data: an English message with named parameters, put into words later in the table's language.

Everything the engine and the games say is a `Text`. Nothing here knows a language; `companion.language` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Union

import msgspec


class SeatName(msgspec.Struct, frozen=True, tag="seat"):
    """A seat inside a sentence; spoken as the player's name."""

    seat: str


class Text(msgspec.Struct, frozen=True, tag="text"):
    """A message id (the English sentence) and its named parameters.

    `plural` and `count` are set for messages with a number: `count` names the parameter that decides the form.
    Parameters are numbers, words that need no translation, seats, other texts, or tuples of these (listed with commas).
    """

    message: str
    params: Mapping[str, Value] = {}
    plural: str | None = None
    count: str | None = None


Value = Union[int, str, SeatName, Text, "tuple[Value, ...]"]


def T(message: str, /, **params: Value) -> Text:
    """Mark `message` for translation and bind its parameters."""
    return Text(message, params)


def TN(one: str, many: str, n: int, /, **params: Value) -> Text:
    """Mark a message with singular and plural; `n` is bound as the parameter `n` and decides the form."""
    return Text(one, {"n": n, **params}, many, "n")


def N_(message: str, /) -> str:
    """Mark a message for translation without binding it (for tables of messages)."""
    return message


def decimal(value: float, digits: int = 1) -> Text:
    """A number of at least 0 with so many digits (1 or more) behind the decimal sign, in which languages differ."""
    whole, part = f"{value:.{digits}f}".split(".")
    return T("{whole}.{part}", whole=whole, part=part)


def seat(seat_id: str) -> SeatName:
    """The seat `seat_id` as a parameter of a sentence."""
    return SeatName(seat_id)
