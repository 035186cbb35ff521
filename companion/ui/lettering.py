"""Words as textures: measured, cut with an ellipsis where they must be, and kept for the next redraw.

Sizes here are final pixels. `companion.ui.fit` and `companion.ui.pen` speak logical pixels.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel

ELLIPSIS = "…"
KEPT = 768


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
