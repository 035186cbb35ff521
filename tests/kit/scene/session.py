"""A table calibrated as its owner would: by the product itself, from the pictures of `lessons`."""

from __future__ import annotations

from companion.engine.errors import InputError
from companion.vision.calibrating import begin
from companion.vision.calibration import Calibrated
from companion.vision.teach import teach_look, teach_pieces
from tests.kit.scene.lessons import Lesson, Lessons, lesson, lessons
from tests.kit.scene.world import World

RETAKES = 3
"""An owner takes a refused picture of a look again that often."""


def calibrate(world: World, game: str = "trial", taught: Lessons | None = None) -> Calibrated:
    """The calibration of a table. Raises InputError if the product refuses one of its pictures."""
    taught = taught or lessons(world)
    lens = world.lens if world.lens_known else None
    made = "2026-01-01T00:00:00Z"
    stand_in = not world.plan.known
    begun = begin(taught.empty, world.plan, game=game, camera="scene", made=made, stand_in=stand_in, lens=lens)
    calibrated = begun.calibrated
    if taught.start is not None:
        calibrated = teach_pieces(calibrated, world.plan, taught.start, taught.laid)
    for shown in taught.looks:
        calibrated = _taught(calibrated, world, shown)
    return calibrated


def _taught(calibrated: Calibrated, world: World, shown: Lesson) -> Calibrated:
    """One look taught; a picture that is refused is taken again in another place, and a twin is taken all the same."""
    attempt = 0
    again: Lesson | None = shown
    while again is not None:
        try:
            last = attempt == RETAKES
            return teach_look(calibrated, world.plan, again.look, again.picture, again.spot, anyway=last)
        except InputError:
            attempt += 1
            if attempt > RETAKES:
                raise
            again = lesson(world, shown.look, attempt)
    return calibrated
