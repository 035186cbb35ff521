"""How the people of a simulated game choose: mostly sensibly, by what everybody can see (egizia 5)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.draw import Draw
from companion.engine.game import Move
from companion.games.egizia import moves as m
from companion.games.egizia.truth import Truth
from companion.games.egizia.truth_table import CREWS, Real

Step = tuple[Move, Real]
CIRCLES = ("left", "middle", "right")
FLEXES = tuple(f"{one}+{two}" for at, one in enumerate(CREWS) for two in CREWS[at:])


class People:
    """Chooses for every seat. It never looks at what lies face down, nor draws more or fewer numbers for it."""

    def __init__(self, truth: Truth, draw: Draw) -> None:
        self.truth, self.draw = truth, draw

    def often(self, one_in: int) -> bool:
        """Once in so many times."""
        return self.draw.below(one_in) == 0

    def answer(self, stage: str, who: str) -> Move:
        """What a seat does where it is asked."""
        asked: dict[str, Callable[[str], Move]] = {
            "ship": self._ship, "more": self._more, "ring": self._ring, "leftover": self._leftover,
            "feed": self._feed, "produce": self._produce, "last": self._last, "keep": self._keep, "sell": self._sell,
        }  # fmt: skip
        if stage in asked:
            return asked[stage](who)
        match stage:
            case "feeding":
                return m.Go("table")
            case "grow":
                return m.Grow(who, self.draw.pick(CREWS))
            case "flex":
                return m.Flex(who, self.draw.pick(FLEXES))
            case "attach":
                return m.Attach(who, self.draw.pick(self.truth.improvable(who)))
            case "first":
                return m.Stay(who) if self.often(4) else m.First(who)
            case "market":
                return m.Market(who, self._market(who))
        raise LookupError(f"nobody knows an answer to {stage}")

    def _market(self, who: str) -> str:
        """Mostly the market where it is further already."""
        rows = self.truth.people[who].rows
        far = "stone" if rows["stone"] >= rows["grain"] else "grain"
        return self.draw.pick(("stone", "grain")) if self.often(3) else far

    # what may be done beside

    def strengthen(self, who: str) -> Move | None:
        """A crew made stronger, if there is a card for it."""
        cards, crews = self.truth.interrupts(who), self.truth.growing(who)
        return m.Strengthen(who, self.draw.pick(cards), self.draw.pick(crews)) if cards else None

    def beside(self, who: str, one_in: int, last: bool = False) -> Move | None:
        """A card for a single use or an upgrade that waits, now and then. `last`: whatever there is."""
        person = self.truth.people[who]
        ways: list[Move] = []
        if "stones" in person.cards and person.stones < (25 if last else 18):
            ways.append(m.Use(who, "stones"))
        if "field_upgrade" in person.cards:
            ways += [m.Attach(who, at) for at in self.truth.improvable(who)]
        if self.truth.may_sell_ten(who):
            ways.append(m.SellTen(who, 1 + self.draw.below(min(10, person.stones))))
        return self.draw.pick(ways) if ways and self.often(one_in) else None

    # the river

    def _ship(self, who: str) -> Move:
        truth = self.truth
        ways = truth.ways(who)
        if not ways:
            return m.Pass(who)
        if (beside := self.beside(who, 5)) is not None:
            return beside
        may_pass = truth.options["pass_allowed"] == "on"
        if may_pass and self.often(25):
            return m.Pass(who)
        # Mostly near stops, so that many ships find a place; a site as a whole counts as one.
        by_stop: dict[str, list[str]] = {}
        for place in ways:
            by_stop.setdefault(place.partition(":")[0], []).append(place)
        stops = sorted(by_stop, key=truth.depth.__getitem__)
        chosen = stops[min(self.draw.below(len(stops)), self.draw.below(len(stops)))]
        place = self.draw.pick(by_stop[chosen])
        double = truth.people[who].can("double_round") and chosen not in ("HELIOPOLIS", *truth.row)
        return m.Place(who, place, bool(double and ":" not in place and not self.often(4)))

    def _more(self, who: str) -> Move:
        return m.Enough(who) if self.often(4) or not self.truth.ways(who) else m.Use(who, "extra_ship")

    def _ring(self, who: str) -> Move:
        at = CIRCLES.index(self.truth.ring)
        far = 2 if self.truth.doubled else 1
        return m.Ring(who, self.draw.pick([circle for i, circle in enumerate(CIRCLES) if abs(i - at) <= far]))

    def _leftover(self, who: str) -> Move:
        stops = list(self.truth.row)
        return m.Enough(who) if self.often(8) else m.Pick(who, self.draw.pick(stops))

    # food and stones

    def _feed(self, who: str) -> Move:
        truth, person = self.truth, self.truth.people[who]
        if (beside := self.beside(who, 2)) is not None:
            return beside
        missing = truth.missing(who)
        spend = person.stones if "stones_as_grain" in person.cards else 0
        cards = min(person.cards.count("grain"), -(-missing // 4))
        if self.often(4):
            cards = self.draw.below(cards + 1)
        stones = min(spend, max(0, missing - 4 * cards))
        return m.Feed(who, cards, self.draw.below(stones + 1) if self.often(3) else stones)

    def _produce(self, who: str) -> Move:
        person = self.truth.people[who]
        if not self.often(3):
            if "stones_to_crew" in self.truth.interrupts(who):
                return m.Strengthen(who, "stones_to_crew", self.draw.pick(self.truth.growing(who)))
            if self.truth.may_sell_ten(who):
                return m.SellTen(who, min(10, person.stones))
        return m.Enough(who)

    def _last(self, who: str) -> Move:
        if self.often(5):
            return m.Enough(who)
        beside = self.beside(who, 1, last=True) if self.truth.round == 5 else None
        return self.strengthen(who) or beside or m.Enough(who)

    def _keep(self, who: str) -> Move:
        most = 2 if "keep_two" in self.truth.people[who].cards else 1
        most = min(most, len(self.truth.people[who].drawn))
        return m.Keep(who, self.draw.below(most + 1) if self.often(3) else most)

    def _sell(self, who: str) -> Move:
        fits = [n for n in range(self.truth.people[who].stones + 1) if self.truth.sells(who, n) is not None]
        return m.Sell(who, self.draw.pick(fits) if self.often(4) else fits[-1])

    # a build

    def build(self, who: str, site: str) -> list[Step]:
        """All steps of a build, or the one that must come before it; the last way is to take the ship back."""
        if self.often(30):
            return [(m.Withdraw(who), ())]
        if (beside := self.beside(who, 4)) is not None:
            return [(beside, ())]
        for careful in (False, True):
            crews, boosts = self._team(who, careful)
            steps: list[Step] = [(m.Crew(who, crew), ()) for crew in crews]
            steps += [(m.Boost(who, crew), ()) for crew in boosts]
            power = sum(self.truth.people[who].crews[crew] for crew in crews) + 3 * len(boosts)
            work = self._cards(who, power) if site == "SITE_A" else self._works(who, site, power)
            if work:
                return steps + work
        if site == "SITE_A" and (work := self._cards(who, 0)):
            return work
        beside = self.beside(who, 1, last=True)
        move = None if isinstance(beside, m.SellTen) else beside
        return [(move or self.strengthen(who) or m.Withdraw(who), ())]

    def _team(self, who: str, careful: bool) -> tuple[list[str], list[str]]:
        """Crews and those of them that a card makes stronger; `careful`: as strong as can be."""
        person = self.truth.people[who]
        rested = sorted(self.draw.shuffled(person.rested()), key=lambda crew: -person.crews[crew])
        if not rested:
            return [], []
        if not careful and self.often(3):
            rested = rested[::-1]
        crews = rested[:1]
        if "two_crews" in person.cards and (careful or not self.often(3)):
            crews = rested[:2]
        if "j" not in person.tired and (careful or not self.often(3)):
            crews = [crews[0], "j", *crews[1:]]
        cards = min(person.cards.count("crew_boost"), len(crews))
        boosts = self.draw.shuffled(crews)[: cards if careful or not self.often(3) else 0]
        return crews, boosts

    def _cards(self, who: str, power: int) -> list[Step]:
        """A number of Sphinx cards that can be drawn."""
        truth, person = self.truth, self.truth.people[who]
        deck = len(truth.hidden.sphinx)
        free = "sphinx_plus_two" in person.cards and truth.options["sphinx_plus_two_needs_work"] == "off"
        fits = [n for n in range(1, min(5, deck) + 1) if truth.price(who, n) <= min(power, person.stones)]
        if not power:
            fits = [n for n in range(1, min(2, deck) + 1) if free]
        if not fits:
            return []
        return [(m.DrawCards(who, self.draw.pick(fits) if self.often(3) else fits[-1]), ())]

    def too_dear(self, who: str, site: str) -> list[Real]:
        """Spaces that would be next and cost more than the crews that work and the stones allow."""
        truth = self.truth
        limit = min(truth.power(who), truth.people[who].stones)
        return [real for real in truth.free(site) if real[0] != "grave" and truth.worth(real) > limit]

    def _works(self, who: str, site: str, power: int) -> list[Step]:
        """Spaces one after the other while strength and stones last; only tiles that lie open now."""
        truth = self.truth
        left, limit = min(power, truth.people[who].stones), truth.open_tiles
        chosen: list[Real] = []
        while True:
            fits = [
                real
                for real in truth.free(site)
                if truth.worth(real) <= left and (real[0] != "grave" or real[1] < limit)
            ]
            if not fits or (chosen and self.often(7)):
                break
            real = self.draw.pick(fits)
            chosen.append(real)
            left -= truth.worth(real)
            truth.marks[real] = who
        for real in chosen:
            del truth.marks[real]
        return [(m.Build(who, ""), real) for real in chosen] + ([(m.Done(who), ())] if chosen else [])
