"""The answers that a character's power asks for (spec nefertiti 2.6)."""

from __future__ import annotations

import msgspec

from companion.engine.game import Event, Move
from companion.engine.text import TN, SeatName, T, Text, seat
from companion.games.nefertiti.components import GIFT_NAMES, MARKET_NAMES, MARKETS, PLACES, TYPE_NAMES
from companion.games.nefertiti.flow import gain
from companion.games.nefertiti.moves import (
    Amount,
    Collect,
    EffectDone,
    GiveUp,
    Lift,
    MoreServant,
    Name,
    Nothing,
    Offer,
    Put,
    Sell,
    Steal,
    Swap,
)
from companion.games.nefertiti.powers import done, give_up
from companion.games.nefertiti.state import OUT, Nefertiti, Power

Events = list[Event]


def use(s: Nefertiti, power: Power, move: Move, events: Events) -> None:
    """Carry out an answer; `powers.go_on` does what follows."""
    who, change = move.by, msgspec.structs.replace
    match move:
        case Name(gift=kind):
            waits = tuple(other for other in s.others(who) if other not in s.gone and s.cards_of(other, kind))
            s.power = change(power, gift=kind, waits=waits if power.effect == "DISCARD_TYPE" else ())
            text = T("{who} names {gift}", who=seat(who), gift=TYPE_NAMES[kind])
            events.append(Event("name", text, (who,)))
            if power.effect == "DISCARD_TYPE" and not waits:
                events.append(Event("power.nothing", T("Nobody else has one: this changes nothing"), (who,), show=True))
        case Sell(cards=n, doubles=doubles):
            s.power = change(power, cards=n, doubles=doubles)
        case GiveUp(gift=gift):
            give_up(s, who, gift, events)
            s.power = change(power, waits=power.waits[1:])
        case Collect(source=source):
            _collect(s, power, who, source, events)
        case Steal(source=source, gift=gift):
            _steal(s, who, source, gift, events)
        case Offer(gift=gift):
            s.power = change(power, gift=gift)
        case Swap(victim=victim, gift=gift):
            own = power.gift
            for giver, taker, card in ((who, victim, own), (victim, who, gift)):
                s.held[giver][card] -= 1
                s.held[taker][card] += 1
            text = T("{who} and {victim} exchange {own} for {gift}", who=seat(who), victim=seat(victim),
                     own=GIFT_NAMES[own], gift=GIFT_NAMES[gift])  # fmt: skip
            events.append(Event("power.SWAP_GIFT", text, (who, victim)))
            done(s)
        case Nothing() | EffectDone():
            if isinstance(move, Nothing):
                events.append(Event("power.nothing", T("{who} exchanges nothing", who=seat(who)), (who,)))
            done(s)
        case MoreServant():
            s.extra += 1
            events.append(Event("effect.servant", T("{who} may place one more servant", who=seat(who)), (who,)))
        case Lift(source=source):
            target = source if source.startswith("prestige") else ""
            s.power = change(power, lifted=source, target=target)
        case Put(target=target):
            _put(s, power, target, events)
        case Amount(amount=n):
            _amount(s, power, n, events)


def _collect(s: Nefertiti, power: Power, who: str, source: str, events: Events) -> None:
    n = power.number or 0
    if source in MARKETS:
        n = min(n, s.reserve[source])
        s.reserve[source] -= n
        target = f"reserve:{source}"
    else:
        n = min(n, s.money[source])
        s.money[source] -= n
        target = f"seat:{source}"
    s.money[who] += n
    where = MARKET_NAMES[source] if source in MARKETS else seat(source)
    text = TN("{who} takes {n} deben: {where}", "{who} takes {n} deben: {where}", n, who=seat(who), where=where)
    events.append(Event("power.TAKE_MONEY", text, (who,), (target,)))
    done(s)


def _steal(s: Nefertiti, who: str, source: str, gift: str, events: Events) -> None:
    market, _, place = source.partition(":")
    if place:
        gain(s, who, market, place)
        target = f"gift:{source}"
    else:
        s.held[source][gift] -= 1
        s.held[who][gift] += 1
        target = f"holding:{source}:{gift}"
    text = T("{who} takes a gift: {gift}", who=seat(who), gift=GIFT_NAMES[gift])
    events.append(Event("power.STEAL_GIFT", text, (who,), (target,)))
    done(s)


def _back(s: Nefertiti, power: Power) -> None:
    s.power = msgspec.structs.replace(power, lifted="", target="")


def _put(s: Nefertiti, power: Power, target: str, events: Events) -> None:
    """A gift or a seal arrives; deben still need a number."""
    what, _, where = power.lifted.partition(":")
    if what in ("money", "reserve"):
        s.power = msgspec.structs.replace(power, target=target)
        return
    if what == "seal":
        _move_seal(s, where, target)
        text = T("A seal goes back beside the board")
        if target != OUT:
            text = T("A seal moves to {where}", where=place_name(s, target))
    else:
        gift = _lift_gift(s, what, where)
        _put_gift(s, gift, target)
        text = T("{gift} leaves the game", gift=GIFT_NAMES[gift])
        if target != OUT:
            text = T("{gift} moves to {where}", gift=GIFT_NAMES[gift], where=place_name(s, target))
    events.append(Event("effect.move", text, (s.turn,)))
    _back(s, power)


def place_name(s: Nefertiti, target: str) -> Text | SeatName:
    """A place that something is moved to, in words."""
    return seat(target) if target in s.seats else MARKET_NAMES[target[:3]]


def _lift_gift(s: Nefertiti, what: str, where: str) -> str:
    first, _, second = where.partition(":")
    if what == "holding":
        s.held[first][second] -= 1
        return second
    row, i = s.places[first], PLACES.index(second)
    s.places[first] = (*row[:i], "", *row[i + 1 :])
    return row[i]


def _put_gift(s: Nefertiti, gift: str, target: str) -> None:
    if target == OUT:
        s.given[gift] += 1
    elif target in s.seats:
        s.held[target][gift] += 1
    else:
        market, _, place = target.partition(":")
        row, i = s.places[market], PLACES.index(place)
        s.places[market] = (*row[:i], gift, *row[i + 1 :])


def _move_seal(s: Nefertiti, where: str, target: str) -> None:
    if where in MARKETS:
        s.seals_at = tuple(market for market in s.seals_at if market != where)
    else:
        s.seals[where] -= 1
    if target == OUT:
        s.supply += 1
    else:
        s.seals[target] += 1


def _amount(s: Nefertiti, power: Power, n: int, events: Events) -> None:
    what, _, where = power.lifted.partition(":")
    if what == "prestige":
        s.prestige[where] += n
        text = T("{who}: prestige {n}", who=seat(where), n=s.prestige[where])
        events.append(Event("effect.prestige", text, (where,), (), {where: n}))
    else:
        (s.money if what == "money" else s.reserve)[where] -= n
        target = power.target
        (s.reserve if target in MARKETS else s.money)[target] += n
        text = TN("{n} deben moves to {where}", "{n} deben move to {where}", n, where=place_name(s, target))
        events.append(Event("effect.deben", text, (s.turn,)))
    _back(s, power)
