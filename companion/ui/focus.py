"""The ring: what the knob stands on, and what the buttons of the table press. Everything a finger can do, it can.

It goes over whatever answers a tap on the uppermost screen or dialog: lit places of the board, the gold button, keys
and rows, tools, the head. What a number or a slider says is changed by the knob once it was pressed there.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from companion.ui import layout, theme
from companion.ui.layout import Rect
from companion.ui.pen import Pen
from companion.ui.spots import Spot, area_of, list_of, look_over, same_as
from companion.ui.widgets.base import ASIDE, TOOLS, QuickTaps, Touchable, Turned
from companion.ui.widgets.keypad import Keypad

if TYPE_CHECKING:
    from companion.ui.root import Root

GAP = 2
STROKE, GRASPED = 3, 6
HALO = 2
"""Night around the ring and inside it: beside the frames of lit places it is seen from the other side of the table."""
FAST_S, FAST_AFTER, FAST_BY = 0.1, 3, 10
"""The third detent within so many seconds, and those after it, count tenfold."""
MANY = 30
"""Only where there are more values than these."""


class Pace:
    """How much a turn counts: every detent is one, but fast ones are ten. A slow turn is exact."""

    def __init__(self) -> None:
        self._way = 0
        self._when: deque[float] = deque(maxlen=FAST_AFTER - 1)

    def of(self, steps: int, at: float) -> int:
        """What `steps` detents at the time `at` (seconds) amount to."""
        way = 1 if steps > 0 else -1
        if way != self._way:
            self._way = way
            self._when.clear()
        amount = 0
        for _ in range(abs(steps)):
            fast = len(self._when) == FAST_AFTER - 1 and at - self._when[0] <= FAST_S
            amount += FAST_BY if fast else 1
            self._when.append(at)
        return way * amount


class Focus:
    """One for the root of the picture. `spot` is what the ring stands on, None: nothing; it goes with a touch."""

    def __init__(self, root: Root) -> None:
        self.root = root
        self.spot: Spot | None = None
        self.grasped = False
        """Whether the knob changes what the ring stands on."""
        self.ring: Rect | None = None
        """Where the ring is drawn, in pixels of the picture."""
        self.group = InstructionGroup()
        self._pace = Pace()
        self._taps = QuickTaps()
        self._held: dict[str, tuple[Touchable, int]] = {}
        """By button: what it holds, and the picture in which it went down."""
        self._seen: object = None
        self._asked: object = None
        self._top: Any = None
        self._index = 0
        self._resume: tuple[Any, int] | None = None
        self._following: Any = None

    # where it may stand

    def look(self) -> tuple[list[Spot], Any]:
        """All it can stand on now, in order, and what the knob changes while it stands on nothing (None: nothing)."""
        above = self.root.uppermost()
        return look_over(self.root, above) if above is not None else ([], None)

    def spots(self) -> list[Spot]:
        """All it can stand on now, in order."""
        return self.look()[0]

    def stand_on(self, target: str) -> bool:
        """Put the ring on a place of the board, or on a key that stands for it; whether it can stand there."""
        spots = self.spots()
        keys = (spot for spot in spots if not spot.target and getattr(spot.widget, "stands_for", "") == target)
        found = next((spot for spot in spots if spot.target == target), None) or next(keys, None)
        return found is not None and self._stand(found, spots.index(found))

    def stand_at(self, widget: Any) -> bool:
        """Put the ring on a key or a row; whether it can stand there."""
        found = next((spot for spot in self.spots() if spot.widget is widget), None)
        return found is not None and self._stand(found, self.spots().index(found))

    def hide(self) -> None:
        """Take the ring away."""
        self._leave(None)

    def forget(self) -> None:
        """Something else is shown: no ring, and nothing follows from what was held."""
        for widget, _ in self._held.values():
            widget.let_go()
        self._held.clear()
        self._leave(None)

    def rested(self) -> None:
        """Time has passed since the last press, whatever the clock says."""
        self._taps.forget()

    # the knob

    def turn(self, steps: int, at: float) -> None:
        """The knob was turned: it changes what it has hold of, or moves the ring."""
        self.follow()
        spots, main = self.look()
        if self.grasped and self.spot is not None:
            self._change(self.spot.widget, steps, at)
        elif self.spot is None and main is not None:
            self._change(main, steps, at)
        else:
            self._move(spots, main, steps)

    def _change(self, widget: Turned, steps: int, at: float) -> None:
        amount = self._pace.of(steps, at)
        widget.turn(amount if widget.span > MANY else steps)

    def _move(self, spots: list[Spot], main: Any, steps: int) -> None:
        """Go on by `steps`; past the end from the beginning, by way of nothing where the knob then changes a number."""
        stops: list[Spot | None] = [*spots, None] if main is not None else [*spots]
        if not stops:
            return
        way = 1 if steps > 0 else -1
        if self.spot in spots:
            at = spots.index(self.spot) + steps
        elif main is not None:
            at = len(spots) + steps
        else:
            at = self.first(spots, way) + steps - way
        for _ in stops:
            stop = stops[at % len(stops)]
            if stop is None:
                self._leave(None)
                return
            if self._stand(stop, at % len(stops)):
                return
            at += way

    def first(self, spots: list[Spot], way: int) -> int:
        """Where it begins: beside the place that is gone, else at the first answer or, backwards, at the last."""
        if self._resume is not None and self._resume[0] is self.root.uppermost():
            return self._resume[1] - (way < 0)
        answers = [i for i, spot in enumerate(spots) if spot.rank < ASIDE]
        return 0 if way > 0 or not answers else answers[-1]

    def _stand(self, spot: Spot, index: int) -> bool:
        """Stand there; False where it can't be brought into view."""
        widget = spot.widget
        if spot.target and spot.target not in widget.places():
            widget.reveal(spot.target)
        listed = list_of(widget, self.root)
        if listed is not None:
            listed.reveal(listed.row_of(widget))
        if area_of(spot, self.root) is None:
            return False
        self.spot, self.grasped, self._index, self._resume = spot, False, index, None
        self._top = self.root.uppermost()
        self._seen, self._asked = self._sight(spot), self._question(spot)
        self._draw()
        if self._following is None:
            self._following = Clock.schedule_interval(lambda _: self.follow(), 0)
        return True

    # the buttons

    def key_down(self, key: str) -> None:
        """One of the buttons of the whole table went down."""
        self.follow()
        if self.grasped:
            self._grasp(False)
            if key != "next":
                return
        if key in ("confirm", "push"):
            self._confirm(key)
        elif key == "next":
            self._next()
        elif key == "undo":
            self._undo()

    def let_go(self, key: str) -> None:
        """Nothing follows from what this button holds."""
        widget, _ = self._held.pop(key, (None, 0))
        if widget is not None:
            widget.let_go()

    def key_up(self, key: str) -> None:
        """It came up: what had to be held is let go."""
        widget, picture = self._held.pop(key, (None, 0))
        if widget is None:
            return
        # Meant for what was shown when it went down: another seat may have acted meanwhile.
        if picture == self.root.changes:
            widget.release()
        else:
            widget.let_go()

    def _confirm(self, key: str) -> None:
        spots, main = self.look()
        if self.spot is not None:
            self._press(self.spot, key)
        elif isinstance(main, Keypad):
            main.confirm()
        elif key == "confirm":
            self._gold(spots, key)
        else:
            self._move(spots, None, 1)

    def _gold(self, spots: list[Spot], key: str) -> None:
        """Press what is gold, or the only thing there is; where that is not plain, show where the ring goes."""
        gold = [spot for spot in spots if spot.gold]
        if len(gold) == 1 or len(spots) == 1:
            self._press((gold or spots)[0], key)
        elif spots:
            first = gold[0] if gold else spots[0]
            self._stand(first, spots.index(first))

    def _next(self) -> None:
        spots, main = self.look()
        gold = [spot for spot in spots if spot.gold]
        if self.root.uppermost().goes_on and len(gold) == 1:
            self._press(gold[0], "next")
        else:
            self._move(spots, main, 1)

    def _undo(self) -> None:
        spots, main = self.look()
        if isinstance(main, Keypad):
            main.take_back()
            return
        keys = [spot for spot in spots if isinstance(spot.widget, Touchable)]
        # What lies open beside the board is closed before the tool below it takes a move back.
        for near in ([spot for spot in keys if spot.rank < TOOLS], keys):
            backwards = [s for s in near if s.widget.takes_back] or [s for s in near if s.widget.leads_back][::-1]
            if backwards:
                self._press(backwards[0], "undo")
                return

    def _press(self, spot: Spot, key: str) -> None:
        """As a finger would; what must or may be held waits for the button to come up."""
        widget = spot.widget
        if spot.target:
            widget.press(spot.target)
        elif isinstance(widget, Turned):
            self._stand(spot, self._index)
            self._grasp(True)
        elif not (widget.guard and self._taps.again(key)):
            widget.press(spot.part)
            if widget.lasting:
                self._held[key] = (widget, self.root.changes)
            else:
                widget.release()

    def _grasp(self, on: bool) -> None:
        self.grasped = on
        self._draw()

    # through changes of the picture

    def follow(self) -> None:
        """Stay on the same thing where it still is; else, or where a place may mean something new, on nothing."""
        spot = self.spot
        if spot is None:
            return
        if self.root.uppermost() is not self._top:
            self.forget()
            return
        if not self._stands(spot) or self._sight(spot) != self._seen:
            if self._question(spot) != self._asked:
                self._leave(None)
                return
            spots = self.spots()
            found = same_as(spot, self.ring, spots, self.root)
            if found is None:
                self._leave((self._top, self._index) if spot.target else None)
                return
            self.spot, self._index, self._seen = found, spots.index(found), self._sight(found)
        if area_of(self.spot or spot, self.root) != self.ring:
            self._draw()

    def _stands(self, spot: Spot) -> bool:
        """Whether what the ring stands on is still part of the picture and answers."""
        widget = spot.widget
        if not spot.target and not (widget.answers if isinstance(widget, Touchable) else widget.turns):
            return False
        while widget is not None and widget is not self.root:
            widget = widget.parent
        return widget is not None and area_of(spot, self.root) is not None

    def _sight(self, spot: Spot) -> object:
        """What is another when the ring may have to go: the picture, what is on it, how often the board was drawn."""
        drawn = spot.widget.drawings if spot.target else 0
        return self.root.changes, len(self._top.children), len(self.root.children), drawn

    @staticmethod
    def _question(spot: Spot) -> object:
        """What the board asks where a place is ringed: the same place answers another question, or another seat's."""
        decision = spot.widget.decision if spot.target else None
        return None if decision is None else (decision.id, decision.seats)

    def _leave(self, resume: tuple[Any, int] | None) -> None:
        self.spot, self.grasped, self.ring, self._resume = None, False, None, resume
        self.group.clear()
        if self._following is not None:
            self._following.cancel()
            self._following = None

    # drawing

    def _draw(self) -> None:
        """The ring around what it stands on, above everything, inside the picture."""
        self.group.clear()
        if self.spot is None:
            return
        self.ring = area_of(self.spot, self.root)
        if self.ring is None:
            return
        frame = layout.current()
        width = GRASPED if self.grasped else STROKE
        reach = frame.px(GAP + width + HALO)
        left, bottom = max(self.ring.x - reach, 0), max(self.ring.y - reach, 0)
        right, top = min(self.ring.right + reach, frame.width), min(self.ring.top + reach, frame.height)
        pen = Pen(self.group, frame, left, top, right - left, top - bottom)
        round_ = theme.RADIUS["button"] + GAP + width
        pen.box(0, 0, pen.w, pen.h, None, round_ + HALO, "night", GAP + width + HALO)
        pen.box(HALO, HALO, pen.w - 2 * HALO, pen.h - 2 * HALO, None, round_, "lapis_light", width)
