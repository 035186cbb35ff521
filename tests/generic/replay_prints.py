"""Replays records and prints a hash of all their states; run in other processes, to see that they all agree."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import click

from companion.engine.record import examine
from tests.kit.toy import shaft_installed, toy_installed


def prints(folder: Path) -> list[str]:
    """One hash over all states for each record of `folder`, in the order of their names."""
    from companion.games import find_game

    found = []
    with toy_installed(), shaft_installed():
        for path in sorted(folder.glob("*.jsonl")):
            _, sitting, results, faults = examine(path.read_bytes(), find_game)
            assert sitting is not None and faults == [], path
            digest = hashlib.sha256(sitting.state.fingerprint())
            for played in results:
                digest.update(played.state.fingerprint())
            found.append(digest.hexdigest())
    return found


if __name__ == "__main__":
    click.echo("\n".join(prints(Path(sys.argv[1]))))
