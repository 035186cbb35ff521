"""Which way the picture lies: angles clockwise by the side of the table it faces. Pure."""

from __future__ import annotations

from companion.ui.layout import Frame

ANGLES = {"s": 0, "w": 90, "n": 180, "e": 270}
CHOICES = ("off", "half", "quarter")


def angle(facing: str, screen_side: str, side: str | None) -> int:
    """Degrees clockwise (0, 90, 180, 270) that turn the picture's lower edge to `side`.

    `facing` is off, half (turns over only) or quarter; `screen_side` is where the panel's own lower edge lies. With
    `half`, a seat at a side edge sees the picture upright.
    """
    if side is None or facing == "off":
        return 0
    turn = (ANGLES[side] - ANGLES[screen_side]) % 360
    return turn if facing == "quarter" or turn == 180 else 0


def turned_frame(width: int, height: int, turn: int) -> Frame:
    """The frame of a picture turned by `turn` on a panel of `width` x `height` pixels."""
    return Frame(height, width) if turn in (90, 270) else Frame(width, height)


def to_panel(x: float, y: float, turn: int, width: float, height: float) -> tuple[float, float]:
    """A point of the picture on the panel (both with their origin at the lower left)."""
    if turn == 90:
        return y, height - x
    if turn == 180:
        return width - x, height - y
    if turn == 270:
        return width - y, x
    return x, y


def to_picture(x: float, y: float, turn: int, width: float, height: float) -> tuple[float, float]:
    """A point of the panel in the picture: the reverse of `to_panel`."""
    if turn == 90:
        return height - y, x
    if turn == 180:
        return width - x, height - y
    if turn == 270:
        return y, width - x
    return x, y
