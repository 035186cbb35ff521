"""What follows by itself after every answer: closings, refills, the next player, the end (spec nefertiti 4, 5)."""

from __future__ import annotations

import msgspec

from companion.engine.game import Event
from companion.engine.text import TN, T, seat
from companion.games.nefertiti import powers
from companion.games.nefertiti.asking import answer
from companion.games.nefertiti.closing import is_full, measure
from companion.games.nefertiti.components import MARKET_NAMES, MARKETS, PLACES
from companion.games.nefertiti.finish import finish
from companion.games.nefertiti.rules import more_places, tied
from companion.games.nefertiti.scoring import half
from companion.games.nefertiti.state import Closing, Late, Nefertiti, Rolling, Servant

Events = list[Event]


def run_on(s: Nefertiti, events: Events) -> None:
    """Go on until somebody has to be asked or the game is over."""
    while not (s.end or s.ask is not None or s.naming):
        if s.final:
            finish(s, events)
        elif s.power is not None:
            if not powers.go_on(s, s.power, events):
                return
        elif s.square is not None or s.rolling is not None:
            return
        elif s.closing is not None:
            if not _resolve_on(s, s.closing, events):
                return
        elif s.laying:
            if not _lay_on(s, events):
                return
        elif s.close_all:
            if len(s.close_all) > 1:
                return
            begin_closing(s, s.close_all[0], "ALL", events)
        elif s.mode == "CLOSE_ALL" or not s.open:
            s.final = "closed"
        elif not _turn_on(s, events):
            return


# a placement


def put_servant(s: Nefertiti, who: str, square: str, events: Events) -> None:
    """A servant on a square, its bonus coins, and whether the market closes (spec 5.2, 2.5)."""
    market = square[:3]
    gain = s.bonus(square)
    s.servants += (Servant(square, who),)
    s.placed = True
    text = T("{who} bids {bid} in {market}", who=seat(who), bid=s.bid(square), market=MARKET_NAMES[market])
    events.append(Event("place", text, (who,), (f"square:{square}",)))
    if gain:
        s.reserve[market] -= gain
        s.money[who] += gain
        text = TN("{who} gets {n} deben", "{who} gets {n} deben", gain, who=seat(who))
        events.append(Event("coins", text, (who,), (f"reserve:{market}",)))
    _check_closing(s, market, square, events)


def taken(s: Nefertiti, market: str) -> dict[str, str]:
    """The seat on each occupied square of a market, by the square's own id."""
    return {servant.square[6:]: servant.seat for servant in s.servants if servant.square[:3] == market}


def _check_closing(s: Nefertiti, market: str, square: str, events: Events) -> None:
    seen = s.half_of(market)
    rule = seen.checked
    if rule is None or (rule.kind == "DICE_MATCH" and not s.match.facts.dice.known):
        s.late = Late(market, s.turn, s.extra, s.acted)
    elif rule.kind == "DICE_MATCH":
        s.rolling = Rolling(market, square)
        return
    if how := closes_now(s, market):
        begin_closing(s, market, how, events)


def closes_now(s: Nefertiti, market: str) -> str:
    """The rule that is met, or FULL_HALF by the switch `full_half` although its rule isn't (spec 5.6 C6), or ""."""
    seen, there = s.half_of(market), taken(s, market)
    found = measure(seen, there)
    if found.closes:
        return found.kind
    return "FULL_HALF" if s.match.house.get("full_half") == "close" and is_full(seen, there) else ""


# a closing

CLOSINGS = {
    "SUM_GE": T("the numbers add up"),
    "COLOURS_OR_TOTAL": T("enough colours or servants"),
    "CONNECTED_GE": T("enough squares joined"),
    "LINE": T("a line is taken"),
    "COUNT_GE": T("enough servants"),
    "DICE_MATCH": T("the roll hits"),
    "FULL": T("every square is taken"),
    "FULL_HALF": T("every square is taken"),
    "MANUAL": T("as its rule says"),
    "FORCE": T("a player could place no servant"),
    "ALL": T("every market closes"),
}


