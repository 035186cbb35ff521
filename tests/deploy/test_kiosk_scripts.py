"""What the units call: an X server of its own, safe mode without a screen, sticks. With commands that only pretend."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.tree import ROOT

DEPLOY = ROOT / "deploy"
NOT_USABLE, NO_DISPLAY, NO_SERVER = 1, 3, 5


class Bench:
    """A folder with commands of our own before the system's, and a record of what was called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.commands = folder / "commands"
        self.run_folder = folder / "run-time"
        self.calls = folder / "calls"
        for made in (self.commands, self.run_folder):
            made.mkdir()

    def pretend(self, name: str, body: str = "", path: Path | None = None) -> Path:
        """Make a command that notes how it was called and then does `body` (lines of bash)."""
        place = self.commands / name if path is None else path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f'#!/bin/bash\necho "{name} $*" >> "{self.calls}"\n{body}\n', "utf-8")
        place.chmod(0o755)
        return place

    def called(self) -> list[str]:
        """The calls so far, each as name and arguments."""
        return self.calls.read_text("utf-8").splitlines() if self.calls.exists() else []

    def run(self, script: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run one of our scripts to its end."""
        environment = {
            "PATH": f"{self.commands}:{os.environ['PATH']}",
            "RUNTIME_DIRECTORY": str(self.run_folder),
            "STICK_ROOT": str(self.folder),
            "PROGRAMS": str(self.folder / "programs"),
            "SAFE_ONCE": "1",
        }
        return subprocess.run(
            [str(DEPLOY / script), *arguments],
            env=environment | more,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=60,
        )


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


# --- X ----------------------------------------------------------------------------------------------------------------

# It outlives what started it, and must not keep that one's output open.
QUIET = "exec > /dev/null 2>&1"
SERVER = f"{QUIET}; echo 7 >&3; exec 3>&-; trap 'exit 0' TERM; while :; do sleep 0.05; done"


def lives(pid: int) -> bool:
    """Whether a process runs, and has not merely nobody to collect it."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.fixture
def x(bench: Bench) -> Iterator[Bench]:
    """A bench whose X server takes the number 7; whatever happens, none is left over."""
    bench.pretend("xauth")
    bench.pretend("server", SERVER)
    yield bench
    bench.run("x11.sh", "stop")


def test_the_app_takes_the_place_of_the_script_on_the_display_the_server_chose(x: Bench) -> None:
    app = x.pretend("app", 'echo "$DISPLAY $XAUTHORITY $PPID"; exit 9')
    ended = x.run("x11.sh", "start", str(app), "one", X_SERVER=str(x.commands / "server"))
    # The exit code is the app's, and its parent is ours: the script is no more.
    assert ended.returncode == 9
    assert ended.stdout.split() == [":7", str(x.run_folder / "x.authority"), str(os.getpid())]
    assert "app one" in x.called()
    pid = int((x.run_folder / "x.pid").read_text("utf-8"))
    assert lives(pid)
    assert x.run("x11.sh", "stop").returncode == 0
    assert not lives(pid)


def test_only_who_has_the_key_may_draw(x: Bench) -> None:
    x.run("x11.sh", "start", "true", X_SERVER=str(x.commands / "server"))
    x.run("x11.sh", "stop")
    authority = x.run_folder / "x.authority"
    assert authority.stat().st_mode & 0o777 == 0o600
    (served,) = (call for call in x.called() if call.startswith("server "))
    assert f"-auth {authority}" in served
    assert "-nolisten tcp" in served
    keys = [call.split() for call in x.called() if call.startswith("xauth ")]
    assert [words[-3] for words in keys] == [":0", ":7"]
    assert len(keys[0][-1]) == 32
    assert keys[0][-1] == keys[1][-1]


@pytest.mark.parametrize(
    "body", ["exit 1", f"{QUIET}; echo nonsense >&3; exec sleep 60", f"{QUIET}; exec 3>&-; exec sleep 60"]
)
def test_without_a_server_the_app_is_not_started(x: Bench, body: str) -> None:
    app = x.pretend("app")
    x.pretend("server", body)
    ended = x.run("x11.sh", "start", str(app), X_SERVER=str(x.commands / "server"))
    assert ended.returncode == NO_SERVER
    assert "The X server did not start." in ended.stderr
    assert not any(call.startswith("app") for call in x.called())
    assert not (x.run_folder / "x.pid").exists()


def test_a_server_that_does_not_want_to_end_is_ended(x: Bench) -> None:
    x.pretend("server", SERVER.replace("'exit 0'", "''"))
    x.run("x11.sh", "start", "true", X_SERVER=str(x.commands / "server"))
    pid = int((x.run_folder / "x.pid").read_text("utf-8"))
    assert x.run("x11.sh", "stop").returncode == 0
    while lives(pid):
        time.sleep(0.01)
    assert x.run("x11.sh", "stop").returncode == 0


# --- safe mode --------------------------------------------------------------------------------------------------------


def program(bench: Bench, version: str, body: str) -> None:
    """Make the command of a version."""
    bench.pretend(version, body, bench.folder / "programs" / version / "venv/bin/cartouche")


def test_the_screen_of_safe_mode_comes_first(bench: Bench) -> None:
    program(bench, "current", "exit 0")
    program(bench, "previous", "exit 0")
    ended = bench.run("safe-mode.sh")
    assert (ended.returncode, ended.stdout, bench.called()) == (0, "", ["current safe"])


def test_without_a_display_the_words_of_the_app_stand_alone(bench: Bench) -> None:
    program(bench, "current", f"echo What happened; exit {NO_DISPLAY}")
    ended = bench.run("safe-mode.sh")
    assert (ended.returncode, ended.stdout) == (0, "What happened\n")


def test_a_version_that_does_not_start_leaves_it_to_the_one_before(bench: Bench) -> None:
    program(bench, "current", f"exit {NOT_USABLE}")
    program(bench, "previous", "exit 0")
    ended = bench.run("safe-mode.sh")
    assert (ended.returncode, ended.stdout, bench.called()) == (0, "", ["current safe", "previous safe"])


@pytest.mark.parametrize("versions", [(), ("current",), ("current", "previous")])
def test_where_no_version_starts_the_script_speaks(bench: Bench, versions: tuple[str, ...]) -> None:
    for version in versions:
        program(bench, version, f"exit {NOT_USABLE}")
    ended = bench.run("safe-mode.sh")
    assert ended.returncode == 0
    assert "Cartouche does not start." in ended.stdout
    assert "systemctl start cartouche-back" in ended.stdout
    assert max(map(len, ended.stdout.splitlines())) <= 80, "wider than a console"


def test_on_x_the_words_come_where_x_does_not_start(x: Bench) -> None:
    program(x, "current", '[ "$2" = --text ] && echo What happened')
    x.pretend("server", "exit 1")
    ended = x.run("safe-mode.sh", SDL_VIDEODRIVER="x11", X_SERVER=str(x.commands / "server"))
    assert (ended.returncode, ended.stdout) == (0, "What happened\n")
    assert [call for call in x.called() if call.startswith("current")] == ["current safe --text"]


def test_on_x_the_screen_is_shown_and_the_server_ended(x: Bench) -> None:
    program(x, "current", 'echo "$DISPLAY"')
    ended = x.run("safe-mode.sh", SDL_VIDEODRIVER="x11", X_SERVER=str(x.commands / "server"))
    assert (ended.returncode, ended.stdout) == (0, ":7\n")
    assert not (x.run_folder / "x.pid").exists()


# --- sticks -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def stick(bench: Bench) -> Bench:
    """A bench with a FAT stick sda1, of which nothing is mounted."""
    (bench.folder / "dev").mkdir()
    (bench.folder / "dev/sda1").touch()
    bench.pretend("lsblk", 'case "$*" in *PKNAME*) echo sda ;; esac')
    bench.pretend("findmnt", "exit 1")
    bench.pretend("blkid", "echo vfat")
    bench.pretend("mountpoint", "exit 1")
    for command in ("mount", "umount", "sync"):
        bench.pretend(command)
    return bench


def changes(bench: Bench) -> list[str]:
    """The calls that change what is mounted, or write it out."""
    return [call for call in bench.called() if call.split()[0] in {"mount", "umount", "sync"}]


def test_a_stick_is_mounted_for_the_kiosk_and_nothing_on_it_can_run(stick: Bench) -> None:
    assert stick.run("stick.sh", "start", "sda1").returncode == 0
    (call,) = changes(stick)
    words = call.split()
    assert words[:3] == ["mount", "-t", "vfat"]
    options = set(words[words.index("-o") + 1].split(","))
    assert {"nosuid", "nodev", "noexec", "uid=cartouche", "umask=077", "flush"} <= options
    assert words[-2:] == [str(stick.folder / "dev/sda1"), str(stick.folder / "run/media/cartouche/sda1")]


@pytest.mark.parametrize(
    ("kind", "driver", "owned"),
    [("exfat", "exfat", True), ("ntfs", "ntfs3", True), ("ext4", "ext4", False)],
)
def test_every_kind_of_stick_is_mounted_with_what_it_knows(stick: Bench, kind: str, driver: str, owned: bool) -> None:
    stick.pretend("blkid", f"echo {kind}")
    assert stick.run("stick.sh", "start", "sda1").returncode == 0
    (call,) = changes(stick)
    assert f"-t {driver} " in call
    assert {"nosuid", "nodev", "noexec"} <= set(call.split()[4].split(","))
    assert ("uid=" in call) is owned


@pytest.mark.parametrize("where", ["/", "/boot/firmware", "[SWAP]", "/var/lib/cartouche"])
def test_a_disk_the_machine_runs_from_is_left_alone(stick: Bench, where: str) -> None:
    stick.pretend("lsblk", f'case "$*" in *PKNAME*) echo sda ;; *) printf "\\n\\n%s\\n" "{where}" ;; esac')
    ended = stick.run("stick.sh", "start", "sda1")
    assert (ended.returncode, changes(stick)) == (0, [])


def test_what_is_mounted_already_is_left_alone(stick: Bench) -> None:
    stick.pretend("findmnt")
    assert stick.run("stick.sh", "start", "sda1").returncode == 0
    assert changes(stick) == []


@pytest.mark.parametrize("body", ["echo crypto_LUKS", "exit 2"])
def test_what_is_no_file_system_for_sticks_is_not_mounted(stick: Bench, body: str) -> None:
    stick.pretend("blkid", body)
    ended = stick.run("stick.sh", "start", "sda1")
    assert (ended.returncode, changes(stick)) == (1, [])
    assert "file system" in ended.stderr


def test_a_mount_that_fails_leaves_no_folder(stick: Bench) -> None:
    stick.pretend("mount", "exit 32")
    assert stick.run("stick.sh", "start", "sda1").returncode == 1
    assert list((stick.folder / "run/media/cartouche").iterdir()) == []


@pytest.mark.parametrize("name", ["", "../sda1", "sda1/x", "sda1;reboot", "SDA1"])
def test_a_name_that_is_none_of_the_kernels_is_refused(stick: Bench, name: str) -> None:
    assert stick.run("stick.sh", "start", name).returncode == 2
    assert stick.called() == []


def mounted(stick: Bench) -> Path:
    """Have the stick mounted."""
    place = stick.folder / "run/media/cartouche/sda1"
    place.mkdir(parents=True)
    stick.pretend("mountpoint")
    return place


def test_a_stick_may_be_pulled_when_everything_is_written(stick: Bench) -> None:
    place = mounted(stick)
    ended = stick.run("stick.sh", "stop", "sda1")
    assert ended.returncode == 0
    assert changes(stick) == [f"sync -f -- {place}", f"umount -- {place}"]
    assert not place.exists()
    assert "may be pulled" in ended.stdout


def test_a_stick_in_use_must_not_be_pulled(stick: Bench) -> None:
    place = mounted(stick)
    stick.pretend("umount", "exit 32")
    ended = stick.run("stick.sh", "stop", "sda1")
    assert ended.returncode == 1
    assert place.exists()
    assert "must not be pulled" in ended.stderr


def test_a_stick_that_took_not_everything_is_told(stick: Bench) -> None:
    mounted(stick)
    stick.pretend("sync", "exit 1")
    ended = stick.run("stick.sh", "stop", "sda1")
    assert ended.returncode == 1
    assert "may be pulled" not in ended.stdout


def test_a_stick_that_was_pulled_is_tidied_up(stick: Bench) -> None:
    place = mounted(stick)
    (stick.folder / "dev/sda1").unlink()
    assert stick.run("stick.sh", "stop", "sda1").returncode == 0
    assert changes(stick) == [f"umount -l -- {place}"]
    assert not place.exists()
