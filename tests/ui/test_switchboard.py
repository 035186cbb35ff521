"""What becomes of the signals of devices: order, waking, late and double presses, several devices, tags as buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.config import Tagged
from companion.engine.header import Seat
from companion.games.aton import GAME as ATON
from companion.ui.switchboard import AGAIN_S, seats_of_keys
from hardware.device import Pressed, Read, Released, Signal, Turned
from tests.kit.aton_games import SEATS, dealt
from tests.kit.panel import Buttons, FakePanel
from tests.kit.sitting import Sitting

PLACING = dealt(lambda decision: decision.id == "place" and not decision.forced)


class Ear:
    """Takes the place of what buttons speak to."""

    judges = False
    goes_on = False
    children = ()

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    def key_down(self, key: str, at: float) -> None:
        self.heard.append(("down", key))

    def key_up(self, key: str, at: float) -> None:
        self.heard.append(("up", key))

    def knob(self, steps: int, at: float) -> None:
        self.heard.append(("turn", steps))

    def tag_read(self, tag: str, at: float) -> None:
        self.heard.append(("tag", tag))


@pytest.fixture
def ear(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ear]:
    """Home is shown for long; what buttons speak to only listens."""
    made = Ear()
    table.ui.wait(0.5)
    monkeypatch.setattr(table.context.root, "uppermost", lambda: made)
    yield made


@pytest.fixture
def panel(table: Sitting, ear: Ear) -> FakePanel:
    return plugged(table)


def plugged(table: Sitting, device_id: str = "panel") -> FakePanel:
    made = FakePanel(table.ui.now, device_id)
    table.context.devices.hub.add(made)
    table.ui.frames(2)
    return made


def tell(table: Sitting, *signals: Signal) -> None:
    for signal in signals:
        table.context.devices.hub.deliver(signal)
    table.ui.frames(2)


def test_signals_come_in_the_order_they_happened(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    panel.press("seat1")
    panel.turn(-1)
    panel.read("A4")
    panel.release("seat1")
    assert ear.heard == []
    table.ui.frames(2)
    assert ear.heard == [("down", "seat1"), ("turn", -1), ("tag", "A4"), ("up", "seat1")]


def test_what_wakes_the_screen_does_nothing_else(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    root = table.context.root
    root.dim()
    panel.press("confirm")
    table.ui.frames(2)
    assert not root.dimmed and ear.heard == []
    panel.release("confirm")
    panel.press("confirm")
    panel.release("confirm")
    table.ui.frames(2)
    assert not [what for what in ear.heard if what[0] == "down"]
    table.ui.wait(0.55)
    panel.press("confirm")
    table.ui.frames(2)
    assert ear.heard[-1] == ("down", "confirm")


def test_the_screen_stays_bright_while_a_button_or_a_finger_is_down(table: Sitting, panel: FakePanel) -> None:
    root, ui = table.context.root, table.ui
    panel.press("seat1")
    root.wait_for_idle(5)
    ui.wait(11)
    assert not root.dimmed
    panel.release("seat1")
    finger = ui.down((400, 300))
    ui.wait(11)
    assert not root.dimmed
    ui.up(finger)
    ui.wait(6)
    assert root.dimmed


def test_a_button_that_comes_up_wakes_nothing(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    panel.press("seat1")
    table.ui.frames(2)
    table.context.root.dim()
    panel.release("seat1")
    table.ui.frames(2)
    assert table.context.root.dimmed
    assert ear.heard == [("down", "seat1"), ("up", "seat1")]


def test_a_press_before_the_picture_was_shown_is_not_meant_for_it(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    pressed = table.ui.now()
    table.context.root.changed()
    table.ui.frames(4)
    early = [Pressed("panel", key, pressed) for key in ("confirm", "undo", "seat1")]
    tell(table, *early, Turned("panel", 1, pressed), Read("panel", "A4", pressed))
    assert ear.heard == []
    tell(table, Pressed("panel", "next", table.ui.now()))
    assert ear.heard == [("down", "next")]


def test_nothing_is_meant_for_a_picture_that_is_not_drawn_yet(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    table.context.root.changed()
    panel.press("confirm")
    table.context.devices.pump()
    assert ear.heard == []


def test_where_it_is_judged_a_seat_button_and_a_tag_are_never_late(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    ear.judges = True
    pressed = table.ui.now()
    table.context.root.changed()
    table.ui.frames(4)
    tell(
        table, Pressed("panel", "seat2", pressed), Read("panel", "A4", pressed), Pressed("panel", "confirm", pressed)
    )  # fmt: skip
    assert ear.heard == [("down", "seat2"), ("tag", "A4")]


def test_a_button_held_on_two_devices_is_down_until_both_are_up(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    other = plugged(table, "serial:other")
    board = table.context.devices
    panel.press("seat3")
    other.press("seat3")
    panel.release("seat3")
    table.ui.frames(2)
    assert ear.heard == [("down", "seat3")] and board.held("seat3")
    other.release("seat3")
    table.ui.frames(2)
    assert ear.heard == [("down", "seat3"), ("up", "seat3")] and not board.held("seat3")


def test_a_lost_device_holds_nothing(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    panel.press("seat3")
    table.ui.frames(2)
    panel.lose()
    table.ui.frames(2)
    assert ear.heard == [("down", "seat3"), ("up", "seat3")]
    panel.release("seat3")
    table.ui.frames(2)
    assert len(ear.heard) == 2


def test_a_device_that_is_taken_away_holds_nothing(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    panel.press("seat3")
    table.ui.frames(2)
    table.context.devices.hub.remove("panel")
    table.ui.frames(2)
    assert ear.heard == [("down", "seat3"), ("up", "seat3")]


def test_a_release_that_nobody_pressed_is_not_told(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    panel.release("confirm")
    table.ui.frames(2)
    assert ear.heard == []


def test_a_tag_can_be_a_button_of_the_table(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    table.context.keep(tags={"04:A2": Tagged(key="next")})
    panel.read("04:A2")
    table.ui.frames(2)
    assert ear.heard == [("down", "next"), ("up", "next")]


def test_a_screen_that_looks_on_may_take_signals_for_itself(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    seen: list[Signal] = []

    def listen(signal: Signal) -> bool:
        seen.append(signal)
        return isinstance(signal, Turned)

    table.context.devices.listener = listen
    panel.press("seat1")
    panel.turn(1)
    table.ui.frames(2)
    assert len(seen) == 2
    assert ear.heard == [("down", "seat1")]


def test_the_last_signal_of_a_device_is_kept(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    panel.press("seat1")
    panel.release("seat1")
    table.ui.frames(2)
    last = table.context.devices.last["panel"]
    assert isinstance(last, Released) and last.key == "seat1"


def test_the_second_half_of_a_double_press_is_not_meant_for_the_new_picture(table: Sitting) -> None:
    table.start(ATON, SEATS, PLACING)
    hand = Buttons(table)
    hand.turn(1)
    n = table.session.n
    hand.press("push")
    hand.turn(1)
    # The same button again at once, on the picture that the first press has made.
    hand.down("push")
    hand.up("push")
    assert table.session.n == n + 1
    table.ui.wait(AGAIN_S)
    hand.down("push")
    hand.up("push")
    assert table.session.n == n + 2


def test_another_button_at_once_counts(table: Sitting) -> None:
    table.start(ATON, SEATS, PLACING)
    hand = Buttons(table)
    hand.turn(1)
    n = table.session.n
    hand.press("push")
    hand.turn(1)
    hand.down("confirm")
    hand.up("confirm")
    assert table.session.n == n + 2


def test_a_press_that_changed_nothing_may_be_repeated_at_once(table: Sitting) -> None:
    table.start(ATON, SEATS, PLACING)
    hand = Buttons(table)
    seen = []
    for _ in range(3):
        hand.down("next")
        hand.up("next")
        seen.append(hand.words)
    assert len(set(seen)) == 3


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({}, {"seat1": "red", "seat2": "blue"}),
        ({"seat2": "red"}, {"seat2": "red", "seat1": "blue"}),
        ({"seat1": "green"}, {"seat1": "red", "seat2": "blue"}),
        ({"seat5": "blue"}, {"seat5": "blue", "seat1": "red"}),
        ({"confirm": "red"}, {"seat1": "red", "seat2": "blue"}),
    ],
)
def test_a_seat_has_the_button_that_was_said_else_the_next_one(chosen: dict[str, str], found: dict[str, str]) -> None:
    assert seats_of_keys((Seat("red", ""), Seat("blue", "")), chosen) == found


def test_a_tag_that_is_a_seats_button_is_for_the_screen_to_judge(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    table.context.keep(tags={"A4": Tagged(key="seat1")})
    panel.read("A4")
    table.ui.frames(2)
    assert ear.heard == [("tag", "A4")]


def test_a_tag_read_before_the_picture_was_shown_presses_nothing(table: Sitting, ear: Ear, panel: FakePanel) -> None:
    table.context.keep(tags={"A4": Tagged(key="confirm")})
    now = table.ui.now()
    tell(table, Read(panel.id, "A4", now - table.context.root.shown_for(now) - 1.0))
    assert ear.heard == []
    tell(table, Read(panel.id, "A4", table.ui.now()))
    assert ear.heard == [("down", "confirm"), ("up", "confirm")]


def test_what_came_up_because_a_device_was_lost_is_cut_off(
    table: Sitting, ear: Ear, panel: FakePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go: list[str] = []
    monkeypatch.setattr(table.context.root.focus, "let_go", let_go.append)
    panel.press("confirm")
    panel.release("confirm")
    table.ui.frames(2)
    assert (table.context.devices.cut, let_go) == (False, [])
    panel.press("confirm")
    table.ui.frames(2)
    panel.lose()
    table.ui.frames(2)
    assert (table.context.devices.cut, let_go) == (True, ["confirm"])
    assert ear.heard[-1] == ("up", "confirm")


def test_a_button_that_a_screen_took_for_itself_is_down_all_the_same(
    table: Sitting, ear: Ear, panel: FakePanel
) -> None:
    table.context.devices.listener = lambda _: True
    panel.press("seat1")
    table.ui.frames(2)
    table.context.devices.listener = None
    assert table.context.devices.held("seat1")
    other = plugged(table, "serial:other")
    other.press("seat1")
    table.ui.frames(2)
    assert ear.heard == []
