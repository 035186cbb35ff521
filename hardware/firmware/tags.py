"""The text of tags out of what a reader sends, one tag a line.

This file runs under MicroPython as well: plain names as annotations, no dataclasses, no `typing`.
"""

MOST_TAG = 64
"""The longest tag, in characters."""

_STX = 2
_ENDS = (3, 10, 13)


def is_tag(text: str) -> bool:
    """Whether a text can be that of a tag: 1 to 64 printable ASCII characters."""
    return 1 <= len(text) <= MOST_TAG and all(32 <= ord(letter) < 127 for letter in text)


class Tags:
    """Bytes in, tags out. A line ends with CR, LF or ETX, an STX before it is left out; what is no text is dropped."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._sound = True

    def feed(self, data: bytes) -> list[str]:
        """The tags that became whole with these bytes: 1 to 64 printable ASCII characters each."""
        tags = []
        for byte in data:
            if byte in _ENDS or byte == _STX:
                if self._line and self._sound and byte != _STX:
                    tags.append(bytes(self._line).decode())
                self._line = bytearray()
                self._sound = True
            elif len(self._line) < MOST_TAG and 32 <= byte < 127:
                self._line.append(byte)
            else:
                self._sound = False
        return tags
