"""The camera of a scene: where it stands, its lens, and where a point of the table falls in the picture.

Table coordinates are mm from the top left of the field, x right, y down; a height above the table is positive.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np


@dataclass(frozen=True)
class Optics:
    """A camera as it was bought: picture size (width, height) px, focal length px, centre px, bend k1 of its lens."""

    size: tuple[int, int]
    focal: float
    centre: tuple[float, float]
    k1: float

    def matrix(self) -> Any:
        """The 3 × 3 camera matrix."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]], np.float64)

    def bent(self, flat: Any) -> Any:
        """Normalised coordinates (n, 2) through the lens: the px (n, 2) where they fall."""
        square = (flat**2).sum(axis=1, keepdims=True)
        # Far outside of the picture a barrel lens would fold the table back into it.
        square = np.minimum(square, 0.9 / (3 * abs(self.k1)) if self.k1 < 0 else square.max(initial=0.0))
        return flat * (1 + self.k1 * square) * self.focal + np.array(self.centre)


@lru_cache(maxsize=8)
def straightened(optics: Optics) -> tuple[Any, Any]:
    """For every pixel the normalised coordinates without the lens's bend: two float32 arrays (height, width)."""
    width, height = optics.size
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    bent_x = (x - np.float32(optics.centre[0])) / np.float32(optics.focal)
    bent_y = (y - np.float32(optics.centre[1])) / np.float32(optics.focal)
    flat_x, flat_y = bent_x.copy(), bent_y.copy()
    factor, square = np.empty_like(bent_x), np.empty_like(bent_x)
    for _ in range(12):
        # In place: the pictures are large, and new ones would cost more than the sums.
        np.multiply(flat_x, flat_x, out=factor)
        factor += np.multiply(flat_y, flat_y, out=square)
        factor *= np.float32(optics.k1)
        factor += 1
        np.divide(bent_x, factor, out=flat_x)
        np.divide(bent_y, factor, out=flat_y)
    return flat_x, flat_y


@dataclass(frozen=True)
class View:
    """A camera held over the table: rotation (3 × 3, rows right, down, forward) and place (x, y, −height) in mm."""

    optics: Optics
    rotation: Any
    place: Any

    def to_px(self, points: Any, height: Any = 0.0) -> Any:
        """Points (n, 2) mm at a height (one number or n) above the table: (n, 2) px."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        solid = np.empty((len(flat), 3))
        solid[:, :2] = flat
        solid[:, 2] = -np.asarray(height)
        return self.solid_to_px(solid)

    def solid_to_px(self, solid: Any) -> Any:
        """Points (n, 3) of the world (z points into the table): (n, 2) px."""
        seen = (np.asarray(solid, np.float64) - self.place) @ self.rotation.T
        ahead = np.maximum(seen[:, 2:3], 1.0)
        return self.optics.bent(seen[:, :2] / ahead)

    def homography(self) -> Any:
        """From the table (mm) to normalised coordinates, without the lens: 3 × 3."""
        shift = -self.rotation @ self.place
        return np.column_stack([self.rotation[:, 0], self.rotation[:, 1], shift])

    def to_mm(self, px: Any) -> Any:
        """Where on the table (n, 2) mm the pixels (n, 2) lie."""
        optics = self.optics
        bends = np.array([optics.k1, 0, 0, 0, 0], np.float64)
        flat = cv2.undistortPoints(
            np.asarray(px, np.float64).reshape(-1, 1, 2), optics.matrix(), bends
        )  # fmt: skip
        return cv2.perspectiveTransform(flat, np.linalg.inv(self.homography())).reshape(-1, 2)

    def scale(self, point: tuple[float, float]) -> float:
        """Pixels a mm at a place of the table, the smaller of both directions."""
        x, y = point
        px = self.to_px([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)])
        return float(min(np.hypot(*(px[1] - px[0])), np.hypot(*(px[3] - px[2])))) / 2

    def towards(self, point: tuple[float, float]) -> Any:
        """The direction (x, y) in which something high at this place is displaced: away from the camera's foot."""
        return np.asarray(point, np.float64) - self.place[:2]

    def moved(self, place: Any, turn: float) -> View:
        """The same camera pushed by (x, y, z) mm and turned by `turn` degrees about its own axis."""
        angle = np.radians(turn)
        roll = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        return View(self.optics, roll @ self.rotation, self.place + np.asarray(place, np.float64))


def aimed(optics: Optics, target: tuple[float, float], distance: float, tilt: float, side: float, yaw: float) -> View:
    """A camera `distance` mm from `target`, `tilt` degrees off the vertical towards `side`, turned by `yaw` degrees."""
    tilted, round_, turned = np.radians([tilt, side, yaw])
    aim = np.array([target[0], target[1], 0.0])
    place = aim + distance * np.array(
        [np.sin(tilted) * np.cos(round_), np.sin(tilted) * np.sin(round_), -np.cos(tilted)]
    )
    forward = (aim - place) / distance
    down = np.array([-np.sin(turned), np.cos(turned), 0.0])
    down = down - down @ forward * forward
    down /= np.linalg.norm(down)
    right = np.cross(down, forward)
    return View(optics, np.stack([right, down, forward]), place)


def fitted(
    optics: Optics, inside: Any, margin: float, tilt: float, side: float, yaw: float, shift: tuple[float, float]
) -> View:
    """The nearest camera that has the points `inside` (n, 2 mm) in its picture, `margin` px from its edge.

    `shift`: how far from the middle of the points it aims, mm. A negative margin cuts the outermost points off.
    """
    points = np.asarray(inside, np.float64)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2 + np.asarray(shift)
    width, height = optics.size
    near, far = 150.0, 4000.0
    for _ in range(24):
        distance = (near + far) / 2
        px = aimed(optics, tuple(middle), distance, tilt, side, yaw).to_px(points)
        fits = px.min() >= margin and px[:, 0].max() <= width - margin and px[:, 1].max() <= height - margin
        near, far = (near, distance) if fits else (distance, far)
    return aimed(optics, tuple(middle), far, tilt, side, yaw)
