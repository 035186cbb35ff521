"""What a finished game hands on to other programs and to paper: one play, made of its summary and its header.

Nothing here asks a clock or draws a number: the same game gives the same play, so that who takes it a second time finds
the first one again. What other programs read is English whatever the language of the table, for they sort by it.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

import msgspec

from companion.engine.errors import InputError
from companion.engine.header import Header
from companion.engine.position import places
from companion.engine.record import CLOSED, Record
from companion.engine.text import T, Text
from companion.games import find_game
from companion.table import shelf
from companion.table.history import Summary
from companion.table.journal import Journal
from companion.table.people import People
from companion.table.session import Session
from companion.table.summary import Part
from companion.table.times import moment

SOURCE = "Cartouche"
"""What we are called in other programs; with the play's id it is the identity of a play."""
SPACE = uuid.UUID("b1a7c5e0-4c0f-5d0b-9a6e-6f2d8e3f7a10")
"""The namespace of all ids of ours that other programs keep. It never changes."""
LONGEST_MIN = 12 * 60
"""A game without a clock that lay overnight did not take so long to play."""
LONGEST_CLOCK_S = 7 * 24 * 3600
PRACTICE = "Practice game: played with invented values of the box."
SCOREKEEPER = "Points kept by the table; the moves were not followed."
UNFINISHED = T("This game is not over, so there is no result to hand on yet. Its record can be exported.")


Letters = tuple[Path, Path]
"""The fonts to print with: regular and bold."""


class Say(Protocol):
    """Puts a text into words of a language; `names`: player's name by seat id."""

    def __call__(self, text: Text, names: Mapping[str, str] | None = None, /) -> str:
        """The words."""


class Seated(msgspec.Struct, frozen=True):
    """A player of a play, in clockwise order of the seats.

    player: UUID of the player; score: None where nobody knows it; rank from 1, shared by equal ones, None where there
    is none; starts: began the game; time_s: seconds thought, None where no clock ran.
    """

    seat: str
    player: str
    name: str
    score: int | None
    winner: bool
    starts: bool
    rank: int | None
    time_s: int | None


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game as it is handed on.

    uuid: the play's (the record's id, if that is one); began and ended: UTC, `YYYY-MM-DD HH:MM:SS`; minutes: None where
    unknown; ruleset: the preset it was played by, None where the game has none; parts: points by category of scoring,
    every seat's add up to its score (empty: not told); result: how it ended, in words; notes: the owner's.
    """

    uuid: str
    record: str
    game: str
    title: Text
    bgg_id: int | None
    rules: str
    ruleset: Text | None
    practice: bool
    scorekeeper: bool
    began: str
    ended: str
    minutes: int | None
    players: tuple[Seated, ...]
    order: tuple[str, ...]
    parts: tuple[Part, ...]
    result: Text | None
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """Player's name by seat id."""
        return {one.seat: one.name for one in self.players}

    @property
    def ranked(self) -> tuple[Seated, ...]:
        """The players, the best first; those without a rank stay in order of the seats."""
        return tuple(sorted(self.players, key=lambda one: one.rank or len(self.players) + 1))

    @property
    def comments(self) -> str:
        """What kind of game it was and the owner's notes, one a line."""
        kinds = [PRACTICE] * self.practice + [SCOREKEEPER] * self.scorekeeper
        return "\n".join([*kinds, *self.notes])

    def points(self, seat: str) -> tuple[int, ...]:
        """What each of the parts brought a seat; empty where that is not told or does not add up to the score."""
        score = next(one.score for one in self.players if one.seat == seat)
        found = tuple(part.points.get(seat, 0) for part in self.parts)
        return found if score is not None and sum(found) == score else ()


def stable(kind: str, name: str) -> str:
    """The id that other programs know a thing of ours by: `name` itself where it is a UUID, else one made of it."""
    try:
        found = uuid.UUID(name)
    except ValueError:
        return str(uuid.uuid5(SPACE, f"{kind}:{name}"))
    return str(found) if str(found) == name.lower() else str(uuid.uuid5(SPACE, f"{kind}:{name}"))


