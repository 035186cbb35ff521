"""Scorekeeper mode as a game of its own: only turn, points and sheets are kept, every rule stays with the people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import (
    TABLE,
    Choice,
    Dealer,
    Decision,
    Edit,
    Event,
    Fault,
    Field,
    Form,
    Game,
    Move,
    Outcome,
    Phase,
    Played,
    Question,
    Refusal,
    ScoreLine,
    Scores,
    Setup,
    Sheet,
    Standing,
    Step,
)
from companion.engine.help import Help, parse_help
from companion.engine.options import OptionValues
from companion.engine.sums import total
from companion.engine.text import TN, T, Text, seat
from companion.table.scorekeeper.dealer import TallyDealer
from companion.table.scorekeeper.position import Add, Correct, Finish, NextTurn, Nothing, Tally, UseSheet

MOST_ENTRY = 999
MOST_TOTAL = 9999
MOST_SHEET = 20_000
"""Bytes of a filled-in sheet."""


@cache
def own_help() -> Help:
    """The help of this mode alone."""
    return parse_help((Path(__file__).parent / "help.toml").read_text("utf-8"))


class Scorekeeper(Game[Tally]):
    """Keeps the score of `kept`, a game whose moves are not followed."""

    kept: ClassVar[Game[Any]]
    move_types = (Add, UseSheet, NextTurn, Finish, Correct)
    setup_type = Nothing
    longest = 200

    @property
    def box(self) -> Box:
        return self.kept.box

    @property
    def practice(self) -> Box | None:
        return self.kept.practice

    @property
    def help(self) -> Help:
        """The pages of this mode, and the rules, items and rulings of the game to look things up."""
        own, game = own_help(), self.kept.help
        return Help(own.phases, {**game.rules, **own.rules}, game.items, own.refusals, game.rulings)

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        return self.kept.sheets

    def survey(self, box: Box) -> tuple[Question, ...]:
        return self.kept.survey(box)

    def check_box(self, box: Box) -> tuple[Fault, ...]:
        return self.kept.check_box(box)

    def draw_setup(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box) -> Nothing:
        return Nothing()

    def steps(self, setup: Setup, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
        return (Step(T("Set the game up as its box says.")),)

    def new(self, seats: Sequence[str], options: OptionValues, setup: Setup, box: Box) -> Tally:
        own = {} if box.practice else dict(box.overrides)
        return Tally(seats=tuple(seats), points=dict.fromkeys(seats, 0), own=own, practice=box.practice)

    def decision(self, state: Tally) -> Decision:
        if state.over:
            return Decision("over", T("The game is finished."), rule="over")
        who = state.seats[state.turn]
        field = Field("points", T("Points"), -MOST_ENTRY, MOST_ENTRY)
        return Decision(
            "tally",
            T("{who} plays. Type the points as they fall.", who=seat(who)),
            (who,),
            "declare",
            (
                Choice(NextTurn(TABLE), T("Next turn")),
                Choice(Finish(TABLE), T("Finish"), consequence=T("Finish the game and see who won")),
            ),
            tuple(Form(s, "add", (field,)) for s in state.seats),
            rule="tally",
        )

    def legal_moves(self, state: Tally) -> Sequence[Move]:
        if state.over:
            return []
        adds: list[Move] = []
        for s in state.seats:
            low = max(-MOST_ENTRY, -MOST_TOTAL - state.points[s])
            high = min(MOST_ENTRY, MOST_TOTAL - state.points[s])
            adds += every_add(s)[low + MOST_ENTRY : high + MOST_ENTRY + 1]
        return [NextTurn(TABLE), Finish(TABLE), *adds]

    def refuse(self, state: Tally, move: Move) -> Refusal | None:
        if state.over:
            return Refusal("E_OVER")
        if (move.by in state.seats) is not isinstance(move, Add) or (move.by != TABLE and move.by not in state.seats):
            return Refusal("E_TURN", {"who": seat(move.by[:20])})
        if isinstance(move, Add):
            return _refuse_add(state, move)
        if isinstance(move, UseSheet):
            return self._refuse_sheet(state, move)
        if isinstance(move, Correct):
            fits = all(s in state.points and -MOST_TOTAL <= n <= MOST_TOTAL for s, n in move.points.items())
            return None if fits and move.points else Refusal("E_CORRECT", {"most": MOST_TOTAL})
        return None

    def _refuse_sheet(self, state: Tally, move: UseSheet) -> Refusal | None:
        try:
            points = self.sheet_scores(state, move).points_added
        except InputError as error:
            return Refusal("E_SHEET", {"why": error.text})
        for who, n in points.items():
            if abs(state.points[who] + n) > MOST_TOTAL:
                n += state.points[who]
                return Refusal("E_TOTAL", {"who": seat(who), "n": n, "most": MOST_TOTAL})
        return None

    def sheet_scores(self, state: Tally, move: UseSheet) -> _Counted:
        """The sheet of `move` counted, over the points so far. Raises `InputError`."""
        form = self.sheets.get(move.sheet)
        if form is None:
            known = ", ".join(self.sheets)
            text = T("There is no sheet “{sheet}”. The sheets are: {known}.", sheet=move.sheet[:20], known=known)
            raise InputError(text)
        if len(msgspec.json.encode(move.data)) > MOST_SHEET:
            raise InputError(T("The sheet holds more than a position of one game."))
        box = self.kept.practice if state.practice else self.kept.box.with_overrides(state.own)
        scores = form.score(move.data, box)
        if scores.needs:
            raise InputError(T("This is not known of your box: {facts}.", facts=scores.needs))
        lines = scores.lines
        points = dict.fromkeys(state.seats, 0)
        for line in lines:
            for who, n in line.points.items():
                if who not in points:
                    raise InputError(T("The sheet names the seat “{seat}”, which does not play.", seat=who[:20]))
                points[who] += n
        return _Counted(Scores(lines, dict(state.points)), points)

    def apply(self, state: Tally, move: Move) -> Played[Tally]:
        after = msgspec.structs.replace(state, n=state.n + 1, points=dict(state.points))
        events: list[Event] = []
        if isinstance(move, Add):
            after.points[move.by] += move.points
            events.append(_points_event(move.by, move.points))
        elif isinstance(move, UseSheet):
            counted = self.sheet_scores(state, move)
            for who, n in counted.points_added.items():
                after.points[who] += n
            title = self.sheets[move.sheet].title
            events.append(Event("scoring", T("{sheet} is counted.", sheet=title), state.seats, scoring=counted.scores))
        elif isinstance(move, NextTurn):
            after.turn = (state.turn + 1) % len(state.seats)
            after.round = state.round + (after.turn == 0)
        elif isinstance(move, Correct):
            after.points.update(move.points)
        else:
            after.over = True
        return Played(after, tuple(events))

    def phases(self, state: Tally) -> tuple[Text, tuple[Phase, ...]]:
        title = T("Finished") if state.over else T("Count")
        who = None if state.over else state.seats[state.turn]
        return T("Round {n}", n=state.round), (Phase("over" if state.over else "tally", title, "now", who),)

    def standings(self, state: Tally) -> tuple[Standing, ...]:
        return tuple(Standing(s, state.points[s], state.points[s]) for s in state.seats)

    def scores(self, state: Tally) -> Scores:
        return Scores((), dict(state.points))

    def part(self, source: ScoreLine | Event) -> tuple[str, Text]:
        """Lines of a sheet count as in the game itself; everything else was typed."""
        return ("typed", T("Typed")) if isinstance(source, Event) else self.kept.part(source)

    def outcome(self, state: Tally) -> Outcome | None:
        if not state.over:
            return None
        levels = sorted(set(state.points.values()), reverse=True)
        ranking = tuple(tuple(s for s in state.seats if state.points[s] == level) for level in levels)
        text = T("The most points win.") if len(ranking[0]) == 1 else T("Equal points share the victory.")
        return Outcome(ranking[0], "points", text, ranking, dict(state.points))

    def audit(self, state: Tally) -> tuple[Fault, ...]:
        return tuple(
            Fault("F_TOTAL", T("{who} has {n} points, which is more than can be counted.", who=seat(s), n=n))
            for s, n in state.points.items()
            if abs(n) > MOST_TOTAL
        )

    def census(self, state: Tally) -> Mapping[str, tuple[int, Mapping[str, int]]]:
        return {}

    def lay_out(self, state: Tally) -> tuple[Text, ...]:
        return tuple(T("{who}: {n} points.", who=seat(s), n=state.points[s]) for s in state.seats)

    def put_back(self, now: Tally, then: Tally) -> tuple[Text, ...]:
        return tuple(
            T("Put the marker of {who} back to {n}.", who=seat(s), n=then.points[s])
            for s in now.seats
            if now.points[s] != then.points[s]
        )

    def edits(self, state: Tally) -> tuple[Edit, ...]:
        return tuple(
            Edit(f"points:{s}", T("Points of {who}", who=seat(s)), n, low=-MOST_TOTAL, high=MOST_TOTAL)
            for s, n in state.points.items()
        )

    def correction(self, state: Tally, values: Mapping[str, str | int]) -> Move:
        return Correct(TABLE, {s: int(values.get(f"points:{s}", n)) for s, n in state.points.items()})

    def dealer(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box | None = None) -> Dealer:
        return TallyDealer(self, seats, draw)

    def say_move(self, before: Tally, move: Move) -> Text:
        if isinstance(move, Add):
            typed = move.sum.replace("-", "−")
            if typed:
                return T("{who}: {sum} = {n} points", who=seat(move.by), sum=typed, n=move.points)
            return TN("{who}: {n} point", "{who}: {n} points", move.points, who=seat(move.by))
        if isinstance(move, UseSheet):
            counted = self.sheet_scores(before, move)
            parts = tuple(T("{who} {n}", who=seat(s), n=n) for s, n in counted.points_added.items())
            return T("{sheet}: {points}", sheet=self.sheets[move.sheet].title, points=parts)
        if isinstance(move, NextTurn):
            return T("The turn goes on.")
        if isinstance(move, Correct):
            parts = tuple(T("{who} {n}", who=seat(s), n=n) for s, n in move.points.items())
            return T("The table puts the points right: {points}", points=parts)
        return T("The game is finished.")


class _Counted(msgspec.Struct, frozen=True):
    scores: Scores
    points_added: Mapping[str, int]


@cache
def every_add(who: str) -> tuple[Add, ...]:
    """Every entry for one seat, from −999 to 999."""
    return tuple(Add(who, n) for n in range(-MOST_ENTRY, MOST_ENTRY + 1))


def _refuse_add(state: Tally, move: Add) -> Refusal | None:
    if abs(move.points) > MOST_ENTRY:
        return Refusal("E_POINTS", {"most": MOST_ENTRY, "n": move.points})
    if move.sum:
        try:
            fits = total(move.sum) == move.points
        except InputError:
            fits = False
        if not fits:
            shown = move.sum[:20] if move.sum.isprintable() else "…"
            return Refusal("E_SUM", {"sum": shown, "n": move.points})
    n = state.points[move.by] + move.points
    return Refusal("E_TOTAL", {"who": seat(move.by), "n": n, "most": MOST_TOTAL}) if abs(n) > MOST_TOTAL else None


def _points_event(who: str, n: int) -> Event:
    text = TN("{who} gets {n} point.", "{who} gets {n} points.", n, who=seat(who))
    return Event("points", text, (who,), points={who: n})


@cache
def scorekeeper_of(game: Game[Any]) -> Scorekeeper:
    """The scorekeeper of `game`: the same id, rules, seats and options, other moves."""

    class OfGame(Scorekeeper):
        kept = game
        id = game.id
        rules = game.rules
        title = game.title
        bgg_id = game.bgg_id
        seat_range = game.seat_range
        colours = game.colours
        options = game.options
        presets = game.presets

    return OfGame()
