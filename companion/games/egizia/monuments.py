"""The monuments: which spaces are free now, what they are worth, and who wins a pyramid row (spec egizia 5.7, 5.8).

Spaces are written as in the moves ("obelisk:3", "pyramid:2:1", "temple:top:1", "grave:5"); ":new" stands for a space
that the box does not know yet. A line is a pyramid row ("pyramid:2") or a temple part ("temple:top").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Event, Move
from companion.engine.text import T
from companion.games.egizia import graves, growing
from companion.games.egizia.catalogue import MOST_ROWS
from companion.games.egizia.components import TEMPLE_PARTS, Line
from companion.games.egizia.moves import Whole
from companion.games.egizia.names import space_name
from companion.games.egizia.state import Egizia

Events = list[Event]

MONUMENTS = {"SITE_A": (), "SITE_B": ("obelisk", "grave"), "SITE_C": ("pyramid", "temple")}
"""What is built at each site, as space ids begin."""
ROWS_OFFERED = 6
"""So many rows of an unknown pyramid can be told of at first; it grows with the rows that are known."""
PILLARS, COLUMNS = ("pillar_left", "pillar_right"), ("column_left", "column_right")


def line_of(space: str) -> str:
    """The pyramid row or temple part of a space ("pyramid:2:1" is in "pyramid:2"); else the monument."""
    return space.rpartition(":")[0]


def line(s: Egizia, name: str) -> Line:
    """What is known of a pyramid row or temple part."""
    monument, _, part = name.partition(":")
    if monument == "temple":
        return s.facts.temple.get(part, Line())
    row = int(part) - 1
    return s.facts.pyramid[row] if row < len(s.facts.pyramid) else Line()


def spaces_of(s: Egizia, name: str) -> tuple[str, ...]:
    """The known spaces of a line in the order they are filled."""
    return tuple(f"{name}:{i}" for i in range(1, len(line(s, name).values) + 1))


def values_of(s: Egizia, name: str) -> tuple[int, ...]:
    """The values of the known spaces of the obelisk or of a line, in order."""
    return tuple(space.value for space in s.facts.obelisk) if name == "obelisk" else line(s, name).values


def worth(s: Egizia, space: str) -> int | None:
    """The value of a space or an open tile; None for a space that the box does not know."""
    if space.startswith("grave:"):
        return graves.tile_value(s, space)
    name, _, at = space.rpartition(":")
    return None if at == "new" else values_of(s, name)[int(at) - 1]


def least_worth(s: Egizia, space: str) -> int:
    """The value of a space, or the least it can have: numbers rise on the obelisk and in the temple (spec 2.7, 5.8)."""
    known = worth(s, space)
    if known is not None:
        return known
    name = line_of(space)
    return 1 if name.startswith("pyramid") else max(values_of(s, name), default=1)


def pyramid_rows(s: Egizia) -> range:
    """Numbers of the rows that can be built on, from below; never more than a box can tell."""
    known = len(s.facts.pyramid)
    return range(1, (known if s.facts.pyramid_whole else min(max(ROWS_OFFERED, known + 1), MOST_ROWS)) + 1)


def complete(s: Egizia, name: str) -> bool | None:
    """Whether every space of a line is built on; None: the table has not said whether there are more."""
    known = spaces_of(s, name)
    if not known or not all(space in s.built for space in known):
        return False
    if line(s, name).whole:
        return True
    return False if s.answers.get(f"whole.{name}") == len(known) else None


def holds(s: Egizia, row: int, at: int, below: int) -> bool:
    """With `pyramid_support`: whether `below` stones in the row beneath carry space `at` of a row.

    It needs the two spaces beneath where that row has just one more; what else there is the table decides (spec 5.8).
    """
    if not s.rules.pyramid_support or row == 1:
        return True
    here, under = line(s, f"pyramid:{row}"), line(s, f"pyramid:{row - 1}")
    if not (here.whole and under.whole) or len(under.values) != len(here.values) + 1:
        return True
    return below > at


def stones_in(s: Egizia, row: int) -> int:
    """Spaces of a pyramid row that are built on; they are filled from the left."""
    return sum(space in s.built for space in spaces_of(s, f"pyramid:{row}"))


def _rising(s: Egizia, name: str) -> list[str]:
    """Spaces of a line in which smaller numbers come first and equal ones are a free choice."""
    values = values_of(s, name)
    left = [i for i in range(1, len(values) + 1) if f"{name}:{i}" not in s.built]
    if not left:
        whole = s.facts.obelisk_whole if name == "obelisk" else line(s, name).whole
        return [] if whole else [f"{name}:new"]
    least = min(values[i - 1] for i in left)
    return [f"{name}:{i}" for i in left if values[i - 1] == least]


def _temple(s: Egizia) -> list[str]:
    found = [space for part in PILLARS for space in _rising(s, f"temple:{part}")]
    stand = [complete(s, f"temple:{part}") is not False for part in PILLARS]
    for column, own in zip(COLUMNS, stand, strict=True):
        if all(stand) or (own and s.rules.temple_own_side_only):
            found += _rising(s, f"temple:{column}")
    if all(complete(s, f"temple:{part}") is not False for part in COLUMNS):
        found += _rising(s, "temple:top")
    return found


def _pyramid(s: Egizia) -> list[str]:
    found = []
    for row in pyramid_rows(s):
        name = f"pyramid:{row}"
        free = [i for i, space in enumerate(spaces_of(s, name), 1) if space not in s.built]
        if free and holds(s, row, free[0], stones_in(s, row - 1) if row > 1 else 0):
            found.append(f"{name}:{free[0]}")
        elif not free and not line(s, name).whole:
            found.append(f"{name}:new")
    return found


def free_spaces(s: Egizia, site: str) -> list[str]:
    """Every space that may be built on next at a site, whatever it costs, the next grave tile among them."""
    if site == "SITE_B":
        tile = graves.next_tile(s)
        return _rising(s, "obelisk") + ([tile] if tile else [])
    return _pyramid(s) + _temple(s) if site == "SITE_C" else []


def row_winner(s: Egizia, row: int) -> tuple[str, int]:
    """Who has most stones in a pyramid row, and how many; tie: whose first stone is further left ("": nobody)."""
    owners = [s.built.get(space, "") for space in spaces_of(s, f"pyramid:{row}")]
    seats = [who for who in owners if who]
    if not seats:
        return "", 0
    best = max(seats, key=lambda who: (owners.count(who), -owners.index(who)))
    return best, owners.count(best)


def rows_completed(s: Egizia, works: tuple[str, ...]) -> list[int]:
    """Pyramid rows completed by these stones, in the order in which they were completed (spec 5.8)."""
    last = {line_of(space): at for at, space in enumerate(works) if space.startswith("pyramid:")}
    done = [name for name in last if complete(s, name)]
    return [int(name.partition(":")[2]) for name in sorted(done, key=lambda name: last[name])]


def asks_whole(s: Egizia, name: str) -> bool:
    """Whether the table must say if a line just built on is complete now: where something hangs on it."""
    counts = name.startswith("pyramid:") or name in (f"temple:{part}" for part in TEMPLE_PARTS[:4])
    return counts and complete(s, name) is None


def tell_space(s: Egizia, space: str, value: int) -> str:
    """Keep the value of a space that was not known. Returns the id it has from now on."""
    name = line_of(space)
    if name == "obelisk":
        s.facts, s.told = growing.with_obelisk_space(s.facts, s.told, value)
    elif name.startswith("pyramid:"):
        s.facts, s.told = growing.with_pyramid_space(s.facts, s.told, int(name.partition(":")[2]), value)
    else:
        s.facts, s.told = growing.with_temple_space(s.facts, s.told, name.partition(":")[2], value)
    return f"{name}:{len(values_of(s, name))}"


def _whole(s: Egizia, events: Events) -> bool:
    s.asked_space = s.todo[0].what
    return s.wait("whole")


def _told(s: Egizia, move: Whole, events: Events) -> None:
    name, s.todo, s.asked_space = s.todo[0].what, s.todo[1:], ""
    if move.yes:
        s.facts, s.told = growing.with_line_whole(s.facts, s.told, name)
        text = T("The table says that this is complete: {line}", line=space_name(name))
    else:
        s.answers = {**s.answers, f"whole.{name}": len(line(s, name).values)}
        text = T("The table says that this is not complete yet: {line}", line=space_name(name))
    events.append(Event("whole", text, (), tuple(f"space:{space}" for space in spaces_of(s, name))))


RESOLVE: dict[str, Callable[[Egizia, Events], bool]] = {"whole": _whole}
ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {Whole: _told}
