"""Moves in words for the log, and why one may not simply be taken back (spec egizia 5.13)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.game import Move
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.egizia import moves as m
from companion.games.egizia.components import JOKER
from companion.games.egizia.names import (
    CIRCLE_NAMES,
    TRACK_NAMES,
    card_name,
    crew_name,
    crews_name,
    place_name,
    space_name,
    sphinx_name,
)
from companion.games.egizia.state import Egizia
from companion.games.egizia.turn import apply


def say_move(s: Egizia, move: Move) -> Text:
    """`move`, made in the position `s`, as a sentence of the log; a Sphinx card being entered is not named."""
    text = _ships(s, move) or _build(s, move) or _table(s, move)
    if text is None:
        raise LookupError(f"no words for the move {type(move).__name__}")
    return text


def _ships(s: Egizia, move: Move) -> Text | None:
    who = seat(move.by)
    match move:
        case m.Place(place=place, double=True):
            return T("{who} places a ship, counting it twice: {place}", who=who, place=place_name(place))
        case m.Place(place=place):
            return T("{who} places a ship: {place}", who=who, place=place_name(place))
        case m.Pass():
            return T("{who} passes for this round", who=who)
        case m.Use(card=card):
            return T("{who} plays a card: {card}", who=who, card=card_name(card, s.facts))
        case m.SellTen(stones=n):
            return TN("{who} sells {n} stone with the card", "{who} sells {n} stones with the card", n, who=who)
        case m.Attach(field=at):
            return T("{who} improves a field: {field}", who=who, field=_field(s, move.by, at))
        case m.Ring(circle=circle) if circle == s.ring:
            return T("{who} leaves the water ring where it is", who=who)
        case m.Ring(circle=circle):
            return T("{who} moves the water ring: {circle}", who=who, circle=CIRCLE_NAMES[circle])
        case m.Grow(crew=crew):
            return T("{who} strengthens {crew}", who=who, crew=crew_name(crew, s.facts))
        case m.Flex(crews=crews):
            return T("{who} strengthens {crews}", who=who, crews=crews_name(crews, s.facts))
        case m.Strengthen(card=card, crew=crew):
            return T("{who} strengthens {crew}: {card}", who=who, crew=crew_name(crew, s.facts),
                     card=card_name(card, s.facts))  # fmt: skip
        case m.Pick(stop=stop):
            return T("{who} takes a leftover card: {card}", who=who, card=card_name(s.stops[stop], s.facts))
        case m.Enough():
            return _enough(s, move.by)
        case m.Feed(cards=cards, stones=stones):
            return _feed(move.by, cards, stones)
    return None


def _field(s: Egizia, who: str, at: int) -> Text:
    field = s.sides[who].fields[at]
    return card_name(f"field:{field.colour}:{field.value}", s.facts)


def _enough(s: Egizia, who: str) -> Text:
    if s.stage == "more":
        return T("{who} places no further ship", who=seat(who))
    if s.stage == "leftover":
        return T("{who} takes no leftover card", who=seat(who))
    return T("{who} is done", who=seat(who))


def _feed(who: str, cards: int, stones: int) -> Text:
    parts: list[Value] = []
    if cards:
        parts.append(TN("{n} card of 4 grain", "{n} cards of 4 grain", cards))
    if stones:
        parts.append(TN("{n} stone", "{n} stones", stones))
    if not parts:
        return T("{who} feeds with the fields alone", who=seat(who))
    return T("{who} feeds with the fields and {parts}", who=seat(who), parts=tuple(parts))


def _build(s: Egizia, move: Move) -> Text | None:
    who = seat(move.by)
    match move:
        case m.First():
            return T("{who} moves the ship to the first place", who=who)
        case m.Stay():
            return T("{who} leaves the ship where it is", who=who)
        case m.Crew(crew=crew):
            n = s.sides[move.by].crews[crew]
            if crew == JOKER:
                return T("{who} adds the joker, strength {n}", who=who, n=n)
            return T("{who} builds with {crew}, strength {n}", who=who, crew=crew_name(crew, s.facts), n=n)
        case m.Boost(crew=crew):
            return T("{who} plays a card: {crew} +3", who=who, crew=crew_name(crew, s.facts))
        case m.Build(space=space) if space.startswith("grave:"):
            n = s.tiles[int(space.partition(":")[2]) - 1]
            return T("{who} takes {space}, value {n}", who=who, space=space_name(space), n=n)
        case m.Build(space=space):
            return T("{who} builds on {space}", who=who, space=space_name(space))
        case m.Done():
            return T("{who} has built", who=who)
        case m.Withdraw():
            return T("{who} takes the ship back", who=who)
        case m.DrawCards(cards=n):
            return TN("{who} draws {n} Sphinx card", "{who} draws {n} Sphinx cards", n, who=who)
        case m.Keep(cards=n):
            return TN("{who} keeps {n} Sphinx card", "{who} keeps {n} Sphinx cards", n, who=who)
        case m.Market(track=track):
            return T("{who} moves a marker: {track}", who=who, track=TRACK_NAMES[track])
        case m.Sell(stones=n):
            return TN("{who} sells {n} stone", "{who} sells {n} stones", n, who=who)
        case m.Declare():
            return T("{who} enters a Sphinx card", who=who)
        case m.Leave():
            return T("{who} leaves the game", who=who)
    return None


def _table(s: Egizia, move: Move) -> Text | None:
    match move:
        case m.Grave(value=n):
            return T("A grave tile shows {n}", n=n)
        case m.Reveal(stop=stop, card=card):
            return T("{stop}: {card}", stop=place_name(stop), card=card_name(card, s.facts))
        case m.Face(card=card):
            return T("The card is: {card}", card=card_name(card, s.facts))
        case m.Clear(stop=stop):
            return T("{stop} is told again", stop=place_name(stop))
        case m.Revealed():
            return T("All ten Nile cards lie on the river")
        case m.Go():
            return T("The crews are fed")
        case m.Pair(crews=crews):
            return T("Pictured are {crews}", crews=crews_name(crews, s.facts))
        case m.Penalty(points=n):
            return TN("Each missing grain costs {n} point", "Each missing grain costs {n} points", n)
        case m.Worth(value=n):
            return T("The space shows {n}", n=n)
        case m.Printed(points=n):
            return TN("The Sphinx card shows {n} point", "The Sphinx card shows {n} points", n)
        case m.Below(yes=yes):
            return T("Downstream: yes") if yes else T("Downstream: no")
        case m.LastRow(yes=yes):
            return T("The last row: yes") if yes else T("The last row: no")
        case m.Whole(yes=yes):
            return T("Complete: yes") if yes else T("Complete: no")
        case m.Reached(yes=yes) if s.asked_space == "low_row":
            return T("One of the last two rows: yes") if yes else T("One of the last two rows: no")
        case m.Reached(yes=yes) if s.asked_space.startswith("last:"):
            return T("The last row: yes") if yes else T("The last row: no")
        case m.Reached(yes=yes):
            name = sphinx_name(s.asked_space, s.facts)
            return T("{card}: yes", card=name) if yes else T("{card}: no", card=name)
        case m.Early():
            return T("A grave tile was turned up too early")
        case m.Correct():
            return T("The table puts the position right")
    return None


def barrier(s: Egizia, move: Move) -> Text | None:
    """Why `move` may not simply be taken back: something hidden was seen because of it (spec 5.13).

    Sphinx cards that were drawn, a grave tile, and Nile cards of the next round that the app has dealt.
    """
    match move:
        case m.DrawCards():
            return T("The Sphinx cards have been looked at.")
        case m.Keep():
            return T("The cards that went back lie under the deck.")
        case m.Build(space=space) if space.startswith("grave:") and 0 in s.tiles:
            return T("The next grave tile has been turned up.")
        case m.Declare() if len(s.named) + 1 >= s.sides[move.by].sphinx:
            return T("The Sphinx cards lie open now.")
        case m.Correct(built=built) if s.rules.draw_graves and 0 in s.tiles and _takes_tile(s, built):
            return T("The next grave tile has been turned up.")
    if s.rules.draw_nile and apply(s, move).state.round > s.round:
        return T("The Nile cards of the next round lie open.")
    return None


def _takes_tile(s: Egizia, built: Mapping[str, str]) -> bool:
    return any(who and space.startswith("grave:") and space not in s.built for space, who in built.items())
