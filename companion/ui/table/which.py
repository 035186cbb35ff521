"""Several moves fit what a device read: the sentence asks which one, everything else stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.game import Choice
from companion.engine.text import T
from companion.ui.table.decide import DecidePanel
from companion.ui.table.panel import Heading

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

WHICH = T("Which one?")


class WhichPanel(DecidePanel):
    """The decision as ever, with the question over it and the ring on the first candidate.

    Any act answers it or leaves it.
    """

    def __init__(self, table: TableScreen, candidates: tuple[Choice, ...]) -> None:
        super().__init__(table)
        self.candidates = candidates

    def heading(self) -> Heading | None:
        seats = {choice.move.by for choice in self.candidates} & set(self.table.state.seats)
        return Heading(WHICH, seats.pop() if len(seats) == 1 else "")

    @property
    def targets(self) -> tuple[str, ...]:
        """The lit places of the candidates, in their order."""
        return tuple(dict.fromkeys(target for choice in self.candidates for target in choice.targets))

    def ask(self) -> None:
        """Open it: the first candidate is in sight, and all of them blink once."""
        table = self.table
        table.open(self)
        if self.targets:
            table.board.reveal(self.targets[0])
            table.board.blink(frozenset(self.targets))
        self._stand_on(self.candidates[0])

    def _stand_on(self, first: Choice) -> None:
        """Put the ring on a candidate: its place, the board's own key for it, or its button."""
        table, focus = self.table, self.table.context.root.focus
        n = table.decision.choices.index(first)
        if any(focus.stand_on(target) for target in (*first.targets, f"choice:{n}", f"now:{n}")):
            return
        button = self.seat_buttons.get(first.move)
        label = self.say(first.label)
        named = (spot.widget for spot in focus.spots() if getattr(spot.widget, "text", "") == label)
        focus.stand_at(button if button is not None else next(named, None))

    def select(self, choices: tuple[Choice, ...]) -> None:
        """That was the answer; the gold button says what follows."""
        table = self.table
        panel = table.panel = DecidePanel(table)
        panel.select(choices)
