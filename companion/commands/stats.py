"""`cartouche stats`: what was won and lost: of everybody, of one player or game, of two against each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from companion.commands.common import language, say_json, with_switches
from companion.engine.errors import InputError
from companion.engine.header import clean_name
from companion.engine.text import T, Text
from companion.games import find_game
from companion.language import Language, colour_words
from companion.table.storage import JOURNAL

if TYPE_CHECKING:
    from companion.table.history import Summary
    from companion.table.people import People


@click.command("stats")
@click.option("--player", metavar="NAME", help="The results of this player.")
@click.option("--against", metavar="NAME", help="With --player: how the two stand against each other.")
@click.option("--game", "game_id", metavar="GAME", help="This game only.")
@click.option("--practice", is_flag=True, help="Count practice games too.")
@with_switches
def stats(player: str | None, against: str | None, game_id: str | None, practice: bool, as_json: bool) -> None:
    """Count wins, averages and best games. The app may go on meanwhile.

    Deleted games are left out, and practice games unless they are asked for.
    """
    if against and not player:
        raise click.UsageError("--against needs --player.")
    from companion.commands import stats_tables as tables
    from companion.config import data_folder, glance
    from companion.table import people_file, statistics

    folder = data_folder()
    games = _games(folder, game_id)
    people = people_file.glance(folder)
    settings = glance(folder)
    nobody = colour_words(settings.names if settings is not None else ())
    told: Any
    if player and against:
        a, b = (_named(name, games, people, practice) for name in (player, against))
        if a == b:
            raise InputError(T("That is one player twice. Name two."))
        told = statistics.head_to_head(games, people, a, b, practice)
    elif player:
        told = statistics.of_player(games, people, _named(player, games, people, practice), practice, nobody)
    elif game_id:
        told = statistics.of_game(games, people, game_id, None, practice, nobody)
    else:
        told = statistics.overall(games, people, practice, nobody)
    if as_json:
        say_json(plain(told, language()))
    elif isinstance(told, statistics.HeadToHead):
        tables.say_between(told, _names(games, people, practice))
    elif isinstance(told, statistics.PlayerStats):
        tables.say_player(told)
    elif isinstance(told, statistics.GameStats):
        tables.say_game(told)
    else:
        tables.say_overall(told)


def _games(folder: Path, game_id: str | None) -> Sequence[Summary]:
    """The games of the journal (none where there is no journal yet), of one game if it is named."""
    from companion.table import beside

    if game_id:
        find_game(game_id)
    path = folder / JOURNAL
    found = beside.games(path) if path.exists() else ()
    return [one for one in found if game_id in (None, one.game)]


def _names(games: Sequence[Summary], people: People, practice: bool) -> dict[str, str]:
    """The present name of everybody in finished games, by player."""
    from companion.table.placing import placed

    return {place.player: place.name for one in placed(games, people, practice) for place in one.places}


def _named(name: str, games: Sequence[Summary], people: People, practice: bool) -> str:
    """The player (id) who goes by `name` now, else who once did. Raises InputError where there is none."""
    from companion.table.people import folded

    name = clean_name(name)
    known = _names(games, people, practice)
    holder = people.holder(name)
    now = [player for player, called in known.items() if folded(called) == folded(name)]
    once = [player.id for player in people.once(name)]
    for player in (*([holder.id] if holder else []), *now, *once):
        if player in known:
            return player
    raise InputError(
        T("Nobody called “{name}” has finished a game here. “cartouche stats” lists the players.", name=name[:40])
    )


def plain(value: Any, said: Language) -> Any:
    """Statistics as JSON: titles in words, counts with their rate of wins."""
    from companion.table.tally import Count

    if isinstance(value, Text):
        return said.say(value)
    if isinstance(value, msgspec.Struct):
        fields = {name: plain(getattr(value, name), said) for name in value.__struct_fields__}
        return {**fields, "win_rate": value.win_rate} if isinstance(value, Count) else fields
    if isinstance(value, dict):
        return {str(key): plain(one, said) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one, said) for one in value]
    return value
