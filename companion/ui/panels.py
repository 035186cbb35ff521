"""The drawers of the Table screen, log and rules: they lie in the place of the decision panel, the board stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.properties import BooleanProperty

from companion.engine.help import Help, Page
from companion.engine.text import T, Text
from companion.table.log import LogEntry
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList

Say = Callable[[Text | str], str]
HEAD = 48.0


class Paragraph(Drawn):
    """Running text, as high as it needs (`paragraph_height`)."""

    def __init__(self, text: str, style: str = "label", colour: str = "sand", **properties: Any) -> None:
        self.text, self.style, self.colour = text, style, colour
        super().__init__(**properties)

    def paint(self, pen: Pen) -> None:
        pen.paragraph(self.text, 4, 4, pen.w - 8, self.style, self.colour)


def paragraph_height(text: str, style: str, width: float, frame: Any) -> float:
    """Logical height of a Paragraph of logical `width`; the scroll bar's room is left aside."""
    return fit.wrapped(text, style, width - 20, None, frame).height + 8.0


class TextRow(Touchable):
    """A line that can be tapped: words over up to `lines` lines, a seat's disc before them, marked when `chosen`."""

    chosen = BooleanProperty(False)
    shows = ("chosen",)

    def __init__(self, words: str, seat: str = "", dim: bool = False, leads: bool = False, **properties: Any) -> None:
        self.words, self.seat, self.dim, self.leads = words, seat, dim, leads
        super().__init__(**properties)

    def paint(self, pen: Pen) -> None:
        fill = "lapis_soft" if self.chosen else "raised" if self.pressed else "surface" if self.leads else None
        if fill:
            pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"])
        left = 10.0
        if self.seat:
            pen.seat_disc(self.seat, 15, 22, 10)
            left = 32.0
        right = 30.0 if self.leads else 6.0
        if self.leads:
            pen.icon("next", pen.w - 16, pen.h / 2, 16, "sand_3")
        fitted = fit.wrapped(self.words, "label", pen.w - left - right, None, pen.frame)
        pen.lines(fitted, left, (pen.h - fitted.height) / 2, "sand_2" if self.dim else "sand")


def row_height(words: str, width: float, frame: Any, seat: bool = False, leads: bool = False) -> float:
    """Logical height of a TextRow of logical `width`, never below a finger's."""
    inner = width - 12 - (32 if seat else 10) - (30 if leads else 6)
    return max(48.0, fit.wrapped(words, "label", inner, None, frame).height + 12.0)


class Drawer(Drawn):
    """Head with the way back (48) and a title, a list below. Event `on_back` asks whoever opened it to close it."""

    __events__ = ("on_back",)

    def __init__(self, say: Say, **properties: Any) -> None:
        self.say = say
        self.title = ""
        self.back_button = PushButton(icon="back", kind="plain", guard=True, leads_back=True)
        self.back_button.bind(on_release=lambda *_: self.go_back())
        self.list = ScrollList(gap=4, reads=True)
        self._filled: tuple[float, float] = (0.0, 0.0)
        super().__init__(**properties)

    def go_back(self) -> None:
        """One step back; out of the drawer from its first page."""
        self.dispatch("on_back")

    def on_back(self) -> None:
        """The drawer wants to be closed."""

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.back_button, 4, 4, HEAD, HEAD)
        self.put(self.list, 4, HEAD + 8, w - 8, h - HEAD - 12)
        if self._filled != (w, h):
            self._filled = (w, h)
            self.fill(w - 8)

    def fill(self, width: float) -> None:
        """Put the rows into the list, for this logical width."""
        raise NotImplementedError

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "night")
        room = pen.w - HEAD - 24
        look = fit.label(self.title, room, True, pen.frame, (20, 18))
        if look.fits:
            pen.text(self.title, HEAD + 16, 4 + HEAD / 2, look.style, "sand", max_width=room)
            return
        two = fit.balanced(self.title, theme.TypeStyle("drawer", 18, True, 21), room, 2, pen.frame)
        pen.lines(two, HEAD + 16, 4 + (HEAD - two.height) / 2, "sand", max_width=room)


