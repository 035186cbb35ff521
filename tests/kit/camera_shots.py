"""Pictures of the camera's screens: its pages, every step of calibrating, teaching, and what it read."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from companion.ui.calibrate_draft import CalibrateDraft
from companion.vision.calibrating import begin
from companion.vision.keeping import save
from hardware.camera import CAMERA
from tests.kit.desk import Desk
from tests.kit.table_camera import SPEC, TablePlug

Show = Callable[[Desk], None]
PATIENCE_S = 30.0


def settle(table: Any, condition: Callable[[], Any]) -> None:
    """Let frames pass until the camera's threads have come so far."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "the camera's threads take too long"
        table.ui.frames(1)
        time.sleep(0.005)
    table.ui.frames(2)


def plugged(table: Desk, game_id: str = "aton", practice: bool = False) -> TablePlug:
    """Set a camera up over the table of a game, and wait for its first picture."""
    plug = TablePlug(game_id, practice)
    table.context.keep(camera=SPEC)
    table.context.devices.hub.add(plug.camera())
    settle(table, lambda: table.context.eye.away() is None)
    return plug


@cache
def _calibrated(game_id: str, stand_in: bool, practice: bool) -> Any:
    plug = TablePlug(game_id, practice)
    plan = plug.game.sight.plan(plug.box)  # type: ignore[union-attr]
    made = "2026-11-12T20:14:00Z"
    return begin(plug.picture, plan, game=game_id, camera=SPEC, made=made, stand_in=stand_in).calibrated


def calibrated(table: Desk, game_id: str = "aton", stand_in: bool = True, practice: bool = False) -> TablePlug:
    """Set a camera up whose empty board was shown already."""
    plug = plugged(table, game_id, practice)
    folder = table.context.eye.folder(plug.game, stand_in)
    save(folder, _calibrated(game_id, stand_in, practice))
    table.context.eye.forget()
    return plug


def unplugged(table: Desk) -> None:
    """Take the camera away, and what it learned."""
    import shutil

    table.context.devices.hub.remove(CAMERA)
    table.context.keep(camera="")
    shutil.rmtree(table.context.stage.data / "cameras", ignore_errors=True)
    table.context.eye.forget()


def seen(table: Desk) -> None:
    """Wait for a live picture on the screen that is shown."""
    settle(table, lambda: table.screen.view.seen > 0)


def step(name: str, game_id: str = "aton", stand_in: bool = True, more: Show | None = None) -> Show:
    """A step of the wizard, with the board calibrated where that comes before it."""

    def show(table: Desk) -> None:
        unplugged(table)
        plug = (plugged if name in ("aim", "lens", "empty") else calibrated)(table, game_id)
        if name not in ("aim", "lens", "empty") and not stand_in:
            calibrated(table, game_id, stand_in=False)
        draft = CalibrateDraft(table.context, plug.game, stand_in)
        draft.open(name, first=True)
        table.ui.frames(3)
        if hasattr(table.screen, "view") and name not in ("start",):
            seen(table)
        if more is not None:
            more(table)

    return show


def page(name: str, plug: Callable[[Desk], TablePlug] = plugged, **args: Any) -> Show:
    """A page of the camera."""

    def show(table: Desk) -> None:
        unplugged(table)
        there = plug(table)
        more = dict.fromkeys(args, there.game)
        table.context.go(name, **more)
        table.ui.frames(3)
        if hasattr(table.screen, "view"):
            seen(table)

    return show


def taken(table: Desk) -> None:
    """The empty board was just shown."""
    table.screen.shoot()
    settle(table, lambda: table.screen.made is not None)


def tapped(table: Desk) -> None:
    """Two places of a group are tapped in."""
    from companion.vision.calibration import SCALE

    screen = table.screen
    picture = screen.draft.calibrated.empty
    for spot in screen.spots[:2]:
        point = (spot.at[0] * SCALE / picture.shape[1], spot.at[1] * SCALE / picture.shape[0])
        for phase in ("down", "up"):
            screen.pointed(phase, point)
    table.ui.frames(2)


def covered(table: Desk) -> None:
    """Some markers can't be seen."""
    plug_picture = table.context.eye.device.frame.picture.copy()
    plug_picture[:, : plug_picture.shape[1] // 2] //= 8
    table.context.eye.device.make().plug.picture = plug_picture
    before = table.screen.view.seen
    settle(table, lambda: table.screen.view.seen > before + 1)


def look(table: Desk) -> None:
    """One card is about to be shown."""
    draft = table.screen.draft
    table.context.go("teach_look", draft=draft, look=next(iter(draft.looks)))
    table.ui.frames(3)
    seen(table)


def read(table: Desk) -> None:
    """The table was read."""
    table.screen.look_once()
    settle(table, lambda: table.screen.sighted is not None)


def after(then: Show) -> Show:
    """Home, after something was cleared away."""

    def show(table: Desk) -> None:
        then(table)
        table.context.home()

    return show


def camera_shots() -> Iterator[tuple[str, Show]]:
    """Every picture: its name, and what opens it from Home."""
    yield "camera-none", lambda table: (unplugged(table), table.context.go("camera"))[0]
    yield "cameras", page("cameras")
    yield "camera-page", page("camera")
    yield "camera-test", page("camera_test")
    yield "camera-game-new", page("camera_game", game=None)
    yield "camera-game", page("camera_game", calibrated, game=None)
    yield "camera-which-board", page("calibrate", game=None)
    yield "camera-aim", step("aim")
    yield "camera-aim-covered", step("aim", more=covered)
    yield "camera-lens", step("lens")
    yield "camera-empty", step("empty")
    yield "camera-empty-taken", step("empty", more=taken)
    yield "camera-corners", page_corners
    yield "camera-places", step("places", "egizia", stand_in=False)
    yield "camera-places-tapped", step("places", "egizia", stand_in=False, more=tapped)
    yield "camera-start", step("start")
    yield "camera-start-egizia", step("start", "egizia")
    yield "camera-looks", step("looks")
    yield "camera-look", step("looks", more=look)
    yield "camera-try", step("try")
    yield "camera-try-read", step("try", more=read)
    yield "camera-gone", after(unplugged)


def page_corners(table: Desk) -> None:
    """The corners, set by hand."""
    unplugged(table)
    plug = plugged(table)
    table.context.go("calibrate_corners", draft=CalibrateDraft(table.context, plug.game, True))
    settle(table, lambda: table.screen.picture is not None)
