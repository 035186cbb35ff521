"""`cartouche players`: who has played here, under which names, who is one person, and who plays together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.common import (
    cell,
    json_option,
    lang_option,
    language,
    paper,
    say,
    say_error,
    say_json,
    with_switches,
)
from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.language import SEAT_WORDS, colour_words
from companion.table.storage import JOURNAL
from companion.table.times import day_of

if TYPE_CHECKING:
    from companion.table.history import Summary
    from companion.table.people import Group, People, Player
    from companion.table.people_store import Change, Store
    from companion.table.roster import Known

COLOURS = tuple(colour for colour in SEAT_WORDS if colour != "table")


@click.group("players", invoke_without_command=True)
@lang_option
@json_option
@click.pass_context
def players_group(context: click.Context, as_json: bool) -> None:
    """Players and groups. List, rename, merge and retire them; without a command: list them.

    NAME is the present name of a player. What changes players waits until the app is closed.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_players, as_json=as_json)


# reading


def _folder() -> Path:
    from companion.config import data_folder

    return data_folder()


def _games(folder: Path) -> Sequence[Summary]:
    from companion.table import beside

    path = folder / JOURNAL
    return beside.games(path) if path.exists() else ()


def _tell(notices: Sequence[Text]) -> None:
    for notice in notices:
        say_error(language().say(notice))


def _everybody(folder: Path, people: People) -> tuple[Known, ...]:
    from companion import config
    from companion.table.roster import roster

    settings = config.glance(folder)
    typed = settings.names if settings is not None else ()
    return roster(_games(folder), people, typed, colour_words(typed))


def _named(known: Sequence[Known], people: People, name: str) -> Player:
    """The player whose present name this is. Raises InputError, with the new name of who was called so."""
    return _known(known, people, name).player


def _known(known: Sequence[Known], people: People, name: str) -> Known:
    from companion.table.people import folded

    for one in known:
        if folded(one.player.name) == folded(name):
            return one
    for player in (people.holder(name), *people.once(name)):
        if player is not None:
            raise InputError(T("{name} is called {new} now. Give the new name.", name=name[:40], new=player.name))
    raise InputError(T("Nobody called “{name}” has played here. “cartouche players” lists everybody.", name=name[:40]))


def plain(one: Known) -> dict[str, Any]:
    """A player for JSON."""
    player = one.player
    return {
        "id": player.id,
        "name": player.name,
        "also": [{"name": alias.name, "until": alias.until or None} for alias in player.also],
        "colour": player.colour or None,
        "retired": player.retired,
        "games": one.games,
        "last": one.last or None,
    }


def plain_group(people: People, group: Group) -> dict[str, Any]:
    """A group for JSON."""
    return {"id": group.id, "name": group.name, "members": [member.name for member in people.members(group)]}


@players_group.command("list")
@with_switches
def list_players(as_json: bool = False) -> None:
    """List players and groups. Whoever played last comes first; the app may go on meanwhile."""
    from companion.table import people_file

    folder = _folder()
    people, fault = people_file.look(folder)
    _tell([fault] if fault is not None else [])
    known = _everybody(folder, people)
    if as_json:
        groups = [plain_group(people, group) for group in people.groups]
        say_json({"players": [plain(one) for one in known], "groups": groups})
        return
    from rich.table import Table

    said = language()
    if known:
        table = Table(box=None, pad_edge=False, show_header=False)
        for one in known:
            also = ", ".join(dict.fromkeys(alias.name for alias in one.player.also))
            table.add_row(
                cell(one.player.name),
                cell(said.say(TN("{n} game", "{n} games", one.games)) if one.games else ""),
                cell(day_of(one.last)),
                cell(said.word(SEAT_WORDS.get(one.player.colour, ""))),
                cell(said.say(T("also {names}", names=also)) if also else ""),
                cell(said.say(T("comes no more")) if one.player.retired else ""),
            )
        paper().print(table)
    say(said.say(TN("{n} player.", "{n} players.", len(known))))
    for group in people.groups:
        say(said.say(T("{group}: {members}", group=group.name, members=_members(people, group))))


def _members(people: People, group: Group) -> str:
    return ", ".join(member.name for member in people.members(group)) or language().say(T("Nobody yet"))


# changing


Step = Callable[["Store", "People", tuple["Known", ...]], "tuple[Change, Text]"]


def _act(step: Step, as_json: bool) -> None:
    """Hold the journal, do it, and say what was done. Raises InputError."""
    from companion.table import people_file
    from companion.table.errors import of_system
    from companion.table.lock import Lock, lock_of
    from companion.table.people_store import Store

    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = Lock(lock_of(folder / JOURNAL))
    except OSError as error:
        raise of_system(error) from error
    try:
        loaded = people_file.load(folder)
        _tell(loaded.notices)
        change, words = step(Store(folder), loaded.people, _everybody(folder, loaded.people))
    finally:
        lock.release()
    changed = change.before != change.after
    if as_json:
        say_json({"changed": changed})
    else:
        say(language().say(words if changed else T("That is so already. Nothing has changed.")))


@players_group.command("rename")
@click.argument("name")
@click.argument("new")
@with_switches
def rename(name: str, new: str, as_json: bool) -> None:
    """Call a player otherwise from now on. The games played so far stay theirs."""
    from companion.table.times import now_text

    def step(store: Store, people: People, known: tuple[Known, ...]) -> tuple[Change, Text]:
        found = _known(known, people, name)
        player, at = found.player, found.until(now_text())
        change = store.rename(player, new, at, [one.player for one in known])
        called = change.after.by_id[player.id].name if player.id in change.after.by_id else player.name
        return change, T("{old} is called {new} from now on.", old=player.name, new=called)

    _act(step, as_json)


