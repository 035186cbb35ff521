"""Drawing into a Kivy instruction group: plain functions, flat colours, final pixels (origin bottom left).

Boxes are `x, y, w, h` with y at the lower edge. Outlines lie inside their box. `companion.ui.pen.Pen` offers the same
in logical pixels with the origin at the top left, and is what widgets and boards normally use.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle
from kivy.graphics.texture import Texture

from companion.ui import ink, lettering, outline, theme
from companion.ui.ink import Patch
from companion.ui.theme import Colour, TypeStyle

DATA = Path(__file__).parent / "data" / "shapes.toml"


@dataclass(frozen=True)
class Shape:
    """A small drawing as data: its radius and its parts in drawing order (see data/shapes.toml)."""

    r: float
    parts: tuple[Mapping[str, Any], ...]
    colour: str = "sand"


def shape(table: Mapping[str, Any]) -> Shape:
    """A Shape from a parsed TOML table."""
    return Shape(float(table["r"]), tuple(table["parts"]), table.get("colour", "sand"))


def _read(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


_DATA = _read(DATA)
SYMBOLS: Mapping[str, Shape] = {name: shape(table) for name, table in _DATA["symbol"].items()}
ICONS: Mapping[str, str] = _DATA["icon"]


@lru_cache(maxsize=32)
def game_emblem(game_id: str) -> Shape | None:
    """The emblem beside a game's board view (`boards/<game>.toml`, table `emblem`); None if it brings none."""
    path = Path(__file__).parent / "boards" / f"{game_id}.toml"
    return shape(_read(path)["emblem"]) if path.is_file() else None


@lru_cache(maxsize=1)
def _ramp() -> Any:
    texture = Texture.create(size=(2, 1), colorfmt="rgba", bufferfmt="ubyte")
    pixels = bytes((255, 255, 255, 255, 255, 255, 255, 0))

    def upload(target: Any) -> None:
        target.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")

    upload(texture)
    texture.add_reload_observer(upload)
    return texture


def draw_patch(group: InstructionGroup, patch: Patch, x: float, y: float, colour: Colour) -> None:
    """Draw a patch moved by x, y."""
    vertices: list[float] = []
    for px, py, strength in patch.points:
        vertices += (px + x, py + y, strength, 0.5)
    group.add(Color(*theme.colour(colour)))
    group.add(Mesh(vertices=vertices, indices=patch.indices, mode="triangles", texture=_ramp()))


@lru_cache(maxsize=1024)
def _box_fill(w: float, h: float, r: float) -> Patch:
    return ink.fill(outline.rounded(w, h, r))


@lru_cache(maxsize=1024)
def _box_ring(w: float, h: float, r: float, width: float) -> Patch:
    half = width / 2
    patch = ink.ring(outline.rounded(w - width, h - width, max(r - half, 0.0)), width)
    return Patch(tuple((x + half, y + half, s) for x, y, s in patch.points), patch.indices)


def draw_box(
    group: InstructionGroup,
    x: float,
    y: float,
    w: float,
    h: float,
    fill: Colour | None = None,
    radius: float = 0,
    line: Colour | None = None,
    width: float = 0,
) -> None:
    """A rectangle with round corners (a pill where `radius` is half its height or more), filled, outlined or both."""
    if w <= 0 or h <= 0:
        return
    if fill is not None and radius < 0.5:
        group.add(Color(*theme.colour(fill)))
        group.add(Rectangle(pos=(x, y), size=(w, h)))
    elif fill is not None:
        draw_patch(group, _box_fill(w, h, radius), x, y, fill)
    if line is not None and width > 0:
        draw_patch(group, _box_ring(w, h, radius, width), x, y, line)


@lru_cache(maxsize=512)
def _disc_fill(r: float) -> Patch:
    return ink.fill(outline.circle(r))


@lru_cache(maxsize=512)
def _disc_ring(r: float, width: float) -> Patch:
    return ink.ring(outline.circle(r - width / 2), width)


def draw_disc(
    group: InstructionGroup,
    cx: float,
    cy: float,
    r: float,
    fill: Colour | None = None,
    line: Colour | None = None,
    width: float = 0,
) -> None:
    """A disc, a ring inside its edge, or both."""
    if fill is not None:
        draw_patch(group, _disc_fill(r), cx, cy, fill)
    if line is not None and width > 0:
        draw_patch(group, _disc_ring(r, width), cx, cy, line)


