"""The band at the top: whose turn, and the decision, the question or the refusal in one sentence."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.ui import boot, fit, theme
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import HEAD, Drawn, Touchable
from companion.ui.widgets.clock_face import ClockFace

boot.load_kv("headline")

CROWDED = TypeStyle("headline", 18, True, 20)
CROWDED_TALL = TypeStyle("headline", 20, True, 22)
CLOCK, CLOCK_TALL = 96.0, 76.0
"""How wide the clock is; in portrait it stands below the menu."""


class SeatSquare(Touchable):
    """The square at the left: seat colour and symbol, a sign, or the cross of a refusal."""

    seat = StringProperty("")
    sign = StringProperty("people")
    refusal = BooleanProperty(False)

    shows = ("seat", "sign", "refusal")

    def paint(self, pen: Pen) -> None:
        cx, cy = pen.w / 2, pen.h / 2
        if self.refusal:
            pen.box(0, 0, pen.w, pen.h, "bad_fill")
            pen.icon("cross", cx, cy, 36, "cream")
        elif self.seat:
            look = theme.seat(self.seat)
            pen.box(0, 0, pen.w, pen.h, look.fill)
            r = 29.0 if pen.h < 80 else 41.0
            if look.ring is not None:
                pen.disc(cx, cy, r, None, look.ring, 2.5)
            pen.symbol(self.seat, cx, cy, r)
        else:
            pen.box(0, 0, pen.w, pen.h, "raised")
            pen.icon(self.sign, cx, cy, 34, "sand")


class MenuCorner(Touchable):
    """The menu at the far corner; with `open_facts` it wears a small question mark."""

    open_facts = BooleanProperty(False)
    shows = ("open_facts",)

    def paint(self, pen: Pen) -> None:
        if self.pressed:
            pen.box(0, 0, pen.w, pen.h, "raised")
        pen.icon("menu", pen.w / 2, pen.h / 2, 32, "sand_2")
        if self.open_facts:
            y = max(pen.h / 2 - 18, 11)
            pen.disc(pen.w / 2 + 18, y, 10, "warn")
            pen.icon("why", pen.w / 2 + 18, y, 18, "night")


class Headline(Drawn):
    """`sentence` for `seat` (a colour), or for everybody (`sign` instead of a seat); `refusal` turns it to a cross.

    `tag` is a quiet line under the sentence that stays (the name of the practice board); the sentence gives it room.
    `show_clock` makes room for `clock`. Place it at 0, 0 with 800 x 64, or 480 x 96 in portrait. Events: `on_menu`,
    `on_seat_tap` (tap), `on_turn` (hold), `on_clock`.
    """

    ring_rank = HEAD

    sentence = StringProperty("")
    seat = StringProperty("")
    sign = StringProperty("people")
    refusal = BooleanProperty(False)
    show_menu = BooleanProperty(True)
    tag = StringProperty("")
    open_facts = BooleanProperty(False)
    """Whether the menu wears the sign that something can't be checked for want of facts."""
    show_clock = BooleanProperty(False)

    shows = ("sentence", "seat", "sign", "refusal", "show_menu", "tag", "open_facts", "show_clock")
    __events__ = ("on_menu", "on_seat_tap", "on_turn", "on_clock")

    def on_kv_post(self, _: object) -> None:
        self._menu: Touchable = self.ids.menu.__self__
        self.clock = ClockFace(guard=True)
        self.clock.bind(on_release=lambda _: self.dispatch("on_clock"))

    @property
    def tall(self) -> bool:
        """Whether it is the portrait form."""
        return self.logical_size[1] >= 80

    @property
    def seat_square(self) -> Touchable:
        """The touchable square, for tests and for placing a hint beside it."""
        square: Touchable = self.ids.square
        return square

    @property
    def menu_corner(self) -> Touchable:
        """The touchable menu."""
        # Held here as well: while it is hidden the tree does not keep it alive.
        return self._menu

    def fitted(self, sentence: str) -> fit.Fitted:
        """`sentence` as it would stand here."""
        room, frame = self._room(self.logical_size[0]), self.frame
        if self.tag:
            return self._beside_tag(sentence, room)
        usual = self._usual(sentence, room)
        if usual.fits:
            return usual
        # Long names: smaller and a line more, before a word is lost.
        return fit.balanced(sentence, *((CROWDED_TALL, room, 4) if self.tall else (CROWDED, room, 3)), frame)

    def at_ease(self, sentence: str) -> bool:
        """Whether `sentence` stands here in the size that is read from a metre away."""
        return self._usual(sentence, self._room(self.logical_size[0])).fits

    def _room(self, width: float) -> float:
        """How wide the sentence may be."""
        room = width - (94 if self.tall else 78) - (66 if self.show_menu else 12)
        if self.show_clock:
            room -= CLOCK_TALL - 64 if self.tall else CLOCK
        return room

    def _usual(self, sentence: str, room: float) -> fit.Fitted:
        if self.tall:
            return fit.balanced(sentence, "decision2", room, 3, self.frame)
        return fit.sentence(sentence, room, 2, self.frame)

    def _beside_tag(self, sentence: str, room: float) -> fit.Fitted:
        """Smaller than usual, so that the tag has its line too."""
        looks = [TypeStyle("headline", size, True, size + 4) for size in ((28, 24) if not self.tall else (24,))]
        most = [1] * len(looks) if not self.tall else [2]
        looks.append(TypeStyle("headline", 20, True, 22))
        most.append(3 if self.tall else 2)
        looks.append(TypeStyle("headline", 18, True, 20))
        most.append(3 if self.tall else 2)
        for look, lines in zip(looks, most, strict=True):
            fitted = fit.balanced(sentence, look, room, lines, self.frame)
            if fitted.fits:
                break
        return fitted

    def arrange(self) -> None:
        w, h = self.logical_size
        self._menu.open_facts = self.open_facts
        self.put(self.seat_square, 0, 0, 80 if self.tall else 64, h)
        above = self.show_clock and self.tall
        if self.show_clock:
            below = (w - CLOCK_TALL, 48, CLOCK_TALL, h - 48)
            self.put(self.clock, *(below if self.tall else (w - 64 - CLOCK, 0, CLOCK, h)))
        elif self.clock.parent is not None:
            self.remove_widget(self.clock)
        if self.show_menu:
            self.put(self._menu, w - 64, 0, 64, 48 if above else h)
        elif self._menu.parent is not None:
            self.remove_widget(self._menu)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface")
        left = 94 if self.tall else 78
        room = self._room(pen.w)
        fitted = self.fitted(self.sentence)
        colour = "bad" if self.refusal else "sand"
        taken = 19 if self.tag else 0
        top = max((pen.h - fitted.height - taken) / 2, 1)
        pen.lines(fitted, left, top, colour, max_width=room)
        if self.tag:
            small = theme.normal(theme.style("small"))
            pen.text(self.tag, left, top + fitted.height + 9, small, "warn", max_width=room)

    def on_menu(self) -> None:
        """The menu was tapped."""

    def on_seat_tap(self) -> None:
        """The seat square was tapped."""

    def on_turn(self) -> None:
        """The seat square was held: turn the screen to this seat."""

    def on_clock(self) -> None:
        """The clock was tapped."""
