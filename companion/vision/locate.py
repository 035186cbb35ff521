"""Where the mat lies in a picture, and why it can't be told.

Any five markers that agree within two millimetres are enough; markers that do not agree with the most of them are left
out. Where no mat is used the corners that were set by hand tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.engine.text import TN, T, Text
from companion.vision.calibration import Calibration, Lens
from companion.vision.guided import more_markers
from companion.vision.markers import ENOUGH, Found, Search, find_blurred, find_markers
from companion.vision.mat import Mat, mat_number
from companion.vision.pictures import no_picture
from companion.vision.pose import Pose, pose_from

AGREE = 2.0
"""Millimetres by which markers may disagree about where the mat lies."""
SMALL = 0.8
"""Pixels a mm under which nothing is read,"""
SMALLISH = 1.1
"""and under which it becomes less certain."""
DOUBTFUL = 2.0
"""Millimetres, one standard deviation, that the map may be off somewhere in the field before nothing is read."""
FLAT, EVEN = 1.5, 6.0
"""Grey levels of scatter in a picture with nothing in it, and in one so blurred or dim that no marker would show."""
_TWICE = T("This mat lies in the picture twice. Leave one of them on the table, and take away the other.")
_APART = T(
    "The markers of the mat do not lie as they were printed. Lay the mat flat, push its parts together, and check "
    "its size in the calibration."
)


class Located(msgspec.Struct, frozen=True, kw_only=True):
    """Where the mat lies. `pose` None: it can't be told, and `trouble` says why and what to do.

    `markers`: ids of the markers that were used, in order. `off_mm`: the largest disagreement among them. `mats`: the
    numbers of other mats whose markers lie in the picture. `found`: all markers of the picture, as they were found.
    """

    pose: Pose | None = None
    markers: tuple[int, ...] = ()
    off_mm: float = 0.0
    trouble: Text | None = None
    remarks: tuple[Text, ...] = ()
    mats: tuple[int, ...] = ()
    found: tuple[Found, ...] = ()


def locate(picture: Any, mat: Mat, calibration: Calibration | None = None, careful: bool = True) -> Located:
    """Find `mat` in `picture`, BGR uint8 (h, w, 3); whatever it is given, it answers and does not raise.

    `calibration`: its lens is undone first, and its corners, if it has any, stand for the markers. `careful`: look
    again with all means where the fast search finds too few markers.
    """
    if (why := no_picture(picture)) is not None:
        return Located(trouble=why)
    grey = cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_BGR2GRAY)
    if calibration is not None and calibration.corners is not None:
        return _by_hand(grey, mat, calibration)
    lens = None if calibration is None else calibration.lens
    search = Search(grey)
    found = find_markers(grey, search=search)
    if careful and _few(found, mat):
        found = find_blurred(search, found)
        found += more_markers(grey, found, mat, lens) if _few(found, mat) else ()
    if careful and _few(found, mat):
        found = find_markers(grey, careful=True, search=search)
        found += more_markers(grey, found, mat, lens) if _few(found, mat) else ()
    ours = [one for one in found if mat.marker(one.id) is not None]
    mats = tuple(sorted({mat_number(one.id) for one in found} - {mat.number}))
    others = tuple(number for number in mats if sum(mat_number(one.id) == number for one in found) >= 2)
    if len({one.id for one in ours}) < ENOUGH:
        return Located(trouble=_too_few(grey, mat, ours, others), mats=others, found=found)
    size = (int(grey.shape[1]), int(grey.shape[0]))
    if _doubled(ours) >= 3:
        return Located(trouble=_TWICE, mats=others, found=found)
    agreed = _agreed(ours, mat, size, lens)
    if agreed is None:
        return Located(trouble=_APART, mats=others, found=found)
    pose, used, off = agreed
    markers = tuple(one.id for one in used)
    why, remarks = _worth(pose, mat, others)
    placed = None if why is not None else pose
    return Located(pose=placed, markers=markers, off_mm=off, trouble=why, remarks=remarks, mats=others, found=found)


def _few(found: Sequence[Found], mat: Mat) -> bool:
    """Whether too few of the mat's markers were found."""
    return len({one.id for one in found if mat.marker(one.id) is not None}) < ENOUGH


def _by_hand(grey: Any, mat: Mat, calibration: Calibration) -> Located:
    """The pose by the field's corners, which were set in a picture of `calibration.size`."""
    size = (int(grey.shape[1]), int(grey.shape[0]))
    width, height = mat.field
    scale = np.array([size[0] / calibration.size[0], size[1] / calibration.size[1]])
    if abs(scale[0] / scale[1] - 1.0) > 0.02:
        return Located(
            trouble=T("The picture has another shape than the one the corners were set in. Set the corners again.")
        )
    if float(grey.std()) < FLAT:
        return Located(trouble=_dim(grey))
    corners = (np.asarray(calibration.corners, np.float64).reshape(-1, 2) + 0.5) * scale - 0.5
    around = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    pose = pose_from(around, corners, mat.field, size, calibration.lens) if len(corners) == 4 else None
    if pose is None or not _sound(pose):
        return Located(
            trouble=T(
                "The corners that were set do not enclose the board. Set them again, clockwise from the top left."
            )
        )
    why, remarks = _worth(pose, mat, ())
    return Located(pose=pose if why is None else None, trouble=why, remarks=remarks)


