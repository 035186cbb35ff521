"""Ships where river, pairs and markets are not known, and what the table is asked (spec egizia 2.13, 5.1)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.egizia import GAME
from companion.games.egizia.moves import Pair, Pass, Penalty, Place
from companion.games.egizia.state import Egizia
from tests.games.egizia.fixture import SEATS, laid_out, play, put

TABLE = "table"
TWO = SEATS[:2]


def unknown(seats: tuple[str, ...] = TWO, position: dict[str, Any] | None = None, **options: Any) -> Egizia:
    """The first ship with a box that knows nothing of the river, the pairs and the markets."""
    return put(laid_out(seats, known=GAME.box, **options), position or {})


def place(state: Egizia, where: str) -> tuple[Egizia, list[str]]:
    state, events = play(state, {"move": "place", "by": state.turn, "place": where})
    return state, [event.kind for event in events]


def below(state: Egizia, yes: bool) -> tuple[Egizia, list[str]]:
    state, events = play(state, {"move": "below", "by": TABLE, "yes": yes})
    return state, [event.kind for event in events]


def refused(state: Egizia, where: str) -> str:
    refusal = GAME.refuse(state, Place(state.turn, where))
    assert refusal is not None
    return refusal.code


def test_what_is_certain_is_not_asked() -> None:
    state = unknown(position={"sides": {"blue": {"last": "N4"}, "red": {"out": True}}})
    assert refused(state, "N3") == "E_UPSTREAM"
    assert place(state, "N7")[0].stage == "ship"
    assert place(put(state, {"sides": {"blue": {"last": ""}}}), "ALYI")[0].stage == "grow"
    heliopolis = put(state, {"sides": {"blue": {"last": "HELIOPOLIS"}}})
    assert refused(heliopolis, "EDFU") == "E_UPSTREAM" and heliopolis.stage == "ship"


def test_a_yes_is_kept_and_reaches_further() -> None:
    state, _ = place(unknown(position={"sides": {"blue": {"last": "N4"}, "red": {"out": True}}}), "SITE_A:1")
    assert (state.stage, state.turn, state.sides["blue"].last) == ("below", "", "N4")
    state, kinds = below(state, True)
    assert kinds == ["place"] and state.sides["blue"].last == "SITE_A"
    assert state.told["river.below"] == [["N4", "SITE_A"]]
    assert refused(state, "N4") == "E_UPSTREAM" and refused(state, "N1") == "E_UPSTREAM"


def test_a_no_takes_the_ship_back_and_nothing_else_changes() -> None:
    before = unknown(position={"sides": {"blue": {"last": "N4"}, "red": {"out": True}}})
    state, kinds = below(place(before, "EDFU")[0], False)
    assert kinds == ["place.back"] and state.facts.below[-1] == ("EDFU", "N4")
    assert state.sides == before.sides and state.ships == before.ships and state.stage == "ship"
    assert refused(state, "EDFU") == "E_UPSTREAM"


def test_a_no_uses_the_card_that_leads_upstream() -> None:
    start = unknown(position={"sides": {"blue": {"last": "N4", "cards": ["upstream"]}, "red": {"out": True}}})
    state, kinds = below(place(start, "SITE_A:2")[0], False)
    assert "use.upstream" in kinds and state.sides["blue"].spent == ("upstream",)
    assert state.slots["SITE_A"] == ("", "blue")


def test_nobody_is_out_by_himself_but_without_ships() -> None:
    end = {"blue": {"last": "N10"}, "red": {"out": True}}
    state = unknown(position={"sides": end, "stops": {f"N{n}": "" for n in range(1, 11)}})
    assert state.stage == "ship" and Pass("blue") in GAME.legal_moves(state)
    last = unknown(position={"sides": {"blue": {"ships": 1}}})
    state, _ = place(last, "N1")
    state, kinds = play(state, {"move": "pass", "by": "red"})
    assert "out.ships" in [event.kind for event in kinds] and state.phase == "feed"


def test_by_the_first_printing_passing_is_refused_only_where_a_stop_is_certain() -> None:
    sides: dict[str, Any] = {"blue": {"last": "N10"}, "red": {"out": True}}
    state = unknown(position={"sides": sides, "stops": {"N10": ""}}, pass_allowed="off")
    # N10 lies above none that is certain; every other stop has to be asked.
    assert Pass("blue") in GAME.legal_moves(state) and GAME.refuse(state, Pass("blue")) is None
    sure = put(state, {"sides": {"blue": {"last": "N5"}}})
    refusal = GAME.refuse(sure, Pass("blue"))
    assert Pass("blue") not in GAME.legal_moves(sure) and refusal is not None and refusal.code == "E_MUST_PLACE"


def test_pictured_crews_are_asked_once_and_may_count_double() -> None:
    state = unknown(position={"sides": {"blue": {"cards": ["double_round"]}}})
    state, _ = play(state, {"move": "place", "by": "blue", "place": "SELINON", "double": True})
    assert (state.stage, state.turn) == ("pair", "")
    state, _ = play(state, {"move": "pair", "by": TABLE, "crews": "c2+j"})
    assert state.sides["blue"].crews == {"c1": 1, "c2": 3, "c3": 1, "j": 4}
    assert state.told == {"pair.SELINON": "c2+j"} | {k: v for k, v in state.told.items() if k.startswith("nile")}
    again = put(state, {"sides": {"red": {"cards": ["reuse_round"]}}})
    state, _ = place(again, "SELINON")
    assert state.stage == "ship" and state.sides["red"].crews["c2"] == 2


@pytest.mark.parametrize(("track", "row", "asked"), [("stone", 1, False), ("stone", 2, True), ("grain", 2, False),
                                                     ("grain", 3, True)])  # fmt: skip
def test_the_last_row_is_asked_from_the_shortest_market_on(track: str, row: int, asked: bool) -> None:
    card = "field:brown:6" if track == "stone" else "field:brown:7"
    state = unknown(position={"stops": {"N1": card}, "sides": {"blue": {f"{track}_row": row, "stones": 0}}})
    state, _ = place(state, "N1")
    assert (state.stage == "last_row") is asked


def test_a_yes_fixes_the_number_of_rows_and_gives_the_bonus() -> None:
    state = unknown(position={"stops": {"N1": "track_two:stone"}, "sides": {"blue": {"stone_row": 2, "stones": 0}}})
    state, _ = place(state, "N1")
    state, _ = play(state, {"move": "last_row", "by": TABLE, "yes": True})
    # The first of two steps was onto the last row: 3 stones for it and 3 for the next.
    assert state.sides["blue"].stones == 6 and state.facts.stone_rows == 3 and state.stage == "ship"


def test_a_no_is_remembered_for_the_others() -> None:
    position = {"stops": {"N1": "field:brown:6"}, "sides": {who: {"stone_row": 2, "stones": 0} for who in TWO}}
    state, _ = place(unknown(position=position), "N1")
    state, _ = play(state, {"move": "last_row", "by": TABLE, "yes": False})
    assert state.sides["blue"].stones == 0 and state.answers == {"rows.stone": 4}
    state, _ = place(state, "N2")
    assert state.stage == "ship" and state.sides["red"].stone_row == 3


def test_a_missing_grain_costs_what_the_table_reads_off_the_row() -> None:
    hungry = {"crews": {"c1": 2, "c2": 2}}
    position = {"phase": "feed", "stage": "feeding", "turn": "", "queue": list(TWO),
                "sides": {"blue": hungry, "red": hungry}}  # fmt: skip
    state, _ = play(unknown(position=position), {"move": "go", "by": TABLE})
    assert (state.stage, state.turn) == ("penalty", "")
    for points in (0, 4):
        refusal = GAME.refuse(state, Penalty(TABLE, points))
        assert refusal is not None and refusal.code == "E_PENALTY"
    state, _ = play(state, {"move": "penalty", "by": TABLE, "points": 3})
    # Asked once for the row; the other seat stands on it too.
    assert [state.sides[who].score for who in TWO] == [-3, -3] and state.phase == "reveal"
    refusal = GAME.refuse(put(state, {}), GAME.decode_move({"move": "penalty", "by": TABLE, "points": 1}))
    assert refusal is not None and refusal.code == "E_STEP"


def test_a_pair_names_two_different_crews() -> None:
    state, _ = place(unknown(), "THEBES")
    assert state.stage == "pair"
    for crews in ("c1+c1", "c1", "x"):
        refusal = GAME.refuse(state, Pair(TABLE, crews))
        assert refusal is not None and refusal.code == "E_PAIR"
        assert refusal.params["word"] == crews
    assert GAME.refuse(state, Pair(TABLE, "c1+j")) is None


def test_alyi_strengthens_a_crew_and_then_gives_the_stones() -> None:  # spec 2.3
    state, _ = place(unknown(), "ALYI")
    assert (state.stage, state.sides["blue"].stones) == ("grow", 2)
    state, events = play(state, {"move": "grow", "by": "blue", "crew": "c1"})
    assert [event.kind for event in events] == ["grow", "stones"] and state.sides["blue"].stones == 4


@pytest.mark.parametrize("card", ["field:yellow:6", "field:green:7", "field:yellow:8", "field:green:9"])
def test_only_brown_fields_give_something_at_taking(card: str) -> None:  # spec 2.11.1
    state, kinds = place(unknown(position={"stops": {"N1": card}}), "N1")
    side = state.sides["blue"]
    assert kinds == ["place", "card.field"]
    assert (side.score, side.stones, side.stone_row, side.grain_row) == (0, 2, 1, 1)
