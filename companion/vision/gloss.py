"""Lamps mirrored in the coated board: light that lies over the print, told by the print that goes pale under it.

Where the board shows, its light is what the empty picture has there times how light it is now, plus what is mirrored.
The first grows with the print and the second does not, so that both are told apart round every place where the print
has any contrast, or any colour. What only multiplies the light could not undo a gleam.
"""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np

from companion.vision.light import linear, screen
from companion.vision.shading import common_hue

CELL = 3.0
"""Side of a cell in mm: what is mirrored is worked out cell by cell."""
_STEPS = ((10.0, 0.5), (5.0, 0.3), (3.0, 0.22), (2.4, 0.18), (2.4, 0.15))
"""Widths of the neighbourhoods (cells), and how far (of the light there) bare board may lie from what is told."""
_ROUGH = 2
"""So many of them tell whether there is any gloss."""
_DARK, _FULL = 0.003, 0.97
"""Linear light that tells nothing any more."""
_FINE, _TONED = 2.0, 5.0
"""Widths of the neighbourhoods (cells) that tell how much is mirrored at the end, and in which colour."""
_NONE = 0.03
"""How much (of a cell's weight) speaks for no gloss: a board of one colour has no say in it."""
_LEAST, _PART = 0.02, 0.002
"""Gloss (linear light) under which none is taken off, and the part of the field that must have it."""


class Gloss(msgspec.Struct, frozen=True):
    """What is mirrored, by cell.

    `light`: (rows, columns, 3) float32, BGR, linear light of the picture. `part`: (rows, columns), how much that is of
    what white paper would have there, 0 to 1.
    """

    light: Any
    part: Any

    def taken_off(self, field: Any, softer: Any) -> Any:
        """A picture of the whole field, (h, w, 3) uint8, without it: uint8.

        `softer`: the same with less noise, taken where little but gloss is left.
        """
        size = (field.shape[1], field.shape[0])
        part = np.minimum(2 * cv2.resize(self.part, size, interpolation=cv2.INTER_LINEAR), 1.0)[..., None]
        seen = cv2.LUT(field, _LINEAR) * (1 - part) + cv2.LUT(softer, _LINEAR) * part
        below = seen - cv2.resize(self.light, size, interpolation=cv2.INTER_LINEAR)
        return _SCREEN[np.clip(below * 4095, 0, 4095).astype(np.uint16)]


def gloss_of(field: Any, empty: Any, scale: float) -> Gloss | None:
    """The gloss in `field` against `empty`, both rectified BGR uint8 of one size, `scale` px a mm; None: next to none.

    Found is what is wider than about 10 mm; what has no board round it has none.
    """
    here, print_ = (_cells(one, scale) for one in (field, empty))
    usable = ((here > _DARK) & (here < _FULL) & (print_ > _DARK) & (print_ < _FULL)).all(axis=2).astype(np.float32)
    logs = np.log((here + 0.01) / (print_ + 0.01))
    hue = common_hue(np.stack([logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1]], axis=2), usable)
    tint = np.exp(np.array([hue[0], 0.0, hue[1]]))
    drawn = (print_ * (tint / tint.mean())).astype(np.float32)
    weight, slope = usable, np.full(usable.shape, np.median(here) / max(float(np.median(drawn)), 1e-3), np.float32)
    over = np.zeros_like(slope)
    terms = np.dstack([here.mean(axis=2), drawn.mean(axis=2), (here * drawn).mean(axis=2), (drawn**2).mean(axis=2)])
    for number, (spread, step) in enumerate(_STEPS):
        if number == _ROUGH and float((over > _LEAST / 2).mean()) < _PART / 2:
            return None
        off = np.abs(here - (slope[..., None] * drawn + over[..., None])).max(axis=2)
        weight = usable / (1.0 + (off / (0.25 * slope + over + 0.02) / step) ** 4)
        sums = _blurred(np.dstack([terms * weight[..., None], weight]), spread)
        # One more cell, black in both pictures: it holds the gloss at none where nothing else tells.
        seen, print_mean, both, square = np.moveaxis(
            sums[..., :4] / np.maximum(sums[..., 4:], 1e-3) / (1.0 + _NONE), -1, 0
        )
        slope = np.maximum((both - seen * print_mean) / np.maximum(square - print_mean**2, 1e-5), 0.02)
        over = np.maximum(seen - slope * print_mean, 0.0)
    left = here - slope[..., None] * drawn
    sums = _blurred(np.dstack([left * weight[..., None], weight]), _FINE)
    light = np.maximum(sums[..., :3] / np.maximum(sums[..., 3:], 1e-3), 0.0)
    # What only one way of telling it finds is none: a print of another colour, not a lamp.
    much = np.minimum(over, light.mean(axis=2))
    if float((much > _LEAST).mean()) < _PART:
        return None
    # A lamp has one colour: what differs from it from place to place is a piece, not a lamp.
    tone = np.maximum(_blurred(light * much[..., None], _TONED), 0.0)
    light = much[..., None] * tone / np.maximum(tone.mean(axis=2, keepdims=True), 1e-6)
    keep = np.clip((much - _LEAST / 2) / _LEAST, 0.0, 1.0)
    light = (light * keep[..., None]).astype(np.float32)
    mean = light.mean(axis=2)
    return Gloss(light, mean / (mean + slope + 1e-3))


def _cells(picture: Any, scale: float) -> Any:
    """The linear light of a picture by cell: (rows, columns, 3) float32."""
    height, width = picture.shape[:2]
    size = (max(2, round(width / (CELL * scale))), max(2, round(height / (CELL * scale))))
    if scale > 1.0:
        picture = cv2.resize(picture, (round(width / scale), round(height / scale)), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.LUT(picture, _LINEAR), size, interpolation=cv2.INTER_AREA)


def _blurred(values: Any, spread: float) -> Any:
    """Values (rows, columns, k) blurred."""
    return cv2.GaussianBlur(values.astype(np.float32), (0, 0), spread, borderType=cv2.BORDER_REPLICATE)


_LINEAR = linear(np.arange(256.0)).astype(np.float32)
_SCREEN = np.round(screen(np.arange(4096) / 4095)).astype(np.uint8)
