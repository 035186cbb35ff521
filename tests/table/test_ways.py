"""The search for ways on a made-up board of lamps, where every kind of move can be arranged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from companion.engine.decision import Choice, Decision, Form
from companion.engine.game import Move, Played, State
from companion.engine.sight import EMPTY, Plan, Reading, Seen, Sight
from companion.engine.text import T
from companion.table.evidence import Evidence
from companion.table.ways import Found, Search

RED, BLUE = "red", "blue"


class Board(State):
    """What burns where, and what nobody sees: a log of the moves, if it matters, and how often a bell was rung."""

    lamps: dict[str, str]
    log: tuple[str, ...] = ()
    rung: int = 0
    after: str = "start"


class Turn(Move, frozen=True, tag="turn"):
    """Sets lamps; rings the bell."""

    name: str
    sets: tuple[tuple[str, str], ...] = ()
    rings: int = 0
    then: str = "start"


Tells = Mapping[str, Turn | tuple[Turn, ...]]


class Lamps:
    """Moves by the state they are offered in. `ordered`: the state keeps the order of the moves. `unseen`: how one
    chooses in the state "covered" (private, secret). `forms`: what may be filled in at the start instead.
    """

    def __init__(self, offers: Mapping[str, tuple[Turn, ...]], ordered: bool = False, alike: bool = True,
                 unseen: str = "", forms: tuple[Form, ...] = ()) -> None:  # fmt: skip
        self.offers = offers
        self.forms = forms
        self.ordered = ordered
        self.alike = alike
        self.unseen = unseen

    def decision(self, state: Board) -> Decision:
        moves = [move for move in self.offers.get(state.after, ()) if move.name not in state.log]
        choices = tuple(Choice(move, T(move.name)) for move in moves)
        covered = self.unseen if state.after == "covered" else ""
        return Decision(state.after, T("Turn."), choices=choices, private=covered == "private",
                        secret=covered == "secret", forms=self.forms if state.after == "start" else ())  # fmt: skip

    def apply(self, state: Board, move: Turn) -> Played[Board]:
        log = (*state.log, move.name)
        lamps = {**state.lamps, **dict(move.sets)}
        kept = log if self.ordered else tuple(sorted(log))
        after = Board(seats=state.seats, n=state.n + 1, lamps=lamps, log=kept, rung=state.rung + move.rings,
                      after=move.then)  # fmt: skip
        return Played(after, ())

    def refuse(self, state: Board, move: Turn) -> None:
        return None

    def standings(self, state: Board) -> tuple[Any, ...]:
        return () if self.alike else state.log


class Looking(Sight[Board]):
    """`tells`: what lies open tells in a state, if the first lamp of the move is seen so."""

    def __init__(self, tells: Tells | None = None) -> None:
        self.tells = tells or {}

    def moves(self, state: Board, seen: Mapping[str, str]) -> tuple[Move, ...]:
        told = self.tells.get(state.after, ())
        moves = (told,) if isinstance(told, Turn) else told
        return tuple(move for move in moves if seen.get(move.sets[0][0]) == move.sets[0][1])

    def plan(self, box: Any) -> Plan:
        return Plan(mat=5, field=(10, 10), board=(5, 5, 10, 10), known=True, spots=(), looks=())

    def shows(self, state: Board) -> Mapping[str, tuple[str, ...]]:
        return {lamp: (label,) for lamp, label in state.lamps.items()}


def search(game: Any, seen: Mapping[str, str], before: Mapping[str, str], doubtful: tuple[str, ...] = (),
           tells: Tells | None = None) -> Found:  # fmt: skip
    state = Board(seats=("a", "b"), lamps=dict(before))
    read = (Seen(lamp, label, 0.99, lamp not in doubtful) for lamp, label in seen.items())
    evidence = Evidence(Looking().plan(None), Reading(game="lamps", seen=tuple(read)))
    return Search(game, Looking(tells), state, evidence, 4, 200).run()


def names(found: Found) -> list[tuple[str, ...]]:
    return [tuple(move.name for move in way.moves) for way in found.ways]  # type: ignore[attr-defined]


def test_a_way_that_holds_all_moves_of_another_one_is_left_out() -> None:
    clear = Turn("a", "clear", (("1", EMPTY),), rings=1)
    light = Turn("a", "light", (("1", BLUE),))
    found = search(Lamps({"start": (clear, light)}), {"1": BLUE}, {"1": RED})
    assert names(found) == [("light",)] and found.whole


def test_what_was_put_down_wrong_and_changed_again_is_no_rival_of_the_plain_way() -> None:
    wrong = Turn("a", "wrong", (("1", RED),), then="mending")
    mend = Turn("b", "mend", (("1", BLUE),), rings=1)
    light = Turn("a", "light", (("1", BLUE),))
    game = Lamps({"start": (wrong, light), "mending": (mend, Turn("b", "pass"))})
    found = search(game, {"1": BLUE}, {"1": EMPTY})
    assert names(found) == [("light",)] and found.whole
    found = search(Lamps({"start": (wrong, Turn("a", "pass")), "mending": game.offers["mending"]}),
                   {"1": BLUE}, {"1": EMPTY})  # fmt: skip
    assert names(found) == [("wrong", "mend")] and found.ways[0].unseen == 1


def test_a_move_that_nobody_sees_is_passed_only_where_there_is_no_other() -> None:
    ring = Turn("a", "ring", rings=1, then="second")
    first, second = Turn("a", "light", (("1", BLUE),)), Turn("b", "light too", (("1", BLUE),))
    among = Lamps({"start": (ring, first), "second": (second,)})
    assert names(search(among, {"1": BLUE}, {"1": EMPTY})) == [("light",)]
    dark = Turn("a", "pass")
    assert names(search(Lamps({"start": (ring, dark), "second": (second,)}), {"1": BLUE}, {"1": EMPTY})) == []
    alone = Lamps({"start": (ring,), "second": (second,)})
    found = search(alone, {"1": BLUE}, {"1": EMPTY})
    assert names(found) == [("ring", "light too")] and found.ways[0].unseen == 0


def test_two_orders_of_the_same_moves_are_one_way_unless_they_lead_to_something_else() -> None:
    moves = (Turn("a", "one", (("1", RED),)), Turn("a", "two", (("2", RED),)))
    seen, before = {"1": RED, "2": RED}, {"1": EMPTY, "2": EMPTY}
    assert len(search(Lamps({"start": moves}), seen, before).ways) == 1
    assert len(search(Lamps({"start": moves}, ordered=True), seen, before).ways) == 1
    assert len(search(Lamps({"start": moves}, ordered=True, alike=False), seen, before).ways) == 2


def test_moves_under_a_cover_are_told_as_unseen_and_not_taken_where_a_plainer_way_fits() -> None:
    hidden = Turn("a", "hidden", (("2", RED),), then="second")
    light = Turn("b", "light", (("1", BLUE),))
    before, seen = {"1": EMPTY, "2": EMPTY}, {"1": BLUE, "2": EMPTY}
    behind = Lamps({"start": (hidden, Turn("a", "ring", rings=1)), "second": (light,)})
    found = search(behind, seen, before, doubtful=("2",))
    assert names(found) == [("hidden", "light")] and found.ways[0].unseen == 1
    plain = Lamps({"start": (hidden, light), "second": (light,)})
    assert names(search(plain, seen, before, doubtful=("2",))) == [("light",)]
    assert names(search(behind, seen, before)) == []


def test_one_move_that_changes_more_than_is_sure_rivals_one_that_changes_just_that() -> None:
    one = Turn("a", "one", (("1", RED),))
    both = Turn("a", "both", (("1", RED), ("2", RED)))
    game = Lamps({"start": (one, both)})
    before = {"1": EMPTY, "2": EMPTY}
    assert len(search(game, {"1": RED, "2": EMPTY}, before, doubtful=("2",)).ways) == 2
    assert names(search(game, {"1": RED, "2": EMPTY}, before)) == [("one",)]
    assert names(search(game, {"1": RED, "2": RED}, before)) == [("both",)]


def test_a_way_is_no_longer_than_allowed() -> None:
    chain = {
        "start": (Turn("a", "0", (("0", RED),), then="1"), Turn("a", "pass")),
        **{str(i): (Turn("a", str(i), ((str(i), RED),), then=str(i + 1)), Turn("a", "pass")) for i in range(1, 6)},
    }
    before = {str(i): EMPTY for i in range(6)}
    assert names(search(Lamps(chain), {**before, **{str(i): RED for i in range(4)}}, before)) == [("0", "1", "2", "3")]
    assert names(search(Lamps(chain), {**before, **{str(i): RED for i in range(5)}}, before)) == []


def test_what_lies_open_is_followed_and_does_not_count_as_a_move() -> None:
    tells = {
        "start": Turn("a", "t0", (("t0", RED),), then="t1"),
        **{f"t{i}": Turn("a", f"t{i}", ((f"t{i}", RED),), then=f"t{i + 1}") for i in range(1, 4)},
    }
    lights = tuple(Turn("a", str(i), ((str(i), BLUE),), then="t4") for i in range(4))
    before = {**{f"t{i}": EMPTY for i in range(4)}, **{str(i): EMPTY for i in range(4)}}
    after = {**{f"t{i}": RED for i in range(4)}, **{str(i): BLUE for i in range(4)}}
    found = search(Lamps({"t4": lights}), after, before, tells=tells)
    assert [sorted(way) for way in names(found)] == [["0", "1", "2", "3", "t0", "t1", "t2", "t3"]] and found.whole
    covered = search(Lamps({"t4": lights}), after, before, doubtful=("t2",), tells=tells)
    assert names(covered) == [] and covered.part is not None
    assert [move.name for move in covered.part.moves] == ["t0", "t1"]  # type: ignore[attr-defined]


def test_many_changes_at_once_are_gone_through_once_each_whatever_their_order() -> None:
    lights = tuple(Turn("a", str(i), ((str(i), BLUE),)) for i in range(4))
    before, after = {str(i): EMPTY for i in range(4)}, {str(i): BLUE for i in range(4)}
    # Sixteen sets of four lamps, at most four moves from each: 32 are tried, not the 64 of all orders.
    found = search(Lamps({"start": lights}), after, before)
    assert len(found.ways) == 1 and found.whole
    state = Board(seats=("a", "b"), lamps=dict(before))
    read = tuple(Seen(lamp, label, 0.99, True) for lamp, label in after.items())
    evidence = Evidence(Looking().plan(None), Reading(game="lamps", seen=read))
    one = Search(Lamps({"start": lights}), Looking(), state, evidence, 4, 200)  # type: ignore[arg-type]
    one.run()
    assert 200 - one.tries <= 32


@pytest.mark.parametrize("how", ["private", "secret"])
def test_nothing_is_looked_for_beyond_what_is_chosen_unseen(how: str) -> None:
    light, choose = Turn("a", "light", (("1", BLUE),), then="covered"), Turn("b", "choose", (("2", RED),))
    offers = {"start": (light, Turn("a", "pass")), "covered": (choose,)}
    before, seen = {"1": EMPTY, "2": EMPTY}, {"1": BLUE, "2": RED}
    assert names(search(Lamps(offers), seen, before)) == [("light", "choose")]
    assert names(search(Lamps(offers, unseen=how), seen, before)) == []
    told = {"covered": choose}
    assert names(search(Lamps(offers, unseen=how), seen, before, tells=told)) == []
    assert names(search(Lamps(offers, unseen=how), {"1": BLUE}, before, tells=told)) == [("light",)]


def test_moves_that_lie_open_are_a_part_only_where_no_way_was_found() -> None:
    lay, light = Turn("a", "lay", (("1", RED),), then="laid"), Turn("a", "light", (("2", BLUE),), then="laid")
    game, before = Lamps({"start": (lay,), "laid": (light, Turn("a", "pass"))}), {"1": EMPTY, "2": EMPTY, "3": EMPTY}
    found = search(game, {"1": RED, "2": BLUE, "3": EMPTY}, before, tells={"start": lay})
    assert names(found) == [("lay", "light")] and found.part is None
    foreign = search(game, {"1": RED, "2": BLUE, "3": BLUE}, before, tells={"start": lay})
    assert not foreign.ways and foreign.part is not None
    assert [move.name for move in foreign.part.moves] == ["lay"]  # type: ignore[attr-defined]


def test_what_nobody_sees_is_tried_last() -> None:
    hidden = tuple(Turn("a", f"h{i}", ((f"h{i}", RED),)) for i in range(8))
    clear, light = Turn("a", "clear", (("1", EMPTY),), then="cleared"), Turn("b", "light", (("1", BLUE),))
    game = Lamps({"start": (*hidden, clear), "cleared": (light, Turn("b", "pass"))})
    state = Board(seats=("a", "b"), lamps={"1": RED, **{f"h{i}": EMPTY for i in range(8)}})
    read = (Seen("1", BLUE, 0.99, True), *(Seen(f"h{i}", EMPTY, 0.6, False) for i in range(8)))
    evidence = Evidence(Looking().plan(None), Reading(game="lamps", seen=read))
    found = Search(game, Looking(), state, evidence, 4, 20).run()  # type: ignore[arg-type]
    assert names(found)[0] == ("clear", "light") and not found.whole
    assert found.ways[0].unseen == 0, "a place that is cleared first may be filled again"


def test_a_move_is_not_the_only_one_where_something_may_be_filled_in_instead() -> None:
    ring, light = Turn("a", "ring", rings=1, then="second"), Turn("b", "light", (("1", BLUE),))
    offers = {"start": (ring,), "second": (light,)}
    assert names(search(Lamps(offers), {"1": BLUE}, {"1": EMPTY})) == [("ring", "light")]
    assert names(search(Lamps(offers, forms=(Form("a", "say", ()),)), {"1": BLUE}, {"1": EMPTY})) == []


def test_of_two_things_that_what_lies_open_may_tell_neither_is_taken_for_granted() -> None:
    either = Turn("a", "mine", (("1", BLUE),), rings=1, then="end"), Turn("b", "yours", (("1", BLUE),), then="end")
    found = search(Lamps({"start": either}, alike=False), {"1": BLUE}, {"1": EMPTY}, tells={"start": either})
    assert sorted(names(found)) == [("mine",), ("yours",)]


def test_what_lies_open_is_not_followed_where_it_leads_to_what_is_not_so() -> None:
    lay = Turn("a", "lay", (("1", RED), ("2", RED)), then="laid")
    before, seen = {"1": EMPTY, "2": EMPTY, "3": EMPTY}, {"1": RED, "2": EMPTY, "3": BLUE}
    found = search(Lamps({"start": (lay, Turn("a", "pass"))}), seen, before, tells={"start": lay})
    assert not found.ways and found.part is None
    found = search(Lamps({"start": (lay, Turn("a", "pass"))}), {**seen, "2": RED}, before, tells={"start": lay})
    assert not found.ways and found.part is not None


def test_two_moves_that_lead_to_the_very_same_are_one_way() -> None:
    either = tuple(Turn(who, "light", (("1", BLUE),)) for who in ("a", "b"))
    assert len(search(Lamps({"start": either}), {"1": BLUE}, {"1": EMPTY}).ways) == 1


def test_an_order_that_leaves_something_else_behind_is_another_way() -> None:
    one, two = Turn("a", "one", (("1", RED), ("3", RED))), Turn("a", "two", (("2", RED), ("3", BLUE)))
    seen, before = {"1": RED, "2": RED, "3": RED}, {"1": EMPTY, "2": EMPTY, "3": EMPTY}
    found = search(Lamps({"start": (one, two)}), seen, before, doubtful=("3",))
    assert names(found) == [("two", "one"), ("one", "two")]


def test_an_order_after_which_something_else_is_decided_is_another_way() -> None:
    one, two = Turn("a", "one", (("1", RED),), then="x"), Turn("a", "two", (("2", RED),), then="y")
    seen, before = {"1": RED, "2": RED}, {"1": EMPTY, "2": EMPTY}
    assert len(search(Lamps({"start": (one, two), "x": (two,), "y": (one,)}), seen, before).ways) == 2


class Echo(Lamps):
    """Once two moves were made, only the last one can be echoed."""

    def decision(self, state: Board) -> Decision:
        echo = (Choice(Turn("a", f"echo {state.log[-1]}"), T("Echo.")),) if len(state.log) > 1 else ()
        return Decision("start", T("Turn."), choices=echo or super().decision(state).choices)


def test_an_order_after_which_other_moves_are_open_is_another_way() -> None:
    moves = (Turn("a", "one", (("1", RED),)), Turn("a", "two", (("2", RED),)))
    seen, before = {"1": RED, "2": RED}, {"1": EMPTY, "2": EMPTY}
    assert len(search(Echo({"start": moves}, ordered=True), seen, before).ways) == 2


class Forgetful(Lamps):
    """Keeps nothing of the moves but how the lamps burn."""

    def apply(self, state: Board, move: Turn) -> Played[Board]:
        return Played(msgspec.structs.replace(super().apply(state, move).state, log=()), ())


def test_a_longer_way_to_the_very_same_is_no_other_way() -> None:
    both = Turn("a", "both", (("1", RED), ("2", RED)))
    one, two = Turn("a", "one", (("1", RED),)), Turn("a", "two", (("2", RED),))
    seen, before = {"1": RED, "2": RED}, {"1": EMPTY, "2": EMPTY}
    assert names(search(Forgetful({"start": (one, two, both)}), seen, before)) == [("both",)]
    assert len(search(Lamps({"start": (one, two, both)}), seen, before).ways) == 2


def test_of_two_ways_that_are_as_likely_the_one_that_was_seen_whole_comes_first() -> None:
    clear, first, last = (Turn("a", name, ((lamp, label),), then=then) for name, lamp, label, then in (
        ("clear", "1", EMPTY, "x"), ("first", "2", RED, "y"), ("last", "1", BLUE, "end")))  # fmt: skip
    hidden = Turn("a", "hidden", (("3", RED),), then="z")
    both = Turn("a", "both", (("1", BLUE), ("2", RED)), then="end")
    offers = {"start": (hidden, clear), "x": (first,), "y": (last,), "z": (both,)}
    state = Board(seats=("a", "b"), lamps={"1": RED, "2": EMPTY, "3": EMPTY})
    read = (Seen("1", BLUE, 0.99, True), Seen("2", RED, 0.99, True), Seen("3", None, 0.0, False))
    evidence = Evidence(Looking().plan(None), Reading(game="lamps", seen=read))
    found = Search(Lamps(offers), Looking(), state, evidence, 4, 200).run()  # type: ignore[arg-type]
    ways = [(names(Found((way,), True))[0], way.unseen) for way in found.ways]
    assert ways == [(("clear", "first", "last"), 0), (("hidden", "both"), 1)]
