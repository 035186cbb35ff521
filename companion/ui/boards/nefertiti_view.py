"""The markets of Nefertiti: three side by side, or upright one below its tabs (design 4.5, 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.game import TABLE, Decision
from companion.engine.text import Text
from companion.games.nefertiti.components import PLACES
from companion.games.nefertiti.state import Nefertiti
from companion.ui import theme
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.boards import nefertiti_reading as reading
from companion.ui.boards.base import PLAIN, Area, BoardView, Marks
from companion.ui.boards.nefertiti_desk import Desk
from companion.ui.boards.nefertiti_market import MarketPaint
from companion.ui.boards.nefertiti_places import Column, Places
from companion.ui.boards.nefertiti_progress import progress
from companion.ui.boards.nefertiti_reading import MarketLook, SquareLook
from companion.ui.layout import Frame, Rect, place
from companion.ui.pen import Pen
from companion.ui.table import asking
from companion.ui.widgets.base import ASIDE, Touchable

MARKS = ("refused", "selected", "lit", "reasons", "counted", "fresh")


def _nothing(pen: Pen) -> None:
    """Paints a market that is not shown."""


class Tab(Touchable):
    """A market of which only the name shows: a tap brings it below."""

    def __init__(self, view: MarketsView, index: int) -> None:
        self.view, self.index = view, index
        super().__init__(frame=view.frame, guard=True)

    def paint(self, pen: Pen) -> None:
        self.view.paint_tab(pen, self.index, self.pressed)


class AboutKey(Touchable):
    """The closing line of a market: a tap opens what there is to know about it."""

    ring_rank = ASIDE

    def paint(self, pen: Pen) -> None:
        if self.pressed:
            pen.box(0, 0, pen.w, pen.h, None, theme.RADIUS["card"], "line_strong", 2)


class MarketsView(BoardView):
    """The board of the Table screen. `looked` gives a smaller one that is only looked at."""

    def __init__(self, frame: Frame, places: Places, say: Callable[[Text | str], str], desk: Desk) -> None:
        self.lay = places
        super().__init__(frame, places.board, say)
        self.desk = desk
        self.paint = MarketPaint(self)
        self.first_row = 0
        self._drag: tuple[Any, float, int] | None = None
        self._shown: tuple[str, ...] = ()
        self._closed: tuple[str, ...] = ()
        self.placed: dict[str, Area] = {}
        self.looks: dict[str, MarketLook] = {}
        self._turn: object = None
        self.tabs = [Tab(self, i) for i in range(len(places.tabs))]
        for tab, area in zip(self.tabs, places.tabs, strict=True):
            place(tab, frame.rect(*area))
            self.add_widget(tab)
            tab.bind(on_release=lambda tab: self.choose_tab(tab.index))
        self.about = [AboutKey(frame=frame, guard=True) for _ in places.columns]
        for i, key in enumerate(self.about):
            key.bind(on_release=lambda _, i=i: self._ask_about(i))

    @property
    def shows_choices(self) -> bool:  # type: ignore[override]
        """The part beside the board offers every choice, but for few values, which have their own keys."""
        decision = self.decision
        return decision is None or not decision.forms or asking.same_values(decision) is None

    # what is shown

    def show(self, state: Nefertiti, decision: Decision | None, marks: Marks = PLAIN) -> None:
        """Draw the position; where there is room for one market, the one that is dealt with comes forward."""
        acting = reading.acting_market(state)
        if (state.n, acting) != self._turn:
            self._turn = (state.n, acting)
            self.first_row = 0
            if acting:
                self.desk.tab = acting
        super().show(state, decision, marks)

    def choose_tab(self, index: int) -> None:
        """Show another market."""
        if index < len(self._shown):
            self.desk.tab = self._shown[index]
            self.first_row = 0
            self.redraw()
        elif index < len(self._shown) + len(self._closed):
            self.dispatch("on_target", f"market:{self._closed[index - len(self._shown)]}")

    def in_turn(self) -> Iterable[str]:
        """The squares of one market after the other."""
        return (cell.target for market in self._shown for cell in self.looks[market].cells if cell is not None)

    def beyond(self) -> Sequence[str]:
        hidden = [market for market in self._shown if market not in {name for _, name in self._columns()}]
        rows = any(self._rows_hidden(column, market) for column, market in self._columns())
        return [t for t in self.signs.lit if t.startswith("square:") and (rows or t.split(":")[1][:3] in hidden)]

    def reveal(self, target: str) -> None:
        self.desk.reveal(target)
        parts = target.split(":")
        if self.state is None or len(parts) < 2:
            return
        market = parts[1][:3]
        if self.lay.tabs and market in self._shown and parts[0] in ("square", "gift", "market", "seal", "reserve"):
            self.desk.tab = market
            self.redraw()
        if parts[0] == "square" and target not in self.placed:
            self._scroll_to(target)

    def _scroll_to(self, target: str) -> None:
        for column, market in self._columns():
            squares = [cell.target if cell is not None else "" for cell in self.looks[market].cells]
            squares.append(reading.new_square(self.state, market))
            if target in squares:
                self.first_row = squares.index(target) // column.columns
                self.redraw()

    def _ask_about(self, index: int) -> None:
        columns = self._columns()
        if index < len(columns):
            self.desk.open(f"market:{columns[index][1]}")

    def _columns(self) -> list[tuple[Column, str]]:
        """The columns with the market that each shows."""
        if not self.lay.tabs:
            return list(zip(self.lay.columns, self._shown, strict=False))
        chosen = self.desk.tab if self.desk.tab in self._shown else (self._shown[0] if self._shown else "")
        return [(self.lay.columns[0], chosen)] if chosen else []

    # places

    def places(self) -> Mapping[str, Area]:
        return self.placed

    def rect_of(self, target: str) -> Rect | None:
        kind, _, market = target.partition(":")
        if kind == "market" and self.lay.tabs and market in self._closed:
            return self.frame.rect(*self.lay.tabs[len(self._shown) + self._closed.index(market)])
        return super().rect_of(target) or self.desk.find(target)

    def redraw(self) -> None:
        state: Nefertiti | None = self.state
        if state is not None:
            self._shown = reading.shown_markets(state)[: len(self.lay.tabs) or len(self.lay.columns)]
            self._closed = reading.hidden_markets(state)[: self.lay.spare(len(self._shown))]
            across = self.lay.columns[0].columns
            self.looks = {market: reading.market_look(state, market, across, self.say) for market in self._shown}
            self.placed = self._find_places(state)
            self._steer(state)
        super().redraw()
        for tab in self.tabs:
            tab.redraw()

    def _find_places(self, state: Nefertiti) -> dict[str, Area]:
        found: dict[str, Area] = {}
        lit = self.signs.lit
        for column, market in self._columns():
            cells, closing = self.cells(column, market)
            target = f"market:{market}"
            if target in lit:
                # The whole market is meant, or the table's word about it: what lies in it has no part in this.
                found[target] = closing if self.by_table(target) else column.ground
            for cell, area in cells:
                if cell is not None:
                    found[cell.target] = area
            new = reading.new_square(state, market)
            spot = self._new_area(column, market) if new in lit else None
            if spot is not None:
                found[new] = spot
            for name, area in zip(PLACES, column.gifts, strict=True):
                found[f"gift:{market}:{name}"] = area
        if not self.lay.tabs:
            free = self.lay.columns[len(self._shown) :]
            found |= {f"market:{m}": column.ground for m, column in zip(self._closed, free, strict=True)}
        return found

    def by_table(self, target: str) -> bool:
        """Whether the market is meant by the table ("closes now") beside the choices of a seat."""
        decision = self.decision
        if decision is None or len(decision.seats) != 1:
            return False
        return any(target in choice.targets and choice.move.by == TABLE for choice in decision.choices)

    def cells(self, column: Column, market: str) -> tuple[list[tuple[SquareLook | None, Area]], Area]:
        """The squares that are seen now with their places, and the closing line."""
        areas, skip, closing = self._window(column, market)
        return list(zip(self.looks[market].cells[skip:], areas, strict=False)), closing

    def _window(self, column: Column, market: str) -> tuple[tuple[Area, ...], int, Area]:
        """The places of the rows that are seen, how many squares lie above them, and the closing line."""
        count = self._count(market)
        areas, closing = column.squares(count)
        rows = column.rows_shown(count)
        hidden = max(-(-count // column.columns) - rows, 0)
        skip = min(self.first_row, hidden) * column.columns
        return areas[: min(rows * column.columns, count - skip)], skip, closing

    def _count(self, market: str) -> int:
        """How many places there are: the squares, and the key for one more."""
        look = self.looks[market]
        return len(look.cells) + (bool(look.known) and reading.new_square(self.state, market) in self.signs.lit)

    def _new_area(self, column: Column, market: str) -> Area | None:
        """Where the key for a square that is not known yet stands: after the known ones, or in their place."""
        look = self.looks[market]
        if not look.known:
            w = min(column.grid.w, 300.0)
            return Area(column.grid.x + (column.grid.w - w) / 2, column.grid.y + 24, w, 92)
        areas, skip, _ = self._window(column, market)
        index = len(look.cells) - skip
        return areas[index] if index < len(areas) else None

    def _steer(self, state: Nefertiti) -> None:
        """Where the closing lines can be tapped for more about a market."""
        columns = self._columns()
        for i, key in enumerate(self.about):
            market = columns[i][1] if i < len(columns) else ""
            if not market or f"market:{market}" in self.signs.lit or not self.touched:
                if key.parent is not None:
                    self.remove_widget(key)
                continue
            place(key, self.frame.rect(*self.cells(*columns[i])[1]))
            if key.parent is None:
                self.add_widget(key)

    # drawing

    def worn(self, target: str) -> dict[str, bool]:
        """Which of `MARKS` the target has now, and whether it is pressed."""
        worn = {name: target in getattr(self.signs, name) for name in MARKS}
        worn["pressed"] = target == self.pressed
        return worn

    def draw_moving(self, pen: Pen) -> None:
        columns = self._columns()
        for i in range(len(self.lay.columns)):
            if i >= len(columns):
                self._draw_closed(i, i - len(columns))
                continue
            column, market = columns[i]
            worn = tuple(
                (target, tuple(self.worn(target).values()))
                for target in self.placed
                if market in target.partition(":")[2][:3]
            )
            steps = progress(self.state, market, self.signs.selected)
            look = (self.looks[market], worn, steps, self.first_row, self._marked(market))
            self.parts.draw(f"market{i}", look, partial(self.paint.market, column=column, market=market, steps=steps))

    def _draw_closed(self, column: int, index: int) -> None:
        """A market that is closed, in a column that no open one needs."""
        if self.lay.tabs or self.state is None or index >= len(self._closed):
            self.parts.draw(f"market{column}", None, _nothing)
            return
        look = self._closed_look(index)
        paint = partial(self.paint.closed, area=self.lay.columns[column].ground, look=look)
        self.parts.draw(f"market{column}", look, paint)

    def _closed_look(self, index: int) -> tuple[str, int, bool]:
        """Name, reserve, and whether it is refused or a reason."""
        market = self._closed[index]
        worn = self.worn(f"market:{market}")
        return self.say(reading.named(market)), self.state.reserve[market], worn["refused"] or worn["reasons"]

    def _marked(self, market: str) -> tuple[object, ...]:
        """What else changes how a market looks: marks of its reserve and seal, where a card goes, who may close it."""
        forced = self.decision is not None and self.decision.forced
        worn = (self.worn(f"{kind}:{market}") for kind in ("reserve", "seal", "market"))
        due = reading.due_place(self.state)
        return forced, due if f":{market}:" in due else "", self.by_table(f"market:{market}"), *map(str, worn)

    def paint_tab(self, pen: Pen, index: int, pressed: bool) -> None:
        """The tab of one market: name, reserve, and how far its rule is."""
        if self.state is None or index >= len(self._shown) + len(self._closed):
            return
        if index >= len(self._shown):
            self.paint.closed(pen, Area(0, 0, pen.w, pen.h), self._closed_look(index - len(self._shown)))
            return
        market = self._shown[index]
        look = self.looks[market]
        chosen = bool(self._columns()) and self._columns()[0][1] == market
        lit = any(
            target.partition(":")[2][:3] == market and target.partition(":")[0] in ("square", "gift", "market")
            for target in self.signs.lit
        )
        fill = "surface" if chosen or pressed else "night"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], "lit" if lit else "line", 1.5)
        if chosen:
            pen.box(4, pen.h - 6, pen.w - 8, 4, "lapis_light", 2)
        style = pieces.short(pen, look.name, pen.w - 16, True)
        pen.text(look.name, 8, 17, style, "sand", max_width=pen.w - 16, may_cut=True)
        wide = pen.text(str(look.reserve), pen.w - 8, 38, pieces.LABEL_BOLD, "sand", "right")
        pieces.draw_coin(pen, pen.w - wide - 19, 38, 8)
        steps = progress(self.state, market, self.signs.selected)
        if steps.groups:
            pieces.draw_bar(pen, Area(8, 34, pen.w - wide - 44, 8), steps.groups)

    # scrolling the squares, where there are more rows than room

    def _rows_hidden(self, column: Column, market: str) -> int:
        """Rows of squares that don't fit."""
        count = self._count(market)
        return max(-(-count // column.columns) - column.rows_shown(count), 0)

    def on_touch_down(self, touch: Any) -> bool:
        if self.state is not None and self.touched and not self.disabled:
            for column, market in self._columns():
                if self._rows_hidden(column, market) and self.frame.rect(*column.grid).contains(*touch.pos):
                    self._drag = (touch, touch.y, self.first_row)
        return super().on_touch_down(touch)

    def on_touch_move(self, touch: Any) -> bool:
        if self._drag is not None and touch is self._drag[0]:
            _, start, row = self._drag
            wanted = row + int((touch.y - start) / self.frame.px(48))
            most = max(self._rows_hidden(column, market) for column, market in self._columns())
            wanted = min(max(wanted, 0), most)
            if wanted != self.first_row:
                self.first_row = wanted
                self.pressed = None
                self.redraw()
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: Any) -> bool:
        if self._drag is not None and touch is self._drag[0]:
            self._drag = None
        return super().on_touch_up(touch)
