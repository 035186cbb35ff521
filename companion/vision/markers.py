"""Finding the mat's markers in a picture: the one place that speaks both spellings of OpenCV's module.

Until 4.6 (the package of Debian 12) the module had free functions; later versions have classes only.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.vision.mat import CELLS

ENOUGH = 5
"""As many markers of a mat tell where it lies."""
WIDEST = 1600
"""Larger pictures are searched in a copy of this many pixels across; the corners are refined in the picture itself."""
_WINDOW = 13
_ALONG = 16
"""Profiles across each edge of a marker,"""
_DEEP = 17
"""and samples along each of them."""
_FADED = 6.0
"""Grey levels between paper and border under which there is no edge to speak of."""
_SHRUNK = 0.35
"""Pixels on each side by which markers are found too small, about: levels are no light, and a blurred edge looks
brighter than it is."""


class Found(msgspec.Struct, frozen=True):
    """A marker in a picture. `corners`: (4, 2) float32 px, clockwise from the marker's own top left corner."""

    id: int
    corners: Any

    @property
    def side(self) -> float:
        """Its shortest side in px."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).min())


class Search:
    """One picture that may be searched again and again: what was worked out of it is kept for the next time."""

    def __init__(self, grey: Any) -> None:
        """`grey`: (h, w) uint8."""
        self.grey = grey

    @cached_property
    def small(self) -> Any:
        """The picture, or a copy of `WIDEST` px across."""
        return _small(self.grey)

    @cached_property
    def plain(self) -> list[tuple[int, Any]]:
        """What the fast search finds in it."""
        return _detect(self.small, False)

    @cached_property
    def sharp(self) -> Any:
        """It with its edges raised."""
        return _sharpened(self.small, 1.0)


def find_markers(grey: Any, careful: bool = False, search: Search | None = None) -> tuple[Found, ...]:
    """Every marker of the dictionary 5x5_50 in `grey`, (h, w) uint8; the same id may come more than once.

    Fast: one threshold window. `careful`: for pictures in which the fast search finds too few: a copy with raised
    edges too (blur is what loses markers first), and where that is not enough the default windows and a copy twice as
    large; two to ten times as slow. `search`: of the same picture, where it was searched before.
    """
    search = search or Search(grey)
    small, found = search.small, search.plain
    if careful:
        found = _with_more(found, _detect(search.sharp, False))
        if len(found) < ENOUGH:
            found = _with_more(found, _detect(small, True))
        if len(found) < ENOUGH:
            double = cv2.resize(small, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC)
            larger = _detect(_sharpened(double, 2.0), False)
            found = _with_more(found, [(marker, (corners + 0.5) / 2.0 - 0.5) for marker, corners in larger])
    return _in_full(grey, small, found)


def find_blurred(search: Search, found: tuple[Found, ...]) -> tuple[Found, ...]:
    """`found` and the markers that show only once the edges are raised, a wrong bit of each mended.

    For pictures in which some were found already: the others are held against them, so a lookalike does no harm.
    """
    sharp = _in_full(search.grey, search.small, _detect(search.sharp, False, mend=True))
    whole = _with_more([(one.id, one.corners) for one in found], [(one.id, one.corners) for one in sharp])
    return tuple(Found(marker, corners) for marker, corners in whole)


def _small(grey: Any) -> Any:
    """The picture, or a copy of `WIDEST` px across."""
    height, width = grey.shape
    shrink = max(height, width) / WIDEST
    if shrink <= 1.0:
        return grey
    size = (max(1, round(width / shrink)), max(1, round(height / shrink)))
    return cv2.resize(grey, size, interpolation=cv2.INTER_AREA)


def _in_full(grey: Any, small: Any, found: list[tuple[int, Any]]) -> tuple[Found, ...]:
    """What was found in the small copy, refined in the picture itself."""
    factors = np.array([grey.shape[1] / small.shape[1], grey.shape[0] / small.shape[0]], np.float32)
    if not found:
        return ()
    # The middle of a pixel stays the middle of a pixel when the picture is scaled.
    corners = (np.stack([corners for _, corners in found]) + 0.5) * factors - 0.5
    return tuple(Found(marker, one) for (marker, _), one in zip(found, _refined(grey, corners), strict=True))


def _with_more(found: list[tuple[int, Any]], more: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """`found`, and what of `more` lies elsewhere."""
    whole = list(found)
    for marker, corners in more:
        middle = corners.mean(axis=0)
        reach = float(np.linalg.norm(corners[0] - corners[2])) / 2
        if all(float(np.linalg.norm(other.mean(axis=0) - middle)) > reach for _, other in whole):
            whole.append((marker, corners))
    return whole


def _sharpened(grey: Any, smooth: float) -> Any:
    """The picture with its edges raised, the noise smoothed away before; `smooth` in px."""
    calm = cv2.GaussianBlur(grey, (0, 0), smooth)
    return cv2.addWeighted(calm, 4.0, cv2.GaussianBlur(calm, (0, 0), 3.0 * smooth), -3.0, 0.0)


def _refined(grey: Any, corners: Any) -> Any:
    """The corners of all markers, (n, 4, 2), to a fraction of a pixel: where straight lines through the edges cross.

    A corner itself is rounded off by blur and would be found too far inside; an edge stays where it is. A marker with a
    faded edge, or whose lines wander off to some other edge, keeps its corners.
    """
    coarse = np.asarray(corners, np.float64)
    finer = coarse.copy()
    rest = np.arange(len(coarse))
    for _ in range(2):
        points, ways, clear = _edges(grey, finer[rest])
        # The edge that ends in a corner and the one that begins there.
        before, behind = np.roll(ways, 1, axis=1), np.roll(points, 1, axis=1)
        slant = _cross(before, ways)
        along = _cross(points - behind, ways) / np.where(slant == 0, 1.0, slant)
        crossed = behind + along[..., None] * before
        good = clear & (np.abs(slant) >= 0.05).all(axis=1)
        good &= np.abs(crossed - coarse[rest]).max(axis=(1, 2)) <= _reach(coarse[rest]) + 1.0
        moved = np.abs(crossed - finer[rest]).max(axis=(1, 2))
        finer[rest] = np.where(good[:, None, None], crossed, coarse[rest])
        # Where hardly anything moved a second look would find the same.
        rest = rest[good & (moved >= 0.4)]
        if not len(rest):
            break
    return finer.astype(np.float32)


def _cross(one: Any, other: Any) -> Any:
    """The cross product of vectors (..., 2): (...)."""
    return one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]


def _reach(corners: Any) -> Any:
    """How far to look from the edges of markers (n, 4, 2), px: less than a cell, behind which the next edge may be."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).min(axis=1)
    return np.maximum(2.5, 0.9 * sides / CELLS)


