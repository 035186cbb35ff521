"""Scorekeeper mode: points as people type them, sheets counted by the game, nothing of the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.errors import InputError
from companion.engine.game import IllegalMove, Move
from companion.engine.header import sit_down
from companion.engine.record import dump, examine
from companion.engine.simulate import simulate
from companion.games import all_games
from companion.language import Language
from companion.table.journal import Journal
from companion.table.scorekeeper import Scorekeeper, game_for, scorekeeper_of
from companion.table.scorekeeper.position import Add, Correct, Finish, NextTurn, Nothing, UseSheet
from companion.table.session import Session
from tests.kit.sitting import header_of
from tests.kit.toy import toy_game, toy_installed

SEATS = ("red", "blue")


@pytest.fixture
def keeper() -> Scorekeeper:
    return scorekeeper_of(toy_game())


def played(keeper: Scorekeeper, *moves: Move) -> Any:
    """The state after `moves`."""
    state: Any = keeper.new(SEATS, keeper.resolve({}), Nothing(), keeper.box)
    for move in moves:
        state = keeper.play(state, move).state
    return state


def refused(keeper: Scorekeeper, move: Move, *before: Move) -> str:
    """The code and the sentence of a refusal."""
    with pytest.raises(IllegalMove) as found:
        keeper.play(played(keeper, *before), move)
    refusal = found.value.refusal
    return f"{refusal.code}: {Language('en').say(keeper.say_refusal(refusal))}"


def test_points_are_added_to_any_seat_at_any_time(keeper: Scorekeeper) -> None:
    state = played(keeper, Add("blue", 7), Add("red", 22, "10+15−3"), Add("blue", -2), NextTurn("table"))
    assert state.points == {"red": 22, "blue": 5}
    assert (state.turn, state.round) == (1, 1)
    assert played(keeper, NextTurn("table"), NextTurn("table")).round == 2


def test_a_typed_sum_is_kept_for_the_log(keeper: Scorekeeper) -> None:
    state = played(keeper)
    said = Language("en", {"red": "Ana"})
    assert said.say(keeper.say_move(state, Add("red", 22, "10+15-3"))) == "Ana: 10+15−3 = 22 points"
    assert said.say(keeper.say_move(state, Add("red", 1))) == "Ana: 1 point"
    assert said.say(keeper.say_move(state, Add("red", -3))) == "Ana: −3 points"


def test_a_sum_that_makes_something_else_is_refused(keeper: Scorekeeper) -> None:
    assert refused(keeper, Add("red", 21, "10+15−3")).startswith("E_SUM: ")
    assert refused(keeper, Add("red", 21, "ten")).startswith("E_SUM: ")


def test_points_have_bounds(keeper: Scorekeeper) -> None:
    assert refused(keeper, Add("red", 1000)).startswith("E_POINTS: ")
    assert refused(keeper, Add("red", -1000)).startswith("E_POINTS: ")
    assert played(keeper, Add("red", 999), Add("blue", -999)).points == {"red": 999, "blue": -999}
    many = [Add("red", 999)] * 10
    assert refused(keeper, Add("red", 10), *many).startswith("E_TOTAL: ")
    assert played(keeper, *many, Add("red", 9)).points["red"] == 9999


def test_a_sheet_adds_its_lines(keeper: Scorekeeper) -> None:
    sheet = UseSheet("table", "stones", {"stones": {"red": 4, "blue": 2}})
    state = played(keeper, Add("red", 10))
    after = keeper.play(state, sheet)
    assert after.state.points == {"red": 14, "blue": 2}
    (event,) = after.events
    assert event.scoring is not None
    assert event.scoring.before == {"red": 10, "blue": 0}
    assert event.scoring.totals == after.state.points
    assert Language("en").say(keeper.say_move(state, sheet)) == "Stones: Red 4, Blue 2"


def test_a_sheet_that_can_t_be_counted_says_why(keeper: Scorekeeper) -> None:
    assert "whole number from 0 to 99" in refused(keeper, UseSheet("table", "stones", {"stones": {"red": -1}}))
    assert "The sheets are: stones" in refused(keeper, UseSheet("table", "cards", {}))
    assert "“green”" in refused(keeper, UseSheet("table", "stones", {"stones": {"green": 1}}))
    assert "more than a position" in refused(keeper, UseSheet("table", "stones", {"stones": {"red": "x" * 30_000}}))
    full = [Add("red", 999)] * 10
    assert refused(keeper, UseSheet("table", "stones", {"stones": {"red": 99}}), *full).startswith("E_TOTAL: ")


def test_the_most_points_win_and_equal_points_share(keeper: Scorekeeper) -> None:
    one = keeper.outcome(played(keeper, Add("red", 3), Finish("table")))
    assert one is not None
    assert (one.winners, one.ranking, one.scores) == (("red",), (("red",), ("blue",)), {"red": 3, "blue": 0})
    both = keeper.outcome(played(keeper, Finish("table")))
    assert both is not None
    assert (both.winners, both.ranking) == (SEATS, (SEATS,))
    assert refused(keeper, Add("red", 1), Finish("table")).startswith("E_OVER: ")


def test_who_may_do_what(keeper: Scorekeeper) -> None:
    for move in (Add("table", 1), Add("green", 1), NextTurn("red"), Finish("blue"), Correct("red", {"red": 1})):
        assert refused(keeper, move).startswith("E_TURN: ")


def test_a_correction_sets_points_right(keeper: Scorekeeper) -> None:
    state = played(keeper, Add("red", 5))
    move = keeper.correction(state, {"points:red": 50})
    assert keeper.play(state, move).state.points == {"red": 50, "blue": 0}
    for points in ({}, {"green": 1}, {"red": 10_000}):
        assert refused(keeper, Correct("table", points)).startswith("E_CORRECT: ")


def test_every_refusal_has_words_and_a_rule(keeper: Scorekeeper) -> None:
    codes = {"E_OVER", "E_TURN", "E_POINTS", "E_TOTAL", "E_SUM", "E_SHEET", "E_CORRECT"}
    assert set(keeper.help.refusals) == codes
    assert all(refusal.rule in keeper.help.rules for refusal in keeper.help.refusals.values())
    assert "take" in keeper.help.rules, "the game's own rules can be looked up"


def test_the_header_says_which_rules_play_it() -> None:
    with toy_installed() as game:
        header = simulate(game, SEATS, {}, "1").record.header
        kept = msgspec.structs.replace(header, mode="scorekeeper", setup={})
        assert game_for(header) is game
        assert game_for(kept) is scorekeeper_of(game)


def test_a_sitting_is_kept_resumed_and_exported_like_a_game(keeper: Scorekeeper, tmp_path: Path) -> None:
    with toy_installed() as game, Journal.open(tmp_path / "journal.db") as journal:
        header = simulate(game, SEATS, {}, "1").record.header
        header = msgspec.structs.replace(header, mode="scorekeeper", setup={})
        session = Session.start(journal, keeper, header)
        for move in (Add("red", 12, "5+7"), NextTurn("table"), Add("blue", 4), Finish("table")):
            session.play(move)
        again = Session.look_at(journal, header.id)
        assert again.state == session.state
        record, _, results, faults = examine(dump(again.record()).encode(), lambda _: keeper)
        assert faults == []
        assert record is not None
        assert keeper.outcome(results[-1].state) == session.outcome


@pytest.mark.parametrize("game", [game for game in all_games() if game.practice is not None], ids=lambda game: game.id)
def test_values_of_one_s_own_are_as_good_here_as_where_moves_are_followed(game: Any) -> None:
    values = dict(game.practice.overrides)
    for mode in ("referee", "scorekeeper"):
        kept = game if mode == "referee" else scorekeeper_of(game)
        header = msgspec.structs.replace(header_of(kept, game.colours[:3], mode=mode), box=values)
        assert sit_down(kept, header).box.overrides == values
        key = next(iter(values))
        with pytest.raises(InputError):
            sit_down(kept, msgspec.structs.replace(header, box={key: {"no": "value"}}))
