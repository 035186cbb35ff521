"""Moves, and the refusals of moves as data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.engine.text import Value

TABLE = "table"
"""The `by` of a move that the table as a whole makes (a card turned up, a correction)."""


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move"):
    """One atomic act that the engine can validate. Games subclass it with a tag and their own fields.

    `by` is a seat id or `TABLE`.
    """

    by: str


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not allowed: a stable code, the facts, and the board targets that are the reason.

    The tapped place itself is not among the targets.
    """

    code: str
    params: Mapping[str, Value] = {}
    targets: tuple[str, ...] = ()


class IllegalMove(Exception):
    """A move the rules do not allow. Carries the move and its `Refusal`; the state is as it was."""

    def __init__(self, move: Move, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {move}")
        self.move = move
        self.refusal = refusal