def _edges(grey: Any, corners: Any) -> tuple[Any, Any, Any]:
    """A point and a direction, each (n, 4, 2), of a line through each edge of each marker, corner i to i + 1.

    Third: whether all four edges of a marker are clear, (n,) bool.
    """
    count = len(corners)
    along = np.linspace(0.12, 0.88, _ALONG)
    deep = _reach(corners)[:, None] * np.linspace(-1.0, 1.0, _DEEP)
    ends = np.roll(corners, -1, axis=1)
    ways = (ends - corners) / np.linalg.norm(ends - corners, axis=2, keepdims=True)
    # Clockwise in the picture (y down): the outside lies to the left of the way.
    outward = np.stack([ways[..., 1], -ways[..., 0]], axis=-1)
    bases = corners[:, :, None] + along[:, None] * (ends - corners)[:, :, None]
    spots = bases[:, :, :, None] + deep[:, None, None, :, None] * outward[:, :, None, None]
    flat = spots.reshape(count * 4, _ALONG * _DEEP, 2).astype(np.float32)
    second: Any = None
    values = cv2.remap(grey, flat, second, interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    values = values.reshape(count, 4, _ALONG, _DEEP).astype(np.float64)
    # The paper round a marker is bright, its border dark: only steps in that direction count.
    steps = np.maximum(np.diff(values, axis=-1), 0.0)
    weights = steps.sum(axis=-1)
    middles = (deep[:, 1:] + deep[:, :-1]) / 2
    offsets = (steps * middles[:, None, None]).sum(axis=-1) / np.maximum(weights, 1e-6)
    usual = np.median(weights, axis=2)
    where = bases + offsets[..., None] * outward[:, :, None]
    good = weights > 0.4 * usual[..., None]
    clear = usual >= _FADED
    # Twice: what lies off the line (a speck, a finger over the edge) does not bend it.
    for _ in range(2):
        points, directions = _lines(where, good, ways)
        off = np.abs(_cross(where - points[:, :, None], directions[:, :, None]))
        good &= off <= np.maximum(0.5, 2.0 * _median(off, good))[..., None]
        clear &= good.sum(axis=2) >= 4
    return points, directions, clear.all(axis=1)


def _lines(places: Any, good: Any, ways: Any) -> tuple[Any, Any]:
    """Middle and direction of lines through the `good` (..., k) of `places` (..., k, 2), pointing about as `ways`."""
    counts = np.maximum(good.sum(axis=-1), 1)
    middles = (places * good[..., None]).sum(axis=-2) / counts[..., None]
    x, y = np.moveaxis((places - middles[..., None, :]) * good[..., None], -1, 0)
    # The long axis of their scatter, of which twice the angle is told by its three numbers.
    turn = 0.5 * np.arctan2(2 * (x * y).sum(axis=-1), (x * x).sum(axis=-1) - (y * y).sum(axis=-1))
    directions = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    return middles, np.where((directions * ways).sum(axis=-1, keepdims=True) >= 0, directions, -directions)


def _median(values: Any, good: Any) -> Any:
    """The median of the `good` ones of `values`, both (..., k); of none a large number."""
    ranked = np.sort(np.where(good, values, 1e9), axis=-1)
    count = np.maximum(good.sum(axis=-1), 1)[..., None]
    low, high = (np.take_along_axis(ranked, index, axis=-1)[..., 0] for index in ((count - 1) // 2, count // 2))
    return (low + high) / 2


def _detect(grey: Any, careful: bool, mend: bool = False) -> list[tuple[int, Any]]:
    """Ids and corners, (4, 2) float32, as OpenCV finds them."""
    if min(grey.shape) < 3 * CELLS:
        return []
    corners, ids = _detector(careful, mend)(np.ascontiguousarray(grey))
    if ids is None:
        return []
    fours = [np.asarray(four, np.float32).reshape(4, 2) for four in corners]
    return [(int(one), four) for one, four in zip(ids.ravel(), fours, strict=True)]


@lru_cache(maxsize=4)
def _detector(careful: bool, mend: bool) -> Any:
    """A function from a grey picture to (corners, ids), in the spelling of the OpenCV that is there."""
    aruco: Any = cv2.aruco
    modern = hasattr(aruco, "ArucoDetector")
    settings = aruco.DetectorParameters() if modern else aruco.DetectorParameters_create()
    settings.adaptiveThreshWinSizeMin = 3 if careful else _WINDOW
    settings.adaptiveThreshWinSizeMax = 23 if careful else _WINDOW
    settings.adaptiveThreshWinSizeStep = 10
    # Where a bit is mended a few of ten thousand pictures without a mat show a marker.
    settings.errorCorrectionRate = 0.6 if mend else 0.0
    # Only the heart of each cell is looked at: in a blurred picture its rim has run into the next one.
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.3
    dictionary = aruco.getPredefinedDictionary(aruco.DICT_5X5_50)
    if modern:
        detector = aruco.ArucoDetector(dictionary, settings)
        return lambda grey: detector.detectMarkers(grey)[:2]
    return lambda grey: aruco.detectMarkers(grey, dictionary, parameters=settings)[:2]


@lru_cache(maxsize=64)
def bits_of(marker_id: int) -> Any:
    """The bits of a marker, (5, 5) uint8: 1 white, 0 black. Raises IndexError for one the dictionary has not."""
    aruco: Any = cv2.aruco
    packed = aruco.getPredefinedDictionary(aruco.DICT_5X5_50).bytesList[marker_id].ravel()[:4]
    # The first four bytes are the marker upright: three hold 24 bits, of the fourth only the lowest is used.
    bits = [*np.unpackbits(np.asarray(packed[:3], np.uint8)), int(packed[3]) & 1]
    return np.array(bits, np.uint8).reshape(CELLS - 2, CELLS - 2)


def side_of(corners: Any) -> float:
    """The mean side in px of a marker with these corners, (4, 2) px."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def whole(corners: Any) -> Any:
    """The corners, (4, 2) px, of a marker as large as it is on the table: blur eats into what is dark.

    Where a marker lies is not changed by that; how large it is, and so a lens or the size of a field, is.
    """
    middle = corners.mean(axis=0, dtype=np.float64)
    return middle + (corners - middle) * (1.0 + 2 * _SHRUNK / max(side_of(corners), 1.0))
