"""What runs follows the settings and what is plugged in; what runs well is left alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.config import Settings
from companion.devices import Fleet, Wanted, WantedCamera, WantedPanel, WantedPort, decoded, make, wanted
from companion.engine.errors import InputError
from companion.language import Language
from hardware.camera import Camera
from hardware.device import Deliver, Device, DeviceState
from hardware.hub import Hub
from hardware.panel import Panel
from hardware.serial_link import SerialLink
from hardware.serial_ports import Port, port_of, simulated_folder
from tests.kit.pty_line import until

PICO = port_of(Path("/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e661-if00"))
SCANNER = port_of(Path("/dev/serial/by-id/usb-Acme_Barcode_Scanner_1-if00"))
CABLE = port_of(Path("/dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0"))
PRETENDED = port_of(Path("/run/user/1000/cartouche/simulated-box"))


class Fake(Device):
    """Notes what is done to it."""

    kind = "box"
    title = None  # type: ignore[assignment]
    state: DeviceState = "ready"  # type: ignore[misc]

    def __init__(self, one: Wanted) -> None:
        super().__init__(one.id)
        self.one = one
        self.done: list[str] = []

    def start(self, deliver: Deliver) -> None:
        self.done.append("start")

    def close(self) -> None:
        self.done.append("close")


class Table:
    """A fleet with fake devices, and a plug board."""

    def __init__(self, data: Path | None = None) -> None:
        self.made: list[Fake] = []
        self.plugged: list[Port] = []
        self.hub = Hub(lambda: None)
        self.fleet = Fleet(self.hub, data, ports=lambda: tuple(self.plugged), make=self._make)

    def _make(self, one: Wanted, data: Path | None) -> Fake:
        self.made.append(Fake(one))
        return self.made[-1]

    @property
    def running(self) -> list[str]:
        return [device.id for device in self.hub.devices]


def settings(**values: Any) -> Settings:
    return Settings(**values)


def test_nothing_runs_where_nothing_is_set_up_or_plugged_in() -> None:
    table = Table()
    assert not table.fleet.follow(settings())
    assert not table.fleet.look()
    assert table.made == []


def test_only_a_box_known_by_its_name_is_opened_without_being_named() -> None:
    assert wanted(settings(), (PICO, SCANNER, CABLE)) == (WantedPort(PICO.id, PICO.path, "box"),)


def test_a_named_port_is_opened_as_what_it_was_named_and_an_ignored_one_never() -> None:
    chosen = settings(ports={CABLE.id: "box", SCANNER.id: "reader", PICO.id: "ignored"})
    assert wanted(chosen, (PICO, SCANNER, CABLE)) == (
        WantedPort(SCANNER.id, SCANNER.path, "reader"),
        WantedPort(CABLE.id, CABLE.path, "box"),
    )


def test_a_named_port_is_waited_for_where_it_will_be_plugged_in() -> None:
    assert wanted(settings(ports={SCANNER.id: "reader", PRETENDED.id: "box"}), ()) == (
        WantedPort(PRETENDED.id, str(simulated_folder() / "simulated-box"), "box", simulated=True),
        WantedPort(SCANNER.id, SCANNER.path, "reader"),
    )


@pytest.mark.parametrize("port_id", ["serial:", "usb-thing", "serial:../../etc/passwd"])
def test_a_name_that_can_be_no_entry_is_passed_over(port_id: str) -> None:
    assert wanted(settings(ports={port_id: "box"}), ()) == ()


def test_the_chosen_panel_runs_first_and_brings_its_profile() -> None:
    first, second = wanted(settings(panel="small"), (PICO,))
    assert isinstance(first, WantedPanel)
    assert (first.profile.id, second.id) == ("small", PICO.id)


def test_what_is_plugged_in_later_is_found_by_the_next_look() -> None:
    table = Table()
    table.fleet.follow(settings())
    table.plugged = [PICO]
    assert table.fleet.look()
    assert table.running == [PICO.id]
    assert not table.fleet.look()
    assert [one.done for one in table.made] == [["start"]]


def test_an_unknown_port_is_listed_and_left_alone() -> None:
    table = Table()
    table.plugged = [CABLE]
    assert table.fleet.follow(settings())
    assert table.fleet.found == (CABLE,)
    assert table.running == []


def test_a_box_that_is_pulled_out_stays_the_same_device_until_it_is_back() -> None:
    """It knows up to which event it has listened; a new one would not."""
    table = Table()
    table.plugged = [PICO]
    table.fleet.follow(settings())
    table.plugged = []
    assert table.fleet.look()
    table.plugged = [PICO]
    table.fleet.look()
    assert [one.done for one in table.made] == [["start"]]
    assert table.running == [PICO.id]


def test_a_named_port_that_is_pulled_out_waits_where_it_was() -> None:
    elsewhere = Port(CABLE.id, "/tmp/ports/usb-FTDI_FT232R_A50285BI-if00-port0", "FTDI", "")
    table = Table()
    table.plugged = [elsewhere]
    table.fleet.follow(settings(ports={CABLE.id: "box"}))
    table.plugged = []
    table.fleet.look()
    assert [one.done for one in table.made] == [["start"]]
    table.plugged = [CABLE]
    table.fleet.look()
    assert [one.done for one in table.made] == [["start", "close"], ["start"]]


def test_a_port_that_is_named_otherwise_while_it_is_away_comes_back_as_that() -> None:
    table = Table()
    table.plugged = [CABLE]
    table.fleet.follow(settings(ports={CABLE.id: "box"}))
    table.plugged = []
    assert table.fleet.follow(settings(ports={CABLE.id: "reader"}))
    assert [one.one for one in table.made if "close" not in one.done] == [WantedPort(CABLE.id, CABLE.path, "reader")]


def test_a_box_that_is_ignored_while_it_is_away_is_waited_for_no_more() -> None:
    table = Table()
    table.plugged = [PICO]
    table.fleet.follow(settings())
    table.plugged = []
    assert table.fleet.follow(settings(ports={PICO.id: "ignored"}))
    assert table.running == []


def test_a_simulated_reader_runs_as_what_it_is_without_being_named() -> None:
    reader = port_of(Path("/run/user/1000/cartouche/simulated-reader"))
    assert wanted(settings(), (reader,)) == (WantedPort(reader.id, reader.path, "reader", simulated=True),)


def test_a_simulated_box_that_was_ended_is_gone() -> None:
    table = Table()
    table.plugged = [PRETENDED]
    table.fleet.follow(settings())
    assert table.running == [PRETENDED.id]
    table.plugged = []
    assert table.fleet.look()
    assert table.running == []
    assert table.made[0].done == ["start", "close"]


def test_a_change_of_other_settings_leaves_everything_running() -> None:
    table = Table()
    table.plugged = [PICO]
    table.fleet.follow(settings(panel="standard"))
    assert not table.fleet.follow(settings(panel="standard", text_size="large"))
    assert [one.done for one in table.made] == [["start"], ["start"]]


def test_another_panel_takes_the_place_of_the_one_before() -> None:
    table = Table()
    table.fleet.follow(settings(panel="standard"))
    assert table.fleet.follow(settings(panel="small"))
    assert [one.done for one in table.made] == [["start", "close"], ["start"]]
    assert table.fleet.follow(settings())
    assert table.running == []


def test_a_mended_own_profile_is_used_at_the_next_change(tmp_path: Path) -> None:
    path = tmp_path / "profiles" / "mine.toml"
    path.parent.mkdir()
    path.write_text("[buttons]\nconfirm = 99\n")
    table = Table(tmp_path)
    table.fleet.follow(settings(panel="mine"))
    assert isinstance(table.made[0].one, WantedPanel)
    assert table.made[0].one.profile.faults
    path.write_text("[buttons]\nconfirm = 24\n")
    assert not table.fleet.look()
    assert table.fleet.follow(settings(panel="mine"))
    assert isinstance(table.made[1].one, WantedPanel)
    assert not table.made[1].one.profile.faults


def test_what_is_ignored_from_now_on_is_closed() -> None:
    table = Table()
    table.plugged = [PICO]
    table.fleet.follow(settings())
    assert table.fleet.follow(settings(ports={PICO.id: "ignored"}))
    assert table.running == []
    assert table.made[0].done == ["start", "close"]


def test_the_named_camera_runs_last_and_another_one_takes_its_place() -> None:
    assert wanted(settings(panel="small", camera="folder:/srv"), (PICO,))[2:] == (WantedCamera("folder:/srv"),)
    table = Table()
    table.plugged = [PICO]
    assert table.fleet.follow(settings(camera="folder:/srv"))
    assert table.running == [PICO.id, "camera"]
    assert not table.fleet.look()
    table.plugged = []
    assert table.fleet.look()
    assert table.running == [PICO.id, "camera"]
    assert table.fleet.follow(settings(camera="v4l2:usb-Acme-video-index0"))
    assert [one.done for one in table.made] == [["start"], ["start", "close"], ["start"]]
    assert table.fleet.follow(settings())
    assert table.running == [PICO.id]


def test_a_wanted_camera_is_made_as_what_it_is_and_an_odd_name_says_so() -> None:
    camera = make(WantedCamera("folder:/srv/pictures"))
    assert isinstance(camera, Camera)
    assert (camera.spec, camera.simulated, camera.name) == ("folder:/srv/pictures", True, "pictures")
    odd = make(WantedCamera("webcam"))
    assert isinstance(odd, Camera)
    assert (odd.spec, odd.simulated) == ("webcam", False)


def test_the_files_of_a_camera_that_is_a_folder_are_checked_before_they_are_read() -> None:
    with pytest.raises(InputError):
        decoded(b"no picture")


def test_closing_closes_everything() -> None:
    table = Table()
    table.plugged = [PICO]
    table.fleet.follow(settings(panel="small"))
    table.fleet.close()
    assert table.running == []
    assert [one.done for one in table.made] == [["start", "close"], ["start", "close"]]


def test_real_devices_are_made_of_what_is_wanted(tmp_path: Path) -> None:
    panel, box, reader, pretended = (
        make(one, tmp_path)
        for one in wanted(settings(panel="gone", ports={SCANNER.id: "reader"}), (PICO, SCANNER, PRETENDED))
    )
    assert isinstance(panel, Panel)
    assert [type(one) for one in (box, reader, pretended)] == [SerialLink] * 3
    assert sorted((one.kind, one.simulated) for one in (box, reader, pretended)) == [
        ("box", False),
        ("box", True),
        ("reader", False),
    ]
    assert Language().say(panel.profile.faults[0]) == "There is no panel “gone”. Choose another in Devices."


def test_a_panel_that_is_tried_again_reads_the_owners_pin_map_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    mine = tmp_path / "profiles" / "mine.toml"
    mine.parent.mkdir()
    mine.write_text("[buttons]\nseat1 = 99\n", "utf-8")
    (panel,) = (make(one, tmp_path) for one in wanted(settings(panel="mine"), (), tmp_path))
    assert isinstance(panel, Panel) and panel.profile.faults
    panel.start(lambda _: None)
    try:
        until(lambda: panel.state == "lost")
        mine.write_text("[buttons]\nseat1 = 17\n", "utf-8")
        panel.try_again()
        until(lambda: panel.state == "ready")
        assert panel.profile.buttons == {"seat1": 17}
    finally:
        panel.close()
