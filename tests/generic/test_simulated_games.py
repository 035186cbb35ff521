"""A truthful random game at every table, looked at from all sides (P8 to P13)."""

from __future__ import annotations

import pytest

from companion.engine.simulate import check_census, check_decision
from companion.games import game_ids
from companion.language import Language
from tests.generic.tables import ONLY, TABLES, Table, walk

EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


@EVERY
def test_every_decision_offers_exactly_the_legal_moves(table: Table) -> None:  # P12
    game = table.game
    for state in walk(table).states:
        decision = game.decision(state)
        assert check_decision(game, state, decision, game.legal_moves(state)) == []
        if game.outcome(state) is None:
            assert decision.rule in game.help.phases, decision.id
            assert decision.owed >= 0 and decision.done >= 0


@EVERY
def test_labels_are_unique_in_words(table: Table) -> None:  # P8
    game, said = table.game, Language("en")
    for state in walk(table).states[::2]:
        decision = game.decision(state)
        labels = [said.say(choice.label) for choice in (*decision.choices, *game.incidents(state))]
        assert len(labels) == len(set(labels)), decision.id
        assert all(labels)


@EVERY
def test_every_component_is_in_one_place(table: Table) -> None:  # P9
    for state in walk(table).states:
        assert check_census(table.game, state) == []


@EVERY
def test_a_position_reached_by_legal_moves_is_sound(table: Table) -> None:  # P10
    for state in walk(table).states:
        assert [fault.code for fault in table.game.audit(state) if not fault.warning] == []


@EVERY
def test_the_outcome_names_seats_that_play_and_ranks_them_all(table: Table) -> None:
    of = walk(table)
    outcome = table.game.outcome(of.states[-1])
    assert outcome is not None
    assert set(outcome.winners) <= set(table.seats)
    assert sorted(seat for group in outcome.ranking for seat in group) == sorted(table.seats)
    assert set(outcome.scores) == set(table.seats)
    assert all(table.game.outcome(state) is None for state in of.states[:-1])
    # It stands alone under the picture of a result, on the score card and on paper: a sentence.
    assert [code for code in ("en", "hu", "ru") if not Language(code).say(outcome.text).endswith(".")] == []


@EVERY
def test_everything_that_is_told_can_be_said(table: Table) -> None:
    game, said, of = table.game, Language("en"), walk(table)
    said.names.update(dict(zip(table.seats, ("Ana", "Béla", "Вера", "Dov", "Eve", "Flo"), strict=False)))
    for before, move, played in zip(of.states, of.moves, of.results, strict=False):
        texts = [game.say_move(before, move), game.phases(before)[0], game.decision(before).prompt]
        texts += list(game.lay_out(before))
        texts += list(game.put_back(played.state, before))
        texts += [phase.title for phase in game.phases(before)[1]]
        texts += [row.note for row in game.standings(before) if row.note]
        for event in played.events:
            texts.append(event.text)
            if event.scoring is not None:
                texts += [text for line in event.scoring.lines for text in (line.title, line.sum)]
        for text in texts:
            words = said.say(text)
            assert words and "{" not in words, text


@EVERY
def test_the_phase_bar_shows_one_phase_at_a_time(table: Table) -> None:
    for state in walk(table).states:
        _, phases = table.game.phases(state)
        assert len([phase for phase in phases if phase.status == "now"]) <= 1
        assert len({phase.id for phase in phases}) == len(phases)


@EVERY
def test_the_score_strip_has_every_seat_in_order(table: Table) -> None:
    game = table.game
    for state in walk(table).states[::3]:
        assert tuple(row.seat for row in game.standings(state)) == table.seats
        assert set(game.scores(state).totals) == set(table.seats)


def test_every_registered_game_and_the_toys_are_played() -> None:
    wanted = set(ONLY) or {*game_ids(), "quarry", "shaft"}
    assert {table.game.id for table in TABLES} == wanted
    assert len(wanted) >= (len(ONLY) or 3)
