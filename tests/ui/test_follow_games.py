"""Following in every game: what is played by itself is the move that was made, and a late table speaks for none."""

from __future__ import annotations

from typing import Any

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import Game
from companion.engine.sight import Plan, Reading
from companion.table.judging import Judged, certain, judge
from companion.table.seen import Foreign, Moves, Same
from tests.generic.tables import Table, nodes, walk
from tests.generic.test_sights import WATCHED, box_of, sight_of
from tests.kit.readings import doubted, reading_of

LOOKS = 4
DOUBTED = 3


def asked_openly(game: Game[Any], state: Any) -> bool:
    decision = game.decision(state)
    return not (decision.private or decision.secret) and game.outcome(state) is None


def plays(game: Game[Any], state: Any, judged: Judged, reading: Reading, agreed: frozenset[str], plan: Plan) -> Any:
    """The move that would be played by itself, or None."""
    found = judged.explanation
    if not isinstance(found, Moves) or not certain(game, state, found.way, reading, agreed, plan):
        return None
    return found.moves[0]


@WATCHED
def test_what_is_played_by_itself_is_the_move_that_was_made(table: Table) -> None:
    game, of, draw = table.game, walk(table), Draw(f"followed {table.name}")
    for n in nodes(of, LOOKS):
        if n >= len(of.moves) or not asked_openly(game, of.states[n]):
            continue
        before, move, after = of.states[n], of.moves[n], of.states[n + 1]
        box: Box = box_of(table).with_overrides(game.learned(before))
        plan = sight_of(game).plan(box)
        as_recorded, seen = reading_of(game, before, box), reading_of(game, after, box)
        agreed = judge(game, before, as_recorded, box).agrees
        spots = draw.shuffled([one.spot for one in seen.seen])
        for reading in (seen, doubted(seen, spots[:DOUBTED])):
            played = plays(game, before, judge(game, before, reading, box), reading, agreed, plan)
            assert played in (None, move), n


@WATCHED
def test_a_table_that_still_shows_the_position_before_plays_nothing(table: Table) -> None:
    game, of = table.game, walk(table)
    for n in nodes(of, LOOKS):
        if n >= len(of.moves) or not asked_openly(game, of.states[n + 1]):
            continue
        before, now = of.states[n], of.states[n + 1]
        box = box_of(table).with_overrides(game.learned(before))
        late = reading_of(game, before, box)
        judged = judge(game, now, late, box, (before,))
        assert judged.behind
        if not isinstance(judged.explanation, Same):
            assert isinstance(judged.explanation, Foreign), "no moves are looked for"
        assert plays(game, now, judged, late, judged.agrees, sight_of(game).plan(box)) is None, n
