"""What is plugged in, found by names alone."""

from __future__ import annotations

import os
import pty
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware import serial_ports
from hardware.serial_ports import MOST_PORTS, Port, name_of, port_of, ports, simulated_folder

PICO = "usb-MicroPython_Board_in_FS_mode_e6614c311b7e6f2a-if00"


@pytest.fixture
def terminal() -> Iterator[str]:
    """The path of a terminal, for entries to point to."""
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert ports([tmp_path / "none"]) == ()
    assert ports([tmp_path]) == ()


def test_an_entry_is_a_port_with_a_name_that_stays(tmp_path: Path, terminal: str) -> None:
    (tmp_path / PICO).symlink_to(terminal)
    name = "MicroPython Board in FS mode e6614c311b7e6f2a"
    assert ports([tmp_path]) == (Port(f"serial:{PICO}", str(tmp_path / PICO), name, "box"),)


@pytest.mark.parametrize(
    ("entry", "guess", "simulated"),
    [
        (PICO, "box", False),
        ("usb-Cartouche_Button_Box_17-if00", "box", False),
        ("usb-ACME_Barcode_Scanner-if00", "reader", False),
        ("usb-ACME_RFID_125kHz-if00-port0", "reader", False),
        ("usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", "", False),
        ("usb-Boxer_Modem-if00", "", False),
        ("usb-Reader_Board_Sign-if00", "", False),
        ("simulated-box", "box", True),
        ("simulated-box-2", "box", True),
        ("simulated-reader", "reader", True),
        ("simulated-kettle", "", True),
    ],
)
def test_only_a_name_that_tells_is_guessed(entry: str, guess: str, simulated: bool) -> None:
    port = port_of(Path("/somewhere") / entry)
    assert (port.guess, port.simulated) == (guess, simulated)


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        ("usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", "FTDI FT232R USB UART A50285BI"),
        ("usb-A-B_1-if01", "A-B 1"),
        ("simulated-box", "simulated-box"),
        ("if00", "if00"),
        ("usb-Acme-portable_scale", "Acme-portable scale"),
    ],
)
def test_the_name_for_people_leaves_out_the_bus_and_the_interface(entry: str, name: str) -> None:
    assert name_of(entry) == name


def test_what_leads_nowhere_or_is_no_device_is_no_port(tmp_path: Path, terminal: str) -> None:
    (tmp_path / "usb-gone-if00").symlink_to("/dev/pts/99999")
    (tmp_path / "simulated-box.lock").write_text("")
    (tmp_path / "folder").mkdir()
    (tmp_path / ("x" * 240)).symlink_to(terminal)
    (tmp_path / "bell\x07").symlink_to(terminal)
    assert ports([tmp_path]) == ()


def test_ports_are_sorted_and_one_name_counts_once(tmp_path: Path, terminal: str) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for folder, names in ((first, ("usb-z", "usb-b")), (second, ("usb-b", "usb-a"))):
        folder.mkdir()
        for name in names:
            (folder / name).symlink_to(terminal)
    found = ports([first, second])
    assert [port.id for port in found] == ["serial:usb-a", "serial:usb-b", "serial:usb-z"]
    assert found[1].path == str(first / "usb-b")


def test_of_very_many_ports_the_first_are_listed(tmp_path: Path, terminal: str) -> None:
    for n in range(MOST_PORTS + 5):
        (tmp_path / f"usb-{n:03d}").symlink_to(terminal)
    assert len(ports([tmp_path])) == MOST_PORTS


def test_one_more_folder_can_be_named(tmp_path: Path, terminal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_ports, "BY_ID", tmp_path / "by-id")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("CARTOUCHE_SERIAL", raising=False)
    assert ports() == ()
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "usb-one").symlink_to(terminal)
    monkeypatch.setenv("CARTOUCHE_SERIAL", str(tmp_path / "more"))
    assert [port.id for port in ports()] == ["serial:usb-one"]


def test_simulated_boxes_lie_in_the_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert simulated_folder() == tmp_path / "cartouche"
    # A run-time folder is named by its whole path; what is not is none.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run").mkdir()
    monkeypatch.setattr(serial_ports.tempfile, "gettempdir", lambda: "/some/temp")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "run")
    assert simulated_folder() == Path(f"/some/temp/cartouche-{os.getuid()}")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "none"))
    assert simulated_folder() == Path(f"/some/temp/cartouche-{os.getuid()}")


def test_a_folder_that_somebody_else_made_is_not_looked_into(
    tmp_path: Path, terminal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(serial_ports, "BY_ID", tmp_path / "by-id")
    monkeypatch.delenv("CARTOUCHE_SERIAL", raising=False)
    simulated_folder().mkdir()
    (simulated_folder() / "simulated-box").symlink_to(terminal)
    assert [port.id for port in ports()] == ["serial:simulated-box"]
    monkeypatch.setattr(serial_ports.os, "getuid", lambda: simulated_folder().stat().st_uid + 1)
    assert ports() == ()


def test_the_udev_rule_gives_the_pico_to_the_group_and_to_no_modem_program() -> None:
    rule = Path(__file__).parents[2] / "deploy/udev/60-cartouche.rules"
    text = rule.read_text("ascii")
    ignored = 'ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1"'
    for words in ('ATTRS{idVendor}=="2e8a"', 'GROUP="dialout"', 'TAG+="uaccess"', ignored):
        assert words in text
    # Rights for the user at the screen are given by a rule 73 of the system: it must come later.
    assert rule.name < "73"
    labels = [line.split('"')[1] for line in text.splitlines() if line.startswith("LABEL=")]
    for line in text.splitlines():
        if "GOTO=" in line:
            assert line.split('GOTO="')[1].split('"')[0] in labels
    assert not rule.stat().st_mode & stat.S_IXUSR


def test_an_entry_that_leads_where_nobody_may_look_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "aaa").symlink_to("/" + "x" * 300)
    (tmp_path / "usb-Cartouche_box").symlink_to("/dev/null")
    assert [port.name for port in ports([tmp_path])] == ["Cartouche box"]
