"""A plain photo of a mat with discs and cards on it: a pinhole with two bends, even light, nothing in the way.

Enough to try what needs a picture at all; how well a picture is read is tried with `tests.kit.scene`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.engine.sight import At
from companion.vision.mat import MARKER, Mat

FINE = 4.0
"""Pixels a mm of the drawing that is photographed."""
GAMMA = 2.2
"""Of a level over the light it stands for."""
TABLE = (96, 120, 150)
"""Blue, green, red of the table around, and of the board inside."""
BOARD = (170, 205, 220)


class Camera(NamedTuple):
    """Where a camera stands and how it sees. `tilt`, `turn`: degrees; `distance`: mm from the middle of the field."""

    tilt: float = 12.0
    turn: float = 0.0
    distance: float = 700.0
    size: tuple[int, int] = (1280, 720)
    focal: float = 1150.0
    bends: tuple[float, float] = (0.0, 0.0)
    aside: tuple[float, float] = (0.0, 0.0)


class Laid(NamedTuple):
    """Something on the board: a disc of a colour (BGR), or a picture of a card."""

    at: At
    colour: tuple[int, int, int] | None = None
    card: Any = None


def drawing(mat: Mat, laid: tuple[Laid, ...] = (), hidden: tuple[int, ...] = ()) -> tuple[Any, tuple[float, float]]:
    """The mat from straight above at `FINE` pixels a mm without the markers `hidden`; the mm of its top left corner."""
    left, top, right, bottom = (edge + sign * 80.0 for edge, sign in zip(mat.outer, (-1, -1, 1, 1), strict=True))
    picture = np.full((round((bottom - top) * FINE), round((right - left) * FINE), 3), TABLE, np.uint8)

    def box(at: At, colour: Any) -> None:
        x, y, width, height = at
        a = round((x - width / 2 - left) * FINE), round((y - height / 2 - top) * FINE)
        b = round((x + width / 2 - left) * FINE), round((y + height / 2 - top) * FINE)
        if isinstance(colour, np.ndarray):
            size = (b[0] - a[0], b[1] - a[1])
            colour = cv2.resize(colour, size, interpolation=cv2.INTER_AREA).reshape(size[1], size[0], -1)
        picture[a[1] : b[1], a[0] : b[0]] = colour

    outer = mat.outer
    middle = ((outer[0] + outer[2]) / 2, (outer[1] + outer[3]) / 2)
    box((*middle, outer[2] - outer[0], outer[3] - outer[1]), (250, 250, 250))
    box((mat.field[0] / 2, mat.field[1] / 2, *mat.field), BOARD)
    for patch in mat.patches:
        box(patch.at, patch.rgb[::-1])
    for marker in mat.markers:
        if marker.id not in hidden:
            box((marker.x, marker.y, MARKER, MARKER), _marker(marker.id))
    for one in laid:
        if one.colour is not None:
            centre = round((one.at[0] - left) * FINE), round((one.at[1] - top) * FINE)
            cv2.circle(picture, centre, round(one.at[2] / 2 * FINE), one.colour, -1, cv2.LINE_AA)
        if one.card is not None:
            box(one.at, one.card)
    return picture, (left, top)


def _marker(marker_id: int) -> Any:
    side = round(MARKER * FINE)
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    if hasattr(cv2.aruco, "generateImageMarker"):
        return cv2.aruco.generateImageMarker(words, marker_id, side)
    return cv2.aruco.drawMarker(words, marker_id, side)


def photo(
    mat: Mat,
    camera: Camera = Camera(),  # noqa: B008 - frozen
    laid: tuple[Laid, ...] = (),
    hidden: tuple[int, ...] = (),
    light: float = 0.85,
    blur: float = 0.7,
    seed: int = 1,
) -> Any:
    """What `camera` sees of the mat: BGR uint8; a little noise, by `seed`."""
    flat, (left, top) = drawing(mat, laid, hidden)
    aim = _map(camera, mat.field)
    at = ((aim - (left, top)) * FINE - 0.5).astype(np.float32)
    seen = cv2.remap(flat, at[..., 0], at[..., 1], cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=TABLE)
    # Light is blurred as light, not as levels: what is dark comes out a little smaller.
    lit = cv2.LUT(seen, (np.arange(256, dtype=np.float32) * light / 255) ** GAMMA)
    seen = 255 * cv2.GaussianBlur(lit, (0, 0), blur) ** (1 / GAMMA)
    return np.clip(seen + _noise(seen.shape, seed), 0, 255).astype(np.uint8)


@lru_cache(maxsize=4)
def _noise(shape: tuple[int, ...], seed: int) -> Any:
    return np.random.default_rng(seed).normal(0.0, 2.0, shape).astype(np.float32)


def placed(camera: Camera, field: tuple[float, float]) -> tuple[Any, Any, Any, Any]:
    """Turn (3, 3) and place (3,) of the camera, its matrix (3, 3) and bends (5,), as OpenCV has them."""
    tilt, turn = np.radians(camera.tilt), np.radians(camera.turn)
    about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    rotation = about_x @ about_z
    middle = np.array([field[0] / 2, field[1] / 2, 0.0])
    place = np.array([*camera.aside, camera.distance]) - rotation @ middle
    width, height = camera.size
    matrix = np.array([[camera.focal, 0, (width - 1) / 2], [0, camera.focal, (height - 1) / 2], [0, 0, 1]])
    return rotation, place, matrix, np.array([*camera.bends, 0, 0, 0], np.float64)


def seen_at(camera: Camera, field: tuple[float, float], points: Any) -> Any:
    """Where points of the table, (n, 2) mm, are in the photo: (n, 2) px."""
    rotation, place, matrix, bends = placed(camera, field)
    whole = np.column_stack([np.asarray(points, np.float64), np.zeros(len(points))])
    return cv2.projectPoints(whole, cv2.Rodrigues(rotation)[0], place, matrix, bends)[0].reshape(-1, 2)


@lru_cache(maxsize=24)
def _map(camera: Camera, field: tuple[float, float]) -> Any:
    """The mm of the table at every pixel, (h, w, 2)."""
    rotation, place, matrix, bends = placed(camera, field)
    width, height = camera.size
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 1, 2).astype(np.float64)
    straight = cv2.undistortPoints(grid, matrix, bends).reshape(-1, 2)
    # A ray through the camera meets the table where z is 0.
    rays = np.column_stack([straight, np.ones(len(straight))]) @ rotation
    eye = -rotation.T @ place
    down = np.where(np.abs(rays[:, 2]) < 1e-6, 1e-6, rays[:, 2])
    return (eye[:2] - rays[:, :2] * (eye[2] / down)[:, None]).reshape(height, width, 2)
