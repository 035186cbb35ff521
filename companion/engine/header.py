"""Who plays what by which rules: the first line of a record, checked against the game and made ready to play."""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Game, Setup, State
from companion.engine.options import OptionValues
from companion.engine.owner_file import check_values
from companion.engine.strict_json import detail_of
from companion.engine.text import T

VERSION = 1
"""Version of the record format."""
MAX_NAME = 40
MAX_ID = 64
SIDES = ("n", "e", "s", "w")


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's place: the seat id (its colour), the player's name, the side of the table it is on."""

    seat: str
    name: str
    side: Literal["n", "e", "s", "w"] = "s"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a record.

    `box` holds the owner's values only; `seed` is what the setup was drawn from, if it was drawn. `practice`: played
    with the practice box, whose values are invented; then `box` is empty.
    """

    record: int
    game: str
    rules: str
    id: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    seed: str | None = None
    setup: dict[str, Any]
    box: dict[str, Any] = {}
    practice: bool = False
    mode: Literal["referee", "scorekeeper"] = "referee"
    started: str

    @property
    def seat_ids(self) -> tuple[str, ...]:
        """Seat ids in clockwise order."""
        return tuple(seat.seat for seat in self.seats)

    @property
    def names(self) -> dict[str, str]:
        """Player's name by seat id."""
        return {seat.seat: seat.name for seat in self.seats}


def new_id() -> str:
    """A fresh id for a record."""
    return str(uuid.uuid4())


def clean_name(name: str) -> str:
    """A player's name fit for one line: control and direction characters gone, spaces joined.

    Raises InputError if nothing is left or it is longer than MAX_NAME.
    """
    kept = "".join(
        " " if c.isspace() else c
        for c in name
        if c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") or c == "\u200d"
    )
    cleaned = " ".join(kept.split())
    if not cleaned.strip("\u200d "):
        raise InputError(T("A player's name is empty. Give every seat a name."))
    if len(cleaned) > MAX_NAME:
        raise InputError(
            T("The name “{name}…” is longer than {most} letters. Shorten it.", name=cleaned[:20], most=MAX_NAME)
        )
    return cleaned


def check_seats(game: Game[Any], seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Seats fit for `game`, with cleaned names. Raises InputError naming the seat."""
    chosen = tuple(msgspec.structs.replace(seat, name=clean_name(seat.name)) for seat in seats)
    low, high = game.seat_range
    if not low <= len(chosen) <= high:
        raise InputError(
            T(
                "{game} is for {low} to {high} players; seats given: {n}.",
                game=game.title,
                low=low,
                high=high,
                n=len(chosen),
            )
            if low != high
            else T("{game} is for exactly {low} players; seats given: {n}.", game=game.title, low=low, n=len(chosen))
        )
    taken: set[str] = set()
    for seat in chosen:
        if seat.seat not in game.colours:
            known = ", ".join(game.colours)
            raise InputError(
                T("There is no seat “{seat}” in this game. The seats are: {known}.", seat=seat.seat[:40], known=known)
            )
        if seat.seat in taken:
            raise InputError(
                T("The seat “{seat}” is given twice. Every player needs a seat of their own.", seat=seat.seat)
            )
        taken.add(seat.seat)
    return chosen


def drawn_from(seed: str, game: Game[Any], seats: Sequence[str], options: OptionValues, box: Box) -> Setup:
    """The setup that a seed gives: the same on the screen, by the command, and when a record is checked afterwards."""
    return game.draw_setup(seats, options, Draw(seed).branch("setup"), box)


class Sitting(msgspec.Struct, frozen=True):
    """A header made ready to play: the game with its checked options, box and first state."""

    game: Game[Any]
    header: Header
    box: Box
    state: State


def sit_down(game: Game[Any], header: Header) -> Sitting:
    """Check the header against the game and make the first state. Raises InputError."""
    if not 1 <= len(header.id) <= MAX_ID or not header.id.isprintable():
        raise InputError(T("The record needs an id of 1 to {most} characters; write one into “id”.", most=MAX_ID))
    if header.rules != game.rules:
        raise InputError(
            T(
                "The record was played by the rules “{rules}”; this Cartouche has “{ours}”. "
                "Use the version it was made with.",
                rules=header.rules[:40],
                ours=game.rules,
            )
        )
    seats = check_seats(game, header.seats)
    options = game.resolve(header.options)
    box = box_of(game, header)
    try:
        setup = msgspec.convert(header.setup, game.setup_type)
    except msgspec.ValidationError as error:
        raise InputError(T("The setup can't be read: {detail}.", detail=detail_of(error))) from error
    header = msgspec.structs.replace(header, seats=seats, options=dict(options))
    return Sitting(game, header, box, game.new(header.seat_ids, options, setup, box))


def box_of(game: Game[Any], header: Header) -> Box:
    """The printed facts a game was played by: the shipped ones under the owner's, or the practice box.

    Raises InputError.
    """
    if header.practice:
        if header.box:
            raise InputError(T("The practice board is never mixed with values of a box. Empty “box”."))
        if game.practice is None:
            raise InputError(T("{game} has no practice board. Remove “practice”.", game=game.title))
        return game.practice
    for key in header.box:
        if key not in game.box.facts:
            raise InputError(T("The box has no value “{key}”. Remove it from “box”.", key=key[:40]))
    return check_values(game, header.box)
