"""A board as a diagram with named targets: what its views draw, mark, and answer to a finger or the knob.

A board draws in logical pixels of the whole screen (origin top left), so the numbers of the design stand in the code.
One table of places serves drawing, touching and tests. What never changes is drawn once; a move redraws the rest.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.engine.game import Decision
from companion.engine.text import Text
from companion.ui import theme
from companion.ui.boards.parts import Parts
from companion.ui.boards.plan import Area
from companion.ui.layout import Frame, Rect, in_reading_order, place
from companion.ui.pen import Mark, Pen, Written

OWN_KEYS = frozenset({"page", "chance", "form", "sheet", "choice", "now", "sure", "incident"})
"""Kinds of targets that are keys of a board's own."""
NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Marks:
    """Which targets wear which mark (design 7, Light).

    lit: legal now or still owed. selected: first tap made. refused: the place that was tapped in vain. reasons: what
    forbids it. counted: scoring now. fresh: put there in this turn.
    """

    lit: frozenset[str] = NOBODY
    selected: frozenset[str] = NOBODY
    refused: frozenset[str] = NOBODY
    reasons: frozenset[str] = NOBODY
    counted: frozenset[str] = NOBODY
    fresh: frozenset[str] = NOBODY
    scoring: str = ""
    """The category of the line while a scoring is walked through: all but what it counts steps back."""


PLAIN = Marks()


