"""Setup of Tutankhamen: the path as a picture, and the form that takes down what lies on the table, a tap a tile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from secrets import choice as draw_one
from typing import Any

from companion.engine.text import T, Text, seat
from companion.games.tutankhamen.catalogue import Catalogue, Kind
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.games.tutankhamen.sight import slot_spot
from companion.ui import fit, theme
from companion.ui.boards import tutankhamen_tiles as tiles
from companion.ui.boards.base import Area
from companion.ui.boards.tutankhamen_laying import Laying
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.seat_chip import SeatChip

Say = Callable[[Text | str], str]
PER_LINE, FEWER = 12, 10
"""Tiles in a line of the picture: two lines of the check-list, or fewer where their numbers would have no room."""
TILE = "tile:"
"""What the camera calls a tile begins with this."""
READABLE = 10.0
"""The radius from which on a plate shows its number."""
NUMBER = TypeStyle("number", 16, False, 19)
LEFT = TypeStyle("left", 20, True, 24)
BIG = TypeStyle("progress", 24, True, 28)


class PathPicture(Drawn):
    """The path from the start on, all lines from left to right; places still to come are dots."""

    def __init__(self, kinds: tuple[Kind, ...], total: int, layout: Sequence[str] = (), last: bool = False) -> None:
        self.kinds, self.total, self.layout, self.last = kinds, total, tuple(layout), last
        super().__init__()

    def set(self, layout: Sequence[str]) -> None:
        """Show these tiles."""
        self.layout = tuple(layout)
        self.redraw()

    def paint(self, pen: Pen) -> None:
        looks = tiles.looks(self.kinds)
        per_line = PER_LINE if (pen.w - 28) / PER_LINE * 0.46 >= READABLE else FEWER
        lines = max(-(-self.total // per_line), 1)
        pitch = (pen.w - 28) / per_line
        step = min(pen.h / lines, pitch * 1.3)
        r = min(pitch * 0.46, step * 0.46)
        for line in range(lines):
            pen.text(str(line * per_line + 1), 22, step * (line + 0.5), NUMBER, "sand_3", "right")
        for i in range(self.total):
            x, y = 28 + pitch * (i % per_line + 0.5), step * (i // per_line + 0.5)
            if i < len(self.layout):
                tiles.draw(pen, looks[self.layout[i]], x, y, r, numbered=r >= READABLE)
                if self.last and i == len(self.layout) - 1:
                    pen.disc(x, y, r + 2, None, "sand", 2)
            else:
                pen.disc(x, y, 2, "lit" if i == len(self.layout) else "line_strong")


class KindKey(Touchable):
    """One kind with how many of it are still to come. Quick taps all count: two equal tiles may lie side by side."""

    def __init__(self, look: tiles.Look, title: str) -> None:
        self.look, self.title, self.left = look, title, -1
        super().__init__()

    def set(self, left: int) -> None:
        """Show how many are still to come."""
        if left != self.left:
            self.left = left
            self.redraw()
        self.disabled = left <= 0

    def paint(self, pen: Pen) -> None:
        gone = self.left <= 0
        fill = "gold_soft" if self.pressed else "night" if gone else "raised"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"])
        ink = "sand_3" if gone else "sand"
        if pen.h < 70:
            tiles.draw(pen, self.look, 28, pen.h / 2, 19, faded=gone)
            pen.text(f"×{self.left}", 54, pen.h / 2 - 11, LEFT, ink)
            pen.text(self.title, 54, pen.h / 2 + 13, NUMBER, ink, max_width=pen.w - 60, may_cut=True)
            return
        tiles.draw(pen, self.look, 30, pen.h / 2 - 12, 21, faded=gone)
        pen.text(f"×{self.left}", pen.w - 8, pen.h / 2 - 12, LEFT, ink, "right")
        pen.text(self.title, pen.w / 2, pen.h - 15, NUMBER, ink, "center", pen.w - 10, True)


class LayingForm(Drawn):
    """The form: keys of all kinds, the picture of what is told, undo; then who begins. `done` gets the setup."""

    def __init__(
        self, context: Any, seats: Sequence[str], laying: Laying, done: Callable[[TutankhamenSetup], None]
    ) -> None:  # fmt: skip
        self.say: Say = context.say
        self.seats, self.laying, self.done = tuple(seats), laying, done
        self.without_path = False
        self._asked_first = False
        catalogue: Catalogue = laying.catalogue
        looks = tiles.looks(catalogue.kinds)
        kinds = {kind.id: kind for kind in catalogue.kinds}
        self.keys: dict[str, KindKey] = {}
        for tile in laying.tiles:
            key = KindKey(looks[tile], self.say(tiles.title(kinds, tile)))
            key.bind(on_release=lambda _, tile=tile: self.lay(tile))
            self.keys[tile] = key
        self.picture = PathPicture(catalogue.kinds, laying.total, last=True)
        self.undo = self._button(T("Undo"), self.take_back, icon="undo")
        self.again = self._button(T("Start over"), self._clear, kind="quiet")
        self.light = self._button(T("Play without the path"), self._skip, kind="quiet")
        self.lot = self._button(T("Draw lots"), lambda: self.begin(draw_one(self.seats)), icon="dice", kind="lapis")
        self.starters: dict[str, SeatChip] = {}
        for who in seats:
            chip = SeatChip(seat=who, name=self.say(T("{who}", who=seat(who))), guard=True)
            chip.bind(on_release=lambda chip: self.begin(chip.seat))
            self.starters[who] = chip
        super().__init__()

    def _button(self, text: Text, do: Callable[[], None], **looks: Any) -> PushButton:
        made = PushButton(text=self.say(text), guard=looks.get("icon") != "undo", **looks)
        made.bind(on_release=lambda *_: do())
        return made

    # what fingers do

    def lay(self, tile: str) -> None:
        """The next slot holds `tile`."""
        if self.laying.lay(tile):
            self.redraw()

    def makes(self, seen: Mapping[str, str]) -> list[str]:
        """The next part of the path by a picture, up to the first slot that it leaves open."""
        lying = []
        for slot in range(1, self.laying.total + 1):
            label = seen.get(slot_spot(slot), "")
            if not label.startswith(TILE):
                break
            lying.append(label.removeprefix(TILE))
        return self.laying.next_part(lying)

    def fill(self, part: Sequence[str]) -> None:
        """Take over a part of the path that was read from a picture."""
        self.laying.lay_part(part)
        self.redraw()

    def take_back(self) -> None:
        """Undo the last tap; from the question who begins, back to the tiles."""
        if self.without_path:
            self.without_path = False
        else:
            self.laying.undo()
        self.redraw()

    def _clear(self) -> None:
        self.laying.clear()
        self.redraw()

    def _skip(self) -> None:
        self.without_path = True
        self.redraw()

    def begin(self, who: str) -> None:
        """`who` begins: the form is complete."""
        layout = None if self.without_path else tuple(self.laying.laid)
        self.laying.clear()
        self.done(TutankhamenSetup(layout=layout, first=who, laid_by="table"))

    @property
    def asking_first(self) -> bool:
        """Whether the tiles are told and the first player is asked for."""
        return self.without_path or self.laying.complete

    # places

    def arrange(self) -> None:
        if self.asking_first != self._asked_first:
            self._asked_first = self.asking_first
            self.clear_widgets()
        if self.asking_first:
            self._arrange_first()
        else:
            self._arrange_tiles()

    def _arrange_tiles(self) -> None:
        w, h = self.logical_size
        upright = h > w
        columns, rows = (3, -(-len(self.keys) // 3)) if upright else (-(-len(self.keys) // 3), 3)
        grid = Area(8, 56, w - 16, (h - 56) * 0.55) if upright else Area(8, 56, w - 280, h - 64)
        each_w, each_h = (grid.w + 4) / columns, (grid.h + 4) / rows
        for i, (tile, key) in enumerate(self.keys.items()):
            column, row = (i % 3, i // 3) if upright else (i // 3, i % 3)
            self.put(key, grid.x + each_w * column, grid.y + each_h * row, each_w - 4, each_h - 4)
            key.set(self.laying.left(tile))
        self.undo.kind = "plain" if self.laying.told else "off"
        self.again.kind = "quiet" if self.laying.told else "off"
        if upright:
            top = grid.y + grid.h + 8
            self.put(self.picture, 8, top, w - 16, h - top - 120)
            self.put(self.undo, 8, h - 112, (w - 24) / 2, 48)
            self.put(self.again, w / 2 + 4, h - 112, (w - 24) / 2, 48)
            self.put(self.light, 8, h - 56, w - 16, 48)
        else:
            left = w - 264
            self.put(self.picture, left, 56, 256, h - 56 - 176)
            self.put(self.undo, left, h - 168, 256, 48)
            self.put(self.again, left, h - 112, 256, 48)
            self.put(self.light, left, h - 56, 256, 48)
        self.picture.set(self.laying.laid)

    def _arrange_first(self) -> None:
        w, h = self.logical_size
        columns = 1 if h > w else 2
        buttons = [*self.starters.values(), self.lot]
        width = (w - 16 - 8 * (columns - 1)) / columns
        for i, button in enumerate(buttons):
            x, y = 8 + (i % columns) * (width + 8), 64 + (i // columns) * 72
            self.put(button, x, y, width, 64)
        self.undo.kind = "plain"
        self.put(self.undo, 8, h - 56, 256, 48)

    def paint(self, pen: Pen) -> None:
        laying = self.laying
        if self.asking_first:
            words = T("Who begins?")
            pen.text(self.say(words), 12, 28, BIG, "sand", max_width=pen.w - 24)
            return
        done = len(laying.laid)
        told = self.say(T("{n} of {all}", n=done, all=laying.total))
        right = pen.text(told, pen.w - 12, 22, BIG, "sand", "right")
        asked = self.say(T("Slot {n}, from the start on: which tile?", n=done + 1))
        line = fit.label(asked, pen.w - right - 40, True, pen.frame, (24, 20, 18))
        pen.text(asked, 12, 22, line.style, "sand", max_width=pen.w - right - 40)
        pen.box(12, 42, pen.w - 24, 6, "night", 3)
        if done:
            pen.box(12, 42, max((pen.w - 24) * done / laying.total, 6), 6, "good", 3)
