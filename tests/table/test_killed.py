"""Whatever moment the process is killed at, no accepted act is lost and the game goes on."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from companion.table import history
from companion.table.journal import Journal
from companion.table.session import Session
from tests.kit.toy import TOY_PATH, toy_installed
from tests.table.quarry_table import play_on

ROOT = Path(__file__).resolve().parents[2]
CYCLES = 300
WAITED_FOR = (0, 0, 1, 2, 4)
"""Acts after which a player may be killed: none, so that opening and taking up a game are interrupted too."""
LATEST = 0.02
"""Seconds that a player is killed after its start, or after the act it was waited for, at the latest."""


def cycle(server: subprocess.Popen[str], seed: int, least: int, delay: float) -> list[dict[str, Any]]:
    """One player, killed `delay` after it has told `least` acts; what it told."""
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(f"{seed}\n")
    server.stdin.flush()
    told: list[dict[str, Any]] = []
    player = 0
    for row in server.stdout:
        said = json.loads(row)
        if "gone" in said:
            assert said["gone"] == -signal.SIGKILL
            return told
        if "pid" in said:
            player = said["pid"]
        else:
            told.append(said)
        if player and len(told) == least:
            time.sleep(delay)
            os.kill(player, signal.SIGKILL)
            least = -1
    raise AssertionError("the players' process ended")


@pytest.mark.slow
def test_no_accepted_act_is_lost_when_the_player_is_killed_at_any_moment(tmp_path: Path) -> None:
    rng = random.Random(20)
    path = tmp_path / "journal.db"
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(ROOT), str(TOY_PATH)]))
    command = [sys.executable, str(Path(__file__).with_name("crash_player.py")), str(path)]
    accepted: dict[str, dict[int, tuple[str, str]]] = {}
    acts = 0
    with (
        toy_installed(),
        subprocess.Popen(
            command, cwd=tmp_path, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as server,
    ):
        for seed in range(CYCLES):
            told = cycle(server, seed, rng.choice(WAITED_FOR), rng.uniform(0, LATEST))
            acts += len(told)
            with Journal.open(path) as journal:
                assert journal.notices == []
                for said in told:
                    accepted.setdefault(said["id"], {})[said["seq"]] = (said["kind"], said["data"])
                for record_id in {said["id"] for said in told}:
                    entries = journal.entries(record_id)
                    for seq, act in accepted[record_id].items():
                        assert (entries[seq].kind, entries[seq].data) == act
                if told:
                    last = told[-1]
                    session = Session.look_at(journal, last["id"])
                    end = journal.entries(last["id"])[-1]
                    # One commit may have come through without its word; a last move and its ending are one commit.
                    assert 0 <= end.seq - last["seq"] <= 2
                    if end.seq == last["seq"]:
                        assert hashlib.sha256(session.state.fingerprint()).hexdigest() == last["state"]
        assert server.stdin is not None
        server.stdin.close()
        with Journal.open(path) as journal:
            for record_id, told_acts in accepted.items():
                entries = journal.entries(record_id)
                assert {seq: (entries[seq].kind, entries[seq].data) for seq in told_acts} == told_acts
            summary = history.unfinished(journal)
            if summary is not None:
                session = Session.resume(journal, summary.id)
                assert play_on(session, 1, rng) == 1
    assert acts > CYCLES
