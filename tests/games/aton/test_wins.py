"""When a game is won, and in which order it is asked."""

from __future__ import annotations

from companion.games.aton import GAME
from companion.games.aton.position import AtonState
from tests.games.aton.scene import do, rows, table

FULL_1 = {f"1.{n:02d}": "red" for n in range(1, 13)}
FULL_2 = {f"2.{n:02d}": "blue" for n in range(1, 13)}


def ended(state: AtonState) -> tuple[tuple[str, ...], str]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.winners, outcome.reason


def correct(**values: object) -> dict[str, object]:
    return {"move": "correct", "by": "table", **values}


def place(seat: str, *spaces: str) -> list[dict[str, str]]:
    return [{"move": "place", "by": seat, "space": space} for space in spaces]


def test_the_earliest_full_temple_comes_in_round_3() -> None:  # G37
    state = table(round=1)
    for round in (1, 2, 3):
        assert GAME.outcome(state) is None and state.round == round
        state = do(state, *rows([1, 2, 1, 4], [2, 2, 4, 1]))
        spaces = [f"1.{n:02d}" for n in range(4 * round - 3, 4 * round + 1)]
        if round == 3:
            state = do(state, {"move": "place_all", "by": "red", "spaces": spaces})
        else:
            state = do(state, *place("red", *spaces), *place("blue", f"4.{round:02d}"))
    assert ended(state) == (("red",), "temple1")


def test_an_instant_win_ends_the_game_before_the_second_player_acts() -> None:
    state = table(board={"red": [f"1.{n:02d}" for n in range(1, 12)]})
    state = do(state, *rows([1, 2, 4, 1], [1, 4, 4, 4]), *place("red", "1.12"))
    assert ended(state) == (("red",), "temple1")
    assert state.sides[1].counters == 0


def test_a_condition_from_a_correction_counts_at_the_next_check_not_at_once() -> None:
    state = do(table(), correct(board=FULL_1))
    assert GAME.outcome(state) is None
    state = do(state, {"move": "ready", "by": "red"}, {"move": "ready", "by": "blue"})
    assert GAME.outcome(state) is None
    reveals = [{"move": "reveal", "by": seat, "cards": [1, 2, 2, 1]} for seat in ("red", "blue")]
    assert ended(do(state, *reveals)) == (("red",), "temple1")


def test_after_cartouche_1_the_board_goes_before_points() -> None:
    state = do(table(score={"blue": 39}), correct(board=FULL_1))
    assert ended(do(state, *rows([1, 2, 1, 1], [2, 2, 1, 1]))) == (("red",), "temple1")


def test_after_cartouche_1_two_full_temples_are_a_draw() -> None:
    state = do(table(), correct(board={**FULL_1, **FULL_2}))
    assert ended(do(state, *rows([1, 2, 1, 1], [2, 2, 1, 1]))) == ((), "draw")


def test_after_cartouche_1_the_higher_of_two_scores_wins_and_equal_ones_draw() -> None:
    both = do(table(), correct(scores={"red": 41, "blue": 40}))
    assert ended(do(both, *rows([1, 2, 1, 1], [1, 2, 1, 1]))) == (("red",), "points")
    assert ended(do(both, *rows([1, 2, 1, 1], [2, 2, 1, 1]))) == (("blue",), "points")
    equal = do(table(), correct(scores={"red": 40, "blue": 40}))
    assert ended(do(equal, *rows([1, 2, 1, 1], [1, 2, 1, 1]))) == ((), "draw")


def test_after_a_placement_the_active_player_goes_before_the_other() -> None:
    for active, first_row, second_row in (("red", [1, 2, 3, 1], [1, 3, 3, 1]), ("blue", [1, 3, 3, 1], [1, 2, 3, 1])):
        state = do(table(), *rows(first_row, second_row), correct(board={**FULL_1, **FULL_2}))
        assert GAME.outcome(state) is None
        winners, _ = ended(do(state, *place(active, "3.01")))
        assert winners == (active,)


def test_after_a_placement_points_met_by_a_correction_count_too() -> None:
    state = do(table(), *rows([1, 2, 3, 1], [1, 3, 3, 1]), correct(scores={"blue": 40}))
    assert ended(do(state, *place("red", "3.01"))) == (("blue",), "points")


def test_a_yellow_win_needs_four_rounds_of_placing_and_sixteen_counters_are_enough() -> None:  # G37
    yellow = [space for space, kind in zip(table().layout.names, table().layout.kinds, strict=True) if kind == "Y"]
    assert 3 * 4 < len(yellow) <= 4 * 4
    state = table(board={"red": yellow[:12]})
    state = do(state, *rows([1, 2, 4, 2], [1, 3, 4, 1]), *place("red", *yellow[12:]))
    assert ended(state) == (("red",), "yellow")


def test_an_edited_board_moves_the_win_with_its_colours() -> None:
    temples = {key: list(kinds) for key, kinds in GAME.box.value("temples").items()}
    temples["1"][4] = "G"
    green = [f"{t}.{n:02d}" for t in "1234" for n, kind in enumerate(temples[t], 1) if kind == "G"]
    assert len(green) == 15
    state = table(board={"red": green[1:-1]}, box={"temples": temples})
    state = do(state, *rows([1, 2, 4, 2], [1, 3, 4, 1]), *place("red", green[-1]))
    assert GAME.outcome(state) is None
    assert ended(do(state, *place("red", green[0]))) == (("red",), "green")