def _agreed(
    ours: Sequence[Found], mat: Mat, size: tuple[int, int], lens: Lens | None
) -> tuple[Pose, tuple[Found, ...], float] | None:
    """The most markers that agree, the pose they give, and by how many mm the worst of them is off."""
    # Of those found twice one is a lookalike: each is tried.
    ours = sorted(ours, key=lambda one: one.id)
    for many in range(len(ours), ENOUGH - 1, -1):
        best: tuple[Pose, tuple[Found, ...], float] | None = None
        for chosen in combinations(ours, many):
            if len({one.id for one in chosen}) < many:
                continue
            mm, px = _pairs(chosen, mat)
            pose = pose_from(mm, px, mat.field, size, lens)
            if pose is None or not _sound(pose):
                continue
            off = float(_off(pose, mm, px).max())
            if off <= AGREE and (best is None or off < best[2]):
                best = (pose, chosen, off)
        if best is not None:
            return best
    return None


def _pairs(found: Iterable[Found], mat: Mat) -> tuple[Any, Any]:
    """Corners on the table, (n, 2) mm, and in the picture, (n, 2) px."""
    known = [(marker.corners(), one.corners) for one in found if (marker := mat.marker(one.id)) is not None]
    return np.concatenate([mm for mm, _ in known]), np.concatenate([px for _, px in known]).astype(np.float64)


def _off(pose: Pose, mm: Any, px: Any) -> Any:
    """How far each marker lies from where the others put it: the mean over its corners, (n / 4,) mm."""
    off = pose.to_mm(px) - mm
    return np.linalg.norm(off.reshape(-1, 4, 2).mean(axis=1), axis=1)


def _sound(pose: Pose) -> bool:
    """Whether a pose is one of a table in front of the camera: not folded, not seen from below."""
    width, height = pose.field
    places = np.array([(x, y) for x in (0.0, width / 2, width) for y in (0.0, height / 2, height)])
    stretch = pose.stretch(places)
    return bool(np.isfinite(stretch).all() and stretch.min() > 0.01 and stretch.max() < 40 * stretch.min())


def _doubled(ours: Sequence[Found]) -> int:
    """How many markers of ours were found more than once."""
    return sum(count > 1 for count in Counter(one.id for one in ours).values())


def _worth(pose: Pose, mat: Mat, others: tuple[int, ...]) -> tuple[Text | None, tuple[Text, ...]]:
    """What makes a pose useless, or less certain."""
    width, height = mat.field
    fine = pose.px_per_mm
    corners = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    doubt = float(pose.doubt_mm(corners).max())
    if fine < SMALL:
        return T("The mat is too small in the picture. Bring the camera nearer, or take a larger picture."), ()
    if doubt > DOUBTFUL:
        trouble = T("The markers that can be seen lie too close together. Uncover those of the other side of the mat.")
        return trouble, ()
    remarks = []
    if fine < SMALLISH:
        remarks.append(T("The mat is small in the picture. Nearer to the camera more of it can be read."))
    if others:
        remarks.append(T("Markers of another game's mat lie in the picture, number {number}.", number=others[0] + 1))
    return None, tuple(remarks)


def _too_few(grey: Any, mat: Mat, ours: Sequence[Found], others: tuple[int, ...]) -> Text:
    """Why fewer than five markers were found."""
    seen = len({one.id for one in ours})
    if others and seen < 2:
        return T(
            "The mat in the picture is number {number}; this game's mat is number {mine}. Lay this game's mat on the "
            "table, or choose the other game.",
            number=others[0] + 1,
            mine=mat.number + 1,
        )
    if float(grey.std()) < EVEN:
        return _dim(grey)
    if seen < 3 and _mirrored(grey, mat):
        return T("The picture is mirrored: left and right are swapped. Turn mirroring off in the camera's settings.")
    if seen:
        return TN(
            "Only {n} marker of the mat can be seen, and five are needed. Uncover the markers, and look whether the "
            "whole mat is in the picture.",
            "Only {n} markers of the mat can be seen, and five are needed. Uncover the markers, and look whether the "
            "whole mat is in the picture.",
            seen,
        )
    return T(
        "No marker of a mat is to be seen. Lay the mat round the board, point the camera at it, and see that the "
        "picture is sharp."
    )


def _dim(grey: Any) -> Text:
    """A picture with hardly anything in it."""
    level = float(grey.mean())
    if level < 40:
        return T("The picture is dark. Turn a lamp on, and look whether something covers the camera.")
    if level > 215:
        return T("The picture is all white. Dim the light on the camera, or let it take shorter exposures.")
    return T("There is hardly anything to see in the picture. Look whether something covers the camera, and focus it.")


def _mirrored(grey: Any, mat: Mat) -> bool:
    """Whether the markers are those of a picture in a mirror."""
    turned = find_markers(np.ascontiguousarray(grey[:, ::-1]))
    return len({one.id for one in turned if mat.marker(one.id)}) >= 3
