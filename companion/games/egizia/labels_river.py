"""Words and board places of the choices in phases 1 to 4 (spec egizia 5.1 to 5.4)."""

from __future__ import annotations

from companion.engine.game import Move
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.egizia.components import CARD_STOPS, PAIR_SPACES, ROUND_SPACES, STONE_CAP
from companion.games.egizia.effects import ALYI_STONES, own_stones
from companion.games.egizia.interrupts import TO_CREW_STONES
from companion.games.egizia.moves import (
    Attach,
    Below,
    Clear,
    Enough,
    Face,
    Feed,
    Flex,
    Go,
    Grow,
    LastRow,
    Pair,
    Pass,
    Penalty,
    Pick,
    Place,
    Reveal,
    Revealed,
    Ring,
    SellTen,
    Strengthen,
    Use,
)
from companion.games.egizia.names import (
    CIRCLE_NAMES,
    FIELD_NAMES,
    card_name,
    crew_name,
    crew_short,
    crews_short,
    place_name,
    short_card,
)
from companion.games.egizia.reveal import cards_left
from companion.games.egizia.riverbed import relation
from companion.games.egizia.scoring import meal
from companion.games.egizia.state import Egizia

YES, NO = T("Yes"), T("No")


def label_of(s: Egizia, move: Move) -> Text:
    """The move on a button; unique within its decision."""
    match move:
        case Reveal(card=card) | Face(card=card):
            return card_name(card, s.facts)
        case Clear(stop=stop):
            return T("Tell {stop} again: {card}", stop=place_name(stop), card=card_name(s.stops[stop], s.facts))
        case Revealed():
            return T("The ten cards lie there")
        case Place(place=place, double=double):
            return T("{place}, counts double", place=place_name(place)) if double else place_name(place)
        case Below(yes=yes) | LastRow(yes=yes):
            return YES if yes else NO
        case Pass():
            return T("Pass for this round")
        case Ring(circle=circle):
            return T("Leave the water ring") if circle == s.ring else CIRCLE_NAMES[circle]
        case Grow(crew=crew):
            return _stronger(s, s.turn, crew)
        case Flex(crews=crews):
            return _flex(s, crews)
        case Pair(crews=crews):
            one, other = (crew_short(crew, s.facts) for crew in crews.split("+"))
            return T("{one} + {other}", one=one, other=other)
        case Pick(stop=stop):
            return T("{stop}: {card}", stop=place_name(stop), card=card_name(s.stops[stop], s.facts))
        case Penalty(points=n):
            return TN("{n} point", "{n} points", n)
        case Go():
            return T("Feed now")
        case Feed(cards=cards, stones=n):
            return _feed(cards, n)
        case Enough():
            return ENOUGH[s.stage]
    return _card(s, move)


ENOUGH: dict[str, Text] = {
    "more": T("No further ship"),
    "leftover": T("Take none"),
    "produce": T("Take the stones"),
    "last": T("Nothing more"),
}


def _stronger(s: Egizia, who: str, crew: str) -> Text:
    """What a step makes of a crew; at its maximum it is lost (spec 2.5)."""
    now = s.sides[who].crews[crew]
    if now >= s.facts.most(crew):
        return T("{crew} stays at {n}", crew=crew_name(crew, s.facts), n=now)
    return T("{crew} from {n} to {more}", crew=crew_name(crew, s.facts), n=now, more=now + 1)


def _flex(s: Egizia, crews: str) -> Text:
    one, two = crews.split("+")
    if one == two:
        return T("{crew} +2", crew=crew_name(one, s.facts))
    return T("{one} + {other}: +1 each", one=crew_short(one, s.facts), other=crew_short(two, s.facts))


def _feed(cards: int, stones: int) -> Text:
    if not cards and not stones:
        return T("Use nothing")
    parts: list[Value] = []
    if cards:
        parts.append(TN("{n} grain card", "{n} grain cards", cards))
    if stones:
        parts.append(TN("{n} stone", "{n} stones", stones))
    return T("{parts}", parts=tuple(parts))


def _card(s: Egizia, move: Move) -> Text:
    """Anytime cards and cards of one use a round."""
    match move:
        case Use(card=card):
            return T("Play “{card}”", card=short_card(card))
        case SellTen(stones=n):
            return TN("Sell {n} stone for a point each", "Sell {n} stones for a point each", n)
        case Attach(by=who, field=i):
            field = s.sides[who].fields[i]
            return T("Improve field {i}: {colour} {n}", i=i + 1, colour=FIELD_NAMES[field.grade], n=field.value)
        case Strengthen(by=who, card=card, crew=crew):
            name = crew_name(crew, s.facts)
            if who != s.turn:
                if card == "stones_to_crew":
                    return T("{who}: {n} stones, {crew} +1", who=seat(who), n=TO_CREW_STONES, crew=name)
                return T("{who}: card, {crew} +1", who=seat(who), crew=name)
            if card == "stones_to_crew":
                return T("{n} stones: {crew} +1", n=TO_CREW_STONES, crew=name)
            return T("Card: {crew} +1", crew=name)
    raise LookupError(f"no label for {type(move).__name__}")


