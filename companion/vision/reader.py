"""Reading a picture: from what a camera took to what lies in every known place of the table.

Nothing of what lay there before goes into it. What is doubtful, covered or out of sight is said to be unsure, and where
the mat can't be found the reason is told instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.engine.sight import At, Plan, Reading, Seen
from companion.engine.text import T, Text
from companion.vision.another import ANOTHER, is_another
from companion.vision.board import Printed, board_of, half_over
from companion.vision.book import Book
from companion.vision.calibration import SCALE, Calibrated, places
from companion.vision.cards import read_cards
from companion.vision.counting import counted
from companion.vision.light import check, field_picture
from companion.vision.locate import Located, locate
from companion.vision.lying import Bare
from companion.vision.mat import mat_of
from companion.vision.pictures import LEAST_SIDE, no_picture
from companion.vision.pieces import read_pieces, under_covers
from companion.vision.pose import Pose
from companion.vision.shading import cells_of, shading_of
from companion.vision.slid import ASIDE, FAR, PUSHED, UNCLEAR, slid_mm
from companion.vision.tiles import find_tiles, read_tiles

WIDEST = 4096
"""Larger pictures are made smaller first."""
OFF = 1.6
"""Millimetres, one standard deviation, that the map may be off where a place is still told for certain."""
HIDE = 14.0
"""Millimetres round a place that must not be seen which are blackened with it: a card lies askew and shifted."""
SMALL_PLACE = 16.0
"""Millimetres across under which pieces are looked at in finer pictures."""
_BARE, _ALIKE = 0.12, 8.0
"""Least part of the field that shows bare board, and how far half of it may lie from the empty picture."""
_SLID = T(
    "The board does not lie where it lay when its corners were set. Push the board or the camera back, or set the "
    "corners again."
)
_UNTOLD = T(
    "Something lies hidden on the board, and it is not known yet where its places are. Tap all of them in first, or "
    "wait until it lies open."
)
_WHERE = T(
    "Something lies hidden on the board, and it can't be told whether the board still lies where its corners were "
    "set. Take away what covers it, or set the corners again."
)
_FAILED = T("This picture can't be read. Take another one.")


class Looked(msgspec.Struct, frozen=True):
    """What came of one picture.

    `field`: the field seen from above, BGR uint8 at `SCALE`, what must not be seen blackened; `outline`: the outer edge
    of the mat in the picture, (4, 2) px, clockwise from its top left. Both None where the mat was not located.
    """

    reading: Reading
    field: Any = None
    outline: Any = None


class Reader:
    """Reads pictures of one game with one calibration. Never raises for any picture; reads are not thread safe."""

    def __init__(
        self,
        game_id: str,
        plan: Plan,
        calibrated: Calibrated,
        box_counts: Mapping[tuple[str, str], int] = {},
    ) -> None:
        """`box_counts`: the most of a label in a group (`Sight.counts`); more of them than that makes places unsure."""
        self.game_id = game_id
        self.plan = plan
        self.calibrated = calibrated
        self.counts = box_counts
        self.mat = mat_of(plan, calibrated.calibration.field)
        self.spots = places(calibrated.calibration, plan)
        self.book = Book(plan, calibrated.looks)
        self._empty = np.ascontiguousarray(calibrated.empty, np.uint8)
        self._bare = Bare(self._empty)
        self._cells = cells_of(self._empty, SCALE)
        self._printed: dict[float, Printed] = {}
        cv2.setNumThreads(1)

    def read(self, picture: Any, unseen: frozenset[str] = frozenset(), known: Mapping[str, At] = {}) -> Reading:
        """What lies on the table in `picture`, BGR uint8 (h, w, 3).

        `unseen`: places that must not be looked at. `known`: where tiles along a path lay when all of them were read.
        """
        return self.look(picture, unseen, known).reading

    def look(
        self,
        picture: Any,
        unseen: frozenset[str] = frozenset(),
        known: Mapping[str, At] = {},
        count: int | None = None,
    ) -> Looked:
        """As `read`, with the rectified field for showing places to people.

        `count`: so many tiles lie along the path by what people say, where a part of it alone lies there.
        """
        if (why := no_picture(picture)) is not None:
            return self._troubled(why)
        try:
            return self._look(_sized(picture), picture.shape, unseen, known, count)
        except (cv2.error, np.linalg.LinAlgError, FloatingPointError):
            # A picture that passes all checks and still breaks the arithmetic is not worth more words.
            return self._troubled(_FAILED)

    def mask(self, picture: Any, unseen: frozenset[str] = frozenset()) -> Any:
        """A copy of `picture` that may be kept: black outside of the mat and in unseen places, or all of it."""
        if no_picture(picture) is not None:
            return np.zeros((1, 1, 3), np.uint8)
        located, _ = self._located(picture, unseen)
        if located.pose is None:
            return np.zeros_like(picture)
        inside = np.zeros(picture.shape[:2], np.uint8)
        left, top, right, bottom = self._edge()
        cv2.fillPoly(inside, [_outline(located.pose, (left, top, right, bottom))], 255)
        kept = np.where(inside[..., None] > 0, picture, 0).astype(np.uint8)
        return self._hidden(kept, located.pose, unseen)

    def _look(
        self,
        picture: Any,
        shape: Sequence[int],
        unseen: frozenset[str],
        known: Mapping[str, At],
        count: int | None,
    ) -> Looked:
        calibration = self.calibrated.calibration
        located, firm = self._located(picture, unseen)
        if located.pose is None:
            return self._troubled(located.trouble or _FAILED, located)
        printed = calibration.corners is None
        trouble, remarks = check(picture, located.pose, self.mat) if printed else (None, ())
        if trouble is not None:
            return self._troubled(trouble, located)
        pose = located.pose
        picture = self._hidden(picture, pose, unseen)
        field = field_picture(picture, pose, self.mat, printed)
        scale = shape[1] / picture.shape[1]
        outline = (pose.to_px(_corners(self._edge())) + 0.5) * scale - 0.5
        if field.shape != self._empty.shape:
            return self._troubled(
                T("The empty picture of the calibration has another size than the field. Calibrate anew."), located
            )
        seen, strange = self._seen(field, pose, unseen, known, count)
        if not firm:
            seen = {name: msgspec.structs.replace(one, sure=False, art="") for name, one in seen.items()}
        if strange:
            return msgspec.structs.replace(self._troubled(ANOTHER, located), field=field, outline=outline)
        reading = Reading(
            game=self.game_id,
            seen=counted(self._in_sight(seen, picture, pose), self.plan, self.counts),
            markers=located.markers,
            off_mm=located.off_mm,
            remarks=(*located.remarks, *remarks),
        )
        return Looked(reading, field, outline)

    def _located(self, picture: Any, unseen: frozenset[str]) -> tuple[Located, bool]:
        """Where the field lies, and whether it surely lies there.

        Corners that were set by hand do not follow a board that was pushed: that is checked. Where something may not be
        seen it must be known where that lies.
        """
        calibration = self.calibrated.calibration
        located = locate(picture, self.mat, calibration)
        if located.pose is None:
            return located, False
        hides = unseen & {spot.id for spot in self.plan.spots}
        if not hides <= {spot.id for spot in self.spots}:
            return msgspec.structs.replace(located, pose=None, trouble=_UNTOLD), False
        if calibration.corners is None:
            return located, True
        slid = slid_mm(picture, located.pose, self._empty)
        if slid is None and hides:
            return msgspec.structs.replace(located, pose=None, trouble=_WHERE), False
        if slid is not None and slid > FAR:
            return msgspec.structs.replace(located, pose=None, trouble=_SLID), False
        if slid is not None and slid <= ASIDE:
            return located, True
        remark = UNCLEAR if slid is None else PUSHED
        return msgspec.structs.replace(located, remarks=(*located.remarks, remark)), False

    def _seen(
        self, field: Any, pose: Pose, unseen: frozenset[str], known: Mapping[str, At], count: int | None
    ) -> tuple[dict[str, Seen], bool]:
        """What lies in each place by id, and whether the board is not the one of the empty picture."""
        looked_at = [spot for spot in self.spots if spot.id not in unseen]
        shading = shading_of(field, self._empty, SCALE, self._cells)
        found: dict[str, Seen] = {}
        strange = False
        pieces = [spot for spot in looked_at if spot.kind == "piece"]
        if pieces:
            smallest = min(min(spot.at[2:]) for spot in pieces)
            fine = 1.0 if smallest >= SMALL_PLACE else 2.0
            if fine not in self._printed:
                self._printed[fine] = Printed(self._empty, fine)
            board = board_of(field, self._empty, fine, shading, self._printed[fine])
            strange = float((shading.bare > 0.3).mean()) < _BARE or half_over(board.off, _ALIKE)
            colours = self.calibrated.calibration.colours
            seen = read_pieces(board, pieces, colours, pose.eye())
            # Where a piece was never shown nothing is sure, on whichever board.
            shown = [one for spot, one in zip(pieces, seen, strict=True) if colours.keys() >= set(spot.labels)]
            strange |= is_another(shown)
            found.update({one.spot: one for one in seen})
        cards = [spot for spot in looked_at if spot.kind in ("card", "cover")]
        if cards:
            seen = read_cards(
                field, self._empty, cards, self.book, px_per_mm=pose.px_per_mm, shading=shading, bare=self._bare
            )
            found.update({one.spot: one for one in seen})
        tiles = [spot for spot in looked_at if spot.kind == "tile"]
        if tiles and (known or self.calibrated.calibration.stand_in or self.plan.known):
            there = [spot for spot in tiles if not known or spot.id in known]
            fine, bare = pose.px_per_mm, self._bare
            seen = read_tiles(
                field, self._empty, there, self.book, px_per_mm=fine, at=known, shading=shading, bare=bare
            )
            found.update({one.spot: one for one in seen})
        elif tiles:
            seen = find_tiles(
                field, self._empty, self.book, self.plan, px_per_mm=pose.px_per_mm, shading=shading, count=count
            )
            found.update({one.spot: one for one in seen if one.spot not in unseen})
        return under_covers(found, looked_at), strange

    def _in_sight(self, seen: Mapping[str, Seen], picture: Any, pose: Pose) -> tuple[Seen, ...]:
        """The places in the plan's order; those outside of the picture, or where the map is too rough, are not sure."""
        height, width = picture.shape[:2]
        ordered = [spot for spot in self.spots if spot.id in seen]
        if not ordered:
            return tuple(seen.values())
        middles = np.array([spot.at[:2] for spot in ordered])
        doubt = pose.doubt_mm(middles)
        corners = np.concatenate([_corners(_around(spot.at, 0.0)) for spot in ordered])
        px = pose.to_px(corners).reshape(-1, 4, 2)
        inside = ((px >= 0) & (px <= (width - 1, height - 1))).all(axis=(1, 2))
        result = []
        for spot, off, within in zip(ordered, doubt, inside, strict=True):
            one = seen[spot.id]
            if not within:
                one = Seen(spot.id, None, 0.0, False)
            elif off > OFF:
                one = msgspec.structs.replace(one, sure=False, art="")
            result.append(one)
        listed = {spot.id for spot in ordered}
        return (*result, *(one for spot_id, one in seen.items() if spot_id not in listed))

    def _hidden(self, picture: Any, pose: Pose, unseen: frozenset[str]) -> Any:
        """`picture` with the places that must not be seen blackened: a copy where there are any."""
        hidden = [spot for spot in self.spots if spot.id in unseen]
        if not hidden:
            return picture
        kept = picture.copy()
        for spot in hidden:
            cv2.fillPoly(kept, [_outline(pose, _around(spot.at, HIDE))], (0, 0, 0))
        return kept

    def _edge(self) -> tuple[float, float, float, float]:
        """The outer edge of what is looked at (mm): the mat, or the field where there is none."""
        if self.calibrated.calibration.corners is not None:
            return (0.0, 0.0, *self.mat.field)
        return self.mat.outer

    def _troubled(self, why: Text, located: Located | None = None) -> Looked:
        """A reading of nothing, and why."""
        markers = located.markers if located is not None else ()
        remarks = located.remarks if located is not None else ()
        return Looked(Reading(game=self.game_id, markers=markers, trouble=why, remarks=remarks))


def _sized(picture: Any) -> Any:
    """The picture, or a copy no wider or higher than `WIDEST` px; a strip only so small that it stays a picture."""
    height, width = picture.shape[:2]
    share = max(WIDEST / max(height, width), LEAST_SIDE / min(height, width))
    if share >= 1.0:
        return np.ascontiguousarray(picture)
    size = (round(width * share), round(height * share))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def _around(at: At, more: float) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a place with `more` mm on each side."""
    x, y, width, height = at
    return (x - width / 2 - more, y - height / 2 - more, x + width / 2 + more, y + height / 2 + more)


def _corners(area: tuple[float, float, float, float]) -> Any:
    left, top, right, bottom = area
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def _outline(pose: Pose, area: tuple[float, float, float, float]) -> Any:
    """The edge of an area of the table in the picture, (n, 2) int32 px; a lens bends it, so it has many corners."""
    corners = _corners(area)
    steps = np.linspace(0.0, 1.0, 12, endpoint=False)[:, None]
    edge = [start + steps * (end - start) for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    px = np.clip(pose.to_px(np.concatenate(edge)), -20_000, 20_000)
    return np.round(px).astype(np.int32)
