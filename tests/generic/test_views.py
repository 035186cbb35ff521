"""Whatever the table is shown follows from what everybody may know: positions, words, logs, refusals (P16, P17)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.engine.game import Decision, Event, Move, Played, Refusal, Standing
from companion.engine.text import T, Text
from companion.language import Language
from tests.generic.public import differences, languages, logged, shown
from tests.generic.tables import ONLY, TABLES, Table, nodes, walk
from tests.generic.test_refusals import wrong_moves
from tests.kit.toy import shaft_game

EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
TRIED = 40
NODES = 20
PAIRS = 6


def leaks(table: Table, n: int, said: list[Language]) -> list[str]:
    """Channels in which position `n` of the table's first game shows more than everybody may know."""
    game, of = table.game, walk(table)
    state = of.states[n]
    draw = Draw(f"views {table.name} {n}")
    # A correction is held against all that lies on the table: people count what is hidden together for it.
    wrong = [move for move in wrong_moves(table, n, draw) if type(move).__struct_config__.tag != "correct"]
    tried = draw.shuffled(wrong)[:TRIED]
    seen = game.view(state, None)
    found = differences(shown(game, state, tried, said), shown(game, seen, tried, said))
    if n < len(of.moves):
        move, after = of.moves[n], of.results[n].state
        if in_all(said, game.say_move(state, move)) != in_all(said, game.say_move(seen, move)):
            found.append("log")
        if game.barrier(state, move) != game.barrier(seen, move):
            found.append("undo")
        if game.put_back(after, state) != game.put_back(game.view(after, None), seen):
            found.append("put back")
    return found + told_apart(table, state, said)


def told_apart(table: Table, state: Any, said: list[Language]) -> list[str]:
    """Channels that tell moves apart whose difference stays hidden: everybody knows the same after them."""
    game = table.game
    groups: dict[bytes, list[tuple[Move, Played[Any]]]] = {}
    for move in list(game.legal_moves(state))[:PAIRS]:
        played = game.play(state, move)
        groups.setdefault(game.view(played.state, None).fingerprint(), []).append((move, played))
    found: list[str] = []
    for (first, then), *others in groups.values():
        one = logged(game, state, first, then, said)
        for other, played in others:
            if played.state.fingerprint() != then.state.fingerprint():
                found += differences(one, logged(game, state, other, played, said))
    return found


def in_all(said: list[Language], text: Text) -> list[str]:
    return [language.say(text) for language in said]


@EVERY
def test_everything_shown_follows_from_what_everybody_may_know(table: Table) -> None:  # P16
    said = languages(table.seats)
    for n in nodes(walk(table), NODES):
        assert leaks(table, n, said) == [], n


@EVERY
def test_what_everybody_may_know_is_a_part_of_what_each_seat_knows(table: Table) -> None:  # P17
    game, of = table.game, walk(table)
    for n in nodes(of, NODES):
        state = of.states[n]
        public = game.view(state, None)
        assert game.view(public, None) == public
        for seat in table.seats:
            seen = game.view(state, seat)
            assert game.view(seen, seat) == seen
            assert game.view(seen, None) == public
            assert (seen.seats, seen.n) == (state.seats, state.n)
            # What a seat reads on the covered screen is its own business alone.
            assert game.own_view(state, seat) == game.own_view(seen, seat)
        assert state.fingerprint() == of.prints[n]


def test_there_is_a_game_that_hides_something() -> None:
    hiding = {t.game.id for t in TABLES for state in walk(t).states if t.game.view(state, None) != state}
    assert "shaft" in hiding or ONLY


TOY: Any = type(shaft_game())
SHAFT = Table(shaft_game(), ("red", "blue"), {}, "shaft-2")


class TellingPrompt(TOY):  # type: ignore[misc]
    """The question to the second says what the first has dug."""

    def decision(self, state: Any) -> Decision:
        found: Decision = super().decision(state)
        deep = next(iter(state.digs.values()), 0)
        return msgspec.structs.replace(found, prompt=T("After {n}, choose.", n=deep)) if found.seats else found


class TellingRefusal(TOY):  # type: ignore[misc]
    """A refusal says what was dug."""

    def refuse(self, state: Any, move: Move) -> Refusal | None:
        found: Refusal | None = super().refuse(state, move)
        return Refusal(found.code, {**found.params, "n": sum(state.digs.values())}) if found else None


class ForbiddingMoves(TOY):  # type: ignore[misc]
    """What is allowed to the second depends on what the first has dug."""

    def legal_moves(self, state: Any) -> list[Move]:
        taken = set(state.digs.values())
        return [move for move in super().legal_moves(state) if getattr(move, "deep", 0) not in taken]


class TellingNote(TOY):  # type: ignore[misc]
    """The score strip notes what was dug."""

    def standings(self, state: Any) -> tuple[Standing, ...]:
        return tuple(Standing(s, n, n, T("{n}", n=state.digs.get(s, 0))) for s, n in state.points.items())


class TellingLog(TOY):  # type: ignore[misc]
    """The log says how deep somebody dug."""

    def say_move(self, before: Any, move: Move) -> Text:
        deep = getattr(move, "deep", None)
        return super().say_move(before, move) if deep is None else T("{n} deep", n=deep)


class TellingEvent(TOY):  # type: ignore[misc]
    """The event of a dig says how deep."""

    def apply(self, state: Any, move: Move) -> Played[Any]:
        played: Played[Any] = super().apply(state, move)
        deep = getattr(move, "deep", None)
        return played if deep is None else Played(played.state, (Event("dug", T("{n} deep", n=deep)),))


class TellingTable(TOY):  # type: ignore[misc]
    """The check-list for going on says what was dug."""

    def lay_out(self, state: Any) -> tuple[Text, ...]:
        return tuple(T("{n} deep", n=n) for n in state.digs.values())


LEAKY = [
    (TellingPrompt, "decision"),
    (TellingRefusal, "refusals"),
    (ForbiddingMoves, "legal moves"),
    (TellingNote, "standings"),
    (TellingLog, "log"),
    (TellingEvent, "events"),
    (TellingTable, "lay out"),
]


@pytest.mark.parametrize(("kind", "channel"), LEAKY, ids=[channel for _, channel in LEAKY])
def test_a_leak_is_found_where_it_is(kind: Any, channel: str) -> None:
    walk(SHAFT)  # played truthfully, before the leaky one takes its place
    table, said = SHAFT._replace(game=kind()), languages(SHAFT.seats)
    assert channel in {found for n in nodes(walk(table), NODES) for found in leaks(table, n, said)}
