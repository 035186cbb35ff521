"""Tutankhamen (Reiner Knizia, 1993): tiles in one line, taken forwards only; a set scores when its last tile goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files

from companion.engine.box import Box, parse_box, parse_practice
from companion.engine.draw import Draw
from companion.engine.game import (
    Asked,
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
from companion.games.tutankhamen import (
    audit,
    correcting,
    decision,
    ending,
    parts,
    position,
    refusals,
    rules,
    switches,
    things,
    turn,
    words,
)
from companion.games.tutankhamen import setup as laying
from companion.games.tutankhamen.catalogue import check_catalogue, read_catalogue, whole_path
from companion.games.tutankhamen.dealer import TutankhamenDealer
from companion.games.tutankhamen.moves import MOVES
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.games.tutankhamen.sheet import SetSheet
from companion.games.tutankhamen.sight import TutankhamenSight
from companion.games.tutankhamen.state import Tutankhamen


class TutankhamenGame(Game[Tutankhamen]):
    """The game as the table sees it; each part lives in its own module."""

    id = "tutankhamen"
    rules = "tutankhamen@1"
    title = T("Tutankhamen")
    seat_range = (2, 6)
    colours = ("red", "blue", "green", "yellow", "black", "violet")
    move_types = MOVES
    setup_type = TutankhamenSetup
    options = switches.OPTIONS
    presets = switches.PRESETS
    longest = 450

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
        """Phases, rules, tiles, refusals and rulings in our own words."""
        return parse_help((files(__name__) / "help" / "help.toml").read_text("utf-8"))

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        """One form: a single set."""
        return {SetSheet.id: SetSheet()}

    def check_box(self, box: Box) -> tuple[Fault, ...]:
        """Lost tiles, missing kinds, a path that is not as long as in a whole box."""
        return check_catalogue(read_catalogue(box), whole_path(box))

    def asks(self, options: OptionValues, seats: Sequence[str], box: Box) -> Asked | None:
        """The start points of a race."""
        return switches.asks(options, len(seats), box)

    def draw_setup(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box) -> TutankhamenSetup:
        """A random order of the path and a first player by lot."""
        return laying.draw_setup(seats, options, draw, box)

    def steps(self, setup: Setup, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
        """The check-list for the table."""
        return laying.steps(_ours(setup), seats, options, box)

    def new(self, seats: Sequence[str], options: OptionValues, setup: Setup, box: Box) -> Tutankhamen:
        """The position before the first move. Raises InputError naming what can't be."""
        return laying.new(seats, options, _ours(setup), box)

    def decision(self, state: Tutankhamen) -> Decision:
        """Who is asked what now."""
        return decision.decision(state)

    def legal_moves(self, state: Tutankhamen) -> Sequence[Move]:
        """Every move that answers the decision."""
        return rules.legal_moves(state)

    def starting_order(self, state: Tutankhamen) -> tuple[str, ...]:
        """Clockwise from the seat that begins (spec 3 step 5)."""
        return state.clockwise(state.turn) if state.n == 0 else ()

    def incidents(self, state: Tutankhamen) -> tuple[Choice, ...]:
        """Leaving, stopping, finishing by agreement."""
        return decision.incidents(state)

    def refuse(self, state: Tutankhamen, move: Move) -> Refusal | None:
        """Why `move` is not allowed now, or None."""
        return refusals.refuse(state, move)

    def apply(self, state: Tutankhamen, move: Move) -> Played[Tutankhamen]:
        """The position after an allowed move and what it caused."""
        return turn.apply(state, move)

    @property
    def sight(self) -> Sight[Tutankhamen]:
        """What the camera is to look at."""
        return TutankhamenSight()

    def things(self, box: Box) -> tuple[Thing, ...]:
        """The pieces that can bear a tag."""
        return things.things(box)

    def handles(self, state: Tutankhamen, move: Move) -> tuple[str, ...]:
        """The pieces that `move` takes, lays or names."""
        return things.handles(state, move)

    def attempt_with(self, state: Tutankhamen, thing: str) -> Move | None:
        """What is meant by bringing this piece now."""
        return things.attempt_with(state, thing)

    def phases(self, state: Tutankhamen) -> tuple[Text, tuple[Phase, ...]]:
        """The turn number and the steps of a turn."""
        return position.phases(state)

    def standings(self, state: Tutankhamen) -> tuple[Standing, ...]:
        """Points, what every set would add now, and what remains in a race."""
        return position.standings(state)

    def scores(self, state: Tutankhamen) -> Scores:
        """A line for every open set that somebody holds."""
        return position.scores(state)

    def part(self, source: ScoreLine | Event) -> tuple[str, Text]:
        """The parts of all points that people compare."""
        return parts.part(source)

    def outcome(self, state: Tutankhamen) -> Outcome | None:
        """How the game ended, or None."""
        return ending.outcome(state)

    def audit(self, state: Tutankhamen) -> tuple[Fault, ...]:
        """Everything wrong with the position; lost tiles as warnings."""
        return audit.audit(state)

    def census(self, state: Tutankhamen) -> Mapping[str, tuple[int, Mapping[str, int]]]:
        """Every tile, the mask and the pawns by place."""
        return audit.census(state)

    def lay_out(self, state: Tutankhamen) -> tuple[Text, ...]:
        """How the table should look now."""
        return words.lay_out(state)

    def put_back(self, now: Tutankhamen, then: Tutankhamen) -> tuple[Text, ...]:
        """What to do with the pieces to go from `now` to `then`."""
        return words.put_back(now, then)

    def edits(self, state: Tutankhamen) -> tuple[Edit, ...]:
        """Everything the table may put right."""
        return correcting.edits(state)

    def correction(self, state: Tutankhamen, values: Mapping[str, str | int]) -> Move:
        """The move that changes `values`."""
        return correcting.correction(state, values)

    def dealer(
        self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box | None = None
    ) -> TutankhamenDealer:
        """A dealer for truthful random games."""
        return TutankhamenDealer(self, seats, options, draw, box=box)

    def say_move(self, before: Tutankhamen, move: Move) -> Text:
        """`move` as a sentence of the log."""
        return words.say_move(before, move)


def _ours(given: Setup) -> TutankhamenSetup:
    if not isinstance(given, TutankhamenSetup):
        raise TypeError(f"not a setup of this game: {type(given).__name__}")
    return given


GAME = TutankhamenGame()
