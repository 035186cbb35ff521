"""Participation, the last chance, new chips, the next round (spec egizia 5.9, 4, cases G74, G75, G77, G94)."""

from __future__ import annotations

from companion.games.egizia import gains
from companion.games.egizia.bonus import new_order
from companion.games.egizia.moves import Enough, Strengthen, Use, Withdraw
from companion.games.egizia.refusals import refuse
from companion.games.egizia.rules import legal_moves
from companion.games.egizia.state import Egizia, Rules
from tests.games.egizia.building import B, G, R, Y, at, kinds, owner, play

A, BE, C = "SITE_A", "SITE_B", "SITE_C"


def bonus(seats: tuple[str, ...], worked: dict[str, tuple[str, ...]], scores: dict[str, int] | None = None,
          front: tuple[str, ...] | None = None, **changes: object) -> Egizia:  # fmt: skip
    """The position after participation; `front`: who stands in front of whom on one space."""
    sides = changes.pop("sides", {})
    for who in seats:
        sides.setdefault(who, owner())  # type: ignore[union-attr]
        sides[who].score = (scores or {}).get(who, 0)  # type: ignore[index]
        sides[who].arrival = (front or tuple(reversed(seats))).index(who)  # type: ignore[index]
    return at("SITE_A", seats=seats, sides=sides, worked=worked, **changes)  # type: ignore[arg-type]


def scores(s: Egizia) -> dict[str, int]:
    return {who: side.score for who, side in s.sides.items()}


def test_g74_only_sites_where_a_stone_was_spent_count():
    s = bonus((B, R), {B: (A, C)})
    assert scores(s) == {B: 3, R: 0}


def test_g75_one_three_and_six_points_the_leader_first():
    s = bonus((B, R, G), {R: (A,), B: (A, BE, C), G: (A, C)}, {R: 20, B: 20, G: 17}, (R, B, G))
    assert scores(s) == {R: 21, B: 26, G: 20}
    assert s.chips == (G, R, B)


def test_g10_who_comes_later_to_a_space_stands_behind():
    """The 6 points are for three sites, the 3 for two; yellow and green are far ahead."""
    s = bonus((B, R, G, Y), {R: (A, BE, C), B: (A, C)}, {R: 10, B: 13, G: 30, Y: 31}, (Y, G, R, B))
    assert scores(s) == {R: 16, B: 16, G: 30, Y: 31}
    # Blue stood further in front, so blue moved first: red comes behind it and gets the lowest chip.
    assert s.front == (Y, G, B, R)


def test_g10_behind_the_stone_that_was_there_first():
    s = bonus((B, R, G, Y), {}, {R: 10, B: 13, G: 30, Y: 31})
    for who, points in ((R, 6), (B, 3)):
        gains.score(s, who, points)
    assert scores(s) == {R: 16, B: 16, G: 30, Y: 31}
    assert s.front == (Y, G, R, B)
    new_order(s, [])
    assert s.chips == (B, R, G, Y)


def test_g94_the_leader_goes_first_and_stands_in_front():
    s = bonus((B, R), {R: (A,), B: (A, C)}, {R: 20, B: 18}, (R, B))
    assert scores(s) == {R: 21, B: 21}
    assert s.front == (R, B)
    assert s.chips == (B, R)


def test_g77_without_points_the_chips_stay():
    s = bonus((R, B, G, Y), {})
    assert s.front == (Y, G, B, R)
    assert s.chips == (R, B, G, Y)


def test_ships_come_home_and_crews_stand_up():
    s = at(
        "SITE_C",
        B,
        R,
        sides={B: owner(down=("c1", "j"), spent=("crew_plus_one",), fresh=("leftover_pick",))},
        worked={R: (A,)},
    )
    s, events = play(s, Withdraw(B), Withdraw(R))
    assert {who: s.sides[who].ships for who in (B, R)} == {B: 6, R: 6}
    assert s.slots == dict.fromkeys((A, BE, C), ("", "", ""))
    assert (s.sides[B].down, s.sides[B].spent, s.round, s.phase, s.worked) == ((), (), 2, "reveal", {})
    assert (s.sides[B].fresh, s.sides[B].last, s.sides[B].out) == ((), "", False)
    assert kinds(events)[-3:].count("order") == 1
    assert any(event.kind == "participation" and event.scoring for event in events)


def test_who_can_still_use_a_card_once_a_round_is_asked():
    s = bonus((B, R), {}, sides={B: owner(cards=("crew_plus_one", "stones")), R: owner(cards=("stones",))})
    assert (s.stage, s.turn) == ("last", B)
    assert Use(B, "stones") not in legal_moves(s)
    assert refuse(s, Use(B, "stones")) is not None  # an anytime card, and not the last round
    after, _ = play(s, Strengthen(B, "crew_plus_one", "j"))
    assert (after.round, after.sides[B].crews["j"]) == (2, 3)
    after, _ = play(s, Enough(B))
    assert (after.round, after.sides[B].crews["j"]) == (2, 2)


def test_a_card_that_was_used_asks_nobody():
    s = bonus((B, R), {}, sides={B: owner(cards=("crew_plus_one",), spent=("crew_plus_one",))})
    assert s.round == 2
    assert s.sides[B].spent == ()


def test_two_stones_for_strength_need_two_stones():
    assert bonus((B, R), {}, sides={B: owner(cards=("stones_to_crew",), stones=1)}).round == 2
    assert bonus((B, R), {}, sides={B: owner(cards=("stones_to_crew",), stones=2)}).stage == "last"


def test_in_the_last_round_cards_for_one_use_ask_too():
    s = bonus((B, R), {}, {B: 4, R: 9}, round=5, sides={B: owner(cards=("stones",)), R: owner(cards=("stones",))})
    assert (s.stage, s.turn) == ("last", R)  # the leader first
    s, _ = play(s, Use(R, "stones"))
    assert (s.sides[R].stones, s.turn) == (11, B)
    s, _ = play(s, Enough(B))
    assert s.phase == "over"  # nobody holds a Sphinx card: the final scoring asks nothing


def test_after_five_rounds_the_new_chips_give_the_order_of_the_final_scoring():
    s = bonus((R, B, G, Y), {}, {R: 1, B: 2, G: 3, Y: 4}, round=5, sides={
        who: owner(sphinx=1) for who in (R, B, G, Y)})  # fmt: skip
    assert s.chips == (R, B, G, Y)
    assert (s.phase, s.turn, s.queue[-3:]) == ("final", Y, (G, B, R))


def test_a_leftover_at_the_end_of_the_round_comes_after_participation():
    stops = {f"N{i}": "" for i in range(1, 11)} | {"N3": "quarry:2"}
    s = bonus((B, R), {B: (A,)}, rules=Rules(leftover_timing="round"), stops=stops,
              sides={B: owner(cards=("leftover_pick",))})  # fmt: skip
    assert (s.stage, s.turn, s.sides[B].score) == ("leftover", B, 1)


def test_whoever_has_left_keeps_the_highest_chip():
    s = bonus((B, R, G), {R: (A,)}, {G: 0}, sides={G: owner(gone=True)})
    assert s.chips == (B, R, G)
