"""What the doctor says of pins, ports and permissions: every look works with nothing there, and names the remedy."""

from __future__ import annotations

import grp
import os
from pathlib import Path

import pytest

from companion import doctor_devices as look
from companion.config import Settings
from companion.devices import wanted_ports
from companion.signs import Sign
from hardware.serial_ports import Port, port_of

BOX = Port("serial:usb-Pico-if00", "/dev/serial/by-id/usb-Pico-if00", "Pico", "box")
ODD = Port("serial:usb-Modem", "/dev/serial/by-id/usb-Modem", "Modem", "")


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in the place of /dev, on a machine that is no Raspberry Pi and has no desktop."""
    folder = tmp_path / "dev"
    (folder / "input").mkdir(parents=True)
    monkeypatch.setattr(look, "DEV", folder)
    monkeypatch.setattr(look, "MODEL", tmp_path / "model")
    monkeypatch.setattr(look, "user", lambda: "anna")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", look.FACTORY):
        monkeypatch.delenv(name, raising=False)
    return folder


def raspberry_pi(folder: Path) -> None:
    (folder.parent / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")


def shut(monkeypatch: pytest.MonkeyPatch, *members: str) -> None:
    """Nothing may be used, and these users are in every group."""
    monkeypatch.setattr(look.os, "access", lambda *_: False)
    monkeypatch.setattr(look.grp, "getgrnam", lambda name: grp.struct_group((name, "x", 20, list(members))))


def only(signs: object, sign_id: str) -> Sign:
    (found,) = [sign for sign in signs if sign.id == sign_id]  # type: ignore[attr-defined]
    return found


def command(sign: Sign) -> str:
    """The remedy with its parameters filled in."""
    assert sign.remedy is not None
    return sign.remedy.message.format(**sign.remedy.params)


def test_a_computer_without_pins_is_well_until_a_panel_is_chosen(dev: Path) -> None:
    assert only(look.pins_here(Settings()), "gpio").verdict == "ok"
    chosen = only(look.pins_here(Settings(panel="standard")), "gpio")
    assert (chosen.verdict, chosen.remedy is not None) == ("attention", True)


def test_a_raspberry_pi_without_its_pins_is_told(dev: Path) -> None:
    raspberry_pi(dev)
    assert only(look.pins_here(Settings()), "gpio").verdict == "attention"
    (dev / "gpiochip0").touch()
    assert only(look.pins_here(Settings()), "gpio").text.params["chips"] == ("gpiochip0",)


def test_pins_that_may_not_be_used_name_the_group_and_the_command(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (dev / "gpiochip0").touch()
    assert only(look.groups(), "group-gpio").verdict == "ok"
    shut(monkeypatch)
    sign = only(look.groups(), "group-gpio")
    assert sign.verdict == "attention"
    assert sign.text.params["path"] == str(dev / "gpiochip0")
    assert command(sign) == "Run “sudo usermod -aG gpio anna”, then log out and in again."


def test_whoever_was_added_to_the_group_meanwhile_only_logs_in_again(
    dev: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    (dev / "gpiochip0").touch()
    shut(monkeypatch, "anna")
    assert command(only(look.groups(), "group-gpio")) == "You were added to the group gpio. Log out and in again."


def test_under_a_desktop_the_touch_panel_is_not_ours_to_open(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (dev / "input" / "event0").touch()
    shut(monkeypatch)
    assert [sign.id for sign in look.groups()] == ["group-input"]
    monkeypatch.setenv("DISPLAY", ":0")
    assert list(look.groups()) == []


@pytest.mark.parametrize(
    ("there", "number", "panel", "verdict"),
    [
        (True, "0.2.2.0", "", "ok"),
        (True, "", "", "ok"),
        (True, "0.0.0.2", "", "fault"),
        (False, "", "", "ok"),
        (False, "", "standard", "attention"),
    ],
)
def test_lgpio_is_there_or_empty_or_missing(
    dev: Path, monkeypatch: pytest.MonkeyPatch, there: bool, number: str, panel: str, verdict: str
) -> None:
    def told(_: str) -> str:
        if not number:
            raise look.PackageNotFoundError
        return number

    monkeypatch.setattr(look.importlib.util, "find_spec", lambda _: object() if there else None)
    monkeypatch.setattr(look, "version", told)
    sign = only(look.pin_factory(Settings(panel=panel)), "lgpio")
    assert sign.verdict == verdict
    assert (sign.remedy is not None) == (verdict != "ok")


@pytest.mark.parametrize(("python", "wanted"), [((3, 11), "pip install 'lgpio>=0.2.2'"), ((3, 13), "python3-lgpio")])
def test_how_lgpio_is_got_depends_on_the_python(
    monkeypatch: pytest.MonkeyPatch, python: tuple[int, int], wanted: str
) -> None:  # fmt: skip
    monkeypatch.setattr(look.sys, "version_info", python)
    assert wanted in look.get_lgpio().message


def test_simulated_pins_are_called_simulated(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(look.FACTORY, "mock")
    (sign,) = look.pin_factory(Settings())
    assert (sign.verdict, "simulated" in sign.text.message) == ("attention", True)
    monkeypatch.setenv(look.FACTORY, "pigpio")
    assert only(look.pin_factory(Settings()), "pin-factory").text.params["name"] == "pigpio"


def test_every_port_says_what_it_is_set_up_as(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "ports", lambda: (ODD, BOX))
    monkeypatch.setattr(look.os, "access", lambda *_: True)
    messages = [sign.text.message for sign in look.serial(Settings())]
    assert messages == ["{name}: not in use; say under Devices what it is", "{name}: a button box"]
    chosen = Settings(ports={ODD.id: "reader", BOX.id: "ignored"})
    assert [sign.text.message for sign in look.serial(chosen)] == [
        "{name}: a tag reader", "{name}: Cartouche leaves it alone",
    ]  # fmt: skip


def test_what_runs_unasked_is_told_as_what_it_runs_as(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        port_of(Path(entry)) for entry in ("simulated-reader", "simulated-box", "usb-RFID_Reader", "usb-Cartouche")
    ]
    monkeypatch.setattr(look, "ports", lambda: tuple(found))
    monkeypatch.setattr(look.os, "access", lambda *_: True)
    told = [sign.text.message.partition(": ")[2] for sign in look.serial(Settings())]
    assert told == ["a tag reader", "a button box", "not in use; say under Devices what it is", "a button box"]
    assert [one.id for one in wanted_ports(Settings(), found)] == sorted(found[n].id for n in (0, 1, 3))


def test_a_port_that_may_not_be_used_names_the_command_and_others_do_not(
    dev: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(look, "ports", lambda: (ODD, BOX))
    shut(monkeypatch)
    odd, box = look.serial(Settings())
    assert (odd.verdict, box.verdict) == ("ok", "attention")
    assert command(box) == "Run “sudo usermod -aG dialout anna”, then log out and in again."


def test_a_folder_for_trying_out_that_is_none_is_named(
    dev: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # fmt: skip
    monkeypatch.setenv("CARTOUCHE_SERIAL", str(tmp_path))
    assert not [sign for sign in look.serial(Settings()) if sign.id == "serial-folder"]
    monkeypatch.setenv("CARTOUCHE_SERIAL", str(tmp_path / "gone"))
    assert only(look.serial(Settings()), "serial-folder").verdict == "attention"


def test_what_is_set_up_and_not_plugged_in_is_missed(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "ports", lambda: ())
    settings = Settings(ports={BOX.id: "box", ODD.id: "ignored"})
    missed = only(look.serial(settings), "serial")
    assert (missed.verdict, missed.text.params["name"]) == ("attention", "Pico")
    assert only(look.serial(settings), "serial-none").verdict == "ok"


def test_a_simulated_box_is_called_simulated(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = Port("serial:simulated-box", "/tmp/simulated-box", "simulated-box", "box", simulated=True)
    monkeypatch.setattr(look, "ports", lambda: (made_up,))
    monkeypatch.setattr(look.os, "access", lambda *_: True)
    (sign,) = look.serial(Settings())
    assert sign.text.params["name"].message == "{name} (simulated)"  # type: ignore[union-attr]


def test_the_rule_for_boxes_is_installed_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "RULE_FOLDERS", (tmp_path / "gone", tmp_path))
    (missing,) = look.rule()
    assert missing.verdict == "ok"
    assert command(missing).startswith("To install it: sudo cp ")
    assert Path(command(missing).split()[5]).is_file()
    (tmp_path / "70-cartouche.rules").touch()
    (there,) = look.rule()
    assert there.text.params == {"file": str(tmp_path / "70-cartouche.rules")}


def test_a_chosen_panel_is_named_and_one_that_is_not_there_is_a_fault(dev: Path, tmp_path: Path) -> None:
    assert [sign.text.message for sign in look.panel(Settings(), tmp_path)] == [
        "No panel of buttons is set up on the pins."
    ]
    assert only(look.panel(Settings(panel="small"), tmp_path), "panel").verdict == "ok"
    (gone,) = look.panel(Settings(panel="mine"), tmp_path)
    assert (gone.verdict, gone.remedy is not None) == ("fault", True)


def test_a_panel_of_one_s_own_that_is_broken_is_told_though_nobody_chose_it(dev: Path, tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "mine.toml").write_text("[buttons]\nconfirm = 24\nundo = 24\n", "utf-8")
    sign = only(look.panel(Settings(panel="small"), tmp_path), "own-panel")
    assert sign.verdict == "attention"
    assert sign.text.params["why"].params["pin"] == 24  # type: ignore[union-attr]


def test_a_pin_that_somebody_holds_is_named_with_its_part_and_its_holder(
    dev: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (dev / "gpiochip0").touch()
    monkeypatch.setattr(look.gpio_chip, "label", lambda _: "pinctrl-bcm2711")
    monkeypatch.setattr(look.gpio_chip, "holder", lambda _, pin: "lg" if pin == 24 else "" if pin == 5 else None)
    held = [sign for sign in look.panel(Settings(panel="small"), tmp_path) if sign.id == "pin"]
    assert [(sign.verdict, sign.text.params["pin"]) for sign in held] == [("attention", 24), ("attention", 5)]
    assert held[0].text.params["holder"] == "lg"
    assert held[0].text.params["part"].message == "Confirm button"  # type: ignore[union-attr]
    monkeypatch.setattr(look.gpio_chip, "holder", lambda *_: None)
    assert only(look.panel(Settings(panel="small"), tmp_path), "pin").verdict == "ok"


def test_the_real_machine_can_be_looked_at_and_nothing_is_a_fault_of_the_test(tmp_path: Path) -> None:
    signs = [sign for one in look.looks(Settings(), tmp_path) for sign in one()]
    assert {"gpio", "udev"} <= {sign.id for sign in signs}
    assert os.listdir(tmp_path) == []


def test_a_raspberry_pi_wants_lgpio_before_a_panel_is_chosen(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raspberry_pi(dev)
    monkeypatch.setattr(look.importlib.util, "find_spec", lambda _: None)
    sign = only(look.pin_factory(Settings()), "lgpio")
    assert (sign.verdict, sign.remedy is not None) == ("attention", True)


def test_lgpio_named_by_the_environment_is_nothing_else(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(look.FACTORY, "lgpio")
    assert [sign.id for sign in look.pin_factory(Settings())] == ["lgpio"]


def test_under_a_desktop_what_is_not_the_desktops_is_still_looked_at(
    dev: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("gpiochip0", "ttyACM0"):
        (dev / name).touch()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert [sign.id for sign in look.groups()] == ["group-gpio", "group-dialout"]


def test_a_chosen_panel_that_is_broken_is_told_once_and_its_pins_are_not_asked(dev: Path, tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "mine.toml").write_text("[buttons]\nconfirm = 24\nundo = 24\n", "utf-8")
    signs = list(look.panel(Settings(panel="mine"), tmp_path))
    assert [(sign.id, sign.verdict) for sign in signs] == [("panel", "fault")]


def test_what_a_panel_needs_switched_off_is_told(dev: Path, tmp_path: Path) -> None:
    note = only(look.panel(Settings(panel="standard"), tmp_path), "panel-note")
    assert note.text.params == {"pins": ("7", "8"), "bus": "SPI"}


def test_the_group_of_a_port_is_that_of_its_node_and_dialout_where_that_is_the_administrators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look.Path, "group", lambda _: "uucp")
    assert look.group_of("/dev/ttyACM0") == "uucp"
    monkeypatch.setattr(look.Path, "group", lambda _: "root")
    assert look.group_of("/dev/ttyACM0") == "dialout"


def test_what_may_only_be_read_may_not_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look.os, "access", lambda _, mode: not mode & os.W_OK)
    assert not look.usable(Path("/dev/ttyACM0"))
