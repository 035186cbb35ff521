"""The book of taught looks: small pictures of one size that a straightened piece of a picture is compared with.

Compared are 48 x 76 pixels in Lab (or as many in the shape of the thing), the lightness without its slow changes; that
is enough to tell which art it is at any size that matters, and takes far less than a millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.engine.sight import BACK, Kind, Look, Plan
from companion.vision.level import Picture, Reals, reals

SMALL = 48 * 76
"""Pixels of a small picture."""
_SIZES = 1.12
"""Things whose sides differ by less are of one size."""
_FRAME = 1.25
"""Tiles whose sides differ by less were cut out of the board with more or less of it."""
_SLOW = 0.28
"""Reach of the slow changes of lightness that are taken out, in parts of the shorter side."""
MEAN_KEPT = 0.35
"""How much of a picture's mean colour stays in its features: two backs may differ by nothing else."""
_RIM = 0.07
"""A tile is not looked at nearer to its outline (parts of its side): board or shadow may be cut out with it."""


_CENTRED = np.array([[1, 0, 0, 0], [0, 2, 0, -256], [0, 0, 2, -256]], np.float32)


class Lie(NamedTuple):
    """How something lies: its centre in px, degrees clockwise from upright, its size against the taught one."""

    x: float
    y: float
    angle: float
    grow: float = 1.0


@dataclass(frozen=True)
class Reference:
    """One taught picture. `fine`: Lab at `SCALE`; `inside`: where the thing is; `small`, `mask`: the same, small."""

    look: str
    art: str
    fine: Reals
    inside: Reals
    small: Reals
    mask: Reals


@dataclass
class Size:
    """All taught pictures of one size. `width`, `height`: of the thing in px at `SCALE`; `columns`, `rows`: small.

    `shared`: what the small pictures show of the thing, inside of its outline; `slow`: the slow changes of that.
    `slopes`, `arts`, `stacks`, `marks`: what was worked out of the pictures already, to be used again.
    """

    width: float
    height: float
    columns: int
    rows: int
    references: list[Reference] = field(default_factory=list)
    features: Reals = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    coarse: Reals = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    shared: Reals = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    slow: Reals = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    slopes: dict[int, tuple[Reals, Reals]] = field(default_factory=dict)
    arts: dict[str, object] = field(default_factory=dict)
    stacks: dict[int, object] = field(default_factory=dict)
    marks: tuple[Reals, Reals] | None = None

    @property
    def step(self) -> float:
        """Pixels at `SCALE` of one small pixel."""
        return (self.width / self.columns + self.height / self.rows) / 2


class Book:
    """The looks of a plan and what was taught of them.

    `taught`: ids of the looks that have a picture. `siblings`: looks of each art by its name, taught or not.
    """

    def __init__(self, plan: Plan, pictures: Mapping[str, Sequence[Any]]) -> None:
        """`pictures`: BGR uint8 by look id, upright at `SCALE`; looks that the plan does not know are left out."""
        self.looks: dict[str, Look] = {one.id: one for one in plan.looks}
        self.taught = frozenset(one for one in pictures if (one in self.looks or one == BACK) and len(pictures[one]))
        self.siblings: dict[str, tuple[str, ...]] = {}
        for look in plan.looks:
            self.siblings[self.art(look.id)] = (*self.siblings.get(self.art(look.id), ()), look.id)
        self.sizes: list[Size] = []
        shown = [
            (look_id, np.asarray(picture, dtype=np.uint8))
            for look_id in pictures
            if look_id in self.taught
            for picture in pictures[look_id]
        ]
        frame = _usual([picture for look_id, picture in shown if self.kind(look_id) == "tile"])
        for look_id, picture in shown:
            inside = outline(picture)
            if self.kind(look_id) == "tile" and frame is not None:
                picture, inside = _framed(picture, frame), _framed(inside, frame, cv2.BORDER_CONSTANT)
            self._add(look_id, picture, inside)
        for size in self.sizes:
            masks = np.stack([one.mask for one in size.references])
            # What most of them show; an outline that was cut a little too small leaves nothing out for all.
            size.shared = (masks.mean(axis=0) > 0.5).astype(np.float32)
            if all(self.kind(one.look) == "tile" for one in size.references):
                size.shared = _inner(size.shared, round(_RIM * min(size.columns, size.rows)))
            size.slow = _slow(size.shared)
            rows = [features(one.small, size.shared, size.slow) for one in size.references]
            size.features = np.stack([row.ravel() for row in rows]).astype(np.float32)
            size.coarse = np.stack([halved(row) for row in rows]).astype(np.float32)

    def art(self, look_id: str) -> str:
        """The art of a look: what it is called in the plan, or the look by itself."""
        look = self.looks.get(look_id)
        return look.art if look is not None and look.art else f"={look_id}"

    def kind(self, look_id: str) -> Kind:
        """What a look is of; a back is a card's."""
        look = self.looks.get(look_id)
        return "card" if look is None else look.kind

    def _add(self, look_id: str, picture: Picture, inside: Reals) -> None:
        height, width = picture.shape[:2]
        size = next((one for one in self.sizes if _alike(one, width, height)), None)
        if size is None:
            k = (SMALL / (width * height)) ** 0.5
            size = Size(width, height, max(8, round(width * k)), max(8, round(height * k)))
            self.sizes.append(size)
        fine = lab(picture)
        shape = (size.columns, size.rows)
        small = cv2.resize(fine, shape, interpolation=cv2.INTER_AREA)
        mask = cv2.resize(inside, shape, interpolation=cv2.INTER_AREA)
        mask = reals(mask > 0.9)
        reference = Reference(look_id, self.art(look_id), fine, inside, reals(small), mask)
        size.references.append(reference)


