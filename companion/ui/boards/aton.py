"""The board of Aton on the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.uix.widget import Widget

from companion.engine.game import Choice, Decision, Move
from companion.engine.text import T, Text
from companion.games.aton import GAME
from companion.games.aton.cards import still_to_play
from companion.games.aton.moves import Bury, Exchange, Place, Ready, Remove, Thin, Unready
from companion.ui.boards import aton_places
from companion.ui.boards.aton_view import AtonView
from companion.ui.boards.base import Area, Board, BoardView, SideNote, TablePlan
from companion.ui.layout import Frame

ONE_COUNTER: dict[str, type[Place] | type[Remove] | type[Thin]] = {"place": Place, "remove": Remove, "thin": Thin}
"""What a tap on a space means in each step, also where the step is offered as a whole."""

SHORT = {Ready: T("Row lies"), Unready: T("Take back"), Exchange: T("Exchange")}


class AtonBoard(Board):
    """Temples, Kingdom and cartouches (design 4.1)."""

    def plan(self, frame: Frame, seats: int) -> TablePlan:
        usual = super().plan(frame, seats)
        if not frame.portrait:
            return usual
        places = aton_places.table_places(frame)
        below = places.area.y + places.area.h + 6
        scores = (Area(12, below, 224, 68), Area(244, below, 224, 68))
        legend = None if frame.short else Area(244, below + 69, 224, 20)
        tools_h = 54 if frame.short else 64
        tools = Area(12, frame.h - 9 - tools_h, 456, tools_h)
        drawer = Area(0, places.dead.y - 3, frame.w, frame.h - places.dead.y + 3)
        return replace(usual, board=places.area, drawer=drawer, scores=scores, legend=legend, owed=None,
                       action=Area(12, below, 456, 68), tools=tools)  # fmt: skip

    def play_view(self, context: Any) -> BoardView:
        return AtonView(context.frame, aton_places.table_places(context.frame), context.say)

    def replay_view(self, context: Any) -> BoardView:
        return self._looked_at(AtonView(context.frame, aton_places.replay_places(context.frame), context.say))

    def scoring_view(self, context: Any) -> BoardView:
        return self._looked_at(AtonView(context.frame, aton_places.scoring_places(context.frame), context.say))

    @staticmethod
    def _looked_at(view: AtonView) -> AtonView:
        view.touched = False
        return view

    def notes(self, state: Any) -> tuple[SideNote, ...]:
        return tuple(SideNote(text) for text in (*GAME.threats(state), *GAME.card_counts(state)))

    def row_note(self, state: Any, seat: str) -> Text | None:
        if state.options["show_card_counts"] == "off":
            return None
        left = still_to_play(state.sides[state.index(seat)].cards, state.facts)
        return T("{one} {two} {three} {four}", one=left[0], two=left[1], three=left[2], four=left[3])

    def short_label(self, choice: Choice) -> Text | None:
        return SHORT.get(type(choice.move))

    def attempt(self, state: Any, decision: Decision, target: str) -> Move | None:
        if len(decision.seats) != 1:
            return None
        if target == "dead":
            return Bury(decision.seats[0])
        kind, _, space = target.partition(":")
        if kind == "space" and decision.id in ONE_COUNTER:
            return ONE_COUNTER[decision.id](decision.seats[0], space)
        return None

    def sheet_entry(self, context: Any, sheet_id: str, done: Callable[[dict[str, Any]], None]) -> Widget | None:
        from companion.ui.boards.aton_sheet import SheetEntry

        return SheetEntry(context, sheet_id, done)


BOARD = AtonBoard("aton", sheets=("aton",))
