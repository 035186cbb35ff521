"""Two games that are the same for the table and differ in what nobody there has seen give the same outputs (P16).

A dealer's twin has another order of unseen cards, another hidden hand, another truth of what the box does not tell.
Both are played on with the same choices: until a move tells the difference, everything written and shown is the same.
"""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

import msgspec
import pytest

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import Dealer, Move, Setup
from companion.engine.header import sit_down
from companion.engine.record import Line, Record, dump
from companion.engine.simulate import EPOCH, header_for, playable_options
from companion.engine.wrong_moves import mutants, words_of
from companion.language import Language
from tests.generic.public import differences, languages, logged, shown
from tests.generic.tables import ONLY, SOAK, TABLES, Table, walk
from tests.kit.toy import toy_game

REAL = [table for table in TABLES if not table.name.startswith("scorekeeper")]
EVERY = pytest.mark.parametrize("table", REAL, ids=lambda table: table.name)
FORKS = SOAK or 3
STEPS = 30
"""So many moves after the fork are held against each other at most; the end is reached all the same."""
TRIED = 12


class Side:
    """One of the two games: what the table knows (`state`, `lines`) and the dealer with the truth behind it."""

    def __init__(self, table: Table, seed: str, dealer: Dealer, lines: list[Line]) -> None:
        draw = Draw(seed)
        box = table.box or table.game.box
        options = playable_options(table.game, table.seats, table.options, draw, box)
        self.game, self.dealer = table.game, dealer
        self.header = header_for(table.game, table.seats, options, seed, dealer.setup, box)
        self.state: Any = sit_down(table.game, self.header).state
        self.lines: list[Line] = []
        for line in lines:
            self.state = self.game.play(self.state, line.move).state
            self.lines.append(line)

    def play(self, move: Move, said: list[Language]) -> dict[str, str]:
        """Play a truthful move; what the log tells of it. The truth must agree."""
        before, played = self.state, self.game.play(self.state, move)
        problems = self.dealer.witness(move, before, played.state, played.events)
        assert problems == [], move
        self.lines.append(Line(len(self.lines) + 1, move, EPOCH))
        self.state = played.state
        return logged(self.game, before, move, played, said)

    def shown(self, said: list[Language]) -> dict[str, str]:
        """Everything the table can see or export."""
        legal = list(self.game.legal_moves(self.state))
        draw = Draw(f"twins {self.state.n}")
        tried = [
            wrong for move in legal[:2] for wrong in mutants(self.game, self.state.seats, move, words_of(legal[:9]))
        ]
        tried = draw.shuffled(tried)[:TRIED] + [line.move for line in self.lines[:3]]
        sealed = self.game.sealed(self.state)
        # A sealed record is written nowhere, and of its state everybody sees the view alone.
        public = self.game.view(self.state, None) if sealed else self.state
        return {
            **shown(self.game, self.state, tried, said),
            "record": "sealed" if sealed else dump(Record(self.header, tuple(self.lines))),
            "state": public.fingerprint().decode(),
        }

    def finish(self) -> None:
        """Play to the end, and hold the result against the truth."""
        while self.game.outcome(self.state) is None:
            assert len(self.lines) < self.game.longest
            self.play(self.dealer.choose(self.state), [])
        assert self.dealer.verdict(self.state) == []


class Both(NamedTuple):
    """Two sides at the fork."""

    one: Side
    other: Side


def forked(table: Table, seed: str, at: int) -> Both | None:
    """A game after `at` moves and its twin; None where the game is over or nothing hidden can be otherwise."""
    draw = Draw(seed)
    box: Box = table.box or table.game.box
    options = playable_options(table.game, table.seats, table.options, draw, box)
    side = Side(table, seed, table.game.dealer(table.seats, options, draw, box), [])
    for _ in range(at):
        if table.game.outcome(side.state) is not None:
            return None
        side.play(side.dealer.choose(side.state), [])
    twin = None if table.game.outcome(side.state) is not None else side.dealer.twin(side.state)
    return None if twin is None else Both(side, Side(table, seed, twin, side.lines))


