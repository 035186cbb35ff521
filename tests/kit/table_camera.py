"""A camera over a rendered table, for the screens: what lies there, and hands in the picture, are said by the test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from threading import Event
from typing import Any

import msgspec

from companion.engine.game import Game
from companion.games import find_game
from companion.vision.calibration import Calibrated
from hardware.camera import Camera
from hardware.camera_source import Source
from tests.kit.fake_camera import QUICK, FakeSource, Plug
from tests.kit.scene import TIERS, World, render, world_of
from tests.kit.scene.lessons import at_rest
from tests.kit.scene.session import calibrate

SPEC = "fake:camera"
WORLD, SEED = 104, 1_000_000


class TableSource(FakeSource):
    """As the plug shows it, as often as a camera does, also where a still is asked for."""

    def read(self) -> Any:
        Event().wait(0.03)
        return super().read()

    def still(self) -> Any:
        if self.plug.hangs_in_still:
            self.plug.freed.wait(20)
        return self.plug.shows()


class TablePlug(Plug):
    """The camera over the table of a game. `lay` says what lies there from now on, by place."""

    def __init__(self, game_id: str = "aton", practice: bool = False) -> None:
        super().__init__()
        self.game: Game[Any] = find_game(game_id)
        self.box = self.game.practice if practice and self.game.practice is not None else self.game.box
        self.world = table_of(game_id, practice)
        self.lay({})

    def shows(self) -> Any:
        return self.picture

    def lay(self, laid: Mapping[str, str], seed: int = SEED) -> None:
        """Let these things lie on the table."""
        self.picture = picture_of(self.game.id, self.box is not self.game.box, tuple(laid.items()), seed)

    def camera(self, limits: Any = QUICK, make: Callable[[], Source] | None = None) -> Camera:
        return Camera(SPEC, make or (lambda: TableSource(self)), name="Table", limits=limits)


@lru_cache(maxsize=8)
def table_of(game_id: str, practice: bool = False) -> World:
    """The table of a game: a camera on its stand, the mat, and its stand-in board."""
    game = find_game(game_id)
    box = game.practice if practice and game.practice is not None else game.box
    assert game.sight is not None
    return at_rest(world_of(game.sight.plan(box), TIERS["clean"], WORLD))


@lru_cache(maxsize=4)
def taught(game_id: str, practice: bool = False) -> Calibrated:
    """All that can be learned of that table, as if its owner had shown everything."""
    return replaced(calibrate(table_of(game_id, practice), game_id), camera=SPEC)


def replaced(calibrated: Calibrated, **changes: Any) -> Calibrated:
    """The same with another struct inside."""
    calibration = msgspec.structs.replace(calibrated.calibration, **changes)
    return msgspec.structs.replace(calibrated, calibration=calibration)


@lru_cache(maxsize=32)
def picture_of(game_id: str, practice: bool, laid: tuple[tuple[str, str], ...], seed: int) -> Any:
    """A picture of that table, BGR uint8 (h, w, 3)."""
    return render(table_of(game_id, practice), dict(laid), seed, ()).picture
