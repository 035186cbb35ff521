"""The look as data: colours, type, spacing, read once from `data/tokens.toml`. Pure, no Kivy."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

RGBA = tuple[float, float, float, float]
Colour = str | RGBA
"""A palette name, a "#RRGGBB" value, or red, green, blue, alpha from 0 to 1."""


@lru_cache(maxsize=256)
def rgba(hexadecimal: str, alpha: float = 1.0) -> RGBA:
    """ "#RRGGBB" as four numbers from 0 to 1; raises ValueError for anything else."""
    digits = hexadecimal.removeprefix("#")
    if len(digits) != 6:
        raise ValueError(f"a colour is #RRGGBB, not {hexadecimal!r}")
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue, alpha


@dataclass(frozen=True)
class SeatLook:
    """A seat's colours and symbol; `ring` (black only) is drawn inside the edge of its disc."""

    fill: RGBA
    ink: RGBA
    text: RGBA
    symbol: str
    ring: RGBA | None = None


@dataclass(frozen=True)
class SpaceLook:
    """A coloured board space: `bright` when lit or counted, `dim` otherwise, and its mark in words."""

    bright: RGBA
    dim: RGBA
    mark: str


@dataclass(frozen=True)
class TypeStyle:
    """One text style: size and line height in logical pixels."""

    name: str
    size: int
    bold: bool
    line: int


def _read() -> dict[str, Any]:
    with (Path(__file__).parent / "data" / "tokens.toml").open("rb") as file:
        return tomllib.load(file)


TOKENS: Final[Mapping[str, Any]] = _read()
PALETTE: Final[Mapping[str, RGBA]] = {name: rgba(value) for name, value in TOKENS["palette"].items()}
CREAM: Final[RGBA] = rgba(TOKENS["seat"]["red"]["ink"])
DISABLED: Final[RGBA] = rgba("#7C6E58")
SEATS: Final[Mapping[str, SeatLook]] = {
    name: SeatLook(
        rgba(look["fill"]), rgba(look["ink"]), rgba(look["text"]), look["symbol"],
        rgba(look["ring"]) if "ring" in look else None,
    )
    for name, look in TOKENS["seat"].items()
}  # fmt: skip
SPACES: Final[Mapping[str, SpaceLook]] = {
    name: SpaceLook(rgba(look["bright"]), rgba(look["dim"]), look["mark"]) for name, look in TOKENS["space"].items()
}
STYLES: Final[Mapping[str, TypeStyle]] = {
    name: TypeStyle(name, value["size"], value["bold"], value["line"])
    for name, value in TOKENS["type"].items()
    if isinstance(value, dict)
}
GRID: Final[Mapping[str, int]] = TOKENS["space_grid"]
RADIUS: Final[Mapping[str, int]] = TOKENS["radius"]
STROKE: Final[Mapping[str, float]] = TOKENS["stroke"]
TOUCH: Final[Mapping[str, float]] = TOKENS["touch"]
MOTION: Final[Mapping[str, float]] = TOKENS["motion"]


def colour(value: Colour, alpha: float | None = None) -> RGBA:
    """Any way of naming a colour as RGBA, with another alpha if wanted; raises KeyError for an unknown name."""
    if isinstance(value, str):
        found = rgba(value) if value.startswith("#") else _NAMED[value]
    else:
        found = value
    return found if alpha is None else (*found[:3], alpha)


_NAMED: Final[Mapping[str, RGBA]] = {**PALETTE, "cream": CREAM, "disabled": DISABLED}


def seat(name: str) -> SeatLook:
    """The look of the seat colour `name` (red, blue, green, yellow, black, violet); raises KeyError otherwise."""
    return SEATS[name]


LARGE: Final[Mapping[str, TypeStyle]] = {
    **STYLES,
    "small": TypeStyle("small", 18, False, 22),
    "label": TypeStyle("label", 20, False, 24),
    "body": TypeStyle("body", 22, False, 26),
}
"""The styles for the text size "large": what is read from near grows, what is read standing is large already."""
_styles = STYLES


def enlarge(on: bool) -> None:
    """Use the large text size from now on, or the normal one. Words that lack room are drawn in the normal size."""
    global _styles
    _styles = LARGE if on else STYLES


def style(value: str | TypeStyle) -> TypeStyle:
    """The type style called `value`, or `value` itself when it is a style already."""
    return _styles[value] if isinstance(value, str) else value


def normal(look: TypeStyle) -> TypeStyle:
    """The style `look` has in the normal text size."""
    return STYLES[look.name] if LARGE.get(look.name) == look else look


def luminance(value: Colour) -> float:
    """WCAG 2.1 relative luminance, 0 (black) to 1 (white); alpha is ignored."""
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour(value)[:3]]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def contrast(a: Colour, b: Colour) -> float:
    """WCAG 2.1 contrast ratio of two opaque colours, 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def needed_contrast(size: float, bold: bool) -> float:
    """What AA asks of text of this size (logical pixels): 3.0 for large text, 4.5 otherwise."""
    return 3.0 if size >= 24 or (bold and size >= 19) else 4.5


def over(top: RGBA, below: RGBA) -> RGBA:
    """The opaque colour seen where `top` lies over an opaque `below`."""
    alpha = top[3]
    red, green, blue = (t * alpha + b * (1 - alpha) for t, b in zip(top[:3], below[:3], strict=True))
    return red, green, blue, 1.0
