"""The light over the field, place by place, told by what lies open of the board.

Where the board shows, its picture differs from the empty one by the light alone. That ratio, smoothed, tells in which
light everything else lies; what lies on the board differs otherwise and is left out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import msgspec
import numpy as np

CELL = 4.0
"""Side of a cell in mm: the light is worked out cell by cell."""
_HUE = 0.09
"""By how much (log) the colour of the light differs over a table, about."""
_STEP = 0.22
"""By how much (log) brightness changes from a cell to what is around it, about: the rim of a soft shadow."""
_DARK, _BRIGHT = 6.0, 250.0
_OPEN = 0.3
"""A cell round which more board shows than that is of the board."""


class Shading(msgspec.Struct, frozen=True):
    """The light of one picture against that of the empty one.

    `gains`: (rows, columns, 3) float32 by cell, BGR: what the picture is multiplied with to be in the empty one's
    light. `bare`: (rows, columns) float32, 0 to 1: how much board shows round a cell; near 0 the gains are a guess.
    """

    gains: Any
    bare: Any

    def levelled(self, field: Any) -> Any:
        """A picture of the whole field, (h, w, 3) of any numbers, in the empty picture's light: float32."""
        size = (field.shape[1], field.shape[0])
        return cv2.multiply(field, cv2.resize(self.gains, size, interpolation=cv2.INTER_LINEAR), dtype=cv2.CV_32F)

    def bare_at(self, places: Any, scale: float) -> Any:
        """How much board shows round places, (n, 2) px of a picture of `scale` px a mm: (n,), 0 to 1."""
        rows, columns = self.bare.shape
        cells = np.asarray(places) / (CELL * scale)
        across = np.clip(cells[:, 0].astype(int), 0, columns - 1)
        down = np.clip(cells[:, 1].astype(int), 0, rows - 1)
        return self.bare[down, across]

    def within(self, at: Sequence[float]) -> tuple[float, float]:
        """How the light is in a place `at` (middle, width and height, mm): two numbers.

        By how much (log) it is brighter there than over nine tenths of the board, and how much board shows, 0 to 1.
        """
        x, y, w, h = (side / CELL for side in at)
        rows = slice(max(0, int(y - h / 2)), max(1, int(y + h / 2) + 1))
        columns = slice(max(0, int(x - w / 2)), max(1, int(x + w / 2) + 1))
        lit = -np.log(self.gains.mean(axis=2))
        open_ = self.bare > _OPEN
        bright = float(np.quantile(lit[open_], 0.9)) if open_.any() else 0.0
        here, bare = lit[rows, columns], self.bare[rows, columns]
        return (float(np.median(here)) - bright, float(bare.mean())) if here.size else (0.0, 0.0)


def cells_of(picture: Any, scale: float) -> Any:
    """The mean levels of a picture of the field, BGR uint8 of `scale` px a mm, by cell: (rows, columns, 3) float32."""
    height, width = picture.shape[:2]
    size = (max(2, round(width / (CELL * scale))), max(2, round(height / (CELL * scale))))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)


def shading_of(field: Any, empty: Any, scale: float, bare: Any = None) -> Shading:
    """The light of `field` against `empty`, both rectified BGR uint8 of one size, `scale` px a mm.

    `bare`: the cells of `empty`, where they are known already.
    """
    here = cells_of(field, scale)
    bare = cells_of(empty, scale) if bare is None else bare
    clear = (here > _DARK) & (here < _BRIGHT) & (bare > _DARK) & (bare < _BRIGHT)
    usable = (clear[..., 0] & clear[..., 1] & clear[..., 2]).astype(np.float32)
    logs = np.log((here + 2.0) / (bare + 2.0))
    light = (logs[..., 0] + logs[..., 1] + logs[..., 2]) / 3
    hues = np.stack([logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1]], axis=2)
    hue = common_hue(hues, usable)
    trust = usable * _near(_length(hues - hue), 1.5 * _HUE)
    # First roughly and over wide areas, then finer: each time what does not follow its surroundings counts for less.
    for spread, step in ((16.0, 0.5), (10.0, 0.35), (6.0, _STEP), (6.0, _STEP)):
        around, _ = _smooth(light[..., None], trust, spread)
        tints, _ = _smooth(hues, trust, 3 * spread)
        off = _length(hues - tints)
        trust = usable * _near(off, _HUE) * _near(light - around[..., 0], step)
    around, shown = _smooth(light[..., None], trust, 2.5)
    tints, _ = _smooth(hues, trust, 12.0)
    # The mean of all three is kept: what green lacks, the tints say.
    green = around[..., 0] - (tints[..., 0] + tints[..., 1]) / 3
    gains = np.exp(-np.stack([green + tints[..., 0], green, green + tints[..., 1]], axis=2))
    return Shading(np.clip(gains, 0.15, 8.0).astype(np.float32), shown.astype(np.float32))


def common_hue(hues: Any, usable: Any) -> Any:
    """The change of colour, (2,), that most cells share."""
    cells = hues[usable > 0]
    if len(cells) < 12:
        return np.zeros(2, np.float32)
    cells = cells[:: max(1, len(cells) // 800)]
    tried = cells[:: max(1, len(cells) // 80)]
    near = np.abs(cells[:, 0] - tried[:, :1]) < _HUE
    near &= np.abs(cells[:, 1] - tried[:, 1:]) < _HUE
    return np.median(cells[near[int(near.sum(axis=1).argmax())]], axis=0)


def _length(hues: Any) -> Any:
    """The length of vectors (rows, columns, 2): (rows, columns)."""
    return cv2.magnitude(np.ascontiguousarray(hues[..., 0]), np.ascontiguousarray(hues[..., 1]))


def _near(off: Any, width: float) -> Any:
    """How much something that lies `off` counts: 1 where it agrees, next to nothing from two widths on."""
    square = (off / width) ** 2
    return (1.0 / (1.0 + square * square)).astype(np.float32)


def _smooth(values: Any, weights: Any, spread: float) -> tuple[Any, Any]:
    """The weighted mean round each cell, (rows, columns, k), and the weight there; far from any the wide mean."""
    total = float(weights.sum())
    weighted = [one * weights for one in cv2.split(values)]
    mean = np.array(cv2.sumElems(cv2.merge(weighted))[: len(weighted)], np.float32) / max(total, 1e-6)
    both = cv2.merge([*weighted, weights])
    here, wide = _blurred(both, spread), _blurred(both, 4 * spread)
    few = 0.01
    *sums, whole = cv2.split(here + few * wide)
    whole += 1e-4
    parts = [(one + own) / whole for one, own in zip(sums, 1e-4 * mean, strict=True)]
    return cv2.merge(parts).reshape(values.shape), here[..., -1]


def _blurred(values: Any, spread: float) -> Any:
    """Values (rows, columns, k) blurred; wide blurs are done on a coarser grid."""
    rows, columns = values.shape[:2]
    coarse = max(1, int(spread / 3))
    size = (max(2, columns // coarse), max(2, rows // coarse))
    small = cv2.resize(values, size, interpolation=cv2.INTER_AREA) if coarse > 1 else values
    small = cv2.GaussianBlur(small, (0, 0), min(spread / coarse, float(max(size))), borderType=cv2.BORDER_REPLICATE)
    return cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR) if coarse > 1 else small
