"""The second look: cards of the same art are told apart only by what differs between their taught pictures.

Where two taught pictures differ, the picture must lie on one side of the middle between them, clearly and by far more
than it strays from them elsewhere; else both stay possible (a numeral needs a card of about 180 px, or a question).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.book import Lie, Size, features, placing, settled, straightened
from companion.vision.level import Reals, reals
from companion.vision.lying import beyond

TALL = 180.0
"""From this height in the camera's own picture (px) on a sign is read with the common margins."""
_BLURS = (0.0, 1.0, 1.6, 2.3, 3.2)
"""The taught pictures are softened until they are as soft as what is seen (px at `SCALE`)."""
_DIFFERENT = 22.0
"""Lab by which two taught pictures must differ in a place to count as different there."""
_SIGN = 0.15
"""A larger part of a card that differs is no sign but another picture, or one that can't be laid over."""
_LEAD = 0.1
_LEAST = 10
"""Fewer such pixels are no sign."""
_RIM = 0.05
_SLOW = 10.0
_FADED = 0.3
"""If no more of the difference is left in a picture as soft as this one, a sign is not read."""
_SAMPLES = 2000


@dataclass(frozen=True)
class Sign:
    """What the second look says. `scores`: each sibling that was taught, 0 to 1, together 1. `clear`: no doubt left."""

    scores: tuple[tuple[str, float], ...]
    clear: bool


Pixels = NDArray[np.intp]
"""Numbers of pixels, row by row."""


def taken(picture: Reals, where: Pixels) -> Reals:
    """The pixels `where` (n,) of a picture: (n, 3)."""
    return np.take(picture.reshape(-1, 3), where, axis=0)


@dataclass
class Art:
    """The taught pictures of one art in one size, laid over each other. `soft`: (blurs, pictures, rows, columns, 3).

    `common`: where they are all the same; `shared`: some of those pixels. Pixels are listed by their number, row by
    row: to take those few is far quicker than to look a whole mask through.
    """

    looks: tuple[str, ...]
    soft: Reals
    common: NDArray[np.bool_]
    shared: Pixels
    _gaps: dict[tuple[int, int], NDArray[np.bool_]] = field(default_factory=dict)
    _patches: dict[tuple[int, int], tuple[Pixels, ...]] = field(default_factory=dict)
    _spread: dict[tuple[int, ...], Pixels] = field(default_factory=dict)
    _shown: dict[tuple[int, int, int], Reals] = field(default_factory=dict)
    _tones: dict[tuple[int, int], _Tones] = field(default_factory=dict)

    def differs(self, one: int, other: int) -> NDArray[np.bool_]:
        """Where two of the pictures differ."""
        key = (min(one, other), max(one, other))
        if key not in self._gaps:
            self._gaps[key] = _different(self.soft[1, one], self.soft[1, other])
        return self._gaps[key]

    def close(self, one: int, other: int) -> bool:
        """Whether two of the pictures differ by a sign only; else they are told apart like any two pictures."""
        return float(self.differs(one, other).mean()) < _SIGN

    def shown(self, level: int, index: int, where: Pixels) -> Reals:
        """What picture `index`, so soft, shows at `where` (n,), pixels that this art has listed itself: (n, 3)."""
        # The lists are kept as long as the art is, so each is told by what it is, not by what stands in it.
        key = (level, index, id(where))
        if key not in self._shown:
            self._shown[key] = taken(self.soft[level, index], where)
        return self._shown[key]

    def tones(self, level: int, index: int) -> _Tones:
        """What picture `index`, so soft, shows at `shared`."""
        if (level, index) not in self._tones:
            self._tones[level, index] = _Tones.of(taken(self.soft[level, index], self.shared))
        return self._tones[level, index]

    def patches(self, one: int, other: int) -> tuple[Pixels, ...]:
        """Where two of the pictures differ, each corner that bears the sign by itself."""
        key = (min(one, other), max(one, other))
        if key not in self._patches:
            gap = self.differs(one, other).astype(np.uint8)
            count, marks = cv2.connectedComponents(cv2.dilate(gap, np.ones((9, 9), np.uint8)))
            parts = [(marks == k) & (gap > 0) for k in range(1, count)]
            self._patches[key] = tuple(np.flatnonzero(part) for part in parts if part.sum() >= _LEAST)
        return self._patches[key]

    def spread(self, among: tuple[int, ...]) -> Pixels:
        """Where any of these pictures differs from another look's."""
        if among not in self._spread:
            where = np.zeros(self.common.shape, bool)
            for k in among:
                for m in among:
                    if self.looks[k] < self.looks[m]:
                        where |= self.differs(k, m)
            self._spread[among] = np.flatnonzero(where)
        return self._spread[among]


