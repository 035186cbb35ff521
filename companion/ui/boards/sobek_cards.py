"""How the cards of Sobek look: the sign of the family in its colour, the scarabs as gold dots, the name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.games.sobek.catalogue import AMULET, FACE_DOWN
from companion.ui import fit, shapes, theme
from companion.ui.boards.base import Area, Marks
from companion.ui.pen import Pen
from companion.ui.shapes import Shape
from companion.ui.theme import Colour, TypeStyle

BROWN = "#50300F"
"""The back of a character card."""
ORANGE = "#E8964A"
NAME = TypeStyle("name", 16, False, 19)
BOLD = TypeStyle("name", 16, True, 19)
NUMBER = TypeStyle("number", 18, False, 22)
MARK = TypeStyle("mark", 32, True, 38)


@cache
def families() -> Mapping[str, Shape]:
    """The sign of every family, and that of the amulet, by id."""
    with (Path(__file__).parent / "sobek.toml").open("rb") as file:
        drawn = tomllib.load(file)["family"]
    return {name: shapes.shape(table) for name, table in drawn.items()}


def family_of(card: str) -> str:
    """The family of a goods card ("WHE1" is wheat); the amulet is its own."""
    return card[:3]


def scarabs_of(card: str) -> int:
    """The scarabs printed on a goods card; an amulet has none."""
    return int(card[3:] or 0) if card[3:].isdigit() else 0


def sign(
    pen: Pen, family: str, cx: float, cy: float, r: float, ground: Colour = "surface", faded: bool = False
) -> None:  # fmt: skip
    """The sign of a family, or of the amulet."""
    drawing = families()[family]
    ink: Colour = "sand_3" if faded else drawing.colour
    pen.shape(drawing, cx, cy, r, {"ink": ink, "ground": ground, "fill": ground})


def back(pen: Pen, area: Area, faded: bool = False) -> None:
    """A character face down."""
    pen.box(*area, BROWN, 4)
    size = max(min(round(area.h * 0.48), 40), 16)
    mark = TypeStyle("back", size, True, size + 4)
    pen.text("?", area.x + area.w / 2, area.y + area.h / 2, mark, "sand_2" if faded else ORANGE, "center")


def dots(pen: Pen, scarabs: int, cx: float, cy: float, r: float, faded: bool = False) -> None:
    """The scarabs of a card as gold dots; "0" where it has none."""
    ink: Colour = "sand_3" if faded else "gold"
    if not scarabs:
        size = max(round(r * 3), 16)
        pen.text("0", cx, cy, TypeStyle("dots", size, False, size + 3), "sand_3" if faded else "sand_2", "center")
    for i in range(scarabs):
        pen.disc(cx + (i - (scarabs - 1) / 2) * r * 2.7, cy, r, ink)


def ground(pen: Pen, target: str, area: Area, signs: Marks, pressed: bool, thin: bool = False) -> bool:
    """The ground of something that can be meant, with the mark it wears; whether it steps forward."""
    radius = theme.RADIUS["button"]
    if target in signs.refused:
        pen.box(*area, "bad_soft", radius, "bad", 4)
        return True
    if target in signs.selected:
        pen.box(*area, "gold_soft", radius, "gold", 4)
        return True
    lit = target in signs.lit
    edge: Colour = "lit" if lit else "line"
    pen.box(*area, "raised" if pressed else "surface", radius, edge, (2 if thin else 3) if lit else 1.5)
    if target in signs.reasons and not lit:
        # What may be chosen now stays lit, even where it is the reason.
        pen.box(*area, None, radius, "bad", 4)
    elif target in signs.counted:
        pen.box(*area, None, radius, "lit", 3)
    elif target in signs.fresh:
        pen.box(*area, None, radius, "sand", 2)
    return lit


def face(pen: Pen, card: str, area: Area, name: str, lit: bool, bold: bool = False) -> None:
    """A card of the quay inside its frame: sign, scarabs, name."""
    cx = area.x + area.w / 2
    foot = area.y + area.h - 28
    if card == FACE_DOWN:
        inner = Area(cx - 32, area.y + 9, 64, foot - area.y - 19)
        back(pen, inner, not lit)
    else:
        sign(pen, family_of(card), cx, area.y + (foot - area.y) * 0.39, 24, faded=not lit)
        dots(pen, scarabs_of(card), cx, area.y + (foot - area.y) * 0.78, 6, not lit)
    label(pen, name, cx, foot + 2, area.w - 4, bold, "sand" if lit else "sand_3", down=6)


def label(pen: Pen, name: str, cx: float, y: float, room: float, bold: bool, ink: Colour, down: float = 0) -> None:
    """A name under a sign: in one line, or in two, `down` lower, where it is long; a name may be cut."""
    style = BOLD if bold else NAME
    if pen.measure(name, style) <= room or " " not in name:
        pen.text(name, cx, y, style, ink, "center", room, True)
        return
    lines = fit.balanced(name, style, room, 2, pen.frame).lines
    for i, line in enumerate(lines):
        pen.text(line, cx, y + down + 17 * (i - (len(lines) - 1) / 2), style, ink, "center", room, True)


def member(pen: Pen, card: str, area: Area, joker: bool, character: bool) -> None:
    """A card in a set: gold dots, a stroke for none, a lozenge for an amulet, a head for a character."""
    pen.box(*area, "raised", 4)
    cx, cy = area.x + area.w / 2, area.y + area.h / 2
    if joker:
        sign(pen, AMULET, cx, cy, min(area.w, area.h) * 0.32, "raised")
    elif character:
        pen.icon("mask", cx, cy, min(area.w, area.h) * 0.66, ORANGE)
    elif scarabs_of(card):
        n = scarabs_of(card)
        r = min(area.w / 7, 4.5)
        for i in range(n):
            pen.disc(cx + (i - (n - 1) / 2) * r * 2.3, cy, r, "gold")
    else:
        pen.line([(cx - 5, cy), (cx + 5, cy)], "sand_3", 2)


def tile(pen: Pen, cx: float, cy: float, size: float, ink: Colour) -> None:
    """The sign of the corruption tile: a small seal."""
    half = size / 2
    pen.box(cx - half, cy - half, size, size, None, 3, ink, 2)
    pen.polygon([(cx, cy - size * 0.2), (cx + size * 0.2, cy), (cx, cy + size * 0.2), (cx - size * 0.2, cy)], ink)


def outline(pen: Pen, cx: float, cy: float, height: float, ink: Colour) -> None:
    """The outline of a card: so many in hand."""
    pen.box(cx - height * 0.36, cy - height / 2, height * 0.72, height, None, 3, ink, 2)
