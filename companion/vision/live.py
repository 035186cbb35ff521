"""What is shown of a picture while a camera is pointed at the table: the markers that were found, and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.engine.sight import At
from companion.engine.text import Text
from companion.vision.calibrating import Checked, check_picture
from companion.vision.calibration import Calibration
from companion.vision.light import blur_mm
from companion.vision.markers import find_markers
from companion.vision.mat import Mat, mat_number
from companion.vision.pictures import no_picture
from companion.vision.pose import Pose
from companion.vision.reader import HIDE

WIDEST = 800
"""Pixels across of a picture that is only shown."""
AROUND = 12.0
"""Millimetres around the mat that are shown too: its edge lies not quite where it is told to."""

Quad = tuple[tuple[float, float], ...]
"""Corners as shares of the picture's width and height, from its top left."""


class Shown(NamedTuple):
    """A small picture, BGR uint8, and what is drawn on it.

    `found`, `missing`: the mat's markers that were found, and those that were not, where the pose tells where they
    are. `outline`: the field. `markers`: how many of the mat's eight were found. `size`: width and height of what the
    camera gave. `blur`: how blurred edges are, in mm; None: no marker tells. `level`: how light the picture is on the
    whole, 0 to 255. `place`: the place that was asked for. `mats`: numbers of other games' mats in the picture.
    """

    picture: Any
    size: tuple[int, int]
    found: tuple[Quad, ...] = ()
    missing: tuple[Quad, ...] = ()
    outline: Quad | None = None
    markers: int = 0
    trouble: Text | None = None
    remarks: tuple[Text, ...] = ()
    px_per_mm: float = 0.0
    blur: float | None = None
    level: float = 0.0
    place: Quad | None = None
    mats: tuple[int, ...] = ()


def shown(
    picture: Any,
    mat: Mat,
    calibration: Calibration | None = None,
    place: At | None = None,
    hidden: Sequence[At] = (),
    dark: bool = False,
) -> Shown:
    """A camera's picture, BGR uint8 (h, w, 3), as it is shown to whoever points the camera. Never raises.

    Where the mat was found, all outside of it is black. `place` (mm) is told where it lies in the picture, and
    `hidden` places are black. With those, or where it must stay `dark`, nothing is shown while the mat is not found.
    """
    if (why := no_picture(picture)) is not None:
        return Shown(None, (0, 0), trouble=why)
    size = (int(picture.shape[1]), int(picture.shape[0]))
    checked = check_picture(picture, mat, calibration)
    pose, located = checked.located.pose, checked.located
    ours = {one.id: one.corners for one in located.found if mat.marker(one.id) is not None}
    small = smaller(picture)
    level = float(small[::4, ::4].mean())
    by_hand = calibration is not None and calibration.corners is not None
    if (hidden or dark) and (pose is None or by_hand):
        # Where they lie can't be told, nor whether the board still lies where its corners were set: nothing is shown.
        small[:] = 0
    if pose is None:
        found = tuple(_shares(corners, size) for corners in ours.values())
        lost = Shown(small, size, found, markers=len(ours), trouble=checked.trouble, remarks=checked.remarks)
        return lost._replace(level=level, mats=located.mats)
    around = None if place is None else _shares(pose.to_px(np.array(_corners(place))), size)
    if hidden and not by_hand:
        # Not even how light it is may tell what lies there.
        open_here = np.full(small.shape[:2], 255, np.uint8)
        for at in hidden:
            _blacken(small, pose, at)
            _blacken(open_here, pose, at)
        level = float(small[open_here > 0].mean()) if open_here.any() else 0.0
    return _located(picture, small, mat, checked, pose, ours)._replace(level=level, place=around)


def _located(picture: Any, small: Any, mat: Mat, checked: Checked, pose: Pose, ours: dict[int, Any]) -> Shown:
    size = pose.size
    width, height = mat.field
    away = [marker for marker in mat.markers if marker.id not in ours]
    return Shown(
        _masked(small, pose, mat),
        size,
        tuple(_shares(corners, size) for corners in ours.values()),
        tuple(_shares(pose.to_px(np.array(marker.corners())), size) for marker in away),
        _shares(pose.to_px(np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])), size),
        len(ours),
        checked.trouble,
        checked.remarks,
        pose.px_per_mm,
        blur_mm(picture, pose, mat),
    )


def mats_in(picture: Any) -> tuple[int, ...]:
    """The numbers of the mats whose markers are in a picture, the one with most of them first."""
    if no_picture(picture) is not None:
        return ()
    found = find_markers(cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_BGR2GRAY))
    count: dict[int, int] = {}
    for one in found:
        count[mat_number(one.id)] = count.get(mat_number(one.id), 0) + 1
    return tuple(sorted(count, key=lambda number: (-count[number], number)))


def smaller(picture: Any, widest: int = WIDEST) -> Any:
    """A copy of a picture, BGR uint8, no wider and no higher than so many px."""
    height, width = picture.shape[:2]
    share = min(1.0, widest / max(width, height))
    size = (max(1, round(width * share)), max(1, round(height * share)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if share < 1 else np.array(picture)


def _masked(small: Any, pose: Pose, mat: Mat) -> Any:
    """The small picture with all outside of the mat black."""
    left, top, right, bottom = mat.outer
    edge = [(left - AROUND, top - AROUND), (right + AROUND, top - AROUND), (right + AROUND, bottom + AROUND),
            (left - AROUND, bottom + AROUND)]  # fmt: skip
    corners = np.array(_shares(pose.to_px(np.array(edge)), pose.size)) * (small.shape[1], small.shape[0])
    mask = np.zeros(small.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(np.clip(corners, -1e5, 1e5)).astype(np.int32)], 255)
    return cv2.bitwise_and(small, small, mask=mask)


def _blacken(small: Any, pose: Pose, at: At) -> None:
    """Cover a place, and as much around it as a card may lie askew, in the small picture."""
    x, y, w, h = at
    corners = _shares(pose.to_px(np.array(_corners((x, y, w + 2 * HIDE, h + 2 * HIDE)))), pose.size)
    px = np.array(corners) * (small.shape[1], small.shape[0])
    cv2.fillPoly(small, [np.round(np.clip(px, -1e5, 1e5)).astype(np.int32)], (0, 0, 0))


def _corners(at: At) -> list[tuple[float, float]]:
    x, y, w, h = at
    return [(x - w / 2, y - h / 2), (x + w / 2, y - h / 2), (x + w / 2, y + h / 2), (x - w / 2, y + h / 2)]


def _shares(points: Any, size: tuple[int, int]) -> Quad:
    return tuple(((float(x) + 0.5) / size[0], (float(y) + 0.5) / size[1]) for x, y in points)
