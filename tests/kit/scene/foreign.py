"""Foreign things over the table: hands and arms from all sides, a cup, dice, a phone, a slip over a marker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from tests.kit.scene.canvas import OCCLUDER, Canvas, Cylinder, cast_cylinder, draw_box, draw_cylinder, draw_limb
from tests.kit.scene.colours import Rgb
from tests.kit.scene.world import World

SKIN: tuple[Rgb, ...] = ((232, 190, 164), (208, 158, 124), (170, 118, 84), (122, 80, 56), (82, 54, 40))
SLEEVES: tuple[Rgb, ...] = ((40, 46, 66), (150, 40, 44), (196, 196, 190), (66, 92, 70), (30, 30, 32), (120, 140, 170))


@dataclass(frozen=True)
class Thing:
    """A foreign thing: what kind, where (mm), how large or how far it reaches, turned (degrees), in which colours."""

    kind: str
    at: tuple[float, float]
    angle: float
    rgb: Rgb
    sleeve: Rgb = (0, 0, 0)
    size: float = 1.0


def hand(world: World, rng: np.random.Generator, at: tuple[float, float] | None = None) -> Thing:
    """A hand with its arm that reaches in from one of the four sides, to `at` or to anywhere."""
    width, height = world.mat.field
    target = at or (rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.9) * height)
    angle = float(rng.choice([0, 90, 180, 270])) + rng.uniform(-25, 25)
    skin, sleeve = SKIN[int(rng.integers(len(SKIN)))], SLEEVES[int(rng.integers(len(SLEEVES)))]
    return Thing("hand", target, angle, skin, sleeve, rng.uniform(0.85, 1.15))


def things_of(world: World, rng: np.random.Generator) -> tuple[Thing, ...]:
    """The foreign things that a tier lets lie there in this picture."""
    width, height = world.mat.field
    chances = world.tier.foreign
    found: list[Thing] = []

    def anywhere() -> tuple[float, float]:
        return (rng.uniform(0, width), rng.uniform(0, height))

    if rng.random() < chances.get("cup", 0):
        found.append(Thing("cup", anywhere(), 0, (236, 232, 224), size=rng.uniform(0.85, 1.2)))
    if rng.random() < chances.get("dice", 0):
        for _ in range(int(rng.integers(1, 4))):
            found.append(Thing("die", anywhere(), rng.uniform(0, 90), (240, 238, 230)))
    if rng.random() < chances.get("phone", 0):
        found.append(Thing("phone", anywhere(), rng.uniform(0, 180), (24, 26, 30)))
    if rng.random() < chances.get("marker", 0):
        for _ in range(int(rng.integers(1, 4))):
            marker = world.mat.markers[int(rng.integers(len(world.mat.markers)))]
            at = (marker.x + rng.uniform(-14, 14), marker.y + rng.uniform(-14, 14))
            found.append(Thing("slip", at, rng.uniform(0, 90), (246, 244, 238), size=rng.uniform(18, 36)))
    if rng.random() < chances.get("hand", 0):
        found.append(hand(world, rng))
    return tuple(found)


def draw_things(canvas: Canvas, things: tuple[Thing, ...]) -> None:
    """Paint foreign things over the table and roughen them, so that none is of one value."""
    if not things:
        return
    for thing in things:
        _DRAW[thing.kind](canvas, thing)
    x, y, width, height = cv2.boundingRect(canvas.foreign)
    if width and height:
        rng = np.random.default_rng(round(sum(thing.at[0] for thing in things)) % 10007)
        coarse = rng.normal(0, 1, (height // 6 + 2, width // 6 + 2)).astype(np.float32)
        wave = cv2.resize(coarse, (width, height)) * 7 + cv2.resize(coarse[::2, ::2], (width, height)) * 6
        part = canvas.paint[y : y + height, x : x + width]
        mask = canvas.foreign[y : y + height, x : x + width, None] > 0
        part[:] = np.where(mask, np.clip(part + wave[..., None], 0, 255), part).astype(np.uint8)


def _square(thing: Thing, width: float, height: float) -> Any:
    turned = np.radians(thing.angle)
    turn = np.array([[np.cos(turned), np.sin(turned)], [-np.sin(turned), np.cos(turned)]])
    return np.array([(-width, -height), (width, -height), (width, height), (-width, height)]) / 2 @ turn + thing.at


def _cup(canvas: Canvas, thing: Thing) -> None:
    body = Cylinder(thing.at, 38 * thing.size, 85 * thing.size)
    cast_cylinder(canvas, body)
    draw_cylinder(canvas, body, thing.rgb, OCCLUDER, rim=3)


def _die(canvas: Canvas, thing: Thing) -> None:
    corners = _square(thing, 16, 16)
    canvas.cast(corners, corners, np.full(4, 16.0))
    top = draw_box(canvas, corners, 16, thing.rgb, OCCLUDER)
    for part in ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)):
        middle = top[0] + part[0] * (top[1] - top[0]) + part[1] * (top[3] - top[0])
        cv2.circle(canvas.paint, tuple(int(v) for v in np.round(middle)), 2, (20, 20, 20), -1, cv2.LINE_AA)


def _phone(canvas: Canvas, thing: Thing) -> None:
    corners = _square(thing, 72, 150)
    canvas.cast(corners, corners, np.full(4, 8.0))
    draw_box(canvas, corners, 8, thing.rgb, OCCLUDER)


def _slip(canvas: Canvas, thing: Thing) -> None:
    draw_box(canvas, _square(thing, thing.size, thing.size * 1.3), 0.5, thing.rgb, OCCLUDER)


def _hand(canvas: Canvas, thing: Thing) -> None:
    """Fingers at `at`, the palm behind them, then the arm in its sleeve out over the edge of the table."""
    turned = np.radians(thing.angle)
    away, across = np.array([np.cos(turned), np.sin(turned)]), np.array([-np.sin(turned), np.cos(turned)])
    tip, size = np.array(thing.at), thing.size

    def at(back: float, side: float, height: float) -> tuple[float, float, float]:
        place = tip + size * (back * away + side * across)
        return (float(place[0]), float(place[1]), height * size)

    draw_limb(canvas, at(150, 0, 70), at(700, 0, 120), (38 * size, 52 * size), thing.sleeve)
    draw_limb(canvas, at(95, 0, 55), at(165, 0, 70), (30 * size, 28 * size), thing.rgb)
    draw_limb(canvas, at(70, 0, 48), at(105, 0, 55), (38 * size, 36 * size), thing.rgb)
    for side, reach in ((-26, 12), (-9, 0), (9, 2), (25, 14)):
        draw_limb(canvas, at(60, side, 45), at(reach, side * 0.6, 18), (10 * size, 8 * size), thing.rgb)
    draw_limb(canvas, at(80, -38, 42), at(28, -44, 20), (12 * size, 9 * size), thing.rgb)


_DRAW = {"cup": _cup, "die": _die, "phone": _phone, "slip": _slip, "hand": _hand}
