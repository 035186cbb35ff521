"""What a tap on the board means for the decision at hand. Pure: no Kivy, and no game's name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.engine.game import Choice, Decision, Form, Move
from companion.ui.boards.base import Marks


def by_target(decision: Decision) -> dict[str, tuple[Choice, ...]]:
    """The choices that each lit target stands for."""
    found: dict[str, list[Choice]] = {}
    for choice in decision.choices:
        for target in choice.targets:
            found.setdefault(target, []).append(choice)
    return {target: tuple(choices) for target, choices in found.items()}


def lit(decision: Decision) -> frozenset[str]:
    """Every target that can be tapped."""
    return frozenset(target for choice in decision.choices for target in choice.targets)


def buttons(decision: Decision) -> tuple[Choice, ...]:
    """The choices that have no place on the board: a button each."""
    return tuple(choice for choice in decision.choices if not choice.targets)


def attempt(decision: Decision, target: str) -> Move | None:
    """The move a tap on `target` would mean if it were allowed, learned from the choices that are; None if unknown.

    A choice on "space:1.05" whose move says space="1.05" shows which field the place goes into.
    """
    kind, _, place = target.partition(":")
    for choice in decision.choices:
        for known in choice.targets:
            known_kind, _, known_place = known.partition(":")
            if known_kind != kind or not known_place:
                continue
            for name in choice.move.__struct_fields__:
                value = getattr(choice.move, name)
                if name != "by" and str(value) == known_place:
                    given = _as_like(place, value)
                    if given is not None:
                        return msgspec.structs.replace(choice.move, **{name: given})
    return None


def _as_like(place: str, value: Any) -> Any:
    if isinstance(value, int):
        return int(place) if place.lstrip("-").isdigit() else None
    return place


def form_move(decode: Any, by: str, tag: str, values: Mapping[str, Any]) -> Move:
    """The move of a filled-in form. `decode` is the game's decoder; raises msgspec.ValidationError."""
    move: Move = decode({"move": tag, "by": by, **values})
    return move


def makes(form: Form, move: Move) -> bool:
    """Whether filling in `form` makes this kind of move for its seat."""
    return form.by == move.by and type(move).__struct_config__.tag == form.move


def typed_in(form: Form, move: Move) -> tuple[int, ...]:
    """The values that `form` was filled in with for `move`, in the order of its fields."""
    values: list[int] = []
    for field in form.fields:
        value = getattr(move, field.name)
        values += value if field.count > 1 else (value,)
    return tuple(values)


def same_values(decision: Decision, most: int = 6) -> tuple[int, int] | None:
    """The values shared by every field of every form, if there are at most `most` of them: then keys do, no keypad."""
    bounds = {(field.low, field.high) for form in decision.forms for field in form.fields}
    if len(bounds) != 1:
        return None
    low, high = bounds.pop()
    return (low, high) if high - low + 1 <= most else None


def marks_for(decision: Decision | None, selected: Iterable[str] = (), fresh: Iterable[str] = ()) -> Marks:
    """The marks of a decision that waits for a tap."""
    shine = frozenset() if decision is None else lit(decision)
    return Marks(lit=shine, selected=frozenset(selected), fresh=frozenset(fresh) - shine)
