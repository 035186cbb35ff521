"""Colours of a scene: what a wooden piece of a named colour looks like, and how print runs differ."""

from __future__ import annotations

import colorsys
import zlib
from typing import Any

import cv2
import numpy as np

Rgb = tuple[int, int, int]

WOOD: dict[str, Rgb] = {
    "red": (186, 38, 36),
    "blue": (32, 74, 152),
    "green": (38, 120, 62),
    "yellow": (236, 190, 44),
    "black": (40, 38, 40),
    "white": (232, 228, 216),
    "violet": (104, 52, 128),
    "purple": (104, 52, 128),
    "orange": (226, 112, 30),
    "brown": (106, 66, 40),
    "natural": (204, 164, 112),
    "grey": (130, 130, 130),
    "pink": (220, 130, 160),
}
"""Painted wood, sRGB in even light."""


def seed_of(*parts: object) -> int:
    """A number that stands for these parts, the same in every process."""
    return zlib.crc32("|".join(str(part) for part in parts).encode())


def jittered(rgb: Rgb, rng: np.random.Generator, lightness: float, chroma: float) -> Rgb:
    """A colour of another print run: moved in Lab by standard deviations of lightness and of both chroma axes."""
    bgr = np.array([[rgb[::-1]]], np.float32) / 255
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2Lab)
    lab[0, 0] += rng.normal(0, 1, 3).astype(np.float32) * np.array([lightness, chroma, chroma], np.float32)
    back = np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2BGR)[0, 0], 0, 1) * 255
    return (int(back[2]), int(back[1]), int(back[0]))


def wood(look: str, rng: np.random.Generator) -> Rgb:
    """The colour of a piece: by the name of a colour in its id, else one of its own."""
    named = next((rgb for name, rgb in WOOD.items() if name in look.lower().replace("_", ":").split(":")), None)
    if named is None:
        hue, light = np.random.default_rng(seed_of("wood", look)).random(2)
        red, green, blue = colorsys.hls_to_rgb(hue, 0.35 + 0.3 * light, 0.55)
        named = (int(255 * red), int(255 * green), int(255 * blue))
    return jittered(named, rng, 3.0, 3.5)


def hex_rgb(text: str) -> Rgb:
    """ "#rrggbb" as three numbers."""
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def _to_linear() -> Any:
    levels = np.arange(256, dtype=np.float32) / 255
    return np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _to_screen() -> Any:
    light = np.arange(4096, dtype=np.float32) / 4095
    return (np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055) * 255).astype(np.float32)


LINEAR = _to_linear()
"""sRGB level (0 to 255) to linear light."""
SCREEN = _to_screen()
"""Linear light in 4096 steps to sRGB, 0 to 255."""


def kelvin(temperature: float) -> Any:
    """The linear BGR of a lamp of this colour temperature, green 1 (a fit of the black body, 2000 to 10000 K)."""
    hundreds = temperature / 100
    red = 255.0 if hundreds <= 66 else 329.7 * (hundreds - 60) ** -0.1332
    green = 99.47 * np.log(hundreds) - 161.12 if hundreds <= 66 else 288.12 * (hundreds - 60) ** -0.0755
    blue = 255.0 if hundreds >= 66 else 138.52 * np.log(max(hundreds - 10, 1.1)) - 305.04
    linear = np.interp(np.clip([blue, green, red], 8, 255), np.arange(256), LINEAR)
    return (linear / linear[1]).astype(np.float32)
