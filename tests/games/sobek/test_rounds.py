"""Rounds: how they end, the penalty, the next round, the end of the game (spec sobek 4, 5.5, 7)."""

from __future__ import annotations

import pytest

from companion.engine.game import Move
from companion.games.sobek import GAME
from companion.games.sobek import moves as m
from companion.games.sobek.state import Sobek
from tests.games.sobek.scene import code, events_of, play, scene


def counted(**given: object) -> Sobek:
    """A round whose sets are scored, the piles about to be confirmed."""
    return scene({"stage": "count", "deck": 0, "quay": [], "delivery": 6, **given})


def points(state: Sobek) -> dict[str, int]:
    return {who: side.points for who, side in state.sides.items()}


def test_the_most_corrupt_goes_back_by_symbols() -> None:  # E2
    state = counted(points={"red": 61, "blue": 40, "green": 9}, piles={"red": 7, "blue": 3, "green": 1})
    state.earned = {"red": 23, "blue": 30, "green": 9}
    after = play(state, m.Counted("table"))
    assert points(after) == {"red": 51, "blue": 40, "green": 9}
    assert (after.round, after.stage, after.delivery, after.deck) == (2, "lay", 1, 54)


def test_a_curse_decides_who_is_most_corrupt() -> None:  # 13, two cards in the practice box
    state = counted(points={"red": 20, "blue": 20}, piles={"red": 5, "blue": 4}, curses={"blue": 1})
    state.earned = {"red": 20, "blue": 20, "green": 0}
    assert points(play(state, m.Counted("table"))) == {"red": 20, "blue": 10, "green": 0}


def test_scarabs_part_a_tie_and_only_where_it_costs_something() -> None:
    state = counted(points={"red": 20, "blue": 20}, piles={"red": 5, "blue": 5})
    state.earned = {"red": 20, "blue": 20, "green": 0}
    tied = play(state, m.Counted("table"))
    assert GAME.decision(tied).seats == ("red", "blue")
    assert points(play(tied, m.Scarabs("red", 3), m.Scarabs("blue", 4))) == {"red": 20, "blue": 10, "green": 0}
    assert points(play(tied, m.Scarabs("blue", 4), m.Scarabs("red", 4))) == {"red": 10, "blue": 10, "green": 0}
    state.earned = {"red": 9, "blue": 9, "green": 0}
    assert play(state, m.Counted("table")).round == 2


@pytest.mark.parametrize(("guilty", "left"), [(True, 5), (False, 10)])
def test_without_any_corruption_the_table_says_who_is_guilty(guilty: bool, left: int) -> None:
    state = counted(points={"red": 10, "blue": 9})
    state.earned = {"red": 10, "blue": 9, "green": 0}
    asked = play(state, m.Counted("table"))
    assert asked.stage == "guilt"
    assert points(play(asked, m.Guilt("table", guilty))) == {"red": left, "blue": 9, "green": 0}


@pytest.mark.parametrize(("option", "left"), [(True, 5), (False, 10)])
def test_a_table_that_has_decided_is_not_asked(option: bool, left: int) -> None:
    state = counted(points={"red": 10, "blue": 9}, options={"all_zero_penalised": option})
    state.earned = {"red": 10, "blue": 9, "green": 0}
    assert points(play(state, m.Counted("table")))["red"] == left


def test_a_count_that_differs_wins_and_no_card_is_made() -> None:
    state = counted(points={"red": 20, "blue": 20}, piles={"red": 5, "blue": 4})
    state.earned = {"red": 20, "blue": 20, "green": 0}
    more = play(state, m.Recount("blue", 6))
    assert [more.sides[who].pile.n for who in more.seats] == [5, 6, 0]
    assert points(play(more, m.Counted("table")))["blue"] == 10
    fewer = play(state, m.Recount("red", 2))
    assert (fewer.sides["red"].pile.n, fewer.astray) == (2, 3)


@pytest.mark.parametrize(("best", "over"), [(100, False), (101, True)])
def test_more_than_a_hundred_after_round_two_ends_the_game(best: int, over: bool) -> None:
    state = counted(round=2, points={"red": best, "blue": 3}, piles={"blue": 4})
    state.earned = {"red": 3, "blue": 3, "green": 0}
    after = play(state, m.Counted("table"))
    outcome = GAME.outcome(after)
    assert (outcome is not None) is over
    if outcome is not None:
        assert (outcome.winners, outcome.reason) == (("red",), "goal")


def test_a_hundred_and_more_after_round_one_ends_nothing() -> None:
    state = counted(points={"red": 130}, piles={"blue": 4})
    state.earned = {"red": 0, "blue": 0, "green": 0}
    assert play(state, m.Counted("table")).round == 2


