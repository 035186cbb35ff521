"""Everything that lies on the table of a simulated game, face up and face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.draw import Draw
from companion.engine.game import Move
from companion.games.egizia import moves as m
from companion.games.egizia.invented import Copy
from companion.games.egizia.oracle import Plot, Track, harvest

Real = tuple[Any, ...]
"""A space as it really is: ("obelisk", 0), ("pyramid", 0, 2), ("temple", "top", 0), ("grave", 4); all from 0."""
CREWS = ("c1", "c2", "c3", "j")
FULL = 25


@dataclass(frozen=True)
class Ask:
    """What is asked: a stage and a seat. `alone`: the only answer there is; then it may go without asking.

    site: where a build is asked about.
    """

    stage: str
    who: str
    alone: Move | None = None
    site: str = ""

    def asked(self, stage: str, who: str, phase: str) -> bool:
        """Whether this is what the engine asks."""
        return (stage, who) == (self.stage, self.who) and (not self.site or phase == self.site.lower())


Course = Generator[Ask, Move | None, None]
"""A part of the game: it asks, is sent the answers (None: something else has changed, ask again), and is over."""
Answering = Generator[Ask, Move | None, Any]
"""The same, with a result."""


class Gone(Exception):
    """The player who was asked has left."""


@dataclass
class Hidden:
    """What lies face down: cards of each round, grave tiles in their order, the Sphinx deck from the top."""

    rows: list[list[str]]
    tiles: list[int]
    sphinx: list[str]


@dataclass
class Person:
    """One player's real things. `spot`: the stop of the last ship; `drawn`: Sphinx cards being looked at."""

    stones: int
    ships: int = 8
    crews: dict[str, int] = field(default_factory=lambda: {"c1": 1, "c2": 1, "c3": 1, "j": 2})
    tired: set[str] = field(default_factory=set)
    spot: str = ""
    out: bool = False
    plots: list[Plot] = field(default_factory=lambda: [Plot("green", 6, "green")])
    quarries: list[int] = field(default_factory=lambda: [3])
    cards: list[str] = field(default_factory=list)
    attached: int = 0
    fresh: list[str] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    rows: dict[str, int] = field(default_factory=lambda: {"stone": 1, "grain": 1})
    hand: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    gone: bool = False

    def can(self, card: str) -> bool:
        """Whether it has a card of this name that was not used in this round."""
        return self.cards.count(card) > self.used[card]

    def rested(self) -> list[str]:
        """Ordinary crews that are face up."""
        return [crew for crew in CREWS[:3] if crew not in self.tired]


