"""The grave tiles: turned up so that four lie open, taken strictly in order (spec egizia 2.8, 5.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from companion.engine.game import TABLE, Choice, Event, Move
from companion.engine.text import T
from companion.games.egizia.components import FACE_UP, MOST_VALUE
from companion.games.egizia.moves import Early, Grave
from companion.games.egizia.state import BETWEEN, Egizia, Todo

Events = list[Event]


def face_down(s: Egizia) -> tuple[int, ...]:
    """Numbers (from 1) of the places whose tile lies face down, in order."""
    return tuple(at for at, value in enumerate(s.tiles, 1) if not value and f"grave:{at}" not in s.built)


def next_tile(s: Egizia) -> str:
    """The one tile that may be taken now, "" if none lies open (spec 5.7)."""
    lying = s.open_tiles
    return f"grave:{lying[0]}" if lying else ""


def tile_value(s: Egizia, space: str) -> int:
    """The value of the tile on a grave place, 0 while it lies face down."""
    return s.tiles[int(space.partition(":")[2]) - 1]


def tiles_left(s: Egizia) -> tuple[int, ...]:
    """The values that a tile turned up now can have, ascending: what the list of the box still holds, else any."""
    if not s.facts.tiles:
        return tuple(range(1, MOST_VALUE + 1))
    return tuple(sorted((Counter(s.facts.tiles) - Counter(value for value in s.tiles if value)).keys()))


def fill(s: Egizia) -> bool:
    """Put on what is due every tile that is missing of the four that lie open. Whether there is one (spec 5.7)."""
    missing = face_down(s)[: max(0, FACE_UP - len(s.open_tiles))]
    s.due(*(Todo("tile", what=f"grave:{at}") for at in missing))
    return bool(missing)


def incidents(s: Egizia) -> tuple[Choice, ...]:
    """A tile turned up too early, while the table turns up its own tiles and none is being built on (spec 5.13)."""
    if not may_be_early(s):
        return ()
    told = T("It stays open; you enter its value next.")
    return (Choice(Early(TABLE), T("A grave tile was turned up too early"), (), told),)


def may_be_early(s: Egizia) -> bool:
    """Whether a tile can have been turned up too early now."""
    return s.stage in BETWEEN and s.team is None and not s.rules.draw_graves and bool(face_down(s))


def turn_up(s: Egizia, place: str, value: int, events: Events) -> None:
    """A tile lies face up with this value from now on."""
    at = int(place.partition(":")[2]) - 1
    s.tiles = (*s.tiles[:at], value, *s.tiles[at + 1 :])
    s.early = max(0, len(s.open_tiles) - FACE_UP)
    events.append(Event("tile", T("Grave {n}: a tile of {value}", n=at + 1, value=value), (), (f"space:{place}",)))


def _tile(s: Egizia, events: Events) -> bool:
    """Turn a tile up: the app's own by itself, a real one when the table says its value."""
    due = s.todo[0]
    if s.stock is not None and s.stock.tiles:
        s.todo = s.todo[1:]
        turn_up(s, due.what, s.stock.tiles[int(due.what.partition(":")[2]) - 1], events)
        return True
    s.asked_space = due.what
    return s.wait("grave")


def _told(s: Egizia, move: Grave, events: Events) -> None:
    place, s.todo, s.asked_space = s.todo[0].what, s.todo[1:], ""
    turn_up(s, place, move.value, events)


def _early(s: Egizia, move: Early, events: Events) -> None:
    """It stays where it is; a turning-up is left out for it later (spec 5.13)."""
    at = face_down(s)[0]
    s.due(Todo("tile", what=f"grave:{at}"))
    text = T("Grave {n} was turned up too early and stays open", n=at)
    events.append(Event("early", text, (), (f"space:grave:{at}",)))


RESOLVE: dict[str, Callable[[Egizia, Events], bool]] = {"tile": _tile}
ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {Grave: _told, Early: _early}