def art_of(size: Size, name: str) -> Art:
    """The taught pictures of an art in one size, as `Art`; made once."""
    made = size.arts.get(name)
    if not isinstance(made, Art):
        made = _laid_over(size, [k for k, one in enumerate(size.references) if one.art == name])
        size.arts[name] = made
    return made


def read_sign(
    window: Reals, lie: Lie, size: Size, name: str, fits: Mapping[str, float], px_per_mm: float
) -> Sign:
    """Which look of art `name` lies as `lie` says in `window` (Lab at `SCALE`).

    `fits`: how well the whole picture of each look that may lie there fits, 0 to 1. `px_per_mm`: of the camera's own
    picture, before it was rectified.
    """
    art = art_of(size, name)
    rows, columns = art.common.shape
    matrix = placing(lie, size.width / columns, size.height / rows, columns, rows)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    here = cv2.warpAffine(window, matrix, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return _told(art, reals(here), fits, px_per_mm * size.height / 2.0 >= TALL)


def alike(size: Size, one: int, other: int) -> bool:
    """Whether two taught pictures of one size, laid over each other, show no difference that could be read."""
    return int(_laid_over(size, [one, other]).differs(0, 1).sum()) < _LEAST


def _laid_over(size: Size, indices: list[int]) -> Art:
    """Taught pictures of `size` laid over the first of them, in its light."""
    columns, rows = round(size.width), round(size.height)
    first = size.references[indices[0]]
    base = reals(cv2.resize(first.fine, (columns, rows), interpolation=cv2.INTER_LINEAR))
    laid = [base]
    for index in indices[1:]:
        picture = cv2.resize(size.references[index].fine, (columns, rows), interpolation=cv2.INTER_LINEAR)
        lie = _over(reals(cv2.GaussianBlur(picture, (0, 0), 0.8)), size, indices[0])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        matrix = placing(lie, size.width / columns, size.height / rows, columns, rows)
        moved = cv2.warpAffine(picture, matrix, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        gain, offset = _light(_Tones.of(reals(moved).reshape(-1, 3)), _Tones.of(base.reshape(-1, 3)))
        laid.append(reals(moved * gain + offset))
    fine = [_fine(one) for one in laid]
    soft = np.stack([np.stack([_softer(one, 0.8, blur) for one in fine]) for blur in _BLURS]).astype(np.float32)
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
    common = common if common.mean() > 0.1 else edge
    shared = np.flatnonzero(common)
    return Art(looks, soft, common, shared[:: max(1, len(shared) // _SAMPLES)])


def _over(picture: Reals, size: Size, index: int) -> Lie:
    """How a taught picture must lie to lie over picture `index` of its size; it may have been cut out a bit beside."""
    rows, columns = picture.shape[:2]
    goal = size.features[index]
    found = []
    for dx in (-5.0, 0.0, 5.0):
        for dy in (-5.0, 0.0, 5.0):
            start = Lie((columns - 1) / 2 + dx, (rows - 1) / 2 + dy, 0.0)
            lie = settled(picture, start, size, index, 8)
            found.append((float(features(straightened(picture, lie, size), size.shared).ravel() @ goal), lie))
    return max(found, key=lambda one: one[0])[1]


def _softer(picture: Reals, base: float, more: float) -> Reals:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(np.hypot(base, more))), np.float32)


def _different(one: Reals, other: Reals) -> NDArray[np.bool_]:
    """Where two pictures of an art differ: patches off the rim that half a pixel to the side does not explain."""
    first, second = _fine(one), _fine(other)
    gap = np.sqrt(((first - second) ** 2).sum(axis=2)) > _DIFFERENT
    margin = max(2, round(_RIM * min(one.shape[:2])))
    gap[:margin], gap[-margin:], gap[:, :margin], gap[:, -margin:] = False, False, False, False
    core = np.minimum((beyond(first, second, 3) ** 2).sum(axis=2), (beyond(second, first, 3) ** 2).sum(axis=2))
    core = core > (_DIFFERENT / 2) ** 2
    opened = cv2.morphologyEx(gap.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    count, marks, stats, _ = cv2.connectedComponentsWithStats(opened)
    kept = np.zeros(count, bool)
    for k in range(1, count):
        left, top, wide, high, area = (int(side) for side in stats[k])
        right, bottom = one.shape[1] - left - wide, one.shape[0] - top - high
        # A thin line along the rim: one of them was cut out a little larger.
        line = max(wide, high) > 5 * min(wide, high) and min(left, top, right, bottom) < 2.5 * margin
        kept[k] = area >= 4 and not line and int(core[marks == k].sum()) >= 3
    return np.asarray(kept[marks])


def _fine(picture: Reals) -> Reals:
    """A picture without its slow changes: the light, or a shadow that lay on it when it was taught."""
    return reals(picture - cv2.GaussianBlur(picture, (0, 0), _SLOW))


class _Tones(NamedTuple):
    """Pixels (n, 3), what they are in the mean, (3,), and how they differ from that, (n, 3)."""

    pixels: Reals
    means: Reals
    off: Reals

    @classmethod
    def of(cls, pixels: Reals) -> _Tones:
        """Pixels (n, 3), looked through once."""
        means = reals(_summed(pixels) / len(pixels))
        return cls(pixels, means, pixels - means)


def _summed(pixels: Reals) -> Reals:
    """Pixels (n, 3) added up: (3,)."""
    return reals(cv2.reduce(pixels, 0, cv2.REDUCE_SUM)).ravel()


def _light(seen: _Tones, goal: _Tones) -> tuple[Reals, Reals]:
    """The gain and the offset a channel that bring pixels to the lightness and the colour of others."""
    # The true change of contrast is small: what is fitted may not make a plain picture a lively one.
    ridge = 50.0 * len(seen.pixels)
    gain = np.clip((_summed(seen.off * goal.off) + ridge) / (_summed(seen.off * seen.off) + ridge), 0.6, 1.7)
    return gain.astype(np.float32), (goal.means - seen.means * gain).astype(np.float32)


def _told(art: Art, here: Reals, fits: Mapping[str, float], tall: bool) -> Sign:
    """Which picture fits `here` best in the places where they differ, and whether that leaves no doubt."""
    usable = [k for k, look in enumerate(art.looks) if look in fits]
    names = tuple(dict.fromkeys(art.looks[k] for k in usable))
    if len(names) == 1:
        return Sign(((names[0], 1.0),), True)
    soft = reals(cv2.GaussianBlur(_fine(here), (0, 0), 0.8))
    where, shared = art.spread(tuple(usable)), art.shared
    seen, around = taken(soft, where), _Tones.of(taken(soft, shared))
    tried = []
    for level in range(len(_BLURS)):
        goal = art.tones(level, usable[0])
        gain, offset = _light(around, goal)
        # The middle one of them: a gleam or a finger elsewhere on the card does not count.
        apart = (around.pixels * gain + offset - goal.pixels) ** 2
        stray = float(np.median(apart[:, 0] + apart[:, 1] + apart[:, 2])) / 2.37
        lit = seen * gain + offset
        gaps = [float(((lit - art.shown(level, k, where)) ** 2).sum()) for k in usable]
        closest = int(np.argmin(gaps))
        # How soft the picture is shows in the signs, too: elsewhere there may be little to see.
        tried.append((stray + gaps[closest] / max(1, lit.size), level, stray, usable[closest], gain, offset))
    _, level, stray, best, gain, offset = min(tried, key=lambda one: one[0])
    stray, lit = max(stray, 9.0), reals(soft * gain + offset)
    votes: dict[str, float] = {}
    clear = True
    for name in names:
        if name == art.looks[best]:
            continue
        others = [k for k in usable if art.looks[k] == name]
        if not all(art.close(best, k) for k in others):
            lead = fits[art.looks[best]] - fits[name]
            votes[name] = float(np.clip(lead / _LEAD, -1.0, 1.0))
            # Looks of one art that can't be laid over each other were taught badly: by that none is told for sure.
            clear = False
            continue
        lean, strength, whole = min(_side(art, level, lit, best, k, stray) for k in others)
        # What does not look like either of them there says nothing.
        votes[name] = lean * min(1.0, strength / 6.0) if whole else 0.0
        clear &= whole and lean > (0.45 if tall else 0.6) and strength > (5.0 if tall else 8.0)
    parts = {art.looks[best]: 1.0} | {name: float(np.exp(-4.0 * max(0.0, lean))) for name, lean in votes.items()}
    total = sum(parts.values())
    ranked = sorted(((name, part / total) for name, part in parts.items()), key=lambda one: -one[1])
    return Sign(tuple(ranked), clear)


def _side(art: Art, level: int, lit: Reals, one: int, other: int, stray: float) -> tuple[float, float, bool]:
    """On which side of the middle between two pictures `lit` lies: 1 at `one`, −1 at `other`; how many deviations of
    what it strays that is; and whether it looks like `one` there at all (not like a hand or a gleam)."""
    patches = art.patches(one, other)
    kept = []
    for where in patches:
        seen, mine, theirs = taken(lit, where), art.shown(level, one, where), art.shown(level, other, where)
        spread = float(((mine - theirs) ** 2).mean())
        if spread < _FADED * float(((art.shown(1, one, where) - art.shown(1, other, where)) ** 2).mean()):
            continue
        if float(((seen - mine) ** 2).mean()) < max(5.0 * stray, 0.3 * spread):
            kept.append((seen, mine, theirs))
    # A sign that is printed twice may be hidden once; what is left of it must suffice.
    fits = bool(kept)
    if not fits:
        gap = art.differs(one, other)
        kept.append((lit[gap], art.soft[level, one][gap], art.soft[level, other][gap]))
    seen, mine, theirs = (np.concatenate([part[k] for part in kept]) for k in range(3))
    if len(seen) < _LEAST:
        return 0.0, 0.0, False
    lean, deviation = _lean(seen, mine, theirs, stray)
    # Each corner that shows anything must say the same.
    sides = [_lean(*part, stray) for part in kept]
    agreed = all(own > 0.25 or abs(own) < 2.0 * width for own, width in sides)
    return lean, lean / deviation, fits and agreed and lean < 1.9


def _lean(seen: Reals, mine: Reals, theirs: Reals, stray: float) -> tuple[float, float]:
    """On which side of the middle between `mine` and `theirs` pixels (n, 3) lie, and the deviation of that."""
    step = mine - theirs
    size = max(float((step * step).sum()), 1e-6)
    lean = 2.0 * float(((seen - (mine + theirs) / 2) * step).sum()) / size
    # Neighbouring pixels stray together: a patch of about nine counts once.
    return lean, 2.0 * (stray * 9.0 / size) ** 0.5