def target_of(s: Egizia, move: Move) -> tuple[str, ...]:
    """Board places that can be tapped for the move."""
    match move:
        case Reveal(card=card):
            return (f"face:{card}",) if cards_left(s) is not None else (f"kind:{card}",)
        case Face(card=card):
            return (f"face:{card}",)
        case Clear(stop=stop) | Pick(stop=stop):
            return (f"stop:{stop}",)
        case Place(place=place, double=double):
            if double:
                return ()
            return (f"slot:{place}",) if ":" in place else (f"stop:{place}",)
        case Below(yes=yes) | LastRow(yes=yes):
            return ("yes" if yes else "no",)
        case Ring(circle=circle):
            return (f"ring:{circle}",)
        case Grow(crew=crew):
            return (f"crew:{s.turn}:{crew}",)
        case Pair(crews=crews):
            return (f"face:crew_pair:{crews}",)
        case Penalty(points=n):
            return (f"value:{n}",)
        case Attach(by=who, field=i):
            return (f"field:{who}:{i}",)
        case Strengthen(by=who, card=card, crew=crew):
            both = s.sides[who].unused("crew_plus_one") > 0 and s.sides[who].unused("stones_to_crew") > 0
            return () if both or s.stage == "build" else (f"crew:{who}:{crew}",)
        case Use(by=who, card=card):
            return (f"card:{who}:{card}",)
    return ()


def what_it_gives(s: Egizia, move: Move) -> Text | None:
    """What the gold button says before it is done."""
    match move:
        case Place():
            return _place(s, move)
        case Pick(stop=stop):
            return T("Take: {card}", card=card_name(s.stops[stop], s.facts))
        case Feed(by=who, cards=cards, stones=n):
            return _meal(s, who, cards, n)
        case Pass():
            return T("No more ships in this round")
        case Strengthen(by=who, crew=crew):
            return _stronger(s, who, crew)
        case Enough(by=who) if s.stage == "produce":
            return _stones_taken(s, who)
        case Grow() | Flex() | Ring() | Attach() | SellTen() | Use() | Enough():
            return label_of(s, move)
    return None


def _meal(s: Egizia, who: str, cards: int, stones: int) -> Text:
    told = meal(s, who, cards, stones)
    if not told.missing:
        return T("Nothing is missing: 0 points")
    if told.points is None:
        return TN("{n} grain missing", "{n} grain missing", told.missing)
    return T("{n} missing × {penalty}: −{lost}", n=told.missing, penalty=told.penalty or 0, lost=-told.points)


def _stones_taken(s: Egizia, who: str) -> Text:
    """What the counter of a seat has no room for when its quarries bring their stones (spec 5.4)."""
    lost = s.sides[who].stones + s.sides[who].production - STONE_CAP
    return TN("Take the stones: {n} is lost", "Take the stones: {n} are lost", lost)


def _place(s: Egizia, move: Place) -> Text:
    stop = move.place.partition(":")[0]
    what = _effect(s, move.by, stop, move.double)
    last = s.sides[move.by].last
    if relation(s.facts, last, stop) is False:
        return T("{place}, upstream with your card: {what}", place=place_name(move.place), what=what)
    return T("{place}: {what}", place=place_name(move.place), what=what)


def _effect(s: Egizia, who: str, stop: str, double: bool) -> Text:
    """What a stop does for the seat."""
    if stop in CARD_STOPS:
        card = s.stops[stop]
        if card.startswith("points_per_stone:"):
            return T("{card}, +{n}", card=card_name(card, s.facts), n=own_stones(s, who, card.partition(":")[2]))
        return card_name(card, s.facts)
    if stop not in ROUND_SPACES:
        return T("a ship to build with")
    n = 2 if double else 1
    if stop == "EDFU":
        return TN("both markets {n} row down", "both markets {n} rows down", n)
    if stop in PAIR_SPACES:
        crews = s.facts.pairs.get(stop)
        if crews is None:
            return T("both pictured crews +{n}", n=n)
        return T("{crews} +{n}", crews=crews_short(crews, s.facts), n=n)
    if stop == "ALYI":
        return T("one crew +1 and {n} stones, twice", n=ALYI_STONES) if double else T(
            "one crew +1 and {n} stones", n=ALYI_STONES)  # fmt: skip
    return T("joker +{n}, and the water ring", n=n)
