"""What a game waits for, as the screen needs it: choices, forms, and everything to ask for them."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.engine.move import Move
from companion.engine.text import Text


class Choice(msgspec.Struct, frozen=True):
    """One legal move as the screen offers it.

    `targets` are board places that light up and can be tapped for it (empty: a button). `label` is unique within its
    decision. `consequence` is what the gold button says before it is done. `seat_key`: the button that lies before the
    seat of this move means it (ready, pass, end of the turn); at most one choice of each seat has it.
    """

    move: Move
    label: Text
    targets: tuple[str, ...] = ()
    consequence: Text | None = None
    seat_key: bool = False


class Field(msgspec.Struct, frozen=True):
    """A typed field of a form: `count` whole numbers from `low` to `high`, shown with `label`."""

    name: str
    label: Text
    low: int
    high: int
    count: int = 1


class Form(msgspec.Struct, frozen=True):
    """What one seat (or the table) is to declare: a move with tag `move` whose fields are filled in by people."""

    by: str
    move: str
    fields: tuple[Field, ...]


class Thing(msgspec.Struct, frozen=True):
    """A piece of the real box that can bear a tag or a bar code: a card, a tile, a token.

    Several pieces may be alike: they are one thing. `id` is stable, like "card:IVO3"; `label` names it for people.
    """

    id: str
    label: Text


class Decision(msgspec.Struct, frozen=True):
    """What the game waits for now: everything the screen needs to ask for it.

    seats: who must act (several: simultaneous; empty: the table as a whole).
    kind: `choose` among `choices`, or `declare` by filling in `forms` (their moves are legal moves too).
    secret: people choose unseen; the screen offers only public acts (ready, take back).
    private: one seat chooses on the screen what the others may not watch; the choices are covered until it looks.
    consequence: the first tap selects, a second tap or the gold button does it.
    owed and done: so many acts are still owed in this step, so many were done; `owed_text` says it ("2 to place").
    chance: the app may draw this one from the record's seed if the table asks it to.
    forced: there is one possible way; the screen shows it with "Next".
    rule: the help page (phase id) of this decision.
    """

    id: str
    prompt: Text
    seats: tuple[str, ...] = ()
    kind: Literal["choose", "declare"] = "choose"
    choices: tuple[Choice, ...] = ()
    forms: tuple[Form, ...] = ()
    secret: bool = False
    private: bool = False
    consequence: bool = False
    owed: int = 0
    done: int = 0
    owed_text: Text | None = None
    chance: bool = False
    forced: bool = False
    rule: str = ""
