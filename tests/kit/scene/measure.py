"""Reading what was rendered: one table calibrated, many pictures of it read and scored."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.engine.errors import InputError
from companion.engine.sight import EMPTY
from companion.vision.calibration import Calibrated
from companion.vision.locate import locate
from companion.vision.markers import find_markers
from companion.vision.reader import Reader
from companion.vision.score import Case, Score, Verdict
from companion.vision.truth import Place, Truth
from tests.kit.scene.colours import seed_of
from tests.kit.scene.games import Game
from tests.kit.scene.lessons import lessons
from tests.kit.scene.positions import chance_laid, record_beside
from tests.kit.scene.render import Shot, render
from tests.kit.scene.session import calibrate
from tests.kit.scene.tiers import Tier
from tests.kit.scene.world import Changes, World, world_of

TRIES = 4
"""An owner takes a refused calibration picture again that often."""
NEAR = 12.0
"""Pixels that a marker may be found away from where it is before it counts as a wrong one."""
KEPT = 12
"""Failing pictures kept of each game in each tier."""
WATCHED = ((0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (0.0, 0.5), (0.5, 0.5), (1.0, 0.5), (0.0, 1.0), (0.5, 1.0), (1.0, 1.0),
           (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))  # fmt: skip
"""Where in the field the map is held against the truth."""


@dataclass(frozen=True)
class Table:
    """A calibrated table. `world` is what is read, which a mutation may have changed since it was calibrated."""

    game: Game
    world: World
    calibrated: Calibrated
    reader: Reader


def table_of(game: Game, tier: Tier, number: int) -> Table:
    """Set a table up and calibrate it."""
    world = world_of(game.plan, tier, number)
    for attempt in range(TRIES):
        try:
            calibrated = calibrate(world, game.id, lessons(world, attempt=attempt))
            break
        except InputError:
            if attempt == TRIES - 1:
                raise
    return Table(game, world, calibrated, Reader(game.id, game.plan, calibrated, game.counts))


def changed(table: Table, changes: Changes) -> Table:
    """The table after something came over it that its calibration does not know."""
    return replace(table, world=world_of(table.game.plan, table.world.tier, table.world.number, changes))


def shot_of(table: Table, seed: int) -> tuple[Shot, Truth]:
    """Picture `seed` of a table, what is laid on it drawn from the seed too, with its truth."""
    rng = np.random.default_rng(seed_of("laid", seed))
    laid = chance_laid(table.game.plan, table.game.counts, rng)
    shot = render(table.world, laid, seed)
    return shot, truth_of(shot, table.game, record_beside(table.game.plan, laid, rng))


def truth_of(shot: Shot, game: Game, wrong: Mapping[str, str] | None = None) -> Truth:
    """The truth of a picture. `wrong`: what a record expects instead, in some places."""
    where = {lay.spot: (float(lay.at[0]), float(lay.at[1]), float(lay.at[2]), float(lay.at[3])) for lay in shot.lays}
    tiles = {spot.id for spot in game.plan.spots if spot.kind == "tile"}
    places = {
        spot: Place(label, round(float(shot.visible[spot]), 3), where.get(spot) if spot in tiles else None)
        for spot, label in shot.labels.items()
        if label != EMPTY or shot.visible[spot] < 1
    }
    mm = np.array(WATCHED) * game.plan.field
    points = tuple((*map(float, at), *map(float, px)) for at, px in zip(mm, shot.to_px(mm), strict=True))
    return Truth(game=game.id, places=places, markers=shot.markers, points=points, expected=dict(wrong or {}))


def case_of(table: Table, shot: Shot, truth: Truth) -> Case:
    """Read a picture, and look at the map and the markers by themselves. The time is that of the thread on its core:
    other processes may run beside it."""
    started = time.thread_time()
    reading = table.reader.read(shot.picture)
    took = (time.thread_time() - started) * 1000
    located = locate(shot.picture, table.world.mat, table.calibrated.calibration)
    off: tuple[float, ...] = ()
    if located.pose is not None:
        points = np.array(truth.points)
        off = tuple(float(v) for v in np.hypot(*(located.pose.to_mm(points[:, 2:]) - points[:, :2]).T))
    return Case(
        truth=truth, reading=reading, off=off, wrong_markers=wrong_markers(shot, table.world, located.found),
        located=located.pose is not None, ms=took if shot.picture.shape[:2] == (720, 1280) else None,
    )  # fmt: skip


def wrong_markers(shot: Shot, world: World, found: Sequence[Any]) -> int:
    """How many markers were found where none of that id is."""
    wrong = 0
    for one in found:
        marker = world.mat.marker(one.id)
        wrong += marker is None or float(np.abs(shot.to_px(marker.corners()) - one.corners).max()) > NEAR
    return wrong


def false_markers(picture: Any) -> int:
    """How many markers are found in a picture that has none, by both searches."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return len(find_markers(grey)) + len(find_markers(grey, careful=True))


def measure(table: Table, seeds: Sequence[int], keep: Path | None = None) -> Score:
    """Read many pictures of a table; pictures that were wrongly read and not asked about are kept in `keep`."""
    score = Score()
    for seed in seeds:
        shot, truth = shot_of(table, seed)
        case = case_of(table, shot, truth)
        verdict = score.add(table.game.plan, case)
        if keep is not None and verdict.failed:
            _keep(keep, table.game.id, seed, shot, case, verdict)
    return score


def seeds_of(tier: str, seeds: range, number: int, worlds: int, reads: int) -> Iterator[int]:
    """The seeds of table `number` of `worlds`, so that all tables together take the first `reads`."""
    yield from seeds[number:reads:worlds]


def at_720(tier: Tier) -> Tier:
    """The tier as a camera of 1280 × 720 has it, however small the field is in its picture."""
    return replace(tier, least_scale=0.0)


def _keep(folder: Path, game_id: str, seed: int, shot: Shot, case: Case, verdict: Verdict) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if len(list(folder.glob(f"{game_id}-*.png"))) >= KEPT:
        return
    name = f"{game_id}-{seed}"
    cv2.imwrite(str(folder / f"{name}.png"), shot.picture)
    (folder / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(case.truth)))
    told: dict[str, Any] = {"verdict": verdict, "reading": case.reading}
    (folder / f"{name}.reading").write_bytes(msgspec.json.format(msgspec.json.encode(told)))
