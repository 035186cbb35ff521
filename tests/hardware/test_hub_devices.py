"""The devices of a hub: started, shown what all show, and closed without leaving anything of theirs behind."""

from __future__ import annotations

import pytest

from companion.engine.text import T
from hardware.device import Changed, Pressed, Read, Released
from hardware.hub import MOST_WAITING, Hub
from tests.kit.fake_device import FakeDevice

BOX = T("Button box")


@pytest.fixture
def woken() -> list[str]:
    """One entry for each time the table was woken."""
    return []


@pytest.fixture
def hub(woken: list[str]) -> Hub:
    return Hub(lambda: woken.append("woken"))


def a_box(device_id: str = "serial:one", **more: bool) -> FakeDevice:
    return FakeDevice(device_id, "box", BOX, **more)


def test_what_a_device_still_had_to_say_goes_with_it_and_only_that(hub: Hub) -> None:
    one, other = a_box(), a_box("serial:other")
    hub.add(one)
    hub.add(other)
    one.deliver(Pressed("serial:one", "seat1", 1.0))
    other.deliver(Pressed("serial:other", "seat2", 2.0))
    hub.remove("serial:one")
    kept, last = hub.take()
    assert kept == Pressed("serial:other", "seat2", 2.0)
    assert isinstance(last, Changed)
    assert last.device == "serial:one"
    assert hub.device("serial:one") is None
    assert one.closed
    assert not other.closed


def test_a_device_that_is_not_there_is_removed_without_a_word(hub: Hub, woken: list[str]) -> None:
    hub.remove("serial:nobody")
    assert hub.take() == []
    assert woken == []


def test_another_device_of_one_id_takes_the_place_of_the_first(hub: Hub) -> None:
    first, second = a_box(), a_box()
    hub.add(first)
    hub.add(second)
    assert first.closed
    assert hub.devices == (second,)


def test_the_same_button_of_two_devices_is_two_buttons_where_there_is_no_room(hub: Hub) -> None:
    for n in range(MOST_WAITING):
        hub.deliver(Read("serial:reader", f"{n}", float(n)))
    hub.deliver(Released("serial:one", "seat1", 1.0))
    hub.deliver(Released("serial:other", "seat1", 2.0))
    assert hub.take(2 * MOST_WAITING)[-2:] == [
        Released("serial:one", "seat1", 1.0),
        Released("serial:other", "seat1", 2.0),
    ]


def test_the_table_is_woken_again_until_everything_is_taken(hub: Hub, woken: list[str]) -> None:
    for n in range(3):
        hub.deliver(Read("serial:reader", f"{n}", float(n)))
    woken.clear()
    assert len(hub.take(2)) == 2
    assert woken == ["woken"]
    assert len(hub.take(2)) == 1
    assert woken == ["woken"]


def test_lamps_are_told_only_when_they_change_and_to_a_new_device_at_once(hub: Hub) -> None:
    box = a_box()
    hub.add(box)
    hub.light({"seat1": "on"})
    hub.light({"seat1": "on"})
    assert box.told == [{}, {"seat1": "on"}]
    late = a_box("serial:late")
    hub.add(late)
    assert late.lit == {"seat1": "on"}


def test_a_device_that_showed_something_of_its_own_shows_again_what_all_show(hub: Hub) -> None:
    box = a_box()
    hub.add(box)
    hub.light({"seat2": "blink"})
    box.light({"seat1": "on"})
    hub.relight("serial:one")
    assert box.lit == {"seat2": "blink"}


def test_only_what_can_be_heard_is_told_to_sound(hub: Hub) -> None:
    loud, mute = a_box(), a_box("serial:mute", sounds=False)
    hub.add(loud)
    hub.add(mute)
    hub.sound("good")
    assert (loud.heard, mute.heard) == (["good"], [])
