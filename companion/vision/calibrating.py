"""The steps of a calibration, as pure functions on pictures: where the mat lies, how large its field is, what is empty.

The colours and cards are shown afterwards (`companion.vision.teach`), unknown places tapped in
(`companion.vision.tapping`), the lens measured, if at all, before (`companion.vision.lens`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from companion.engine.errors import InputError
from companion.engine.sight import Plan
from companion.engine.text import T, Text
from companion.vision.calibration import (
    Calibrated,
    Calibration,
    Lens,
    corners_fault,
    field_fault,
    lens_fault,
    missing_places,
)
from companion.vision.light import check as check_light
from companion.vision.light import field_picture
from companion.vision.locate import Located, locate
from companion.vision.markers import ENOUGH, Found, side_of, whole
from companion.vision.mat import Mat, mat_of
from companion.vision.pictures import no_picture
from companion.vision.pose import pose_from
from companion.vision.relight import relit

MOST_OFF = 0.03
"""Share by which a field may differ from what was told of it before that is doubted,"""
_ROUGH = 0.4
"""and as many px more on each side of a marker: light runs into its edges."""
NOWHERE = T("The mat can't be found. Take another picture.")
_STEP = 0.002
_ROUNDS = 8


class Checked(msgspec.Struct, frozen=True):
    """A picture held against what a calibration needs. `trouble`: why it won't do; `remarks`: what could be better."""

    located: Located
    trouble: Text | None = None
    remarks: tuple[Text, ...] = ()


class Begun(msgspec.Struct, frozen=True):
    """A calibration without anything taught, where the field lies in its picture, and what could have been better."""

    calibrated: Calibrated
    located: Located
    remarks: tuple[Text, ...] = ()


def check_picture(picture: Any, mat: Mat, calibration: Calibration | None = None) -> Checked:
    """Whether a picture is fit to be calibrated with: the mat is found, sharp and well lit. Never raises."""
    located = locate(picture, mat, calibration)
    if located.pose is None:
        return Checked(located, located.trouble or NOWHERE)
    if calibration is not None and calibration.corners is not None:
        # No mat lies there: what is in the places of its patches tells nothing of the light.
        return Checked(located, None, located.remarks)
    trouble, remarks = check_light(picture, located.pose, mat)
    return Checked(located, trouble, (*located.remarks, *remarks))


def begin(
    picture: Any,
    plan: Plan,
    *,
    game: str,
    camera: str,
    made: str,
    field: tuple[float, float] | None = None,
    stand_in: bool = False,
    corners: Sequence[Sequence[float]] | None = None,
    lens: Lens | None = None,
) -> Begun:
    """A calibration from one picture of the board with nothing on it.

    `made`: the time, in UTC. `field`: width and height of the mat's opening in mm where it is not the plan's.
    `corners`: the field's corners in the picture (px, clockwise from its top left) where there is no mat. Raises
    InputError: why the picture won't do, and what to do.
    """
    for why in (no_picture(picture), field_fault(field) if field is not None else None):
        if why is not None:
            raise InputError(why)
    size = (int(picture.shape[1]), int(picture.shape[0]))
    for why in (corners_fault(corners, size) if corners is not None else None, lens_fault(lens, size)):
        if why is not None:
            raise InputError(why)
    calibration = Calibration(
        game=game,
        camera=camera,
        made=made,
        size=size,
        field=field or plan.field,
        stand_in=stand_in,
        corners=None if corners is None else tuple((float(x), float(y)) for x, y in corners),
        lens=lens,
    )
    mat = mat_of(plan, calibration.field)
    checked = check_picture(picture, mat, calibration)
    if checked.located.pose is not None and checked.trouble is not None:
        # Far too much light, or blur, makes the markers look larger or smaller than they are: that comes first.
        raise InputError(checked.trouble)
    if corners is None and (wrong := _wrong_field(checked.located, mat, size, lens)) is not None:
        # Light that runs into the paper's edges is seldom told for sure, and is the likelier reason.
        raise InputError(T("{remark} {why}", remark=checked.remarks[0], why=wrong) if checked.remarks else wrong)
    if checked.trouble is not None or checked.located.pose is None:
        raise InputError(checked.trouble or NOWHERE)
    empty = field_picture(picture, checked.located.pose, mat, printed=corners is None)
    return Begun(Calibrated(calibration=calibration, empty=empty), checked.located, checked.remarks)


