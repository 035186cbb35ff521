"""The path of Tutankhamen: the whole of it small, the part within reach large, and what the seat has taken."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.game import Decision
from companion.engine.text import T, Text
from companion.games.tutankhamen.state import PYRAMID, Tutankhamen
from companion.ui import theme
from companion.ui.boards import tutankhamen_overview as overview
from companion.ui.boards import tutankhamen_tiles as tiles
from companion.ui.boards.base import PLAIN, Area, BoardView, Marks
from companion.ui.boards.tutankhamen_desk import HOLDINGS, Desk, acting
from companion.ui.boards.tutankhamen_places import Places
from companion.ui.boards.tutankhamen_strip import Strip
from companion.ui.layout import Frame, place
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.button import PushButton

JUMP = 8
NUMBER = TypeStyle("slot", 16, False, 19)
COUNT = TypeStyle("count", 18, True, 22)
Paint = Callable[[Pen], None]


def _nothing(pen: Pen) -> None:
    """Paints a piece that shows nothing now."""


class PathView(BoardView):
    """The board of the Table screen. `desk` opens sheets beside it. `start` is the first slot of the window.

    While a coin tile is used, the window shows the tiles that may be taken from other seats; without a recorded path
    it shows the kinds with how many are left.
    """

    def __init__(self, frame: Frame, table: Callable[[int], Places], say: Callable[[Text | str], str], desk: Desk):
        self.lay = table
        self.table = table(0)
        super().__init__(frame, self.table.board, say)
        self.desk = desk
        self.start = 1
        self.page = 0
        self._pieces = 0
        """How many of the large cells were ever drawn."""
        self.looks: Mapping[str, tiles.Look] = {}
        self._key: object = None
        self._drag: Any = None
        self._places: dict[str, Area] = {}
        self._back = PushButton(frame=frame, icon="back")
        self._onward = PushButton(frame=frame, icon="next")
        self._back.bind(on_release=lambda *_: self.shift(-1))
        self._onward.bind(on_release=lambda *_: self.shift(1))
        self._strip = Strip(self)
        self._strip.bind(on_release=lambda *_: desk.open(HOLDINGS, acting(self.state)))
        for button, area in ((self._back, self.table.back), (self._onward, self.table.onward),
                             (self._strip, self.table.strip)):  # fmt: skip
            place(button, frame.rect(*area))
            self.add_widget(button)

    # what is shown

    def show(self, state: Tutankhamen, decision: Decision | None, marks: Marks = PLAIN) -> None:

        self.table = self.lay(state.match.length)
        self.looks = tiles.looks(state.match.kinds)
        key = (state.n, state.stage, acting(state))
        if key != self._key:
            self._key = key
            self.page = 0
            self.start = self._clamped(state, 1 + min(state.pos[acting(state)], state.match.length))
        super().show(state, decision, marks)

    @property
    def thefts(self) -> list[str]:
        """Targets of the tiles that the open coin tile may take, in the order of the choices."""
        if self.state is None or self.state.stage != "coin" or self.decision is None:
            return []
        found = [t for c in self.decision.choices for t in c.targets if t.startswith("hold:")]
        return list(dict.fromkeys(found))

    @property
    def window(self) -> int:
        """How many slots are shown large."""
        return len(self.table.cells)

    def _clamped(self, state: Tutankhamen, start: int) -> int:
        return max(1, min(start, state.match.length - self.window + 1))

    def shift(self, direction: int) -> None:
        """Move the window eight slots, or turn a page."""
        if self.state is None:
            return
        if self.thefts:
            pages = -(-len(self.thefts) // self.window)
            self.page = min(max(self.page + direction, 0), pages - 1)
        else:
            self.start = self._clamped(self.state, self.start + direction * JUMP)
        self.redraw()

    def beyond(self) -> Sequence[str]:
        state = self.state
        if state.stage != "coin" and not state.match.recorded:
            return ()
        return [target for target in self.signs.lit if target.startswith("slot:") or target in self.thefts]

    def reveal(self, target: str) -> None:
        kind, _, number = target.partition(":")
        if target in self.thefts:
            self.page = self.thefts.index(target) // self.window
            self.redraw()
        if self.state is None or kind != "slot" or not number.isdigit():
            return
        slot = int(number)
        if not self.start <= slot < self.start + self.window:
            self.start = self._clamped(self.state, slot - self.table.columns)
            self.redraw()

    # places

    def places(self) -> Mapping[str, Area]:
        return self._places

    def redraw(self) -> None:
        if self.state is not None:
            self._places = self._placed(self.state)
            self._steer(self.state)
        super().redraw()
        self._strip.redraw()

    def _placed(self, state: Tutankhamen) -> dict[str, Area]:
        table = self.table
        found = {"finish": table.pyramid}
        if state.stage == "coin":
            first = self.page * self.window
            found |= dict(zip(self.thefts[first : first + self.window], table.cells, strict=False))
        elif state.match.recorded:
            found |= {f"slot:{slot}": cell for slot, cell in self._slots(state)}
        else:
            found |= {f"set:{tile}": cell for tile, cell in zip(state.match.ids, self._kind_cells(), strict=False)}
        return found

    def _slots(self, state: Tutankhamen) -> list[tuple[int, Area]]:
        last = min(self.start + self.window - 1, state.match.length)
        return list(zip(range(self.start, last + 1), self.table.cells, strict=False))

    def _kind_cells(self) -> list[Area]:
        """Cells of the kinds without a recorded path: three of a value in a column, the special tiles last."""
        grid, columns = self.table.grid, 6 if not self.frame.portrait else 3
        rows = 3 if not self.frame.portrait else 6
        w, h = (grid.w + 3) / columns, (grid.h + 3) / rows
        cells = []
        for i in range(18):
            column, row = (i // 3, i % 3) if columns == 6 else (i % 3, i // 3)
            cells.append(Area(grid.x + w * column, grid.y + h * row, w - 3, h - 3))
        return cells

    def _steer(self, state: Tutankhamen) -> None:
        paged = len(self.thefts) > self.window
        path = state.match.recorded and state.stage != "coin"
        last = self.start + self.window > state.match.length
        pages = -(-len(self.thefts) // self.window)
        self._back.kind = "plain" if (path and self.start > 1) or (paged and self.page) else "off"
        self._onward.kind = "plain" if (path and not last) or (paged and self.page + 1 < pages) else "off"
        for button in (self._back, self._onward):
            button.opacity = 1 if path or paged else 0
            button.disabled = not (path or paged)

    # drawing

    def draw_moving(self, pen: Pen) -> None:
        state: Tutankhamen = self.state
        self._overview(state)
        pieces = self._cell_pieces(state)
        self._pieces = max(self._pieces, len(pieces))
        for i in range(self._pieces):
            look, paint = pieces[i] if i < len(pieces) else (None, _nothing)
            self.parts.draw(f"cell{i}", look, paint)
        self._window_text(pen, state)
        self._pyramid(pen, state)

    def _overview(self, state: Tutankhamen) -> None:
        """The whole path, drawn anew only when a tile went; the pawns and the window over it when they moved."""
        match, over, draw = state.match, self.table.overview, self.parts.draw
        if not match.recorded:
            draw("path", None, _nothing)
            draw("pawns", None, _nothing)
            return
        path = (match.kinds, match.length, tuple(state.path), state.mask == PYRAMID)
        draw("path", path, partial(overview.draw_path, state=state, over=over, looks=self.looks))
        window = None
        if state.stage != "coin":
            window = self.start, min(self.start + self.window - 1, match.length)
        standing = tuple((state.pos[seat], state.at_finish(seat), seat in state.gone) for seat in state.seats)
        pawns = (match.length, standing, window)
        draw("pawns", pawns, partial(overview.draw_pawns, state=state, over=over, window=window))

    def _cell_pieces(self, state: Tutankhamen) -> list[tuple[Hashable, Paint]]:
        """What the large cells show now: the look of each and how it is painted."""
        if state.stage == "coin":
            first = self.page * self.window
            found = zip(self.thefts[first : first + self.window], self.table.cells, strict=False)
            return [self._theft_piece(state, target, cell) for target, cell in found]
        if state.match.recorded:
            return [self._slot_piece(state, slot, cell) for slot, cell in self._slots(state)]
        kinds = zip(state.match.ids, self._kind_cells(), strict=False)
        return [self._kind_piece(state, tile, cell) for tile, cell in kinds]

    def _worn(self, target: str) -> tuple[bool, ...]:
        """Which marks a target wears."""
        s = self.signs
        sets = (s.lit, s.selected, s.refused, s.reasons, s.counted, s.fresh)
        return (*(target in marks for marks in sets), target == self.pressed)

    def _slot_piece(self, state: Tutankhamen, slot: int, cell: Area) -> tuple[Hashable, Paint]:
        tile = state.path[slot - 1]
        face = self._face(state, tile) if tile else tuple(seat for seat in state.seats if state.pos[seat] == slot)
        look = ("slot", slot, cell, face, self._worn(f"slot:{slot}"))
        return look, partial(self._slot, state=state, slot=slot, cell=cell)

    def _theft_piece(self, state: Tutankhamen, target: str, cell: Area) -> tuple[Hashable, Paint]:
        _, seat, tile = target.split(":")
        look = (target, cell, self._face(state, tile), state.held[seat][tile], self._worn(target))
        return look, partial(self._theft, state=state, target=target, cell=cell)

    def _kind_piece(self, state: Tutankhamen, tile: str, cell: Area) -> tuple[Hashable, Paint]:
        look = ("kind", cell, self._face(state, tile), state.left[tile], self._worn(f"set:{tile}"))
        return look, partial(self._kind, state=state, tile=tile, cell=cell)

    def _face(self, state: Tutankhamen, tile: str) -> Hashable:
        return self.looks[tile], self.say(tiles.title(state.match.kind, tile))

    def _cell(self, pen: Pen, target: str, cell: Area) -> bool:
        """The ground of a tile that can be meant; whether it steps forward."""
        signs = self.signs
        if target in signs.refused:
            pen.box(*cell, "bad_soft", 8, "bad", 4)
            return True
        if target in signs.selected:
            pen.box(*cell, "gold_soft", 8, "gold", 4)
            return True
        lit = target in signs.lit
        fill = "raised" if target == self.pressed else "surface"
        pen.box(*cell, fill, 8, "lit" if lit else None, 1.5)
        if target in signs.reasons:
            pen.box(*cell, None, 8, "bad", 4)
        elif target in signs.counted or target in signs.fresh:
            pen.box(*cell, None, 8, "sand", 2)
        return lit

    def _slot(self, pen: Pen, state: Tutankhamen, slot: int, cell: Area) -> None:
        target, tile = f"slot:{slot}", state.path[slot - 1]
        cx = cell.x + cell.w / 2
        number = cell.y + cell.h - 11
        if tile:
            forward = self._cell(pen, target, cell)
            self._tile(pen, state, target, tile, cell, forward)
            if target in self.signs.refused:
                pen.icon("cross", cell.x + cell.w - 13, cell.y + 13, 18, "bad")
            return
        here = [seat for seat in state.seats if state.pos[seat] == slot]
        if target in self.signs.refused or target in self.signs.reasons:
            pen.box(*cell, "bad_soft", 8, "bad", 4)
        else:
            pen.dashed_box(*cell, 8, "line_strong", 1.5)
        if here:
            pen.seat_disc(here[0], cx, cell.y + 36, 20)
            pen.text(str(slot), cx, number, NUMBER, "sand_2", "center")
        else:
            pen.text(str(slot), cx, cell.y + 36, NUMBER, "sand_2", "center")

    def _tile(
        self, pen: Pen, state: Tutankhamen, target: str, tile: str, cell: Area, forward: bool, r: float = 23
    ) -> None:
        cx = cell.x + cell.w / 2
        tiles.draw(pen, self.looks[tile], cx, cell.y + 57 - r, r)
        name = self.say(tiles.title(state.match.kind, tile))
        style = tiles.small_style(target in self.signs.selected)
        pen.text(name, cx, cell.y + cell.h - 13, style, "sand" if forward else "sand_3", "center", cell.w - 4, True)

    def _theft(self, pen: Pen, state: Tutankhamen, target: str, cell: Area) -> None:
        """A tile that may be taken, with the seat it lies in front of."""
        _, seat, tile = target.split(":")
        forward = self._cell(pen, target, cell)
        self._tile(pen, state, target, tile, cell, forward, 18)
        pen.seat_disc(seat, cell.x + cell.w - 11, cell.y + 11, 10)
        pen.text(f"×{state.held[seat][tile]}", cell.x + 4, cell.y + 11, tiles.small_style(True), "sand")

    def _kind(self, pen: Pen, state: Tutankhamen, tile: str, cell: Area) -> None:
        """A kind of an unrecorded path with how many of it are left."""
        target, left = f"set:{tile}", state.left[tile]
        forward = self._cell(pen, target, cell)
        name = self.say(tiles.title(state.match.kind, tile))
        ink = "sand" if forward else "sand_3"
        if cell.h < 70:
            middle = cell.y + cell.h / 2
            tiles.draw(pen, self.looks[tile], cell.x + 27, middle, 20, faded=not left)
            pen.text(f"×{left}", cell.x + 54, middle - 11, COUNT, ink)
            pen.text(name, cell.x + 54, middle + 12, NUMBER, ink, max_width=cell.w - 60, may_cut=True)
            return
        middle = cell.y + 27
        tiles.draw(pen, self.looks[tile], cell.x + 27, middle, 20, faded=not left)
        pen.text(f"×{left}", cell.x + cell.w - 8, middle, COUNT, ink, "right")
        pen.text(name, cell.x + cell.w / 2, cell.y + cell.h - 15, NUMBER, ink, "center", cell.w - 12, True)

    def _window_text(self, pen: Pen, state: Tutankhamen) -> None:
        table = self.table
        left, right = table.back.x + table.back.w + 6, (table.onward if self._onward.opacity else table.pyramid).x - 6
        y = table.back.y + table.back.h / 2
        if state.stage == "coin":
            words = T("Whose tile?")
        elif not state.match.recorded:
            words = T("{n} tiles left", n=sum(state.left.values()))
        else:
            last = min(self.start + self.window - 1, state.match.length)
            words = T("slots {first}–{last} of {n}", first=self.start, last=last, n=state.match.length)
        if not state.match.recorded:
            left = table.back.x + 6
            for seat in state.seats:
                if not state.at_finish(seat):
                    pen.seat_disc(seat, left + 9, y, 9)
                    left += 21
        shown = self.say(words)
        if state.stage != "coin" and pen.measure(shown, NUMBER) > right - left:
            # A number that was cut would be read as another one.
            last = min(self.start + self.window - 1, state.match.length)
            shown = f"{self.start}–{last}" if state.match.recorded else f"×{sum(state.left.values())}"
        pen.text(shown, (left + right) / 2, y, NUMBER, "sand_2", "center", right - left, True)

    def _pyramid(self, pen: Pen, state: Tutankhamen) -> None:
        area, signs = self.table.pyramid, self.signs
        lit, chosen, refused = ("finish" in marks for marks in (signs.lit, signs.selected, signs.refused))
        masked = state.mask == PYRAMID
        words = self.say(T("To the pyramid: mask") if masked else T("To the pyramid"))
        fill = "bad_soft" if refused else "gold_soft" if chosen else "surface" if self.pressed == "finish" else "raised"
        pen.box(*area, fill, theme.RADIUS["button"])
        if refused or chosen or lit:
            edge, width = ("bad", 4) if refused else ("gold", 4) if chosen else ("lit", 1.5)
            pen.box(*area, None, theme.RADIUS["button"], edge, width)
        ink = "sand" if lit or chosen or refused else "sand_3"
        for size in (20, 18, 16):
            style = TypeStyle("pyramid", size, False, size + 4)
            if pen.measure(words, style) <= area.w - 16:
                break
        pen.text(words, area.x + area.w / 2, area.y + area.h / 2, style, ink, "center", area.w - 16)

    # dragging the window over the overview

    def on_touch_down(self, touch: Any) -> bool:
        over = self.frame.rect(*self.table.overview.area)
        if self._drag is None and self._draggable() and over.contains(*touch.pos) and self.collide_point(*touch.pos):
            touch.grab(self)
            self._drag = touch
            self._follow(touch)
            return True
        return super().on_touch_down(touch)

    def on_touch_move(self, touch: Any) -> bool:
        if touch is self._drag:
            if touch.grab_current is self:
                self._follow(touch)
            return True
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: Any) -> bool:
        if touch is self._drag:
            if touch.grab_current is self:
                touch.ungrab(self)
                self._drag = None
            return True
        return super().on_touch_up(touch)

    def _draggable(self) -> bool:
        return self.state is not None and self.state.match.recorded and self.state.stage != "coin" and not self.disabled

    def _follow(self, touch: Any) -> None:
        slot = self.table.overview.slot_at(*self.frame.logical_point(*touch.pos))
        start = self._clamped(self.state, slot - self.window // 4)
        if start != self.start:
            self.start = start
            self.redraw()
