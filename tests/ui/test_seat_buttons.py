"""The button before a seat means what the decision needs; a late or doubled press means nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.config import Tagged
from companion.engine.draw import Draw
from companion.games import find_game
from companion.games.aton import GAME
from companion.games.aton.moves import Ready, Reveal, Unready
from companion.table.proposals import means
from companion.ui.boards import board_for
from companion.ui.boards.plan import toast_area
from companion.ui.table.panel import ToldPanel
from hardware.device import Pressed
from tests.kit import inspect
from tests.kit.aton_games import SEATS, dealt, row
from tests.kit.fake_box import Hands, said, toast
from tests.kit.sitting import Sitting
from tests.kit.ui import UI


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(ui, tmp_path)
    sitting.start(GAME, list(SEATS))
    yield sitting
    sitting.close()


@pytest.fixture
def hands(table: Sitting) -> Hands:
    return Hands(table.ui, table.context)


def played(table: Sitting) -> list[Any]:
    return [line.move for line in table.session.lines]


def test_the_rows_are_turned_up_only_when_both_have_pressed(table: Sitting, hands: Hands) -> None:
    hands.press("seat1")
    assert played(table) == [Ready("red")]
    assert table.session.decision.id == "cards"
    hands.press("seat2")
    assert played(table) == [Ready("red"), Ready("blue")]
    assert table.session.decision.id == "reveal"
    assert hands.heard() == ["good", "good"]


def test_pressed_again_it_takes_the_readiness_back(table: Sitting, hands: Hands) -> None:
    hands.press("seat2")
    hands.press("seat2")
    assert played(table) == [Ready("blue"), Unready("blue")]
    assert table.session.decision.seats == ("red", "blue")


def test_two_seats_that_press_in_the_same_moment_are_both_ready(table: Sitting, hands: Hands) -> None:
    table.ui.wait(0.3)
    at = table.ui.now()
    for key in ("seat1", "seat2"):
        hands.box.deliver(Pressed(hands.box.id, key, at))
    table.ui.frames(3)
    assert played(table) == [Ready("red"), Ready("blue")]


def test_the_second_half_of_a_double_press_counts_for_nothing(table: Sitting, hands: Hands) -> None:
    table.ui.wait(0.3)
    hands.down("seat1", 1)
    hands.up("seat1", 1)
    hands.down("seat1", 1)
    hands.up("seat1", 4)
    assert played(table) == [Ready("red")]


def test_a_press_that_was_meant_for_the_decision_before_does_nothing(table: Sitting, hands: Hands) -> None:
    table.ui.wait(0.3)
    early = table.ui.now()
    hands.press("seat1")
    table.ui.wait(0.5)
    hands.box.deliver(Pressed(hands.box.id, "seat1", early))
    table.ui.frames(3)
    assert played(table) == [Ready("red")]
    assert hands.heard() == ["good"]


def overtake(monkeypatch: pytest.MonkeyPatch, table: Sitting, move: Any) -> None:
    """Let another move be stored between the judgement of what a device tells and what comes of it."""
    arbiter = table.screen.proposals.arbiter
    judge = arbiter.judge

    def judged(reading: Any) -> Any:
        answer = judge(reading)
        table.session.play(move)
        return answer

    monkeypatch.setattr(arbiter, "judge", judged)


def test_a_press_that_another_move_overtakes_does_nothing(
    table: Sitting, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    overtake(monkeypatch, table, Ready("blue"))
    hands.press("seat1")
    assert played(table) == [Ready("blue")]
    assert hands.heard() == ["refused"]


def test_a_filled_form_that_another_move_overtakes_does_nothing(
    table: Sitting, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.start(GAME, list(SEATS), [Ready("red"), Ready("blue")])
    table.context.change(tags={str(n): Tagged(game="aton", thing=f"card:red:{n}") for n in (1, 2, 3, 4)})
    table.ui.frames(3)
    for n in (1, 2, 3):
        hands.read(str(n))
    overtake(monkeypatch, table, Reveal("blue", cards=(1, 2, 3, 4)))
    hands.read("4")
    assert played(table)[2:] == [Reveal("blue", cards=(1, 2, 3, 4))]


def test_what_was_accepted_is_toasted_with_its_own_undo(table: Sitting, hands: Hands) -> None:
    hands.press("seat1")
    words = table.screen.say(GAME.say_move(table.session.views[0], Ready("red")))
    assert said(table) == words and toast(table).can_undo and toast(table).kind == "good"
    table.ui.tap(toast(table).undo_button)
    assert table.session.n == 0
    table.ui.frames(3)
    assert toast(table) is None


def test_the_toast_goes_after_six_seconds_and_before_with_the_next_move(table: Sitting, hands: Hands) -> None:
    hands.press("seat1")
    table.ui.wait(5.0)
    assert toast(table) is not None
    table.ui.wait(1.5)
    assert toast(table) is None
    hands.press("seat1")
    assert toast(table) is not None
    table.session.play(Ready("red"), expected=table.session.n + 1)
    table.screen.refresh()
    table.ui.frames(3)
    assert toast(table) is None


def test_the_toast_lies_over_nothing_that_was_opened_and_is_back_when_that_is_closed(
    table: Sitting, hands: Hands
) -> None:
    hands.press("seat1")
    shown = said(table)
    assert shown
    table.tap_tool("log")
    assert toast(table) is None
    table.screen.dismiss()
    table.ui.frames(2)
    assert said(table) == shown


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)], ids=str)
@pytest.mark.parametrize("game_id", ["aton", "egizia", "nefertiti", "tutankhamen"])
def test_the_toast_covers_neither_board_nor_sentence(ui: UI, size: tuple[int, int], game_id: str) -> None:
    frame = ui.resize(*size)
    for seats in (2, 4) if game_id != "aton" else (2,):
        plan = board_for(game_id).plan(frame, seats)
        toast, board = toast_area(plan, frame), plan.board
        assert toast.y >= (96 if frame.portrait else 64), "the sentence stands above it"
        aside = toast.x >= board.x + board.w - 1 or toast.y >= board.y + board.h or toast.y >= plan.action.y
        assert aside and toast.x + toast.w <= frame.w and toast.y + toast.h <= frame.h
        assert toast.w * toast.h >= 214 * 64


def test_the_wrong_seat_hears_that_it_is_not_its_turn_and_nothing_changes(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), dealt(lambda d: d.id == "place" and not d.forced))
    session, who = table.session, table.session.decision.seats[0]
    before = session.n
    other = "seat2" if who == "red" else "seat1"
    hands.heard()
    hands.press(other)
    assert session.n == before
    assert "pressed, but now it is up to" in said(table) and toast(table).kind == "warn"
    assert hands.heard() == ["refused"]


def test_a_button_that_lies_before_no_seat_says_so(table: Sitting, hands: Hands) -> None:
    hands.press("seat5")
    assert said(table).startswith("The button belongs to no seat of this game.")
    assert table.session.n == 0


def test_buttons_belong_to_the_seats_the_settings_name(table: Sitting, hands: Hands) -> None:
    table.context.change(buttons={"seat1": "blue", "seat4": "red"})
    table.ui.frames(3)
    hands.press("seat4")
    hands.press("seat1")
    assert played(table) == [Ready("red"), Ready("blue")]


def test_while_something_is_told_a_button_waits(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), row((1, 2, 3, 4), (4, 3, 2, 1))[:3])
    for n in (4, 3, 2, 1):
        table.ui.tap(table.screen.panel.keys.keys[n])
        table.ui.frames(2)
    assert isinstance(table.screen.panel, ToldPanel)
    n = table.session.n
    hands.press("seat1")
    assert table.session.n == n and said(table).startswith("The screen has something to tell first.")


def test_a_press_while_something_was_told_is_not_meant_for_what_comes_after(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), row((1, 2, 3, 4), (4, 3, 2, 1))[:3])
    for n in (4, 3, 2, 1):
        table.ui.tap(table.screen.panel.keys.keys[n])
        table.ui.frames(2)
    assert isinstance(table.screen.panel, ToldPanel)
    table.ui.wait(0.3)
    early = table.ui.now()
    table.settle()
    table.ui.wait(0.3)
    hands.heard()
    seats = table.session.decision.seats
    for key in ("seat1", "seat2"):
        hands.box.deliver(Pressed(hands.box.id, key, early))
    table.ui.frames(3)
    assert seats and hands.heard() == [] and said(table) == ""


# what follows is said before it is done


def passing(table: Sitting) -> tuple[Any, str]:
    """Egizia where a seat may pass: what its button means, and the button."""
    game, pair = find_game("egizia"), ("red", "blue")
    dealer = game.dealer(pair, game.resolve({}), Draw("1"), game.practice)
    table.start(game, list(pair), (), setup=dealer.setup, seed="1", practice=True)
    session = table.session
    while session.decision.id != "ship":
        move, before = dealer.choose(session.state), session.state
        session.play(move)
        dealer.witness(move, before, session.state, session.results[-1].events)
    table.context.play(session)
    table.ui.frames(5)
    who = session.decision.seats[0]
    choice = means(session.decision, who)
    assert choice is not None and choice.consequence is not None
    return choice, {"red": "seat1", "blue": "seat2"}[who]


def test_the_first_press_selects_what_has_a_consequence_and_the_second_does_it(table: Sitting, hands: Hands) -> None:
    choice, key = passing(table)
    n = table.session.n
    hands.heard()
    hands.press(key)
    assert table.session.n == n and table.screen.panel.selected == (choice,)
    gold = table.screen.board_def.gold_label(table.screen.state, choice) or choice.consequence
    assert table.screen.say(gold) in table_texts(table)
    assert hands.heard() == ["ask"]
    hands.press(key)
    assert table.session.n == n + 1 and table.session.lines[-1].move == choice.move
    assert hands.heard()[0] == "good"


def test_a_double_press_only_selects(table: Sitting, hands: Hands) -> None:
    choice, key = passing(table)
    n = table.session.n
    table.ui.wait(0.3)
    for _ in range(2):
        hands.down(key, 2)
        hands.up(key, 2)
    assert table.session.n == n and table.screen.panel.selected == (choice,)


def test_something_else_that_was_opened_between_the_presses_asks_again(table: Sitting, hands: Hands) -> None:
    choice, key = passing(table)
    n = table.session.n
    hands.press(key)
    table.screen.open_rules()
    hands.press(key)
    assert table.session.n == n and table.screen.panel.selected == (choice,)


def table_texts(table: Sitting) -> str:
    """All words on the table, in one line."""
    return " ".join(inspect.texts())


def test_a_seat_with_several_moves_and_no_word_for_its_button_is_asked_which(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), dealt(lambda d: d.id == "place" and not d.forced))
    session = table.session
    who = session.decision.seats[0]
    assert means(session.decision, who) is None
    n = session.n
    hands.press({"red": "seat1", "blue": "seat2"}[who])
    assert session.n == n and table.headline() == "Which one?"
    table.tap_target(session.decision.choices[0].targets[0])
    table.settle()
    assert session.n == n + 1
