"""The queue between the devices and the table: bounded whatever the devices do, and no button stays down in it."""

from __future__ import annotations

from collections import Counter

import pytest

from hardware.device import KEYS, Changed, Pressed, Read, Released, Signal
from hardware.hub import MOST_WAITING, Hub


def full() -> Hub:
    hub = Hub(lambda: None)
    for n in range(MOST_WAITING):
        hub.deliver(Read("serial:reader", f"{n}", float(n)))
    return hub


def taken(hub: Hub) -> list[Signal]:
    return hub.take(10 * MOST_WAITING)


def test_a_device_that_changes_all_the_time_waits_once() -> None:
    hub = Hub(lambda: None)
    for n in range(1000):
        hub.deliver(Changed("serial:box", float(n)))
        hub.deliver(Changed("panel", float(n)))
    assert [signal.device for signal in taken(hub)] == ["serial:box", "panel"]
    hub.deliver(Changed("serial:box", 2000.0))
    assert taken(hub) == [Changed("serial:box", 2000.0)]


def test_a_change_of_state_finds_room_where_nothing_else_does() -> None:
    hub = full()
    hub.deliver(Pressed("serial:box", "seat1", 0.0))
    hub.deliver(Changed("serial:box", 1.0))
    assert taken(hub)[-1] == Changed("serial:box", 1.0)
    assert hub.dropped == 1


def test_the_log_says_once_what_found_no_room(caplog: pytest.LogCaptureFixture) -> None:
    hub = full()
    for n in range(5):
        hub.deliver(Read("serial:reader", "04A1", float(n)))
    taken(hub)
    taken(hub)
    assert [one.getMessage() for one in caplog.records] == ["5 signals of devices found no room"]


def test_a_button_that_was_told_down_is_told_up_however_much_waits() -> None:
    hub = Hub(lambda: None)
    hub.deliver(Pressed("serial:box", "seat1", 0.0))
    assert taken(hub) == [Pressed("serial:box", "seat1", 0.0)]
    for n in range(MOST_WAITING):
        hub.deliver(Read("serial:reader", f"{n}", float(n)))
    hub.deliver(Released("serial:box", "seat1", 1.0))
    assert taken(hub)[-1] == Released("serial:box", "seat1", 1.0)


def test_buttons_hammered_while_it_is_full_take_no_more_room_than_there_are_buttons() -> None:
    hub = full()
    for n in range(1000):
        for key in KEYS:
            hub.deliver(Pressed("serial:box", key, float(n)))
            hub.deliver(Released("serial:box", key, float(n)))
    ups = Counter(signal.key for signal in taken(hub) if isinstance(signal, Released))
    assert ups == dict.fromkeys(KEYS, 1)
