"""Aton's scoring form: the counters of both players as they lie, scored line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.form_reading import read_object
from companion.engine.game import Scores, Sheet
from companion.engine.text import T, Text, seat
from companion.games.aton.layout import SEATS, Facts, facts_of, layout_of
from companion.games.aton.scoring import score_board

MOST_SCORE = 999


class AtonSheet(Sheet):
    """`{"board": {"red": ["1.01", ...], "blue": [...]}, "scores": {"red": 10, "blue": 4}}`; scores may be missing."""

    id = "aton"
    title: Text = T("Scoring of a position")
    example: Mapping[str, Any] = {
        "board": {"red": ["1.01", "1.02", "3.04"], "blue": ["1.09", "4.08"]},
        "scores": {"red": 12, "blue": 14},
    }

    def __init__(self, shipped: Box) -> None:
        self._shipped = shipped

    def score(self, data: Any, box: Box | None = None) -> Scores:
        """Score the position. Raises `InputError` naming the field and the remedy."""
        facts = facts_of(box or self._shipped)
        fields = read_object(data, T("The position"), ("board", "scores"))
        if "board" not in fields:
            raise InputError(T("The field “board” is missing. Give the spaces of red and blue in it."))
        board = read_object(fields["board"], T("The field “board”"), SEATS)
        boards = [_spaces(facts, name, board.get(name, [])) for name in SEATS]
        both = boards[0] & boards[1]
        if both:
            space = layout_of(facts).spaces(both)[0]
            raise InputError(
                T("Space {space} is given for red and for blue. Only one counter fits there.", space=space)
            )
        return score_board(facts, SEATS, (boards[0], boards[1]), _scores(fields.get("scores", {})))


def _spaces(facts: Facts, name: str, spaces: Any) -> int:
    layout = layout_of(facts)
    if not isinstance(spaces, list | tuple) or not all(isinstance(space, str) for space in spaces):
        raise InputError(T("The spaces of {who} must be a list of texts like “1.05”.", who=seat(name)))
    if len(spaces) > facts.counters:
        raise InputError(
            T(
                "{n} spaces are given for {who}; there are only {whole} counters.",
                n=len(spaces),
                who=seat(name),
                whole=facts.counters,
            )
        )
    board = 0
    for space in spaces:
        if space not in layout.index:
            raise InputError(
                T(
                    "There is no space “{space}” on the board. Spaces are named from {first} to {last}.",
                    space=space[:20],
                    first=layout.names[0],
                    last=layout.names[-1],
                )
            )
        bit = 1 << layout.index[space]
        if board & bit:
            raise InputError(T("Space {space} is given twice for {who}.", space=space, who=seat(name)))
        board |= bit
    return board


def _scores(data: Any) -> dict[str, int]:
    given = read_object(data, T("The field “scores”"), SEATS)
    for name, score in given.items():
        if type(score) is not int or not 0 <= score <= MOST_SCORE:
            raise InputError(
                T("The score of {who} must be a whole number from 0 to {most}.", who=seat(name), most=MOST_SCORE)
            )
    return {name: given.get(name, 0) for name in SEATS}
