"""Privacy: what one seat alone may see, only while its thumb rests on the circle (design 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.engine.text import T, Text, seat
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.table.secrets import Secret
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.hold_circle import HoldCircle
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.side_by_side import SideBySide

ROW = 68
GAP = 8


class SecretRow(Touchable):
    """A choice: one tap of the second hand makes it."""

    text = StringProperty("")

    shows = ("text",)

    def paint(self, pen: Pen) -> None:
        line = "lapis_light" if self.pressed else "line_strong"
        pen.box(0, 0, pen.w, pen.h, "lapis_soft" if self.pressed else "surface", theme.RADIUS["button"], line, 2)
        room = pen.w - 32
        fitted = fit.largest(self.text, (20, 18, 16), False, room, 2, pen.frame)
        pen.lines(fitted, 16, (pen.h - fitted.height) / 2, "sand", max_width=room)


class PrivateHead(Drawn):
    """The bar at the edge in the seat's colour, its disc, the name and what is asked."""

    def __init__(self, seat_id: str, title: str, line: str, tag: str, small: bool, **more: Any) -> None:
        self.seat_id, self.title, self.line, self.tag, self.small = seat_id, title, line, tag, small
        super().__init__(**more)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "night")
        bar = 24 if not pen.frame.portrait else 16
        pen.box(0, 0, bar, pen.h, theme.seat(self.seat_id).fill)
        r = 26.0 if self.small else 40.0
        x, y = (72.0, 44.0) if self.small else (96.0, 76.0)
        if pen.frame.portrait:
            x, r = bar + 14 + min(r, 30), min(r, 30)
        pen.seat_disc(self.seat_id, x, y, r)
        left = x + r + 14
        room = pen.w - left - 16
        words = self.line if self.small else self.title
        sizes = (24, 20, 18) if self.small else (36, 28, 24, 20)
        for size in sizes:
            look = theme.TypeStyle("private", size, True, size + 5)
            fitted = fit.balanced(words, look, room, 2 if size <= 28 else 1, pen.frame)
            if fitted.fits:
                break
        if self.small:
            if self.tag:
                y += 7
            pen.lines(fitted, left, y - fitted.height / 2, "sand", max_width=room)
        else:
            top = y - 40 + (0 if fitted.height > 40 else 6)
            top += pen.lines(fitted, left, top, "sand", max_width=room)
            pen.paragraph(self.line, left, top, room, "body", "sand_2", 3)
        if self.tag:
            pen.text(self.tag, pen.w / 2, 11, theme.TypeStyle("tag", 16, False, 19), "warn", "center", pen.w - 60)


class PrivacyScreen(Screen):
    """Covered until `who` holds the circle; then the choices (the second hand taps one) or `lines` to read.

    `done` gets the chosen move at once and goes on itself; what was chosen by mistake is undone on the table. Letting
    go covers at once; so does everything that takes this screen away. It always faces its seat.
    """

    name: ClassVar[str] = "privacy"
    ground: ClassVar[str] = "night"
    turns: ClassVar[bool] = True

    def enter(
        self, who: str, prompt: Text, choices: tuple[Secret, ...] = (), lines: tuple[Text, ...] = (),
        done: Callable[[Any], None] | None = None,
    ) -> None:  # fmt: skip
        self.who, self.prompt, self.choices, self.lines, self.done = who, prompt, choices, lines, done
        Clock.schedule_once(lambda _: self._face(), 0)

    def _face(self) -> None:
        if self.context.screen is self:
            self.context.face(self.who, surely=True)

    def leave(self) -> None:
        self.circle.cover()
        self.context.face(None)

    # building

    def build(self) -> None:
        frame = self.frame
        self._parts: list[Any] = []
        self.rows: list[SecretRow] = []
        self.circle = HoldCircle(text=self.say(T("Hold to look")), held_text=self.say(T("holding")), seat=self.who)
        self.circle.bind(held=lambda *_: self.show())
        self.leave_button = PushButton(text=self.say(T("Not now")), kind="quiet", guard=True)
        self.leave_button.bind(on_release=lambda _: self.context.back())
        self.finish = PushButton(text=self.say(T("I have finished")), kind="primary", guard=True)
        self.finish.bind(on_release=lambda _: self.context.back())
        self._foot = frame.h - 64.0
        self.show()

    def _part(self, widget: Any, x: float, y: float, w: float, h: float) -> None:
        self._parts.append(widget)
        self.put(widget, x, y, w, h)

    def show(self) -> None:
        """Draw it covered, or open while the circle is held."""
        for widget in (*self._parts, self.circle, self.leave_button, self.finish):
            if widget.parent is not None:
                self.remove_widget(widget)
        self._parts, self.rows = [], []
        frame, held = self.frame, self.circle.held
        line = self.say(self.prompt) if held else self.say(T("{what} The others look away.", what=self.prompt))
        title = self.say(T("{who}, only for you", who=seat(self.who)))
        self._part(PrivateHead(self.who, title, line, self.tag, small=held), 0, 0, frame.w, frame.h)
        if held:
            self._open()
        else:
            self._cover()
        if self.done is None:
            self.put(self.finish, frame.w - 240, self._foot, 224, 52)

    def _cover(self) -> None:
        frame = self.frame
        cy = 250.0 if not frame.portrait else frame.h / 2
        self.put(self.circle, frame.w / 2 - 108, cy - 108, 216, 216)
        hint = self.say(T("Let go and it is covered at once."))
        self._part(Caption(hint, "body", align="center", lines=2), 40, cy + 120, frame.w - 80, 52)
        if self.done is not None:
            self.put(self.leave_button, 40, self._foot, 200 if not frame.portrait else 176, 52)

    def _open(self) -> None:
        frame = self.frame
        tall = frame.portrait
        left, right = (28.0, frame.w - 12.0) if tall else (44.0, frame.w - 16.0)
        top, bottom = 86.0, frame.h - (214 if tall else 140)
        cx, cy = (98.0, frame.h - 138.0) if tall else (136.0, frame.h - 72.0)
        self.put(self.circle, cx - 62, cy - 62, 124, 124)
        hint = self.say(T("Keep one thumb here. Let go and it is covered at once."))
        width = (frame.w - 16 if tall or self.done is not None else frame.w - 256) - cx - 80
        self._part(Caption(hint, "body", lines=4), cx + 80, cy - 36, width, 96)
        rows: list[tuple[Any, float]] = []
        # Nobody scrolls with a thumb on the circle: many stand closer together.
        many = len(self.choices) > 6
        across = (2 if many else 1) if tall else (3 if many else 2)
        self.rows = [self._row(secret) for secret in self.choices]
        rows += [(SideBySide(self.rows[i : i + across], across, GAP), ROW) for i in range(0, len(self.rows), across)]
        for words in map(self.say, self.lines):
            fitted = fit.wrapped(words, "explain", right - left - 16, None, frame)
            rows.append((Caption(words, "explain", "sand", lines=len(fitted.lines) + 1), fitted.height + 4))
        area = ScrollList(gap=GAP)
        self._part(area, left, top, right - left, bottom - top)
        area.set_rows(rows)

    def _row(self, secret: Secret) -> SecretRow:
        row = SecretRow(text=self.say(secret.label), guard=True)
        row.bind(on_release=lambda _: self._choose(secret))
        return row

    def _choose(self, secret: Secret) -> None:
        if self.done is not None:
            self.done(secret.move)
