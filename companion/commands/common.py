"""What every command shares: language and JSON switches, reading files, saying sentences, and failing in one."""

from __future__ import annotations

import errno
import functools
import json
import os
import stat
import sys
import unicodedata
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.text import Text as Styled

from companion.engine.errors import InputError
from companion.engine.game import Game, ScoreLine
from companion.engine.record import MAX_BYTES
from companion.engine.strict_json import load
from companion.engine.text import T, Text
from companion.language import LANGUAGES, Language

MOST_READ = 64_000_000
"""Bytes read of any file, so that an endless one ends."""
NO_SUCH_FILE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)
LEAST_COLUMNS = 40
chosen_language: ContextVar[str | None] = ContextVar("chosen_language", default=None)
"""What `--lang` said in this run; failures are told when click's own context is gone already."""
F = TypeVar("F", bound=Callable[..., Any])


class Failed(click.ClickException):
    """The input is at fault: one sentence on the error stream, exit code 1."""

    exit_code = 1

    def __init__(self, text: Text, place: str = "") -> None:
        super().__init__(text.message)
        self.text = text
        self.place = place

    def show(self, file: Any = None) -> None:
        """Say the sentence on the error stream."""
        say_error(place_and(self.place, language().say(self.text)))


def language() -> Language:
    """The language of this run of the command line."""
    return Language(chosen_language.get() or default_language())


def default_language() -> str:
    """The language of `CARTOUCHE_LANG`, else English."""
    chosen = os.environ.get("CARTOUCHE_LANG", "en")
    return chosen if chosen in LANGUAGES else "en"


def _set_language(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        chosen_language.set(value)


lang_option = click.option(
    "--lang",
    type=click.Choice(list(LANGUAGES)),
    callback=_set_language,
    expose_value=False,
    is_eager=True,
    help="Language of what is said (default: CARTOUCHE_LANG, else en).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON value instead of words.")


def with_switches(command: F) -> F:
    """Give a command `--lang` and `--json`; an `InputError` inside it becomes a sentence and exit code 1."""

    @functools.wraps(command)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except InputError as error:
            raise Failed(error.text) from error

    return lang_option(json_option(guarded))  # type: ignore[return-value]


def tidy(text: str) -> str:
    """A text fit for a terminal: no control or direction characters, no halves of letters."""
    return "".join(
        c if c in "\n\t" or (unicodedata.category(c) not in ("Cc", "Cs") and not _turns(c)) else "�" for c in text
    )


def _turns(c: str) -> bool:
    return "\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069"


def place_and(place: str, sentence: str) -> str:
    """A sentence with the place it is about in front."""
    return f"{place}: {sentence}" if place else sentence


def say(text: str = "") -> None:
    """Print a line for people."""
    click.echo(tidy(text))


def say_error(text: str) -> None:
    """Print a sentence on the error stream."""
    click.echo(tidy(text), err=True)


def say_json(value: Any) -> None:
    """Print one JSON value, keys as they are, letters as they are where the stream takes every letter."""
    every_letter = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
    click.echo(json.dumps(value, ensure_ascii=not every_letter, indent=2))


def paper() -> Console:
    """Where tables are drawn; no colours from names, no guesses about what is a number or a path."""
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=False)
    # In fewer columns nothing would be left of a table; a terminal folds the lines itself.
    console.width = max(LEAST_COLUMNS, console.width)
    return console


def cell(text: str, style: str = "") -> Styled:
    """A cell of a table, taken literally."""
    return Styled(tidy(text), style)


def shown(path: str) -> str:
    """A file name as it is named in sentences."""
    return language().say(T("standard input")) if path == "-" else click.format_filename(path, shorten=False)


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for "-". Raises Failed naming the file and the remedy."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MOST_READ + 1) if hasattr(sys.stdin, "buffer") else b""
        else:
            if not stat.S_ISREG(os.stat(path).st_mode) and not stat.S_ISFIFO(os.stat(path).st_mode):
                raise Failed(T("This is not a file that can be read. Name a file."), shown(path))
            with open(path, "rb") as file:
                data = file.read(MOST_READ + 1)
    except PermissionError as error:
        raise Failed(T("The file may not be read. Change its permissions, or copy it."), shown(path)) from error
    except (OSError, ValueError) as error:
        if isinstance(error, ValueError) or error.errno in NO_SUCH_FILE:
            raise Failed(T("There is no such file. Check its name and folder."), shown(path)) from error
        detail = error.strerror or str(error)
        raise Failed(T("The file can't be read ({detail}). Check the disk.", detail=detail), shown(path)) from error
    return data


def read_json(path: str) -> Any:
    """The JSON value in a file, read strictly. Raises Failed naming the file."""
    return parse_json(path, read_bytes(path))


def parse_json(path: str, data: bytes) -> Any:
    """The JSON value of the bytes of a file, read strictly. Raises Failed naming the file."""
    if len(data) > MAX_BYTES:
        size, most = len(data) // 1_000_000, MAX_BYTES // 1_000_000
        text = T("The file has {size} MB; at most {most} are read. Choose another file.", size=size, most=most)
        raise Failed(text, shown(path))
    try:
        return load(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        text = T("The file is not text in UTF-8. Save it as UTF-8, or choose another file.")
        raise Failed(text, shown(path)) from error
    except InputError as error:
        raise Failed(error.text, shown(path)) from error


def read_options(pairs: tuple[str, ...]) -> dict[str, Any]:
    """Options given as KEY=VALUE; values are true, false, null, a whole number or a word. Raises InputError."""
    options: dict[str, Any] = {}
    words: Mapping[str, Any] = {"true": True, "false": False, "null": None, "none": None}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InputError(T("“{pair}” is not an option. Write it as KEY=VALUE.", pair=pair[:40]))
        if key in options:
            raise InputError(T("The option “{key}” is given twice. Keep one of them.", key=key[:40]))
        number = value.removeprefix("-")
        if value.lower() in words:
            options[key] = words[value.lower()]
        elif number.isascii() and number.isdigit() and len(number) < 10:
            options[key] = int(value)
        else:
            options[key] = value
    return options


def read_seed(seed: str) -> str:
    """A seed as it was typed. Raises InputError for bytes that are no letters: they could not be written down again."""
    if any("\ud800" <= c <= "\udfff" for c in seed):
        raise InputError(T("The seed holds bytes that are no letters in UTF-8. Choose another seed."))
    return seed


def read_seats(game: Game[Any], given: str) -> tuple[str, ...]:
    """Seats from a number ("3") or a list of colours ("red,blue"). Raises InputError."""
    low, high = game.seat_range
    if given.isascii() and given.isdigit() and len(given) < 4:
        if not low <= int(given) <= high:
            raise InputError(
                T("{game} is for {low} to {high} players, not {n}.", game=game.title, low=low, high=high, n=int(given))
            )
        return game.colours[: int(given)]
    return tuple(part.strip() for part in given.split(","))


def line_as_json(line: ScoreLine, said: Language) -> dict[str, Any]:
    """A score line as the command line prints it; `spaces` are the places it was counted from."""
    return {
        "category": line.category,
        "title": said.say(line.title),
        "sum": said.say(line.sum),
        "points": dict(line.points),
        "spaces": [target.removeprefix("space:") for target in line.targets],
    }
