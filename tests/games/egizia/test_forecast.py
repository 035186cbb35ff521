"""What would happen: feeding by the water ring, stops, builds (spec egizia 5.1, 5.3, 5.5)."""

from __future__ import annotations

from companion.games.egizia.forecast import builds, does, feeding, hints, stops
from tests.games.egizia.ending import SAID
from tests.games.egizia.fixture import box, laid_out, put

FIELDS = [
    {"colour": "green", "value": 6}, {"colour": "yellow", "value": 5}, {"colour": "brown", "value": 7},
]  # fmt: skip


def test_feeding_is_foreseen_for_each_water_ring() -> None:  # G19
    state = put(laid_out(), {"sides": {"red": {"fields": FIELDS, "crews": {"c1": 9, "c2": 5, "c3": 1, "j": 2}}}})
    found = {}
    for ring in ("left", "middle", "right"):
        fed = next(fed for fed in feeding(state, ring) if fed.who == "red")
        assert [watered for _, watered in fed.fields] == [True, ring != "left", ring == "right"]
        found[ring] = (fed.meal.grain, fed.meal.missing, fed.meal.points)
    # Crews of 9 + 5 + 1 and the joker of 2 eat 17; a missing grain costs 3 on the top row.
    assert found == {"left": (6, 11, -33), "middle": (11, 6, -18), "right": (18, 0, 0)}


def test_feeding_goes_leader_first() -> None:
    state = put(laid_out(), {"sides": {"green": {"score": 9}}})
    assert [fed.who for fed in feeding(state)] == ["green", "yellow", "red", "blue"]


def test_hints_name_what_would_help() -> None:
    side = {"fields": FIELDS, "crews": {"c1": 9}, "cards": ["grain", "stones_as_grain"], "stones": 2}
    state = put(laid_out(), {"ring": "left", "sides": {"red": side}})
    # 9 + 1 + 1 + 2 = 13 eat 6: 7 are missing.
    assert [SAID.say(hint) for hint in hints(state)] == [
        "Red: the card “4 grain” would leave 3 missing",
        "Red: feeding with stones would leave 5 missing",
        "Red: dry fields could give 12",
    ]
    fed = next(fed for fed in feeding(state) if fed.who == "red")
    assert fed.best_missing == 1


def test_stops_say_what_they_do() -> None:
    state = put(laid_out(), {"sides": {"blue": {"last": "N9"}}})
    found = {stop.place: SAID.say(stop.text) for stop in stops(state, "blue")}
    assert set(found) == {"N10", "HELIOPOLIS", "SITE_C:1", "SITE_C:2", "SITE_C:3"}
    assert found["N10"] == "4 grain"
    assert all(stop.sure for stop in stops(state, "blue"))
    assert SAID.say(does(state, "blue", "EDFU")) == "Both markers one row down"
    assert SAID.say(does(state, "blue", "THEBES")) == "crew 1, crew 2: +1 each"


def test_an_unknown_river_leaves_stops_unsure() -> None:
    state = put(laid_out(known=box(river__order=None)), {"sides": {"blue": {"last": "N4"}}})
    sure = {stop.place: stop.sure for stop in stops(state, "blue")}
    assert sure["N5"] and not sure["SELINON"] and "N3" not in sure


def test_builds_are_foreseen_by_crew() -> None:
    crews = {"c1": 3, "c2": 5, "c3": 1, "j": 2}
    state = put(laid_out(), {"sides": {"blue": {"crews": crews, "stones": 6, "down": ["c3"]}}})
    found = {plan.crews: (plan.strength, plan.most) for plan in builds(state, "blue", "SITE_B")}
    # Obelisk 1, 2, 3 and the open tiles 5, 2: within 3 stand 1 + 2, within 5 the tile 5, within 6 stones 1 + 5.
    assert found == {("c1",): (3, 3), ("c1", "j"): (5, 5), ("c2",): (5, 5), ("c2", "j"): (7, 6)}
