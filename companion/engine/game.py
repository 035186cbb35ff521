"""The contract between a game and the table: states, moves, decisions, refusals, events, scores, outcomes.

In the manner of python-chess and OpenSpiel: typed, pure, deterministic. `play` returns a new state and never changes
the one it was given, so that undo, replay, resume and review are one thing. The generator (`legal_moves`) and the
validator (`refuse`) of a game are two code paths; the generic test suite holds them against each other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from companion.engine.box import Box
from companion.engine.dealer import Dealer
from companion.engine.decision import Choice, Decision, Field, Form, Thing
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.event import Event, ScoreLine, Scores
from companion.engine.help import Help
from companion.engine.move import TABLE, IllegalMove, Move, Refusal
from companion.engine.options import Asked, Option, OptionValues, Preset, resolve
from companion.engine.parts import DURING_PLAY
from companion.engine.position import Edit, Fault, Outcome, Phase, Standing
from companion.engine.sight import Sight
from companion.engine.survey import Question, from_facts
from companion.engine.text import T, Text

__all__ = [
    "TABLE",
    "Asked",
    "Choice",
    "Dealer",
    "Decision",
    "Edit",
    "Event",
    "Fault",
    "Field",
    "Form",
    "Game",
    "IllegalMove",
    "InputError",
    "Move",
    "Outcome",
    "Phase",
    "Played",
    "Question",
    "Refusal",
    "ScoreLine",
    "Scores",
    "Setup",
    "Sheet",
    "Standing",
    "State",
    "Step",
    "Thing",
]


class State(msgspec.Struct, kw_only=True):
    """Everything the table knows after `n` accepted moves. Games subclass it; all fields must encode as JSON."""

    seats: tuple[str, ...]
    n: int = 0

    def fingerprint(self) -> bytes:
        """Canonical JSON of the whole state: equal states give equal bytes in every process."""
        return msgspec.json.encode(self, order="deterministic")


S = TypeVar("S", bound=State)


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was drawn or laid out before play. Games subclass it; encodes as the record's `setup` object."""


class Step(msgspec.Struct, frozen=True):
    """One physical step of the setup check-list.

    `drawn`: it depends on the random draw. `picture`: board target ids that show it.
    """

    text: Text
    drawn: bool = False
    picture: tuple[str, ...] = ()


class Played(msgspec.Struct, Generic[S], frozen=True):
    """The result of an accepted move: the state after it and what it caused, in order."""

    state: S
    events: tuple[Event, ...]


class Sheet(ABC):
    """A scoring form: enter a position, get the score line by line, without having tracked the game."""

    id: str
    title: Text
    example: Mapping[str, Any]

    @abstractmethod
    def score(self, data: Any, box: Box | None = None) -> Scores:
        """Score the position `data` (decoded JSON) by the printed facts of `box` (None: as shipped).

        Raises `InputError` naming the field and the remedy.
        """


