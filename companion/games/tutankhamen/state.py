"""The position of a game of Tutankhamen: everything is open, so this is everything there is."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Literal

import msgspec

from companion.engine.game import State
from companion.engine.text import T, Text
from companion.games.tutankhamen.catalogue import COIN, NAMES, PHARAOH, Kind
from companion.games.tutankhamen.switches import Switches

PYRAMID = "pyramid"
OUT = "out"
EMPTY = ""

Stage = Literal["move", "coin", "mask", "pharaoh", "clear", "over"]


class Match(msgspec.Struct, frozen=True, dict=True):
    """What does not change while a game is played: tiles, rules, length of the path, whether the path is recorded."""

    kinds: tuple[Kind, ...]
    pharaohs: int
    coins: int
    mask: int
    rules: Switches
    length: int
    recorded: bool

    @property
    def finish(self) -> int:
        """The position of a pawn at the pyramid."""
        return self.length + 1

    @cached_property
    def kind(self) -> dict[str, Kind]:
        """Kinds by id."""
        return {kind.id: kind for kind in self.kinds}

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Ids of all tiles of the path: the kinds, pharaohs, coins."""
        return (*(kind.id for kind in self.kinds), PHARAOH, COIN)

    @cached_property
    def present(self) -> dict[str, int]:
        """How many tiles of each id there are."""
        return {kind.id: kind.present for kind in self.kinds} | {PHARAOH: self.pharaohs, COIN: self.coins}

    @cached_property
    def titles(self) -> dict[str, Text | str]:
        """Names for people by id."""
        return {kind.id: kind.title for kind in self.kinds} | {PHARAOH: NAMES[PHARAOH], COIN: NAMES[COIN]}

    @cached_property
    def numbered(self) -> dict[str, Text | str]:
        """Names as one looks for the tiles, by id: "8 Throne", "6-B", "Pharaoh"."""
        return {kind.id: kind.numbered for kind in self.kinds} | {PHARAOH: NAMES[PHARAOH], COIN: NAMES[COIN]}

    @cached_property
    def labels(self) -> dict[str, Text | str]:
        """Names with the value by id: "Sarcophagus (8)"."""
        valued: dict[str, Text | str] = {
            kind.id: T("{kind} ({value})", kind=kind.title, value=kind.value) for kind in self.kinds
        }
        return valued | {PHARAOH: NAMES[PHARAOH], COIN: NAMES[COIN]}


class Scoring(msgspec.Struct, frozen=True):
    """A set that is being scored and waits for answers (spec 4 SCORE, 7.2).

    mask: not yet looked at, used, or not used. order: the contested group in the order it is asked. at: whose answer is
    open. added: whether a pharaoh was added in this round of asking. pharaohs: how many each seat has added.
    """

    kind: str
    mask: Literal["open", "used", "unused"] = "open"
    order: tuple[str, ...] = ()
    at: int = 0
    added: bool = False
    pharaohs: dict[str, int] = {}


class Tutankhamen(State, kw_only=True):
    """A position.

    path: the tile in each slot, "" where there is none (slot 1 first; nothing if the path is not recorded). left, out:
    tiles in the path and out of play by id. held: tiles in front of each seat by id. pos: each pawn's slot, 0 at the
    start, `match.finish` at the pyramid; without a recorded path 1 stands for "somewhere on the path". points: points
    scored (in a race, too). mask: "pyramid", a seat, or "out". scored: kinds that are closed. due: kinds that are
    complete and wait to be scored. moved: the seat to move has moved. coin: its coin tile is open. clearing: the table
    names cleared tiles. gone: seats that have left. end: why the game is over, "" before.
    """

    match: Match
    path: list[str]
    left: dict[str, int]
    out: dict[str, int]
    held: dict[str, dict[str, int]]
    pos: dict[str, int]
    points: dict[str, int]
    mask: str
    turn: str
    turns: int = 1
    scored: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    moved: bool = False
    coin: bool = False
    clearing: bool = False
    scoring: Scoring | None = None
    gone: tuple[str, ...] = ()
    end: str = ""
    reached: tuple[str, ...] = ()

    @property
    def stage(self) -> Stage:
        """What the game waits for."""
        if self.end:
            return "over"
        if self.coin:
            return "coin"
        if self.scoring is not None:
            return "mask" if self.scoring.mask == "open" else "pharaoh"
        return "clear" if self.clearing else "move"

    @property
    def asked(self) -> str | None:
        """The seat that must answer; None for the table, or at the end."""
        stage = self.stage
        if stage == "mask":
            return self.mask
        if stage == "pharaoh" and self.scoring is not None:
            return self.scoring.order[self.scoring.at]
        return self.turn if stage in ("move", "coin") else None

    @property
    def racing(self) -> bool:
        """Whether reaching the target ends the game."""
        return self.match.rules.instant_end_at_zero and self.match.rules.start_points > 0

    def remaining(self, seat: str) -> int:
        """Points `seat` still has to score in a race; negative past zero."""
        return self.match.rules.start_points - self.points[seat]

    def at_finish(self, seat: str) -> bool:
        """Whether the pawn of `seat` is out of the movement."""
        return self.pos[seat] > self.match.length

    def clockwise(self, first: str) -> tuple[str, ...]:
        """All seats in clockwise order from `first`."""
        at = self.seats.index(first)
        return self.seats[at:] + self.seats[:at]

    def twin(self) -> Tutankhamen:
        """A copy that shares nothing changeable with this position."""
        other = copy.copy(self)
        other.path = self.path[:]
        other.left = self.left.copy()
        other.out = self.out.copy()
        other.held = {seat: tiles.copy() for seat, tiles in self.held.items()}
        other.pos = self.pos.copy()
        other.points = self.points.copy()
        return other