def renewed(calibrated: Calibrated, former: Calibrated, plan: Plan) -> Calibrated:
    """A calibration of today with what was tapped in and taught before: it is about the box, not about the camera.

    What was taught is brought into today's light. Nothing is taken over from another field or another board.
    """
    new, old = calibrated.calibration, former.calibration
    if (new.game, new.field, new.stand_in) != (old.game, old.field, old.stand_in):
        return calibrated
    lit = relit(former, calibrated.empty)
    spots = {spot_id: at for spot_id, at in old.spots.items() if plan.spot(spot_id) is not None}
    colours = {look_id: colour for look_id, colour in lit.calibration.colours.items() if plan.look(look_id) is not None}
    calibration = msgspec.structs.replace(new, spots=spots, colours=colours)
    return msgspec.structs.replace(calibrated, calibration=calibration, looks=lit.looks)


def ready(calibrated: Calibrated, plan: Plan) -> Text | None:
    """What is still to be done before anything can be read; None: it can be read."""
    if len(missing_places(calibrated.calibration, plan)) == len(plan.spots):
        return T("It is not known yet where the places of this board lie. Tap them in first.")
    return None


def field_from(picture: Any, plan: Plan) -> tuple[float, float] | None:
    """Width and height in mm of the opening of a mat, by how large its markers look beside the ways between them.

    To about half a per cent, as it was printed: a mat printed too small measures as it should. None: too few markers.
    """
    mat = mat_of(plan)
    located = locate(picture, mat)
    if no_picture(picture) is not None:
        return None
    return _measured_field(located, mat, (int(picture.shape[1]), int(picture.shape[0])), None)


def _wrong_field(located: Located, mat: Mat, size: tuple[int, int], lens: Lens | None) -> Text | None:
    """A sentence where the mat in the picture is not of the size it was said to be."""
    measured = _measured_field(located, mat, size, lens)
    if measured is None:
        return None
    most = MOST_OFF + 2 * _ROUGH / float(np.median([side_of(one.corners) for one in located.found]))
    if all(abs(seen / told - 1.0) <= most for seen, told in zip(measured, mat.field, strict=True)):
        return None
    return T(
        "The opening of the mat in the picture looks like {a} × {b} mm, not {c} × {d}. Measure it, and give its size.",
        a=round(measured[0]),
        b=round(measured[1]),
        c=round(mat.field[0]),
        d=round(mat.field[1]),
    )


def _measured_field(located: Located, mat: Mat, size: tuple[int, int], lens: Lens | None) -> tuple[float, float] | None:
    ids = [one.id for one in located.found]
    ours = [one for one in located.found if mat.marker(one.id) is not None and ids.count(one.id) == 1]
    if len(ours) < ENOUGH:
        return None
    # In logarithms, so that a side stays a length whatever the step.
    sides = np.log(np.array(mat.field))
    for _ in range(_ROUNDS):
        here = _beside(ours, mat, np.exp(sides), size, lens)
        steps = [_beside(ours, mat, np.exp(sides + _STEP * along), size, lens) for along in np.eye(2)]
        if here is None or any(step is None for step in steps):
            return None
        slopes = np.column_stack([(step - here) / _STEP for step in steps])
        change, _, rank, _ = np.linalg.lstsq(slopes, -here, rcond=None)
        if rank < 2 or not np.isfinite(change).all():
            return None
        sides = sides + np.clip(change, -0.3, 0.3)
        if float(np.abs(change).max()) < 1e-4:
            break
    width, height = (float(side) for side in np.exp(sides))
    return (width, height) if field_fault((width, height)) is None else None


def _beside(ours: Sequence[Found], mat: Mat, field: Any, size: tuple[int, int], lens: Lens | None) -> Any:
    """How far, in px, the corners of the markers lie from where a mat with such a field has them; None: nowhere."""
    there = _stretched(mat, (float(field[0]), float(field[1])))
    mm = np.concatenate([there[one.id] for one in ours])
    px = np.concatenate([whole(one.corners) for one in ours])
    pose = pose_from(mm, px, (float(field[0]), float(field[1])), size, lens)
    return None if pose is None else (pose.to_px(mm) - px).ravel()


def _stretched(mat: Mat, field: tuple[float, float]) -> dict[int, Any]:
    """The corners of the markers by id, where the opening is of another size: those at an edge move with it."""
    found = {}
    for marker in mat.markers:
        shift = [
            (wide - told) * (0.0 if at < 0 else 1.0 if at > told else 0.5)
            for at, told, wide in zip((marker.x, marker.y), mat.field, field, strict=True)
        ]
        found[marker.id] = np.array(marker.corners()) + shift
    return found
