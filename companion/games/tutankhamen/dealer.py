"""Truthful random games: nothing is hidden in this game, but with an unrecorded path only the dealer sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import TABLE, Dealer, Event, Move
from companion.engine.options import OptionValues
from companion.games.tutankhamen.catalogue import read_catalogue
from companion.games.tutankhamen.moves import (
    Cleared,
    ClearKind,
    Decline,
    Finish,
    Leave,
    Mask,
    Pharaoh,
    Take,
    TakeKind,
)
from companion.games.tutankhamen.oracle import Truth
from companion.games.tutankhamen.setup import TutankhamenSetup, draw_layout
from companion.games.tutankhamen.state import Tutankhamen
from companion.games.tutankhamen.switches import start_points

if TYPE_CHECKING:
    from companion.games.tutankhamen import TutankhamenGame

REACHES = (1, 2, 4, 8, 20, 99)
"""How far ahead the players of one game look: short reaches make long games, long ones much clearing."""


class TutankhamenDealer(Dealer):
    """Plays a random game and checks the engine against `Truth`. One game in four has an unrecorded path.

    `leavers`: in a hundred answers so many players leave.
    """

    def __init__(
        self,
        game: TutankhamenGame,
        seats: Sequence[str],
        options: OptionValues,
        draw: Draw,
        *,
        box: Box | None = None,
        light: bool | None = None,
        leavers: int = 0,
    ) -> None:
        self._game, self._seats, self._draw, self._leavers = game, tuple(seats), draw.branch("players"), leavers
        box = game.box if box is None else box
        catalogue = read_catalogue(box)
        layout = draw_layout(catalogue, draw.branch("layout"))
        first = draw.branch("first").pick(list(seats))
        hidden = draw.branch("light").below(4) == 0 if light is None else light
        self.setup = TutankhamenSetup(layout=None if hidden else layout, first=first)
        self._light = hidden
        self._reach = self._draw.pick(REACHES)
        values = {kind.id: kind.value for kind in catalogue.kinds}
        self.truth = Truth(self._seats, options, start_points(options, len(seats), box) or 0, values, layout, first)
        if not catalogue.mask:
            self.truth.mask = "out"
        self._told = 0
        self._slot = 0

    def choose(self, state: Tutankhamen) -> Move:
        """A move for what is asked, from the truth."""
        if self._leavers and self._draw.below(100) < self._leavers:
            stayed = [who for who in self._seats if who not in self.truth.left]
            if state.stage != "clear":
                return Leave(self._draw.pick(stayed))
        if state.stage == "clear":
            if self._told < len(self.truth.cleared):
                return ClearKind(TABLE, self.truth.cleared[self._told])
            return Cleared(TABLE)
        if self.truth.question is None:
            raise LookupError("the truth says the game is over")
        what, who = self.truth.question
        if what == "move":
            return self._go(who)
        if what == "coin":
            ways: list[Move] = list(self.truth.robberies(who))
            if not self.truth.rules["coin_mandatory"]:
                ways.append(Decline(who))
            return self._draw.pick(ways)
        yes = self._draw.below(2) == 1
        return Mask(who, yes) if what == "mask" else Pharaoh(who, yes)

    def _go(self, who: str) -> Move:
        near = self.truth.ahead(who)[: self._reach]
        if not near or self._draw.below(40) == 0:
            return Finish(who)
        self._slot = self._draw.pick(near)
        if self._light:
            kind = next(tile.kind for tile in self.truth.tiles if tile.place == self._slot)
            return TakeKind(who, kind)
        return Take(who, self._slot)

    def witness(self, move: Move, before: Tutankhamen, after: Tutankhamen, events: Sequence[Event]) -> list[str]:
        """Differences between the engine's position and the truth after `move`."""
        if isinstance(move, ClearKind):
            self._told += 1
        elif isinstance(move, TakeKind):
            self.truth.tell(Take(move.by, self._slot))
        elif not isinstance(move, Cleared):
            self.truth.tell(move)
        wrong = []
        for who in self._seats:
            gained = after.points[who] - before.points[who]
            told = sum(event.points.get(who, 0) for event in events)
            if gained != told:
                wrong.append(f"{who}: {gained} points gained, {told} told")
        if after.stage == "clear":
            return wrong
        return wrong + self._compare(after)

    def _compare(self, state: Tutankhamen) -> list[str]:
        truth, wrong = self.truth, []
        asked = None if truth.question is None else truth.question
        engine = None if state.end else (state.stage, state.asked or TABLE)
        if asked != engine:
            wrong.append(f"asked {engine}, truth {asked}")
        if state.points != truth.points:
            wrong.append(f"points {state.points}, truth {truth.points}")
        if state.mask != truth.mask:
            wrong.append(f"mask {state.mask}, truth {truth.mask}")
        if set(state.scored) != truth.closed:
            wrong.append(f"scored {sorted(state.scored)}, truth {sorted(truth.closed)}")
        if not self._light and state.pos != truth.pawn:
            wrong.append(f"pawns {state.pos}, truth {truth.pawn}")
        lying = Counter((None if isinstance(t.place, int) else t.place, t.kind) for t in truth.tiles)
        for tile in state.match.ids:
            for who in self._seats:
                n = lying[(who, tile)]
                if state.held[who][tile] != n:
                    wrong.append(f"{who} holds {state.held[who][tile]} {tile}, truth {n}")
            path = lying[(None, tile)]
            if state.left[tile] != path:
                wrong.append(f"{tile}: {state.left[tile]} in the path, truth {path}")
        return wrong

    def verdict(self, state: Tutankhamen) -> list[str]:
        """Differences at the end: winners, points, components."""
        outcome = self._game.outcome(state)
        if outcome is None or self.truth.question is not None:
            return [f"over: engine {outcome is not None}, truth {self.truth.question is None}"]
        wrong = self._compare(state)
        if set(outcome.winners) != self.truth.winners():
            wrong.append(f"winners {outcome.winners}, truth {sorted(self.truth.winners())}")
        if dict(outcome.scores) != self.truth.points:
            wrong.append(f"scores {dict(outcome.scores)}, truth {self.truth.points}")
        return wrong
