"""What the doctor says of service, running app, board and screen; and that its table of ids is whole."""

from __future__ import annotations

import ast
import os
import re
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from companion import doctor, doctor_board, doctor_devices, doctor_running, doctor_screen, doctor_service
from companion.config import Settings
from companion.doctor_systemd import Ask
from companion.running import Found, look_for
from companion.signs import Sign
from hardware.profiles import profile
from tests.kit.doctor_shots import ILL, NOW, RUNS, SICK, WELL, Told, board, systemctl, unit

ROOT = Path(__file__).resolve().parents[1]


def verdicts(signs: Iterable[Sign]) -> dict[str, str]:
    return {sign.id: sign.verdict for sign in signs}


def only(signs: Iterable[Sign]) -> Sign:
    (sign,) = signs
    return sign


# systemd


def test_systemd_is_asked_once_for_all_units(tmp_path: Path) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], **how: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        assert how["timeout"] == 5.0
        kiosk = "Id=cartouche.service\nActiveState=active\nStatusText=a=b\n"
        safe = "Id=cartouche-safe.service\nActiveState=inactive\n"
        out = f"{kiosk}\n{safe}"
        return subprocess.CompletedProcess(command, 0, out, "")

    units = Ask(run, tmp_path).units()
    assert units is not None
    assert units["cartouche.service"] == {"Id": "cartouche.service", "ActiveState": "active", "StatusText": "a=b"}
    assert units["cartouche-safe.service"]["ActiveState"] == "inactive"
    assert [command[:2] for command in asked] == [["systemctl", "show"]]


def test_without_an_answer_of_systemd_nothing_is_claimed(tmp_path: Path) -> None:
    def late(command: object, **_: object) -> subprocess.CompletedProcess[str]:
        raise subprocess.TimeoutExpired("systemctl", 5.0)

    def missing(command: object, **_: object) -> subprocess.CompletedProcess[str]:
        raise FileNotFoundError("systemctl")

    for ask in (
        Ask(late, tmp_path),
        Ask(missing, tmp_path),
        Ask(systemctl("", 1), tmp_path),
        Ask(late, tmp_path / "no"),
    ):
        assert ask.units() is None and ask.clock() is None
    assert only(doctor_service.service(None)).text.message.startswith("No systemd answers here")
    assert [*doctor_service.enabled(None), *doctor_service.nightly(None)] == []


def test_a_service_that_is_well_is_told_so() -> None:
    signs = [*doctor_service.service(WELL), *doctor_service.enabled(WELL), *doctor_service.nightly(WELL)]
    assert verdicts(signs) == dict.fromkeys(("service", "restarts", "watchdog", "enabled", "nightly"), "ok")


def test_a_service_that_failed_is_a_fault_with_the_commands_that_help() -> None:
    signs = [*doctor_service.service(ILL), *doctor_service.enabled(ILL), *doctor_service.nightly(ILL)]
    assert verdicts(signs) == {
        "safe-mode": "attention",
        "service": "fault",
        "restarts": "attention",
        "watchdog": "ok",
        "enabled": "attention",
        "nightly": "attention",
    }
    failed = next(sign for sign in signs if sign.id == "service")
    assert failed.text.params["result"] == "start-limit-hit" and failed.remedy is not None
    assert "reset-failed" in str(failed.remedy.params["start"]), "after the limit, a start alone is refused"
    assert all(sign.remedy is not None for sign in signs if sign.verdict != "ok")


@pytest.mark.parametrize(
    ("properties", "said"),
    [
        ({"LoadState": "not-found"}, {"service": "ok"}),
        ({"ActiveState": "inactive"}, {"service": "attention"}),
        ({"ActiveState": "activating", "SubState": "auto-restart", "NRestarts": "2"},
         {"service": "attention", "restarts": "attention", "watchdog": "ok"}),
        ({"WatchdogUSec": "infinity"}, {"service": "ok", "restarts": "ok", "watchdog": "attention"}),
        ({"LoadState": "bad-setting", "ActiveState": "inactive"}, {"service": "fault"}),
    ],
)  # fmt: skip
def test_every_state_of_the_service_is_told_apart(properties: dict[str, str], said: dict[str, str]) -> None:
    assert verdicts(doctor_service.service({"cartouche.service": unit(**properties)})) == said


