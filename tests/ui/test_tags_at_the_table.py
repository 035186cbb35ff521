"""A tag that was read stands for a piece, a seat or a key: one move that fits is made, several are asked about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.config import Tagged
from companion.engine.draw import Draw
from companion.games import aton, tutankhamen
from companion.games.aton.moves import Ready, Reveal
from companion.ui.table.which import WhichPanel
from tests.kit.aton_games import SEATS, row
from tests.kit.fake_box import Hands, said
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

CARDS = {f"card-{n}": Tagged(game="aton", thing=f"card:red:{n}") for n in (1, 2, 3, 4)}


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(ui, tmp_path)
    yield sitting
    sitting.close()


def opened(table: Sitting, **tags: Tagged) -> Hands:
    hands = Hands(table.ui, table.context)
    table.context.change(tags={**CARDS, **tags})
    table.ui.frames(3)
    return hands


def revealing(table: Sitting, **tags: Tagged) -> Hands:
    table.start(aton.GAME, list(SEATS), [Ready("red"), Ready("blue")])
    return opened(table, **tags)


def on_the_path(table: Sitting, wanted: int) -> tuple[str, tuple[Any, ...]]:
    """Play Tutankhamen to where a kind of tile can be taken in so many ways; its thing, and the choices."""
    game = tutankhamen.GAME
    for seed in ("1", "2", "3", "4", "5", "6", "7"):
        dealer = game.dealer(("red", "blue"), game.resolve({}), Draw(seed))
        moves: list[Any] = []
        state = table.start(game, ["red", "blue"], (), setup=dealer.setup, seed=seed).session.state
        for _ in range(40):
            decision = game.decision(state)
            for thing in game.things(table.session.box):
                fits = tuple(c for c in decision.choices if thing.id in game.handles(game.view(state, None), c.move))
                if len(fits) == wanted and len(decision.choices) > wanted and not decision.forced:
                    table.start(game, ["red", "blue"], moves, setup=dealer.setup, seed=seed)
                    return thing.id, fits
            move = dealer.choose(state)
            played = game.play(state, move)
            dealer.witness(move, state, played.state, played.events)
            state = played.state
            moves.append(move)
    raise AssertionError("no such position")


def test_cards_that_are_turned_up_are_typed_into_the_slots(table: Sitting) -> None:
    hands = revealing(table)
    for n in (3, 1):
        hands.read(f"card-{n}")
    assert table.screen.typed[("red", "reveal")] == [3, 1]
    assert table.screen.panel.keys.rows[0].values == [3, 1]
    assert hands.heard() == ["ask", "ask"]
    hands.read("card-4")
    hands.read("card-2")
    assert table.session.lines[-1].move == Reveal("red", cards=(3, 1, 4, 2))
    assert hands.heard() == ["ask", "good"]


def test_a_tile_that_can_be_taken_in_one_way_is_taken_at_once(table: Sitting) -> None:
    thing, (choice,) = on_the_path(table, 1)
    hands = opened(table, tile=Tagged(game="tutankhamen", thing=thing))
    n = table.session.n
    hands.read("tile")
    assert table.session.n == n + 1 and table.session.lines[-1].move == choice.move
    assert "good" in hands.heard()


def test_a_tile_that_can_be_taken_in_two_ways_is_asked_about(table: Sitting) -> None:
    thing, choices = on_the_path(table, 2)
    hands = opened(table, tile=Tagged(game="tutankhamen", thing=thing))
    n, lit = table.session.n, table.screen.board.signs.lit
    hands.read("tile")
    assert table.session.n == n and table.headline() == "Which one?"
    assert isinstance(table.screen.panel, WhichPanel) and table.screen.panel.candidates == choices
    assert table.screen.board.signs.lit == lit, "all other marks stay"
    assert table.context.root.focus.spot.target == choices[0].targets[0]
    assert hands.heard() == ["ask"]
    table.tap_target(choices[1].targets[0])
    assert table.headline() != "Which one?"


def test_the_candidates_go_out_for_a_moment_and_are_lit_again(table: Sitting) -> None:
    thing, choices = on_the_path(table, 2)
    hands = opened(table, tile=Tagged(game="tutankhamen", thing=thing))
    board, asked = table.screen.board, {target for choice in choices for target in choice.targets}
    drawn: list[frozenset[str]] = []
    draw = board.draw_moving
    board.draw_moving = lambda pen: (drawn.append(board.signs.lit & asked), draw(pen))
    hands.read("tile")
    table.ui.wait(1.0)
    asked_seen = [bool(lit) for lit in drawn]
    assert False in asked_seen and asked_seen[-1] and asked_seen[0]


def test_the_question_leaves_with_any_other_act(table: Sitting) -> None:
    thing, _ = on_the_path(table, 2)
    hands = opened(table, tile=Tagged(game="tutankhamen", thing=thing))
    hands.read("tile")
    table.screen.open_menu()
    table.screen.open_menu()
    assert table.headline() != "Which one?"


def test_a_further_reading_can_leave_only_one(table: Sitting) -> None:
    thing, choices = on_the_path(table, 2)
    hands = opened(table, tile=Tagged(game="tutankhamen", thing=thing))
    hands.read("tile")
    other = next(c for c in table.session.decision.choices if c not in choices)
    table.screen.proposals._ask((choices[1], other), table.session.n + 1, by_seat=False)
    assert table.session.lines[-1].move == choices[1].move


def test_a_tag_nobody_has_taught_is_said_to_be_one(table: Sitting) -> None:
    hands = revealing(table)
    hands.read("04A1B2")
    assert said(table).startswith("A tag that nobody has taught yet was read.")
    assert table.session.n == 2 and hands.heard() == ["refused"]


def test_a_tag_of_another_game_says_of_which(table: Sitting) -> None:
    hands = revealing(table, tile=Tagged(game="tutankhamen", thing="mask"))
    hands.read("tile")
    assert said(table) == "The tag belongs to Tutankhamen. Nothing has changed."


def test_a_piece_that_has_no_part_in_the_step_says_what_is_due(table: Sitting) -> None:
    table.start(aton.GAME, list(SEATS))
    hands = opened(table)
    hands.read("card-1")
    assert table.session.n == 0 and said(table) and hands.heard() == ["refused"]


def test_the_tag_of_a_seat_is_its_button(table: Sitting) -> None:
    table.start(aton.GAME, list(SEATS))
    hands = opened(table, anna=Tagged(seat="red"), two=Tagged(key="seat2"), none=Tagged(seat="violet"))
    hands.read("anna")
    hands.read("two")
    assert [line.move for line in table.session.lines] == [Ready("red"), Ready("blue")]
    hands.read("none")
    assert said(table) == "The tag of Violet was read, but no seat here has that colour."


def test_a_card_of_the_other_colour_waits_until_its_field_is_due(table: Sitting) -> None:
    table.start(aton.GAME, list(SEATS), row((1, 2, 1, 1), (1, 2, 1, 1)))
    table.settle()
    assert table.session.decision.id == "tie_draw"
    hands = opened(table, blue=Tagged(game="aton", thing="card:blue:2"))
    n = table.session.n
    hands.read("blue")
    assert "but first say: Card of Anna" in said(table) and hands.heard() == ["refused"]
    hands.read("card-1")
    assert table.session.n == n and hands.heard() == ["ask"]
    hands.read("blue")
    assert table.session.n == n + 1
    assert table.session.lines[-1].move == aton.GAME.decode_move(
        {"move": "tie_draw", "by": "table", "red": 1, "blue": 2}
    )
