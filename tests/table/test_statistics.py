"""Statistics counted from hand-made games, every figure worked out by hand beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from companion.engine.header import Seat
from companion.engine.text import T
from companion.table import statistics as st
from companion.table.game_statistics import finished, players_at
from companion.table.history import Summary
from companion.table.people import Alias, People, Player, player_id
from companion.table.placing import place
from companion.table.summary import Part
from companion.table.tally import Count

NOBODY = People()
ANNA, BELA, CILI = (player_id(name) for name in ("Anna", "Béla", "Cili"))


def game(
    number: int,
    kind: str,
    points: Mapping[str, tuple[str, int]],
    ranks: Sequence[Sequence[str]],
    winners: Sequence[str] | None = None,
    **more: Any,
) -> Summary:
    """A finished game of day `number`: by seat the name and the points; the best seats win unless `winners` are told.

    parts: by category the points by seat.
    """
    parts = more.pop("parts", {})
    told = {
        "status": "finished",
        "told": 1,
        "winners": tuple(ranks[0] if winners is None else winners),
        "ranking": tuple(tuple(level) for level in ranks),
        "parts": tuple(Part(name, msgspec.to_builtins(T(name.title())), by) for name, by in parts.items()),
        **more,
    }
    day = f"2026-03-{number:02}T18:00:00Z"
    return Summary(
        id=f"g{number}",
        game=kind,
        mode=told.pop("mode", "referee"),
        seats=tuple(Seat(seat, name) for seat, (name, _) in points.items()),
        started=day,
        touched=day,
        n=10,
        round=None,
        prompt=None,
        scores={seat: n for seat, (_, n) in points.items()},
        result=None,
        **told,
    )


# Three evenings of one game and two of another, the newest first, as lists tell them:
#   g1 quarry  Anna red 30, Béla blue 20            Anna wins by 10; red began; 40 min; stone 20:15, gold 10:5
#   g2 quarry  Anna blue 25, Béla red 25, Cili 10   Anna and Béla share; blue began; 60 min; stone 20:5:10, gold 5:20:0
#   g3 quarry  Béla red 40, Cili green 38           Béla wins by 2; who began is not known; stone 20:30, gold 20:8
#   g4 shaft   Anna 0, Cili 0                       the game ends with nobody as winner
#   g5 shaft   Cili red 7, Anna blue 9              Cili wins with fewer points: points did not decide
G1 = game(1, "quarry", {"red": ("Anna", 30), "blue": ("Béla", 20)}, [["red"], ["blue"]], order=("red", "blue"),
          played_s=2400, parts={"stone": {"red": 20, "blue": 15}, "gold": {"red": 10, "blue": 5}})  # fmt: skip
G2 = game(2, "quarry", {"blue": ("Anna", 25), "red": ("Béla", 25), "green": ("Cili", 10)}, [["blue", "red"], ["green"]],
          order=("blue", "red", "green"), played_s=3600,
          parts={"stone": {"blue": 20, "red": 5, "green": 10}, "gold": {"blue": 5, "red": 20}})  # fmt: skip
G3 = game(3, "quarry", {"red": ("Béla", 40), "green": ("Cili", 38)}, [["red"], ["green"]],
          parts={"stone": {"red": 20, "green": 30}, "gold": {"red": 20, "green": 8}})  # fmt: skip
G4 = game(4, "shaft", {"red": ("Anna", 0), "blue": ("Cili", 0)}, [["red", "blue"]], winners=())
G5 = game(5, "shaft", {"red": ("Cili", 7), "blue": ("Anna", 9)}, [["red"], ["blue"]], order=("blue", "red"))
ALL = (G5, G4, G3, G2, G1)


def test_everybody_is_counted_once_a_game_and_a_shared_victory_is_a_win_for_each() -> None:
    told = st.overall(ALL, NOBODY)
    assert (told.games, told.shared, told.without_winner) == (5, 1, 1)
    # 40 and 60 minutes are known.
    assert (told.length_s, told.timed) == (6000, 2)
    assert [(row.game, row.games, row.last[:10]) for row in told.by_game] == [
        ("quarry", 3, "2026-03-03"), ("shaft", 2, "2026-03-05"),
    ]  # fmt: skip
    assert told.by_month == (("2026-03", 5),)
    broken = [msgspec.structs.replace(one, started="one evening") for one in ALL[:1]]
    assert st.overall([*broken, *ALL[1:]], NOBODY).by_month == (("2026-03", 4),)
    # Béla won g2 (shared) and g3 of 3; Anna g1 and g2 (shared) of 4; Cili g5 of 4. Equal wins: more games come first.
    assert [(row.name, row.count) for row in told.players] == [
        ("Anna", Count(4, 2, 1)), ("Béla", Count(3, 2, 1)), ("Cili", Count(4, 1, 0)),
    ]  # fmt: skip
    assert told.players[0].count.win_rate == 0.5


def test_unfinished_deleted_and_unknown_games_are_left_out_and_practice_on_demand() -> None:
    change = msgspec.structs.replace
    unfinished = [change(G1, id="u", status="playing"), change(G1, id="a", status="put_away")]
    unknown = change(G1, id="x", scores={}, winners=(), ranking=(), told=0)
    practice = change(G1, id="p", practice=True)
    games = (*unfinished, unknown, practice, G1)
    assert st.overall(games, NOBODY).games == 1
    assert st.overall(games, NOBODY, practice=True).games == 2
    assert st.of_game(games, NOBODY, "quarry", practice=True).games == 2
    assert st.of_player([practice], NOBODY, ANNA) is None
    assert st.head_to_head([practice], NOBODY, ANNA, BELA).together.games == 0


def test_a_game_is_told_with_its_points_and_its_best_and_closest() -> None:
    told = st.of_game(ALL, NOBODY, "quarry")
    assert (told.games, told.players, told.by_players) == (3, 3, {2: 2, 3: 1})
    # 30 + 20, 25 + 25 + 10, 40 + 38 over seven results; winners had 30, 25 and 40.
    assert told.average == pytest.approx(188 / 7)
    assert told.average_winning == pytest.approx(95 / 3)
    assert (told.shared, told.without_winner, told.length_s, told.timed) == (1, 0, 3000, 2)
    assert [(one.name, one.score, one.record) for one in told.best] == [
        ("Béla", 40, "g3"), ("Cili", 38, "g3"), ("Anna", 30, "g1"),
    ]  # fmt: skip
    # A shared victory is level; then 40 − 38 and 30 − 20.
    assert [(one.record, one.margin) for one in told.closest] == [("g2", 0), ("g3", 2), ("g1", 10)]
    assert st.of_game(ALL, NOBODY, "quarry", 3).games == 1


def test_of_equal_results_the_earlier_is_the_record_and_the_later_the_closest() -> None:
    early, late = (game(n, "quarry", {"red": ("Anna", 30), "blue": ("Béla", 25)}, [["red"], ["blue"]]) for n in (6, 7))
    for games in ((late, early), (early, late)):
        told = st.of_game(games, NOBODY, "quarry")
        assert [one.record for one in told.best] == ["g6", "g7", "g6"]
        assert [one.record for one in told.closest] == ["g7", "g6"]
        anna = st.of_player(games, NOBODY, ANNA)
        assert anna is not None
        (at,) = anna.by_game
        assert (at.best_record, at.worst_record, at.by_position) == ("g6", "g6", {})
        assert {row.last for row in st.overall(games, NOBODY).players} == {"2026-03-07T18:00:00Z"}


def test_at_one_game_the_better_average_goes_before_where_as_many_were_won() -> None:
    games = finished((G3, G1), NOBODY, "quarry")
    # Béla won g3 of two (20 and 40), Anna g1 of one (30), Cili none of one.
    assert [(one.name, one.count.wins, one.average, one.best) for one in players_at(games, NOBODY)] == [
        ("Anna", 1, 30, 30), ("Béla", 1, 30, 40), ("Cili", 0, 38, 38),
    ]  # fmt: skip
    better = msgspec.structs.replace(G1, id="g9", scores={"red": 30, "blue": 29})
    assert players_at(finished((G3, better), NOBODY, "quarry"), NOBODY)[0].name == "Béla"


def test_a_category_in_which_all_are_level_won_nothing() -> None:
    level = game(6, "quarry", {"red": ("Anna", 12), "blue": ("Béla", 10)}, [["red"], ["blue"]],
                 parts={"stone": {"red": 10, "blue": 10}, "gold": {"red": 2}})  # fmt: skip
    found = {one.category: (one.games, one.ahead) for one in st.of_game([level], NOBODY, "quarry").categories}
    assert found == {"stone": (1, 0), "gold": (1, 1)}


def test_a_game_that_points_did_not_decide_is_no_close_one() -> None:
    told = st.of_game(ALL, NOBODY, "shaft")
    assert told.closest == ()
    assert (told.games, told.without_winner, told.average_winning) == (2, 1, 7)
    assert told.length_s is None


def test_wins_are_told_by_colour_and_by_who_began() -> None:
    told = st.of_game(ALL, NOBODY, "quarry")
    # red: g1 Anna won, g2 Béla shared, g3 Béla won; blue: g1 lost, g2 shared; green lost twice.
    assert told.by_seat == {"blue": Count(2, 1, 1), "green": Count(2, 0, 0), "red": Count(3, 3, 1)}
    # g1: red first (won), blue second (lost); g2: blue first and red second share, green third; g3 does not tell.
    assert told.by_position == {1: Count(2, 2, 1), 2: Count(2, 1, 1), 3: Count(1, 0, 0)}


def test_categories_tell_what_winners_had_more_of() -> None:
    stone, gold = sorted(st.of_game(ALL, NOBODY, "quarry").categories, key=lambda one: one.category, reverse=True)
    # Winners: g1 red, g2 blue and red, g3 red (4 results); others: g1 blue, g2 green, g3 green (3 results).
    # stone: winners 20 + 20 + 5 + 20 = 65, others 15 + 10 + 30 = 55; a winner was ahead in g1 and g2, not in g3.
    assert (stone.category, stone.games, stone.judged, stone.ahead) == ("stone", 3, 3, 2)
    assert (stone.winners, stone.others) == (pytest.approx(65 / 4), pytest.approx(55 / 3))
    # gold: winners 10 + 5 + 20 + 20 = 55, others 5 + 0 + 8 = 13; ahead in all three.
    assert (gold.category, gold.games, gold.judged, gold.ahead) == ("gold", 3, 3, 3)
    assert (gold.winners, gold.others) == (pytest.approx(55 / 4), pytest.approx(13 / 3))
    assert gold.title == T("Gold")
    # Typed points say nothing of categories, and where nobody won or lost there is nobody to compare.
    typed = msgspec.structs.replace(G1, mode="scorekeeper")
    assert st.of_game([typed], NOBODY, "quarry").categories == ()
    assert st.of_game([msgspec.structs.replace(G1, winners=("red", "blue"))], NOBODY, "quarry").categories == ()


def test_a_player_is_told_by_game_with_runs_of_wins_and_against_whom() -> None:
    told = st.of_player(ALL, NOBODY, ANNA)
    assert told is not None
    # g1 won, g2 won, g4 nobody, g5 lost: the longest run is two, and none goes on.
    assert (told.name, told.count, told.streak, told.longest_streak) == ("Anna", Count(4, 2, 1), 0, 2)
    assert (told.length_s, told.timed) == (6000, 2)
    # Twice each: the one played later comes first.
    shaft, quarry = told.by_game
    assert (quarry.game, quarry.count, quarry.average) == ("quarry", Count(2, 2, 1), 27.5)
    assert (quarry.best, quarry.best_record, quarry.worst, quarry.worst_record) == (30, "g1", 25, "g2")
    assert (quarry.average_place, quarry.average_length_s) == (1, 3000)
    assert quarry.by_seat == {"blue": Count(1, 1, 1), "red": Count(1, 1, 0)}
    assert quarry.by_position == {1: Count(2, 2, 1)}
    # Of stone 20 and 20, of gold 10 and 5.
    assert [(one.category, one.points) for one in quarry.categories] == [("stone", 20), ("gold", 7.5)]
    # Places 1 (nobody won, level) and 2.
    assert (shaft.average, shaft.average_place, shaft.count) == (4.5, 1.5, Count(2, 0, 0))
    # Béla: ahead in g1, level in g2. Cili: ahead in g2, level in g4, behind in g5.
    assert [(one.name, one.games, one.ahead, one.behind, one.level) for one in told.opponents] == [
        ("Cili", 3, 1, 1, 1), ("Béla", 2, 1, 0, 1),
    ]  # fmt: skip
    assert [(took.record, took.place.rank, took.place.score, took.players) for took in told.last] == [
        ("g5", 2, 9, 2), ("g4", 1, 0, 2), ("g2", 1, 25, 3), ("g1", 1, 30, 2),
    ]  # fmt: skip
    assert st.of_player(ALL, NOBODY, player_id("Nobody")) is None


def test_two_players_are_compared_over_the_games_both_played() -> None:
    told = st.head_to_head(ALL, NOBODY, ANNA, CILI)
    # g2: Anna ahead and won; g4: level, nobody won; g5: Cili ahead and won.
    both = told.together
    assert (both.games, both.a_ahead, both.b_ahead, both.level, both.a_wins, both.b_wins) == (3, 1, 1, 1, 1, 1)
    assert [(at.game, at.games, at.a_ahead, at.b_ahead, at.level) for at in told.by_game] == [
        ("shaft", 2, 0, 1, 1), ("quarry", 1, 1, 0, 0),
    ]  # fmt: skip
    assert [(met.record, met.a.score, met.b.score) for met in told.last] == [("g5", 9, 7), ("g4", 0, 0), ("g2", 25, 10)]
    back = st.head_to_head(ALL, NOBODY, CILI, ANNA).together
    assert (back.a_ahead, back.b_ahead, back.level) == (both.b_ahead, both.a_ahead, both.level)
    assert st.head_to_head(ALL, NOBODY, ANNA, ANNA).together.games == 0


def test_somebody_with_two_seats_is_counted_once_with_the_better_one() -> None:
    twice = game(6, "quarry", {"red": ("Anna", 12), "blue": ("Béla", 15), "green": ("anna", 20)},
                 [["green"], ["blue"], ["red"]], order=("red", "blue", "green"))  # fmt: skip
    told = place(twice, NOBODY)
    assert [(one.player, one.seat, one.rank, one.score, one.position) for one in told.places] == [
        (ANNA, "green", 1, 20, 3), (BELA, "blue", 2, 15, 2),
    ]  # fmt: skip
    own = st.of_player([twice], NOBODY, ANNA)
    assert own is not None and (own.count, [one.name for one in own.opponents]) == (Count(1, 1, 0), ["Béla"])
    # Both seats of one player win together: nobody to share with.
    alone = msgspec.structs.replace(twice, winners=("green", "red"), ranking=(("green", "red"), ("blue",)))
    assert [(one.won, one.shared) for one in place(alone, NOBODY).places] == [(True, False), (False, False)]


def test_equal_places_share_the_better_number_and_the_next_one_is_left_out() -> None:
    level = game(7, "quarry", {"red": ("Anna", 9), "blue": ("Béla", 5), "green": ("Cili", 5), "black": ("Dóra", 1)},
                 [["red"], ["blue", "green"], ["black"]])  # fmt: skip
    assert [(one.name, one.rank) for one in place(level, NOBODY).places] == [
        ("Anna", 1), ("Béla", 2), ("Cili", 2), ("Dóra", 4),
    ]  # fmt: skip


def test_renamed_and_merged_players_are_one_in_all_their_games() -> None:
    # Cili was called so up to 3 March and is Cecília since; Béla's results are Anna's as well ("Béla" was a slip).
    people = People(
        players=(
            Player(CILI, "Cecília", also=(Alias("Cili", "2026-03-03T23:00:00Z"),)),
            Player(ANNA, "Anna", also=(Alias("Béla"),)),
        )
    )
    later = game(8, "quarry", {"red": ("Cecília", 3), "blue": ("Cili", 2)}, [["red"], ["blue"]])
    rows = {row.name: row for row in st.overall((later, *ALL), people).players}
    # Cecília: g2, g3 and the later game, won one of three; the Cili of g4, g5 and the later game is somebody else.
    assert rows["Cecília"].player_id == CILI and rows["Cecília"].count == Count(3, 1, 0)
    assert rows["Cili"].player_id != CILI and rows["Cili"].count == Count(3, 1, 0)
    # Anna with Béla: g1 (the better place), g2, g3, g4, g5.
    assert rows["Anna"].count == Count(5, 3, 0)


def test_seats_without_a_name_are_in_no_list_of_players() -> None:
    plain = game(9, "quarry", {"red": ("Red", 9), "blue": ("Anna", 5)}, [["red"], ["blue"]])
    nobody = {("red", "red"), ("blue", "blue"), ("violet", "anna")}
    assert [row.name for row in st.overall([plain], NOBODY, nobody=nobody).players] == ["Anna"]
    assert st.of_game([plain], NOBODY, "quarry", nobody=nobody).players == 1
    own = st.of_player([plain], NOBODY, ANNA, nobody=nobody)
    assert own is not None and own.opponents == () and own.count == Count(1, 0, 0)


def test_somebody_called_like_a_colour_is_a_player_once_something_was_said_of_them() -> None:
    plain = game(9, "quarry", {"red": ("Red", 9), "blue": ("Anna", 5)}, [["red"], ["blue"]])
    people = People(players=(Player(player_id("Red"), "Red", colour="red"),))
    assert [row.name for row in st.overall([plain], people, nobody={("red", "red")}).players] == ["Red", "Anna"]


def test_of_two_level_seats_of_one_player_the_one_with_more_points_is_told() -> None:
    both = game(9, "quarry", {"red": ("Anna", 5), "blue": ("Anna", 9)}, [["red", "blue"]], winners=())
    assert [(one.seat, one.score, one.rank) for one in place(both, NOBODY).places] == [("blue", 9, 1)]


def test_a_summary_of_before_tells_winners_and_ranks_the_others_by_points() -> None:
    old = msgspec.structs.replace(G2, told=0, ranking=(), order=(), parts=())
    assert [(one.name, one.rank, one.won) for one in place(old, NOBODY).places] == [
        ("Anna", 1, True), ("Béla", 1, True), ("Cili", 3, False),
    ]  # fmt: skip
    told = st.of_game([old], NOBODY, "quarry")
    assert (told.by_position, told.categories) == ({}, ())


def test_nothing_played_is_told_as_nothing() -> None:
    assert st.overall([], NOBODY) == st.Overall(0, 0, 0, 0, 0, (), (), ())
    empty = st.of_game([], NOBODY, "quarry")
    assert (empty.games, empty.average, empty.average_winning, empty.best, empty.closest) == (0, None, None, (), ())
    assert Count().win_rate is None
