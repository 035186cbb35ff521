"""Privacy: what one seat alone may see, only while its thumb rests on the circle (design 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.engine.text import T, Text, seat
from companion.ui import fit, theme
from companion.ui.boards.plan import Area
from companion.ui.pen import Pen
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.table.secrets import Secret
from companion.ui.widgets.base import Drawn, QuickTaps, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.hold_circle import HoldCircle
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.side_by_side import SideBySide
from hardware.device import SEAT_KEYS

ROW = 68
SMALL_ROW = 54
GAP = 8
SMALL_GAP = 6
FEW = 6
"""So many choices are shown as wide rows; more of them stand closer together."""


class SecretRow(Touchable):
    """A choice: one tap of the second hand makes it."""

    text = StringProperty("")

    shows = ("text",)

    def paint(self, pen: Pen) -> None:
        line = "lapis_light" if self.pressed else "line_strong"
        pen.box(0, 0, pen.w, pen.h, "lapis_soft" if self.pressed else "surface", theme.RADIUS["button"], line, 2)
        room = pen.w - 32
        fitted = fit.largest(self.text, (20, 18, 16), False, room, 2, pen.frame)
        left = 16.0
        if not fitted.fits:
            # A small key with a long word in it: the margin gives before the letters do.
            left, room = 8.0, pen.w - 14
            fitted = fit.largest(self.text, (16,), False, room, 2, pen.frame)
        pen.lines(fitted, left, (pen.h - fitted.height) / 2, "sand", max_width=room)


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
    """Covered until `who` holds the circle; then the choices (the second hand taps one) and `lines` to read.

    `done` gets the chosen move at once. Where the same seat has more to choose unseen, it says so with `go_on`, and
    the thumb need not be lifted; else it goes on itself. `take_back` (None: nothing) takes the last choice back. Many
    choices are shown page by page. Letting go covers at once; so does everything that takes this screen away. It
    always faces its seat. The button that lies before the seat holds the circle like a thumb; `pressed` is the one
    that opened this screen: where there is only something to read, it closes it too.
    """

    name: ClassVar[str] = "privacy"
    ground: ClassVar[str] = "night"
    turns: ClassVar[bool] = True

    def enter(
        self, who: str, prompt: Text, choices: tuple[Secret, ...] = (), lines: tuple[Text, ...] = (),
        done: Callable[[Any], None] | None = None, take_back: Callable[[], None] | None = None, pressed: str = "",
    ) -> None:  # fmt: skip
        self.who, self.prompt, self.choices, self.lines, self.done = who, prompt, choices, lines, done
        self.take_back = take_back
        self.page = 0
        self._opener = pressed
        self._buttons = {pressed} if pressed else set()
        """The buttons of this seat that are down; while the picture turns they go on holding."""
        self._other = ""
        """A button that was pressed here though it belongs to another seat."""
        self._taps = QuickTaps()
        Clock.schedule_once(lambda _: self._face(), 0)

    @property
    def thinks(self) -> bool:
        return True

    def go_on(
        self, prompt: Text, choices: tuple[Secret, ...], lines: tuple[Text, ...], take_back: Callable[[], None] | None
    ) -> None:  # fmt: skip
        """The same seat chooses again: shown at once if the circle is still held."""
        self.prompt, self.choices, self.lines, self.take_back = prompt, choices, lines, take_back
        self.show()

    def _face(self) -> None:
        if self.context.screen is self:
            self.context.face(self.who, surely=True)

    def leave(self) -> None:
        self._buttons.clear()
        self.circle.cover()
        self.context.face(None)

    # building

    def build(self) -> None:
        frame = self.frame
        self._parts: list[Any] = []
        self.rows: list[SecretRow] = []
        self.circle = HoldCircle(text=self.say(T("Hold to look")), held_text=self.say(T("holding")), seat=self.who)
        for key in self._buttons:
            self.circle.hold(key)
        self.circle.bind(held=lambda *_: self.show())
        self.leave_button = PushButton(text=self.say(T("Not now")), kind="quiet", guard=True, leads_back=True)
        self.leave_button.bind(on_release=lambda _: self.context.back())
        self.finish = PushButton(text=self.say(T("I have finished")), kind="primary", guard=True)
        self.finish.leads_back = True
        self.finish.bind(on_release=lambda _: self.context.back())
        self.more = PushButton(text=self.say(T("More")), icon="next", text_size_limit=18, wraps=True)
        self.more.bind(on_release=lambda _: self._turn_page())
        self.back = PushButton(text=self.say(T("Take the last one back")), icon="undo", wraps=True, text_size_limit=18)
        self.back.guard = self.back.takes_back = True
        self.back.bind(on_release=lambda _: self._take_back())
        self._foot = frame.h - 64.0
        self.show()

    def _part(self, widget: Any, x: float, y: float, w: float, h: float) -> None:
        self._parts.append(widget)
        self.put(widget, x, y, w, h)

    def show(self) -> None:
        """Draw it covered, or open while the circle is held."""
        for widget in (*self._parts, self.circle, self.leave_button, self.finish, self.more, self.back):
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
        if self._other:
            hint, colour = self.say(T("Only {who}'s button opens this.", who=seat(self.who))), "warn"
        else:
            hint, colour = self.say(T("Let go and it is covered at once.")), "sand_2"
        self._part(Caption(hint, "body", colour, align="center", lines=2), 40, cy + 120, frame.w - 80, 52)
        if self.done is not None:
            self.put(self.leave_button, 40, self._foot, 200 if not frame.portrait else 176, 52)

    def _open(self) -> None:
        frame = self.frame
        self._other = ""
        tall = frame.portrait
        room = Area(28, 86, frame.w - 40, frame.h - 300) if tall else Area(44, 86, frame.w - 60, frame.h - 226)
        cx, cy = (98.0, frame.h - 138.0) if tall else (136.0, frame.h - 72.0)
        self.put(self.circle, cx - 62, cy - 62, 124, 124)
        shown, across, high, gap = self._on_page(room)
        self.rows = [self._row(secret) for secret in shown]
        rows: list[tuple[Any, float]] = [
            (SideBySide(self.rows[i : i + across], across, gap), high) for i in range(0, len(self.rows), across)
        ]
        if not self.choices:
            for words in map(self.say, self.lines):
                fitted = fit.wrapped(words, "explain", room.w - 16, None, frame)
                rows.append((Caption(words, "explain", "sand", lines=len(fitted.lines) + 1), fitted.height + 4))
        area = ScrollList(gap=gap)
        self._part(area, *room)
        area.set_rows(rows)
        top = room.y + room.h + 6
        width = (frame.w - 16 if tall or self.done is not None else frame.w - 256) - cx - 80
        self._beside(Area(cx + 80, top, width, frame.h - 8 - top), cy)

    def _on_page(self, room: Area) -> tuple[tuple[Secret, ...], int, float, float]:
        """The choices of this page, how many stand side by side, how high they are, the gap between them.

        Nobody scrolls with a thumb on the circle: many stand closer together, and very many on several pages.
        """
        tall, n = self.frame.portrait, len(self.choices)
        across, high, gap = ((2 if n > FEW else 1) if tall else (3 if n > FEW else 2)), float(ROW), float(GAP)
        self.pages = 1
        if -(-n // across) * (high + gap) - gap > room.h + 1:
            across, high, gap = 2 if tall else 4, float(SMALL_ROW), float(SMALL_GAP)
            most = int((room.h + gap) // (high + gap)) * across
            self.pages = -(-n // most)
            each = -(-n // self.pages)
            self.page = min(self.page, self.pages - 1)
            return self.choices[self.page * each : (self.page + 1) * each], across, high, gap
        return self.choices, across, high, gap

    def _beside(self, area: Area, middle: float) -> None:
        """Right of the circle: what was chosen before or how to cover, and keys for more pages and for taking back."""
        keys = [key for key, on in ((self.more, self.pages > 1), (self.back, self.take_back is not None)) if on]
        listed = self.lines if self.choices else ()
        if keys and self.frame.portrait:
            half = (area.w - GAP) / 2
            for i, key in enumerate(keys):
                self.put(key, area.x + i * (half + GAP), area.y + area.h - 60, half, 56)
            area = area._replace(h=area.h - 68)
        elif keys:
            for i, key in enumerate(keys):
                self.put(key, area.x + area.w - 188, area.y + 4 + i * 62, 188, 54)
            area = area._replace(w=area.w - 200)
        if listed:
            words = "\n".join(map(self.say, listed))
            fitted = fit.wrapped(words, "small", area.w, None, self.frame)
            words = words if fitted.height <= area.h else "; ".join(map(self.say, listed))
            self._part(Caption(words, "small", "sand", lines=int(area.h // 19)), *area)
            return
        hint = self.say(T("Keep one thumb here. Let go and it is covered at once."))
        lines = 3 if keys else 4
        self._part(Caption(hint, "body" if not keys else "small", lines=lines + 1), area.x, middle - 36, area.w, 96)

    def _row(self, secret: Secret) -> SecretRow:
        row = SecretRow(text=self.say(secret.label), guard=True)
        row.bind(on_release=lambda _: self._choose(secret))
        return row

    # the buttons of the seats

    def key_down(self, key: str, at: float) -> None:
        """The seat's own button holds the circle. Another one does nothing here, and it is said whose opens it."""
        if key not in SEAT_KEYS:
            super().key_down(key, at)
        elif self.context.devices.seat_of(key) == self.who:
            self._other = ""
            self._buttons.add(key)
            self.circle.hold(key)
        else:
            self.context.lighting.sound("refused")
            if not self.circle.held:
                self._other = key
                self.show()

    def key_up(self, key: str, at: float) -> None:
        if key not in SEAT_KEYS:
            super().key_up(key, at)
        elif key in self._buttons:
            self._buttons.discard(key)
            self.circle.let_go(key)
            if key == self._opener and self.done is None and not self.circle.held:
                self.context.back()

    # what the second hand does

    def _choose(self, secret: Secret) -> None:
        # The rows are made anew after each choice, so they can't tell the second of two quick taps.
        if self.done is not None and not self._taps.again(secret.move):
            self.done(secret.move)

    def _turn_page(self) -> None:
        self.page = (self.page + 1) % self.pages
        self.show()

    def _take_back(self) -> None:
        if self.take_back is not None:
            self._taps.forget()
            self.take_back()
