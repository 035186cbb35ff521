"""The score track with its scarabs, and markets of unknown length (spec egizia 4.1, 5.10, 2.6)."""

from __future__ import annotations

import pytest

from companion.engine.game import Event
from companion.engine.text import T
from companion.games.egizia.gains import award, grow, on_last_row, step
from tests.games.egizia.building import UNKNOWN, B, R, at, kinds, owner


@pytest.mark.parametrize(
    ("before", "points", "told"),
    [
        (48, 4, ["scarab"]),
        (99, 1, ["scarab"]),
        (48, 60, ["scarab"]),
        (101, -3, ["scarab.back"]),
        (52, -4, ["scarab.back"]),
        (52, 4, []),
        (-3, 5, []),
        (2, -5, []),
        (-60, 5, []),
        (50, 0, []),
    ],
)
def test_a_scarab_is_taken_at_each_fifty_and_given_back_below(before: int, points: int, told: list[str]) -> None:
    s = at("SITE_C", B, sides={B: owner(score=before), R: owner(score=17)})
    events: list[Event] = []
    award(s, events, "told", T("told"), B, points)
    assert kinds(events) == ["told", *told]
    assert s.sides[B].score == before + points


def test_who_stands_higher_than_another_marker_is_not_on_the_last_row() -> None:
    s = at("SITE_B", B, facts=UNKNOWN, sides={B: owner(stone_row=5, grain_row=4), R: owner(stone_row=6, grain_row=5)})
    assert [on_last_row(s, who, "stone") for who in (B, R)] == [False, None]
    assert [on_last_row(s, who, "grain") for who in (B, R)] == [False, None]


def test_steps_above_the_highest_strength_are_lost_and_told() -> None:
    s = at("SITE_C", B, sides={B: owner(crews={"c1": 8})})
    events: list[Event] = []
    grow(s, B, "c1", 2, events)
    assert (s.sides[B].crews["c1"], kinds(events)) == (9, ["grow", "grow.lost"])


@pytest.mark.parametrize("track", ["stone", "grain"])
def test_no_market_has_more_rows_than_a_box_can_tell(track: str) -> None:
    s = at("SITE_B", B, facts=UNKNOWN, sides={B: owner(**{f"{track}_row": 11}, stones=5)})
    for _ in range(2):
        events: list[Event] = []
        step(s, B, track, events)
        assert (s.sides[B].row(track), s.todo) == (12, ())
    assert {"stone": s.sides[B].stones == 5 + 3 + 3, "grain": s.sides[B].score == 2 + 2}[track]
