"""Statistics of one game: points, best and closest games, seats, who began, and where winners' points come from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.engine.text import Text
from companion.table.history import Summary
from companion.table.people import Nameless, People
from companion.table.placing import Finished, Place, is_somebody, placed
from companion.table.summary import read_text
from companion.table.tally import Count, count, mean

FEW = 3
"""Best and closest games that are told."""


class Average(msgspec.Struct, frozen=True):
    """Points that a category of scoring brings on average."""

    category: str
    title: Text | None
    points: float


class Category(msgspec.Struct, frozen=True):
    """What a category of scoring did for winners.

    games: in how many it brought or cost anybody points; winners, others: average points of those who won and those
    who did not, over all `judged` games; ahead: in how many of these a winner had more of it than everybody else.
    """

    category: str
    title: Text | None
    games: int
    judged: int
    winners: float
    others: float
    ahead: int


class Best(msgspec.Struct, frozen=True):
    """A high score: where, whose, when."""

    record: str
    started: str
    player_id: str
    name: str
    seat: str
    score: int


class AtGame(msgspec.Struct, frozen=True):
    """A player at one game: games and wins, average points, and the best."""

    player_id: str
    name: str
    count: Count
    average: float
    best: int


class Close(msgspec.Struct, frozen=True):
    """A game that was decided by little: `margin` points between the winner and the best of the others (0: level)."""

    record: str
    started: str
    margin: int
    places: tuple[Place, ...]


class GameStats(msgspec.Struct, frozen=True):
    """One game, of all numbers of players or of one.

    players: different people; by_players: games by number of seats; average: points of everybody, average_winning of
    the winners (None: nobody ever won); shared, without_winner: games so ended; length_s: average seconds of the games
    (timed) that know it; best and closest: a few, the best first; by_seat: by colour; by_position: by the order in
    which the seats began, of the games that tell it; categories: the most telling first (most often ahead).
    """

    game: str
    games: int
    players: int
    by_players: dict[int, int]
    average: float | None
    average_winning: float | None
    shared: int
    without_winner: int
    length_s: float | None
    timed: int
    best: tuple[Best, ...]
    closest: tuple[Close, ...]
    by_seat: dict[str, Count]
    by_position: dict[int, Count]
    categories: tuple[Category, ...]


def of_game(
    games: Iterable[Summary],
    people: People,
    game_id: str,
    n_players: int | None = None,
    practice: bool = False,
    nobody: Nameless = (),
) -> GameStats:
    """The statistics of a game, of all numbers of players or of `n_players` seats.

    nobody: see `placing.is_somebody`; they are not counted as players.
    """
    found = finished(games, people, game_id, n_players, practice)
    lengths = [one.length_s for one in found if one.length_s]
    return GameStats(
        game=game_id,
        games=len(found),
        players=len({p.player for one in found for p in one.places if is_somebody(p, people, nobody)}),
        by_players=dict(sorted(Counter(len(one.summary.seats) for one in found).items())),
        average=mean([points for one in found for points in one.summary.scores.values()]),
        average_winning=mean(winning_scores(found)),
        shared=sum(any(place.shared for place in one.places) for one in found),
        without_winner=sum(not one.summary.winners for one in found),
        length_s=mean(lengths),
        timed=len(lengths),
        best=best(found),
        closest=closest(found),
        by_seat=by_seat(found),
        by_position=by_position(found),
        categories=categories(found),
    )


def finished(
    games: Iterable[Summary], people: People, game_id: str, n_players: int | None = None, practice: bool = False
) -> list[Finished]:
    """The games of a game that count, of all numbers of players or of `n_players` seats, in the order given."""
    chosen = (game for game in games if game.game == game_id and n_players in (None, len(game.seats)))
    return placed(chosen, people, practice)


def winning_scores(games: Sequence[Finished]) -> tuple[int, ...]:
    """The best winner's points of every one of `games` (of one game) that somebody won."""
    won = [one.summary for one in games if one.summary.winners]
    return tuple(max(game.scores.get(seat, 0) for seat in game.winners) for game in won)


def players_at(games: Sequence[Finished], people: People, nobody: Nameless = ()) -> tuple[AtGame, ...]:
    """Everybody who played `games` (of one game): the most wins first, then the better average, then by name.

    nobody: see `placing.is_somebody`; they are not listed.
    """
    taken: dict[str, list[Place]] = {}
    for one in games:
        for place in one.places:
            if is_somebody(place, people, nobody):
                taken.setdefault(place.player, []).append(place)
    found = [
        AtGame(
            player_id=player,
            name=places[0].name,
            count=count(places),
            average=sum(place.score for place in places) / len(places),
            best=max(place.score for place in places),
        )
        for player, places in taken.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.count.wins, -one.average, one.name.casefold(), one.player_id)))