def _alike(size: Size, width: float, height: float) -> bool:
    pairs = ((size.width, width), (size.height, height))
    return all(max(pair) < _SIZES * min(pair) for pair in pairs)


def _usual(pictures: Sequence[Picture]) -> tuple[int, int] | None:
    """Width and height (px) that most pictures have about; None: there is none."""
    if not pictures:
        return None
    height, width = np.median([picture.shape[:2] for picture in pictures], axis=0)
    return round(float(width)), round(float(height))


def _framed(picture: Any, frame: tuple[int, int], border: int = cv2.BORDER_REPLICATE) -> Any:
    """The middle of a picture in a frame of this width and height; one of quite another size as it is.

    All tiles of a path are as large; how much of the board was cut out with each differs.
    """
    if any(max(pair) > _FRAME * min(pair) for pair in zip(frame, picture.shape[1::-1], strict=True)):
        return picture
    more = [max(0, frame[axis] - picture.shape[1 - axis]) for axis in (0, 1)]
    left, top = more[0] // 2, more[1] // 2
    wide = cv2.copyMakeBorder(picture, top, more[1] - top, left, more[0] - left, border)
    left, top = (wide.shape[1] - frame[0]) // 2, (wide.shape[0] - frame[1]) // 2
    return wide[top : top + frame[1], left : left + frame[0]]


def lab(picture: Picture) -> Reals:
    """BGR uint8 as Lab float32: lightness 0 to 255, a and b about 0, twice as strong (they tell more)."""
    return reals(cv2.transform(reals(cv2.cvtColor(picture, cv2.COLOR_BGR2Lab)), _CENTRED))


def outline(picture: Picture) -> Reals:
    """1 where a taught picture shows the thing, 0 outside of it: exact black that reaches the picture's edge."""
    black = (picture == 0).all(axis=2).astype(np.uint8)
    if not black.any():
        return np.ones(black.shape, np.float32)
    _, marks = cv2.connectedComponents(black, connectivity=4)
    edge = np.unique(np.concatenate([marks[0], marks[-1], marks[:, 0], marks[:, -1]]))
    outside = np.isin(marks, edge[edge > 0])
    # Black all over is a picture, not the lack of one.
    return np.ones(black.shape, np.float32) if outside.mean() > 0.7 else (~outside).astype(np.float32)


def _inner(mask: Reals, rim: int) -> Reals:
    """A mask without what lies nearer than `rim` px to its outline or to the edge of the picture."""
    return reals(cv2.erode(np.pad(mask, rim), np.ones((2 * rim + 1, 2 * rim + 1)))[rim:-rim, rim:-rim])


def features(small: Reals, mask: Reals, slow: Reals | None = None) -> Reals:
    """What is compared of a small Lab picture (rows, columns, 3): a vector of length 1, nothing outside `mask`.

    `slow`: the slow changes of the mask itself, where they are known already.
    """
    weight = max(1.0, float(mask.sum()))
    lightness, *hues = cv2.split(small)
    parts = [(lightness - _slow(lightness * mask) / ((_slow(mask) if slow is None else slow) + 1e-3)) * mask]
    for hue in hues:
        mean = float(np.vdot(hue, mask)) / weight
        parts.append((hue - (1.0 - MEAN_KEPT) * mean) * mask)
    out = cv2.merge(parts)
    return np.asarray(out / max(float(cv2.norm(out)), 3.0 * weight**0.5), np.float32)


