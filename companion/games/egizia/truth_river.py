"""Phases 1 to 4 with everything open: cards, ships, what stops give, feeding, production (spec egizia 5.1 to 5.4)."""

from __future__ import annotations

from companion.games.egizia import moves as m
from companion.games.egizia.oracle import Plot
from companion.games.egizia.truth_table import Answering, Ask, Course, Gone, Table

BACK = 4
"""Grain of a card."""
PAIR_STOPS = ("THEBES", "SELINON", "BENI_HASAN")
ROUND_STOPS = ("EDFU", *PAIR_STOPS, "PASSALON", "ALYI", "HELIOPOLIS")


class River(Table):
    """What happens on the Nile."""

    def reveal(self) -> Course:
        """Ten cards from the top of the deck; who is asleep wakes up."""
        cards = self.hidden.rows[self.round - 1]
        self.row = {f"N{at}": card for at, card in enumerate(cards, 1)}
        self.boats = {}
        for person in self.people.values():
            person.tired, person.spot, person.out, person.fresh = set(), "", person.gone, []
            person.used.clear()
        while not isinstance((yield Ask("reveal", "")), m.Revealed):
            pass

    # ships

    def ways(self, who: str) -> list[str]:
        """Every place where a ship may be put (spec 5.1)."""
        person = self.people[who]
        if not person.ships:
            return []
        last = self.depth.get(person.spot, 0)
        back, again = person.can("upstream"), person.can("reuse_round")
        found = []
        for stop in self.copy.river:
            deep = self.depth[stop]
            if deep < last and not back:
                continue
            if deep == last and not (back and again and stop in ROUND_STOPS and stop != "HELIOPOLIS"):
                continue
            if stop.startswith("SITE"):
                found += self.free_berths(who, stop)
            elif stop in self.row or (stop in ROUND_STOPS and self._lies_open(stop, again)):
                found.append(stop)
        return found

    def _lies_open(self, stop: str, again: bool) -> bool:
        """Whether a round space has no ship, or one more may come to it."""
        return not self.boats.get(stop) or (again and stop != "HELIOPOLIS")

    def free_berths(self, who: str, site: str) -> list[str]:
        """Slots of a site that are free, or its reserve if there is none; nothing with a ship there already."""
        berths = self.berths[site]
        if who in berths.values():
            return []
        free = [f"{site}:{at}" for at in range(1, self.slots + 1) if str(at) not in berths]
        return free or ([] if "reserve" in berths else [f"{site}:reserve"])

    def sailing(self) -> Course:
        """Ships in turn until everybody is out."""
        seats = [seat for seat in self.order if not self.people[seat].gone]
        at = 0
        while any(not self.people[seat].out for seat in seats):
            who = seats[at % len(seats)]
            at += 1
            if not self.people[who].out:
                try:
                    yield from self._turn(who)
                except Gone:
                    continue

    def _turn(self, who: str) -> Course:
        person = self.people[who]
        while True:
            if not person.ships or (self.knows_river and not self.ways(who)):
                person.out = True
                return
            move = yield Ask("ship", who)
            if move is None or self.small(who, move):
                continue
            if isinstance(move, m.Pass):
                person.out = True
                return
            assert isinstance(move, m.Place)
            yield from self._place(who, move.place, 2 if move.double else 1)
            if not (yield from self._another(who)):
                return

    def _another(self, who: str) -> Answering:
        """Whether one more ship is placed in this turn."""
        person = self.people[who]
        while person.can("extra_ship") and person.ships and (self.ways(who) or not self.knows_river):
            move = yield Ask("more", who, None if self.ways(who) else m.Enough(who))
            if isinstance(move, m.Enough):
                return False
            if isinstance(move, m.Use) and move.card == "extra_ship":
                self.use_up(who, "extra_ship")
                return True
            if move is not None:
                self.small(who, move)
        return False

    def _place(self, who: str, place: str, times: int) -> Course:
        person = self.people[who]
        stop, _, berth = place.partition(":")
        if self.depth[stop] <= self.depth.get(person.spot, 0):
            person.used["upstream"] += 1
        person.ships -= 1
        person.spot = stop
        if berth:
            self.berths[stop][berth] = who
            return
        there = self.boats.setdefault(stop, [])
        if stop in ROUND_STOPS and there:
            person.used["reuse_round"] += 1
        there.append(who)
        if times == 2:
            self.use_up(who, "double_round")
        if stop in self.row:
            yield from self.take(who, self.row.pop(stop))
        else:
            yield from self._space(who, stop, times)

    def _space(self, who: str, stop: str, times: int) -> Course:
        """What a round space gives, once or twice (spec 2.3)."""
        if stop == "EDFU":
            for _ in range(times):
                self.step(who, "stone")
                self.step(who, "grain")
        elif stop in PAIR_STOPS:
            for crew in self.copy.pairs[stop] * times:
                self.grow(who, crew)
        elif stop == "ALYI":
            for _ in range(times):
                move = yield from self._must("grow", who)
                self.grow(who, move.crew)
                self.gain(who, 2)
        else:
            for _ in range(times):
                self.grow(who, "j")
            self.doubled = times > 1
            move = yield from self._must("ring", who)
            self.ring = move.circle

    def _must(self, stage: str, who: str) -> Answering:
        """Something must be answered now."""
        while (move := (yield Ask(stage, who))) is None:
            pass
        return move

    def take(self, who: str, card: str) -> Course:
        """A Nile card comes to a player (spec 2.11.1)."""
        person = self.people[who]
        family, _, rest = card.partition(":")
        if family == "quarry":
            person.quarries.append(int(rest))
        elif family == "field":
            colour, _, value = rest.partition(":")
            person.plots.append(Plot(colour, int(value), colour))
            if colour == "brown":
                self._extra(who, int(value))
        elif family == "track_two":
            for _ in range(2):
                self.step(who, rest)
        elif family == "crew_flex":
            move = yield from self._must("flex", who)
            for crew in move.crews.split("+"):
                self.grow(who, crew)
        elif family == "crew_pair":
            for crew in rest.split("+"):
                self.grow(who, crew)
        elif family == "points_per_stone":
            self.track.move(who, sum(self.on(building, who) for building in rest.split("+")))
        else:
            person.cards.append(card)
            if family == "field_upgrade":
                yield from self._improve(who)

    def _extra(self, who: str, value: int) -> None:
        """What the dear brown fields give once."""
        if value in (6, 7):
            self.step(who, self.copy.extras[value])
        elif value == 8:
            self.track.move(who, 3)
        elif value == 9:
            self.gain(who, 4)

    def _improve(self, who: str) -> Course:
        """An upgrade is attached at once where it improves something."""
        fields = self.improvable(who)
        if len(fields) == 1:
            self.attach(who, fields[0])
        elif fields:
            move = yield from self._must("attach", who)
            self.attach(who, move.field)

    # the end of the ships

    def leftovers(self) -> Course:
        """Owners of the card take one of what nobody took (spec 5.2)."""
        owners = [seat for seat in self.order if self.people[seat].can("leftover_pick")]
        for who in owners:
            try:
                yield from self._picks(who)
            except Gone:
                continue

    def _picks(self, who: str) -> Course:
        person = self.people[who]
        old = person.cards.count("leftover_pick")
        while old > person.used["leftover_pick"] and self.row and not person.gone:
            move = yield Ask("leftover", who)
            if isinstance(move, m.Enough):
                return
            if isinstance(move, m.Pick):
                person.used["leftover_pick"] += 1
                yield from self.take(who, self.row.pop(move.stop))
            elif move is not None:
                self.small(who, move)

    def boats_home(self) -> None:
        """Ships on the river go home."""
        for boats in self.boats.values():
            for who in boats:
                self.people[who].ships += 1
        self.boats = {}

    # food and stones

    def feeding(self) -> Course:
        """The leader first; who has a choice is asked (spec 5.3)."""
        line = self.front()
        while not isinstance((yield Ask("feeding", "")), m.Go):
            pass
        for who in line:
            if not self.people[who].gone:
                try:
                    yield from self._feed(who)
                except Gone:
                    continue

    def missing(self, who: str) -> int:
        """Grain that its crews still want."""
        return max(0, sum(self.people[who].crews.values()) - self.grain(who))

    def _feed(self, who: str) -> Course:
        person = self.people[who]
        cards = stones = 0
        while self.missing(who) and self._can_add(who):
            move = yield Ask("feed", who)
            if isinstance(move, m.Feed):
                cards, stones = move.cards, move.stones
                break
            if move is not None:
                self.small(who, move)
        for _ in range(cards):
            self.use_up(who, "grain")
        person.stones -= stones
        hungry = max(0, self.missing(who) - BACK * cards - stones)
        self.track.move(who, -hungry * self.copy.penalties[person.rows["grain"] - 1])

    def _can_add(self, who: str) -> bool:
        person = self.people[who]
        if "field_upgrade" in person.cards and self.improvable(who):
            return True
        stones = person.stones or "stones" in person.cards
        return "grain" in person.cards or ("stones_as_grain" in person.cards and bool(stones))

    def producing(self) -> Course:
        """Stones from the quarries; asked is only who would lose some and can use them first (spec 5.4)."""
        for who in [seat for seat in self.order if not self.people[seat].gone]:
            person = self.people[who]
            try:
                while person.stones + sum(person.quarries) > 25 and self._can_spend(who):
                    move = yield Ask("produce", who)
                    if isinstance(move, m.Enough):
                        break
                    if move is not None:
                        self.small(who, move)
            except Gone:
                continue
            if not person.gone:
                self.gain(who, sum(person.quarries))

    def _can_spend(self, who: str) -> bool:
        return "stones_to_crew" in self.interrupts(who) or self.may_sell_ten(who)
