"""What a table tells: versioned JSON, written from public facts only, and read strictly when it is another's."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

import msgspec

from companion import __version__
from companion.club.topics import TABLE_ID, VERSION, Kind
from companion.engine.errors import InputError
from companion.engine.header import MAX_ID, MAX_NAME, clean_name
from companion.engine.strict_json import detail_of, load
from companion.engine.text import T

MOST_BYTES = 262_144
"""Bytes of one message; a longer one is not even read."""
MOST_GAMES = 100
"""Finished games in one message: nobody plays more in an evening."""
MOST_SEATS = 12
MOST_LETTERS = 400
Count = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
Points = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Short = Annotated[str, msgspec.Meta(max_length=MAX_ID)]
_Code = Annotated[str, msgspec.Meta(max_length=8)]
_Words = Annotated[str, msgspec.Meta(max_length=4 * MOST_LETTERS)]
Words = Annotated[dict[_Code, _Words], msgspec.Meta(max_length=8)]
"""A sentence by language code: always in English ("en"), and in the table's own language."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A player at the table: colour, name as shown, points now; `left` is shown instead where a race counts down."""

    seat: Short
    name: Annotated[str, msgspec.Meta(max_length=200)]
    points: Points = 0
    left: Points | None = None


class State(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a table now.

    status: free (no game lies there), playing, put_away or finished. game and title: id and printed name. record: id of
    the game's record. moves: how many stand. round, prompt and result are words by language. turn: seats that must act
    (none: the table as a whole); turn_names: their names in one line. winners: seats, of a finished game. started and
    at: when the game began and when the last act was accepted (UTC).
    """

    status: Literal["free", "playing", "put_away", "finished"] = "free"
    game: Short = ""
    title: Annotated[str, msgspec.Meta(max_length=80)] = ""
    mode: Literal["referee", "scorekeeper"] = "referee"
    practice: bool = False
    record: Short = ""
    moves: Count = 0
    started: Annotated[str, msgspec.Meta(max_length=40)] = ""
    at: Annotated[str, msgspec.Meta(max_length=40)] = ""
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    turn: Annotated[tuple[Short, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    turn_names: Annotated[str, msgspec.Meta(max_length=800)] = ""
    round: Words = {}
    prompt: Words = {}
    result: Words = {}
    winners: Annotated[tuple[Short, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """A player in a finished game: place (1 is the best; a tie has the same place) and whether it is a winner.

    named: false where nobody was named and the seat goes by its colour; such a seat is no player of a tournament.
    """

    seat: Short
    name: Annotated[str, msgspec.Meta(max_length=200)]
    points: Points = 0
    place: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
    won: bool = False
    named: bool = True


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game: its record id, what was played, when it ended (UTC), and its players, the best first."""

    record: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_ID)]
    game: Short
    title: Annotated[str, msgspec.Meta(max_length=80)] = ""
    mode: Literal["referee", "scorekeeper"] = "referee"
    practice: bool = False
    ended: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[tuple[Placed, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What every message begins with.

    v: version of the message. table and name: the table's id, and its name for people. boot and n: a later message has
    a greater boot, or the same and a greater n. run: drawn anew at every start; two runs never share it. by: who wrote.
    sent: when it was written, by the clock of the table (UTC); "" where it does not say.
    """

    v: Literal[1] = 1
    table: Annotated[str, msgspec.Meta(pattern=TABLE_ID)]
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    boot: Count
    run: Annotated[str, msgspec.Meta(max_length=32)] = ""
    n: Count
    by: Annotated[str, msgspec.Meta(max_length=40)] = f"Cartouche {__version__}"
    sent: Annotated[str, msgspec.Meta(max_length=40)] = ""


class StateSent(Head, frozen=True, kw_only=True):
    """The message on `…/state`."""

    state: State


class ResultsSent(Head, frozen=True, kw_only=True):
    """The message on `…/results`: every game of this evening that was finished at this table."""

    games: Annotated[tuple[Finished, ...], msgspec.Meta(max_length=MOST_GAMES)] = ()


class OnlineSent(Head, frozen=True, kw_only=True):
    """The message on `…/online`; the broker sends it with false when the table is gone without a word."""

    online: bool


Sent = StateSent | ResultsSent | OnlineSent
_KIND: dict[Kind, type[StateSent] | type[ResultsSent] | type[OnlineSent]] = {
    "state": StateSent,
    "results": ResultsSent,
    "online": OnlineSent,
}


class AnotherVersion(InputError):
    """The message is of a version that is not ours: `version`."""

    def __init__(self, version: int) -> None:
        super().__init__(T("It speaks version {version}; this board knows {ours}.", version=version, ours=VERSION))
        self.version = version


def encode(message: Sent) -> bytes:
    """A message as it is sent: UTF-8 JSON, fields in a fixed order."""
    return msgspec.json.encode(message)


def read(kind: Kind, table: str, payload: bytes) -> Sent:
    """A message that somebody sent on the topic of the table with the id `table`.

    Raises AnotherVersion, and InputError saying why it can't be used.
    """
    if len(payload) > MOST_BYTES:
        raise InputError(T("The message has {n} bytes; at most {most} are read.", n=len(payload), most=MOST_BYTES))
    try:
        found = load(payload.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(T("It is not text in UTF-8.")) from error
    if not isinstance(found, dict):
        raise InputError(T("It is not one JSON object in braces."))
    version = found.get("v")
    if type(version) is not int or version < 0:
        raise InputError(T("It does not say its version."))
    if version != VERSION:
        raise AnotherVersion(min(version, 10**6))
    try:
        message: Sent = msgspec.convert(found, _KIND[kind])
    except msgspec.ValidationError as error:
        raise InputError(T("It can't be read: {detail}.", detail=detail_of(error))) from error
    if message.table != table:
        raise InputError(T("It is about another table than its topic. No table was changed."))
    return _tidied(message)


def tidy(words: str, most: int = MOST_LETTERS) -> str:
    """Words of somebody else fit for one line: no control or direction characters, blanks joined, cut to `most`."""
    kept = "".join(
        " " if c.isspace() else c for c in words if c.isspace() or unicodedata.category(c)[0] != "C" or c == "\u200d"
    )
    kept = " ".join(kept.split())
    return kept if len(kept) <= most else kept[: most - 1] + "…"


def shown_name(name: str) -> str:
    """A player's or table's name of somebody else as it is shown; a dash where nothing of it can be."""
    try:
        return clean_name(name[: 4 * MAX_NAME])
    except InputError:
        return tidy(name, MAX_NAME) or "–"


def _words(found: dict[str, str]) -> dict[str, str]:
    return {tidy(code, 8): tidy(words) for code, words in found.items()}


def _tidied(message: Sent) -> Sent:
    replace = msgspec.structs.replace
    message = replace(message, name=tidy(message.name, MAX_NAME), by=tidy(message.by, 40))
    if isinstance(message, StateSent):
        state = message.state
        seats = tuple(replace(seat, seat=tidy(seat.seat), name=shown_name(seat.name)) for seat in state.seats)
        tidied = replace(
            state,
            game=tidy(state.game),
            title=tidy(state.title),
            seats=seats,
            turn_names=tidy(state.turn_names),
            round=_words(state.round),
            prompt=_words(state.prompt),
            result=_words(state.result),
        )
        return replace(message, state=tidied)
    if isinstance(message, ResultsSent):
        games = tuple(
            replace(
                game,
                game=tidy(game.game),
                title=tidy(game.title),
                players=tuple(replace(one, seat=tidy(one.seat), name=shown_name(one.name)) for one in game.players),
            )
            for game in message.games
        )
        return replace(message, games=games)
    return message


def in_language(words: dict[str, str], code: str) -> str:
    """`words` in the language `code`, else in English, else in any; "" where there are none."""
    return words.get(code) or words.get("en") or next(iter(words.values()), "")