def begin_closing(s: Nefertiti, market: str, how: str, events: Events) -> None:
    """The market closes; its servants wait, highest first (spec 5.4)."""
    order = sorted(s.standing(market), key=lambda servant: -s.bid(servant.square))
    s.closing = Closing(market, tuple(order))
    s.late = None
    text = T("{market} closes: {how}", market=MARKET_NAMES[market], how=CLOSINGS[how])
    told = how in ("FORCE", "MANUAL")  # The table has just done or said it.
    events.append(Event(f"close.{how}", text, (), (f"market:{market}",), show=not told))


def _resolve_on(s: Nefertiti, closing: Closing, events: Events) -> bool:
    """Take a closing one step on. False: somebody has to be asked."""
    now, market = closing.now, closing.market
    if now is None:
        if not closing.left:
            _shift(s, market, events)
            return True
        first = tied(s)
        if len(first) > 1:
            return False
        call(s, closing, first[0])
        return True
    if not closing.taken:
        if not any(s.places[market]):
            take_half(s, events, "nothing")
            return True
        if closing.highest and s.money[now.seat] < s.bid(now.square):
            return _cannot_pay(s, now, events)
        return False
    if "top" in closing.taken and market in s.seals_at:
        goes = True if closing.highest else answer(s, "later_top", now.seat)
        if goes is None:
            return False
        if goes:
            s.seals_at = tuple(other for other in s.seals_at if other != market)
            s.seals[now.seat] += 1
            text = T("{who} gets the seal", who=seat(now.seat))
            events.append(Event("seal", text, (now.seat,), (f"seal:{market}",)))
    more = more_places(s)
    if more is None:
        answer(s, "plus_gift", now.seat)
        return False
    if more:
        return False
    served(s, bought=True)
    return True


def call(s: Nefertiti, closing: Closing, servant: Servant) -> None:
    """`servant` is the next one to be handled."""
    left = tuple(other for other in closing.left if other != servant)
    s.closing = msgspec.structs.replace(closing, now=servant, left=left, taken=())


def served(s: Nefertiti, bought: bool) -> None:
    """The servant that was asked is done; after a purchase nobody else is obliged to buy."""
    if s.closing is not None:
        highest = s.closing.highest and not bought
        s.closing = msgspec.structs.replace(s.closing, now=None, taken=(), highest=highest)


def take_half(s: Nefertiti, events: Events, why: str) -> None:
    """Half of the reserve as it is now, rounded up, for the servant that is asked (spec 5.4)."""
    closing = s.closing
    if closing is None or closing.now is None:
        return
    who, n = closing.now.seat, half(s.reserve[closing.market])
    s.reserve[closing.market] -= n
    s.money[who] += n
    if why == "nothing":
        text = TN("No gift is left: {who} takes {n} deben", "No gift is left: {who} takes {n} deben", n, who=seat(who))
    elif why == "short":
        bid = s.bid(closing.now.square)
        text = TN("{who} can’t pay {bid} and takes {n} deben", "{who} can’t pay {bid} and takes {n} deben", n,
                  who=seat(who), bid=bid)  # fmt: skip
    else:
        text = TN("{who} takes {n} deben", "{who} takes {n} deben", n, who=seat(who))
    kind = {"nothing": "half.nothing", "short": "half.short"}.get(why, "half")
    events.append(Event(kind, text, (who,), (f"reserve:{closing.market}",), show=why != "chosen"))
    served(s, bought=False)


def _cannot_pay(s: Nefertiti, now: Servant, events: Events) -> bool:
    """The highest bidder can't pay: as the switch says, or as the table does (spec 5.4)."""
    how = s.shortfall or s.match.house.get("highest_cannot_pay", "ask")
    if how == "ask":
        answer(s, "highest_cannot_pay", now.seat, always=True)
        return False
    s.shortfall = ""
    if how == "take_half":
        take_half(s, events, "short")
        return True
    text = T("{who} can’t pay {bid} and is passed over", who=seat(now.seat), bid=s.bid(now.square))
    events.append(Event("pass_over", text, (now.seat,), (f"square:{now.square}",), show=True))
    served(s, bought=False)
    return True


