"""What one seat alone may see is open only while that seat's button is down; nothing else opens it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.games import find_game
from companion.table.session import Session
from companion.ui.table import looking
from companion.ui.widgets.dialog import Dialog
from hardware.device import SEAT_KEYS, Released
from tests.kit import inspect
from tests.kit.fake_box import Hands
from tests.kit.in_secret import secret_shown, shaft_at_table
from tests.kit.sitting import Sitting, header_of
from tests.kit.ui import UI


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    with shaft_at_table(ui, tmp_path) as sitting:
        yield sitting


@pytest.fixture
def hands(table: Sitting) -> Hands:
    return Hands(table.ui, table.context)


def opened(table: Sitting, hands: Hands, key: str = "seat1") -> Any:
    """Press the button on the Table screen and keep it down; the covered screen."""
    table.ui.wait(0.3)
    hands.down(key)
    table.ui.wait(0.4)
    assert table.screen.name == "privacy"
    return table.screen


def test_the_seats_button_opens_it_and_holds_it_open(table: Sitting, hands: Hands) -> None:
    screen = opened(table, hands)
    assert secret_shown() and screen.who == "red"
    hands.up("seat1", 1)
    assert not secret_shown() and table.screen is screen


def test_letting_go_blanks_it_before_the_next_picture(table: Sitting, hands: Hands) -> None:
    screen = opened(table, hands)
    hands.box.deliver(Released(hands.box.id, "seat1", table.ui.now()))
    table.context.devices.pump()
    assert screen.rows == [] and not screen.circle.held


def test_it_stays_open_while_the_picture_turns_to_the_seat(table: Sitting, hands: Hands) -> None:
    table.context.change(facing="quarter")
    table.ui.wait(0.4)
    opened(table, hands)
    assert table.context.root.turn != 0
    assert secret_shown()
    hands.up("seat1")
    assert not secret_shown()


def test_what_is_chosen_under_the_button_is_played(table: Sitting, hands: Hands) -> None:
    screen = opened(table, hands)
    table.ui.tap(screen.rows[1])
    table.ui.frames(3)
    assert table.session.n == 1
    hands.up("seat1")
    table.ui.wait(0.4)
    assert table.session.n == 1 and not secret_shown()
    assert table.screen.name == "privacy" and table.screen.who == "blue", "the other seat chooses next"


def test_the_ring_comes_to_the_choices_first_and_to_the_circle_while_it_is_covered(
    table: Sitting, hands: Hands
) -> None:
    screen = opened(table, hands)
    focus = table.context.root.focus
    assert [spot.widget for spot in focus.spots()[:3]] == screen.rows
    hands.up("seat1")
    assert focus.spots()[0].widget is screen.circle


def test_another_seats_button_opens_nothing_and_says_whose_does(table: Sitting, hands: Hands) -> None:
    opened(table, hands)
    hands.up("seat1")
    table.ui.wait(0.3)
    hands.heard()
    hands.down("seat2")
    assert not secret_shown() and table.shows("Only Anna's button opens this.")
    assert hands.heard() == ["refused"]
    hands.up("seat2")
    hands.press("seat1")
    assert not table.shows("Only Anna's button opens this.")


def test_another_seats_button_covers_nothing_either(table: Sitting, hands: Hands) -> None:
    opened(table, hands)
    hands.down("seat2")
    assert secret_shown()
    hands.up("seat2")
    assert secret_shown()
    hands.up("seat1")
    assert not secret_shown()


def test_on_the_table_another_seats_button_is_refused(table: Sitting, hands: Hands) -> None:
    hands.press("seat2")
    assert table.screen.name == "table" and table.session.n == 0
    assert hands.heard() == ["refused"]


def test_a_box_that_is_lost_covers_at_once(table: Sitting, hands: Hands) -> None:
    opened(table, hands)
    hands.lose()
    assert not secret_shown()


def test_a_box_that_lets_everything_go_covers_at_once(table: Sitting, hands: Hands) -> None:
    opened(table, hands)
    for key in SEAT_KEYS:
        hands.box.deliver(Released(hands.box.id, key, table.ui.now()))
    table.ui.frames(1)
    assert not secret_shown()


def test_two_boxes_hold_it_open_until_both_let_go(table: Sitting, hands: Hands) -> None:
    other = Hands(table.ui, table.context, "serial:other")
    opened(table, hands)
    other.down("seat1")
    hands.up("seat1")
    assert secret_shown()
    other.up("seat1")
    assert not secret_shown()


def test_a_thumb_and_the_button_hold_it_together(table: Sitting, hands: Hands) -> None:
    screen = opened(table, hands)
    thumb = table.ui.down(screen.circle)
    hands.up("seat1")
    assert secret_shown()
    table.ui.up(thumb)
    assert not secret_shown()


def test_nothing_is_open_when_it_is_shown_again_though_the_button_is_still_down(
    table: Sitting, hands: Hands
) -> None:  # fmt: skip
    opened(table, hands)
    table.context.go("devices")
    table.context.back()
    table.ui.frames(3)
    assert table.screen.name == "privacy" and not secret_shown()


def test_nothing_of_it_is_lit_heard_or_toasted(table: Sitting, hands: Hands) -> None:
    table.ui.wait(0.3)
    hands.heard()
    lit = dict(hands.box.lit)
    opened(table, hands)
    assert hands.heard() == [] and hands.box.lit == lit
    hands.up("seat1")
    assert hands.heard() == [] and hands.box.lit == lit


# what a seat owns, looked at by holding its button


@pytest.fixture
def hidden(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    """A game in which every seat has something that only it may see, whosever turn it is."""
    from companion.games.nefertiti import GAME

    sitting = Sitting(ui, tmp_path)
    sitting.start(GAME, ["red", "blue", "green"], options={"hide_holdings": "yes"}, practice=True)
    assert all(GAME.own_view(sitting.session.state, who) for who in ("red", "blue", "green"))
    yield sitting
    sitting.close()


def other_key(sitting: Sitting) -> str:
    """The button of a seat that has nothing to decide."""
    due = sitting.session.decision.seats
    return next(key for key, who in (("seat1", "red"), ("seat2", "blue"), ("seat3", "green")) if who not in due)


def test_holding_the_button_shows_what_is_ones_own_until_it_comes_up(hidden: Sitting) -> None:
    hands, ui = Hands(hidden.ui, hidden.context), hidden.ui
    key = other_key(hidden)
    ui.wait(0.3)
    hands.down(key)
    assert hidden.screen.name == "table"
    ui.wait(0.7)
    assert hidden.screen.name == "privacy" and hidden.screen.circle.held
    lines = [hidden.screen.say(line) for line in hidden.screen.lines]
    assert lines and all(line in inspect.texts() for line in lines)
    hands.up(key, 1)
    assert hidden.screen.name == "table"
    assert not any(line in inspect.texts() for line in lines if "deben" in line)


def test_a_short_press_looks_at_nothing(hidden: Sitting) -> None:
    hands = Hands(hidden.ui, hidden.context)
    n = hidden.session.n
    hands.press(other_key(hidden))
    hidden.ui.wait(0.8)
    assert hidden.screen.name == "table" and hidden.session.n == n
    assert "to look at what is yours, hold your button down." in hidden.screen.proposals.toasts.toast.text


@pytest.mark.parametrize("told", ["by the screen", "by the device"])
def test_a_button_whose_cable_is_cut_is_no_short_press(hidden: Sitting, told: str) -> None:
    hands = Hands(hidden.ui, hidden.context)
    hidden.ui.wait(0.3)
    hands.down(other_key(hidden))
    if told == "by the device":
        hands.box.deliver(Released(hands.box.id, other_key(hidden), hidden.ui.now(), cut=True))
    hands.lose()
    hidden.ui.wait(1.0)
    assert hidden.screen.name == "table"
    assert hidden.screen.proposals.toasts.toast is None


def test_two_short_presses_are_no_long_one(hidden: Sitting) -> None:
    hands, ui, key = Hands(hidden.ui, hidden.context), hidden.ui, other_key(hidden)
    ui.wait(0.3)
    hands.down(key)
    hands.up(key)
    ui.wait(0.3)
    hands.down(key)
    ui.wait(0.4)
    assert hidden.screen.name == "table"
    ui.wait(0.3)
    assert hidden.screen.name == "privacy"


def test_a_button_that_came_up_while_something_lay_over_the_table_opens_nothing(hidden: Sitting) -> None:
    hands, ui = Hands(hidden.ui, hidden.context), hidden.ui
    ui.wait(0.3)
    hands.down(other_key(hidden))
    over = Dialog(title="Something", text="else", safe_label="Good").open(hidden.context.root)
    hands.up(other_key(hidden))
    over.close()
    ui.wait(0.8)
    assert hidden.screen.name == "table"


def test_a_button_held_under_what_lies_over_the_table_opens_nothing(hidden: Sitting) -> None:
    hands, ui = Hands(hidden.ui, hidden.context), hidden.ui
    ui.wait(0.3)
    hands.down(other_key(hidden))
    Dialog(title="Something", text="else", safe_label="Good").open(hidden.context.root)
    ui.wait(0.8)
    assert hidden.screen.name == "table"


def test_a_button_that_came_up_elsewhere_opens_nothing(hidden: Sitting) -> None:
    hands, ui = Hands(hidden.ui, hidden.context), hidden.ui
    ui.wait(0.3)
    hands.down(other_key(hidden))
    hidden.context.go("devices")
    hidden.context.back()
    ui.wait(0.8)
    assert hidden.screen.name == "table"


# the games that choose unseen


def covered(sitting: Sitting, game_id: str, seed: str) -> Session:
    """A practice game played truthfully until a seat chooses unseen, then shown."""
    game, pair = find_game(game_id), ("red", "blue")
    resolved = game.resolve({})
    dealer = game.dealer(pair, resolved, Draw(seed), game.practice)
    header = msgspec.structs.replace(header_of(game, pair, resolved, setup=dealer.setup, seed=seed), practice=True)
    session = Session.start(sitting.context.journal, game, header)
    while not (session.decision.private and len(session.decision.choices) > 1):
        move, before = dealer.choose(session.state), session.state
        session.play(move)
        dealer.witness(move, before, session.state, session.results[-1].events)
        assert session.outcome is None, "nobody chose anything unseen"
    sitting.context.play(session)
    sitting.ui.frames(3)
    return session


@pytest.mark.parametrize(("game_id", "seed"), [("egizia", "s9"), ("sobek", "1")])
def test_cards_that_only_one_seat_knows_are_entered_under_its_button(
    ui: UI, tmp_path: Path, game_id: str, seed: str
) -> None:
    sitting = Sitting(ui, tmp_path)
    hands = Hands(ui, sitting.context)
    session = covered(sitting, game_id, seed)
    assert looking.is_covered(sitting.screen)
    mine, other = ("seat1", "seat2") if session.decision.seats == ("red",) else ("seat2", "seat1")
    screen = opened(sitting, hands, mine)
    words = [str(row.text) for row in screen.rows]
    assert words
    hands.up(mine, 1)
    assert not any(word in inspect.texts() for word in words)
    hands.down(other)
    assert screen.rows == []
    hands.up(other)
    n = session.n
    ui.wait(0.3)
    hands.down(mine)
    assert [row.text for row in screen.rows] == words
    ui.tap(screen.rows[-1])
    assert session.n == n + 1
    hands.up(mine)
    assert not any(word in inspect.texts() for word in words)
    sitting.close()
