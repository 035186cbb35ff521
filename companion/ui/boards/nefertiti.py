"""The board of Nefertiti on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from kivy.uix.widget import Widget

from companion.engine.errors import InputError
from companion.engine.game import Decision, Move, Question, Setup
from companion.games.nefertiti import GAME
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.moves import Closes, Force, NewSquare, Place, Take
from companion.games.nefertiti.setup import NefertitiSetup
from companion.ui.boards import nefertiti_places
from companion.ui.boards.base import Board, BoardView, SideView, TablePlan, player_names
from companion.ui.boards.nefertiti_desk import Desk
from companion.ui.layout import Frame

SHEET = "nefertiti"


class NefertitiBoard(Board):
    """Three open markets, the seats, and what is asked (design 4.5)."""

    def __init__(self, game: str) -> None:
        super().__init__(game, sheets=(SHEET,))
        self._desks: WeakKeyDictionary[Any, Desk] = WeakKeyDictionary()

    def plan(self, frame: Frame, seats: int) -> TablePlan:
        usual = super().plan(frame, seats)
        places = nefertiti_places.places(frame)
        return replace(
            usual,
            board=places.board,
            drawer=places.drawer,
            scores=(),
            legend=None,
            owed=None,
            action=places.action,
            tools=places.tools,
            tools_small=True,
        )

    def play_view(self, context: Any) -> BoardView:
        from companion.ui.boards.nefertiti_view import MarketsView

        desk = self._desks[context] = Desk()
        return MarketsView(context.frame, nefertiti_places.places(context.frame), context.say, desk)

    def side_view(self, context: Any) -> SideView | None:
        from companion.ui.boards.nefertiti_side import Side

        desk = self._desks.setdefault(context, Desk())
        return Side(context.frame, nefertiti_places.places(context.frame), context.say, player_names(context), desk)

    def replay_view(self, context: Any) -> BoardView:
        from companion.ui.boards.nefertiti_quiet import MarketsSmall

        return MarketsSmall(context.frame, context.say)

    def scoring_view(self, context: Any) -> BoardView:
        from companion.ui.boards.nefertiti_quiet import CountView

        return CountView(context.frame, context.say, player_names(context))

    def attempt(self, state: Any, decision: Decision, target: str) -> Move | None:
        by = state.asked or state.turn
        kind, _, place = target.partition(":")
        if kind == "square":
            return Place(by, place)
        if kind == "gift":
            return Take(by, place.partition(":")[2])
        if kind == "market":
            if state.stage != "place":
                return Force(by, place)
            return Closes("table", place) if place in state.open else _on_closed(state, by, place)
        return None

    def setup_picture(self, context: Any, setup: Setup) -> Widget | None:
        from companion.ui.boards.nefertiti_entry import SidesPicture

        if not isinstance(setup, NefertitiSetup):
            return None
        return SidesPicture(setup, _closed(context), context.say)

    def setup_entry(
        self, context: Any, seats: Sequence[str], options: Mapping[str, Any], box: Any, done: Callable[[Setup], None]
    ) -> Widget | None:
        from companion.ui.boards.nefertiti_entry import SidesForm

        return SidesForm(context, seats, read_catalogue(box).closed_first, done)

    def sheet_entry(self, context: Any, sheet_id: str, done: Callable[[dict[str, Any]], None]) -> Widget | None:
        from companion.ui.boards.nefertiti_keeper import Counted, FinalForm

        session = context.session
        if sheet_id not in self.sheets or session is None:
            return None
        counted = self.counted(context, lambda: Counted.empty(session.header.seat_ids))
        return FinalForm(context, counted, GAME.sheets[sheet_id], session.box, done)

    def survey_hint(self, context: Any, question: Question) -> Widget | None:
        from companion.ui.boards.nefertiti_hints import hint

        return hint(context, question.picture)

    def survey_form(self, context: Any, box: Any, question: Question, done: Callable[[Any], None]) -> Widget | None:
        from companion.ui.boards.nefertiti_survey import LinesForm, SquaresForm

        _, half, what = question.key.split(".")
        try:
            known = read_catalogue(box).halves[half]
        except InputError:
            # What was stored can't be read: begin with an empty half.
            known = read_catalogue(GAME.box).halves[half]
        made = SquaresForm if what == "squares" else LinesForm
        return made(context, known, done)


def _on_closed(state: Any, by: str, market: str) -> Move:
    """A servant on a closed market, so that the rules can say why not."""
    known = state.match.of_half[state.visible[market]]
    return Place(by, known[0]) if known else NewSquare(by, market)


def _closed(context: Any) -> str:
    return read_catalogue(context.box(GAME)).closed_first


BOARD = NefertitiBoard("nefertiti")
