"""What a camera can see of a game: places on the table, what may lie there, and what a reading says of them.

A game tells where to look and what each place should show (`Sight`); the camera's side answers with a `Reading` made
of these types; the table holds both against each other. Nothing here knows a picture. Lengths are millimetres from the
top left corner of the field, the area that the mat's frame leaves open; x to the right, y down.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec

from companion.engine.text import Text

if TYPE_CHECKING:
    from companion.engine.box import Box
    from companion.engine.game import Move, State

EMPTY = ""
"""The label of a place where nothing lies."""
BACK = "back"
"""The label of a card that lies face down; of what it is, nothing is known."""
MATS = 6
"""As many mats can be told apart: each has eight markers of a dictionary of fifty."""

Kind = Literal["piece", "card", "tile", "cover"]
"""piece: a wooden token, told by its colour. card: told by its picture, lies in a known place, about upright. tile:
told by its picture, lies anywhere along a path, turned any way. cover: a large piece that hides what is printed."""
At = tuple[float, float, float, float]
"""Centre x, centre y, width, height in mm."""


class Look(msgspec.Struct, frozen=True):
    """Something that is told by how it looks, and is shown to the camera once (taught).

    `id` is the label it is read as (a seat's colour, the id of a thing that bears a tag). `art`: looks of the same art
    differ by a small sign only (a number, how many scarabs), which is read only when it is large enough in the picture.
    """

    id: str
    title: Text
    kind: Kind
    art: str = ""


class Spot(msgspec.Struct, frozen=True):
    """A known place to look at. `id` is the board's target of the same place, so that it can be lit.

    `labels`: ids of the looks that can lie here; `EMPTY` always can. `at`: where it lies on the stand-in board, and on
    the real one where the plan says that its places are known. `group`: what is counted together. `turned`: quarter
    turns clockwise of what lies here as the camera sees it.
    """

    id: str
    title: Text
    kind: Kind
    labels: tuple[str, ...]
    at: At
    group: str = ""
    turned: int = 0


class Shape(msgspec.Struct, frozen=True):
    """One stroke of the stand-in board, our own drawing: printed on paper and used to try the camera.

    `at` as in spots. `fill` and `line` are "#rrggbb" or empty. `text` is written into it, as large as fits.
    """

    form: Literal["box", "disc", "line", "text"]
    at: At
    fill: str = ""
    line: str = ""
    text: str = ""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All the camera has to know of a game.

    `mat`: the number of its mat, 0 to 5, each game's own. `field`: width and height of the field in mm. `board`: where
    the board lies in it. `known`: the places are those of the published board (a spec gives them); else only the
    stand-in has them there, and a real board's places are tapped in once. `path`: where tiles may lie anywhere, in
    the order of a path (kind `tile`); None else.
    """

    mat: int
    field: tuple[float, float]
    board: At
    known: bool
    spots: tuple[Spot, ...]
    looks: tuple[Look, ...]
    shapes: tuple[Shape, ...] = ()
    path: At | None = None

    def spot(self, spot_id: str) -> Spot | None:
        """The place of this id, or None."""
        return next((one for one in self.spots if one.id == spot_id), None)

    def look(self, look_id: str) -> Look | None:
        """The look of this id, or None."""
        return next((one for one in self.looks if one.id == look_id), None)

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """Of what kind all is that can lie here, by look; a card's back too where it has no look of its own."""
        found: dict[str, Kind] = {one.id: one.kind for one in self.looks}
        if BACK not in found and any(BACK in spot.labels for spot in self.spots):
            found[BACK] = "card"
        return found


class Seen(msgspec.Struct, frozen=True):
    """What a reading says of one place.

    `label`: what lies there most likely (`EMPTY`, `BACK`, a look's id); None: it is covered, or like nothing known.
    `share`: how likely that is by the picture alone, 0 to 1. `sure`: nothing else comes near; only then it may be used
    without asking. `others`: what else it could be, likeliest first. `at`: where it lies, for tiles along a path.
    `art`: the art of what lies there where that is sure, though the small sign on it may not be.
    """

    spot: str
    label: str | None
    share: float
    sure: bool
    others: tuple[tuple[str, float], ...] = ()
    at: At | None = None
    angle: float = 0.0
    art: str = ""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One picture read. `trouble`: why nothing could be read, in one sentence with the remedy; then `seen` is empty.

    `markers`: ids of the markers of the mat that were found. `off_mm`: by how much they disagree about where the mat
    lies (the largest that was used). `remarks`: what makes it less certain (dark, blurred, too small).
    """

    game: str
    seen: tuple[Seen, ...] = ()
    markers: tuple[int, ...] = ()
    off_mm: float = 0.0
    trouble: Text | None = None
    remarks: tuple[Text, ...] = ()

    @property
    def unsure(self) -> tuple[str, ...]:
        """The places that must be asked about before they are used."""
        return tuple(one.spot for one in self.seen if not one.sure)

    def of(self, spot: str) -> Seen | None:
        """What was seen at a place, or None if it was not looked at."""
        return next((one for one in self.seen if one.spot == spot), None)


S = TypeVar("S", bound="State")


class Sight(ABC, Generic[S]):
    """What a game tells the camera, and makes of what it saw. Pure, as the game itself; never of what is secret."""

    @abstractmethod
    def plan(self, box: Box) -> Plan:
        """Where to look and what may lie there, by the printed facts of `box`."""

    @abstractmethod
    def shows(self, state: S) -> Mapping[str, tuple[str, ...]]:
        """What each place should show now: the labels that agree with `state` (several: any of them).

        Only from what everybody at the table may see. A place that is not named may show anything.
        """

    def sums(self, state: S) -> Mapping[str, Mapping[str, int]]:
        """How many of each look lie in a group (of spots) now where it does not matter which lies in which place.

        By group and label; a label that is not named may lie there in any number. `shows` allows each place of such a
        group any of the labels.
        """
        return {}

    def checks(self, state: S) -> Mapping[str, tuple[str, ...]]:
        """As `shows`, of places that people bring up to date late (score markers).

        An audit tells where they differ; they neither explain a move nor stand against one. None is in `shows`.
        """
        return {}

    def unseen(self, state: S) -> frozenset[str]:
        """Places that must not be looked at now (cards laid out before they are revealed): blackened and never read."""
        return frozenset()

    def counts(self, box: Box) -> Mapping[tuple[str, str], int]:
        """The most of a look (by group and label) that the box has: more of them can't lie there."""
        return {}

    def moves(self, state: S, seen: Mapping[str, str]) -> tuple[Move, ...]:
        """Moves that say what lies open on the table, by place; places left out were unsure.

        Forms (`declare`) that can be filled in whole, each as one move; of cards that are told one by one (a delivery)
        only the next. Nothing where what it takes was not all seen. The rules check these moves like any other.
        """
        return ()

    def sheet(self, seen: Mapping[str, str], box: Box) -> Mapping[str, Any]:
        """What can be filled into the game's first scoring sheet from what lies on the table, by field of its data."""
        return {}

    def laid(self, seen: Mapping[str, str], box: Box) -> Mapping[str, Any]:
        """Fields of the setup (as in its JSON) that the picture of a table laid out before play fills in."""
        return {}

    def start(self, box: Box, seats: Sequence[str]) -> Mapping[str, str]:
        """What to lay down, by place, for the picture that teaches the pieces: at least two of each colour."""
        return {}