class Game(ABC, Generic[S]):
    """A game: its facts, its rules, its words. One stateless object each, found by entry point `cartouche.games`."""

    id: ClassVar[str]
    rules: ClassVar[str]
    """Ruleset id with version, written into every record ("aton@1")."""
    title: ClassVar[Text]
    seat_range: ClassVar[tuple[int, int]]
    colours: ClassVar[tuple[str, ...]]
    """Seat ids a player may take, in the order they are offered; seats keep clockwise order."""
    move_types: ClassVar[tuple[type[Move], ...]]
    setup_type: ClassVar[type[Setup]]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[tuple[Preset, ...]] = ()
    bgg_id: ClassVar[int | None] = None
    """The number of this game at BoardGameGeek; None where it is not known for certain."""
    longest: ClassVar[int]
    """Bound on the number of moves of one game in random play; the generic suite holds it."""

    # facts and words

    @property
    @abstractmethod
    def box(self) -> Box:
        """The printed facts as shipped."""

    @property
    @abstractmethod
    def help(self) -> Help:
        """Phases, rules, items, refusals and rulings in our own words."""

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        """Scoring forms by id; the first is the one meant by the game's name alone."""
        return {}

    def check_box(self, box: Box) -> tuple[Fault, ...]:
        """What is unusual about the facts of `box`, as warnings: one can play with it. Raises `InputError`."""
        return ()

    @property
    def practice(self) -> Box | None:
        """The box with invented values for what is unknown, to try the game with. None: everything is known."""
        return None

    def survey(self, box: Box) -> tuple[Question, ...]:
        """The questions that fill in `box`, in order. Later ones may depend on earlier answers."""
        return from_facts(box)

    def type_answer(self, box: Box, question: Question, words: str) -> Any:
        """The answer to a question of kind `form` as typed on the command line. Raises `InputError`."""
        raise InputError(T("Answer this question on the screen."))

    def learned(self, state: S) -> Mapping[str, Any]:
        """Facts of the box (by key) that the table has told in this game and the box had not known."""
        return {}

    def resolve(self, options: Mapping[str, Any]) -> OptionValues:
        """Every option with its value: given ones checked, the rest by preset or default. Raises `InputError`."""
        return resolve(self.options, self.presets, options)

    # setup

    def asks(self, options: OptionValues, seats: Sequence[str], box: Box) -> Asked | None:
        """The number these rules need for so many seats and no box prints for certain, or None."""
        return None

    @abstractmethod
    def draw_setup(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box) -> Setup:
        """A setup drawn at random; the same draw gives the same setup."""

    @abstractmethod
    def steps(self, setup: Setup, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
        """The check-list that brings the table to `setup`, in the order it is best done."""

    @abstractmethod
    def new(self, seats: Sequence[str], options: OptionValues, setup: Setup, box: Box) -> S:
        """The state before the first move. Raises `InputError` for a setup that can't be."""

    # play

    @abstractmethod
    def decision(self, state: S) -> Decision:
        """What the game waits for. At the end: a decision without choices and forms."""

    @abstractmethod
    def legal_moves(self, state: S) -> Sequence[Move]:
        """Every move that answers the decision (generator). Empty at the end."""

    def starting_order(self, state: S) -> tuple[str, ...]:
        """The seats in the order in which they begin the game, told from a `state` in which that is settled.

        Empty where all begin at once, or as long as it is not settled.
        """
        return ()

    def incidents(self, state: S) -> tuple[Choice, ...]:
        """Moves outside the decision that are possible now (somebody leaves, all stop); offered in the menu."""
        return ()

    @abstractmethod
    def refuse(self, state: S, move: Move) -> Refusal | None:
        """Why `move` is not allowed now, or None (validator)."""

    @abstractmethod
    def apply(self, state: S, move: Move) -> Played[S]:
        """Carry out a move that `refuse` has let through, on a copy."""

    def play(self, state: S, move: Move) -> Played[S]:
        """Validate, then change. Raises `IllegalMove`; the given state is never touched."""
        refusal = self.refuse(state, move)
        if refusal is not None:
            raise IllegalMove(move, refusal)
        return self.apply(state, move)

    # what a camera sees, and real pieces that bear a tag

    @property
    def sight(self) -> Sight[S] | None:
        """What the camera is to look at in this game; None: nothing."""
        return None

    def things(self, box: Box) -> tuple[Thing, ...]:
        """The kinds of pieces that can bear a tag, in the order they are taught. Never one whose face is a secret."""
        return ()

    def handles(self, state: S, move: Move) -> tuple[str, ...]:
        """Ids of the things that the legal `move` takes, lays or names; nothing that is hidden from the table."""
        return ()

    def value_of(self, form: Form, thing: str) -> tuple[str, int] | None:
        """The field of `form` and the value in it that this thing stands for; None: it has no part in it."""
        return None

    def attempt_with(self, state: S, thing: str) -> Move | None:
        """The move that people mean who bring this thing now, though it may be refused: its refusal tells the reason.

        Made from what everybody may know. None: the thing means nothing definite in this step.
        """
        return None

    def barrier(self, before: S, move: Move) -> Text | None:
        """Why `move` may not simply be taken back (something was revealed by it), or None."""
        return None

    # position

    @abstractmethod
    def phases(self, state: S) -> tuple[Text, tuple[Phase, ...]]:
        """The round label and the segments of the phase bar."""

    def rounds_over(self, state: S) -> int | None:
        """How many rounds are over; None where the game is not played in rounds."""
        return None

    @abstractmethod
    def standings(self, state: S) -> tuple[Standing, ...]:
        """The score strip, in seat order."""

    @abstractmethod
    def scores(self, state: S) -> Scores:
        """The lines that would be added if it were scored (or ended) now."""

    def part(self, source: ScoreLine | Event) -> tuple[str, Text]:
        """To which part (id and title) of all points of a game those of a scored line belong, or of an event besides.

        The parts are summed over a whole game, for its score sheet and for statistics.
        """
        return (source.category, source.title) if isinstance(source, ScoreLine) else DURING_PLAY

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None."""

    @abstractmethod
    def audit(self, state: S) -> tuple[Fault, ...]:
        """Everything wrong with the position at once; empty for a sound one."""

    @abstractmethod
    def census(self, state: S) -> Mapping[str, tuple[int, Mapping[str, int]]]:
        """For each component: how many there are, and how many lie where. Used to prove conservation."""

    def view(self, state: S, seat: str | None) -> S:
        """What `seat` may know (None: what everybody at the table may). The state itself where nothing is secret.

        Everything the table sees (decision, legal moves, refusals, standings, words) comes out the same from
        `view(state, None)` as from the state itself; the generic suite holds them against each other.
        """
        return state

    def own_view(self, state: S, seat: str) -> tuple[Text, ...]:
        """What only `seat` may see of its own things now, in words for the covered screen. Empty: nothing."""
        return ()

    def sealed(self, state: S) -> bool:
        """Whether the record up to `state` holds what not everybody may know yet (something lies face down still).

        Such a record is neither written into a file nor read out before it is open; at the end it is always open.
        """
        return False

    # table

    @abstractmethod
    def lay_out(self, state: S) -> tuple[Text, ...]:
        """How the table should look now: a check-list for resuming."""

    @abstractmethod
    def put_back(self, now: S, then: S) -> tuple[Text, ...]:
        """What to do with the real pieces so that a table that looks like `now` looks like `then`."""

    @abstractmethod
    def edits(self, state: S) -> tuple[Edit, ...]:
        """The values of the position that the table may put right."""

    @abstractmethod
    def correction(self, state: S, values: Mapping[str, str | int]) -> Move:
        """The `correct` move that changes `values` (by edit id). It is validated like any move."""

    @abstractmethod
    def dealer(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box | None = None) -> Dealer:
        """A dealer for truthful random games. `box`: what the engine is told of the printed facts (None: as shipped).

        What that box leaves unknown the dealer invents for itself as the truth of its own copy.
        """

    # words

    def say_move(self, before: S, move: Move) -> Text:
        """A move in words for the log ("Anna places a counter on 1.06")."""
        raise LookupError(f"{self.id} has no words for the move {type(move).__name__}")

    def say_headline(self, refusal: Refusal) -> Text:
        """What was refused, as a headline."""
        return Text(self.help.refusals[refusal.code].title, refusal.params)

    def say_refusal(self, refusal: Refusal) -> Text:
        """A refusal in words; `rule_behind` names the page with the rule."""
        return Text(self.help.refusals[refusal.code].text, refusal.params)

    def say_whole_refusal(self, refusal: Refusal) -> Text:
        """A refusal in words where no heading stands over it: with its title, unless it begins with that itself."""
        title, text = self.say_refusal_title(refusal), self.say_refusal(refusal)
        if text.message.startswith(title.message):
            return text
        return T("{title} {text}", title=title, text=text)

    def say_refusal_title(self, refusal: Refusal) -> Text:
        """A refusal in one short sentence."""
        return Text(self.help.refusals[refusal.code].title, refusal.params)

    def rule_behind(self, refusal: Refusal) -> str:
        """The rule page (id) that a refusal leads to."""
        return self.help.refusals[refusal.code].rule

    def decode_move(self, data: Any) -> Move:
        """A move from its JSON object, strictly. Raises `msgspec.ValidationError`."""
        kinds, every = _kinds(self.move_types)
        tag = data.get("move") if isinstance(data, dict) else None
        # One kind is read much faster than the choice of them all, which tells what is wrong with the tag.
        move: Move = msgspec.convert(data, kinds.get(tag, every) if isinstance(tag, str) else every)
        return move


@cache
def _kinds(move_types: tuple[type[Move], ...]) -> tuple[dict[str, type[Move]], Any]:
    """The kinds of moves by tag, and the choice of them all."""
    every: Any = move_types[0]
    for kind in move_types[1:]:
        every = every | kind
    return {str(kind.__struct_config__.tag): kind for kind in move_types}, every
