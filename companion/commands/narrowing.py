"""What a list of games is narrowed by on the command line: days, kinds of games, ids."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.games import find_game

if TYPE_CHECKING:
    from companion.table.history import Summary

DAY = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")


def day_asked(value: str) -> str:
    """A day, month or year as it was given, or nothing. Raises InputError for one that no calendar has."""
    if not value:
        return value
    try:
        if not DAY.fullmatch(value):
            raise ValueError
        date.fromisoformat(value + "-01-01"[len(value) - 4 :])
    except ValueError:
        raise InputError(T("“{day}” is no day. Write it as 2026-03-09, 2026-03 or 2026.", day=value[:40])) from None
    return value


def game_asked(value: str, games: Iterable[Summary]) -> str:
    """The id of a kind of game as it was given, or nothing. Raises InputError where there is no such game, neither
    installed nor among `games`."""
    if value and all(one.game != value for one in games):
        find_game(value)
    return value


def id_asked(begin: str, ids: Iterable[str]) -> str:
    """The one of `ids` that is `begin`, else the only one that begins so. Raises InputError where that is not one."""
    known = list(ids)
    found = [one for one in known if one == begin] or [one for one in known if one.startswith(begin)]
    if not found:
        raise InputError(T("No game here has the id “{id}”. “cartouche history list” shows them.", id=begin[:40]))
    if len(found) > 1:
        raise InputError(T("More than one game has an id that begins so: “{id}”. Give more of it.", id=begin[:40]))
    return found[0]
