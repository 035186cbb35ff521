"""The course of a survey: which question is due, what an answer would mean, what is kept. Pure, no Kivy."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.box import UNKNOWN, Box
from companion.engine.errors import InputError
from companion.engine.game import Fault, Game, Question
from companion.engine.owner_file import check_values
from companion.engine.survey import check_answer, is_open
from companion.engine.text import Text

FEW = 36
"""A number with at most so many values is answered by a key for each."""


class Tried(msgspec.Struct, frozen=True):
    """What comes of an answer: the value as it is kept; or why it can't be, and the answer it clashes with.

    `unusual`: warnings that were not there before.
    """

    value: Any = None
    fault: Text | None = None
    clash: str = ""
    unusual: tuple[Fault, ...] = ()


class Course:
    """Walks through the questions of `game` for the box as its owner has filled it in so far."""

    def __init__(self, game: Game[Any], box: Box, at: str = "") -> None:
        self.game = game
        self.box = box
        self.skipped: set[str] = set()
        self.at = at or self.next_open()
        """The key of the question that is asked; empty at the end."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions as the answers so far make them necessary."""
        return self.game.survey(self.box)

    @property
    def question(self) -> Question | None:
        """The question that is asked; None at the end."""
        return next((question for question in self.questions if question.key == self.at), None)

    def done(self) -> list[bool]:
        """For each question whether nothing more is wanted: the owner has answered it, or a source is sure."""
        return [not is_open(self.box, question) for question in self.questions]

    def open(self) -> tuple[Question, ...]:
        """Questions that are still to be answered."""
        return tuple(question for question in self.questions if is_open(self.box, question))

    def next_open(self) -> str:
        """The first open question after the present one that was not passed over; empty where there is none."""
        keys = [question.key for question in self.questions]
        start = keys.index(self.at) + 1 if getattr(self, "at", "") in keys else 0
        waiting = {question.key for question in self.open()} - self.skipped
        return next((key for key in [*keys[start:], *keys[:start]] if key in waiting), "")

    def pass_over(self) -> None:
        """Leave the question as it is and go on."""
        self.skipped.add(self.at)
        self.at = self.next_open()

    def before(self) -> str:
        """The question before the present one; from the end the last; empty at the first."""
        keys = [question.key for question in self.questions]
        i = keys.index(self.at) if self.at in keys else len(keys)
        return keys[i - 1] if i else ""

    def took(self, box: Box) -> None:
        """The answer is kept in `box`: go on."""
        self.box = box
        self.skipped.discard(self.at)
        self.at = self.next_open()

    # answers

    def attempt(self, question: Question, answer: Any) -> Tried:
        """Judge an answer by its question and against the whole box."""
        known = [fault.text for fault in self._warnings(self.box)]
        try:
            value = check_answer(question, answer)
        except InputError as error:
            return Tried(fault=error.text)
        try:
            faults = self.game.check_box(check_values(self.game, {**self.box.overrides, question.key: value}))
        except InputError as error:
            return Tried(fault=error.text, value=value, clash=self._clash(question.key, value))
        return Tried(value=value, unusual=tuple(fault for fault in faults if fault.text not in known))

    def _clash(self, key: str, value: Any) -> str:
        """The one earlier answer without which this one would do, the last of them; empty where there is none."""
        for other in reversed([question.key for question in self.questions]):
            if other == key or other not in self.box.overrides:
                continue
            left = {k: v for k, v in self.box.overrides.items() if k != other}
            try:
                check_values(self.game, {**left, key: value})
            except InputError:
                continue
            return other
        return ""

    def _warnings(self, box: Box) -> tuple[Fault, ...]:
        try:
            return self.game.check_box(box)
        except InputError:
            return ()

    def warnings(self) -> tuple[Fault, ...]:
        """What is unusual about the box as it is filled in now."""
        return self._warnings(self.box)


def possible(question: Question) -> tuple[tuple[Any, Text | int], ...] | None:
    """Every answer (or entry of a list) with its words; None where there are too many for keys."""
    if question.choices:
        return question.choices
    if question.kind in ("number", "list") and question.high - question.low < FEW:
        return tuple((n, n) for n in range(question.low, question.high + 1))
    return None


def first_row(question: Question, begun: list[Any] | None, now: Any) -> list[Any]:
    """What a list begins with: what was begun, else what is known, else nothing."""
    n = len(question.parts)
    row = begun if begun is not None else now
    if not isinstance(row, list | tuple) or len(row) != n:
        return [None] * n
    # An entry that the box ships as unknown is asked for; one the owner could not find out was answered.
    known = [*(value for value, _ in possible(question) or ()), *([UNKNOWN] if begun is not None else [])]
    return [value if value in known else None for value in row]
