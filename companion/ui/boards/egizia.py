"""The board of Egizia on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from kivy.uix.widget import Widget

from companion.engine.game import Choice, Decision, Move, Question, Setup
from companion.ui.boards import egizia_layout, egizia_screens
from companion.ui.boards.base import Board, BoardView, Page, PageView, SideView, TablePlan, player_names
from companion.ui.boards.egizia_pages import Desk
from companion.ui.layout import Frame


class EgiziaBoard(Board):
    """The river, the building sites, the tableaus, and what is asked (design 4.6)."""

    def __init__(self, game: str) -> None:
        super().__init__(game, sheets=("egizia:feeding", "egizia:participation", "egizia:final"))
        self._desks: WeakKeyDictionary[Any, Desk] = WeakKeyDictionary()

    def plan(self, frame: Frame, seats: int) -> TablePlan:
        places = egizia_layout.places(frame)
        return replace(
            super().plan(frame, seats),
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
        from companion.ui.boards.egizia_view import EgiziaView

        desk = self._desks[context] = Desk()
        return EgiziaView(context.frame, egizia_layout.places(context.frame), context.say, desk)

    def side_view(self, context: Any) -> SideView | None:
        from companion.ui.boards.egizia_side import Side

        def incidents() -> tuple[Choice, ...]:
            session = context.session
            found: tuple[Choice, ...] = session.game.incidents(session.view)
            return found

        desk = self._desks.setdefault(context, Desk())
        places = egizia_layout.places(context.frame)
        return Side(context.frame, places, context.say, player_names(context), desk, incidents)

    def replay_view(self, context: Any) -> BoardView:
        from companion.ui.boards.egizia_quiet import RiverSmall

        return RiverSmall(context.frame, context.say, player_names(context))

    def scoring_view(self, context: Any) -> BoardView:
        from companion.ui.boards.egizia_quiet import CountView

        return CountView(context.frame, context.say, player_names(context))

    def attempt(self, state: Any, decision: Decision, target: str) -> Move | None:
        from companion.ui.boards.egizia_reading import meant

        return meant(state, decision, target)

    def pages(self, state: Any) -> tuple[Page, ...]:
        return egizia_screens.pages(state)

    def page_of(self, state: Any, decision: Decision) -> str:
        return egizia_screens.page_of(state, decision)

    def page(self, context: Any, page: str, act: Callable[[Move], None], close: Callable[[], None]) -> PageView | None:
        return egizia_screens.page(context, page, act, close)

    def sheet_entry(self, context: Any, sheet_id: str, done: Callable[[dict[str, Any]], None]) -> Widget | None:
        from companion.games.egizia import GAME
        from companion.ui.boards.egizia_entry import sheet_entry

        return sheet_entry(context, sheet_id, self, GAME.sheets, done)

    def survey_hint(self, context: Any, question: Question) -> Widget | None:
        from companion.ui.boards.egizia_hints import survey_hint

        hint: Widget | None = survey_hint(context, question)
        return hint

    def survey_form(self, context: Any, box: Any, question: Question, done: Callable[[Any], None]) -> Widget | None:
        from companion.ui.boards.egizia_survey import survey_form

        return survey_form(context, box, question, done)

    def setup_picture(self, context: Any, setup: Setup) -> Widget | None:
        from companion.ui.boards.egizia_setup import picture

        return picture(context, setup)

    def setup_entry(
        self, context: Any, seats: Sequence[str], options: Mapping[str, Any], box: Any, done: Callable[[Setup], None]
    ) -> Widget | None:
        from companion.ui.boards.egizia_setup import ChipsForm

        return ChipsForm(context, seats, done)


BOARD = EgiziaBoard("egizia")
