"""The tournament table of an evening, from the finished games of all tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from companion.club.messages import Finished
from companion.table.people import folded


class Standing(msgspec.Struct, frozen=True):
    """A player's row.

    place: 1 is the best; tied: somebody else has the same place. wins: a victory shared by k counts 1/k. points: in a
    game of n players the place p brings n − p; tied places share the mean of theirs.
    """

    place: int
    tied: bool
    name: str
    games: int
    wins: Fraction
    points: Fraction


class Standings(msgspec.Struct, frozen=True):
    """The table, the best first; games: how many counted; twice: record ids that tables tell of differently."""

    rows: tuple[Standing, ...] = ()
    games: int = 0
    twice: tuple[str, ...] = ()


class _Tally:
    """What one player has so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.games = 0
        self.wins = Fraction(0)
        self.points = Fraction(0)

    @property
    def worth(self) -> tuple[Fraction, Fraction]:
        return self.points, self.wins


def points_of(game: Finished) -> tuple[Fraction, ...]:
    """Points by place for each player of `game`, in its order: n − p, tied ones the mean of the places they fill."""
    n = len(game.players)
    order = sorted(one.place for one in game.players)
    found = []
    for one in game.players:
        first, tied = order.index(one.place) + 1, order.count(one.place)
        # Places first … first + tied − 1, so the mean of n − p over them.
        found.append(Fraction(2 * (n - first) - (tied - 1), 2))
    return tuple(found)


def _once(tables: Mapping[str, Iterable[Finished]]) -> tuple[list[Finished], list[str]]:
    """Every game once, and the record ids that tables tell of differently (the one with the smallest id counts)."""
    seen: dict[str, Finished] = {}
    twice: list[str] = []
    for table in sorted(tables):
        for game in tables[table]:
            before = seen.setdefault(game.record, game)
            if before != game and game.record not in twice:
                twice.append(game.record)
    return list(seen.values()), twice


def standings(tables: Mapping[str, Iterable[Finished]]) -> Standings:
    """The tournament table from the finished games by table id.

    Practice games are left out, and a game that is told of twice counts once. Seats without a name are in nobody's row,
    and places behind or before them count all the same. A player (by name, whatever its capital
    letters) with several seats in one game has played it once, in the best of them. The best first: by points, then
    wins; those who have the same of both share a place and stand by name.
    """
    games, twice = _once(tables)
    games = [game for game in games if not game.practice]
    tallies: dict[str, _Tally] = {}
    for game in sorted(games, key=lambda game: (game.ended, game.record)):
        winners = {folded(one.name) for one in game.players if one.won}
        best: dict[str, Fraction] = {}
        for one, points in zip(game.players, points_of(game), strict=True):
            if not one.named:
                continue
            who = folded(one.name)
            tallies.setdefault(who, _Tally(one.name)).name = one.name
            best[who] = max(points, best.get(who, points))
        for who, points in best.items():
            tallies[who].games += 1
            tallies[who].points += points
            tallies[who].wins += Fraction(1, len(winners)) if who in winners else 0
    rows = sorted(tallies.items(), key=lambda row: (-row[1].points, -row[1].wins, row[0]))
    worths = [tally.worth for _, tally in rows]
    return Standings(
        tuple(
            Standing(
                place=worths.index(tally.worth) + 1,
                tied=worths.count(tally.worth) > 1,
                name=tally.name,
                games=tally.games,
                wins=tally.wins,
                points=tally.points,
            )
            for _, tally in rows
        ),
        len(games),
        tuple(twice),
    )


def amount(value: Fraction) -> str:
    """Wins or points as they are shown: “3”, “2½”, else two digits behind a point."""
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator == 2:
        whole = value.numerator // 2
        return f"{whole or ''}½"
    return f"{float(value):.2f}"
