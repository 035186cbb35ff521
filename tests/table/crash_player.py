"""A process that plays Quarry through the real journal until it is killed, telling every act once it is accepted.

It forks a player for every line it reads (the seed), says its process id, and says when that player is gone.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
import time
from pathlib import Path

from companion.games import find_game
from companion.table import history
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.quarry_table import play_on, started


def tell(**told: object) -> None:
    """One line, written at once and whole."""
    os.write(1, json.dumps(told).encode() + b"\n")


def play(path: Path, seed: int, stop_at: float) -> None:
    """Open, take up the game that was interrupted or begin one, and play with some undos; game after game."""
    rng = random.Random(seed)
    game = find_game("quarry")
    with Journal.open(path) as journal:
        summary = history.unfinished(journal)
        session = (
            Session.resume(journal, summary.id) if summary else started(journal, game, f"{seed}-0", ruleset="LONG")
        )
        begun = 0
        while time.monotonic() < stop_at:
            if session.n and session.undo_refused() is None and rng.random() < 0.2:
                session.undo()
            elif not play_on(session, 1, rng):
                begun += 1
                session = started(journal, game, f"{seed}-{begun}", ruleset="LONG")
            last = journal.entries(session.header.id)[-1]
            print_of = hashlib.sha256(session.state.fingerprint()).hexdigest()
            tell(id=session.header.id, seq=last.seq, kind=last.kind, data=last.data, state=print_of)


def main() -> None:
    """The forking loop."""
    find_game("quarry")
    for line in sys.stdin:
        player = os.fork()
        if player == 0:
            try:
                play(Path(sys.argv[1]), int(line), time.monotonic() + 5)
            finally:
                os._exit(3)
        tell(pid=player)
        _, status = os.waitpid(player, 0)
        tell(gone=os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
