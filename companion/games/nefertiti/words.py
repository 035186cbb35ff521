"""Moves in words for the log, and how the real table should look (spec nefertiti 3)."""

from __future__ import annotations

from companion.engine.game import Move
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.nefertiti.components import (
    GIFT_NAMES,
    GIFTS,
    MARKET_NAMES,
    MARKETS,
    PLACES,
    TYPE_NAMES,
    character_name,
    half_name,
)
from companion.games.nefertiti.house import QUESTIONS
from companion.games.nefertiti.labels import choice, gift_name, thing, value_name
from companion.games.nefertiti.moves import (
    Amount,
    Character,
    CloseNext,
    Closes,
    Collect,
    Correct,
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
from companion.games.nefertiti.moves import Value as PrintedValue
from companion.games.nefertiti.scoring import half
from companion.games.nefertiti.state import Nefertiti


def say_move(s: Nefertiti, move: Move) -> Text:
    """`move`, made in the position `s`, as a sentence of the log."""
    who = seat(move.by)
    match move:
        case Lay(gift=gift):
            return T("Off the deck: {gift}", gift=gift_name(gift))
        case Place(square=square):
            return T("{who} bids {bid} in {market}", who=who, bid=s.bid(square), market=MARKET_NAMES[square[:3]])
        case NewSquare(market=market):
            return T("{who} bids on another square of {market}", who=who, market=MARKET_NAMES[market])
        case Number(number=n):
            return T("The square has number {n}", n=n)
        case Icons():
            return T("The square shows: {icons}", icons=choice(s, move).label)
        case Character(card=card):
            return T("{who} plays {character}", who=who, character=character_name(s.match.facts, card))
        case Force(market=market):
            return T("{who} closes {market}", who=who, market=MARKET_NAMES[market])
        case Closes(market=market):
            return T("{market} closes", market=MARKET_NAMES[market])
        case CloseNext(market=market):
            return T("{market} closes next", market=MARKET_NAMES[market])
        case Whole(half=half_id):
            return T("{half}: every square is known", half=half_name(half_id))
        case Roll(die=n):
            return T("The die shows {n}", n=n)
        case Take() | Half() | Enough() | NextBidder():
            return _closing(s, move)
        case Leave():
            return T("{who} leaves the game", who=who)
        case GameOver():
            return T("The table ends the game")
        case Seen():
            return T("A card of the deck was seen")
        case Known(gift=gift):
            return T("The card that was seen: {gift}", gift=gift_name(gift))
        case Correct():
            return T("The table puts the position right")
        case Tell(key=key):
            return T("{question} {answer}", question=QUESTIONS[key][0], answer=choice(s, move).label)
        case Amount(amount=n):
            return T("{who} enters {n}", who=who, n=n)
    return _power(s, move)


def _closing(s: Nefertiti, move: Move) -> Text:
    who, closing = seat(move.by), s.closing
    if closing is None:
        raise LookupError("no market is closing")
    if isinstance(move, NextBidder):
        first = next(servant for servant in closing.left if servant.square == move.square)
        return T("The servant of {who} goes first", who=seat(first.seat))
    if isinstance(move, Take) and closing.now is not None:
        gift = GIFT_NAMES[s.gift_at(closing.market, move.place)]
        if closing.taken:
            return T("{who} also takes a gift: {gift}", who=who, gift=gift)
        return T("{who} pays {bid} and takes a gift: {gift}", who=who, bid=s.bid(closing.now.square), gift=gift)
    if isinstance(move, Half):
        n = half(s.reserve[closing.market])
        return TN("{who} takes {n} deben of the reserve", "{who} takes {n} deben of the reserve", n, who=who)
    return T("{who} takes no more gifts", who=who)


def _power(s: Nefertiti, move: Move) -> Text:
    who = seat(move.by)
    match move:
        case Name(gift=kind):
            return T("{who} names {gift}", who=who, gift=TYPE_NAMES[kind])
        case Sell(cards=n):
            return TN("{who} scores {n} card", "{who} scores {n} cards", n, who=who)
        case GiveUp(gift=gift):
            return T("{who} gives up a gift: {gift}", who=who, gift=GIFT_NAMES[gift])
        case Offer(gift=gift):
            return T("{who} offers a gift: {gift}", who=who, gift=GIFT_NAMES[gift])
        case Collect():
            return T("{who} takes deben: {where}", who=who, where=choice(s, move).label)
        case Steal() | Swap():
            return T("{who} takes a gift: {gift}", who=who, gift=choice(s, move).label)
        case Lift(source=source):
            return T("{who} moves: {thing}", who=who, thing=thing(s, source))
        case Put():
            return T("{who} moves it: {where}", who=who, where=choice(s, move).label)
        case MoreServant():
            return T("{who} may place one more servant", who=who)
        case EffectDone():
            return T("{who} has entered the effect", who=who)
        case Nothing():
            return T("{who} exchanges nothing", who=who)
        case PrintedValue(value=n):
            return T("The table tells {n} ({what})", n=n, what=value_name(s))
    raise LookupError(f"no words for the move {type(move).__name__}")


# the real table


def lay_out(s: Nefertiti) -> tuple[Text, ...]:
    """How the table should look now: a check-list for resuming."""
    found: list[Text] = []
    for market in MARKETS:
        found += _market(s, market)
    for who in s.seats:
        found += _player(s, who)
    for card in s.match.facts.characters:
        n = s.copies_left(card)
        if s.match.facts.characters[card].copies is not None and n:
            name = character_name(s.match.facts, card)
            found.append(TN("{n} card beside the board: {character}", "{n} cards beside the board: {character}", n,
                            character=name))  # fmt: skip
    found.append(TN("{n} character in all beside the board.", "{n} characters in all beside the board.",
                    s.characters_left))  # fmt: skip
    found.append(TN("{n} seal beside the board.", "{n} seals beside the board.", s.supply))
    found.append(TN("{n} card in the deck.", "{n} cards in the deck.", s.deck))
    if not s.end:
        found.append(T("It is {who}’s turn.", who=seat(s.turn)))
    return tuple(found)


def _market(s: Nefertiti, market: str) -> list[Text]:
    name = MARKET_NAMES[market]
    rows = [T("Open to see: {half}.", half=half_name(s.visible[market]))]
    if market in s.laying:
        rows.append(T("{market} is opening: its gifts are being laid.", market=name))
    elif market not in s.open:
        rows.append(T("{market} is closed.", market=name))
    n = s.reserve[market]
    rows.append(TN("Reserve of {market}: {n} deben.", "Reserve of {market}: {n} deben.", n, market=name))
    top, *low = s.places[market]
    if top:
        rows.append(T("Top gift of {market}: {gift}.", market=name, gift=GIFT_NAMES[top]))
    gifts: list[Value] = [GIFT_NAMES[gift] for gift in low if gift]
    if gifts:
        rows.append(T("Lower row of {market}: {gifts}.", market=name, gifts=tuple(gifts)))
    if market in s.seals_at:
        rows.append(T("A seal lies on the top place of {market}.", market=name))
    standing: list[Value] = [
        T("{who} on {bid}", who=seat(servant.seat), bid=s.bid(servant.square)) for servant in s.standing(market)
    ]
    if standing:
        rows.append(T("Servants in {market}: {servants}.", market=name, servants=tuple(standing)))
    return rows


def _player(s: Nefertiti, who: str) -> list[Text]:
    name = seat(who)
    rows = [T("{who}: counter on {n}.", who=name, n=s.prestige[who])]
    if who in s.gone:
        rows.append(T("{who} has left the game.", who=name))
    rows.append(TN("{who}: {n} seal.", "{who}: {n} seals.", s.seals[who], who=name))
    if s.match.hide and not s.end:
        return rows
    rows.append(TN("{who}: {n} deben.", "{who}: {n} deben.", s.money[who], who=name))
    cards: list[Value] = [T("{n} × {gift}", n=n, gift=GIFT_NAMES[gift]) for gift in GIFTS if (n := s.held[who][gift])]
    if cards:
        rows.append(T("{who}: {cards}.", who=name, cards=tuple(cards)))
    return rows


def put_back(now: Nefertiti, then: Nefertiti) -> tuple[Text, ...]:
    """What to do with the real pieces so that a table that looks like `now` looks like `then`."""
    found = _board_back(now, then)
    for who in now.seats:
        found += _player_back(now, then, who)
    for gift in GIFTS:
        n = now.given[gift] - then.given[gift]
        if n > 0:
            found.append(T("{gift}: {n} out of the game back into play.", gift=GIFT_NAMES[gift], n=n))
    for card in now.match.facts.characters:
        n = now.used.get(card, 0) - then.used.get(card, 0)
        if n > 0:
            name = character_name(now.match.facts, card)
            found.append(T("{character}: back beside the board.", character=name))
    if now.supply != then.supply:
        found.append(TN("Beside the board: {n} seal.", "Beside the board: {n} seals.", then.supply))
    more = then.deck - now.deck
    if more > 0:
        found.append(
            TN(
                "Put the last {n} card that was drawn back on top of the deck.",
                "Put the last {n} cards that were drawn back on top of the deck, in their order.",
                more,
            )
        )
    return tuple(found)


def _board_back(now: Nefertiti, then: Nefertiti) -> list[Text]:
    found: list[Text] = []
    for servant in now.servants:
        if servant not in then.servants:
            found.append(T("Take the servant of {who} off {market}, bid {bid}.", who=seat(servant.seat),
                           market=MARKET_NAMES[servant.market], bid=now.bid(servant.square)))  # fmt: skip
    for servant in then.servants:
        if servant not in now.servants:
            found.append(T("Put a servant of {who} on {market}, bid {bid}.", who=seat(servant.seat),
                           market=MARKET_NAMES[servant.market], bid=then.bid(servant.square)))  # fmt: skip
    for market in MARKETS:
        name = MARKET_NAMES[market]
        if now.visible[market] != then.visible[market]:
            found.append(T("Slide the plate: leave {half} open.", half=half_name(then.visible[market])))
        if now.reserve[market] != then.reserve[market]:
            found.append(TN("Reserve of {market}: {n} deben.", "Reserve of {market}: {n} deben.",
                            then.reserve[market], market=name))  # fmt: skip
        for place, here, there in zip(PLACES, now.places[market], then.places[market], strict=True):
            if here != there:
                found.append(_place_back(market, place, there))
        if (market in now.seals_at) != (market in then.seals_at):
            if market in then.seals_at:
                found.append(T("Put a seal on the top gift of {market}.", market=name))
            else:
                found.append(T("Take the seal off {market}.", market=name))
    if now.tile != then.tile:
        found.append(T("Put the “Market closed” tile on {market}.", market=MARKET_NAMES[then.tile]))
    return found


def _place_back(market: str, place: str, gift: str) -> Text:
    where = T("{market}, top", market=MARKET_NAMES[market])
    if place != "top":
        where = T("{market}, lower {n}", market=MARKET_NAMES[market], n=int(place[-1]))
    if not gift:
        return T("{place}: take the gift away.", place=where)
    return T("{place}: lay {gift}.", place=where, gift=GIFT_NAMES[gift])


def _player_back(now: Nefertiti, then: Nefertiti, who: str) -> list[Text]:
    name = seat(who)
    found: list[Text] = []
    if now.prestige[who] != then.prestige[who]:
        found.append(T("{who}: counter on {n}.", who=name, n=then.prestige[who]))
    change = then.money[who] - now.money[who]
    if change > 0:
        found.append(TN("{who} gets {n} deben back.", "{who} gets {n} deben back.", change, who=name))
    elif change < 0:
        found.append(TN("{who} gives {n} deben back.", "{who} gives {n} deben back.", -change, who=name))
    if now.seals[who] != then.seals[who]:
        found.append(TN("{who}: {n} seal.", "{who}: {n} seals.", then.seals[who], who=name))
    for gift in GIFTS:
        n = then.held[who][gift] - now.held[who][gift]
        if n > 0:
            found.append(T("{who} gets back: {n} × {gift}.", who=name, n=n, gift=GIFT_NAMES[gift]))
        elif n < 0:
            found.append(T("{who} gives back: {n} × {gift}.", who=name, n=-n, gift=GIFT_NAMES[gift]))
    return found
