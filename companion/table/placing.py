"""Who took which place in a finished game: what all statistics count from. One entry a player, not a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from companion.engine.position import places
from companion.table.history import Summary
from companion.table.people import Nameless, People, folded


class Place(msgspec.Struct, frozen=True):
    """A player's place in a finished game.

    seat: the better one of somebody who held several; rank: 1 for the best, equal places share the better number;
    shared: another player has won too; position: 1 for the seat that began (0: not known).
    """

    player: str
    name: str
    seat: str
    rank: int
    score: int
    won: bool
    shared: bool
    position: int = 0


class Finished(msgspec.Struct, frozen=True):
    """A finished game as statistics see it: its summary, the place of every player, seconds it took (0: not known)."""

    summary: Summary
    places: tuple[Place, ...]
    length_s: int

    def of(self, player: str) -> Place | None:
        """The place of a player (id), or None where they did not play."""
        return next((place for place in self.places if place.player == player), None)


def counted(games: Iterable[Summary], practice: bool = False) -> Iterator[Summary]:
    """The games that count: finished, with an end that is known, and not for practice (`practice`: those too)."""
    for game in games:
        if game.status == "finished" and game.scores and (practice or not game.practice):
            yield game


def ranking(game: Summary) -> tuple[tuple[str, ...], ...]:
    """The seats of a finished game, the best first; of an old summary, which told only winners, by the points."""
    if game.ranking:
        return game.ranking
    others = {seat: points for seat, points in game.scores.items() if seat not in game.winners}
    levels = sorted(set(others.values()), reverse=True)
    below = tuple(tuple(seat for seat, points in others.items() if points == level) for level in levels)
    return (game.winners, *below) if game.winners else below


def place(game: Summary, people: People) -> Finished:
    """A finished game with the place of every player; somebody with two seats has the better place alone."""
    who = {seat.seat: people.who(seat.name, game.started) for seat in game.seats}
    winners = {who[seat].id for seat in game.winners}
    found: dict[str, Place] = {}
    ranks = places(ranking(game))
    for seat in sorted(ranks, key=lambda one: (ranks[one], -game.scores.get(one, 0))):
        person = who[seat]
        if person.id not in found:
            found[person.id] = Place(
                player=person.id,
                name=person.name,
                seat=seat,
                rank=ranks[seat],
                score=game.scores.get(seat, 0),
                won=person.id in winners,
                shared=person.id in winners and len(winners) > 1,
                position=game.order.index(seat) + 1 if seat in game.order else 0,
            )
    return Finished(game, tuple(found.values()), game.played_s)


def placed(games: Iterable[Summary], people: People, practice: bool = False) -> list[Finished]:
    """Every game that counts, in the order given (the newest first, as `history.games` tells them)."""
    return [place(game, people) for game in counted(games, practice)]


def is_somebody(place: Place, people: People, nobody: Nameless) -> bool:
    """Whether a place is a player's, and not that of a seat without a name.

    Somebody of whom something was said is a player whatever they are called.
    """
    return (place.seat, folded(place.name)) not in nobody or place.player in people.by_id
