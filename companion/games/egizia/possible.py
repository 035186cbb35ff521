"""What can be built with a strength and stones: whether anything, and how much at most (spec egizia 5.5)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.egizia import monuments, sphinx
from companion.games.egizia.state import Egizia, Team
from companion.games.egizia.team import reach, within_reach

Sums = frozenset[int]


def least(s: Egizia, site: str) -> int | None:
    """The least that anything costs that may be built at B or C now, None if nothing may."""
    return min((monuments.least_worth(s, space) for space in monuments.free_spaces(s, site)), default=None)


def enough(s: Egizia, who: str, site: str, power: int, stones: int) -> bool:
    """Whether anything can be built at a site with that strength and those stones."""
    if site == "SITE_A":
        return sphinx.most_cards(s, who, power, stones) > 0
    cheapest = least(s, site)
    return cheapest is not None and min(power, stones) >= cheapest


def can_build(s: Egizia, who: str, site: str) -> bool:
    """Whether a seat can build at a site, with everything it may use before; else it must withdraw (spec 5.5)."""
    if site == "SITE_A" and sphinx.most_cards(s, who, 0, s.sides[who].stones):
        return True
    return any(enough(s, who, site, power, stones) for power, stones in within_reach(s, who))


def can_go_on(s: Egizia, who: str, site: str, team: Team) -> bool:
    """Whether a team can still build something here with crews and cards that may join it."""
    return enough(s, who, site, reach(s, who, team), s.sides[who].stones - team.value)


def free_now(s: Egizia, site: str, power: int, stones: int) -> list[str]:
    """The spaces that may be built on next with that strength and those stones left."""
    limit = min(power, stones)
    return [space for space in monuments.free_spaces(s, site) if monuments.least_worth(s, space) <= limit]


def best(s: Egizia, who: str, site: str, power: int, stones: int) -> int:
    """The most value that can be built at a site with that strength and those stones, among spaces that are known.

    At the Sphinx: the most cards that can be drawn. Grave tiles that lie face down are not counted.
    """
    if site == "SITE_A":
        return sphinx.most_cards(s, who, power, stones)
    return most_of(sums(s, site), min(power, stones))


def most_of(found: Sums, limit: int) -> int:
    """The highest of the sums that is not above `limit`."""
    return max((n for n in found if n <= limit), default=0)


def sums(s: Egizia, site: str) -> Sums:
    """Every value that can be built at B or C in one build, 0 among them; unknown spaces are left out."""
    if site == "SITE_B":
        return _add(_chain(_unbuilt(s, "obelisk")), _chain(s.tiles[at - 1] for at in s.open_tiles))
    if site != "SITE_C":
        return frozenset((0,))
    return _add(_pyramid(s), _temple(s))


def _unbuilt(s: Egizia, name: str) -> list[int]:
    """Values of the known spaces of a rising line that are free, smallest first."""
    values = enumerate(monuments.values_of(s, name), 1)
    return sorted(value for at, value in values if f"{name}:{at}" not in s.built)


def _chain(values: Iterable[int]) -> Sums:
    """Sums of the beginnings of a line that is filled in order."""
    total, found = 0, {0}
    for value in values:
        total += value
        found.add(total)
    return frozenset(found)


def _add(one: Sums, other: Sums) -> Sums:
    return frozenset(a + b for a in one for b in other)


def _pyramid(s: Egizia) -> Sums:
    """Sums of everything that can be filled, row by row from below; a row looks only at the one beneath it."""
    reached: dict[int, set[int]] = {0: {0}}
    for row in range(1, len(s.facts.pyramid) + 1):
        values, taken = monuments.values_of(s, f"pyramid:{row}"), monuments.stones_in(s, row)
        higher: dict[int, set[int]] = {}
        for below, found in reached.items():
            total = 0
            for count in range(taken, len(values) + 1):
                if count > taken:
                    if not monuments.holds(s, row, count, below):
                        break
                    total += values[count - 1]
                higher.setdefault(count, set()).update(n + total for n in found)
        reached = higher
    return frozenset().union(*reached.values())


def _temple(s: Egizia) -> Sums:
    """Sums in the temple: pillars, then the columns they carry, then the top (spec 5.8)."""
    pillars = {part: _unbuilt(s, f"temple:{part}") for part in monuments.PILLARS}
    columns = {part: _unbuilt(s, f"temple:{part}") for part in monuments.COLUMNS}
    ends = {part: _full(s, part) for part in (*monuments.PILLARS, *monuments.COLUMNS)}
    sides = []
    for pillar, column in zip(monuments.PILLARS, monuments.COLUMNS, strict=True):
        more = [sum(pillars[pillar]) + n for n in _chain(columns[column])] if ends[pillar] else []
        sides.append((_chain(pillars[pillar]), frozenset(more)))
    (left, left_up), (right, right_up) = sides
    below = sum(map(sum, (*pillars.values(), *columns.values())))
    found = _add(left, right)
    if s.rules.temple_own_side_only:
        found = _add(left | left_up, right | right_up)
    elif left_up and right_up:
        found |= _add(left_up, right_up)
    if left_up and right_up and ends["column_left"] and ends["column_right"]:
        found |= frozenset(below + n for n in _chain(_unbuilt(s, "temple:top")))
    return found


def _full(s: Egizia, part: str) -> bool:
    """Whether a part will be complete when all its known spaces are built on."""
    known = monuments.line(s, f"temple:{part}")
    return known.whole and bool(known.values)
