"""A game being arranged: who sits where in which colour, what is watched, and the rules in force. Pure, no Kivy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from companion.engine.game import Game
from companion.engine.header import Header, Seat
from companion.engine.options import Option, OptionValue

PLACES = ("w0", "n0", "n1", "e0", "s1", "s0")
"""Places round the drawn table, clockwise; the first letter is the side."""
SPREAD = {
    1: ("s0",),
    2: ("w0", "e0"),
    3: ("w0", "n0", "e0"),
    4: ("w0", "n0", "e0", "s0"),
    5: ("w0", "n0", "n1", "e0", "s0"),
    6: PLACES,
}
"""Where so many players sit at first."""

Mode = Literal["referee", "scorekeeper"]
Side = Literal["n", "e", "s", "w"]


@dataclass
class Chair:
    """A taken place: seat id (colour) and the player's name; without a name the colour's word stands for it.

    chosen: the colour was chosen by hand, so that a liked one does not take its place.
    """

    colour: str
    name: str = ""
    chosen: bool = False


@dataclass
class Draft:
    """What New game arranges for `game`. `given` holds the options chosen by hand; ruleset and default the rest."""

    game: Game[Any]
    chairs: dict[str, Chair] = field(default_factory=dict)
    mode: Mode = "referee"
    given: dict[str, OptionValue] = field(default_factory=dict)
    agreed: str = ""
    """The fact of the box whose number was said for this game; another count of players or ruleset needs another."""
    practice: bool = False
    """Played with the practice box, whose values are invented; never unless somebody chooses it."""

    @classmethod
    def fresh(cls, game: Game[Any], count: int = 0) -> Draft:
        """A draft for `count` players (at least as many as the game needs), in the game's colours, spread round."""
        low, high = game.seat_range
        places = SPREAD[min(max(count, low), high, len(PLACES))]
        return cls(game, {place: Chair(colour) for place, colour in zip(places, game.colours, strict=False)})

    @classmethod
    def like(cls, game: Game[Any], header: Header, names: Mapping[str, str] | None = None) -> Draft:
        """The same people, places, mode and options as in an earlier game (the rematch).

        names: what they are called now, by seat id; else as they were called then.
        """
        names = header.names if names is None else names
        draft = cls(game, {}, header.mode, dict(header.options), practice=header.practice)
        for seat in header.seats:
            place = next((p for p in PLACES if p[0] == seat.side and p not in draft.chairs), None)
            place = place or next(p for p in PLACES if p not in draft.chairs)
            draft.chairs[place] = Chair(seat.seat, names[seat.seat], chosen=True)
        asked = game.asks(draft.options, header.seat_ids, game.box)
        draft.agreed = asked.fact if asked is not None else ""
        return draft

    # seats

    @property
    def free_colours(self) -> tuple[str, ...]:
        """Colours nobody has yet, in the order the game offers them."""
        taken = {chair.colour for chair in self.chairs.values()}
        return tuple(colour for colour in self.game.colours if colour not in taken)

    @property
    def missing(self) -> int:
        """How many more players the game needs."""
        return max(self.game.seat_range[0] - len(self.chairs), 0)

    @property
    def room(self) -> bool:
        """Whether one more player can sit down."""
        return len(self.chairs) < self.game.seat_range[1] and bool(self.free_colours)

    def sit(self, place: str) -> Chair:
        """Take `place` in the first free colour; the chair that is there already if it is taken."""
        if place not in self.chairs:
            self.chairs[place] = Chair(self.free_colours[0])
        return self.chairs[place]

    def stand(self, place: str) -> None:
        """Leave `place`."""
        self.chairs.pop(place, None)

    def move(self, place: str, other: str) -> None:
        """Move a player to `other`; whoever sits there comes to `place`."""
        chair, there = self.chairs.pop(place), self.chairs.pop(other, None)
        self.chairs[other] = chair
        if there is not None:
            self.chairs[place] = there

    def recolour(self, place: str, colour: str) -> None:
        """Give `colour` to `place`; whoever had it takes the one given up."""
        chair = self.chairs[place]
        for other in self.chairs.values():
            if other.colour == colour:
                other.colour = chair.colour
        chair.colour = colour

    def choose_colour(self, place: str, colour: str) -> None:
        """Give `colour` to `place` by hand: it stays, whoever sits down there."""
        self.recolour(place, colour)
        self.chairs[place].chosen = True

    def name(self, place: str, name: str, liked: str = "") -> None:
        """Say who sits at `place`. The colour they like is theirs where nobody has it who was named or chose it."""
        chair = self.chairs[place]
        chair.name = name
        holder = next((other for other in self.chairs.values() if other.colour == liked), None)
        free = holder is None or not (holder.name or holder.chosen)
        if liked in self.game.colours and not chair.chosen and free:
            self.recolour(place, liked)

    def seat_people(self, people: Sequence[tuple[str, str]]) -> None:
        """Seat these people (name and liked colour) alone, clockwise in their order, in the places for so many.

        Everybody has the colour they like; where two like the same, the first has it, the other the next free one.
        """
        places = SPREAD[len(people)]
        given: dict[int, str] = {}
        for i, (_, liked) in enumerate(people):
            if liked in self.game.colours and liked not in given.values():
                given[i] = liked
        left = iter(colour for colour in self.game.colours if colour not in given.values())
        self.chairs = {
            place: Chair(given.get(i) or next(left), name)
            for i, (place, (name, _)) in enumerate(zip(places, people, strict=True))
        }

    def seats(self, words: dict[str, str]) -> tuple[Seat, ...]:
        """Seats in clockwise order; `words` names the colours for those without a name."""
        found = []
        for place in PLACES:
            if place in self.chairs:
                chair = self.chairs[place]
                name = chair.name or words.get(chair.colour, chair.colour)
                found.append(Seat(chair.colour, name, cast(Side, place[0])))
        return tuple(found)

    # rules

    @property
    def ruleset(self) -> Option | None:
        """The option that chooses a preset, if the game has several."""
        return next((option for option in self.game.options if option.key == "ruleset"), None)

    @property
    def switches(self) -> tuple[Option, ...]:
        """All options but the ruleset."""
        return tuple(option for option in self.game.options if option.key != "ruleset")

    @property
    def options(self) -> dict[str, OptionValue]:
        """Every option with the value in force."""
        return dict(self.game.resolve(self.given))

    def base(self, option: Option) -> OptionValue:
        """The value `option` has unless somebody chooses another."""
        ruleset = {"ruleset": self.given["ruleset"]} if "ruleset" in self.given else {}
        return self.game.resolve(ruleset)[option.key]

    @property
    def changed(self) -> tuple[Option, ...]:
        """Switches that were set to another value than ruleset and default give."""
        values = self.options
        return tuple(option for option in self.switches if values[option.key] != self.base(option))

    def choose(self, option: Option, value: OptionValue) -> None:
        """Set `option`. A new ruleset forgets the switches chosen before it; a number is agreed on by being asked."""
        if option.key == "ruleset" or not option.values:
            self.agreed = ""
        if option.key == "ruleset":
            self.given = {"ruleset": value}
        elif value == self.base(option):
            self.given.pop(option.key, None)
        else:
            self.given[option.key] = value
