"""One table: a camera on its stand, one box of one print run, its mat. What differs between shots is not here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from companion.engine.sight import BACK, Plan, Spot
from companion.vision.calibration import Lens
from companion.vision.mat import Mat, mat_of
from tests.kit.scene.art import back_art, card_art
from tests.kit.scene.camera import Optics, fitted
from tests.kit.scene.colours import Rgb, seed_of, wood
from tests.kit.scene.flat import print_flat
from tests.kit.scene.tiers import Tier

SIZES = ((1280, 720), (1600, 900), (1920, 1080), (2304, 1296))
"""Picture sizes of the cameras; a table gets the smallest that shows enough of it."""


@dataclass(frozen=True)
class Changes:
    """What a mutation of the kit changes about the world, to show that the score notices.

    `swap`: two looks that trade their colours after calibration. `shift`: the board lies that many mm aside of where
    it was calibrated. `patches`: whether the mat has any.
    """

    swap: tuple[str, str] | None = None
    shift: float = 0.0
    patches: bool = True


@dataclass
class World:
    """A table. `woods`: the colour of each piece. Sizes in mm; `lens_known`: whether its lens was calibrated."""

    plan: Plan
    mat: Mat
    tier: Tier
    number: int
    optics: Optics
    lens_known: bool
    woods: dict[str, Rgb]
    piece_part: float
    piece_height: float
    card_part: float
    print: Any
    _arts: dict[tuple[str, tuple[float, float]], Any] = field(default_factory=dict)

    @property
    def lens(self) -> Lens:
        """The lens as a calibration would have it."""
        optics = self.optics
        return Lens(optics.size, (optics.focal, optics.focal), optics.centre, (optics.k1, 0.0, 0.0, 0.0, 0.0))

    def art(self, label: str, size: tuple[float, float]) -> Any:
        """The picture of a card, tile or cover of this label, upright."""
        if (label, size) not in self._arts:
            look = self.plan.look(label)
            self._arts[label, size] = (
                card_art(look, size, self.number) if look is not None else back_art(size, self.number)
            )
            if look is None and label != BACK:
                raise ValueError(f"the plan has no look {label!r}")
        return self._arts[label, size]

    def card_size(self, spot: Spot) -> tuple[float, float]:
        """Width and height (upright) of what lies in a place."""
        wide, high = spot.at[2:] if spot.turned % 2 == 0 else spot.at[2:][::-1]
        part = 1.0 if spot.kind == "cover" else self.card_part
        return (round(wide * part, 1), round(high * part, 1))

    def radius(self, spot: Spot) -> float:
        """The radius of a piece that lies in a place."""
        return self.piece_part * min(spot.at[2:]) / 2


def outermost(mat: Mat) -> Any:
    """The outer corners of the corner markers: what a picture should show."""
    return np.array([corner for marker in mat.markers for corner in marker.corners()])


def world_of(plan: Plan, tier: Tier, number: int, changes: Changes | None = None) -> World:
    """Table `number` of a tier: the same for the same arguments."""
    changes = changes or Changes()
    mat = mat_of(plan)
    rng = np.random.default_rng(seed_of("world", tier.name, number, plan.mat))
    focal, bend = float(rng.uniform(*tier.focal)), float(rng.uniform(-tier.k1, tier.k1))
    off = [float(part) for part in rng.normal(0, 0.006, 2)]
    for size in SIZES:
        centre = ((0.5 + off[0]) * size[0], (0.5 + off[1]) * size[1])
        optics = Optics(size, focal * size[0], centre, bend)
        view = fitted(
            optics, outermost(mat), 6, sum(tier.tilt) / 2, 90, tier.yaw / 2 if len(tier.turns) < 4 else 45, (0, 0)
        )
        if view.scale((mat.field[0] / 2, mat.field[1] / 2)) >= tier.least_scale:
            break
    woods = {look.id: wood(look.id, rng) for look in plan.looks if look.kind == "piece"}
    piece_part, piece_height = rng.uniform(*tier.piece_part), rng.uniform(*tier.piece_height)
    card_part = 1.0 if plan.known else rng.uniform(0.9, 1.0)
    ink = np.random.default_rng(seed_of("ink", tier.name, number, plan.mat))
    flat = print_flat(plan, mat, ink, tier.print_jitter, changes.patches, changes.shift)
    if changes.swap is not None:
        one, two = changes.swap
        woods[one], woods[two] = woods[two], woods[one]
    return World(
        plan, mat, tier, number, optics, bool(number % 2 == 0), woods, piece_part, piece_height, card_part, flat
    )  # fmt: skip