def _slow(lightness: Reals) -> Reals:
    """The slow changes of a small picture; what lies outside of it counts as nothing."""
    rows, columns = lightness.shape
    less = (max(3, columns // 4), max(3, rows // 4))
    small = cv2.resize(lightness, less, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), slow_reach(min(less)), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(cv2.resize(soft, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)


def slow_reach(shorter: int) -> float:
    """How far the slow changes reach in a picture whose shorter side has so many px."""
    return _SLOW * shorter


def halved(vector: Reals) -> Reals:
    """Features (rows, columns, 3) at half the size, as a vector of length 1: enough to find the few that come near."""
    rows, columns = vector.shape[:2]
    small = cv2.resize(vector, (columns // 2, rows // 2), interpolation=cv2.INTER_AREA).ravel()
    return np.asarray(small / (float(np.linalg.norm(small)) + 1e-6), np.float32)


def straightened(window: Reals, lie: Lie, size: Size) -> Reals:
    """The small picture (rows, columns, 3) of what lies as `lie` says in `window` (Lab at `SCALE`)."""
    return np.asarray(
        cv2.warpAffine(
            window,
            placing(lie, size.width / size.columns, size.height / size.rows, size.columns, size.rows),
            (size.columns, size.rows),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        dtype=np.float32,
    )


def placing(lie: Lie, step_x: float, step_y: float, columns: int, rows: int) -> Any:
    """The 2 x 3 matrix from a straightened picture of `columns` x `rows` pixels of these steps to the window."""
    turn = np.radians(lie.angle)
    cos, sin = np.cos(turn) * lie.grow, np.sin(turn) * lie.grow
    matrix = np.array([[cos * step_x, -sin * step_y, lie.x], [sin * step_x, cos * step_y, lie.y]])
    matrix[:, 2] -= matrix[:, :2].copy() @ ((columns - 1) / 2, (rows - 1) / 2)
    return matrix


def settled(window: Reals, lie: Lie, size: Size, index: int, rounds: int = 4) -> Lie:
    """`lie` moved, turned and grown a little so that what lies there fits taught picture `index` of `size` best."""
    steps, solve = _slopes(size, index)
    goal = size.features[index]
    for _ in range(rounds):
        error = features(straightened(window, lie, size), size.shared, size.slow).ravel() - goal
        dx, dy, turn, grow = (-(solve @ (steps.T @ error))).tolist()
        limit = 3.0 / max(3.0, abs(dx), abs(dy), abs(turn) * size.rows / 3, abs(grow) * size.rows / 3)
        dx, dy, turn, grow = dx * limit, dy * limit, turn * limit, grow * limit
        angle = np.radians(lie.angle)
        cos, sin = np.cos(angle), np.sin(angle)
        sx, sy = dx * size.width / size.columns * lie.grow, dy * size.height / size.rows * lie.grow
        bigger = min(max(float(lie.grow * (1 + grow)), 0.92), 1.08)
        lie = Lie(lie.x + cos * sx - sin * sy, lie.y + sin * sx + cos * sy, lie.angle + float(np.degrees(turn)), bigger)
        if abs(dx) + abs(dy) + (abs(turn) + abs(grow)) * size.rows / 3 < 0.05:
            break
    return lie


def _slopes(size: Size, index: int) -> tuple[Reals, Reals]:
    """How the features of a taught picture change when it is moved, turned and grown by a pixel or a radian."""
    if index not in size.slopes:
        reference = size.references[index]
        whole = Lie((size.width - 1) / 2, (size.height - 1) / 2, 0.0)
        fine = cv2.resize(reference.fine, (round(size.width), round(size.height)), interpolation=cv2.INTER_LINEAR)
        fine = cv2.GaussianBlur(fine, (0, 0), max(0.6, 0.5 * size.step))
        step_x, step_y = size.width / size.columns, size.height / size.rows
        changes = ((step_x, 0.0, 0.0, 0.0), (0.0, step_y, 0.0, 0.0), (0.0, 0.0, 0.04, 0.0), (0.0, 0.0, 0.0, 0.03))
        columns = []
        for dx, dy, turn, grow in changes:
            sides = []
            for sign in (1, -1):
                tilt = float(np.degrees(sign * turn))
                moved = Lie(whole.x + sign * dx, whole.y + sign * dy, tilt, 1.0 + sign * grow)
                sides.append(features(straightened(np.asarray(fine, np.float32), moved, size), size.shared).ravel())
            by = 1.0 if turn == grow == 0.0 else (turn or grow)
            columns.append((sides[0] - sides[1]) / (2 * by))
        steps = np.stack(columns, axis=1).astype(np.float32)
        normal = steps.T @ steps
        normal += np.diag(np.diag(normal)) * 1e-3 + np.eye(4) * 1e-9
        size.slopes[index] = (steps, np.linalg.inv(normal).astype(np.float32))
    return size.slopes[index]
