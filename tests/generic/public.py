"""Everything a game shows to the whole table, as text, so that two positions can be held against each other (P16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.game import Game, Move, Played
from companion.engine.text import Text
from companion.language import LANGUAGES, Language

PEOPLE = ("Ana", "Béla", "Вера", "Dov", "Eve", "Flo")


def json_of(thing: Any) -> str:
    """Canonical JSON of anything an engine gives."""
    return msgspec.json.encode(thing, order="deterministic").decode()


def languages(seats: Sequence[str]) -> list[Language]:
    """The languages of the program, with a name for every seat."""
    return [Language(code, dict(zip(seats, PEOPLE, strict=False))) for code in LANGUAGES]


def in_words(texts: Iterable[Text], said: Sequence[Language]) -> list[str]:
    """Texts in every language."""
    return [language.say(text) for text in texts for language in said]


def shown(game: Game[Any], state: Any, tried: Iterable[Move], said: Sequence[Language]) -> dict[str, str]:
    """What the table is shown of a position, by channel: as data, and in words of every language.

    `tried`: moves, most of them wrong, whose refusals are told.
    """
    decision, incidents = game.decision(state), game.incidents(state)
    label, phases = game.phases(state)
    standings, scores, outcome = game.standings(state), game.scores(state), game.outcome(state)
    faults, refusals = game.audit(state), [game.refuse(state, move) for move in tried]
    choices = [*decision.choices, *incidents]
    prompts = [decision.prompt, *([decision.owed_text] if decision.owed_text else [])]
    prompts += [text for choice in choices for text in (choice.label, choice.consequence) if text is not None]
    notes = [row.note for row in standings if row.note is not None]
    lines = [text for line in scores.lines for text in (line.title, line.sum)]
    told = [text for refusal in refusals if refusal for text in (game.say_headline(refusal), game.say_refusal(refusal))]
    return {
        "decision": json_of([decision, in_words(prompts, said)]),
        "legal moves": json_of([game.legal_moves(state), incidents]),
        "refusals": json_of([refusals, in_words(told, said)]),
        "phases": json_of([label, phases, in_words([label, *(phase.title for phase in phases)], said)]),
        "standings": json_of([standings, in_words(notes, said)]),
        "scores": json_of([scores, in_words([*lines, *scores.needs], said)]),
        "outcome": json_of([outcome, in_words([outcome.text] if outcome else [], said)]),
        "lay out": json_of(in_words(game.lay_out(state), said)),
        "audit": json_of([faults, in_words([fault.text for fault in faults], said)]),
        "corrections": json_of(game.edits(state)),
    }


def logged(game: Game[Any], before: Any, move: Move, played: Played[Any], said: Sequence[Language]) -> dict[str, str]:
    """What the log tells of a move and of what it caused."""
    texts = [event.text for event in played.events]
    scored = [event.scoring for event in played.events if event.scoring is not None]
    lines = [text for scores in scored for line in scores.lines for text in (line.title, line.sum)]
    barrier = game.barrier(before, move)
    return {
        "log": json_of(in_words([game.say_move(before, move)], said)),
        "events": json_of([played.events, in_words([*texts, *lines], said)]),
        "undo": json_of([barrier, in_words([barrier] if barrier else [], said)]),
        "put back": json_of(in_words(game.put_back(played.state, before), said)),
    }


def differences(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """The channels in which two of them differ."""
    return [channel for channel in one if one[channel] != other[channel]]
