"""Teaching: each card, tile and cover is shown to the camera once, the wooden pieces lie in known places once.

Nothing of a published game comes with the program; what is taught is the box on this table. The pictures are kept in
the light of the empty picture, upright, at `SCALE`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from companion.engine.errors import InputError
from companion.engine.sight import BACK, At, Look, Plan
from companion.engine.text import T, Text
from companion.vision.another import ANOTHER, lies_alone
from companion.vision.book import Book, Lie
from companion.vision.calibrating import NOWHERE, check_picture
from companion.vision.calibration import SCALE, Calibrated, places
from companion.vision.cards import matched, window_of
from companion.vision.level import Picture
from companion.vision.light import field_picture
from companion.vision.lying import Bare
from companion.vision.mat import mat_of
from companion.vision.pictures import no_picture
from companion.vision.pose import Pose
from companion.vision.shading import shading_of
from companion.vision.shown import Cut, cut_out
from companion.vision.signs import alike
from companion.vision.swatches import colours_of

__all__ = ["Alike", "forget_look", "teach_look", "teach_pieces"]

MOST = 4
"""So many pictures of a look are kept, the newest ones: more light, but also more work."""
_SAME = 0.6
"""A picture that fits the former ones of its look less replaces them: the former was of something else."""
_SIBLING = 0.85
"""A picture that fits one of the same art so well lies as that one fits."""
_NEAR = 0.85
"""A picture that fits another look as well may be of the same thing."""


class Alike(InputError):
    """What is shown looks like another thing that was taught; it can be taken `anyway`."""


def teach_look(
    calibrated: Calibrated,
    plan: Plan,
    look_id: str,
    picture: Any,
    spot: str | None = None,
    *,
    anyway: bool = False,
) -> Calibrated:
    """The calibration with one more picture of a look: the thing lies alone on the empty board.

    `picture`: the camera's, BGR uint8. `spot`: the place it lies in (None: anywhere, upright). `anyway`: take it even
    if it is like another look; both are asked about from then on. Backs of several colours are one look with several
    pictures. Raises InputError: why the picture won't do, and what to do; Alike where `anyway` would take it.
    """
    look = _look(plan, look_id)
    field, _ = _field(calibrated, plan, picture)
    at, turned = _where(calibrated, plan, spot)
    book = Book(plan, calibrated.looks)
    sizes = tuple(
        (size.width, size.height)
        for size in book.sizes
        if any(book.kind(one.look) == look.kind for one in size.references)
    )
    empty = np.asarray(calibrated.empty, np.uint8)
    cut: Cut = cut_out(field, empty, look.kind, at, turned, sizes, _as_sibling(book, look, field, empty, at, turned))
    former = tuple(calibrated.looks.get(look_id, ()))
    if former and look_id != BACK and not _fits(plan, look_id, cut.picture, former):
        former = ()
    if not anyway and (twin := _twin(plan, calibrated, look, cut.picture)) is not None:
        raise Alike(
            T(
                "This looks the same as {other}, which was shown before. If it really is {look}, show {other} again; "
                "if the two can't be told apart, say so, and they will be asked about each time.",
                other=twin.title,
                look=look.title,
            )
        )
    kept = (*former, cut.picture)[-MOST:]
    return msgspec.structs.replace(calibrated, looks={**calibrated.looks, look_id: kept})


def forget_look(calibrated: Calibrated, look_id: str) -> Calibrated:
    """The calibration without the pictures of a look."""
    looks = {one: pictures for one, pictures in calibrated.looks.items() if one != look_id}
    return msgspec.structs.replace(calibrated, looks=looks)


def teach_pieces(calibrated: Calibrated, plan: Plan, picture: Any, laid: Mapping[str, str]) -> Calibrated:
    """The calibration with the colours of the pieces that lie in `picture`: by place, the look that lies there.

    Colours that do not lie there stay as they were. Raises InputError: why the picture won't do, and what to do.
    """
    if not laid:
        raise InputError(T("No piece is named that lies on the board. Lay out at least two of each colour."))
    known = {one.id: one for one in places(calibrated.calibration, plan)}
    for spot_id, look_id in laid.items():
        if _look(plan, look_id).kind != "piece":
            raise InputError(T("{look} is no piece. Show it by itself.", look=_look(plan, look_id).title))
        if spot_id not in known:
            raise InputError(_nowhere(plan, spot_id))
    field, pose = _field(calibrated, plan, picture)
    empty = np.asarray(calibrated.empty, np.uint8)
    stand = [(known[spot_id], look_id) for spot_id, look_id in laid.items()]
    colours = colours_of(field, empty, pose, stand, plan, calibrated.calibration.colours)
    calibration = msgspec.structs.replace(
        calibrated.calibration, colours={**calibrated.calibration.colours, **colours}
    )
    return msgspec.structs.replace(calibrated, calibration=calibration)


def _look(plan: Plan, look_id: str) -> Look:
    look = plan.look(look_id)
    if look is None:
        raise InputError(
            T("Nothing in this game is called “{look}”. Choose one of the names on the list.", look=look_id)
        )
    return look


def _nowhere(plan: Plan, spot_id: str) -> Text:
    spot = plan.spot(spot_id)
    if spot is None:
        return T("This game has no place called “{place}”. Choose one of the names on the list.", place=spot_id)
    return T("It is not known yet where {place} lies on this board. Tap it in first.", place=spot.title)


def _where(calibrated: Calibrated, plan: Plan, spot_id: str | None) -> tuple[At | None, int]:
    """Where a place lies on this board and how things lie in it."""
    if spot_id is None:
        return None, 0
    for one in places(calibrated.calibration, plan):
        if one.id == spot_id:
            return one.at, one.turned
    raise InputError(_nowhere(plan, spot_id))


def _field(calibrated: Calibrated, plan: Plan, picture: Any) -> tuple[Picture, Pose]:
    """The field of a picture that is fit to be taught from, rectified, and its pose."""
    why = no_picture(picture)
    if why is not None:
        raise InputError(why)
    calibration = calibrated.calibration
    checked = check_picture(picture, mat_of(plan, calibration.field), calibration)
    if checked.trouble is not None or checked.located.pose is None:
        raise InputError(checked.trouble or NOWHERE)
    mat = mat_of(plan, calibration.field)
    field = np.asarray(field_picture(picture, checked.located.pose, mat, calibration.corners is None), np.uint8)
    if not lies_alone(field, np.asarray(calibrated.empty, np.uint8)):
        raise InputError(ANOTHER)
    return field, checked.located.pose


def _as_sibling(
    book: Book, look: Look, field: Picture, empty: Picture, at: At | None, turned: int
) -> tuple[Lie, tuple[float, float]] | None:
    """How the thing shown lies, and its size, told by a look of the same art that was taught before; None: by none.

    So the pictures of an art lie over each other, and no rim that is like the board makes one of them smaller.
    """
    art = book.art(look.id)
    siblings = frozenset(one for one in book.taught if one != look.id and book.art(one) == art)
    if at is None or not siblings or look.kind == "tile":
        return None
    window = window_of(field, Bare(empty), shading_of(field, empty, SCALE), at)
    match = None if window is None else matched(window, book, siblings, 90.0 * turned, look.kind)
    if window is None or match is None or match.fit < _SIBLING:
        return None
    lie = match.lie._replace(x=match.lie.x + window.box[0], y=match.lie.y + window.box[1])
    return lie, (match.size.width, match.size.height)


def _fits(plan: Plan, look_id: str, picture: Picture, former: tuple[Any, ...]) -> bool:
    """Whether a picture looks about like the former ones of the same look, either way up."""
    book = Book(plan, {look_id: (picture, np.ascontiguousarray(picture[::-1, ::-1]), *former)})
    size = book.sizes[0]
    if len(size.references) < 3:
        return False
    features = size.features
    return float((features[:2] @ features[2:].T).max()) >= _SAME


def _twin(plan: Plan, calibrated: Calibrated, look: Look, picture: Picture) -> Look | None:
    """The other look of the same kind that shows the same as `picture`, either way up; None: it can be told."""
    others = {one.id: calibrated.looks[one.id] for one in plan.looks if one.kind == look.kind and one.id != look.id
              and one.id in calibrated.looks}  # fmt: skip
    for way in (picture, np.ascontiguousarray(picture[::-1, ::-1])):
        book = Book(plan, {look.id: (way,), **others})
        size = book.sizes[0]
        fits = size.features[1:] @ size.features[0]
        for index in np.flatnonzero(fits > _NEAR) + 1:
            if alike(size, 0, int(index)):
                return plan.look(size.references[int(index)].look)
    return None
