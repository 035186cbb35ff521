"""The flat print: the mat with its markers and patches, the board's shapes, cards and covers that lie on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from companion.engine.sight import At, Plan, Shape
from companion.vision.mat import BAND, CELLS, MARKER, Mat
from tests.kit.scene.colours import Rgb, hex_rgb, jittered

TEXTURE = 3.0
"""Pixels a mm of the flat print."""
PAPER: Rgb = (244, 243, 238)
CARDBOARD: Rgb = (222, 208, 178)


def to_texture(mat: Mat, points: Any) -> Any:
    """Points (n, 2) mm as px of the flat print."""
    left, top, _, _ = mat.outer
    return (np.asarray(points, np.float64).reshape(-1, 2) - (left, top)) * TEXTURE - 0.5


def texture_matrix(mat: Mat) -> Any:
    """From mm to px of the flat print: 3 × 3."""
    left, top, _, _ = mat.outer
    return np.array([[TEXTURE, 0, -left * TEXTURE - 0.5], [0, TEXTURE, -top * TEXTURE - 0.5], [0, 0, 1]])


@lru_cache(maxsize=64)
def _marker(marker_id: int, side: int) -> Any:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    if hasattr(cv2.aruco, "generateImageMarker"):
        return cv2.aruco.generateImageMarker(dictionary, marker_id, side)
    return cv2.aruco.drawMarker(dictionary, marker_id, side)


def print_flat(
    plan: Plan,
    mat: Mat,
    rng: np.random.Generator,
    jitter: tuple[float, float],
    patches: bool = True,
    shift: float = 0.0,
) -> Any:
    """The mat with the board in it as BGR, `TEXTURE` px a mm. `jitter`: print run, Lab lightness and chroma.

    `patches` off: the reference patches are not printed. `shift`: the board lies that many mm aside.
    """
    left, top, right, bottom = mat.outer
    width, height = round((right - left) * TEXTURE), round((bottom - top) * TEXTURE)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = PAPER[::-1]
    _fill_box(picture, mat, (mat.field[0] / 2, mat.field[1] / 2, *mat.field), _tabletop(rng))
    board = (plan.board[0] + shift, plan.board[1] + shift, *plan.board[2:])
    _fill_box(picture, mat, board, jittered(CARDBOARD, rng, *jitter))
    runs: dict[str, Rgb] = {}
    for shape in plan.shapes:
        _stroke(picture, mat, shape, shift, runs, rng, jitter)
    _grain(picture, mat, rng)
    for marker in mat.markers:
        side = round(MARKER * TEXTURE)
        x, y = np.round(to_texture(mat, [(marker.x - MARKER / 2, marker.y - MARKER / 2)])[0] + 0.5).astype(int)
        picture[y : y + side, x : x + side] = (
            _marker(marker.id, side // CELLS * CELLS + CELLS)[:side, :side, None]
            if (side % CELLS == 0)
            else cv2.resize(_marker(marker.id, CELLS * 16), (side, side), interpolation=cv2.INTER_AREA)[..., None]
        )
    for patch in mat.patches if patches else ():
        _fill_box(picture, mat, patch.at, patch.rgb)
    return picture


def lay_flat(
    picture: Any, mat: Mat, art: Any, at: At, angle: float, thick: float = 0.4, shadow: tuple[float, float] = (0.5, 0.5)
) -> None:
    """Lay a card, tile or cover `art` (BGR) into the flat print: centre and size `at` mm, turned by `angle` degrees
    clockwise; `thick` mm of edge fall as a shadow in the direction `shadow`."""
    x, y, wide, high = at
    turned = np.radians(angle)
    cos, sin = np.cos(turned), np.sin(turned)
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    corners = corners @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    if thick > 0:
        dark = to_texture(mat, corners + np.asarray(shadow) * thick * 1.5)
        _darken(picture, dark, 0.55)
    px = to_texture(mat, corners).astype(np.float32)
    low = np.floor(px.min(axis=0)).astype(int) - 1
    high_px = np.ceil(px.max(axis=0)).astype(int) + 2
    low = np.maximum(low, 0)
    high_px = np.minimum(high_px, (picture.shape[1], picture.shape[0]))
    if (high_px <= low).any():
        return
    art_height, art_width = art.shape[:2]
    source = np.array([(-0.5, -0.5), (art_width - 0.5, -0.5), (art_width - 0.5, art_height - 0.5)], np.float32)
    matrix = cv2.getAffineTransform(source, px[:3] - low.astype(np.float32))
    size = (int(high_px[0] - low[0]), int(high_px[1] - low[1]))
    laid = cv2.warpAffine(art, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, _fixed(px - low), 255, cv2.LINE_AA, 4)
    part = picture[low[1] : high_px[1], low[0] : high_px[0]]
    weight = mask[..., None].astype(np.float32) / 255
    part[:] = (part * (1 - weight) + laid * weight).astype(np.uint8)


def _fixed(points: Any) -> Any:
    """Points as OpenCV takes them with four bits after the point."""
    return np.round(np.asarray(points) * 16).astype(np.int32)


def _darken(picture: Any, polygon: Any, factor: float) -> None:
    low = np.maximum(np.floor(polygon.min(axis=0)).astype(int) - 4, 0)
    high = np.minimum(np.ceil(polygon.max(axis=0)).astype(int) + 5, (picture.shape[1], picture.shape[0]))
    if (high <= low).any():
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(mask, _fixed(polygon - low), 255, cv2.LINE_AA, 4)
    mask = cv2.GaussianBlur(mask, (0, 0), 1.5)
    part = picture[low[1] : high[1], low[0] : high[0]]
    part[:] = (part * (1 - (1 - factor) * mask[..., None].astype(np.float32) / 255)).astype(np.uint8)


def _corners(at: At) -> Any:
    x, y, width, height = at
    return [(x - width / 2, y - height / 2), (x + width / 2, y - height / 2),
            (x + width / 2, y + height / 2), (x - width / 2, y + height / 2)]  # fmt: skip


def _fill_box(picture: Any, mat: Mat, at: At, rgb: Rgb) -> None:
    cv2.fillConvexPoly(picture, _fixed(to_texture(mat, _corners(at))), rgb[::-1], cv2.LINE_AA, 4)


def _tabletop(rng: np.random.Generator) -> Rgb:
    """The table within the frame beside the board: light or dark wood, a cloth."""
    choices: list[Rgb] = [(150, 112, 74), (92, 66, 48), (206, 188, 160), (64, 84, 66), (120, 124, 130)]
    return jittered(choices[int(rng.integers(len(choices)))], rng, 4, 4)


def _stroke(
    picture: Any, mat: Mat, shape: Shape, shift: float, runs: dict[str, Rgb], rng: np.random.Generator,
    jitter: tuple[float, float],
) -> None:  # fmt: skip
    def ink(text: str) -> Rgb:
        if text not in runs:
            runs[text] = jittered(hex_rgb(text), rng, *jitter)
        return runs[text][::-1]

    x, y, width, height = shape.at[0] + shift, shape.at[1] + shift, *shape.at[2:]
    centre = _fixed(to_texture(mat, [(x, y)]))[0]
    thick = 2
    if shape.form == "box":
        polygon = _fixed(to_texture(mat, _corners((x, y, width, height))))
        if shape.fill:
            cv2.fillConvexPoly(picture, polygon, ink(shape.fill), cv2.LINE_AA, 4)
        if shape.line:
            cv2.polylines(picture, [polygon], True, ink(shape.line), thick, cv2.LINE_AA, 4)
    elif shape.form == "disc":
        axes = _fixed(np.array([width, height]) * TEXTURE / 2)
        for rgb, line in ((shape.fill, -1), (shape.line, thick)):
            if rgb:
                ring = cv2.ellipse2Poly((0, 0), (int(axes[0]), int(axes[1])), 0, 0, 360, 6) + centre
                if line < 0:
                    cv2.fillConvexPoly(picture, ring, ink(rgb), cv2.LINE_AA, 4)
                else:
                    cv2.polylines(picture, [ring], True, ink(rgb), line, cv2.LINE_AA, 4)
    elif shape.form == "line" and (shape.line or shape.fill):
        ends = _fixed(to_texture(mat, [(x - width / 2, y - height / 2), (x + width / 2, y + height / 2)]))
        cv2.polylines(picture, [ends], False, ink(shape.line or shape.fill), thick, cv2.LINE_AA, 4)
    if shape.text:
        _write(picture, shape.text, centre / 16, width * TEXTURE, height * TEXTURE, ink(shape.line or "#20242c"))


def _write(picture: Any, text: str, centre: Any, width: float, height: float, bgr: Rgb) -> None:
    plain = text.encode("ascii", "replace").decode()
    (wide, high), _ = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 2)
    scale = 0.8 * min(width / max(wide, 1), height / max(high, 1))
    at = (round(centre[0] - wide * scale / 2), round(centre[1] + high * scale / 2))
    cv2.putText(picture, plain, at, cv2.FONT_HERSHEY_SIMPLEX, scale, bgr, max(1, round(2 * scale)), cv2.LINE_AA)


def _grain(picture: Any, mat: Mat, rng: np.random.Generator) -> None:
    """Uneven ink and paper over the field, so that no area is of one value."""
    height, width = picture.shape[:2]
    coarse = cv2.resize(rng.normal(0, 1, (height // 40, width // 40)).astype(np.float32), (width, height))
    fine = rng.normal(0, 1.5, (height, width)).astype(np.float32)
    band = round(BAND * TEXTURE)
    field = picture[band : height - band, band : width - band]
    wave = (2.5 * coarse + fine)[band : height - band, band : width - band, None]
    field[:] = np.clip(field + wave, 0, 255).astype(np.uint8)
