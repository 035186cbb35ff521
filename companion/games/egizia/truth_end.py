"""The final scoring with everything open (spec egizia 7)."""

from __future__ import annotations

from companion.games.egizia import moves as m
from companion.games.egizia.components import PERMANENT
from companion.games.egizia.oracle import Board, Estate, final, reached, sale
from companion.games.egizia.truth_sites import Building
from companion.games.egizia.truth_table import Ask, Course, Gone

BUILDINGS = ("obelisk", "graves", "pyramid", "temple")


class Ending(Building):
    """What happens after the last round."""

    def finish(self) -> Course:
        """Everybody from the highest chip down: the sale, then graves and Sphinx cards."""
        for who in reversed(self.playing()):
            try:
                yield from self._closes(who)
            except Gone:
                continue

    def sells(self, who: str, stones: int) -> int | None:
        """Points for so many stones; None where they can't be sold."""
        person = self.people[who]
        tens = person.cards.count("sell_ten") if self.kind("sell_ten") == "permanent" else 0
        return sale(stones, tens, person.rows["stone"] >= self.copy.stone_rows - 1)

    def _closes(self, who: str) -> Course:
        person = self.people[who]
        while True:
            gains = any(self.sells(who, n) for n in range(1, person.stones + 1))
            move = yield Ask("sell", who, None if gains else m.Sell(who, 0))
            if isinstance(move, m.Sell):
                break
        person.stones -= move.stones
        self.track.move(who, self.sells(who, move.stones) or 0)
        named: list[str] = []
        while len(named) < len(person.hand):
            move = yield Ask("declare", who)
            if isinstance(move, m.Declare):
                named.append(move.card)
        self.track.put(who, final(who, self.track.at[who], person.hand, self.board()))

    def estate(self, who: str) -> Estate:
        """What a seat has."""
        person = self.people[who]
        bonus = sum(int(card.partition(":")[2]) for card in person.cards if card.startswith("grave_bonus"))
        open_cards = [card for card in person.cards if card.partition(":")[0] in PERMANENT]
        return Estate(
            stones_on={building: self.on(building, who) for building in BUILDINGS},
            tiles=[self.worth(real) for real, seat in self.marks.items() if seat == who and real[0] == "grave"],
            bonus=bonus,
            crews=person.crews,
            quarries=sum(person.quarries),
            plots=person.plots,
            last={track for track, row in person.rows.items() if row == self.copy.rows(track)},
            permanent=person.attached + sum(self.kind(card.partition(":")[0]) == "permanent" for card in open_cards),
        )

    def board(self) -> Board:
        """What Sphinx cards look at."""
        finished = {f"built:{building}" for building in BUILDINGS if self._complete(building)}
        high = [at for at, (row, _) in enumerate(self.copy.obelisk) if row in (7, 8, 9)]
        if all(("obelisk", at) in self.marks for at in high):
            finished.add("obelisk_done")
        playing = self.playing()
        estates = {seat: self.estate(seat) for seat in playing}
        return Board(estates, finished, self.copy.points, self.copy.table, self.copy.graves_too, playing)

    def _complete(self, building: str) -> bool:
        if building == "graves":
            return not self.tile()
        if building == "obelisk":
            return self.full("obelisk")
        if building == "pyramid":
            return all(self.full("pyramid", row) for row in range(len(self.copy.pyramid)))
        return all(self.full("temple", part) for part in self.copy.temple)

    def holds(self, card: str, who: str) -> bool:
        """Whether what a card asks for is so."""
        return reached(card, who, self.board())

    def printed(self, card: str) -> int:
        """The points printed on a card, in the row that counts."""
        family, _, track = card.partition(":")
        if family == "lastrow_count":
            there = [seat for seat in self.playing() if self.people[seat].rows[track] == self.copy.rows(track)]
            return self.copy.table[track][len(there)]
        return self.copy.points[card]
