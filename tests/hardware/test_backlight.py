"""The backlight against a folder that imitates the kernel's."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.backlight import Backlight


@pytest.fixture
def light(tmp_path: Path) -> Path:
    """A backlight of 31 steps, at 20."""
    folder = tmp_path / "11-0045"
    folder.mkdir()
    (folder / "max_brightness").write_text("31\n")
    (folder / "brightness").write_text("20\n")
    return folder


def brightness(folder: Path) -> int:
    return int((folder / "brightness").read_text())


def test_no_backlight_is_a_state_not_an_error(tmp_path: Path) -> None:
    for root in (tmp_path, tmp_path / "nowhere"):
        found = Backlight.find(root)
        assert (found.state, found.name, found.set(1.0), found.dim(True)) == ("absent", "", False, False)


def test_the_first_entry_is_taken_and_finding_it_changes_nothing(tmp_path: Path, light: Path) -> None:
    (tmp_path / "zz-later").mkdir()
    found = Backlight.find(tmp_path)
    assert (found.state, found.name, brightness(light)) == ("ready", "11-0045", 20)


@pytest.mark.parametrize(("share", "value"), [(1.0, 31), (0.5, 16), (0.1, 3), (0.0, 1), (-3, 1), (7, 31)])
def test_brightness_is_a_share_of_the_panels_own_maximum_and_never_dark(
    tmp_path: Path, light: Path, share: float, value: int
) -> None:
    assert Backlight.find(tmp_path).set(share)
    assert brightness(light) == value


def test_waking_returns_to_the_brightness_found(tmp_path: Path, light: Path) -> None:
    found = Backlight.find(tmp_path)
    assert found.dim(True)
    assert brightness(light) == 3
    assert found.dim(False)
    assert brightness(light) == 20


@pytest.mark.parametrize("most", [31, 255, 5])
def test_a_screen_left_dimmed_by_an_earlier_run_is_bright_at_once(tmp_path: Path, light: Path, most: int) -> None:
    (light / "max_brightness").write_text(f"{most}\n")
    (light / "brightness").write_text(f"{most}\n")
    assert Backlight.find(tmp_path).dim(True)
    assert brightness(light) < most / 4
    found = Backlight.find(tmp_path)
    assert brightness(light) == most
    found.dim(True)
    found.dim(False)
    assert brightness(light) == most


def test_a_backlight_that_may_not_be_written_is_absent(tmp_path: Path, light: Path) -> None:
    (light / "brightness").unlink()
    (light / "brightness").mkdir()
    assert Backlight.find(tmp_path).state == "absent"


def test_a_backlight_with_no_sense_is_absent(tmp_path: Path, light: Path) -> None:
    (light / "max_brightness").write_text("none\n")
    assert Backlight.find(tmp_path).state == "absent"


def test_a_backlight_that_goes_and_comes_back_is_lost_in_between(tmp_path: Path, light: Path) -> None:
    found = Backlight.find(tmp_path)
    light.rename(tmp_path / "gone")
    assert (found.set(0.5), found.state) == (False, "lost")
    (tmp_path / "gone").rename(light)
    assert (found.set(0.5), found.state) == (True, "ready")


def test_dark_switches_it_off_and_light_switches_it_on_again(light: Path) -> None:
    (light / "bl_power").write_text("0\n")
    panel = Backlight(light)
    assert panel.dark(True)
    assert ((light / "bl_power").read_text(), (light / "brightness").read_text()) == ("4\n", "20\n")
    assert panel.dim(False)
    assert ((light / "bl_power").read_text(), (light / "brightness").read_text()) == ("0\n", "20\n")


def test_dark_is_no_brightness_where_the_kernel_has_no_switch(light: Path) -> None:
    panel = Backlight(light)
    (light / "bl_power").mkdir()
    assert panel.dark(True)
    assert (light / "brightness").read_text() == "0\n"
    panel.dark(False)
    assert (light / "brightness").read_text() == "20\n"


def test_what_an_earlier_run_left_dark_is_lit_at_the_start(light: Path) -> None:
    (light / "bl_power").write_text("4\n")
    Backlight(light)
    assert (light / "bl_power").read_text() == "0\n"


def test_the_chosen_brightness_is_the_one_it_returns_to(light: Path) -> None:
    panel = Backlight(light)
    assert panel.choose(0.5)
    panel.dim(True)
    panel.dim(False)
    assert (light / "brightness").read_text() == "16\n"
    panel.choose(0)
    assert (light / "brightness").read_text() == "3\n", "never quite dark"
    assert not Backlight(None).dark(True)
