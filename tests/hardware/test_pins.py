"""Opening the pins: what is missing, forbidden or taken becomes one sentence with its remedy; the program runs on."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from companion.language import Language
from hardware import pins
from hardware.device import Pressed, Released, Signal
from hardware.panel import Panel
from hardware.pins import FACTORY, WORK_FOLDER, PinFault, open_pins
from hardware.profiles import profile, read
from tests.kit.fake_lgpio import FakeLgpio, installed

SAY = Language().say


@pytest.fixture(autouse=True)
def _plain_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.delenv(FACTORY, raising=False)
    monkeypatch.setenv(WORK_FOLDER, str(tmp_path))
    yield


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    """A /dev with a chip of pins."""
    (tmp_path / "gpiochip0").touch()
    return tmp_path


@pytest.fixture
def lgpio() -> Iterator[FakeLgpio]:
    module = FakeLgpio()
    with installed(module):
        yield module


def fault(dev: Path) -> tuple[str, bool]:
    with pytest.raises(PinFault) as raised:
        open_pins(dev)
    return SAY(raised.value.text), raised.value.absent


def test_a_machine_without_a_chip_has_no_pins(tmp_path: Path) -> None:
    assert fault(tmp_path) == ("This machine has no pins. Buttons in a box on USB work here.", True)


def test_a_chip_of_some_other_machine_is_left_alone(dev: Path) -> None:
    with installed(FakeLgpio(), revision=None):
        said = "This is no Raspberry Pi, so its pins are left alone. Buttons in a box on USB work here."
        assert fault(dev) == (said, True)


def test_who_may_not_use_the_pins_is_told_which_group_to_join(
    dev: Path, monkeypatch: pytest.MonkeyPatch, lgpio: FakeLgpio
) -> None:
    monkeypatch.setattr(pins.pwd, "getpwuid", lambda _: type("Entry", (), {"pw_name": "anna"}))
    said = "anna may not use the pins. Type “sudo usermod -aG gpio anna”, then start the machine anew."
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        assert fault(dev) == (said, False)
    lgpio.refuses_to_open = "no permission to access file"
    assert fault(dev) == (said, False)


@pytest.mark.parametrize("header", [0, 4, 11])
def test_the_chip_with_the_header_is_opened_whatever_number_it_has(
    dev: Path, lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch, header: int
) -> None:
    for number in (0, 4, 11):
        (dev / f"gpiochip{number}").touch()
    labels = {f"gpiochip{header}": "pinctrl-rp1"}
    monkeypatch.setattr(pins.gpio_chip, "label", lambda chip: labels.get(chip.name, "gpio-brcmstb@107d508500"))
    open_pins(dev).close()
    assert (lgpio.chip, lgpio.chips_open) == (header, 0)


def test_a_chip_named_like_the_header_does_not_make_a_raspberry_pi(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins.gpio_chip, "label", lambda _: "pinctrl-other")
    lgpio = FakeLgpio()
    with installed(lgpio, revision=None):
        assert fault(dev)[1]
    assert (lgpio.chip, lgpio.chips_open) == (0, 0), "opened, and let go"


def test_a_chip_that_cannot_be_opened_is_told_with_the_reason(dev: Path, lgpio: FakeLgpio) -> None:
    lgpio.refuses_to_open = "can not open gpiochip"
    assert fault(dev) == ("The pins can't be opened (can not open gpiochip). Start the machine anew.", False)


def test_without_lgpio_it_is_named_with_where_to_get_it(dev: Path) -> None:
    with installed(None):
        said = (
            "The package lgpio is missing, by which the pins are reached. "
            "Install Cartouche with “pi”, or the system's python3-lgpio."
        )
        assert fault(dev) == (said, False)


def test_the_empty_package_lgpio_is_known_for_what_it_is(dev: Path) -> None:
    with installed(ModuleType("lgpio")):
        said = "The package lgpio is empty. Remove it, and install version 0.2.2 or the system's python3-lgpio."
        assert fault(dev) == (said, False)


def test_a_pin_factory_that_does_not_exist_is_named(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FACTORY, "abacus")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    said = "GPIOZERO_PIN_FACTORY asks for “abacus”, which is not there. Remove the variable."
    assert fault(dev) == (said, False)


def test_a_pin_factory_that_does_not_work_here_is_named(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FACTORY, "rpigpio")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    monkeypatch.setitem(sys.modules, "RPi", None)
    assert fault(dev)[0].startswith("GPIOZERO_PIN_FACTORY asks for “rpigpio”, which does not work here (")


def test_the_mock_is_used_only_when_it_is_asked_for_and_is_called_simulated(
    dev: Path, monkeypatch: pytest.MonkeyPatch, lgpio: FakeLgpio
) -> None:
    real = open_pins(dev)
    assert not real.simulated
    real.close()
    monkeypatch.setenv(FACTORY, "mock")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    assert open_pins(dev).simulated


def test_nobody_is_frightened_by_warnings(dev: Path, lgpio: FakeLgpio) -> None:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        open_pins(dev).close()
        with installed(None):
            # Where lgpio fails, gpiozero by itself would try other libraries, and warn of each.
            assert fault(dev)[0].startswith("The package lgpio is missing")
    assert heard == []


def test_importing_lgpio_moves_neither_the_program_nor_its_pipes_into_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library changes into the folder it is given, and the whole process with it."""
    (tmp_path / "lgpio.py").write_text(
        "import os\nos.chdir(os.environ['LG_WD'])\nopen('.lgd-nfy0', 'w').close()\nSET_BIAS_DISABLE = 1\n"
    )
    (tmp_path / "gpiochip0").touch()
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.delenv(WORK_FOLDER)
    monkeypatch.syspath_prepend(str(tmp_path))
    with installed(None):
        del sys.modules["lgpio"]
        with pytest.raises((PinFault, AttributeError)):
            open_pins(tmp_path)
    assert Path.cwd() == here
    assert list(here.iterdir()) == []
    folder = Path(os.environ[WORK_FOLDER])
    assert (folder / ".lgd-nfy0").exists()
    assert folder.stat().st_mode & 0o077 == 0


