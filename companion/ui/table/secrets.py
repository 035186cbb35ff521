"""What one seat may choose on the covered screen: every choice of the decision as a row, values of small forms too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.engine.game import Decision, Move
from companion.engine.text import T, Text
from companion.ui.table import asking

MOST_VALUES = 30


class Secret(msgspec.Struct, frozen=True):
    """A move that can be chosen unseen, and its words."""

    move: Move
    label: Text


def secrets_of(decision: Decision, decode: Callable[[Any], Move]) -> tuple[Secret, ...]:
    """All moves of a private decision as rows; empty where a form asks for more than one small number."""
    found = [Secret(choice.move, choice.label) for choice in decision.choices]
    for form in decision.forms:
        field = form.fields[0]
        if len(form.fields) > 1 or field.count > 1 or field.high - field.low >= MOST_VALUES:
            return ()
        for n in range(field.low, field.high + 1):
            label = T("{what}: {value}", what=field.label, value=n)
            found.append(Secret(asking.form_move(decode, form.by, form.move, {field.name: n}), label))
    return tuple(found)


def covered(decision: Decision, decode: Callable[[Any], Move]) -> bool:
    """Whether this decision is answered on the covered screen."""
    return decision.private and len(decision.seats) == 1 and bool(secrets_of(decision, decode))
