"""Tiles in known places: those of the stand-in board, or of a path that was read whole; all of them in one go.

Where the outline of what lies there tells how it lies, the tiles are compared with the book together; what is left over
(touching, half covered, far aside) is searched for place by place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.engine.sight import EMPTY, At, Seen, Spot
from companion.vision.batch import compared, settled_all, stack_of, taken
from companion.vision.book import Book, Lie, Size, lab
from companion.vision.calibration import SCALE
from companion.vision.cards import Match, Window, by_look, judged, matched, patchy, plain, shown_part
from companion.vision.level import Picture, Reals, levelled, reals
from companion.vision.lying import Bare, Mask, as_rectangle, differs
from companion.vision.shading import Shading, shading_of

_AROUND = 9.0
"""So far beyond its place (mm) a tile is looked for."""
_ALL_WAYS = tuple(float(turn) for turn in range(0, 360, 15))
_FREE, _LIES = 0.06, 0.30
"""A place of which less differs from the bare table is free; of which less than the second, in doubt."""
FITS = 0.58
"""Fits below are of nothing that was taught."""
_ITSELF = 0.8
"""A fit below may be of a tile that lies otherwise than its outline tells."""
_SURE = 0.88
"""What lies in an outline of another form, half under a hand, must fit so well: somewhere a tile always fits a bit."""
_MIDDLE = 0.22
"""The middle of a place alone is looked at: the neighbours reach in from the sides (parts of it left out all round)."""
_WAYS = 2
"""So many of the ways in which an outline may lie are looked at closer."""
_CLEARLY = 0.2
"""A way that fits so much less than another is not looked at closer."""
_WELL = 0.9
"""What fits so well is not compared with things of another size."""
_APART = 0.6
"""Two tiles whose middles are nearer (parts of a side) are one and the same, or lie on each other."""
_HALF, _FULL = 2, 1


class _Place(NamedTuple):
    """A place that something lies in. `lump`: all that is joined there, 0 or 255; `corner`: its left and top in px."""

    spot: Spot
    window: Window
    lump: Mask
    corner: tuple[int, int]


def read_tiles(
    field: Picture,
    empty: Picture,
    spots: Sequence[Spot],
    book: Book,
    *,
    px_per_mm: float = SCALE,
    at: Mapping[str, At] = {},
    shading: Shading | None = None,
    bare: Bare | None = None,
) -> tuple[Seen, ...]:
    """What lies in known places of kind `tile`, turned any way: those of the stand-in board, or as they were read.

    `field` and `empty`: rectified at `SCALE`, BGR uint8 of one size. `at`: where places lie that the plan does not tell
    (mm). A tile that was pushed by up to 8 mm is found; a place that is neither bare nor like a tile is unsure.
    """
    shading = shading_of(field, empty, SCALE) if shading is None else shading
    bare = Bare(empty) if bare is None else bare
    whole = _part(field, bare, shading, [at.get(spot.id, spot.at) for spot in spots])
    if whole is None:
        return tuple(Seen(spot.id, None, 0.0, False) for spot in spots)
    seen: dict[str, Seen] = {}
    lying: list[_Place] = []
    count, marks, stats, _ = cv2.connectedComponentsWithStats(whole.mask, connectivity=4)
    for spot in spots:
        place = at.get(spot.id, spot.at)
        window = _cut(whole, place)
        lies = 0.0 if window is None else shown_part(window.mask, window.place, _MIDDLE)
        if window is None or _FREE <= lies < _LIES:
            seen[spot.id] = Seen(spot.id, None, 0.0, False)
        elif lies < _FREE:
            open_ = plain(window, shading.within(place))
            seen[spot.id] = Seen(spot.id, EMPTY, round((1.0 - lies) * (1.0 if open_ else 0.6), 4), open_)
        else:
            rows, columns = _inner(whole, window)
            lump = int(np.bincount(marks[rows, columns].ravel(), minlength=count)[1:].argmax()) + 1
            left, top, wide, high = (int(side) for side in stats[lump, :4])
            part = marks[top : top + high, left : left + wide] == lump
            lying.append(_Place(spot, window, (part * np.uint8(255)).astype(np.uint8), (left, top)))
    seen |= _lying(whole, lying, book, px_per_mm)
    return tuple(seen[spot.id] for spot in spots)


def _part(field: Picture, bare: Bare, shading: Shading, ats: Sequence[At]) -> Window | None:
    """The part of the field that holds all these places; None: none of them lies in it."""
    if not ats:
        return None
    height, width = field.shape[:2]
    x, y, w, h = (np.array(ats) * SCALE).T
    reach = _AROUND * SCALE
    left, top = max(0, int((x - w / 2).min() - reach)), max(0, int((y - h / 2).min() - reach))
    right = min(width, int((x + w / 2).max() + reach) + 1)
    bottom = min(height, int((y + h / 2).max() + reach) + 1)
    if right - left < 16 or bottom - top < 16:
        return None
    box = (left, top, right, bottom)
    here = lab(levelled(field, shading, box))
    soft = reals(cv2.GaussianBlur(here, (0, 0), 0.8))
    glare = cv2.inRange(field[top:bottom, left:right], (236, 236, 236), (255, 255, 255))
    mask = differs(here, bare, box)
    return Window(here, soft, bare.part(box), mask, np.asarray(glare, np.uint8), box, (0.0, 0.0, 0.0, 0.0))


def _cut(whole: Window, at: At) -> Window | None:
    """The place `at` (mm) with its surroundings; None: it does not lie in the field."""
    x, y, w, h = (side * SCALE for side in at)
    reach = _AROUND * SCALE
    left, right = max(whole.box[0], int(x - w / 2 - reach)), min(whole.box[2], int(x + w / 2 + reach) + 1)
    top, bottom = max(whole.box[1], int(y - h / 2 - reach)), min(whole.box[3], int(y + h / 2 + reach) + 1)
    if right - left < 16 or bottom - top < 16:
        return None
    rows, columns = slice(top - whole.box[1], bottom - whole.box[1]), slice(left - whole.box[0], right - whole.box[0])
    here, soft, bare = (layer[rows, columns] for layer in (whole.here, whole.soft, whole.bare))
    place = (x - w / 2 - left, y - h / 2 - top, x + w / 2 - left, y + h / 2 - top)
    box = (left, top, right, bottom)
    return Window(here, soft, bare, whole.mask[rows, columns], whole.glare[rows, columns], box, place)


def _inner(whole: Window, window: Window) -> tuple[slice, slice]:
    """The rows and columns of `whole` that a place has."""
    across, down = window.box[0] - whole.box[0], window.box[1] - whole.box[1]
    left, top, right, bottom = window.place
    return (
        slice(max(0, round(top + down)), max(0, round(bottom + down))),
        slice(max(0, round(left + across)), max(0, round(right + across))),
    )


def _lying(whole: Window, lying: Sequence[_Place], book: Book, px_per_mm: float) -> dict[str, Seen]:
    """What lies in places that are not bare, by the id of the place."""
    found: list[list[tuple[Match, float]]] = [[] for _ in lying]
    for size in sorted(book.sizes, key=lambda one: -len(one.references)):
        looks = [one.look if book.kind(one.look) == "tile" else None for one in size.references]
        usable = np.array([[look in place.spot.labels for look in looks] for place in lying], bool)
        usable[[any(match.fit > _WELL for match, _ in ones) for ones in found]] = False
        if usable.any():
            for number, match, hidden in _together(whole, lying, size, usable):
                found[number].append((match, hidden))
    best: list[tuple[Match, float | None] | None] = []
    for place, ones in zip(lying, found, strict=True):
        told = _best(ones)
        if told is None or told[0].fit < _ITSELF:
            upright = 90.0 * place.spot.turned
            other = matched(place.window, book, frozenset(place.spot.labels), upright, "tile", _ALL_WAYS)
            if other is not None and (told is None or other.fit > told[0].fit):
                told = (other, None)
        best.append(None if told is None or told[0].fit < FITS else told)
    twice = _twice(lying, best)
    seen: dict[str, Seen] = {}
    for number, (place, one) in enumerate(zip(lying, best, strict=True)):
        if one is None:
            seen[place.spot.id] = Seen(place.spot.id, None, 0.0, False)
            continue
        tile = judged(place.window, place.spot, book, one[0], px_per_mm, one[1])
        doubtful = number in twice or (one[1] is None and one[0].fit < _SURE)
        seen[place.spot.id] = msgspec.structs.replace(tile, sure=False, art="") if doubtful else tile
    return seen


def _best(ones: Sequence[tuple[Match, float]]) -> tuple[Match, float | None] | None:
    """The match among those of all sizes that fits best, with the fits of all looks."""
    if not ones:
        return None
    match, hidden = max(ones, key=lambda one: one[0].fit)
    fits: dict[str, float] = {}
    for other, _ in ones:
        for look, fit in other.fits.items():
            fits[look] = max(fit, fits.get(look, -1.0))
    return match._replace(fits=fits), hidden


def _together(
    whole: Window, lying: Sequence[_Place], size: Size, usable: NDArray[np.bool_]
) -> list[tuple[int, Match, float]]:
    """All places whose outline is that of a thing of `size`: their number, what fits there, what of it is hidden."""
    numbers: list[int] = []
    ways: list[Lie] = []
    for number, place in enumerate(lying):
        if max(place.lump.shape) > 1.6 * max(size.width, size.height) or not usable[number].any():
            continue
        for way in as_rectangle(place.lump, size, 90.0 * place.spot.turned):
            numbers.append(number)
            ways.append(way._replace(x=way.x + place.corner[0], y=way.y + place.corner[1]))
    if not ways:
        return []
    half, full = stack_of(size, _HALF), stack_of(size, _FULL)
    of, lies = np.array(numbers), np.array(ways, np.float64)
    never = np.where(usable, 0.0, -2.0).astype(np.float32)
    rough = (compared(taken(whole.soft, lies, size, half), half) @ half.goals.T + never[of]).max(axis=1)
    kept = np.array(_closer(of, rough))
    of = of[kept]
    lies, fits = settled_all(whole.soft, lies[kept], size, half, usable[of])
    kept = np.array([np.flatnonzero(of == n)[int(fits[of == n].max(axis=1).argmax())] for n in sorted(set(of))])
    of, lies = of[kept], lies[kept]
    smalls = taken(whole.soft, lies, size, full)
    fits = compared(smalls, full) @ full.goals.T + never[of]
    hidden = _hidden(smalls, size, fits.argmax(axis=1))
    found = []
    for k, number in enumerate(of):
        window = lying[number].window
        x, y, angle, grow = (float(part) for part in lies[k])
        lie = Lie(x + whole.box[0] - window.box[0], y + whole.box[1] - window.box[1], angle, grow)
        index = int(fits[k].argmax())
        match = Match(float(fits[k, index]), size, index, lie, by_look(fits[k], usable[number], size))
        found.append((int(number), match, hidden[k]))
    return found


def _closer(of: NDArray[np.intp], rough: Reals) -> list[int]:
    """Which ways to lie are looked at closer: of each place (`of`) the best, and the next where it is about as good."""
    kept: list[int] = []
    for number in sorted(set(of)):
        ranked = np.flatnonzero(of == number)
        ranked = ranked[np.argsort(-rough[ranked])][:_WAYS]
        kept += [int(k) for k in ranked if rough[k] > rough[ranked[0]] - _CLEARLY]
    return kept


def _hidden(smalls: Reals, size: Size, best: NDArray[np.intp]) -> list[float]:
    """The part of each small picture (n, rows, columns, 3) that looks unlike taught picture `best` (n,)."""
    # One below the other they are softened at once; what runs over there is rim.
    count, rows, columns, _ = smalls.shape
    gaps = smalls - np.stack([size.references[int(index)].small for index in best])
    soft = reals(cv2.GaussianBlur(gaps.reshape(count * rows, columns, 3), (0, 0), 0.8)).reshape(smalls.shape)
    inside = size.shared > 0
    soft -= np.median(soft[:, inside], axis=1)[:, None, None, :]
    return [patchy(gap, size) for gap in np.einsum("krcd,krcd->krc", soft, soft)]


def _twice(lying: Sequence[_Place], best: Sequence[tuple[Match, Any] | None]) -> set[int]:
    """The numbers of places in which the same tile was found, or tiles that lie on each other."""
    there = [(k, one[0]) for k, one in enumerate(best) if one is not None]
    middles = [(m.lie.x + lying[k].window.box[0], m.lie.y + lying[k].window.box[1]) for k, m in there]
    if len(there) < 2:
        return set()
    points = np.array(middles)
    gaps = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) + np.eye(len(points)) * 1e6
    return {k for (k, match), gap in zip(there, gaps.min(axis=1), strict=True)
            if gap < _APART * min(match.size.width, match.size.height)}  # fmt: skip
