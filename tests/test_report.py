"""The report for whoever helps: what is in it, and where it goes."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from companion import report
from companion.config import Settings
from companion.engine.errors import InputError
from companion.engine.text import T
from companion.language import Language
from companion.signs import Sign
from tests.kit.spare_device import SpareDevice


def test_a_report_names_every_device_and_its_fault(tmp_path: Path) -> None:
    device = SpareDevice()
    device.stands, device.wrong = "lost", T("The cable is loose. Plug it in again.")
    device.garbled = 2
    lines = report.lines(
        Language(), Settings(panel="standard", names=("Anna",)), tmp_path, [device], datetime(2026, 1, 2)
    )
    text = "\n".join(lines)
    assert "Button panel (panel): lost" in text and "The cable is loose. Plug it in again." in text
    assert "2 lines arrived cut or garbled." in text
    assert lines[0].endswith("2026-01-02 00:00")
    assert "Anna" not in text


def test_a_report_says_how_a_device_stands_in_the_language_of_the_table(tmp_path: Path) -> None:
    device = SpareDevice()
    device.stands = "lost"
    lines = report.lines(Language("hu"), Settings(), tmp_path, [device], datetime(2026, 1, 2))
    assert any(line.endswith("(panel): megszakadt") for line in lines)


def test_a_report_goes_onto_a_stick_else_into_the_data_folder(tmp_path: Path) -> None:
    stick, data = tmp_path / "stick", tmp_path / "data"
    stick.mkdir()
    at = datetime(2026, 1, 2, 3, 4, 5)
    path = report.write(Language(), Settings(), data, [], (stick,), at)
    assert path == stick / "cartouche-report-20260102-030405.txt"
    full = tmp_path / "file"
    full.write_text("", "utf-8")
    assert report.write(Language(), Settings(), data, [], (full / "gone",), at).parent == data


def test_a_report_says_what_to_do_what_is_waited_for_and_what_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signs = [Sign("one", "ok", T("All is well.")), Sign("two", "fault", T("Something is wrong."), T("Mend it."))]
    monkeypatch.setattr(report, "examine", lambda *_: signs)
    device = SpareDevice()
    device.waits = T("looked for again in 4 s")
    settings = Settings(ports={"serial:usb-one": "reader"}, sound="night", quiet=(22, 7), camera="v4l2:eye")
    text = report.lines(Language(), settings, tmp_path, [device], datetime(2026, 1, 2))
    assert text[2:5] == ["+ All is well.", "x Something is wrong.", "    Mend it."]
    assert "    looked for again in 4 s" in text
    assert "- none" not in text
    assert not [line for line in text if "garbled" in line]
    assert text[-4:] == ["panel: –", "camera: v4l2:eye", "serial:usb-one: reader", "sound: night, quiet: 22-7"]
    assert "- none" in report.lines(Language(), settings, tmp_path, [], datetime(2026, 1, 2))


def test_a_report_that_finds_no_room_says_why(tmp_path: Path) -> None:
    full = tmp_path / "file"
    full.write_text("", "utf-8")
    with pytest.raises(InputError) as caught:
        report.write(Language(), Settings(), full / "data", [], ())
    assert caught.value.text.params == {"detail": "Not a directory"}