def told_apart(both: Both, said: list[Language]) -> list[str]:
    """Channels that differ before a move has told the difference. Both sides are played up to that move."""
    one, other = both
    for _ in range(STEPS):
        found = differences(one.shown(said), other.shown(said))
        if found or one.game.outcome(one.state) is not None:
            return found
        moves = one.dealer.choose(one.state), other.dealer.choose(other.state)
        if moves[0] != moves[1]:
            # Drawn choices are spent now: each side goes on with its own.
            one.play(moves[0], said), other.play(moves[1], said)
            return []
        found = differences(one.play(moves[0], said), other.play(moves[1], said))
        if found:
            return found
    return []


@EVERY
def test_what_nobody_has_seen_shows_nowhere(table: Table) -> None:
    said, twins = languages(table.seats), 0
    for fork in range(FORKS):
        seed = f"twins {table.name} {fork}"
        both = forked(table, seed, Draw(seed).below(min(60, table.game.longest // 2)))
        if both is None:
            continue
        twins += 1
        assert told_apart(both, said) == [], seed
        both.one.finish()
        both.other.finish()
    # A game whose dealer gives twins must have been held against one.
    assert twins or not deals_twins(table), table.name


def deals_twins(table: Table) -> bool:
    """Whether the dealer knows of something that nobody has seen when a game begins."""
    return forked(table, f"twins {table.name} at the start", 0) is not None


def test_games_with_something_unseen_have_twins_that_differ() -> None:
    """Where people choose or hold something unseen there is a twin, and sooner or later one sees that it is another."""
    unseen = {table.game.id for table in REAL if any(hides(table, state) for state in walk(table).states)}
    differing = {table.game.id for table in REAL if table.game.id in unseen and differs(table)}
    assert differing == unseen
    assert "aton" in unseen or ONLY


def hides(table: Table, state: Any) -> bool:
    """Whether people choose or hold something unseen now."""
    decision = table.game.decision(state)
    return decision.secret or decision.private or table.game.view(state, None) != state


def differs(table: Table) -> bool:
    """Whether a twin tells another move than the first dealer at some time."""
    for fork in range(8):
        both = forked(table, f"differs {table.name} {fork}", fork)
        while both is not None and table.game.outcome(both.one.state) is None:
            moves = [side.dealer.choose(side.state) for side in both]
            if moves[0] != moves[1]:
                return True
            for side in both:
                side.play(moves[0], [])
    return False


QUARRY: Any = type(toy_game())


class Order(Setup, frozen=True):
    """Stones in the pits, and, which is the fault, the tokens in the order they lie in."""

    pits: tuple[int, ...]
    order: tuple[int, ...] = ()


class Careless(QUARRY):  # type: ignore[misc]
    """Quarry with the whole pile in its setup."""

    setup_type = Order

    def dealer(self, seats: Any, options: Any, draw: Draw, box: Box | None = None) -> Dealer:
        honest = super().dealer(seats, options, draw, box)
        honest.setup = Order(honest.setup.pits, tuple(honest.tokens))
        honest.twin = lambda state: turned(honest)
        return honest


def turned(dealer: Any) -> Any:
    """The dealer's twin: the tokens nobody has seen lie the other way round."""
    other = copy.copy(dealer)
    other.tokens = dealer.tokens[::-1]
    other.setup = msgspec.structs.replace(dealer.setup, order=tuple(other.tokens))
    return other


def test_a_setup_that_tells_the_pile_is_found() -> None:
    table = Table(Careless(), ("red", "blue"), {}, "careless")
    both = forked(table, "careless", 0)
    assert both is not None
    assert both.one.dealer.tokens != both.other.dealer.tokens  # type: ignore[attr-defined]
    assert told_apart(both, languages(table.seats)) == ["record"]
