"""Files that two devices have each of their own and that become one: players and groups, notes and deleted games.

Nothing of ours goes, and nothing comes twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.table import people_file, people_merge, shelf
from companion.table.merge import Kind
from companion.table.people import People
from companion.table.shelf import Contents, Note
from companion.table.storage import PEOPLE, SHELF

JOINED = (PEOPLE, SHELF)
"""Names of the files that are put together."""


class Arrival(msgspec.Struct, frozen=True):
    """What a game of theirs is here: its id here (another one where it parted from ours), and what it brings."""

    id: str
    kind: Kind


Arrivals = Mapping[str, Arrival]
"""Every game of theirs by the id it has there."""


class Joined(msgspec.Struct, frozen=True):
    """Both together as bytes (None: as ours is), and the deleted games of ours that are in the lists again."""

    data: bytes | None
    back: tuple[str, ...] = ()


def join(name: str, ours: bytes | None, theirs: bytes | None, arrivals: Arrivals) -> Joined:
    """The file `name` of both devices together; None where one has none.

    Raises InputError where one of them can't be used: it is broken, or a newer Cartouche wrote it.
    """
    if name == PEOPLE:
        return _people(ours, theirs)
    return _shelf(ours, theirs, arrivals)


def _people(ours: bytes | None, theirs: bytes | None) -> Joined:
    coming, mine = (people_file.read(data) if data is not None else People() for data in (theirs, ours))
    both = people_merge.united(mine, coming)
    return Joined(people_file.encoded(both) if both != mine else None)


def _shelf(ours: bytes | None, theirs: bytes | None, arrivals: Arrivals) -> Joined:
    coming, mine = (shelf.read(data) if data is not None else Contents() for data in (theirs, ours))
    both = united(mine, coming, arrivals)
    back = tuple(sorted(mine.deleted.keys() - both.deleted.keys()))
    return Joined(shelf.encoded(both) if shelf.encoded(both) != shelf.encoded(mine) else None, back)


def united(ours: Contents, theirs: Contents, arrivals: Arrivals) -> Contents:
    """Both together.

    Notes of theirs hang on their game wherever it comes to be here. A game that is deleted there is deleted here only
    if it is new here. One that is deleted here and was played on there is not deleted any more: somebody plays it.
    """
    deleted = dict(ours.deleted)
    for arrival in arrivals.values():
        if arrival.kind == "longer":
            deleted.pop(arrival.id, None)
    for record, at in theirs.deleted.items():
        known = arrivals.get(record)
        if known is not None and known.kind in ("new", "parted"):
            deleted.setdefault(known.id, at)
        elif known is not None and known.kind == "longer" and known.id in ours.deleted:
            deleted[known.id] = ours.deleted[known.id]
    notes = dict(ours.notes)
    for record, coming in theirs.notes.items():
        here = arrivals[record].id if record in arrivals else record
        notes[here] = _notes(notes.get(here, ()), coming)
    return Contents(deleted=deleted, notes=notes)


def _notes(ours: Sequence[Note], theirs: Sequence[Note]) -> tuple[Note, ...]:
    said = {(note.n, note.text) for note in ours}
    more = [note for note in theirs if (note.n, note.text) not in said]
    return shelf.in_order((*ours, *more[: max(0, shelf.MOST_KEPT - len(ours))]))
