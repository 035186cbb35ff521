"""A picture of a table with what really lies there: `render` makes a `Shot` from a world, what is laid and a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from companion.engine.sight import BACK, EMPTY, At, Spot
from companion.vision.mat import CELLS, MARKER
from tests.kit.scene.camera import View, fitted, straightened
from tests.kit.scene.canvas import HALF, Canvas, Cylinder, Lamp, cast_cylinder, draw_cylinder
from tests.kit.scene.colours import seed_of
from tests.kit.scene.flat import lay_flat, texture_matrix
from tests.kit.scene.foreign import Thing, draw_things, things_of
from tests.kit.scene.light import Exposure, expose, gains_of, stored
from tests.kit.scene.world import World, outermost

GRID = np.stack(np.meshgrid(np.linspace(-0.42, 0.42, 7), np.linspace(-0.42, 0.42, 7)), axis=-1).reshape(-1, 2)
"""Where in a place it is looked whether it can be seen, as parts of its size."""


@dataclass(frozen=True)
class Lay:
    """One thing that lies on the table: in which place, what, where (mm), how turned (degrees) and leaning."""

    spot: str
    label: str
    kind: str
    at: At
    angle: float = 0.0
    lean: tuple[float, float] = (0.0, 0.0)
    height: float = 0.0


@dataclass(frozen=True)
class Setting:
    """All that one picture is made of beside the world: things, camera, lamps, exposure."""

    lays: tuple[Lay, ...]
    view: View
    lamps: tuple[Lamp, ...]
    exposure: Exposure
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True)
class Shot:
    """A picture and its truth. `labels`: what lies in each place; `visible`: the part of it that can be seen.

    `markers`: ids of the markers that lie wholly in the picture, uncovered. `lays`: where each thing lies.
    """

    picture: Any
    labels: Mapping[str, str]
    visible: Mapping[str, float]
    markers: tuple[int, ...]
    setting: Setting
    lays: tuple[Lay, ...] = field(default=())

    def to_px(self, points: Any) -> Any:
        """Points (n, 2) mm of the table: their px."""
        return self.setting.view.to_px(points)


@dataclass(frozen=True)
class Exposed:
    """A shot before the sensor's noise: what does not change from one picture of a table at rest to the next."""

    screen: Any
    labels: Mapping[str, str]
    visible: Mapping[str, float]
    markers: tuple[int, ...]
    setting: Setting

    def taken(self, grain: int) -> Shot:
        """The picture with the noise of this grain."""
        setting = replace(self.setting, exposure=replace(self.setting.exposure, grain=grain))
        picture = stored(self.screen, setting.exposure)
        return Shot(picture, self.labels, self.visible, self.markers, setting, setting.lays)


def render(world: World, laid: Mapping[str, str], seed: int, things: tuple[Thing, ...] | None = None) -> Shot:
    """A picture of `laid` (label by place; places left out are empty), all else drawn from the tier by `seed`.

    `things`: foreign things to lay over it instead of those the tier draws (an empty tuple: none).
    """
    return shoot(world, laid, setting_of(world, laid, seed, things))


def setting_of(world: World, laid: Mapping[str, str], seed: int, things: tuple[Thing, ...] | None = None) -> Setting:
    """What `render` draws a picture from."""
    rng = np.random.default_rng(seed_of("shot", world.tier.name, seed))
    view = _view(world, rng)
    lamps = _lamps(world, rng)
    exposure = _exposure(world, rng, seed)
    lays = lays_of(world, laid, rng)
    if things is None:
        things = things_of(world, rng)
    return Setting(lays, view, lamps, exposure, things)


def shoot(world: World, laid: Mapping[str, str], setting: Setting) -> Shot:
    """The picture of a setting."""
    return exposed(world, laid, setting).taken(setting.exposure.grain)


def exposed(world: World, laid: Mapping[str, str], setting: Setting) -> Exposed:
    """A setting as it falls on the sensor, to take one picture of it or many."""
    view = setting.view
    flat = _flat(world, setting)
    paint = _seen_flat(world, flat, view)
    canvas = Canvas(paint, view, setting.lamps)
    pieces = [lay for lay in setting.lays if lay.kind == "piece"]
    bodies = [(_body(world, lay), lay, index + 1) for index, lay in enumerate(pieces)]
    bodies.sort(key=lambda entry: -float(np.hypot(*(np.array(entry[0].at) - view.place[:2]))))
    for body, _, _ in bodies:
        cast_cylinder(canvas, body)
    for body, lay, owner in bodies:
        draw_cylinder(canvas, body, world.woods[lay.label], owner)
    draw_things(canvas, setting.things)
    screen = expose(canvas, setting.exposure)
    owners = {lay.spot: (owner, body) for body, lay, owner in bodies}
    labels = {spot.id: laid.get(spot.id, EMPTY) for spot in world.plan.spots}
    visible = {spot.id: _visible(world, setting, canvas, spot, owners) for spot in world.plan.spots}
    return Exposed(screen, labels, visible, _markers(world, canvas), setting)


