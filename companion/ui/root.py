"""The root of the picture: it turns what is shown to face a seat, dims it when nobody is there, and guards touches."""

from __future__ import annotations

from collections.abc import Callable
from math import dist, pi
from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, MatrixInstruction, PopMatrix, PushMatrix, Rectangle
from kivy.graphics.transformation import Matrix
from kivy.uix.widget import Widget

from companion.ui import facing, layout
from companion.ui.focus import Focus
from companion.ui.layout import Frame
from companion.ui.widgets.base import DOUBLE_TAP_S, once_drawn

AFTER_TURN_S = 0.3
AFTER_WAKING_S = 0.5
DIMMED = 0.85
TWIN_PX, TWIN_S = 4, 0.06
"""Two touches this near in place and time are one finger that two drivers report."""
AGAIN_PX = 30
"""Logical pixels: a second tap this near to the one before it is meant for the same thing."""
SWALLOWED = "swallowed"

Dim = Callable[[bool], bool]
"""Dims or darkens (True) or lights (False) the panel itself; says whether it could."""


def _no_panel(_: bool) -> bool:
    return False


class Root(Widget):
    """Fills the window. `screen` is the one shown; dialogs and toasts are further children above it.

    `rotation` of the settings turns the picture on the panel once for all, facing a seat turns it further.

    One finger reported twice counts once. A touch is ignored in the first 0.3 s after a turn; the touch that wakes a
    dimmed or dark screen, and those within 0.5 s after it, do nothing else (`waking`). Where a tap brings something
    else under the finger, the second half of a double tap is not meant for that and does nothing (`changed`). `focus`
    is the ring of the knob; what a device told before the present picture was on the screen is `late` for it.
    """

    def __init__(self, dim: Dim, dim_after: float = 120, dark: Dim = _no_panel, blank_after: float = 0) -> None:
        super().__init__(size_hint=(1, 1))
        self.screen: Any = None
        self.turn = 0
        self.settings = ("off", "s")
        self.rotation = 0
        self.dimmed = self.dark = False
        """Whether it is dimmed, and whether it is dark (then it is dimmed too)."""
        self.holds: Callable[[], bool] = lambda: False
        """Whether somebody holds a button of a device down; the switchboard knows."""
        self.needed: Callable[[], bool] = lambda: False
        """Whether somebody must act within a time; the context knows."""
        self.darkened: Callable[[], None] = lambda: None
        """Called when it went dark."""
        self.focus = Focus(self)
        self.changes = 0
        """How often something else was shown."""
        self.twins = 0
        """How many touches were one finger reported twice."""
        self._shown_at: float | None = 0.0
        self._above: Any = None
        self._deaf_until = self._woken_until = 0.0
        self._lifted: tuple[tuple[float, float], float] = ((0.0, 0.0), -1.0)
        self._gone: tuple[tuple[float, float], float] = ((0.0, 0.0), -1.0)
        self._fingers: dict[Any, tuple[tuple[float, float], float]] = {}
        self._dim, self._darken = dim, dark
        self._side: str | None = None
        self._wished = False
        self._timer = Clock.create_trigger(lambda _: self._idle(), dim_after)
        self._dim_after, self._blank_after = dim_after, blank_after
        self._matrix = MatrixInstruction()
        with self.canvas.before:
            PushMatrix()
        self.canvas.before.add(self._matrix)
        self.canvas.after.add(self.focus.group)
        with self.canvas.after:
            PopMatrix()
            self._shade = Color(0, 0, 0, 0)
            self._cover = Rectangle(pos=(0, 0), size=(0, 0))
        Window.bind(on_resize=self._resized)
        self.wait_for_idle(dim_after)

    def close(self) -> None:
        """Let go of the window and of the clock; the app ends."""
        self.focus.forget()
        Window.unbind(on_resize=self._resized)
        self.wait_for_idle(0, 0)

    def _resized(self, *_: Any) -> None:
        self.lay_out()

    # the picture

    def show(self, screen: Any) -> None:
        """Show `screen` alone; dialogs that stood over the last one go."""
        if self._side is not None and not screen.turns:
            self._side = None
        self._turn_to(self._wanted())
        self.focus.forget()
        self.clear_widgets()
        self.screen = screen
        self.add_widget(screen)
        screen.relayout()

    def shows(self, screen: Any) -> bool:
        """Whether `screen` is the one shown, with no dialog over it."""
        above = self.children[: self.children.index(screen)] if screen in self.children else []
        return self.screen is screen and not any(getattr(widget, "covers", False) for widget in above)

    def uppermost(self) -> Any:
        """What buttons of devices speak to: the dialog that lies over the screen, else the screen."""
        own = () if self.screen is None else self.screen.children
        return next((widget for widget in (*self.children, *own) if getattr(widget, "covers", False)), self.screen)

    def on_children(self, *_: Any) -> None:
        """A screen, a dialog or a note came or went."""
        self._gone = self._lifted
        above = self.uppermost()
        if above is not self._above:
            self._above = above
            self.changed()

    def changed(self) -> None:
        """Something else lies where the last tap was: a second tap there at once belongs to what is gone."""
        self._gone = self._lifted
        self.changes += 1
        self._shown_at = None
        picture = self.changes
        once_drawn(lambda: self._drawn(picture))

    def _drawn(self, picture: int) -> None:
        if picture == self.changes:
            self._shown_at = monotonic()

    def late(self, at: float) -> bool:
        """Whether what was caused at `at` (seconds) can't have been meant for what is shown now."""
        return self._shown_at is None or at < self._shown_at

    def shown_for(self, at: float) -> float:
        """How long the present picture had been on the screen at `at`, in seconds."""
        return 0.0 if self._shown_at is None else at - self._shown_at

    def rested(self) -> None:
        """Time has passed since the last tap, whatever the clock says: the next one is not its second half."""
        self._gone = ((0.0, 0.0), -1.0)

    def lay_out(self) -> None:
        """Lay the shown screen out anew for the window's size and the way it faces."""
        self._turn_to(self._wanted())
        self.focus.forget()
        if self.screen is not None:
            for widget in self.children[:]:
                if widget is not self.screen:
                    self.remove_widget(widget)
            self.screen.relayout()

    def face(self, side: str | None, wished: bool = False, toggles: bool = True) -> None:
        """Turn the picture to `side` at once (once no finger is down); touches right after are ignored.

        `wished`: somebody asked for it by hand, so it turns whatever the settings say, until it is to face another or
        (where it `toggles`) the same is wished again.
        """
        if wished and toggles and (side, True) == (self._side, self._wished):
            side, wished = None, False
        self._side, self._wished = side, wished
        self._turn_if_due()

    def _turn_if_due(self) -> None:
        if self._wanted() != self.turn and not self._fingers:
            self.lay_out()
            self._deaf_until = monotonic() + AFTER_TURN_S

    def follow(self, how: str, screen_side: str, rotation: int = 0) -> None:
        """Take over the settings: off, half or quarter turns, where the lower edge of the picture lies when it faces
        nobody, and by how many degrees clockwise it is turned on the panel then."""
        self.settings, self.rotation = (how, screen_side), rotation

    def rotate(self, rotation: int) -> None:
        """Turn the whole picture on the panel at once, to so many degrees clockwise; touches right after are
        ignored."""
        if rotation == self.rotation:
            return
        self.rotation = rotation
        self.lay_out()
        self._deaf_until = monotonic() + AFTER_TURN_S

    def _wanted(self) -> int:
        how, screen_side = self.settings
        return (self.rotation + facing.angle("quarter" if self._wished else how, screen_side, self._side)) % 360

    def _turn_to(self, turn: int) -> Frame:
        self.turn = turn
        width, height = (int(n) for n in Window.size)
        frame = facing.turned_frame(width, height, turn)
        matrix = Matrix()
        if turn:
            matrix.rotate(-turn * pi / 180, 0, 0, 1)
            ox, oy = facing.to_panel(0, 0, turn, width, height)
            matrix = Matrix().translate(ox, oy, 0).multiply(matrix)
        self._matrix.matrix = matrix
        self._cover.size = (width, height)
        return layout.use(frame)

    # points

    def to_local(self, x: float, y: float, **_: Any) -> tuple[float, float]:
        return facing.to_picture(x, y, self.turn, *Window.size)

    def to_parent(self, x: float, y: float, **_: Any) -> tuple[float, float]:
        return facing.to_panel(x, y, self.turn, *Window.size)

    # touches

    def on_touch_down(self, touch: Any) -> bool:
        now = monotonic()
        twin = any(dist(touch.pos, at) <= TWIN_PX and now - when < TWIN_S for at, when in self._fingers.values())
        self.twins += twin
        self._fingers[touch.uid] = (touch.pos, now)
        self.focus.hide()
        if self.wake() or now < self._deaf_until or twin or self._again(touch, now):
            touch.ud[SWALLOWED] = True
            return True
        return self._pass(touch, super().on_touch_down)

    def _again(self, touch: Any, now: float) -> bool:
        at, when = self._gone
        return now - when < DOUBLE_TAP_S and dist(touch.pos, at) <= AGAIN_PX * layout.current().unit

    def on_touch_move(self, touch: Any) -> bool:
        if SWALLOWED in touch.ud:
            return True
        return self._pass(touch, super().on_touch_move)

    def on_touch_up(self, touch: Any) -> bool:
        self._fingers.pop(touch.uid, None)
        lifted = self._lifted = (touch.pos, monotonic())
        self.wait_for_idle()
        taken = True if SWALLOWED in touch.ud else self._pass(touch, super().on_touch_up)
        self._turn_if_due()
        once_drawn(lambda: self._answered(lifted))
        return taken

    def _answered(self, lifted: tuple[tuple[float, float], float]) -> None:
        """The picture shows what came of a tap; a second one that waited meanwhile was still aimed at the old one."""
        now = (lifted[0], monotonic())
        if self._gone is lifted:
            self._gone = now
        if self._lifted is lifted:
            self._lifted = now

    def _pass(self, touch: Any, on: Callable[[Any], Any]) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(on(touch))
        touch.pop()
        return taken

    # idle

    def wait_for_idle(self, dim_after: float | None = None, blank_after: float | None = None) -> None:
        """Count the idle time anew; from now on dim, and go dark, after so many seconds (0: never)."""
        if dim_after is not None:
            self._dim_after = dim_after
        if blank_after is not None:
            self._blank_after = blank_after
        self._wait(min((after for after in (self._dim_after, self._blank_after) if after > 0), default=0))

    def _wait(self, seconds: float) -> None:
        self._timer.cancel()
        if seconds > 0:
            self._timer.timeout = seconds
            self._timer()

    def _idle(self) -> None:
        """Nobody has touched anything for long: dim, later go dark; not while a finger or a button has been down all
        the while, or somebody must act within a time."""
        if self._fingers or self.holds() or self.needed():
            self.wait_for_idle()
        elif not self.dimmed and self._dim_after > 0 and not 0 < self._blank_after <= self._dim_after:
            self.dim()
            self._wait(self._blank_after - self._dim_after)
        elif self._blank_after > 0:
            self.blank()

    def dim(self) -> None:
        """Dim the backlight, or where there is none darken the picture."""
        self.dimmed = True
        if not self._dim(True):
            self._shade.a = DIMMED

    def blank(self) -> None:
        """Go dark: the backlight off where there is one, and the picture black."""
        self.dimmed = self.dark = True
        self._darken(True)
        self._shade.a = 1
        self.darkened()

    @property
    def waking(self) -> bool:
        """Whether it has just been woken: what comes now was meant for a dark screen."""
        return monotonic() < self._woken_until

    def wake(self) -> bool:
        """Light up again; whether this touch or button was for that only."""
        self.wait_for_idle()
        if not self.dimmed:
            return False
        (self._darken if self.dark else self._dim)(False)
        self.dimmed = self.dark = False
        self._shade.a = 0
        self._deaf_until = self._woken_until = monotonic() + AFTER_WAKING_S
        return True
