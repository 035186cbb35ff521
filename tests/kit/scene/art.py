"""Pictures on cards and tiles, our own and made from a look's name: the same name gives the same picture in a world.

Looks of one `art` share the whole picture but for a small sign in two corners (a number or a row of dots).
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.engine.sight import BACK, Look
from tests.kit.scene.colours import jittered, seed_of

FINE = 4
"""Pixels a mm of a card's picture."""


def card_art(look: Look, size: tuple[float, float], world: int) -> Any:
    """The face of a look as BGR, `size` (width, height) mm, upright; `world` chooses the print run."""
    width, height = (max(8, round(side * FINE)) for side in size)
    name = look.art or look.id
    if look.id == BACK or look.id.split(":")[0] == BACK:
        picture = _back(width, height, np.random.default_rng(seed_of("back", look.id)))
    else:
        picture = _face(width, height, np.random.default_rng(seed_of("art", name, look.kind)))
        if look.art:
            _sign(picture, look.id)
    run = np.random.default_rng(seed_of("print", name, world))
    gain = run.normal(1, 0.04, 3)
    return np.clip(picture * gain + run.normal(0, 4, 3), 0, 255).astype(np.uint8)


def back_art(size: tuple[float, float], world: int) -> Any:
    """The back all cards share where a plan has no look for it."""
    width, height = (max(8, round(side * FINE)) for side in size)
    picture = _back(width, height, np.random.default_rng(seed_of("back", BACK)))
    run = np.random.default_rng(seed_of("print", BACK, world))
    return np.clip(picture * run.normal(1, 0.04, 3), 0, 255).astype(np.uint8)


def _colour(rng: np.random.Generator) -> tuple[int, int, int]:
    hue, saturation, value = rng.integers(0, 180), rng.integers(60, 230), rng.integers(60, 245)
    bgr = cv2.cvtColor(np.uint8([[[hue, saturation, value]]]), cv2.COLOR_HSV2BGR)[0, 0]
    return (int(bgr[0]), int(bgr[1]), int(bgr[2]))


def _face(width: int, height: int, rng: np.random.Generator) -> Any:
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = _colour(rng)
    for _ in range(int(rng.integers(5, 9))):
        centre = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        reach = int(rng.integers(width // 8 + 1, width // 2 + 2))
        form = rng.integers(0, 3)
        if form == 0:
            cv2.circle(picture, centre, reach, _colour(rng), -1, cv2.LINE_AA)
        elif form == 1:
            corners = np.array(centre) + rng.integers(-reach, reach + 1, (int(rng.integers(3, 6)), 2))
            cv2.fillConvexPoly(picture, cv2.convexHull(corners.astype(np.int32)), _colour(rng), cv2.LINE_AA)
        else:
            thick = max(2, int(reach // 4))
            end = tuple(int(v) for v in np.array(centre) + rng.integers(-2 * reach, 2 * reach + 1, 2))
            cv2.line(picture, centre, end, _colour(rng), thick, cv2.LINE_AA)
    edge = max(2, width // 18)
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (225, 232, 238), edge)
    return picture


def _back(width: int, height: int, rng: np.random.Generator) -> Any:
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = jittered((96, 70, 52), rng, 8, 12)[::-1]
    step = max(6, width // 6)
    for start in range(-height, width, step):
        cv2.line(picture, (start, 0), (start + height, height), (150, 172, 190), 2, cv2.LINE_AA)
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (200, 210, 215), max(2, width // 20))
    return picture


def _sign(picture: Any, look_id: str) -> None:
    """The sign that tells siblings apart: a number if the id ends with one, else two letters, in opposite corners."""
    height, width = picture.shape[:2]
    last = look_id.replace("_", ":").split(":")[-1]
    text = last if last.isdigit() and len(last) <= 2 else f"{seed_of(look_id) % 90 + 10}"
    side = max(8, width // 5)
    for left, top in ((width // 20, width // 20), (width - width // 20 - side, height - width // 20 - side)):
        cv2.rectangle(picture, (left, top), (left + side, top + side), (238, 240, 242), -1)
        scale = side / 30 / (1 if len(text) == 1 else 1.6)
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
        at = (left + (side - wide) // 2, top + (side + high) // 2)
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, (20, 20, 20), max(1, side // 14), cv2.LINE_AA)
