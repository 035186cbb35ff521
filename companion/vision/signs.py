"""The second look: cards of the same art are told apart only by what differs between their taught pictures.

Where two taught pictures differ, the picture must lie on one side of the middle between them, clearly and by far more
than it strays from them elsewhere; else both stay possible (anchors 2.5: a numeral needs 180 px of height, or a question).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.book import Book, Lie, Size, placing, settled
from companion.vision.level import Reals

TALL = 180.0
"""From this height in the camera's own picture (px) on a sign is read with the common margins."""
_BLURS = (0.0, 1.0, 1.6, 2.3, 3.2)
"""The taught pictures are softened until they are as soft as what is seen (px at `SCALE`)."""
_DIFFERENT = 22.0
"""Lab by which two taught pictures must differ in a place to count as different there."""
_LEAST = 10
"""Fewer such pixels are no sign."""
_RIM = 0.04


@dataclass(frozen=True)
class Sign:
    """What the second look says. `scores`: each sibling that was taught, 0 to 1, together 1. `clear`: no doubt left."""

    scores: tuple[tuple[str, float], ...]
    clear: bool


@dataclass
class Art:
    """The taught pictures of one art in one size, laid over each other. `soft`: (blurs, pictures, rows, columns, 3)."""

    looks: tuple[str, ...]
    soft: Reals
    common: NDArray[np.bool_]
    _gaps: dict[tuple[int, int], NDArray[np.bool_]] = field(default_factory=dict)

    def differs(self, one: int, other: int) -> NDArray[np.bool_]:
        """Where two of the pictures differ."""
        key = (min(one, other), max(one, other))
        if key not in self._gaps:
            self._gaps[key] = _different(self.soft[1, one], self.soft[1, other])
        return self._gaps[key]


class Signs:
    """Tells siblings apart. Made once for a book."""

    def __init__(self, book: Book) -> None:
        """`book`: what was taught; nothing of it is changed."""
        self._book = book
        self._arts: dict[tuple[int, str], Art] = {}

    def art(self, size: Size, name: str) -> Art:
        """The taught pictures of an art, as `Art`."""
        key = (self._book.sizes.index(size), name)
        if key not in self._arts:
            self._arts[key] = _laid_over(size, name)
        return self._arts[key]

    def alike(self, size: Size, one: str, other: str) -> bool:
        """Whether the pictures of two looks of one art show no difference that could be read."""
        art = self.art(size, self._book.art(one))
        ones = [k for k, look in enumerate(art.looks) if look == one]
        others = [k for k, look in enumerate(art.looks) if look == other]
        return not all(art.differs(a, b).sum() >= _LEAST for a in ones for b in others)

    def read(self, window: Reals, lie: Lie, size: Size, name: str, allowed: frozenset[str], px_per_mm: float) -> Sign:
        """Which of the `allowed` looks of art `name` lies as `lie` says in `window` (Lab at `SCALE`).

        `px_per_mm`: of the camera's own picture, before it was rectified.
        """
        art = self.art(size, name)
        rows, columns = art.common.shape
        matrix = placing(lie, size.width / columns, size.height / rows, columns, rows)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        here = cv2.warpAffine(window, matrix, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return _told(art, np.asarray(here, np.float32), allowed, px_per_mm * size.height / 2.0 >= TALL)


def _laid_over(size: Size, name: str) -> Art:
    """The pictures of an art laid over the first of them, in its light."""
    columns, rows = round(size.width), round(size.height)
    indices = [k for k, one in enumerate(size.references) if one.art == name]
    first = size.references[indices[0]]
    base = cv2.resize(first.fine, (columns, rows), interpolation=cv2.INTER_LINEAR)
    laid = [base]
    for index in indices[1:]:
        picture = cv2.resize(size.references[index].fine, (columns, rows), interpolation=cv2.INTER_LINEAR)
        middle = Lie((columns - 1) / 2, (rows - 1) / 2, 0.0)
        lie = settled(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.float32), middle, size, indices[0])
        # An art that can't be laid over stays where it was drawn.
        if abs(lie.angle) > 3 or np.hypot(lie.x - middle.x, lie.y - middle.y) > 6:
            lie = middle
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        matrix = placing(lie, size.width / columns, size.height / rows, columns, rows)
        moved = cv2.warpAffine(picture, matrix, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        laid.append(_in_light_of(np.asarray(moved, np.float32), np.asarray(base, np.float32), None))
    soft = np.stack([np.stack([_softer(one, 0.8, blur) for one in laid]) for blur in _BLURS]).astype(np.float32)
    spread = np.zeros((rows, columns), bool)
    for k in range(1, len(laid)):
        for m in range(k):
            spread |= _different(soft[1, k], soft[1, m])
    edge = np.zeros((rows, columns), bool)
    margin = max(2, round(_RIM * min(rows, columns)))
    edge[margin:-margin, margin:-margin] = True
    wide = cv2.dilate(spread.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    common = edge & ~wide
    looks = tuple(size.references[k].look for k in indices)
    return Art(looks, soft, common if common.mean() > 0.1 else edge)


def _softer(picture: Reals, base: float, more: float) -> Reals:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(np.hypot(base, more))), np.float32)