class LogPanel(Drawer):
    """What has happened, the newest at the bottom and in view. Event `on_line(targets)` when a line is tapped."""

    __events__ = ("on_line",)

    def __init__(self, entries: Sequence[LogEntry], say: Say, **properties: Any) -> None:
        self.entries = tuple(entries)
        self.rows: list[TextRow] = []
        self.chosen: LogEntry | None = None
        super().__init__(say, **properties)
        self.title = say(T("Log"))

    def fill(self, width: float) -> None:
        rows: list[tuple[Any, float]] = []
        self.rows = []
        for entry in self.entries:
            words = self.say(entry.text)
            seat = entry.by if entry.by in theme.SEATS and entry.kind != "event" else ""
            row = TextRow(words, seat, dim=entry.kind == "event")
            row.bind(on_release=lambda row, entry=entry: self._tapped(row, entry))
            self.rows.append(row)
            rows.append((row, row_height(words, width, self.frame, bool(seat))))
        if not rows:
            words = self.say(T("Nothing has happened yet."))
            rows.append((Paragraph(words, colour="sand_2"), paragraph_height(words, "label", width, self.frame)))
        self.list.set_rows(rows)
        self.list.offset = self.list.reach

    def _tapped(self, row: TextRow, entry: LogEntry) -> None:
        for other in self.rows:
            other.chosen = other is row
        self.chosen = entry
        self.dispatch("on_line", entry.targets)

    def on_line(self, targets: tuple[str, ...]) -> None:
        """A line was tapped; `targets` are the board places it speaks of."""


class RulesPanel(Drawer):
    """The rules in our own words: the page of the present phase first, and a list of all pages.

    `phase` or `rule` names the page it opens at; the way back leads to the list, and from there out of the drawer.
    """

    def __init__(self, pages: Help, say: Say, phase: str = "", rule: str = "", **properties: Any) -> None:
        self.help = pages
        self.trail: list[tuple[str, str]] = [("index", "")]
        if rule in pages.rules:
            self.trail.append(("rule", rule))
        elif phase in pages.phases:
            self.trail.append(("phase", phase))
        self.rows: dict[tuple[str, str], TextRow] = {}
        super().__init__(say, **properties)

    def go_back(self) -> None:
        self.trail.pop()
        if self.trail:
            self._refill()
        else:
            self.trail.append(("index", ""))
            self.dispatch("on_back")

    def open(self, kind: str, name: str) -> None:
        """Show a page: kind is index, phase, rule, item, or ruling (by its number)."""
        self.trail.append((kind, name))
        self._refill()

    def _refill(self) -> None:
        self.list.offset = 0
        self.fill(self.logical_size[0] - 8)
        self.redraw()

    def fill(self, width: float) -> None:
        kind, name = self.trail[-1]
        self.rows = {}
        rows: list[tuple[Any, float]] = []
        if kind == "index":
            self.title = self.say(T("Rules"))
            self._index(rows, width)
        elif kind == "ruling":
            ruling = self.help.rulings[int(name)]
            self.title = self.say(T("A question"))
            self._text(rows, self.say(ruling.ask), width, "gold")
            self._text(rows, self.say(ruling.answer), width)
        else:
            self._page(rows, kind, name, width)
        self.list.set_rows(rows)

    def _page(self, rows: list[tuple[Any, float]], kind: str, name: str, width: float) -> None:
        page = self._pages(kind)[name]
        self.title = self.say(page.title)
        for part in self.say(page.text).split("\n\n"):
            self._text(rows, " ".join(part.split()), width)
        if page.rule:
            self._leads(rows, "rule", page.rule, self.say(self.help.rules[page.rule].title), width)
        if kind == "phase":
            self._leads(rows, "index", "", self.say(T("All rules")), width)

    def _pages(self, kind: str) -> dict[str, Page]:
        return {"phase": self.help.phases, "rule": self.help.rules, "item": self.help.items}[kind]

    def _index(self, rows: list[tuple[Any, float]], width: float) -> None:
        for kind, heading in (("phase", T("Steps")), ("rule", T("Rules")), ("item", T("What each thing does"))):
            if self._pages(kind):
                self._text(rows, self.say(heading), width, "gold")
            for name, page in self._pages(kind).items():
                self._leads(rows, kind, name, self.say(page.title), width)
        if self.help.rulings:
            self._text(rows, self.say(T("Questions people ask")), width, "gold")
        for i, ruling in enumerate(self.help.rulings):
            self._leads(rows, "ruling", str(i), self.say(ruling.ask), width)

    def _text(self, rows: list[tuple[Any, float]], words: str, width: float, colour: str = "sand") -> None:
        rows.append((Paragraph(words, colour=colour), paragraph_height(words, "label", width, self.frame)))

    def _leads(self, rows: list[tuple[Any, float]], kind: str, name: str, words: str, width: float) -> None:
        row = TextRow(words, leads=True, guard=True)
        row.bind(on_release=lambda *_: self.open(kind, name))
        self.rows[(kind, name)] = row
        rows.append((row, row_height(words, width, self.frame, leads=True)))
