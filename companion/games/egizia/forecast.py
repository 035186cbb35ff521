"""What would happen: feeding with each water ring, what a stop does, what crews could build (spec 5.1, 5.3, 5.5)."""

from __future__ import annotations

import msgspec

from companion.engine.text import TN, T, Text, seat
from companion.games.egizia.components import CARD_STOPS, GRAIN_CARD, JOKER, ORDINARY, SITES
from companion.games.egizia.names import card_name, crews_name
from companion.games.egizia.possible import best
from companion.games.egizia.rules_river import open_places
from companion.games.egizia.scoring import Meal
from companion.games.egizia.state import Egizia, Field

# feeding


class Fed(msgspec.Struct, frozen=True):
    """The feeding of one seat as it would be: its crews and the joker, its fields with whether each is watered, the
    meal from the fields alone, and what it could add: "grain" cards, and stones (0 without "stones_as_grain")."""

    who: str
    crews: tuple[int, ...]
    joker: int
    fields: tuple[tuple[Field, bool], ...]
    meal: Meal
    cards: int = 0
    stones: int = 0

    @property
    def best_missing(self) -> int:
        """Grain that is missing even with everything it could add."""
        return max(0, self.meal.missing - GRAIN_CARD * self.cards - self.stones)


def feeding(s: Egizia, ring: str | None = None) -> tuple[Fed, ...]:
    """Every seat in feeding order, leader first, with the water ring on `ring` (None: where it lies)."""
    circle = ring or s.ring
    order = s.queue if s.stage == "feeding" else s.front
    return tuple(_fed(s, who, circle) for who in order)


def _fed(s: Egizia, who: str, ring: str) -> Fed:
    side = s.sides[who]
    fields = tuple((field, field.watered(ring)) for field in side.fields)
    eats_stones = "stones_as_grain" in side.cards
    return Fed(
        who,
        tuple(side.crews[crew] for crew in ORDINARY),
        side.crews[JOKER],
        fields,
        Meal(side.need, side.grain(ring), penalty=s.facts.penalty(side.grain_row)),
        side.cards.count("grain"),
        side.stones if eats_stones else 0,
    )


def hints(s: Egizia, ring: str | None = None) -> tuple[Text, ...]:
    """What would help those who miss grain: a card, stones, or the water ring on another circle."""
    found: list[Text] = []
    for fed in feeding(s, ring):
        missing = fed.meal.missing
        if not missing:
            continue
        name = seat(fed.who)
        if fed.cards:
            left = max(0, missing - GRAIN_CARD * fed.cards)
            found.append(T("{who}: the card “4 grain” would leave {n} missing", who=name, n=left))
        if fed.stones:
            left = max(0, missing - fed.stones)
            found.append(T("{who}: feeding with stones would leave {n} missing", who=name, n=left))
        dry = sum(field.value for field, watered in fed.fields if not watered)
        if dry:
            found.append(T("{who}: dry fields could give {n}", who=name, n=dry))
    return tuple(found)


# stops


class Stop(msgspec.Struct, frozen=True):
    """A place where a seat may put its ship now, and what that does. `sure`: the river is known so far."""

    place: str
    text: Text
    sure: bool = True


def stops(s: Egizia, who: str) -> tuple[Stop, ...]:
    """Where `who` may put a ship, in the order of the list of moves, with what each place does."""
    return tuple(Stop(place, does(s, who, place), sure) for place, sure in open_places(s, who))


def does(s: Egizia, who: str, place: str) -> Text:
    """What a ship of `who` on `place` does, in a few words (spec 2.3, 2.11.1)."""
    stop = place.partition(":")[0]
    if stop in CARD_STOPS:
        card = s.stops[stop]
        return card_name(card, s.facts) if card else T("no card")
    if stop in SITES:
        return _site(s, who, stop)
    if stop == "EDFU":
        return T("Both markers one row down")
    if stop == "ALYI":
        return T("A crew +1, stones +2")
    if stop in ("PASSALON", "HELIOPOLIS"):
        return T("Joker +1, the water ring may move")
    crews = s.facts.pairs.get(stop)
    return T("{crews}: +1 each", crews=crews_name(crews, s.facts)) if crews else T("The two pictured crews +1")


def _site(s: Egizia, who: str, site: str) -> Text:
    most = max((plan.most for plan in builds(s, who, site)), default=0)
    if site == "SITE_A":
        return TN("Draw {n} Sphinx card", "Draw up to {n} Sphinx cards", most) if most else T("Nothing to draw now")
    return TN("Build for {n} point", "Build for up to {n} points", most) if most else T("Nothing to build now")


# builds


class Plan(msgspec.Struct, frozen=True):
    """Crews of a seat at a site, their strength, and the most that they could build with the stones it has.

    At the Sphinx `most` counts cards. Spaces that the box does not know are left out.
    """

    crews: tuple[str, ...]
    strength: int
    most: int


def builds(s: Egizia, who: str, site: str) -> tuple[Plan, ...]:
    """Every unused ordinary crew of `who` alone and with the unused joker, and what it could build at the site."""
    side = s.sides[who]
    joker = [(JOKER,)] if JOKER not in side.down else []
    found = []
    for crew in ORDINARY:
        if crew in side.down:
            continue
        for more in ((), *joker):
            team = (crew, *more)
            strength = sum(side.crews[one] for one in team)
            found.append(Plan(team, strength, best(s, who, site, strength, side.stones)))
    return tuple(found)
