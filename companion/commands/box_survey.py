"""`cartouche box survey GAME`: the questions about one's own box, one after the other in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from companion.commands.boxes import BoxChoice, box_for, keep_values, usable_box, write_file
from companion.commands.common import language, say_json, tidy, with_switches
from companion.engine import owner_file
from companion.engine.box import Box
from companion.engine.box_words import value_lines
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.survey import Question, is_open, numbered, read_answer
from companion.engine.text import TN, T, Text
from companion.games import find_game

YES = ("y", "yes", "i", "igen", "д", "да")


@click.command("survey")
@click.argument("game")
@click.option("--all", "everything", is_flag=True, help="Ask also what is known or answered already.")
@click.option("--values", "file", metavar="FILE", help="Keep the values in FILE instead of the settings.")
@with_switches
def survey(game: str, everything: bool, file: str | None, as_json: bool) -> None:
    """Ask what is printed on your own copy of GAME, and keep the answers as your values.

    Enter leaves a question as it is, "?" says that you don't know, "<" goes back, "q" stops. Every answer is kept at
    once.
    """
    rules = find_game(game)
    if file is None:
        box, keep = usable_box(rules), _into_settings(rules)
    else:
        box = box_for(rules, BoxChoice(file)) if Path(file).exists() else rules.box
        keep = _into_file(Path(file))
    # With --json only the value at the end goes to the output; the talk goes beside it.
    talk = Talk(rules, box, keep, err=as_json)
    talk.run(everything)
    if as_json:
        say_json({"game": rules.id, "values": dict(talk.box.overrides), "unknown": [q.key for q in talk.missing()]})
        return
    missing = len(talk.missing())
    talk.tell(
        TN("{n} question has no answer yet.", "{n} questions have no answer yet.", missing)
        if missing
        else T("Everything that was asked is known now.")
    )


def _into_settings(rules: Game[Any]) -> Callable[[Box], None]:
    return lambda box: keep_values(rules, box.overrides)


def _into_file(path: Path) -> Callable[[Box], None]:
    def keep(box: Box) -> None:
        # Also without a value: what was taken back must not stay in the file.
        write_file(path, owner_file.encoded(box), replace=True)

    return keep


class Talk:
    """One run through the questions: `box` with the answers so far, `keep` stores it after each of them."""

    def __init__(self, rules: Game[Any], box: Box, keep: Callable[[Box], None], err: bool = False) -> None:
        self.rules = rules
        self.box = box
        self._keep = keep
        self._err = err
        self._said = language()

    def tell(self, text: Text, before: str = "") -> None:
        """Say a sentence."""
        click.echo(tidy(before + self._said.say(text)), err=self._err)

    def missing(self) -> tuple[Question, ...]:
        """Questions about facts that nobody has told yet."""
        return tuple(q for q in self.rules.survey(self.box) if q.key in self.box.unknown)

    def run(self, everything: bool) -> None:
        """Ask every question that is not answered (all of them with `everything`), until somebody stops."""
        passed: list[str] = []
        again: set[str] = set()
        while True:
            questions = self.rules.survey(self.box)
            due = [
                (number, question)
                for number, question in enumerate(questions, 1)
                if question.key not in passed and (everything or question.key in again or is_open(self.box, question))
            ]
            if not due:
                return
            number, question = due[0]
            said = self.ask(question, number, len(questions))
            if said == "stop":
                return
            if said == "on":
                passed.append(question.key)
            elif passed:
                again.add(passed.pop())

    def ask(self, question: Question, number: int, of: int) -> str:
        """Ask one question until it is answered or left. Gives "on", "back" or "stop"."""
        say = self._said.say
        click.echo("", err=self._err)
        self.tell(T("{section}, question {number} of {of}", section=question.section, number=number, of=of))
        self.tell(question.text)
        self.tell(question.why, "  ")
        self._say_possible(question)
        now = self.box.fact(question.key)
        if now.value is not None:
            self.tell(T("So far: {value}", value=", ".join(map(say, value_lines(now)))), "  ")
        while True:
            words = self._listen("> ")
            if words is None or words.casefold() == "q":
                return "stop"
            if words == "<":
                return "back"
            if words == "":
                return "on"
            try:
                box = self._unknown(question) if words == "?" else self._answer(question, words)
            except InputError as error:
                self.tell(error.text)
                continue
            if not self._sure(box):
                continue
            if box.overrides != self.box.overrides:
                self._keep(box)
                self.box = box
            return "on"

    def _say_possible(self, question: Question) -> None:
        for i, part in enumerate(question.parts, 1):
            self.tell(part, f"  ({i}) ")
        for (number, _), (_, words) in zip(numbered(question), question.choices, strict=True):
            self.tell(words, f"  {number} = ")
        if question.kind == "form" and question.typed is not None:
            self.tell(question.typed, "  ")
        elif question.kind == "list":
            self.tell(T("One answer for each, apart by spaces; “?” for one you don't know."), "  ")
        if question.kind in ("number", "list") and not question.choices:
            self.tell(T("A whole number from {low} to {high}.", low=question.low, high=question.high), "  ")

    def _answer(self, question: Question, words: str) -> Box:
        """The box with the answer that was typed. Raises InputError."""
        in_words = {self._said.say(text).casefold(): value for value, text in question.choices}
        if question.kind == "form":
            value = self.rules.type_answer(self.box, question, words)
        elif question.kind == "choice" and words.casefold() in in_words:
            value = in_words[words.casefold()]
        else:
            value = read_answer(question, words)
        return owner_file.check_values(self.rules, {**self.box.overrides, question.key: value})

    def _unknown(self, question: Question) -> Box:
        """The box without an answer to this question. Raises InputError."""
        left = {key: value for key, value in self.box.overrides.items() if key != question.key}
        return owner_file.check_values(self.rules, left)

    def _sure(self, box: Box) -> bool:
        """Whether the box is meant to be so, where an answer makes it unusual."""
        known = [fault.text for fault in self.rules.check_box(self.box)]
        new = [fault.text for fault in self.rules.check_box(box) if fault.text not in known]
        for text in new:
            self.tell(T("Unusual: {what}", what=text))
        if not new:
            return True
        said = self._listen(self._said.say(T("Is it really so on your copy? (y/n)")) + " ")
        return (said or "").casefold() in YES

    def _listen(self, prompt: str) -> str | None:
        """A line from the keyboard without its end; None when there is no more."""
        click.echo(prompt, nl=False, err=self._err)
        line = sys.stdin.readline()
        if not line:
            click.echo("", err=self._err)
            return None
        return line.strip()
