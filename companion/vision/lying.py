"""What lies on the field: where a levelled picture differs from the empty one, and how a rectangle lies there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.book import Lie, Size, placing
from companion.vision.level import Reals, reals

Mask = NDArray[np.uint8]
"""0 or 255, (height, width)."""
_HUE, _EDGE = 17.0, 20.0
_PRINT = 7.0
_BATCH = 12_000
_MANY, _FEW = 400, 150
"""Of more places than the first each is listed in its best turn; of fewer, so many of the best in any."""
_DARKEST, _BRIGHTEST = 0.62, 1.30
"""So much darker or brighter than the bare field may a shadow or a gleam make it."""


def differs(window: Reals, bare: Reals, noise: float | None = None) -> Mask:
    """Where something lies: Lab of a levelled window against Lab of the same part of the empty picture.

    Three signs: another colour, another drawing (the lightness but for its slow changes), far darker or brighter.
    What such signs enclose lies there too. `noise`: the camera's, as `grain` measures it; None: measured here.
    """
    noise = grain(window) if noise is None else noise
    soft = reals(cv2.GaussianBlur(window, (0, 0), 1.0 if noise < 6 else 1.7))
    base = reals(cv2.GaussianBlur(bare, (0, 0), 1.0 if noise < 6 else 1.7))
    base = soft - beyond(soft, base)
    room = 1.0 + noise / (12.0 if noise < 6 else 20.0)
    hue = np.hypot(soft[..., 1] - base[..., 1], soft[..., 2] - base[..., 2]) > _HUE * room
    ratio = (_wide(soft[..., 0]) + 4.0) / (_wide(base[..., 0]) + 4.0)
    edge = np.abs(soft[..., 0] - base[..., 0] * np.clip(ratio, 0.55, 1.45)) > _EDGE * room
    own = (soft[..., 0] + 4.0) / (base[..., 0] + 4.0)
    signs = ((hue | edge | (own < _DARKEST) | (own > _BRIGHTEST)) * 255).astype(np.uint8)
    signs = np.asarray(cv2.morphologyEx(signs, cv2.MORPH_OPEN, _disc(3)), np.uint8)
    signs = np.asarray(cv2.morphologyEx(signs, cv2.MORPH_CLOSE, _disc(7)), np.uint8)
    return filled(signs)


def beyond(window: Reals, bare: Reals, across: int = 5) -> Reals:
    """By how much a picture differs from all that another one shows near by (`across` px): they may lie a bit off."""
    near = _disc(across)
    return reals(window - np.clip(window, cv2.erode(bare, near), cv2.dilate(bare, near)))


def _wide(lightness: Reals) -> Reals:
    """The slow changes of lightness, 6 px wide."""
    height, width = lightness.shape
    small = cv2.resize(lightness, (max(2, width // 4), max(2, height // 4)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), 1.5), (width, height)), np.float32)


def shows_print(window: Reals, bare: Reals) -> float | None:
    """How much of what is printed in the empty picture shows in the window: 1 all, 0 nothing; None: there is no print.

    A gleam or a card in the colour of the board hides it, however well the light was levelled.
    """
    softened = (reals(cv2.GaussianBlur(picture[..., 0], (0, 0), 1.6)) for picture in (window, bare))
    prints = [one - _wide(one) for one in softened]
    strong = np.abs(prints[1]) > _PRINT
    if strong.sum() < max(30, 0.01 * strong.size):
        return None
    here, there = prints[0][strong], prints[1][strong]
    return float(here @ there) / float(there @ there)


def grain(window: Reals) -> float:
    """The noise of a picture in grey levels: the median of what a small blur takes away, scaled to a deviation."""
    lightness = window[..., 0]
    return float(np.median(np.abs(lightness - cv2.GaussianBlur(lightness, (0, 0), 1.2)))) * 1.65


def filled(mask: Mask) -> Mask:
    """`mask` with what it encloses."""
    found: list[Any] = list(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[-2])
    out = np.zeros_like(mask)
    cv2.drawContours(out, found, -1, 255, cv2.FILLED)
    return out


def _disc(size: int) -> Any:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))


def lump_at(mask: Mask, place: tuple[float, float, float, float]) -> Mask | None:
    """Of what `mask` shows the connected lump that covers most of `place` (left, top, right, bottom px), or None."""
    count, marks = cv2.connectedComponents(mask, connectivity=4)
    if count < 2:
        return None
    left, top, right, bottom = (max(0, round(side)) for side in place)
    inside = np.bincount(marks[top:bottom, left:right].ravel(), minlength=count)
    inside[0] = 0
    best = int(inside.argmax())
    return np.where(marks == best, 255, 0).astype(np.uint8) if inside[best] else None


def as_rectangle(lump: Mask, size: Size, upright: float, slack: float = 0.14) -> list[Lie]:
    """How a thing of `size` lies if `lump` shows it and nothing else, likeliest first; empty: it is no such thing.

    `upright`: the angle at which it should lie. Of an oblong thing there are two ways to lie, of another four.
    """
    outlines = cv2.findContours(lump, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2]
    if not outlines:
        return []
    outline = max(outlines, key=cv2.contourArea)
    if cv2.contourArea(outline) < 0.5 * size.width * size.height:
        return []
    (x, y), (w, h), angle = cv2.minAreaRect(cv2.convexHull(outline))
    ways: list[Lie] = []
    for width, height, turn in ((w, h, angle), (h, w, angle + 90.0)):
        if abs(width / size.width - 1) < slack and abs(height / size.height - 1) < slack:
            ways += [Lie(x, y, turn), Lie(x, y, turn + 180.0)]
    return sorted(ways, key=lambda lie: abs(apart(lie.angle, upright)))


def apart(one: float, other: float) -> float:
    """The turn from `other` to `one` in degrees, −180 to 180."""
    return (one - other + 180.0) % 360.0 - 180.0


TILTS = (0.0, 180.0, -4.5, 175.5, 4.5, 184.5, -9.0, 171.0, 9.0, 189.0)
"""The turns of a card in its place that are tried: a little askew, either way up."""


def searched(
    window: Reals, size: Size, middle: tuple[float, float], reach: float, turns: Sequence[float], most: int = 3
) -> list[Lie]:
    """The likeliest ways in which one of the things of `size` lies within `reach` px of `middle`, by trying them all.

    `turns`: the angles to try. For cards that overlap, or whose rim is like the table.
    """
    pace = max(3.0, size.width / max(8, size.columns // 4) * 0.8)
    steps = np.arange(-reach, reach + 0.1, pace)
    middles = np.stack(np.meshgrid(middle[0] + steps, middle[1] + steps), axis=-1).reshape(-1, 2)
    ways: list[Lie] = []
    for _, lie in tried(window, size, middles, turns):
        if all(np.hypot(lie.x - o.x, lie.y - o.y) > 2 * pace or abs(apart(lie.angle, o.angle)) > 20 for o in ways):
            ways.append(lie)
        if len(ways) == most:
            break
    return ways


def tried(
    window: Reals, size: Size, middles: NDArray[np.float64], turns: Sequence[float]
) -> list[tuple[float, Lie]]:
    """How well anything of `size` fits at each of `middles` (n, 2) px in its best turn, best first.

    Coarse: a quarter of the small pictures. The fit is a correlation, −1 to 1.
    """
    columns, rows = max(8, size.columns // 4), max(8, size.rows // 4)
    marks, inside = _coarse(size, columns, rows)
    step_x, step_y = size.width / columns, size.height / rows
    grid_x, grid_y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    points = np.stack([grid_x.ravel(), grid_y.ravel(), np.ones(columns * rows, np.float32)])
    around = [placing(Lie(0.0, 0.0, turn), step_x, step_y, columns, rows) @ points for turn in turns]
    soft = reals(cv2.GaussianBlur(window, (0, 0), step_x * 0.45))
    found: list[tuple[float, Lie]] = []
    batch = max(1, _BATCH // len(turns))
    for first in range(0, len(middles), batch):
        part = middles[first : first + batch]
        xs = (part[:, None, :1] + np.stack([one[0] for one in around])[None]).astype(np.float32)
        ys = (part[:, None, 1:] + np.stack([one[1] for one in around])[None]).astype(np.float32)
        shape = (len(part) * len(turns), columns * rows)
        taken = reals(
            cv2.remap(soft, xs.reshape(shape), ys.reshape(shape), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        )
        vectors = ((taken - taken.mean(axis=1, keepdims=True)) * inside[None, :, None]).reshape(len(taken), -1)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-3
        fits = (vectors @ marks.T).max(axis=1).reshape(len(part), len(turns))
        if len(middles) > _MANY:
            best = fits.argmax(axis=1)
            keep = [(k, int(best[k])) for k in range(len(part))]
        else:
            order = np.argsort(-fits, axis=None)[:_FEW]
            keep = [divmod(int(k), len(turns)) for k in order]
        found += [
            (float(fits[k, turn]), Lie(float(part[k, 0]), float(part[k, 1]), turns[turn])) for k, turn in keep
        ]
    return sorted(found, key=lambda one: -one[0])


def _coarse(size: Size, columns: int, rows: int) -> tuple[Reals, Reals]:
    """The taught pictures very small, as vectors of length 1, and what all of them show of a thing."""
    inside = cv2.resize(size.shared, (columns, rows), interpolation=cv2.INTER_AREA)
    pictures = [reals(cv2.resize(one.small, (columns, rows), interpolation=cv2.INTER_AREA)) for one in size.references]
    shown = reals(inside > 0.5).ravel()
    vectors = np.stack([((p - p.mean(axis=(0, 1))).reshape(-1, 3) * shown[:, None]).ravel() for p in pictures])
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-3
    return reals(vectors), shown
