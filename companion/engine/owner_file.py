"""The owner's values of a box in a file: written to be shared, and read so that nothing impossible gets in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from companion.engine.box import Box, Fact
from companion.engine.errors import InputError
from companion.engine.form_reading import shown
from companion.engine.game import Game
from companion.engine.strict_json import detail_of, load
from companion.engine.survey import MOST_LETTERS, check_answer
from companion.engine.text import T, Text

MOST_BYTES = 1_000_000
"""A box has some dozens of values."""


class OwnerFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file that carries an owner's values to another device or another owner; `owner_values` is its version."""

    owner_values: Literal[1] = 1
    game: str
    edition: str
    values: Mapping[str, Any]


class Change(msgspec.Struct, frozen=True):
    """A fact whose value in force differs: as it was and as it is now."""

    key: str
    before: Fact
    after: Fact


def written(box: Box) -> bytes:
    """The owner's values of `box` as a file: one JSON object. Raises `InputError` where there are none to write."""
    if box.practice:
        raise InputError(T("The practice board holds invented values. They are not shared."))
    if not box.overrides:
        raise InputError(T("There are no values of your own for this box yet. Go through the box first."))
    return encoded(box)


def encoded(box: Box) -> bytes:
    """The owner's values of `box` as the bytes of a file, even where there are none."""
    file = OwnerFile(game=box.game, edition=box.edition, values=dict(box.overrides))
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"


def about(data: bytes) -> tuple[str, str] | None:
    """The game and the edition that a file says its values are for; None for any other file."""
    try:
        found = load(data.decode("utf-8-sig")) if len(data) <= MOST_BYTES else None
    except (InputError, UnicodeDecodeError):
        return None
    if not isinstance(found, dict) or "owner_values" not in found or not isinstance(found.get("game"), str):
        return None
    edition = found.get("edition")
    return found["game"], edition if isinstance(edition, str) else ""


def read(game: Game[Any], data: bytes) -> dict[str, Any]:
    """The owner's values from the bytes of a file, each one checked against the box of `game`. Raises `InputError`."""
    if len(data) > MOST_BYTES:
        raise InputError(T("The file has {n} bytes; values of a box are few. Choose another file.", n=len(data)))
    try:
        found = load(data.decode("utf-8-sig"))
        if not isinstance(found, dict) or "owner_values" not in found:
            raise InputError(
                T("This is not a file with values of a box: it must be one JSON object with “owner_values”.")
            )
        version = found["owner_values"]
        if type(version) is int and version > 1:
            raise InputError(T("It was written by a newer Cartouche (version {version}).", version=min(version, 10**6)))
        file = msgspec.convert(found, OwnerFile)
    except UnicodeDecodeError as error:
        raise InputError(T("The file is not text in UTF-8. Save it as UTF-8, or choose another file.")) from error
    except msgspec.ValidationError as error:
        raise InputError(T("The values can't be read: {detail}.", detail=detail_of(error))) from error
    if file.game != game.id:
        raise InputError(
            T(
                "These are values for the box of “{theirs}”, not of “{ours}”. Choose another file.",
                theirs=file.game[:MOST_LETTERS],
                ours=game.id,
            )
        )
    values = dict(file.values)
    check_values(game, values)
    return values


def check_values(game: Game[Any], values: Mapping[str, Any]) -> Box:
    """The shipped box of `game` under the owner's `values`, every one of them possible.

    Raises `InputError` naming the key. What is merely unusual is for `Game.check_box` to tell.
    """
    for key, value in values.items():
        if key not in game.box.facts:
            raise InputError(T("The box has no value “{key}”. Remove it, or correct its name.", key=key[:MOST_LETTERS]))
        fact = game.box.facts[key]
        if value is None:
            raise InputError(T("“{key}” has no value. Remove it, or give one.", key=key))
        if fact.most and (type(value) is not int or not fact.least <= value <= fact.most):
            raise InputError(
                T(
                    "“{key}” must be a whole number from {low} to {high}, not “{value}”.",
                    key=key,
                    low=fact.least,
                    high=fact.most,
                    value=shown(value),
                )
            )
    box = game.box.with_overrides(values)
    # First as a whole: only a box that can be has its questions.
    game.check_box(box)
    for question in game.survey(box):
        if question.key in values:
            try:
                check_answer(question, values[question.key])
            except InputError as error:
                raise InputError(_about(question.key, error.text)) from error
    asked = {question.key for question in game.survey(box)}
    for key, value in values.items():
        shipped = game.box.facts[key].value
        if key not in asked and shipped is not None and type(value) is not type(shipped):
            raise InputError(_about(key, T("that is not the kind of value it has.")))
    return box


def usable(game: Game[Any], values: Mapping[str, Any]) -> tuple[Box, Mapping[str, Text]]:
    """The box under those of the owner's `values` that can be, and why the others can't, by key.

    Keys the box does not have are left aside without a word: another version may know them.
    """
    waiting = {key: value for key, value in values.items() if key in game.box.facts}
    try:
        return check_values(game, waiting), {}
    except InputError:
        # One by one, as long as any fits: some need others beside them.
        good: dict[str, Any] = {}
        why: dict[str, Text] = {}
        more = True
        while more:
            more = False
            for key, value in list(waiting.items()):
                try:
                    check_values(game, {**good, key: value})
                except InputError as error:
                    why[key] = error.text
                else:
                    good[key], more = waiting.pop(key), True
        return game.box.with_overrides(good), {key: why[key] for key in waiting}


def _about(key: str, text: Text) -> Text:
    return T("“{key}”: {why}", key=key, why=text)


def joined(game: Game[Any], own: Mapping[str, Any], values: Mapping[str, Any]) -> Box:
    """The box with the owner's values and, over them, those of a file; what the file does not name stays.

    Raises `InputError` where the two together can't be.
    """
    return check_values(game, {**own, **values})


def changes(before: Box, after: Box) -> tuple[Change, ...]:
    """What differs between two boxes of a game, in the order of the box."""
    return tuple(
        Change(key, before.fact(key), after.fact(key))
        for key in after.facts
        if before.value(key) != after.value(key) or (key in before.overrides) != (key in after.overrides)
    )
