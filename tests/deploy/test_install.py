"""Installing, updating, coming back and uninstalling, in a scratch root and by the real scripts."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.kit.installation import Machine, Workshop
from tests.kit.tree import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="files are laid for other users, which needs root"),
    pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="there is no systemd on this machine"),
]
SCRIPTS = sorted(path.name for path in (ROOT / "deploy").glob("*.sh"))
STANDARD = ("install", "update", "uninstall", "return", "back", "healthy", "confirm")


def shim(folder: Path, name: str, script: str) -> dict[str, str]:
    """A PATH with another program under a name everybody calls."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/bash\n{script}\n")
    path.chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_finds_nothing_in_the_scripts() -> None:
    done = subprocess.run(["shellcheck", *SCRIPTS], cwd=ROOT / "deploy", capture_output=True, text=True)
    assert done.stdout + done.stderr == ""


@pytest.mark.parametrize("name", STANDARD)
def test_every_script_tells_its_use_and_refuses_what_it_does_not_know(name: str, machine: Machine) -> None:
    script = ROOT / f"deploy/{name}.sh"
    told = machine.run(script, "--help")
    assert (told.returncode, told.stderr) == (0, "") and told.stdout.startswith("usage: ")
    wrong = machine.run(script, "--nonsense")
    assert wrong.returncode == 2 and "There is no option --nonsense." in wrong.stderr


def test_a_check_changes_nothing_and_nothing_is_done_unasked(first: Path, machine: Machine) -> None:
    before = machine.tree()
    checked = machine.act(first, "install.sh", "--check")
    assert checked.returncode == 0, checked.stderr
    assert "  - put version 1.0 into " in checked.stdout and "Nothing has changed." in checked.stdout
    # An answer in what the script is fed by is no answer: it may be the script itself that comes that way.
    fed = ["bash", str(first / "deploy/install.sh"), "--root", str(machine.root)]
    unasked = subprocess.run(
        fed, env=machine.environment(), input="y\n", capture_output=True, text=True, start_new_session=True
    )
    assert unasked.returncode == 1 and "There is no terminal to ask on. Add --yes" in unasked.stderr
    assert machine.tree() == before


def test_a_machine_that_does_not_fit_is_told_all_of_it_at_once(first: Path, machine: Machine, tmp_path: Path) -> None:
    (machine.root / "etc").mkdir()
    (machine.root / "etc/os-release").write_text('ID=debian\nVERSION_CODENAME="buster"\n')
    (machine.root / "sys/class/drm/card0-DSI-1/status").write_text("disconnected\n")
    shims = tmp_path / "shims"
    shim(shims, "uname", "echo armv7l")
    shim(shims, "dpkg", "echo armhf")
    shim(shims, "df", 'printf "Filesystem 1M Used Available\\n/dev/x 9 9 812 1%% /\\n"')
    changed = shim(shims, "oldpython", "exit 1")
    before = machine.tree()
    (tmp_path / "empty").mkdir()
    refused = machine.act(first, "install.sh", "--wheels", str(tmp_path / "empty"), PYTHON="oldpython", **changed)
    assert refused.returncode == 1
    told = [line.removeprefix("cartouche: ") for line in refused.stderr.splitlines()]
    assert [line.split(".")[0].split(",")[0] for line in told] == [
        "This machine is called armv7l (armhf)",
        "This system is debian buster",
        "No 64-bit Python 3",
        f"The disk has 812 MB free at {machine.root}; 1500 are needed",
        "No display is connected",
        "There are no packages (*",
        "Nothing has changed",
    ]
    assert machine.tree() == before


@pytest.mark.parametrize(
    ("userland", "release", "told"),
    [
        ("armhf", "ID=debian\nVERSION_CODENAME=trixie\n", "This is a 32-bit Raspberry Pi OS on a 64-bit kernel."),
        ("arm64", "ID=raspbian\nVERSION_CODENAME=bookworm\n", "This is a 32-bit Raspberry Pi OS."),
        ("arm64", "ID=debian\nVERSION_CODENAME=trixie\n", ""),
    ],
)
def test_a_raspberry_pi_must_be_64_bit_throughout(
    first: Path, machine: Machine, tmp_path: Path, userland: str, release: str, told: str
) -> None:
    shims = tmp_path / "shims"
    shim(shims, "uname", "echo aarch64")
    changed = shim(shims, "dpkg", f"echo {userland}")
    (machine.root / "etc").mkdir()
    (machine.root / "etc/os-release").write_text(release)
    # A kernel that shows no display is another fault than a display that is not there; with --no-start it is none.
    shutil.rmtree(machine.root / "sys/class/drm/card0-DSI-1")
    without = machine.act(first, "install.sh", "--check", **changed)
    assert (without.returncode, "dtoverlay=vc4-kms-v3d" in without.stderr) == (1, True)
    done = machine.act(first, "install.sh", "--check", "--no-start", **changed)
    assert told in done.stderr and done.returncode == (1 if told else 0)


