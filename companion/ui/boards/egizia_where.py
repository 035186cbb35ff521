"""Where the seat to move can go, from the source to the delta, and what each stop would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Choice, Move
from companion.engine.text import TN, T, Text
from companion.engine.text import seat as seat_text
from companion.games.egizia.components import STOPS
from companion.games.egizia.forecast import does
from companion.games.egizia.moves import Place
from companion.games.egizia.names import place_name
from companion.games.egizia.riverbed import position
from companion.games.egizia.state import Egizia
from companion.ui import fit, theme
from companion.ui.boards.base import PageView
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList

NAME = TypeStyle("name", 20, True, 24)
TEXT = TypeStyle("text", 18, False, 22)
ROW = 62.0


class StopRow(Touchable):
    """A stop with what it would do; a tap selects it."""

    def __init__(self, name: str, does: str) -> None:
        self.name, self.does, self.chosen = name, does, False
        super().__init__(guard=True)

    def set(self, chosen: bool) -> None:
        """Show whether it is the selected one."""
        self.chosen = chosen
        self.redraw()

    def paint(self, pen: Pen) -> None:
        fill = "gold_soft" if self.chosen else "raised" if self.pressed else "surface"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], "gold" if self.chosen else "lit",
                3 if self.chosen else 1.5)  # fmt: skip
        name = fit.largest(self.name, (20, 18, 16), True, pen.w * 0.34 - 20, 2, pen.frame)
        pen.lines(name, 14, (pen.h - name.height) / 2, "sand", max_width=pen.w * 0.34 - 16)
        room = pen.w * 0.66 - 14
        does = fit.wrapped(self.does, TEXT, room, None, pen.frame)
        if len(does.lines) > 2:
            does = fit.wrapped(self.does, "small", room, 3, pen.frame)
        pen.lines(does, pen.w * 0.34, (pen.h - does.height) / 2, "sand_2", max_width=room)


class WhereView(PageView):
    """Every legal stop as a row. The selected one is placed by the gold button, or by a second tap."""

    sign = "next"

    def __init__(self, context: Any, act: Callable[[Move], None], close: Callable[[], None]) -> None:
        session = context.session
        self.state: Egizia = session.view
        placing = [choice for choice in session.decision.choices if isinstance(choice.move, Place)]
        self.choices: list[Choice] = sorted(placing, key=self._along)
        self.selected: Choice | None = None
        self.rows: list[StopRow] = []
        for choice in self.choices:
            place: Any = choice.move
            row = StopRow(self._name(context, choice), context.say(does(self.state, self.state.turn, place.place)))
            row.bind(on_release=lambda _, choice=choice: self.tap(choice))
            self.rows.append(row)
        self.list = ScrollList(gap=6)
        self.list.set_rows([(row, ROW) for row in self.rows])
        self.back = PushButton(text=context.say(T("Back")), icon="back", guard=True, leads_back=True)
        self.back.bind(on_release=lambda _: self.close())
        self.gold = PushButton(text=context.say(T("Place ship")), guard=True, wraps=True)
        self.gold.bind(on_release=lambda _: self._place())
        super().__init__(context, act, close)

    @property
    def sentence(self) -> Text:  # type: ignore[override]
        """Who, and how many places."""
        n, who = len(self.choices), seat_text(self.state.turn)
        return TN("{who} can place a ship in {n} way.", "{who} can place a ship in {n} ways.", n, who=who)

    @property
    def seat(self) -> str:  # type: ignore[override]
        """The seat to move."""
        return self.state.turn

    def _along(self, choice: Choice) -> tuple[int, str]:
        place: Any = choice.move
        stop, _, slot = place.place.partition(":")
        return position(self.state.facts, stop) or STOPS.index(stop), f"{slot}{place.double}"

    def _name(self, context: Any, choice: Choice) -> str:
        move: Any = choice.move
        name = str(context.say(place_name(move.place)))
        words = str(context.say(T("{place}, twice", place=place_name(move.place)))) if move.double else name
        return words[:1].upper() + words[1:]

    def tap(self, choice: Choice) -> None:
        """The first tap selects, the second one places."""
        if choice == self.selected:
            self._place()
            return
        self.selected = choice
        self.redraw()

    def _place(self) -> None:
        if self.selected is not None:
            self.act(self.selected.move)

    def arrange(self) -> None:
        w, h = self.logical_size
        for row, choice in zip(self.rows, self.choices, strict=True):
            row.set(choice == self.selected)
        self.put(self.list, 8, 8, w - 16, h - 84)
        half = (w - 24) / 2
        self.put(self.back, 8, h - 64, half, 56)
        self.gold.kind = "primary" if self.selected is not None else "off"
        self.put(self.gold, 16 + half, h - 64, half, 56)
