"""The band at the top: whose turn, and the decision, the question or the refusal in one sentence."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.ui import boot, fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Touchable

boot.load_kv("headline")


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
    """The menu at the far corner."""

    def paint(self, pen: Pen) -> None:
        if self.pressed:
            pen.box(0, 0, pen.w, pen.h, "raised")
        pen.icon("menu", pen.w / 2, pen.h / 2, 32, "sand_2")


class Headline(Drawn):
    """`sentence` for `seat` (a colour), or for everybody (`sign` instead of a seat); `refusal` turns it to a cross.

    Place it at 0, 0 with 800 x 64, or 480 x 96 in portrait. Events: `on_menu`, `on_seat_tap` (tap), `on_turn` (hold).
    """

    sentence = StringProperty("")
    seat = StringProperty("")
    sign = StringProperty("people")
    refusal = BooleanProperty(False)
    show_menu = BooleanProperty(True)

    shows = ("sentence", "seat", "sign", "refusal", "show_menu")
    __events__ = ("on_menu", "on_seat_tap", "on_turn")

    def on_kv_post(self, _: object) -> None:
        self._menu: Touchable = self.ids.menu.__self__

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
        w, frame = self.logical_size[0], self.frame
        room = w - (94 if self.tall else 78) - (66 if self.show_menu else 12)
        if self.tall:
            return fit.balanced(sentence, "decision2", room, 3, frame)
        return fit.sentence(sentence, room, 2, frame)

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.seat_square, 0, 0, 80 if self.tall else 64, h)
        if self.show_menu:
            self.put(self._menu, w - 64, 0, 64, h)
        elif self._menu.parent is not None:
            self.remove_widget(self._menu)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface")
        left = 94 if self.tall else 78
        room = pen.w - left - (66 if self.show_menu else 12)
        fitted = self.fitted(self.sentence)
        colour = "bad" if self.refusal else "sand"
        pen.lines(fitted, left, (pen.h - fitted.height) / 2, colour, max_width=room)

    def on_menu(self) -> None:
        """The menu was tapped."""

    def on_seat_tap(self) -> None:
        """The seat square was tapped."""

    def on_turn(self) -> None:
        """The seat square was held: turn the screen to this seat."""
