"""Nefertiti (Jacques Bariot, Thomas Cauet, Guillaume Montiage, 2008): bids for gifts in markets that close by rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any

from companion.engine.box import Box, parse_box, parse_practice
from companion.engine.draw import Draw
from companion.engine.game import (
    Choice,
    Decision,
    Edit,
    Fault,
    Game,
    Move,
    Outcome,
    Phase,
    Played,
    Question,
    Refusal,
    Scores,
    Setup,
    Sheet,
    Standing,
    Step,
    Thing,
)
from companion.engine.help import Help, parse_help
from companion.engine.options import OptionValues
from companion.engine.sight import Sight
from companion.engine.text import T, Text
from companion.games.nefertiti import (
    asking,
    audit,
    checking,
    correcting,
    decision,
    finish,
    position,
    refusals,
    rules,
    survey,
    switches,
    things,
    turn,
    words,
)
from companion.games.nefertiti import setup as laying
from companion.games.nefertiti.dealer import NefertitiDealer
from companion.games.nefertiti.moves import MOVES, Roll
from companion.games.nefertiti.setup import NefertitiSetup
from companion.games.nefertiti.sheet import FinalSheet
from companion.games.nefertiti.sight import NefertitiSight
from companion.games.nefertiti.state import Nefertiti


class NefertitiGame(Game[Nefertiti]):
    """The game as the table sees it; each part lives in its own module."""

    id = "nefertiti"
    bgg_id = 35435
    rules = "nefertiti@1"
    title = T("Nefertiti")
    seat_range = (3, 4)
    colours = ("green", "red", "blue", "black")
    move_types = MOVES
    setup_type = NefertitiSetup
    options = switches.OPTIONS
    longest = 900

    @cached_property
    def box(self) -> Box:
        """The printed facts as shipped."""
        return parse_box((files(__name__) / "box.toml").read_text("utf-8"))

    @cached_property
    def practice(self) -> Box:
        """A board with invented squares, rules, values and characters, to try the game with."""
        return parse_practice((files(__name__) / "practice.toml").read_text("utf-8"), self.box)

    @cached_property
    def help(self) -> Help:
        """Phases, rules, gifts, characters, refusals and rulings in our own words."""
        return parse_help((files(__name__) / "help" / "help.toml").read_text("utf-8"))

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        """One form: the final scoring."""
        return {FinalSheet.id: FinalSheet(self.box)}

    def check_box(self, box: Box) -> tuple[Fault, ...]:
        """What is unusual about a survey of the box."""
        return checking.check_catalogue(box)

    def survey(self, box: Box) -> tuple[Question, ...]:
        """The halves, the values, the characters, the house rules (spec 2.8)."""
        return survey.questions(box)

    def type_answer(self, box: Box, question: Question, words: str) -> Any:
        """Squares and lines as typed."""
        return survey.type_answer(box, question, words)

    def learned(self, state: Nefertiti) -> Mapping[str, Any]:
        """Squares, values, numbers and house answers told in this game."""
        return asking.learned(state)

    def draw_setup(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box) -> NefertitiSetup:
        """Sides of the plates and a first player by lot."""
        return laying.draw_setup(seats, draw)

    def steps(self, setup: Setup, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
        """The check-list for the table."""
        return laying.steps(_ours(setup), seats, options, box)

    def new(self, seats: Sequence[str], options: OptionValues, setup: Setup, box: Box) -> Nefertiti:
        """The position before the first gift is laid. Raises InputError naming what can't be."""
        return laying.new(seats, options, _ours(setup), box)

    def decision(self, state: Nefertiti) -> Decision:
        """Who is asked what now."""
        return decision.decision(state)

    def legal_moves(self, state: Nefertiti) -> Sequence[Move]:
        """Every move that answers the decision."""
        return rules.legal_moves(state)

    def starting_order(self, state: Nefertiti) -> tuple[str, ...]:
        """Clockwise from the seat that begins (spec 3.1 step 9)."""
        at = state.seats.index(state.first)
        return (*state.seats[at:], *state.seats[:at])

    def incidents(self, state: Nefertiti) -> tuple[Choice, ...]:
        """A card seen, leaving, ending the game."""
        return decision.incidents(state)

    def refuse(self, state: Nefertiti, move: Move) -> Refusal | None:
        """Why `move` is not allowed now, or None."""
        return refusals.refuse(state, move)

    def apply(self, state: Nefertiti, move: Move) -> Played[Nefertiti]:
        """The position after an allowed move and what it caused."""
        return turn.apply(state, move)

    @property
    def sight(self) -> Sight[Nefertiti]:
        """What the camera is to look at."""
        return NefertitiSight()

    def things(self, box: Box) -> tuple[Thing, ...]:
        """The pieces that can bear a tag."""
        return things.things(box)

    def handles(self, state: Nefertiti, move: Move) -> tuple[str, ...]:
        """The pieces that `move` takes, lays or names."""
        return things.handles(state, move)

    def attempt_with(self, state: Nefertiti, thing: str) -> Move | None:
        """What is meant by bringing this piece now."""
        return things.attempt_with(state, thing)

    def barrier(self, before: Nefertiti, move: Move) -> Text | None:
        """A roll was seen; everything else can be taken back."""
        return T("The dice were rolled and seen.") if isinstance(move, Roll) else None

    def phases(self, state: Nefertiti) -> tuple[Text, tuple[Phase, ...]]:
        """The gifts that are left and the steps of a turn."""
        return position.phases(state)

    def standings(self, state: Nefertiti) -> tuple[Standing, ...]:
        """Prestige now, and with the final scoring of now."""
        return position.standings(state)

    def scores(self, state: Nefertiti) -> Scores:
        """The final scoring as it would be now."""
        return position.scores(state)

    def outcome(self, state: Nefertiti) -> Outcome | None:
        """How the game ended, or None."""
        return finish.outcome(state)

    def audit(self, state: Nefertiti) -> tuple[Fault, ...]:
        """Everything wrong with the position."""
        return audit.audit(state)

    def census(self, state: Nefertiti) -> Mapping[str, tuple[int, Mapping[str, int]]]:
        """Every card, coin, seal, character and servant by place."""
        return audit.census(state)

    def view(self, state: Nefertiti, seat: str | None) -> Nefertiti:
        """The position with the seats named whose gifts and deben are not shown to `seat`."""
        return position.view(state, seat)

    def own_view(self, state: Nefertiti, seat: str) -> tuple[Text, ...]:
        """What `seat` owns, while it is hidden from the others."""
        return position.own_view(state, seat)

    def lay_out(self, state: Nefertiti) -> tuple[Text, ...]:
        """How the table should look now."""
        return words.lay_out(state)

    def put_back(self, now: Nefertiti, then: Nefertiti) -> tuple[Text, ...]:
        """What to do with the pieces to go from `now` to `then`."""
        return words.put_back(now, then)

    def edits(self, state: Nefertiti) -> tuple[Edit, ...]:
        """Everything the table may put right."""
        return correcting.edits(state)

    def correction(self, state: Nefertiti, values: Mapping[str, str | int]) -> Move:
        """The move that changes `values`."""
        return correcting.correction(state, values)

    def dealer(
        self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box | None = None
    ) -> NefertitiDealer:
        """A dealer for truthful random games."""
        return NefertitiDealer(self, seats, options, draw, box)

    def say_move(self, before: Nefertiti, move: Move) -> Text:
        """`move` as a sentence of the log."""
        return words.say_move(before, move)


def _ours(given: Setup) -> NefertitiSetup:
    if not isinstance(given, NefertitiSetup):
        raise TypeError(f"not a setup of this game: {type(given).__name__}")
    return given


GAME = NefertitiGame()
