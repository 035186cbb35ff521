"""Every possible move as the screen offers it (spec nefertiti 4, 5)."""

from __future__ import annotations

from collections import Counter

from companion.engine.game import Choice, Move
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.nefertiti.components import (
    GIFT_NAMES,
    MARKET_NAMES,
    MARKETS,
    PLACES,
    TYPE_NAMES,
    character_name,
)
from companion.games.nefertiti.house import QUESTIONS
from companion.games.nefertiti.moves import (
    Character,
    CloseNext,
    Closes,
    Collect,
    EffectDone,
    Enough,
    Force,
    GameOver,
    GiveUp,
    Half,
    Icons,
    Known,
    Lay,
    Leave,
    Lift,
    MoreServant,
    Name,
    NewSquare,
    NextBidder,
    Nothing,
    Number,
    Offer,
    Place,
    Put,
    Roll,
    Seen,
    Sell,
    Steal,
    Swap,
    Take,
    Tell,
    Whole,
)
from companion.games.nefertiti.powers import idle
from companion.games.nefertiti.scoring import half
from companion.games.nefertiti.state import AKHENATON, OUT, Nefertiti

ICON_NAMES = {
    "none": T("no sign"),
    "COIN": T("a coin"),
    "PLUS_GIFT": T("one gift more"),
    "ONE_GIFT": T("one gift only"),
    "COIN+PLUS_GIFT": T("a coin and one gift more"),
    "COIN+ONE_GIFT": T("a coin and one gift only"),
}
PLACE_NAMES = {"top": T("above"), "low1": T("below 1"), "low2": T("below 2"), "low3": T("below 3")}


def gift_name(gift: str) -> Text:
    """A card of the deck in words."""
    return T("Akhenaton") if gift == AKHENATON else GIFT_NAMES[gift]


def choice(s: Nefertiti, move: Move) -> Choice:
    """A possible move with its label and targets."""
    match move:
        case Lay(gift=gift) | Known(gift=gift):
            return Choice(move, T("{gift}", gift=gift_name(gift)), (f"card:{gift}",))
        case Place(by=who, square=square):
            return _place(s, move, who, square)
        case NewSquare(market=market):
            text = T("{market}: another square", market=MARKET_NAMES[market])
            return Choice(move, text, (f"square:{s.visible[market]}:new",))
        case Number(number=n):
            return Choice(move, T("Number {n}", n=n), (f"number:{n}",))
        case Icons(icons=icons):
            return Choice(move, T("{icons}", icons=ICON_NAMES[icons]), (f"icons:{icons}",))
        case Character(card=card):
            name = character_name(s.match.facts, card)
            told = T("Spend a seal: {character}", character=name)
            if idle(s, card):
                told = T("Spend a seal: {character} changes nothing now", character=name)
            return Choice(move, T("{character}", character=name), (f"character:{card}",), told)
        case Force(market=market):
            text = T("Close {market}", market=MARKET_NAMES[market])
            return Choice(move, text, (f"market:{market}",), text)
        case Closes(market=market):
            text = T("{market} closes now", market=MARKET_NAMES[market])
            return Choice(move, text, (f"market:{market}",), text)
        case Whole(half=half_id):
            told = T("{market}: no other square", market=MARKET_NAMES[half_id[:3]])
            return Choice(move, T("No other square"), (), told)
        case CloseNext(market=market):
            return Choice(move, T("{market}", market=MARKET_NAMES[market]), (f"market:{market}",))
        case Roll(die=n):
            return Choice(move, T("The die shows {n}", n=n), (f"die:{n}",))
        case Take() | Half() | Enough() | NextBidder():
            return _closing(s, move)
        case Tell(key=key, value=word):
            words = QUESTIONS[key][2]
            value = next(known for known in words if _word(known) == word)
            return Choice(move, words[value])
        case Leave(by=who):
            told = T("{who} can’t win any more; the gifts still count for everybody’s values.", who=seat(who))
            return Choice(move, T("{who} leaves the game", who=seat(who)), (), told)
        case GameOver():
            return Choice(move, T("End the game here"), (), T("The final scoring follows at once."))
        case Seen():
            told = T("It stays where it is; you name it next.")
            return Choice(move, T("The next gift card was seen by all"), (), told)
    return _power(s, move)


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _place(s: Nefertiti, move: Move, who: str, square: str) -> Choice:
    market, bid = square[:3], s.bid(square)
    alike = [other for other in s.match.of_half[square[:5]] if s.bid(other) == bid]
    name = MARKET_NAMES[market]
    if len(alike) > 1:
        label = T("{market}: bid {bid} ({i})", market=name, bid=bid, i=alike.index(square) + 1)
    else:
        label = T("{market}: bid {bid}", market=name, bid=bid)
    told = T("Place: bid {bid}", bid=bid)
    if bid > s.money[who] and not s.match.hide:
        told = T("Place: bid {bid}, you have {n}", bid=bid, n=s.money[who])
    return Choice(move, label, (f"square:{square}",), told)


def _closing(s: Nefertiti, move: Move) -> Choice:
    closing = s.closing
    if closing is None:
        raise LookupError("no market is closing")
    market = closing.market
    if isinstance(move, NextBidder):
        servant = next(servant for servant in closing.left if servant.square == move.square)
        nth = 1 + s.standing(market).index(servant)
        label = T("{who}, placed as number {n}", who=seat(servant.seat), n=nth)
        return Choice(move, label, (f"square:{move.square}",))
    if isinstance(move, Half):
        n = half(s.reserve[market])
        return Choice(move, TN("Take {n} deben", "Take {n} deben", n), (f"reserve:{market}",))
    if isinstance(move, Take) and closing.now is not None:
        return _take(s, move, market, s.bid(closing.now.square), bool(closing.taken), closing.highest)
    return Choice(move, T("No more gifts"), seat_key=True)


