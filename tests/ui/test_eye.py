"""The camera of the running app: why it can't read, what it reads, what it never shows, and that nothing waits."""

from __future__ import annotations

import shutil
import time
from typing import Any

import pytest

from companion.ui.eye import FAILED, Sighted
from companion.vision.keeping import FILE, save
from hardware.camera import Limits
from tests.kit.camera_shots import plugged, settle
from tests.kit.desk import Desk
from tests.kit.table_camera import TablePlug, taught

LAID = {"space:1.01": "red", "space:2.06": "blue", "cartouche:red:1": "card:red:1"}


def table_with_camera(app: Desk) -> TablePlug:
    """A camera that knows the table of Aton."""
    plug = plugged(app)
    save(app.context.eye.folder(plug.game, True), taught("aton"))
    app.context.eye.forget()
    return plug


def looked(app: Desk, plug: TablePlug, **more: Any) -> Sighted:
    found: list[Sighted] = []
    app.context.eye.look(plug.game, plug.box, found.append, **more)
    assert found == [], "the screen was kept waiting"
    settle(app, lambda: found)
    assert len(found) == 1
    return found[0]


def words(app: Desk, text: Any) -> str:
    return "" if text is None else str(app.context.say(text))


def test_without_a_camera_it_says_where_to_choose_one(app: Desk) -> None:
    plug = TablePlug()
    assert "Devices" in words(app, app.context.eye.can(plug.game))
    reading = looked(app, plug).reading
    assert reading.seen == () and "Devices" in words(app, reading.trouble)


def test_a_camera_that_is_not_ready_tells_what_is_wrong_with_it(app: Desk) -> None:
    plug = plugged(app)
    plug.there = False
    settle(app, lambda: app.context.eye.device.state == "lost")
    assert words(app, app.context.eye.can(plug.game)) == "It was pulled out."
    assert words(app, looked(app, plug).reading.trouble) == "It was pulled out."


def test_a_table_that_was_not_calibrated_is_named(app: Desk) -> None:
    plug = plugged(app)
    assert words(app, app.context.eye.can(plug.game)).startswith("The camera does not know the table of Aton")


def test_a_damaged_calibration_is_told_with_the_remedy_and_its_file_on_the_page_of_the_game(app: Desk) -> None:
    plug = table_with_camera(app)
    file = app.context.eye.folder(plug.game, True) / FILE
    assert app.context.eye.can(plug.game) is None
    file.write_text("{}", encoding="utf-8")
    app.context.eye.forget()
    assert words(app, app.context.eye.can(plug.game)).endswith("of Aton can't be used. Calibrate it anew.")
    app.context.go("camera_game", game=plug.game)
    app.ui.frames(3)
    assert app.shows(FILE) and app.shows("Calibrate anew")
    assert looked(app, plug).reading.trouble is not None


def test_the_board_that_was_calibrated_last_counts(app: Desk) -> None:
    plug = table_with_camera(app)
    eye = app.context.eye
    time.sleep(0.02)
    save(eye.folder(plug.game, False), taught("aton"))
    assert eye.known(plug.game) == (eye.folder(plug.game, False), eye.folder(plug.game, True))


def test_what_lies_on_the_table_is_read(app: Desk) -> None:
    plug = table_with_camera(app)
    plug.lay(LAID)
    settle(app, lambda: app.context.eye.device.frame is not None)
    sighted = looked(app, plug)
    assert sighted.reading.trouble is None
    assert {seen.spot: seen.label for seen in sighted.reading.seen if seen.label} == LAID
    crop = sighted.crop("space:1.01")
    assert crop is not None and crop[..., 2].mean() > crop[..., 0].mean() + 20, "a red disc is in its picture"
    assert sighted.crop("nowhere") is None


def test_what_must_not_be_seen_is_neither_read_nor_in_the_picture(app: Desk) -> None:
    plug = table_with_camera(app)
    plug.lay(LAID)
    hidden = frozenset({"cartouche:red:1"})
    sighted = looked(app, plug, unseen=hidden)
    assert sighted.reading.of("cartouche:red:1") is None
    assert int(sighted.crop("cartouche:red:1").max()) == 0
    assert sighted.reading.of("space:1.01").label == "red"  # type: ignore[union-attr]


def test_an_answer_that_nobody_waits_for_is_handed_to_nobody(app: Desk) -> None:
    plug = table_with_camera(app)
    first: list[Sighted] = []
    second: list[Sighted] = []
    eye = app.context.eye
    eye.look(plug.game, plug.box, first.append)
    assert eye.busy
    eye.look(plug.game, plug.box, second.append)
    settle(app, lambda: second)
    assert first == [] and not eye.busy
    eye.look(plug.game, plug.box, first.append)
    eye.drop()
    assert not eye.busy
    eye.look(plug.game, plug.box, second.append)
    settle(app, lambda: len(second) == 2)
    assert first == []


def test_a_reader_that_fails_is_a_sentence(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.vision.reader import Reader

    plug = table_with_camera(app)

    def fail(*_: Any) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(Reader, "look", fail)
    assert looked(app, plug).reading.trouble == FAILED


def test_a_camera_that_hangs_while_it_takes_the_picture_is_given_up(app: Desk) -> None:
    plug = table_with_camera(app)
    app.context.devices.hub.add(plug.camera(Limits(still=0.2, waits=(0.05,))))
    settle(app, lambda: app.context.eye.away() is None)
    plug.hangs_in_still = True
    try:
        assert "does not answer" in words(app, looked(app, plug).reading.trouble)
    finally:
        plug.freed.set()


def test_the_table_is_read_when_it_comes_to_rest(app: Desk) -> None:
    plug = table_with_camera(app)
    found: list[Sighted] = []
    eye = app.context.eye
    assert eye.follow(plug.game, plug.box, found.append) is None and eye.follows
    settle(app, lambda: found)
    assert {seen.spot for seen in found[0].reading.seen if seen.label} == set()
    plug.lay(LAID)
    settle(app, lambda: len(found) == 2)
    assert found[1].reading.of("space:1.01").label == "red"  # type: ignore[union-attr]
    assert found[1].crop("space:1.01") is not None
    eye.stop()
    plug.lay({})
    app.ui.frames(5)
    assert len(found) == 2 and not eye.follows


def test_what_became_hidden_while_it_was_read_is_told_to_nobody(app: Desk) -> None:
    plug = table_with_camera(app)
    plug.lay(LAID)
    found: list[Sighted] = []
    hidden: set[str] = set()
    eye = app.context.eye
    eye.follow(plug.game, plug.box, found.append, unseen=lambda: frozenset(hidden))
    settle(app, lambda: found)
    assert found[0].reading.of("cartouche:red:1") is not None
    hidden.add("cartouche:red:1")
    eye._following._hand(found[0], frozenset())
    assert len(found) == 1
    # It is read anew at once, without that.
    settle(app, lambda: len(found) == 2)
    assert found[1].reading.of("cartouche:red:1") is None
    eye.stop()


def test_a_calibration_that_is_gone_is_not_read_from_memory(app: Desk) -> None:
    plug = table_with_camera(app)
    assert app.context.eye.can(plug.game) is None
    shutil.rmtree(app.context.eye.folder(plug.game, True))
    assert app.context.eye.can(plug.game) is not None
