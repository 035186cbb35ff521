"""A replay by touch: move by move, from scoring to scoring, with notes, and on from any move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.engine.game import Choice, Decision, Move, State
from companion.engine.header import new_id
from companion.engine.simulate import simulate
from companion.engine.sums import number
from companion.engine.text import T
from companion.games import find_game, game_ids
from companion.table import history as games_of
from companion.table.course import round_ends
from companion.table.people import Player, player_id
from companion.table.people_store import Store
from companion.table.session import Session
from companion.table.shelf import Shelf
from companion.table.times import now_text
from companion.ui.replay import told
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.history_shots import fullest
from tests.kit.many_games import many
from tests.kit.toy import shaft_installed
from tests.kit.ui import UI


@pytest.fixture
def replay(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    """A finished game of Aton, opened from a history of two."""
    with desk(ui, tmp_path) as opened:
        found = fullest(opened.context.journal, many(opened.context.journal, 2, kinds=("aton",)))
        opened.tap("History")
        opened.touch(opened.screen.rows[found["aton"].id])
        assert opened.screen.name == "replay"
        yield opened


def scored(session: Session) -> list[int]:
    """The moves that were scored."""
    return [n for n, played in enumerate(session.results, 1) if any(event.scoring for event in played.events)]


# moving


def test_it_opens_at_the_end_and_steps_back(replay: Desk) -> None:
    screen, session = replay.screen, replay.screen.game
    n = session.n
    assert screen.at == n
    replay.touch(screen.back_button)
    assert screen.at == n - 1
    assert screen.view.state == session.results[n - 2].state
    replay.touch(screen.next_button)
    assert screen.at == n


def test_the_slider_reaches_the_beginning_by_a_finger_and_by_the_knob(replay: Desk) -> None:
    screen = replay.screen
    replay.ui.drag(screen.slider.knob(), (screen.slider.x, screen.slider.center_y))
    replay.ui.frames(3)
    assert screen.at == 0
    assert screen.view.state == screen.game.first
    screen.slider.turn(3)
    replay.ui.frames(2)
    assert screen.at == 3


def test_a_tapped_move_is_jumped_to(replay: Desk) -> None:
    screen = replay.screen
    screen.show(12)
    replay.ui.frames(2)
    replay.touch(screen.rows[10])
    assert screen.at == 10
    assert [screen.rows[n].how for n in (9, 10, 11)] == ["done", "now", "later"]
    places = {n: told.touched(screen.game, n, screen.states[n - 1]) for n in range(1, 13)}
    n = next(n for n, touched in places.items() if touched)
    screen.jump(n)
    assert screen.view.signs.fresh == places[n]


def test_play_goes_on_by_itself_and_stops(replay: Desk) -> None:
    screen = replay.screen
    screen.show(3)
    replay.touch(screen.play_button)
    replay.ui.until(lambda: screen.at == 4)
    assert screen.hurries
    replay.touch(screen.play_button)
    assert not screen.hurries
    for stop in (lambda: screen.slider.turn(2), lambda: replay.touch(screen.keys["scorings"])):
        replay.touch(screen.play_button)
        assert screen.hurries
        stop()
        assert not screen.hurries
    replay.ui.frames(2)
    screen.open("")
    replay.touch(screen.play_button)
    screen.slider.turn(-3)
    at = screen.at
    replay.context.back()
    assert replay.screen.name == "history" and not screen.hurries
    replay.ui.frames(2)
    assert screen.at == at, "what was left is not drawn"


def test_play_begins_anew_from_the_end_and_stops_there(replay: Desk) -> None:
    screen = replay.screen
    n = screen.game.n
    assert screen.at == n
    replay.touch(screen.play_button)
    assert screen.at == 0 and screen.hurries
    screen.show(n - 1)
    replay.ui.until(lambda: screen.at == n)
    assert not screen.hurries
    # Near the end the list is as full as in the middle.
    listed = []
    for at in (n - 1, n // 2):
        screen.show(at)
        listed.append(len(screen.rows))
    assert listed[0] == listed[1] > 3


def test_ticks_are_the_ends_of_rounds_and_drops_the_scorings(replay: Desk) -> None:
    screen, session = replay.screen, replay.screen.game
    ends = [n for n in range(1, session.n + 1) if _rounds(session, n) != _rounds(session, n - 1)]
    assert ends and screen.slider.ticks == ends
    assert screen.slider.drops == scored(session) != []


def _rounds(session: Session, n: int) -> int | None:
    return session.game.rounds_over(session.results[n - 1].state if n else session.first)


# scorings


def test_the_keys_jump_from_scoring_to_scoring_and_show_its_lines(replay: Desk) -> None:
    screen, session = replay.screen, replay.screen.game
    marks = scored(session)
    screen.show(1)
    replay.ui.frames(2)
    assert not screen.last_scoring.answers
    replay.touch(screen.next_scoring)
    assert screen.at == marks[0]
    event = next(event for event in session.results[marks[0] - 1].events if event.scoring)
    texts = [text for row in screen.panel.table.rows for text in row.texts()]
    for line in event.scoring.lines:
        assert replay.context.say(line.title) in texts
        for points in line.points.values():
            assert not points or str(points).replace("-", "−") in texts
    for total in event.scoring.totals.values():
        assert str(total) in texts
    replay.touch(screen.back_button)
    assert screen.panel.table is None
    screen.show(session.n)
    replay.ui.frames(2)
    assert not screen.next_scoring.answers
    replay.touch(screen.last_scoring)
    assert screen.at == max(n for n in marks if n < session.n)


def test_all_scorings_are_listed_and_a_tap_goes_there(replay: Desk) -> None:
    screen, session = replay.screen, replay.screen.game
    replay.touch(screen.keys["scorings"])
    rows = screen.panel.scoring_rows
    assert [row.n for row in rows] == scored(session)
    first = next(event for event in session.results[rows[0].n - 1].events if event.scoring).scoring
    gained = {seat: first.totals[seat] - first.before[seat] for seat in ("red", "blue")}
    assert dict(rows[0].points) == {s: f"{points:+}".replace("-", "−") for s, points in gained.items() if points}
    assert all(points not in ("0", "+0") for row in rows for _, points in row.points)
    replay.touch(rows[0])
    assert screen.at == scored(session)[0] and screen.opened == ""


# notes


def test_a_note_is_written_shown_changed_and_removed(replay: Desk) -> None:
    screen = replay.screen
    record = screen.game.header.id
    screen.show(12)
    replay.touch(screen.keys["notes"])
    assert replay.shows("No note yet.")
    replay.touch(screen.panel.add_key)
    keyboard = replay.screen.keyboard
    for key in ("h", "i", "signs", ".", "signs", "space", "o", "k"):
        replay.touch(keyboard.key(key))
    assert keyboard.text == "Hi. Ok"
    replay.touch(keyboard.key("ok"))
    assert replay.screen is screen and screen.slider.dots == [12]
    assert [(note.n, note.text) for note in Shelf.load(replay.app.data).notes_of(record)] == [(12, "Hi. Ok")]
    replay.touch(screen.panel.close_key)
    assert screen.rows[12].noted and not screen.rows[11].noted
    replay.touch(screen.panel.note_rows[0])
    replay.screen.keyboard.text = "We were wrong here."
    replay.touch(replay.screen.keyboard.key("ok"))
    assert replay.shows("We were wrong here.") and not replay.shows("Hi. Ok")
    replay.touch(screen.panel.note_rows[0])
    replay.touch(replay.screen.remove_key)
    assert replay.screen.name == "note_entry", "a tap alone removes nothing"
    replay.ui.hold(replay.screen.remove_key)
    replay.ui.frames(2)
    assert replay.screen is screen and not Shelf.load(replay.app.data).notes_of(record)


def test_a_note_beyond_the_end_is_in_the_list_alone_and_opened_from_there(replay: Desk) -> None:
    screen = replay.screen
    n, kept = screen.game.n, Shelf.load(replay.app.data)
    for k in range(1, 12):
        kept.add_note(screen.game.header.id, k, f"Move {k}")
    kept.add_note(screen.game.header.id, n + 5, "Taken back since")
    screen.relayout()
    assert screen.slider.dots == list(range(1, 12))
    replay.touch(screen.keys["notes"])
    listed = screen.panel.list
    listed.offset = listed.reach
    replay.ui.frames(2)
    place = listed.offset
    assert place > 0
    replay.touch(next(row for row in listed.rows if row.n == 11))
    assert screen.at == 11 and screen.panel.list.offset > 0, "it stays where it is scrolled to"
    screen.show(n)
    screen.panel.list.offset = screen.panel.list.reach
    replay.ui.frames(2)
    replay.touch(next(row for row in screen.panel.list.rows if row.n == n + 5))
    assert replay.screen.name == "note_entry" and replay.screen.keyboard.text == "Taken back since"
    assert replay.shows(f"Note on move {n + 5}")


def test_a_note_on_the_whole_game_is_found_in_the_list_and_in_the_history(replay: Desk) -> None:
    screen = replay.screen
    replay.touch(screen.keys["notes"])
    replay.touch(screen.panel.whole_key)
    replay.screen.keyboard.text = "The evening with the storm"
    replay.ui.frames(2)
    replay.touch(replay.screen.keyboard.key("ok"))
    assert replay.shows("The whole game") and replay.shows("The evening with the storm")
    replay.touch(screen.panel.note_rows[0])
    assert screen.at == 0
    replay.context.back()
    replay.screen.ask(text="storm")
    assert [one.id for one in replay.screen.found] == [screen.game.header.id]
    assert replay.screen.rows[screen.game.header.id].words.notes == 1


# ways on


def test_play_on_from_here_makes_a_new_record_and_leaves_the_old(replay: Desk) -> None:
    old = replay.screen.game
    replay.screen.show(10)
    replay.ui.frames(3)
    replay.tap("Play on from here")
    assert replay.screen.name == "resume"
    replay.touch(replay.screen.go_on)
    session = replay.context.session
    assert session.header.id != old.header.id and session.header.started > old.header.started
    assert [line.move for line in session.lines] == [line.move for line in old.lines[:10]]
    assert Session.look_at(replay.context.journal, old.header.id).n == old.n


def test_a_game_that_was_put_away_goes_on_from_its_end(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as opened:
        session = play(opened.context.journal, find_game("aton"), ["red", "blue"], most=9)
        session.put_away()
        opened.context.go("replay", record=session.header.id)
        opened.ui.frames(3)
        assert [name for name, *_ in opened.screen.ways_on()] == ["delete"], "there is no result to hand on yet"
        opened.tap("Continue")
        assert opened.screen.name == "resume"
        opened.context.back()
        opened.ui.frames(3)
        assert games_of.unfinished(opened.context.journal) is None, "who only looks leaves it put away"
        opened.tap("Continue")
        opened.touch(opened.screen.go_on)
        assert opened.context.session.n == 9 and opened.context.session.header.id == session.header.id


def test_a_finished_game_is_handed_on_and_has_a_score_card(replay: Desk) -> None:
    record = replay.screen.game.header.id
    replay.tap("Hand on")
    assert replay.screen.name == "hand_off" and list(replay.screen.handed.records) == [record]
    replay.context.back()
    replay.touch(replay.screen.keys["more"])
    replay.tap("Score card")
    assert replay.screen.name == "score_card" and replay.screen.summary.id == record


def test_everybody_goes_by_the_present_name(replay: Desk) -> None:
    header = replay.screen.game.header
    seat = next(one for one in header.seats if len(one.name) < 8)
    Store(replay.app.data).rename(Player(player_id(seat.name), seat.name), "Zora", now_text())
    for screen in ("replay", "score_card"):
        replay.context.go(screen, record=header.id)
        replay.ui.frames(2)
        assert replay.context.language.names[seat.seat] == "Zora" and replay.shows("Zora")
        assert not replay.shows(seat.name)
    replay.context.go("note_entry", record=header.id, n=0)
    assert replay.context.language.names[seat.seat] == "Zora", "also on what opens over it"
    replay.screen.keyboard.text = " ".join(f"word{n}" for n in range(120))
    replay.ui.frames(2)
    assert replay.shows("word119") and not replay.shows("word0 "), "what is typed now is seen"


def test_deleting_it_leads_back_to_the_list_with_the_way_back(replay: Desk) -> None:
    record = replay.screen.game.header.id
    replay.touch(replay.screen.keys["more"])
    replay.tap("Delete this game")
    assert replay.screen.name == "history"
    assert len(replay.screen.found) == 1 and record not in replay.screen.rows
    replay.touch(replay.screen.note.undo_button)
    assert record in replay.screen.rows


def test_the_board_can_not_be_played_on(replay: Desk) -> None:
    replay.screen.show(10)
    replay.ui.frames(3)
    replay.ui.tap(replay.screen.view)
    assert replay.screen.at == 10
    assert len(replay.context.journal.listed()) == 2


# every game


def test_every_game_is_replayed_and_so_are_its_kept_scores(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as opened:
        found = fullest(opened.context.journal, many(opened.context.journal, 50, away=10))
        assert {*game_ids(), *(f"{game_id}-kept" for game_id in game_ids())} <= set(found)
        assert any(name.endswith("-away") for name in found)
        for name, summary in found.items():
            opened.context.go("replay", record=summary.id)
            screen: Any = opened.screen
            marks = scored(screen.game)
            assert {scoring.n for scoring in screen.scorings} == set(marks)
            ends = round_ends(screen.game.game, screen.states)
            assert not ends or screen.slider.ticks == list(ends)
            for n in (0, summary.n // 2, *marks[-1:]):
                screen.jump(n)
                assert screen.view.state == screen.states[n]
                assert (screen.panel.table is not None) == (n in marks)
                assert screen._scoring(-1) == max((mark for mark in marks if mark < n), default=None)
                assert screen._scoring(1) == min((mark for mark in marks if mark > n), default=None)
            opened.ui.frames(2)
            if screen.panel.table is not None:
                summed = sum(len(one.scores.lines) > 1 for one in screen.scorings if one.n == screen.at)
                texts = [text for row in screen.panel.table.rows for text in row.texts()]
                assert texts.count("Together") == summed
                together = [dict(row.points) for row in screen.panel.table.rows if row.texts()[0] == "Together"]
                assert together == [
                    {seat: number(total - one.scores.before[seat]) for seat, total in one.scores.totals.items()}
                    for one in screen.scorings
                    if one.n == screen.at and len(one.scores.lines) > 1
                ]
            assert [f"{name}: {problem}" for problem in inspect.problems()] == []
            screen.open("scorings")
            assert all(points not in ("0", "+0") for row in screen.panel.scoring_rows for _, points in row.points)
            screen.open("")
            assert not any(spot.target for spot in opened.context.root.focus.spots()), "nothing of a board is offered"
            opened.context.back()


def test_a_game_whose_rules_are_not_here_says_so(replay: Desk) -> None:
    old = replay.screen.game.header
    header = msgspec.structs.replace(old, id=new_id(), game="senet")
    replay.context.journal.create(header, None)
    replay.context.back()
    row = replay.screen.rows[header.id]
    assert row.words.tag == "its rules are not installed here"
    replay.touch(row)
    assert replay.screen.name == "trouble" and replay.shows("senet")


@pytest.mark.parametrize("moves", [1, 3])
def test_a_game_with_something_closed_shows_nothing_of_it(ui: UI, tmp_path: Path, moves: int) -> None:
    with desk(ui, tmp_path) as opened, shaft_installed() as shaft:
        record = simulate(shaft, ("red", "blue"), {}, "sealed", shaft.practice).record
        session = Session.start(opened.context.journal, shaft, record.header)
        for line in record.lines[:moves]:
            session.play(line.move)
        assert session.sealed
        session.put_away()
        opened.context.go("replay", record=record.header.id)
        opened.ui.frames(2)
        screen = opened.screen
        assert screen.view.state == shaft.view(session.state, None) != session.state
        assert told.touched(session, moves, session.views[moves - 1]) == frozenset()
        said = opened.context.say(shaft.say_move(session.views[moves - 1], record.lines[moves - 1].move), screen.names)
        assert said in opened.texts()


@pytest.mark.parametrize("closed", [True, False])
def test_where_a_private_answer_was_tapped_is_marked_only_once_it_lies_open(closed: bool) -> None:
    move = Move("red")
    asked = Decision("look", ("red",), T("Choose."), choices=(Choice(move, T("This"), ("place:3",)),), private=True)
    game = SimpleNamespace(decision=lambda _: asked, sealed=lambda _: closed)
    session: Any = SimpleNamespace(game=game, lines=[SimpleNamespace(move=move)], results=[SimpleNamespace(state=None)])
    assert told.touched(session, 1, State(seats=("red",))) == (set() if closed else {"place:3"})


def test_where_people_keep_the_points_a_round_ends_where_its_label_changes() -> None:
    def rounds(labels: str, mode: str = "scorekeeper") -> tuple[int, ...]:
        game = SimpleNamespace(rounds_over=lambda _: None, phases=lambda view: (view, ()))
        session: Any = SimpleNamespace(game=game, header=SimpleNamespace(mode=mode))
        return told.rounds(session, tuple(labels))  # type: ignore[arg-type]

    assert rounds("aabbbc") == (2, 5)
    assert rounds("aabbbc", "referee") == ()
    assert rounds("ab" * 30) == tuple(range(1, 60)) and rounds("ab" * 31) == ()
