"""Ten Nile cards onto the river, told or drawn by the app, and what is laid out before (spec egizia 3, 4)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.games.egizia import GAME
from companion.games.egizia.components import CARD_STOPS, OPEN_CARDS, PLAIN_CARDS
from companion.games.egizia.moves import Clear, Face, Reveal
from companion.games.egizia.reveal import begin_round
from companion.games.egizia.setup import EgiziaSetup
from companion.games.egizia.state import Egizia
from tests.games.egizia.fixture import SEATS, box, laid_out, lay, play, put, start

TABLE = "table"
APP = {"draw_nile": "app", "draw_graves": "app", "draw_sphinx": "app"}


def graves_told() -> Egizia:
    state = start()
    for value in (5, 2, 3, 6):
        state, _ = play(state, {"move": "grave", "by": TABLE, "value": value})
    return state


def refused(state: Egizia, **data: Any) -> str:
    refusal = GAME.refuse(state, GAME.decode_move(data))
    assert refusal is not None, data
    return refusal.code


def drawn(options: dict[str, Any], seed: str = "one") -> Egizia:
    given, box = GAME.resolve(options), GAME.practice
    assert box is not None
    return GAME.new(SEATS, given, GAME.draw_setup(SEATS, given, Draw(seed), box), box)


def test_stone_counters_and_the_order_on_the_track_follow_the_chips() -> None:
    state = start()
    assert [state.sides[who].stones for who in state.chips] == [2, 3, 4, 5]
    assert state.front == tuple(reversed(state.chips))
    assert state.sides["blue"].need == 5 and state.sides["blue"].grain("middle") == 6
    assert state.deck == 25 and [len(slots) for slots in state.slots.values()] == [3, 3, 3]
    assert [len(slots) for slots in start(SEATS[:3]).slots.values()] == [2, 2, 2]


def test_without_the_start_card_and_the_ten_percent_card_the_deck_is_as_large_as_that() -> None:
    assert start(options={"start_sphinx_card": "off"}).deck == 29
    assert start(options={"ten_percent_card": "removed"}).deck == 24


def test_four_graves_are_told_first_then_the_stops_from_the_source_on() -> None:
    state = start()
    assert state.stage == "grave"
    state = graves_told()
    assert (state.stage, state.tiles[:5]) == ("reveal", (5, 2, 3, 6, 0))
    told = [move for move in GAME.legal_moves(state) if isinstance(move, Reveal)]
    assert {move.stop for move in told} == {"N1"}
    assert [move.card for move in told] == [*OPEN_CARDS, *PLAIN_CARDS]
    assert refused(state, move="reveal", by=TABLE, stop="N2", card="stones") == "E_NEXT_STOP"
    assert refused(state, move="reveal", by=TABLE, stop="N1", card="quarry:3") == "E_CARD_NAME"
    assert refused(state, move="revealed", by=TABLE) == "E_NOT_ALL"
    assert refused(state, move="reveal", by="blue", stop="N1", card="stones") == "E_BY_TABLE"


def test_what_is_printed_on_a_card_is_asked_after_its_kind() -> None:
    state, _ = play(graves_told(), {"move": "reveal", "by": TABLE, "stop": "N1", "card": "crew_pair"})
    assert state.stage == "face" and state.stops["N1"] == ""
    assert all(isinstance(move, Face) for move in GAME.legal_moves(state))
    assert refused(state, move="face", by=TABLE, card="quarry:3") == "E_FACE"
    state, _ = play(state, {"move": "face", "by": TABLE, "card": "crew_pair:c1+j"})
    assert state.stops["N1"] == "crew_pair:c1+j" and state.shown == {"1/2": {"crew_pair:c1+j": 1}}


def test_a_card_told_wrong_is_told_again() -> None:
    state = lay(graves_told(), "N1", "quarry:3")
    state = lay(state, "N2", "stones")
    assert refused(state, move="clear", by=TABLE, stop="N3") == "E_NOT_TOLD"
    assert Clear(TABLE, "N1") in GAME.legal_moves(state)
    state, _ = play(state, {"move": "clear", "by": TABLE, "stop": "N1"})
    assert state.stops["N1"] == "" and state.shown == {"1/2": {"stones": 1}}
    state = lay(state, "N1", "quarry:2")
    assert state.stops["N1"] == "quarry:2" and state.shown["1/2"] == {"stones": 1, "quarry:2": 1}


def test_copies_seen_are_learned_only_when_the_row_is_confirmed() -> None:
    row = ("quarry:9", "quarry:9", *("stones",) * 8)
    state = laid_out(row=row)
    assert state.told["nile.1/2"]["quarry:9"] == 2
    assert "nile.1/2" not in lay(graves_told(), "N1", "quarry:9").told


def test_with_a_whole_list_every_card_that_is_left_is_one_tap() -> None:
    box = GAME.practice
    assert box is not None
    state = start(known=box)
    while state.stage == "grave":
        state = GAME.play(state, GAME.legal_moves(state)[0]).state
    copies = dict(state.printed.nile["1/2"])
    single = next(card for card, n in copies.items() if n == 1)
    assert {move.card for move in GAME.legal_moves(state) if isinstance(move, Reveal)} == set(copies)
    state, _ = play(state, {"move": "reveal", "by": TABLE, "stop": "N1", "card": single})
    assert single not in {move.card for move in GAME.legal_moves(state) if isinstance(move, Reveal)}
    assert refused(state, move="reveal", by=TABLE, stop="N2", card=single) == "E_NO_COPY"
    assert refused(state, move="reveal", by=TABLE, stop="N2", card="quarry:12") == "E_CARD_LIST"


def test_the_app_draws_only_from_whole_lists_and_needs_its_lot() -> None:
    options = GAME.resolve(APP)
    with pytest.raises(InputError, match="not complete"):
        GAME.new(SEATS, options, EgiziaSetup(chips=SEATS, lot="x"), GAME.box)
    with pytest.raises(InputError, match="no lot"):
        GAME.new(SEATS, options, EgiziaSetup(chips=SEATS), GAME.practice or GAME.box)
    with pytest.raises(InputError, match="number chips"):
        GAME.new(SEATS, GAME.resolve({}), EgiziaSetup(chips=("blue", "blue", "red", "green")), GAME.box)


def test_drawn_cards_are_those_of_the_decks_each_at_most_as_often_as_in_the_box() -> None:
    state = drawn(APP)
    assert state.stage == "reveal" and state.stock is not None and len(state.stock.rows) == 4
    rows = [tuple(state.stops.values()), *state.stock.rows]
    for deck, cards in (("1/2", rows[0] + rows[1]), ("3/4", rows[2] + rows[3]), ("5", rows[4])):
        assert all(cards.count(card) <= state.printed.nile[deck][card] for card in cards)
    assert all(state.tiles[:4]) and not any(state.tiles[4:]) and set(state.stock.dealt) == set(SEATS)
    assert [type(move).__name__ for move in GAME.legal_moves(state)] == ["Revealed"]
    assert refused(state, move="clear", by=TABLE, stop="N1") == "E_DRAWN"


def test_the_same_seed_draws_the_same_and_nobody_sees_what_lies_face_down() -> None:
    assert drawn(APP).fingerprint() == drawn(APP).fingerprint() != drawn(APP, "two").fingerprint()
    state = drawn(APP)
    public, own = GAME.view(state, None), GAME.view(state, "red")
    assert public.stock is not None and own.stock is not None and state.stock is not None
    assert (public.stock.rows, public.stock.tiles, public.stock.dealt) == ((), (), {})
    assert own.stock.dealt == {"red": state.stock.dealt["red"]} and own.stock.rows == ()
    assert GAME.sealed(state) and not GAME.sealed(drawn({}))


def test_the_check_list_names_chips_counters_and_covered_slots() -> None:
    given = GAME.resolve({})
    steps = GAME.steps(EgiziaSetup(chips=SEATS[:3]), SEATS[:3], given, GAME.box)
    assert sum(step.drawn for step in steps) == 4
    assert [step.picture for step in steps if step.picture[:1] == ("site:SITE_A",)] == [
        ("site:SITE_A", "site:SITE_B", "site:SITE_C")
    ]
    assert len(GAME.steps(EgiziaSetup(chips=SEATS), SEATS, given, GAME.box)) == len(steps) - 1


@pytest.mark.parametrize(("n", "deck"), [(1, "1/2"), (2, "1/2"), (3, "3/4"), (4, "3/4"), (5, "5")])
def test_every_round_lays_ten_cards_of_its_deck(n: int, deck: str) -> None:  # spec 4, G90
    state = put(start(), {"tiles": [5, 2, 3, 6, *[0] * 8], "todo": []})
    begin_round(state, n, [])
    state.wait("reveal")
    assert (state.round, list(state.stops), any(state.stops.values())) == (n, list(CARD_STOPS), False)
    for stop in CARD_STOPS:
        state = lay(state, stop, "stones")
    assert state.shown == {deck: {"stones": 10}}
    assert [type(move).__name__ for move in GAME.legal_moves(state)].count("Revealed") == 1


def test_without_the_card_for_a_tenth_as_many_fewer_lie_in_the_deck_as_the_box_has() -> None:
    removed = {"ten_percent_card": "removed"}
    for copies, deck in ((0, 25), (1, 24), (2, 23)):
        state = start(options=removed, known=box(sphinx__ten_percent=copies))
        assert state.deck == deck and GAME.audit(laid_out(known=box(sphinx__ten_percent=copies), **removed)) == ()


def test_a_card_that_was_taken_out_is_dealt_to_nobody() -> None:
    for seed in range(40):
        state = drawn({"draw_sphinx": "app", "ten_percent_card": "removed"}, str(seed))
        assert state.stock is not None and "ten_percent" not in state.stock.dealt.values()


def test_the_app_deals_sphinx_cards_only_from_a_whole_list() -> None:
    practice = GAME.practice
    assert practice is not None
    for facts in ({"sphinx.graves": None}, {"sphinx.graves": practice.value("sphinx.graves") - 1}):
        with pytest.raises(InputError, match="not complete"):
            GAME.new(SEATS, GAME.resolve({"draw_sphinx": "app"}), EgiziaSetup(chips=SEATS, lot="x"),
                     practice.with_overrides(facts))  # fmt: skip
