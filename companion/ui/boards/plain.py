"""The plain board: every choice and form of any decision as a big button, and how the table should look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Choice, Decision, Game
from companion.engine.text import T
from companion.engine.text import seat as seat_text
from companion.games import find_game
from companion.ui import fit
from companion.ui.boards import board_for
from companion.ui.boards.base import PLAIN, Area, Board, BoardView, Marks
from companion.ui.layout import Rect
from companion.ui.pen import Pen
from companion.ui.table.pieces import Words
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList

ROW = 56


def choice_target(index: int) -> str:
    """The target of the button for choice `index` of the decision."""
    return f"choice:{index}"


def form_target(index: int) -> str:
    """The target of the button for form `index` of the decision."""
    return f"form:{index}"


class PlainView(BoardView):
    """A scroll list of buttons. Taps dispatch "choice:2", "form:0", "chance:" or "sheet:ID"."""

    shows_choices = True

    def __init__(self, context: Any, area: Area, game: Game[Any] | None) -> None:
        super().__init__(context.frame, area, context.say)
        self.context = context
        self.game = game
        self.buttons: dict[str, PushButton] = {}
        self.list = ScrollList(gap=8)
        inner = area.inset(8)
        rect = self.frame.rect(*inner)
        self.list.size, self.list.pos = (rect.w, rect.h), (rect.x, rect.y)
        self.add_widget(self.list)

    def places(self) -> Mapping[str, Area]:
        return {}

    def draw_moving(self, pen: Pen) -> None:
        """Nothing is drawn: the buttons are all there is."""

    def rect_of(self, target: str) -> Rect | None:
        button = self.buttons.get(target)
        if button is None:
            return None
        x, y = button.to_window(button.x, button.y)
        return Rect(round(x), round(y), round(button.width), round(button.height))

    def reveal(self, target: str) -> None:
        if target in self.buttons:
            self.list.reveal(self.buttons[target])

    def show(self, state: Any, decision: Decision | None, marks: Marks = PLAIN) -> None:
        super().show(state, decision, marks)
        self.buttons = {}
        rows: list[tuple[Any, float]] = []
        if decision is not None:
            self._offer(decision, rows)
        lines = () if self.game is None else self.game.lay_out(state)
        width = (self.area.w - 16 - 24) or 1
        for line in lines:
            words = self.say(line)
            fitted = fit.wrapped(words, "label", width, None, self.frame)
            rows.append((Words(text=words, style="label"), fitted.height + 8))
        self.list.set_rows(rows)

    def _offer(self, decision: Decision, rows: list[tuple[Any, float]]) -> None:
        if decision.chance and decision.choices:
            self._button("chance:", self.say(T("Toss for us")), "primary", rows)
        # A sheet first: with many seats it would lie below what is seen.
        session = self.context.session
        if session is not None and session.header.mode == "scorekeeper" and decision.forms:
            sheets = session.game.sheets
            for sheet_id in board_for(session.header.game).sheets:
                sheet = sheets[sheet_id]
                self._button(f"sheet:{sheet_id}", self.say(sheet.title), "plain", rows)
        for i, form in enumerate(decision.forms):
            label = T("{who}: {what}", who=seat_text(form.by), what=form.fields[0].label)
            self._button(form_target(i), self.say(label), "plain", rows)
        for i, choice in enumerate(decision.choices):
            chosen = bool(choice.targets) and self.signs.selected.issuperset(choice.targets)
            self._button(choice_target(i), self._words(choice), "lapis" if chosen else "plain", rows)

    def _words(self, choice: Choice) -> str:
        return self.say(choice.label)

    def _button(self, target: str, words: str, kind: str, rows: list[tuple[Any, float]]) -> None:
        button = PushButton(text=words, kind=kind, guard=True)
        button.bind(on_release=lambda *_: self.dispatch("on_target", target))
        self.buttons[target] = button
        rows.append((button, ROW))


@dataclass
class PlainBoard(Board):
    """The board of a game that brings none. An empty id: of a game that is only known by the session.

    `played` is the game as a record plays it (a scorekeeper), whatever is at the table.
    """

    played: Game[Any] | None = None

    def _view(self, context: Any, area: Area) -> BoardView:
        game, session = self.played, context.session
        if game is None:
            game = session.game if session is not None else find_game(self.game) if self.game else None
        return PlainView(context, area, game)

    def play_view(self, context: Any) -> BoardView:
        session = context.session
        seats = len(session.header.seats) if session is not None else 2
        return self._view(context, self.plan(context.frame, seats).board)

    def scoring_view(self, context: Any) -> BoardView:
        return self._view(context, Area(0, 130, 480, 260) if context.frame.portrait else Area(0, 94, 434, 386))

    def replay_view(self, context: Any) -> BoardView:
        return self._view(context, Area(0, 66, 480, 360) if context.frame.portrait else Area(0, 56, 372, 330))
