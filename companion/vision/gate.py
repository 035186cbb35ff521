"""The motion gate: whether the table is at rest, so that a picture is worth reading.

Pure: it has no clock of its own. What moves is waited for, and so is what reaches in over the edge, since a hand that
rests is still a hand; but what goes on lying there is read over after a while. A lamp that is switched and light that
drifts are no movement of pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.engine.text import T, Text
from companion.vision.change import CELL, QUARTER, Small, compare, grid, small

STILL_S = 0.6
"""Seconds without a movement until the table is at rest."""
LYING_S = 4.0
"""Seconds after which what lies still over the edge is no hand."""
GAP_S = 1.5
"""Seconds without a picture after which anything may have happened."""
FORGOTTEN_S = 60.0
"""Seconds after which what lies over the edge belongs to the table."""
REACHING = 3
"""Cells that hang together and touch the edge from which on something reaches in."""
PART_PUSHED = 0.4
"""Part of what can be seen that shows something else after a push of 1.5 mm; a hand with its arm covers a fifth."""
LYING = T("Something lies over the edge of the mat. It is read as it is; better take it away.")


class GateState(msgspec.Struct, frozen=True, kw_only=True):
    """How the table stands at a picture.

    `still`: at rest, nothing reaches in. `moving`: this picture shows a movement. `since`: when the last movement was,
    on the clock of the pictures. `changed`: true once, at the first picture at rest after a movement, or that looks
    otherwise than the last one at rest. `bumped`: mat or camera was pushed.
    """

    still: bool
    moving: bool
    since: float
    changed: bool
    bumped: bool = False
    remark: Text | None = None


class Gate:
    """Takes in one picture after the other. Only what lies `within` an outline counts, once there is one."""

    def __init__(self) -> None:
        self._last: Small | None = None
        self._rest: Small | None = None
        """The last picture at rest."""
        self._clear: Small | None = None
        """The last one at rest over whose edge nothing lay."""
        self._clear_at = 0.0
        self._at = 0.0
        self._since = 0.0
        self._moved = True
        self._remark: Text | None = None
        self._outline: tuple[tuple[float, float], ...] | None = None
        self._inside: Any = None
        self._edge: Any = None

    def within(self, outline: Sequence[Sequence[float]] | Any | None) -> None:
        """Count only what lies within this outline (px of the pictures, 3 points or more); None: the whole picture."""
        points = None if outline is None else tuple((float(x), float(y)) for x, y in outline)
        self._outline = points if points and len(points) > 2 and np.isfinite(points).all() else None
        self._inside = self._edge = None

    def again(self) -> None:
        """Find the next picture at rest worth reading, whether anything changed or not."""
        self._moved = True

    def feed(self, picture: Any, at: float) -> GateState:
        """Take in a picture that came `at` (seconds of a clock that only goes on)."""
        now = small(picture)
        last, gap = self._last, not 0.0 <= at - self._at <= GAP_S
        self._last, self._at = now, at
        if now is None or last is None or last.size != now.size or gap:
            self._start(now, at)
            return self._state(moving=False, still=False)
        change = compare(last, now, self._here(now))
        moving = bool(change.cells.any())
        if moving or change.lit:
            self._since, self._moved, self._remark = at, True, None
        # What lies there as at the last rest is no hand, and neither is what was there before a hand rested.
        reaches = self._reaches(self._rest, now) and self._reaches(self._clear, now)
        if moving or at - self._since < STILL_S or (reaches and at - self._since < LYING_S):
            return self._state(moving=moving, still=False)
        return self._at_rest(now, at)

    def _at_rest(self, now: Small, at: float) -> GateState:
        bumped = False
        if self._rest is not None:
            change = compare(self._rest, now, self._here(now))
            if not (self._moved or change.lit or change.cells.any()):
                return self._state(moving=False, still=True)
            bumped = change.part >= PART_PUSHED
        if self._reaches(self._clear, now) and at - self._clear_at < FORGOTTEN_S:
            self._remark = LYING
        else:
            self._clear, self._clear_at, self._remark = now, at, None
        state = self._state(moving=False, still=True, changed=True, bumped=bumped)
        self._rest, self._moved = now, False
        return state

    def _start(self, now: Small | None, at: float) -> None:
        """Begin anew: what was before this picture is not known."""
        self._since, self._moved, self._remark = at, True, None
        if now is not None and self._rest is not None and self._rest.size != now.size:
            self._rest = self._clear = None
            self.within(None)

    def _state(self, *, moving: bool, still: bool, changed: bool = False, bumped: bool = False) -> GateState:
        return GateState(
            still=still,
            moving=moving,
            since=self._since,
            changed=changed,
            bumped=bumped,
            remark=self._remark,
        )

    def _reaches(self, before: Small | None, now: Small) -> bool:
        """Whether something lies over the edge that did not before; not where everything was pushed."""
        if before is None:
            return False
        change = compare(before, now, self._here(now))
        if change.part >= PART_PUSHED or not (change.cells & self._edge).any():
            return False
        near = cv2.dilate(change.cells.astype(np.uint8), np.ones((3, 3), np.uint8)) * self._inside
        _, parts = cv2.connectedComponents(near.astype(np.uint8))
        at_edge = set(np.unique(parts[self._edge & change.cells])) - {0}
        return any(np.count_nonzero(change.cells & (parts == part)) >= REACHING for part in at_edge)

    def _here(self, now: Small) -> Any:
        """The cells that count."""
        if self._inside is None or self._inside.shape != grid(now.size):
            rows, columns = grid(now.size)
            inside = np.ones((rows, columns), np.uint8)
            if self._outline is not None:
                inside[:] = 0
                corners = np.array(self._outline) / (QUARTER * CELL) - 0.5
                cv2.fillPoly(inside, [np.round(np.clip(corners, -1e4, 1e4)).astype(np.int32)], 1)
            inner = cv2.erode(inside, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
            self._inside = inside.astype(bool)
            self._edge = self._inside & ~inner.astype(bool)
        return self._inside
