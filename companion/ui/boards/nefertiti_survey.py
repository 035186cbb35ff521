"""The box survey's forms of Nefertiti: draw the squares of a half as they lie on the board, and the lines over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from companion.engine.text import TN, T, Text
from companion.games.nefertiti.components import ICONS, MOST_BID, Half
from companion.ui import fit, theme
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.boards.base import Area
from companion.ui.boards.nefertiti_drawing import COLUMNS, ROWS, Cell, HalfDrawing, LinesDrawing
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton

Say = Callable[[Text | str], str]
D = TypeVar("D", HalfDrawing, LinesDrawing)
BUTTON = 132.0
"""Width of the buttons above the squares."""


class SignKey(Touchable):
    """A key with a number or a sign of a square; it is lapis while the selected square has it."""

    def __init__(self, number: str = "", icon: str = "") -> None:
        self.number, self.icon, self.on, self.off = number, icon, False, False
        super().__init__()

    def set(self, on: bool, off: bool) -> None:
        """Show whether the square has it; `off` while no square is meant."""
        if (on, off) != (self.on, self.off):
            self.on, self.off = on, off
            self.redraw()
        self.disabled = off

    def paint(self, pen: Pen) -> None:
        fill = "surface" if self.off or self.pressed else "lapis" if self.on else "raised"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"])
        ink = "sand_3" if self.off else "sand"
        if self.icon == "COIN":
            pieces.draw_coin(pen, pen.w / 2, pen.h / 2, 11)
            return
        words = self.number or pieces.SIGNS[self.icon][0]
        pen.text(words, pen.w / 2, pen.h / 2, pieces.NUMBER, ink, "center")


class Field(Touchable):
    """The places of a half. Event `on_release` with `touch_point`; `cell_at` tells the place."""

    def __init__(self, form: Any) -> None:
        self.form = form
        super().__init__()

    def area(self, cell: Cell) -> Area:
        """Where a place lies, from the field's top left."""
        w, h = self.logical_size
        each_w, each_h = w / COLUMNS, h / ROWS
        return Area(each_w * cell[0], each_h * cell[1], each_w, each_h).inset(2)

    def parts(self) -> Sequence[Area]:
        return [self.area((column, row)) for row in range(ROWS) for column in range(COLUMNS)]

    def cell_at(self, x: float, y: float) -> Cell:
        """The place under a point."""
        w, h = self.logical_size
        column, row = int(x / w * COLUMNS), int(y / h * ROWS)
        return min(max(column, 0), COLUMNS - 1), min(max(row, 0), ROWS - 1)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "night", theme.RADIUS["card"])
        self.form.paint_field(pen, self)

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The centre of a place."""
        area = self.area(cell)
        return area.x + area.w / 2, area.y + area.h / 2


class HalfForm(Drawn, Generic[D]):
    """A half with its places to tap; what is drawn outlives the form, which is made anew when the picture turns."""

    say: Say
    half: Half
    drawing: D
    field: Field

    def prepare(self, context: Any, half: Half, drawing: D) -> None:
        """Begin with this drawing of the half. To be called before the widgets are made."""
        self.say, self.half, self.drawing = context.say, half, drawing
        self.field = Field(self)
        self.field.bind(on_release=lambda field: self.tap(field.cell_at(*field.touch_point)))

    def tap(self, cell: Cell) -> None:
        """A place was tapped."""
        raise NotImplementedError

    def paint_field(self, pen: Pen, field: Field) -> None:
        """Draw the places and what lies on them."""
        raise NotImplementedError

    def kept(self) -> tuple[str, D]:
        """What was drawn so far, and of which half."""
        return self.half.id, self.drawing

    def keep(self, kept: tuple[str, D]) -> None:
        """Go on with what another form was told, if it was about the same half."""
        half, drawing = kept
        if half == self.half.id:
            self.drawing = drawing
            self._changed()

    def _changed(self) -> None:
        self.field.redraw()
        self.redraw()

    def _button(self, text: Text, do: Callable[[], None], **looks: Any) -> PushButton:
        made = PushButton(text=self.say(text), wraps=True, text_size_limit=18, **looks)
        made.bind(on_release=lambda *_: do())
        return made


class SquaresForm(HalfForm[HalfDrawing]):
    """Tap where a square lies, then its number and signs. `done` gets the squares as the box keeps them."""

    def __init__(self, context: Any, half: Half, done: Callable[[Any], None]) -> None:
        self.prepare(context, half, HalfDrawing.of(half.squares))
        self.keys = {n: self._key(SignKey(number=str(n)), partial(self._number, n)) for n in range(MOST_BID + 1)}
        self.signs = {icon: self._key(SignKey(icon=icon), partial(self._sign, icon)) for icon in ICONS}
        self.remove = self._button(T("Take away"), self._remove, icon="cross")
        self.join = self._button(T("Neighbours"), self._join)
        self.ready = self._button(T("Ready"), lambda: done(self.drawing.answer()))
        self.ready.guard = True
        super().__init__()

    def _key(self, key: SignKey, do: Callable[[], None]) -> SignKey:
        key.bind(on_release=lambda *_: do())
        return key

    # what fingers do

    def tap(self, cell: Cell) -> None:
        """A place was tapped."""
        self.drawing.tap(cell)
        self._changed()

    def _number(self, bid: int) -> None:
        self.drawing.number(bid)
        self._changed()

    def _sign(self, icon: str) -> None:
        self.drawing.sign(icon)
        self._changed()

    def _remove(self) -> None:
        self.drawing.remove()
        self._changed()

    def _join(self) -> None:
        self.drawing.join(not self.drawing.joining)
        self._changed()

    # places

    def arrange(self) -> None:
        w, h = self.logical_size
        upright = h > w
        keys: list[Any] = [*self.keys.values(), *self.signs.values()]
        columns = 8 if upright else 4
        if upright:
            room = Area(8, h - 232, w - 16, 108)
            self.put(self.field, 8, 28, w - 16, room.y - 36)
            half = (w - 24) / 2
            spots = (Area(8, h - 116, half, 48), Area(16 + half, h - 116, half, 48), Area(8, h - 62, w - 16, 52))
        else:
            # A low form keeps its keys large enough to hit: two of the buttons stand above the squares.
            room = Area(w - 236, 2, 228, h - 62)
            self.put(self.field, 8, 54, w - 252, h - 60)
            left = w - 252 - 2 * BUTTON
            spots = (Area(left, 2, BUTTON, 48), Area(left + BUTTON + 8, 2, BUTTON, 48), Area(room.x, h - 56, 228, 50))
        wide = (room.w + 4) / columns
        high = min((room.h + 4) * columns / len(keys), 64.0)
        for i, key in enumerate(keys):
            self.put(key, room.x + wide * (i % columns), room.y + high * (i // columns), wide - 4, high - 4)
        for button, spot in zip((self.remove, self.join, self.ready), spots, strict=True):
            self.put(button, *spot)
        self._show_keys()

    def _show_keys(self) -> None:
        drawing = self.drawing
        meant = None if drawing.selected is None or drawing.joining else drawing.squares[drawing.selected]
        for n, key in self.keys.items():
            key.set(meant is not None and meant.bid == n, meant is None)
        for icon, key in self.signs.items():
            key.set(meant is not None and icon in meant.icons, meant is None)
        self.remove.kind = "off" if meant is None else "plain"
        self.join.kind = "lapis" if drawing.joining else "plain" if len(drawing.squares) > 1 else "off"
        told = bool(drawing.squares) and not drawing.open
        self.ready.kind = "primary" if told else "off"
        n = len(drawing.squares)
        words = TN("Ready: {n} square", "Ready: {n} squares", n) if told else T("Ready")
        self.ready.text = self.say(words)

    def hint(self) -> Text:
        """What to tap next."""
        drawing = self.drawing
        if drawing.joining:
            return T("Tap two squares that touch, or no longer.")
        if drawing.selected is not None and drawing.squares[drawing.selected].bid is None:
            return T("Its number and signs?")
        if drawing.open:
            return TN("{n} square has no number yet.", "{n} squares have no number yet.", drawing.open)
        if not drawing.squares:
            return T("Tap where the squares lie on the board.")
        return T("Tap the next place, or a square to change it.")

    def paint(self, pen: Pen) -> None:
        words = self.say(self.hint())
        if pen.h > pen.w:
            pen.text(words, 12, 15, pieces.short(pen, words, pen.w - 20), "sand_2", max_width=pen.w - 20)
            return
        room = pen.w - 252 - 2 * BUTTON - 24
        fitted = fit.wrapped(words, pieces.SMALL, room, 2, pen.frame)
        pen.lines(fitted, 12, 26 - fitted.height / 2, "sand_2", max_width=room)

    def paint_field(self, pen: Pen, field: Field) -> None:
        """The places, the squares on them, and lines between neighbours."""
        drawing = self.drawing
        for cell in drawing.free():
            x, y = field.middle(cell)
            pen.disc(x, y, 3, "line_strong")
        for a, b in drawing.links():
            pen.line([field.middle(a), field.middle(b)], "lit" if drawing.joining else "line_strong", 5)
        for cell, square in drawing.squares.items():
            area = field.area(cell)
            area = Area(area.x + 3, area.y + 3, area.w - 6, area.h - 6)
            chosen = cell == (drawing.first if drawing.joining else drawing.selected)
            fill = "gold_soft" if chosen else "raised" if square.bid is not None else "surface"
            line = "gold" if chosen else "lit" if square.bid is None else "line_strong"
            pen.box(*area, fill, theme.RADIUS["cell"], line, 4 if chosen else 2)
            icons = [icon for icon in ICONS if icon in square.icons]
            number = "?" if square.bid is None else str(square.bid)
            pieces.draw_square(pen, area, number, icons, "", "sand")


class LinesForm(HalfForm[LinesDrawing]):
    """Tap the squares of each line one after the other. `done` gets the lines, each a list of squares."""

    def __init__(self, context: Any, half: Half, done: Callable[[Any], None]) -> None:
        known = HalfDrawing.of(half.squares)
        lines = [list(line) for line in half.rule.lines] if half.rule is not None else []
        cells = {square.id: cell for cell, square in known.squares.items()}
        self.prepare(context, half, LinesDrawing(cells, lines))
        self.squares = {square.id: square for square in half.squares}
        self.add = self._button(T("Add this line"), self._add)
        self.undo = self._button(T("Undo"), self._undo, icon="undo")
        self.ready = self._button(T("Ready"), lambda: done([list(line) for line in self.drawing.lines]))
        self.ready.guard = True
        super().__init__()

    def tap(self, cell: Cell) -> None:
        """A place was tapped."""
        for square, at in self.drawing.cells.items():
            if at == cell:
                self.drawing.tap(square)
        self._changed()

    def _add(self) -> None:
        self.drawing.add()
        self._changed()

    def _undo(self) -> None:
        self.drawing.undo()
        self._changed()

    def arrange(self) -> None:
        w, h = self.logical_size
        drawing = self.drawing
        if h > w:
            self.put(self.field, 8, 28, w - 16, h - 28 - 124)
            half = (w - 24) / 2
            spots = (Area(8, h - 116, half, 52), Area(16 + half, h - 116, half, 52), Area(8, h - 58, w - 16, 52))
        else:
            self.put(self.field, 8, 28, w - 252, h - 36)
            left = w - 236
            spots = (Area(left, h - 172, 228, 52), Area(left, h - 114, 228, 52), Area(left, h - 58, 228, 52))
        self.add.kind = "lapis" if len(drawing.open) > 1 else "off"
        self.undo.kind = "plain" if drawing.open or drawing.lines else "off"
        self.ready.kind = "primary" if drawing.lines and not drawing.open else "off"
        n = len(drawing.lines)
        self.ready.text = self.say(TN("Ready: {n} line", "Ready: {n} lines", n) if n else T("Ready"))
        for button, spot in zip((self.add, self.undo, self.ready), spots, strict=True):
            self.put(button, *spot)

    def paint(self, pen: Pen) -> None:
        room = (pen.w if pen.h > pen.w else pen.w - 244) - 20
        words = self.say(T("Tap the squares of one line, then add it."))
        pen.text(words, 12, 15, pieces.short(pen, words, room), "sand_2", max_width=room)

    def paint_field(self, pen: Pen, field: Field) -> None:
        """The squares, the finished lines over them, and the one being tapped."""
        drawing = self.drawing
        for square, cell in drawing.cells.items():
            area = field.area(cell).inset(3)
            chosen = square in drawing.open
            pen.box(*area, "gold_soft" if chosen else "raised", theme.RADIUS["cell"], "gold" if chosen else "lit", 3)
        for line in drawing.lines:
            pen.line(
                [field.middle(drawing.cells[square]) for square in line if square in drawing.cells], "lapis_light", 4
            )
        if len(drawing.open) > 1:
            pen.line([field.middle(drawing.cells[square]) for square in drawing.open], "gold", 6)
        for square, cell in drawing.cells.items():
            known = self.squares[square]
            pieces.draw_square(pen, field.area(cell).inset(3), str(known.bid), known.icons, "", "sand")
