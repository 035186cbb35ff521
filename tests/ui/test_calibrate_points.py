"""Places and corners that are pointed at: by a finger with a magnifier, by small steps, taken back, and kept."""

from __future__ import annotations

from typing import Any

import pytest

from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.picture_view import GLASS
from companion.vision.by_hand import board_corners, field_corners
from companion.vision.calibration import SCALE
from companion.vision.keeping import load
from tests.kit.camera_shots import calibrated, plugged, settle
from tests.kit.desk import Desk


def places(app: Desk) -> Any:
    """The wizard where the places of a board are tapped in that nobody published the measures of."""
    plug = calibrated(app, "egizia", stand_in=False)
    CalibrateDraft(app.context, plug.game, False).open("places", first=True)
    app.ui.frames(3)
    return plug


def at(app: Desk, point: tuple[float, float]) -> tuple[float, float]:
    """The window pixel at which a place of the picture (shares) is drawn."""
    view = app.screen.view
    x, y = view.at(point)
    unit = view.frame.unit
    return view.x + x * unit, view.top - y * unit


def share(app: Desk, spot: Any) -> tuple[float, float]:
    wide, high = app.screen.field
    return spot.at[0] / wide, spot.at[1] / high


def near(a: Any, b: Any, by: float) -> bool:
    return all(abs(x - y) <= by for x, y in zip(a, b, strict=True))


def test_a_group_is_tapped_in_proposed_and_kept(app: Desk) -> None:
    plug = places(app)
    screen = app.screen
    first, second = screen.spots[0], screen.spots[-1]
    assert screen.next.kind == "off" and screen.current is first
    app.ui.tap(at(app, share(app, first)))
    assert screen.proposed == {} and list(screen.taps) == [first.id]
    screen.pointed("down", share(app, second))
    screen.pointed("up", share(app, second))
    # The next in order got it, whatever it was meant for: it is taken back and dragged.
    screen.undo()
    assert list(screen.taps) == [first.id]
    app.ui.tap(at(app, share(app, screen.spots[1])))
    assert set(screen.proposed) == {spot.id for spot in screen.spots}
    for spot in screen.spots:
        assert near(screen.proposed[spot.id][:2], spot.at[:2], 6.0), "it lies as on the stand-in board"
    kept = dict(screen.proposed)
    app.touch(screen.next)
    settle(app, lambda: screen.at == 1)
    plan = plug.game.sight.plan(plug.box)
    found = load(app.context.eye.folder(plug.game, False), plan, "egizia").calibration.spots
    assert found == kept
    assert screen.spots != () and screen.spots[0].id not in found


def test_a_place_is_set_where_the_finger_is_lifted_under_a_magnifier(app: Desk) -> None:
    places(app)
    screen = app.screen
    spot = screen.spots[0]
    x, y = at(app, share(app, spot))
    finger = app.ui.down((x + 40, y - 30))
    assert screen.taps == {} and screen.view.pointed is not None
    app.ui.move(finger, (x, y))
    glass = [mark for mark in screen.view.marks if getattr(mark, "rect", None) and mark.rect.w == round(GLASS)]
    assert glass, "a magnifier is drawn"
    assert all(not mark.rect.contains(x, y) for mark in glass), "beside the finger"
    app.ui.up(finger)
    assert near(screen.taps[spot.id], share(app, spot), 0.003)
    assert screen.view.pointed is None


def test_what_was_tapped_is_dragged_and_the_drag_taken_back(app: Desk) -> None:
    places(app)
    screen = app.screen
    spot = screen.spots[0]
    app.ui.tap(at(app, share(app, spot)))
    before = screen.taps[spot.id]
    finger = app.ui.down(at(app, before))
    app.ui.move(finger, at(app, (before[0] + 0.1, before[1] + 0.1)))
    app.ui.up(finger)
    assert list(screen.taps) == [spot.id] and near(screen.taps[spot.id], (before[0] + 0.1, before[1] + 0.1), 0.004)
    app.touch(screen.take_back)
    assert screen.taps[spot.id] == before
    app.touch(screen.take_back)
    assert screen.taps == {}


def test_keys_move_the_last_one_by_less_than_a_pixel_of_the_screen(app: Desk) -> None:
    places(app)
    screen = app.screen
    spot = screen.spots[0]
    app.ui.tap(at(app, share(app, spot)))
    x, y = screen.taps[spot.id]
    left, right, up, down = screen.ways
    for key in (right, right, down):
        app.touch(key)
    wide, high = screen.field
    moved = screen.taps[spot.id]
    assert 0 < (moved[0] - x) * wide < 4 and 0 < (moved[1] - y) * high < 2
    for key in (left, left, up):
        app.touch(key)
    assert near(screen.taps[spot.id], (x, y), 1e-9)


