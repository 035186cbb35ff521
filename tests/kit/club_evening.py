"""An evening of many tables, fed message by message into the board's own `Board`, as a broker would bring them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec

from companion.club.board import Board
from companion.club.messages import Finished, OnlineSent, Placed, ResultsSent, Seat, State, StateSent, encode
from companion.club.topics import topic
from companion.engine.text import T, Text, seat
from companion.games import all_games
from companion.language import LANGUAGES, Language

CLUB = "Thursday club of the old library"
NAMES = (
    "Anna", "Bence", "Konstantin Alexandrowitsch", "Zsuzsanna", "Ё́лка", "Maximiliane von der Au", "Ida", "Борис", "Örs",
    "Wilhelmine-Charlotte", "Jo", "Pál", "Светлана Владимировна", "Emil", "Nóra", "Frederik", "Lili", "Матвей",
)  # fmt: skip
SPOKEN = {code: Language(code) for code in LANGUAGES}
KINDS = ("playing", "playing", "playing", "finished", "playing", "away", "free", "other", "put_away", "garbled")


def table_id(i: int) -> str:
    """The id of the `i`th table."""
    return f"{i:032x}"


def at(now: datetime, minutes: int) -> str:
    """A time so many minutes ago, as messages have it."""
    return (now - timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")


def words(text: Text, names: dict[str, str]) -> dict[str, str]:
    """A sentence in every language."""
    return {code: said.say(text, names) for code, said in SPOKEN.items()}


def state_of(i: int, kind: str, now: datetime) -> State:
    """What the `i`th table tells."""
    if kind == "free":
        return State(at=at(now, 30))
    games = all_games()
    game = games[i % len(games)]
    low, high = game.seat_range
    colours = game.colours[: low + i % (high - low + 1)]
    names = {colour: NAMES[(3 * i + k) % len(NAMES)] for k, colour in enumerate(colours)}
    first = colours[i % len(colours)]
    over = kind == "finished"
    return State(
        status="finished" if over else "put_away" if kind == "put_away" else "playing",
        game=game.id,
        title=game.title.message,
        practice=i % 11 == 4,
        record=f"game-{i}",
        moves=20 + i,
        started=at(now, 70),
        at=at(now, i % 9),
        seats=tuple(
            Seat(seat=colour, name=names[colour], points=(17 * i + 29 * k) % 120 - 9 * (k == 1 and i % 4 == 0))
            for k, colour in enumerate(colours)
        ),
        turn=() if over or kind == "put_away" else (first,),
        turn_names="" if over else names[first],
        round={} if over else words(T("Round {n}", n=1 + i % 6), names),
        prompt={} if over else words(T("{who}, choose a card and lay it face down.", who=seat(first)), names),
        result=words(T("Won by {names}", names=names[first]), names) if over else {},
        winners=(first,) if over else (),
    )


def results_of(i: int, now: datetime) -> tuple[Finished, ...]:
    """The games that the `i`th table has finished this evening."""
    games = all_games()
    found = []
    for k in range(i % 3):
        game = games[(i + k) % len(games)]
        players = tuple(
            Placed(
                seat=colour, name=NAMES[(5 * i + 7 * k + p) % len(NAMES)], points=80 - 9 * p, place=p + 1, won=p == 0
            )
            for p, colour in enumerate(game.colours[: game.seat_range[1]])
        )
        title = game.title.message
        found.append(Finished(record=f"done-{i}-{k}", game=game.id, title=title, ended=at(now, k), players=players))
    return tuple(found)


def board_of(n: int, now: datetime | None = None) -> Board:
    """A board that has heard of `n` tables."""
    now = now or datetime.now(UTC)
    board = Board(CLUB, lambda: now)
    for i in range(n):
        kind = KINDS[i % len(KINDS)] if n > 1 else "playing"
        name = "Table by the window in the back room" if i == 4 else f"Table {i + 1}"
        head = {"table": table_id(i), "name": name, "boot": 1, "run": "run", "by": "tests"}

        def take(what: str, payload: bytes, i: int = i) -> None:
            board.take(topic(CLUB, table_id(i), what), payload)  # type: ignore[arg-type]

        take("online", encode(OnlineSent(**head, n=1, online=kind != "away")))
        state = encode(StateSent(**head, n=2, state=state_of(i, kind, now)))
        if kind == "other":
            state = msgspec.json.encode({**msgspec.json.decode(state), "v": 7})
        elif kind == "garbled":
            state = state[:-9]
        take("state", state)
        take("results", encode(ResultsSent(**head, n=3, games=results_of(i, now))))
    return board