def best(games: Sequence[Finished]) -> tuple[Best, ...]:
    """The highest scores, the best first; of equal ones the earlier."""
    every = [
        Best(one.summary.id, one.summary.started, place.player, place.name, place.seat, place.score)
        for one in games
        for place in one.places
    ]
    return tuple(sorted(every, key=lambda one: (-one.score, one.started))[:FEW])


def margin(game: Finished) -> int | None:
    """Points between the winners and the best of the others; 0 for a shared victory.

    None where nobody won, nobody lost, or points did not decide: somebody has more than a winner.
    """
    places = game.places
    won = [place.score for place in places if place.won]
    lost = [place.score for place in places if not place.won]
    if not won or len(places) < 2 or (lost and max(lost) > min(won)):
        return None
    return 0 if len(won) > 1 else won[0] - max(lost)


def closest(games: Sequence[Finished]) -> tuple[Close, ...]:
    """The games that were decided by the fewest points, the closest first; of equal ones the later."""
    every = [(found, one) for one in games if (found := margin(one)) is not None]
    every.sort(key=lambda pair: pair[1].summary.started, reverse=True)
    every.sort(key=lambda pair: pair[0])
    return tuple(Close(one.summary.id, one.summary.started, points, one.places) for points, one in every[:FEW])


def _seat_won(game: Summary, seat: str) -> Count:
    won = seat in game.winners
    return Count(1, int(won), int(won and len(game.winners) > 1))


def _together(counts: Iterable[Count]) -> Count:
    found = list(counts)
    return Count(*(sum(getattr(one, field) for one in found) for field in ("games", "wins", "shared")))


def by_seat(games: Sequence[Finished]) -> dict[str, Count]:
    """Games and wins of every colour, in the order of the alphabet."""
    found: dict[str, list[Count]] = defaultdict(list)
    for one in games:
        for seat in one.summary.seats:
            found[seat.seat].append(_seat_won(one.summary, seat.seat))
    return {seat: _together(found[seat]) for seat in sorted(found)}


def by_position(games: Sequence[Finished]) -> dict[int, Count]:
    """Games and wins of whoever began (1), came second (2) and so on."""
    found: dict[int, list[Count]] = defaultdict(list)
    for one in games:
        for position, seat in enumerate(one.summary.order, 1):
            found[position].append(_seat_won(one.summary, seat))
    return {position: _together(found[position]) for position in sorted(found)}


def told(games: Sequence[Finished]) -> list[Finished]:
    """The games whose points are known by category: those whose moves were followed."""
    return [one for one in games if one.summary.parts and one.summary.mode == "referee"]


def _titles(games: Sequence[Finished]) -> dict[str, Text | None]:
    found = {part.category: part.title for one in games for part in one.summary.parts}
    return {category: read_text(title) for category, title in found.items()}


def averages(games: Sequence[Finished], seats: Mapping[str, str]) -> tuple[Average, ...]:
    """Average points by category of the seat named for each record in `seats`; the most first."""
    known = [one for one in told(games) if one.summary.id in seats]
    sums: Counter[str] = Counter()
    for one in known:
        for part in one.summary.parts:
            sums[part.category] += part.points.get(seats[one.summary.id], 0)
    titles = _titles(known)
    found = [Average(category, titles[category], sums[category] / len(known)) for category in titles]
    return tuple(sorted(found, key=lambda one: (-one.points, one.category)))


def categories(games: Sequence[Finished]) -> tuple[Category, ...]:
    """What each category did for winners, over the games that had winners and others."""
    known = [one for one in told(games) if 0 < len(one.summary.winners) < len(one.summary.seats)]
    if not known:
        return ()
    titles = _titles(known)
    winners: Counter[str] = Counter()
    others: Counter[str] = Counter()
    played: Counter[str] = Counter()
    ahead: Counter[str] = Counter()
    n_winners = sum(len(one.summary.winners) for one in known)
    n_others = sum(len(one.summary.seats) for one in known) - n_winners
    for one in known:
        seats = [seat.seat for seat in one.summary.seats]
        for part in one.summary.parts:
            won = [part.points.get(seat, 0) for seat in seats if seat in one.summary.winners]
            lost = [part.points.get(seat, 0) for seat in seats if seat not in one.summary.winners]
            winners[part.category] += sum(won)
            others[part.category] += sum(lost)
            played[part.category] += 1
            ahead[part.category] += max(won) > max(lost)
    found = [
        Category(
            category=category,
            title=titles[category],
            games=played[category],
            judged=len(known),
            winners=winners[category] / n_winners,
            others=others[category] / n_others,
            ahead=ahead[category],
        )
        for category in titles
    ]
    return tuple(sorted(found, key=lambda one: (-one.ahead, one.others - one.winners, one.category)))
