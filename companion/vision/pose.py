"""Where the field lies in a picture: from millimetres to pixels and back, and where the camera is.

The lens is that of the calibration, or, where there is none, one bend that is found together with the pose from all
corners at once: mild barrel distortion alone puts a plain homography off by up to 4 mm.
"""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np

from companion.vision.calibration import Lens

FOCAL = 0.9
"""Focal length of a camera nobody measured, in widths of its picture: between webcams and the Pi's cameras."""
_BEND = 0.12
"""How much a lens may bend, one standard deviation of `Lens.bends[0]` for a focal length of half the diagonal."""


class Pose(msgspec.Struct, frozen=True):
    """The map between the field and one picture.

    `matrix`: (3, 3) float64, from mm to the undistorted picture of `lens` (focal length 1, centre 0). `size`: (width,
    height) of the picture in px. `field`: (width, height) in mm. `scatter`: (9, 9), the covariance of the numbers of
    the map, for how far it may be off; None: set by hand.
    """

    matrix: Any
    lens: Lens
    size: tuple[int, int]
    field: tuple[float, float]
    measured: bool = False
    scatter: Any = None

    def to_px(self, points: Any) -> Any:
        """Where points of the table, (n, 2) mm, are in the picture: (n, 2) float64 px, the middle of a pixel whole."""
        mm = np.asarray(points, np.float64).reshape(-1, 2)
        flat = np.column_stack([mm, np.ones(len(mm))]) @ self.matrix.T
        return bent(flat[:, :2] / flat[:, 2:], self.lens)

    def to_mm(self, points: Any) -> Any:
        """Where pixels, (n, 2) px, are on the table: (n, 2) float64 mm."""
        straight = unbent(np.asarray(points, np.float64).reshape(-1, 2), self.lens)
        flat = np.column_stack([straight, np.ones(len(straight))]) @ np.linalg.inv(self.matrix).T
        return flat[:, :2] / flat[:, 2:]

    @property
    def px_per_mm(self) -> float:
        """Pixels a mm where the field is smallest in the picture."""
        width, height = self.field
        places = np.array([(x, y) for x in (0.0, width / 2, width) for y in (0.0, height / 2, height)])
        return float(np.sqrt(np.abs(self.stretch(places))).min())

    def stretch(self, points: Any) -> Any:
        """Square pixels for a square mm at points (n, 2) mm: (n,); negative where the picture is mirrored."""
        mm = np.asarray(points, np.float64).reshape(-1, 2)
        here = self.to_px(mm)
        right = self.to_px(mm + np.array((1.0, 0.0))) - here
        down = self.to_px(mm + np.array((0.0, 1.0))) - here
        return right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]

    def eye(self) -> tuple[float, float, float]:
        """Where the camera is: x, y in mm of the field, and its height over the table in mm.

        Without a measured lens the focal length is told by the perspective as far as it shows, by `FOCAL` else.
        """
        matrix = self.matrix if self.measured else np.diag([1 / self._focal(), 1 / self._focal(), 1.0]) @ self.matrix
        first, second, third = matrix[:, 0], matrix[:, 1], matrix[:, 2]
        length = float(np.sqrt(np.linalg.norm(first) * np.linalg.norm(second)))
        if float(matrix[2] @ (self.field[0] / 2, self.field[1] / 2, 1.0)) < 0:
            length = -length
        turn = np.column_stack([first, second, np.cross(first, second) / length]) / length
        left, _, right = np.linalg.svd(turn)
        place = -(left @ right).T @ (third / length)
        return float(place[0]), float(place[1]), float(abs(place[2]))

    def _focal(self) -> float:
        """The focal length in units of the lens's, by the perspective of the field, weighed against the usual one."""
        matrix = self.matrix @ np.diag([self.field[0], self.field[0], 1.0])
        matrix = matrix / np.linalg.norm(matrix[:2, :2])
        first, second = matrix[:, 0], matrix[:, 1]
        usual = FOCAL * max(self.size) / self.lens.focal[0]
        # The columns of a turn are square and of a length: two equations for 1 / focal squared, and a third, weak one.
        slope = np.array([first[0] * second[0] + first[1] * second[1], first[:2] @ first[:2] - second[:2] @ second[:2]])
        rest = np.array([first[2] * second[2], first[2] ** 2 - second[2] ** 2])
        weight = 0.003
        known = 1.0 / usual**2
        inverse = (known * weight**2 - float(slope @ rest)) / (float(slope @ slope) + weight**2)
        # a^2 w + c^2 = b^2 w + d^2, written as slope * w + rest = 0.
        return float(np.clip(1.0 / np.sqrt(max(inverse, 1e-9)), 0.6 * usual, 2.0 * usual))

    def doubt_mm(self, points: Any) -> Any:
        """By how much the map may be off at points (n, 2) mm, one standard deviation: (n,) mm."""
        mm = np.asarray(points, np.float64).reshape(-1, 2)
        if self.scatter is None:
            return np.zeros(len(mm))
        scaled = _scaling(self.field)
        bend = 0.0 if self.measured else self.lens.bends[0]
        slopes = _slopes(mm @ scaled[:2, :2].T + scaled[:2, 2], self.matrix @ np.linalg.inv(scaled), bend)
        spread = np.einsum("nij,jk,nik->n", slopes, self.scatter, slopes) * self.lens.focal[0] ** 2
        return np.sqrt(spread / np.maximum(np.abs(self.stretch(mm)), 1e-9))


def plain_lens(size: tuple[int, int], bend: float = 0.0) -> Lens:
    """A lens nobody measured, for pictures of `size` px: focal length half the diagonal, the centre in the middle."""
    half = float(np.hypot(*size)) / 2
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    return Lens(size, (half, half), middle, (bend, 0.0, 0.0, 0.0, 0.0))


