"""Statistics of finished games: of all of them, of one player, of two against each other. Pure; nothing is stored.

What counts is in `companion.table.placing`: finished games only, practice left out unless asked for, taken-back moves
and corrections as they stand. A shared victory is a win for each, and counted as shared besides; a game without a
winner counts as a game and as nobody's win. Points are compared within one game only. One game's own figures are in
`companion.table.game_statistics`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from companion.table.game_statistics import Average, GameStats, averages, of_game
from companion.table.history import Summary
from companion.table.people import Nameless, People
from companion.table.placing import Finished, Place, is_somebody, placed
from companion.table.tally import Count, count, mean
from companion.table.times import day_of, moment

__all__ = [
    "Average",
    "Count",
    "GameStats",
    "HeadToHead",
    "Met",
    "Opponent",
    "Overall",
    "PlayerGame",
    "PlayerRow",
    "PlayerStats",
    "course",
    "head_to_head",
    "of_game",
    "of_player",
    "overall",
]

LAST = 10
"""Latest results that are told one by one."""


class GameRow(msgspec.Struct, frozen=True):
    """How often a game was played, and when last (UTC)."""

    game: str
    games: int
    last: str


class PlayerRow(msgspec.Struct, frozen=True):
    """A player in the list of all, with what they have played and won."""

    player_id: str
    name: str
    count: Count
    last: str


class Overall(msgspec.Struct, frozen=True):
    """Everything that was played.

    length_s: seconds at the table, of the games (timed) that know it; by_game: the most played first; by_month: games
    by local month ("2026-03"), the oldest first, without those whose time can't be read; players: the most wins first,
    then the most games, then by name.
    """

    games: int
    shared: int
    without_winner: int
    length_s: int
    timed: int
    by_game: tuple[GameRow, ...]
    by_month: tuple[tuple[str, int], ...]
    players: tuple[PlayerRow, ...]


class PlayerGame(msgspec.Struct, frozen=True):
    """A player at one game: best and worst with their record ids; categories: own average points by category."""

    game: str
    count: Count
    average: float
    best: int
    best_record: str
    worst: int
    worst_record: str
    average_place: float
    average_length_s: float | None
    by_seat: dict[str, Count]
    by_position: dict[int, Count]
    categories: tuple[Average, ...]


class Opponent(msgspec.Struct, frozen=True):
    """Somebody a player has met: games together, in how many of them ahead of the other, behind, level."""

    player_id: str
    name: str
    games: int
    ahead: int
    behind: int
    level: int


class Took(msgspec.Struct, frozen=True):
    """A result of a player: record, game, when, the place taken among how many players."""

    record: str
    game: str
    started: str
    place: Place
    players: int


class PlayerStats(msgspec.Struct, frozen=True):
    """One player.

    length_s: seconds at the table, of the games (timed) that know it; streak: wins in a row up to now, longest_streak
    ever; by_game: the most played first; opponents: the most met first; last: the latest results, the newest first.
    """

    player_id: str
    name: str
    count: Count
    length_s: int
    timed: int
    streak: int
    longest_streak: int
    by_game: tuple[PlayerGame, ...]
    opponents: tuple[Opponent, ...]
    last: tuple[Took, ...]


class Met(msgspec.Struct, frozen=True):
    """A game that two have played against each other."""

    record: str
    game: str
    started: str
    a: Place
    b: Place


class Between(msgspec.Struct, frozen=True):
    """How two stand at one game (or at all, game "")."""

    game: str
    games: int
    a_ahead: int
    b_ahead: int
    level: int
    a_wins: int
    b_wins: int


class HeadToHead(msgspec.Struct, frozen=True):
    """Two players (ids) over the games they both played: who came out ahead, by game, and the latest results."""

    a: str
    b: str
    together: Between
    by_game: tuple[Between, ...]
    last: tuple[Met, ...]


def overall(games: Iterable[Summary], people: People, practice: bool = False, nobody: Nameless = ()) -> Overall:
    """The statistics of everything that was played.

    nobody: see `placing.is_somebody`; they are in no list of players.
    """
    found = placed(games, people, practice)
    lengths = [one.length_s for one in found if one.length_s]
    by_game = Counter(one.summary.game for one in found)
    by_month = Counter(day_of(one.summary.started)[:7] for one in found if moment(one.summary.started) is not None)
    last: dict[str, str] = {}
    for one in found:
        last[one.summary.game] = max(one.summary.started, last.get(one.summary.game, ""))
    return Overall(
        games=len(found),
        shared=sum(any(place.shared for place in one.places) for one in found),
        without_winner=sum(not one.summary.winners for one in found),
        length_s=sum(lengths),
        timed=len(lengths),
        by_game=tuple(GameRow(game, n, last[game]) for game, n in by_game.most_common()),
        by_month=tuple(sorted(by_month.items())),
        players=_rows(found, people, nobody),
    )


def _rows(games: Sequence[Finished], people: People, nobody: Nameless) -> tuple[PlayerRow, ...]:
    places: dict[str, list[Place]] = {}
    last: dict[str, str] = {}
    for one in games:
        for place in one.places:
            if not is_somebody(place, people, nobody):
                continue
            places.setdefault(place.player, []).append(place)
            last[place.player] = max(one.summary.started, last.get(place.player, ""))
    found = [PlayerRow(player, taken[0].name, count(taken), last[player]) for player, taken in places.items()]
    return tuple(sorted(found, key=lambda row: (-row.count.wins, -row.count.games, row.name.casefold(), row.player_id)))


def of_player(
    games: Iterable[Summary], people: People, player_id: str, practice: bool = False, nobody: Nameless = ()
) -> PlayerStats | None:
    """The statistics of a player, or None of somebody who has finished no game. nobody: as in `overall`."""
    taken = [(one, place) for one in placed(games, people, practice) if (place := one.of(player_id)) is not None]
    if not taken:
        return None
    taken.sort(key=lambda pair: pair[0].summary.started, reverse=True)
    lengths = [one.length_s for one, _ in taken if one.length_s]
    streak, longest = _streaks([place.won for _, place in reversed(taken)])
    by_game = Counter(one.summary.game for one, _ in taken)
    return PlayerStats(
        player_id=player_id,
        name=taken[0][1].name,
        count=count(place for _, place in taken),
        length_s=sum(lengths),
        timed=len(lengths),
        streak=streak,
        longest_streak=longest,
        by_game=tuple(
            _at_game(game, [p for p in taken if p[0].summary.game == game]) for game, _ in by_game.most_common()
        ),
        opponents=_opponents(taken, people, nobody),
        last=tuple(
            Took(one.summary.id, one.summary.game, one.summary.started, place, len(one.places))
            for one, place in taken[:LAST]
        ),
    )


def _streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Wins in a row at the end and the longest such row, of games in the order they were played."""
    now = longest = 0
    for win in won:
        now = now + 1 if win else 0
        longest = max(longest, now)
    return now, longest


