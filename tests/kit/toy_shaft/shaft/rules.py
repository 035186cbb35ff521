"""The rules of Shaft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import (
    TABLE,
    Choice,
    Dealer,
    Decision,
    Edit,
    Event,
    Fault,
    Game,
    InputError,
    Move,
    Outcome,
    Phase,
    Played,
    Question,
    Refusal,
    Scores,
    Setup,
    Standing,
    State,
    Step,
)
from companion.engine.help import Help
from companion.engine.options import OptionValues
from companion.engine.text import T, Text, seat
from shaft.dealer import ShaftDealer
from shaft.facts import BOX, HELP, PRACTICE, check, survey

ROUNDS = 2
MOST = 6
"""Points of one seat at most at the end."""


class Dig(Move, frozen=True, tag="dig"):
    """A seat digs 1 to 3 deep, unseen."""

    deep: int


class Tell(Move, frozen=True, tag="tell"):
    """The table says how deep the shaft is."""

    depth: int


class Correct(Move, frozen=True, tag="correct"):
    """The table puts the points right."""

    points: dict[str, int]


class Nothing(Setup, frozen=True):
    """Nothing is drawn."""


class Dug(State):
    """Digs of this round by seat (0 where only the seat knows), points, and what the table told of the box."""

    depth: int | None = None
    told: dict[str, Any] = msgspec.field(default_factory=dict)
    round: int = 1
    digs: dict[str, int] = msgspec.field(default_factory=dict)
    points: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.round > ROUNDS


class Shaft(Game[Dug]):
    """The game object."""

    id = "shaft"
    rules = "shaft@1"
    title = T("Shaft")
    seat_range = (2, 3)
    colours = ("red", "blue", "green")
    move_types = (Dig, Tell, Correct)
    setup_type = Nothing
    options = ()
    longest = 12

    @property
    def box(self) -> Box:
        return BOX

    @property
    def practice(self) -> Box:
        return PRACTICE

    @property
    def help(self) -> Help:
        return HELP

    def survey(self, box: Box) -> tuple[Question, ...]:
        return survey(box)

    def check_box(self, box: Box) -> tuple[Fault, ...]:
        return check(box)

    def type_answer(self, box: Box, question: Question, words: str) -> Any:
        numbers = words.split()
        if len(numbers) != 2 or not all(word.isdecimal() for word in numbers):
            raise InputError(T("Give two numbers, like 1 2."))
        return [int(word) for word in numbers]

    def learned(self, state: Dug) -> Mapping[str, Any]:
        return state.told

    def view(self, state: Dug, seat: str | None) -> Dug:
        shown = {who: n if who == seat else 0 for who, n in state.digs.items()}
        return msgspec.structs.replace(state, digs=shown)

    def own_view(self, state: Dug, seat: str) -> tuple[Text, ...]:
        return (T("You have dug {n} deep.", n=state.digs[seat]),) if state.digs.get(seat) else ()

    def sealed(self, state: Dug) -> bool:
        return bool(state.digs)

    def draw_setup(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box) -> Nothing:
        return Nothing()

    def steps(self, setup: Any, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
        return (Step(T("Lay the board out.")),)

    def new(self, seats: Sequence[str], options: OptionValues, setup: Any, box: Box) -> Dug:
        return Dug(seats=tuple(seats), depth=box.value("depth"), points=dict.fromkeys(seats, 0))

    def _next(self, state: Dug) -> str | None:
        return next((who for who in state.seats if who not in state.digs), None)

    def decision(self, state: Dug) -> Decision:
        if state.over:
            return Decision("over", T("The game is over."))
        who = self._next(state)
        if who is None:
            told = tuple(Choice(Tell(TABLE, n), T("{n} deep", n=n)) for n in range(3, 10))
            return Decision("tell", T("How deep is the shaft? The box does not say."), choices=told, rule="tell")
        digs = tuple(Choice(Dig(who, n), T("Dig {n} deep", n=n)) for n in (1, 2, 3))
        prompt = T("{who}, choose unseen.", who=seat(who))
        return Decision("dig", prompt, (who,), choices=digs, private=True, rule="dig")

    def legal_moves(self, state: Dug) -> list[Move]:
        if state.over:
            return []
        who = self._next(state)
        return [Tell(TABLE, n) for n in range(3, 10)] if who is None else [Dig(who, n) for n in (1, 2, 3)]

    def refuse(self, state: Dug, move: Move) -> Refusal | None:
        if state.over:
            return Refusal("E_OVER")
        who = self._next(state)
        if isinstance(move, Dig) and move.by == who:
            return None if 1 <= move.deep <= 3 else Refusal("E_DIG")
        if isinstance(move, Correct) and move.by == TABLE:
            most = 3 * (state.round - 1)
            sound = set(move.points) == set(state.seats) and all(0 <= n <= most for n in move.points.values())
            return None if sound else Refusal("E_POINTS", {"most": most})
        if isinstance(move, Tell) and who is None and move.by == TABLE:
            return None if 3 <= move.depth <= 9 else Refusal("E_DEPTH")
        return Refusal("E_TURN", {"who": seat(move.by)})

    def apply(self, state: Dug, move: Move) -> Played[Dug]:
        after = msgspec.structs.replace(
            state, n=state.n + 1, told=dict(state.told), digs=dict(state.digs), points=dict(state.points)
        )
        events: list[Event] = []
        if isinstance(move, Dig):
            after.digs[move.by] = move.deep
            events.append(Event("dug", T("{who} has chosen.", who=seat(move.by)), (move.by,)))
        elif isinstance(move, Tell):
            after.depth = after.told["depth"] = move.depth
        elif isinstance(move, Correct):
            after.points = dict(move.points)
        if self._next(after) is None and after.depth is not None:
            deep = sum(after.digs.values())
            if deep <= after.depth:
                for who, n in after.digs.items():
                    after.points[who] += n
            events.append(Event("shown", T("Together it is {n} deep.", n=deep), after.seats, show=True))
            after.digs, after.round = {}, after.round + 1
        return Played(after, tuple(events))

    def phases(self, state: Dug) -> tuple[Text, tuple[Phase, ...]]:
        status: Any = "done" if state.over else "now"
        return T("Round {n}", n=min(state.round, ROUNDS)), (Phase("dig", T("Dig"), status),)

    def standings(self, state: Dug) -> tuple[Standing, ...]:
        return tuple(Standing(who, n, n) for who, n in state.points.items())

    def scores(self, state: Dug) -> Scores:
        return Scores((), dict(state.points))

    def outcome(self, state: Dug) -> Outcome | None:
        if not state.over:
            return None
        levels = sorted(set(state.points.values()), reverse=True)
        ranking = tuple(tuple(s for s in state.seats if state.points[s] == level) for level in levels)
        return Outcome(ranking[0], "points", T("Two rounds have been dug."), ranking, dict(state.points))

    def audit(self, state: Dug) -> tuple[Fault, ...]:
        return ()

    def census(self, state: Dug) -> Mapping[str, tuple[int, Mapping[str, int]]]:
        return {}

    def lay_out(self, state: Dug) -> tuple[Text, ...]:
        return (T("Round {n} of {all}.", n=min(state.round, ROUNDS), all=ROUNDS),)

    def put_back(self, now: Dug, then: Dug) -> tuple[Text, ...]:
        return ()

    def edits(self, state: Dug) -> tuple[Edit, ...]:
        return tuple(Edit(s, T("Points of {who}", who=seat(s)), n, low=0, high=MOST) for s, n in state.points.items())

    def correction(self, state: Dug, values: Mapping[str, str | int]) -> Move:
        return Correct(TABLE, {s: int(values.get(s, n)) for s, n in state.points.items()})

    def dealer(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box | None = None) -> Dealer:
        return ShaftDealer(self, seats, draw, box or BOX)

    def say_move(self, before: Dug, move: Move) -> Text:
        if isinstance(move, Tell):
            return T("The shaft is {n} deep.", n=move.depth)
        if isinstance(move, Correct):
            return T("The table puts the points right.")
        return T("{who} chooses unseen.", who=seat(move.by))
