"""The tournament table, as worked examples."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from companion.club.messages import Finished, Placed
from companion.club.standings import amount, points_of, standings


def game(record: str, *places: tuple[str, int], winners: str = "", practice: bool = False) -> Finished:
    players = tuple(
        Placed(seat=f"seat{k}", name=name, place=place, won=name in winners.split())
        for k, (name, place) in enumerate(places)
    )
    return Finished(record=record, game="quarry", ended=f"2026-11-26T20:{record}", practice=practice, players=players)


def table(*games: Finished) -> list[tuple[int, bool, str, int, str, str]]:
    found = standings({"one": games}).rows
    return [(row.place, row.tied, row.name, row.games, amount(row.wins), amount(row.points)) for row in found]


def test_four_players_bring_three_two_one_and_no_points() -> None:
    first = game("01", ("Anna", 1), ("Béla", 2), ("Cili", 3), ("Dov", 4), winners="Anna")
    assert table(first) == [
        (1, False, "Anna", 1, "1", "3"),
        (2, False, "Béla", 1, "0", "2"),
        (3, False, "Cili", 1, "0", "1"),
        (4, False, "Dov", 1, "0", "0"),
    ]


def test_players_who_tie_share_the_mean_of_their_places_and_the_victory() -> None:
    # Places 1 and 2 of four: (3 + 2) / 2; then 3 and 4: (1 + 0) / 2.
    tied = game("01", ("Anna", 1), ("Béla", 1), ("Cili", 3), ("Dov", 3), winners="Anna Béla")
    assert points_of(tied) == (Fraction(5, 2), Fraction(5, 2), Fraction(1, 2), Fraction(1, 2))
    assert table(tied)[:2] == [(1, True, "Anna", 1, "½", "2½"), (1, True, "Béla", 1, "½", "2½")]
    # Three share the first place of three: (2 + 1 + 0) / 3, and a third of the victory.
    three = game("02", ("Anna", 1), ("Béla", 1), ("Cili", 1), winners="Anna Béla Cili")
    assert table(three)[0] == (1, True, "Anna", 1, "0.33", "1")


def test_the_points_of_a_game_do_not_depend_on_how_its_places_are_told() -> None:
    assert points_of(game("01", ("Anna", 1), ("Béla", 1), ("Cili", 2))) == points_of(
        game("01", ("Anna", 1), ("Béla", 1), ("Cili", 3))
    )
    everybody = game("01", ("Anna", 12), ("Béla", 12))
    assert points_of(everybody) == (Fraction(1, 2), Fraction(1, 2))


def test_a_seat_without_a_name_is_no_player_but_has_its_place() -> None:
    first = game("01", ("Red", 1), ("Anna", 2), ("Béla", 3), winners="Red")
    first = msgspec.structs.replace(
        first, players=tuple(msgspec.structs.replace(one, named=one.name != "Red") for one in first.players)
    )
    assert table(first) == [(1, False, "Anna", 1, "0", "1"), (2, False, "Béla", 1, "0", "0")]


def test_equal_points_are_told_apart_by_wins_and_then_share_the_place() -> None:
    rows = table(
        game("01", ("Anna", 1), ("Béla", 2), ("Cili", 3), winners="Anna"),
        game("02", ("Béla", 1), ("Dov", 2)),
    )
    # Nobody won the second game: Béla has 1 + 1 points and no victory.
    assert rows == [
        (1, False, "Anna", 1, "1", "2"),
        (2, False, "Béla", 2, "0", "2"),
        (3, True, "Cili", 1, "0", "0"),
        (3, True, "Dov", 1, "0", "0"),
    ]
    # Points before wins: three second places of three bring more than a victory each of three others.
    three = [game(f"1{k}", (winner, 1), ("Béla", 2), ("Dov", 3), winners=winner) for k, winner in enumerate("ABC")]
    assert table(*three)[0][2:] == ("Béla", 3, "0", "3")


def test_a_player_is_one_whatever_the_capital_letters_and_the_way_an_accent_is_written() -> None:
    rows = table(
        game("01", ("be\u0301la", 1), ("Anna", 2), winners="be\u0301la"),
        game("02", ("BÉLA", 1), ("anna", 2), winners="BÉLA"),
    )
    assert rows == [(1, False, "BÉLA", 2, "2", "2"), (2, False, "anna", 2, "0", "0")]


def test_who_sits_twice_has_played_once_in_the_better_seat() -> None:
    assert table(game("01", ("Anna", 1), ("Béla", 2), ("Anna", 3), winners="Anna")) == [
        (1, False, "Anna", 1, "1", "2"),
        (2, False, "Béla", 1, "0", "1"),
    ]


def test_practice_does_not_count() -> None:
    assert table(game("01", ("Anna", 1), ("Béla", 2), winners="Anna", practice=True)) == []


def test_a_game_two_tables_tell_of_counts_once_and_is_named_where_they_differ() -> None:
    same = game("01", ("Anna", 1), ("Béla", 2), winners="Anna")
    other = game("01", ("Anna", 2), ("Béla", 1), winners="Béla")
    found = standings({"a": [same], "b": [same]})
    assert (found.games, found.twice) == (1, ())
    found = standings({"b": [other], "a": [same]})
    assert (found.games, found.twice, found.rows[0].name) == (1, ("01",), "Anna")
    third = game("01", ("Cili", 1), winners="Cili")
    assert standings({"a": [same], "b": [other], "c": [third]}).twice == ("01",)
