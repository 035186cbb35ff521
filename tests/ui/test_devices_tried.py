"""Trying again on the Devices screen: only what is lost is tried, and what is plugged in is looked at at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.text import T
from companion.ui import device_facts
from hardware.serial_ports import Port
from tests.kit.desk import Desk, desk
from tests.kit.spare_device import SpareDevice
from tests.kit.ui import UI
from tests.ui.test_devices_screen import SpareFleet

CABLE = Port("serial:usb-cable", "/dev/ttyUSB0", "cable", "")


@pytest.fixture
def app(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        for device in opened.context.devices.hub.devices:
            opened.context.devices.hub.remove(device.id)
        yield opened


def test_the_loudspeaker_is_tried_where_it_is_lost(app: Desk) -> None:
    lost, absent, mute = (
        SpareDevice(f"serial:{n}", "box", sounds=n != "mute") for n in ("lost", "absent", "mute")
    )  # fmt: skip
    lost.stands = mute.stands = "lost"
    absent.stands = "absent"
    for device in (lost, absent, mute):
        app.context.devices.hub.add(device)
    app.context.go("devices")
    app.ui.frames(3)
    app.screen._try(next(item for item in app.screen.items if item.id == "speaker"))
    assert (lost.tried, absent.tried, mute.tried) == (1, 0, 0)


def test_whoever_tries_again_sees_what_is_plugged_in_now(app: Desk) -> None:
    fleet = SpareFleet()
    app.context.upkeep.begin(fleet)
    app.context.devices.hub.add(SpareDevice())
    app.context.go("devices")
    app.ui.frames(3)
    looked: list[bool] = []
    fleet.look = lambda: bool(looked.append(True))  # type: ignore[method-assign, func-returns-value]
    app.screen._try(next(item for item in app.screen.items if item.id == "panel"))
    assert looked == [True]


def test_what_is_left_alone_on_purpose_is_not_counted_as_not_in_use(app: Desk) -> None:
    app.context.upkeep.begin(SpareFleet(CABLE))
    assert device_facts.strangers(app.context) == (CABLE.id,)
    app.context.keep(ports={CABLE.id: "ignored"})
    assert device_facts.strangers(app.context) == ()


def test_only_a_device_that_answered_has_been_seen(app: Desk) -> None:
    upkeep = app.context.upkeep
    ready, lost = SpareDevice("serial:ready", "box"), SpareDevice("serial:lost", "box")
    lost.stands = "lost"
    for device in (ready, lost):
        app.context.devices.hub.add(device)
    upkeep.look()
    assert len(upkeep.seen_at("serial:ready")) == 5
    assert upkeep.seen_at("serial:lost") == ""


def test_the_end_of_the_simulated_box_is_noticed_also_where_something_else_changed(
    app: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    fleet = SpareFleet()
    app.context.upkeep.begin(fleet)
    looked: list[str] = []
    monkeypatch.setattr(app.context.upkeep.pretend, "look", lambda: bool(looked.append("look")))  # type: ignore[func-returns-value]
    fleet.news = True
    app.context.upkeep.look()
    assert looked == ["look"]


def test_the_ring_works_beside_the_rows(app: Desk) -> None:
    device = SpareDevice()
    app.context.devices.hub.add(device)
    app.context.go("devices")
    app.ui.wait(0.5)
    device.turn(1)
    app.ui.frames(3)
    assert app.context.root.focus.spot is not None


def test_of_two_named_ports_only_the_one_is_forgotten(app: Desk) -> None:
    app.context.keep(ports={CABLE.id: "reader", "serial:usb-other": "box"})
    app.context.go("device", device=CABLE.id)
    app.ui.frames(3)
    app.screen._forget()
    assert app.context.settings.ports == {"serial:usb-other": "box"}


def test_what_nobody_has_named_yet_has_nothing_to_try(app: Desk) -> None:
    app.context.upkeep.begin(SpareFleet(CABLE))
    app.context.go("device", device=CABLE.id)
    app.ui.frames(3)
    assert not app.shows("Try now")
    app.context.keep(ports={CABLE.id: "reader"})
    app.screen.relayout()
    app.ui.frames(3)
    assert app.shows("Try now")


def test_what_was_wrong_is_told_as_over_once_it_is_ready(app: Desk) -> None:
    device = SpareDevice()
    device.wrong = T("The cable is loose.")
    app.context.devices.hub.add(device)
    app.context.go("device", device="panel")
    app.ui.frames(3)
    assert app.screen.rows["fault"].title == "What was wrong last"
    device.become("lost", device.wrong)
    app.ui.frames(3)
    assert app.screen.rows["fault"].title == "What is wrong"
    assert app.screen.rows["state"].title == "does not answer"
