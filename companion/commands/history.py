"""`cartouche history`: the games of this device: find them, look at one, delete and bring back, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from companion.commands.common import language, say, say_error, say_json, with_switches
from companion.commands.narrowing import day_asked, game_asked, id_asked
from companion.engine.box import PRACTICE
from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.language import Language
from companion.table.storage import JOURNAL
from companion.table.summary import STANDS, Part, Status, read_text
from companion.table.times import day_of
from companion.titles import in_every_language, title_of

if TYPE_CHECKING:
    from companion.table.history import Summary
    from companion.table.journal import Journal
    from companion.table.shelf import Note, Shelf


@click.group("history")
def history_group() -> None:
    """The games of this device. Find them, look at one, delete it and bring it back, write notes.

    ID may be the beginning of a record's id.
    """


def _folder() -> Path:
    from companion.config import data_folder

    folder: Path = data_folder()
    if not (folder / JOURNAL).exists():
        raise InputError(T("There is no journal yet in {folder}, so there is no game in it.", folder=str(folder)))
    return folder


@contextmanager
def _held() -> Iterator[tuple[Journal, Shelf]]:
    """The journal, held as long as the block runs, and the shelf beside it; what is amiss with them is told."""
    from companion.table.journal import Journal
    from companion.table.shelf import Shelf

    folder = _folder()
    with Journal.open(folder / JOURNAL) as journal:
        shelf = Shelf.load(folder)
        for notice in (*journal.notices, *shelf.notices):
            say_error(language().say(notice))
        yield journal, shelf


def _all(folder: Path) -> tuple[tuple[Summary, ...], tuple[Summary, ...]]:
    """The games in the lists and the deleted ones, also while the app has the journal open."""
    from companion.table import beside, history
    from companion.table.errors import JournalLocked
    from companion.table.journal import Journal

    try:
        with Journal.open(folder / JOURNAL) as journal:
            for notice in journal.notices:
                say_error(language().say(notice))
            return history.games(journal), history.deleted(journal)
    except JournalLocked:
        return beside.games(folder / JOURNAL), beside.deleted(folder / JOURNAL)


def _chosen(games: Sequence[Summary], begin: str) -> Summary:
    known = {one.id: one for one in games}
    return known[id_asked(begin, known)]


# looking


@history_group.command("list")
@click.option("--game", default="", metavar="GAME", help="Only games of this kind.")
@click.option("--player", default="", metavar="NAME", help="Only games with this player.")
@click.option("--since", default="", metavar="DAY", help="Only games from this day, month or year on (2026-03-09).")
@click.option("--until", default="", metavar="DAY", help="Only games up to this day, month or year.")
@click.option("--text", default="", metavar="WORDS", help="Only games in whose title, names, day or notes these are.")
@click.option("--status", type=click.Choice(get_args(Status)), default=None, help="Only games that stand so.")
@click.option("--deleted", "gone", is_flag=True, help="The deleted games instead, the most lately deleted first.")
@with_switches
def list_games(
    game: str, player: str, since: str, until: str, text: str, status: str | None, gone: bool, as_json: bool
) -> None:
    """List games, the newest first. The app may go on meanwhile."""
    from companion.table import history, people_file, shelf

    folder = _folder()
    people, kept = people_file.glance(folder), shelf.glance(folder)
    here, deleted = _all(folder)
    found = history.find(
        deleted if gone else here,
        people,
        text=text,
        game=game_asked(game, here + deleted),
        player=player,
        since=day_asked(since),
        until=day_asked(until),
        status=status or "",
        titles=in_every_language,
        notes=kept.notes,
    )
    if as_json:
        say_json({"games": [_as_json(one, people.names(one), kept) for one in found]})
        return
    said = language()
    for one in found:
        notes = kept.notes.get(one.id, ())
        more = [said.say(STANDS[one.status])]
        more += [said.word(PRACTICE)] if one.practice else []
        more += [said.say(TN("{n} note", "{n} notes", len(notes)))] if notes else []
        names = _who(one, people.names(one), said)
        say(f"{one.id}  {day_of(one.started)}  {said.say(title_of(one.game))}  {names}  ({', '.join(more)})")
    say(
        said.say(
            TN("{n} deleted game.", "{n} deleted games.", len(found))
            if gone
            else TN("{n} game.", "{n} games.", len(found))
        )
    )


def _who(game: Summary, names: Mapping[str, str], said: Language) -> str:
    """Everybody with their points, the winners marked."""
    told = []
    for seat in game.seats:
        words = names[seat.seat]
        if seat.seat in game.scores:
            words = said.say(T("{name} {points}", name=words, points=game.scores[seat.seat]))
        told.append(said.say(T("{who} (won)", who=words)) if seat.seat in game.winners else words)
    return ", ".join(told)


def _as_json(game: Summary, names: dict[str, str], kept: Any) -> dict[str, Any]:
    said = language()
    return {
        "id": game.id,
        "game": game.game,
        "title": said.say(title_of(game.game)),
        "started": game.started,
        "touched": game.touched,
        "status": game.status,
        "mode": game.mode,
        "practice": game.practice,
        "moves": game.n,
        "names": game.names,
        "now": names,
        "scores": game.scores,
        "winners": list(game.winners),
        "result": said.say(game.result, names) if game.result else None,
        "deleted": kept.deleted.get(game.id),
        "notes": [{"move": note.n, "text": note.text, "at": note.at} for note in kept.notes.get(game.id, ())],
    }


@history_group.command("show")
@click.argument("begin", metavar="ID")
@with_switches
def show(begin: str, as_json: bool) -> None:
    """Show one game. How it stands, where the points came from, its notes; the app may go on meanwhile."""
    from companion.table import people_file, shelf

    folder = _folder()
    people, kept = people_file.glance(folder), shelf.glance(folder)
    game = _chosen([one for games in _all(folder) for one in games], begin)
    names = people.names(game)
    said = language()
    if as_json:
        parts = [{"category": part.category, "title": _part(part, said), "points": part.points} for part in game.parts]
        say_json({**_as_json(game, names, kept), "parts": parts, "seconds": game.played_s, "times": game.times})
        return
    say(f"{said.say(title_of(game.game))}  {day_of(game.started)}  {game.id}")
    if game.id in kept.deleted:
        say(said.say(T("Deleted on {day}.", day=day_of(kept.deleted[game.id]))))
    say(said.say(TN("{status}, {n} move", "{status}, {n} moves", game.n, status=STANDS[game.status])))
    say(_who(game, names, said))
    if game.result is not None:
        say(said.say(game.result, names))
    for part in game.parts:
        points = ", ".join(said.say(T("{name} {points}", name=names[s], points=n)) for s, n in part.points.items())
        say(f"  {_part(part, said, names)}: {points}")
    _say_notes(kept.notes.get(game.id, ()), said)


def _part(part: Part, said: Language, names: Mapping[str, str] | None = None) -> str:
    title = read_text(part.title)
    return said.say(title, names) if title is not None else part.category


def _say_notes(notes: Sequence[Note], said: Language) -> None:
    for number, note in enumerate(notes, 1):
        place = T("move {n}", n=note.n) if note.n else T("the whole game")
        say(f"{number}. {said.say(place)}: {note.text}")


# deleting


def _each(ids: Sequence[str], act: Callable[[Journal, str], None], told: Callable[[int], Text], as_json: bool) -> None:
    """Do `act` to the games of these ids (without any: to all deleted ones), all found before the first is touched."""
    from companion.table import history

    done: list[str] = []
    with _held() as (journal, _):
        deleted = history.deleted(journal)
        games = [*history.games(journal), *deleted]
        chosen = [_chosen(games, begin) for begin in ids] if ids else deleted
        try:
            for one in dict.fromkeys(game.id for game in chosen):
                act(journal, one)
                done.append(one)
        except InputError:
            if done:
                say_error(language().say(told(len(done))))
            raise
    if as_json:
        say_json({"games": done})
    else:
        say(language().say(told(len(done))))


@history_group.command("delete")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@with_switches
def delete(ids: tuple[str, ...], as_json: bool) -> None:
    """Take games out of every list. “restore” brings them back."""
    from companion.table import history

    _each(
        ids,
        history.delete,
        lambda n: TN(
            "{n} game is deleted. “cartouche history restore” brings it back.",
            "{n} games are deleted. “cartouche history restore” brings them back.",
            n,
        ),
        as_json,
    )


@history_group.command("restore")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@with_switches
def restore(ids: tuple[str, ...], as_json: bool) -> None:
    """Bring deleted games back to where they were."""
    from companion.table import history

    _each(ids, history.restore, lambda n: TN("{n} game is back.", "{n} games are back.", n), as_json)


@history_group.command("purge")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--all", "everything", is_flag=True, help="Every deleted game.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_switches
def purge(ids: tuple[str, ...], everything: bool, yes: bool, as_json: bool) -> None:
    """Delete deleted games for good. Their notes go with them; there is no way back from here.

    The newest copies of the journal on this device, and every copy you have made, still hold them.
    """
    from companion.table import history

    if bool(ids) == everything:
        raise click.UsageError("Give an ID or --all.")
    question = language().say(T("Delete for good? There is no way back."))
    if not yes and not click.confirm(question, err=True):
        say_error(language().say(T("Nothing has changed.")))
        raise click.exceptions.Exit(1)
    _each(
        ids,
        history.purge,
        lambda n: TN("{n} game is deleted for good.", "{n} games are deleted for good.", n),
        as_json,
    )


# notes


@history_group.command("note")
@click.argument("begin", metavar="ID")
@click.argument("text", required=False, metavar="[TEXT]")
@click.option(
    "--move", "n", type=click.IntRange(0), default=0, metavar="N", help="After this move (0: the whole game)."
)
@click.option("--change", type=click.IntRange(1), metavar="NUMBER", help="Put TEXT into the note of this number.")
@click.option("--remove", type=click.IntRange(1), metavar="NUMBER", help="Take the note of this number away.")
@with_switches
def note(begin: str, text: str | None, n: int, change: int | None, remove: int | None, as_json: bool) -> None:
    """Write a note to a game. Without TEXT: list its notes with their numbers, which --change and --remove take."""
    from companion.table import history

    if remove is not None and (text is not None or change is not None):
        raise click.UsageError("--remove goes without TEXT and --change.")
    if change is not None and text is None:
        raise click.UsageError("--change needs TEXT.")
    if change is not None and n:
        raise click.UsageError("--change leaves a note at its move. Leave --move out.")
    with _held() as (journal, shelf):
        game = _chosen([*history.games(journal), *history.deleted(journal)], begin)
        if remove is not None:
            shelf.remove_note(game.id, _note(shelf.notes_of(game.id), remove))
        elif change is not None and text is not None:
            shelf.change_note(game.id, _note(shelf.notes_of(game.id), change), text)
        elif text is not None:
            if n > game.n:
                raise InputError(
                    TN(
                        "This game has {n} move so far. Choose a move up to that.",
                        "This game has {n} moves so far. Choose a move up to that.",
                        game.n,
                    )
                )  # fmt: skip
            shelf.add_note(game.id, n, text)
        notes = shelf.notes_of(game.id)
    if as_json:
        say_json({"id": game.id, "notes": [{"move": one.n, "text": one.text, "at": one.at} for one in notes]})
        return
    _say_notes(notes, language())
    say(language().say(TN("{n} note.", "{n} notes.", len(notes))))


def _note(notes: Sequence[Note], number: int) -> Note:
    if number > len(notes):
        raise InputError(T("This game has no note number {n}. List its notes first.", n=number))
    return notes[number - 1]
