"""What every widget of the kit is: something that paints itself, and perhaps something a finger can press."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import dist
from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from companion.ui import layout, theme
from companion.ui.layout import Frame, Rect, place
from companion.ui.pen import Mark, Pen, Written
from companion.ui.receiver import Receiver

DOUBLE_TAP_S = 0.25
LIT, GOLD, USUAL, ASIDE, TOOLS, HEAD = range(6)
"""The order of the ring (`ring_rank`): lit places of the board, the gold button, other answers, what only tells more,
the tools, the head."""
BUTTON = "button"
"""Holds a touchable in place of a finger: a button of a device."""
TAPS = ("on_press", "on_release", "on_hold")


class Drawn(Widget):
    """A widget that paints itself with a Pen whenever its place, its size or one of its properties changes.

    Subclasses override `paint` (what changes), `paint_base` (what never does, only redrawn on a change of place or
    size) and `arrange` (children, placed with `put`), and name in `shows` the properties that call for a new painting.
    """

    shows: tuple[str, ...] = ()

    def __init__(self, frame: Frame | None = None, **properties: Any) -> None:
        self._frame = frame
        self._base = InstructionGroup()
        self._top = InstructionGroup()
        self._base_marks: list[Mark] = []
        self._top_marks: list[Mark] = []
        self._base_stale = True
        self._redraw = Clock.create_trigger(self._paint_now, -1)
        properties.setdefault("size_hint", (None, None))
        super().__init__(**properties)
        # Children that the kv rules have made already are drawn over what the widget itself paints.
        self.canvas.insert(0, self._base)
        self.canvas.insert(1, self._top)
        for name in ("pos", "size"):
            self.fbind(name, self._moved)
        for name in (*self.shows, "disabled"):
            self.fbind(name, self.redraw)
        self._moved()

    @property
    def frame(self) -> Frame:
        """The frame it measures by."""
        return self._frame or layout.current()

    @property
    def marks(self) -> list[Mark]:
        """What it filled and wrote, in drawing order."""
        return [*self._base_marks, *self._top_marks]

    @property
    def written(self) -> list[Written]:
        """What it wrote."""
        return [mark for mark in self.marks if isinstance(mark, Written)]

    def texts(self) -> list[str]:
        """Its words as they should be read, in drawing order."""
        return [mark.text for mark in self.written]

    @property
    def logical_size(self) -> tuple[float, float]:
        return self.width / self.frame.unit, self.height / self.frame.unit

    def inner(self, x: float, y: float, w: float, h: float) -> Rect:
        """A logical rectangle of its own (from its top left) in pixels."""
        return Pen(self._top, self.frame, self.x, self.top, self.width, self.height).rect(x, y, w, h)

    def put(self, child: Any, x: float, y: float, w: float, h: float) -> Any:
        """Place a child (added if need be) at a logical rectangle of its own; returns the child."""
        place(child, self.inner(x, y, w, h))
        if child.parent is None:
            self.add_widget(child)
        return child

    def redraw(self, *_: Any, base: bool = False) -> None:
        """Ask for a new painting before the next frame; `base` also of what normally never changes."""
        self._base_stale = self._base_stale or base
        self._redraw()

    def _moved(self, *_: Any) -> None:
        self._base_stale = True
        self._redraw()

    def _paint_now(self, *_: Any) -> None:
        self.arrange()
        if self._base_stale:
            self._base_stale = False
            self._base.clear()
            self._base_marks.clear()
            self.paint_base(self._pen(self._base, self._base_marks))
        self._top.clear()
        self._top_marks.clear()
        self.paint(self._pen(self._top, self._top_marks))

    def _pen(self, group: InstructionGroup, marks: list[Mark]) -> Pen:
        return Pen(group, self.frame, self.x, self.top, self.width, self.height, marks)

    def arrange(self) -> None:
        """Place the children."""

    def paint_base(self, pen: Pen) -> None:
        """Draw what never changes."""

    def paint(self, pen: Pen) -> None:
        """Draw what changes."""


class Modal(Receiver, Drawn):
    """What lies over a whole screen: no touch and no button falls through to what is below."""

    covers = True

    @property
    def _focus(self) -> Any:
        parent = self.parent
        while not hasattr(parent, "focus"):
            parent = parent.parent
        return parent.focus

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        super().on_touch_up(touch)
        return True


def once_drawn(do: Callable[[], None]) -> None:
    """Call `do` when the picture shows what has just been changed, however long that took: two frames from now."""
    Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: do(), 0), 0)


class QuickTaps:
    """Tells the second of two quick taps on one thing, counted from when the first was answered and drawn."""

    def __init__(self) -> None:
        self._what: object = None
        self._at = -1.0

    def again(self, what: object) -> bool:
        """Whether `what` was tapped a moment ago; if not, it is now."""
        now = monotonic()
        if what == self._what and now - self._at < DOUBLE_TAP_S:
            return True
        self._what, self._at = what, now
        once_drawn(lambda: self._answered(now))
        return False

    def forget(self) -> None:
        """The next tap is the first."""
        self._at = -1.0

    def _answered(self, tapped: float) -> None:
        # A second tap may have waited meanwhile: only what is aimed at the new picture counts.
        if self._at == tapped:
            self._at = monotonic()


class Turned:
    """What the knob changes once it has hold of it: a number, a slider, how far a list is scrolled.

    `takes_knob`: without anything ringed the knob changes this at once, not the ring. `span` is how many values there
    are; where they are many, turning fast goes by tens.
    """

    takes_knob = False
    span = 0

    @property
    def turns(self) -> bool:
        """Whether there is anything to change now."""
        return True

    def turn(self, steps: int) -> None:
        """Change it by `steps`, clockwise above 0, as far as it goes."""
        raise NotImplementedError


class Touchable(Drawn):
    """Something a finger can press: a tap inside the slop, or a hold of 0.6 s where `holdable`.

    Events: `on_press` (finger down), `on_release` (a tap), `on_hold` (then no tap follows). `guard` counts two taps
    within 250 ms once, from when the first is answered and drawn. `touch_point` is the logical point of the last touch,
    from its own top left.
    """

    pressed = BooleanProperty(False)
    guard = BooleanProperty(False)
    holdable = BooleanProperty(False)
    leads_back = BooleanProperty(False)
    """Whether it is the way back from where it stands; the button `undo` of a device presses it."""
    takes_back = BooleanProperty(False)
    """Whether it takes a move back; the button `undo` presses it rather than the way back."""
    stands_for = ""
    """The target of the board that it is the key of, or a choice of the decision ("choice:2"); "": none."""

    __events__ = TAPS

    def __init__(self, **properties: Any) -> None:
        self._finger: Any = None
        self._start = (0.0, 0.0)
        self._held = False
        self._down_at = 0.0
        self._taps = QuickTaps()
        self._hold_timer = Clock.create_trigger(self._hold_now, theme.TOUCH["long_press_s"])
        self.touch_point = (0.0, 0.0)
        super().__init__(**properties)
        self.fbind("pressed", self.redraw)

    def targets(self) -> Iterator[tuple[str, Rect]]:
        """Its touch targets, for the check of sizes: a name and a rectangle in pixels each."""
        yield type(self).__name__, Rect(round(self.x), round(self.y), round(self.width), round(self.height))

    def accepts(self, touch: Any) -> bool:
        """Whether a finger here is for this widget."""
        return bool(self.collide_point(*touch.pos))

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if not self.accepts(touch):
            return False
        if self.disabled or self._finger is not None or touch.is_mouse_scrolling:
            return True
        touch.grab(self)
        self._finger = touch
        self._start = touch.pos
        self._held = False
        self._down_at = monotonic()
        self._note(touch)
        self.pressed = True
        if self.holdable:
            self._hold_timer()
        self.dispatch("on_press")
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if dist(self._start, touch.pos) > theme.TOUCH["slop"] * self.frame.unit:
            self.let_go()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if self._finger is not touch:
            return True
        near = dist(self._start, touch.pos) <= theme.TOUCH["slop"] * self.frame.unit
        held = self._held
        self.let_go()
        if near and not held and not self.disabled:
            self._note(touch)
            self._tapped()
        return True

    # a button of a device, once the ring stands here

    @property
    def answers(self) -> bool:
        """Whether anything comes of a tap or a hold now."""
        if self.disabled:
            return False
        own = type(self).tapped is not Touchable.tapped
        return own or any(self.get_property_observers(event) for event in TAPS)

    @property
    def gold(self) -> bool:
        """Whether it is the main thing to do here."""
        return False

    @property
    def lasting(self) -> bool:
        """Whether it matters how long it is pressed."""
        return bool(self.holdable)

    def parts(self) -> Sequence[tuple[float, float, float, float]]:
        """Where a tap means something else each time: logical areas from its own top left. None: it is one thing."""
        return ()

    def press(self, part: int = -1) -> None:
        """A button went down: as a finger in its middle, or in that of a part. Then comes `release`, or `let_go`."""
        if not self.answers or self._finger is not None:
            return
        self._finger = BUTTON
        self._held = False
        self._down_at = monotonic()
        x, y, width, height = self.parts()[part] if part >= 0 else (0.0, 0.0, *self.logical_size)
        self.touch_point = (x + width / 2, y + height / 2)
        self.pressed = True
        if self.holdable:
            self._hold_timer()
        self.dispatch("on_press")

    def release(self) -> None:
        """The button came up: a tap, unless it has counted as a hold. No two presses are one here: see Switchboard."""
        if self._finger != BUTTON:
            return
        held = self._held
        self.let_go()
        if not held and not self.disabled:
            self.tapped()
            self.dispatch("on_release")

    def let_go(self) -> None:
        """Forget the finger: nothing follows from it any more."""
        self._hold_timer.cancel()
        self._finger = None
        self.pressed = False

    def rested(self) -> None:
        """Time has passed since the last tap, whatever the clock says: the next one is not its second half."""
        self._taps.forget()

    def _note(self, touch: Any) -> None:
        unit = self.frame.unit
        self.touch_point = ((touch.x - self.x) / unit, (self.top - touch.y) / unit)

    def _tapped(self) -> None:
        if self.guard and self._taps.again(self):
            return
        self.tapped()
        self.dispatch("on_release")

    def tapped(self) -> None:
        """What the widget itself does with a tap, before anybody is told of it."""

    def _hold_now(self, *_: Any) -> None:
        if self._finger is not None:
            # Kivy counts from the last frame, which may lie long before the finger came down.
            missing = theme.TOUCH["long_press_s"] - (monotonic() - self._down_at)
            if missing > 0:
                Clock.schedule_once(self._hold_now, missing)
                return
            self._held = True
            self.pressed = False
            self.dispatch("on_hold")

    def on_press(self) -> None:
        """A finger came down."""

    def on_release(self) -> None:
        """It was tapped."""

    def on_hold(self) -> None:
        """It was held for 0.6 s."""
