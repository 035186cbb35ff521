"""Following the table at its edges: readings that come late, twice or in between, and what is forgotten when."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.sight import Reading
from companion.engine.text import T
from companion.games.aton import GAME
from companion.games.aton.moves import Place
from companion.table.judging import Judged
from companion.table.seen import explain
from companion.ui.table import following as module
from tests.kit.fake_eye import sighted
from tests.kit.readings import doubted, reading_of
from tests.kit.sitting import Sitting
from tests.ui.test_follow import RED, SHOWN, after, as_recorded, following, foreign, rest

BLUE = Place("blue", "3.03")
DARK = Reading(game="aton", trouble=T("It is dark."))


def play(table: Sitting, move: Any) -> None:
    """By touch."""
    table.screen.play(move)
    table.ui.frames(3)


def undo(table: Sitting) -> None:
    table.screen.undo()
    table.screen.to_put_back = None
    table.screen.dismiss()
    table.ui.frames(3)


@pytest.mark.parametrize(("what", "value"), [("outcome", "over"), ("status", "put_away")])
def test_a_game_that_is_over_or_put_away_is_not_followed(
    table: Sitting, monkeypatch: pytest.MonkeyPatch, what: str, value: str
) -> None:
    eye = following(table)
    assert eye.follows
    monkeypatch.setattr(type(table.session), what, property(lambda _: value))
    table.screen.follower.drawn()
    assert not eye.follows


def test_nothing_is_read_into_a_table_where_something_is_chosen_unseen(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    eye = following(table)
    every = {spot.id for spot in GAME.sight.plan(GAME.box).spots}
    assert eye.hidden() == frozenset()
    monkeypatch.setattr(module, "unseen_now", lambda _: True)
    assert eye.hidden() == every
    judged: list[Any] = []
    monkeypatch.setattr(module, "judge", lambda *of: judged.append(of))
    assert rest(table, eye, reading_of(GAME, after(table, RED))) is None and judged == []


def test_a_reading_that_comes_after_following_was_switched_off_says_nothing(table: Sitting) -> None:
    eye = following(table)
    then, reading = eye.watching, reading_of(GAME, after(table, RED))
    assert then is not None
    table.context.keep(follow={})
    table.screen.refresh()
    then(sighted(reading))
    table.ui.frames(2)
    assert table.screen.follower.strip is None


def test_a_reading_that_comes_while_another_picture_is_read_is_asked_for_again(table: Sitting) -> None:
    eye = following(table)
    eye.then = lambda _: None
    assert rest(table, eye, reading_of(GAME, after(table, RED))) is None and eye.once_more == 1
    eye.then = None
    assert rest(table, eye, reading_of(GAME, after(table, RED))) is not None


@pytest.mark.parametrize("meanwhile", ["move", "menu", "nothing"])
def test_what_was_judged_meanwhile_counts_for_what_is_on_the_screen(
    table: Sitting, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    eye = following(table)
    left: list[Any] = []
    monkeypatch.setattr(eye, "work", lambda job, then: left.append((job, then)))
    eye.comes_to_rest(reading_of(GAME, after(table, RED)))
    ((job, then),) = left
    if meanwhile == "move":
        play(table, Place("red", "2.07"))
    elif meanwhile == "menu":
        table.screen.open_menu()
        table.ui.frames(2)
    then(job(), None)
    table.ui.frames(2)
    assert (table.screen.follower.strip is not None) == (meanwhile == "nothing")


def test_where_tiles_lay_is_remembered_while_it_is_followed(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    eye = following(table)
    kept: list[Any] = []
    monkeypatch.setattr(eye.tiles, "keep", lambda record, reading: kept.append((record, reading)))
    reading = as_recorded(table)
    rest(table, eye, reading)
    rest(table, eye, DARK)
    assert kept == [(table.session.header.id, reading)]


def test_trouble_is_said_again_once_the_table_was_read_in_between(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    eye = following(table)
    said: list[Any] = []
    monkeypatch.setattr(table.screen.proposals.toasts, "say", said.append)
    for reading in (DARK, DARK, as_recorded(table), DARK):
        rest(table, eye, reading)
    assert len(said) == 2


def test_who_only_wants_proposals_gets_nothing_played(table: Sitting) -> None:
    eye = following(table, "propose")
    rest(table, eye, as_recorded(table))
    reading = reading_of(GAME, after(table, RED))
    rest(table, eye, reading)
    assert rest(table, eye, reading) is not None and table.session.n == len(SHOWN)


def test_what_agreed_in_the_position_before_says_nothing_of_this_one(table: Sitting) -> None:
    eye = following(table, "play")
    rest(table, eye, as_recorded(table))
    play(table, RED)
    reading = reading_of(GAME, after(table, BLUE))
    rest(table, eye, reading)
    assert rest(table, eye, reading) is not None and table.session.n == len(SHOWN) + 1


@pytest.mark.parametrize("doubted_too", [False, True])
def test_of_a_table_that_may_lag_behind_only_what_agreed_here_is_proposed(
    table: Sitting, monkeypatch: pytest.MonkeyPatch, doubted_too: bool
) -> None:
    eye = following(table)
    reading = reading_of(GAME, after(table, RED))
    if doubted_too:
        reading = doubted(reading, ("space:2.06",), "red", 0.95)
    found = explain(GAME, table.session.state, reading)
    monkeypatch.setattr(module, "judge", lambda *_: Judged(found, (), frozenset({"space:2.06"}), True))
    assert rest(table, eye, reading) is None
    assert rest(table, eye, reading) is not None, "that place has agreed since"


def test_a_table_that_has_caught_up_lags_behind_nothing_any_more(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    eye = following(table)
    left: list[int] = []
    judged = module.judge
    monkeypatch.setattr(module, "judge", lambda *of: left.append(len(of[4])) or judged(*of))
    rest(table, eye, as_recorded(table))
    before = as_recorded(table)
    play(table, RED)
    for reading in (before, before, as_recorded(table), as_recorded(table)):
        rest(table, eye, reading)
    assert left == [0, 1, 1, 1, 0]


def test_what_was_left_is_proposed_again_in_a_position_of_its_own(table: Sitting) -> None:
    eye = following(table)
    reading = reading_of(GAME, after(table, RED))
    table.ui.tap(rest(table, eye, reading).leave)
    table.ui.frames(3)
    assert "space:2.06" not in table.screen.board.signs.selected
    play(table, Place("red", "2.07"))
    undo(table)
    assert rest(table, eye, reading) is not None


def test_a_difference_that_was_left_is_not_told_again_until_the_table_agreed(table: Sitting) -> None:
    eye = following(table)
    rest(table, eye, as_recorded(table))
    table.ui.tap(rest(table, eye, foreign(table)).leave)
    table.ui.frames(3)
    assert rest(table, eye, foreign(table)) is None
    rest(table, eye, as_recorded(table))
    assert rest(table, eye, foreign(table)) is not None


def test_the_same_words_are_heard_again_in_the_next_position(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    eye = following(table)
    monkeypatch.setattr(table.context.lighting, "sound", heard.append)
    reading = reading_of(GAME, after(table, RED))
    rest(table, eye, reading)
    play(table, Place("red", "2.07"))
    undo(table)
    asked = heard.count("ask")
    rest(table, eye, reading)
    assert heard.count("ask") == asked + 1


def test_what_came_while_something_else_was_told_is_looked_for_once(table: Sitting) -> None:
    eye = following(table)
    table.screen.open_menu()
    table.ui.frames(2)
    rest(table, eye, reading_of(GAME, after(table, RED)))
    table.tap_text("Back to the game")
    table.ui.frames(3)
    asked = eye.once_more
    table.screen.refresh()
    table.ui.frames(2)
    assert asked == 1 and eye.once_more == asked


def test_a_table_that_is_not_shown_begins_to_follow_by_nothing(table: Sitting) -> None:
    eye, screen = following(table), table.screen
    table.context.go("settings")
    screen.follower.drawn()
    assert not eye.follows


def test_a_camera_that_is_being_opened_is_not_asked_to_follow(table: Sitting) -> None:
    eye = following(table)
    table.context.keep(follow={})
    table.screen.refresh()
    eye.begins = True
    table.context.keep(follow={"aton": "propose"})
    table.screen.refresh()
    assert not eye.follows
