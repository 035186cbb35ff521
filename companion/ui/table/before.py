"""The row of the decision panel that makes dropped moves again: the next one as before, or all that still fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from companion.engine.game import Move
from companion.engine.text import T, Text, Value
from companion.table.session import Accepted, Session
from companion.ui import fit
from companion.ui.boards.base import Area
from companion.ui.table import asking
from companion.ui.theme import TypeStyle

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen
    from companion.ui.table.decide import DecidePanel

ROW = 56
GAP = 8
ALL_PART = 0.38
"""How much of the row "All as before" takes beside the next move."""
ALL_LEAST = 64
NARROW = 200


class AsBefore:
    """What the row offers now. Where the same is asked but may not be answered so any more, it says that instead."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table
        session, decision = table.session, table.decision
        self.move: Move | None = session.again
        self.anew: Move | None = session.asked_anew
        self.all = self.move is not None and session.again_ahead(2) > 1
        if decision.forced and decision.choices[0].move == self.move:
            self.move = None

    def __bool__(self) -> bool:
        return self.all or self.move is not None or self.anew is not None

    def put(self, panel: DecidePanel, area: Area) -> None:
        """Add the row to a panel. A narrow one offers the next move only.

        Where the move is not named, since there is no room, a tap only selects it: the gold button then says it.
        """
        move, anew = self.move, self.anew
        if move is None and anew is not None:
            self._offer(panel, area, self._first(self._no_longer(anew), area.w), anew)
        if move is None:
            if self.all:
                self._offer_all(panel, area)
            return
        if self.all and area.w >= NARROW:
            rest = area.w - self._width_of_all(area.w, move)
            self._offer_all(panel, Area(area.x + rest, area.y, area.w - rest, area.h))
            area = area._replace(w=rest - GAP)
        choice = next((choice for choice in self.table.decision.choices if choice.move == move), None)
        words = self._first((*self._named(move), T("As before")), area.w)
        if choice is not None and choice.consequence is not None and words == self.table.say(T("As before")):
            panel.button(area, words, lambda: panel.select((choice,)), "quiet", wraps=True)
        else:
            self._offer(panel, area, words, move)

    def _width_of_all(self, width: float, move: Move) -> float:
        """How wide "all" is beside the next move: less where the move needs the room."""
        usual = round(width * ALL_PART)
        roomy = any(self._shows(words, width - usual - GAP) for words in self._named(move))
        return usual if roomy else ALL_LEAST

    def _offer_all(self, panel: DecidePanel, area: Area) -> None:
        words = self._first((T("All as before"), T("All")), area.w)
        panel.button(area, words, lambda: all_as_before(self.table), "quiet", wraps=True)

    def _offer(self, panel: DecidePanel, area: Area, words: str, move: Move) -> None:
        def do() -> None:
            self.table.play(move)

        panel.button(area, words, do, "quiet", wraps=True)

    # words

    def told(self) -> Text | None:
        """The next dropped move at length; None where only all of them are offered."""
        if self.move is not None:
            return next(self._named(self.move))
        return None if self.anew is None else next(self._no_longer(self.anew))

    def _named(self, move: Move) -> Iterator[Text]:
        return (T("As before: {what}", what=words) for words in self._labels(move))

    def _no_longer(self, move: Move) -> Iterator[Text]:
        for words in self._labels(move):
            yield T("No longer possible: {what}", what=words)
        yield T("Not as before: why?")

    def _labels(self, move: Move) -> Iterator[Value]:
        """The move in words, the longest first; of what is typed the values alone."""
        table = self.table
        yield table.game.say_move(table.state, move)
        for choice in table.decision.choices:
            if choice.move == move:
                yield choice.label
                short = table.board_def.short_label(choice)
                if short is not None:
                    yield short
        for form in table.decision.forms:
            if asking.makes(form, move):
                yield asking.typed_in(form, move)

    def _first(self, sentences: Iterable[Text], width: float) -> str:
        """The first sentence that a button of this width can show whole, else the last."""
        last = T("As before")
        for last in sentences:
            if self._shows(last, width):
                break
        return self.table.say(last)

    def _shows(self, text: Text, width: float) -> bool:
        frame, words = self.table.frame, self.table.say(text)
        whole = fit.label(words, width - 12, False, frame).fits
        return whole or fit.balanced(words, TypeStyle("button", 16, False, 20), width - 12, 2, frame).fits


def all_as_before(table: TableScreen) -> None:
    """Make again what fits, move by move, and tell what all of it caused."""
    table.accept(lambda: _made(table.session))


def _made(session: Session) -> Accepted:
    made = session.play_again()
    return Accepted(session.n, tuple(event for accepted in made for event in accepted.events))
