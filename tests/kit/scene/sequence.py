"""Moving pictures of a table: somebody reaches in and moves a piece, something is bumped, a lamp is switched on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from tests.kit.scene.colours import seed_of
from tests.kit.scene.foreign import Thing, hand
from tests.kit.scene.render import Exposed, Lay, Setting, Shot, exposed, setting_of
from tests.kit.scene.world import World

Script = Literal["move", "camera bump", "mat bump", "lamp", "drift", "still"]
RATE = 10
"""Pictures a second."""
REST, REACH = 10, 8
"""Pictures at rest before and after, and while the hand comes or goes."""


@dataclass(frozen=True)
class Frame:
    """One picture of a sequence. `at`: seconds. `moving`: something moves, or a hand is over the table.

    `laid`: what lies where. `shot.labels` and `shot.visible` tell each place.
    """

    number: int
    at: float
    shot: Shot
    moving: bool
    laid: Mapping[str, str]


def sequence(
    world: World, before: Mapping[str, str], after: Mapping[str, str], seed: int, script: Script = "move"
) -> Iterator[Frame]:
    """The pictures of a script, in order, the same for the same seed. `move`: `before` becomes `after` under a hand,
    at the place that differs; the other scripts leave `before` as it is."""
    rng = np.random.default_rng(seed_of("sequence", world.tier.name, script, seed))
    first = _steady(setting_of(world, before, seed, ()))
    steps = _moved(world, first, before, after, seed, rng) if script == "move" else _bumped(world, first, rng, script)
    shown: Setting | None = None
    light: Exposed | None = None
    for number, (setting, moving, laid) in enumerate(steps):
        now = before if laid is None else laid
        if light is None or setting is not shown:
            shown, light = setting, exposed(world, now, setting)
        # Each picture has noise of its own; the rest of the light stays.
        yield Frame(number, number / RATE, light.taken(number + 1), moving, now)


def _steady(setting: Setting) -> Setting:
    """A camera on its stand has no motion of its own."""
    return replace(setting, exposure=replace(setting.exposure, motion=0.0))


Step = tuple[Setting, bool, Mapping[str, str] | None]


def _moved(
    world: World, first: Setting, before: Mapping[str, str], after: Mapping[str, str], seed: int,
    rng: np.random.Generator,
) -> Iterator[Step]:  # fmt: skip
    differ = [spot for spot in world.plan.spots if before.get(spot.id, "") != after.get(spot.id, "")]
    at = differ[0].at[:2] if differ else (world.mat.field[0] / 2, world.mat.field[1] / 2)
    arm = hand(world, rng, at)
    # Everything that is not moved lies as it lay: only the places that differ are drawn anew.
    changed = {spot.id for spot in differ}
    later = setting_of(world, after, seed + 1, ()).lays
    kept: tuple[Lay, ...] = tuple(lay for lay in first.lays if lay.spot not in changed)
    second = replace(first, lays=kept + tuple(lay for lay in later if lay.spot in changed))
    for _ in range(REST):
        yield first, False, before
    for step in range(REACH):
        yield replace(first, things=(_reached(arm, 1 - (step + 1) / REACH),)), True, before
    for step in range(REACH):
        yield replace(second, things=(_reached(arm, (step + 1) / REACH),)), True, after
    for _ in range(2 * REST):
        yield second, False, after


def _reached(arm: Thing, away: float) -> Thing:
    """The arm drawn back by a part of its way in."""
    turned = np.radians(arm.angle)
    x, y = np.array(arm.at) + 700 * away * np.array([np.cos(turned), np.sin(turned)])
    return replace(arm, at=(float(x), float(y)))


def _bumped(world: World, first: Setting, rng: np.random.Generator, script: str) -> Iterator[Step]:
    for _ in range(REST):
        yield first, False, None
    if script in ("camera bump", "mat bump"):
        push = np.append(rng.uniform(6, 14, 2) * rng.choice([-1, 1], 2), 0.0)
        turn = rng.uniform(0.6, 2.0) * rng.choice([-1, 1])
        # A camera that is pushed and a mat that is pulled look alike but for what lies beyond the mat.
        for part in (0.3, 0.7, 1.1, 1.0):
            yield replace(first, view=first.view.moved(push * part, turn * part)), part != 1.0, None
        last = replace(first, view=first.view.moved(push, turn))
    elif script == "lamp":
        gains = np.array(first.exposure.gains) * rng.uniform(1.4, 1.8) * np.array([0.85, 1.0, 1.12])
        last = replace(first, exposure=replace(first.exposure, gains=tuple(map(float, gains))))
    elif script == "drift":
        for step in range(3 * REST):
            gains = np.array(first.exposure.gains) * (1 + 0.25 * (step + 1) / (3 * REST))
            last = replace(first, exposure=replace(first.exposure, gains=tuple(map(float, gains))))
            yield last, False, None
    else:
        last = first
    for _ in range(2 * REST):
        yield last, False, None
