"""The board of another edition in the same mat: all places are where they were, what is printed there is not."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from companion.engine.sight import Plan


def other_board(plan: Plan, seed: int) -> Plan:
    """The same plan in other inks."""
    rng = np.random.default_rng(seed)
    inks = ["#{:02x}{:02x}{:02x}".format(*rng.integers(60, 220, 3)) for _ in plan.shapes]
    shapes = (replace(shape, fill=ink if shape.fill else "") for shape, ink in zip(plan.shapes, inks, strict=True))
    return replace(plan, shapes=tuple(shapes))
