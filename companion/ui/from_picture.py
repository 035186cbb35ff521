"""What a form takes from a picture of the table: what is made of it, and which doubtful places matter for that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.box import Box
from companion.engine.game import Game
from companion.engine.sight import EMPTY, Plan, Reading, Seen, Sight


class Wanted(NamedTuple):
    """What a form wants of a picture. `make`: what it is filled in with, from what lies where; nothing: not enough."""

    game: Game[Any]
    box: Box
    make: Callable[[Mapping[str, str]], Any]

    @property
    def sight(self) -> Sight[Any]:
        """What the camera makes of the game."""
        assert self.game.sight is not None
        return self.game.sight


def for_sheet(context: Any, game: Game[Any], box: Box, sheet_id: str) -> Wanted | None:
    """What a picture can fill into a scoring sheet; None where it can't, or no camera is set up.

    A box of which too little is known (where the spaces of a monument are) may have nothing that a picture could tell.
    """
    sight = _sight(context, game)
    if sight is None or sheet_id != next(iter(game.sheets), None) or type(sight).sheet is Sight.sheet:
        return None

    def make(seen: Mapping[str, str]) -> Mapping[str, Any]:
        found = sight.sheet(seen, box)
        return found if _tells(found) else {}

    return Wanted(game, box, make) if _can_tell(sight.plan(box), make) else None


def _can_tell(plan: Plan, make: Callable[[Mapping[str, str]], Any]) -> bool:
    """Whether a picture could tell anything: of a table where all places are taken, or a single one."""
    taken = {spot.id: spot.labels[0] for spot in plan.spots if spot.labels}
    return bool(make(taken)) or any(make({spot: label}) for spot, label in taken.items())


def _tells(found: Any) -> bool:
    """Whether a sheet holds anything, however deep; a count of none is something."""
    return any(map(_tells, found.values())) if isinstance(found, Mapping) else True


def for_setup(context: Any, game: Game[Any], box: Box) -> Wanted | None:
    """What a picture tells of a table that was laid out; None where it can't, or no camera is set up."""
    sight = _sight(context, game)
    if sight is None or type(sight).laid is Sight.laid:
        return None
    return Wanted(game, box, lambda seen: sight.laid(seen, box))


def _sight(context: Any, game: Game[Any]) -> Sight[Any] | None:
    return game.sight if context.eye.device is not None else None


def sure_labels(reading: Reading, answers: Mapping[str, str | None]) -> dict[str, str]:
    """What lies where, as far as the picture or people are sure of it."""
    found = {seen.spot: seen.label for seen in reading.seen if seen.sure and seen.label is not None}
    told = {spot: label for spot, label in answers.items() if label is not None}
    return {**{spot: label for spot, label in found.items() if spot not in answers}, **told}


def tiles_found(plan: Plan, reading: Reading) -> tuple[Seen, ...]:
    """Tiles that were found lying anywhere along a path, in its order; none where they lie in places of their own.

    Of cards and plates too it is told where they lie, but each in a place that is known.
    """
    along = {spot.id for spot in plan.spots if spot.kind == "tile"}
    found = tuple(seen for seen in reading.seen if seen.at is not None and seen.spot in along)
    return () if any(seen.label == EMPTY for seen in found) else found


def matter(wanted: Wanted, plan: Plan, reading: Reading, answers: Mapping[str, str | None]) -> tuple[str, ...]:
    """The doubtful places whose answer changes what is filled in, in the order of the plan."""
    known = sure_labels(reading, answers)
    unsure = {seen.spot: seen for seen in reading.seen if seen.spot not in known and seen.spot not in answers}
    guessed: dict[str, str] = {}
    for spot in plan.spots:
        seen = unsure.get(spot.id)
        if seen is not None:
            guessed[spot.id] = seen.label if seen.label is not None else (spot.labels or (EMPTY,))[0]
    base = {**known, **guessed}
    usual = wanted.make(base)
    return tuple(
        spot.id
        for spot in plan.spots
        if spot.id in guessed
        and any(wanted.make({**base, spot.id: label}) != usual for label in (EMPTY, *spot.labels))
    )  # fmt: skip
