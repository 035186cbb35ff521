"""Updating, coming back by itself, going back, pulling the plug in between, and uninstalling."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import companion
from companion.table import database
from companion.table.database import GameRow
from tests.kit.installation import Machine, Workshop
from tests.kit.tree import ROOT

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


def test_no_update_takes_the_games_and_only_one_that_runs_is_kept(
    first: Path, workshop: Workshop, machine: Machine
) -> None:
    source = workshop.source("second", "1.1")
    journal, settings, trial = machine.data / "journal.db", machine.data / "settings.json", machine.opt / "trial"

    def refused(kind: str, life: int = 0) -> subprocess.CompletedProcess[str]:
        done = machine.act(source, "update.sh", "--yes", KINDS=f"1.1:{kind}", CARTOUCHE_LIFE=str(life))
        assert done.returncode == 1 and not trial.exists(), done.stdout
        assert (machine.present(), machine.kiosk()) == ("1.0", "active")
        return done

    nowhere = machine.act(source, "update.sh", "--yes")
    assert nowhere.returncode == 1 and "Cartouche is not installed here." in nowhere.stderr
    installed(machine, first)
    alone = machine.run(machine.opt / "current/deploy/back.sh")
    assert alone.returncode == 1 and "There is no version before 1.0 on this machine." in alone.stderr

    # What is seen beforehand does not even stop what runs.
    assert "its doctor gives no answer" in refused("mute").stderr
    assert "finds faults that 1.0 does not:" in refused("faulty").stderr
    # A journal nobody can read is no way back.
    journal.write_bytes(b"no journal" * 500)
    assert "The games could not be copied" in refused("good").stderr
    journal.unlink()
    calls = (machine.state / "calls").read_text().splitlines()
    assert calls.count("restart cartouche.service") == 1 and "stop cartouche.service" not in calls

    # It changes the journal and the settings, then ends before its first screen.
    settings.write_text('{"version": 1, "language": "hu"}')
    told = machine.state / "cartouche-return.service"
    told.unlink(missing_ok=True)
    with closing(keep_a_game(machine, "evening")):
        newer = refused("newer 1.0:slow")
    # systemd has started the return as well, which waited for the update: 1.0 is on its way by then, and left alone.
    machine.wait_for(told.exists)
    assert "start --no-block cartouche-safe.service" not in (machine.state / "calls").read_text()
    assert "Version 1.1 did not come up. Version 1.0 is back, with the games as they were." in newer.stderr
    assert games(journal) == (1, ["evening"]) and "hu" in settings.read_text()
    aside = machine.data / "journal-newer-1.db"
    assert games(aside) == (2, ["evening"]) and f"It is kept as {aside}" in newer.stdout
    assert '"version": 2' in (machine.data / "settings-newer-1.json").read_text()
    assert (machine.opt / "returned").read_text().splitlines()[:2] == ["1.1", "1.0"]
    # It comes up, and falls before it has lived long enough; or it says itself that it can't do its work.
    refused("short", life=2)
    assert "Version 1.0 is back" in refused("trouble").stderr

    # What is older than the version before goes when the update is kept. install.sh updates as well.
    (machine.opt / "versions/0.9").mkdir()
    (machine.data / "before/0.9").mkdir()
    kept = machine.act(source, "install.sh", "--yes")
    assert kept.returncode == 0, kept.stdout + kept.stderr
    assert (machine.present(), machine.kiosk()) == ("1.1", "active")
    assert (machine.opt / "previous").readlink() == Path("versions/1.0")
    assert sorted(path.name for path in (machine.opt / "versions").iterdir()) == ["1.0", "1.1"]
    assert [path.name for path in (machine.data / "before").iterdir()] == ["1.0"]
    assert not trial.exists() and not (machine.opt / "returned").exists()
    again = machine.act(source, "update.sh", "--yes")
    assert again.returncode == 0 and "runs already" in again.stdout
    # Somebody wants the one before.
    back = machine.run(machine.opt / "current/deploy/back.sh")
    assert back.returncode == 0, back.stdout + back.stderr
    assert (machine.present(), machine.kiosk(), games(journal)) == ("1.0", "active", (1, ["evening"]))
    # With no update on trial there is nothing to go back to by itself: safe mode opens, and nothing else changes.
    machine.systemctl("restart", "cartouche.service", KINDS="1.0:dead")
    machine.wait_for(lambda: "start --no-block cartouche-safe.service" in (machine.state / "calls").read_text())
    assert (machine.present(), machine.kiosk()) == ("1.0", "failed")


def test_the_plug_may_be_pulled_at_any_moment_of_the_change(
    first: Path, workshop: Workshop, machine: Machine, tmp_path: Path
) -> None:
    installed(machine, first)
    source = workshop.source("pulled", "1.1")
    unit = machine.root / "etc/systemd/system/cartouche.service"
    with (source / "systemd/cartouche.service").open("a") as file:
        file.write("# of the second version\n")
    puller = tmp_path / "puller"
    puller.mkdir()
    # The rename of that name is done, and then everything stops at once: no trap runs, nothing is put right.
    full = '[ "${@: -1}" != "${FULL:-}" ] || exit 1\n'
    pull = '[ "${@: -1}" != "${PULL:-}" ] || kill -9 0\n'
    (puller / "mv").write_text(f'#!/bin/bash\n{full}/bin/mv "$@"\n{pull}')
    (puller / "mv").chmod(0o755)
    pulled = {"PATH": f"{puller}:{os.environ['PATH']}"}
    # A disk that is full, so that the change stops half way, is no reason to leave nothing running.
    stopped = machine.act(source, "update.sh", "--yes", FULL=str(machine.opt / "laid"), **pulled)
    assert stopped.returncode == 1 and "Version 1.0 is the one that runs." in stopped.stderr
    assert (machine.present(), machine.kiosk(), (machine.opt / "trial").exists()) == ("1.0", "active", False)

    def switch_on(kinds: str) -> None:
        """Let systemd start the kiosk, and what looks after a trial that is open."""
        machine.stop()
        machine.systemctl("start", "cartouche.service", KINDS=kinds)
        if (machine.opt / "trial").exists():
            machine.systemctl("start", "cartouche-confirm.service", KINDS=kinds)
        assert not (machine.opt / "trial").exists()

    # With no display there yet, the update waits for the next start, and is on trial until then.
    status = machine.root / "sys/class/drm/card0-DSI-1/status"
    status.write_text("disconnected\n")
    later = machine.act(source, "install.sh", "--yes", "--no-start")
    assert later.returncode == 0 and machine.kiosk() == "inactive", later.stdout + later.stderr
    assert (machine.present(), (machine.opt / "trial").read_text()) == ("1.1", "1.0\n")
    switch_on("1.1:dead")
    assert (machine.present(), machine.kiosk()) == ("1.0", "active")
    status.write_text("connected\n")
    shutil.rmtree(machine.opt / "versions/1.1")
    for place, kind, end in [
        ("versions/1.1/VERSION", "good", "1.0"),
        ("trial", "good", "1.0"),
        ("current", "dead", "1.0"),
        ("laid", "dead", "1.0"),
        ("current", "good", "1.1"),
    ]:
        kinds = f"1.1:{kind}"
        done = machine.act(source, "update.sh", "--yes", KINDS=kinds, PULL=str(machine.opt / place), **pulled)
        assert done.returncode == -9, done.stderr
        switch_on(kinds)
        assert (machine.present(), machine.kiosk()) == (end, "active"), (place, kind)
        assert ("# of the second version" in unit.read_text()) == (end == "1.1")
    # Going back is an update the other way: the version left is not lost, and comes back where the other fails.
    back = machine.opt / "current/deploy/back.sh"
    assert machine.run(back, PULL=str(machine.opt / "current"), **pulled).returncode == -9
    switch_on("")
    assert (machine.present(), (machine.opt / "previous").readlink().name) == ("1.0", "1.1")
    failed = machine.run(back, KINDS="1.1:dead")
    assert failed.returncode == 1 and "Version 1.1 did not come up. Version 1.0 is back." in failed.stderr
    assert (machine.present(), machine.kiosk()) == ("1.0", "active")
    again = machine.run(back)
    assert (again.returncode, machine.present(), machine.kiosk()) == (0, "1.1", "active"), again.stderr
    # A version that does not start any more, as after an upgrade of the system, can be replaced all the same.
    (machine.opt / "current/venv/bin/python").unlink()
    mended = machine.act(first, "update.sh", "--yes")
    assert mended.returncode == 0, mended.stdout + mended.stderr
    assert (machine.present(), machine.kiosk()) == ("1.0", "active")


def test_the_real_cartouche_is_installed_comes_up_refuses_a_bad_update_and_goes(
    workshop: Workshop, machine: Machine, tmp_path: Path
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

    dead = machine.act(workshop.source("lifeless", "9.0"), "update.sh", "--yes", KINDS="9.0:dead", **nothing)
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
    # A partition of its own is emptied, and stays.
    (tmp_path / "mountpoint").write_text("#!/bin/sh\n")
    (tmp_path / "mountpoint").chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    emptied = machine.act(real, "uninstall.sh", "--yes", "--data", PATH=path, **nothing)
    assert emptied.returncode == 0 and list(machine.data.iterdir()) == []
    everything = machine.act(real, "uninstall.sh", "--yes", "--data", **nothing)
    assert everything.returncode == 0 and not machine.data.exists() and not (machine.root / "etc/cartouche").exists()


def test_a_newer_journal_stays_where_the_copy_cannot_be_laid_down(tmp_path: Path) -> None:
    connection = database.connect(tmp_path / "journal.db")
    database.lay_down(connection)
    connection.executescript("PRAGMA user_version = 99; UPDATE meta SET value = 99 WHERE value = 1")
    connection.close()
    # A folder of that name can no more be copied than a file onto a full disk.
    (tmp_path / "copy/journal.db").mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, ROOT / "deploy/restore.py", tmp_path, tmp_path / "copy"], cwd=ROOT, capture_output=True
    )
    assert done.returncode == 1 and games(tmp_path / "journal.db") == (99, [])
    assert not list(tmp_path.glob("journal-newer*"))
