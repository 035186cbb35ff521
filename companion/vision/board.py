"""The board in one picture against the empty one: maps of light, colour and gloss that places are asked on."""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np

from companion.vision.axes import axes
from companion.vision.calibration import SCALE
from companion.vision.gloss import Gloss, gloss_of
from companion.vision.shading import Shading, cells_of, shading_of

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
_ALL = np.ones((1, 3), np.float32)


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
        self.cells = cells_of(self.small, fine)
        self._kept: tuple[float, Any, Any, Any, Any] | None = None

    def softened(self, width: float) -> tuple[Any, Any, Any, Any]:
        """Its axes, softened by `width` mm, the least and most that they are near each pixel, and they made small."""
        if self._kept is None or self._kept[0] != width:
            like = axes(cv2.GaussianBlur(self.small, (0, 0), width * self._fine))
            reach = 2 * max(1, round(_SLACK * self._fine)) + 1
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
            # The last one is kept alone: the noise of a camera hardly changes, and the maps are large.
            self._kept = (width, like, cv2.erode(like, kernel), cv2.dilate(like, kernel), _quarter(like))
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
        shading = shading_of(here, printed.small, fine, printed.cells)
    print_, least, most, small_print = printed.softened(soft)
    shading = shading or shading_of(field, empty, SCALE)
    like = axes(shading.levelled(here))
    off = distance(like - cv2.min(cv2.max(like, least), most), _BOARD)
    left = cv2.blur(like - print_, (2 * round(2.5 * fine) + 1,) * 2)
    return Board(like, print_, off, _haze(like, small_print, off, fine), left, _usual(left, off), gloss, fine, shading)


def _size(picture: Any, fine: float) -> tuple[int, int]:
    """Width and height, px, of a picture at `SCALE` when it is worked on at `fine` px a mm."""
    return (max(1, round(picture.shape[1] * fine / SCALE)), max(1, round(picture.shape[0] * fine / SCALE)))


def _usual(left: Any, off: Any) -> Any:
    """How much, by axis, is usually left of bare board: (3,)."""
    bare = left[::5, ::5][off[::5, ::5] < FAR]
    if not len(bare):
        return np.ones(3)
    bare = np.ascontiguousarray(bare.T)
    return np.maximum(1.48 * np.median(np.abs(bare - np.median(bare, axis=1, keepdims=True)), axis=1), _STILL)


def grain(picture: Any) -> float:
    """The noise of a picture, (h, w, 3) uint8, in levels, about: what differs from pixel to pixel where nothing is."""
    rough = cv2.convertScaleAbs(cv2.Laplacian(picture[::2, ::2], cv2.CV_16S))
    # The median of so many levels is counted sooner than sorted.
    counts = np.cumsum(cv2.calcHist([rough.reshape(-1, 1)], [0], None, [256], [0.0, 256.0]), dtype=np.float64)
    middle = np.searchsorted(counts, [(rough.size - 1) // 2, rough.size // 2], side="right")
    return float(middle.mean() * 1.48 / 4.47)


def _quarter(values: Any) -> Any:
    """A map at a quarter of its size."""
    size = (max(2, values.shape[1] // 4), max(2, values.shape[0] // 4))
    return cv2.resize(values, size, interpolation=cv2.INTER_AREA)


def _haze(like: Any, small_print: Any, off: Any, fine: float) -> Any:
    """How much paler the board is than its print, (h / 4, w / 4): the slope of one over the other where it is bare."""
    bare = (_quarter(off) < FAR).astype(np.float32)
    seen, drawn = cv2.split(_quarter(like)), cv2.split(small_print)
    bare_seen, bare_drawn = [bare * one for one in seen], [bare * one for one in drawn]
    both = [one * other for one, other in zip(bare_seen, drawn, strict=True)]
    squares = [one * other for one, other in zip(bare_drawn, drawn, strict=True)]
    sums = cv2.merge([bare, *bare_seen, *bare_drawn, *both, *squares])
    around = cv2.split(cv2.GaussianBlur(sums, (0, 0), 18.0 * fine / 4, borderType=cv2.BORDER_REPLICATE))
    weight, *around = np.maximum(around[0], 1e-3), *around[1:]
    means = [one / weight for one in around]
    common = [means[k + 6] - means[k] * means[k + 3] for k in range(3)]
    square = [means[k + 9] - means[k + 3] * means[k + 3] for k in range(3)]
    slope = (common[0] + common[1] + common[2] + 1e-3) / (square[0] + square[1] + square[2] + 1e-3)
    return np.clip(1.0 - slope, 0.0, 1.0)


def distance(off: Any, usual: tuple[float, float]) -> Any:
    """How far (square) a difference of axes is, in units of what is usual for brightness and colour."""
    parts = off * np.array((1 / usual[0], 1 / usual[1], 1 / usual[1]), np.float32)
    parts *= parts
    # OpenCV sums channels in a fraction of the time, if they are those of a picture.
    return cv2.transform(parts.reshape(1, -1, 3), _ALL).reshape(parts.shape[:-1])


def half_over(values: Any, level: float) -> bool:
    """Whether the median of `values`, any array, lies over `level`."""
    over = 2 * int(np.count_nonzero(values > level))
    # Which side it is on is counted sooner than it is found; only where both halves are as large it is asked for.
    return over > values.size if over != values.size else float(np.median(values)) > level