def _different(one: Reals, other: Reals) -> NDArray[np.bool_]:
    """Where two pictures of an art differ: patches of some size, off the rim."""
    margin = max(2, round(_RIM * min(one.shape[:2])))
    gap = np.sqrt(((one - other) ** 2).sum(axis=2)) > _DIFFERENT
    gap[:margin], gap[-margin:], gap[:, :margin], gap[:, -margin:] = False, False, False, False
    opened = cv2.morphologyEx(gap.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return np.asarray(opened > 0)


def _in_light_of(picture: Reals, goal: Reals, where: NDArray[np.bool_] | None) -> Reals:
    """`picture` with the lightness and the colour of `goal`: a gain and an offset a channel, fitted `where` (all)."""
    out = picture.copy()
    for channel in range(3):
        a = picture[..., channel].ravel() if where is None else picture[..., channel][where]
        b = goal[..., channel].ravel() if where is None else goal[..., channel][where]
        mean_a, mean_b = float(a.mean()), float(b.mean())
        da, db = a - mean_a, b - mean_b
        # The true change of contrast is small: what is fitted may not make a plain picture a lively one.
        gain = float(np.clip((float(da @ db) + 50.0 * len(a)) / (float(da @ da) + 50.0 * len(a)), 0.6, 1.7))
        out[..., channel] = (picture[..., channel] - mean_a) * gain + mean_b
    return out


def _told(art: Art, here: Reals, allowed: frozenset[str], tall: bool) -> Sign:
    """Which picture fits `here` best in the places where they differ, and whether that leaves no doubt."""
    usable = [k for k, look in enumerate(art.looks) if look in allowed]
    names = tuple(dict.fromkeys(art.looks[k] for k in usable))
    if len(names) == 1:
        return Sign(((names[0], 1.0),), True)
    soft = np.asarray(cv2.GaussianBlur(here, (0, 0), 0.8), np.float32)
    strays = []
    for level in range(len(_BLURS)):
        goal = art.soft[level, usable[0]]
        lit = _in_light_of(soft, goal, art.common)
        strays.append((float(((lit - goal)[art.common] ** 2).mean()), level, lit))
    stray, level, lit = min(strays, key=lambda one: one[0])
    stray = max(stray, 9.0)
    gaps = {k: ((lit - art.soft[level, k]) ** 2).sum(axis=2) for k in usable}
    votes: dict[str, float] = {}
    clear = True
    best = min(usable, key=lambda k: _total(art, gaps, k, usable))
    for name in names:
        if name == art.looks[best]:
            continue
        sides = [_side(art, level, lit, best, k, stray) for k in usable if art.looks[k] == name]
        lean, strength, fits = min(sides)
        votes[name] = lean * min(1.0, strength / 6.0)
        clear &= fits and lean > (0.45 if tall else 0.6) and strength > (5.0 if tall else 8.0)
    parts = {art.looks[best]: 1.0} | {name: float(np.exp(-4.0 * max(0.0, lean))) for name, lean in votes.items()}
    whole = sum(parts.values())
    ranked = sorted(((name, part / whole) for name, part in parts.items()), key=lambda one: -one[1])
    return Sign(tuple(ranked), clear)


def _total(art: Art, gaps: dict[int, Reals], one: int, usable: list[int]) -> float:
    where = np.zeros(art.common.shape, bool)
    for k in usable:
        for m in usable:
            if art.looks[k] < art.looks[m]:
                where |= art.differs(k, m)
    return float(gaps[one][where].sum())


def _side(art: Art, level: int, lit: Reals, one: int, other: int, stray: float) -> tuple[float, float, bool]:
    """On which side of the middle between two pictures `lit` lies: 1 at `one`, −1 at `other`; how many deviations of
    what it strays that is; and whether it looks like `one` there at all (not like a hand or a gleam)."""
    where = art.differs(one, other)
    if where.sum() < _LEAST:
        return 0.0, 0.0, False
    a, b, c = art.soft[level, one][where], art.soft[level, other][where], lit[where]
    step = a - b
    size = float((step * step).sum())
    lean = 2.0 * float(((c - (a + b) / 2) * step).sum()) / max(size, 1e-6)
    # Neighbouring pixels stray together: a patch of about nine counts once.
    deviation = 2.0 * (stray * 9.0 / max(size, 1e-6)) ** 0.5
    misfit = float(((c - a) ** 2).mean())
    spread = size / (3.0 * float(where.sum()))
    return lean, lean / deviation, misfit < max(6.0 * stray, 0.22 * spread)
