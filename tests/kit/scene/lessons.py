"""The pictures of a calibration as its owner would take them: an empty one, a start picture, one of each look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.engine.sight import Plan, Spot
from tests.kit.scene.colours import seed_of
from tests.kit.scene.render import render
from tests.kit.scene.tiers import CLEAN
from tests.kit.scene.world import World


@dataclass(frozen=True)
class Lesson:
    """A look and the picture it is taught by, lying in `spot`."""

    look: str
    spot: str
    picture: Any


@dataclass(frozen=True)
class Lessons:
    """All pictures of a calibration. `laid`: what lies where in the start picture; None where no pieces are taught."""

    empty: Any
    start: Any | None
    laid: Mapping[str, str]
    looks: tuple[Lesson, ...]


def lessons(world: World, start: Mapping[str, str] | None = None, attempt: int = 0) -> Lessons:
    """Pictures of a table before play: sharp, evenly lit and with nobody's hands in them, as the wizard asks for.

    `attempt`: another try of the same, as after a picture that was refused.
    """
    calm = at_rest(world)
    laid = dict(start) if start else start_laid(world.plan)
    seed = seed_of("lessons", world.tier.name, world.number, attempt)
    shown = [lesson(world, look.id) for look in world.plan.looks if look.kind != "piece"]
    taught = [one for one in shown if one is not None]
    first = render(calm, laid, seed + 1, ()).picture if laid else None
    return Lessons(render(calm, {}, seed, ()).picture, first, laid, tuple(taught))


def lesson(world: World, look: str, attempt: int = 0) -> Lesson | None:
    """The picture a look is taught by; another `attempt`: taken again, in another of its places. None: it has none."""
    spots = places_for(world.plan, look)
    if not spots:
        return None
    spot = spots[attempt % len(spots)]
    seed = seed_of("lesson", world.tier.name, world.number, look, attempt)
    return Lesson(look, spot.id, render(at_rest(world), {spot.id: look}, seed, ()).picture)


def at_rest(world: World) -> World:
    """The same table while it is calibrated: its camera and lamps, but with care taken."""
    tier = world.tier
    calm = replace(
        tier, name=f"{tier.name}-calm", tilt=(0, min(25, tier.tilt[1])), crop=(-10, -4), shift=3, defocus=(0.5, 1.0),
        motion=(0, 0), noise=(2, min(6, tier.noise[1])), jpeg=(90, 95), exposure=(0.65, 1.0),
        shadows=(0, 0), gloss=(0, 0),
        gradient=min(0.3, tier.gradient), flicker=(0, 0), veil=(0, 0.01), lamp_part=(tier.lamp_part[0], 0.5),
        off_centre=CLEAN.off_centre, leaning=0.0, card_turn=2, card_shift=2, card_slide=0.0, stacked=0.0, foreign={},
    )  # fmt: skip
    return replace(world, tier=calm)


def start_laid(plan: Plan, each: int = 4) -> dict[str, str]:
    """`each` pieces of every colour, spread over the places that may hold them."""
    laid: dict[str, str] = {}
    for look in plan.looks:
        if look.kind != "piece":
            continue
        free = [spot for spot in plan.spots if look.id in spot.labels and spot.id not in laid]
        rng = np.random.default_rng(seed_of("start", look.id))
        for index in rng.permutation(len(free))[:each]:
            laid[free[int(index)].id] = look.id
    return laid


def places_for(plan: Plan, look_id: str) -> list[Spot]:
    """The places where a look can lie, those near the middle of the field first."""
    middle = (plan.field[0] / 2, plan.field[1] / 2)
    spots = [spot for spot in plan.spots if look_id in spot.labels]
    return sorted(spots, key=lambda spot: float(np.hypot(spot.at[0] - middle[0], spot.at[1] - middle[1])))
