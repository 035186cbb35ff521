"""Measuring a camera's lens from several pictures of the mat: its markers lie at known millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.engine.errors import InputError
from companion.engine.text import TN, T, decimal
from companion.vision.calibration import Lens, lens_fault
from companion.vision.markers import ENOUGH, find_markers, whole
from companion.vision.mat import Mat
from companion.vision.pictures import no_picture

LEAST_PICTURES = 4
"""Fewer say too little of the corners of the picture."""
MOST_OFF = 1.0
"""Pixels the markers may lie beside where the measured lens puts them (root mean square), at 1280 across."""
MOST_DOUBT = 0.04
"""How uncertain the focal length may be, one standard deviation as a share of it."""
LEAST_TURN = 15.0
"""Degrees between two views of the mat, at the least: seen from one side alone, every focal length explains them."""
FLAGS = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
"""Square pixels and a straight lens: what is left can be told from a few pictures."""


class Measured(msgspec.Struct, frozen=True):
    """A lens and how well it explains the pictures: `off_px` root mean square, `doubt` of the focal length, 0 to 1."""

    lens: Lens
    off_px: float
    doubt: float
    pictures: int


def lens_from(pictures: Sequence[Any], mat: Mat) -> Measured:
    """The lens that took the pictures, BGR (h, w, 3), all of one size, of the flat mat from several sides.

    Raises InputError: which picture can't be used, or that they say too little.
    """
    points, corners = [], []
    sizes = set()
    for n, picture in enumerate(pictures, 1):
        if (why := no_picture(picture)) is not None:
            raise InputError(T("Picture {n} of the lens: {why}", n=n, why=why))
        sizes.add((picture.shape[1], picture.shape[0]))
        mm, px = _corners(picture, mat)
        if len(mm) < 4 * ENOUGH:
            raise InputError(
                TN(
                    "Picture {k} of the lens shows {n} marker of the mat, five are needed. Show the whole mat.",
                    "Picture {k} of the lens shows {n} markers of the mat, five are needed. Show the whole mat.",
                    len(mm) // 4,
                    k=n,
                )
            )
        points.append(np.column_stack([mm, np.zeros(len(mm))]).astype(np.float32))
        corners.append(px.astype(np.float32))
    if len(points) < LEAST_PICTURES:
        raise InputError(
            T("To measure a lens takes {n} pictures or more, from several sides of the mat.", n=LEAST_PICTURES)
        )
    if len(sizes) > 1:
        raise InputError(T("The pictures of the lens are of different sizes. Take all of them with the same settings."))
    return _measured(points, corners, sizes.pop())


def _corners(picture: Any, mat: Mat) -> tuple[Any, Any]:
    """Where the corners of the mat's markers lie, (n, 2) mm and (n, 2) px; a marker seen twice is left out."""
    found = find_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), careful=True)
    ids = [one.id for one in found]
    mm, px = [], []
    for one in found:
        marker = mat.marker(one.id)
        if marker is not None and ids.count(one.id) == 1:
            mm.append(marker.corners())
            px.append(whole(one.corners))
    return np.array(mm, np.float64).reshape(-1, 2), np.array(px, np.float64).reshape(-1, 2)


def _measured(points: list[Any], corners: list[Any], size: tuple[int, int]) -> Measured:
    guess = np.array([[size[0], 0, (size[0] - 1) / 2], [0, size[0], (size[1] - 1) / 2], [0, 0, 1]], np.float64)
    flags = FLAGS | cv2.CALIB_USE_INTRINSIC_GUESS
    try:
        found = cv2.calibrateCameraExtended(points, corners, size, guess, np.zeros(5), flags=flags)
    except cv2.error as error:
        raise InputError(TELLS_LITTLE) from error
    off, matrix, bends, spread = float(found[0]), found[1], np.ravel(found[2]), np.ravel(found[5])
    turned = _turned([np.ravel(one) for one in found[3]])
    focal = float(matrix[0, 0])
    # Both are one number in two ratios; the doubt is told of one of them only.
    doubt = float(spread[:2].max()) / focal if focal > 0 else 1.0
    k1, k2 = float(bends[0]), float(bends[1])
    lens = Lens(size, (focal, float(matrix[1, 1])), (float(matrix[0, 2]), float(matrix[1, 2])), (k1, k2, 0.0, 0.0, 0.0))
    if off > MOST_OFF * max(1.0, size[0] / 1280):
        raise InputError(
            T(
                "With no lens the markers lie where they are seen (off by {off} px). Lay the mat flat, check the size "
                "of its opening, and take sharp pictures.",
                off=decimal(off),
            )
        )
    if not np.isfinite([off, doubt]).all() or doubt > MOST_DOUBT or turned < LEAST_TURN:
        raise InputError(TELLS_LITTLE)
    if lens_fault(lens, size) is not None:
        raise InputError(TELLS_LITTLE)
    return Measured(lens, off, doubt, len(points))


def _turned(turns: list[Any]) -> float:
    """The largest angle in degrees between two views, by how the mat's upright stands in each."""
    ups = np.array([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    return float(np.degrees(np.arccos(np.clip(ups @ ups.T, -1.0, 1.0)).max()))


TELLS_LITTLE = T(
    "The pictures tell too little of the lens. Take them from different sides, some of them clearly aslant, with the "
    "mat near the edges of the picture."
)
