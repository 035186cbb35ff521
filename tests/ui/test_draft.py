"""A game being arranged: seats, colours, rules. No screen."""

from __future__ import annotations

import pytest

from companion.engine.header import Header, Seat
from companion.games import find_game
from companion.ui.draft import Draft


@pytest.fixture
def many() -> Draft:
    """A draft for a game of two to six players in six colours."""
    return Draft.fresh(find_game("tutankhamen"))


def test_a_fresh_draft_seats_as_many_as_the_game_needs(many: Draft) -> None:
    assert {place: chair.colour for place, chair in many.chairs.items()} == dict(
        zip(("w0", "e0"), many.game.colours[:2], strict=True)
    )
    assert many.missing == 0


def test_a_player_who_sits_down_gets_the_first_free_colour(many: Draft) -> None:
    assert many.sit("n0").colour == many.game.colours[2]
    assert many.sit("n0") is many.chairs["n0"]


def test_there_is_no_room_beyond_the_games_players(many: Draft) -> None:
    for place in ("n0", "n1", "s0", "s1"):
        assert many.room
        many.sit(place)
    assert not many.room
    assert not many.free_colours


def test_seats_go_clockwise_whoever_sat_down_first(many: Draft) -> None:
    many.sit("s0")
    many.sit("n0")
    assert [seat.side for seat in many.seats({})] == ["w", "n", "e", "s"]


def test_a_seat_without_a_name_is_called_by_its_colour(many: Draft) -> None:
    many.chairs["w0"].name = "Anna"
    names = [seat.name for seat in many.seats({many.chairs["e0"].colour: "Blue"})]
    assert names == ["Anna", "Blue"]


def test_moving_to_a_taken_place_swaps_the_two(many: Draft) -> None:
    many.chairs["w0"].name, many.chairs["e0"].name = "Anna", "Bence"
    many.move("w0", "e0")
    assert (many.chairs["e0"].name, many.chairs["w0"].name) == ("Anna", "Bence")


def test_taking_a_colour_gives_the_old_one_to_whoever_had_it(many: Draft) -> None:
    first, second = many.chairs["w0"].colour, many.chairs["e0"].colour
    many.recolour("w0", second)
    assert (many.chairs["w0"].colour, many.chairs["e0"].colour) == (second, first)


def test_missing_players_are_counted(many: Draft) -> None:
    many.stand("w0")
    assert many.missing == 1


def test_a_switch_set_back_is_no_change(many: Draft) -> None:
    option = next(o for o in many.switches if len(o.values) > 1)
    other = next(value for value, _ in option.values if value != many.base(option))
    many.choose(option, other)
    assert many.changed == (option,)
    many.choose(option, many.base(option))
    assert many.changed == ()
    assert many.given == {}


def test_another_ruleset_forgets_the_switches_chosen_before(many: Draft) -> None:
    ruleset = many.ruleset
    assert ruleset is not None
    option = next(o for o in many.switches if len(o.values) > 1)
    many.choose(option, next(value for value, _ in option.values if value != many.base(option)))
    other = next(preset.id for preset in many.game.presets if preset.id != many.options["ruleset"])
    many.choose(ruleset, other)
    assert many.given == {"ruleset": other}
    assert many.options["ruleset"] == other


def test_a_rematch_keeps_people_places_and_rules() -> None:
    game = find_game("aton")
    header = Header(
        record=1, game="aton", rules=game.rules, id="x", seats=(Seat("blue", "Bence", "n"), Seat("red", "Anna", "s")),
        options={}, setup={}, started="2026-03-14T18:00:00Z",
    )  # fmt: skip
    again = Draft.like(game, header).seats({})
    assert set(again) == set(header.seats)
