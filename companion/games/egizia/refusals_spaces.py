"""Why a space can't be built on now: by its monument, what lies on it, what must lie below (spec egizia 5.7, 5.8)."""

from __future__ import annotations

from companion.engine.game import Refusal
from companion.engine.text import seat
from companion.games.egizia.catalogue import MOST_ROWS
from companion.games.egizia.components import PLACES, TEMPLE_PARTS, Line
from companion.games.egizia.names import SITE_TITLES, space_name
from companion.games.egizia.state import Egizia

SITE_OF = {"obelisk": "SITE_B", "grave": "SITE_B", "pyramid": "SITE_C", "temple": "SITE_C"}
AT_FIRST = 6
"""So many rows of an unknown pyramid can be told of at first."""
_BELOW = {"column_left": "left", "column_right": "right"}


def spelled(s: Egizia, space: str) -> Refusal | None:
    """It is a space of a monument of this site; ":new" only where not all are known."""
    monument, *rest = space.split(":")
    unknown = Refusal("E_SPACE", {"space": space[:20]})
    if monument not in SITE_OF or not rest:
        return unknown
    if SITE_OF[monument] != s.phase.upper():
        home = SITE_OF[monument]
        return Refusal("E_OTHER_SITE", {"site": SITE_TITLES[home]}, (f"site:{home}",))
    values, whole = _line(s, space)
    if values is None:
        return unknown
    at = rest[-1]
    if at == "new":
        return Refusal("E_ALL_KNOWN", {"line": space_name(space.rpartition(":")[0])}) if whole else None
    return None if at.isascii() and at.isdigit() and str(int(at)) == at and 1 <= int(at) <= len(values) else unknown


def _line(s: Egizia, space: str) -> tuple[tuple[int, ...] | None, bool]:
    """Values of the line of a space (None: there is no such line), and whether these are all of them."""
    monument, *rest = space.split(":")
    if monument == "grave":
        return ((0,) * PLACES, True) if len(rest) == 1 else (None, True)
    if monument == "obelisk":
        values = tuple(known.value for known in s.facts.obelisk)
        return (values, s.facts.obelisk_whole) if len(rest) == 1 else (None, True)
    if len(rest) != 2:
        return None, True
    found: Line | None = None
    if monument == "temple":
        found = s.facts.temple.get(rest[0], Line()) if rest[0] in TEMPLE_PARTS else None
    elif rest[0].isascii() and rest[0].isdigit() and str(int(rest[0])) == rest[0]:
        row, known_rows = int(rest[0]), len(s.facts.pyramid)
        if 1 <= row <= known_rows:
            found = s.facts.pyramid[row - 1]
        elif 1 <= row <= min(max(AT_FIRST, known_rows + 1), MOST_ROWS) and not s.facts.pyramid_whole:
            found = Line()
    return (None, True) if found is None else (found.values, found.whole)


def taken(s: Egizia, space: str) -> Refusal | None:
    """No stone lies on it yet."""
    owner = s.built.get(space)
    return None if owner is None else Refusal("E_BUILT", {"space": space_name(space), "who": seat(owner)})


def too_soon(s: Egizia, space: str) -> tuple[Refusal | None, int]:
    """What must be built before it, and the least that it is worth."""
    monument, *rest = space.split(":")
    if monument == "grave":
        return _grave(s, int(rest[0]))
    values, _ = _line(s, space)
    known = values or ()
    name = space.rpartition(":")[0]
    at = len(known) + 1 if rest[-1] == "new" else int(rest[-1])
    empty = [i for i in range(1, len(known) + 1) if f"{name}:{i}" not in s.built]
    if monument == "pyramid":
        before = [i for i in empty if i < at]
        worth = known[at - 1] if at <= len(known) else 1
        code = "E_PYRAMID"
    else:
        worth = known[at - 1] if at <= len(known) else max(known, default=1)
        # Equal numbers are a free choice, but a space that is not known yet comes after those that are.
        before = [i for i in empty if i != at and (known[i - 1] < worth or at > len(known))]
        code = "E_OBELISK" if monument == "obelisk" else "E_TEMPLE"
    if monument == "temple" and (wrong := _parts_below(s, rest[0])) is not None:
        return wrong, worth
    if before:
        first = f"{name}:{before[0]}"
        params = {"space": space_name(space), "lower": space_name(first)}
        return Refusal(code, params, tuple(f"space:{name}:{i}" for i in before)), worth
    if monument == "pyramid":
        return _support(s, int(rest[0]), at, space), worth
    return None, worth


def _grave(s: Egizia, at: int) -> tuple[Refusal | None, int]:
    """Strictly the first open tile (spec 5.7)."""
    value = s.tiles[at - 1]
    if not value:
        return Refusal("E_GRAVE_DOWN", {"n": at}), 0
    for other in range(1, at):
        if s.tiles[other - 1] and f"grave:{other}" not in s.built:
            params = {"n": at, "first": other, "value": s.tiles[other - 1]}
            return Refusal("E_GRAVE_ORDER", params, (f"space:grave:{other}",)), value
    return None, value


def _parts_below(s: Egizia, part: str) -> Refusal | None:
    """Columns after the pillars, the top after both columns (spec 5.8)."""
    if part.startswith("pillar"):
        return None
    needed = ["column_left", "column_right"]
    if part in _BELOW:
        needed = ["pillar_left", "pillar_right"]
        if s.rules.temple_own_side_only:
            needed = [f"pillar_{_BELOW[part]}"]
    for lower in needed:
        line = s.facts.temple.get(lower, Line())
        spaces = [f"temple:{lower}:{i}" for i in range(1, len(line.values) + 1)]
        empty = tuple(f"space:{space}" for space in spaces if space not in s.built)
        said_no = not line.whole and s.answers.get(f"whole.temple:{lower}") == len(spaces)
        if empty or not spaces or said_no:
            params = {"part": space_name(f"temple:{part}"), "lower": space_name(f"temple:{lower}")}
            return Refusal("E_TEMPLE_PART", params, empty)
    return None


def _support(s: Egizia, row: int, at: int, space: str) -> Refusal | None:
    """With `pyramid_support` a space lies on two of the row beneath, where that has just one more (spec 5.8)."""
    if not s.rules.pyramid_support or row == 1:
        return None
    here = s.facts.pyramid[row - 1] if row <= len(s.facts.pyramid) else Line()
    under = s.facts.pyramid[row - 2] if row - 1 <= len(s.facts.pyramid) else Line()
    if not here.whole or not under.whole or len(under.values) - len(here.values) != 1:
        return None
    missing = [f"pyramid:{row - 1}:{i}" for i in (at, at + 1) if f"pyramid:{row - 1}:{i}" not in s.built]
    if not missing:
        return None
    params = {"space": space_name(space), "lower": space_name(missing[0])}
    return Refusal("E_SUPPORT", params, tuple(f"space:{lower}" for lower in missing))