def fitted(lens: Lens, size: tuple[int, int]) -> Lens:
    """`lens` for pictures of `size` px, whose field of view is the same (a larger still of the same camera)."""
    across, down = size[0] / lens.size[0], size[1] / lens.size[1]
    centre = ((lens.centre[0] + 0.5) * across - 0.5, (lens.centre[1] + 0.5) * down - 0.5)
    return Lens(size, (lens.focal[0] * across, lens.focal[1] * down), centre, lens.bends)


_ASIDE = 20.0
"""Tangent of the angle to the camera's axis at which nothing is seen any more."""


def bent(points: Any, lens: Lens) -> Any:
    """From the undistorted picture (n, 2), focal length 1, to pixels (n, 2)."""
    x, y = points[:, 0], points[:, 1]
    k1, k2, p1, p2, k3 = lens.bends
    # Far outside of the picture the polynomial turns back: nothing there is ever looked at.
    r2 = np.minimum(x * x + y * y, 4.0)
    radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
    across = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    down = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    return np.column_stack([across * lens.focal[0] + lens.centre[0], down * lens.focal[1] + lens.centre[1]])


def unbent(points: Any, lens: Lens) -> Any:
    """From pixels (n, 2) to the undistorted picture (n, 2), focal length 1."""
    aim = (np.asarray(points, np.float64) - lens.centre) / lens.focal
    found = aim.copy()
    unit = Lens(lens.size, (1.0, 1.0), (0.0, 0.0), lens.bends)
    for _ in range(12):
        # A lens that is none would send points without end; no camera looks so far aside.
        found = np.clip(found + (aim - bent(found, unit)), -_ASIDE, _ASIDE)
    return found


def pose_from(mm: Any, px: Any, field: tuple[float, float], size: tuple[int, int], lens: Lens | None) -> Pose | None:
    """The pose that brings points of the table, (n, 2) mm, nearest to their pixels, (n, 2) px; n at least 4.

    `lens` None: one bend is found as well where there are points enough (n at least 12). None: no such map exists.
    """
    used = plain_lens(size) if lens is None else fitted(lens, size)
    scaling = _scaling(field)
    flat = np.asarray(mm, np.float64) @ scaling[:2, :2].T + scaling[:2, 2]
    aim = unbent(px, used)
    start, _ = cv2.findHomography(flat, aim, 0)
    if start is None or not np.isfinite(start).all() or abs(start[2, 2]) < 1e-9:
        return None
    matrix = start / start[2, 2]
    free = lens is None and len(flat) >= 12
    bend = 0.0
    scatter = None
    if free:
        matrix, bend, scatter = _together(flat, (np.asarray(px, np.float64) - used.centre) / used.focal, matrix)
        used = plain_lens(size, bend)
    elif len(flat) >= 12:
        _, _, scatter = _together(flat, aim, matrix, rounds=1, stiff=1e-6)
    return Pose(matrix @ scaling, used, size, field, lens is not None, scatter)


def _scaling(field: tuple[float, float]) -> Any:
    """From mm to about -1 to 1, (3, 3): the equations are solved in that."""
    half = max(field) / 2
    return np.array([[1 / half, 0, -field[0] / 2 / half], [0, 1 / half, -field[1] / 2 / half], [0, 0, 1.0]])


def _slopes(flat: Any, matrix: Any, bend: float) -> Any:
    """How pixels (in focal lengths) change with the eight numbers of `matrix` and the bend: (n, 2, 9)."""
    ones = np.ones(len(flat))
    whole = np.column_stack([flat, ones]) @ matrix.T
    depth = whole[:, 2:]
    u, v = (whole[:, :2] / depth).T
    source = np.column_stack([flat, ones]) / depth
    zero = np.zeros((len(flat), 3))
    du = np.column_stack([source, zero, -u[:, None] * source[:, :2]])
    dv = np.column_stack([zero, source, -v[:, None] * source[:, :2]])
    r2 = u * u + v * v
    across = (1 + bend * (r2 + 2 * u * u))[:, None] * du + (2 * bend * u * v)[:, None] * dv
    down = (2 * bend * u * v)[:, None] * du + (1 + bend * (r2 + 2 * v * v))[:, None] * dv
    return np.stack([np.column_stack([across, u * r2]), np.column_stack([down, v * r2])], axis=1)


def _together(flat: Any, aim: Any, matrix: Any, rounds: int = 8, stiff: float = _BEND) -> tuple[Any, float, Any]:
    """The map and the bend that fit best (Gauss-Newton), and the scatter of their nine numbers."""
    bend = 0.0
    noise = 1e-3
    pull = np.zeros((9, 9))
    for _ in range(rounds):
        whole = np.column_stack([flat, np.ones(len(flat))]) @ matrix.T
        straight = whole[:, :2] / whole[:, 2:]
        r2 = (straight**2).sum(axis=1, keepdims=True)
        off = aim - straight * (1 + bend * r2)
        slopes = _slopes(flat, matrix, bend)
        pull[8, 8] = (noise / stiff) ** 2
        normal = np.einsum("nij,nik->jk", slopes, slopes) + pull + 1e-12 * np.eye(9)
        pushed = np.einsum("nij,ni->j", slopes, off) - pull @ np.append(np.zeros(8), bend)
        step = np.linalg.solve(normal, pushed)
        matrix = matrix + np.append(step[:8], 0.0).reshape(3, 3)
        bend = float(np.clip(bend + step[8], -0.5, 0.5))
        spread = float((off**2).sum()) / max(1, 2 * len(flat) - 9)
        if float(np.abs(step).max()) < 1e-7:
            break
    return matrix, bend, np.linalg.inv(normal) * max(spread, 1e-8)
