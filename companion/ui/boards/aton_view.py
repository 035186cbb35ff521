"""The Aton board as a diagram: four temples, the Kingdom of the Dead, and the cartouches of both players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from companion.engine.text import T, Text
from companion.engine.text import seat as seat_text
from companion.ui import fit, theme
from companion.ui.boards.aton_places import CARTOUCHES, TEMPLES, Places, cartouche_target, space_target
from companion.ui.boards.aton_reading import Reading, read
from companion.ui.boards.base import Area, BoardView
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.theme import Colour, TypeStyle

SPACE_LOOKS = {"Y": "yellow", "G": "green", "K": "black", "B": "blue"}
SIGNS = {1: "scarab", 2: "minusdisc", 3: "gate", 4: "plusdisc"}
BONUS = TypeStyle("bonus", 20, True, 24)
NUMBER = TypeStyle("cartouche", 28, True, 33)
NUMBER_USED = TypeStyle("cartouche_used", 32, True, 38)


class AtonView(BoardView):
    """The board of Aton at the places given."""

    def __init__(self, frame: Frame, places: Places, say: Callable[[Text | str], str]) -> None:
        super().__init__(frame, places.area, say)
        self.table = places
        self._targets = places.targets()
        self.reading: Reading | None = None

    def places(self) -> Mapping[str, Area]:
        return self._targets

    def in_turn(self) -> Iterable[str]:
        """One temple after the other."""
        return self._targets

    def draw_moving(self, pen: Pen) -> None:
        reading = self.reading = read(self.state, self.decision)
        signs, draw = self.signs, self.parts.draw
        width = self._ring_width()
        for space, cell in self.table.cells.items():
            target = space_target(space)
            worn = (target in signs.lit, target in signs.selected, target in signs.refused, target in signs.reasons,
                    target in signs.counted, target in signs.fresh or space in reading.fresh)  # fmt: skip
            look = (reading.kinds[space], reading.board.get(space), worn, target == self.pressed,
                    width if worn[0] else 0, self._is_open(reading, space))  # fmt: skip
            draw(space, look, partial(self._space, reading=reading, space=space, cell=cell))
        for temple in TEMPLES:
            opened = self._is_open(reading, f"{temple}.01")
            area = self.table.labels[temple]
            leads = opened and bool(signs.scoring)
            words = self._lead(pen, reading, temple, area.w) if leads else self.say(reading.labels[temple])
            draw(f"label{temple}", (words, opened), partial(_label, area=area, words=words, bold=opened))
        rings = tuple("dead" in worn for worn in (signs.lit, signs.counted, signs.reasons, signs.refused, signs.fresh))
        draw("dead", (tuple(reading.dead.items()), rings), partial(self._dead, reading=reading))
        for seat, (x, y) in self.table.seat_discs.items():
            draw(f"disc{seat}", None, partial(_disc, seat=seat, x=x, y=y))
        if self.table.cartouches:
            for seat in reading.seats:
                for number in CARTOUCHES:
                    self._cartouche(reading, seat, number)

    def _lead(self, pen: Pen, reading: Reading, temple: int, room: float) -> str:
        """Who leads in a temple, by a shorter name where the numbers would have no room."""

        def short(seat: str, letters: int) -> str:
            return fit.short_name(self.say(T("{who}", who=seat_text(seat))), letters)

        for letters in (fit.NAME_LETTERS, 9, 7, 5, 3):
            words = self.say(reading.lead(temple, partial(short, letters=letters)))
            if pen.measure(words, _label_style(True)) <= room:
                break
        return words

    # spaces

    def _space(self, pen: Pen, reading: Reading, space: str, cell: Area) -> None:
        signs, target = self.signs, space_target(space)
        scale = self.table.scale
        kind = reading.kinds[space]
        look = theme.SPACES[SPACE_LOOKS.get(kind, "bonus")]
        seat = reading.board.get(space)
        cx, cy = cell.x + cell.w / 2, cell.y + cell.h / 2
        if target in signs.refused:
            _box(pen, cx, cy, 52 * scale, "bad_soft", 10 * scale, "bad", 4)
            pen.icon("cross", cx, cy, 30 * scale, "bad")
            return
        if target == self.pressed:
            _box(pen, cx, cy, 48 * scale, "raised", 9 * scale)
        if target in signs.counted:
            _box(pen, cx, cy, 48 * scale, look.bright, 9 * scale, "lit", 3)
            self._content(pen, seat, kind, cx, cy, 16, theme.colour("gold_ink"))
            return
        lit = target in signs.lit
        if lit and seat is None:
            width = self._ring_width()
            _box(pen, cx, cy, 48 * scale, "night", 9 * scale, "lit", width)
            _box(pen, cx, cy, 38 * scale, look.bright, 4 * scale)
            self._content(pen, None, kind, cx, cy, 17, theme.colour("gold_ink"))
        elif seat is not None:
            edge = theme.over(theme.colour(look.bright, 0.75), look.dim)
            _box(pen, cx, cy, 44 * scale, look.dim, 6 * scale, edge, 2)
            if lit:
                _box(pen, cx, cy, 48 * scale, None, 9 * scale, "lit", self._ring_width())
            self._content(pen, seat, kind, cx, cy, 17, look.bright)
            if space in reading.fresh or target in signs.fresh:
                pen.disc(cx, cy, 22.5 * scale, None, "sand", 3)
        elif target in signs.fresh:
            _box(pen, cx, cy, 48 * scale, look.dim, 9 * scale, "sand", 3)
            self._content(pen, None, kind, cx, cy, 17, look.bright)
        else:
            _box(pen, cx, cy, 44 * scale, look.dim, 6 * scale)
            strength = 1.0 if self._is_open(reading, space) else 0.72
            ink = theme.over(theme.colour(look.bright, strength), look.dim)
            self._content(pen, None, kind, cx, cy, 17, ink)
        if target in signs.reasons:
            _box(pen, cx, cy, 50 * scale, None, 9 * scale, "bad", 4)
        if target in signs.selected:
            _box(pen, cx, cy, 50 * scale, None, 9 * scale, "gold", 4)

    def _ring_width(self) -> float:
        spaces = sum(1 for space in self.table.cells if space_target(space) in self.signs.lit)
        whole = len(self.table.cells)
        return 1.5 if spaces == whole else 2 if spaces > whole / 2 else 3

    def _is_open(self, reading: Reading, space: str) -> bool:
        if self.signs.scoring:
            return self.signs.scoring == f"temple{space[0]}"
        if self.decision is None:
            return True
        return int(space[0]) in reading.open_temples

    def _content(self, pen: Pen, seat: str | None, kind: str, cx: float, cy: float, radius: float, ink: Colour) -> None:
        scale = self.table.scale
        if seat is not None:
            pen.seat_disc(seat, cx, cy, radius * scale)
        else:
            draw_mark(pen, kind, cx, cy, scale, ink)

    # words and pieces around them

    def _dead(self, pen: Pen, reading: Reading) -> None:
        area = self.table.dead
        signs = self.signs
        pen.box(*area, "night", 8, "line", 1.5)
        label = fit.balanced(self.say(reading.dead_label), "small", self.table.dead_first - area.x - 16, 2, self.frame)
        top = area.y + (area.h - len(label.lines) * 18) / 2
        for i, line in enumerate(label.lines):
            room = self.table.dead_first - area.x - 14
            pen.text(line, area.x + 12, top + 18 * (i + 0.5), "small", "sand_2", max_width=room)
        lying = [seat for seat in reading.dead for _ in range(reading.dead[seat])]
        count = max(reading.dead_spaces, len(lying))
        for index in range(count):
            x, y, radius = self.table.dead_disc(index, count)
            if index < len(lying):
                pen.seat_disc(lying[index], x, y, radius)
            else:
                pen.disc(x, y, radius, None, "line_strong", 1.5)
        if count > reading.dead_spaces:
            x, y, _ = self.table.dead_disc(reading.dead_spaces, count)
            half = self.table.dead_room / count / 2
            pen.line([(x - half, area.y + 5), (x - half, area.y + area.h - 5)], "sand", 2)
        if "dead" in signs.fresh:
            pen.box(*area, None, 8, "sand", 3)
        if "dead" in signs.lit or "dead" in signs.counted:
            pen.box(*area, None, 8, "lit", 3)
        if "dead" in signs.reasons or "dead" in signs.refused:
            pen.box(*area, None, 8, "bad", 4)

    def _cartouche(self, reading: Reading, seat: str, number: int) -> None:
        target = cartouche_target(seat, number)
        signs = self.signs
        used = (seat, number) in reading.in_use and self.decision is not None
        refused = target in signs.reasons or target in signs.refused
        lit = target in signs.lit or target == self.pressed
        row = reading.cards.get(seat, ())
        shown = str(row[number - 1]) if len(row) >= number else ""
        bright = seat == reading.acting or used
        fresh = target in signs.fresh
        look = (used, refused, lit, shown, bright, fresh, seat in reading.face_down)
        paint = partial(self._pill, reading=reading, seat=seat, number=number, used=used, refused=refused, lit=lit,
                        shown=shown, bright=bright, fresh=fresh)  # fmt: skip
        self.parts.draw(target, look, paint)

    def _pill(
        self, pen: Pen, reading: Reading, seat: str, number: int, used: bool, refused: bool, lit: bool, shown: str,
        bright: bool, fresh: bool,
    ) -> None:  # fmt: skip
        area = self.table.cartouches[cartouche_target(seat, number)]
        fill: Colour = "bad_soft" if refused else "raised" if used or lit else "surface"
        edge: Colour = "bad" if refused else "lit" if used or lit else "sand" if fresh else theme.seat(seat).fill
        pen.box(*area, fill, 999, edge, 4 if refused else 3 if used or lit or fresh else 2)
        sign_ink: Colour = "bad" if refused else "lit" if used else "sand_3"
        ink: Colour = "bad" if refused else "sand" if bright else "sand_2"
        style = NUMBER_USED if used else NUMBER
        cx, cy = area.x + area.w / 2, area.y + area.h / 2
        if self.table.level:
            pen.icon(SIGNS[number], area.x + 30, cy, 22, sign_ink)
            self._card(pen, reading, seat, shown, area.x + 65, cy, style, ink)
        else:
            pen.icon(SIGNS[number], cx, area.y + 21, 20, sign_ink)
            self._card(pen, reading, seat, shown, cx, area.y + 50, style, ink)

    def _card(
        self, pen: Pen, reading: Reading, seat: str, shown: str, x: float, y: float, style: TypeStyle, ink: Colour
    ) -> None:
        if shown:
            pen.text(shown, x, y, style, ink, "center")
        elif seat in reading.face_down:
            pen.box(x - 8, y - 11, 16, 22, theme.seat(seat).fill, 3, "sand", 1.5)


def _label_style(bold: bool) -> TypeStyle:
    return TypeStyle("temple", 16, bold, 19)


def _label(pen: Pen, area: Area, words: str, bold: bool) -> None:
    pen.text(words, area.x, area.y + area.h / 2, _label_style(bold), "sand" if bold else "sand_3", max_width=area.w)


def _disc(pen: Pen, seat: str, x: float, y: float) -> None:
    pen.seat_disc(seat, x, y, 17)


def _box(
    pen: Pen, cx: float, cy: float, side: float, fill: Colour | None, radius: float,
    line: Colour | None = None, width: float = 0,
) -> None:  # fmt: skip
    pen.box(cx - side / 2, cy - side / 2, side, side, fill, radius, line, width)


def draw_mark(pen: Pen, kind: str, cx: float, cy: float, scale: float, ink: Colour) -> None:
    """The mark that tells a space's kind without its colour."""
    if kind == "Y":
        for dx, dy in ((0, -6), (-6, 5), (6, 5)):
            pen.disc(cx + dx * scale, cy + dy * scale, 3 * scale, ink)
    elif kind == "G":
        for left in (-6.5, 0, 6.5):
            pen.box(cx + (left - 1.5) * scale, cy - 8 * scale, 3 * scale, 16 * scale, ink)
    elif kind == "K":
        pen.box(cx - 7 * scale, cy - 7 * scale, 14 * scale, 14 * scale, ink)
    elif kind == "B":
        for dy in (-7, 0, 7):
            pen.box(cx - 9 * scale, cy + (dy - 1.5) * scale, 18 * scale, 3 * scale, ink)
    else:
        style = TypeStyle("bonus", max(max(round(BONUS.size * scale), 19), 19), True, BONUS.line)
        pen.text(kind, cx, cy, style, ink, "center")
