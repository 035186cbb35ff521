"""Egizia (Acchittocca, 2009): ships down the Nile, crews that eat, stones for the great buildings of Egypt."""

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
from companion.games.egizia import (
    audit,
    checking,
    decision,
    edits,
    finish,
    layout,
    parts,
    position,
    refusals,
    rules,
    state,
    survey,
    survey_typing,
    switches,
    things,
    turn,
    words,
)
from companion.games.egizia import setup as laying
from companion.games.egizia.dealer import EgiziaDealer
from companion.games.egizia.moves import MOVES
from companion.games.egizia.setup import EgiziaSetup
from companion.games.egizia.sheet_feeding import FeedingSheet
from companion.games.egizia.sheet_final import FinalSheet
from companion.games.egizia.sheet_participation import ParticipationSheet
from companion.games.egizia.sight import EgiziaSight
from companion.games.egizia.state import Egizia


class EgiziaGame(Game[Egizia]):
    """The game as the table sees it; each part lives in its own module."""

    id = "egizia"
    bgg_id = 58421
    rules = "egizia@1"
    title = T("Egizia")
    seat_range = (2, 4)
    colours = ("blue", "red", "green", "yellow")
    move_types = MOVES
    setup_type = EgiziaSetup
    options = switches.OPTIONS
    longest = 2000

    @cached_property
    def box(self) -> Box:
        """The printed facts as shipped."""
        return parse_box((files(__name__) / "box.toml").read_text("utf-8"))

    @cached_property
    def practice(self) -> Box:
        """A board with an invented river, markets, monuments and decks, to try the game with."""
        return parse_practice((files(__name__) / "practice.toml").read_text("utf-8"), self.box)

    @cached_property
    def help(self) -> Help:
        """Phases, rules, cards, buildings, refusals and rulings in our own words."""
        return parse_help((files(__name__) / "help" / "help.toml").read_text("utf-8"))

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        """Three forms: the final scoring, a feeding, the participation."""
        forms = (FinalSheet(self.box), FeedingSheet(self.box), ParticipationSheet())
        return {form.id: form for form in forms}

    def check_box(self, box: Box) -> tuple[Fault, ...]:
        """What is unusual about a survey of the box."""
        return checking.check_catalogue(box)

    def survey(self, box: Box) -> tuple[Question, ...]:
        """River, crews, markets, monuments, and the lists that may be entered (spec 2.13)."""
        return survey.questions(box)

    def type_answer(self, box: Box, question: Question, words: str) -> Any:
        """Stops, rows and lists as typed."""
        return survey_typing.type_answer(question, words)

    def learned(self, state: Egizia) -> Mapping[str, Any]:
        """What the table has told of the box in this game."""
        return state.told

    def draw_setup(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box) -> EgiziaSetup:
        """Number chips by lot, and a lot for what the app draws."""
        return laying.draw_setup(seats, options, draw)

    def steps(self, setup: Setup, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
        """The check-list for the table."""
        return laying.steps(_ours(setup), seats, options, box)

    def new(self, seats: Sequence[str], options: OptionValues, setup: Setup, box: Box) -> Egizia:
        """The position before the first grave is told. Raises InputError naming what can't be."""
        return laying.new(seats, options, _ours(setup), box)

    def decision(self, state: Egizia) -> Decision:
        """Who is asked what now."""
        return decision.decision(state)

    def legal_moves(self, state: Egizia) -> Sequence[Move]:
        """Every move that answers the decision."""
        return rules.legal_moves(state)

    def starting_order(self, state: Egizia) -> tuple[str, ...]:
        """The number chips as they were dealt; later they change hands (spec 3 step 2)."""
        return state.chips if state.n == 0 else ()

    def incidents(self, state: Egizia) -> tuple[Choice, ...]:
        """Stronger crews of others, a grave turned up too early, somebody leaves."""
        return decision.incidents(state)

    def refuse(self, state: Egizia, move: Move) -> Refusal | None:
        """Why `move` is not allowed now, or None."""
        return refusals.refuse(state, move)

    def apply(self, state: Egizia, move: Move) -> Played[Egizia]:
        """The position after an allowed move and what it caused."""
        return turn.apply(state, move)

    @property
    def sight(self) -> Sight[Egizia]:
        """What the camera looks at, and what it makes of it."""
        return EgiziaSight()

    def things(self, box: Box) -> tuple[Thing, ...]:
        """The pieces that can bear a tag."""
        return things.things(box)

    def handles(self, state: Egizia, move: Move) -> tuple[str, ...]:
        """The pieces that `move` takes, lays or names."""
        return things.handles(state, move)

    def attempt_with(self, state: Egizia, thing: str) -> Move | None:
        """What is meant by bringing this piece now."""
        return things.attempt_with(state, thing)

    def barrier(self, before: Egizia, move: Move) -> Text | None:
        """Drawn Sphinx cards and turned-up graves were seen (spec 5.13)."""
        return words.barrier(before, move)

    def phases(self, state: Egizia) -> tuple[Text, tuple[Phase, ...]]:
        """The round and its seven phases."""
        return position.phases(state)

    def rounds_over(self, state: Egizia) -> int:
        """All but the present one; in the final scoring all of them."""
        return state.round if state.phase in ("final", "over") else state.round - 1

    def standings(self, state: Egizia) -> tuple[Standing, ...]:
        """Points now, and what each seat has."""
        return position.standings(state)

    def scores(self, state: Egizia) -> Scores:
        """The final scoring as it would be now, without Sphinx cards."""
        return position.scores(state)

    def part(self, source: ScoreLine | Event) -> tuple[str, Text]:
        """The parts of all points that people compare."""
        return parts.part(source)

    def outcome(self, state: Egizia) -> Outcome | None:
        """How the game ended, or None."""
        return finish.outcome(state)

    def audit(self, state: Egizia) -> tuple[Fault, ...]:
        """Everything wrong with the position."""
        return audit.audit(state)

    def census(self, state: Egizia) -> Mapping[str, tuple[int, Mapping[str, int]]]:
        """Stones, ships, crews, cards and tiles by place."""
        return audit.census(state)

    def view(self, state: Egizia, seat: str | None) -> Egizia:
        """The position without what lies face down or is being entered unseen."""
        return state_view(state, seat)

    def own_view(self, state: Egizia, seat: str) -> tuple[Text, ...]:
        """The Sphinx card that `seat` was dealt, and those it has entered."""
        return position.own_view(state, seat)

    def sealed(self, state: Egizia) -> bool:
        """Whether the record holds what is still face down or being entered."""
        return position.sealed(state)

    def lay_out(self, state: Egizia) -> tuple[Text, ...]:
        """How the table should look now."""
        return layout.lay_out(state)

    def put_back(self, now: Egizia, then: Egizia) -> tuple[Text, ...]:
        """What to do with the pieces to go from `now` to `then`."""
        return layout.put_back(now, then)

    def edits(self, state: Egizia) -> tuple[Edit, ...]:
        """Everything the table may put right."""
        return edits.edits(state)

    def correction(self, state: Egizia, values: Mapping[str, str | int]) -> Move:
        """The move that changes `values`."""
        return edits.correction(state, values)

    def dealer(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box | None = None) -> EgiziaDealer:
        """A dealer for truthful random games."""
        return EgiziaDealer(self, seats, options, draw, box)

    def say_move(self, before: Egizia, move: Move) -> Text:
        """`move` as a sentence of the log."""
        return words.say_move(before, move)


state_view = state.view


def _ours(given: Setup) -> EgiziaSetup:
    if not isinstance(given, EgiziaSetup):
        raise TypeError(f"not a setup of this game: {type(given).__name__}")
    return given


GAME = EgiziaGame()
"""The one object of this game."""
