"""Devices by touch: every device as it stands, one thing to do with each, its page, and what is plugged in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import config, report
from companion.config import Settings
from companion.engine.text import T
from companion.language import Language
from companion.ui.pretend import Pretend
from companion.ui.screens import devices as devices_screen
from hardware.serial_ports import Port
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.spare_device import SpareDevice
from tests.kit.ui import UI

BOX = "serial:usb-box-1"


class SpareFleet:
    """What is plugged in, as a test says."""

    def __init__(self, *found: Port) -> None:
        self.found: tuple[Port, ...] = found
        self.followed: list[Settings] = []
        self.news = False

    def follow(self, settings: Settings) -> bool:
        self.followed.append(settings)
        return self.look()

    def look(self) -> bool:
        news, self.news = self.news, False
        return news


@pytest.fixture
def app(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        for device in opened.context.devices.hub.devices:
            opened.context.devices.hub.remove(device.id)
        yield opened


@pytest.fixture
def panel(app: Desk) -> SpareDevice:
    """A ready panel, and the Devices screen open."""
    device = SpareDevice()
    app.context.keep(panel="standard")
    app.context.devices.hub.add(device)
    show(app)
    return device


def show(app: Desk, name: str = "devices", **args: object) -> None:
    app.context.go(name, **args)
    app.ui.frames(3)


def test_without_a_device_every_row_says_that_nothing_is_needed(app: Desk) -> None:
    show(app)
    assert [(row.name, row.sign.state, row.act) for row in app.screen.rows.values()] == [
        ("Button panel", "absent", "Add"),
        ("Box or reader on USB", "absent", "Add"),
        ("Camera", "absent", "Add"),
        ("Loudspeaker", "absent", "Add"),
        ("Touch", "ready", "Test"),
        ("Backlight", app.context.backlight.state, "Test"),
    ]


def test_rows_and_side_lie_where_they_are_drawn(app: Desk) -> None:
    show(app)
    rows = list(app.screen.rows.values())
    tops = [480 - row.to_window(row.x, row.top)[1] for row in rows]
    assert tops == [64 + 68 * i for i in range(6)]
    # Beside the rows the bar tells that one more lies below.
    assert {(row.x, row.width, row.height) for row in rows} == {(0, 628, 62)}
    assert rows[0].button.size == [112, 50]
    assert (app.screen.pretend.x, 480 - app.screen.pretend.top) == (664, 122)
    assert (app.screen.report.x, 480 - app.screen.report.top) == (664, 290)


def test_a_row_says_what_was_last_done_and_nothing_moves_by_itself(app: Desk, panel: SpareDevice) -> None:
    row = app.screen.rows["panel"]
    assert (row.line, row.sign.word, row.act) == ("9 buttons and a knob, not used yet", "ready", "Test")
    panel.press("seat1")
    app.ui.frames(2)
    assert row.line == "9 buttons and a knob, last press 0 s ago"
    panel.press("seat1", at=devices_screen.device_facts.Switchboard.now() - 3.5)
    app.ui.frames(2)
    assert row.line == "9 buttons and a knob, last press 3 s ago"
    painted = [list(row.marks) for row in app.screen.rows.values()]
    app.ui.wait(8)
    assert [list(row.marks) for row in app.screen.rows.values()] == painted


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s ago"), (59.9, "59 s ago"), (60, "1 min ago"), (3599, "59 min ago"), (7300, "2 h ago")],
)
def test_how_long_ago_is_told_in_one_unit(seconds: float, words: str) -> None:
    assert Language().say(devices_screen.device_facts.since(seconds)) == words


def test_a_device_that_is_called_waits_without_a_button_to_press(app: Desk, panel: SpareDevice) -> None:
    panel.become("starting", wait=T("calling, try 2 of 5"))
    app.ui.frames(3)
    row = app.screen.rows["panel"]
    assert (row.line, row.sign.word, row.act) == ("calling, try 2 of 5", "starting", "Wait")
    assert not row.button.accepts_tap()


def test_a_lost_device_says_when_it_was_there_and_is_tried_at_once(app: Desk, panel: SpareDevice) -> None:
    app.context.upkeep.look()
    seen = app.context.upkeep.seen_at("panel")
    assert len(seen) == 5
    panel.become("lost", fault=T("The box is gone."), wait=T("trying every 8 s"))
    app.ui.frames(3)
    row = app.screen.rows["panel"]
    assert (row.line, row.sign.word, row.act) == (f"was there at {seen}; trying every 8 s", "lost", "Try now")
    app.touch(row.button)
    assert panel.tried == 1


def test_a_device_that_never_answered_says_why(app: Desk, panel: SpareDevice) -> None:
    panel.become("lost", fault=T("Nobody here may use the pins. Join the group gpio."))
    app.ui.frames(3)
    assert app.screen.rows["panel"].line == "Nobody here may use the pins. Join the group gpio."


def test_two_boxes_of_one_name_are_numbered(app: Desk) -> None:
    for n in (1, 2):
        app.context.devices.hub.add(SpareDevice(f"serial:box-{n}", "box", T("Button box"), sounds=False))
    show(app)
    names = [row.name for row in app.screen.rows.values()]
    assert names[1:3] == ["Button box 1", "Button box 2"]


def test_a_named_device_that_is_not_plugged_in_is_listed(app: Desk) -> None:
    app.context.keep(ports={BOX: "reader", "serial:other": "ignored"})
    show(app)
    row = app.screen.rows[BOX]
    assert (row.name, row.sign.word, row.act) == ("Tag reader", "absent", "Try now")
    assert "serial:other" not in app.screen.rows


def test_the_page_tells_the_fault_whole_and_leads_to_everything(app: Desk, panel: SpareDevice) -> None:
    fault = "The pin 17 is held by another program. End that program, then tap Try now."
    panel.become("lost", fault=T("{fault}", fault=fault))
    app.ui.frames(3)
    app.touch(app.screen.rows["panel"])
    assert app.screen.name == "device"
    assert app.screen.rows["fault"].detail == fault
    assert list(app.screen.rows) == ["state", "fault", "pins", "buttons", "tags", "forget"]
    app.touch(app.screen.button)
    assert panel.tried == 1
    for row, screen in (("pins", "pin_maps"), ("buttons", "seat_buttons"), ("tags", "tags")):
        app.screen.rows[row].parent.parent.reveal(app.screen.rows[row])
        app.touch(app.screen.rows[row])
        assert app.screen.name == screen
        app.context.back()
        app.ui.frames(3)


def test_a_panel_that_is_forgotten_is_no_longer_asked_for(app: Desk, panel: SpareDevice) -> None:
    fleet = SpareFleet()
    app.context.upkeep.fleet = fleet
    show(app, "device", device="panel")
    app.screen._forget()
    assert app.context.settings.panel == ""
    assert [settings.panel for settings in fleet.followed] == [""]
    assert app.screen.name == "devices"


def test_what_is_plugged_in_stands_under_add_and_is_used_as_somebody_says(app: Desk) -> None:
    fleet = SpareFleet(Port(BOX, "/dev/ttyACM0", "some box 1", ""))
    app.context.upkeep.fleet = fleet
    show(app)
    assert app.screen.rows["usb"].line == "1 plugged in, not in use"
    app.touch(app.screen.rows["usb"].button)
    assert app.screen.name == "device_add"
    assert (app.screen.rows[BOX].title, app.screen.rows[BOX].note) == ("some box 1", "not in use")
    app.touch(app.screen.rows[BOX])
    assert app.screen.choice.chosen == -1
    app.touch(app.screen.choice.option(1))
    assert app.context.settings.ports == {BOX: "reader"}
    assert fleet.followed[-1].ports == {BOX: "reader"}
    assert config.load(app.app.data).settings.ports == {BOX: "reader"}
    app.context.back()
    app.ui.frames(3)
    assert app.screen.rows[BOX].note == "used as tag reader"


def test_what_is_plugged_in_meanwhile_appears(app: Desk) -> None:
    fleet = SpareFleet()
    app.context.upkeep.fleet = fleet
    show(app, "device_add")
    assert app.shows("Nothing is plugged in on USB.")
    fleet.found, fleet.news = (Port(BOX, "/dev/ttyACM0", "some box 1", "box"),), True
    app.context.upkeep.look()
    app.ui.frames(3)
    assert app.screen.rows[BOX].detail == "seems to be a button box"


def test_a_pin_map_is_chosen_and_a_broken_one_says_why_not(app: Desk) -> None:
    folder = app.app.data / "profiles"
    folder.mkdir()
    (folder / "mine.toml").write_text("[buttons]\nconfirm = 17\nundo = 17\n", "utf-8")
    show(app)
    app.touch(app.screen.rows["panel"].button)
    assert app.screen.name == "pin_maps"
    mine = app.screen.rows["mine"]
    assert mine.note == "can't be used"
    assert "GPIO 17 is used more than once" in mine.detail
    app.touch(mine)
    assert app.context.settings.panel == ""
    app.touch(app.screen.rows["small"])
    assert app.context.settings.panel == "small"
    assert app.screen.name == "device"
    show(app, "device_add")
    assert app.screen.rows["panel"].note == "Small panel"


def test_home_shows_a_sign_for_each_kind_with_its_worst_state(app: Desk) -> None:
    app.context.home()
    app.ui.frames(3)
    assert list(app.screen.device_keys) == ["light"]
    panel, box = SpareDevice(sounds=False), SpareDevice(BOX, "box", T("Button box"))
    reader = SpareDevice("serial:reader", "reader", T("Tag reader"), ("tags",), (), False)
    for device in (panel, box, reader):
        app.context.devices.hub.add(device)
    box.become("lost")
    app.ui.frames(3)
    assert {icon: key.sign.state for icon, key in app.screen.device_keys.items()} == {
        "button": "lost", "usb": "ready", "sound": "lost", "light": app.context.backlight.state,
    }  # fmt: skip
    assert [key.x for key in app.screen.device_keys.values()] == [577, 629, 681, 733], "26 px signs at 590 + 52i"
    box.become("ready")
    app.ui.frames(3)
    assert app.screen.device_keys["button"].sign.state == "ready"
    app.touch(app.screen.device_keys["usb"])
    assert app.screen.name == "devices"


# what is no device of the hub


def test_the_test_of_touch_is_the_tap_itself(app: Desk) -> None:
    show(app)
    assert app.screen.rows["touch"].line == "you just used it"
    app.touch(app.screen.rows["touch"].button)
    assert app.screen.rows["touch"].line == "your tap came through"


def test_the_test_of_the_backlight_dims_until_the_next_touch(app: Desk) -> None:
    show(app)
    app.screen.list.offset = app.screen.list.reach
    app.ui.frames(2)
    app.touch(app.screen.rows["light"].button)
    assert app.context.root.dimmed
    app.touch(app.screen.rows["touch"].button)
    assert not app.context.root.dimmed
    assert app.screen.rows["touch"].line == "you just used it"


def test_the_loudspeaker_says_when_it_is_silent_and_is_heard_when_tapped(app: Desk, panel: SpareDevice) -> None:
    row = app.screen.rows["speaker"]
    assert (row.line, row.sign.state) == ("silent from 22:00 to 7:00", "ready")
    app.touch(row.button)
    assert app.screen.name == "speaker"
    for sound in ("good", "refused", "ask", "turn"):
        app.touch(app.screen.sounds[sound])
    assert panel.heard == ["good", "refused", "ask", "turn"]
    app.touch(app.screen.hours.steppers[0].minus_key)
    app.touch(app.screen.hours.steppers[1].plus_key)
    assert config.load(app.app.data).settings.quiet == (21, 8)
    app.touch(app.screen.choice.option(2))
    assert app.context.settings.sound == "off"
    app.context.back()
    app.ui.frames(3)
    assert app.screen.rows["speaker"].line == "switched off"


def test_an_hour_that_is_held_goes_on_until_the_finger_is_lifted(app: Desk, panel: SpareDevice) -> None:
    show(app, "speaker")
    app.ui.hold(app.screen.hours.steppers[0].minus_key, 1.7)
    first = app.context.settings.quiet[0]
    assert first <= 19
    app.ui.wait(1.0)
    assert app.context.settings.quiet[0] == first


def test_one_buzzer_that_answers_is_a_loudspeaker_that_is_ready(app: Desk, panel: SpareDevice) -> None:
    box = SpareDevice(BOX, "box", T("Button box"))
    app.context.devices.hub.add(box)
    box.become("lost")
    app.ui.frames(3)
    assert app.screen.rows["speaker"].sign.state == "ready"


# pretend and report


def test_pretend_without_a_desktop_names_the_command(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices_screen, "has_desktop", lambda: False)
    show(app)
    app.touch(app.screen.pretend)
    assert "cartouche panel simulate --script FILE" in app.screen.dialog.text
    assert not app.context.upkeep.pretend.runs
    app.touch(app.screen.dialog.safe_button)


def pretend(app: Desk, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(devices_screen, "has_desktop", lambda: True)
    app.context.upkeep.pretend = Pretend((sys.executable, "-c", code))
    show(app)
    app.touch(app.screen.pretend)


def test_pretend_starts_the_simulated_box_and_ends_it(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(app, monkeypatch, "import time; time.sleep(60)")
    program = app.context.upkeep.pretend._program
    assert app.screen.pretend.text == "Stop"
    app.touch(app.screen.pretend)
    assert app.screen.pretend.text == "Pretend"
    assert program is not None and program.poll() is not None


def test_the_simulated_box_ends_with_the_app(ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with desk(ui, tmp_path) as app:
        pretend(app, monkeypatch, "import time; time.sleep(60)")
        program = app.context.upkeep.pretend._program
    assert program is not None and program.poll() is not None


def test_a_simulated_box_that_fails_says_its_last_words(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(app, monkeypatch, "import sys; sys.exit('no room for a pretended box')")
    program = app.context.upkeep.pretend._program
    assert program is not None
    program.wait(20)
    app.context.upkeep.look()
    app.ui.frames(3)
    assert app.screen.name == "trouble"
    assert app.shows("no room for a pretended box")


def test_the_button_report_says_where_the_file_is(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report.box_files, "places", lambda data: (data / "boxes",))
    show(app)
    app.touch(app.screen.report)
    path = Path(app.screen.dialog.text)
    assert path.parent == app.app.data and path.read_text("utf-8").startswith("Cartouche ")


# every size


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_every_screen_of_devices_fits(app: Desk, panel: SpareDevice, language: str) -> None:
    app.context.upkeep.fleet = SpareFleet(Port(BOX, "/dev/ttyACM0", "some box 1", ""))
    panel.wrong = T("The pin 17 is held by another program. End that program, then tap Try now.")
    app.context.change(language=language, dim_after=0)
    for size in ((800, 480), (1280, 720), (720, 1280), (480, 800)):
        app.resize(*size)
        for name, args in (
            ("devices", {}), ("device", {"device": "panel"}), ("device", {"device": BOX}), ("device_add", {}),
            ("device_test", {"device": "panel"}), ("pin_maps", {}), ("speaker", {}), ("tags", {}),
            ("tag", {"tag": "04A1B2"}), ("tag", {"tag": "04A1B2", "game": "aton"}), ("seat_buttons", {}),
        ):  # fmt: skip
            show(app, name, **args)
            assert inspect.problems() == [], f"{name} {size} {language}"
            app.context.back()
