"""The lamps of the seats: who decides, who must choose, who has done so, and nothing of what was chosen."""

from __future__ import annotations

import msgspec

from companion.engine.game import Choice, Decision, Move, Outcome
from companion.engine.text import Text
from companion.table.lamps import lamps

SEATS = ("red", "blue", "green")
ASKED = Decision("x", Text("Choose."), ("red",))


def changed(**more: object) -> Decision:
    return msgspec.structs.replace(ASKED, **more)


def test_the_seat_that_must_choose_blinks_and_no_other() -> None:
    assert lamps(SEATS, ASKED) == {"red": "blink", "blue": "off", "green": "off"}


def test_a_seat_with_one_way_only_is_lit_and_does_not_blink() -> None:
    assert lamps(SEATS, changed(forced=True)) == {"red": "on", "blue": "off", "green": "off"}


def test_where_all_choose_unseen_those_who_have_done_so_stay_lit() -> None:
    decision = changed(seats=("red", "green"), secret=True)
    assert lamps(SEATS, decision) == {"red": "blink", "blue": "on", "green": "blink"}


def test_where_several_decide_openly_the_rest_is_dark() -> None:
    assert lamps(SEATS, changed(seats=("red", "green"))) == {"red": "blink", "blue": "off", "green": "blink"}


def test_what_the_table_decides_together_lights_nobody() -> None:
    assert set(lamps(SEATS, changed(seats=())).values()) == {"off"}


def test_all_are_lit_while_it_is_scored() -> None:
    outcome = Outcome(("blue",), "points", Text("Blue wins."), (("blue",), ("red", "green")), {})
    for end in (None, outcome):
        assert lamps(SEATS, ASKED, end, scoring=True) == dict.fromkeys(SEATS, "on")


def test_at_the_end_the_winners_are_lit() -> None:
    outcome = Outcome(("blue", "green"), "points", Text("Blue and Green win."), (("blue", "green"), ("red",)), {})
    assert lamps(SEATS, changed(seats=()), outcome) == {"red": "off", "blue": "on", "green": "on"}


def test_how_much_a_seat_can_choose_among_unseen_is_not_told() -> None:
    choices = tuple(Choice(Move("red"), Text(str(n))) for n in range(3))
    private = [changed(private=True, forced=forced, choices=choices[:n]) for forced, n in ((True, 1), (False, 3))]
    assert [lamps(SEATS, decision) for decision in private] == [{"red": "blink", "blue": "off", "green": "off"}] * 2
