"""The whole board: its head with the clock, a page of cards, the tournament table, and what is wrong if anything is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from kivy.uix.widget import Widget

from companion.club.board import NO_TABLE, Evening
from companion.engine.text import T, Text
from companion.language import Language
from companion.ui import fit, layout
from companion.ui.club_board.card import CardView, fitting, style
from companion.ui.club_board.standings_view import StandingsView
from companion.ui.club_board.words import card_of
from companion.ui.layout import Frame, place
from companion.ui.lettering import strange
from companion.ui.pen import Pen
from companion.ui.rows import Caption, Ground
from companion.ui.widgets.base import Drawn, Touchable

HEAD = {False: 52.0, True: 84.0}
SIDE_W, SIDE_H = 258.0, 236.0
GAP = 6.0
SHAPES = {False: ((1, 1), (2, 1), (4, 2), (6, 2)), True: ((1, 1), (2, 1), (3, 1), (4, 1))}
"""How many cards a page holds and in how many columns, by whether the picture is upright; the first that holds all."""


class Look(NamedTuple):
    """What is shown. lost_since: since when there is no connection; trouble: why; starting: it is the first try."""

    evening: Evening
    club: str
    trouble: Text | None = None
    lost_since: datetime | None = None
    starting: bool = False


class Cross(Touchable):
    """Closes the board."""

    def paint(self, pen: Pen) -> None:
        pen.icon("cross", pen.w / 2, pen.h / 2, 20, "sand" if self.pressed else "sand_3")


class Head(Drawn):
    """The club, how many tables are there, which page is shown, and the time."""

    def __init__(self, face: Face, **properties: Any) -> None:
        self.face = face
        super().__init__(**properties)

    def paint(self, pen: Pen) -> None:
        face, say = self.face, self.face.said.say
        pen.box(0, 0, pen.w, pen.h, "surface")
        right = pen.w - 64
        right -= pen.text(face.time, right, 26, style(30, True), "gold", "right") + 20
        tables = face.look.evening.tables
        here = sum(table.online for table in tables)
        words = (
            say(T("Tables here: {n} of {total}", n=here, total=len(tables)))
            if tables and face.look.lost_since is None
            else ""
        )
        if face.pages > 1:
            page = f"{face.page + 1} / {face.pages}"
            words = f"{words} · {page}" if words else page
        title = say(T("Club “{club}”", club=strange(face.look.club)))
        if pen.frame.portrait:
            pen.text(words, 16, 26, style(18), "sand_2", max_width=right - 16)
            looks = (style(26, True), style(20, True), style(18, True))
            pen.text(title, 16, 62, fitting(title, pen.w - 32, pen, *looks), "sand", max_width=pen.w - 32, may_cut=True)
            return
        right -= pen.text(words, right, 26, style(18), "sand_2", "right") + 20
        pen.text(title, 16, 26, fitting(title, right - 16, pen, style(26, True), style(20, True)), "sand",
                 max_width=right - 16, may_cut=True)  # fmt: skip


class Face(Widget):
    """Shows the newest `Look`; `on_close` is called by a tap on the cross. `frame`: what it is laid out in."""

    def __init__(self, said: Language, on_close: Callable[[], None], frame: Frame | None = None, **more: Any) -> None:
        self.said = said
        self.page = 0
        self.step = 0
        """How often the page was turned: the tournament table has its own number of pages."""
        self.time = ""
        self.look = Look(Evening(), "")
        # Kept while all else is made anew: a finger may be on it.
        self.cross = Cross()
        self.cross.bind(on_release=lambda _: on_close())
        self._frame = frame
        self._now = datetime.now(UTC)
        self.cards: list[CardView] = []
        more.setdefault("size_hint", (None, None))
        super().__init__(**more)

    @property
    def frame(self) -> Frame:
        return self._frame or layout.current()

    @property
    def _shape(self) -> tuple[int, int]:
        """Cards on a page, and columns."""
        shapes = SHAPES[self.frame.portrait]
        n = len(self.look.evening.tables)
        return next((shape for shape in shapes if n <= shape[0]), shapes[-1])

    @property
    def pages(self) -> int:
        """How many pages of cards there are."""
        return max(-(-len(self.look.evening.tables) // self._shape[0]), 1)

    def show(self, look: Look, now: datetime) -> None:
        """Show this; `now` with its zone."""
        self.look, self._now = look, now
        self.time = f"{now.astimezone():%H:%M}"
        self.page = self.step % self.pages
        self.relayout()

    def turn(self) -> None:
        """Show the next page, of the cards and of the tournament table."""
        self.step += 1
        self.page = self.step % self.pages
        self.relayout()

    # laying out

    def relayout(self) -> None:
        """Draw everything anew."""
        self.clear_widgets()
        frame = self.frame
        place(self, frame.rect(0, 0, frame.w, frame.h))
        self._put(Ground("ground"), 0, 0, frame.w, frame.h)
        self._put(Head(self), 0, 0, frame.w, HEAD[frame.portrait])
        self._put(self.cross, frame.w - 56, 0, 56, 52)
        top = HEAD[frame.portrait] + self._band(HEAD[frame.portrait])
        board = StandingsView(
            self.said,
            standings=self.look.evening.standings,
            left_out=self.look.evening.left_out,
            page=self.step,
        )
        if frame.portrait:
            self.standings = self._put(board, 0, frame.h - SIDE_H, frame.w, SIDE_H)
            self._cards(GAP, top + GAP, frame.w - 2 * GAP, frame.h - SIDE_H - top - 2 * GAP)
        else:
            self.standings = self._put(board, frame.w - SIDE_W, top, SIDE_W, frame.h - top)
            self._cards(GAP, top + GAP, frame.w - SIDE_W - 2 * GAP, frame.h - top - 2 * GAP)

    def _put(self, widget: Any, x: float, y: float, w: float, h: float) -> Any:
        place(widget, self.frame.rect(x, y, w, h))
        self.add_widget(widget)
        return widget

    def _band(self, top: float) -> float:
        """What is wrong, below the head; returns how high it is."""
        words = self._wrong()
        if not words:
            return 0.0
        frame = self.frame
        fitted = fit.wrapped(words, "label", frame.w - 32, None, frame)
        self._put(Ground("bad_soft"), 0, top, frame.w, fitted.height + 12)
        self._put(Caption(words, "label", "bad", lines=len(fitted.lines) + 1), 16, top + 6, frame.w - 32, fitted.height)
        return fitted.height + 12

    def _wrong(self) -> str:
        look, said = self.look, self.said
        if look.lost_since is not None and look.evening.tables:
            since = f"{look.lost_since.astimezone():%H:%M}"
            words = T("No connection since {time}. What was known then is shown.", time=since)
            return " ".join(said.say(one) for one in (words, look.trouble) if one is not None)
        return said.say(look.trouble) if look.trouble is not None else ""

    def _cards(self, x: float, y: float, w: float, h: float) -> None:
        look, said = self.look, self.said
        self.cards = []
        tables = look.evening.tables
        if not tables:
            words = T("The broker is being called …") if look.starting else NO_TABLE
            self._put(Caption(said.say(words), "explain", "sand_2", "center", 4), x + 20, y + h / 2 - 40, w - 40, 120)
            return
        most, columns = self._shape
        rows = -(-most // columns)
        each_w, each_h = (w - GAP * (columns - 1)) / columns, (h - GAP * (rows - 1)) / rows
        lost = look.lost_since is not None
        for i, table in enumerate(tables[self.page * most : (self.page + 1) * most]):
            card = CardView(card_of(table, said, lost, self._now))
            across, down = i % columns, i // columns
            self.cards.append(self._put(card, x + (each_w + GAP) * across, y + (each_h + GAP) * down, each_w, each_h))
