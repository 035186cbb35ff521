"""Pin maps: those of Cartouche are sound, and what an owner writes is checked whole, each fault with its remedy."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from companion.engine.text import T
from companion.language import Language
from hardware.device import KEYS, LAMPS
from hardware.pin_header import GPIOS, HEADER, I2C, ID_EEPROM, SPI, UART, header_pin
from hardware.profiles import FOLDER, MOST_PROFILES, profile, profiles, read

SAY = Language().say


def faults(text: str) -> list[str]:
    return [SAY(fault) for fault in read(text, "mine").faults]


def own(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / FOLDER / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_the_header_has_forty_pins_and_twenty_eight_gpios() -> None:
    assert len(HEADER) == 40
    assert tuple(range(28)) == GPIOS
    assert [HEADER.count(name) for name in ("3V3", "5V", "GND")] == [2, 2, 8]
    assert [header_pin(gpio) for gpio in (2, 4, 14, 17, 18, 7, 0, 26, 21)] == [3, 7, 8, 11, 12, 26, 27, 37, 40]
    with pytest.raises(KeyError):
        header_pin(28)


def test_the_standard_panel_has_every_button_and_lamp_and_a_buzzer() -> None:
    standard = profile("standard")
    assert standard.faults == ()
    assert standard.keys == (*KEYS, "turn")
    assert tuple(standard.lamps) == LAMPS
    assert standard.buzzer is not None
    assert len({part.pin for part in standard.parts}) == len(standard.parts) == 19


def test_the_standard_panel_borrows_no_more_pins_than_it_must() -> None:
    """17 pins are free of every bus; of the others it takes two of SPI, for buttons, and says so."""
    free = set(GPIOS) - {*ID_EEPROM, *I2C, *SPI, *UART}
    assert len(free) == 17
    used = {part.pin: part.kind for part in profile("standard").parts}
    assert free <= used.keys()
    assert {pin: used[pin] for pin in used.keys() - free} == {7: "button", 8: "button"}
    (note,) = profile("standard").notes
    assert SAY(note) == "GPIO 7, 8: also wanted by SPI. Leave SPI switched off, or choose other pins."


def test_the_small_panel_needs_nothing_switched_off() -> None:
    small = profile("small")
    assert (small.faults, small.notes) == ((), ())
    assert small.keys == ("seat1", "seat2", "confirm", "undo", "push", "turn")
    assert SAY(small.summary) == "4 buttons, 2 lamps, a knob"


def test_every_fault_is_named_at_once_with_its_remedy() -> None:
    assert faults("[buttons]\nseat9 = 4\nseat1 = 17\nseat2 = 17\nconfirm = 40\nundo = 1\n[lamps]\nmoon = 5\n") == [
        "There is no button “seat9”. Choose one of: seat1, seat2, seat3, seat4, seat5, seat6, confirm, undo, next.",
        "There is no lamp “moon”. Choose one of: seat1, seat2, seat3, seat4, seat5, seat6.",
        "GPIO 1 (Undo button) is kept for telling add-on boards apart. Choose one from 2 to 27.",
        "GPIO 17 is used more than once: button of seat 1, button of seat 2. Give each a pin of its own.",
        "GPIO 40 (Confirm button) is not on the 40-pin header. Choose one from 2 to 27.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[buttons]\nconfirm = 5\n[knob]\na = 5\nb = 6\n",
        "[buttons]\nconfirm = 5\n[lamps]\nseat1 = 5\n",
        "[knob]\na = 5\nb = 5\n",
        "[knob]\na = 4\nb = 6\npush = 5\n[buzzer]\npin = 5\n",
    ],
)
def test_a_pin_used_by_two_parts_is_refused_whatever_they_are(text: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith("GPIO 5 is used more than once: ")


@pytest.mark.parametrize(("pins", "bus"), [("3", "I2C"), ("9", "SPI"), ("15", "UART")])
def test_a_pin_of_a_bus_may_be_used_while_the_bus_is_off(pins: str, bus: str) -> None:
    found = read(f"[buttons]\nconfirm = {pins}\n", "mine")
    assert found.faults == ()
    assert [SAY(note) for note in found.notes] == [
        f"GPIO {pins}: also wanted by {bus}. Leave {bus} switched off, or choose other pins."
    ]


def test_a_buzzer_that_would_sound_while_the_machine_starts_is_told() -> None:
    text = "[buttons]\nconfirm = 4\n[buzzer]\npin = {pin}\nactive_low = {low}\n"
    (note,) = read(text.format(pin=21, low="true"), "mine").notes
    assert SAY(note) == (
        "GPIO 21 is low until Cartouche begins, and this buzzer sounds while it is low. Choose GPIO 4, 5 or 6."
    )
    assert read(text.format(pin=6, low="true"), "mine").notes == ()
    assert read(text.format(pin=21, low="false"), "mine").notes == ()


def test_a_button_that_pulls_down_cannot_lie_on_a_pin_the_board_pulls_up() -> None:
    text = "[buttons]\nconfirm = {pin}\n[lamps]\nseat1 = 3\n"
    assert faults('pull = "down"\n' + text.format(pin=2)) == [
        "GPIO 2 (Confirm button) is always pulled up by the board, and this panel pulls down. Choose another pin."
    ]
    assert faults('pull = "down"\n' + text.format(pin=4)) == []
    assert faults(text.format(pin=2)) == []


def test_a_panel_without_anything_to_press_is_refused() -> None:
    assert faults("[lamps]\nseat1 = 4\n") == ["It has neither a button nor a knob. Name at least one."]
    assert faults("[knob]\na = 4\nb = 5\n") == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[buttons]\nconfirm 4\n", "Line 2 can't be read from letter 9 on. Write for example: confirm = 24"),
        ("[buttons", "It can't be read to its end. Compare it with a panel that comes with Cartouche."),
        ("a = " + "[" * 9000, "It can't be read to its end. Compare it with a panel that comes with Cartouche."),
        ("a = " + "9" * 9000, "It can't be read to its end. Compare it with a panel that comes with Cartouche."),
        ("rgb = 4", "Something in it does not fit: there is no field “rgb” here; remove it."),
        ("[knob]\na = 4", "Something in it does not fit: the field “b” is missing; add it."),
        ("pull = 'left'", "Something in it does not fit: “pull” can't be “left”; choose another value."),
        (
            "[buzzer]\npin = true",
            "Something in it does not fit: “buzzer.pin” must be a whole number, not true or false.",
        ),
    ],
)
def test_a_file_that_cannot_be_understood_says_where(text: str, fault: str) -> None:
    assert faults(text) == [fault]


def test_the_owners_profiles_come_after_those_of_cartouche(tmp_path: Path) -> None:
    own(tmp_path, "oak-box.toml", 'name = "Oak box"\n[buttons]\nconfirm = 24\n')
    found = profiles(tmp_path)
    assert [one.id for one in found] == ["standard", "small", "oak-box"]
    assert SAY(found[2].title) == "Oak box"
    assert profile("oak-box", tmp_path) == found[2]
    assert not found[2].built_in


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("small.toml", "[buttons]\nconfirm = 4\n", "“small” is the name of a panel that comes with Cartouche."),
        ("My Box.toml", "[buttons]\nconfirm = 4\n", "Its file name may have small letters a to z"),
        ("latin.toml", b"# caf\xe9\n", "It is not text in UTF-8."),
        ("long.toml", "#" * 20_001, "It is larger than a pin map can be."),
    ],
)
def test_an_own_profile_that_cannot_be_used_is_listed_with_its_fault(
    tmp_path: Path, name: str, content: str | bytes, fault: str
) -> None:
    own(tmp_path, name, content)
    found = profiles(tmp_path)[-1]
    assert SAY(found.title) == name
    assert SAY(found.faults[0]).startswith(fault)


def test_an_own_profile_that_cannot_be_opened_is_listed_with_its_fault(tmp_path: Path) -> None:
    own(tmp_path, "a.toml", "[buttons]\nconfirm = 24\n")
    (tmp_path / FOLDER / "dir.toml").mkdir()
    (tmp_path / FOLDER / "loop.toml").symlink_to("loop.toml")
    os.mkfifo(tmp_path / FOLDER / "pipe.toml")
    (tmp_path / FOLDER / "zero.toml").symlink_to("/dev/zero")
    said = {one.id: SAY(one.faults[0]) for one in profiles(tmp_path)[3:]}
    none = "It is no ordinary file. Take it out of the folder."
    loop = "It can't be read (Too many levels of symbolic links). Put it right, or take it out."
    assert said == {"dir": none, "loop": loop, "pipe": none, "zero": none}
    assert SAY(profile("pipe", tmp_path).faults[0]) == none


@pytest.mark.parametrize("why", ["Too many levels of symbolic links", "Permission denied"])
def test_a_folder_nobody_may_look_into_keeps_nobody_from_the_other_panels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    if why == "Permission denied":
        own(tmp_path, "mine.toml", "[buttons]\nconfirm = 24\n")
        stat_of = Path.stat

        def closed(path: Path, **how: Any) -> os.stat_result:
            """What an ordinary user meets; root may look everywhere."""
            if path.is_relative_to(tmp_path / FOLDER):
                raise PermissionError(errno.EACCES, why, str(path))
            return stat_of(path, **how)

        monkeypatch.setattr(Path, "stat", closed)
        monkeypatch.setattr(Path, "iterdir", closed)
    else:
        (tmp_path / FOLDER).symlink_to(FOLDER)
    found = profiles(tmp_path)
    said = f"It can't be read ({why}). Put it right, or take it out."
    assert [one.id for one in found if not one.faults] == ["standard", "small"]
    assert (SAY(found[-1].title), SAY(found[-1].faults[0])) == ("profiles/", said)
    assert SAY(profile("mine", tmp_path).faults[0]) == said
    assert not profile("standard", tmp_path).faults


def test_more_profiles_than_are_read_are_counted(tmp_path: Path) -> None:
    for n in range(MOST_PROFILES + 3):
        own(tmp_path, f"p{n:03}.toml", "[buttons]\nconfirm = 24\n")
    found = profiles(tmp_path)
    assert len(found) == 2 + MOST_PROFILES + 1
    assert SAY(found[-1].title) == "3 more files"
    assert SAY(found[-1].faults[0]).startswith("At most 40 panels of your own are read.")


@pytest.mark.parametrize("name", ["a\\u0007b", "a\\u202Eb", "a\\u2028b", "a\\u001b[31m"])
def test_a_name_that_steers_the_writing_is_refused(tmp_path: Path, name: str) -> None:
    own(tmp_path, "odd.toml", f'name = "{name}"\n[buttons]\nconfirm = 24\n')
    (fault,) = profile("odd", tmp_path).faults
    assert SAY(fault) == "Its name has signs that nobody can read. Write it with letters, digits and blanks."


@pytest.mark.parametrize("name", ["gone", "../elsewhere", "", "x" * 300])
def test_a_profile_that_is_not_there_says_so(tmp_path: Path, name: str) -> None:
    own(tmp_path, "mine.toml", "[buttons]\nconfirm = 24\n")
    (tmp_path / "elsewhere.toml").write_text("[buttons]\nconfirm = 24\n")
    found = profile(name, tmp_path)
    assert SAY(found.faults[0]) == f"There is no panel “{name[:40]}”. Choose another in Devices."


def test_as_many_profiles_as_are_read_leave_none_over(tmp_path: Path) -> None:
    for n in range(MOST_PROFILES):
        own(tmp_path, f"p{n:02d}.toml", "[buttons]\nconfirm = 24\n")
    found = profiles(tmp_path)
    assert len(found) == 2 + MOST_PROFILES
    assert all(one.faults == () for one in found)


def test_a_knob_that_can_not_be_pushed_has_no_key_for_it() -> None:
    assert read("[buttons]\nconfirm = 24\n[knob]\na = 5\nb = 6\n", "mine").keys == ("confirm", "turn")


def test_a_file_saved_with_a_mark_of_its_encoding_is_read(tmp_path: Path) -> None:
    own(tmp_path, "mine.toml", b"\xef\xbb\xbf[buttons]\nconfirm = 24\n")
    assert profile("mine", tmp_path).faults == ()


def test_the_panels_of_cartouche_are_found_beside_the_owners_and_named_in_their_language(tmp_path: Path) -> None:
    found = profile("standard", tmp_path)
    assert (found.faults, found.built_in, found.title) == ((), True, T("Standard panel"))


def test_what_can_not_be_used_has_faults_and_no_notes() -> None:
    broken = read("[buttons]\nconfirm = 7\nundo = 7\n", "mine")
    assert len(broken.faults) == 1
    assert broken.notes == ()
