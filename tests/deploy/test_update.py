"""Updating, coming back by itself, going back, pulling the plug in between, and uninstalling."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

import companion
from companion.table import database
from companion.table.database import GameRow
from tests.kit.installation import Machine, Workshop

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="files are laid for other users, which needs root"),
    pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="there is no systemd on this machine"),
]


def games(journal: Path) -> tuple[int, list[str]]:
    """The version of a journal and the ids of its games."""
    with closing(sqlite3.connect(journal)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return version, [row[0] for row in connection.execute("SELECT id FROM game ORDER BY number")]


def keep_a_game(machine: Machine, record: str) -> sqlite3.Connection:
    """Write a game into the journal as the app has it: in its log, not yet in the file, and held open."""
    connection = database.connect(machine.data / "journal.db")
    database.lay_down(connection)
    database.make_durable(connection)
    database.put_game(connection, GameRow(1, record, 0, b"", None))
    return connection


def installed(machine: Machine, source: Path, **more: str) -> None:
    """Install a source that comes up."""
    done = machine.act(source, "install.sh", "--yes", **more)
    assert done.returncode == 0, done.stdout + done.stderr


def versions(machine: Machine) -> list[str]:
    """The versions on a machine."""
    return sorted(path.name for path in (machine.opt / "versions").iterdir())


def test_an_update_that_fails_is_taken_back_with_the_games_and_one_that_runs_is_kept(
    first: Path, workshop: Workshop, machine: Machine
) -> None:
    installed(machine, first)
    keep_a_game(machine, "evening").close()
    journal, settings = machine.data / "journal.db", machine.data / "settings.json"
    settings.write_text('{"version": 1, "language": "hu"}')

    # It changes the journal and the settings, then ends before its first screen.
    newer = workshop.source("newer", "1.1", "newer")
    failed = machine.act(newer, "update.sh", "--yes")
    assert failed.returncode == 1
    assert "Version 1.1 did not come up. Version 1.0 is back, with the games as they were." in failed.stderr
    assert (machine.present(), machine.kiosk()) == ("1.0", "active")
    assert games(journal) == (1, ["evening"]) and "hu" in settings.read_text()
    aside = machine.data / "journal-newer-1.db"
    assert games(aside)[0] == 2 and f"It is kept as {aside}" in failed.stdout
    assert '"version": 2' in (machine.data / "settings-newer-1.json").read_text()
    assert (machine.opt / "returned").read_text().splitlines()[:2] == ["1.1", "1.0"]
    assert not (machine.opt / "trial").exists() and not (machine.opt / "previous").exists()

    # It comes up, and falls before it has lived long enough.
    short = machine.act(workshop.source("short", "1.2", "short"), "update.sh", "--yes")
    assert short.returncode == 1 and (machine.present(), machine.kiosk()) == ("1.0", "active")

    good = workshop.source("good", "1.3")
    kept = machine.act(good, "update.sh", "--yes")
    assert kept.returncode == 0, kept.stdout + kept.stderr
    assert (machine.present(), machine.kiosk(), versions(machine)) == ("1.3", "active", ["1.0", "1.3"])
    assert not (machine.opt / "trial").exists() and not (machine.opt / "returned").exists()
    again = machine.act(good, "update.sh", "--yes")
    assert again.returncode == 0 and "runs already" in again.stdout

    # Somebody wants the one before, and then the newer one after all.
    for version in ("1.0", "1.3"):
        back = machine.run(machine.opt / "current/deploy/back.sh")
        assert back.returncode == 0, back.stdout + back.stderr
        assert (machine.present(), machine.kiosk()) == (version, "active")
    assert games(journal) == (1, ["evening"])


def test_an_update_that_is_not_fit_changes_nothing_that_runs(first: Path, workshop: Workshop, machine: Machine) -> None:
    nowhere = machine.act(first, "update.sh", "--yes")
    assert nowhere.returncode == 1 and "Cartouche is not installed here." in nowhere.stderr
    installed(machine, first)
    (machine.state / "calls").write_text("")
    mute = machine.act(workshop.source("mute", "1.1", "doctor"), "update.sh", "--yes")
    assert mute.returncode == 1 and "its doctor gives no answer" in mute.stderr
    faulty = machine.act(workshop.source("faulty", "1.2", "faulty"), "update.sh", "--yes")
    assert faulty.returncode == 1 and "finds faults that 1.0 does not:" in faulty.stderr
    # A journal nobody can read is no way back.
    (machine.data / "journal.db").write_bytes(b"no journal" * 500)
    unsafe = machine.act(workshop.source("unsafe", "1.3"), "update.sh", "--yes")
    assert unsafe.returncode == 1 and "The games could not be copied" in unsafe.stderr
    assert (machine.state / "calls").read_text() == ""
    assert (machine.present(), machine.kiosk()) == ("1.0", "active")
    assert not (machine.opt / "trial").exists()
    alone = machine.run(machine.opt / "current/deploy/back.sh")
    assert alone.returncode == 1 and "There is no version before 1.0 on this machine." in alone.stderr


@pytest.mark.parametrize(("kind", "end"), [("good", "1.1"), ("dead", "1.0")])
def test_the_plug_may_be_pulled_at_any_moment_of_the_change(
    first: Path, workshop: Workshop, machine: Machine, tmp_path: Path, kind: str, end: str
) -> None:
    installed(machine, first)
    source = workshop.source(f"pulled-{kind}", "1.1", kind)
    puller = tmp_path / "puller"
    puller.mkdir()
    # The rename of that name is done, and then everything stops at once: no trap runs, nothing is put right.
    (puller / "mv").write_text('#!/bin/bash\n/bin/mv "$@"\n[ "${@: -1}" != "$PULL" ] || kill -9 0\n')
    (puller / "mv").chmod(0o755)
    for place in ("trial", "current", "laid"):
        pulled = machine.act(
            source, "update.sh", "--yes", PATH=f"{puller}:{os.environ['PATH']}", PULL=str(machine.opt / place)
        )
        assert pulled.returncode == -9 and (machine.opt / "trial").exists()
        machine.stop()
        # Switched on again, systemd starts the kiosk, and what looks after a trial that is open.
        machine.systemctl("start", "cartouche.service")
        if (machine.opt / "trial").exists():
            machine.systemctl("start", "cartouche-confirm.service")
        assert not (machine.opt / "trial").exists()
        expected = "1.0" if place == "trial" else end
        assert (machine.present(), machine.kiosk()) == (expected, "active")
        if machine.present() != "1.0":
            assert machine.run(machine.opt / "current/deploy/back.sh").returncode == 0
    assert machine.present() == "1.0"


def test_a_service_that_fails_without_an_update_on_trial_opens_safe_mode(workshop: Workshop, machine: Machine) -> None:
    failed = machine.act(workshop.source("stillborn", "1.0", "dead"), "install.sh", "--yes")
    assert failed.returncode == 1 and "Cartouche did not come up." in failed.stderr
    assert (machine.present(), machine.kiosk()) == ("1.0", "failed")
    machine.wait_for_call("start --no-block cartouche-safe.service")


def test_the_real_cartouche_is_installed_comes_up_refuses_a_bad_update_and_goes(
    workshop: Workshop, machine: Machine
) -> None:
    # Without an imitation of systemd nothing is started: the version is tried out on a copy of the data.
    nothing = {"CARTOUCHE_SYSTEMCTL": ""}
    real = workshop.source("real")
    installed(machine, real, **nothing)
    keep_a_game(machine, "evening").close()
    told = subprocess.run([machine.root / "usr/local/bin/cartouche", "--version"], capture_output=True, text=True)
    assert told.stdout == f"cartouche {companion.__version__}\n", told.stderr
    healthy = machine.act(real, "healthy.sh", companion.__version__, **nothing)
    assert healthy.returncode == 0, healthy.stdout + healthy.stderr
    assert healthy.stdout.splitlines()[-1] == "It was ready, lived, and ended when asked to."

    dead = machine.act(workshop.source("lifeless", "9.0", "dead"), "update.sh", "--yes", **nothing)
    assert dead.returncode == 1 and "The new version does not start. Nothing that ran before" in dead.stderr
    assert machine.present() == companion.__version__

    before = machine.tree()
    leave = machine.opt / "current/deploy/uninstall.sh"
    assert machine.run(leave, "--check", "--data", **nothing).returncode == 0
    assert machine.tree() == before
    gone = machine.run(leave, "--yes", **nothing)
    assert gone.returncode == 0, gone.stderr
    assert games(machine.data / "journal.db") == (1, ["evening"])
    left = {name for name in machine.tree() if "cartouche" in name}
    assert {name for name in left if not name.startswith(("var/lib/cartouche", "etc/cartouche"))} == {
        "var/log/cartouche-install.log",
        "run/media/cartouche",
    }
    everything = machine.act(real, "uninstall.sh", "--yes", "--data", **nothing)
    assert everything.returncode == 0 and not machine.data.exists() and not (machine.root / "etc/cartouche").exists()
