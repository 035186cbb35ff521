"""Holds the engine's position against the truth (for simulated games)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.games.egizia.components import CARD_STOPS, SITES
from companion.games.egizia.state import Egizia, Side
from companion.games.egizia.truth import Truth
from companion.games.egizia.truth_table import Person, Real

PARTS = (
    "stones", "crews", "down", "ships", "last", "cards", "quarries", "fields", "used", "stone row", "grain row",
    "Sphinx cards",
)  # fmt: skip


class Differences:
    """Collects what differs, in words."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def same(self, what: str, engine: object, real: object) -> None:
        """Both must say the same."""
        if engine != real:
            self.found.append(f"{what}: engine {engine}, truth {real}")


def compare(s: Egizia, truth: Truth, names: Mapping[Real, str]) -> list[str]:
    """Differences between what the engine asks and knows and what lies on the table."""
    diff = Differences()
    same = diff.same
    if not truth.ask.asked(s.stage, s.turn, s.phase):
        same("asked", (s.stage, s.turn, s.phase), truth.ask)
    same("scores", {seat: s.sides[seat].score for seat in s.seats}, truth.track.at)
    if truth.over:
        return diff.found
    same("round", s.round, truth.round)
    same("front", list(s.front), truth.front())
    same("chips", list(s.chips), truth.order)
    same("ring", s.ring, truth.ring)
    drawn = sum(len(person.drawn) for person in truth.people.values())
    same("deck", s.deck, len(truth.hidden.sphinx) + drawn)
    same("drawn", s.drawn, drawn)
    same("built", s.built, {names[real]: seat for real, seat in truth.marks.items()})
    same("tiles", s.tiles[: truth.open_tiles], tuple(truth.hidden.tiles[: truth.open_tiles]))
    same("open tiles", sum(map(bool, s.tiles)), truth.open_tiles)
    if s.stage != "reveal":
        same("cards", s.stops, {stop: truth.row.get(stop, "") for stop in CARD_STOPS})
    same("ships", {stop: list(seats) for stop, seats in s.ships.items() if seats}, truth.boats)
    for site in SITES:
        berths = {str(at): seat for at, seat in enumerate(s.slots[site], 1) if seat}
        if s.reserve[site]:
            berths["reserve"] = s.reserve[site]
        same(site, berths, truth.berths[site])
    team = s.team
    if s.stage != "keep":  # Its crews lie face down already.
        same("team", (team.crews, team.boosts) if team else ((), ()), (tuple(truth.team), tuple(truth.boosts)))
    for seat, person in truth.people.items():
        if not person.gone:
            _side(seat, s.sides[seat], person, diff)
    return diff.found


def _side(seat: str, side: Side, person: Person, diff: Differences) -> None:
    """One seat."""
    engine = (
        side.stones, side.crews, set(side.down), side.ships, side.last, sorted(side.cards), side.quarries,
        [(field.colour, field.value, field.grade) for field in side.fields], Counter(side.spent),
        side.stone_row, side.grain_row, side.sphinx,
    )  # fmt: skip
    real = (
        person.stones, person.crews, person.tired, person.ships, person.spot, sorted(person.cards),
        tuple(person.quarries), [(plot.colour, plot.value, plot.grade) for plot in person.plots], +person.used,
        person.rows["stone"], person.rows["grain"], len(person.hand),
    )  # fmt: skip
    if engine != real:
        for part, one, other in zip(PARTS, engine, real, strict=True):
            diff.same(f"{part} of {seat}", one, other)
