"""How a position stands: phase bar, strip, scores of now, what one seat sees, what is sealed (spec egizia 4, 6, 7)."""

from __future__ import annotations

import pytest

from companion.games.egizia import GAME
from companion.games.egizia.state import Phase, Stock
from tests.games.egizia.ending import SAID, final
from tests.games.egizia.fixture import box, laid_out, put


@pytest.mark.parametrize(
    ("phase", "segment"),
    [("reveal", "cards"), ("ships", "ships"), ("leftover", "ships"), ("feed", "feeding"), ("produce", "stones"),
     ("site_b", "building"), ("last", "order")],
)  # fmt: skip
def test_the_phase_bar_shows_the_phase(phase: Phase, segment: str) -> None:
    label, bar = GAME.phases(put(laid_out(), {"phase": phase, "round": 3}))
    assert SAID.say(label) == "Round 3/5"
    assert [step.id for step in bar if step.status == "now"] == [segment] and len(bar) == 7


def test_leftover_cards_at_the_end_of_the_round_belong_to_the_bonus() -> None:
    state = put(laid_out(leftover_timing="round"), {"phase": "leftover"})
    assert [step.id for step in GAME.phases(state)[1] if step.status == "now"] == ["bonus"]


def test_the_final_scoring_shows_who_is_scored() -> None:
    state, _ = final({"red": {"sphinx": 1}})
    label, bar = GAME.phases(state)
    assert SAID.say(label) == "End"
    assert [(step.id, step.status) for step in bar] == [("red", "now"), ("blue", "next")]


def test_the_strip_tells_stones_grain_and_ships() -> None:
    note = GAME.standings(laid_out())[1].note
    assert note is not None and SAID.say(note) == "stones 3 · grain 6/5 · ships 8"


def test_scored_now_counts_stones_and_graves_but_no_sphinx_cards() -> None:
    sides = {"red": {"score": 10, "stones": 7, "stone_row": 3}}
    state = put(laid_out(), {"sides": sides, "built": {"grave:1": "red", "grave:2": "red"}})
    row = next(row for row in GAME.standings(state) if row.seat == "red")
    # 7 stones give 3 points; the tiles 5 and 2 make 7, worth 2 points.
    assert (row.points, row.scored_now) == (10, 15)


def test_what_is_sold_already_is_not_counted_again() -> None:
    state, _ = final({"red": {"stones": 6, "stone_row": 4, "sphinx": 1}})
    assert GAME.scores(state).totals["red"] == 3
    state = GAME.play(state, GAME.legal_moves(state)[2]).state
    assert (state.sides["red"].score, state.sides["red"].stones) == (1, 4)
    assert GAME.scores(state).totals["red"] == 1


def test_an_unknown_market_leaves_the_sale_open() -> None:
    state = put(laid_out(known=box(stone__rows=None)), {"sides": {"red": {"stones": 7, "stone_row": 2}}})
    scores = GAME.scores(state)
    assert scores.open == ("red",) and [SAID.say(text) for text in scores.needs] == ["Rows of the stone market"]


def test_a_dealt_card_is_seen_by_its_owner_alone() -> None:
    state = laid_out()
    state.stock = Stock(dealt={"red": "graves"})
    assert "own grave" in SAID.say(GAME.own_view(state, "red")[0])
    assert GAME.own_view(state, "blue") == ()
    assert GAME.own_view(GAME.view(state, None), "red") == ()


def test_a_record_is_sealed_while_something_lies_face_down() -> None:
    state = laid_out()
    assert not GAME.sealed(state)
    for stock in (Stock(rows=(("grain",) * 10,)), Stock(tiles=(4,) * 12), Stock(dealt={"red": "graves"})):
        state.stock = stock
        assert GAME.sealed(state)
    state.scored = {"red": ("graves",)}
    assert not GAME.sealed(state)
    state.end = "left"
    assert not GAME.sealed(state)
