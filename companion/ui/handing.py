"""What is handed on from the screen: the plays of games, their code for a phone, and their files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from companion.engine.record import Record
from companion.engine.text import Text
from companion.table import handoff, handoff_files, history, people_file
from companion.table.bg_stats import link
from companion.table.handoff import Play, Say
from companion.table.handoff_files import Kind
from companion.table.history import Summary
from companion.table.journal import Journal
from companion.table.qr import Matrix, qr_matrix
from companion.vision.typeface import roboto


class Handing(msgspec.Struct, frozen=True):
    """Games to hand on: their record ids, the plays of those that are over, and the others with why they are none."""

    records: tuple[str, ...]
    plays: tuple[Play, ...]
    left_out: tuple[tuple[Summary, Text], ...]


def gather(journal: Journal, records: Sequence[str]) -> Handing:
    """What of these games can be handed on, in their order; one that is not over, or can't be read, is left out."""
    if len(records) == 1:
        one = history.one(journal, records[0])
        found = [one] if one is not None else []
    else:
        known = {summary.id: summary for summary in history.games(journal)}
        found = [known[record] for record in records if record in known]
    plays, refused = handoff.plays_of(journal, found, people_file.glance(journal.path.parent))
    by_id = {summary.id: summary for summary in found}
    return Handing(tuple(by_id), plays, tuple((by_id[record], why) for record, why in refused))


def code_of(play: Play) -> Matrix:
    """The code that a phone reads to keep this play."""
    return qr_matrix(link(play))


def write(
    handing: Handing, kind: Kind, folder: Path, say: Say, share: Callable[[float], None] = lambda _: None
) -> tuple[Path, ...]:
    """Write the results as files of a kind into `folder`; where they lie. `share` is told how much is done, 0 to 1.

    Raises InputError.
    """
    return handoff_files.write(kind, handing.plays, folder, say, roboto(), share)


def write_records(
    records: Sequence[Record], folder: Path, share: Callable[[float], None] = lambda _: None
) -> tuple[Path, ...]:
    """The same for games move by move."""
    paths: list[Path] = []
    for record in records:
        paths.append(handoff_files.write_record(record, folder))
        share(len(paths) / len(records))
    return tuple(paths)
