"""What a reading means for the game at the table: what explains it, whether the table lags behind the record, and
whether a move that explains it is certain enough to be played without a tap.

What is certain: one move that can be taken back, scores nothing and reveals nothing, in places that were seen for sure
and showed the position at hand before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.engine.box import Box
from companion.engine.game import TABLE, Game
from companion.engine.sight import Plan, Reading
from companion.table.seen import Difference, Explanation, Foreign, Moves, Proposal, Several, differences, explain


class Judged(NamedTuple):
    """What a reading says. `checks`: where what people bring up to date late (score markers) differs, for sure.

    `agrees`: places that for sure show what the record says. `behind`: the table is as one of the positions `before`.
    """

    explanation: Explanation
    checks: tuple[Difference, ...]
    agrees: frozenset[str] = frozenset()
    behind: bool = False


def judge(
    game: Game[Any],
    state: Any,
    reading: Reading,
    box: Box,
    before: Sequence[Any] = (),
    agreed: frozenset[str] = frozenset(),
) -> Judged:
    """Hold a reading against `state`: for a thread of its own, it takes some time.

    `before`: positions that the record has left, and that the table may still show; then no moves are looked for that
    would explain it, unless a place is among those that have `agreed` with `state` since.
    """
    agrees, wrong = _agrees(game, state, reading, box), _wrong(game, state, reading, box)
    behind = any(not _wrong(game, left, reading, box) for left in before)
    if behind and wrong and not wrong & agreed:
        found = differences(game, state, reading, box)
        return Judged(Foreign(found), (), agrees, behind)
    explanation = explain(game, state, reading, box=box)
    then = explanation.way.state if isinstance(explanation, Moves) else state
    late = game.sight.checks(then) if game.sight is not None else {}
    found = differences(game, then, reading, box)
    checks = tuple(one for one in found if one.sure and one.spot in late)
    return Judged(explanation, checks, agrees, behind)


def _wrong(game: Game[Any], state: Any, reading: Reading, box: Box) -> frozenset[str]:
    """The places that for sure show something else than `state` says; score markers that are late are none."""
    late = game.sight.checks(state) if game.sight is not None else {}
    found = [one for one in differences(game, state, reading, box) if one.sure and one.spot not in late]
    return frozenset(spot for one in found for spot in (one.places or (one.spot,)))


def _agrees(game: Game[Any], state: Any, reading: Reading, box: Box) -> frozenset[str]:
    wrong, named = _wrong(game, state, reading, box), game.sight.shows(state) if game.sight is not None else {}
    return frozenset(one.spot for one in reading.seen if one.sure and one.spot in named and one.spot not in wrong)


def spoken_of(found: Explanation) -> frozenset[str]:
    """The places that an explanation takes for changed; of differences the sure ones."""
    match found:
        case Moves(way=way):
            return frozenset(way.places)
        case Several(ways=ways):
            return frozenset(spot for way in ways for spot in way.places)
        case Foreign(differences=differences):
            return frozenset(spot for one in differences if one.sure for spot in (one.places or (one.spot,)))
    return frozenset()


def certain(
    game: Game[Any], state: Any, way: Proposal, reading: Reading, agreed: frozenset[str], plan: Plan
) -> bool:  # fmt: skip
    """Whether a way may be played without a tap: one chosen move, free to take back, that scores and reveals nothing.

    All its places were seen for sure, those that are counted together with others included, and are among those that
    have `agreed` with `state` before. What only says how the table lies (moves of the table) is left to people.
    """
    if len(way.moves) != 1:
        return False
    move, decision = way.moves[0], game.decision(state)
    if decision.private or decision.secret or move.by == TABLE:
        return False
    if move not in (choice.move for choice in decision.choices):
        return False
    places = involved(game, state, way, plan)
    if not way.places or not places <= agreed or game.barrier(state, move) is not None:
        return False
    if any(one is None or not one.sure for one in (reading.of(spot) for spot in places)):
        return False
    played = game.play(state, move)
    told = any(event.points or event.scoring is not None or event.show for event in played.events)
    return not told and game.outcome(played.state) is None


def involved(game: Game[Any], state: Any, way: Proposal, plan: Plan) -> frozenset[str]:
    """The places that a way changes, and all places of the groups that are counted otherwise after it."""
    assert game.sight is not None
    before, after = game.sight.sums(state), game.sight.sums(way.state)
    groups = {group for group in (*before, *after) if before.get(group) != after.get(group)}
    return frozenset((*way.places, *(spot.id for spot in plan.spots if spot.group in groups)))
