"""What log, list and chart tell of a game is made from what everybody at the table may know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.table.journal import Journal
from companion.table.session import Session
from tests.kit.sitting import header_of
from tests.kit.toy import shaft_installed


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Session, list[Any]]]:
    """Two secret choices made in Shaft, and every state that its words were asked about since."""
    with shaft_installed() as game, Journal.open(tmp_path / "journal.db") as journal:
        session = Session.start(journal, game, header_of(game, ["red", "blue"]))
        asked: list[Any] = []
        for name in ("say_move", "decision", "standings", "phases"):
            told = getattr(type(game), name)
            monkeypatch.setattr(
                type(game), name, lambda self, state, *more, told=told: asked.append(state) or told(self, state, *more)
            )
        for who in ("red", "blue"):
            session.play(game.decode_move({"move": "dig", "by": who, "deep": 3}))
        yield session, asked


def hidden(state: Any) -> bool:
    """Whether nothing of what was chosen in secret stands in it."""
    return set(state.digs.values()) <= {0}


def test_the_log_is_told_from_what_everybody_knows(played: tuple[Session, list[Any]]) -> None:
    session, asked = played
    for act in (lambda: None, session.undo):
        act()
        asked.clear()
        session.log()
        assert asked
        assert all(map(hidden, asked))


def test_the_chart_is_drawn_from_what_everybody_knows(played: tuple[Session, list[Any]]) -> None:
    session, asked = played
    asked.clear()
    session.series()
    assert len(asked) == 3
    assert all(map(hidden, asked))


def test_the_state_itself_keeps_the_secret_and_the_view_does_not(played: tuple[Session, list[Any]]) -> None:
    session, _ = played
    assert session.state.digs == {"red": 3, "blue": 3}
    assert session.view.digs == {"red": 0, "blue": 0}
    assert [view.digs for view in session.views] == [{}, {"red": 0}, {"red": 0, "blue": 0}]
