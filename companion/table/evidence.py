"""What a reading of the table speaks for: held against what the places should show after so many moves.

Only what is sure counts as evidence: a place, or the art of what lies there although its small sign can't be read. What
is doubtful ranks explanations and decides nothing. Of how the table looked before, nothing is known here: that a place
shows the same as then makes it no surer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.sight import Plan, Reading, Seen, Sight

LEAST = 1e-3
"""As unlikely as anything that can lie in a place is taken to be at most: a picture is never surer than that."""

Key = str | tuple[str, str]
"""A place, or a group of places and a label that is counted in it."""


class Shown(msgspec.Struct, frozen=True):
    """What the table should show: labels by place, and how many of each label by group of places."""

    places: Mapping[str, tuple[str, ...]]
    sums: Mapping[str, Mapping[str, int]] = {}


def shown(sight: Sight[Any], state: Any) -> Shown:
    """What the table should show in `state`."""
    return Shown(sight.shows(state), sight.sums(state))


class Touched(msgspec.Struct, frozen=True):
    """Whether a move left a trace in places that are sure, and whether it may have left one in doubtful places."""

    sure: bool
    doubtful: bool


class Evidence:
    """One reading, ready to be held against many positions.

    `lean`: doubtful places count as if they were sure of what they look like most, for what people are asked about.
    """

    def __init__(self, plan: Plan, reading: Reading, lean: bool = False) -> None:
        self.read: dict[str, Seen] = {one.spot: one for one in reading.seen}
        self.sure: dict[str, str] = {
            spot: one.label for spot, one in self.read.items() if one.label is not None and (one.sure or lean)
        }
        arts: dict[str, frozenset[str]] = {}
        for look in plan.looks:
            arts[look.art] = arts.get(look.art, frozenset()) | {look.id}
        self.arts: dict[str, frozenset[str]] = {
            spot: arts[one.art]
            for spot, one in self.read.items()
            if one.art in arts and one.art and spot not in self.sure
        }
        """Where one of these lies for sure, though not which of them."""
        self.doubtful = frozenset(self.read) - frozenset(self.sure) - frozenset(self.arts)
        self.groups: dict[str, tuple[str, ...]] = {}
        for spot in plan.spots:
            if spot.group:
                self.groups[spot.group] = (*self.groups.get(spot.group, ()), spot.id)
        self._counted = {
            group: Counter(self.sure[spot] for spot in spots if spot in self.sure)
            for group, spots in self.groups.items()
        }
        self._open = {group: sum(spot not in self.sure for spot in spots) for group, spots in self.groups.items()}

    def wrong(self, now: Shown) -> dict[Key, int]:
        """Every sure place that contradicts `now` (1 each), and by how many a group's labels do."""
        found: dict[Key, int] = {}
        for spot, label in self.sure.items():
            labels = now.places.get(spot)
            if labels is not None and label not in labels:
                found[spot] = 1
        for spot, siblings in self.arts.items():
            labels = now.places.get(spot)
            if labels is not None and siblings.isdisjoint(labels):
                found[spot] = 1
        for group, sums in now.sums.items():
            if group not in self._counted:
                continue
            seen, hidden = self._counted[group], self._open[group]
            for label, want in sums.items():
                off = max(seen[label] - want, want - seen[label] - hidden)
                if off > 0:
                    found[group, label] = off
        return found

    def count(self, group: str, label: str) -> int:
        """How many places of the group show the label for sure."""
        return self._counted[group][label]

    def touched(self, before: Shown, after: Shown, wrong: Mapping[Key, int]) -> Touched:
        """What a move from `before` to `after` changes that can be seen. `wrong`: what contradicts either of them.

        A sure place that agrees with both of them says nothing of the move, though another label may lie there too.
        """
        changed = changes(before, after)
        names = {*before.sums, *after.sums}
        groups = {group for group in names if before.sums.get(group) != after.sums.get(group)}
        members = {spot for group in groups for spot in self.groups.get(group, ())}
        seen = any(spot in wrong for spot in changed) or any(
            key[0] in groups for key in wrong if isinstance(key, tuple)
        )
        unclear = self.doubtful | self.arts.keys()
        return Touched(seen, any(spot in unclear for spot in (*changed, *members)))

    def likelihood(self, now: Shown) -> float:
        """The logarithm of how likely the picture is if the table is as in `now`; to compare positions by.

        Every place that was read and is named counts, the doubtful ones by the shares of what they may be.
        """
        return sum(
            math.log(max(LEAST, _share(self.read[spot], labels)))
            for spot, labels in now.places.items()
            if spot in self.read
        )

    def unread(self, now: Shown) -> tuple[str, ...]:
        """The places that `now` names where the art is the one it should be and the sign could not be read."""
        return tuple(spot for spot in self.arts if not self.arts[spot].isdisjoint(now.places.get(spot, ())))

    def unsettled(self, now: Shown) -> tuple[str, ...]:
        """The places that `now` names and the reading is not sure of, in the reading's order."""
        return tuple(spot for spot in self.read if spot in self.doubtful and spot in now.places)


def changes(before: Shown, after: Shown) -> tuple[str, ...]:
    """The places that should show something else after than before."""
    names = dict.fromkeys((*before.places, *after.places))
    return tuple(name for name in names if before.places.get(name) != after.places.get(name))


def _share(seen: Seen, labels: tuple[str, ...]) -> float:
    """How likely one of the labels is in this place by the picture alone. Covered: as likely as anything."""
    if seen.label is None and not seen.others:
        return 1.0
    shares = dict(seen.others)
    if seen.label is not None:
        shares[seen.label] = seen.share
    return min(1.0, sum(shares.get(label, 0.0) for label in labels))
