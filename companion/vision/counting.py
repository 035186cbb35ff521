"""What the box holds: more of a thing than there are can't lie on the table, so some place was read wrongly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.engine.sight import Plan, Seen


def counted(seen: Sequence[Seen], plan: Plan, counts: Mapping[tuple[str, str], int]) -> tuple[Seen, ...]:
    """`seen`, the weakest places of each label of which more were read than the box has (by group) no longer sure.

    Twice as many as are too many: which of them is wrong is not known. Nothing is read as something else for it.
    """
    groups = {spot.id: spot.group for spot in plan.spots}
    doubted: set[str] = set()
    for (group, label), most in counts.items():
        there = [one for one in seen if one.sure and one.label == label and groups.get(one.spot) == group]
        over = len(there) - most
        if over > 0:
            weakest = sorted(there, key=lambda one: one.share)
            doubted.update(one.spot for one in weakest[: 2 * over + 1])
    return tuple(msgspec.structs.replace(one, sure=False, art="") if one.spot in doubted else one for one in seen)
