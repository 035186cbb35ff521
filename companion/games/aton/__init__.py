"""Aton: two players, secret cards revealed together, four temples, a Kingdom of the Dead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar

from companion.engine.box import Box, parse_box
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import (
    Choice,
    Dealer,
    Decision,
    Edit,
    Event,
    Fault,
    Form,
    Game,
    Move,
    Outcome,
    Phase,
    Played,
    Refusal,
    ScoreLine,
    Scores,
    Setup,
    Sheet,
    Standing,
    Step,
    Thing,
)
from companion.engine.help import Help, parse_help
from companion.engine.options import Option, OptionValues
from companion.engine.sight import Sight
from companion.engine.text import T, Text
from companion.games.aton import audit, generator, log, play, referee, table, tell, things, words
from companion.games.aton.dealer import AtonDealer
from companion.games.aton.incidents import incidents
from companion.games.aton.layout import SEATS, facts_of
from companion.games.aton.moves import MOVES, Coin, Correct, Exchange, Ready, TieDraw, TurnedUp
from companion.games.aton.position import AtonState
from companion.games.aton.put_back import put_back
from companion.games.aton.scoring import score_board
from companion.games.aton.sheet import AtonSheet
from companion.games.aton.sight import AtonSight
from companion.games.aton.switches import SWITCHES
from companion.games.aton.table import AtonSetup

_HERE = Path(__file__).parent


@cache
def _box() -> Box:
    return parse_box((_HERE / "box.toml").read_text(encoding="utf-8"))


@cache
def _help() -> Help:
    return parse_help((_HERE / "help" / "help.toml").read_text(encoding="utf-8"))


class Aton(Game[AtonState]):
    """The game of Aton behind the contract of the engine."""

    id: ClassVar[str] = "aton"
    bgg_id: ClassVar[int | None] = 19999
    rules: ClassVar[str] = "aton@1"
    title: ClassVar[Text] = T("Aton")
    seat_range: ClassVar[tuple[int, int]] = (2, 2)
    colours: ClassVar[tuple[str, ...]] = SEATS
    move_types: ClassVar[tuple[type[Move], ...]] = MOVES
    setup_type: ClassVar[type[Setup]] = AtonSetup
    options: ClassVar[tuple[Option, ...]] = SWITCHES
    longest: ClassVar[int] = 1000

    @property
    def box(self) -> Box:
        return _box()

    @property
    def help(self) -> Help:
        return _help()

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        return {AtonSheet.id: AtonSheet(_box())}

    def check_box(self, box: Box) -> tuple[Fault, ...]:
        return audit.box_warnings(facts_of(box))

    # setup

    def draw_setup(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box) -> AtonSetup:
        return AtonSetup()

    def steps(self, setup: Setup, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
        return table.setup_steps(facts_of(box), seats)

    def new(self, seats: Sequence[str], options: OptionValues, setup: Setup, box: Box) -> AtonState:
        if sorted(seats) != sorted(SEATS):
            raise InputError(T("Aton needs exactly two seats: red and blue."))
        return table.first_state(seats, options, facts_of(box))

    # play

    def decision(self, state: AtonState) -> Decision:
        return words.decision(state)

    def legal_moves(self, state: AtonState) -> Sequence[Move]:
        return generator.legal_moves(state)

    def incidents(self, state: AtonState) -> tuple[Choice, ...]:
        return incidents(state)

    def refuse(self, state: AtonState, move: Move) -> Refusal | None:
        return referee.refuse(state, move)

    def apply(self, state: AtonState, move: Move) -> Played[AtonState]:
        return play.apply(state, move)

    @property
    def sight(self) -> Sight[AtonState]:
        return AtonSight()

    def things(self, box: Box) -> tuple[Thing, ...]:
        return things.THINGS

    def value_of(self, form: Form, thing: str) -> tuple[str, int] | None:
        return things.value_of(form, thing)

    def barrier(self, before: AtonState, move: Move) -> Text | None:
        if isinstance(move, Exchange):
            return T("Cards were exchanged, and new ones were seen.")
        if isinstance(move, TieDraw):
            return T("Cards were turned up from the piles for the order.")
        if isinstance(move, TurnedUp):
            return T("A row was turned up and seen.")
        if isinstance(move, Coin):
            return T("A coin was tossed.")
        if isinstance(move, Ready):
            if any(side.ready for side in before.sides):
                return T("Both rows were turned up and seen.")
            if before.options["reopen_row"] == "never":
                return T("You agreed that a row is final once it lies.")
        after = play.apply(before, move).state
        if any(now.cards.shuffles != then.cards.shuffles for now, then in zip(after.sides, before.sides, strict=True)):
            return T("A discard pile was shuffled after that.")
        if after.round != before.round:
            return T("The round is over, and new cards were drawn and seen.")
        return None

    # position

    def phases(self, state: AtonState) -> tuple[Text, tuple[Phase, ...]]:
        return words.phases(state)

    def rounds_over(self, state: AtonState) -> int:
        """All but the present one."""
        return state.round - 1

    def standings(self, state: AtonState) -> tuple[Standing, ...]:
        return words.standings(state)

    def scores(self, state: AtonState) -> Scores:
        one, two = state.sides
        before = {name: side.score for name, side in zip(state.seats, state.sides, strict=True)}
        if state.phase == "over":
            return Scores((), before)
        return score_board(state.facts, state.seats, (one.counters, two.counters), before)

    def part(self, source: ScoreLine | Event) -> tuple[str, Text]:
        """Points outside a scoring fall at the first cartouche alone (spec 5.1)."""
        return ("cartouche1", T("Cartouche 1")) if isinstance(source, Event) else super().part(source)

    def outcome(self, state: AtonState) -> Outcome | None:
        end = state.end
        if end is None:
            return None
        scores = {name: side.score for name, side in zip(state.seats, state.sides, strict=True)}
        winners = () if end.winner is None else (end.winner,)
        losers = tuple(name for name in state.seats if name not in winners)
        ranking = (winners, losers) if winners else (state.seats,)
        return Outcome(winners, tell.reason(end), tell.ending(end), ranking, scores)

    def audit(self, state: AtonState) -> tuple[Fault, ...]:
        return audit.audit(state)

    def score_check(self, state: AtonState, markers: Mapping[str, int]) -> tuple[Fault, ...]:
        """Where the real score markers differ from the app (W_SCORE), by seat. Raises KeyError for an unknown seat."""
        return audit.score_check(state, markers)

    def threats(self, state: AtonState) -> tuple[Text, ...]:
        """Who is close to filling a temple or a colour; empty unless the table wants to see it."""
        return words.threats(state)

    def card_counts(self, state: AtonState) -> tuple[Text, ...]:
        """Cards every player has still to play; empty unless the table wants to see it."""
        return words.card_counts(state)

    def census(self, state: AtonState) -> Mapping[str, tuple[int, Mapping[str, int]]]:
        found: dict[str, tuple[int, Mapping[str, int]]] = {}
        for i, (name, side) in enumerate(zip(state.seats, state.sides, strict=True)):
            cards = side.cards
            where = {"pile": cards.pile, "hand": cards.hand, "discard": cards.discard}
            found[f"cards {name}"] = (sum(state.facts.deck), where)
            where = {"stock": state.stock(i), "temples": side.counters.bit_count(), "dead": side.dead}
            found[f"counters {name}"] = (state.facts.counters, where)
            found[f"exchange token {name}"] = (1, {"held": int(side.token), "used": int(not side.token)})
        return found

    # table

    def lay_out(self, state: AtonState) -> tuple[Text, ...]:
        return table.lay_out(state)

    def put_back(self, now: AtonState, then: AtonState) -> tuple[Text, ...]:
        return put_back(now, then)

    def edits(self, state: AtonState) -> tuple[Edit, ...]:
        return table.edits(state)

    def correction(self, state: AtonState, values: Mapping[str, str | int]) -> Correct:
        return table.correction(state, values)

    def dealer(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box | None = None) -> Dealer:
        box = _box() if box is None else box
        printed = {key: box.value(key) for key in box.facts}
        return AtonDealer(printed, seats, options, draw)

    # words

    def rule_behind(self, refusal: Refusal) -> str:
        """One code stands for several steps: where the refusal says which, the page of that step."""
        step = refusal.params.get("step")
        return self.help.phases[step].rule if isinstance(step, str) else super().rule_behind(refusal)

    def say_move(self, before: AtonState, move: Move) -> Text:
        return log.say_move(before, move)


GAME = Aton()
