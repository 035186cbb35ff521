"""What one seat answers in private shows nowhere until it lies open: two games that differ in that alone (P16)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.engine.game import Decision, Move, Phase, Played
from companion.engine.record import Line
from companion.engine.simulate import EPOCH
from companion.engine.text import T, Text
from companion.engine.wrong_moves import mutants, words_of
from companion.language import Language
from companion.table.log import LogEntry, Step, words
from companion.table.summary import encode, summarise
from tests.generic.public import differences, in_words, json_of, languages, logged, shown
from tests.generic.tables import TABLES, Table, walk
from tests.generic.test_views import LEAKY, SHAFT, TOY

EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
FORKS = 6
"""Private decisions of a game that are looked at, and pairs of answers to each."""
PAIRS = 3
STEPS = 40
"""So many moves are played on in both games, at most; most pairs lie open long before."""
TRIED = 8


class Fork(NamedTuple):
    """Two answers to the private decision of `state` after which everybody knows the same."""

    n: int
    state: Any
    one: Move
    other: Move


def forks(table: Table) -> Iterator[Fork]:
    """Places in the table's first game where one seat answers so that nobody else can tell what."""
    game, of = table.game, walk(table)
    private = [n for n, state in enumerate(of.states) if game.decision(state).private and game.legal_moves(state)]
    for n in Draw(f"private {table.name}").shuffled(private)[:FORKS]:
        state = of.states[n]
        groups: dict[bytes, list[tuple[Move, bytes]]] = {}
        for move in game.legal_moves(state):
            after = game.play(state, move).state
            groups.setdefault(game.view(after, None).fingerprint(), []).append((move, after.fingerprint()))
        pairs = [
            Fork(n, state, one, other)
            for group in groups.values()
            for (one, first), (other, second) in combinations(group, 2)
            if first != second
        ]
        yield from Draw(f"pairs {table.name} {n}").shuffled(pairs)[:PAIRS]


class Game(NamedTuple):
    """One of the two games after its private answer."""

    table: Table
    state: Any
    said: list[Language]

    def seen(self) -> dict[str, str]:
        """Everything a screen, the list of games and the commands show of where it stands."""
        game, state = self.table.game, self.state
        legal = list(game.legal_moves(state))
        changed = [wrong for move in legal[:2] for wrong in mutants(game, state.seats, move, words_of(legal[:9]))]
        tried = Draw(f"private {state.n}").shuffled(changed)[:TRIED]
        outcome = game.outcome(state)
        status = "finished" if outcome else "playing"
        summary = summarise(game, state, state.n, game.decision(state), outcome, status, EPOCH)  # type: ignore[arg-type]
        return {
            **shown(game, state, tried, self.said),
            "history": encode(summary),
            "sealed": str(game.sealed(state)),
            "learned": json_of(game.learned(state)),
        }

    def play(self, move: Move) -> tuple[Game, dict[str, str]]:
        """The game after `move`, and what its log tells."""
        game = self.table.game
        played: Played[Any] = game.play(self.state, move)
        entries: list[LogEntry] = words(game, Step(Line(self.state.n + 1, move, EPOCH), self.state, played))
        told = [[entry.n, entry.by, entry.kind, entry.targets] for entry in entries]
        return Game(self.table, played.state, self.said), {
            **logged(game, self.state, move, played, self.said),
            "log on the screen": json_of([told, in_words([entry.text for entry in entries], self.said)]),
        }


def told_apart(table: Table, fork: Fork, said: list[Language]) -> list[str]:
    """Channels in which the two games differ before what was answered lies open."""
    game = table.game
    start = Game(table, fork.state, said)
    (one, first), (other, second) = start.play(fork.one), start.play(fork.other)
    draw = Draw(f"on {table.name} {fork.n}")
    found = differences(first, second)
    for _ in range(STEPS):
        found = found or differences(one.seen(), other.seen())
        legal = sorted(game.legal_moves(one.state), key=msgspec.json.encode)
        if found or not legal:
            return found
        move = draw.pick(legal)
        (one, first), (other, second) = one.play(move), other.play(move)
        if lies_open(game, one.state, other.state):
            return []
        found = differences(first, second)
    return found


def lies_open(game: Any, one: Any, other: Any) -> bool:
    """Whether the last move has shown what was answered: everybody knows it now, or nothing of it is left."""
    seen = [game.view(state, None).fingerprint() for state in (one, other)]
    return seen[0] != seen[1] or one.fingerprint() == other.fingerprint()


@EVERY
def test_what_was_answered_in_private_shows_nowhere_until_it_is_open(table: Table) -> None:
    said = languages(table.seats)
    for fork in forks(table):
        assert told_apart(table, fork, said) == [], (fork.n, fork.one, fork.other)


def test_there_are_private_answers_to_tell_apart() -> None:
    """Every game in which something private is kept in the state takes part."""
    keeping = {
        table.game.id
        for table in TABLES
        for state, after in zip(walk(table).states, walk(table).states[1:], strict=False)
        if table.game.decision(state).private and table.game.sealed(after)
    }
    assert {table.game.id for table in TABLES if table.game.id in keeping and any(forks(table))} == keeping


@EVERY
def test_at_the_end_a_record_is_open(table: Table) -> None:
    assert not table.game.sealed(walk(table).states[-1])


class TellingRound(TOY):  # type: ignore[misc]
    """The label of the round says how much was dug."""

    def phases(self, state: Any) -> tuple[Text, tuple[Phase, ...]]:
        label, phases = super().phases(state)
        return (T("{n} deep", n=sum(state.digs.values())) if state.digs else label), phases


class TellingSeal(TOY):  # type: ignore[misc]
    """Whether the record may be written depends on what was dug."""

    def sealed(self, state: Any) -> bool:
        return any(deep > 1 for deep in state.digs.values())


class LateTellingPrompt(TOY):  # type: ignore[misc]
    """Only the last of them is told what the first has dug."""

    def decision(self, state: Any) -> Decision:
        found: Decision = super().decision(state)
        if len(state.digs) != len(state.seats) - 1 or not found.seats:
            return found
        return msgspec.structs.replace(found, prompt=T("After {n}, choose.", n=state.digs[state.seats[0]]))


MORE = [(TellingRound, "phases"), (TellingSeal, "sealed"), (LateTellingPrompt, "history")]


@pytest.mark.parametrize(("kind", "channel"), [*LEAKY, *MORE])
def test_a_private_answer_that_leaks_is_found_where_it_is(kind: Any, channel: str) -> None:
    walk(SHAFT)  # played truthfully, before the leaky one takes its place
    table, said = SHAFT._replace(game=kind()), languages(SHAFT.seats)
    found = {part for fork in forks(table) for part in told_apart(table, fork, said)}
    assert channel in found
