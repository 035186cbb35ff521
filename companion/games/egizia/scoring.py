"""Meals, participation, graves, sales, Sphinx cards, the ranking: what everything is worth (spec 5.3, 5.9, 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from companion.games.egizia.components import (
    BUILDINGS,
    COLOURS,
    GRAIN_CARD,
    SOLD_AT_TEN,
    TRACKS,
    Catalogue,
    family_of,
    number_of,
)
from companion.games.egizia.state import Egizia, Side

PARTICIPATION = (0, 1, 3, 6)
GRAVE_POINTS = ((21, 9), (11, 5), (1, 2))
"""Points from so high a sum on (spec 7)."""
EACH_PERMANENT, FOR_EVERY = 2, 10
DONE_ROWS = (7, 8, 9)
"""Rows of the obelisk that a Sphinx card asks for (spec 2.7)."""


class Meal(msgspec.Struct, frozen=True):
    """What one player feeds: `need` of the crews, `grain` of the watered fields, `cards` of 4 grain, and `stones`.

    `penalty`: points lost for each missing grain, None while that is unknown.
    """

    need: int
    grain: int
    cards: int = 0
    stones: int = 0
    penalty: int | None = None

    @property
    def food(self) -> int:
        """Grain with everything that was added."""
        return self.grain + GRAIN_CARD * self.cards + self.stones

    @property
    def missing(self) -> int:
        """Grain that is missing."""
        return max(0, self.need - self.food)

    @property
    def lost(self) -> int:
        """Grain that is left over; it is lost."""
        return max(0, self.food - self.need)

    @property
    def points(self) -> int | None:
        """Change of the score, 0 or less; None: grain is missing and nobody knows what that costs."""
        if not self.missing:
            return 0
        return None if self.penalty is None else -self.missing * self.penalty


def meal(s: Egizia, who: str, cards: int = 0, stones: int = 0) -> Meal:
    """The meal of a seat now, with so many "grain" cards and stones (spec 5.3)."""
    side = s.sides[who]
    return Meal(side.need, side.grain(s.ring), cards, stones, s.facts.penalty(side.grain_row))


def participation(sites: int) -> int:
    """Points for building at so many sites in a round (spec 5.9)."""
    return PARTICIPATION[sites]


def graves(tiles: int, bonus: int = 0) -> int:
    """Points for the sum of the own grave tiles, with what cards add to it (spec 7)."""
    total = tiles + bonus
    return next((points for least, points in GRAVE_POINTS if total >= least), 0)


def grave_bonus(cards: Iterable[str]) -> int:
    """What the "grave_bonus" cards among `cards` add."""
    return sum(number_of(card) for card in cards if family_of(card) == "grave_bonus")


def most_sold(stones: int, eligible: bool, ten: int) -> int:
    """How many of the stones may be sold at the end: all with the marker on the last two rows, else 10 a card."""
    return stones if eligible else min(stones, SOLD_AT_TEN * ten)


def sale(sold: int, eligible: bool, ten: int = 0) -> int:
    """Points for so many stones: 1 each for 10 a "sell_ten" card, else 2 for 1 if the marker allows it (spec 7)."""
    single = min(sold, SOLD_AT_TEN * ten)
    return single + (sold - single) // 2 if eligible else single


def low_row(facts: Catalogue, side: Side) -> bool | None:
    """Whether the stone marker lies on one of the last two rows; None: not known (spec 2.6)."""
    rows = facts.stone_rows
    if rows is None:
        return False if side.stone_row < 2 else None
    return side.stone_row >= rows - 1


class Estate(msgspec.Struct, frozen=True):
    """What Sphinx cards look at of one player at the end.

    stones: own stones by building (taken tiles on the graves). crews: strength by crew. quarry, fields: stones of all
    quarries; grain by the colour fields count as. permanents: permanent cards but fields and quarries. last: whether
    its marker lies on the last row of each market, None where that is not known.
    """

    stones: dict[str, int] = {}
    crews: dict[str, int] = {}
    quarry: int = 0
    fields: dict[str, int] = {}
    permanents: int = 0
    last: dict[str, bool | None] = {}

    def total(self, resource: str) -> int:
        """Its total of a resource that a Sphinx card compares: "quarry", or a colour of fields."""
        return self.quarry if resource == "quarry" else self.fields.get(resource, 0)


def building_of(space: str) -> str:
    """The building a space belongs to ("grave:5" is on the graves)."""
    building = space.partition(":")[0]
    return "graves" if building == "grave" else building


def permanents(facts: Catalogue, side: Side) -> int:
    """Permanent cards of a side, attached ones too, but for fields and quarries (spec 2.11.1, 2.11.2)."""
    attached = sum(field.upgrades for field in side.fields)
    return attached + sum(facts.kind(card) == "permanent" for card in side.cards)


def on_last(facts: Catalogue, side: Side, track: str) -> bool | None:
    """Whether its marker lies on the last row of a market; None: not known."""
    rows = facts.rows(track)
    if rows is None:
        return False if side.row(track) == 1 else None
    return side.row(track) >= rows


def estate(s: Egizia, who: str) -> Estate:
    """What Sphinx cards look at of a seat."""
    side = s.sides[who]
    stones = dict.fromkeys(BUILDINGS, 0)
    for space, owner in s.built.items():
        if owner == who:
            stones[building_of(space)] += 1
    fields = {colour: sum(f.value for f in side.fields if f.grade == colour) for colour in COLOURS}
    last = {track: on_last(s.facts, side, track) for track in TRACKS}
    return Estate(stones, side.crews, side.production, fields, permanents(s.facts, side), last)


def own_graves(s: Egizia, who: str) -> int:
    """The sum of the grave tiles a seat has taken."""
    return sum(value for at, value in enumerate(s.tiles, 1) if s.built.get(f"grave:{at}") == who)


def obelisk_done(facts: Catalogue, built: Iterable[str]) -> bool | None:
    """Whether rows 7, 8 and 9 of the obelisk are occupied; None: the box does not tell the rows."""
    there = set(built)
    empty = [space for at, space in enumerate(facts.obelisk, 1) if f"obelisk:{at}" not in there]
    if any(space.row in DONE_ROWS for space in empty):
        return False
    if not facts.obelisk_whole:
        return None
    if empty and any(space.row is None for space in facts.obelisk):
        return None
    return True


class Judged(msgspec.Struct, frozen=True):
    """What one Sphinx card is worth.

    points: None while something is not known; then `asks` is "reached" (whether the condition holds) or "printed" (the
    points on the card). players: how many the row of a "lastrow_count" table is for.
    """

    points: int | None
    asks: str = ""
    players: int = 0


def reached(card: str, who: str, estates: Mapping[str, Estate], facts: Catalogue, done: bool | None) -> bool | None:
    """Whether the condition of a Sphinx card with printed points holds; None: the table has to say (spec 2.11.2).

    `done`: whether the obelisk rows are, see `obelisk_done`. `estates` are those of all who have not left.
    """
    own = estates[who]
    kind, _, what = card.partition(":")
    if kind == "obelisk_done":
        return done
    if kind == "own":
        building, _, least = what.partition(":")
        return own.stones.get(building, 0) >= int(least)
    if kind == "own_each":
        return _on_each(own, facts.each_graves, int(what))
    if kind == "own_lastrow":
        return own.last.get(what)
    if kind == "most":
        most = max(other.total(what) for other in estates.values())
        return 0 < own.total(what) == most
    return None


def _on_each(own: Estate, with_graves: bool | None, least: int) -> bool | None:
    others = all(own.stones.get(building, 0) >= least for building in BUILDINGS if building != "graves")
    on_graves = own.stones.get("graves", 0) >= least
    if not others or with_graves is False:
        return others
    return True if on_graves else (False if with_graves else None)


def judge(
    card: str,
    who: str,
    estates: Mapping[str, Estate],
    facts: Catalogue,
    done: bool | None = None,
    said: bool | None = None,
    printed: int | None = None,
) -> Judged:
    """What a Sphinx card is worth to its owner, but "ten_percent" (see `ten_percent`) (spec 2.11.2, 7).

    said: what the table has answered where the condition can't be counted. printed: the points it has told.
    """
    own = estates[who]
    kind, _, what = card.partition(":")
    if kind == "graves":
        return Judged(own.stones.get("graves", 0))
    if kind == "crew":
        return Judged(own.crews[what])
    if kind == "permanents":
        return Judged(EACH_PERMANENT * own.permanents)
    if kind == "lastrow_count":
        return _by_players(what, estates, facts, printed)
    holds = reached(card, who, estates, facts, done)
    if holds is None:
        holds = said
    if holds is None:
        return Judged(None, "reached")
    if not holds:
        return Judged(0)
    points = facts.points.get(card) if printed is None else printed
    return Judged(points, "" if points is not None else "printed")


def _by_players(track: str, estates: Mapping[str, Estate], facts: Catalogue, printed: int | None) -> Judged:
    lasts = [own.last.get(track) for own in estates.values()]
    if None in lasts:
        return Judged(printed, "" if printed is not None else "reached")
    players = sum(bool(last) for last in lasts)
    points = facts.lastrow_points[track][players] if printed is None else printed
    return Judged(points, "" if points is not None else "printed", players)


def ten_percent(total: int) -> int:
    """1 point for every full 10 points of the total including everything else; 0 below 0 (spec 7)."""
    return max(0, total) // FOR_EVERY


def front(scores: Mapping[str, int], arrivals: Mapping[str, int]) -> tuple[str, ...]:
    """The seats in score order, the leader first; on one space the earlier arrival (spec 4.1)."""
    return tuple(sorted(scores, key=lambda who: (-scores[who], arrivals[who])))


def chips(in_front: tuple[str, ...]) -> dict[str, int]:
    """The number chips of the next round: the hindmost gets 1 (spec 4.1)."""
    return {who: n for n, who in enumerate(reversed(in_front), 1)}
