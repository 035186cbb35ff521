"""Sobek (Bruno Cathala, 2010): goods along the Nile, and what lies under the corruption tile."""

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
    Event,
    Fault,
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
    Thing,
)
from companion.engine.help import Help, parse_help
from companion.engine.options import OptionValues
from companion.engine.sight import Sight
from companion.engine.text import T, Text
from companion.games.sobek import (
    audit,
    correcting,
    decision,
    ending,
    parts,
    position,
    refusals,
    rules,
    survey,
    switches,
    things,
    turn,
    words,
)
from companion.games.sobek import setup as laying
from companion.games.sobek import state as states
from companion.games.sobek.dealer import SobekDealer
from companion.games.sobek.moves import MOVES
from companion.games.sobek.setup import SobekSetup
from companion.games.sobek.sheet import RoundSheet
from companion.games.sobek.sight import SobekSight
from companion.games.sobek.state import Sobek


class SobekGame(Game[Sobek]):
    """The game as the table sees it; each part lives in its own module."""

    id = "sobek"
    bgg_id = 67185
    rules = "sobek@1"
    title = T("Sobek")
    seat_range = (2, 4)
    colours = ("red", "blue", "green", "yellow")
    move_types = MOVES
    setup_type = SobekSetup
    options = switches.OPTIONS
    longest = 900

    @cached_property
    def box(self) -> Box:
        """The printed facts as shipped."""
        return parse_box((files(__name__) / "box.toml").read_text("utf-8"))

    @cached_property
    def practice(self) -> Box:
        """The box with invented values for what is unknown."""
        return parse_practice((files(__name__) / "practice.toml").read_text("utf-8"), self.box)

    @cached_property
    def help(self) -> Help:
        """Phases, rules, cards and tokens, refusals and rulings in our own words."""
        return parse_help((files(__name__) / "help" / "help.toml").read_text("utf-8"))

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        """One form: the scoring of a round."""
        return {RoundSheet.id: RoundSheet(self.box)}

    def check_box(self, box: Box) -> tuple[Fault, ...]:
        """What is unusual about the facts of a box."""
        return survey.check_box(box)

    def survey(self, box: Box) -> tuple[Question, ...]:
        """Everything to be read off one's own box."""
        return survey.questions(box)

    def type_answer(self, box: Box, question: Question, words: str) -> Any:
        """The whole track as typed."""
        return survey.type_answer(question, words)

    def learned(self, state: Sobek) -> Mapping[str, Any]:
        """What was told in this game about tokens and characters."""
        return dict(state.told)

    def draw_setup(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box) -> SobekSetup:
        """A starting player by lot."""
        return laying.draw_setup(seats, draw)

    def steps(self, setup: Setup, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
        """The check-list for the table."""
        return laying.steps(_ours(setup), seats)

    def new(self, seats: Sequence[str], options: OptionValues, setup: Setup, box: Box) -> Sobek:
        """The position before the first delivery. Raises InputError naming what can't be."""
        return laying.new(seats, options, _ours(setup), box)

    def decision(self, state: Sobek) -> Decision:
        """Who is asked what now."""
        return decision.decision(state)

    def legal_moves(self, state: Sobek) -> Sequence[Move]:
        """Every move that answers the decision."""
        return rules.legal_moves(state)

    def starting_order(self, state: Sobek) -> tuple[str, ...]:
        """Clockwise from the seat that begins the first round (spec 3.1 step 2)."""
        return state.clockwise(state.turn) if state.n == 0 else ()

    def incidents(self, state: Sobek) -> tuple[Choice, ...]:
        """A forgotten event, leaving, stopping after a round."""
        return decision.incidents(state)

    def refuse(self, state: Sobek, move: Move) -> Refusal | None:
        """Why `move` is not allowed now, or None."""
        return refusals.refuse(state, move)

    def apply(self, state: Sobek, move: Move) -> Played[Sobek]:
        """The position after an allowed move and what it caused."""
        return turn.apply(state, move)

    @property
    def sight(self) -> Sight[Sobek]:
        """What the camera looks at, and what it makes of it."""
        return SobekSight()

    def things(self, box: Box) -> tuple[Thing, ...]:
        """The pieces that can bear a tag."""
        return things.things(box)

    def handles(self, state: Sobek, move: Move) -> tuple[str, ...]:
        """The pieces that `move` takes, lays or names."""
        return things.handles(state, move)

    def attempt_with(self, state: Sobek, thing: str) -> Move | None:
        """What is meant by bringing this piece now."""
        return things.attempt_with(state, thing)

    def barrier(self, before: Sobek, move: Move) -> Text | None:
        """Why `move` may not simply be taken back."""
        return words.barrier(before, move)

    def phases(self, state: Sobek) -> tuple[Text, tuple[Phase, ...]]:
        """The round and its deliveries."""
        return position.phases(state)

    def rounds_over(self, state: Sobek) -> int:
        """Rounds whose scoring is done."""
        return state.finished

    def standings(self, state: Sobek) -> tuple[Standing, ...]:
        """Points, points with the sets on the table, cards in hand."""
        return position.standings(state)

    def scores(self, state: Sobek) -> Scores:
        """A line for every set on the table."""
        return position.scores(state)

    def part(self, source: ScoreLine | Event) -> tuple[str, Text]:
        """The parts of all points that people compare."""
        return parts.part(source)

    def outcome(self, state: Sobek) -> Outcome | None:
        """How the game ended, or None."""
        return ending.outcome(state)

    def audit(self, state: Sobek) -> tuple[Fault, ...]:
        """Everything wrong with the position; unlikely numbers as warnings."""
        return audit.audit(state)

    def census(self, state: Sobek) -> Mapping[str, tuple[int, Mapping[str, int]]]:
        """Every card and every event token by place."""
        return audit.census(state)

    def view(self, state: Sobek, seat: str | None) -> Sobek:
        """The position without corruption piles that `seat` (None: everybody) may not know."""
        return states.view(state, seat)

    def own_view(self, state: Sobek, seat: str) -> tuple[Text, ...]:
        """The own hand and corruption pile, as far as they are known for sure."""
        return words.own_view(state, seat)

    def lay_out(self, state: Sobek) -> tuple[Text, ...]:
        """How the table should look now."""
        return words.lay_out(state)

    def put_back(self, now: Sobek, then: Sobek) -> tuple[Text, ...]:
        """What to do with the pieces to go from `now` to `then`."""
        return words.put_back(now, then)

    def edits(self, state: Sobek) -> tuple[Edit, ...]:
        """Everything the table may put right."""
        return correcting.edits(state)

    def correction(self, state: Sobek, values: Mapping[str, str | int]) -> Move:
        """The move that changes `values`."""
        return correcting.correction(state, values)

    def dealer(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box | None = None) -> SobekDealer:
        """A dealer for truthful random games."""
        return SobekDealer(self, seats, options, draw, box=box)

    def say_move(self, before: Sobek, move: Move) -> Text:
        """`move` as a sentence of the log."""
        return words.say_move(before, move)


def _ours(given: Setup) -> SobekSetup:
    if not isinstance(given, SobekSetup):
        raise TypeError(f"not a setup of this game: {type(given).__name__}")
    return given


GAME = SobekGame()