@lru_cache(maxsize=512)
def _dashed(points: outline.Points, closed: bool, width: float, dash: float, gap: float) -> Patch:
    return ink.joined([ink.stroke(p, width) for p in outline.dashes(points, closed, dash, gap) if len(p) > 1])


def draw_dashed_box(
    group: InstructionGroup,
    x: float,
    y: float,
    w: float,
    h: float,
    radius: float,
    colour: Colour,
    width: float,
    dash: float,
    gap: float,
) -> None:
    """A dashed outline inside the box: something that may be here, and is not."""
    points = outline.rounded(w - width, h - width, max(radius - width / 2, 0.0))
    draw_patch(group, _dashed(points, True, width, dash, gap), x + width / 2, y + width / 2, colour)


def draw_dashed_disc(
    group: InstructionGroup, cx: float, cy: float, r: float, colour: Colour, width: float, dash: float, gap: float
) -> None:
    """A dashed ring inside radius `r`."""
    draw_patch(group, _dashed(outline.circle(r - width / 2), True, width, dash, gap), cx, cy, colour)


def draw_polygon(group: InstructionGroup, points: Sequence[outline.Point], colour: Colour) -> None:
    """A filled simple polygon."""
    draw_patch(group, ink.fill(points), 0, 0, colour)


def draw_line(
    group: InstructionGroup,
    points: Sequence[outline.Point],
    colour: Colour,
    width: float,
    closed: bool = False,
    rounded: bool = False,
) -> None:
    """A line through the points: mitred with flat ends, or round at ends and corners."""
    if rounded:
        patch = ink.round_stroke(points, width, closed)
    else:
        patch = ink.ring(points, width) if closed else ink.stroke(points, width)
    draw_patch(group, patch, 0, 0, colour)


@lru_cache(maxsize=512)
def _icon(name: str, size: float) -> Patch:
    scale = size / 24
    width = max(theme.STROKE["icon"] * scale, 1.0)
    patches = []
    for part in outline.path(ICONS[name]):
        points = [((x - 12) * scale, (12 - y) * scale) for x, y in part.points]
        patches.append(ink.round_stroke(points, width, part.closed))
    return ink.joined(patches)


def draw_icon(group: InstructionGroup, name: str, cx: float, cy: float, size: float, colour: Colour) -> None:
    """A sign of the kit in a square of `size` about the centre; raises KeyError for a name the kit lacks."""
    draw_patch(group, _icon(name, size), cx, cy, colour)


@lru_cache(maxsize=512)
def _part(kind: str, numbers: tuple[float, ...], width: float, filled: bool) -> Patch:
    """One part of a Shape about the centre, y already turned upwards and scaled."""
    if kind == "disc":
        cx, cy, r = numbers
        patch = ink.fill(outline.circle(r)) if filled else ink.ring(outline.circle(r - width / 2), width)
        return Patch(tuple((x + cx, y + cy, s) for x, y, s in patch.points), patch.indices)
    if kind == "bar":
        x, y, w, h, r = numbers
        patch = _box_fill(w, h, r) if filled else _box_ring(w, h, r, width)
        return Patch(tuple((px + x, py + y, s) for px, py, s in patch.points), patch.indices)
    points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    if kind == "poly":
        return ink.fill(points) if filled else ink.ring(points, width)
    if kind == "line":
        return ink.stroke(points, width)
    raise ValueError(f"a shape has no part called {kind!r}")


def draw_shape(
    group: InstructionGroup, drawing: Shape, cx: float, cy: float, r: float, colours: Mapping[str, Colour]
) -> None:
    """A Shape about cx, cy with radius `r`; `colours` gives its roles (ink, ground, fill), the palette the rest."""
    scale = r / drawing.r
    for part in drawing.parts:
        if "icon" in part:
            draw_icon(group, part["icon"], cx, cy, part["size"] * scale, colours["ink"])
            continue
        kind = next(k for k in ("disc", "bar", "poly", "line") if k in part)
        raw = [float(n) * scale for n in part[kind]]
        if kind == "bar":
            numbers = (raw[0], -raw[1] - raw[3], *raw[2:])
        elif kind == "disc":
            numbers = (raw[0], -raw[1], raw[2])
        else:
            numbers = tuple(n if i % 2 == 0 else -n for i, n in enumerate(raw))
        width = max(part.get("width", 0) * scale, 1.0)
        for role, filled in (("fill", True), ("stroke", False)):
            if role in part:
                name = part[role]
                draw_patch(group, _part(kind, numbers, width, filled), cx, cy, colours.get(name, name))


