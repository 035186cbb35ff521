"""Tiles that lie in one winding line on the table: which kinds, in which order, and later on which of them are gone.

They lie anywhere, touching, turned any way. What differs from the empty picture is taken apart into single tiles by
what fits best, piece after piece; what nothing fits stays unknown. Places that are known are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from companion.engine.sight import At, Plan, Seen
from companion.vision.book import Book, Lie, Size, lab
from companion.vision.calibration import SCALE
from companion.vision.cards import Match, Window, best_of, judged
from companion.vision.chain import chained
from companion.vision.level import Picture, Reals, levelled, reals
from companion.vision.lying import Bare, Mask, apart, as_rectangle, differs, tried
from companion.vision.shading import Shading, shading_of
from companion.vision.slots import FITS, read_tiles

__all__ = ["find_tiles", "read_tiles", "turned_round"]

_TURNS = tuple(float(turn) for turn in range(0, 360, 12))
_WORTH = 0.42
"""A coarse fit below is not looked at closer."""
_OVERLAP, _ON = 0.22, 0.55
"""Parts of a tile that may lie on another one, and that must differ from the bare table."""
_UNKNOWN = 0.4
"""What is left over and larger than this part of a tile is a tile that nobody knows."""


class _Tile(NamedTuple):
    """Something that lies on the table. `match` None: like nothing that was taught."""

    x: float
    y: float
    window: Window | None
    match: Match | None


def find_tiles(
    field: Picture,
    empty: Picture,
    book: Book,
    plan: Plan,
    known: Mapping[str, At] = {},
    *,
    px_per_mm: float = SCALE,
    shading: Shading | None = None,
    bare: Bare | None = None,
    first: int = 1,
    count: int | None = None,
) -> tuple[Seen, ...]:
    """The tiles along the plan's path, in its order: each gets the next of the plan's places of kind `tile`.

    `known`: where they lay when all of them were read; then only these places are looked at. `first`: the number of the
    first tile in the picture, where a long path is read part by part; `count`: so many lie there, by what people say
    (None: all that are left of the plan's places). The path begins at the end that is nearer to where the plan has its
    first place. Unless just so many tiles are found all of them are unsure: one that was overlooked shifts the others.
    So are those from the first doubt about the order on.
    """
    shading = shading_of(field, empty, SCALE) if shading is None else shading
    bare = Bare(empty) if bare is None else bare
    spots = [spot for spot in plan.spots if spot.kind == "tile"]
    if known:
        listed = [spot for spot in spots if spot.id in known]
        return read_tiles(field, empty, listed, book, px_per_mm=px_per_mm, at=known, shading=shading, bare=bare)
    if not spots or plan.path is None:
        return ()
    labels = tuple(dict.fromkeys(label for spot in spots for label in spot.labels))
    light = lab(levelled(field, shading))
    mask = _within(differs(light, bare), plan.path)
    # A gleam is no tile; if it hides one, one is missing.
    gleam = cv2.dilate(cv2.inRange(field, (244, 244, 244), (255, 255, 255)), np.ones((9, 9), np.uint8))
    found = _taken_apart(light, mask, np.asarray(gleam, np.uint8), book, frozenset(labels))
    if not found:
        return ()
    side = float(np.median([min(one.match.size.width, one.match.size.height) for one in found if one.match] or [1.0]))
    start = spots[0].at[:2]
    chain = chained([(one.x / SCALE, one.y / SCALE) for one in found], side / SCALE, (start[0], start[1]))
    places = spots[first - 1 :]
    sound = chain.sound if len(found) == (len(places) if count is None else count) else 0
    sound = next((k for k, index in enumerate(chain.order[:sound]) if found[index].match is None), sound)
    seen: list[Seen] = []
    for number, (index, spot) in enumerate(zip(chain.order, places, strict=False)):
        tile = found[index]
        at: At = (round((tile.x + 0.5) / SCALE, 1), round((tile.y + 0.5) / SCALE, 1), side / SCALE, side / SCALE)
        if tile.match is None or tile.window is None:
            seen.append(Seen(spot.id, None, 0.0, False, at=at))
            continue
        one = judged(tile.window, spot, book, tile.match, px_per_mm)
        seen.append(one if number < sound else msgspec.structs.replace(one, sure=False, art=""))
    return tuple(seen)


def turned_round(seen: Sequence[Seen]) -> tuple[Seen, ...]:
    """The same tiles from the other end on, for a table that began there."""
    spots = [one.spot for one in seen]
    return tuple(
        msgspec.structs.replace(one, spot=spot) for spot, one in zip(spots, reversed(seen), strict=True)
    )


def _within(mask: Mask, area: At) -> Mask:
    """What of `mask` lies in `area` (mm), without what is too thin to be a tile."""
    x, y, w, h = (side * SCALE for side in area)
    out = np.zeros_like(mask)
    rows, columns = slice(max(0, round(y - h / 2)), round(y + h / 2)), slice(max(0, round(x - w / 2)), round(x + w / 2))
    out[rows, columns] = mask[rows, columns]
    return np.asarray(cv2.morphologyEx(out, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)), np.uint8)


def _taken_apart(light: Reals, mask: Mask, gleam: Mask, book: Book, labels: frozenset[str]) -> list[_Tile]:
    """All that lies on the table, tile by tile."""
    soft = reals(cv2.GaussianBlur(light, (0, 0), 0.8))
    sizes = []
    for size in book.sizes:
        usable = np.array([one.look in labels and book.kind(one.look) == "tile" for one in size.references])
        if usable.any():
            sizes.append((size, usable))
    if not sizes:
        return []
    found: list[_Tile] = []
    taken = np.zeros_like(mask)
    window = Window(light, soft, light, mask, np.zeros_like(mask), (0, 0, mask.shape[1], mask.shape[0]), (0, 0, 0, 0))
    count, marks, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    parts = [float(np.mean([one.mask.mean() for one in size.references])) for size, _ in sizes]
    areas = [part * size.width * size.height for part, (size, _) in zip(parts, sizes, strict=True)]
    tile_area = float(np.median(areas))
    for k in range(1, count):
        area = float(stats[k, cv2.CC_STAT_AREA])
        if area < _UNKNOWN * tile_area:
            continue
        lump = np.where(marks == k, 255, 0).astype(np.uint8)
        matches: list[Match] = []
        if area < 1.5 * tile_area:
            for size, usable in sizes:
                alone = best_of(soft, size, usable, as_rectangle(lump, size, 0.0, 0.2), book)
                if alone is not None and alone.fit > 0.8:
                    matches.append(alone)
            matches = sorted(matches, key=lambda one: -one.fit)[:1]
        matches = matches or _pieced(soft, lump, sizes, book)
        for match in matches:
            cv2.fillPoly(taken, [_corners(match.lie, match.size, 1.12)], 255)
            found.append(_Tile(match.lie.x, match.lie.y, window, match))
    left = np.where((taken > 0) | (gleam > 0), 0, mask).astype(np.uint8)
    left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((13, 13), np.uint8)), np.uint8)
    count, _, stats, middles = cv2.connectedComponentsWithStats(left, connectivity=4)
    for k in range(1, count):
        if stats[k, cv2.CC_STAT_AREA] > _UNKNOWN * tile_area:
            found.append(_Tile(float(middles[k][0]), float(middles[k][1]), None, None))
    return found


def _pieced(soft: Reals, lump: Mask, sizes: Sequence[tuple[Size, Reals]], book: Book) -> list[Match]:
    """The tiles that a lump is made of: the best fit first, then what fits beside it."""
    tries: list[tuple[float, Lie, Size, Reals]] = []
    for size, usable in sizes:
        pace = max(4, round(0.12 * min(size.width, size.height)))
        ys, xs = np.nonzero(lump[::pace, ::pace])
        middles = np.stack([xs, ys], axis=-1).astype(np.float64) * pace
        best = tried(soft, size, middles, _TURNS)
        tries += [(float(best.fits[k]), best.lie(k), size, usable) for k in range(int((best.fits > _WORTH).sum()))]
    tries.sort(key=lambda one: -one[0])
    occupied = np.zeros_like(lump)
    found: list[Match] = []
    spots = np.array([(lie.x, lie.y) for _, lie, _, _ in tries]).reshape(-1, 2)
    done = np.zeros(len(tries), bool)
    for number, (_, lie, size, usable) in enumerate(tries):
        if done[number] or not _free(lie, size, occupied, lump):
            continue
        away = np.hypot(spots[:, 0] - lie.x, spots[:, 1] - lie.y)
        side = min(size.width, size.height)
        near = np.flatnonzero(away < 0.35 * side)
        # All ways to lie about here are tried at once: what fails here need not be tried again beside it.
        done |= away < 0.2 * side
        match = best_of(soft, size, usable, _ways(lie, [tries[int(k)][1] for k in near]), book)
        if match is None or match.fit < FITS or not _free(match.lie, size, occupied, lump):
            continue
        cv2.fillPoly(occupied, [_corners(match.lie, size, 0.92)], 255)
        found.append(match)
    return found


def _ways(lie: Lie, near: Sequence[Lie]) -> list[Lie]:
    """`lie` and the other ways to lie about there, each turned differently: the coarse look may mix them up."""
    ways = [lie]
    for one in (*near, lie._replace(angle=lie.angle + 180.0)):
        if all(abs(apart(one.angle, other.angle)) > 25 for other in ways) and len(ways) < 5:
            ways.append(one)
    return ways


def _free(lie: Lie, size: Size, occupied: Mask, lump: Mask) -> bool:
    """Whether a tile could lie so: on what lies there, and not on another tile."""
    corners = _corners(lie, size, 0.92)
    low = np.maximum(corners.min(axis=0), 0)
    high = np.minimum(corners.max(axis=0) + 1, [lump.shape[1], lump.shape[0]])
    if (high - low).min() < 4:
        return False
    shape = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillPoly(shape, [corners - low], 255)
    inside = shape > 0
    area = max(1, int(inside.sum()))
    rows, columns = slice(low[1], high[1]), slice(low[0], high[0])
    over = float((occupied[rows, columns][inside] > 0).sum()) / area
    on = float((lump[rows, columns][inside] > 0).sum()) / area
    return over < _OVERLAP and on > _ON


def _corners(lie: Lie, size: Size, part: float) -> Mask:
    """The corners (px) of a tile, its sides made `part` as long."""
    box = cv2.boxPoints(((lie.x, lie.y), (size.width * part, size.height * part), lie.angle))
    return np.round(box).astype(np.int32)
