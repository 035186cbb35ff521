"""Readings of a table made up without a picture: of one that lies as a state says, then changed place by place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.game import Game
from companion.engine.sight import Plan, Reading, Seen, Sight

SURE = 0.999


def laid_as(sight: Sight[Any], plan: Plan, state: Any) -> dict[str, str]:
    """A label by place for every place that `state` speaks of: a table that agrees with it."""
    shown = sight.shows(state)
    laid = {spot: labels[0] for spot, labels in shown.items()}
    for group, sums in sight.sums(state).items():
        spots = [spot.id for spot in plan.spots if spot.group == group and spot.id in shown]
        arranged = _arranged([shown[spot] for spot in spots], Counter(sums), set(sums))
        assert arranged is not None, f"{group} can't hold {dict(sums)} in {[shown[spot] for spot in spots]}"
        laid.update(zip(spots, arranged, strict=True))
    return laid


def _arranged(allowed: list[tuple[str, ...]], left: Counter[str], counted: set[str]) -> list[str] | None:
    """A label for each place, so that of every counted one there are as many as are left."""
    if not allowed:
        return [] if not any(left.values()) else None
    for label in sorted(allowed[0], key=lambda one: one not in counted):
        if label in counted and not left[label]:
            continue
        rest = _arranged(allowed[1:], left - Counter([label] if label in counted else []), counted)
        if rest is not None:
            return [label, *rest]
    return None


def reading_of(game: Game[Any], state: Any, box: Box | None = None, **more: Any) -> Reading:
    """Every place seen for sure, and as `state` says. Places that are not to be seen are left out."""
    sight = game.sight
    assert sight is not None
    laid, unseen = laid_as(sight, sight.plan(box or game.box), state), sight.unseen(state)
    return of_labels(game.id, {spot: label for spot, label in laid.items() if spot not in unseen}, **more)


def of_labels(game_id: str, laid: Mapping[str, str], **more: Any) -> Reading:
    """A reading that is sure of all this."""
    return Reading(game=game_id, seen=tuple(Seen(spot, label, SURE, True) for spot, label in laid.items()), **more)


def changed(reading: Reading, *seen: Seen) -> Reading:
    """The same reading with these places read otherwise."""
    others = {one.spot: one for one in seen}
    return msgspec.structs.replace(
        reading, seen=tuple(others.pop(one.spot, one) for one in reading.seen) + tuple(others.values())
    )


def shows(reading: Reading, **labels: str) -> Reading:
    """The same reading with other labels, for sure; places are written with a double underscore for the colon."""
    return changed(reading, *(Seen(spot.replace("__", ":"), label, SURE, True) for spot, label in labels.items()))


def doubted(reading: Reading, spots: Iterable[str], label: str | None = None, share: float = 0.6) -> Reading:
    """The same reading not sure of these places: covered (None), or looking like `label` most."""
    others = () if label is None else (("", round(1 - share, 6)),)
    return changed(reading, *(Seen(spot, label, 0.0 if label is None else share, False, others) for spot in spots))
