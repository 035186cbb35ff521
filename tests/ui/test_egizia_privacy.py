"""Sphinx cards are entered by their owner alone, card after card under one thumb, and nobody else sees any of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.games.egizia import GAME
from companion.games.egizia.names import sphinx_name
from companion.table.session import Session
from tests.kit import inspect
from tests.kit.sitting import Sitting, header_of

PAIR = ("red", "blue")
SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]


SEED = "s9"
"""A game in which somebody holds five Sphinx cards at the end."""


def play(
    table: Sitting, until: Any, options: dict[str, str] | None = None, seed: str = SEED
) -> tuple[Session, Any]:  # fmt: skip
    """A practice game played truthfully until the session is so, then shown; the session and its dealer."""
    resolved = GAME.resolve(options or {})
    dealer = GAME.dealer(PAIR, resolved, Draw(seed), GAME.practice)
    header = msgspec.structs.replace(header_of(GAME, PAIR, resolved, setup=dealer.setup, seed=seed), practice=True)
    session = Session.start(table.context.journal, GAME, header)
    while not until(session):
        assert session.outcome is None
        move, before = dealer.choose(session.state), session.state
        session.play(move)
        dealer.witness(move, before, session.state, session.results[-1].events)
    table.context.play(session)
    table.ui.frames(3)
    return session, dealer


def declaring(least: int) -> Any:
    """Whether a seat that holds so many cards is to enter them."""
    return lambda session: (
        session.state.stage == "declare" and session.state.sides[session.state.turn].sphinx >= least
    )  # fmt: skip


def look(table: Sitting) -> Any:
    """Open the covered screen and hold the circle; the finger that does."""
    table.ui.tap(next(spot.widget for spot in table.context.root.focus.spots() if spot.gold))
    table.ui.frames(3)
    table.ui.wait(0.32)
    thumb = table.ui.down(table.screen.circle)
    table.ui.frames(2)
    return thumb


def enter(table: Sitting, move: Any) -> None:
    """Tap the row of a card with the second hand, on whichever page it is."""
    screen = table.screen
    words = screen.say(sphinx_name(move.card, table.session.state.facts))
    for _ in range(screen.pages):
        found = next((row for row in screen.rows if row.text == words), None)
        if found is not None:
            table.ui.tap(found)
            table.ui.frames(2)
            return
        table.ui.tap(screen.more)
        table.ui.frames(2)
    raise AssertionError(f"no page shows {words}")


def listed(session: Session) -> list[str]:
    """The cards entered so far as their owner sees them."""
    from companion.language import Language

    return [Language("en").say(line) for line in GAME.own_view(session.state, session.state.turn)]


def test_all_cards_of_a_seat_are_entered_under_one_thumb_and_listed_for_it_alone(table: Sitting) -> None:
    session, dealer = play(table, declaring(3))
    thumb = look(table)
    screen, who = table.screen, session.state.turn
    held = session.state.sides[who].sphinx
    for n in range(held - 1):
        enter(table, dealer.choose(session.state))
        assert table.screen is screen, "the thumb need not be lifted"
        assert len(session.state.named) == n + 1
        shown = " ".join(inspect.texts())
        assert [line for line in listed(session) if line in shown] == listed(session) != []
    table.ui.up(thumb)
    table.ui.frames(2)
    assert not any(line in " ".join(inspect.texts()) for line in listed(session))
    assert session.view.named == ("",) * (held - 1)


def test_the_last_card_taken_back_is_gone_from_the_list_and_another_may_be_entered(table: Sitting) -> None:
    session, dealer = play(table, declaring(3))
    thumb = look(table)
    assert table.screen.take_back is None
    enter(table, dealer.choose(session.state))
    table.ui.tap(table.screen.back)
    table.ui.frames(2)
    assert session.state.named == ()
    assert table.screen.take_back is None
    enter(table, dealer.choose(session.state))
    assert len(session.state.named) == 1
    table.ui.up(thumb)


def test_neither_table_nor_log_names_a_card_before_the_seat_has_entered_all(table: Sitting) -> None:
    session, dealer = play(table, declaring(3))
    card = dealer.choose(session.state)
    words = table.screen.say(sphinx_name(card.card, session.state.facts))
    thumb = look(table)
    enter(table, card)
    table.ui.up(thumb)
    table.ui.frames(2)
    assert words not in " ".join(inspect.texts())
    table.ui.wait(0.3)
    table.ui.tap(table.screen.leave_button)
    table.ui.frames(3)
    table.ui.wait(0.32)
    assert table.screen.name == "table"
    assert words not in " ".join(inspect.texts())
    assert all(words not in table.screen.say(entry.text) for entry in session.log()[-3:])
    assert session.sealed


def test_after_the_last_card_the_scoring_is_shown_to_all(table: Sitting) -> None:
    session, dealer = play(table, declaring(2))
    who = session.state.turn
    thumb = look(table)
    for _ in range(session.state.sides[who].sphinx):
        assert table.screen.name == "privacy"
        enter(table, dealer.choose(session.state))
    assert table.screen.name == "scoring"
    table.ui.up(thumb)
    assert len(session.state.scored[who]) == session.state.sides[who].sphinx
    assert session.state.named == () and session.state.turn != who


def test_the_card_that_the_app_has_dealt_is_shown_to_its_owner_alone(table: Sitting) -> None:
    session, _ = play(table, lambda session: session.state.stage == "ship", {"draw_sphinx": "app"})
    assert session.state.stock is not None
    card = session.state.stock.dealt["red"]
    words = table.screen.say(sphinx_name(card, session.state.facts))
    assert words not in " ".join(inspect.texts())
    table.screen.open_seats()
    table.ui.frames(3)
    table.ui.tap(table.screen.panel.own["red"])
    table.ui.frames(3)
    table.ui.wait(0.32)
    assert words not in " ".join(inspect.texts())
    thumb = table.ui.down(table.screen.circle)
    table.ui.frames(2)
    assert words in " ".join(inspect.texts())
    table.ui.up(thumb)
    assert words not in " ".join(inspect.texts())


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_page_of_the_cards_is_readable_and_large_enough(
    table: Sitting, size: tuple[int, int], language: str
) -> None:
    table.ui.resize(*size)
    table.context.change(language=language)
    session, dealer = play(table, declaring(3))
    thumb = look(table)
    enter(table, dealer.choose(session.state))
    seen: set[str] = set()
    for _ in range(table.screen.pages):
        assert [str(problem) for problem in inspect.problems()] == []
        seen |= {row.text for row in table.screen.rows}
        table.ui.tap(table.screen.more)
        table.ui.frames(2)
    assert len(seen) == len(session.decision.choices)
    table.ui.up(thumb)
