"""What a reading means at a made-up table: whether it lags behind, what is late, and what may be played by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from companion.engine.decision import Choice, Decision
from companion.engine.game import TABLE, Event, Move, Played, State
from companion.engine.sight import EMPTY, Look, Plan, Reading, Seen, Sight, Spot
from companion.engine.text import T
from companion.table.judging import certain, involved, judge, spoken_of
from companion.table.seen import Difference, Doubtful, Foreign, Moves, Proposal, Same, Several

RED = "red"
LAMPS = ("1", "2", "3")
SAID = T("Something happens.")


class Board(State):
    """What burns where; how many lamps of a row burn is counted, and a flag says later how many in all."""

    lamps: dict[str, str]
    row: int = 0
    ended: bool = False


class Light(Move, frozen=True, tag="light"):
    """Lights a lamp, and one of the row."""

    lamp: str = ""
    row: int = 0


class Looking(Sight[Board]):
    """`flag`: where the flag stands is only checked."""

    def plan(self, box: Any) -> Plan:
        spots = [Spot(lamp, T("Lamp"), "piece", (RED,), (10.0 * int(lamp), 10, 8, 8)) for lamp in LAMPS]
        spots += [Spot(f"row:{n}", T("Row"), "piece", (RED,), (10.0 * n, 30, 8, 8), "row") for n in (1, 2)]
        spots += [Spot(f"flag:{n}", T("Flag"), "piece", (RED,), (10.0 * n, 50, 8, 8)) for n in (0, 1, 2)]
        return Plan(mat=5, field=(60, 60), board=(30, 30, 60, 60), known=True, spots=tuple(spots),
                    looks=(Look(RED, T("Red"), "piece"),))  # fmt: skip

    def shows(self, state: Board) -> Mapping[str, tuple[str, ...]]:
        row = {f"row:{n}": (EMPTY, RED) for n in (1, 2)}
        return {lamp: (label,) for lamp, label in state.lamps.items()} | row

    def sums(self, state: Board) -> Mapping[str, Mapping[str, int]]:
        return {"row": {RED: state.row}}

    def checks(self, state: Board) -> Mapping[str, tuple[str, ...]]:
        burning = sum(label == RED for label in state.lamps.values())
        return {f"flag:{n}": (RED,) if n == burning else (EMPTY,) for n in (0, 1, 2)}


class Lamps:
    """`choices`: what may be lit. What a move brings with it is given."""

    sight = Looking()
    box: Any = None

    def __init__(self, *choices: Light, events: tuple[Event, ...] = (), ends: bool = False, barrier: Any = None,
                 **how: bool) -> None:  # fmt: skip
        self.choices, self.events, self.ends, self.stops, self.how = choices, events, ends, barrier, how

    def decision(self, state: Board) -> Decision:
        open_now = [move for move in self.choices if state.lamps.get(move.lamp) != RED]
        return Decision("turn", SAID, choices=tuple(Choice(move, SAID) for move in open_now), **self.how)

    def play(self, state: Board, move: Light) -> Played[Board]:
        lamps = {**state.lamps, move.lamp: RED} if move.lamp else state.lamps
        after = Board(seats=state.seats, n=state.n + 1, lamps=lamps, row=state.row + move.row, ended=self.ends)
        return Played(after, self.events)

    apply = play

    def refuse(self, state: Board, move: Light) -> None:
        return None

    def standings(self, state: Board) -> tuple[Any, ...]:
        return ()

    def view(self, state: Board, seat: Any) -> Board:
        return state

    def say_move(self, view: Board, move: Light) -> Any:
        return SAID

    def barrier(self, state: Board, move: Light) -> Any:
        return self.stops

    def outcome(self, state: Board) -> Any:
        return "over" if state.ended else None


FIRST, SECOND, ROW = Light("a", "1"), Light("a", "2"), Light("a", row=1)
START = Board(seats=("a", "b"), lamps=dict.fromkeys(LAMPS, EMPTY))


def lit(*lamps: str, row: int = 0) -> Board:
    return Board(
        seats=("a", "b"), n=len(lamps), lamps={lamp: RED if lamp in lamps else EMPTY for lamp in LAMPS}, row=row
    )


def read(*burning: str, flag: int | None = None, unsure: tuple[str, ...] = ()) -> Reading:
    """Everything was seen, these burn; `flag`: where it stands, None: that was not looked at."""
    places = [*LAMPS, "row:1", "row:2", *([] if flag is None else [f"flag:{n}" for n in (0, 1, 2)])]
    seen = [Seen(place, RED if place in (*burning, f"flag:{flag}") else EMPTY, 0.99, place not in unsure)
            for place in places]  # fmt: skip
    return Reading(game="lamps", seen=tuple(seen))


def judged(reading: Reading, state: Board = START, *before: Board, agreed: tuple[str, ...] = ()) -> Any:
    game: Any = Lamps(FIRST, SECOND)
    return judge(game, state, reading, None, before, frozenset(agreed))  # type: ignore[arg-type]


# what it means


def test_a_table_that_agrees_says_so_place_by_place() -> None:
    found = judged(read())
    assert isinstance(found.explanation, Same) and found.checks == () and not found.behind
    assert found.agrees == {*LAMPS, "row:1", "row:2"}
    assert judged(read(unsure=("2",))).agrees == {"1", "3", "row:1", "row:2"}
    assert judged(read("3")).agrees == {"1", "2", "row:1", "row:2"}
    # Of a group that is counted wrong no place agrees, and what is only checked never does.
    assert judged(read("row:2", flag=0)).agrees == set(LAMPS)


def test_a_move_explains_it_and_a_flag_that_is_late_is_told_by_the_position_after_it() -> None:
    found = judged(read("1", flag=0))
    assert isinstance(found.explanation, Moves) and found.explanation.moves == (FIRST,)
    assert [one.spot for one in found.checks] == ["flag:0", "flag:1"]
    assert judged(read("1", flag=1)).checks == ()
    unsure = judged(read("1", flag=0, unsure=("flag:0",)))
    assert [one.spot for one in unsure.checks] == ["flag:1"], "an unsure flag is not told"


def test_a_table_that_still_shows_what_the_record_has_left_speaks_for_no_move() -> None:
    found = judged(read(), lit("1"), START)
    assert found.behind and isinstance(found.explanation, Foreign) and found.checks == ()
    assert [one.spot for one in found.explanation.differences if one.sure] == ["1"]
    # What lay as recorded once was moved since, so it counts.
    assert not isinstance(judged(read("1"), START, lit("1"), agreed=("1",)).explanation, Foreign)
    assert isinstance(judged(read("1"), START, lit("1"), agreed=("2",)).explanation, Foreign)
    # Where nothing is wrong it has caught up, whatever it was like before.
    caught_up = judged(read(), START, START)
    assert isinstance(caught_up.explanation, Same) and caught_up.behind
    # Another position than those it has left is no lagging behind.
    assert not judged(read("2"), lit("1"), START).behind
    assert isinstance(judged(read("1", "2"), lit("1"), START).explanation, Moves)


def test_flags_are_late_and_doubtful_places_are_none_so_neither_keeps_a_table_from_lagging_behind() -> None:
    assert judged(read(flag=2), lit("1"), START).behind
    assert judged(read("3", unsure=("3",)), lit("1"), START).behind


def test_places_that_are_counted_together_were_moved_since_if_any_of_them_agreed() -> None:
    toy: Any = Lamps(ROW)
    found = [judge(toy, START, read("row:1"), toy.box, (lit(row=1),), frozenset(agreed)).explanation
             for agreed in ((), ("row:2",))]  # fmt: skip
    assert isinstance(found[0], Foreign)
    assert isinstance(found[1], Moves) and found[1].moves == (ROW,)


def test_what_an_explanation_speaks_of() -> None:
    way = Proposal((FIRST,), (), START, ("1",), 0.0)
    other = Proposal((SECOND,), (), START, ("2", "3"), 0.0)
    assert spoken_of(Moves(way, ("3",))) == {"1"}
    assert spoken_of(Several((way, other), ())) == {"1", "2", "3"}
    sure, unsure = Difference("1", RED, (EMPTY,), True), Difference("2", RED, (EMPTY,), False)
    counted = Difference("row:1", RED, (RED,), True, (2, 0), ("row:1", "row:2"))
    assert spoken_of(Foreign((sure, unsure, counted))) == {"1", "row:1", "row:2"}
    assert spoken_of(Same()) == spoken_of(Doubtful(("1",))) == frozenset()


# what may be played without a tap

EVERY = frozenset((*LAMPS, "row:1", "row:2"))


def plays(game: Lamps, way: Proposal | None = None, reading: Reading | None = None,
          agreed: frozenset[str] = EVERY) -> bool:  # fmt: skip
    """Whether lighting the first lamp may be played by itself."""
    way = way or Proposal((FIRST,), (), lit("1"), ("1",), 0.0)
    toy: Any = game
    return certain(toy, START, way, reading or read("1"), agreed, game.sight.plan(None))


def test_one_move_that_was_seen_whole_may_be_played() -> None:
    assert plays(Lamps(FIRST))
    assert plays(Lamps(FIRST, events=(Event("lit", SAID),)))
    assert plays(Lamps(FIRST), reading=read("1", unsure=("2", "3", "row:1"))), "other places have no part in it"
    assert plays(Lamps(FIRST), agreed=frozenset({"1"}))


@pytest.mark.parametrize("how", [{"private": True}, {"secret": True}])
def test_what_is_chosen_unseen_is_not_played(how: dict[str, bool]) -> None:
    assert not plays(Lamps(FIRST, **how))


@pytest.mark.parametrize(
    "event",
    [Event("lit", SAID, points=1), Event("lit", SAID, scoring="lamps"), Event("lit", SAID, show=True)],
    ids=["points", "scoring", "show"],
)  # fmt: skip
def test_what_scores_or_shows_something_is_not_played(event: Event) -> None:
    assert not plays(Lamps(FIRST, events=(Event("lit", SAID), event)))


def test_what_ends_the_game_or_can_not_be_taken_back_is_not_played() -> None:
    assert not plays(Lamps(FIRST, ends=True))
    assert not plays(Lamps(FIRST, barrier=SAID))


def test_moves_that_are_no_choice_or_more_than_one_or_of_the_table_are_not_played() -> None:
    assert not plays(Lamps(SECOND))
    both = Proposal((FIRST, SECOND), (), lit("1", "2"), ("1", "2"), 0.0)
    assert not plays(Lamps(FIRST, SECOND), both, read("1", "2"))
    assert not plays(Lamps(FIRST), Proposal((), (), START, (), 0.0))
    by_table = msgspec.structs.replace(FIRST, by=TABLE)
    assert not plays(Lamps(by_table), Proposal((by_table,), (), lit("1"), ("1",), 0.0))


def test_a_move_that_nothing_shows_is_not_played() -> None:
    assert not plays(Lamps(FIRST), Proposal((FIRST,), (), START, (), 0.0), read())


def test_places_that_are_unsure_or_were_not_read_or_never_agreed_are_not_relied_on() -> None:
    assert not plays(Lamps(FIRST), reading=read("1", unsure=("1",)))
    assert not plays(Lamps(FIRST), reading=Reading(game="lamps", seen=read("2").seen[1:]))
    assert not plays(Lamps(FIRST), agreed=EVERY - {"1"})


def test_all_places_of_a_group_that_is_counted_otherwise_have_a_part_in_it() -> None:
    way = Proposal((ROW,), (), lit(row=1), (), 0.0)
    toy: Any = Lamps(ROW)
    plan = toy.sight.plan(None)
    assert involved(toy, START, way, plan) == {"row:1", "row:2"}
    assert involved(toy, START, Proposal((FIRST,), (), lit("1"), ("1",), 0.0), plan) == {"1"}
    lights = msgspec.structs.replace(ROW, lamp="1")
    both = Proposal((lights,), (), lit("1", row=1), ("1",), 0.0)
    assert plays(Lamps(lights), both, read("1", "row:2"))
    assert not plays(Lamps(lights), both, read("1", "row:2", unsure=("row:1",)))
    assert not plays(Lamps(lights), both, read("1", "row:2"), EVERY - {"row:1"})
