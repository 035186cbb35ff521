"""A table calibrated as its owner would: by the product itself, from the pictures of `lessons`."""

from __future__ import annotations

from companion.vision.teach import teach_look, teach_pieces

from companion.vision.calibrating import begin
from companion.vision.calibration import Calibrated
from tests.kit.scene.lessons import Lessons, lessons
from tests.kit.scene.world import World


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
    for lesson in taught.looks:
        calibrated = teach_look(calibrated, world.plan, lesson.look, lesson.picture, lesson.spot)
    return calibrated
