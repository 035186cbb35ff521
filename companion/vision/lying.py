"""What lies on the field: where a levelled picture differs from the empty one, and how a rectangle lies there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.book import Lie, Size, lab, placing
from companion.vision.level import Picture, PxBox, Reals, reals

Mask = NDArray[np.uint8]
"""0 or 255, (height, width)."""
_HUE, _EDGE = 17.0, 20.0
_PRINT = 7.0
_BATCH = 12_000
_MANY, _FEW = 400, 150
"""Of more places than the first each is listed in its best turn; of fewer, so many of the best in any."""
_DARKEST, _BRIGHTEST = 0.62, 1.30
"""So much darker or brighter than the bare field may a shadow or a gleam make it."""


class Bare:
    """The empty picture of the field in Lab, and what is compared with it: worked out once, for it never changes."""

    def __init__(self, empty: Picture) -> None:
        """`empty`: rectified, BGR uint8 (h, w, 3)."""
        self.lab = lab(empty)
        self._bounds: dict[float, tuple[Reals, Reals]] = {}

    def part(self, box: PxBox) -> Reals:
        """The part `box` of it in Lab."""
        left, top, right, bottom = box
        return self.lab[top:bottom, left:right]

    def bounds(self, box: PxBox, soft: float) -> tuple[Reals, Reals]:
        """The least and the most that part `box` shows near each pixel, itself softened by `soft` px."""
        left, top, right, bottom = box
        if soft not in self._bounds:
            self._bounds[soft] = bounds_of(reals(cv2.GaussianBlur(self.lab, (0, 0), soft)))
        least, most = self._bounds[soft]
        return least[top:bottom, left:right], most[top:bottom, left:right]


def differs(window: Reals, bare: Bare, box: PxBox | None = None) -> Mask:
    """Where something lies: Lab of the levelled part `box` (all) of the field against the bare field.

    Three signs: another colour, another drawing (the lightness but for its slow changes), far darker or brighter.
    What such signs enclose lies there too.
    """
    noise = grain(window)
    blur, room = (1.0, 1.0 + noise / 12.0) if noise < 6 else (1.7, 1.0 + noise / 20.0)
    soft = reals(cv2.GaussianBlur(window, (0, 0), blur))
    least, most = bare.bounds(box or (0, 0, window.shape[1], window.shape[0]), blur)
    base = reals(cv2.min(cv2.max(soft, least), most))
    (light, *hues), (plain, *plain_hues) = cv2.split(soft), cv2.split(base)
    hue = cv2.magnitude(cv2.subtract(hues[0], plain_hues[0]), cv2.subtract(hues[1], plain_hues[1]))
    ratio = (_wide(reals(light)) + 4.0) / (_wide(reals(plain)) + 4.0)
    edge = cv2.absdiff(light, cv2.multiply(plain, np.clip(ratio, 0.55, 1.45)))
    own = (light + 4.0) / (plain + 4.0)
    coloured, drawn = _where(hue, cv2.CMP_GT, _HUE * room), _where(edge, cv2.CMP_GT, _EDGE * room)
    lit = cv2.bitwise_or(_where(own, cv2.CMP_LT, _DARKEST), _where(own, cv2.CMP_GT, _BRIGHTEST))
    signs: Mask = np.asarray(cv2.bitwise_or(cv2.bitwise_or(coloured, drawn), lit), np.uint8)
    signs = np.asarray(cv2.morphologyEx(signs, cv2.MORPH_OPEN, _disc(3)), np.uint8)
    signs = np.asarray(cv2.morphologyEx(signs, cv2.MORPH_CLOSE, _disc(7)), np.uint8)
    return filled(signs)


def _where(values: Any, how: int, level: Any) -> Mask:
    """255 where `values`, (h, w), compare so with a level, else 0."""
    return np.asarray(cv2.compare(values, level, how), np.uint8)


def bounds_of(picture: Reals, across: int = 5) -> tuple[Reals, Reals]:
    """The least and the most of a picture near each of its pixels, `across` px wide."""
    near = _disc(across)
    return reals(cv2.erode(picture, near)), reals(cv2.dilate(picture, near))


def beyond(window: Reals, bare: Reals, across: int = 5) -> Reals:
    """By how much a picture differs from all that another one shows near by (`across` px): they may lie a bit off."""
    least, most = bounds_of(bare, across)
    return reals(cv2.subtract(window, cv2.min(cv2.max(window, least), most)))


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
    lightness = cv2.extractChannel(window, 0)
    taken = cv2.absdiff(lightness, cv2.GaussianBlur(lightness, (0, 0), 1.2))
    # Every ninth pixel: some thousands tell it to a hundredth.
    return float(np.median(taken[1::3, 1::3])) * 1.65


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
    tries = tried(window, size, middles, turns)
    for lie in map(tries.lie, range(len(tries.fits))):
        if all(np.hypot(lie.x - o.x, lie.y - o.y) > 2 * pace or abs(apart(lie.angle, o.angle)) > 20 for o in ways):
            ways.append(lie)
        if len(ways) == most:
            break
    return ways


class Tries(NamedTuple):
    """How well something fits in many ways to lie, best first: (n,) fits and turns, (n, 2) px where."""

    fits: Reals
    places: NDArray[np.float64]
    turns: Reals

    def lie(self, index: int) -> Lie:
        """One of the ways."""
        x, y = self.places[index].tolist()
        return Lie(x, y, float(self.turns[index]))


def tried(window: Reals, size: Size, middles: NDArray[np.float64], turns: Sequence[float]) -> Tries:
    """How well anything of `size` fits at each of `middles` (n, 2) px in its best turn, best first.

    Coarse: a quarter of the small pictures. The fit is a correlation, −1 to 1.
    """
    columns, rows = max(8, size.columns // 4), max(8, size.rows // 4)
    marks, inside = _coarse(size, columns, rows)
    step_x, step_y = size.width / columns, size.height / rows
    around = _around(tuple(turns), step_x, step_y, columns, rows)
    soft = reals(cv2.GaussianBlur(window, (0, 0), step_x * 0.45))
    # About 0: sums of squares of large numbers leave nothing to their differences.
    soft -= soft.mean(axis=(0, 1))
    found: list[Reals] = []
    batch = max(1, _BATCH // len(turns))
    for first in range(0, len(middles), batch):
        part = middles[first : first + batch]
        xs = (part[:, None, :1] + around[:, 0]).astype(np.float32)
        ys = (part[:, None, 1:] + around[:, 1]).astype(np.float32)
        shape = (len(part) * len(turns), columns * rows)
        second: Any = None
        maps = cv2.merge([xs.reshape(shape), ys.reshape(shape)])
        taken = cv2.remap(soft, maps, second, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        found.append(_alike(reals(taken), marks, inside).reshape(len(part), len(turns)))
    fits = np.concatenate(found) if found else np.zeros((0, len(turns)), np.float32)
    if len(middles) > 400:
        best = fits.argmax(axis=1)[:, None]
        places, ways = np.arange(len(fits)), best[:, 0]
        fits = np.take_along_axis(fits, best, axis=1)
    else:
        places, ways = np.repeat(np.arange(len(fits)), len(turns)), np.tile(np.arange(len(turns)), len(fits))
    order = np.argsort(-fits.ravel(), kind="stable")
    return Tries(fits.ravel()[order], middles[places[order]], reals(turns)[ways[order]])


@lru_cache(maxsize=32)
def _around(turns: tuple[float, ...], step_x: float, step_y: float, columns: int, rows: int) -> Any:
    """Where the pixels of a small picture lie round its middle (px), turned in each of these ways: (turns, 2, px)."""
    grid_x, grid_y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    points = np.stack([grid_x.ravel(), grid_y.ravel(), np.ones(columns * rows, np.float32)])
    return np.stack([placing(Lie(0.0, 0.0, turn), step_x, step_y, columns, rows) @ points for turn in turns])


def _alike(taken: Reals, marks: Reals, inside: Reals) -> Reals:
    """How well each of the small pictures `taken` (n, px, 3) fits the one of `marks` that it is most like: (n,).

    As if the mean were taken off each and all outside of `inside` (px,) left out: but that is done by sums alone, no
    array as large is made anew.
    """
    count, px = taken.shape[:2]
    flat = taken.reshape(count, px * 3)
    each = np.tile(np.eye(3, dtype=np.float32), (px, 1))
    sums = flat @ each
    means = sums / px
    if inside.min() < 1:
        flat *= np.repeat(inside, 3)
        sums = flat @ each
    squares = np.einsum("nk,nk->n", flat, flat) - 2 * (means * sums).sum(axis=1)
    squares += float(inside.sum()) * (means * means).sum(axis=1)
    fits = flat @ marks.T - means @ (marks @ each).T
    return np.asarray(fits.max(axis=1) / (np.sqrt(np.maximum(squares, 0.0)) + 1e-3), np.float32)


def _coarse(size: Size, columns: int, rows: int) -> tuple[Reals, Reals]:
    """The taught pictures very small, as vectors of length 1, and what all of them show of a thing; made once."""
    if size.marks is not None:
        return size.marks
    inside = cv2.resize(size.shared, (columns, rows), interpolation=cv2.INTER_AREA)
    pictures = [reals(cv2.resize(one.small, (columns, rows), interpolation=cv2.INTER_AREA)) for one in size.references]
    shown = reals(inside > 0.5).ravel()
    vectors = np.stack([((p - p.mean(axis=(0, 1))).reshape(-1, 3) * shown[:, None]).ravel() for p in pictures])
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-3
    size.marks = (reals(vectors), shown)
    return size.marks
