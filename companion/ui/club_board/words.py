"""What a card of the board says of a table, in the language of the board; what comes from other tables is made fit."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from companion.club.board import CLOCK, STATUS, Table
from companion.club.messages import Finished, State, in_language
from companion.engine.text import T, Text
from companion.games import game_ids
from companion.language import Language
from companion.table.times import moment
from companion.titles import title_of
from companion.ui.device_facts import since
from companion.ui.lettering import strange
from companion.ui.theme import SEATS, Colour


class SeatLine(NamedTuple):
    """A player on a card: colour of the seat ("": none of ours), name, points, whether it must act, and has won."""

    seat: str
    name: str
    points: str
    acts: bool = False
    won: bool = False


class Card(NamedTuple):
    """What a card says. sign: a word at the right in its colour; line: a sentence; `short…` where one has no room.

    quiet: it is greyed, since nobody knows whether it is still so. over: the game is finished. urgent: the line tells
    what is wrong.
    """

    title: str
    sign: str = ""
    sign_colour: Colour = "sand_2"
    game: str = ""
    title_of_game: str = ""
    round: str = ""
    line: str = ""
    short: str = ""
    seats: tuple[SeatLine, ...] = ()
    quiet: bool = False
    over: bool = False
    urgent: bool = False
    short_sign: str = ""


def number(value: int, said: Language) -> str:
    """Points as they are shown, with a true minus."""
    return said.say(T("{n}", n=value))


@lru_cache(maxsize=64)
def _title(game_id: str) -> Text | None:
    """The title of a game that is installed here. To look what is installed takes time, and a card is drawn often."""
    return title_of(game_id) if game_id in game_ids() else None


def _game(game_id: str, title: str, said: Language) -> tuple[str, str]:
    """A game's id where it is installed here ("" else), and its title."""
    known = _title(game_id)
    return (game_id, said.say(known)) if known is not None else ("", strange(title or game_id))


def _ago(stamp: str, now: datetime, said: Language) -> str:
    """How long ago something happened; "" where that is not known."""
    at = moment(stamp)
    if at is None:
        return ""
    seconds = (now - at).total_seconds()
    return said.say(since(seconds) if seconds >= 60 else T("just now"))


def winners_of(game: Finished, said: Language) -> str:
    """Who won a finished game, in a sentence."""
    won = tuple(strange(one.name) for one in game.players if one.won)
    title = _game(game.game, game.title, said)[1]
    if not won:
        return said.say(T("Last: {game}, nobody won", game=title))
    return said.say(T("Last: {game}, won by {names}", game=title, names=won))


def card_of(table: Table, said: Language, lost: bool, now: datetime | None = None) -> Card:
    """The card of a table. lost: the board itself has no connection, so all is as it was last known."""
    now = now or datetime.now(UTC)
    title, state = strange(table.label), table.state
    if table.speaks is not None:
        sign = said.say(T("speaks another version"))
        return Card(title, sign, "bad", line=said.say(table.told) if table.told else "", quiet=lost, urgent=True)
    if table.told is not None:
        return Card(title, said.say(T("can’t be read")), "bad", line=said.say(table.told), quiet=lost, urgent=True)
    quiet = lost or not table.online
    if state is None:
        sign = said.say(T("not there")) if not table.online else ""
        return Card(title, sign, line=said.say(T("has told nothing yet")), quiet=quiet)
    sign, colour = _sign(table, state, lost, now, said)
    short_sign = said.say(T("not there")) if not table.online and not lost else ""
    if state.status == "free":
        last = winners_of(table.games[-1], said) if table.games else ""
        return Card(title, sign, colour, line=last, quiet=quiet, short_sign=short_sign)
    game, name = _game(state.game, state.title, said)
    line, short = _lines(state, said)
    return Card(
        title,
        sign,
        colour,
        game,
        name,
        strange_sentence(in_language(state.round, said.code)) if state.status == "playing" else "",
        line,
        short,
        _seats(state, said),
        quiet,
        state.status == "finished",
        short_sign=short_sign,
    )


def _sign(table: Table, state: State, lost: bool, now: datetime, said: Language) -> tuple[str, Colour]:
    ago = _ago(state.at, now, said)
    if lost:
        return ago, "sand_3"
    if not table.online:
        away = T("not there, {ago}", ago=ago) if ago else T("not there")
        return said.say(away), "bad"
    if table.clock_off_s:
        return said.say(CLOCK), "bad"
    words: list[Text] = [] if state.status == "playing" else [STATUS[state.status]]
    if state.practice:
        words.append(T("practice"))
    colour: Colour = "gold" if state.status == "finished" else "good" if state.status == "free" else "sand_2"
    return ", ".join(said.say(word) for word in words), colour


def strange_sentence(words: str) -> str:
    """A sentence of another table as it can be drawn."""
    return "".join(strange(piece) if piece.strip() else piece for piece in _pieces(words))


def _pieces(words: str) -> list[str]:
    """Words and the blanks between them."""
    found: list[str] = []
    for i, word in enumerate(words.split(" ")):
        found += [" ", word] if i else [word]
    return found


def _lines(state: State, said: Language) -> tuple[str, str]:
    """What is asked, or how it ended: a sentence, and a shorter one."""
    if state.status == "finished":
        won = tuple(strange(seat.name) for seat in state.seats if seat.seat in state.winners)
        short = said.say(T("Won by {names}", names=won)) if won else said.say(T("Nobody won"))
        return strange_sentence(in_language(state.result, said.code)) or short, short
    if state.status != "playing":
        return "", ""
    acts = tuple(strange(seat.name) for seat in state.seats if seat.seat in state.turn)
    short = said.say(T("Now: {names}", names=acts)) if acts else ""
    return strange_sentence(in_language(state.prompt, said.code)) or short, short


def _seats(state: State, said: Language) -> tuple[SeatLine, ...]:
    return tuple(
        SeatLine(
            seat.seat if seat.seat in SEATS else "",
            strange(seat.name),
            number(seat.points if seat.left is None else seat.left, said),
            seat.seat in state.turn,
            seat.seat in state.winners,
        )
        for seat in state.seats
    )
