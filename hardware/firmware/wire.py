"""The framing of the serial line, one copy for both ends: BODY `*` CHECKSUM LF (docs/button-box.md, "A line").

This file runs under MicroPython as well: plain names as annotations, no dataclasses, no `typing`.
"""

VERSION = 1
"""The version of the conversation, told in both hellos."""
BAUD = 115200
"""Bits a second where the line is a real UART; over USB it does not matter."""
MOST_BODY = 200
"""The longest body, in bytes: room for the hello of a box that has everything."""

_LF = 10
_CR = 13
_STAR = 42
_TAIL = 5
_DIGITS = b"0123456789ABCDEF"


def crc16(data: bytes) -> int:
    """The CRC-16/CCITT-FALSE of the bytes: polynomial 0x1021, begun with 0xFFFF, not reflected, 0 to 0xFFFF."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        crc &= 0xFFFF
    return crc


def fits(body: str) -> bool:
    """Whether a line can carry this body: 1 to 200 printable ASCII characters, none of them a star."""
    return 1 <= len(body) <= MOST_BODY and all(32 <= ord(letter) < 127 and letter != "*" for letter in body)


def frame(body: str) -> bytes:
    """The whole line of a body, its line feed with it. Raises ValueError where no line can carry it (`fits`)."""
    if not fits(body):
        raise ValueError("a line carries 1 to 200 printable characters without a star, not " + repr(body))
    data = body.encode()
    return data + b"*%04X\n" % crc16(data)


def body_of(line: bytes) -> str:
    """The body of a line without its line ending, or "" where the line is broken: cut, garbled or too long."""
    size = len(line) - _TAIL
    if not 1 <= size <= MOST_BODY or line[size] != _STAR:
        return ""
    crc = 0
    for byte in line[size + 1 :]:
        if byte not in _DIGITS:
            return ""
        crc = crc * 16 + _DIGITS.index(bytes((byte,)))
    data = line[:size]
    if not all(32 <= byte < 127 and byte != _STAR for byte in data) or crc16(data) != crc:
        return ""
    return data.decode()


class Lines:
    """Bytes in, whole and sound bodies out, in pieces of any size. One for each connection.

    A carriage return before the line feed and empty lines are put up with; a line that is too long is skipped up to
    its line feed, without being kept.
    """

    def __init__(self) -> None:
        self.broken = 0
        """Lines that were thrown away so far: cut, garbled or too long."""
        self._line = bytearray()

    def feed(self, data: bytes) -> list[str]:
        """The bodies that became whole with these bytes, oldest first."""
        bodies = []
        for byte in data:
            if byte == _LF:
                line = bytes(self._line)
                self._line = bytearray()
                if line and line[-1] == _CR:
                    line = line[:-1]
                body = body_of(line)
                if body:
                    bodies.append(body)
                elif line:
                    self.broken += 1
            elif len(self._line) < MOST_BODY + _TAIL + 2:
                # room for a carriage return, and for one byte more than fits, which tells that it does not fit
                self._line.append(byte)
        return bodies
