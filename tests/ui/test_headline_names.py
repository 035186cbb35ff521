"""Whoever sits at the table: the sentence at the top names all it is about, and loses no word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.engine.game import Game
from companion.engine.header import Seat, new_id
from companion.engine.simulate import simulate
from companion.engine.text import Text
from companion.games import all_games
from companion.table.session import Session
from companion.ui.table import around
from tests.kit import inspect
from tests.kit.sitting import Sitting

LONG = ("Wolfeschlegelstein", "Bartholomäus-Konstantin", "Крестовоздвиженская", "Szentgyörgyvölgyi", "Mária-Magdolna",
        "Александра")  # fmt: skip
SIDES = ("w", "n", "n", "e", "s", "s")


def at_every_point(table: Sitting, game: Game[Any]) -> Iterator[Session]:
    """A game with as many seats as it takes, before each of its moves; the same session every time."""
    seats = game.colours[: game.seat_range[1]]
    record = simulate(game, seats, {}, "names", game.practice).record
    chosen = tuple(Seat(seat, LONG[i], SIDES[i]) for i, seat in enumerate(seats))  # type: ignore[arg-type]
    header = msgspec.structs.replace(record.header, id=new_id(), seats=chosen, started="2026-03-14T18:00:00Z")
    session = Session.start(table.context.journal, game, header)
    for line in record.lines:
        yield session
        session.play(line.move)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_question_is_shown_whole(table: Sitting, game: Game[Any]) -> None:
    asked: list[Text] = []
    for session in at_every_point(table, game):
        if session.decision.prompt not in asked:
            asked.append(session.decision.prompt)
    assert len(asked) > 5
    for size in ((800, 480), (480, 800), (720, 1280)):
        for language in ("hu", "ru"):
            table.ui.resize(*size)
            table.context.change(language=language, text_size="large")
            table.context.play(session)
            words = [around.headline_words(table.screen, prompt) for prompt in asked]
            assert not [cut for cut in words if not table.screen.headline.fitted(cut).fits], (size, language)


def test_a_question_for_everybody_names_everybody_by_shorter_names(table: Sitting) -> None:
    game = next(game for game in all_games() if game.id == "sobek")
    table.ui.resize(720, 1280)
    table.context.change(language="ru")
    session = next(one for one in at_every_point(table, game) if one.decision.id == "last")
    table.context.play(session)
    table.ui.frames(3)
    table.settle()
    assert not inspect.problems(table.screen.headline)
    named = [name for name in LONG if name[:4] in table.headline()]
    assert len(named) == len({form.by for form in session.decision.forms} | set(session.decision.seats)) >= 3