def pipe_maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str = "") -> None:
    """An lgpio that only makes its pipe, as the library does when it is imported."""
    lines = "import os\nos.chdir(os.environ['LG_WD'])\nopen('.lgd-nfy0', 'w').close()\n"
    (tmp_path / "lgpio.py").write_text(first + lines)
    monkeypatch.syspath_prepend(str(tmp_path))


def test_a_working_folder_that_cannot_be_used_is_not_insisted_on(
    dev: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pipe_maker(tmp_path, monkeypatch)
    monkeypatch.setenv(WORK_FOLDER, str(tmp_path / "nowhere"))
    with installed(None):
        del sys.modules["lgpio"]
        assert fault(dev)[0].startswith("The package lgpio is empty."), "it was imported"
    assert Path(os.environ[WORK_FOLDER], ".lgd-nfy0").exists()


def test_pipes_that_cannot_be_made_are_a_fault_and_no_crash(
    dev: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pipe_maker(tmp_path, monkeypatch, "open('.lgd-nfy-78', 'rb')\n")
    with installed(None):
        del sys.modules["lgpio"]
        said, absent = fault(dev)
    assert said.startswith("The pins can't be opened (") and ".lgd-nfy-78" in said
    assert not absent


def test_the_folder_one_stands_in_may_be_gone(dev: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pipe_maker(tmp_path, monkeypatch)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    inode = here.stat().st_ino
    here.rmdir()
    with installed(None):
        del sys.modules["lgpio"]
        assert fault(dev)[0].startswith("The package lgpio is empty.")
    assert os.stat(".").st_ino == inode


def panel_on(dev: Path, chosen: str = "standard") -> tuple[Panel, list[Signal]]:
    signals: list[Signal] = []
    panel = Panel(profile(chosen), pins=lambda: open_pins(dev), own_thread=False)
    panel.start(signals.append)
    panel.work()
    return panel, signals


def test_a_panel_works_through_lgpio(dev: Path, lgpio: FakeLgpio) -> None:
    panel, signals = panel_on(dev)
    assert (panel.state, panel.fault, panel.simulated) == ("ready", None, False)
    assert SAY(panel.title) == "Button panel"
    lgpio.drive(4, False)
    assert [type(signal) for signal in signals[1:]] == [Pressed]
    panel.light({"seat1": "on"})
    panel.work()
    assert lgpio.levels[17]
    panel.close()
    assert not lgpio.levels[17]
    assert (lgpio.chips_open, lgpio.calls) == (0, {})


def test_a_pin_taken_by_another_program_is_named_with_its_part_and_who_has_it(
    dev: Path, lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    lgpio.busy = {7}
    panel, _ = panel_on(dev)
    assert panel.state == "lost"
    assert panel.fault is not None
    said = "GPIO 7 (Next button) is taken by another program. End that, or choose another pin."
    assert SAY(panel.fault) == said
    assert lgpio.chips_open == 0, "what was open before is let go"
    monkeypatch.setattr(pins.gpio_chip, "header_chip", lambda _: dev / "gpiochip0")
    monkeypatch.setattr(pins.gpio_chip, "holder", lambda chip, line: "spi0 CS1" if line == 7 else None)
    panel.try_again()
    panel.work()
    assert SAY(panel.fault) == said.replace("another program", "“spi0 CS1”", 1)
    lgpio.busy = set()
    panel.try_again()
    panel.work()
    assert panel.state == "ready"
    panel.close()


def test_a_pin_that_was_taken_can_be_had_while_its_error_is_still_told(dev: Path, lgpio: FakeLgpio) -> None:
    opened = open_pins(dev)
    part = profile("small").parts[0]
    lgpio.busy = {part.pin}
    with pytest.raises(PinFault) as raised:
        opened.contact(part, True, lambda _: None)
    lgpio.busy = set()
    assert raised.value.__cause__ is not None
    opened.contact(part, True, lambda _: None).close()
    opened.close()


def test_a_button_may_lie_on_a_pin_the_board_pulls_up(dev: Path, lgpio: FakeLgpio) -> None:
    chosen = read("[buttons]\nconfirm = 2\n", "mine")
    panel = Panel(chosen, pins=lambda: open_pins(dev), own_thread=False)
    panel.start(lambda _: None)
    panel.work()
    assert panel.state == "ready"
    panel.close()


def test_a_lamp_that_fails_while_playing_lets_go_of_everything_and_of_pressed_buttons(
    dev: Path, lgpio: FakeLgpio
) -> None:
    panel, signals = panel_on(dev)
    lgpio.drive(4, False)
    lgpio.broken = {17}
    panel.light({"seat1": "on"})
    panel.work()
    assert panel.state == "lost"
    assert panel.fault is not None
    assert SAY(panel.fault) == (
        "GPIO 17 (lamp of seat 1) does not work (bad GPIO read). Look at its wire, or choose another pin."
    )
    assert [type(signal).__name__ for signal in signals] == ["Changed", "Pressed", "Released", "Changed"]
    assert isinstance(signals[2], Released)
    assert lgpio.chips_open == 0
    lgpio.broken = set()
    panel.try_again()
    panel.work()
    assert panel.state == "ready"
    assert lgpio.levels[17], "what should be lit is lit again"
    panel.close()


def test_a_button_that_cannot_be_read_is_named(dev: Path, lgpio: FakeLgpio) -> None:
    lgpio.broken = {24}
    panel, _ = panel_on(dev)
    assert panel.fault is not None
    assert SAY(panel.fault).startswith("GPIO 24 (button of seat 5) does not work (bad GPIO read).")
    assert lgpio.chips_open == 0


def test_a_panel_that_stays_away_says_so_at_every_try(tmp_path: Path) -> None:
    panel, signals = panel_on(tmp_path)
    assert panel.state == "absent"
    assert len(signals) == 1
    panel.try_again()
    panel.work()
    assert panel.state == "absent"
    assert len(signals) == 3, "starting, and absent again"
    panel.close()
