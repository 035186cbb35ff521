"""What charts of one game, and of two players, are drawn from: who did how well at it, and how things went in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.table.history import Summary
from companion.table.people import People
from companion.table.placing import Finished, Place, placed
from companion.table.tally import Count, count


class AtGame(msgspec.Struct, frozen=True):
    """A player at one game: games and wins, average points, and the best with its record id."""

    player_id: str
    name: str
    count: Count
    average: float
    best: int
    best_record: str


def of_one_game(
    games: Iterable[Summary], people: People, game_id: str, n_players: int | None = None, practice: bool = False
) -> list[Finished]:
    """The finished games of a game, of all numbers of players or of `n_players` seats, in the order given."""
    chosen = (game for game in games if game.game == game_id and n_players in (None, len(game.seats)))
    return placed(chosen, people, practice)


def players_at(games: Sequence[Finished]) -> tuple[AtGame, ...]:
    """Everybody who played `games` (of one game): the most wins first, then the better average, then by name."""
    taken: dict[str, list[tuple[Place, str]]] = {}
    for one in games:
        for place in one.places:
            taken.setdefault(place.player, []).append((place, one.summary.id))
    found = []
    for player, places in taken.items():
        best, record = max(((place.score, record) for place, record in places), key=lambda pair: pair[0])
        found.append(
            AtGame(
                player_id=player,
                name=places[0][0].name,
                count=count(place for place, _ in places),
                average=sum(place.score for place, _ in places) / len(places),
                best=best,
                best_record=record,
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.count.wins, -one.average, one.name.casefold(), one.player_id)))


def winning_scores(games: Sequence[Finished]) -> tuple[int, ...]:
    """The best winner's points of every one of `games` (of one game) that somebody won."""
    return tuple(
        max(one.summary.scores.get(seat, 0) for seat in one.summary.winners) for one in games if one.summary.winners
    )


def course(games: Iterable[Summary], people: People, a: str, b: str, practice: bool = False) -> tuple[int, ...]:
    """How the games of the players `a` and `b` (ids) went, the oldest first: 1 for `a`, −1 for `b`, 0 level."""
    found = []
    for one in placed(games, people, practice):
        first, second = one.of(a), one.of(b)
        if first is not None and second is not None and a != b:
            found.append((one.summary.started, (first.rank < second.rank) - (second.rank < first.rank)))
    return tuple(step for _, step in sorted(found, key=lambda pair: pair[0]))
