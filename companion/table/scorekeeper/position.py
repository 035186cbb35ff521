"""Moves and position of scorekeeper mode: points typed by people, and nothing of the board."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Move, Setup, State


class Nothing(Setup, frozen=True):
    """Scorekeeper mode has no setup of its own: the box says how to set up."""


class Add(Move, frozen=True, tag="add"):
    """Points for the seat `by`, −999 to 999; `sum` is the sum as it was typed ("10+15−3"), if it was one."""

    points: int
    sum: str = ""


class UseSheet(Move, frozen=True, tag="sheet"):
    """A scoring sheet of the game filled in with `data`; the points of its lines are added."""

    sheet: str
    data: dict[str, Any]


class NextTurn(Move, frozen=True, tag="next_turn"):
    """The turn goes to the next seat clockwise."""


class Finish(Move, frozen=True, tag="finish"):
    """The game is over; the points decide."""


class Correct(Move, frozen=True, tag="correct"):
    """The table puts points right."""

    points: dict[str, int]


class Tally(State):
    """Points by seat, the seat whose turn it is (index), the round (from 1), whether the game was finished.

    `own` are the owner's values of the box, `practice` whether it is the practice box: what sheets count by.
    """

    points: dict[str, int]
    turn: int = 0
    round: int = 1
    over: bool = False
    own: dict[str, Any] = {}
    practice: bool = False
