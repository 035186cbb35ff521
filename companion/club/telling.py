"""What a table tells of itself, made from nothing but what everybody at it may know."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from companion.club.evening import this_evening
from companion.club.messages import MOST_GAMES, Finished, Placed, Seat, State
from companion.engine.game import Decision, Game, Outcome
from companion.engine.header import Header
from companion.engine.position import places
from companion.engine.text import Text
from companion.table.history import Summary
from companion.table.placing import ranking
from companion.table.session import Session
from companion.table.summary import Status

Say = Callable[[Text, Mapping[str, str]], str]
"""Puts a text into words of one language, with the names of the seats."""
Sayings = Mapping[str, Say]
"""One for each language that is told, by its code; English ("en") is always one of them."""
FREE = State()
"""No game lies at the table."""


def state_of(session: Session, say: Sayings, names: Mapping[str, str] | None = None) -> State:
    """What the table tells while the game of `session` lies there.

    `names`: player's name by seat, as shown (default: as the record has them).
    """
    last = session.lines[-1].at if session.lines else session.header.started
    return table_state(
        session.game,
        session.view,
        session.header,
        decision=session.decision,
        outcome=session.outcome,
        status=session.status,
        moves=session.n,
        at=last,
        say=say,
        names=names or session.names,
    )


def table_state(
    game: Game[Any],
    view: object,
    header: Header,
    *,
    decision: Decision,
    outcome: Outcome | None,
    status: Status,
    moves: int,
    at: str,
    say: Sayings,
    names: Mapping[str, str],
) -> State:
    """What is told of a game: `view` is what everybody may know of where it stands (`Game.view(state, None)`)."""
    standings = {standing.seat: standing for standing in game.standings(view)}
    points = dict(outcome.scores) if outcome else {seat: standing.points for seat, standing in standings.items()}
    over = outcome is not None
    turn = () if over or status != "playing" else tuple(seat for seat in header.seat_ids if seat in decision.seats)

    return State(
        status=status,
        game=game.id,
        title=game.title.message,
        mode=header.mode,
        practice=header.practice,
        record=header.id,
        moves=moves,
        started=header.started,
        at=at,
        seats=tuple(
            Seat(
                seat=seat,
                name=names.get(seat, ""),
                points=points.get(seat, 0),
                left=None if over or seat not in standings else standings[seat].remaining,
            )
            for seat in header.seat_ids
        ),
        turn=turn,
        turn_names=", ".join(names.get(seat, seat) for seat in turn),
        round=_told(game.phases(view)[0], say, names),
        prompt={} if over else _told(decision.prompt, say, names),
        result=_told(outcome.text, say, names) if outcome else {},
        winners=outcome.winners if outcome else (),
    )


def _told(text: Text | None, say: Sayings, names: Mapping[str, str]) -> dict[str, str]:
    return {} if text is None else {code: one(text, names) for code, one in say.items()}


def state_as_listed(summary: Summary, title: str, say: Sayings, names: Mapping[str, str]) -> State:
    """What is told of a game that goes on and that nobody has taken up yet: whose turn it is its list does not know."""
    return State(
        status="playing",
        game=summary.game,
        title=title,
        mode=summary.mode,
        practice=summary.practice,
        record=summary.id,
        moves=summary.n,
        started=summary.started,
        at=summary.touched,
        seats=tuple(Seat(seat=seat, name=name, points=summary.scores.get(seat, 0)) for seat, name in names.items()),
        round=_told(summary.round, say, names),
        prompt=_told(summary.prompt, say, names),
    )


def finished(
    summary: Summary, title: str, names: Mapping[str, str] | None = None, nameless: Collection[str] = ()
) -> Finished:
    """A finished game as it is told. `names`: player's name by seat, as shown; `nameless`: seats that have none."""
    names = names or summary.names
    seats = tuple(seat.seat for seat in summary.seats)
    ranks = places(ranking(summary))
    players = tuple(
        Placed(
            seat=seat,
            name=names.get(seat, ""),
            points=summary.scores.get(seat, 0),
            place=ranks.get(seat, len(ranks) + 1),
            won=seat in summary.winners,
            named=seat not in nameless,
        )
        for seat in seats
    )
    return Finished(
        record=summary.id,
        game=summary.game,
        title=title,
        mode=summary.mode,
        practice=summary.practice,
        ended=summary.touched,
        players=tuple(sorted(players, key=lambda one: one.place)),
    )


def finished_this_evening(
    games: Iterable[Summary],
    title: Callable[[str], str],
    now: datetime | None = None,
    names: Callable[[Summary], Mapping[str, str]] | None = None,
    nameless: Callable[[Summary], Collection[str]] = lambda _: (),
) -> tuple[Finished, ...]:
    """All games of this evening that are finished, the earliest first; of very many the latest.

    `games`: as `history.games` lists them. `title`: the printed name of a game by its id. `now`: a time with its zone.
    """
    now = now or datetime.now(UTC)
    ended = [one for one in games if one.status == "finished" and this_evening(one.touched, now)]
    ended.sort(key=lambda one: (one.touched, one.id))
    return tuple(
        finished(one, title(one.game), names(one) if names else None, nameless(one)) for one in ended[-MOST_GAMES:]
    )