@players_group.command("merge")
@click.argument("name")
@click.argument("into")
@click.option("--even-so", is_flag=True, help="Even if the two sat at one table in some game.")
@with_switches
def merge(name: str, into: str, even_so: bool, as_json: bool) -> None:
    """Make two names one person. All games of NAME become games of INTO, whose name stays."""
    from companion.table.people import sat_together

    def step(store: Store, people: People, known: tuple[Known, ...]) -> tuple[Change, Text]:
        other, kept = _named(known, people, name), _named(known, people, into)
        n = 0 if other.id == kept.id else sat_together(_games(store.folder), people, kept.id, other.id)
        if n and not even_so:
            raise InputError(
                TN(
                    "{name} and {other} sat at the same table in {n} game, so they are hardly one person. "
                    "Nothing has changed. If they are, say --even-so.",
                    "{name} and {other} sat at the same table in {n} games, so they are hardly one person. "
                    "Nothing has changed. If they are, say --even-so.",
                    n,
                    name=other.name,
                    other=kept.name,
                )
            )
        return store.merge(kept, other), T("{name} is {other} now, in all games.", name=other.name, other=kept.name)

    _act(step, as_json)


@players_group.command("split")
@click.argument("name")
@click.argument("alias")
@with_switches
def split(name: str, alias: str, as_json: bool) -> None:
    """Take another name of a player out again. ALIAS is somebody of their own then."""

    def step(store: Store, people: People, known: tuple[Known, ...]) -> tuple[Change, Text]:
        change = store.split(_named(known, people, name), alias)
        return change, T("“{name}” is somebody of their own again.", name=alias)

    _act(step, as_json)


def _retire(name: str, retired: bool, as_json: bool) -> None:
    def step(store: Store, people: People, known: tuple[Known, ...]) -> tuple[Change, Text]:
        player = _named(known, people, name)
        words = T("{name} comes no more.", name=player.name) if retired else T("{name} comes again.", name=player.name)
        return store.retire(player, retired), words

    _act(step, as_json)


@players_group.command("retire")
@click.argument("name")
@with_switches
def retire(name: str, as_json: bool) -> None:
    """Offer a player in new games no more. History and statistics keep them."""
    _retire(name, True, as_json)


@players_group.command("return")
@click.argument("name")
@with_switches
def come_back(name: str, as_json: bool) -> None:
    """Offer a retired player again."""
    _retire(name, False, as_json)


@players_group.command("colour")
@click.argument("name")
@click.argument("liked", type=click.Choice([*COLOURS, "any"]))
@with_switches
def colour(name: str, liked: str, as_json: bool) -> None:
    """Note the seat colour that a player likes. In a new game it is theirs where it is free."""

    def step(store: Store, people: People, known: tuple[Known, ...]) -> tuple[Change, Text]:
        player = _named(known, people, name)
        words = T("{name} plays any colour.", name=player.name)
        if liked != "any":
            words = T("{name} likes to play {colour}.", name=player.name, colour=Text(SEAT_WORDS[liked]))
        return store.colour(player, "" if liked == "any" else liked), words

    _act(step, as_json)


# groups


@players_group.group("group")
def groups() -> None:
    """Groups: who plays together. With one tap they sit down for a new game."""


def _group(people: People, name: str) -> Group:
    from companion.table.people import folded

    found = next((group for group in people.groups if folded(group.name) == folded(name)), None)
    if found is None:
        raise InputError(T("There is no group “{name}”. “cartouche players” lists the groups.", name=name[:40]))
    return found


def _members_named(known: tuple[Known, ...], people: People, names: Sequence[str]) -> list[Player]:
    return [_named(known, people, name) for name in names]


@groups.command("add")
@click.argument("name")
@click.argument("members", nargs=-1)
@with_switches
def add_group(name: str, members: tuple[str, ...], as_json: bool) -> None:
    """Add a group of these players. They sit clockwise in the order given."""

    def step(store: Store, people: People, known: tuple[Known, ...]) -> tuple[Change, Text]:
        change = store.add_group(name, _members_named(known, people, members))
        return change, _told(change, change.after.groups[-1].id)

    _act(step, as_json)


def _told(change: Change, group_id: str) -> Text:
    group = next(group for group in change.after.groups if group.id == group_id)
    return T("{group}: {members}", group=group.name, members=_members(change.after, group))


@groups.command("members")
@click.argument("name")
@click.argument("members", nargs=-1)
@with_switches
def set_members(name: str, members: tuple[str, ...], as_json: bool) -> None:
    """Say anew who belongs to a group. MEMBERS sit clockwise in the order given."""

    def step(store: Store, people: People, known: tuple[Known, ...]) -> tuple[Change, Text]:
        group = _group(people, name)
        change = store.set_members(group.id, _members_named(known, people, members))
        return change, _told(change, group.id)

    _act(step, as_json)


@groups.command("rename")
@click.argument("name")
@click.argument("new")
@with_switches
def rename_group(name: str, new: str, as_json: bool) -> None:
    """Call a group otherwise."""

    def step(store: Store, people: People, known: tuple[Known, ...]) -> tuple[Change, Text]:
        group = _group(people, name)
        change = store.rename_group(group.id, new)
        return change, _told(change, group.id)

    _act(step, as_json)


@groups.command("remove")
@click.argument("name")
@with_switches
def remove_group(name: str, as_json: bool) -> None:
    """Keep a group no more. Its players stay."""

    def step(store: Store, people: People, known: tuple[Known, ...]) -> tuple[Change, Text]:
        group = _group(people, name)
        return store.remove_group(group.id), T("The group {name} is removed. Its players stay.", name=group.name)

    _act(step, as_json)
