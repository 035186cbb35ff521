"""The board in one picture against the empty one: maps of light, colour and gloss that places are asked on."""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np

from companion.vision.axes import axes
from companion.vision.calibration import SCALE
from companion.vision.gloss import Gloss, gloss_of
from companion.vision.shading import Shading, shading_of

FAR = 6.0
"""From here on a pixel is not what it is held to be."""
_BOARD = (0.16, 0.075)
"""How far bare board lies from the empty picture (brightness, colour; logarithms), about."""
_SOFT, _SOFTER, _LEVELS = 0.8, 0.9, 3
"""Width (mm) by which a picture is made softer, and how much more in one full of noise, in so many steps;"""
_SOFTEST = 2.2
"""and where a mirrored lamp leaves next to nothing else."""
_GRAIN = 5.0
"""Noise (levels) from which on it is made softer; twice as much is full of it."""
_STILL = (0.03, 0.015, 0.015)
"""What is left of bare board at least, by axis, is usual."""
_SLACK = 1.0
"""Millimetres by which the board may lie off its map."""


class Board(msgspec.Struct, frozen=True):
    """One picture of the field, ready to be asked: maps of `scale` px a mm.

    `like`: (h, w, 3) float32, the picture in the empty one's light: brightness and two colour axes, logarithms;
    `print`: the same of the empty picture. `off`: (h, w) float32, how far each pixel is from bare board (square, in
    units of what is usual). `haze`: (h / 4, w / 4) float32, 0 to 1: how much paler than printed the board around is,
    under a lamp mirrored in it. `left`: (h, w, 3) float32, what is left between `like` and `print` where both are made
    softer, and `usual`: (3,), how much of it is usual on bare board in this picture. `gloss`: what was taken off.
    """

    like: Any
    print: Any
    off: Any
    haze: Any
    left: Any
    usual: Any
    gloss: Gloss | None
    scale: float
    shading: Shading


class Printed:
    """The empty picture, ready to be compared with at one scale. `small`: BGR uint8."""

    def __init__(self, empty: Any, fine: float = 1.0) -> None:
        """`empty`: BGR uint8 at `SCALE`. `fine`: px a mm to work at."""
        self.small = cv2.resize(empty, _size(empty, fine), interpolation=cv2.INTER_AREA)
        self._fine = fine
        self._kept: tuple[float, Any, Any, Any] | None = None

    def softened(self, width: float) -> tuple[Any, Any, Any]:
        """Its axes, softened by `width` mm, and the least and most that they are near each pixel."""
        if self._kept is None or self._kept[0] != width:
            like = axes(cv2.GaussianBlur(self.small, (0, 0), width * self._fine))
            reach = 2 * max(1, round(_SLACK * self._fine)) + 1
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
            # The last one is kept alone: the noise of a camera hardly changes, and the maps are large.
            self._kept = (width, like, cv2.erode(like, kernel), cv2.dilate(like, kernel))
        return self._kept[1:]


def board_of(
    field: Any, empty: Any, fine: float = 1.0, shading: Shading | None = None, printed: Printed | None = None
) -> Board:
    """Prepare `field`, rectified BGR uint8 at `SCALE`, against `empty` of the same size.

    `fine`: px a mm to work at. `shading`: the light of one against the other, and `printed`: the empty picture at that
    scale, where they are known already.
    """
    printed = printed or Printed(empty, fine)
    small = cv2.resize(field, _size(field, fine), interpolation=cv2.INTER_AREA)
    noisy = min(1.0, max(0.0, grain(small) / _GRAIN - 1.0))
    soft = _SOFT + _SOFTER * round(noisy * _LEVELS) / _LEVELS
    here = cv2.GaussianBlur(small, (0, 0), soft * fine)
    gloss = gloss_of(small, printed.small, fine)
    if gloss is not None:
        here = gloss.taken_off(here, cv2.GaussianBlur(small, (0, 0), _SOFTEST * fine))
        shading = shading_of(here, printed.small, fine)
    print_, least, most = printed.softened(soft)
    shading = shading or shading_of(field, empty, SCALE)
    like = axes(shading.levelled(here))
    off = distance(like - cv2.min(cv2.max(like, least), most), _BOARD)
    left = cv2.blur(like - print_, (2 * round(2.5 * fine) + 1,) * 2)
    return Board(like, print_, off, _haze(like, print_, off, fine), left, _usual(left, off), gloss, fine, shading)


def _size(picture: Any, fine: float) -> tuple[int, int]:
    """Width and height, px, of a picture at `SCALE` when it is worked on at `fine` px a mm."""
    return (max(1, round(picture.shape[1] * fine / SCALE)), max(1, round(picture.shape[0] * fine / SCALE)))


def _usual(left: Any, off: Any) -> Any:
    """How much, by axis, is usually left of bare board: (3,)."""
    bare = left[::5, ::5][off[::5, ::5] < FAR]
    if not len(bare):
        return np.ones(3)
    return np.maximum(1.48 * np.median(np.abs(bare - np.median(bare, axis=0)), axis=0), _STILL)


def grain(picture: Any) -> float:
    """The noise of a picture, (h, w, 3) uint8, in levels, about: what differs from pixel to pixel where nothing is."""
    rough = cv2.Laplacian(picture[::2, ::2], cv2.CV_16S)
    return float(np.median(np.abs(rough)) * 1.48 / 4.47)


def _haze(like: Any, print_: Any, off: Any, fine: float) -> Any:
    """How much paler the board is than its print, (h / 4, w / 4): the slope of one over the other where it is bare."""
    size = (max(2, off.shape[1] // 4), max(2, off.shape[0] // 4))
    seen, drawn = (cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in (like, print_))
    bare = (cv2.resize(off, size, interpolation=cv2.INTER_AREA) < FAR).astype(np.float32)[..., None]
    spread = 18.0 * fine / 4

    def around(values: Any) -> Any:
        return cv2.GaussianBlur(values, (0, 0), spread, borderType=cv2.BORDER_REPLICATE)

    weight = np.maximum(around(bare[..., 0]), 1e-3)[..., None]
    mean_seen, mean_drawn = around(bare * seen) / weight, around(bare * drawn) / weight
    common = around(bare * seen * drawn) / weight - mean_seen * mean_drawn
    square = around(bare * drawn * drawn) / weight - mean_drawn * mean_drawn
    slope = (common.sum(axis=2) + 1e-3) / (square.sum(axis=2) + 1e-3)
    return np.clip(1.0 - slope, 0.0, 1.0)


def distance(off: Any, usual: tuple[float, float]) -> Any:
    """How far (square) a difference of axes is, in units of what is usual for brightness and colour."""
    parts = off * np.array((1 / usual[0], 1 / usual[1], 1 / usual[1]), np.float32)
    parts *= parts
    return parts[..., 0] + parts[..., 1] + parts[..., 2]
