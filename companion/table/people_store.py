"""What is said of players and groups, act by act: read, changed, and durable when it returns."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.table import people_acts as acts
from companion.table import people_file
from companion.table.errors import of_system
from companion.table.people import People, Player
from companion.table.storage import PEOPLE, write_safely

CHANGED_SINCE = T("Something else was said of the players meanwhile, so this can't be taken back. Nothing has changed.")


class Change(msgspec.Struct, frozen=True):
    """What an act did: all people before it and after it."""

    before: People
    after: People


class Store:
    """The file of people in `folder`. Every act reads it anew, and is durable when it returns.

    Acts raise InputError; then nothing has changed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def people(self) -> People:
        """As they are stored now. Raises InputError where the file may not be changed."""
        loaded = people_file.load(self.folder)
        if loaded.fault is not None:
            raise InputError(loaded.fault)
        return loaded.people

    def rename(self, player: Player, name: str, at: str, others: Iterable[Player] = ()) -> Change:
        """See `people_acts.rename`."""
        return self._act(lambda people: acts.rename(people, player, name, at, others))

    def merge(self, kept: Player, other: Player) -> Change:
        """See `people_acts.merge`."""
        return self._act(lambda people: acts.merge(people, kept, other))

    def split(self, player: Player, name: str) -> Change:
        """See `people_acts.split`."""
        return self._act(lambda people: acts.split(people, player, name))

    def retire(self, player: Player, retired: bool = True) -> Change:
        """See `people_acts.retire`."""
        return self._act(lambda people: acts.retire(people, player, retired))

    def colour(self, player: Player, liked: str) -> Change:
        """See `people_acts.colour`."""
        return self._act(lambda people: acts.colour(people, player, liked))

    def add_group(self, name: str, members: Sequence[Player] = (), group_id: str = "") -> Change:
        """See `people_acts.add_group`; without an id it gets a fresh one."""
        made = group_id or str(uuid.uuid4())
        return self._act(lambda people: acts.add_group(people, made, name, members))

    def rename_group(self, group_id: str, name: str) -> Change:
        """See `people_acts.rename_group`."""
        return self._act(lambda people: acts.rename_group(people, group_id, name))

    def remove_group(self, group_id: str) -> Change:
        """See `people_acts.remove_group`."""
        return self._act(lambda people: acts.remove_group(people, group_id))

    def set_members(self, group_id: str, members: Sequence[Player]) -> Change:
        """See `people_acts.set_members`."""
        return self._act(lambda people: acts.set_members(people, group_id, members))

    def undo(self, change: Change) -> None:
        """Take an act back. Raises InputError where something else was said since."""
        if self.people != change.after:
            raise InputError(CHANGED_SINCE)
        self._write(change.before)

    def _act(self, step: Callable[[People], People]) -> Change:
        before = self.people
        after = step(before)
        if after != before:
            self._write(after)
        return Change(before, after)

    def _write(self, people: People) -> None:
        path = self.folder / PEOPLE
        people.check()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if path.exists():
                write_safely(people_file.previous(self.folder), people_file.bytes_of(path))
            write_safely(path, people_file.encoded(people))
        except OSError as error:
            raise of_system(error) from error
