"""The knob in place of every finger: what the kits of the games tap is reached by turning, and turns are counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.ui.layout import Rect
from companion.ui.spots import Spot, area_of
from companion.ui.widgets.hold_circle import HoldCircle
from companion.ui.widgets.keypad import Keypad
from hardware.device import SEAT_KEYS
from tests.kit import inspect
from tests.kit.panel import Buttons
from tests.kit.sitting import Sitting

MOST_STEPS = 200


class Knob:
    """Takes over the fingers of a sitting. `turns`, `presses`: how many of each, by the stage of the game."""

    def __init__(self, table: Sitting, patch: pytest.MonkeyPatch) -> None:
        self.table = table
        self.hand = Buttons(table)
        self.turns: Counter[str] = Counter()
        self.presses: Counter[str] = Counter()
        self._digits = ""
        for name in ("tap", "down", "up", "hold"):
            patch.setattr(table.ui, name, getattr(self, name))

    @property
    def focus(self) -> Any:
        """The ring."""
        return self.hand.focus

    def told(self) -> str:
        """The counts in words, for whoever looks at the log of the tests."""
        each = ", ".join(f"{step} {self.turns[step] / n:.1f} x {n}" for step, n in self.presses.most_common())
        turns, presses = sum(self.turns.values()), sum(self.presses.values())
        return f"{turns} turns for {presses} presses ({turns / presses:.2f} each; {each})"

    @property
    def share(self) -> float:
        """Turns for a press."""
        return sum(self.turns.values()) / sum(self.presses.values())

    # what fingers do

    def tap(self, spot: Any) -> None:
        """Reach it and press it; the gold button needs no turn where nothing is ringed."""
        keypad = getattr(spot, "parent", None)
        if isinstance(keypad, Keypad):
            self._type(keypad, spot.value)
            return
        spots = self.focus.spots()
        wanted = self._wanted(spot, spots)
        gold = [one for one in spots if one.gold]
        if self.focus.spot is None and gold == [wanted]:
            self._press("confirm")
        elif self._selected() and gold == [wanted]:
            # The place that was selected, once more.
            self._press("push")
        else:
            self._reach(wanted, spots)
            self._press("push")

    def down(self, circle: HoldCircle) -> str:
        """Hold the button that lies before the seat; returns it."""
        seats = self.table.session.header.seat_ids
        key = SEAT_KEYS[seats.index(circle.seat)]
        self.hand.down(key)
        return key

    def up(self, key: str) -> None:
        """Let go of it."""
        self.hand.up(key)

    def hold(self, widget: Any, seconds: float = 0.7) -> None:
        """Reach it and keep the knob pushed."""
        spots = self.focus.spots()
        self._reach(self._wanted(widget, spots), spots)
        self.hand.hold("push", seconds)

    # the ring

    def _selected(self) -> bool:
        ringed = self.focus.spot
        return ringed is not None and bool(ringed.target) and bool(getattr(self.table.screen.panel, "selected", ()))

    def _wanted(self, spot: Any, spots: list[Spot]) -> Spot:
        found = [one for one in spots if self._is(one, spot)]
        assert found, f"no ring on {spot if isinstance(spot, Rect) else inspect.texts(spot)}: {spots}"
        return found[0]

    def _is(self, one: Spot, spot: Any) -> bool:
        if not isinstance(spot, Rect):
            return not one.target and one.widget is spot
        area = area_of(one, self.table.context.root)
        inside = area is not None and area.contains(*spot.center)
        return inside and (not one.target or one.widget.target_at(*spot.center) == one.target)

    def _reach(self, wanted: Spot, spots: list[Spot]) -> None:
        """The shorter way round, as from where the ring stands, or else from either end of the answers."""
        focus, aim, count = self.focus, spots.index(wanted), len(spots)
        if focus.spot in spots:
            here = spots.index(focus.spot)
            forth, back = (aim - here) % count, (here - aim) % count
        else:
            forth, back = (aim - focus.first(spots, 1)) % count + 1, (focus.first(spots, -1) - aim) % count + 1
        way = 1 if forth <= back else -1
        for _ in range(MOST_STEPS):
            ringed = focus.spot
            if (
                ringed is not None
                and ringed.target == wanted.target
                and (wanted.target or ringed.widget is wanted.widget)
            ):
                return
            self.turns[self._step] += 1
            self.hand.turn(way)
        raise AssertionError(f"the ring never comes to {wanted}")

    def _press(self, key: str) -> None:
        self.presses[self._step] += 1
        self.hand.press(key)

    @property
    def _step(self) -> str:
        return str(self.table.session.decision.id)

    def _type(self, keypad: Keypad, key: str) -> None:
        """A number is turned to as soon as all its digits are known."""
        if key != "ok":
            self._digits += key
            return
        wanted, self._digits = int(self._digits), ""
        self.turns[self._step] += abs(wanted - (keypad.sum.value or 0))
        self.hand.turn((wanted - (keypad.sum.value or 0)) or 1)
        if keypad.sum.value != wanted:
            self.hand.turn(-1)
        assert keypad.sum.value == wanted
        self._press("confirm")
