"""A form of the game's own board: to enter what lies on the table, or what a box holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from companion.engine.text import T, Text
from companion.ui.from_picture import Wanted
from companion.ui.layout import place
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.top_bar import TopBar

KEY, NARROW = 200.0, 136.0
"""Width of the key of the camera; on a narrow screen, where its words take two lines beside the practice board's."""


class SetupEntryScreen(Screen):
    """`form` makes the board's widget anew for each size; it calls back itself when it is complete.

    A form with `kept()` and `keep(...)` hands what was tapped in on to the one that takes its place. `wanted`: what it
    takes from a picture of the table; such a form has `fill(...)`, which gets that.
    """

    name: ClassVar[str] = "setup_entry"

    def enter(
        self, title: Text, form: Callable[[], Any], practice: bool = False, wanted: Wanted | None = None
    ) -> None:  # fmt: skip
        self.title = title
        self.wanted = wanted
        self.camera_key: PushButton | None = None
        self.on_practice = practice
        self.make = form
        self.form: Any = None

    @property
    def practice(self) -> bool:
        return self.on_practice or super().practice

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(self.title), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        before, self.form = self.form, self.make()
        if hasattr(before, "kept"):
            self.form.keep(before.kept())
        place(self.form, frame.rect(0, 56, frame.w, frame.h - 56))
        self.add_widget(self.form)
        if self.wanted is not None and hasattr(self.form, "fill"):
            wide = KEY if frame.w > 600 else NARROW
            bar.taken = wide
            self.camera_key = PushButton(
                text=self.say(T("From a picture")), icon="camera", guard=True, text_size_limit=18, wraps=True
            )
            self.camera_key.bind(on_release=lambda *_: self.from_picture())
            self.put(self.camera_key, frame.w - wide - 4, 4, wide, 48)

    def from_picture(self) -> None:
        """Take what lies on the table from a picture; the form is filled in, and can be changed as ever."""
        wanted = self.wanted
        if wanted is None:
            return
        if hasattr(self.form, "makes"):
            # A form that takes part after part makes of a picture what comes next.
            wanted = wanted._replace(make=self.form.makes)
        why = self.context.eye.can(wanted.game, wanted.box)
        if why is not None:
            self.context.trouble(why)
            return
        self.context.go("from_picture", title=self.title, wanted=wanted, then=self._filled, practice=self.on_practice)

    def _filled(self, made: Any) -> None:
        self.form.fill(made)


class BoxEntryScreen(SetupEntryScreen):
    """The same for what a box holds: that is the owner's to say, also on the way to a game."""

    name: ClassVar[str] = "box_entry"