class Table:
    """The table: seats, river, sites, monuments, and what every part of the rules needs."""

    def __init__(
        self, seats: Sequence[str], options: Mapping[str, Any], copy: Copy, chips: Sequence[str], hidden: Hidden,
        knows_river: bool, draw: Draw,
    ) -> None:  # fmt: skip
        self.draw = draw
        self.seats, self.options, self.copy, self.knows_river = tuple(seats), options, copy, knows_river
        self.order = list(chips)
        self.hidden = hidden
        self.track = Track(chips)
        self.people = {seat: Person(stones=2 + at) for at, seat in enumerate(chips)}
        if options["start_sphinx_card"] == "on":
            for seat in chips:
                self.people[seat].hand.append(hidden.sphinx.pop(0))
        self.slots = 3 if len(seats) == 4 else 2
        self.depth = {stop: at for at, stop in enumerate(copy.river, 1)}
        self.round, self.ring, self.over = 1, "middle", ""
        self.row: dict[str, str] = {}
        self.boats: dict[str, list[str]] = {}
        self.berths: dict[str, dict[str, str]] = {site: {} for site in ("SITE_A", "SITE_B", "SITE_C")}
        self.worked: dict[str, set[str]] = {}
        self.marks: dict[Real, str] = {}
        self.open_tiles = 4
        self.space: Real = ()
        self.doubled = False
        self.team: list[str] = []
        self.boosts: list[str] = []
        self.works: list[Real] = []

    def playing(self) -> list[str]:
        """Who has not left, by number chip."""
        return [seat for seat in self.order if not self.people[seat].gone]

    def front(self) -> list[str]:
        """Who has not left, the leader first."""
        return [seat for seat in self.track.front() if not self.people[seat].gone]

    # what happens to one player

    def gain(self, who: str, stones: int) -> None:
        """Stones on the counter; what does not fit is lost."""
        self.people[who].stones = min(FULL, self.people[who].stones + stones)

    def grow(self, who: str, crew: str) -> None:
        """A crew one stronger, if there is room on the tableau."""
        top = self.copy.joker_max if crew == "j" else self.copy.crew_max
        if self.people[who].crews[crew] < top:
            self.people[who].crews[crew] += 1

    def step(self, who: str, track: str) -> None:
        """A marker one row down; whenever it lies on the last row then, the bonus."""
        person = self.people[who]
        end = self.copy.rows(track)
        person.rows[track] = min(end, person.rows[track] + 1)
        if person.rows[track] == end:
            if track == "stone":
                self.gain(who, 3)
            else:
                self.track.move(who, 2)

    def use_up(self, who: str, card: str) -> None:
        """A card goes back to the box."""
        self.people[who].cards.remove(card)

    def strengthen(self, who: str, card: str, crew: str) -> None:
        """A crew stronger by a card that lies open, once a round each."""
        self.people[who].used[card] += 1
        if card == "stones_to_crew":
            self.people[who].stones -= 2
        self.grow(who, crew)

    def grain(self, who: str) -> int:
        """What its watered fields give."""
        return harvest(self.people[who].plots, self.ring)

    def on(self, building: str, who: str) -> int:
        """Own stones on a building; "graves" for the tiles taken."""
        name = building.removesuffix("s")
        return sum(real[0] == name for real, seat in self.marks.items() if seat == who)

    def interrupts(self, who: str) -> list[str]:
        """Open cards that may make a crew stronger now."""
        person = self.people[who]
        if not self.growing(who):
            return []
        found = ["crew_plus_one"] if person.can("crew_plus_one") else []
        return found + (["stones_to_crew"] if person.can("stones_to_crew") and person.stones >= 2 else [])

    def growing(self, who: str) -> list[str]:
        """Crews that are not as strong as they can be."""
        crews, copy = self.people[who].crews, self.copy
        return [crew for crew, n in crews.items() if n < (copy.joker_max if crew == "j" else copy.crew_max)]

    def kind(self, card: str) -> str:
        """How one of the four doubted cards is used on this copy."""
        return self.copy.kinds.get(card, "permanent")

    def may_sell_ten(self, who: str) -> bool:
        """Whether the card that sells can be played now (where it is one for a single use)."""
        person = self.people[who]
        return self.kind("sell_ten") == "anytime" and person.can("sell_ten") and person.stones > 0

    def small(self, who: str, move: Move) -> bool:
        """Carry out what the seat may do beside what it is asked; whether it was that."""
        person = self.people[who]
        if isinstance(move, m.Use) and move.card == "stones":
            self.use_up(who, "stones")
            self.gain(who, 6)
        elif isinstance(move, m.SellTen):
            self.use_up(who, "sell_ten")
            person.stones -= move.stones
            self.track.move(who, move.stones)
        elif isinstance(move, m.Attach):
            self.attach(who, move.field)
        else:
            return False
        return True

    def attach(self, who: str, at: int) -> None:
        """An upgrade on a field."""
        person = self.people[who]
        person.cards.remove("field_upgrade")
        person.attached += 1
        person.plots[at].improve()

    def improvable(self, who: str) -> list[int]:
        """Fields that an upgrade makes better."""
        return [at for at, plot in enumerate(self.people[who].plots) if plot.grade != "green"]

    def go_away(self, who: str) -> None:
        """A player leaves: the ships go from the sites, the highest number is his, nothing of his counts any more."""
        person = self.people[who]
        person.gone = person.out = True
        for berths in self.berths.values():
            for berth in [name for name, seat in berths.items() if seat == who]:
                del berths[berth]
        self.order = [seat for seat in self.order if seat != who] + [who]

    def turned_early(self) -> None:
        """A tile was turned up too soon: the next turning is skipped (spec 5.13)."""
        self.open_tiles += 1
