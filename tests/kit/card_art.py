"""Our own cards and tiles, drawn from a number, and a table to lay them on: rectified pictures with a known truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.vision.calibration import SCALE

CARD = (44.0, 67.0)
TILE = (30.0, 26.0)
_FINE = 8.0
"""Pixels a mm of the drawings themselves."""


def card_art(art: int, sign: str = "", size: tuple[float, float] = CARD) -> Any:
    """A card of its own picture (white rim, shapes on a coloured ground) and `sign` in a badge in two corners."""
    rng = np.random.default_rng(9100 + art)
    w, h = (round(side * _FINE) for side in size)
    ground = rng.integers(60, 220, 3)
    card = np.full((h, w, 3), 243, np.uint8)
    rim = round(2.5 * _FINE)
    cv2.rectangle(card, (rim, rim), (w - rim, h - rim), ground.tolist(), -1)
    for _ in range(9):
        colour = rng.integers(20, 245, 3).tolist()
        x, y = int(rng.integers(rim, w - rim)), int(rng.integers(rim, h - rim))
        reach = int(rng.integers(4 * _FINE, 12 * _FINE))
        form = rng.integers(0, 3)
        if form == 0:
            cv2.circle(card, (x, y), reach // 2, colour, -1, cv2.LINE_AA)
        elif form == 1:
            cv2.rectangle(card, (x, y), (min(w - rim, x + reach), min(h - rim, y + reach // 2)), colour, -1)
        else:
            points = rng.integers(-reach, reach, (4, 2)) + np.array([x, y])
            cv2.fillPoly(card, [np.clip(points, rim, (w - rim, h - rim)).astype(np.int32)], colour, cv2.LINE_AA)
    if sign:
        badge = round(4.0 * _FINE)
        for x, y, turned in ((rim + badge, rim + badge, False), (w - rim - badge, h - rim - badge, True)):
            patch = np.full((2 * badge, 2 * badge, 3), 250, np.uint8)
            patch[:] = card[y - badge : y + badge, x - badge : x + badge]
            cv2.circle(patch, (badge, badge), badge - 1, (235, 240, 245), -1, cv2.LINE_AA)
            scale = 6.4 * _FINE / 22.0
            (tw, th), _ = cv2.getTextSize(sign, cv2.FONT_HERSHEY_SIMPLEX, scale, 8)
            spot = (badge - tw // 2, badge + th // 2)
            cv2.putText(patch, sign, spot, cv2.FONT_HERSHEY_SIMPLEX, scale, (25, 20, 20), 8, cv2.LINE_AA)
            card[y - badge : y + badge, x - badge : x + badge] = np.rot90(patch, 2) if turned else patch
    return card


def card_back(colour: tuple[int, int, int] = (40, 60, 170), size: tuple[float, float] = CARD) -> Any:
    """A back: rays on one colour, the same when turned round."""
    w, h = (round(side * _FINE) for side in size)
    back = np.full((h, w, 3), 240, np.uint8)
    rim = round(2.5 * _FINE)
    cv2.rectangle(back, (rim, rim), (w - rim, h - rim), colour, -1)
    for angle in np.arange(0, 360, 30):
        end = (int(w / 2 + w * np.cos(np.radians(angle)) * 0.4), int(h / 2 + h * np.sin(np.radians(angle)) * 0.4))
        cv2.line(back, (w // 2, h // 2), end, (60, 190, 220), round(1.2 * _FINE), cv2.LINE_AA)
    cv2.circle(back, (w // 2, h // 2), round(7 * _FINE), (60, 190, 220), -1, cv2.LINE_AA)
    return back


def tile_art(kind: int, numeral: str = "", size: tuple[float, float] = TILE) -> Any:
    """A tile cut as a trapezoid, black all round: one strong shape in the colour of its kind, and its numeral."""
    rng = np.random.default_rng(5200 + kind)
    w, h = (round(side * _FINE) for side in size)
    tile = np.full((h, w, 3), 0, np.uint8)
    tile[:] = (215, 225, 235)
    colour = cv2.cvtColor(np.uint8([[[(kind * 37) % 180, 200, 90 + (kind * 53) % 130]]]), cv2.COLOR_HSV2BGR)[0, 0]
    for step in range(4):
        points = rng.integers(-int(7 * _FINE), int(7 * _FINE), (5, 2)) + np.array([w // 2, int(h * 0.6)])
        tint = colour.tolist() if step != 1 else rng.integers(20, 235, 3).tolist()
        cv2.fillPoly(tile, [points.astype(np.int32)], tint, cv2.LINE_AA)
    if numeral:
        cv2.putText(tile, numeral, (w // 2 - round(2 * _FINE), round(6 * _FINE)), 0, 1.6, (20, 20, 20), 8, cv2.LINE_AA)
    inset = round(w * 0.13)
    outline = np.zeros((h, w), np.uint8)
    corners = np.array([(inset, 1), (w - inset, 1), (w - 2, h - 2), (1, h - 2)], np.int32)
    cv2.fillPoly(outline, [corners], 255, cv2.LINE_AA)
    return np.where(outline[..., None] > 127, np.maximum(tile, 1), 0).astype(np.uint8)


def taught(drawing: Any) -> Any:
    """A drawing as a taught picture: at `SCALE`, what lies outside of its outline exactly black."""
    small = cv2.resize(drawing, None, fx=SCALE / _FINE, fy=SCALE / _FINE, interpolation=cv2.INTER_AREA)
    inside = cv2.resize((drawing > 0).any(axis=2).astype(np.float32), small.shape[1::-1], interpolation=cv2.INTER_AREA)
    return np.where(inside[..., None] > 0.6, np.maximum(small, 1), 0).astype(np.uint8)


@dataclass(frozen=True)
class Laid:
    """One drawing on the table: its centre in mm, degrees clockwise."""

    drawing: Any
    x: float
    y: float
    angle: float = 0.0


def board(size: tuple[float, float], print_seed: int = 4) -> Any:
    """An empty field with a printed board of our own, at `SCALE`."""
    rng = np.random.default_rng(print_seed)
    w, h = (round(side * SCALE) for side in size)
    field = np.full((h, w, 3), (150, 185, 205), np.uint8)
    for _ in range(int(w * h / 6000)):
        colour = (np.array((150, 185, 205)) + rng.integers(-45, 35, 3)).clip(0, 255).tolist()
        x, y = int(rng.integers(0, w)), int(rng.integers(0, h))
        reach = int(rng.integers(12, 60))
        if rng.random() < 0.5:
            cv2.rectangle(field, (x, y), (x + reach, y + reach // 2), colour, int(rng.choice([-1, 2])))
        else:
            cv2.circle(field, (x, y), reach // 2, colour, int(rng.choice([-1, 2])), cv2.LINE_AA)
    return field


def laid_out(empty: Any, laid: Sequence[Laid]) -> Any:
    """The empty field with these drawings on it, each with a thin shadow at its edge; nothing else is done to it."""
    field = empty.copy()
    for one in laid:
        h, w = one.drawing.shape[:2]
        step = SCALE / _FINE
        soft = cv2.GaussianBlur(one.drawing, (0, 0), 0.4 / step)
        turn = cv2.getRotationMatrix2D((w / 2, h / 2), -one.angle, step)
        turn[:, 2] += (one.x * SCALE - w / 2, one.y * SCALE - h / 2)
        opaque = (one.drawing > 0).any(axis=2).astype(np.float32)
        size = field.shape[1::-1]
        top = cv2.warpAffine(soft, turn, size, flags=cv2.INTER_LINEAR).astype(np.float32)
        cover = cv2.warpAffine(opaque, turn, size, flags=cv2.INTER_LINEAR)[..., None]
        under = cv2.GaussianBlur(cover, (0, 0), 1.2).reshape(cover.shape)
        field = field * (1 - 0.25 * under)
        field = (field * (1 - cover) + np.minimum(top, 255) * cover).clip(0, 255).astype(np.uint8)
    return field


@dataclass(frozen=True)
class Weather:
    """How hard a picture is to read. `px_per_mm`: of the camera's own picture; all spreads are of the seed's dice."""

    px_per_mm: float = 2.0
    blur: float = 0.6
    noise: float = 3.0
    tint: float = 0.08
    exposure: tuple[float, float] = (0.7, 1.1)
    gradient: float = 0.15
    shadows: int = 1
    gloss: int = 0
    jpeg: int = 90


CLEAN = Weather(blur=0.4, noise=2.0, tint=0.04, shadows=0, gradient=0.08, exposure=(0.85, 1.05))
NORMAL = Weather(px_per_mm=1.9, blur=0.9, noise=6.0, tint=0.12, shadows=1, gradient=0.25, gloss=1, exposure=(0.55, 1.1))
HARD = Weather(
    px_per_mm=1.6, blur=1.6, noise=12.0, tint=0.2, shadows=2, gradient=0.4, gloss=2, exposure=(0.3, 1.15), jpeg=70
)


def photographed(field: Any, weather: Weather, seed: int) -> Any:
    """`field` as a camera would give it after rectifying: resampled, out of focus, lit unevenly, noisy."""
    rng = np.random.default_rng(seed)
    h, w = field.shape[:2]
    picture = field.astype(np.float32)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    light = 1 + weather.gradient * (np.cos(angle) * (x / w - 0.5) + np.sin(angle) * (y / h - 0.5))
    for _ in range(weather.shadows):
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3)
        distance = np.cos(angle) * (x / w - 0.5) + np.sin(angle) * (y / h - 0.5) - reach
        light *= 1 - rng.uniform(0.15, 0.4) / (1 + np.exp(-distance * w / rng.uniform(4, 25)))
    light *= rng.uniform(*weather.exposure)
    tint = np.exp(rng.uniform(-weather.tint, weather.tint, 3)).astype(np.float32)
    picture *= light[..., None] * tint
    for _ in range(weather.gloss):
        cx, cy, spread = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(8, 26)
        picture += (170 * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * spread**2)))[..., None]
    small = weather.px_per_mm / SCALE
    camera = cv2.GaussianBlur(picture, (0, 0), max(0.3, weather.blur / small))
    camera = cv2.resize(camera, None, fx=small, fy=small, interpolation=cv2.INTER_LINEAR)
    camera += rng.normal(0, weather.noise, camera.shape)
    coded = cv2.imencode(".jpg", camera.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, weather.jpeg])[1]
    return cv2.resize(cv2.imdecode(coded, cv2.IMREAD_COLOR), (w, h), interpolation=cv2.INTER_LINEAR)


def snake(
    count: int, field: tuple[float, float], pace: float = 26.6, lane: float = 62.0
) -> list[tuple[float, float, float]]:
    """Middles (mm) and angles of `count` tiles in one winding line: to the right, round the bend, back, and so on."""
    edge, bend = 28.0, lane / 2
    straight, half = field[0] - 2 * edge - 2 * bend, np.pi * bend
    places: list[tuple[float, float, float]] = []
    for index in range(count):
        # The first row begins at the edge, the others where the bend before them ends.
        first, row, rest = straight + bend, 0, index * pace
        while rest >= first + half:
            rest -= first + half
            first, row = straight, row + 1
        way = -1 if row % 2 else 1
        begin = edge if row == 0 else (edge + bend if way > 0 else field[0] - edge - bend)
        y, back = edge + row * lane, 180.0 if way < 0 else 0.0
        if rest < first:
            places.append((begin + way * rest, y, back))
            continue
        turn = (rest - first) / bend
        x = begin + way * first + way * bend * np.sin(turn)
        places.append((float(x), float(y + bend - bend * np.cos(turn)), float(np.degrees(turn)) * way + back))
    return [(x, y, angle + 180.0 * (n % 2)) for n, (x, y, angle) in enumerate(places)]
