"""Readings of a real board: counters placed and removed in any order, forgotten moves, what is chosen unseen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.sight import EMPTY, Reading, Seen
from companion.games.aton import GAME
from companion.games.aton.moves import Place, Ready, Remove, Reveal
from companion.language import Language
from companion.table import seen as seen_module
from companion.table.seen import Foreign, Moves, Same, Several, Unseen, differences, due_words, explain
from tests.kit.aton_games import dealt, laid, row, start
from tests.kit.readings import changed, doubted, reading_of, shows

SAID = Language("en", {"red": "Anna", "blue": "Béla"})
ROWS = row((1, 2, 2, 3), (1, 3, 2, 3))
"""Red places three counters in temple 1 or 2, then it is up to blue."""


def position(moves: list[Any], board: Mapping[str, str] | None = None, **more: Any) -> Any:
    state = start()
    for move in ([laid(board, **more)] if board else []) + moves:
        state = GAME.play(state, move).state
    return state


def after(state: Any, *moves: Any) -> Any:
    for move in moves:
        state = GAME.play(state, move).state
    return state


PLACED = (Place("red", "1.02"), Place("red", "2.05"), Place("red", "1.11"))


def test_three_counters_placed_at_once_are_one_explanation() -> None:
    before = position(ROWS)
    now = after(before, *PLACED)
    explained = explain(GAME, before, reading_of(GAME, now))
    assert isinstance(explained, Moves)
    assert set(explained.moves) == set(PLACED) and len(explained.moves) == 3
    assert explained.state.counters == now.counters
    assert set(explained.way.places) >= {"space:1.02", "space:2.05", "space:1.11"}
    assert "Anna places a counter on 1.02" in " ".join(map(SAID.say, explained.way.words))


def test_a_forgotten_move_of_the_other_player_is_found_between() -> None:
    before = position(ROWS)
    turn = after(before, *PLACED)
    blue = GAME.decision(turn).choices[0].move
    now = after(turn, blue)
    explained = explain(GAME, before, reading_of(GAME, now))
    assert isinstance(explained, Moves)
    assert set(explained.moves) == {*PLACED, blue} and explained.moves[-1] == blue


def test_a_removal_before_placements_is_found_with_the_counter_in_the_kingdom() -> None:
    before = position(dealt(lambda decision: decision.id == "remove"))
    removed = GAME.decision(before).choices[0].move
    assert isinstance(removed, Remove)
    now = after(before, removed)
    while GAME.decision(now).id == "remove":
        now = after(now, GAME.decision(now).choices[0].move)
    placed = GAME.decision(now).choices[-1].move
    now = after(now, placed)
    explained = explain(GAME, before, reading_of(GAME, now))
    assert isinstance(explained, Moves)
    assert removed in explained.moves and explained.moves[-1] == placed
    assert explained.state.counters == now.counters


def test_a_counter_taken_from_the_board_and_not_laid_into_the_kingdom_is_no_removal() -> None:
    before = position(dealt(lambda decision: decision.id == "remove"))
    removed = GAME.decision(before).choices[0].move
    space = f"space:{removed.space}"
    reading = shows(reading_of(GAME, before), **{space.replace(":", "__"): EMPTY})
    explained = explain(GAME, before, reading)
    assert isinstance(explained, Foreign)
    assert [(one.spot, one.shown) for one in explained.differences] == [(space, EMPTY)]


def test_one_counter_too_many_is_foreign_even_where_a_part_could_be_explained() -> None:
    before = position(ROWS)
    now = after(before, *PLACED)
    reading = shows(reading_of(GAME, now), **{"space__3.07": "red"})
    assert isinstance(explain(GAME, before, reading), Foreign)


def test_another_colour_on_the_space_is_foreign_and_told_in_words() -> None:
    before = position(ROWS)
    reading = shows(reading_of(GAME, before), **{"space__1.06": "blue"})
    explained = explain(GAME, before, reading)
    assert isinstance(explained, Foreign)
    told = due_words(GAME.sight.plan(GAME.box), explained.differences[0])
    assert SAID.say(told) == "The table shows: Blue disc. The rules expect: nothing."


def test_a_counter_on_one_of_two_covered_spaces_must_be_asked() -> None:
    """Blue's counter is sure, so red has placed its three; where the third lies is covered."""
    before = position(ROWS)
    turn = after(before, *PLACED)
    blue = next(choice.move for choice in GAME.decision(turn).choices if choice.targets == ("space:2.12",))
    reading = doubted(reading_of(GAME, after(turn, blue)), ["space:1.11", "space:1.10"])
    explained = explain(GAME, before, reading)
    assert isinstance(explained, Several)
    thirds = [{move.space for move in way.moves} - {"1.02", "2.05", "2.12"} for way in explained.ways]
    assert sorted(thirds, key=str) == [{"1.10"}, {"1.11"}]