def _take(s: Nefertiti, move: Take, market: str, bid: int, paid: bool, highest: bool) -> Choice:
    gift = s.gift_at(market, move.place)
    what: Value = GIFT_NAMES[gift]
    if Counter(s.places[market])[gift] > 1:
        what = T("{gift} ({place})", gift=what, place=PLACE_NAMES[move.place])
    targets = [f"gift:{market}:{move.place}"]
    sealed = move.place == "top" and market in s.seals_at
    if sealed and (highest or s.match.house.get("later_top")):
        targets.append(f"seal:{market}")
        what = T("{gift} and seal", gift=what)
    label = T("Also {gift}", gift=what) if paid else T("Pay {bid}: {gift}", bid=bid, gift=what)
    return Choice(move, label, tuple(targets), label)


def _power(s: Nefertiti, move: Move) -> Choice:
    """The steps of a character."""
    match move:
        case Name(gift=kind):
            return Choice(move, T("{gift}", gift=TYPE_NAMES[kind]), (f"type:{kind}",))
        case Sell(cards=n, doubles=doubles):
            if doubles:
                return Choice(move, TN("{n} card, {doubles} double", "{n} cards, {doubles} double", n, doubles=doubles))
            return Choice(move, TN("{n} card", "{n} cards", n))
        case GiveUp(by=who, gift=gift) | Offer(by=who, gift=gift):
            return Choice(move, T("{gift}", gift=GIFT_NAMES[gift]), (f"holding:{who}:{gift}",))
        case Swap(victim=who, gift=gift):
            label = T("{gift} of {who}", gift=GIFT_NAMES[gift], who=seat(who))
            return Choice(move, label, (f"holding:{who}:{gift}",), label)
        case Collect(source=source):
            if source in MARKETS:
                n = s.reserve[source]
                if s.power is not None and s.power.number is not None:
                    n = min(n, s.power.number)
                told = TN("{market}: {n} deben", "{market}: {n} deben", n, market=MARKET_NAMES[source])
                return Choice(move, told, (f"reserve:{source}",))
            return Choice(move, T("From {who}", who=seat(source)), (f"seat:{source}",))
        case Steal(source=source, gift=gift):
            market, _, place = source.partition(":")
            if place:
                label = T("{gift}, {market} {place}", gift=GIFT_NAMES[gift], market=MARKET_NAMES[market],
                          place=PLACE_NAMES[place])  # fmt: skip
                return Choice(move, label, (f"gift:{source}",), label)
            label = T("{gift} of {who}", gift=GIFT_NAMES[gift], who=seat(source))
            return Choice(move, label, (f"holding:{source}:{gift}",), label)
        case Lift(source=source):
            return Choice(move, thing(s, source), (source,))
        case Put(target=target):
            return Choice(move, T("To {place}", place=_goal(s, target)), (_goal_target(s, target),))
        case MoreServant():
            return Choice(move, T("One more servant"))
        case EffectDone():
            return Choice(move, T("The effect is entered"), seat_key=True)
        case Nothing():
            return Choice(move, T("Exchange nothing"), seat_key=True)
    raise LookupError(f"no label for {type(move).__name__}")


def thing(s: Nefertiti, source: str) -> Text:
    """Something that can be moved by hand, in words."""
    what, _, where = source.partition(":")
    first, _, second = where.partition(":")
    if what == "gift":
        return T("{gift}, {market} {place}", gift=GIFT_NAMES[s.gift_at(first, second)], market=MARKET_NAMES[first],
                 place=PLACE_NAMES[second])  # fmt: skip
    if what == "holding":
        return T("{gift} of {who}", gift=GIFT_NAMES[second], who=seat(first))
    if what == "reserve":
        return T("Deben of {market}", market=MARKET_NAMES[where])
    if what == "money":
        return T("Deben of {who}", who=seat(where))
    if what == "prestige":
        return T("Prestige of {who}", who=seat(where))
    name: Value = MARKET_NAMES[where] if where in MARKETS else seat(where)
    return T("Seal of {where}", where=name)


def _goal(s: Nefertiti, target: str) -> Value:
    if target == OUT:
        seal = s.power is not None and s.power.lifted.startswith("seal")
        return T("the seals beside the board") if seal else T("nobody: out of the game")
    if target in s.seats:
        return seat(target)
    market, _, place = target.partition(":")
    if place:
        return T("{market} {place}", market=MARKET_NAMES[market], place=PLACE_NAMES[place])
    return MARKET_NAMES[market]


def _goal_target(s: Nefertiti, target: str) -> str:
    if target == OUT or target in s.seats:
        return OUT if target == OUT else f"seat:{target}"
    return f"gift:{target}" if target.partition(":")[2] in PLACES else f"reserve:{target}"


def value_name(s: Nefertiti) -> Text:
    """The printed number that is asked now: a gift's value, or what stands on the character that is played."""
    ask = s.ask
    if ask is None or ask.key == "number":
        kind = "" if s.power is None else s.power.kind
        return T("Number on {character}", character=character_name(s.match.facts, kind) if kind else "")
    return TN("{gift}, {n} owner", "{gift}, {n} owners", ask.index + 1,
              gift=TYPE_NAMES[ask.fact.removeprefix("values.")])  # fmt: skip
