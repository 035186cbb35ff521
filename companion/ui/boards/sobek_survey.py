"""Drawn hints for the survey of a Sobek box, and the form that takes down the whole score track."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.game import Question
from companion.engine.text import T, Text
from companion.games.sobek import track as tracks
from companion.ui import fit
from companion.ui.boards import sobek_cards as cards
from companion.ui.boards.base import Area
from companion.ui.boards.sobek_keys import ICONS
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton

Say = Callable[[Text | str], str]
IN_GROUP = tracks.GROUP - 1
"""Symbols between two numbers."""
PER_LINE = 5
"""Groups in a line of the drawn track."""
BIG = TypeStyle("progress", 24, True, 28)
SMALL = TypeStyle("space", 16, False, 19)


class Hint(Drawn):
    """A drawing of what to look at in the box, as large as its place. `scarabs` of a card, None where that is asked."""

    def __init__(self, question: Question, scarabs: int | None = None) -> None:
        self.question, self.scarabs = question, scarabs
        super().__init__()

    def paint(self, pen: Pen) -> None:
        kind, _, what = (self.question.picture or ("",))[0].partition(":")
        if kind == "family":
            self._goods(pen, what)
        elif kind == "power":
            self._character(pen)
        elif kind == "token":
            self._token(pen, what)
        else:
            self._group(pen, what)

    def _card(self, pen: Pen, middle: float, h: float, fill: str = "surface") -> Area:
        area = Area(middle - h * 0.34, (pen.h - h) / 2, h * 0.68, h)
        pen.box(*area, fill, h * 0.07, "line_strong", 2)
        return area

    def _goods(self, pen: Pen, family: str) -> None:
        """A card with scarabs beside one without: count the first kind."""
        h = min(pen.h - 8, pen.w * 0.6, 150)
        for middle, valued in ((pen.w / 2 - h * 0.4, True), (pen.w / 2 + h * 0.4, False)):
            area = self._card(pen, middle, h)
            cards.sign(pen, family, middle, area.y + h * 0.55, h * 0.19, faded=not valued)
            if not valued:
                continue
            pen.box(*area, None, h * 0.07, "lit", 3)
            for i in range(self.scarabs or 0):
                pen.disc(area.x + h * 0.12 + i * h * 0.13, area.y + h * 0.13, h * 0.045, "gold")
            if self.scarabs is None:
                pen.text("?", middle, area.y + h * 0.17, BIG, "gold", "center")

    def _character(self, pen: Pen) -> None:
        """A character: the border tells the goods, in the colour and by a sign in the corner."""
        h = min(pen.h - 8, pen.w * 0.8, 150)
        area = self._card(pen, pen.w / 2, h)
        inner = area.inset(h * 0.06)
        pen.box(*inner, cards.BROWN, h * 0.05)
        pen.icon("mask", pen.w / 2, area.y + h * 0.55, h * 0.4, cards.ORANGE)
        x, y, r = area.x + h * 0.15, area.y + h * 0.15, h * 0.11
        pen.disc(x, y, r, "surface", "lit", 3)
        pen.text("?", x, y, TypeStyle("hint", max(int(r * 1.2), 16), True, 20), "lit", "center")

    def _token(self, pen: Pen, token: str) -> None:
        """A round token with its sign; what is printed on it is asked for."""
        r = min(pen.h / 2 - 4, pen.w / 4, 64)
        for middle, back in ((pen.w / 2 - r * 1.1, True), (pen.w / 2 + r * 1.1, False)):
            pen.disc(middle, pen.h / 2, r, "surface" if back else "raised", "line_strong" if back else "lit", 3)
            if back:
                size = max(int(r * 0.9), 16)
                pen.text("?", middle, pen.h / 2, TypeStyle("back", size, True, size), "sand_3", "center")
            else:
                pen.icon(ICONS.get(token.partition(".")[0], "button"), middle, pen.h / 2, r, "sand")

    def _group(self, pen: Pen, symbol: str) -> None:
        """A piece of the track: a number, the four symbols after it, the next number."""
        pitch = min(pen.w / 6, pen.h, 60)
        left, y = (pen.w - pitch * 6) / 2, (pen.h - pitch) / 2
        for i in range(6):
            x = left + pitch * i
            sign = tracks.DEFAULT[i]
            wanted = sign == symbol or (not symbol and sign in tracks.SYMBOLS)
            pen.box(x + 2, y + 2, pitch - 4, pitch - 4, "surface", 6, "lit" if wanted else "line", 3 if wanted else 1.5)
            mid = TypeStyle("space", max(int(pitch * 0.36), 16), True, 20)
            if sign == tracks.NUMBER:
                pen.text(str(i), x + pitch / 2, y + pitch / 2, mid, "sand_2", "center")
            else:
                draw_symbol(pen, sign, x + pitch / 2, y + pitch / 2, pitch * 0.26, "sand" if wanted else "sand_3")


def draw_symbol(pen: Pen, symbol: str, cx: float, cy: float, r: float, ink: str) -> None:
    """A symbol of the track: the ankh drawn, the others by their letter, for nobody knows their pictures."""
    if symbol == "ANKH":
        width = max(r * 0.24, 1.5)
        pen.disc(cx, cy - r * 0.5, r * 0.46, None, ink, width)
        pen.line([(cx, cy), (cx, cy + r)], ink, width)
        pen.line([(cx - r * 0.6, cy + r * 0.16), (cx + r * 0.6, cy + r * 0.16)], ink, width)
        return
    size = max(int(r * 1.5), 16)
    pen.text(symbol, cx, cy, TypeStyle("symbol", size, True, size + 3), ink, "center")


class TrackForm(Drawn):
    """The whole track, group by group: a tap a symbol, or one for "as the group before". `done` gets 100 signs."""

    def __init__(self, context: Any, names: dict[str, str], done: Callable[[Any], None]) -> None:
        self.say: Say = context.say
        self.done = done
        self.laid: list[str] = []
        self.told: list[int] = []
        """How many symbols were told before each tap: what undo goes back to."""
        self.keys: dict[str, PushButton] = {}
        for symbol in tracks.SYMBOLS:
            name = self.say(T("Ankh")) if symbol == "ANKH" else names.get(symbol) or symbol
            key = PushButton(text=name, wraps=True)
            key.bind(on_release=lambda _, symbol=symbol: self.lay((symbol,)))
            self.keys[symbol] = key
        self.same = self._button(T("As the group before"), self._repeat, "lapis")
        self.undo = self._button(T("Undo"), self._take_back, "plain", "undo")
        self.ready = self._button(T("That is our track"), self._finish, "primary")
        super().__init__()

    def _button(self, text: Text, do: Callable[[], None], kind: str, icon: str = "") -> PushButton:
        made = PushButton(text=self.say(text), kind=kind, icon=icon, wraps=True)
        made.bind(on_release=lambda *_: do())
        return made

    # what is told

    @property
    def total(self) -> int:
        """Symbols of the whole track."""
        return tracks.SPACES // tracks.GROUP * IN_GROUP

    @property
    def complete(self) -> bool:
        """Whether every space is told."""
        return len(self.laid) == self.total

    @property
    def track(self) -> list[str]:
        """The hundred signs, as far as they are told."""
        groups = [self.laid[i : i + IN_GROUP] for i in range(0, len(self.laid), IN_GROUP)]
        return [sign for group in groups for sign in (tracks.NUMBER, *group)]

    def kept(self) -> tuple[list[str], list[int]]:
        """What was tapped in, for the form that takes the place of this one."""
        return self.laid, self.told

    def keep(self, kept: tuple[list[str], list[int]]) -> None:
        """Go on with what was tapped in before the picture turned."""
        self.laid, self.told = kept
        self.redraw()

    def lay(self, symbols: Sequence[str]) -> None:
        """The next spaces carry these symbols."""
        if len(self.laid) + len(symbols) <= self.total:
            self.told.append(len(self.laid))
            self.laid += symbols
            self.redraw()

    def _repeat(self) -> None:
        if self._may_repeat:
            self.lay(tuple(self.laid[-IN_GROUP:]))

    @property
    def _may_repeat(self) -> bool:
        return bool(self.laid) and len(self.laid) % IN_GROUP == 0 and not self.complete

    def _take_back(self) -> None:
        if self.told:
            del self.laid[self.told.pop() :]
            self.redraw()

    def _finish(self) -> None:
        if self.complete:
            self.done(self.track)

    # places

    def arrange(self) -> None:
        w, h = self.logical_size
        upright = h > w
        foot = 120.0 if not upright else 176.0
        each = (w - 16 + 8) / IN_GROUP
        for i, key in enumerate(self.keys.values()):
            key.kind = "off" if self.complete else "plain"
            self.put(key, 8 + each * i, h - foot, each - 8, 56)
        self.same.kind = "lapis" if self._may_repeat else "off"
        self.undo.kind = "plain" if self.told else "off"
        self.ready.kind = "primary" if self.complete else "off"
        if upright:
            self.put(self.same, 8, h - 112, w - 16, 52)
            self.put(self.undo, 8, h - 56, 150, 52)
            self.put(self.ready, 166, h - 56, w - 174, 52)
        else:
            third = (w - 32) / 3
            self.put(self.undo, 8, h - 56, third, 52)
            self.put(self.same, 16 + third, h - 56, third, 52)
            self.put(self.ready, 24 + 2 * third, h - 56, third, 52)

    def paint(self, pen: Pen) -> None:
        n = len(self.laid)
        foot = 128.0 if pen.h <= pen.w else 184.0
        at = n // IN_GROUP * tracks.GROUP + n % IN_GROUP + 1
        words = self.say(T("Which symbol is on space {n}?", n=at) if not self.complete else T("All spaces are told."))
        line = fit.label(words, pen.w - 130, True, pen.frame, (24, 20, 18))
        pen.text(words, 12, 22, line.style, "sand", max_width=pen.w - 130)
        pen.text(self.say(T("{n} of {all}", n=n, all=self.total)), pen.w - 12, 22, BIG, "gold", "right")
        self._draw_track(pen, Area(8, 46, pen.w - 16, pen.h - foot - 50), at)

    def _draw_track(self, pen: Pen, area: Area, at: int) -> None:
        """The track in lines of five groups; the space that is asked for is lit."""
        upright = pen.h > pen.w
        per_line = (PER_LINE if not upright else 2) * tracks.GROUP
        lines = tracks.SPACES // per_line
        pitch, step = area.w / per_line, min(area.h / lines, 60)
        told = self.track
        for space in range(tracks.SPACES):
            x, y = area.x + pitch * (space % per_line), area.y + step * (space // per_line)
            now = space == at and not self.complete
            cell = Area(x + 1, y + 1, pitch - 2, step - 2)
            number = space % tracks.GROUP == 0
            pen.box(*cell, "night" if number else "surface", 4, "lit" if now else None, 2)
            cx, cy = x + pitch / 2, y + step / 2
            if number:
                pen.text(str(space), cx, cy, SMALL, "sand_3", "center")
            elif space < len(told):
                draw_symbol(pen, told[space], cx, cy, min(step, pitch) * 0.28, "sand")