def _at_game(game: str, taken: Sequence[tuple[Finished, Place]]) -> PlayerGame:
    """`taken`: the games with the player's place in each, the newest first; of equal scores the earlier is told."""
    places = [place for _, place in taken]
    oldest_first = list(reversed(taken))
    best = max(oldest_first, key=lambda pair: pair[1].score)
    worst = min(oldest_first, key=lambda pair: pair[1].score)
    seats = {place.seat for place in places}
    positions = {place.position for place in places} - {0}
    return PlayerGame(
        game=game,
        count=count(places),
        average=sum(place.score for place in places) / len(places),
        best=best[1].score,
        best_record=best[0].summary.id,
        worst=worst[1].score,
        worst_record=worst[0].summary.id,
        average_place=sum(place.rank for place in places) / len(places),
        average_length_s=mean([one.length_s for one, _ in taken if one.length_s]),
        by_seat={seat: count(place for place in places if place.seat == seat) for seat in sorted(seats)},
        by_position={at: count(place for place in places if place.position == at) for at in sorted(positions)},
        categories=averages([one for one, _ in taken], {one.summary.id: place.seat for one, place in taken}),
    )


def _opponents(taken: Sequence[tuple[Finished, Place]], people: People, nobody: Nameless) -> tuple[Opponent, ...]:
    met: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    for one, own in taken:
        for other in one.places:
            if other.player != own.player and is_somebody(other, people, nobody):
                met.setdefault(other.player, []).append(other.rank - own.rank)
                names.setdefault(other.player, other.name)
    found = [
        Opponent(player, names[player], len(by), sum(n > 0 for n in by), sum(n < 0 for n in by), by.count(0))
        for player, by in met.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.games, one.name.casefold(), one.player_id)))


def _meetings(games: Iterable[Summary], people: People, a: str, b: str, practice: bool) -> list[Met]:
    """The games that two different players have played against each other, the newest first."""
    met = [
        Met(one.summary.id, one.summary.game, one.summary.started, first, second)
        for one in placed(games, people, practice)
        if (first := one.of(a)) is not None and (second := one.of(b)) is not None and a != b
    ]
    return sorted(met, key=lambda one: one.started, reverse=True)


def course(games: Iterable[Summary], people: People, a: str, b: str, practice: bool = False) -> tuple[int, ...]:
    """How the games of the players `a` and `b` (ids) went, the oldest first: 1 for `a`, −1 for `b`, 0 level."""
    met = _meetings(games, people, a, b, practice)
    return tuple((one.a.rank < one.b.rank) - (one.b.rank < one.a.rank) for one in reversed(met))


def head_to_head(games: Iterable[Summary], people: People, a: str, b: str, practice: bool = False) -> HeadToHead:
    """How the players `a` and `b` (ids) have done against each other; whoever has the better place is ahead."""
    met = _meetings(games, people, a, b, practice)
    by_game = Counter(one.game for one in met)
    return HeadToHead(
        a=a,
        b=b,
        together=_between("", met),
        by_game=tuple(_between(game, [one for one in met if one.game == game]) for game, _ in by_game.most_common()),
        last=tuple(met[:LAST]),
    )


def _between(game: str, met: Sequence[Met]) -> Between:
    return Between(
        game=game,
        games=len(met),
        a_ahead=sum(one.a.rank < one.b.rank for one in met),
        b_ahead=sum(one.b.rank < one.a.rank for one in met),
        level=sum(one.a.rank == one.b.rank for one in met),
        a_wins=sum(one.a.won for one in met),
        b_wins=sum(one.b.won for one in met),
    )