def test_an_installation_goes_on_wherever_it_failed(workshop: Workshop, machine: Machine, tmp_path: Path) -> None:
    source = workshop.source("halting", "1.0")
    (wheel,) = (source / "wheels").glob("packages-*")
    lock = source / "requirements/run.lock"
    right = lock.read_text()
    in_the_way = machine.root / "etc/udev/rules.d/60-cartouche.rules"

    def fails(step: str, **more: str) -> str:
        done = machine.act(source, "install.sh", "--yes", **more)
        assert done.returncode == 1, done.stdout
        assert step in done.stdout.splitlines()[-1], done.stdout + done.stderr
        assert "The log is" in done.stderr
        assert not (machine.opt / "current").exists() and machine.kiosk() == "inactive"
        return done.stderr

    told = fails("the user and the folders", **shim(tmp_path / "sysusers", "systemd-sysusers", "exit 1"))
    assert "Step 2 of 9 did not work: the user and the folders." in told
    fails("making the environment", BREAK="venv")
    wheel.rename(tmp_path / wheel.name)
    assert "are not all there, or not the ones that were locked" in fails("installing its packages")
    (tmp_path / wheel.name).rename(wheel)
    lock.write_text(right.replace("sha256:", "sha256:0")[: len(right)] + "\n")
    assert "are not all there, or not the ones that were locked" in fails("installing its packages")
    lock.write_text(right)
    fails(
        "installing Cartouche itself",
        **shim(tmp_path / "cp", "cp", 'case "$*" in *deploy*) exit 1 ;; esac; exec /bin/cp "$@"'),
    )
    in_the_way.mkdir(parents=True)
    (in_the_way / "something").touch()
    fails("the services, the rules and the command")
    shutil.rmtree(in_the_way)
    fails("making 1.0 the version", **shim(tmp_path / "ln", "ln", "exit 1"))
    # From here on the version is whole, and is not made again.
    done = machine.act(source, "install.sh", "--yes", BREAK="venv")
    assert done.returncode == 0, done.stderr
    assert "[3/7] version 1.0 stands" in done.stdout
    assert (machine.present(), machine.kiosk()) == ("1.0", "active")
    wanted = machine.root / "etc/systemd/system/multi-user.target.wants/cartouche.service"
    assert wanted.is_symlink() and in_the_way.is_file()
    assert not list(machine.root.rglob("*.new")) and not list(machine.root.rglob("*.cartouche-new"))
    again = machine.act(source, "install.sh", "--yes")
    assert again.returncode == 0 and "Cartouche runs." in again.stdout


def test_with_an_x_server_the_kiosk_and_safe_mode_are_both_drawn_on_it(first: Path, machine: Machine) -> None:
    done = machine.act(first, "install.sh", "--yes", "--no-start", "--display", "x11")
    assert done.returncode == 0, done.stdout + done.stderr
    units = machine.root / "etc/systemd/system"
    kiosk, safe = ((units / f"cartouche{name}.service").read_text() for name in ("", "-safe"))
    assert kiosk == (ROOT / "systemd/cartouche-x11.service").read_text()
    # The later file wins: what a person wrote before what was chosen.
    files = [line.split("=-")[1] for line in safe.splitlines() if line.startswith("EnvironmentFile=")]
    assert files == ["/etc/cartouche/display.env", "/etc/cartouche/cartouche.env"]
    assert (machine.root / "etc/cartouche/display.env").read_text() == "SDL_VIDEODRIVER=x11\n"