def test_of_two_ways_the_one_that_the_picture_speaks_for_comes_first() -> None:
    before = position(ROWS)
    turn = after(before, *PLACED)
    blue = next(choice.move for choice in GAME.decision(turn).choices if choice.targets == ("space:2.12",))
    whole = reading_of(GAME, after(turn, blue))
    for likelier, other in (("1.10", "1.11"), ("1.11", "1.10")):
        reading = changed(
            whole,
            Seen(f"space:{likelier}", None, 0.0, False, (("red", 0.6), (EMPTY, 0.3))),
            Seen(f"space:{other}", None, 0.0, False, ((EMPTY, 0.6), ("red", 0.3))),
        )
        explained = explain(GAME, before, reading)
        assert isinstance(explained, Several) and len(explained.ways) == 2
        assert Place("red", likelier) in explained.ways[0].moves and Place("red", other) in explained.ways[1].moves


def test_a_counter_that_can_only_lie_under_the_hand_is_asked_too() -> None:
    before = position(ROWS)
    turn = after(before, *PLACED)
    blue = next(choice.move for choice in GAME.decision(turn).choices if choice.targets == ("space:2.12",))
    explained = explain(GAME, before, doubted(reading_of(GAME, after(turn, blue)), ["space:1.11"]))
    assert isinstance(explained, Several) and len(explained.ways) == 1
    assert set(explained.ways[0].moves) == {*PLACED, blue}


def test_an_irrelevant_covered_space_does_not_hinder() -> None:
    before = position(ROWS)
    reading = doubted(reading_of(GAME, after(before, *PLACED)), ["space:4.12", "dead:3"])
    explained = explain(GAME, before, reading)
    assert isinstance(explained, Moves) and set(explained.moves) == set(PLACED)
    assert explained.doubtful == ("space:4.12", "dead:3")


def test_the_cards_turned_up_fill_in_both_rows_whichever_is_first() -> None:
    before = position([Ready("red"), Ready("blue")])
    now = after(before, Reveal("red", cards=(1, 2, 2, 3)), Reveal("blue", cards=(4, 3, 2, 1)))
    explained = explain(GAME, before, reading_of(GAME, now))
    assert isinstance(explained, Moves)
    assert set(explained.moves) == {Reveal("red", cards=(1, 2, 2, 3)), Reveal("blue", cards=(4, 3, 2, 1))}


def test_while_cards_are_chosen_unseen_nothing_is_proposed_and_nothing_told() -> None:
    before = start()
    assert GAME.decision(before).secret
    plain = explain(GAME, before, reading_of(GAME, before))
    turned = {f"cartouche__red__{n}": f"card:red:{n}" for n in range(1, 5)}
    seen = explain(GAME, before, shows(reading_of(GAME, before), **turned, **{"space__1.01": "red"}))
    assert isinstance(plain, Unseen) and seen == plain


def test_a_score_marker_that_was_not_moved_yet_is_told_by_the_audit_alone() -> None:
    state = position([*ROWS, *PLACED])
    sight = GAME.sight
    right = {spot: labels[0] for spot, labels in sight.checks(state).items()}
    reading = shows(reading_of(GAME, state), **{spot.replace(":", "__"): label for spot, label in right.items()})
    assert isinstance(explain(GAME, state, reading), Same) and differences(GAME, state, reading) == ()
    late = shows(reading, track__7="red")
    assert isinstance(explain(GAME, state, late), Same)
    assert [(one.spot, one.shown, one.sure) for one in differences(GAME, state, late)] == [("track:7", "red", True)]


def test_fifteen_differences_end_as_foreign_with_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    before = position(ROWS)
    others = [choice.targets[0] for choice in GAME.decision(before).choices][:15]
    colours = ("blue", "red")
    reading = reading_of(GAME, before)
    for i, spot in enumerate(others):
        reading = shows(reading, **{spot.replace(":", "__"): colours[i % 2]})
    applied = 0
    apply = type(GAME).apply

    def counting(self: Any, state: Any, move: Any) -> Any:
        nonlocal applied
        applied += 1
        return apply(self, state, move)

    monkeypatch.setattr(type(GAME), "apply", counting)
    explained = explain(GAME, before, reading, tries=300)
    assert isinstance(explained, Foreign) and applied <= 310
    assert len(explained.differences) == 15


def test_the_table_of_another_evening_is_foreign_in_every_place() -> None:
    other = position([*ROWS, *PLACED])
    reading: Reading = reading_of(GAME, other)
    explained = explain(GAME, position(row((4, 4, 4, 1), (1, 1, 1, 1))), reading)
    assert isinstance(explained, Foreign)
    assert all(one.sure for one in explained.differences)


def test_at_most_so_many_ways_are_put_before_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_module, "ASKED", 3)
    before = position(ROWS)
    turn = after(before, *PLACED)
    blue = next(choice.move for choice in GAME.decision(turn).choices if choice.targets == ("space:2.12",))
    covered = [f"space:1.{n:02}" for n in range(3, 12)]
    explained = explain(GAME, before, doubted(reading_of(GAME, after(turn, blue)), covered))
    assert isinstance(explained, Several)
    assert len(explained.ways) == 3 and explained.more > 0
