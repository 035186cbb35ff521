"""How the pieces of Nefertiti look: gifts, coins, seals, servants on bid squares, the bar of a closing rule."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from companion.ui import fit, shapes, theme
from companion.ui.boards.base import Area
from companion.ui.pen import Pen
from companion.ui.shapes import Shape
from companion.ui.theme import Colour, TypeStyle

SMALL = TypeStyle("small", 16, False, 19)
SMALL_BOLD = TypeStyle("small", 16, True, 19)
LABEL = TypeStyle("label", 18, False, 22)
LABEL_BOLD = TypeStyle("label", 18, True, 22)
NUMBER = TypeStyle("number", 24, True, 28)
COUNT = TypeStyle("count", 20, True, 24)


@cache
def _gifts() -> Mapping[str, Shape]:
    with (Path(__file__).parent / "nefertiti.toml").open("rb") as file:
        return {name: shapes.shape(table) for name, table in tomllib.load(file)["gift"].items()}


def draw_gift(pen: Pen, gift: str, cx: float, cy: float, r: float, faded: bool = False) -> None:
    """The sign of a gift card about its centre; a double senet is two boards."""
    shape = _gifts()["senet" if gift.startswith("senet") else gift]
    ink: Colour = "sand_3" if faded else shape.colour
    colours = {"ink": ink, "ground": "surface", "fill": "surface"}
    if gift == "senet2":
        for dy in (-0.55, 0.55):
            pen.shape(shape, cx, cy + r * dy, r * 0.72, colours)
        return
    pen.shape(shape, cx, cy, r, colours)


def draw_coin(pen: Pen, cx: float, cy: float, r: float) -> None:
    """A deben: a golden disc with a dark square in it."""
    pen.disc(cx, cy, r, "gold")
    half = r * 0.32
    pen.box(cx - half, cy - half, 2 * half, 2 * half, "gold_ink", 1)


def draw_seal(pen: Pen, cx: float, cy: float, r: float) -> None:
    """A royal seal: a red lozenge with a bar."""
    pen.polygon([(cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)], "bad")
    pen.box(cx - r * 0.45, cy - r * 0.14, r * 0.9, max(r * 0.28, 1.5), "gold_ink")


def edge(
    pen: Pen, area: Area, marks: Mapping[str, bool], fill: Colour, radius: float = 8, lit_width: float = 2
) -> Colour:
    """The ground of a place with the mark it wears; returns the ink for what is written on it.

    marks: which of refused, selected, lit, reasons, counted, fresh, pressed hold.
    """
    if marks["refused"]:
        pen.box(*area, "bad_soft", radius, "bad", 4)
        return "sand"
    if marks["selected"]:
        pen.box(*area, "gold_soft", radius, "gold", 4)
        return "sand"
    pen.box(*area, "raised" if marks["pressed"] else fill, radius, "lit" if marks["lit"] else None, lit_width)
    if marks["reasons"]:
        pen.box(*area, None, radius, "bad", 4)
    elif marks["counted"]:
        pen.box(*area, None, radius, "lit", 3)
    elif marks["fresh"]:
        pen.box(*area, None, radius, "sand", 2)
    return "sand" if marks["lit"] or marks["counted"] else "sand_2"


SIGNS = {"PLUS_GIFT": ("+1", "good"), "ONE_GIFT": ("×1", "warn")}


def draw_icons(pen: Pen, icons: Sequence[str], right: float, cy: float, narrow: bool) -> None:
    """What a bid square gives or takes, from its right edge to the left: a coin, a gift more, one gift only."""
    style = SMALL_BOLD if not narrow else TypeStyle("small", 16, True, 16)
    for icon in reversed(icons):
        if icon == "COIN":
            draw_coin(pen, right - 8, cy, 7)
            right -= 18
        else:
            words, ink = SIGNS[icon]
            right -= pen.text(words, right, cy, style, ink, "right") + 2


def draw_square(
    pen: Pen, area: Area, number: str, icons: Sequence[str], seat: str, ink: Colour
) -> None:  # fmt: skip
    """What stands on a bid square: its number and signs, or the servant with the number in the corner."""
    x, y, w, h = area
    middle = y + h / 2
    if seat:
        # A sign beside it keeps its corner free.
        r = min(18.0 if icons else 19.0, h / 2 - 3)
        pen.seat_disc(seat, min(x + w / 2 - 4, x + r + 2) if icons else x + w / 2 - 4, middle - 1, r)
        wide = pen.measure(number, SMALL_BOLD) + 6
        pen.box(x + w - wide - 2, y + h - 20, wide, 18, "night", 4)
        pen.text(number, x + w - 5, y + h - 11, SMALL_BOLD, "sand", "right")
        if icons:
            draw_icons(pen, icons[:1], x + w - 2, y + 11, True)
        return
    if not icons:
        pen.text(number, x + w / 2, middle, NUMBER, ink, "center")
        return
    if len(icons) == 1 and w >= 52:
        room = 18 if icons[0] == "COIN" else pen.measure(SIGNS[icons[0]][0], SMALL_BOLD) + 2
        left = x + (w - room - pen.measure(number, NUMBER)) / 2 - 1
        pen.text(number, max(left, x + 4), middle, NUMBER, ink)
        draw_icons(pen, icons, x + w - 4, middle, False)
        return
    pen.text(number, x + w / 2, y + h * 0.33, COUNT, ink, "center")
    room = sum(18 if icon == "COIN" else pen.measure(SIGNS[icon][0], SMALL_BOLD) + 2 for icon in icons)
    draw_icons(pen, icons, x + (w + room) / 2, y + h * 0.74, True)


def draw_bar(pen: Pen, area: Area, groups: Sequence[tuple[int, int, int]]) -> None:
    """How far a market is from closing: groups of parts, each (how many in all, filled, added by the selected bid).

    A group of more than eight parts is one bar; what the selected bid adds is golden.
    """
    gap, between = 4.0, 14.0
    x, y, w, h = area
    width = (w - between * (len(groups) - 1)) / max(len(groups), 1)
    for whole, filled, added in groups:
        parts = whole if whole <= 8 else 1
        each = (width - gap * (parts - 1)) / parts
        for i in range(parts):
            left = x + i * (each + gap)
            pen.box(left, y, each, h, "night", 3)
            if parts > 1 or whole == 1:
                if i < filled:
                    pen.box(left, y, each, h, "warn", 3)
                elif i < filled + added:
                    pen.box(left, y, each, h, "gold", 3)
                continue
            done = min(filled / whole, 1.0)
            if done > 0:
                pen.box(left, y, each * done, h, "warn", 3)
            share = min(added / whole, 1.0 - done)
            if share > 0:
                pen.box(left + each * done + 2, y, max(each * share - 2, 2), h, "gold", 3)
        x += width + between


def short(pen: Pen, words: str, width: float, bold: bool = False, sizes: tuple[int, ...] = (18, 16)) -> TypeStyle:
    """The largest of `sizes` in which words fit the width, else the smallest."""
    return fit.label(words, width, bold, pen.frame, sizes).style


def seat_ink(seat: str) -> Colour:
    """The colour of a seat's name on a dark ground."""
    return theme.seat(seat).text
