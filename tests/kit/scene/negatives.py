"""Pictures without a mat, to count markers that are found where there are none: clutter, print, grids of bits."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

WORDS = ("scarab", "temple", "42", "rules", "draw two", "Nile", "score", "17", "reveal", "end")


def negative(seed: int, size: tuple[int, int] = (640, 360)) -> Any:
    """Picture `seed`, BGR of `size` (width, height): one of three kinds, blurred and noisy as a camera has it."""
    rng = np.random.default_rng([seed, 17])
    width, height = size
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = rng.integers(30, 230, 3)
    (_clutter, _print, _grids)[seed % 3](picture, rng)
    if rng.random() < 0.7:
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        moved = corners + rng.uniform(-0.18, 0.18, (4, 2)).astype(np.float32) * (width, height)
        warp = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
        picture = cv2.warpPerspective(picture, warp, size, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.6:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.6))
    noise = rng.normal(0, rng.uniform(1, 14), picture.shape)
    return np.clip(picture * rng.uniform(0.4, 1.1) + noise, 0, 255).astype(np.uint8)


def _clutter(picture: Any, rng: np.random.Generator) -> None:
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(40, 160))):
        colour = [int(v) for v in rng.integers(0, 255, 3)] if rng.random() < 0.6 else [int(rng.integers(0, 255))] * 3
        x, y, side = int(rng.integers(width)), int(rng.integers(height)), int(rng.integers(6, 70))
        if rng.random() < 0.5:
            turned = cv2.boxPoints(((x, y), (side, side * rng.uniform(0.5, 1.5)), rng.uniform(0, 90)))
            cv2.fillConvexPoly(picture, turned.astype(np.int32), colour, cv2.LINE_AA)
        else:
            cv2.circle(picture, (x, y), side // 2, colour, int(rng.choice([-1, 3])), cv2.LINE_AA)


def _print(picture: Any, rng: np.random.Generator) -> None:
    height, width = picture.shape[:2]
    picture[:] = rng.integers(200, 255)
    for y in range(12, height, int(rng.integers(14, 34))):
        x = int(rng.integers(0, 40))
        while x < width:
            scale = rng.uniform(0.4, 1.1)
            word = str(rng.choice(WORDS))
            cv2.putText(picture, word, (x, y), cv2.FONT_HERSHEY_COMPLEX, scale, (20, 20, 20), 1, cv2.LINE_AA)
            x += int(len(word) * 18 * scale + 14)
    for _ in range(int(rng.integers(0, 12))):
        x, y = int(rng.integers(width)), int(rng.integers(height))
        far = (x + int(rng.integers(20, 120)), y + int(rng.integers(20, 120)))
        cv2.rectangle(picture, (x, y), far, (10, 10, 10), 2)


def _grids(picture: Any, rng: np.random.Generator) -> None:
    """Bordered squares of random bits, four to six cells wide: the worst a marker search can meet."""
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(6, 24))):
        bits = int(rng.choice([4, 5, 5, 5, 6]))
        cells = np.zeros((bits + 4, bits + 4), np.uint8) + 255
        cells[1:-1, 1:-1] = 0
        cells[2:-2, 2:-2] = rng.integers(0, 2, (bits, bits)) * 255
        side = int(rng.integers(20, 90))
        tile = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)
        tile = np.rot90(tile, int(rng.integers(4)))
        x, y = int(rng.integers(0, width - side)), int(rng.integers(0, height - side))
        picture[y : y + side, x : x + side] = tile[..., None]
