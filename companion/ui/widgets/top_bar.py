"""The bar of every screen that is not the Table: the way back, and where one is."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.ui import boot, fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import HEAD, Drawn, Touchable

boot.load_kv("top_bar")


class BackCorner(Touchable):
    """The touchable corner."""

    def paint(self, pen: Pen) -> None:
        if self.pressed:
            pen.box(0, 0, pen.w, pen.h, "raised")
        pen.icon("back", pen.w / 2, pen.h / 2, 28, "sand_2")


class TopBar(Drawn):
    """56 high, full width. `title` at the left, `note` (16) at the right; event `on_back` where `show_back` is on.

    `tag` is a quiet line under the title (the name of the practice board). `taken`: room at the right for a key.
    """

    ring_rank = HEAD

    title = StringProperty("")
    note = StringProperty("")
    show_back = BooleanProperty(True)
    tag = StringProperty("")
    taken = NumericProperty(0)

    shows = ("title", "note", "show_back", "tag", "taken")
    __events__ = ("on_back",)

    def on_kv_post(self, _: object) -> None:
        # Held here as well: while it is hidden the tree does not keep it alive.
        self._corner: Touchable = self.ids.corner.__self__

    @property
    def back_corner(self) -> Touchable:
        """The touchable way back."""
        return self._corner

    def arrange(self) -> None:
        if self.show_back:
            self.put(self._corner, 0, 0, 56, self.logical_size[1])
        elif self._corner.parent is not None:
            self.remove_widget(self._corner)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface")
        left = 60 if self.show_back else 16
        taken = pen.text(self.note, pen.w - 16, pen.h / 2, "small", "sand_2", "right") if self.note else 0
        room = pen.w - left - 16 - (taken + 12 if taken else 0) - self.taken
        if self.tag:
            fitted = fit.label(self.title, room, True, pen.frame, (24, 20, 18, 16))
            pen.lines(fitted, left, 20 - fitted.height / 2, "sand", max_width=room)
            pen.text(self.tag, left, 44, theme.normal(theme.style("small")), "warn", max_width=room)
            return
        fitted = fit.label(self.title, room, True, pen.frame, (28, 24, 20))
        if not fitted.fits:
            fitted = fit.balanced(self.title, theme.TypeStyle("title2", 20, True, 23), room, 2, pen.frame)
        pen.lines(fitted, left, (pen.h - fitted.height) / 2, "sand", max_width=room)

    def on_back(self) -> None:
        """The way back was tapped."""
