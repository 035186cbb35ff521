"""History by touch: the list, the replay, and playing on from any move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import find_game, game_ids
from companion.table.scorekeeper import scorekeeper_of
from companion.table.session import Session
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.sitting import header_of
from tests.kit.ui import UI


@pytest.fixture
def history(ui: UI, tmp_path: Path) -> Iterator[tuple[Desk, Session]]:
    with desk(ui, tmp_path) as opened:
        session = play(opened.context.journal, find_game("aton"), ["red", "blue"])
        opened.tap("History")
        yield opened, session


def replay(history: tuple[Desk, Session]) -> Desk:
    opened, session = history
    opened.touch(opened.screen.rows[session.header.id])
    assert opened.screen.name == "replay"
    return opened


def test_the_list_names_game_day_players_and_points(history: tuple[Desk, Session]) -> None:
    opened, session = history
    assert opened.shows("Aton, 14 March")
    points = session.outcome.scores if session.outcome else {}
    assert opened.shows(f"Anna {points['red']}, Bartholomäu… {points['blue']}")
    assert opened.shows("finished")


def test_without_games_the_list_says_so(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as opened:
        opened.tap("History")
        assert opened.shows("No game has been played here yet.")


def test_a_replay_opens_at_the_end_and_steps_back(history: tuple[Desk, Session]) -> None:
    opened = replay(history)
    n = history[1].n
    assert opened.screen.at == n
    opened.touch(opened.screen.back_button)
    assert opened.screen.at == n - 1
    assert opened.screen.view.state == history[1].results[n - 2].state
    opened.touch(opened.screen.next_button)
    assert opened.screen.at == n


def test_the_slider_reaches_the_beginning(history: tuple[Desk, Session]) -> None:
    opened = replay(history)
    slider = opened.screen.slider
    opened.ui.drag(slider.knob(), (slider.x, slider.center_y))
    opened.ui.frames(3)
    assert opened.screen.at == 0
    assert opened.screen.view.state == history[1].first


def test_a_tapped_move_is_jumped_to(history: tuple[Desk, Session]) -> None:
    opened = replay(history)
    first = min(opened.screen.rows)
    opened.touch(opened.screen.rows[first])
    assert opened.screen.at == first


def test_play_goes_on_by_itself_and_stops(history: tuple[Desk, Session]) -> None:
    opened = replay(history)
    opened.screen.show(3)
    opened.touch(opened.screen.play_button)
    opened.ui.until(lambda: opened.screen.at == 4)
    opened.touch(opened.screen.play_button)
    assert opened.screen._playing is None
    opened.touch(opened.screen.play_button)
    assert opened.screen._playing is not None
    opened.context.back()
    assert opened.screen.name == "history"


def test_play_on_from_here_makes_a_new_record_and_leaves_the_old(history: tuple[Desk, Session]) -> None:
    opened = replay(history)
    old = history[1]
    opened.screen.show(10)
    opened.ui.frames(3)
    opened.tap("Play on from here")
    assert opened.screen.name == "resume"
    opened.touch(opened.screen.go_on)
    session = opened.context.session
    assert session.header.id != old.header.id
    assert [line.move for line in session.lines] == [line.move for line in old.lines[:10]]
    assert Session.look_at(opened.context.journal, old.header.id).n == old.n


def test_the_board_of_a_replay_can_not_be_played_on(history: tuple[Desk, Session]) -> None:
    opened = replay(history)
    opened.screen.show(10)
    opened.ui.frames(3)
    opened.ui.tap(opened.screen.view)
    assert opened.screen.at == 10
    assert len(opened.context.journal.listed()) == 1


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)])
def test_list_and_replay_fit_every_size(history: tuple[Desk, Session], size: tuple[int, int]) -> None:
    opened = history[0]
    opened.resize(*size)
    assert inspect.problems() == []
    replay(history)
    assert inspect.problems() == []


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_of_which_only_the_scores_were_kept_is_replayed_as_well(ui: UI, tmp_path: Path, game_id: str) -> None:
    with desk(ui, tmp_path) as opened:
        game = scorekeeper_of(find_game(game_id))
        seats = game.colours[: game.seat_range[0]]
        header = header_of(game, seats, mode="scorekeeper")
        session = Session.start(opened.context.journal, game, header)
        opened.tap("History")
        opened.touch(opened.screen.rows[session.header.id])
        assert opened.screen.name == "replay"
        opened.touch(opened.screen.next_button)
        opened.context.back()
        opened.context.play(Session.resume(opened.context.journal, session.header.id))
        opened.context.go("replay", record=session.header.id)
        opened.ui.frames(3)
        assert opened.screen.name == "replay"
