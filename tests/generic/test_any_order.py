"""Any choices whatever, as Hypothesis thinks of them: nobody is ever stuck and nothing is lost (P9, P10, P12)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine.simulate import check_census, check_decision
from tests.generic.tables import SOAK, TABLES, Table, first_state

EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


@EVERY
@settings(
    max_examples=SOAK or 6, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
@given(seed=st.integers(0, 99), choices=st.lists(st.integers(0, 10**6), min_size=30, max_size=120))
def test_any_choices_lead_from_sound_position_to_sound_position(table: Table, seed: int, choices: list[int]) -> None:
    game = table.game
    state = first_state(table, str(seed)).state
    for n, choice in enumerate(choices):
        legal = game.legal_moves(state)
        assert check_decision(game, state, game.decision(state), legal) == []
        if not legal:
            assert game.outcome(state) is not None
            return
        state = game.play(state, legal[choice % len(legal)]).state
        assert state.n == n + 1
        assert check_census(game, state) == []
        assert [fault.code for fault in game.audit(state) if not fault.warning] == []
