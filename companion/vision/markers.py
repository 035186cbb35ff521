"""Finding the mat's markers in a picture: the one place that speaks both spellings of OpenCV's module.

Until 4.6 (the package of Debian 12) the module had free functions; later versions have classes only (anchors 2.2).
"""

from __future__ import annotations

from functools import lru_cache
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


class Found(msgspec.Struct, frozen=True):
    """A marker in a picture. `corners`: (4, 2) float32 px, clockwise from the marker's own top left corner."""

    id: int
    corners: Any

    @property
    def side(self) -> float:
        """Its shortest side in px."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).min())


def find_markers(grey: Any, careful: bool = False) -> tuple[Found, ...]:
    """Every marker of the dictionary 5x5_50 in `grey`, (h, w) uint8; the same id may come more than once.

    Fast: one threshold window. `careful`: for pictures in which the fast search finds too few (anchors 2.12): a copy
    with raised edges too (blur is what loses markers first), and where that is not enough the default windows and a
    copy twice as large; two to ten times as slow.
    """
    small = _small(grey)
    found = _detect(small, False)
    if careful:
        found = _with_more(found, _detect(_sharpened(small, 1.0), False))
        if len(found) < ENOUGH:
            found = _with_more(found, _detect(small, True))
        if len(found) < ENOUGH:
            double = cv2.resize(small, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC)
            larger = _detect(_sharpened(double, 2.0), False)
            found = _with_more(found, [(marker, (corners + 0.5) / 2.0 - 0.5) for marker, corners in larger])
    return _in_full(grey, small, found)


def find_blurred(grey: Any, found: tuple[Found, ...]) -> tuple[Found, ...]:
    """`found` and the markers that show only once the edges are raised, a wrong bit of each mended.

    For pictures in which some were found already: the others are held against them, so a lookalike does no harm.
    """
    small = _small(grey)
    sharp = _in_full(grey, small, _detect(_sharpened(small, 1.0), False, mend=True))
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
    # The middle of a pixel stays the middle of a pixel when the picture is scaled.
    return tuple(_refined(grey, marker, (corners + 0.5) * factors - 0.5) for marker, corners in found)


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


def _refined(grey: Any, marker: int, corners: Any) -> Found:
    """The corners to a fraction of a pixel: where straight lines through the four edges cross.

    A corner itself is rounded off by blur and would be found too far inside; an edge stays where it is.
    """
    finer = np.asarray(corners, np.float64)
    for _ in range(2):
        lines = _edges(grey, finer)
        if lines is None:
            return Found(marker, np.asarray(corners, np.float32))
        points, ways = lines
        crossed = np.empty((4, 2))
        for index in range(4):
            # The edge that ends in this corner and the one that begins here.
            a, b = (index - 1) % 4, index
            across = np.array([ways[a], -ways[b]]).T
            if abs(float(np.linalg.det(across))) < 0.05:
                return Found(marker, np.asarray(corners, np.float32))
            crossed[index] = points[a] + np.linalg.solve(across, points[b] - points[a])[0] * ways[a]
        if float(np.abs(crossed - corners).max()) > _reach(corners) + 1.0:
            # It wandered off to some other edge.
            return Found(marker, np.asarray(corners, np.float32))
        moved, finer = float(np.abs(crossed - finer).max()), crossed
        if moved < 0.4:
            break
    return Found(marker, np.asarray(finer, np.float32))


def _reach(corners: Any) -> float:
    """How far to look from an edge, px: less than a cell, behind which the next edge may be."""
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())
    return max(2.5, 0.9 * side / CELLS)


def _edges(grey: Any, corners: Any) -> tuple[Any, Any] | None:
    """A point and a direction, each (4, 2), of a line through each edge, corner i to i + 1; None: an edge has faded."""
    reach = _reach(corners)
    along = np.linspace(0.12, 0.88, _ALONG)
    deep = np.linspace(-reach, reach, _DEEP)
    start, end = np.asarray(corners), np.roll(corners, -1, axis=0)
    ways = (end - start) / np.linalg.norm(end - start, axis=1, keepdims=True)
    # Clockwise in the picture (y down): the outside lies to the left of the way.
    outward = np.stack([ways[:, 1], -ways[:, 0]], axis=1)
    bases = start[:, None] + along[None, :, None] * (end - start)[:, None]
    spots = bases[:, :, None] + deep[None, None, :, None] * outward[:, None, None]
    flat = spots.reshape(4 * _ALONG, _DEEP, 2).astype(np.float32)
    values = cv2.remap(
        grey, flat[..., 0], flat[..., 1], interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float64)
    # The paper round a marker is bright, its border dark: only steps in that direction count.
    steps = np.maximum(np.diff(values, axis=1), 0.0)
    weights = steps.sum(axis=1)
    middles = (deep[1:] + deep[:-1]) / 2
    offsets = ((steps * middles).sum(axis=1) / np.maximum(weights, 1e-6)).reshape(4, _ALONG)
    weights = weights.reshape(4, _ALONG)
    points, directions = np.empty((4, 2)), np.empty((4, 2))
    for index in range(4):
        if float(np.median(weights[index])) < _FADED:
            return None
        where = bases[index] + offsets[index][:, None] * outward[index]
        # Twice: what lies off the line (a speck, a finger over the edge) does not bend it.
        good = weights[index] > 0.4 * np.median(weights[index])
        for _ in range(2):
            points[index], directions[index] = _line(where[good], ways[index])
            off = np.abs((where - points[index]) @ np.array([directions[index][1], -directions[index][0]]))
            good &= off <= max(0.5, 2.0 * float(np.median(off[good])))
            if int(good.sum()) < 4:
                return None
    return points, directions


def _line(points: Any, way: Any) -> tuple[Any, Any]:
    """Middle and direction of the line through `points`, (n, 2), pointing about as `way` does."""
    middle = points.mean(axis=0)
    direction = np.linalg.svd(points - middle, full_matrices=False)[2][0]
    return middle, direction if float(direction @ way) >= 0 else -direction


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