def lays_of(world: World, laid: Mapping[str, str], rng: np.random.Generator) -> tuple[Lay, ...]:
    """Where the things lie: off the middle, turned, leaning, as the tier allows; pieces never within each other."""
    tier = world.tier
    lays: list[Lay] = []
    for order in ("cover", "card", "tile", "piece"):
        for spot in world.plan.spots:
            label = laid.get(spot.id, EMPTY)
            if spot.kind != order or label == EMPTY:
                continue
            x, y = spot.at[:2]
            if order == "piece":
                reach = tier.off_centre * min(spot.at[2:]) * rng.random() ** 0.7
                way = rng.uniform(0, 2 * np.pi)
                lean = (0.0, 0.0)
                if rng.random() < tier.leaning:
                    lean = tuple(np.tan(np.radians(rng.uniform(8, 24))) * np.array([np.cos(way), np.sin(way)]))
                side = 2 * world.radius(spot)
                at = (x + reach * np.cos(way), y + reach * np.sin(way), side, side)
                lays.append(Lay(spot.id, label, order, at, 0.0, lean, world.piece_height))
                continue
            wide, high = world.card_size(spot)
            loose = 0.25 if order == "cover" else 1.0
            shift = rng.uniform(-1, 1, 2) * tier.card_shift * loose
            if order != "cover" and rng.random() < tier.card_slide:
                shift[int(rng.integers(2))] += rng.choice([-1, 1]) * 0.3 * min(wide, high)
            turn = 90.0 * spot.turned + rng.uniform(-1, 1) * tier.card_turn * loose
            if order != "cover" and rng.random() < tier.stacked:
                lays.append(Lay(f"{spot.id}~under", label if rng.random() < 0.5 else BACK, order,
                                (x + shift[0] + rng.uniform(-3, 3), y + shift[1] + rng.uniform(-3, 3), wide, high),
                                turn + rng.uniform(-4, 4)))  # fmt: skip
            lays.append(Lay(spot.id, label, order, (x + shift[0], y + shift[1], wide, high), turn))
    return tuple(_apart(lays))


def _apart(lays: list[Lay]) -> list[Lay]:
    """Push pieces that would stand in each other apart, so that they touch."""
    pieces = [index for index, lay in enumerate(lays) if lay.kind == "piece"]
    if len(pieces) < 2:
        return lays
    places = np.array([lays[index].at[:2] for index in pieces])
    radii = np.array([lays[index].at[2] / 2 for index in pieces])
    for _ in range(12):
        between = places[:, None] - places[None]
        distance = np.hypot(between[..., 0], between[..., 1]) + np.eye(len(pieces)) * 1e6
        lack = np.maximum(radii[:, None] + radii[None] - distance, 0)
        if lack.max() < 0.05:
            break
        places += (between / np.maximum(distance, 0.1)[..., None] * lack[..., None] * 0.5).sum(axis=1)
    for index, (x, y) in zip(pieces, places, strict=True):
        lays[index] = replace(lays[index], at=(float(x), float(y), *lays[index].at[2:]))
    return lays


def _view(world: World, rng: np.random.Generator) -> View:
    tier = world.tier
    yaw = 90 * float(rng.choice(tier.turns)) + rng.uniform(-tier.yaw, tier.yaw)
    shift = rng.uniform(-tier.shift, tier.shift, 2)
    margin = -rng.uniform(*tier.crop)
    return fitted(
        world.optics, outermost(world.mat), margin, rng.uniform(*tier.tilt), rng.uniform(0, 360), yaw, tuple(shift)
    )


def _lamps(world: World, rng: np.random.Generator) -> tuple[Lamp, ...]:
    tier = world.tier
    count = int(rng.integers(tier.lamps[0], tier.lamps[1] + 1))
    whole = rng.uniform(*tier.lamp_part)
    parts = rng.dirichlet(np.full(count, 3.0)) * whole
    return tuple(Lamp(rng.uniform(0, 360), rng.uniform(*tier.lamp_above), float(part)) for part in parts)


def _exposure(world: World, rng: np.random.Generator, seed: int) -> Exposure:
    tier = world.tier
    error = np.exp(rng.normal(0, tier.balance_error, 3))
    gains = gains_of(rng.uniform(*tier.kelvin), rng.uniform(*tier.balance), rng.uniform(*tier.exposure), error)
    return Exposure(
        gains=gains, gradient=tuple(rng.uniform(-tier.gradient, tier.gradient, 2) / 1.4),
        shadows=int(rng.integers(tier.shadows[0], tier.shadows[1] + 1)), shadow_depth=rng.uniform(*tier.shadow_depth),
        gloss=int(rng.integers(tier.gloss[0], tier.gloss[1] + 1)), gloss_strength=rng.uniform(*tier.gloss_strength),
        vignette=rng.uniform(*tier.vignette), flicker=rng.uniform(*tier.flicker), defocus=rng.uniform(*tier.defocus),
        motion=rng.uniform(*tier.motion), motion_angle=rng.uniform(0, np.pi), noise=rng.uniform(*tier.noise),
        jpeg=int(rng.integers(*tier.jpeg, endpoint=True)), veil=rng.uniform(*tier.veil),
        penumbra=rng.uniform(*tier.penumbra),
        seed=seed,
    )  # fmt: skip


