"""Following the table: what is proposed, what alone is played by itself, and when the camera looks at nothing."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.sight import Reading, Seen
from companion.engine.text import T
from companion.games.aton import GAME
from companion.games.aton.moves import Place, Ready, Reveal
from companion.table.judging import certain
from companion.table.seen import Proposal, explain
from companion.ui.table.decide import DecidePanel
from companion.ui.table.seen_panels import ForeignPanel
from companion.ui.widgets.dialog import Dialog
from tests.kit import inspect
from tests.kit.aton_games import SEATS
from tests.kit.fake_eye import FakeEye
from tests.kit.readings import changed, doubted, reading_of
from tests.kit.sitting import Sitting

OPEN = (Ready("blue"), Ready("red"))
SHOWN = (*OPEN, Reveal("blue", (2, 3, 3, 2)), Reveal("red", (4, 1, 4, 1)))
RED = Place("red", "2.06")


def following(table: Sitting, mode: str = "propose", moves: tuple[Any, ...] = SHOWN) -> FakeEye:
    """A game at this point that is followed."""
    table.start(GAME, SEATS, moves, seed="B-2")
    table.settle()
    eye = FakeEye(table.context)
    table.context.keep(follow={"aton": mode})
    table.screen.refresh()
    table.ui.frames(2)
    return eye


def after(table: Sitting, *moves: Any) -> Any:
    state = table.session.state
    for move in moves:
        state = GAME.play(state, move).state
    return state


def rest(table: Sitting, eye: FakeEye, reading: Reading) -> Any:
    """The table comes to rest like this; the strip that follows, if one does."""
    eye.comes_to_rest(reading)
    table.ui.frames(2)
    return table.screen.follower.strip


def as_recorded(table: Sitting) -> Reading:
    """A table that lies as the record says."""
    return reading_of(GAME, table.session.state)


def foreign(table: Sitting) -> Reading:
    return changed(reading_of(GAME, table.session.state), Seen("space:1.05", "blue", 0.999, True),
                   Seen("space:1.06", "blue", 0.999, True))  # fmt: skip


def test_it_is_off_until_it_is_chosen_for_the_game_and_the_choice_is_kept(table: Sitting) -> None:
    table.start(GAME, SEATS, SHOWN, seed="B-2")
    table.settle()
    eye = FakeEye(table.context)
    table.screen.refresh()
    assert not eye.follows
    table.screen.open_menu()
    table.ui.frames(2)
    table.tap_text("Follow the table")
    table.ui.frames(2)
    table.ui.tap(table.screen.panel.keys["propose"])
    table.ui.frames(2)
    assert table.context.settings.follow == {"aton": "propose"} and eye.follows
    table.ui.tap(table.screen.panel.keys["off"])
    table.ui.frames(2)
    assert table.context.settings.follow == {} and not eye.follows


def test_a_move_that_the_table_shows_is_proposed_and_a_tap_plays_it(table: Sitting) -> None:
    eye = following(table)
    strip = rest(table, eye, reading_of(GAME, after(table, RED)))
    assert table.shows("Anna places a counter on 2.06") and table.session.n == len(SHOWN)
    assert "space:2.06" in table.screen.board.signs.selected
    table.ui.tap(strip.do)
    table.ui.frames(3)
    assert table.session.lines[-1].move == RED and table.screen.follower.strip is None


def test_a_finger_on_the_strip_plays_the_move_although_the_table_is_read_anew(table: Sitting) -> None:
    eye = following(table)
    reading = reading_of(GAME, after(table, RED))
    strip = rest(table, eye, reading)
    finger = table.ui.down(strip.do)
    assert rest(table, eye, reading) is strip
    table.ui.up(finger)
    table.ui.frames(3)
    assert table.session.lines[-1].move == RED


def test_a_strip_speaks_the_language_that_is_chosen_while_it_stands(table: Sitting) -> None:
    eye = following(table)
    strip = rest(table, eye, reading_of(GAME, after(table, RED)))
    table.context.change(language="hu")
    table.ui.frames(3)
    shown = table.screen.follower.strip
    assert shown is strip and "Anna letesz egy jelölőt: 2.06" in table.context.screen.follower.strip.text
    play, leave = (table.context.say(T(words)) for words in ("Play it", "Leave it"))
    assert table.shows(play) and table.shows(leave) and not table.shows("Play it")


def test_one_move_that_rests_on_a_doubtful_place_is_told_as_that(table: Sitting) -> None:
    eye = following(table)
    strip = rest(table, eye, doubted(reading_of(GAME, after(table, RED)), ("space:2.06",), "red", 0.95))
    assert strip.text.startswith("A move may have been made") and not table.shows("More than one thing")
    table.ui.tap(strip.do)
    table.ui.frames(3)
    assert table.session.n == len(SHOWN) and not isinstance(table.screen.panel, DecidePanel)


def test_what_is_left_is_not_proposed_again_in_this_position(table: Sitting) -> None:
    eye = following(table)
    reading = reading_of(GAME, after(table, RED))
    table.ui.tap(rest(table, eye, reading).leave)
    table.ui.frames(3)
    assert rest(table, eye, reading) is None and table.session.n == len(SHOWN)
    assert rest(table, eye, reading_of(GAME, after(table, Place("red", "2.07")))) is not None


def test_a_strip_goes_once_the_game_goes_on(table: Sitting) -> None:
    eye = following(table)
    strip = rest(table, eye, reading_of(GAME, after(table, RED)))
    asked = eye.once_more
    table.screen.play(Place("red", "2.07"))
    table.ui.frames(3)
    assert table.screen.follower.strip is None and strip.parent is None
    assert eye.once_more == asked + 1, "the table is read anew for the new position"
    strip.do.dispatch("on_release")
    assert table.session.lines[-1].move == Place("red", "2.07"), "a late tap plays nothing"


def test_a_certain_move_is_played_once_it_was_seen_twice_with_toast_and_undo(table: Sitting) -> None:
    eye = following(table, "play")
    rest(table, eye, as_recorded(table))
    reading = reading_of(GAME, after(table, RED))
    rest(table, eye, reading)
    assert table.session.n == len(SHOWN) and eye.once_more == 1
    rest(table, eye, reading)
    assert table.session.lines[-1].move == RED
    toast = table.screen.proposals.toasts.toast
    assert toast is not None and toast.can_undo and "2.06" in toast.text
    table.ui.tap(toast.undo_button)
    table.ui.frames(3)
    assert table.session.n == len(SHOWN)


def test_two_different_readings_play_nothing(table: Sitting) -> None:
    eye = following(table, "play")
    rest(table, eye, as_recorded(table))
    rest(table, eye, reading_of(GAME, after(table, RED)))
    strip = rest(table, eye, reading_of(GAME, after(table, Place("red", "2.07"))))
    assert table.session.n == len(SHOWN) and strip is not None


def test_what_never_lay_as_recorded_is_proposed_and_not_played(table: Sitting) -> None:
    eye = following(table, "play")
    reading = reading_of(GAME, after(table, RED))
    rest(table, eye, reading)
    assert rest(table, eye, reading) is not None and table.session.n == len(SHOWN)
    rest(table, eye, doubted(as_recorded(table), ("space:2.06", "space:1.01")))
    rest(table, eye, reading)
    rest(table, eye, reading)
    assert table.session.n == len(SHOWN), "2.06 itself could not be told before"
    rest(table, eye, doubted(as_recorded(table), ("space:1.01",)))
    rest(table, eye, reading)
    rest(table, eye, reading)
    assert table.session.lines[-1].move == RED, "one place that can never be told does not stand in the way"


def test_what_was_taken_back_and_still_lies_there_is_neither_played_nor_proposed(table: Sitting) -> None:
    eye = following(table, "play")
    rest(table, eye, as_recorded(table))
    lying = reading_of(GAME, after(table, RED))
    table.screen.play(RED)
    table.ui.frames(3)
    assert rest(table, eye, lying) is None
    table.screen.undo()
    table.screen.to_put_back = None
    table.screen.dismiss()
    table.ui.frames(3)
    assert table.session.n == len(SHOWN) and isinstance(table.screen.panel, DecidePanel)
    assert rest(table, eye, lying) is None and rest(table, eye, lying) is None
    assert table.session.n == len(SHOWN), "taking it back is the people's last word"
    assert rest(table, eye, as_recorded(table)) is None
    rest(table, eye, lying)
    rest(table, eye, lying)
    assert table.session.n == len(SHOWN) + 1, "taken away and laid again, it is a move"


def test_a_table_that_was_not_brought_up_to_date_yet_speaks_for_no_move(table: Sitting) -> None:
    """The rules may well have a move that would make the table look as before; nobody made it."""
    eye = following(table, "play")
    before = as_recorded(table)
    rest(table, eye, before)
    for move in (RED, Place("blue", "3.03")):
        table.screen.play(move)
        table.ui.frames(3)
        for _ in range(3):
            assert rest(table, eye, before) is None
    assert table.session.n == len(SHOWN) + 2


def test_a_reading_that_failed_in_between_is_no_second_one(table: Sitting) -> None:
    eye = following(table, "play")
    rest(table, eye, as_recorded(table))
    reading = reading_of(GAME, after(table, RED))
    rest(table, eye, reading)
    rest(table, eye, Reading(game="aton", trouble=T("It is dark.")))
    rest(table, eye, reading)
    assert table.session.n == len(SHOWN)
    rest(table, eye, reading)
    assert table.session.n == len(SHOWN) + 1


def test_nothing_is_played_while_somebody_enters_something_or_a_dialog_is_open(table: Sitting) -> None:
    eye = following(table, "play")
    rest(table, eye, as_recorded(table))
    reading = reading_of(GAME, after(table, RED))
    other = next(one for one in table.session.decision.choices if one.move == Place("red", "2.07"))
    table.screen.panel.select((other,))
    table.ui.frames(2)
    rest(table, eye, reading)
    rest(table, eye, reading)
    assert table.session.n == len(SHOWN)
    table.screen.open(DecidePanel(table.screen))
    dialog = Dialog(title="?", text="?", safe_label="No", action_label="Yes").open(table.context.root)
    rest(table, eye, reading)
    rest(table, eye, reading)
    assert table.session.n == len(SHOWN)
    dialog.close()
    table.screen.refresh()
    table.ui.frames(2)
    rest(table, eye, reading)
    rest(table, eye, reading)
    assert table.session.lines[-1].move == RED


def test_what_scores_reveals_or_can_not_be_taken_back_is_never_certain(table: Sitting) -> None:
    table.start(GAME, SEATS, OPEN, seed="B-2")
    start, plan = table.session.state, GAME.sight.plan(GAME.box)

    def sure(state: Any, proposal: Proposal, reading: Reading) -> bool:
        return certain(GAME, state, proposal, reading, frozenset(spot.id for spot in plan.spots), plan)

    def way(state: Any, *moves: Any) -> tuple[Proposal, Reading]:
        after = state
        for move in moves:
            after = GAME.play(after, move).state
        reading = reading_of(GAME, after)
        found = explain(GAME, state, reading)
        spots = getattr(found, "way", None)
        places = spots.places if spots is not None else ("space:2.06",)
        return Proposal(tuple(moves), (), after, places, 1.0), reading

    assert not sure(start, *way(start, SHOWN[2])), "a declaration"
    shown = GAME.play(GAME.play(start, SHOWN[2]).state, SHOWN[3]).state
    assert sure(shown, *way(shown, RED))
    assert not certain(GAME, shown, *way(shown, RED), frozenset(), plan), "a place that was never seen as recorded"
    assert not sure(shown, *way(shown, RED, Place("blue", "3.03"))), "two moves"
    proposal, reading = way(shown, RED)
    assert not sure(shown, proposal, doubted(reading, ("space:2.06",), "red")), "an unsure place"
    last = GAME.play(GAME.play(shown, RED).state, Place("blue", "3.03")).state
    ends = Place("blue", "3.02")
    assert GAME.barrier(last, ends) is not None
    proposal = Proposal((ends,), (), GAME.play(last, ends).state, ("space:3.02",), 1.0)
    assert not sure(last, proposal, reading_of(GAME, last)), "the round ends with it"


def test_a_difference_is_told_only_where_the_table_agreed_before(table: Sitting) -> None:
    eye = following(table)
    assert rest(table, eye, foreign(table)) is None, "the pieces of a tapped move may still be in somebody's hand"
    assert rest(table, eye, as_recorded(table)) is None
    strip = rest(table, eye, foreign(table))
    assert table.shows("The table and the record differ.")
    table.ui.tap(strip.do)
    table.ui.frames(3)
    assert isinstance(table.screen.panel, ForeignPanel) and table.session.n == len(SHOWN)


def test_while_something_is_chosen_unseen_nothing_is_looked_at(table: Sitting) -> None:
    eye = following(table, "play", ())
    assert table.session.decision.secret and not eye.follows
    for move in OPEN:
        table.session.play(move)
    table.screen.refresh()
    assert eye.follows and "cartouche:red:1" not in eye.hidden()


def test_on_another_screen_nothing_is_followed_and_it_begins_again_after(table: Sitting) -> None:
    eye = following(table)
    table.context.go("settings")
    assert not eye.follows
    table.context.back()
    table.ui.frames(3)
    assert eye.follows


def test_while_something_else_is_told_nothing_is_proposed_and_it_looks_again_after(table: Sitting) -> None:
    eye = following(table)
    table.screen.open_menu()
    table.ui.frames(2)
    assert rest(table, eye, reading_of(GAME, after(table, RED))) is None
    asked = eye.once_more
    table.tap_text("Back to the game")
    table.ui.frames(3)
    assert isinstance(table.screen.panel, DecidePanel) and eye.once_more == asked + 1


def test_why_it_can_not_follow_is_said_once(table: Sitting) -> None:
    table.start(GAME, SEATS, SHOWN, seed="B-2")
    table.settle()
    eye = FakeEye(table.context)
    eye.why = T("It was pulled out.")
    table.context.keep(follow={"aton": "propose"})
    table.screen.refresh()
    table.ui.frames(3)
    assert table.shows("The table is not followed. It was pulled out.")
    table.screen.proposals.toasts.toast.dismiss()
    table.screen.refresh()
    table.ui.frames(3)
    eye.why = None
    table.screen.device_changed("camera")
    assert eye.follows


def test_a_camera_that_goes_while_the_table_is_followed_is_told_each_time_it_goes(table: Sitting) -> None:
    eye = following(table)
    eye.why = T("It was pulled out.")
    table.screen.device_changed("camera")
    table.ui.frames(3)
    assert table.shows("The table is not followed. It was pulled out.")
    said: list[Any] = []
    table.screen.proposals.toasts.say = said.append
    for why in (eye.why, None, eye.why):
        eye.why = why
        table.screen.device_changed("camera")
        table.screen.refresh()
        assert eye.follows, "it goes on once pictures come again"
    assert [str(note.text.params["why"].message) for note in said] == ["It was pulled out."]


def test_a_camera_that_is_being_opened_is_waited_for_and_not_told_as_one_that_fails(table: Sitting) -> None:
    table.start(GAME, SEATS, SHOWN, seed="B-2")
    table.settle()
    eye = FakeEye(table.context)
    eye.begins, eye.why = True, T("The camera is not ready yet. Wait a little.")
    table.context.keep(follow={"aton": "propose"})
    table.screen.refresh()
    table.ui.frames(3)
    assert not eye.follows and not table.shows("The table is not followed.")
    eye.begins, eye.why = False, None
    table.screen.device_changed("camera")
    assert eye.follows


@pytest.mark.parametrize(("size", "code"), [((800, 480), "en"), ((480, 800), "en"), ((1280, 720), "hu"),
                                            ((720, 1280), "ru"), ((800, 480), "hu"), ((800, 480), "ru")])  # fmt: skip
def test_strip_and_choice_fit(table: Sitting, size: tuple[int, int], code: str) -> None:
    from companion.ui.table.follow_panel import FollowPanel

    table.ui.resize(*size)
    eye = following(table)
    table.context.change(language=code)
    table.screen.open(FollowPanel(table.screen))
    table.ui.frames(2)
    assert inspect.problems() == []
    table.screen.dismiss()
    assert rest(table, eye, reading_of(GAME, after(table, RED))) is not None
    cut = [str(problem) for problem in inspect.problems() if "overlap" not in problem.kind]
    assert cut == []


def test_the_ring_of_the_knob_comes_to_the_strip_and_to_the_panel(table: Sitting) -> None:
    eye = following(table)
    strip = rest(table, eye, reading_of(GAME, after(table, RED)))
    there = [spot.widget for spot in table.context.root.focus.spots()]
    assert strip.do in there and strip.leave in there
    table.screen.open_menu()
    table.ui.frames(2)
    look = table.screen.panel.buttons["look"]
    assert look in [spot.widget for spot in table.context.root.focus.spots()]


def test_a_proposal_is_heard_and_a_difference_that_stays_only_once(table: Sitting, monkeypatch: Any) -> None:
    heard: list[str] = []
    eye = following(table)
    monkeypatch.setattr(table.context.lighting, "sound", heard.append)
    reading = reading_of(GAME, after(table, RED))
    rest(table, eye, reading)
    assert heard == ["ask"]
    rest(table, eye, reading)
    assert heard == ["ask"], "the same proposal is not heard again"
