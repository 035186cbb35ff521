"""The board of Sobek on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kivy.uix.widget import Widget

from companion.engine.game import TABLE, Choice, Decision, Move, Question, Setup
from companion.engine.header import box_of
from companion.engine.text import Text
from companion.games.sobek import GAME
from companion.games.sobek.catalogue import read_catalogue
from companion.games.sobek.moves import Add, Aim, Character, Lay, LaySet, Name, Prosper, Take, Token
from companion.games.sobek.setup import SobekSetup
from companion.games.sobek.state import Sobek
from companion.ui.boards import sobek_places
from companion.ui.boards.base import Board, BoardView, TablePlan, player_names
from companion.ui.layout import Frame


class SobekBoard(Board):
    """The quay, what the seat may do, the sets (design 4.4)."""

    def __init__(self, game: str) -> None:
        super().__init__(game, sheets=("sobek",))

    def plan(self, frame: Frame, seats: int) -> TablePlan:
        table = sobek_places.places(frame, seats)
        return replace(
            super().plan(frame, seats),
            board=table.board,
            drawer=table.drawer,
            scores=(),
            legend=None,
            owed=None,
            action=table.actions[0],
            tools=table.tools,
            tools_small=not frame.portrait,
            over_board=True,
            only_way=table.only_way,
            toast=table.toast,
        )

    def play_view(self, context: Any) -> BoardView:
        from companion.ui.boards.sobek_view import SobekView

        seats = len(context.session.header.seats) if context.session is not None else 3
        return SobekView(context.frame, sobek_places.places(context.frame, seats), context.say, player_names(context))

    def replay_view(self, context: Any) -> BoardView:
        from companion.ui.boards.sobek_quiet import QuaySmall

        return QuaySmall(context.frame, context.say)

    def scoring_view(self, context: Any) -> BoardView:
        from companion.ui.boards.sobek_quiet import CountView

        session = context.session
        before = None
        if session is not None and session.n > 1:
            before = session.game.view(session.results[-2].state, None)
        return CountView(context.frame, context.say, player_names(context), before)

    def gold_label(self, state: Sobek, choice: Choice) -> Text | None:
        from companion.ui.boards.sobek_reading import say_take

        return say_take(state, choice.move.place) if isinstance(choice.move, Take) else None

    def attempt(self, state: Sobek, decision: Decision, target: str) -> Move | None:
        asked = decision.seats[0] if decision.seats else state.turn
        place = "0"
        if target.startswith("key:"):
            _, who, place, target = target.split(":", 3)
            asked = who or asked
        return _meant(state, asked, int(place), target)

    def setup_picture(self, context: Any, setup: Setup) -> Widget | None:
        from companion.ui.boards.sobek_entry import Starter

        return Starter(context, setup.first) if isinstance(setup, SobekSetup) else None

    def setup_entry(
        self, context: Any, seats: Sequence[str], options: Mapping[str, Any], box: Any, done: Callable[[Setup], None]
    ) -> Widget | None:
        from companion.ui.boards.sobek_entry import StarterForm

        return StarterForm(context, seats, done)

    def sheet_entry(self, context: Any, sheet_id: str, done: Callable[[dict[str, Any]], None]) -> Widget | None:
        from companion.ui.boards.sobek_keeper import RoundCount
        from companion.ui.boards.sobek_round_form import RoundForm

        session = context.session
        if sheet_id not in self.sheets or session is None:
            return None
        before = {standing.seat: standing.points for standing in session.game.standings(session.view)}
        count = self.counted(context, lambda: RoundCount.empty(before))
        return RoundForm(context, count, box_of(GAME, session.header), done)

    def survey_hint(self, context: Any, question: Question) -> Widget | None:
        from companion.ui.boards.sobek_survey import Hint

        if not question.picture:
            return None
        kind, _, what = question.picture[0].partition(":")
        known = kind == "family" and question.key != f"value.{what}"
        return Hint(question, read_catalogue(context.box(GAME)).families[what].value if known else None)

    def survey_form(
        self, context: Any, box: Any, question: Question, done: Callable[[Any], None]
    ) -> Widget | None:  # fmt: skip
        from companion.ui.boards.sobek_survey import TrackForm

        if question.key != "track":
            return None
        names = {symbol: str(box.value(f"symbol.{symbol}") or "") for symbol in ("B", "C", "D")}
        return TrackForm(context, names, done)


def _meant(state: Sobek, who: str, place: int, target: str) -> Move | None:
    """The move of `who` that a tap on `target` means; `place` is the one of a delivery that is laid next."""
    kind, _, what = target.partition(":")
    if kind == "quay" and what.isdigit():
        return Take(who, int(what))
    if kind == "card":
        return Lay(TABLE, place, what) if state.stage == "lay" else Add(who, what)
    if kind == "power":
        return Character(who, what)
    if kind == "family":
        return Name(who, what) if state.stage == "family" else LaySet(who, what)
    if kind == "token":
        return Token(who, what)
    if kind in ("seat", "hand", "pile"):
        return Aim(who, what)
    if kind == "set":
        owner, _, onto = what.partition(":")
        if owner != who or not onto.isdigit() or int(onto) >= len(state.sides[who].sets):
            return None
        if state.stage == "prosper":
            return Prosper(who, int(onto))
        return LaySet(who, state.sides[who].sets[int(onto)].family, int(onto))
    return None


BOARD = SobekBoard("sobek")
