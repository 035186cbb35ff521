"""Calibrating by touch, from the first picture to a table that is read; and what keeps one from going on."""

from __future__ import annotations

import time

import pytest

from companion.games import find_game
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.widgets.dialog import HoldButton
from companion.vision.keeping import load
from tests.kit import inspect
from tests.kit.camera_shots import calibrated, plugged, seen, settle
from tests.kit.desk import Desk
from tests.kit.table_camera import TablePlug, table_of


def opened(app: Desk, step: str, stand_in: bool = True, alone: bool = False, game_id: str = "aton") -> TablePlug:
    """The wizard at a step, over a board that was shown empty where that comes before it."""
    early = step in ("aim", "lens", "empty")
    plug = plugged(app, game_id) if early else calibrated(app, game_id, stand_in)
    CalibrateDraft(app.context, plug.game, stand_in, alone).open(step, first=True)
    app.ui.frames(3)
    return plug


def words(app: Desk) -> str:
    return " ".join(app.screen.say(text) for text, _, _ in app.screen.told)


def test_a_table_is_calibrated_from_the_first_picture_to_the_last(app: Desk) -> None:
    plug = plugged(app)
    app.context.go("camera_game", game=plug.game)
    app.ui.frames(3)
    app.tap("Calibrate")
    app.tap("The printed stand-in board")
    assert app.screen.name == "calibrate_aim" and app.screen.next.kind == "off"
    settle(app, lambda: app.screen.next.kind == "primary")
    assert "8 of 8 markers are found" in words(app)
    app.touch(app.screen.next)
    app.tap("Leave it out")
    assert app.screen.name == "calibrate_empty"
    app.tap("Take the picture")
    settle(app, lambda: app.screen.made is not None)
    app.touch(app.screen.next)
    assert app.screen.name == "calibrate_start"
    plug.lay(app.screen.laid)
    waited(app, plug)
    app.tap("Take the picture")
    settle(app, lambda: app.screen.taken)
    app.touch(app.screen.next)
    assert app.screen.name == "teach"
    look = next(iter(app.screen.rows))
    app.touch(app.screen.rows[look])
    assert app.screen.name == "teach_look"
    plug.lay({app.screen.spot.id: look})
    waited(app, plug)
    app.tap("Take the picture")
    settle(app, lambda: app.screen.learned is not None)
    app.tap("Back to the list")
    assert app.screen.rows[look].note == "1 picture" and app.screen.rows[look].texture is not None
    app.tap("Next")
    assert app.screen.name == "camera_try"
    plug.lay({"space:1.01": "red"})
    waited(app, plug)
    app.tap("Read the table")
    settle(app, lambda: app.screen.sighted is not None)
    assert {one.spot: one.label for one in app.screen.sighted.reading.seen if one.label} == {"space:1.01": "red"}
    assert app.shows("Red disc")
    app.tap("Done")
    assert app.screen.name == "camera_game" and app.shows("The camera knows this table")
    kept = load(app.context.eye.folder(plug.game, True), plug.game.sight.plan(plug.box), "aton")  # type: ignore[union-attr]
    assert set(kept.calibration.colours) == {"red", "blue"} and list(kept.looks) == [look]


def waited(app: Desk, plug: TablePlug) -> None:
    """Until the camera shows what lies there now."""
    now = app.context.eye.device.frame
    settle(app, lambda: app.context.eye.device.frame.number > now.number + 1)


def test_what_is_wrong_keeps_the_key_grey_and_is_told(app: Desk) -> None:
    plug = opened(app, "aim")
    settle(app, lambda: app.screen.next.kind == "primary")
    plug.picture = plug.picture // 12
    settle(app, lambda: app.screen.next.kind == "off")
    app.touch(app.screen.next)
    assert app.screen.name == "calibrate_aim"
    assert any(colour == "warn" for _, _, colour in app.screen.told)


def test_nobody_goes_on_while_a_picture_is_being_taken(app: Desk) -> None:
    opened(app, "empty")
    app.tap("Take the picture")
    settle(app, lambda: app.screen.made is not None)
    app.touch(app.screen.take)
    assert app.screen.next.kind == "off" and not app.screen.next.holdable
    settle(app, lambda: app.screen.next.kind == "primary")
    app.touch(app.screen.next)
    app.touch(app.screen.take)
    assert app.screen.name == "calibrate_start" and app.screen.next.kind == "off"
    app.touch(app.screen.next)
    assert app.screen.name == "calibrate_start"
    settle(app, lambda: app.screen.next.kind != "off")


def test_a_piece_that_lay_on_the_empty_board_is_told_once_the_colours_are_known(app: Desk) -> None:
    plug = opened(app, "empty")
    plug.lay({"space:2.03": "blue"})
    waited(app, plug)
    app.tap("Take the picture")
    settle(app, lambda: app.screen.made is not None)
    app.touch(app.screen.next)
    plug.lay({"space:2.03": "blue", **app.screen.laid})
    waited(app, plug)
    app.touch(app.screen.take)
    settle(app, lambda: app.screen.taken)
    assert "a piece seems to have lain on Space 2.03" in words(app) and app.screen.next.kind == "plain"
    assert inspect.problems() == []