def test_without_a_finger_places_are_set_where_they_are_expected(app: Desk) -> None:
    places(app)
    screen = app.screen
    app.touch(screen.set)
    assert near(screen.taps[screen.spots[0].id], share(app, screen.spots[0]), 1e-9)
    for _ in range(3):
        app.touch(screen.ways[1])
    app.touch(screen.set)
    first, second = (screen.taps[spot.id] for spot in screen.spots[:2])
    apart = screen.spots[1].at[0] - screen.spots[0].at[0]
    assert (second[0] - first[0]) * screen.field[0] == pytest.approx(apart), "moved along with the first"
    assert screen.next.kind == "primary"


def test_an_enlarged_picture_shows_a_part_and_points_into_it_exactly(app: Desk) -> None:
    places(app)
    screen = app.screen
    spot = screen.spots[1]
    screen.look_at(share(app, spot))
    app.touch(screen.zoom)
    left, _, right, _ = screen.view.part
    assert right - left < 0.5 and screen.view.inside(share(app, spot))
    app.ui.tap(at(app, share(app, spot)))
    assert near(screen.taps[screen.spots[0].id], share(app, spot), 0.002)
    app.touch(screen.zoom)
    assert screen.view.part == (0.0, 0.0, 1.0, 1.0)


def test_two_places_on_each_other_are_refused(app: Desk) -> None:
    places(app)
    screen = app.screen
    for spot in screen.spots[:2]:
        screen.pointed("down", share(app, screen.spots[0]) if spot is screen.spots[0] else (0.5, 0.9))
        screen.pointed("up", share(app, screen.spots[0]) if spot is screen.spots[0] else (0.5, 0.9))
    screen.taps[screen.spots[1].id] = (screen.taps[screen.spots[0].id][0] + 0.001, screen.taps[screen.spots[0].id][1])
    screen.go_on()
    settle(app, lambda: not screen.busy)
    assert screen.fault is not None and screen.at == 0


def test_a_board_without_a_mat_is_found_by_its_corners(app: Desk) -> None:
    plug = plugged(app)
    draft = CalibrateDraft(app.context, plug.game, True)
    draft.open("aim", first=True)
    app.ui.frames(3)
    app.tap("No mat: set corners")
    settle(app, lambda: app.screen.picture is not None)
    screen = app.screen
    assert screen.next.kind == "primary"
    before = screen.corners[0]
    finger = app.ui.down(at(app, before))
    app.ui.move(finger, at(app, (before[0] + 0.05, before[1])))
    app.ui.up(finger)
    assert near(screen.corners[0], (before[0] + 0.05, before[1]), 0.004)
    app.tap("Next corner")
    assert screen.chosen == 1
    app.touch(screen.next)
    assert app.screen.name == "calibrate_aim" and draft.corners is not None
    settle(app, lambda: app.screen.next.kind != "off" or app.screen.told)
    app.tap("Use the mat again")
    assert draft.corners is None


def test_corners_that_cross_are_refused(app: Desk) -> None:
    plug = plugged(app)
    app.context.go("calibrate_corners", draft=CalibrateDraft(app.context, plug.game, True))
    app.ui.frames(3)
    settle(app, lambda: app.screen.picture is not None)
    screen = app.screen
    screen.corners[0], screen.corners[1] = screen.corners[1], screen.corners[0]
    screen.choose(0)
    assert screen.next.kind == "off" and screen.fault is not None
    app.touch(screen.next)
    assert app.screen is screen


def test_corners_of_board_and_field_belong_together(app: Desk) -> None:
    plug = plugged(app)
    plan = plug.game.sight.plan(plug.box)  # type: ignore[union-attr]
    x, y, width, height = plan.board
    board = [(x + dx * width / 2, y + dy * height / 2) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    straight = [(a * SCALE + 50, b * SCALE + 20) for a, b in board]
    field = field_corners(straight, plan)
    assert field[0] == pytest.approx((50, 20), abs=0.01)
    assert field[2] == pytest.approx((plan.field[0] * SCALE + 50, plan.field[1] * SCALE + 20), abs=0.01)
    aslant = [(100.0, 90.0), (900.0, 60.0), (1000.0, 650.0), (40.0, 600.0)]
    again = board_corners(field_corners(aslant, plan), plan)
    for one, other in zip(again, aslant, strict=True):
        assert one == pytest.approx(other, abs=0.05)
