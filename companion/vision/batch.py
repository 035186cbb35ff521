"""Many places at once: what lies there is straightened, compared with all taught pictures and settled in one go.

The same features as the book's, for a whole stack of small pictures: what takes a millisecond for each tile by itself
takes a tenth of it so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.book import MEAN_KEPT, Size, slow_reach
from companion.vision.level import Reals, reals

_ROUNDS = 4


@dataclass
class Stack:
    """The taught pictures of a size as they are compared at one resolution.

    `mask`: (rows, columns). `goals`: (pictures, rows * columns * 3), vectors of length 1. `steps`, `solve`: how they
    change when a thing is moved, turned and grown, (pictures, rows * columns * 3, 4) and (pictures, 4, 4).
    """

    columns: int
    rows: int
    mask: Reals
    down: Reals
    across: Reals
    under: Reals
    goals: Reals
    steps: Reals
    solve: Reals


def stack_of(size: Size, part: int) -> Stack:
    """The pictures of `size` at a `part` of its small pictures' resolution; made once."""
    made = size.stacks.get(part)
    if not isinstance(made, Stack):
        made = _stacked(size, max(8, size.columns // part), max(8, size.rows // part))
        size.stacks[part] = made
    return made


def taken(window: Reals, lies: Any, size: Size, stack: Stack) -> Reals:
    """What lies in `window` (Lab at `SCALE`) as `lies` (n, 4: x, y, degrees, grown) say: (n, rows, columns, 3)."""
    columns, rows = stack.columns, stack.rows
    step_x, step_y = size.width / columns, size.height / rows
    grid_x = (np.arange(columns, dtype=np.float32) - (columns - 1) / 2) * step_x
    grid_y = (np.arange(rows, dtype=np.float32) - (rows - 1) / 2) * step_y
    lies = np.asarray(lies, np.float32).reshape(-1, 4)
    turns = np.radians(lies[:, 2])
    cos, sin = (np.cos(turns) * lies[:, 3])[:, None, None], (np.sin(turns) * lies[:, 3])[:, None, None]
    xs = lies[:, 0, None, None] + cos * grid_x[None, None] - sin * grid_y[None, :, None]
    ys = lies[:, 1, None, None] + sin * grid_x[None, None] + cos * grid_y[None, :, None]
    shape = (len(lies), rows * columns)
    seen = cv2.remap(
        window, xs.reshape(shape), ys.reshape(shape), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return reals(seen).reshape(len(lies), rows, columns, 3)


def compared(small: Reals, stack: Stack) -> Reals:
    """What is compared of small pictures (n, rows, columns, 3): (n, rows * columns * 3), vectors of length 1."""
    mask = stack.mask
    weight = max(1.0, float(mask.sum()))
    lightness = small[..., 0] * mask
    slow = stack.down @ lightness @ stack.across.T
    means = mask.reshape(1, 1, -1) @ small.reshape(len(small), -1, 3)
    away = means * np.float32((1.0 - MEAN_KEPT) / weight)
    out = small - away[:, None] * np.array([0.0, 1.0, 1.0], np.float32)
    out[..., 0] -= slow / stack.under
    out *= mask[:, :, None]
    flat = out.reshape(len(out), -1)
    lengths = np.sqrt(np.einsum("ij,ij->i", flat, flat))
    flat /= np.maximum(lengths, 3.0 * weight**0.5)[:, None]
    return flat


def settled_all(window: Reals, lies: Any, size: Size, stack: Stack, usable: NDArray[np.bool_]) -> tuple[Any, Reals]:
    """`lies` (n, 4) each settled onto the picture that fits best there, and how well each picture fits, (n, pictures).

    `usable`: (n, pictures), those that may lie there. Which of them fits best may change while it settles.
    """
    lies = np.array(lies, np.float64).reshape(-1, 4)
    never = np.where(usable, 0.0, -2.0).astype(np.float32)
    fits = never
    for turn in range(_ROUNDS):
        here = compared(taken(window, lies, size, stack), stack)
        fits = here @ stack.goals.T + never
        if turn == _ROUNDS - 1:
            break
        best = fits.argmax(axis=1)
        for k, index in enumerate(best):
            change = -(stack.solve[index] @ (stack.steps[index].T @ (here[k] - stack.goals[index])))
            lies[k] = _moved(lies[k], change, size, stack)
    return lies, fits


def _moved(lie: Any, change: Reals, size: Size, stack: Stack) -> Any:
    """A lie changed by px of the stack, radians and a part of its size; no more than 2 px at once."""
    dx, dy, turn, grow = (float(part) for part in change)
    limit = 2.0 / max(2.0, abs(dx), abs(dy), abs(turn) * stack.rows / 3, abs(grow) * stack.rows / 3)
    dx, dy, turn, grow = dx * limit, dy * limit, turn * limit, grow * limit
    x, y, angle, grown = (float(part) for part in lie)
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    sx, sy = dx * size.width / stack.columns * grown, dy * size.height / stack.rows * grown
    bigger = float(np.clip(grown * (1 + grow), 0.92, 1.08))
    return (x + cos * sx - sin * sy, y + sin * sx + cos * sy, angle + float(np.degrees(turn)), bigger)


def _stacked(size: Size, columns: int, rows: int) -> Stack:
    mask = reals(cv2.resize(size.shared, (columns, rows), interpolation=cv2.INTER_AREA) > 0.9)
    down, across = _slow_along(rows, min(columns, rows)), _slow_along(columns, min(columns, rows))
    under = reals(down @ mask @ across.T) + np.float32(1e-3)
    nothing = np.zeros((0, 0), np.float32)
    stack = Stack(columns, rows, mask, down, across, under, nothing, nothing, nothing)
    smalls = [cv2.resize(one.small, (columns, rows), interpolation=cv2.INTER_AREA) for one in size.references]
    stack.goals = compared(reals(np.stack(smalls)), stack)
    middle = ((size.width - 1) / 2, (size.height - 1) / 2)
    step_x, step_y = size.width / columns, size.height / rows
    changes = np.array([(step_x, 0, 0, 0), (0, step_y, 0, 0), (0, 0, np.degrees(0.04), 0), (0, 0, 0, 0.03)])
    whole = np.array([*middle, 0.0, 1.0])
    moved = np.concatenate([whole + changes, whole - changes])
    by = np.array([1.0, 1.0, 0.04, 0.03], np.float32)
    steps = []
    for reference in size.references:
        fine = cv2.resize(reference.fine, (round(size.width), round(size.height)), interpolation=cv2.INTER_LINEAR)
        fine = reals(cv2.GaussianBlur(fine, (0, 0), max(0.6, 0.5 * (step_x + step_y) / 2)))
        seen = compared(taken(fine, moved, size, stack), stack)
        steps.append(((seen[:4] - seen[4:]) / (2 * by[:, None])).T)
    stack.steps = reals(np.stack(steps))
    normal = stack.steps.transpose(0, 2, 1) @ stack.steps
    normal += np.einsum("kii->ki", normal)[:, :, None] * np.eye(4) * 1e-3 + np.eye(4) * 1e-9
    stack.solve = reals(np.linalg.inv(normal))
    return stack


def _slow_along(length: int, shorter: int) -> Reals:
    """The matrix (length, length) that leaves of a line its slow changes alone."""
    less = max(3, length // 4)
    small = cv2.resize(np.eye(length, dtype=np.float32), (length, less), interpolation=cv2.INTER_AREA)
    spread = slow_reach(max(3, shorter // 4))
    reach = int(np.ceil(4 * spread))
    kernel = cv2.getGaussianKernel(2 * reach + 1, spread).ravel()
    places = np.arange(less)
    off = places[:, None] - places[None]
    soft = np.where(abs(off) <= reach, kernel[np.clip(off + reach, 0, 2 * reach)], 0.0).astype(np.float32)
    wide = cv2.resize(np.eye(less, dtype=np.float32), (less, length), interpolation=cv2.INTER_LINEAR)
    return reals(wide @ soft @ small)

