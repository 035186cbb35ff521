"""Light and the way through the camera: from paint in even light to the picture as it is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from tests.kit.scene.canvas import HALF, Canvas
from tests.kit.scene.colours import LINEAR, SCREEN, kelvin

COARSE = 8
"""Broad light is computed on an eighth of the picture's width and height."""


@dataclass(frozen=True)
class Exposure:
    """All that differs from one picture to the next. `gains`: linear, blue green red; `noise`: sRGB levels.

    `gradient`: by how much the light falls off across the picture (x, y). `veil`: stray light added, linear.
    """

    gains: tuple[float, float, float]
    gradient: tuple[float, float]
    shadows: int
    shadow_depth: float
    gloss: int
    gloss_strength: float
    vignette: float
    flicker: float
    defocus: float
    motion: float
    motion_angle: float
    noise: float
    jpeg: int
    veil: float
    penumbra: float
    seed: int
    grain: int = 0
    """Noise of its own, where pictures of the same light follow each other."""


def gains_of(temperature: float, balance: float, exposure: float, error: Any) -> tuple[float, float, float]:
    """A lamp's colour after a white balance that takes back `balance` of it and is wrong by `error` (3 factors)."""
    lamp = kelvin(temperature)
    left = lamp / lamp**balance * error
    left = left / left.mean() * exposure
    return (float(left[0]), float(left[1]), float(left[2]))


def expose(canvas: Canvas, how: Exposure) -> Any:
    """What falls on the sensor, before its noise: BGR, sRGB levels as float32."""
    rng = np.random.default_rng(how.seed)
    height, width = canvas.paint.shape[:2]
    light = cv2.LUT(canvas.paint, LINEAR)
    broad = _broad(rng, width, height, how)
    fallen = cv2.resize(_fallen(canvas, how.penumbra), (width, height), interpolation=cv2.INTER_LINEAR)
    cv2.multiply(broad, fallen, broad)
    if how.flicker:
        rows = np.arange(height, dtype=np.float32)
        band = 1 + how.flicker * np.sin(2 * np.pi * (rows / rng.uniform(120, 400) + rng.random()))
        broad *= band[:, None].astype(np.float32)
    cv2.multiply(light, cv2.merge([broad * np.float32(gain) for gain in how.gains]), light)
    if how.gloss:
        _gloss(light, rng, how)
    if how.veil:
        light += np.float32(how.veil)
    if how.defocus > 0.3:
        light = cv2.GaussianBlur(light, (0, 0), how.defocus)
    if how.motion >= 1.5:
        light = cv2.filter2D(light, -1, _smear(how.motion, how.motion_angle))
    np.clip(light, 0, 1, out=light)
    light *= np.float32(4095)
    return SCREEN.take(light.astype(np.intp))


def stored(screen: Any, how: Exposure) -> Any:
    """The picture as the camera stores what fell on its sensor: BGR uint8."""
    noise = _noise(screen.shape, np.random.default_rng([how.seed, how.grain]), how.noise)
    cv2.add(screen, noise, noise)
    picture = cv2.convertScaleAbs(cv2.max(noise, 0.0, noise))
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, how.jpeg])
    return cv2.imdecode(packed, cv2.IMREAD_COLOR)


def _broad(rng: np.random.Generator, width: int, height: int, how: Exposure) -> Any:
    """Gradient, vignetting and the soft shadows of people, 1 where the light is full."""
    wide, high = width // COARSE, height // COARSE
    x, y = np.meshgrid(np.linspace(-1, 1, wide, dtype=np.float32), np.linspace(-1, 1, high, dtype=np.float32))
    light = 1 + how.gradient[0] * x / 2 + how.gradient[1] * y / 2
    light *= 1 - how.vignette * (x * x + y * y) / 2
    for _ in range(how.shadows):
        mask = np.zeros((high, wide), np.float32)
        side = rng.integers(4)
        edge = {
            0: (0, rng.uniform(0, 1)),
            1: (1, rng.uniform(0, 1)),
            2: (rng.uniform(0, 1), 0),
            3: (rng.uniform(0, 1), 1),
        }
        middle = np.array(edge[int(side)]) * 0.7 + np.array([0.5, 0.5]) * 0.3 + rng.normal(0, 0.12, 2)
        corners = middle + rng.uniform(0.15, 0.45, (7, 1)) * np.column_stack(
            [np.cos(np.linspace(0, 5.4, 7)), np.sin(np.linspace(0, 5.4, 7))]
        )
        hull = cv2.convexHull((corners * (wide, high)).astype(np.float32))[:, 0]
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1.0, 6.0))
        light *= 1 - how.shadow_depth * rng.uniform(0.5, 1.0) * mask
    return cv2.resize(np.maximum(light, 0.02).astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)


def _fallen(canvas: Canvas, penumbra: float) -> Any:
    """What the lamps' shadows leave of the light, on the half-size grid; solid things themselves stand in the light."""
    left = np.ones(canvas.owners.shape, np.float32)
    for lamp, shade in zip(canvas.lamps, canvas.shades, strict=True):
        soft = cv2.GaussianBlur(shade, (0, 0), max(0.5, penumbra / HALF))
        left -= np.float32(lamp.part / 255) * soft
    lit = cv2.GaussianBlur((canvas.owners != 0).astype(np.float32), (0, 0), 0.7)
    return left * (1 - lit) + lit


def _gloss(light: Any, rng: np.random.Generator, how: Exposure) -> None:
    """Lamps mirrored in coated paper and varnish: bright soft blobs."""
    height, width = light.shape[:2]
    for _ in range(how.gloss):
        middle = rng.uniform(0.05, 0.95, 2) * (width, height)
        wide, high = rng.uniform(8, 60, 2) * width / 1280
        reach = int(3 * max(wide, high))
        left, top = max(0, int(middle[0]) - reach), max(0, int(middle[1]) - reach)
        right, bottom = min(width, int(middle[0]) + reach), min(height, int(middle[1]) + reach)
        x = (np.arange(left, right) - middle[0]) / wide
        y = (np.arange(top, bottom) - middle[1]) / high
        blob = np.exp(-0.5 * (x[None, :] ** 2 + y[:, None] ** 2)) * how.gloss_strength * rng.uniform(0.3, 1.0)
        light[top:bottom, left:right] += blob[..., None].astype(np.float32)


def _smear(length: float, angle: float) -> Any:
    side = int(length) | 1
    kernel = np.zeros((side + 2, side + 2), np.float32)
    middle = np.array([side / 2 + 0.5, side / 2 + 0.5])
    way = np.array([np.cos(angle), np.sin(angle)]) * (length - 1) / 2
    ends = [tuple(int(v) for v in np.round((middle + sign * way) * 16)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return kernel / kernel.sum()


_POOL: dict[tuple[int, ...], Any] = {}


def _noise(shape: tuple[int, ...], rng: np.random.Generator, strength: float) -> Any:
    """Sensor noise: a window of a fixed field of unit noise, turned over by chance (drawing it anew is slow)."""
    if shape not in _POOL:
        field = np.random.default_rng(7).normal(0, 1, (shape[0] + 64, shape[1] + 64, shape[2])).astype(np.float32)
        # Neighbouring pixels share colour after demosaicing.
        _POOL[shape] = 0.75 * field + 0.5 * cv2.blur(field, (3, 3)) * 2
    y, x = rng.integers(0, 65, 2)
    window = _POOL[shape][y : y + shape[0], x : x + shape[1]]
    noise = window * np.float32(strength)
    return noise if rng.random() < 0.5 else cv2.flip(noise, -1)