def _flat(world: World, setting: Setting) -> Any:
    flat = [lay for lay in setting.lays if lay.kind != "piece"]
    if not flat:
        return world.print
    picture = world.print.copy()
    shadow = setting.lamps[0].shift() if setting.lamps else (0.5, 0.5)
    shadow = np.clip(shadow, -2, 2)
    for lay in flat:
        art = world.art(lay.label, lay.at[2:])
        lay_flat(
            picture, world.mat, art, lay.at, lay.angle, 2.0 if lay.kind in ("tile", "cover") else 0.4, tuple(shadow)
        )
    return picture


def _seen_flat(world: World, flat: Any, view: View) -> Any:
    """The flat print as the camera has it in even light; beyond the mat lies the table."""
    back = (texture_matrix(world.mat) @ np.linalg.inv(view.homography())).astype(np.float32)
    x, y = straightened(view.optics)
    depth, at_x, at_y = (_plane(row, x, y) for row in (back[2], back[0], back[1]))
    np.divide(1, depth, out=depth)
    at_x *= depth
    at_y *= depth
    shade = np.random.default_rng(seed_of("tabletop", world.tier.name, world.number)).integers(40, 190, 3)
    return cv2.remap(
        flat, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=[int(v) for v in shade]
    )


def _plane(row: Any, x: Any, y: Any) -> Any:
    """`row` (3) times (x, y, 1) for whole pictures of x and y."""
    found = row[0] * x
    found += row[1] * y
    found += row[2]
    return found


def _body(world: World, lay: Lay) -> Cylinder:
    return Cylinder(lay.at[:2], lay.at[2] / 2, lay.height, lay.lean)


def _owned(canvas: Canvas, px: Any) -> Any:
    """Whose pixels those of (n, 2 px) are; −1 outside of the picture."""
    height, width = canvas.owners.shape
    small = np.round((px + 0.5) / HALF - 0.5).astype(int)
    inside = (small >= 0).all(axis=1) & (small[:, 0] < width) & (small[:, 1] < height)
    small = np.where(inside[:, None], small, 0)
    return np.where(inside, canvas.owners[small[:, 1], small[:, 0]], -1)


def _visible(
    world: World, setting: Setting, canvas: Canvas, spot: Spot, owners: Mapping[str, tuple[int, Cylinder]]
) -> float:
    """The part of a place, or of what lies in it, that can be seen."""
    if spot.id in owners:
        owner, body = owners[spot.id]
        _, top = body.rings()
        middle = top.mean(axis=0)
        rings = np.vstack([middle + part * (top - middle) for part in (0.0, 0.45, 0.85)])
        return float((_owned(canvas, setting.view.solid_to_px(rings)) == owner).mean())
    index = next((n for n, lay in enumerate(setting.lays) if lay.spot == spot.id), None)
    at, angle = (setting.lays[index].at, setting.lays[index].angle) if index is not None else (spot.at, 0.0)
    turned = np.radians(angle)
    turn = np.array([[np.cos(turned), np.sin(turned)], [-np.sin(turned), np.cos(turned)]])
    points = (GRID * at[2:]) @ turn + at[:2]
    clear = _owned(canvas, canvas.view.to_px(points)) == 0
    share = 1.0
    for lay in setting.lays[index + 1 if index is not None else 0 :]:
        own = spot.kind == "piece" and _inside(spot.at, world.plan.spot(lay.spot))
        if lay.kind == "cover" and own:
            # Hidden by the game's own plate: neither to be judged nor covered by something foreign.
            share = 0.5
        elif lay.kind in ("card", "tile") and not own:
            clear &= ~_within(points, lay)
    return min(share, float(clear.mean()))


def _inside(at: At, spot: Spot | None) -> bool:
    """Whether a place's middle lies in another place."""
    return spot is not None and all(abs(at[n] - spot.at[n]) <= spot.at[n + 2] / 2 for n in (0, 1))


def _within(points: Any, lay: Lay) -> Any:
    turned = np.radians(lay.angle)
    back = np.array([[np.cos(turned), -np.sin(turned)], [np.sin(turned), np.cos(turned)]])
    return (np.abs((points - lay.at[:2]) @ back) <= np.array(lay.at[2:]) / 2).all(axis=1)


def _markers(world: World, canvas: Canvas) -> tuple[int, ...]:
    """The markers that can be seen whole, with one cell of white round them."""
    side = MARKER * (CELLS + 2) / CELLS
    height, width = canvas.paint.shape[:2]
    found = []
    for marker in world.mat.markers:
        px = canvas.view.to_px(GRID / 0.84 * side + (marker.x, marker.y))
        inside = (px >= 0).all() and px[:, 0].max() < width and px[:, 1].max() < height
        if inside and (_owned(canvas, px) == 0).all():
            found.append(marker.id)
    return tuple(found)
