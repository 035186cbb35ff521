"""A board without a mat that was pushed: a little, and nothing on it is certain; far, and it is not read."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.engine.sight import Look, Plan, Reading
from companion.engine.text import Text
from companion.vision import reader
from companion.vision.calibration import Calibrated, Calibration
from companion.vision.locate import locate
from companion.vision.reader import Reader
from companion.vision.slid import PUSHED, UNCLEAR, slid_mm
from tests.vision.test_pieces import COLOURS, LAID, SPOTS, _empty, _laid

FIELD = (200.0, 150.0)
LEFT, TOP = 120, 90
PLAN = Plan(
    mat=0,
    field=FIELD,
    board=(0.0, 0.0, *FIELD),
    known=True,
    spots=SPOTS,
    looks=tuple(Look(name, Text(name), "piece") for name in COLOURS),
)


def _seen(field: Any, x: float = 0.0, y: float = 0.0) -> Any:
    """A picture, 640 x 480, of the field (2 px a mm) on a table, pushed by so many mm since its corners were set."""
    picture = np.full((480, 640, 3), (70, 90, 110), np.uint8)
    picture[TOP : TOP + 300, LEFT : LEFT + 400] = field
    shift = np.array([[1.0, 0.0, 2 * x], [0.0, 1.0, 2 * y]])
    return cv2.warpAffine(picture, shift, (640, 480), borderMode=cv2.BORDER_REPLICATE)


def _reader() -> Reader:
    # The field begins and ends at the outer edges of its pixels.
    left, top = LEFT - 0.5, TOP - 0.5
    calibration = Calibration(
        game="toy",
        camera="c",
        made="2026-01-01T00:00:00Z",
        size=(640, 480),
        field=FIELD,
        corners=((left, top), (left + 400, top), (left + 400, top + 300), (left, top + 300)),
        colours=COLOURS,
    )
    return Reader("toy", PLAN, Calibrated(calibration=calibration, empty=_empty()))


def _read(picture: Any) -> Reading:
    return _reader().read(picture)


def test_a_board_that_lies_where_it_lay_is_read_for_certain() -> None:
    for x, y in ((0.0, 0.0), (0.2, 0.0), (0.0, -0.3)):
        reading = _read(_seen(_laid(LAID), x, y))
        assert reading.trouble is None and reading.remarks == ()
        assert sum(one.sure for one in reading.seen) >= 20


@pytest.mark.parametrize("way", [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, -0.7)])
@pytest.mark.parametrize("by", [1.6, 2.5, 3.5])
def test_nothing_is_certain_on_a_board_that_was_pushed_a_little(by: float, way: tuple[float, float]) -> None:
    reading = _read(_seen(_laid(LAID), by * way[0], by * way[1]))
    assert reading.trouble is None and reading.remarks == (PUSHED,)
    assert len(reading.seen) == len(SPOTS) and not any(one.sure or one.art for one in reading.seen)


@pytest.mark.parametrize("push", [(5.0, 0.0), (0.0, -5.0), (3.5, 3.5)])
def test_a_board_that_was_pushed_far_is_not_read(push: tuple[float, float]) -> None:
    reading = _read(_seen(_laid(LAID), *push))
    assert reading.seen == () and reading.trouble is not None
    assert "does not lie where it lay" in reading.trouble.message


@pytest.mark.parametrize("push", [(0.0, 0.0), (2.0, 0.0), (0.0, 3.0), (-6.0, 4.0)])
def test_it_is_told_by_how_much(push: tuple[float, float]) -> None:
    picture = _seen(_laid(LAID), *push)
    pose = locate(picture, _reader().mat, _reader().calibrated.calibration).pose
    assert pose is not None
    assert slid_mm(picture, pose, _empty()) == pytest.approx(float(np.hypot(*push)), abs=0.5)


def test_a_lamp_in_the_board_hides_no_push() -> None:
    """The steepest edges are those of the lamp, which stays where it is."""
    for push in ((0.0, 0.0), (3.0, 0.0)):
        picture = _seen(_laid(LAID), *push)
        for x, y in ((200, 150), (330, 260), (450, 180)):
            cv2.circle(picture, (x, y), 14, (255, 255, 255), -1)
        pose = locate(picture, _reader().mat, _reader().calibrated.calibration).pose
        assert pose is not None
        assert slid_mm(picture, pose, _empty()) == pytest.approx(push[0], abs=0.5)


def test_nothing_is_certain_where_it_can_not_be_told_whether_the_board_was_pushed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture, grey = _seen(_laid(LAID)), np.full((300, 400, 3), 128, np.uint8)
    pose = locate(picture, _reader().mat, _reader().calibrated.calibration).pose
    assert pose is not None and slid_mm(picture, pose, grey) is None
    monkeypatch.setattr(reader, "slid_mm", lambda *given: None)
    reading = _read(picture)
    assert reading.remarks == (UNCLEAR,) and reading.trouble is None
    assert len(reading.seen) == len(SPOTS) and not any(one.sure for one in reading.seen)
