"""The base of all screens: what they are handed, and when they draw themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from kivy.properties import ColorProperty
from kivy.uix.widget import Widget

from companion.engine.box import PRACTICE
from companion.engine.header import Seat
from companion.engine.text import T, Text
from companion.ui import boot, theme
from companion.ui.layout import Frame, Rect, place
from companion.ui.receiver import Receiver
from companion.ui.widgets.toast import Toast, height_for
from hardware.device import SEAT_KEYS

if TYPE_CHECKING:
    from companion.ui.context import Context
    from companion.ui.focus import Focus


NOT_NOW = T("First finish what is on the screen. Nothing has changed.")

boot.load_kv("screen")


class Screen(Receiver, Widget):
    """One full screen. What it knows lives in attributes set by `enter`; its widgets are made anew by `build`.

    `enter` is called once, when the screen is opened, with its arguments. `build` is called whenever it is shown: after
    `enter`, when another screen closes over it, and when size, facing, language or text size change.
    `leave` is called whenever it stops being shown.
    """

    name: ClassVar[str] = ""
    ground: ClassVar[str] = "ground"
    turns: ClassVar[bool] = False
    """Whether the picture may face a seat here; other screens lie upright."""

    ground_colour = ColorProperty()

    def __init__(self, context: Context) -> None:
        self.context = context
        self.toast: Toast | None = None
        super().__init__(ground_colour=theme.colour(self.ground))

    @property
    def frame(self) -> Frame:
        """The frame all rectangles of this screen are measured in."""
        return self.context.frame

    def enter(self, *args: Any, **named: Any) -> None:
        """Take over the arguments of `go`; each screen names its own."""
        if args or named:
            raise TypeError(f"the screen {self.name} takes no arguments")

    def build(self) -> None:
        """Add the widgets of this screen, placed by `self.frame`."""
        raise NotImplementedError

    def named_seats(self) -> Sequence[Seat]:
        """The seats whose names this screen, and whatever opens over it, speaks of; none: those of the game."""
        return ()

    def leave(self) -> None:
        """Stop clocks and forget what only the shown screen needs."""

    # what devices tell

    @property
    def _focus(self) -> Focus:
        return self.context.root.focus

    def key_down(self, key: str, at: float) -> None:
        """A button of a device went down; that of a seat is for the table, which is not shown."""
        super().key_down(key, at)
        if key in SEAT_KEYS:
            self._not_now()

    def tag_read(self, tag: str, at: float) -> None:
        """A tag or bar code was read; it too is for the table."""
        self._not_now()

    def _not_now(self) -> None:
        """Say that nothing comes of it while something else than the table of the game is shown."""
        session = self.context.session
        if session is None or session.outcome is not None:
            return
        self.context.lighting.sound("refused")
        if self.toast is not None:
            self.toast.dismiss()
        frame, words = self.frame, self.say(NOT_NOW)
        width = min(456.0, frame.w - 24)
        self.toast = Toast(text=words, kind="warn")
        top = 134 if frame.portrait else 98
        self.put(self.toast, frame.w - 12 - width, top, width, height_for(words, width, False, frame))

    def device_changed(self, device: str) -> None:
        """The state of a device is another now."""

    def relayout(self) -> None:
        """Draw everything anew for the current frame and language."""
        self.clear_widgets()
        place(self, Rect(0, 0, self.frame.width, self.frame.height))
        self.build()

    @property
    def thinks(self) -> bool:
        """Whether whoever is asked in the game at the table thinks about it while this screen is shown."""
        return False

    @property
    def practice(self) -> bool:
        """Whether what is shown belongs to a game on the practice board; such a screen says so."""
        session = self.context.session
        return session is not None and session.header.practice

    @property
    def tag(self) -> str:
        """The name of the practice board where it is one, for the head of this screen; else nothing."""
        return self.say(PRACTICE) if self.practice else ""

    def say(self, text: Text | str) -> str:
        """`text` in the language of the table."""
        return self.context.say(text)

    def put(self, widget: Any, x: float, y: float, w: float, h: float) -> Any:
        """Add `widget` at a logical rectangle (origin top left); returns it."""
        place(widget, self.frame.rect(x, y, w, h))
        self.add_widget(widget)
        return widget
