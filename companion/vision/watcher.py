"""Pictures that come and come: one is read whenever the table has come to rest and looks otherwise than before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from companion.engine.sight import At, Reading
from companion.vision.gate import Gate, GateState
from companion.vision.slid import PUSHED

AGAIN_S = 2.0
"""Seconds after which a still table that could not be read is tried again: the camera may have found its focus."""

SEEK_S = 1.0
"""Seconds between two looks for the mat while it was not located and something moves: people at the picture's edge
would keep a gate that does not know where the mat lies from ever being still."""


class Picture(Protocol):
    """One picture of a camera: BGR uint8 (h, w, 3), and when it came, in seconds of a clock that only goes on."""

    @property
    def at(self) -> float:
        """When it came."""

    @property
    def picture(self) -> Any:
        """The picture."""


class Look(Protocol):
    """What came of a picture (`companion.vision.reader.Looked`)."""

    @property
    def reading(self) -> Reading:
        """What lies on the table, or why that can't be told."""

    @property
    def field(self) -> Any:
        """The table seen from above, BGR uint8 (h, w, 3); None: it was not located."""

    @property
    def outline(self) -> Any:
        """The outer edge of the mat in the picture, (n, 2) px; None: it was not located."""


class Looks(Protocol):
    """What reads a picture (`companion.vision.reader.Reader`)."""

    def look(self, picture: Any, unseen: frozenset[str] = frozenset(), known: Mapping[str, At] = {}) -> Look:
        """What lies on the table."""


class Watcher:
    """Joins a gate and a reader. Pure: it has no clock and no thread; whoever has the camera feeds it.

    `unseen` and `known` are what the reader is told with the next picture. `state` is how the gate judged the last one,
    `last_look` what came of the last one that was read. `by_hand`: the corners were set by hand, so that a push is
    remarked from then on; a mat tells itself where it lies.
    """

    def __init__(self, reader: Looks, gate: Gate, by_hand: bool = False) -> None:
        self.reader = reader
        self.gate = gate
        self.by_hand = by_hand
        self._pushed = False
        self.unseen: frozenset[str] = frozenset()
        self.known: Mapping[str, At] = {}
        self.state: GateState | None = None
        self.last_look: Look | None = None
        self._read_at = 0.0
        self._sought_at: float | None = None
        self._located = False

    def feed(self, frame: Picture) -> Reading | None:
        """Take in one picture; a reading when it was worth reading, None else.

        A table that can't be read is tried again every `AGAIN_S` seconds, and told again only when the reason is
        another one, or gone. Once it was read, only what happens within the mat's outer edge counts as a change. What
        the gate remarks is among the reading's remarks.
        """
        self.state = self.gate.feed(frame.picture, frame.at)
        self._pushed = self._pushed or (self.by_hand and self.state.bumped)
        before = None if self.last_look is None else self.last_look.reading
        troubled = before is not None and before.trouble is not None
        again = troubled and self.state.still and frame.at - self._read_at >= AGAIN_S
        if not self.state.changed and not again:
            self._seek(frame)
            return None
        self.last_look = self.reader.look(frame.picture, self.unseen, self.known)
        self._read_at = frame.at
        # Where the mat is not found, whatever moves may be what brings it back.
        self._locate(self.last_look)
        reading = self.last_look.reading
        if not self.state.changed and before is not None and before.trouble == reading.trouble:
            return None
        return reading if reading.trouble is not None else self._remarked(reading, self.state)

    def _remarked(self, reading: Reading, state: GateState) -> Reading:
        """A reading with what the gate knows of how the table stands."""
        told = (PUSHED if self._pushed else None, state.remark)
        more = tuple(one for one in told if one is not None and one not in reading.remarks)
        return msgspec.structs.replace(reading, remarks=(*reading.remarks, *more)) if more else reading

    def _seek(self, frame: Picture) -> None:
        """Look where the mat lies although the table is not at rest; what lies on it is told to nobody then."""
        if self._sought_at is None:
            # Most tables come to rest in that time, and are read anyway.
            self._sought_at = frame.at
        if self._located or self.state is None or self.state.still or frame.at - self._sought_at < SEEK_S:
            return
        self._sought_at = frame.at
        look = self.reader.look(frame.picture, self.unseen, self.known)
        if look.outline is not None:
            self._locate(look)

    def _locate(self, look: Look) -> None:
        self._located = look.outline is not None
        self.gate.within(look.outline)

    def again(self) -> None:
        """Read the table the next time it is still, whether it changed or not."""
        self.gate.again()
