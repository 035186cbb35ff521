"""What solid things leave in a picture: paint, whose it is, and the shadow on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from tests.kit.scene.camera import View
from tests.kit.scene.colours import Rgb

AROUND = 24
"""Corners that stand for a circle."""
OCCLUDER = 30000
"""Whose pixels those of hands, cups and other foreign things are."""
HALF = 2
"""The maps of owners and shadows have a half of the picture's width and height."""
_TURN = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
CIRCLE = np.column_stack([np.cos(_TURN), np.sin(_TURN)])


@dataclass(frozen=True)
class Lamp:
    """A light: where it stands round the table (degrees), how high (degrees over the table), its part of all light."""

    round: float
    above: float
    part: float

    def shift(self) -> Any:
        """By how much (x, y) the shadow of a point is moved for each mm of its height."""
        away = np.radians(self.round + 180)
        return np.array([np.cos(away), np.sin(away)]) / np.tan(np.radians(self.above))

    def towards(self) -> Any:
        """The direction to the lamp, in the world (z points into the table)."""
        around, above = np.radians([self.round, self.above])
        return np.array([np.cos(around) * np.cos(above), np.sin(around) * np.cos(above), -np.sin(above)])


class Canvas:
    """A picture in the making. `paint` is what things would look like in even light (sRGB BGR)."""

    def __init__(self, paint: Any, view: View, lamps: tuple[Lamp, ...]) -> None:
        self.paint = paint
        self.view = view
        self.lamps = lamps
        height, width = paint.shape[:2]
        self.owners = np.zeros((height // HALF, width // HALF), np.int16)
        self.shades = [np.zeros((height // HALF, width // HALF), np.uint8) for _ in lamps]
        self.foreign = np.zeros((height, width), np.uint8)

    def fill(self, px: Any, rgb: Rgb, smooth: bool = True) -> None:
        """Paint a convex polygon (n, 2 px)."""
        cv2.fillConvexPoly(self.paint, _fixed(px), rgb[::-1], cv2.LINE_AA if smooth else cv2.LINE_8, 4)

    def claim(self, px: Any, owner: int) -> None:
        """Note whose pixels a convex polygon's are."""
        small = (np.asarray(px) + 0.5) / HALF - 0.5
        cv2.fillConvexPoly(self.owners, np.round(small).astype(np.int32), owner)
        if owner == OCCLUDER:
            cv2.fillConvexPoly(self.foreign, np.round(px).astype(np.int32), 255)

    def cast(self, low: Any, high: Any, heights: Any) -> None:
        """The shadow of a body on the table: the corners (n, 2 mm) of its foot and, at `heights`, of its top."""
        for lamp, shade in zip(self.lamps, self.shades, strict=True):
            fallen = np.vstack([low, high + lamp.shift() * np.reshape(heights, (-1, 1))])
            px = (self.view.to_px(fallen) + 0.5) / HALF - 0.5
            hull = cv2.convexHull(px.astype(np.float32))[:, 0]
            cv2.fillConvexPoly(shade, _fixed(hull), 255, cv2.LINE_AA, 4)

    def side_shade(self, normal: Any) -> float:
        """How light a wall with this outward normal (3) is, 1 as light as the table."""
        ambient = 1 - sum(lamp.part for lamp in self.lamps)
        level = 0.55 * ambient
        for lamp in self.lamps:
            towards = lamp.towards()
            level += lamp.part * max(0.0, float(normal @ towards)) / -towards[2]
        return float(np.clip(level, 0.12, 1.15))


def _fixed(points: Any) -> Any:
    return np.round(np.clip(np.asarray(points), -20000, 20000) * 16).astype(np.int32)


def shaded(rgb: Rgb, light: float) -> Rgb:
    """A colour in that part of the light (linear)."""
    factor = light ** (1 / 2.2)
    return (min(255, round(rgb[0] * factor)), min(255, round(rgb[1] * factor)), min(255, round(rgb[2] * factor)))


@dataclass(frozen=True)
class Cylinder:
    """A round piece: foot's centre (mm), radius, height, and how it leans: the axis's tilt (x, y), 0 when it stands."""

    at: tuple[float, float]
    radius: float
    height: float
    lean: tuple[float, float] = (0.0, 0.0)
    base: float = 0.0

    def rings(self) -> tuple[Any, Any]:
        """Foot and top as (n, 3) points of the world, the lowest on the table (or on `base` mm)."""
        axis = np.array([self.lean[0], self.lean[1], -1.0])
        axis /= np.linalg.norm(axis)
        first = np.cross(axis, [0.0, 1.0, 0.0])
        first /= np.linalg.norm(first)
        ring = self.radius * (CIRCLE[:, :1] * first + CIRCLE[:, 1:] * np.cross(axis, first))
        lift = ring[:, 2].max() + self.base
        foot = ring + np.array([self.at[0], self.at[1], -lift])
        return foot, foot + self.height * axis


def draw_cylinder(canvas: Canvas, body: Cylinder, rgb: Rgb, owner: int, rim: float = 0.0) -> None:
    """Paint a cylinder: its wall in the light of the lamps, its top, and for a cup a rim of that many mm."""
    foot, top = body.rings()
    view = canvas.view
    foot_px, top_px = view.solid_to_px(foot), view.solid_to_px(top)
    outline = cv2.convexHull(np.vstack([foot_px, top_px]).astype(np.float32))[:, 0]
    axis = (top - foot)[0] / body.height
    # Three quarters of the light, not all: paint on a wall is rubbed and its edge is round.
    canvas.fill(outline, shaded(rgb, 0.45))
    middle = foot.mean(axis=0)
    for index in range(AROUND):
        following = (index + 1) % AROUND
        normal = foot[index] + foot[following] - 2 * middle
        normal /= np.linalg.norm(normal)
        if normal @ (view.place - foot[index]) <= 0:
            continue
        wall = np.array([foot_px[index], foot_px[following], top_px[following], top_px[index]])
        canvas.fill(wall, shaded(rgb, canvas.side_shade(normal)), smooth=False)
    lit = canvas.side_shade(axis) / max(canvas.side_shade(np.array([0.0, 0.0, -1.0])), 0.01)
    canvas.fill(top_px, shaded(rgb, min(1.1, lit)))
    inner = top_px.mean(axis=0) + (top_px - top_px.mean(axis=0)) * 0.86
    if rim:
        canvas.fill(inner, (52, 30, 18))
    else:
        canvas.fill(inner, shaded(rgb, min(1.15, lit * 1.06)))
    canvas.claim(outline, owner)


def cast_cylinder(canvas: Canvas, body: Cylinder) -> None:
    """The shadow of a cylinder."""
    foot, top = body.rings()
    canvas.cast(foot[:, :2], top[:, :2], -top[:, 2])


def draw_box(canvas: Canvas, corners: Any, height: float, rgb: Rgb, owner: int, base: float = 0.0) -> Any:
    """Paint a flat box (a die, a phone, a thick tile): `corners` (4, 2 mm) of its foot; the px of its top."""
    view = canvas.view
    low, high = view.to_px(corners, base), view.to_px(corners, base + height)
    outline = cv2.convexHull(np.vstack([low, high]).astype(np.float32))[:, 0]
    canvas.fill(outline, shaded(rgb, 0.5))
    middle = np.asarray(corners).mean(axis=0)
    for index in range(4):
        following = (index + 1) % 4
        outward = (np.asarray(corners)[index] + np.asarray(corners)[following]) / 2 - middle
        normal = np.array([*(outward / np.linalg.norm(outward)), 0.0])
        if normal[:2] @ (view.place[:2] - np.asarray(corners)[index]) > 0:
            wall = np.array([low[index], low[following], high[following], high[index]])
            canvas.fill(wall, shaded(rgb, canvas.side_shade(normal)), smooth=False)
    canvas.fill(high, rgb)
    canvas.claim(outline, owner)
    return high


def draw_limb(
    canvas: Canvas,
    start: tuple[float, float, float],
    end: tuple[float, float, float],
    radii: tuple[float, float],
    rgb: Rgb,
) -> None:
    """Paint a rounded limb between two points (x, y, height), its radius at both ends; it hides what is below."""
    ends = [np.array([*start[:2], -start[2]]), np.array([*end[:2], -end[2]])]
    # A ball's outline is about the disc across the line of sight.
    outline = []
    for middle, radius in zip(ends, radii, strict=True):
        ahead = middle - canvas.view.place
        ahead /= np.linalg.norm(ahead)
        first = np.cross(ahead, canvas.view.rotation[1])
        first /= np.linalg.norm(first)
        second = np.cross(ahead, first)
        outline.append(middle + radius * (CIRCLE[:, :1] * first + CIRCLE[:, 1:] * second))
    px = np.vstack([canvas.view.solid_to_px(ring) for ring in outline])
    hull = cv2.convexHull(px.astype(np.float32))[:, 0]
    canvas.fill(hull, rgb)
    inner = [middle + 0.55 * (ring - middle) for middle, ring in zip(ends, outline, strict=True)]
    core = np.vstack([canvas.view.solid_to_px(ring) for ring in inner])
    canvas.fill(cv2.convexHull(core.astype(np.float32))[:, 0], shaded(rgb, 1.12))
    canvas.claim(hull, OCCLUDER)
    rings = np.vstack([np.array(start[:2]) + radii[0] * CIRCLE, np.array(end[:2]) + radii[1] * CIRCLE])
    heights = np.repeat([start[2], end[2]], AROUND)
    canvas.cast(rings, rings, heights)