def play_of(summary: Summary, header: Header, people: People, notes: Sequence[str] = ()) -> Play:
    """The play of a finished game. `notes`: the owner's, in the order they are to be read.

    Raises InputError: the game is not over, or neither its first nor its last time can be read.
    """
    if summary.status != "finished":
        raise InputError(UNFINISHED)
    began, ended = moment(summary.started), moment(summary.touched)
    if began is None and ended is None:
        raise InputError(T("The time of this game can't be read, so other programs could not sort it in."))
    began, ended = began or ended, ended or began
    assert began is not None and ended is not None
    try:
        game = find_game(summary.game)
    except InputError:
        # Its rules are not installed here; what the list tells of it is enough.
        title, bgg_id, ruleset = Text(summary.game), None, None
    else:
        chosen = header.options.get("ruleset")
        title, bgg_id = game.title, game.bgg_id
        ruleset = next((preset.title for preset in game.presets if preset.id == chosen), None)
    return Play(
        uuid=stable("play", summary.id),
        record=summary.id,
        game=summary.game,
        title=title,
        bgg_id=bgg_id,
        rules=header.rules,
        ruleset=ruleset,
        practice=summary.practice,
        scorekeeper=summary.mode == "scorekeeper",
        began=in_utc(began),
        ended=in_utc(max(began, ended)),
        minutes=_minutes(summary, began, ended),
        players=tuple(_seated(summary, people)),
        order=summary.order,
        parts=summary.parts,
        result=summary.result,
        notes=tuple(notes),
    )


def plays_of(
    journal: Journal, games: Iterable[Summary], people: People
) -> tuple[tuple[Play, ...], tuple[tuple[str, Text], ...]]:
    """The plays of games of the journal with the owner's notes, in their order; and which (record ids) make none, why.

    Raises JournalError.
    """
    headers = {row.id: row.header for row in journal.listed()}
    notes = shelf.glance(journal.path.parent).notes
    plays: list[Play] = []
    refused: list[tuple[str, Text]] = []
    for summary in games:
        try:
            header = msgspec.json.decode(headers[summary.id], type=Header)
            plays.append(play_of(summary, header, people, [_noted(note) for note in notes.get(summary.id, ())]))
        except (KeyError, msgspec.MsgspecError):
            text = T("The game can't be read from the journal (record {id}).", id=summary.id[:40])
            refused.append((summary.id, text))
        except InputError as error:
            refused.append((summary.id, error.text))
    return tuple(plays), tuple(refused)


def record_of(journal: Journal, record_id: str) -> Record:
    """A game move by move, as it may leave the journal: the moves that stand.

    Raises InputError where it may not (it is sealed still) or its rules are not at hand, JournalError.
    """
    session = Session.look_at(journal, record_id)
    if session.sealed:
        raise InputError(CLOSED)
    return session.record()


def _noted(note: shelf.Note) -> str:
    return f"Move {note.n}: {note.text}" if note.n else note.text


def in_utc(when: datetime) -> str:
    """`YYYY-MM-DD HH:MM:SS`."""
    return f"{when.year:04}-{when:%m-%d %H:%M:%S}"


def _minutes(summary: Summary, began: datetime, ended: datetime) -> int | None:
    """How long it was played: by the clock, else from the first time to the last where that tells it."""
    if 30 <= summary.played_s <= LONGEST_CLOCK_S:
        return round(summary.played_s / 60)
    minutes = round((ended - began).total_seconds() / 60)
    return minutes if 1 <= minutes < LONGEST_MIN else None


def _seated(summary: Summary, people: People) -> Iterable[Seated]:
    ranks = places(summary.ranking) if summary.winners else {}
    sat: dict[str, int] = {}
    for one, person in zip(summary.seats, people.seated(summary).values(), strict=True):
        player = stable("player", person.id)
        sat[player] = sat.get(player, 0) + 1
        again = sat[player]
        yield Seated(
            seat=one.seat,
            # Who sits twice would else stand twice in one play, which other programs take for a mistake.
            player=player if again == 1 else stable("player", f"{player}:{again}"),
            name=person.name if again == 1 else f"{person.name} ({again})",
            score=summary.scores.get(one.seat),
            winner=one.seat in summary.winners,
            starts=summary.order[:1] == (one.seat,),
            rank=ranks.get(one.seat),
            time_s=summary.times.get(one.seat),
        )
