"""What a copy would bring, and what it brought, in sentences: the same on the screen and by the command."""

from __future__ import annotations

from pathlib import Path

from companion.engine.text import TN, T, Text
from companion.table.bring_back import Brought, Preview
from companion.table.merge import Kind
from companion.table.storage import PEOPLE, SHELF

APART = {
    PEOPLE: T(
        "Players and groups can't be put together: here or there they can't be read, or are of a newer Cartouche. "
        "The ones here stay."
    ),
    SHELF: T(
        "Notes and deleted games can't be put together: here or there they can't be read, or are of a newer Cartouche. "
        "The ones here stay."
    ),
}
"""What is said of a file that is put together with ours where that can be done."""


def games(kind: Kind, n: int) -> Text:
    """So many games of one kind."""
    return {
        "new": TN("{n} game is not on this device.", "{n} games are not on this device.", n),
        "longer": TN("{n} game goes on from the one here.", "{n} games go on from the ones here.", n),
        "parted": TN(
            "{n} game was played on differently there; both are kept.",
            "{n} games were played on differently there; both are kept.",
            n,
        ),
        "known": TN("{n} game is here already.", "{n} games are here already.", n),
    }[kind]


def would_come(seen: Preview) -> tuple[Text, ...]:
    """What bringing it back would change, in sentences; the first of them about the games."""
    counts = seen.counts
    kinds: tuple[Kind, ...] = ("new", "longer", "parted", "known")
    told = [games(kind, counts[kind]) for kind in kinds if counts[kind]]
    if not told:
        told.append(T("There is no game in this copy."))
    if seen.unusable is not None:
        told.append(T("The settings in it can't be used here. {why} They are kept aside.", why=seen.unusable))
    told += _together(seen.joined, seen.back)
    apart = [file.name for file in seen.others if file.name in APART and file.fate == "other"]
    told += [APART[name] for name in apart]
    n = len(seen.others) - len(apart)
    if n:
        told.append(TN("{n} other file comes along.", "{n} other files come along.", n))
    if seen.strange:
        told.append(
            TN(
                "{n} file is of a kind this Cartouche does not know; it is kept for a later one.",
                "{n} files are of a kind this Cartouche does not know; they are kept for a later one.",
                len(seen.strange),
            )
        )
    return tuple(told)


def _together(joined: tuple[str, ...], back: int) -> list[Text]:
    """What is put together, and games that are in the lists again by it."""
    told: list[Text] = []
    if PEOPLE in joined:
        told.append(T("Players and groups are put together with the ones here."))
    if SHELF in joined:
        told.append(T("Notes and deleted games are put together with the ones here."))
    if back:
        told.append(
            TN(
                "{n} game that is deleted here was played on there: it is in History again.",
                "{n} games that are deleted here were played on there: they are in History again.",
                back,
            )
        )
    return told


def came(brought: Brought) -> tuple[Text, ...]:
    """What came, in sentences."""
    n = sum(brought.games.get(kind, 0) for kind in ("new", "longer", "parted"))
    told = [TN("{n} game was brought.", "{n} games were brought.", n)]
    told += _together(brought.joined, brought.back)
    if brought.placed:
        told.append(TN("{n} file was put in place.", "{n} files were put in place.", len(brought.placed)))
    told += [APART[name] for name in brought.aside if name in APART]
    if brought.aside and brought.folder is not None:
        told.append(
            TN(
                "{n} file is kept beside, in {folder}.",
                "{n} files are kept beside, in {folder}.",
                len(brought.aside),
                folder=str(Path(brought.folder.parent.name, brought.folder.name)),
            )
        )
    return tuple(told)