def test_what_was_learned_when_its_step_was_left_stays_learned(app: Desk) -> None:
    plug = opened(app, "empty")
    app.tap("Take the picture")
    settle(app, lambda: app.screen.made is not None)
    draft = app.screen.draft
    app.touch(app.screen.next)
    plug.lay(app.screen.laid)
    waited(app, plug)
    app.touch(app.screen.take)
    deadline = time.monotonic() + 30
    while not load(draft.folder, draft.plan, "aton").calibration.colours and time.monotonic() < deadline:
        time.sleep(0.02)
    # It was written, and the screen is left before it is told.
    app.context.back()
    app.ui.frames(3)
    assert set(draft.calibrated.calibration.colours) == {"red", "blue"}
    assert load(draft.folder, draft.plan, "aton").calibration.colours == draft.calibrated.calibration.colours


def test_the_mat_of_another_game_is_named(app: Desk) -> None:
    plug = opened(app, "aim")
    settle(app, lambda: app.screen.next.kind == "primary")
    plug.picture = TablePlug("egizia").picture
    settle(app, lambda: app.screen.next.kind == "off")
    assert "The mat that lies there is that of Egizia." in words(app)


def test_what_could_only_be_better_is_gone_on_with_by_a_hold(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.engine.text import T
    from companion.vision import calibrating

    opened(app, "aim")
    monkeypatch.setattr(calibrating, "check_light", lambda *_: (None, (T("It is a little dark."),)))
    settle(app, lambda: app.screen.next.holdable)
    assert "It is a little dark." in words(app)
    app.touch(app.screen.next)
    assert app.screen.name == "calibrate_aim"
    assert isinstance(app.screen.next, HoldButton)
    finger = app.ui.down(app.screen.next)
    app.ui.wait(0.8)
    app.ui.up(finger)
    assert app.screen.name == "calibrate_lens"


def test_a_camera_that_is_unplugged_is_told_and_its_picture_comes_back(app: Desk) -> None:
    plug = opened(app, "empty")
    seen(app)
    plug.there = False
    settle(app, lambda: "It was pulled out." in words(app))
    plug.there = True
    settle(app, lambda: "Take everything off the board" in words(app))
    before = app.screen.view.seen
    settle(app, lambda: app.screen.view.seen > before)


def test_a_picture_that_will_not_do_is_told_and_nothing_is_kept(app: Desk) -> None:
    plug = opened(app, "empty")
    plug.picture = plug.picture // 12
    waited(app, plug)
    app.tap("Take the picture")
    settle(app, lambda: app.screen.made is not None)
    assert app.screen.made.why is not None and app.shows("Take the picture")
    assert app.context.eye.known(plug.game) == ()


def test_the_size_that_the_mat_really_has_is_offered(app: Desk) -> None:
    plug = opened(app, "empty")
    wide, high = app.screen.draft.field
    app.screen.draft.field = (wide * 1.3, high)
    app.tap("Take the picture")
    settle(app, lambda: app.screen.made is not None)
    assert app.screen.made.measured == (wide, high)
    app.tap(f"Use {int(wide)} × {int(high)} mm")
    settle(app, lambda: app.screen.draft.fresh)
    assert app.screen.draft.calibrated.calibration.field == (wide, high)
    assert app.context.eye.known(plug.game) != ()


def test_leaving_half_way_keeps_what_was_done(app: Desk) -> None:
    plug = opened(app, "empty")
    app.tap("Take the picture")
    settle(app, lambda: app.screen.made is not None)
    app.context.home()
    app.context.go("camera_game", game=plug.game)
    app.ui.frames(3)
    assert app.screen.rows["start"].note == "to do"
    app.tap("The pieces")
    assert app.screen.name == "calibrate_start" and app.screen.draft.calibrated is not None


def test_the_way_back_leads_through_the_steps(app: Desk) -> None:
    opened(app, "lens")
    app.screen.draft.before("lens")
    assert app.screen.name == "calibrate_aim"
    app.screen.draft.before("aim")
    assert app.screen.name == "home"


def test_only_what_a_board_needs_is_asked(app: Desk) -> None:
    plugged(app)

    def steps(game_id: str, stand_in: bool) -> tuple[str, ...]:
        return CalibrateDraft(app.context, find_game(game_id), stand_in).steps

    assert steps("egizia", False) == ("aim", "lens", "empty", "places", "start", "looks", "try")
    assert steps("egizia", True) == ("aim", "lens", "empty", "start", "looks", "try")
    assert steps("sobek", True) == ("aim", "lens", "empty", "looks", "try"), "Sobek has no pieces"
    assert "places" not in steps("tutankhamen", False), "tiles along a path need no place"


def test_the_lens_is_known_once_enough_pictures_tell_it(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.vision import lens

    measured = lens.Measured(table_of("aton").lens, 0.1, 0.01, 4)
    monkeypatch.setattr(lens, "lens_from", lambda pictures, _: measured)
    opened(app, "lens")
    seen(app)
    for n in range(lens.LEAST_PICTURES):
        assert app.screen.shots.lens is None and app.screen.next.text == "Leave it out"
        app.tap("Take a picture")
        settle(app, lambda n=n: len(app.screen.shots.pictures) > n)
    assert app.screen.next.text == "Next" and "The lens is known" in words(app)
    app.touch(app.screen.next)
    assert app.screen.name == "calibrate_empty" and app.screen.draft.lens is measured.lens


def test_a_picture_without_the_mat_is_no_picture_of_the_lens(app: Desk) -> None:
    plug = opened(app, "lens")
    plug.picture = plug.picture // 12
    waited(app, plug)
    app.tap("Take a picture")
    settle(app, lambda: app.screen.fault is not None)
    assert app.screen.shots.pictures == ()
    app.tap("Leave it out")
    assert app.screen.draft.lens is None
