"""The contract between a game and the table: states, moves, decisions, refusals, events, scores, outcomes.

In the manner of python-chess and OpenSpiel: typed, pure, deterministic. `play` returns a new state and never changes
the one it was given, so that undo, replay, resume and review are one thing. The generator (`legal_moves`) and the
validator (`refuse`) of a game are two code paths; the generic test suite holds them against each other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.errors import InputError as InputError
from companion.engine.help import Help
from companion.engine.options import Option, OptionValues, Preset, resolve
from companion.engine.text import Text, Value

TABLE = "table"
"""The `by` of a move that the table as a whole makes (a card turned up, a correction)."""


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move"):
    """One atomic act that the engine can validate. Games subclass it with a tag and their own fields.

    `by` is a seat id or `TABLE`.
    """

    by: str


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


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not allowed: a stable code, the facts, and the board targets that are the reason.

    The tapped place itself is not among the targets.
    """

    code: str
    params: Mapping[str, Value] = {}
    targets: tuple[str, ...] = ()


class IllegalMove(Exception):
    """A move the rules do not allow. Carries the move and its `Refusal`; the state is as it was."""

    def __init__(self, move: Move, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {move}")
        self.move = move
        self.refusal = refusal


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a scoring: who gets what, the sum as shown to players, and the places it came from."""

    category: str
    title: Text
    sum: Text
    points: Mapping[str, int]
    targets: tuple[str, ...] = ()


class Scores(msgspec.Struct, frozen=True):
    """Points per seat with the lines they are made of. `before` are the points each seat had already."""

    lines: tuple[ScoreLine, ...]
    before: Mapping[str, int]

    def total(self, seat: str) -> int:
        """Points of `seat` with every line added."""
        return self.before[seat] + sum(line.points.get(seat, 0) for line in self.lines)

    @property
    def totals(self) -> dict[str, int]:
        """Points of every seat with every line added."""
        return {seat: self.total(seat) for seat in self.before}


class Event(msgspec.Struct, frozen=True):
    """What a move caused, for screen, lights, sound and log.

    `kind` is one of the game's own words ("points", "remove", "clear", ...); `show` asks the screen to stop and tell
    it with "Next" (something the app did by itself); `scoring` asks for the walk-through, line by line.
    """

    kind: str
    text: Text
    seats: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    points: Mapping[str, int] = {}
    show: bool = False
    scoring: Scores | None = None


class Played(msgspec.Struct, Generic[S], frozen=True):
    """The result of an accepted move: the state after it and what it caused, in order."""

    state: S
    events: tuple[Event, ...]


class Choice(msgspec.Struct, frozen=True):
    """One legal move as the screen offers it.

    `targets` are board places that light up and can be tapped for it (empty: a button). `label` is unique within its
    decision. `consequence` is what the gold button says before it is done.
    """

    move: Move
    label: Text
    targets: tuple[str, ...] = ()
    consequence: Text | None = None


class Field(msgspec.Struct, frozen=True):
    """A typed field of a form: `count` whole numbers from `low` to `high`, shown with `label`."""

    name: str
    label: Text
    low: int
    high: int
    count: int = 1


class Form(msgspec.Struct, frozen=True):
    """What one seat (or the table) is to declare: a move with tag `move` whose fields are filled in by people."""

    by: str
    move: str
    fields: tuple[Field, ...]


class Decision(msgspec.Struct, frozen=True):
    """What the game waits for now: everything the screen needs to ask for it.

    seats: who must act (several: simultaneous; empty: the table as a whole).
    kind: `choose` among `choices`, or `declare` by filling in `forms` (their moves are legal moves too).
    secret: people choose unseen; the screen offers only public acts (ready, take back).
    consequence: the first tap selects, a second tap or the gold button does it.
    owed and done: so many acts are still owed in this step, so many were done; `owed_text` says it ("2 to place").
    chance: the app may draw this one from the record's seed if the table asks it to.
    forced: there is one possible way; the screen shows it with "Next".
    rule: the help page (phase id) of this decision.
    """

    id: str
    prompt: Text
    seats: tuple[str, ...] = ()
    kind: Literal["choose", "declare"] = "choose"
    choices: tuple[Choice, ...] = ()
    forms: tuple[Form, ...] = ()
    secret: bool = False
    consequence: bool = False
    owed: int = 0
    done: int = 0
    owed_text: Text | None = None
    chance: bool = False
    forced: bool = False
    rule: str = ""


class Phase(msgspec.Struct, frozen=True):
    """One segment of the phase bar. `seat` where one seat acts in it."""

    id: str
    title: Text
    status: Literal["done", "now", "next"]
    seat: str | None = None


class Standing(msgspec.Struct, frozen=True):
    """A seat's row in the score strip: points now, points if it were scored now, a note ("Stock 21"), race progress.

    `goal` is the length of the score track (or None); `remaining` is shown instead of points where scores count down.
    """

    seat: str
    points: int
    scored_now: int
    note: Text | None = None
    goal: int | None = None
    remaining: int | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    Winners (several: shared; none: nobody), a reason code with its sentence, the ranking with the best first.
    """

    winners: tuple[str, ...]
    reason: str
    text: Text
    ranking: tuple[tuple[str, ...], ...]
    scores: Mapping[str, int]


class Fault(msgspec.Struct, frozen=True):
    """Something wrong (or, with `warning`, unlikely) with a position, named."""

    code: str
    text: Text
    targets: tuple[str, ...] = ()
    warning: bool = False


class Edit(msgspec.Struct, frozen=True):
    """A value of the position that the table may put right: a place with its allowed contents, or a number.

    Places have `values` (content id, label) and a board target; numbers have `low` and `high`.
    """

    id: str
    label: Text
    value: str | int
    values: tuple[tuple[str, Text], ...] = ()
    low: int = 0
    high: int = 0


class Sheet(ABC):
    """A scoring form: enter a position, get the score line by line, without having tracked the game."""

    id: str
    title: Text
    example: Mapping[str, Any]

    @abstractmethod
    def score(self, data: Any) -> Scores:
        """Score the position `data` (decoded JSON). Raises `InputError` naming the field and the remedy."""


class Dealer(ABC):
    """Holds the hidden truth of a simulated game and tells the engine only what a table would."""

    setup: Setup

    @abstractmethod
    def choose(self, state: Any) -> Move:
        """A truthful move for the decision of `state`, drawn at random where people would choose."""

    @abstractmethod
    def witness(self, move: Move, before: Any, after: Any, events: Sequence[Event]) -> list[str]:
        """Compare what the engine did with the truth; the differences in words (empty: none)."""

    @abstractmethod
    def verdict(self, state: Any) -> list[str]:
        """After the end: compare points, winners and components with the oracle; the differences in words."""


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

    def resolve(self, options: Mapping[str, Any]) -> OptionValues:
        """Every option with its value: given ones checked, the rest by preset or default. Raises `InputError`."""
        return resolve(self.options, self.presets, options)

    # setup

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

    def barrier(self, before: S, move: Move) -> Text | None:
        """Why `move` may not simply be taken back (something was revealed by it), or None."""
        return None

    # position

    @abstractmethod
    def phases(self, state: S) -> tuple[Text, tuple[Phase, ...]]:
        """The round label and the segments of the phase bar."""

    @abstractmethod
    def standings(self, state: S) -> tuple[Standing, ...]:
        """The score strip, in seat order."""

    @abstractmethod
    def scores(self, state: S) -> Scores:
        """The lines that would be added if it were scored (or ended) now."""

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
        """What `seat` may know (None: what everybody at the table may). The state itself where nothing is secret."""
        return state

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
    def dealer(self, seats: Sequence[str], options: OptionValues, draw: Draw) -> Dealer:
        """A dealer for truthful random games."""

    # words

    def say_move(self, before: S, move: Move) -> Text:
        """A move in words for the log ("Anna places a counter on 1.06")."""
        raise LookupError(f"{self.id} has no words for the move {type(move).__name__}")

    def say_refusal(self, refusal: Refusal) -> Text:
        """A refusal in words, with the rule behind it to be found under `help.refusals[code].rule`."""
        return Text(self.help.refusals[refusal.code].text, refusal.params)

    def decode_move(self, data: Any) -> Move:
        """A move from its JSON object, strictly. Raises `msgspec.ValidationError`."""
        kinds: Any = self.move_types[0]
        for kind in self.move_types[1:]:
            kinds = kinds | kind
        move: Move = msgspec.convert(data, kinds)
        return move
