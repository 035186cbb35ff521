"""Wooden pieces in known places, told by their colour against the empty board.

Each place is looked at where the top of a piece would appear: the camera looks from aside, so it is displaced away from
the camera's foot, and a piece need not stand in the middle. Every pixel says how well it fits the bare board in the
light round it, and each taught colour (anchors 2.12); nothing says what lay there before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.engine.sight import Spot
from companion.vision.calibration import SCALE
from companion.vision.shading import Shading, shading_of

HEIGHT = 9.0
"""Millimetres that a wooden piece is high, about; nobody measures them."""
Eye = tuple[float, float, float]
_SOFT = 16.0
"""Added to a level before its logarithm is taken: what is darker than that is noise and stray light."""
_BOARD = (0.16, 0.075)
"""How far bare board lies from the empty picture (brightness, colour; logarithms), about."""
_WOOD = (0.24, 0.10)
"""How far a piece lies from its taught colour."""
_MOST = 9.0
"""A pixel never says more than this, whatever colour it is."""
_FAR = 4.5
"""What a pixel of something unknown says."""
_SLACK = 1.0
"""Millimetres by which the board may lie off its map."""


class Board(msgspec.Struct, frozen=True):
    """One picture of the field, ready to be asked: maps of `scale` px a mm.

    `like`: (h, w, 3) float32, the picture in the empty one's light: brightness and two colour axes, logarithms. `off`:
    (h, w) float32, how far each pixel is from bare board (square, in units of what is usual).
    """

    like: Any
    off: Any
    scale: float
    shading: Shading


def board_of(field: Any, empty: Any, fine: float = 1.0) -> Board:
    """Prepare `field`, rectified BGR uint8 at `SCALE`, against `empty` of the same size; `fine`: px a mm to work at."""
    shading = shading_of(field, empty, SCALE)
    size = (max(1, round(field.shape[1] * fine / SCALE)), max(1, round(field.shape[0] * fine / SCALE)))
    here = cv2.GaussianBlur(cv2.resize(field, size, interpolation=cv2.INTER_AREA), (0, 0), 0.8 * fine)
    bare = cv2.GaussianBlur(cv2.resize(empty, size, interpolation=cv2.INTER_AREA), (0, 0), 0.8 * fine)
    like = axes(shading.levelled(here))
    print_ = axes(bare.astype(np.float32))
    reach = 2 * max(1, round(_SLACK * fine)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    nearest = np.clip(like, cv2.erode(print_, kernel), cv2.dilate(print_, kernel))
    return Board(like, _square(like - nearest, _BOARD), fine, shading)


def axes(levels: Any) -> Any:
    """Brightness and two colour axes of BGR levels (..., 3), 0 to 255, as logarithms: (..., 3) float32."""
    logs = np.log(np.maximum(levels, 0.0) + np.float32(_SOFT))
    green = logs[..., 1]
    return np.stack([logs.mean(axis=-1), logs[..., 0] - green, logs[..., 2] - green], axis=-1)


def _square(off: Any, usual: tuple[float, float]) -> Any:
    """How far (square) a difference of axes is, in units of what is usual for brightness and colour."""
    return (off[..., 0] / usual[0]) ** 2 + (off[..., 1] ** 2 + off[..., 2] ** 2) / usual[1] ** 2


def displaced(places: Any, eye: Eye, height: float) -> Any:
    """Where on the table something `height` mm above places (n, 2) mm appears: (n, 2) mm."""
    flat = np.asarray(places, np.float64)
    foot = np.array(eye[:2])
    return foot + (flat - foot) * (eye[2] / max(1.0, eye[2] - height))


class Looked(msgspec.Struct, frozen=True):
    """What was measured of n places for k colours, before it is judged. All arrays float64 unless said.

    `fits`: (n, k), how much better the colour fits than bare board where it fits best (mean over a disc, squares).
    `near`: (n, k), how far it is from the colour there. `bare`: (n,), how far the place is from bare board;
    `open`: (n,), the part of it that looks bare. `rim`: (n, k), the part of the rim round the piece that is not of its
    colour. `lit`: (n,), how much board shows around it.
    """

    fits: Any
    near: Any
    bare: Any
    open: Any
    rim: Any
    lit: Any
    fill: Any = None
    bright: Any = None


def look(board: Board, spots: Sequence[Spot], colours: Any, eye: Eye) -> Looked:
    """Measure `spots` on `board` for `colours`, (k, 3) axes; `eye`: where the camera is, mm."""
    ats = np.array([spot.at for spot in spots])
    size = np.minimum(ats[:, 2], ats[:, 3])
    feet = ats[:, None, :2] + size[:, None, None] * _FEET[None]
    tops = displaced(feet.reshape(-1, 2), eye, HEIGHT).reshape(feet.shape)
    inside = tops[:, :, None] + size[:, None, None, None] * _DISC[None, None]
    like, off = _sampled(board, inside)
    off = np.minimum(off, _MOST)
    # (n, feet, samples, k)
    apart = np.minimum(_square(like[..., None, :] - colours, _WOOD), _MOST)
    fits = (off[..., None] - apart).mean(axis=2) - _AWAY[None, :, None]
    best = fits.argmax(axis=1)
    rows, columns = np.arange(len(spots))[:, None], np.arange(len(colours))[None]
    near = apart.mean(axis=2)[rows, best, columns]
    fill = (apart < _FAR).mean(axis=2)[rows, best, columns]
    whole = off[:, :_INNER].reshape(len(spots), -1)
    rim = _rim(board, feet[rows, best], tops[rows, best], size, colours)
    return Looked(
        fits=fits[rows, best, columns],
        near=near,
        bare=whole.mean(axis=1),
        open=(whole < _FAR).mean(axis=1),
        rim=rim,
        lit=board.shading.bare_at(ats[:, :2] * SCALE, SCALE),
        fill=fill,
        bright=like[rows, best].mean(axis=2)[..., 0] - colours[None, :, 0],
    )


def _rim(board: Board, feet: Any, tops: Any, size: Any, colours: Any) -> Any:
    """The part of the rim round pieces at `feet`, with `tops`, (n, k, 2) mm, that is not of their colour: (n, k)."""
    leaning = tops - feet
    outward = (leaning[:, :, None] * _ROUND).sum(axis=-1) > 0
    base = np.where(outward[..., None], tops[:, :, None], feet[:, :, None])
    like, off = _sampled(board, base + 0.62 * size[:, None, None, None] * _ROUND)
    apart = _square(like - colours[None, :, None], _WOOD)
    return ((apart > _FAR) | (off < apart)).mean(axis=-1)


def _sampled(board: Board, places: Any) -> tuple[Any, Any]:
    """The axes, (..., 3), and the distance from bare board, (...), at places (..., 2) mm."""
    px = np.asarray(places) * board.scale - 0.5
    height, width = board.off.shape
    x = np.clip(np.round(px[..., 0]).astype(np.int32), 0, width - 1)
    y = np.clip(np.round(px[..., 1]).astype(np.int32), 0, height - 1)
    return board.like[y, x], board.off[y, x]


def _circle(count: int) -> Any:
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([np.cos(turn), np.sin(turn)])


_ROUND = _circle(16)
_DISC = np.vstack([[(0.0, 0.0)], 0.13 * _circle(6), 0.26 * _circle(12)])
"""Where a piece's top is looked at, as parts of the place's size."""
_FEET = np.vstack([[(0.0, 0.0)], 0.12 * _circle(8), 0.24 * _circle(8), 0.36 * _circle(8)])
"""Where it may stand."""
_AWAY = 1.0 * (_FEET**2).sum(axis=1) / 0.2**2
"""What it costs to stand there: off the middle is rarer."""
_INNER = 9
"""The first of them: round the middle."""
