"""The shared screens of two games that differ in a secret are the same, letter for letter and pixel for pixel (P16)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.engine.game import Decision, Game, Move
from companion.engine.text import T
from companion.games import all_games
from companion.table.session import Session
from tests.generic.tables import Table, play
from tests.kit import inspect
from tests.kit.sitting import Sitting, header_of
from tests.kit.toy import shaft_game, shaft_installed
from tests.kit.ui import UI

LATEST = 2
"""So many of the secrets of a game are looked at."""
SHOWN = ("table", "log", "correct", "home", "history")


class Secret(NamedTuple):
    """Moves that lead to it, and two moves after which everybody knows the same."""

    game: Game[Any]
    seats: tuple[str, ...]
    before: list[Move]
    pair: tuple[Move, Move]


def secrets(game: Game[Any], seats: tuple[str, ...]) -> list[Secret]:
    """The first secrets that people have in a truthful game."""
    of = play(Table(game, seats, {}, game.id), f"{game.id} secrets")[1]
    found: list[Secret] = []
    for n, state in enumerate(of.states[:-1]):
        known: dict[bytes, tuple[Move, bytes]] = {}
        for move in list(game.legal_moves(state))[:6]:
            after = game.play(state, move).state
            first, print_of = known.setdefault(game.view(after, None).fingerprint(), (move, after.fingerprint()))
            if print_of != after.fingerprint():
                found.append(Secret(game, seats, of.moves[:n], (first, move)))
                break
    return found[:LATEST]


def seen(ui: UI, folder: Path, secret: Secret, move: Move) -> dict[str, tuple[list[str], bytes]]:
    """Words and picture of every shared screen after `move`."""
    sitting = Sitting(ui, folder / "data")
    found: dict[str, tuple[list[str], bytes]] = {}

    def look(name: str) -> None:
        ui.frames(4)
        found[name] = (inspect.texts(), ui.shot(folder / f"{name}.png").read_bytes())

    try:
        sitting.start(secret.game, secret.seats, [*secret.before, move])
        look("table")
        sitting.tap_tool("log")
        look("log")
        sitting.context.go("correct")
        look("correct")
        sitting.context.home()
        look("home")
        sitting.context.go("history")
        look("history")
    finally:
        sitting.close()
        ui.clear()
    return found


def told_apart(ui: UI, folder: Path, secret: Secret) -> list[str]:
    """Screens that tell the two games apart."""
    one, other = (seen(ui, folder / str(i), secret, move) for i, move in enumerate(secret.pair))
    assert set(one) == set(SHOWN)
    return [name for name in one if one[name] != other[name]]


@pytest.fixture
def shaft() -> Iterator[Any]:
    with shaft_installed() as game:
        yield game


def test_a_secret_shows_on_no_shared_screen(ui: UI, shaft: Any, tmp_path: Path) -> None:
    """In every game; there are none where all that people choose is seen by all as soon as the app knows it."""
    looked_at = []
    for game in all_games():
        for i, secret in enumerate(secrets(game, game.colours[: game.seat_range[0]])):
            assert told_apart(ui, tmp_path / f"{game.id}-{i}", secret) == [], game.id
            looked_at.append(game.id)
    assert looked_at.count(shaft.id) == LATEST


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_table_draws_from_what_everybody_may_know(
    ui: UI, game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session that has forgotten every secret looks the same."""
    seats = game.colours[: game.seat_range[0]]
    of = play(Table(game, seats, {}, game.id), f"{game.id} seen")[1]
    full = Session.state.fget  # type: ignore[attr-defined]
    for n in (len(of.moves) // 3, len(of.moves) // 2):
        pictures = []
        for forgetful in (False, True):
            with monkeypatch.context() as patch:
                sitting = Sitting(ui, tmp_path / f"{n}-{forgetful}")
                header = header_of(game, seats, setup=of.record.header.setup)
                session = Session.start(sitting.context.journal, game, header)
                for move in of.moves[:n]:
                    session.play(move)
                if forgetful:
                    # Only now: what is secret decides what can follow from a move.
                    patch.setattr(Session, "state", property(lambda session: session.game.view(full(session), None)))
                sitting.context.play(session)
                ui.frames(3)
                picture = ui.shot(tmp_path / f"{n}-{forgetful}.png").read_bytes()
                pictures.append((inspect.texts(), picture))
                sitting.close()
                ui.clear()
        assert pictures[0] == pictures[1]


class Telling(type(shaft_game())):  # type: ignore[misc]
    """A game whose question says what was dug in secret."""

    def decision(self, state: Any) -> Decision:
        found: Decision = super().decision(state)
        deep = next(iter(state.digs.values()), 0)
        return Decision("dig", T("{n} deep so far.", n=deep), found.seats, private=True, rule="dig") if deep else found

    def view(self, state: Any, seat: str | None) -> Any:
        return state


def test_a_screen_that_tells_a_secret_is_found(ui: UI, shaft: Any, tmp_path: Path) -> None:
    secret = secrets(shaft, shaft.colours[:2])[0]
    assert "table" in told_apart(ui, tmp_path, secret._replace(game=Telling()))
