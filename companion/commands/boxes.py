"""Which box a command works with: the owner's values, those of a file, the shipped box, or the practice board."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from companion.commands.common import Failed, language, parse_json, place_and, read_bytes, say, say_error, shown
from companion.config import Loaded, Settings, changed, data_folder, load, save
from companion.engine import owner_file
from companion.engine.box import PRACTICE, Box
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.text import T, Text
from companion.table.storage import write_safely

F = TypeVar("F", bound=Callable[..., Any])
values_option = click.option("--values", metavar="FILE", help="Values of your own from FILE instead of the kept ones.")
printed_option = click.option("--as-printed", "printed", is_flag=True, help="The box as shipped, without your values.")
practice_option = click.option("--practice", is_flag=True, help="The practice board, with invented values.")


class BoxChoice(msgspec.Struct, frozen=True):
    """What was said about the box on the command line; at most one of the three.

    file: owner's values in a file; printed: the box as shipped; practice: the practice board.
    """

    file: str | None = None
    printed: bool = False
    practice: bool = False

    @property
    def none(self) -> bool:
        """Whether nothing was said."""
        return self == BoxChoice()


def with_box(command: F) -> F:
    """Give a command `--values`, `--as-printed` and `--practice`, as one argument `choice`."""

    @functools.wraps(command)
    def chosen(values: str | None, printed: bool, practice: bool, **others: Any) -> Any:
        if (values is not None) + printed + practice > 1:
            raise click.UsageError("Give only one of --values, --as-printed and --practice.")
        return command(choice=BoxChoice(values, printed, practice), **others)

    return practice_option(printed_option(values_option(chosen)))  # type: ignore[return-value]


def box_for(game: Game[Any], choice: BoxChoice) -> Box:
    """The box that is meant. Raises Failed naming the file or the settings, and InputError."""
    if choice.practice:
        if game.practice is None:
            raise InputError(T("{game} has no practice board. Leave --practice out.", game=game.title))
        return game.practice
    if choice.printed:
        return game.box
    if choice.file is not None:
        try:
            return owner_file.check_values(game, values_in(game, choice.file))
        except InputError as error:
            raise Failed(error.text, shown(choice.file)) from error
    return kept_box(game)


def values_in(game: Game[Any], path: str) -> dict[str, Any]:
    """The owner's values in a file: one that was exported, or one JSON object with a value by key. Raises Failed."""
    # Read once: a pipe has nothing more to say the second time.
    data = read_bytes(path)
    values = parse_json(path, data)
    if not isinstance(values, dict):
        raise Failed(T("The owner's values must be one JSON object in braces, a value by key."), shown(path))
    if "owner_values" not in values:
        return values
    try:
        return owner_file.read(game, data)
    except InputError as error:
        raise Failed(error.text, shown(path)) from error


def kept_box(game: Game[Any]) -> Box:
    """The box with the owner's values that are kept in the settings. Raises Failed where they can't be used."""
    try:
        return owner_file.check_values(game, kept_values(game))
    except InputError as error:
        remedy = T(
            "{why} “cartouche box survey {game}” leaves it aside; so does --as-printed.", why=error.text, game=game.id
        )
        raise Failed(remedy, str(data_folder() / "settings.json")) from error


def usable_box(game: Game[Any]) -> Box:
    """The box with those kept values that can be; the others are named on the error stream.

    For commands that mend it: with the next answer the others are gone.
    """
    box, left = owner_file.usable(game, kept_values(game))
    for why in left.values():
        say_error(
            place_and(str(data_folder() / "settings.json"), language().say(T("{why} It is left aside.", why=why)))
        )
    return box


def kept_values(game: Game[Any]) -> Mapping[str, Any]:
    """The owner's values of a game's box as they stand in the settings."""
    return settings().boxes.get(game.id, {})


def settings() -> Settings:
    """The settings of this installation; what is wrong with them is said on the error stream."""
    loaded: Loaded = load()
    for notice in loaded.notices:
        say_error(language().say(notice))
    return loaded.settings


def keep_values(game: Game[Any], values: Mapping[str, Any]) -> None:
    """Put the owner's values of a game's box into the settings, all at once. Raises InputError."""
    now = settings()
    boxes = {key: dict(value) for key, value in now.boxes.items() if key != game.id}
    save(changed(now, boxes={**boxes, **({game.id: dict(values)} if values else {})}))


def write_file(path: Path, data: bytes, replace: bool = False) -> None:
    """Write a file whole. One that says something else is only replaced on request. Raises Failed."""
    try:
        if path.is_file() and not replace and path.read_bytes() != data:
            text = T("There is another file of this name already. Move it away, or choose another name.")
            raise Failed(text, shown(str(path)))
        if path.parent != Path():
            path.parent.mkdir(parents=True, exist_ok=True)
        write_safely(path, data)
    except OSError as error:
        detail = error.strerror or str(error)
        text = T("The file can't be written ({detail}). Make room, or choose another folder.", detail=detail)
        raise Failed(text, shown(str(path))) from error


def called(box: Box) -> dict[str, str]:
    """For JSON: what a practice board is called; nothing for a real box."""
    return {"box": language().word(PRACTICE)} if box.practice else {}


def say_practice(box: Box) -> None:
    """Say that it is the practice board, if it is."""
    if box.practice:
        say(language().word(PRACTICE))


def title_of(game: Game[Any], box: Box) -> Text:
    """A game with the edition of its box; the practice board is called by its name."""
    if box.practice:
        return T("{game}, {box}", game=game.title, box=Text(PRACTICE))
    return T("{game}, {edition}", game=game.title, edition=box.edition)