def _shift(s: Nefertiti, market: str, events: Events) -> None:
    """Servants go home, the plate slides over, the closed market opens (spec 5.4.3, 5.5)."""
    s.servants = tuple(servant for servant in s.servants if servant.square[:3] != market)
    s.visible[market] = market + ("-R" if s.visible[market].endswith("L") else "-L")
    s.open = tuple(other for other in s.open if other != market)
    s.close_all = tuple(other for other in s.close_all if other != market)
    s.closing = None
    if s.akhenaton:
        text = T("Servants go home; {market} stays closed", market=MARKET_NAMES[market])
    else:
        s.laying, s.tile = (s.tile,), market
        text = T("Servants go home, the plate of {market} slides over", market=MARKET_NAMES[market])
    events.append(Event("shift", text, (), (f"market:{market}",)))


# a refill


def due(s: Nefertiti) -> str | None:
    """The place that gets the next gift of the market that is being filled; None if there is none."""
    if not s.laying or not s.deck:
        return None
    places = s.places[s.laying[0]]
    return next((place for place, gift in zip(PLACES, places, strict=True) if not gift), None)


def _lay_on(s: Nefertiti, events: Events) -> bool:
    """Take a refill one step on. False: the table has to tell a card or answer a question (spec 5.5, 5.6)."""
    opens = True
    if s.akhenaton:
        if not s.mode:
            mode = answer(s, "end_mode")
            if mode is None:
                return False
            _end_begins(s, mode, events)
            if mode != "RUN_OUT":
                return True
        refill = answer(s, "akh_refill")
        if refill is None:
            return False
        if refill == "finish" and due(s) is not None:
            return False
        opens = refill != "no_open"
    elif due(s) is not None:
        return False
    market, s.laying = s.laying[0], s.laying[1:]
    if not opens:
        text = T("{market} stays closed", market=MARKET_NAMES[market])
        events.append(Event("stays_closed", text, (), (f"market:{market}",), show=True))
        return True
    s.open = tuple(other for other in MARKETS if other in s.open or other == market)
    text = T("{market} opens", market=MARKET_NAMES[market])
    if s.gift_at(market, "top") and market not in s.seals_at and s.supply:
        s.supply -= 1
        s.seals_at += (market,)
        text = T("{market} opens, with a seal on the top gift", market=MARKET_NAMES[market])
    events.append(Event("open", text, (), (f"market:{market}",)))
    return True


ENDS = {
    "IMMEDIATE": T("Akhenaton is there: the game ends at once"),
    "RUN_OUT": T("Akhenaton is there: this is the last refill"),
    "CLOSE_ALL": T("Akhenaton is there: every market closes now"),
}


def _end_begins(s: Nefertiti, mode: str, events: Events) -> None:
    """What Akhenaton does (spec 5.6 C1 to C3)."""
    s.mode = mode
    events.append(Event(f"end.{mode}", ENDS[mode], (), (), show=True))
    if mode == "IMMEDIATE":
        s.final, s.laying = "akhenaton", ()
    elif mode == "CLOSE_ALL":
        s.laying = ()
        s.close_all = tuple(market for market in s.open if s.standing(market))


# turns


def _turn_on(s: Nefertiti, events: Events) -> bool:
    """Pass the turn on as far as nobody can act. False: `s.turn` has to act (spec 4, 5.6 C5)."""
    if s.placed:
        if s.extra and s.turn not in s.gone and s.can_place(s.turn):
            s.extra -= 1
            s.placed = False
            return False
        if s.extra:
            text = T("{who} has no servant left for one more", who=seat(s.turn))
            events.append(Event("lapse", text, (s.turn,)))
        _pass_on(s)
    if not any(s.can_place(who) or s.can_force(who) for who in s.staying):
        s.final = "stuck"
        return True
    if s.turn in s.gone:
        _pass_on(s)
        return True
    if s.can_place(s.turn) or s.can_force(s.turn):
        return False
    events.append(Event("skip", T("{who} can do nothing and is skipped", who=seat(s.turn)), (s.turn,), show=True))
    _pass_on(s)
    return True


def _pass_on(s: Nefertiti) -> None:
    s.turn = next(who for who in (*s.others(s.turn), s.turn) if who not in s.gone)
    s.turns += 1
    s.acted = s.placed = False
    s.extra = 0


def gain(s: Nefertiti, who: str, market: str, place: str) -> str:
    """The gift at a place becomes the property of `who`. Returns what it was."""
    i = PLACES.index(place)
    row = s.places[market]
    gift = row[i]
    s.places[market] = (*row[:i], "", *row[i + 1 :])
    s.held[who][gift] += 1
    return gift
