"""What buttons and tags mean in every game: one meaning of a seat's button, things that tell no secret, fair lamps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.game import Decision, Form, Thing
from companion.engine.header import Header
from companion.engine.simulate import header_for, playable_options
from companion.games import game_ids
from companion.language import Language
from companion.table.journal import Journal
from companion.table.lamps import lamps
from companion.table.proposals import Answer, Ask, Fill, Late, Look, Play, Reading, Refuse, means
from companion.table.proposals import Arbiter as TableArbiter
from companion.table.session import Session
from tests.generic.public import in_words, languages
from tests.generic.tables import ONLY, TABLES, Table, nodes, walk
from tests.generic.test_twins import EVERY as WITH_TWINS
from tests.generic.test_twins import STEPS, Side, deals_twins, forked

EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
FEW = 24
"""Positions looked at in a game."""
MOVES = 60
"""Moves of a game that the arbiter sees; every third of them is tried with everything there is."""


def positions(table: Table) -> Iterator[tuple[Any, Any, Decision]]:
    """Positions of a game spread over it: what is, what everybody may know of it, and what is asked."""
    of = walk(table)
    for n in nodes(of, FEW):
        state = of.states[n]
        yield state, table.game.view(state, None), table.game.decision(state)


def things_of(table: Table) -> tuple[Thing, ...]:
    return table.game.things(table.box or table.game.box)


def pieces(table: Table, state: Any, decision: Decision) -> list[tuple[str, ...]]:
    """The things of every choice, and those of incidents."""
    found = [*decision.choices, *table.game.incidents(state)]
    return [table.game.handles(state, choice.move) for choice in found]


@EVERY
def test_a_seat_button_has_one_meaning_at_most(table: Table) -> None:
    for state in walk(table).states:
        marked = Counter(c.move.by for c in table.game.decision(state).choices if c.seat_key)
        assert max(marked.values(), default=0) <= 1, table.game.decision(state).id
        assert marked.keys() <= set(table.seats)


@EVERY
def test_things_have_one_id_and_one_name_in_every_language(table: Table) -> None:
    things = things_of(table)
    assert len({thing.id for thing in things}) == len(things)
    for language in languages(table.seats):
        assert len(set(in_words([thing.label for thing in things], [language]))) == len(things)


@EVERY
def test_moves_handle_things_that_the_box_knows(table: Table) -> None:
    known = {thing.id for thing in things_of(table)}
    for _, view, decision in positions(table):
        for found in pieces(table, view, decision):
            assert known.issuperset(found)
            assert len(set(found)) == len(found)


@EVERY
def test_what_a_tag_means_follows_from_what_everybody_knows(table: Table) -> None:
    for state, view, decision in positions(table):
        assert pieces(table, state, decision) == pieces(table, view, decision)
        for thing in things_of(table):
            game = table.game
            attempt = game.attempt_with(view, thing.id)
            assert attempt == game.attempt_with(state, thing.id)
            if attempt is not None:
                assert game.refuse(view, attempt) == game.refuse(state, attempt)


def shown_by_devices(table: Table, state: Any) -> Any:
    """Everything that devices could tell of a position: lamps, meanings of buttons, meanings of tags."""
    game = table.game
    view, decision = game.view(state, None), game.decision(state)
    meant = [means(decision, who) for who in table.seats]
    attempts = [game.attempt_with(view, thing.id) for thing in things_of(table)]
    refusals = [attempt and game.refuse(view, attempt) for attempt in attempts]
    lit = [lamps(table.seats, decision, game.outcome(state), scoring) for scoring in (False, True)]
    return lit, meant, pieces(table, view, decision), attempts, refusals


@WITH_TWINS
def test_devices_tell_nothing_that_nobody_has_seen(table: Table) -> None:
    starts = ((f"devices {table.name} {n}", Draw(f"devices {table.name} {n}")) for n in range(8))
    tried = (forked(table, seed, draw.below(min(40, table.game.longest // 2))) for seed, draw in starts)
    both = next((found for found in tried if found is not None), None)
    if both is None:
        # A game whose dealer gives twins must have been held against one.
        assert not deals_twins(table)
        return
    one, other = both
    for _ in range(min(STEPS, FEW)):
        assert shown_by_devices(table, one.state) == shown_by_devices(table, other.state)
        if table.game.outcome(one.state) is not None:
            return
        moves = one.dealer.choose(one.state), other.dealer.choose(other.state)
        decision = table.game.decision(one.state)
        for side, move in zip(both, moves, strict=True):
            side.play(move, [])
        if moves[0] != moves[1]:
            alike_in_the_dark(table, decision, one, other)
            return


def alike_in_the_dark(table: Table, decision: Decision, one: Side, other: Side) -> None:
    """After two other choices that people made unseen the lamps are still the same."""
    if decision.private or decision.secret:
        found = [table.game.decision(side.state) for side in (one, other)]
        if found[0].id == found[1].id and found[0].seats == found[1].seats:
            assert lamps(table.seats, found[0]) == lamps(table.seats, found[1])


# a session that is played by readings


def header_of(table: Table, seed: str) -> tuple[Header, Any]:
    draw = Draw(seed)
    box = table.box or table.game.box
    options = playable_options(table.game, table.seats, table.options, draw, box)
    dealer = table.game.dealer(table.seats, options, draw, box)
    return header_for(table.game, table.seats, options, seed, dealer.setup, box), dealer


def readings(session: Session, at: float) -> Iterator[Reading]:
    """The button of every seat and a tag of every thing."""
    for who in session.header.seat_ids:
        yield Reading(f"button {who}", at, seat=who)
    for thing in session.game.things(session.box):
        yield Reading(f"tag {thing.id}", at, thing=thing.id)


def judged(arbiter: TableArbiter, session: Session, at: float, said: list[Language]) -> list[Play]:
    """Every reading of now is judged soundly; those that may be played."""
    found = []
    legal = set(session.game.legal_moves(session.state))
    for reading in readings(session, at):
        match arbiter.judge(reading):
            case Play(choice=choice, expected=expected) as answer:
                assert expected == session.n + 1
                assert choice in session.decision.choices
                assert choice.move in legal and session.game.refuse(session.state, choice.move) is None
                assert not reading.seat or choice.move.by == reading.seat
                assert not session.decision.private
                found.append(answer)
            case Ask(choices=choices, expected=expected):
                assert expected == session.n + 1
                assert len(choices) > 1 and all(choice in session.decision.choices for choice in choices)
                assert not session.decision.private
            case Fill(form=form, value=value, field=name):
                assert in_range(session.decision, form, name, value)
            case Look(seat=who):
                assert arbiter.may_look(who)
            case Refuse(why=why):
                assert all(in_words([why], said))
            case Late():
                raise AssertionError(f"{reading} is not late")
    return found


def late_or_the_same(answer: Answer, reading: Reading, session: Session) -> bool:
    """A reading older than the decision is late, but for a seat that meant the same while only another one acted."""
    if isinstance(answer, Late):
        return True
    step = session.lines[-1].move
    then, now = session.game.decision(session.results[-2].state if session.n > 1 else session.first), session.decision
    others = set(session.header.seat_ids) - {reading.seat}
    if not isinstance(answer, Play) or not reading.seat or then.id != now.id or step.by not in others:
        return False
    return (then.secret or len(then.seats) > 1) and means(then, reading.seat) == answer.choice


def in_range(decision: Decision, form: Form, name: str, value: int) -> bool:
    return form in decision.forms and any(f.name == name and f.low <= value <= f.high for f in form.fields)


@EVERY
def test_what_the_arbiter_lets_through_is_a_move_that_the_session_takes(table: Table, tmp_path: Path) -> None:
    header, dealer = header_of(table, f"arbiter {table.name}")
    said = languages(table.seats)
    with Journal.open(tmp_path / "journal.db") as journal:
        session = Session.start(journal, table.game, header)
        arbiter = TableArbiter(session)
        for n in range(MOVES):
            if session.outcome is not None:
                break
            arbiter.shown(float(n))
            for reading in readings(session, n - 0.01) if n % 3 == 0 else ():
                assert late_or_the_same(arbiter.judge(reading), reading, session)
            found = judged(arbiter, session, n + 0.5, said) if n % 3 == 0 else []
            before, truth = session.state, dealer.choose(session.state)
            truthful = [play for play in found if play.choice.move == truth]
            session.play(truth, truthful[0].expected if truthful else None)
            assert dealer.witness(truth, before, session.state, session.results[-1].events) == []


@pytest.mark.parametrize("game_id", [game for game in game_ids() if not ONLY or game in ONLY])
def test_buttons_and_tags_mean_something_in_every_game(game_id: str) -> None:
    buttons, tags = 0, 0
    for table in (table for table in TABLES if table.game.id == game_id):
        for _, view, decision in positions(table):
            buttons += any(choice.seat_key for choice in decision.choices)
            known = [thing.id for thing in things_of(table)]
            tags += any(table.game.value_of(form, thing) for form in decision.forms for thing in known)
            fitting = Counter(thing for found in pieces(table, view, decision) for thing in found)
            tags += 1 in fitting.values()
    assert buttons and tags
