"""Our own small keyboard, for names and notes: English, Hungarian, Russian letters and a page of digits."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.key import Key

LAYOUTS: dict[str, tuple[str, ...]] = {
    "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "hu": ("qwertzuiopőú", "asdfghjkléáű", "íyxcvbnmöüó"),
    "ru": ("йцукенгшщзхъ", "фывапролджэё", "ячсмитьбю"),
}
ALPHABETS: dict[str, str] = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "hu": "aábcdeéfghiíjklmnoóöőpqrstuúüűvwxyz",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
}
"""In portrait the rows are nine keys wide and follow the alphabet: no keyboard row of twelve fits at 48 px a key."""
SIGNS = ("12345", "67890", "-.'")
PROSE = ("12345", "67890", ".,:;!?", "-'()+")
"""The page of digits where sentences are typed."""
EXACT = ("1234567890", "-_.@:/+=~^", "!?#$%&*|\\;,", "'\"`()[]{}<>")
EXACT_UPRIGHT = ("123456789", "0-_.@:/+=", "!?#$%&*~^", "'\"`|\\;,()", "[]{}<>")
"""The page of digits where every sign of ASCII may be meant: a password, an address, a path."""
ENDS = ".!?"
PORTRAIT_COLUMNS = 9
LONGEST = 20


def rows(layout: str, portrait: bool, signs: bool, prose: bool = False, exact: bool = False) -> tuple[str, ...]:
    """The rows of letter keys of one page."""
    if signs and exact:
        return EXACT_UPRIGHT if portrait else EXACT
    if signs:
        return PROSE if prose else SIGNS
    if not portrait:
        return LAYOUTS[layout]
    letters = ALPHABETS[layout]
    return tuple(letters[i : i + PORTRAIT_COLUMNS] for i in range(0, len(letters), PORTRAIT_COLUMNS))


class Keyboard(Drawn):
    """Types `text` (LONGEST letters at most), the first letter of each word large. `layout` is en, hu or ru.

    Place it at full width, at least 320 high (with `lines`, the height of the field, as much higher). `hint` stands in
    the empty field. In `prose` only sentences begin with a large letter, and there are more signs; with `bare` nothing
    does, as in a search; `exact` is bare, has all signs of ASCII, and takes what is typed as it is, nothing included.
    With `hidden` dots stand for what is typed. Events: `on_confirm(text)` with the text trimmed and not empty (but for
    `exact`), and Kivy's own change of `text`.
    """

    text = StringProperty("")
    hint = StringProperty("")
    layout = StringProperty("en")
    shift = BooleanProperty(True)
    signs = BooleanProperty(False)
    longest = NumericProperty(LONGEST)
    prose = BooleanProperty(False)
    bare = BooleanProperty(False)
    exact = BooleanProperty(False)
    hidden = BooleanProperty(False)
    lines = NumericProperty(1)

    shows = ("text", "hint", "layout", "shift", "signs", "lines")
    __events__ = ("on_confirm",)

    def __init__(self, layouts: tuple[str, ...] = ("en", "hu", "ru"), **properties: Any) -> None:
        self._layouts = layouts
        self._letters: list[Key] = []
        self._page: tuple[str, ...] = ()
        self._shift = self._made("shift", icon="shift", kind="back")
        self._back = self._made("back", icon="backspace", kind="back")
        self._signs = self._made("signs", text="123", kind="back", letter=20)
        self._language = self._made("layout", icon="globe", kind="back")
        self._space = self._made("space", icon="space")
        self._ok = self._made("ok", icon="check", kind="confirm", guard=True)
        properties.setdefault("layout", layouts[0])
        super().__init__(**properties)

    def _made(self, value: str, **looks: Any) -> Key:
        key = Key(value=value, **looks)
        key.bind(on_release=lambda *_: self._typed(key))
        return key

    def key(self, value: str) -> Key:
        """The key of a small letter, or of shift, back, signs, layout, space, ok; StopIteration when not shown."""
        special = (self._shift, self._back, self._signs, self._language, self._space, self._ok)
        return next(key for key in (*self._letters, *special) if key.value == value)

    def _typed(self, key: Key) -> None:
        value = key.value
        if value == "shift":
            self.shift = not self.shift
        elif value == "signs":
            self.signs = not self.signs
        elif value == "layout":
            at = self._layouts.index(self.layout) if self.layout in self._layouts else -1
            self.layout = self._layouts[(at + 1) % len(self._layouts)]
            self.signs = False
        elif value == "back":
            self.text = self.text[:-1]
            self.shift = self._word_begins()
        elif value == "ok":
            if self.exact:
                self.dispatch("on_confirm", self.text)
            elif self.text.strip():
                self.dispatch("on_confirm", " ".join(self.text.split()))
        elif len(self.text) < self.longest:
            letter = " " if value == "space" else value.upper() if self.shift else value
            if letter == " " and not self.exact and (not self.text or self.text[-1] in (" " if self.prose else " -")):
                return
            self.text += letter
            self.shift = self._word_begins()

    def _word_begins(self) -> bool:
        """Whether the next letter is a large one."""
        if self.bare or self.exact:
            return False
        if self.prose:
            said = self.text.rstrip()
            return not said or (said != self.text and said[-1] in ENDS)
        return not self.text or self.text[-1] in " -"

    def arrange(self) -> None:
        w, h = self.logical_size
        page = rows(self.layout, w < 600, self.signs, self.prose, self.exact)
        if page != self._page:
            self._page = page
            for key in self._letters:
                self.remove_widget(key)
            self._letters = [self._made(letter) for row in page for letter in row]
        for key in self._letters:
            key.text = key.value.upper() if self.shift else key.value
            key.letter = 28 if w >= 600 else 24
        top, gap = self._field + 12.0, 4.0
        margin = 8.0 if w >= 600 else 6.0
        row_height = (h - top - 4) / (len(page) + 1)
        keys = iter(self._letters)
        columns = max(max(len(row) for row in page), 10 if w >= 600 else PORTRAIT_COLUMNS)
        pitch = (w - 2 * margin + gap) / columns
        for r, row in enumerate(page):
            left = margin + (columns - len(row)) * pitch / 2 if w >= 600 else margin
            for c in range(len(row)):
                self.put(next(keys), left + c * pitch, top + r * row_height, pitch - gap, row_height - gap)
        self._arrange_bottom(w, margin, top + len(page) * row_height, row_height - gap, gap)

    def _arrange_bottom(self, w: float, margin: float, y: float, height: float, gap: float) -> None:
        wide = (w - 2 * margin + gap) / 9
        self._signs.lit, self._shift.lit = self.signs, self.shift
        self._language.text = self.layout.upper() if w >= 600 else ""
        self._ok.kind = "confirm" if self.text.strip() or self.exact else "off"
        self._back.takes_back = bool(self.text)
        spans = (
            (self._shift, 1),
            (self._signs, 1),
            (self._language, 1),
            (self._space, 3),
            (self._back, 1),
            (self._ok, 2),
        )
        x = margin
        for key, span in spans:
            if key is self._language and len(self._layouts) < 2:
                continue
            self.put(key, x, y, wide * span - gap, height)
            x += wide * span

    @property
    def _field(self) -> float:
        """How high the field is."""
        return 52.0 if self.lines <= 1 else 16.0 + self.lines * theme.style("body").line

    def paint(self, pen: Pen) -> None:
        field = self._field
        pen.box(8, 4, pen.w - 16, field, "surface", theme.RADIUS["button"], "line_strong", theme.STROKE["normal"])
        if self.lines > 1:
            self._paint_lines(pen)
            return
        style = theme.style("decision2")
        if self.text and self.hidden:
            used = self._paint_dots(pen)
        elif self.text:
            used = pen.text(self.text, 22, 30, style, "sand", max_width=pen.w - 60)
            used += pen.measure(" ", style) if self.text.endswith(" ") else 0
        else:
            used = 0.0
            pen.text(self.hint, 34, 30, "body", "sand_3", max_width=pen.w - 60)
        pen.box(24 + used, 16, 3, 28, "gold")

    def _paint_dots(self, pen: Pen) -> float:
        """A dot for each letter, as many of the last ones as there is room for; returns how wide they are."""
        n = min(len(self.text), int((pen.w - 70) / 18))
        for i in range(n):
            pen.disc(31 + 18 * i, 30, 5, "sand")
        return 18.0 * n + 2

    def _paint_lines(self, pen: Pen) -> None:
        """What is typed, as far as the last lines of it have room; the cursor stands behind it."""
        style, room = theme.style("body"), pen.w - 52
        if not self.text:
            pen.text(self.hint, 34, 12 + style.line / 2, style, "sand_3", max_width=room)
            pen.box(24, 12, 3, style.line - 2, "gold")
            return
        shown = fit.wrapped(self.text, style, room, None, pen.frame)
        last = shown.lines[-int(self.lines) :]
        for i, line in enumerate(last):
            pen.text(line, 22, 12 + shown.style.line * (i + 0.5), shown.style, "sand")
        used = pen.measure(last[-1] + (" " if self.text.endswith(" ") else ""), shown.style)
        pen.box(24 + min(used, room), 12 + shown.style.line * (len(last) - 1), 3, shown.style.line - 2, "gold")

    def on_confirm(self, text: str) -> None:
        """The name was confirmed."""
