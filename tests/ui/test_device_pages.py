"""What the pages around the devices say, and where they stand when one comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.errors import InputError
from companion.engine.text import T
from hardware.serial_ports import Port
from tests.kit.desk import Desk, desk
from tests.kit.spare_device import SpareDevice
from tests.kit.ui import UI
from tests.ui.test_devices_screen import SpareFleet

BOX = Port("serial:usb-Cartouche_box", "/dev/ttyACM0", "Cartouche box", "box")


@pytest.fixture
def app(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        for device in opened.context.devices.hub.devices:
            opened.context.devices.hub.remove(device.id)
        yield opened


def page(app: Desk, name: str, **more: str) -> None:
    app.context.go(name, **more)
    app.ui.frames(3)


def test_whoever_comes_back_finds_the_list_where_it_was(app: Desk) -> None:
    for n in range(8):
        app.context.devices.hub.add(SpareDevice(f"serial:{n}", "box"))
    page(app, "devices")
    app.screen.list.offset = 120
    page(app, "speaker")
    app.context.back()
    app.ui.frames(3)
    assert app.screen.name == "devices" and app.screen.list.offset == 120


def test_a_list_that_grew_shorter_is_not_left_beyond_its_end(app: Desk) -> None:
    for n in range(8):
        app.context.devices.hub.add(SpareDevice(f"serial:{n}", "box"))
    page(app, "devices")
    app.screen.list.offset = app.screen.list.reach
    page(app, "speaker")
    for n in range(8):
        app.context.devices.hub.remove(f"serial:{n}")
    app.context.back()
    app.ui.frames(3)
    assert app.screen.list.offset <= app.screen.list.reach


def test_nobody_listens_for_the_rows_once_another_page_is_shown(app: Desk) -> None:
    page(app, "devices")
    assert app.context.devices.listener is not None
    page(app, "speaker")
    assert app.context.devices.listener is None


def test_what_is_waited_for_is_told_where_the_fault_stands_below(app: Desk) -> None:
    device = SpareDevice()
    device.become("lost", T("The cable is loose."), T("tried again in 4 s"))
    app.context.devices.hub.add(device)
    page(app, "device", device="panel")
    assert app.screen.rows["fault"].detail == "The cable is loose."
    assert app.screen.rows["state"].title == "tried again in 4 s"


def test_the_tags_of_a_reader_can_be_seen_to_while_it_is_away(app: Desk) -> None:
    app.context.keep(ports={BOX.id: "reader", "serial:usb-other": "box"})
    page(app, "device", device=BOX.id)
    assert "tags" in app.screen.rows
    app.context.back()
    page(app, "device", device="serial:usb-other")
    assert "tags" not in app.screen.rows


def test_without_a_pin_map_no_panel_is_named(app: Desk) -> None:
    page(app, "device_add")
    assert app.screen.rows["panel"].note == ""
    app.context.back()
    app.context.keep(panel="standard")
    page(app, "device_add")
    assert app.screen.rows["panel"].note != ""


def test_a_box_that_runs_by_its_name_alone_is_used(app: Desk) -> None:
    app.context.upkeep.begin(SpareFleet(BOX))
    page(app, "device_add")
    assert app.screen.rows[BOX.id].note == "not in use"
    app.context.devices.hub.add(SpareDevice(BOX.id, "box"))
    app.ui.frames(3)
    app.screen.relayout()
    assert app.screen.rows[BOX.id].note == "used as button box"


def test_a_pin_map_tells_what_is_to_be_minded_and_whether_it_is_in_use(app: Desk) -> None:
    from hardware.profiles import profile

    app.context.keep(panel="standard")
    page(app, "pin_maps")
    notes = profile("standard").notes
    assert notes
    for note in notes:
        assert app.screen.say(note) in app.screen.rows["standard"].detail
    assert {key: row.note for key, row in app.screen.rows.items()} == {"standard": "in use", "small": ""}


def test_the_quiet_hours_are_asked_for_only_where_there_are_some(app: Desk) -> None:
    app.context.keep(sound="on")
    page(app, "speaker")
    assert app.screen.hours.parent is None
    app.screen.choice.dispatch("on_choose", 1)
    app.ui.frames(3)
    assert app.context.settings.sound == "night"
    assert app.screen.hours.parent is not None


def test_a_sound_that_nothing_can_make_is_off(app: Desk) -> None:
    page(app, "speaker")
    assert not any(button.answers for button in app.screen.sounds.values())
    app.context.devices.hub.add(SpareDevice())
    app.screen.device_changed("panel")
    app.ui.frames(3)
    assert all(button.answers for button in app.screen.sounds.values())


def test_a_loudspeaker_is_added_like_any_device(app: Desk) -> None:
    page(app, "devices")
    speaker = next(item for item in app.screen.items if item.id == "speaker")
    assert speaker.act == "add"
    app.touch(app.screen.rows["speaker"].button)
    assert app.screen.name == "device_add"


def test_what_could_not_be_forgotten_is_told(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise InputError(T("The disk is full."))

    app.context.keep(ports={BOX.id: "box"})
    page(app, "device", device=BOX.id)
    monkeypatch.setattr(app.context, "change", full)
    app.touch(app.screen.rows["forget"])
    assert app.screen.name == "trouble" and app.shows("The disk is full.")


def test_a_simulated_port_is_named_so(app: Desk) -> None:
    pretended = Port("serial:simulated-box", "/run/cartouche/simulated-box", "Simulated box", "box", simulated=True)
    app.context.upkeep.begin(SpareFleet(BOX, pretended))
    page(app, "device_add")
    details = {port.id: app.screen.rows[port.id].detail for port in (BOX, pretended)}
    assert details == {BOX.id: "seems to be a button box", pretended.id: "simulated, for trying out"}


def test_a_look_that_found_nothing_new_leaves_the_page_as_it_is(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    fleet = SpareFleet()
    app.context.upkeep.begin(fleet)
    page(app, "device_add")
    told: list[str] = []
    monkeypatch.setattr(app.screen, "device_changed", told.append)
    app.context.upkeep.look()
    assert told == []
    fleet.news = True
    app.context.upkeep.look()
    assert told == [""]


@pytest.mark.parametrize("where", ["the loudspeaker", "the pin maps"])
def test_what_could_not_be_kept_is_told_and_nothing_else_is_shown(
    app: Desk, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def full(**_: object) -> None:
        raise InputError(T("The disk is full."))

    for way in ("keep", "change"):
        monkeypatch.setattr(app.context, way, full)
    if where == "the loudspeaker":
        page(app, "speaker")
        app.screen.choice.dispatch("on_choose", 2)
    else:
        page(app, "pin_maps")
        app.touch(app.screen.rows["small"])
    app.ui.frames(3)
    assert app.screen.name == "trouble" and app.shows("The disk is full.")


def test_a_pin_map_that_can_not_be_used_leads_nowhere(app: Desk) -> None:
    mine = app.context.stage.data / "profiles" / "mine.toml"
    mine.parent.mkdir(parents=True, exist_ok=True)
    mine.write_text("[buttons]\nseat1 = 99\n", "utf-8")
    page(app, "pin_maps")
    assert {key: row.leads for key, row in app.screen.rows.items()} == {"standard": True, "small": True, "mine": False}


def test_what_is_left_alone_is_not_shown_as_good(app: Desk) -> None:
    app.context.upkeep.begin(SpareFleet(BOX))
    for kind, colour in (("ignored", "sand_2"), ("box", "good")):
        app.context.keep(ports={BOX.id: kind})
        page(app, "device_add")
        assert app.screen.rows[BOX.id].note_colour == colour
        app.context.back()


def test_what_is_ready_when_the_app_begins_has_been_seen(app: Desk) -> None:
    app.context.devices.hub.add(SpareDevice())
    app.context.upkeep.begin(SpareFleet())
    assert len(app.context.upkeep.seen_at("panel")) == 5


def test_the_way_back_from_a_panel_just_chosen_does_not_lead_to_the_pin_maps(app: Desk) -> None:
    page(app, "device_add")
    page(app, "pin_maps")
    app.touch(app.screen.rows["small"])
    assert app.screen.name == "device" and app.context.settings.panel == "small"
    app.context.back()
    app.ui.frames(3)
    assert app.screen.name == "device_add"


def test_the_page_of_a_device_is_told_anew_by_it_and_by_what_is_plugged_in_alone(app: Desk) -> None:
    app.context.keep(ports={BOX.id: "box"})
    page(app, "device", device=BOX.id)
    for device, anew in (("serial:usb-other", False), (BOX.id, True), ("", True)):
        before = app.screen.rows["state"]
        app.screen.device_changed(device)
        app.ui.frames(1)
        assert (app.screen.rows["state"] is not before) is anew, device


def test_why_the_simulated_box_ended_is_told_once(app: Desk) -> None:
    page(app, "devices")
    app.context.upkeep.pretend.fault = T("The window does not open.")
    app.screen.device_changed("")
    assert app.screen.name == "trouble"
    app.context.back()
    app.ui.frames(3)
    app.screen.device_changed("")
    assert app.screen.name == "devices"
