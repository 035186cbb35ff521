"""Words as textures: measured, cut with an ellipsis where they must be, and kept for the next redraw.

Sizes here are final pixels. `companion.ui.fit` and `companion.ui.pen` speak logical pixels.
"""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel

ELLIPSIS = "…"
KEPT = 768
MOST_STRANGE = 36
DRAWN = (
    (0x20, 0x7E), (0xA1, 0x17F), (0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x1FA, 0x1FF), (0x218, 0x21B), (0x2BC, 0x2BC),
    (0x300, 0x301), (0x303, 0x303), (0x309, 0x309), (0x323, 0x323), (0x384, 0x38A), (0x38C, 0x38C), (0x38E, 0x3A1),
    (0x3A3, 0x3CE), (0x400, 0x486), (0x488, 0x513), (0x1E80, 0x1E85), (0x1EA0, 0x1EF9), (0x2010, 0x2011),
    (0x2013, 0x2014), (0x2018, 0x201E), (0x2022, 0x2022), (0x2026, 0x2026), (0x2212, 0x2212),
)  # fmt: skip
"""The characters of names that Roboto has: Latin, Greek, Cyrillic. Others would be empty boxes."""


@lru_cache(maxsize=64)
def _ruler(size: int, bold: bool) -> Any:
    ruler = CoreLabel(font_name="Roboto", font_size=size, bold=bold)
    ruler.resolve_font_name()
    return ruler


@lru_cache(maxsize=8192)
def width(text: str, size: int, bold: bool) -> int:
    """Width of one line in pixels at a font size in pixels."""
    return int(_ruler(size, bold).get_extents(text)[0]) if text else 0


@lru_cache(maxsize=64)
def height(size: int, bold: bool) -> int:
    """Height of one line's texture in pixels."""
    return int(_ruler(size, bold).get_extents("Ág")[1])


@lru_cache(maxsize=1024)
def readable(name: str) -> str:
    """A name without the letters that the font lacks (emoji, scripts of other regions); "" if none is left."""
    composed = unicodedata.normalize("NFC", name)
    kept = "".join(c for c in composed if any(low <= ord(c) <= high for low, high in DRAWN))
    return " ".join(kept.split())


def strange(words: str) -> str:
    """Names of files and the like as they can be drawn: `?` for what the font lacks, long ones without their middle."""
    drawn = "".join(c if c == " " or readable(c) else "?" for c in unicodedata.normalize("NFC", words))
    return drawn if len(drawn) <= MOST_STRANGE else drawn[: MOST_STRANGE - 10] + ELLIPSIS + drawn[-9:]


def shortened(text: str, size: int, bold: bool, room: float) -> str:
    """`text`, or as much of its beginning as fits into `room` pixels together with an ellipsis."""
    if width(text, size, bold) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


_textures: OrderedDict[tuple[str, int, bool], Any] = OrderedDict()


def texture(text: str, size: int, bold: bool) -> Any:
    """White letters on nothing, to be tinted; the same texture for the same words."""
    key = (text, size, bold)
    found = _textures.get(key)
    if found is None:
        label = CoreLabel(text=text, font_name="Roboto", font_size=size, bold=bold)
        label.refresh()
        found = _textures[key] = label.texture
        if len(_textures) > KEPT:
            _textures.popitem(last=False)
    else:
        _textures.move_to_end(key)
    return found
