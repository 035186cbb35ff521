"""The units: what systemd itself says of them, what they promise to people, and why each hole in the sandbox is."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from ipaddress import ip_network
from pathlib import Path

import pytest

from tests.kit.tree import ROOT, kept_files

UNITS = sorted(path for path in kept_files("systemd") if path.suffix in {".service", ".timer"})
SERVICES = [path for path in UNITS if path.suffix == ".service"]
KIOSKS = ("cartouche.service", "cartouche-x11.service")
SWITCHING = {"cartouche-back.service", "cartouche-confirm.service", "cartouche-return.service"}
BY_ROOT = SWITCHING | {"cartouche-stick@.service"}
PROGRAM = "/opt/cartouche/current"
OUR_COMMAND = re.compile(rf"{PROGRAM}/(?:deploy/[a-z0-9-]+\.sh|venv/bin/cartouche)")

analyze = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


def unit(name: str) -> dict[str, list[str]]:
    """The lines of a unit by "Section.Key", each with all its values in their order."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in (ROOT / "systemd" / name).read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(f"{section}.{key}", []).append(value)
    return found


def seconds(name: str, key: str) -> int:
    """A time of a service, given in whole seconds."""
    (value,) = unit(name)[f"Service.{key}"]
    return int(value)


def verify(folder: Path) -> str:
    """All that `systemd-analyze verify` says about the units in a folder; its exit code says nothing of wrong keys."""
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(folder.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units as they lie on a machine, where the commands they name exist."""
    folder = tmp_path / "units"
    folder.mkdir()
    for path in UNITS:
        (folder / path.name).write_text(path.read_text("utf-8").replace(PROGRAM, str(tmp_path / "current")), "utf-8")
    for script in [*(ROOT / "deploy").glob("*.sh"), Path("cartouche")]:
        place = tmp_path / "current" / ("deploy" if script.suffix else "venv/bin")
        place.mkdir(parents=True, exist_ok=True)
        (place / script.name).write_text("#!/bin/sh\n")
        (place / script.name).chmod(0o755)
    return folder


@analyze
def test_systemd_has_nothing_to_say_about_the_units(installed: Path) -> None:
    assert verify(installed) == ""


@analyze
@pytest.mark.parametrize(
    ("line", "wrong"),
    [("Restart=on-failure", "Restart=sometimes"), ("WatchdogSec=30", "WatchDogSec=30"), ("cartouche\n", "cartoche\n")],
)
def test_a_wrong_line_would_be_told(installed: Path, line: str, wrong: str) -> None:
    path = installed / "cartouche.service"
    path.write_text(path.read_text("utf-8").replace(line, wrong), "utf-8")
    assert verify(installed) != ""


@analyze
@pytest.mark.parametrize("name", [path.name for path in SERVICES])
def test_the_exposure_stays_low(name: str) -> None:
    """3.0 is the most for what runs as the kiosk's user; what has to be root is kept to what it does."""
    most = "30" if name in SWITCHING else "40" if "@" in name else "15"
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", f"--threshold={most}"]
    done = subprocess.run([*command, str(ROOT / "systemd" / name)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout.splitlines()[-1:]


@analyze
@pytest.mark.parametrize("name", KIOSKS)
def test_every_exposure_that_is_left_has_a_reason(name: str) -> None:
    path = ROOT / "systemd" / name
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", "--json=short", str(path)]
    table = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    reasons = " ".join(line for line in path.read_text("utf-8").splitlines() if line.startswith("#"))
    # "RestrictAddressFamilies=~AF_UNIX" is about AF_UNIX, "RootDirectory=/RootImage=" about RootDirectory.
    left = {re.sub(r"^.*~|=.*$", "", row["name"]) for row in table if float(row["exposure"] or 0) > 0}
    assert left
    assert {word for word in left if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", reasons)} == set()


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_every_command_is_one_that_gets_installed(path: Path) -> None:
    keys = [key for key in unit(path.name) if key.startswith("Service.Exec")]
    commands = [value for key in keys for value in unit(path.name)[key]]
    ours = [found for value in commands for found in OUR_COMMAND.findall(value)]
    assert ours
    for command in ours:
        if command.startswith(f"{PROGRAM}/deploy/"):
            script = ROOT / command.removeprefix(f"{PROGRAM}/")
            assert script.is_file(), command
            assert script.stat().st_mode & 0o111, f"{command} can't be run"
    rest = [word for value in commands for word in OUR_COMMAND.sub("", value).split() if "cartouche" in word]
    assert all((ROOT / "systemd" / word).is_file() for word in rest), rest


def test_no_user_and_no_display_is_taken_for_granted() -> None:
    for path in UNITS:
        text = path.read_text("utf-8")
        assert "DISPLAY=" not in text, path.name
        assert "/home" not in text, path.name
        assert not re.search(r"\bpi\b", text), path.name
        users = unit(path.name).get("Service.User", [])
        if path.suffix == ".service":
            assert users == ([] if path.name in BY_ROOT else ["cartouche"]), path.name


@pytest.mark.parametrize("name", KIOSKS)
def test_the_kiosk_is_watched_started_again_and_given_up_for_a_plain_screen(name: str) -> None:
    kiosk = unit(name)
    assert kiosk["Service.Type"] == ["notify"]
    assert kiosk["Service.NotifyAccess"] == ["main"]
    assert kiosk["Service.Restart"] == ["on-failure"]
    assert kiosk["Unit.OnFailure"] == ["cartouche-return.service"]
    assert seconds(name, "WatchdogSec") == 30
    assert seconds(name, "TimeoutStopSec") <= 5
    # Even when each start takes all the time it may, and then hangs until the watchdog ends it, the limit is reached.
    longest = sum(seconds(name, key) for key in ("TimeoutStartSec", "WatchdogSec", "TimeoutAbortSec", "RestartSec"))
    (burst,), (interval,) = kiosk["Unit.StartLimitBurst"], kiosk["Unit.StartLimitIntervalSec"]
    assert int(burst) * longest < int(interval)


def test_after_a_failed_return_safe_mode_comes() -> None:
    assert unit("cartouche-return.service")["Unit.OnFailure"] == ["cartouche-safe.service"]
    for name in KIOSKS:
        assert "cartouche-safe.service" in unit(name)["Unit.Conflicts"][0].split()
    safe = unit("cartouche-safe.service")
    assert safe["Service.Restart"] == ["no"]
    assert "Unit.OnFailure" not in safe


def test_what_starts_by_itself_is_the_kiosk_its_nightly_copy_and_a_trial_that_was_cut_short() -> None:
    wanted = {path.name: unit(path.name).get("Install.WantedBy") for path in UNITS}
    assert {name: value for name, value in wanted.items() if value} == {
        "cartouche.service": ["multi-user.target"],
        "cartouche-confirm.service": ["multi-user.target"],
        "cartouche-x11.service": ["multi-user.target"],
        "cartouche-backup.timer": ["timers.target"],
    }


def test_the_two_kiosks_differ_in_what_x_needs_and_in_nothing_else() -> None:
    plain, on_x = unit(KIOSKS[0]), unit(KIOSKS[1])
    assert {key for key in plain.keys() | on_x.keys() if plain.get(key) != on_x.get(key)} == {
        "Unit.Description",
        "Service.ExecStartPre",
        "Service.ExecStart",
        "Service.KillMode",
        "Service.ExecStopPost",
        "Service.Environment",
        "Service.DeviceAllow",
        "Service.SystemCallFilter",
    }
    assert on_x["Service.Environment"] == [
        line.replace("SDL_VIDEODRIVER=kmsdrm", "SDL_VIDEODRIVER=x11") for line in plain["Service.Environment"]
    ]


@pytest.mark.parametrize("name", [*KIOSKS, "cartouche-safe.service"])
def test_a_display_that_does_not_open_is_an_error_and_no_black_panel(name: str) -> None:
    words = " ".join(unit(name)["Service.Environment"]).split()
    assert {"CARTOUCHE_KIOSK=1", "KIVY_WINDOW=sdl2"} <= set(words)
    assert sum(word.startswith("SDL_VIDEODRIVER=") for word in words) == 1


def test_the_games_lie_in_one_place_and_a_copy_never_takes_the_kiosks_folders_away() -> None:
    for name in (*KIOSKS, "cartouche-safe.service", "cartouche-backup.service"):
        assert unit(name)["Service.StateDirectory"] == ["cartouche"]
        assert unit(name)["Service.StateDirectoryMode"] == ["0700"]
        assert "CARTOUCHE_DATA=%S/cartouche" in unit(name)["Service.Environment"][0]
    # A folder below /run goes with the unit that names it.
    with_run = [path.name for path in SERVICES if unit(path.name).get("Service.RuntimeDirectory") == ["cartouche"]]
    assert sorted(with_run) == sorted(KIOSKS)


def test_whoever_mounts_sticks_does_it_where_everybody_sees_it() -> None:
    stick = unit("cartouche-stick@.service")
    own_view = ("Private", "Protect", "ReadOnly", "ReadWrite", "Inaccessible", "TemporaryFileSystem", "Bind")
    assert [key for key in stick if key.startswith("Service.") and key.split(".")[1].startswith(own_view)] == []
    assert stick["Unit.BindsTo"] == ["dev-%i.device"]


def declared(kind: str) -> list[list[str]]:
    """The rows of the configuration for systemd-sysusers or systemd-tmpfiles."""
    text = (ROOT / "systemd" / kind / "cartouche.conf").read_text("utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


def test_every_group_of_a_unit_exists_and_the_user_is_in_it() -> None:
    rows = declared("sysusers.d")
    made = {row[1] for row in rows if row[0] == "g"}
    joined = {row[2] for row in rows if row[0] == "m" and row[1] == "cartouche"}
    used = {
        group
        for path in SERVICES
        for value in unit(path.name).get("Service.SupplementaryGroups", [])
        for group in value.split()
    }
    assert used == made == joined
    (user,) = (row for row in rows if row[0] == "u")
    assert user[1] == "cartouche"
    assert user[-2:] == ["/var/lib/cartouche", "/usr/sbin/nologin"]


def test_the_folder_for_sticks_is_there_before_the_kiosk_is_given_it() -> None:
    assert ["d", "/run/media/cartouche", "0755", "root", "root", "-"] in declared("tmpfiles.d")
    for name in (*KIOSKS, "cartouche-safe.service"):
        assert "-/run/media/cartouche" in " ".join(unit(name)["Service.ReadWritePaths"]).split()


# the club


def opened(folder: Path, name: str) -> Path:
    """A kiosk's unit with what "install.sh --club" lays beside it; returns the unit."""
    unit_file = folder / name
    if not unit_file.exists():
        shutil.copy(ROOT / "systemd" / name, unit_file)
    beside = folder / f"{name}.d"
    beside.mkdir()
    shutil.copy(ROOT / "systemd/club.conf", beside / "club.conf")
    return unit_file


@analyze
@pytest.mark.parametrize("name", KIOSKS)
def test_with_the_club_the_kiosk_may_go_to_private_networks_and_is_hardly_more_exposed(
    installed: Path, name: str
) -> None:
    """1.4 and 1.5 instead of 1.1 and 1.2, and what is left open beside that has a reason too."""
    kiosk = opened(installed, name)
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", kiosk], capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager"]
    most = {"cartouche.service": "14", "cartouche-x11.service": "15"}[name]
    rated = subprocess.run([*command, f"--threshold={most}", str(kiosk)], capture_output=True, text=True, check=False)
    assert rated.returncode == 0, rated.stdout.splitlines()[-1:]
    table = json.loads(subprocess.run([*command, "--json=short", kiosk], capture_output=True, text=True).stdout)
    alone = json.loads(
        subprocess.run([*command, "--json=short", ROOT / "systemd" / name], capture_output=True, text=True).stdout
    )
    before = {row["name"]: float(row["exposure"] or 0) for row in alone}
    more = {row["name"] for row in table if float(row["exposure"] or 0) > before[row["name"]]}
    assert more == {"RestrictAddressFamilies=~AF_(INET|INET6)", "IPAddressDeny="}


def test_with_the_club_only_addresses_of_private_networks_are_let_through() -> None:
    lines = [line for line in (ROOT / "systemd/club.conf").read_text("utf-8").splitlines() if line[:1] not in ("", "#")]
    assert lines[:2] == ["[Service]", "RestrictAddressFamilies=AF_INET AF_INET6"]
    (allowed,) = lines[2:]
    key, _, values = allowed.partition("=")
    assert key == "IPAddressAllow"
    named = {"localhost": ["127.0.0.0/8", "::1/128"], "link-local": ["169.254.0.0/16", "fe80::/64"]}
    networks = [ip_network(net) for word in values.split() for net in named.get(word, [word])]
    assert networks
    assert all(net.is_private or net.is_link_local for net in networks)
    for name in KIOSKS:
        assert unit(name)["Service.IPAddressDeny"] == ["any"], "everything else stays shut"
