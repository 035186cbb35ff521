"""Teaching by touch: from one thing that is missing to the next, and two that look alike."""

from __future__ import annotations

import pytest

from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.picture_view import PictureView
from companion.vision.keeping import save
from companion.vision.tapping import tapped
from tests.kit.camera_shots import calibrated, settle
from tests.kit.desk import Desk
from tests.kit.table_camera import TablePlug


def opened(app: Desk, look: str) -> TablePlug:
    plug = calibrated(app)
    draft = CalibrateDraft(app.context, plug.game, True, alone=True)
    draft.open("looks", first=True)
    app.ui.frames(3)
    app.context.go("teach_look", draft=draft, look=look)
    app.ui.frames(3)
    return plug


def taken(app: Desk, plug: TablePlug, laid: dict[str, str]) -> None:
    plug.lay(laid)
    number = app.context.eye.device.frame.number
    settle(app, lambda: app.context.eye.device.frame.number > number + 1)
    app.touch(app.screen.take)
    settle(app, lambda: not app.context.eye.busy)


def words(app: Desk) -> str:
    return " ".join(app.screen.say(text) for text, _, _ in app.screen.told)


def test_after_one_look_comes_the_next_that_is_missing(app: Desk) -> None:
    plug = opened(app, "card:red:1")
    spot = app.screen.spot
    assert "Red card 1" in words(app) and app.screen.say(spot.title) in words(app)
    taken(app, plug, {spot.id: "card:red:1"})
    assert "Taught: Red card 1." in words(app) and app.screen.view.texture is not None
    app.touch(app.screen.on)
    assert app.screen.at == "card:red:2" and "Red card 2" in words(app)


def test_what_was_taught_is_shown_anew_and_kept_beside_the_former(app: Desk) -> None:
    plug = opened(app, "card:red:1")
    spot = app.screen.spot
    for _ in range(2):
        taken(app, plug, {spot.id: "card:red:1"})
    assert len(app.screen.draft.calibrated.looks["card:red:1"]) == 2
    app.context.back()
    app.ui.frames(3)
    assert app.screen.rows["card:red:1"].note == "2 pictures"


def test_an_empty_place_teaches_nothing_and_says_so(app: Desk) -> None:
    plug = opened(app, "card:red:1")
    taken(app, plug, {})
    assert app.screen.fault is not None and app.screen.learned is None and not app.screen.alike
    assert app.screen.draft.calibrated.looks == {}


def test_what_looks_like_another_thing_is_taken_by_a_hold_only(app: Desk) -> None:
    plug = opened(app, "card:red:1")
    spot = app.screen.spot
    taken(app, plug, {spot.id: "card:red:1"})
    app.touch(app.screen.on)
    taken(app, plug, {spot.id: "card:red:1"})
    assert app.screen.alike and "looks the same as Red card 1" in words(app)
    app.touch(app.screen.anyway)
    assert "card:red:2" not in app.screen.draft.calibrated.looks
    finger = app.ui.down(app.screen.anyway)
    app.ui.wait(0.8)
    app.ui.up(finger)
    settle(app, lambda: app.screen.learned is not None)
    assert "card:red:2" in app.screen.draft.calibrated.looks


def test_leaving_one_out_goes_on_with_the_next(app: Desk) -> None:
    opened(app, "card:red:1")
    app.tap("Leave it out")
    assert app.screen.at == "card:red:2"


def test_pieces_are_shown_on_the_board_itself_where_its_places_were_tapped(app: Desk) -> None:
    plug = calibrated(app, "egizia", stand_in=False)
    draft = CalibrateDraft(app.context, plug.game, False, alone=True)
    draft.open("start", first=True)
    app.ui.frames(3)
    assert app.screen.laid == {} and app.screen.take.kind == "off" and "Tap them in first" in words(app)
    app.context.back()
    places = {spot.id: spot.at[:2] for spot in draft.plan.spots if spot.id in draft.laid}
    save(draft.folder, tapped(draft.calibrated, draft.plan, places))
    draft = CalibrateDraft(app.context, plug.game, False, alone=True)
    draft.open("start", first=True)
    app.ui.frames(3)
    assert app.screen.laid == dict(draft.laid) and app.screen.take.kind == "primary"
    assert isinstance(app.screen.view, PictureView) and app.screen.view.texture is not None


def test_a_board_is_read_by_its_corners_alone(app: Desk) -> None:
    plug = calibrated(app)
    draft = CalibrateDraft(app.context, plug.game, True)
    pose = draft.mat
    from companion.vision.locate import locate

    found = locate(plug.picture, pose).pose
    assert found is not None
    wide, high = draft.field
    corners = found.to_px([(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)])
    draft.corners, draft.size = tuple((float(x), float(y)) for x, y in corners), (1280, 720)
    draft.open("empty", first=True)
    app.ui.frames(3)
    app.tap("Take the picture")
    settle(app, lambda: app.screen.made is not None)
    assert app.screen.made.why is None
    assert draft.calibrated is not None and draft.calibrated.calibration.corners is not None
    assert draft.calibrated.calibration.corners[0] == pytest.approx(tuple(corners[0]))
