"""Every registered game goes through journal and session: played by its dealer, interrupted, taken back, resumed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.engine.game import Game
from companion.engine.header import Header, Seat
from companion.games import find_game, game_ids
from companion.table import history
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.quarry_table import journal_path

CASES = [(game_id, n) for game_id in game_ids() for n in find_game(game_id).seat_range]


def dealt(game: Game[Any], seats: tuple[str, ...], seed: str) -> tuple[Any, Header]:
    """A dealer and the header of the game it deals."""
    options = game.resolve({})
    dealer = game.dealer(seats, options, Draw(seed))
    header = Header(
        record=1,
        game=game.id,
        rules=game.rules,
        id=seed,
        seats=tuple(Seat(seat, seat.title()) for seat in seats),
        options=dict(options),
        seed=seed,
        setup=msgspec.to_builtins(dealer.setup),
        started="2026-05-01T18:00:00Z",
    )
    return dealer, header


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_a_whole_game_survives_restarts_and_taking_back(tmp_path: Path, game_id: str, seats: int) -> None:
    game = find_game(game_id)
    rng = random.Random(seats)
    dealer, header = dealt(game, game.colours[:seats], f"{game_id}-{seats}")
    with Journal.open(journal_path(tmp_path)) as journal:
        Session.start(journal, game, header)
    undone = 0
    over = False
    while not over:
        with Journal.open(journal_path(tmp_path)) as journal:
            session = Session.resume(journal, header.id)
            for _ in range(rng.randrange(5, 25)):
                before = session.state
                move = dealer.choose(before)
                accepted = session.play(move, expected=session.n + 1)
                after = session.state
                if session.undo_refused() is None and rng.random() < 0.2:
                    assert session.undo() == game.put_back(after, before)
                    assert session.state.fingerprint() == before.fingerprint()
                    accepted = session.play(move)
                    undone += 1
                assert dealer.witness(move, before, session.state, accepted.events) == []
                over = session.outcome is not None
                if over:
                    break
            summary = history.games(journal)[0]
            assert (summary.n, summary.status) == (session.n, "finished" if over else "playing")
            last = (session.state.fingerprint(), session.lines, session.log(), session.series())
    assert undone > 0
    assert dealer.verdict(session.state) == []
    with Journal.open(journal_path(tmp_path)) as journal:
        again = Session.look_at(journal, header.id)
        assert (again.state.fingerprint(), again.lines, again.log(), again.series()) == last
        assert journal.notices == []
