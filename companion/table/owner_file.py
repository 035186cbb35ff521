"""The file that carries an owner's values of a box: written, found again on this device or a stick, checked whole."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Fault, Game
from companion.engine.strict_json import detail_of, load
from companion.engine.survey import OwnerFile, Question, check_answer
from companion.engine.text import T, Text
from companion.table.storage import write_safely

FOLDER = "boxes"
MOST_BYTES = 1_000_000
MOST_FILES = 200
STICKS = (Path("/media"), Path("/run/media"))


class Found(msgspec.Struct, frozen=True):
    """What a file would bring: the owner's values by fact key, and what is unusual about them."""

    values: Mapping[str, Any]
    warnings: tuple[Fault, ...] = ()
    edition: str = ""


class Change(msgspec.Struct, frozen=True):
    """A fact that would have another value: the box before and after."""

    key: str
    before: Any
    after: Any


def dump(box: Box) -> bytes:
    """The owner's values of `box` as a file that another device can read. Raises InputError where there are none."""
    if box.practice:
        raise InputError(T("The practice board holds invented values. They are not written to a file."))
    if not box.overrides:
        raise InputError(T("You have not answered anything about this box yet, so there is nothing to write."))
    file = OwnerFile(game=box.game, edition=box.edition, values=dict(box.overrides))
    return msgspec.json.format(msgspec.json.encode(file, order="sorted"), indent=2) + b"\n"


def read(data: bytes, game: Game[Any]) -> Found:
    """The values of a file for the box of `game`, every one checked. Raises InputError naming what can't be used."""
    if len(data) > MOST_BYTES:
        raise InputError(T("The file is far too large for the values of a box. Choose another file."))
    try:
        found = load(data.decode("utf-8-sig"))
        file = msgspec.convert(found, OwnerFile)
    except UnicodeDecodeError as error:
        raise InputError(T("The file is not text in UTF-8. Choose another file.")) from error
    except msgspec.ValidationError as error:
        raise InputError(T("The file does not hold the values of a box: {detail}.", detail=detail_of(error))) from error
    if file.game != game.id:
        raise InputError(T("The file is about another game (“{game}”). Choose another file.", game=file.game[:40]))
    box = filled(game, file.values)
    edition = "" if file.edition == game.box.edition else file.edition
    return Found(dict(box.overrides), game.check_box(box), edition)


def filled(game: Game[Any], values: Mapping[str, Any]) -> Box:
    """The box of `game` with the owner's `values`, each checked by its question or bounds. Raises InputError."""
    box = game.box
    left = dict(values)
    for key in left:
        if key not in box.facts:
            raise InputError(T("The box has no value “{key}”. Remove it, or correct its name.", key=key[:40]))
    # Later questions may depend on earlier answers, so they are asked for until nothing new comes.
    while known := [question for question in game.survey(box) if question.key in left]:
        box = box.with_overrides({question.key: _answer(box, question, left.pop(question.key)) for question in known})
    for key, value in left.items():
        fact = box.facts[key]
        if fact.most and (type(value) is not int or not fact.least <= value <= fact.most):
            low, high, label = fact.least, fact.most, Text(fact.label)
            raise InputError(T("{fact}: give a whole number from {low} to {high}.", fact=label, low=low, high=high))
        if fact.value is not None and type(value) is not type(fact.value):
            text = T("{fact}: that is not the kind of value it has.", fact=Text(fact.label))
            raise InputError(text)
    return box.with_overrides(left)


def _answer(box: Box, question: Question, value: Any) -> Any:
    try:
        return check_answer(question, value)
    except InputError as error:
        label = Text(box.facts[question.key].label)
        raise InputError(T("{fact}: {fault}", fact=label, fault=error.text)) from error


def changes(before: Box, values: Mapping[str, Any]) -> tuple[Change, ...]:
    """The facts to which `values` give another value than they have in the box `before`, in the order of the box."""
    return tuple(
        Change(key, before.value(key), values[key])
        for key in before.facts
        if key in values and before.value(key) != values[key]
    )


# places


def places(data_folder: Path, roots: tuple[Path, ...] = STICKS) -> tuple[Path, ...]:
    """Folders a file can be written to: this device's own first, then every stick that is plugged in."""
    found = [data_folder / FOLDER]
    for root in roots:
        # A stick lies at /media/NAME or /media/USER/NAME.
        for folder in sorted((*_folders(root), *(deeper for one in _folders(root) for deeper in _folders(one)))):
            if os.path.ismount(folder) and os.access(folder, os.W_OK):
                found.append(folder)
    return tuple(found)


def _folders(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_dir()]
    except OSError:
        # No such folder, or one that is not ours to look into: no stick there.
        return []


def files(folders: tuple[Path, ...], game: Game[Any]) -> tuple[Path, ...]:
    """The files in `folders` that say they hold values of the box of `game`, the newest first in each folder."""
    found: list[Path] = []
    for folder in folders:
        try:
            listed = [(path.stat().st_mtime, path) for path in folder.glob("*.json")]
        except OSError:
            # The stick was pulled out meanwhile.
            continue
        newest = [path for _, path in sorted(listed, key=lambda one: (-one[0], one[1]))]
        found += [path for path in newest[:MOST_FILES] if _about(path) == game.id]
    return tuple(found)


class _Head(msgspec.Struct):
    owner_values: int
    game: str


def _about(path: Path) -> str | None:
    """The game a file says it is about; None for any other file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        return msgspec.json.decode(path.read_bytes(), type=_Head).game
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def write(box: Box, folder: Path) -> Path:
    """Write the owner's values of `box` into `folder` under a free name; returns the path. Raises InputError."""
    data = dump(box)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        k, path = 1, folder / f"{box.game}-box.json"
        while path.exists():
            k += 1
            path = folder / f"{box.game}-box-{k}.json"
        write_safely(path, data)
    except OSError as error:
        detail = error.strerror or str(error)
        raise InputError(
            T("The file could not be written to {folder} ({detail}).", folder=str(folder), detail=detail)
        ) from error
    return path


def bytes_of(path: Path) -> bytes:
    """The content of a chosen file. Raises InputError."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(T("The file is far too large for the values of a box. Choose another file."))
        return path.read_bytes()
    except OSError as error:
        detail = error.strerror or str(error)
        raise InputError(T("The file {file} can't be read ({detail}).", file=path.name, detail=detail)) from error