def test_versions_are_read_from_the_links_of_the_installer(tmp_path: Path) -> None:
    assert only(doctor_service.versions(tmp_path)).text.message.startswith(
        "Cartouche is not installed by its installer"
    )
    opt = tmp_path / "opt" / "cartouche"
    for name in ("1.0", "1.1"):
        (opt / "versions" / name / "venv").mkdir(parents=True)
    (opt / "current").symlink_to("versions/1.1")
    program = opt / "versions" / "1.1" / "venv"
    alone = only(doctor_service.versions(program))
    assert alone.text.params == {"present": "1.1"}
    (opt / "previous").symlink_to("versions/1.1")
    assert "There is none before it." in only(doctor_service.versions(program)).text.message
    (opt / "previous").unlink()
    (opt / "previous").symlink_to("versions/1.0")
    both = only(doctor_service.versions(program))
    assert both.text.params == {"present": "1.1", "before": "1.0"}
    (opt / "trial").write_text("1.0\n", "utf-8")
    (opt / "returned").write_text("1.2\n1.1\n2026-03-09T18:00:00Z\n", "utf-8")
    signs = {sign.id: sign for sign in doctor_service.versions(program)}
    assert signs["trial"].verdict == "ok"
    assert signs["returned"].verdict == "attention"
    assert signs["returned"].text.params == {"failed": "1.2", "before": "1.1", "date": "2026-03-09"}
    new = only([s for s in doctor_service.versions(opt / "versions" / "1.0" / "venv") if s.id == "versions"])
    assert new.text.params == {"ours": "1.0", "present": "1.1"}


# the app that runs


def test_the_facts_of_a_running_cartouche_are_read_as_it_writes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{tmp_path}:/elsewhere")
    assert look_for().why == "none"
    written = {
        "facts": 1, "pid": os.getpid(), "version": "1.4.0", "driver": "kmsdrm", "renderer": "V3D 7.1",
        "watchdog_s": 30.0, "ready": "2026-03-09T17:00:00Z", "size": [800, 480], "providers": ["sdl"],
        "touch_devices": ["ft5x06"], "twins": 0,
        "screen": "home", "held_back": None, "last_pulse": "2026-03-09T18:00:00Z",
    }  # fmt: skip
    facts = tmp_path / "facts.json"
    facts.write_bytes(msgspec.json.encode(written))
    known = look_for().running
    assert known is not None and (known.driver, known.size) == ("kmsdrm", (800, 480))
    assert known.last_pulse == datetime(2026, 3, 9, 18, tzinfo=UTC)
    # The app that asks about itself knows better than a file of another one.
    signs = doctor.examine(tmp_path, tmp_path / "journal.db", running=RUNS, ask=Ask(runs=tmp_path / "nowhere"))
    assert next(sign for sign in signs if sign.id == "driver").text.params["height"] == RUNS.size[1]
    gone = subprocess.Popen(["true"])
    gone.wait()
    facts.write_bytes(msgspec.json.encode({**written, "pid": gone.pid}))
    assert look_for() == Found(why="left")
    facts.write_bytes(b'{"pid": "none"')
    assert look_for() == Found(why="garbled")
    monkeypatch.setattr(Path, "read_bytes", lambda _: (_ for _ in ()).throw(PermissionError(13, "no")))
    assert look_for() == Found(why="shut")


@pytest.mark.parametrize(("why", "verdict"), [("none", "ok"), ("left", "ok"), ("shut", "ok"), ("garbled", "attention")])
def test_where_no_cartouche_runs_nothing_is_claimed_of_driver_and_touch(why: str, verdict: str) -> None:
    known = Found(why=why)
    assert only(doctor_running.alive(known)).verdict == verdict
    assert only(doctor_running.picture(known)).text.message.endswith("known only while Cartouche runs.")
    assert list(doctor_running.touches(known)) == []


def test_a_running_cartouche_says_driver_size_and_one_way_of_touches() -> None:
    known = Found(RUNS)
    signs = [*doctor_running.alive(known, NOW), *doctor_running.picture(known), *doctor_running.touches(known)]
    assert set(verdicts(signs).values()) == {"ok"}
    said = {sign.id: sign.text.params for sign in signs}
    assert said["driver"] == {"driver": "kmsdrm", "width": 1280, "height": 720}
    assert said["touch-ways"] == {"name": "sdl"}
    assert said["touch-twins"]["n"] == 3


def test_what_is_not_as_it_should_be_with_a_running_cartouche_is_told() -> None:
    known = Found(SICK)
    signs = [*doctor_running.alive(known, NOW), *doctor_running.picture(known), *doctor_running.touches(known)]
    due = {sign.id for sign in signs if sign.verdict != "ok"}
    assert due == {"running", "renderer", "touch-ways"}
    off = msgspec.structs.replace(RUNS, driver="offscreen")
    assert verdicts(doctor_running.picture(Found(off)))["driver"] == "attention"
    for seconds, verdict in ((60, "ok"), (61, "attention")):
        at = RUNS.last_pulse + timedelta(seconds=seconds)  # type: ignore[operator]
        assert only(doctor_running.alive(Found(RUNS), at)).verdict == verdict


# the board


def test_the_power_supply_is_judged_by_what_the_kernel_says(tmp_path: Path) -> None:
    assert "does not tell" in only(doctor_board.supply(tmp_path)).text.message
    word = tmp_path / "devices/platform/soc/soc:firmware/get_throttled"
    word.parent.mkdir(parents=True)
    for bits, verdict, said in (("0", "ok", "was strong"), ("50000", "attention", "was too weak"),
                                ("50005", "attention", "just now"), ("8", "ok", "was strong")):  # fmt: skip
        word.write_text(bits + "\n", "ascii")
        sign = only(doctor_board.supply(tmp_path))
        assert (sign.verdict, said in sign.text.message) == (verdict, True), bits
    for alarm, verdict in (("0", "ok"), ("1", "attention")):
        assert only(doctor_board.supply(board(tmp_path, alarm))).verdict == verdict


