"""Lamps mirrored in the coated board: light that lies over the print, told by the print that goes pale under it.

Where the board shows, its light is what the empty picture has there times how light it is now, plus what is mirrored.
The first grows with the print and the second does not, so that both are told apart round every place where the print
has any contrast, or any colour. What only multiplies the light could not undo a gleam.
"""

from __future__ import annotations

from collections.abc import Sequence
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
        # Where nothing is mirrored only the steps of `_SCREEN` are left of what follows.
        kept = cv2.LUT(field, _UNCHANGED)
        size = (field.shape[1], field.shape[0])
        light = cv2.resize(self.light, size, interpolation=cv2.INTER_LINEAR)
        part = np.minimum(2 * cv2.resize(self.part, size, interpolation=cv2.INTER_LINEAR), 1.0)
        there = np.flatnonzero(part)
        below = np.take(_LINEAR, np.take(field.reshape(-1, 3), there, axis=0))
        share = np.take(part, there)[:, None]
        below *= 1 - share
        below += np.take(_LINEAR, np.take(softer.reshape(-1, 3), there, axis=0)) * share
        below -= np.take(light.reshape(-1, 3), there, axis=0)
        below *= 4095
        kept.reshape(-1, 3)[there] = np.take(_SCREEN, np.clip(below, 0, 4095, out=below).astype(np.uint16))
        return kept


def gloss_of(field: Any, empty: Any, scale: float) -> Gloss | None:
    """The gloss in `field` against `empty`, both rectified BGR uint8 of one size, `scale` px a mm; None: next to none.

    Found is what is wider than about 10 mm; what has no board round it has none.
    """
    here, print_ = (cv2.split(_cells(one, scale)) for one in (field, empty))
    bright = [(one > _DARK) & (one < _FULL) for one in (*here, *print_)]
    usable = np.logical_and.reduce(bright).astype(np.float32)
    logs = [np.log((seen + 0.01) / (drawn + 0.01)) for seen, drawn in zip(here, print_, strict=True)]
    hue = common_hue(np.stack([logs[0] - logs[1], logs[2] - logs[1]], axis=2), usable)
    tint = np.exp(np.array([hue[0], 0.0, hue[1]]))
    tint /= tint.mean()
    drawn = [(one * share).astype(np.float32) for one, share in zip(print_, tint, strict=True)]
    middle = np.median(np.stack(here)) / max(float(np.median(np.stack(drawn))), 1e-3)
    weight, slope = usable, np.full(usable.shape, middle, np.float32)
    over = np.zeros_like(slope)
    terms = [_mean(here), _mean(drawn)]
    terms += [_mean([one * other for one, other in zip(here, drawn, strict=True)]), _mean([one**2 for one in drawn])]
    for number, (spread, step) in enumerate(_STEPS):
        if number == _ROUGH and float((over > _LEAST / 2).mean()) < _PART / 2:
            return None
        off = np.maximum.reduce([np.abs(one - (slope * own + over)) for one, own in zip(here, drawn, strict=True)])
        weight = usable / (1.0 + (off / (0.25 * slope + over + 0.02) / step) ** 4)
        sums = _blurred([*(one * weight for one in terms), weight], spread)
        # One more cell, black in both pictures: it holds the gloss at none where nothing else tells.
        whole = np.maximum(sums[4], 1e-3)
        seen, print_mean, both, square = (one / whole / (1.0 + _NONE) for one in sums[:4])
        slope = np.maximum((both - seen * print_mean) / np.maximum(square - print_mean**2, 1e-5), 0.02)
        over = np.maximum(seen - slope * print_mean, 0.0)
    left = [one - slope * own for one, own in zip(here, drawn, strict=True)]
    sums = _blurred([*(one * weight for one in left), weight], _FINE)
    whole = np.maximum(sums[3], 1e-3)
    light = [np.maximum(one / whole, 0.0) for one in sums[:3]]
    # What only one way of telling it finds is none: a print of another colour, not a lamp.
    much = np.minimum(over, _mean(light))
    if float((much > _LEAST).mean()) < _PART:
        return None
    # A lamp has one colour: what differs from it from place to place is a piece, not a lamp.
    tone = [np.maximum(one, 0.0) for one in _blurred([one * much for one in light], _TONED)]
    common = np.maximum(_mean(tone), 1e-6)
    keep = np.clip((much - _LEAST / 2) / _LEAST, 0.0, 1.0)
    light = [(much * one / common * keep).astype(np.float32) for one in tone]
    mean = _mean(light)
    return Gloss(cv2.merge(light), mean / (mean + slope + 1e-3))


def _mean(channels: Sequence[Any]) -> Any:
    """The mean of three pictures of one channel each."""
    return (channels[0] + channels[1] + channels[2]) / 3


def _cells(picture: Any, scale: float) -> Any:
    """The linear light of a picture by cell: (rows, columns, 3) float32."""
    height, width = picture.shape[:2]
    size = (max(2, round(width / (CELL * scale))), max(2, round(height / (CELL * scale))))
    if scale > 1.0:
        picture = cv2.resize(picture, (round(width / scale), round(height / scale)), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.LUT(picture, _LINEAR), size, interpolation=cv2.INTER_AREA)


def _blurred(channels: Sequence[Any], spread: float) -> Sequence[Any]:
    """Pictures of one channel each blurred, float32."""
    values = cv2.merge([one.astype(np.float32) for one in channels])
    return cv2.split(cv2.GaussianBlur(values, (0, 0), spread, borderType=cv2.BORDER_REPLICATE))


_LINEAR = linear(np.arange(256.0)).astype(np.float32)
_SCREEN = np.round(screen(np.arange(4096) / 4095)).astype(np.uint8)
_UNCHANGED = _SCREEN[(_LINEAR * 4095).astype(np.uint16)]
