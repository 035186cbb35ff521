"""Pictures of the history and of replays: the list and its filters, deleted games, every board with what stands
beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.table import history
from companion.table.history import Summary
from companion.table.journal import Journal
from companion.table.people import player_id
from companion.table.shelf import Shelf
from companion.ui.wanted import Wanted, year
from tests.kit.desk import Desk
from tests.kit.many_games import NAMES, many

NOTE = (
    "Anna forgot the penalty here, and nobody noticed until the end of the round. Bartholomäus-Konstantin says that it "
    "would have been another game. We left it as it was."
)
LONG = NAMES[4]
Show = Callable[[Desk], None]


def upright(table: Desk) -> None:
    """Lets the picture lie as it is read, whoever's turn it was."""
    table.context.turning.turn_back()
    table.ui.wait(0.35)


def listed(then: Show | None = None, **what: Any) -> Show:
    """Opens the history, asked for something, and perhaps does something there."""

    def show(table: Desk) -> None:
        upright(table)
        table.context.go("history", wanted=Wanted(**what))
        table.ui.frames(3)
        if then is not None:
            then(table)

    return show


def asked(name: str) -> Show:
    """Taps a key of the history."""
    return lambda table: table.touch(table.screen.search if name == "search" else table.screen.keys[name])


def typed(table: Desk) -> None:
    """Searches for something."""
    table.touch(table.screen.search)
    table.screen.keyboard.text = "bart"
    table.ui.frames(2)


def deleted(table: Desk) -> None:
    """Deletes the first game of the list, which is not at the table."""
    table.ui.hold(next(iter(table.screen.rows.values())))


def replayed(record: str, then: Callable[[Any], None] | None = None) -> Show:
    """Opens a replay, and perhaps does something there."""

    def show(table: Desk) -> None:
        upright(table)
        table.context.go("replay", record=record)
        table.ui.frames(2)
        if then is not None:
            then(table.screen)

    return show


def fullest(journal: Journal, ids: tuple[str, ...]) -> dict[str, Summary]:
    """Of each game the one with the most players: finished, put away ("-away"), and only kept ("-kept")."""
    found: dict[str, Summary] = {}
    for summary in history.games(journal):
        if summary.id not in ids:
            continue
        name = summary.game + ("-kept" if summary.mode == "scorekeeper" else "")
        name += "" if summary.status == "finished" else "-away"
        if name not in found or len(found[name].seats) < len(summary.seats):
            found[name] = summary
    return found


def history_shots(journal: Journal) -> Iterator[tuple[str, Show]]:
    """Every picture: its name, and what opens it from Home."""
    ids = many(journal, 40, away=6)
    found = fullest(journal, ids)
    kept = Shelf.load(journal.path.parent)
    for summary in found.values():
        kept.add_note(summary.id, 0, "The long evening with the new box.")
        kept.add_note(summary.id, summary.n // 2, NOTE)
    kept.delete(ids[0])
    kept.delete(ids[1])
    first = found["tutankhamen"]
    yield "history-long", listed()
    yield "history-asked", listed(text="a", player=player_id(LONG), called=LONG, when=year(2025), status="finished")
    yield "history-none", listed(text="zzz", player=player_id(LONG), called=LONG, game="tutankhamen")
    yield "history-undo", listed(deleted, status="finished")
    yield "history-search", listed(typed)
    for name in ("game", "player", "when", "status"):
        yield f"history-by-{name}", listed(asked(name))
    yield "deleted", lambda table: (upright(table), table.context.go("deleted"))[0]
    yield "delete-game", lambda table: (upright(table), table.context.go("delete_game", summary=first))[0]
    for name, summary in sorted(found.items()):
        yield f"replay-{name}", replayed(summary.id)
        if name in ("aton", "egizia", "nefertiti", "sobek", "tutankhamen"):
            yield f"replay-{name}-note", replayed(summary.id, lambda screen: screen.jump(screen.game.n // 2))
            yield f"replay-{name}-scored", replayed(summary.id, lambda screen: screen.to_scoring(-1))
            yield f"replay-{name}-scorings", replayed(summary.id, lambda screen: screen.open("scorings"))
    yield "replay-notes", replayed(first.id, lambda screen: screen.open("notes"))
    yield "replay-more", replayed(first.id, lambda screen: screen.open("more"))
    yield "note-entry", replayed(first.id, lambda screen: screen.edit(screen.notes[-1]))
