"""Result by touch: who won, the ranking, home and rematch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.engine.game import Outcome
from companion.engine.text import T
from companion.games import find_game
from companion.language import Language
from companion.table.course import course
from companion.table.people import Player, player_id
from companion.table.people_store import Store
from companion.table.times import now_text
from companion.ui.chart import Chart
from companion.ui.screens.result import many_text, winner_text
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.ui import UI

SIX = ["red", "blue", "green", "yellow", "black", "violet"]


@pytest.fixture
def result(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        opened.context.session = play(opened.context.journal, find_game("aton"), ["red", "blue"])
        opened.context.go("result")
        ui.frames(3)
        yield opened


def said(winners: tuple[str, ...], scores: dict[str, int]) -> str:
    outcome = Outcome(winners, "end", T("The end."), (winners,), scores)
    return Language("en", {"red": "Anna", "blue": "Bence", "green": "Kira"}).say(winner_text(outcome))


def test_the_winner_is_named_with_the_points() -> None:
    assert said(("red",), {"red": 40, "blue": 8}) == "Anna wins, 40"


def test_shared_victories_name_everybody() -> None:
    assert said(("red", "blue"), {"red": 44, "blue": 44}) == "Anna and Bence win, 44"
    assert said(("red", "blue", "green"), {}) == "Anna, Bence and Kira win"
    # A race that two have won has no points that are both of theirs.
    apart = Outcome(("red", "blue"), "end", T("The end."), (("red", "blue"),), {"red": 44, "blue": 40})
    assert said(apart.winners, apart.scores) == "Anna and Bence win"
    assert Language("en").say(many_text(apart)) == "2 players win"
    assert Language("en").say(many_text(msgspec.structs.replace(apart, scores={"red": 4, "blue": 4}))) == (
        "2 players win, 4"
    )


def test_a_game_without_a_winner_says_so() -> None:
    assert said((), {"red": 3, "blue": 3}) == "Nobody wins"


def test_the_result_shows_winner_points_and_reason(result: Desk) -> None:
    session = result.context.session
    outcome = session.outcome
    names = result.context.language.names
    assert result.shows(f"{names[outcome.winners[0]]} wins, {outcome.scores[outcome.winners[0]]}")
    for seat, points in outcome.scores.items():
        assert result.shows(names[seat])
        assert str(points) in result.texts()
    assert result.shows(result.context.say(outcome.text)[:20])
    (chart,) = (widget for widget in result.screen.walk() if isinstance(widget, Chart))
    rounds = course(session).points
    assert chart.words == "points after each round"
    assert chart.labels == (*(str(n) for n in range(1, len(rounds) - 1)), "end")
    assert "1:05" not in result.texts()
    (play_,) = result.screen.plays
    players = tuple(msgspec.structs.replace(one, time_s=65) for one in play_.players)
    result.screen.plays = (msgspec.structs.replace(play_, minutes=75, players=players),)
    result.screen.relayout()
    result.ui.frames(2)
    assert result.texts().count("1:05") == 2 and result.shows("Aton, 2 players, 1 h 15 min")


def test_rematch_seats_the_same_people_at_a_new_setup(result: Desk) -> None:
    header = result.context.session.header
    result.touch(result.screen.rematch)
    assert result.screen.name == "setup"
    assert result.screen.seats == header.seats
    result.touch(result.screen.play)
    assert result.context.session.header.seats == header.seats
    assert result.context.session.header.id != header.id
    assert result.context.session.n == 0


def test_a_rematch_seats_people_under_their_present_names(result: Desk) -> None:
    header = result.context.session.header
    Store(result.app.data).rename(Player(player_id("Anna"), "Anna"), "Zora", now_text())
    result.context.replace("result")
    result.ui.frames(2)
    assert result.shows("Zora") and not result.shows("Anna")
    result.touch(result.screen.rematch)
    assert [seat.name for seat in result.screen.seats] == ["Zora", header.seats[1].name]
    assert {chair.name for chair in result.screen.draft.chairs.values()} == {"Zora", header.seats[1].name}


def test_home_leads_home_with_nothing_to_continue(result: Desk) -> None:
    result.touch(result.screen.home)
    assert result.screen.name == "home"
    assert not result.shows("Continue")


def test_six_players_and_a_shared_victory_fit_every_size(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as opened:
        session = play(opened.context.journal, find_game("tutankhamen"), SIX, "3")
        session._outcome = msgspec.structs.replace(session.outcome, winners=("red", "blue", "green"))
        opened.context.session = session
        opened.context.go("result")
        for size in ((800, 480), (1280, 720), (720, 1280), (480, 800)):
            opened.resize(*size)
            assert inspect.problems() == []


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_a_victory_of_six_with_long_names_is_told_by_their_number(ui: UI, tmp_path: Path, language: str) -> None:
    from companion.games.tutankhamen.moves import Finish
    from companion.games.tutankhamen.setup import TutankhamenSetup
    from companion.table.session import Session
    from tests.kit.sitting import header_of

    game = find_game("tutankhamen")
    names = ("Maximiliana of Hohenstein", "Anna", "Anna", "Márton", "Bartholomew Long", "Ilja")
    header = header_of(game, SIX, setup=TutankhamenSetup(layout=None, first="red"))
    seats = tuple(msgspec.structs.replace(seat, name=name) for seat, name in zip(header.seats, names, strict=True))
    with desk(ui, tmp_path) as opened:
        session = Session.start(opened.context.journal, game, msgspec.structs.replace(header, seats=seats))
        while session.outcome is None:
            moves = [choice.move for choice in session.decision.choices]
            session.play(next((move for move in moves if isinstance(move, Finish)), moves[-1]))
        assert len(session.outcome.winners) == 6
        for text_size in ("normal", "large"):
            opened.context.change(language=language, text_size=text_size)
            opened.context.session = session
            opened.context.go("result")
            for size in ((800, 480), (1280, 720), (720, 1280), (480, 800)):
                opened.resize(*size)
                assert [str(problem) for problem in inspect.problems()] == []
        opened.context.change(text_size="normal")