def test_an_installation_is_the_same_however_it_is_called_and_mends_what_is_damaged(
    workshop: Workshop, machine: Machine, tmp_path: Path
) -> None:
    source = workshop.source("a bundle [1]", "1.0")
    elsewhere = tmp_path / "bin"
    elsewhere.mkdir()
    (elsewhere / "install").symlink_to(source / "deploy/install.sh")
    # Nobody can write a log, the terminal closes in the middle, and the shell of root lets nobody else read.
    (machine.root / "var/log/cartouche-install.log").mkdir(parents=True)
    call = f"umask 077; exec < /dev/null 0<&-; bash bin/install --root '{machine.root.name}' --yes --club | head -n 12"
    # A folder of the same name, found by CDPATH, is not the one that is meant.
    for decoy in ("bin", machine.root.name):
        (tmp_path / "decoy" / decoy).mkdir(parents=True)
    more = {"CDPATH": str(tmp_path / "decoy"), "PIP_TARGET": str(tmp_path / "target")}
    done = subprocess.run(
        ["bash", "-c", call], cwd=tmp_path, env=machine.environment(**more), capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1].startswith("cartouche: [") and done.stderr == ""
    assert (machine.present(), machine.kiosk()) == ("1.0", "active")
    shut = [path for path in machine.opt.rglob("*") if not path.is_symlink() and path.stat().st_mode & 0o004 == 0]
    assert shut == [] and not (tmp_path / "target").exists()

    # What does not start any more is put beside itself anew; what is gone altogether is installed as the first time.
    (machine.opt / "current/venv/bin/python").unlink()
    mended = machine.act(source, "install.sh", "--yes")
    assert mended.returncode == 0, mended.stdout + mended.stderr
    assert machine.present().startswith("1.0+") and machine.kiosk() == "active"
    shutil.rmtree(machine.opt / "versions")
    anew = machine.act(source, "install.sh", "--yes")
    assert (anew.returncode, machine.present()) == (0, "1.0"), anew.stdout + anew.stderr
    assert (machine.root / "etc/systemd/system/cartouche.service.d/club.conf").is_file()

    # The desktop that closed for it comes back.
    (machine.root / "etc/systemd/system/display-manager.service").touch()
    gone = machine.run(machine.opt / "current/deploy/uninstall.sh", "--yes")
    assert gone.returncode == 0, gone.stderr
    assert "start --no-block display-manager.service" in (machine.state / "calls").read_text().splitlines()
    assert not (machine.root / "etc/systemd/system/cartouche.service.d").exists()


def test_nothing_is_installed_where_it_would_not_stay(first: Path, machine: Machine, tmp_path: Path) -> None:
    read_only = shim(tmp_path / "read_only", "findmnt", "echo ro,relatime")
    refused = machine.act(first, "install.sh", "--yes", **read_only)
    assert refused.returncode == 1 and f"The disk is read-only at {machine.root}." in refused.stderr
    # Only on the machine itself: an image may be made in memory.
    covered = shim(tmp_path / "covered", "findmnt", "echo overlay")
    told = machine.run(first / "deploy/install.sh", "--check", **covered)
    assert told.returncode == 1 and "lies in memory and is gone after a restart" in told.stderr
    assert machine.act(first, "install.sh", "--check", **covered).returncode == 0


def test_the_club_opens_the_network_and_stays_open_over_an_update_until_it_is_taken_back(
    first: Path, workshop: Workshop, machine: Machine
) -> None:
    beside = machine.root / "etc/systemd/system/cartouche.service.d"
    done = machine.act(first, "install.sh", "--yes", "--no-start", "--club")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "  - let it speak to this machine and to private networks, for the club" in done.stdout
    assert (beside / "club.conf").read_text() == (ROOT / "systemd/club.conf").read_text()
    assert "disable club.conf" not in (machine.state / "calls").read_text()
    (beside / "elsewhere.conf").write_text("[Service]\nIPAddressAllow=203.0.113.7\n")
    newer = workshop.source("newer for the club", "1.1")
    updated = machine.act(newer, "update.sh", "--yes", "--no-start")
    assert updated.returncode == 0, updated.stdout + updated.stderr
    assert sorted(path.name for path in beside.iterdir()) == ["club.conf", "elsewhere.conf"]
    again = machine.act(newer, "install.sh", "--yes", "--no-start")
    assert again.returncode == 0, again.stdout + again.stderr
    assert (beside / "club.conf").stat().st_mode & 0o777 == 0o644, "what is not said again stays as it was chosen"
    shut = machine.act(newer, "install.sh", "--yes", "--no-start", "--no-club")
    assert shut.returncode == 0, shut.stdout + shut.stderr
    assert [path.name for path in beside.iterdir()] == ["elsewhere.conf"], "what a person wrote stays"