def draw_symbol(
    group: InstructionGroup, name: str, cx: float, cy: float, r: float, ink: Colour, fill: Colour
) -> None:  # fmt: skip
    """A seat's symbol for a disc of radius `r`: `ink` on a ground of `fill` (which shows through its cuts)."""
    draw_shape(group, SYMBOLS[name], cx, cy, r, {"ink": ink, "fill": fill, "ground": fill})


def draw_emblem(
    group: InstructionGroup, emblem: Shape | None, cx: float, cy: float, r: float, ground: Colour = "surface"
) -> None:
    """A game's emblem; a game without one gets a plain ring."""
    if emblem is None:
        draw_disc(group, cx, cy, r, fill=ground, line="sand_2", width=max(r / 16, 1.0))
    else:
        draw_shape(group, emblem, cx, cy, r, {"ink": emblem.colour, "ground": ground, "fill": ground})


def draw_seat_disc(group: InstructionGroup, seat: str, cx: float, cy: float, r: float) -> None:
    """A seat's disc with its symbol; black keeps its sand ring."""
    look = theme.seat(seat)
    draw_disc(group, cx, cy, r, fill=look.fill)
    if look.ring is not None:
        draw_disc(group, cx, cy, r, line=look.ring, width=max(r * 2.5 / 20, 1.5))
    draw_symbol(group, look.symbol, cx, cy, r, look.ink, look.fill)


PLATES = ("disc", "hexagon", "square")


def draw_plate(
    group: InstructionGroup, form: str, cx: float, cy: float, r: float, ink: Colour, ground: Colour, width: float = 2.5
) -> None:
    """A plate (disc, hexagon with a point to the right, square of 1.72 r): `ground` with an edge of `ink`."""
    if form == "disc":
        draw_disc(group, cx, cy, r, fill=ground, line=ink, width=width)
    elif form == "square":
        side = round(r * 1.72)
        left, bottom = round(cx - side / 2), round(cy - side / 2)
        draw_box(group, left, bottom, side, side, fill=ground, radius=r * 0.15, line=ink, width=width)
    elif form == "hexagon":
        fill, edge = _hexagon(r, width)
        draw_patch(group, fill, cx, cy, ground)
        draw_patch(group, edge, cx, cy, ink)
    else:
        raise ValueError(f"a plate is one of {', '.join(PLATES)}, not {form!r}")


@lru_cache(maxsize=128)
def _hexagon(r: float, width: float) -> tuple[Patch, Patch]:
    def corners(radius: float) -> outline.Points:
        return tuple((radius * x, radius * y) for x, y in _SIX)

    return ink.fill(corners(r)), ink.ring(corners(r - width / 1.732), width)


_SIX = ((1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866), (0.5, -0.866))


def draw_text(
    group: InstructionGroup,
    text: str,
    x: float,
    y: float,
    style: str | TypeStyle,
    colour: Colour,
    align: str = "left",
    max_width: float | None = None,
    unit: float = 1.0,
) -> tuple[int, int, int, int]:
    """One line of words, its middle at height `y`; `x` is its left, centre or right by `align`.

    What does not fit `max_width` is cut with an ellipsis. `unit` scales the style. Returns x, y, w, h as drawn.
    """
    look = theme.style(style)
    size = max(round(look.size * unit), 1)
    if max_width is not None:
        text = lettering.shortened(text, size, look.bold, max_width)
    if not text:
        return round(x), round(y), 0, 0
    texture = lettering.texture(text, size, look.bold)
    w, h = texture.size
    left = x if align == "left" else x - w / 2 if align == "center" else x - w
    box = (round(left), round(y - h / 2), w, h)
    group.add(Color(*theme.colour(colour)))
    group.add(Rectangle(pos=box[:2], size=box[2:], texture=texture))
    return box