class BoardView(Widget):
    """A board as a diagram. Subclasses give `places()` and draw; taps on a place dispatch `on_target(target)`.

    `frame` measures, `area` (logical) is the part of the screen it covers, `say` puts a Text into words. The pens draw
    by the numbers of the whole screen. `signs` are the marks that the places wear, `marks` what the pens drew.
    """

    __events__ = ("on_target",)
    shows_choices = False
    """Whether the view itself offers every choice and form, so that the panel need not."""

    def __init__(self, frame: Frame, area: Area, say: Callable[[Text | str], str]) -> None:
        super().__init__(size_hint=(None, None))
        self.frame = frame
        self.area = area
        self.say = say
        self.state: Any = None
        self.decision: Decision | None = None
        self.signs = PLAIN
        self._blinked: tuple[Marks, Marks] | None = None  # The signs, and what is drawn for them for the moment.
        self.pressed: str | None = None
        self.touched = True
        """Whether its places answer to a finger; a board that is only looked at may be smaller."""
        self.apart = False
        """Whether something else is open: the ring comes to that first."""
        self.every_place = False
        """Whether any place may be asked about now, not only those that are lit."""
        self.still = InstructionGroup()
        self.moving = InstructionGroup()
        self.canvas.add(self.still)
        self.canvas.add(self.moving)
        pieces = InstructionGroup()
        self.canvas.add(pieces)
        self.parts = Parts(pieces, self._pen)
        """For boards whose changing part is large: pieces drawn anew only when they look different."""
        self._still_key: object = None
        self._still_marks: list[Mark] = []
        self._moving_marks: list[Mark] = []
        self._touch: tuple[Any, str] | None = None
        self.drawings = 0
        """How often it was drawn: what a tap has drawn already need not be drawn again."""
        place(self, frame.rect(*area))

    # what a board tells

    @abstractmethod
    def places(self) -> Mapping[str, Area]:
        """Every target that can be touched or marked, with the logical area in which it is touched. First hit wins."""

    @abstractmethod
    def draw_moving(self, pen: Pen) -> None:
        """Draw what changes with the position: pieces, rings, numbers (self.state, self.signs, self.pressed)."""

    def draw_still(self, pen: Pen) -> None:
        """Draw what stays as long as `still_key()` does."""
        return

    def still_key(self) -> object:
        """What the unchanging part depends on; another value redraws it."""
        return None

    # what the screens call

    def show(self, state: Any, decision: Decision | None, marks: Marks = PLAIN) -> None:
        """Draw the position `state` with its marks. `decision` is what the table is asked now (None: nothing)."""
        self.state, self.decision, self.signs = state, decision, marks
        self.every_place = False
        self.redraw()

    def redraw(self) -> None:
        """Draw again; the unchanging part only if it has changed after all."""
        if self.state is None:
            return
        signs = self.signs
        if self._blinked is not None and self._blinked[0] is signs:
            self.signs = self._blinked[1]
        try:
            self._draw()
        finally:
            self.signs = signs

    def blink(self, lit: frozenset[str] = NOBODY) -> None:
        """Let the refused place, or these of the lit ones, blink once; then it is marked as before."""
        signs = self.signs
        if lit:
            self._blink_later(signs, replace(signs, lit=signs.lit - lit))
        elif signs.refused:
            self._blink_later(signs, replace(signs, refused=NOBODY))

    def _blink_later(self, signs: Marks, out: Marks) -> None:
        third = theme.MOTION["refuse_s"] / 3
        Clock.schedule_once(lambda _: self._blink(signs, (signs, out)), third)
        Clock.schedule_once(lambda _: self._blink(signs, None), 2 * third)

    def _blink(self, signs: Marks, blinked: tuple[Marks, Marks] | None) -> None:
        if self.signs is signs:
            self._blinked = blinked
            self.redraw()

    def _draw(self) -> None:
        self.drawings += 1
        key = (self.still_key(), tuple(self.pos), tuple(self.size))
        if key != self._still_key:
            self._still_key = key
            self.still.clear()
            self._still_marks.clear()
            self.draw_still(self._pen(self.still, self._still_marks))
        self.moving.clear()
        self._moving_marks.clear()
        self.draw_moving(self._pen(self.moving, self._moving_marks))

    def _pen(self, group: InstructionGroup, marks: list[Mark]) -> Pen:
        frame = self.frame
        return Pen(group, frame, frame.x(0), frame.y(0), frame.px(frame.w), frame.px(frame.h), marks)

    @property
    def marks(self) -> list[Mark]:
        """What the pens filled and wrote, in drawing order."""
        return [*self._still_marks, *self._moving_marks, *self.parts.marks]

    @property
    def written(self) -> list[Written]:
        """What the pens wrote."""
        return [mark for mark in self.marks if isinstance(mark, Written)]

    def texts(self) -> list[str]:
        """The words on the board, in drawing order."""
        return [mark.text for mark in self.written]

    def targets(self) -> Iterator[tuple[str, Rect]]:
        """What can be touched, for the check of sizes."""
        if not self.touched:
            return
        for target, area in self.places().items():
            yield target, self.frame.rect(*area)

    def rect_of(self, target: str) -> Rect | None:
        """Where a target is touched, in Kivy pixels; None if the board does not show it (now)."""
        area = self.places().get(target)
        return None if area is None else self.frame.rect(*area)

    def target_at(self, x: float, y: float) -> str | None:
        """The target under a point in Kivy pixels."""
        for target, area in self.places().items():
            if self.frame.rect(*area).contains(x, y):
                return target
        return None

    def reveal(self, target: str) -> None:
        """Bring a target into view where the board shows only a part of itself."""
        return

    # the ring of the knob

    def offered(self) -> list[str]:
        """The places the ring goes over: those that are lit, then those that only lead on (keys, other pages).

        In the board's own order if it has one, else as it is read, or where it shows only a part of itself as the
        choices come.
        """
        if not self.touched or self.disabled or self.state is None:
            return []
        places, lit = self.places(), self.signs.lit
        meant = [target for target in places if self.every_place or target in lit]
        beyond = [] if self.every_place else [target for target in self.beyond() if target not in places]
        inside = {*meant, *beyond}
        order = dict.fromkeys(self.in_turn())
        if beyond and self.decision is not None:
            order |= dict.fromkeys(target for choice in self.decision.choices for target in choice.targets)
        chosen = [target for target in order if target in inside]
        others = [target for target in meant if target not in order]
        meant = [*chosen, *in_reading_order(others, lambda target: places[target])]
        leading = [target for target in places if target not in meant and self.leads(target)]
        return [*meant, *in_reading_order(leading, lambda target: places[target])]

    def beyond(self) -> Sequence[str]:
        """Lit places outside the part of the board that is shown now, if a touch can move it; see `reveal`."""
        return ()

    def in_turn(self) -> Iterable[str]:
        """Places in the order the ring goes over them, lit or not, where that is not how the picture is read."""
        return ()

    def only_tells(self, target: str) -> bool:
        """Whether a tap on the place answers nothing: the ring comes there after everything that does."""
        return False

    def leads(self, target: str) -> bool:
        """Whether a place answers a tap though it is not lit: a key of the board's own, another part of it to show."""
        return target.partition(":")[0] in OWN_KEYS

    def press(self, target: str) -> None:
        """As a tap on a place."""
        drawn = self.drawings
        if not self.own_tap(target):
            self.dispatch("on_target", target)
        if self.drawings == drawn:
            self.redraw()

    # touch: down shows, up inside the slop asks

    def own_tap(self, target: str) -> bool:
        """A tap that only changes what the board shows (another page of it); False: the table is told of it."""
        return False

    def on_touch_down(self, touch: Any) -> bool:
        if self.disabled or not self.touched or getattr(touch, "is_mouse_scrolling", False):
            return bool(super().on_touch_down(touch))
        target = self.target_at(*touch.pos) if self.collide_point(*touch.pos) else None
        if target is None or self._touch is not None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._touch = (touch, target)
        self.pressed = target
        self.redraw()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if self.pressed is not None and not self._within_slop(touch):
            self.pressed = None
            self.redraw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        target = self._touch[1] if self._touch is not None else None
        self._touch = None
        self.pressed = None
        if target is not None and self._within_slop(touch):
            self.press(target)
        else:
            self.redraw()
        return True

    def _within_slop(self, touch: Any) -> bool:
        reach = self.frame.px(8)
        return bool(abs(touch.x - touch.ox) <= reach and abs(touch.y - touch.oy) <= reach)

    def on_target(self, target: str) -> None:
        """A place was tapped."""


class SideView(Widget):
    """A board's own pieces beside it (standings, sets), redrawn with the board. It may dispatch `on_target` too."""

    __events__ = ("on_target",)

    @abstractmethod
    def show(self, state: Any, decision: Decision | None, marks: Marks = PLAIN) -> None:
        """Draw what belongs to the position `state`."""

    def on_target(self, target: str) -> None:
        """A place was tapped."""
