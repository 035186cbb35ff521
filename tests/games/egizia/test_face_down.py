"""What Cartouche has drawn and what lies face down shows nowhere: rows, tiles and cards changed for others (P16)."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from companion.engine.header import sit_down
from companion.engine.simulate import simulate
from companion.engine.wrong_moves import mutants, words_of
from companion.games.egizia import GAME
from companion.games.egizia.state import Egizia
from tests.generic.public import differences, languages, shown

APP = {"draw_nile": "app", "draw_graves": "app", "draw_sphinx": "app"}
EVERY = 10


def otherwise(s: Egizia) -> Egizia:
    """The same to look at: the rows to come turned round, the covered tiles too, and the first cards passed on."""
    stock = s.stock
    assert stock is not None
    tiles, covered = list(stock.tiles), [at for at, value in enumerate(s.tiles) if not value]
    for at, value in zip(covered, [stock.tiles[at] for at in reversed(covered)], strict=True):
        tiles[at] = value
    cards = list(stock.dealt.values())
    other: Any = copy.copy(s)
    other.stock = msgspec.structs.replace(
        stock,
        rows=tuple(row[::-1] for row in reversed(stock.rows)),
        tiles=tuple(tiles),
        dealt=dict(zip(stock.dealt, cards[1:] + cards[:1], strict=True)),
    )
    return other  # type: ignore[no-any-return]


@pytest.mark.parametrize("n", [2, 4])
def test_another_draw_that_looks_the_same_is_told_apart_by_nothing(n: int) -> None:
    seats, compared = GAME.colours[:n], 0
    record = simulate(GAME, seats, APP, "face down", GAME.practice).record
    state, said = sit_down(GAME, record.header).state, languages(seats)
    for line in record.lines:
        if state.n % EVERY == 0 and state.phase not in ("final", "over"):
            other = otherwise(state)
            compared += other.fingerprint() != state.fingerprint()
            legal = list(GAME.legal_moves(state))
            tried = [wrong for move in legal[:3] for wrong in mutants(GAME, seats, move, words_of(legal[:9]))][:14]
            assert differences(shown(GAME, state, tried, said), shown(GAME, other, tried, said)) == [], line.n
            assert GAME.view(other, None).fingerprint() == GAME.view(state, None).fingerprint(), line.n
            assert GAME.sealed(state)
        state = GAME.play(state, line.move).state
    assert compared > 8
    assert not GAME.sealed(state)