def test_the_penalty_comes_before_the_look_at_a_hundred() -> None:
    state = counted(round=2, points={"red": 104}, piles={"red": 4})
    state.earned = {"red": 10, "blue": 0, "green": 0}
    after = play(state, m.Counted("table"))
    assert (after.sides["red"].points, after.round) == (99, 3)


def test_equal_points_after_round_three_share_the_victory() -> None:  # 21
    state = counted(round=3, points={"red": 88, "blue": 88, "green": 70}, piles={"green": 4})
    state.earned = {"red": 0, "blue": 0, "green": 0}
    outcome = GAME.outcome(play(state, m.Counted("table")))
    assert outcome is not None
    assert outcome.winners == ("red", "blue")
    assert outcome.ranking == (("red", "blue"), ("green",))


def test_a_set_that_is_not_laid_can_leave_more_points() -> None:  # 37
    given = {"stage": "last", "deck": 0, "quay": [], "delivery": 6}
    state = scene({**given, "hands": {"red": ["FIS1", "FIS0", "FIS0"]}, "sets": {"red": ["IVO IVO3 IVO0 AMU"]}})
    kept = play(state, m.Done("red"), m.Counted("table"))
    assert kept.sides["red"].points == 9
    cards: list[Move] = [m.LaySet("red", "FIS"), m.Add("red", "FIS1"), m.Add("red", "FIS0"), m.Add("red", "FIS0")]
    laid = play(state, *cards, m.Down("red"))
    assert laid.sides["red"].points == 10
    # Nobody has a corruption card then, so all are tied.
    assert play(laid, m.Counted("table"), m.Guilt("table", True)).sides["red"].points == 5


def test_no_event_and_no_multiplying_for_a_last_set() -> None:
    given = {"stage": "last", "deck": 0, "quay": [], "hands": {"red": ["EBO2", "EBO2", "EBO0", "AMU"]}}
    adds = [m.Add("red", card) for card in ("EBO2", "EBO2", "EBO0", "AMU")]
    after = play(scene(given), m.LaySet("red", "EBO"), *adds, m.Down("red"))
    assert (after.stage, after.left, after.sides["red"].points) == ("count", 5, 4)


def test_everything_comes_back_for_the_next_round() -> None:
    state = counted(piles={"red": 7}, sets={"red": ["WHE WHE1 WHE0 WHE0 blessed"]}, curses={"blue": 1}, left=0,
                    used={"FLO": 2, "CUR": 2, "PRO": 1}, discard={"QUE": 1})  # fmt: skip
    state.earned = {"red": 0, "blue": 0, "green": 0}
    after = play(state, m.Counted("table"))
    assert all(side.hand.n == 2 and not side.sets and not side.curses for side in after.sides.values())
    assert (after.left, after.used, after.discard, after.boxed) == (5, {}, {}, 3)


def test_all_tied_for_fewest_draw_lots_and_one_alone_does_not() -> None:
    state = scene({"stage": "lay", "round": 2, "delivery": 1, "deck": 54, "points": {"red": 1, "blue": 5, "green": 5}})
    after = play(state, m.Laid("table"))
    assert (after.stage, GAME.decision(after).seats) == ("start", ("red",))
    assert code(after, m.Begin("blue", "blue")) == "E_TURN"
    assert play(after, m.Begin("red", "green")).turn == "green"
    level = play(scene({"stage": "lay", "round": 2, "delivery": 1, "deck": 54}), m.Laid("table"))
    assert level.stage == "lot"
    assert GAME.decision(level).chance
    assert GAME.barrier(level, m.Lot("table", "red")) is not None


def test_a_flood_in_the_turn_of_the_last_card_of_a_delivery() -> None:
    state = scene({"quay": ["WHE1"], "stage": "event", "deck": 18})
    after = play(state, m.Token("red", "FLO"), m.Take("red", 1))
    assert (after.stage, after.turn) == ("lay", "blue")


def test_the_walk_through_has_a_line_for_every_set() -> None:
    given = {"stage": "last", "deck": 0, "quay": [], "hands": {"red": ["GREEN"] * 3}}
    state = scene({**given, "sets": {"red": ["WHE WHE1 WHE1 WHE0"], "blue": ["IVO IVO3 IVO0 AMU blessed"]}})
    events = events_of(state, m.Done("red"))
    scoring = next(event.scoring for event in events if event.kind == "sets")
    assert scoring is not None
    assert [dict(line.points) for line in scoring.lines] == [{"red": 6}, {"blue": 12}]
    assert [line.targets for line in scoring.lines] == [("set:red:0",), ("set:blue:0",)]
