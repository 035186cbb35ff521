"""Moves that are a little wrong, to try the rules with: another seat, another place, one too many, doubled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.draw import Draw
from companion.engine.game import TABLE, Edit, Game, Move

NOWHERE = "nowhere"
WORDS_KEPT = 12


def words_of(moves: Sequence[Move]) -> dict[str, list[str]]:
    """The words each field of a move was filled with, by field name; a few of each."""
    found: dict[str, dict[str, None]] = {}
    for move in moves:
        for name in move.__struct_fields__:
            value = getattr(move, name)
            for word in value if isinstance(value, tuple) else (value,):
                if isinstance(word, str):
                    found.setdefault(name, {})[word] = None
    return {name: list(words)[:WORDS_KEPT] for name, words in found.items()}


def _values(value: Any, words: Sequence[str]) -> Iterator[Any]:
    """Values near `value`, of the same kind."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, -1, 0, value + 1000)
    elif isinstance(value, str):
        yield from words
        yield from (NOWHERE, "")
    elif isinstance(value, tuple) and value:
        yield value[:-1]
        yield (*value, value[-1])
        for other in list(_values(value[-1], words))[:8]:
            yield (*value[:-1], other)
            yield (*value, other)


def mutants(game: Game[Any], seats: Sequence[str], move: Move, words: Mapping[str, Sequence[str]]) -> Iterator[Move]:
    """Every small change of `move` that is still a well-formed move (legal or not).

    `words`: what else may stand in a field, by its name (`words_of`).
    """
    for by in (*seats, TABLE, NOWHERE):
        if by != move.by:
            yield msgspec.structs.replace(move, by=by)
    for name in move.__struct_fields__:
        if name == "by":
            continue
        value = getattr(move, name)
        for other in _values(value, words.get(name, ())):
            if other == value and type(other) is type(value):
                continue
            changed = msgspec.structs.replace(move, **{name: other})
            try:
                yield game.decode_move(msgspec.to_builtins(changed))
            except msgspec.ValidationError:
                continue  # not well-formed: the record refuses it before the rules see it


def other_value(edit: Edit, draw: Draw) -> str | int:
    """Another value for a place or number of the position, allowed or nearly so."""
    if edit.values:
        return draw.pick([value for value, _ in edit.values])
    near = [edit.low, edit.high, int(edit.value) - 1, int(edit.value) + 1]
    return draw.pick([n for n in near if edit.low <= n <= edit.high])


def wrong_correction(game: Game[Any], state: Any, draw: Draw) -> Move | None:
    """A correction of one or two values of the position, possible or not; None where nothing can be put right."""
    edits = game.edits(state)
    if not edits:
        return None
    chosen = draw.shuffled(edits)[: 1 + draw.below(2)]
    return game.correction(state, {edit.id: other_value(edit, draw) for edit in chosen})