def test_a_hot_processor_is_told(tmp_path: Path) -> None:
    assert list(doctor_board.heat(tmp_path)) == []
    for milli, degrees, verdict in ((79_400, 79, "ok"), (80_000, 80, "attention")):
        sign = only(doctor_board.heat(board(tmp_path, temperature=milli)))
        assert (sign.text.params["n"], sign.verdict) == (degrees, verdict)


def test_a_clock_nobody_set_is_told_where_it_stands_still_without_power(tmp_path: Path) -> None:
    def said(synchronised: str | None) -> str:
        clock = None if synchronised is None else {"NTPSynchronized": synchronised}
        return only(doctor_board.clock(Told(None, clock), tmp_path)).verdict

    assert (said("yes"), said("no"), said(None)) == ("ok", "attention", "ok")
    (tmp_path / "class/rtc/rtc0").mkdir(parents=True)
    assert said("no") == "ok"
    slow = only(doctor_board.clock(Told(None, {"NTPSynchronized": "yes"}), tmp_path, now=1_000_000_000.0))
    assert slow.verdict == "attention"


# the screen


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a desktop, whose /sys and /dev are empty."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(doctor_screen, "SYS", tmp_path / "sys")
    monkeypatch.setattr(doctor_screen, "DEV", tmp_path / "dev")
    return tmp_path


def test_a_display_is_told_by_what_the_kernel_finds_connected(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert only(doctor_screen.display()).verdict == "attention"
    (bare / "dev/dri").mkdir(parents=True)
    (bare / "dev/dri/card0").touch()
    assert "does not say what is connected" in only(doctor_screen.display()).text.message
    for port, state in (("card1-DSI-1", "disconnected"), ("card1-HDMI-A-1", "disconnected")):
        (bare / "sys/class/drm" / port).mkdir(parents=True)
        (bare / "sys/class/drm" / port / "status").write_text(state + "\n", "ascii")
    assert only(doctor_screen.display()).verdict == "attention"
    (bare / "sys/class/drm/card1-DSI-1/status").write_text("connected\n", "ascii")
    assert only(doctor_screen.display()).text.params == {"names": ("DSI-1",)}
    monkeypatch.setenv("DISPLAY", ":0")
    assert only(doctor_screen.display()).text.message == "A desktop is running."


def test_touch_and_backlight_are_told_with_their_names(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts(doctor_screen.screen()) == {"display": "attention", "touch": "attention", "backlight": "ok"}
    (bare / "sys/class/input/event1/device").mkdir(parents=True)
    (bare / "sys/class/input/event1/device/name").write_text("10-0038 generic ft5x06 (79)\n", "utf-8")
    (bare / "sys/class/backlight/10-0045").mkdir(parents=True)
    (bare / "sys/class/backlight/10-0045/brightness").write_text("31\n", "ascii")
    signs = {sign.id: sign for sign in doctor_screen.screen()}
    assert signs["touch"].text.params == {"names": ("10-0038 generic ft5x06 (79)",)}
    assert signs["backlight"].text.params == {"names": ("10-0045",)}
    monkeypatch.setattr(doctor_screen.os, "access", lambda *_: False)
    shut = only(doctor_screen.backlight())
    assert shut.verdict == "attention" and shut.remedy is not None


def test_pins_that_a_running_cartouche_holds_call_for_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_devices.gpio_chip, "chips", lambda *_: [tmp_path])
    monkeypatch.setattr(doctor_devices.gpio_chip, "header_chip", lambda _: tmp_path)
    chosen = profile("small", tmp_path)
    holders = ["lg", *["lg"] * (len(chosen.parts) - 2), "spi0 CS0"]
    for runs, due in ((True, 1), (False, len(chosen.parts))):
        rest = iter(holders)
        monkeypatch.setattr(doctor_devices.gpio_chip, "holder", lambda *_, rest=rest: next(rest))
        signs = list(doctor_devices.held_pins(chosen, runs))
        assert sum(sign.verdict == "attention" for sign in signs) == due
        assert runs == any(sign.text.message.startswith("{n} pin is held by lgpio") for sign in signs)
    assert len(doctor_devices.looks(Settings(), tmp_path)) == 6


# the ids


def told_in_code() -> set[str]:
    """The ids of all signs that the doctor can make."""
    found: set[str] = set()
    for file in sorted((ROOT / "companion").glob("doctor*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sign":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found | set(doctor.PACKAGES) | {f"group-{group}" for group in doctor_devices.NODES}


def test_every_id_stands_in_the_table_of_ids_and_no_other() -> None:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| `?([a-z]+)`? \|", (ROOT / "docs/doctor.md").read_text("utf-8"), re.M)
    assert {name for name, _ in rows} == told_in_code()
    assert len({name for name, _ in rows}) == len(rows), "each stands there once"
    assert {area for _, area in rows} == {*doctor.AREAS, "any"}
