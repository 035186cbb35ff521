"""Where rounds end, and the points after each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import find_game
from companion.table.course import course, round_ends
from companion.table.journal import Journal
from tests.kit.evening import play


@pytest.mark.parametrize("game_id", ["aton", "sobek", "egizia"])
def test_games_in_rounds_tell_the_points_after_each_round(tmp_path: Path, game_id: str) -> None:
    game = find_game(game_id)
    with Journal.open(tmp_path / "journal.db") as journal:
        session = play(journal, game, game.colours[:2])
        ends = round_ends(game, session.views)
        went = course(session)
    over = [game.rounds_over(view) for view in session.views]
    assert [over[n] for n in ends] == list(range(1, len(ends) + 1))
    assert [over[n - 1] for n in ends] == list(range(len(ends)))
    assert went.by_round
    moves = [0, *(n for n in ends if n < session.n), session.n]
    series = dict(session.series())
    assert went.points == tuple((i, series[n]) for i, n in enumerate(moves))
    assert dict(went.points[-1][1]) == session.outcome.scores


def test_games_without_rounds_tell_the_points_after_each_move(tmp_path: Path) -> None:
    game = find_game("tutankhamen")
    with Journal.open(tmp_path / "journal.db") as journal:
        session = play(journal, game, game.colours[:3])
        assert round_ends(game, session.views) == ()
        assert (course(session).by_round, course(session).points) == (False, session.series())
