"""Options of a game: its ruleset switches with defaults and a line of explanation each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.errors import InputError
from companion.engine.form_reading import shown
from companion.engine.text import T, Text

OptionValue = str | int | bool | None
OptionValues = Mapping[str, OptionValue]


class Option(msgspec.Struct, frozen=True):
    """One switch.

    `values` are the allowed values with their words (a flag has True and False); a whole number has `low` and `high`
    instead and may be unset (None) until the table says it. `explain` is one line.
    """

    key: str
    title: Text
    explain: Text
    default: OptionValue
    values: tuple[tuple[OptionValue, Text], ...] = ()
    low: int = 0
    high: int = 0


class Preset(msgspec.Struct, frozen=True):
    """A named ruleset: the values it gives to options. It is itself chosen by the option `ruleset`."""

    id: str
    title: Text
    explain: Text
    options: Mapping[str, OptionValue]


class Asked(msgspec.Struct, frozen=True):
    """A whole number that the table says before a game: the `option` that takes it, and the question with its reason.

    `fact` is the key of the owner's box that keeps the answer for the next time; `value` is what to offer, if anything.
    """

    option: str
    fact: str
    question: Text
    reason: Text
    value: int | None = None


def resolve(options: Sequence[Option], presets: Sequence[Preset], given: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Every option with its value: `given` ones checked, the rest by the chosen preset, else by default.

    Raises `InputError` naming the option, the value and what is allowed.
    """
    by_key = {option.key: option for option in options}
    for key in given:
        if key not in by_key:
            known = ", ".join(by_key)
            raise InputError(T("There is no option “{key}”. The options are: {known}.", key=str(key)[:40], known=known))
    values: dict[str, OptionValue] = {option.key: option.default for option in options}
    chosen = given.get("ruleset", values.get("ruleset"))
    for preset in presets:
        if preset.id == chosen:
            values.update(preset.options)
    for key, value in given.items():
        option = by_key[key]
        if option.values:
            allowed = [v for v, _ in option.values]
            if not any(type(v) is type(value) and v == value for v in allowed):
                words = ", ".join(str(v) for v in allowed)
                raise InputError(
                    T(
                        "The option “{key}” can't be “{value}”. Choose one of: {allowed}.",
                        key=key,
                        value=shown(value),
                        allowed=words,
                    )
                )
        elif value is not None and (type(value) is not int or not option.low <= value <= option.high):
            raise InputError(
                T(
                    "The option “{key}” needs a whole number from {low} to {high}, not “{value}”.",
                    key=key,
                    low=option.low,
                    high=option.high,
                    value=shown(value),
                )
            )
        values[key] = value
    return values
