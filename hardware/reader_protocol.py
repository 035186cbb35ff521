"""Plain tag and bar-code readers: every line they send is a tag; they are never talked to."""

from __future__ import annotations

from companion.engine.text import T
from hardware.device import Signal
from hardware.firmware.tags import MOST_TAG, is_tag
from hardware.talk import Talk

_ENDS = b"\r\n"
_FRAMING = b"\x02\x03"


class ReaderTalk(Talk):
    """Lines of 1 to 64 printable ASCII characters, ended by CR, LF or both; STX and ETX around them are left out.

    A line that is longer or has other bytes is dropped whole.
    """

    def begin(self, now: float) -> None:
        """A reader needs no answer to be ready. A line cut by the last disconnection is forgotten."""
        self.ready = True
        self.ended = False
        self.fault = None
        self.keys = ("tags",)
        self.broken = 0
        self._flood.forget()
        self._line = bytearray()

    def feed(self, data: bytes, now: float) -> list[Signal]:
        """The tags whose lines end in these bytes."""
        found: list[Signal] = []
        for byte in data:
            if byte in _ENDS:
                # Latin-1 has a letter for every byte; which of them may stand in a tag is asked next.
                line, self._line = self._line.decode("latin-1"), bytearray()
                if not line:
                    continue
                if is_tag(line) and line.strip():
                    found += self._tag(line.strip(), now)
                else:
                    self.broken += 1
            elif byte not in _FRAMING and len(self._line) <= MOST_TAG:
                # One byte more than fits tells that the line does not fit.
                self._line.append(byte)
        return found

    def due(self, now: float) -> list[Signal]:
        """The end of a flood."""
        if self._flood.over(now):
            self.ready = True
        return []

    def _tag(self, tag: str, now: float) -> list[Signal]:
        read = self._read(tag, now)
        if read and self._flood.another(now):
            self.ready = False
            self.fault = T(
                "The tag reader tells of more tags than people can lay on it, so Cartouche does not listen until "
                "it has been quiet for a second. Look at its settings, or plug it in again."
            )
            return []
        return read
