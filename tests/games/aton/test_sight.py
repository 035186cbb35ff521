"""What the camera is told of Aton: measured places, rows only once they are open, the sheet (spec aton 2.3, 9)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.sight import BACK, EMPTY
from companion.games.aton import GAME
from companion.games.aton.moves import Exchange, Ready, Reveal, Thrown, TieDraw, TurnedUp
from companion.games.aton.sight_places import dead_place
from tests.games.aton.scene import do, rows, table

SIGHT = GAME.sight
PLAN = SIGHT.plan(GAME.box)


def centre(spot_id: str) -> tuple[float, float]:
    """Where a place lies on the board, as shares of its sides."""
    spot = PLAN.spot(spot_id)
    assert spot is not None
    x, y, width, height = PLAN.board
    return round((spot.at[0] - x) / width + 0.5, 4), round((spot.at[1] - y) / height + 0.5, 4)


def seen(state: Any) -> dict[str, str]:
    """A perfect reading of spaces, cards and score markers; the Dead filled from the left."""
    found = {spot: labels[0] for spot, labels in SIGHT.shows(state).items()}
    found |= {spot: labels[0] for spot, labels in SIGHT.checks(state).items()}
    dead = [seat for seat, n in SIGHT.sums(state)["dead"].items() for _ in range(n)]
    return found | {f"dead:{i + 1}": (dead[i] if i < len(dead) else EMPTY) for i in range(8)}


# where things lie


@pytest.mark.parametrize(
    ("spot", "x", "y"),
    [
        ("space:1.01", 0.223, 0.211),
        ("space:1.12", 0.440, 0.365),
        ("space:2.07", 0.709, 0.288),
        ("space:3.05", 0.223, 0.675),
        ("space:4.12", 0.781, 0.750),
        ("dead:1", 0.212, 0.935),
        ("dead:5", 0.537, 0.935),
        ("track:1", 0.121, 0.961),
        ("track:15", 0.121, 0.0398),  # .961 − 14 × .0658
        ("track:16", 0.190, 0.031),
        ("track:25", 0.8128, 0.031),  # .190 + 9 × .0692
        ("track:26", 0.876, 0.039),
        ("track:40", 0.876, 0.9602),  # .039 + 14 × .0658
        ("order:red", 0.3315, 0.4825),  # between columns .223 and .440, rows .365 and .600
        ("order:blue", 0.673, 0.4825),
    ],
)
def test_places_are_where_they_were_measured_on_the_board(spot: str, x: float, y: float) -> None:
    assert centre(spot) == pytest.approx((x, y))


def test_the_board_has_its_printed_size_and_room_for_a_row_of_cards_at_either_side() -> None:
    assert PLAN.known
    assert PLAN.board[2:] == (360, 360)
    left, right = PLAN.spot("cartouche:red:1"), PLAN.spot("cartouche:blue:4")
    assert left is not None and right is not None
    assert left.at[2:] == right.at[2:] == (67, 44)
    assert left.at[0] + 67 / 2 < PLAN.board[0] - 180 and right.at[0] - 67 / 2 > PLAN.board[0] + 180
    # Both players have the head of their cards towards the board.
    assert (left.turned, right.turned) == (1, 3)


def test_there_are_as_many_places_as_the_board_has() -> None:
    kinds = [spot.id.partition(":")[0] for spot in PLAN.spots]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "space": 48,
        "dead": 8,
        "track": 40,
        "cartouche": 8,
        "order": 2,
    }


def test_places_of_another_board_are_not_taken_for_known() -> None:
    other = GAME.box.with_overrides({"dead_spaces": 9})
    plan = SIGHT.plan(other)
    assert not plan.known
    assert sum(spot.id.startswith("dead:") for spot in plan.spots) == 9
    row = [spot.at[0] for spot in plan.spots if spot.id.startswith("dead:")]
    first, last = dead_place(0, 8)[0], dead_place(7, 8)[0]
    # Evenly spread over the row: half a step from either end.
    assert row[0] - first == pytest.approx(last - row[-1]) == pytest.approx((row[1] - row[0]) / 2)


def test_spaces_and_numbers_that_the_published_board_has_not_have_no_place() -> None:
    temples = GAME.box.value("temples")
    plan = SIGHT.plan(GAME.box.with_overrides({"temples": {**temples, "1": [*temples["1"], "Y"]}, "track_max": 50}))
    assert not plan.known
    there = {spot.id for spot in plan.spots}
    assert "space:1.12" in there and "space:1.13" not in there
    assert "track:40" in there and "track:41" not in there


def test_as_many_of_each_thing_are_counted_as_the_box_has() -> None:
    counts = SIGHT.counts(GAME.box)
    assert counts["temples", "red"] == counts["dead", "blue"] == 29
    assert counts["track", "red"] == 1
    assert counts["cards:blue", "card:blue:4"] == 9


def test_the_start_picture_has_both_colours_on_every_printed_colour() -> None:
    kinds = {f"space:{t}.{i:02}": kind for t, its in GAME.box.value("temples").items() for i, kind in enumerate(its, 1)}
    start = SIGHT.start(GAME.box, ("red", "blue"))
    assert {(kinds[spot], seat) for spot, seat in start.items()} == {
        (kind, seat) for kind in ("Y", "G", "K", "B", "+1", "+2") for seat in ("red", "blue")
    }


# what a position shows


def test_an_empty_board_shows_nothing_anywhere() -> None:
    shows = SIGHT.shows(table())
    assert len(shows) == 56
    assert set(shows.values()) == {(EMPTY,)}


def test_counters_show_on_their_spaces() -> None:
    shows = SIGHT.shows(table(board={"red": ["1.01", "4.12"], "blue": ["2.08"]}))
    assert shows["space:1.01"] == shows["space:4.12"] == ("red",)
    assert shows["space:2.08"] == ("blue",)
    assert shows["space:1.02"] == (EMPTY,)


def test_the_dead_may_lie_in_any_order_but_not_in_any_number() -> None:
    state = table(dead={"red": 2})
    assert {SIGHT.shows(state)[f"dead:{n}"] for n in range(1, 9)} == {(EMPTY, "red")}
    assert SIGHT.sums(state) == {"dead": {"red": 2, "blue": 0}}


def test_eight_dead_leave_no_place_empty_and_more_lie_beside_uncounted() -> None:
    full = table(dead={"red": 5, "blue": 3})
    assert SIGHT.shows(full)["dead:8"] == ("red", "blue")
    assert SIGHT.sums(full) == {"dead": {"red": 5, "blue": 3}}
    assert SIGHT.sums(table(dead={"red": 6, "blue": 3})) == {}


def test_a_removal_shows_in_the_temple_and_in_the_dead() -> None:
    state = do(table(board={"red": ["1.01", "1.02", "1.03"]}), *rows((1, 2, 1, 1), (1, 4, 4, 4)))
    # Red moves first (2 < 4) and removes 2 − 2 = 0, so places in temple 1; then blue removes 4 − 2 = 2 of red.
    state = do(state, {"move": "place", "by": "red", "space": "1.04"})
    before = SIGHT.sums(state)["dead"]["red"]
    after = do(state, {"move": "remove", "by": "blue", "space": "1.02"})
    assert SIGHT.shows(state)["space:1.02"] == ("red",)
    assert SIGHT.shows(after)["space:1.02"] == (EMPTY,)
    assert SIGHT.sums(after)["dead"]["red"] == before + 1


def test_score_markers_are_checked_apart_from_what_explains_a_move() -> None:
    state = table(score={"red": 12, "blue": 12})
    assert SIGHT.checks(state)["track:12"] == ("red", "blue")  # One lies on the other.
    assert SIGHT.checks(state)["track:11"] == (EMPTY,)
    assert not any(spot.startswith("track:") for spot in SIGHT.shows(state))
    start = SIGHT.checks(table())
    assert set(start.values()) == {(EMPTY,)} and len(start) == 40
    assert SIGHT.checks(table(score={"red": 40}))["track:40"] == ("red",)
    assert SIGHT.checks(table(score={"red": 41})) == {}


# the cards


def cards_of(seat: str, values: tuple[int, ...], place: str = "cartouche") -> dict[str, str]:
    return {f"{place}:{seat}:{i}": f"card:{seat}:{n}" for i, n in enumerate(values, 1)}


ROWS = {seat: {f"cartouche:{seat}:{n}" for n in range(1, 5)} for seat in ("red", "blue")}


def test_no_row_is_looked_at_before_both_lie_open() -> None:
    state = table()
    assert SIGHT.unseen(state) == ROWS["red"] | ROWS["blue"]
    state = do(state, Ready("red"))
    assert SIGHT.unseen(state) == ROWS["red"] | ROWS["blue"]
    assert SIGHT.moves(state, cards_of("red", (1, 2, 3, 4)) | cards_of("blue", (1, 2, 3, 4))) == ()
    state = do(state, Ready("blue"))
    assert SIGHT.unseen(state) == frozenset()


def test_a_row_that_lies_ready_shows_its_backs() -> None:
    shows = SIGHT.shows(do(table(), Ready("red")))
    assert {shows[spot] for spot in ROWS["red"]} == {(BACK,)}
    assert not ROWS["blue"] & set(shows)  # Blue may be laying its own.


def test_a_row_turned_up_too_early_is_not_looked_at_either() -> None:
    state = do(table(options={"early_reveal": "keep"}), Ready("red"), TurnedUp("red"))
    assert ROWS["red"] <= SIGHT.unseen(state)
    assert not ROWS["red"] & set(SIGHT.shows(state))


def test_open_rows_are_entered_as_they_lie() -> None:
    state = do(table(), Ready("red"), Ready("blue"))
    red, blue = cards_of("red", (4, 1, 2, 3)), cards_of("blue", (1, 1, 3, 4))
    assert SIGHT.moves(state, red | blue) == (Reveal("red", (4, 1, 2, 3)), Reveal("blue", (1, 1, 3, 4)))
    assert SIGHT.moves(state, blue) == (Reveal("blue", (1, 1, 3, 4)),)
    after = do(state, Reveal("red", (4, 1, 2, 3)))
    assert SIGHT.moves(after, red | blue) == (Reveal("blue", (1, 1, 3, 4)),)
    assert SIGHT.shows(after)["cartouche:red:1"] == ("card:red:4",)


@pytest.mark.parametrize("third", [None, BACK, EMPTY, "card:blue:2"])
def test_a_row_with_a_card_that_was_not_seen_is_not_entered(third: str | None) -> None:
    state = do(table(), Ready("red"), Ready("blue"))
    lying = cards_of("red", (4, 1, 2, 3))
    del lying["cartouche:red:3"]
    if third is not None:
        lying["cartouche:red:3"] = third
    assert SIGHT.moves(state, lying) == ()


def test_cards_for_the_order_mean_something_only_when_they_are_drawn_and_never_darken_the_board() -> None:
    state = do(table(), *rows((2, 2, 1, 1), (2, 2, 1, 1)))
    assert SIGHT.unseen(state) == frozenset()
    drawn = {"order:red": "card:red:3", "order:blue": "card:blue:1"}
    assert SIGHT.moves(state, cards_of("red", (2, 2, 1, 1)) | drawn) == (TieDraw("table", 3, 1),)
    assert SIGHT.moves(state, cards_of("red", (2, 2, 1, 1)) | {"order:red": "card:red:3"}) == ()
    later = do(state, TieDraw("table", 3, 1))
    # What is blackened makes the spaces beside it doubtful.
    assert SIGHT.unseen(later) == frozenset() and SIGHT.moves(later, drawn) == ()


def test_thrown_cards_are_read_where_they_lie_open_and_the_other_row_is_not() -> None:
    state = do(table(options={"exchange_discard_visible": "yes"}), Ready("blue"), Exchange("red"))
    assert SIGHT.unseen(state) == ROWS["blue"]
    assert SIGHT.moves(state, cards_of("red", (1, 1, 2, 4))) == (Thrown("red", (1, 1, 2, 4)),)
    assert SIGHT.moves(state, cards_of("blue", (1, 1, 2, 4))) == ()


# the sheet


def test_one_picture_fills_the_sheet_and_it_scores_as_the_game_does() -> None:
    state = table(
        board={"red": ["1.01", "1.05", "1.07", "2.02", "3.08", "4.04"], "blue": ["1.02", "3.05", "4.08", "4.12"]},
        score={"red": 10, "blue": 4},
        dead={"red": 5, "blue": 3},
    )
    sheet = SIGHT.sheet(seen(state), GAME.box)
    assert sheet["scores"] == {"red": 10, "blue": 4}
    scored = GAME.sheets["aton"].score(sheet)
    expected = GAME.scores(state)
    assert scored.lines == expected.lines
    assert scored.totals == expected.totals


def test_what_was_not_seen_for_certain_is_left_out_of_the_sheet() -> None:
    state = table(board={"red": ["1.01"], "blue": ["2.01"]}, score={"red": 3, "blue": 3})
    read = seen(state)
    del read["space:2.01"]
    sheet = SIGHT.sheet(read, GAME.box)
    assert sheet == {"board": {"red": ["1.01"], "blue": []}, "scores": {"red": 3}}
    # Two discs of one colour on the track are no score.
    assert "scores" not in SIGHT.sheet({"track:3": "red", "track:9": "red"}, GAME.box)


def test_cards_may_be_cleared_away_once_the_game_is_over() -> None:
    state = do(table(score={"red": 39}), *rows((4, 1, 1, 1), (1, 1, 1, 1)))  # 39 + (4 − 1) × 2 = 45
    assert state.phase == "over"
    assert not any(spot.startswith("cartouche:") for spot in SIGHT.shows(state))
