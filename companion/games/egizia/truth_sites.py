"""Phases 5 to 7 with everything open: the sites, what is built there, participation, order (spec egizia 5.5 to 5.9)."""

from __future__ import annotations

import contextlib

from companion.games.egizia import moves as m
from companion.games.egizia.oracle import participation
from companion.games.egizia.truth_river import River
from companion.games.egizia.truth_table import Answering, Ask, Course, Gone, Real

PLACES = 12
MOST_CARDS = 5
LOWER = {
    "pillar_left": (), "pillar_right": (), "column_left": ("pillar_left", "pillar_right"),
    "column_right": ("pillar_left", "pillar_right"), "top": ("column_left", "column_right"),
}  # fmt: skip
"""Parts of the temple that must stand first."""


class Building(River):
    """What happens at the sites."""

    # monuments

    def worth(self, real: Real) -> int:
        """The value printed on a space."""
        match real:
            case ("obelisk", int(at)):
                return self.copy.obelisk[at][1]
            case ("pyramid", int(row), int(at)):
                return self.copy.pyramid[row][at]
            case ("temple", str(part), int(at)):
                return self.copy.temple[part][at]
            case ("grave", int(at)):
                return self.hidden.tiles[at]
        raise LookupError(real)

    def spaces(self, *line: str | int) -> list[Real]:
        """All spaces of a monument or a part of one, in order."""
        if line == ("obelisk",):
            return [("obelisk", at) for at in range(len(self.copy.obelisk))]
        if line[0] == "pyramid":
            return [(*line, at) for at in range(len(self.copy.pyramid[int(line[1])]))]
        return [(*line, at) for at in range(len(self.copy.temple[str(line[1])]))]

    def full(self, *line: str | int) -> bool:
        """Whether every space of it is taken."""
        return all(real in self.marks for real in self.spaces(*line))

    def lowest(self, spaces: list[Real]) -> list[Real]:
        """The free spaces that no free one is below of in value."""
        free = [real for real in spaces if real not in self.marks]
        least = min((self.worth(real) for real in free), default=0)
        return [real for real in free if self.worth(real) == least]

    def tile(self) -> list[Real]:
        """The one tile that may be taken now."""
        taken = sum(real[0] == "grave" for real in self.marks)
        return [("grave", taken)] if taken < min(PLACES, self.open_tiles) else []

    def free(self, site: str) -> list[Real]:
        """Every space that may be built on next."""
        if site == "SITE_B":
            return self.lowest(self.spaces("obelisk")) + self.tile()
        found: list[Real] = []
        for row in range(len(self.copy.pyramid)):
            left = [real for real in self.spaces("pyramid", row) if real not in self.marks]
            if left and self._carried(row, left[0][2]):
                found.append(left[0])
        for part, below in LOWER.items():
            if self.options["temple_own_side_only"] == "on" and part.startswith("column"):
                below = (part.replace("column", "pillar"),)
            if all(self.full("temple", other) for other in below):
                found += self.lowest(self.spaces("temple", part))
        return found

    def _carried(self, row: int, at: int) -> bool:
        """Whether what is beneath a space is built, where that is asked for."""
        if self.options["pyramid_support"] == "off" or row == 0:
            return True
        if len(self.copy.pyramid[row - 1]) != len(self.copy.pyramid[row]) + 1:
            return True
        return ("pyramid", row - 1, at) in self.marks and ("pyramid", row - 1, at + 1) in self.marks

    def put(self, real: Real, who: str) -> None:
        """A stone of a seat on a space; a tile that is taken makes room for the next."""
        self.marks[real] = who
        taken = sum(other[0] == "grave" for other in self.marks)
        self.open_tiles = max(self.open_tiles, min(PLACES, taken + 4))

    # a site

    def building(self, site: str) -> Course:
        """The ships of a site in their order."""
        berths = self.berths[site]
        line = [berths[name] for name in sorted(berths)]
        spare = berths.get("reserve", "")
        all_may = False
        for who in [seat for seat in self.order if seat in line and "first_position" in self.people[seat].cards]:
            with contextlib.suppress(Gone):
                while line[0] != who and who in berths.values():
                    move = yield Ask("first", who)
                    if isinstance(move, m.Stay):
                        break
                    if isinstance(move, m.First):
                        line.remove(who)
                        line.insert(0, who)
                        all_may = True
            line = [seat for seat in line if not self.people[seat].gone]
        built = 0
        for who in line:
            if self.people[who].gone or (who == spare and not all_may and built >= self.slots):
                continue
            with contextlib.suppress(Gone):
                built += yield from self._works(who, site)
            self.team, self.boosts, self.works = [], [], []

    def _works(self, who: str, site: str) -> Answering:
        """One ship: whether it built."""
        while True:
            alone = None if self.team or self.possible(who, site) else m.Withdraw(who)
            move = yield Ask("build", who, alone, site)
            if isinstance(move, m.Withdraw):
                berths = self.berths[site]
                del berths[next(name for name, seat in berths.items() if seat == who)]
                self.people[who].ships += 1
                return False
            if isinstance(move, m.Crew):
                self.team.append(move.crew)
            elif isinstance(move, m.Boost):
                self.boosts.append(move.crew)
            elif isinstance(move, m.Build):
                self.works.append(self.space)
                self.put(self.space, who)
            elif isinstance(move, m.DrawCards):
                yield from self._draws(who, move.cards)
                return True
            elif isinstance(move, m.Done):
                yield from self._done(who, site)
                return True
            elif move is not None:
                self.small(who, move)

    def power(self, who: str) -> int:
        """The strength of the crews that work."""
        return sum(self.people[who].crews[crew] for crew in self.team) + 3 * len(self.boosts)

    def possible(self, who: str, site: str) -> bool:
        """Whether anything could be built, with every card that may be played for it."""
        person = self.people[who]
        if site == "SITE_A":
            if not self.hidden.sphinx:
                return False
            if "sphinx_plus_two" in person.cards and self.options["sphinx_plus_two_needs_work"] == "off":
                return True
        rested = person.rested()
        stones = min(25, person.stones + 6 * person.cards.count("stones"))
        if not rested or not stones:
            return False
        costs = [1] if site == "SITE_A" else [self.worth(real) for real in self.free(site)]
        if not costs:
            return False
        best = sorted((person.crews[crew] for crew in rested), reverse=True)
        workers = best[: 2 if "two_crews" in person.cards else 1]
        if "j" not in person.tired:
            workers.append(person.crews["j"])
        power = sum(workers) + 3 * min(person.cards.count("crew_boost"), len(workers))
        awake = [crew for crew in (*rested, "j") if crew not in person.tired]
        room = sum((self.copy.joker_max if c == "j" else self.copy.crew_max) - person.crews[c] for c in awake)
        free = min(room, max(0, person.cards.count("crew_plus_one") - person.used["crew_plus_one"]))
        bought = min(room - free, max(0, person.cards.count("stones_to_crew") - person.used["stones_to_crew"]))
        return any(min(costs) <= min(power + free + n, stones - 2 * n) for n in range(bought + 1))

    def _spend(self, who: str, site: str, stones: int) -> None:
        """The build is done: cards used up, stones paid, crews asleep."""
        person = self.people[who]
        if len([crew for crew in self.team if crew != "j"]) == 2:
            self.use_up(who, "two_crews")
        for _ in self.boosts:
            self.use_up(who, "crew_boost")
        person.stones -= stones
        person.tired.update(self.team)
        if stones:
            self.worked.setdefault(who, set()).add(site)
        self.team, self.boosts = [], []

    def price(self, who: str, cards: int) -> int:
        """Stones for drawing so many Sphinx cards."""
        if "sphinx_plus_two" not in self.people[who].cards:
            return cards
        return max(1 if self.options["sphinx_plus_two_needs_work"] == "on" else 0, cards - 2)

    def _draws(self, who: str, cards: int) -> Course:
        person, deck = self.people[who], self.hidden.sphinx
        price = self.price(who, cards)
        if self.kind("sphinx_plus_two") == "anytime" and price < cards:
            self.use_up(who, "sphinx_plus_two")
        self._spend(who, "SITE_A", price)
        person.drawn, deck[:] = deck[:cards], deck[cards:]
        move = None
        while not isinstance(move, m.Keep):
            move = yield Ask("keep", who)
        if move.cards == 2:
            self.use_up(who, "keep_two")
        chosen = self.draw.shuffled(person.drawn)
        person.hand += chosen[: move.cards]
        deck += chosen[move.cards :]
        person.drawn = []
        self.track.move(who, cards - move.cards)

    def _done(self, who: str, site: str) -> Course:
        value = sum(self.worth(real) for real in self.works)
        self._spend(who, site, value)
        self.track.move(who, value)
        if site == "SITE_B":
            move = None
            while not isinstance(move, m.Market):
                move = yield Ask("market", who)
            self.step(who, move.track)
            return
        finished = [real for real in self.works if real[0] == "pyramid" and self.full(*real[:2])]
        last = {real[1]: at for at, real in enumerate(finished)}
        for row in sorted(last, key=lambda row: last[row]):
            self._crowned(row)

    def _crowned(self, row: int) -> None:
        """A row is complete: most stones in it, on a tie the one that begins further left."""
        stones = [self.marks[real] for real in self.spaces("pyramid", row)]
        most = max(stones.count(who) for who in stones)
        winner = next(who for who in stones if stones.count(who) == most)
        if not self.people[winner].gone:
            self.track.move(winner, most)

    # the end of a round

    def bonus(self) -> None:
        """Points for working at several sites, the leader first; then all ships go home."""
        for who in self.front():
            self.track.move(who, participation(len(self.worked.get(who, ()))))
        for berths in self.berths.values():
            for who in berths.values():
                self.people[who].ships += 1
            berths.clear()
        self.worked = {}

    def last_chance(self) -> Course:
        """Cards that may still be used before the round is over."""
        for who in self.front():
            try:
                while not self.people[who].gone and self.still(who):
                    move = yield Ask("last", who)
                    if isinstance(move, m.Enough):
                        break
                    if move is not None:
                        self.small(who, move)
            except Gone:
                continue

    def still(self, who: str) -> bool:
        """Whether there is anything left to use: in the last round also cards for a single use."""
        person = self.people[who]
        if self.interrupts(who):
            return True
        if self.round < 5:
            return False
        upgrade = "field_upgrade" in person.cards and bool(self.improvable(who))
        return ("stones" in person.cards and person.stones < 25) or self.may_sell_ten(who) or upgrade

    def new_order(self) -> None:
        """Number chips by the track: the last gets the lowest."""
        gone = [seat for seat in self.order if self.people[seat].gone]
        self.order = [*reversed(self.front()), *gone]
