"""How the tiles of Tutankhamen look: a plate in the colour of its value, in the form of its kind, with the number."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.engine.text import T, Text
from companion.games.tutankhamen.catalogue import COIN, MASK, NAMES, PHARAOH, Kind
from companion.ui import shapes, theme
from companion.ui.pen import Pen
from companion.ui.theme import Colour, TypeStyle

STEPS = (8, 6, 4, 2, 1)
"""The printed values; a value in between wears the colour of the next lower one."""
SPECIALS = (PHARAOH, COIN)


class Look(NamedTuple):
    """How a kind is drawn: its number, colours, form; `again` marks a fourth kind of the same value."""

    number: str
    ink: Colour
    ground: Colour
    form: str
    again: bool = False


@cache
def _colours() -> Mapping[str, Mapping[str, str]]:
    with (Path(__file__).parent / "tutankhamen.toml").open("rb") as file:
        plate: Mapping[str, Mapping[str, str]] = tomllib.load(file)["plate"]
    return plate


@cache
def looks(kinds: tuple[Kind, ...]) -> dict[str, Look]:
    """The look of every kind of a box, the special tiles among them, by id."""
    found: dict[str, Look] = {}
    seen: dict[int, int] = {}
    for kind in kinds:
        index = seen.get(kind.value, 0)
        seen[kind.value] = index + 1
        step = next((s for s in STEPS if s <= kind.value), STEPS[-1])
        colours = _colours()[f"value_{step}"]
        form = shapes.PLATES[index % len(shapes.PLATES)]
        found[kind.id] = Look(str(kind.value), colours["ink"], colours["ground"], form, index > 2)
    for special in (*SPECIALS, MASK):
        colours = _colours()[f"special_{special}"]
        found[special] = Look("", colours["ink"], colours["ground"], special)
    return found


def title(kinds: Mapping[str, Kind], tile: str) -> Text | str:
    """The name of a tile for people."""
    if tile == MASK:
        return T("Mask")
    return NAMES[tile] if tile in SPECIALS else kinds[tile].title


def draw(
    pen: Pen, look: Look, cx: float, cy: float, r: float, faded: bool = False, numbered: bool = True
) -> None:  # fmt: skip
    """A tile about its centre; `faded` for one that is out of the game. `numbered`: with its value, if it has one."""
    ink: Colour = "sand_3" if faded else look.ink
    ground: Colour = "night" if faded else look.ground
    if look.form == PHARAOH:
        _triangle(pen, cx, cy, r, ink, ground)
    elif look.form == COIN:
        pen.disc(cx, cy, r * 0.9, ground, ink, max(r * 0.14, 1.5))
        pen.disc(cx, cy, r * 0.5, None, ink, max(r * 0.1, 1.5))
    elif look.form == MASK:
        pen.icon("mask", cx, cy, r * 1.8, ink)
    else:
        pen.plate(look.form, cx, cy, r, ink, ground)
        if look.again:
            pen.disc(cx, cy + r * 0.68, max(r * 0.1, 1.5), ink)
        if numbered:
            size = max(round(r * 1.13), 16)
            pen.text(look.number, cx, cy, TypeStyle("plate", size, True, size), ink, "center")
    if faded:
        pen.line([(cx - r, cy + r * 0.7), (cx + r, cy - r * 0.7)], "sand_3", 2)


def draw_small(pen: Pen, look: Look, cx: float, cy: float, size: float) -> None:
    """A tile of the overview: a square in its colour, a triangle for a pharaoh, a ring for a coin tile."""
    half = size / 2
    if look.form == PHARAOH:
        pen.polygon([(cx, cy - half), (cx + half, cy + half), (cx - half, cy + half)], look.ink)
    elif look.form == COIN:
        pen.disc(cx, cy, half, None, look.ink, 3)
    else:
        pen.box(cx - half, cy - half, size, size, look.ink, 3)


def _triangle(pen: Pen, cx: float, cy: float, r: float, ink: Colour, ground: Colour) -> None:
    corners = [(cx, cy - r), (cx + r, cy + r * 0.75), (cx - r, cy + r * 0.75)]
    pen.polygon(corners, ground)
    pen.line(corners, ink, max(r * 0.11, 1.5), closed=True)


def small_style(bold: bool = False) -> TypeStyle:
    """16 px, the smallest there is."""
    return TypeStyle("small", theme.style("small").size, bold, theme.style("small").line)
