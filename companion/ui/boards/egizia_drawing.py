"""How the things of Egizia look: signs of cards and buildings, grounds with their marks, ships, crews, fields."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.engine.text import Text
from companion.games.egizia.components import JOKER, Catalogue, family_of
from companion.games.egizia.names import card_name, short_card
from companion.ui import fit, shapes, theme
from companion.ui.boards.base import Area, Marks
from companion.ui.pen import Pen
from companion.ui.shapes import Shape
from companion.ui.theme import Colour, TypeStyle

Say = Callable[[Text | str], str]


class Worn(NamedTuple):
    """The marks a place wears: legal now, tapped first, tapped in vain, forbids it, scoring now, new, finger on it."""

    lit: bool = False
    selected: bool = False
    refused: bool = False
    reason: bool = False
    counted: bool = False
    fresh: bool = False
    pressed: bool = False

    @classmethod
    def of(cls, marks: Marks, target: str, pressed: str | None = None) -> Worn:
        """What `target` wears of these marks."""
        return cls(
            target in marks.lit,
            target in marks.selected,
            target in marks.refused,
            target in marks.reasons,
            target in marks.counted,
            target in marks.fresh,
            target == pressed,
        )


BARE = Worn()

SMALL = TypeStyle("small", 16, False, 19)
SMALL_BOLD = TypeStyle("small", 16, True, 19)
LABEL = TypeStyle("label", 18, False, 22)
LABEL_BOLD = TypeStyle("label", 18, True, 22)
COUNT = TypeStyle("count", 20, True, 24)
NUMBER = TypeStyle("number", 24, True, 28)
SCORE = TypeStyle("score", 32, True, 36)

FIELDS: Mapping[str, Colour] = {"green": "#86CF95", "yellow": "#E3C545", "brown": "#D0A06A"}
"""Colours of the fields; their number of bars tells them apart too: one, two, three."""
ROUND_SIGNS: Mapping[str, str] = {
    "EDFU": "markets", "THEBES": "crews", "SELINON": "crews", "BENI_HASAN": "crews", "PASSALON": "ring",
    "ALYI": "crew", "HELIOPOLIS": "ring",
}  # fmt: skip
SITE_SIGNS: Mapping[str, tuple[str, ...]] = {
    "SITE_A": ("sphinx",), "SITE_B": ("obelisk", "graves"), "SITE_C": ("pyramid", "temple"),
}  # fmt: skip
SITE_LETTERS: Mapping[str, str] = {"SITE_A": "A", "SITE_B": "B", "SITE_C": "C"}


@cache
def _signs() -> Mapping[str, Shape]:
    with (Path(__file__).parent / "egizia.toml").open("rb") as file:
        return {name: shapes.shape(table) for name, table in tomllib.load(file)["sign"].items()}


def draw_sign(pen: Pen, name: str, cx: float, cy: float, r: float, ink: Colour | None = None) -> None:
    """The sign of a family of cards, a round space or a building about its centre; `ink` instead of its colour."""
    shape = _signs()[name]
    pen.shape(shape, cx, cy, r, {"ink": ink or shape.colour, "ground": "surface", "fill": "surface"})


def draw_card(pen: Pen, card: str, cx: float, cy: float, size: float, ink: Colour | None = None) -> None:
    """The sign of a Nile card in a square of `size`; fields wear their colour and one bar a grade below."""
    family = family_of(card)
    colour = card.split(":")[1] if family == "field" and ":" in card else ""
    draw_sign(pen, family, cx, cy, size / 2, ink or (FIELDS[colour] if colour else None))
    if colour:
        draw_grade(pen, colour, cx, cy + size / 2 + 3, ink)


def draw_grade(pen: Pen, colour: str, cx: float, cy: float, ink: Colour | None = None) -> None:
    """The colour of a field as bars: green one, yellow-green two, brown three."""
    bars = list(FIELDS).index(colour) + 1
    for i in range(bars):
        pen.box(cx - 5.5 * bars / 2 + 5.5 * i + 0.5, cy - 2, 4.5, 4, ink or FIELDS[colour], 1)


def short(pen: Pen, text: str, width: float, bold: bool = False, sizes: tuple[int, ...] = (18, 16)) -> TypeStyle:
    """The first size in which a name fits, else the last."""
    return fit.label(text, width, bold, pen.frame, sizes).style


def card_words(pen: Pen, card: str, facts: Catalogue, say: Say, width: float, lines: int = 2) -> fit.Fitted:
    """What stands on a card: its name if it fits, else its short one, else its number alone beside its sign."""
    number = card.rpartition(":")[2]
    texts = [say(card_name(card, facts)), say(short_card(card)), *([number] if number.isdigit() else [])]
    for text in texts:
        fitted = fit.largest(text, (18, 16), False, width, lines, pen.frame)
        if fitted.fits:
            break
    return fitted


def ground(pen: Pen, area: Area, worn: Worn, fill: Colour = "surface", radius: float = 8, lit: float = 2) -> Colour:
    """The ground of a place with the mark it wears; returns the ink for what is written on it."""
    if worn.refused:
        pen.box(*area, "bad_soft", radius, "bad", 4)
        return "sand"
    if worn.selected:
        pen.box(*area, "gold_soft", radius, "gold", 4)
        return "sand"
    pen.box(*area, "raised" if worn.pressed else fill, radius, "lit" if worn.lit else None, lit)
    if worn.reason:
        pen.box(*area, None, radius, "bad", 4)
    elif worn.counted:
        pen.box(*area, None, radius, "lit", 3)
    elif worn.fresh:
        pen.box(*area, None, radius, "sand", 2)
    return "sand" if worn.lit or worn.counted else "sand_2"


def ring(pen: Pen, cx: float, cy: float, r: float, worn: Worn, fill: Colour | None = "night") -> None:
    """A round place with the mark it wears."""
    if worn.refused:
        pen.disc(cx, cy, r, "bad_soft", "bad", 4)
    elif worn.selected:
        pen.disc(cx, cy, r, "gold_soft", "gold", 4)
    elif worn.lit:
        pen.disc(cx, cy, r, "raised" if worn.pressed else fill, "lit", 3)
    else:
        pen.disc(cx, cy, r, "raised" if worn.pressed else fill, "line_strong", 1.5)
    if worn.reason or worn.counted:
        pen.disc(cx, cy, r + 2, None, "bad" if worn.reason else "lit", 4)


def ship(pen: Pen, seat: str, cx: float, cy: float, r: float, worn: Worn) -> None:
    """A ship: the disc of its seat, with the mark that its place wears."""
    pen.seat_disc(seat, cx, cy, r)
    ink = "sand" if worn.fresh else ""
    if worn.refused or worn.reason:
        ink = "bad"
    elif worn.selected:
        ink = "gold"
    elif worn.lit or worn.counted:
        ink = "lit"
    if ink:
        pen.disc(cx, cy, r + 3, None, ink, 3)
    if worn.refused:
        pen.icon("cross", cx + r - 2, cy - r + 2, 20, "bad")


def draw_triangle(
    pen: Pen, cx: float, cy: float, w: float, h: float, line: Colour, fill: Colour = "night", width: float = 2.5
) -> None:
    """A building site: a triangle about its centre."""
    points = [(cx, cy - h / 2), (cx + w / 2, cy + h / 2), (cx - w / 2, cy + h / 2)]
    pen.polygon(points, fill)
    pen.line(points, line, width, closed=True)


def draw_crew(pen: Pen, crew: str, cx: float, cy: float, r: float, ink: Colour = "sand") -> None:
    """A crew: a person; the joker wears the white skirt, cut out of its body."""
    draw_sign(pen, "crew", cx, cy, r, ink)
    if crew == JOKER:
        pen.disc(cx, cy + r * 0.32, r * 0.22, "night")


def seat_ink(seat: str) -> Colour:
    """The colour in which a seat is named."""
    return theme.seat(seat).text
