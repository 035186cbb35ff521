"""A second telling of the rules with everything open, for checking the first: real decks, tiles and Sphinx cards.

Written from the spec (egizia 3 to 7); it shares no rule and no scoring with the engine. What only the table would have
to tell (a pair of crews, the value of a space) is never asked here: it is seen.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from companion.engine.draw import Draw
from companion.engine.game import Move
from companion.games.egizia import moves as m
from companion.games.egizia.invented import Copy
from companion.games.egizia.truth_end import Ending
from companion.games.egizia.truth_table import Ask, Gone, Hidden

SEEN = (
    m.Grave, m.Reveal, m.Face, m.Clear, m.Below, m.Pair, m.LastRow, m.Penalty, m.Worth, m.Whole, m.Printed, m.Reached,
)  # fmt: skip
"""What the table tells the engine and is plain to see here."""


class Truth(Ending):
    """The whole game. `ask`: what is asked now and of whom; `over`: why the game is over."""

    def __init__(
        self, seats: Sequence[str], options: Mapping[str, Any], copy: Copy, chips: Sequence[str], hidden: Hidden,
        knows_river: bool, draw: Draw,
    ) -> None:  # fmt: skip
        super().__init__(seats, options, copy, chips, hidden, knows_river, draw)
        self._course = self._game()
        self.ask: Ask = next(self._course)

    def _game(self) -> Generator[Ask, Move | None, None]:
        for number in range(1, 6):
            self.round = number
            yield from self.reveal()
            yield from self.sailing()
            late = self.options["leftover_timing"] != "phase_2"
            if not late:
                yield from self.leftovers()
                self.row = {}
            self.boats_home()
            yield from self.feeding()
            yield from self.producing()
            for site in ("SITE_A", "SITE_B", "SITE_C"):
                yield from self.building(site)
            self.bonus()
            if late:
                yield from self.leftovers()
                self.row = {}
            yield from self.last_chance()
            self.new_order()
        yield from self.finish()
        self.over = "played"
        yield Ask("over", "")

    def tell(self, move: Move, space: tuple[Any, ...] = ()) -> None:
        """Carry out what was told; `space`: where that really is, for a stone on a monument."""
        if isinstance(move, SEEN):
            return
        self.space = space
        if isinstance(move, m.Strengthen):
            self.strengthen(move.by, move.card, move.crew)
            self._send(None)
        elif isinstance(move, m.Correct):
            self.correct(move)
            self._send(None)
        elif isinstance(move, m.Early):
            self.turned_early()
        elif isinstance(move, m.Leave):
            self._leave(move.by)
        else:
            self._send(move)

    def _send(self, move: Move | None) -> None:
        self.ask = self._course.send(move)

    def skip(self) -> None:
        """What was asked was not asked at the table: it had only one answer."""
        if self.ask.alone is None:
            raise LookupError(f"{self.ask} has more than one answer")
        self._send(self.ask.alone)

    def _leave(self, who: str) -> None:
        self.go_away(who)
        if self.options["player_leaves"] == "end" or len(self.playing()) == 1:
            self.over = "left" if self.options["player_leaves"] == "end" else "alone"
            self._course.close()
            self.ask = Ask("over", "")
        elif self.ask.who == who:
            self.ask = self._course.throw(Gone())
        else:
            self._send(None)

    def correct(self, move: m.Correct) -> None:
        """What the table has put right."""
        for seat, score in move.score.items():
            self.track.put(seat, score)
        for seat, stones in move.stones.items():
            self.people[seat].stones = stones
        for seat, crews in move.crews.items():
            self.people[seat].crews.update(crews)
        for name, up in move.up.items():
            seat, _, crew = name.partition(":")
            (self.people[seat].tired.discard if up else self.people[seat].tired.add)(crew)
        for seat, row in move.stone_row.items():
            self.people[seat].rows["stone"] = row
        for seat, row in move.grain_row.items():
            self.people[seat].rows["grain"] = row
        self.ring = move.ring or self.ring
