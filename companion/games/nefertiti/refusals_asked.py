"""Why an answer is not allowed: characters, closings, questions of the table (spec nefertiti 2.6, 5.4)."""

from __future__ import annotations

from companion.engine.game import Move, Refusal
from companion.engine.text import T, Text, seat
from companion.games.nefertiti import asking
from companion.games.nefertiti.components import GIFT_NAMES, GIFTS, MARKET_NAMES, MARKETS, MOST_BID, PLACES, TYPE_NAMES
from companion.games.nefertiti.moves import (
    Amount,
    Character,
    CloseNext,
    Closes,
    Collect,
    EffectDone,
    Enough,
    Force,
    GiveUp,
    Half,
    Icons,
    Known,
    Lay,
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
    Sell,
    Steal,
    Swap,
    Take,
    Tell,
    Value,
    Whole,
)
from companion.games.nefertiti.rules import ICON_SETS, amounts, lifts, more_places, must_take_more, puts
from companion.games.nefertiti.state import Nefertiti, Power, Stage

NEEDS: dict[type[Move], tuple[Stage, ...]] = {
    Lay: ("lay",),
    Place: ("place",),
    NewSquare: ("place",),
    Character: ("place", "force"),
    Closes: ("place", "force"),
    Whole: ("number",),
    Force: ("force",),
    Number: ("number",),
    Icons: ("icons",),
    Name: ("name",),
    Sell: ("sell",),
    GiveUp: ("give_up",),
    Collect: ("collect",),
    Steal: ("steal",),
    Offer: ("offer",),
    Nothing: ("offer",),
    Swap: ("swap",),
    Lift: ("effect",),
    MoreServant: ("effect",),
    EffectDone: ("effect",),
    Put: ("put",),
    Amount: ("amount",),
    Roll: ("roll",),
    NextBidder: ("tie",),
    Take: ("buy", "bid", "more"),
    Half: ("buy", "bid"),
    Enough: ("more",),
    CloseNext: ("close_next",),
    Tell: ("ask",),
    Value: ("value",),
    Known: ("seen",),
}


def answer_to(s: Nefertiti, move: Move) -> Refusal | None:
    """Why `move`, which belongs to the step the game is at, is not possible; None if it is."""
    if s.power is not None and s.ask is None:
        return _power(s, s.power, move)
    match move:
        case Number(number=n):
            return _number(s, n)
        case Icons(icons=icons):
            return None if icons in ICON_SETS else Refusal("E_ICONS", {"known": ", ".join(ICON_SETS)})
        case Roll(die=n):
            return None if 1 <= n <= 6 else Refusal("E_DIE")
        case NextBidder(square=square):
            return _next(s, square)
        case Take(place=place):
            return _take(s, place)
        case Half():
            return _half(s)
        case Enough():
            return Refusal("E_SECOND") if must_take_more(s) else None
        case CloseNext(market=market):
            if market not in MARKETS:
                return Refusal("E_MARKET", {"market": market[:20]})
            return None if market in s.close_all else Refusal("E_EMPTY_MARKET", {"market": MARKET_NAMES[market]})
        case Tell() | Value():
            return _told(s, move)
    return None


def _number(s: Nefertiti, n: int) -> Refusal | None:
    """Spec 2.4, 5.2: from 0 to 12, and payable where it must be."""
    if not 0 <= n <= MOST_BID:
        return Refusal("E_NUMBER", {"most": MOST_BID})
    return too_dear(s, s.turn, n)


def too_dear(s: Nefertiti, who: str, bid: int) -> Refusal | None:
    """Spec 5.2 `forbid`: no number above one's deben while an empty square that is known could be paid."""
    if s.match.house.get("unaffordable_bid") != "forbid" or bid <= s.money[who]:
        return None
    taken = {servant.square for servant in s.servants}
    for market in s.open:
        for cheap in s.half_of(market).squares:
            if cheap.bid <= s.money[who] and f"{s.visible[market]}:{cheap.id}" not in taken:
                return Refusal("E_UNAFFORDABLE", {"bid": bid}, (f"seat:{who}",))
    return None


def _power(s: Nefertiti, power: Power, move: Move) -> Refusal | None:
    """The steps of a character (spec 2.6)."""
    match move:
        case Name(gift=kind):
            if kind not in TYPE_NAMES:
                return Refusal("E_GIFT", {"gift": kind[:20]})
            if power.effect == "SCORE_TYPE" and not s.cards_of(move.by, kind):
                return Refusal("E_NO_GIFT", {"gift": TYPE_NAMES[kind]}, (f"seat:{move.by}",))
        case Sell(cards=n, doubles=doubles):
            held = s.held[move.by]
            kind = power.gift
            singles = held["senet1" if kind == "senet" else kind]
            most = held["senet2"] if kind == "senet" else 0
            if not (n > 0 and 0 <= doubles <= most and 0 <= n - doubles <= singles):
                return Refusal("E_SELL", {"n": singles + most, "gift": TYPE_NAMES[kind]})
        case GiveUp(gift=gift):
            if gift not in ("senet1", "senet2"):
                return Refusal("E_GIVE_UP", {"gift": TYPE_NAMES[power.gift]})
        case Offer(gift=gift):
            return _holding(s, move.by, gift)
        case Swap(victim=victim, gift=gift):
            return _from_other(s, move.by, victim, gift)
        case Collect(source=source):
            return _collect(s, power, move.by, source)
        case Steal(source=source, gift=gift):
            return _steal(s, power, move.by, source, gift)
        case Lift(source=source):
            return None if source in lifts(s) else Refusal("E_LIFT", {"place": source[:30]})
        case Put(target=target):
            return None if target in puts(s) else Refusal("E_PUT", {"place": target[:30]})
        case Amount(amount=n):
            low, high = amounts(s)
            return None if low <= n <= high else Refusal("E_AMOUNT", {"low": low, "high": high})
    return None


def _holding(s: Nefertiti, who: str, gift: str) -> Refusal | None:
    if gift not in GIFTS:
        return Refusal("E_GIFT", {"gift": gift[:20]})
    if not s.held[who][gift]:
        return Refusal("E_HOLDS_NONE", {"who": seat(who), "gift": GIFT_NAMES[gift]}, (f"seat:{who}",))
    return None


def _from_other(s: Nefertiti, by: str, victim: str, gift: str) -> Refusal | None:
    if victim not in s.seats:
        return Refusal("E_SEAT", {"seat": victim[:20]})
    if victim in s.gone:
        return Refusal("E_GONE", {"who": seat(victim)})
    return Refusal("E_SELF") if victim == by else _holding(s, victim, gift)


def _collect(s: Nefertiti, power: Power, by: str, source: str) -> Refusal | None:
    if power.source == "reserve":
        if source not in MARKETS:
            return Refusal("E_MARKET", {"market": source[:20]})
        name: Text = MARKET_NAMES[source]
        return None if s.reserve[source] else Refusal("E_NO_MONEY", {"where": name}, (f"reserve:{source}",))
    if source not in s.seats:
        return Refusal("E_SEAT", {"seat": source[:20]})
    if source == by:
        return Refusal("E_SELF")
    return None if s.money[source] else Refusal("E_NO_MONEY", {"where": seat(source)}, (f"seat:{source}",))


def _steal(s: Nefertiti, power: Power, by: str, source: str, gift: str) -> Refusal | None:
    if power.source != "market":
        return _from_other(s, by, source, gift)
    market, _, place = source.partition(":")
    if market not in MARKETS:
        return Refusal("E_MARKET", {"market": market[:20]})
    if market not in s.open:
        return Refusal("E_CLOSED", {"market": MARKET_NAMES[market]})
    if place not in PLACES or not gift or s.gift_at(market, place) != gift:
        return Refusal("E_NO_GIFT_THERE", {"market": MARKET_NAMES[market]})
    return None


def _next(s: Nefertiti, square: str) -> Refusal | None:
    """Spec 5.4: only the highest of those that are left."""
    left = s.closing.left if s.closing is not None else ()
    known = [servant for servant in left if servant.square == square]
    if not known:
        return Refusal("E_BIDDER", {"square": square[:20]})
    best = max(s.bid(servant.square) for servant in left)
    if s.bid(square) < best:
        higher = tuple(f"square:{servant.square}" for servant in left if s.bid(servant.square) == best)
        return Refusal("E_LOWER_BID", {"bid": best}, higher)
    return None


def _take(s: Nefertiti, place: str) -> Refusal | None:
    """Spec 5.4: a gift that is there, for who can pay, and only as many as the bid allows."""
    closing = s.closing
    if closing is None or closing.now is None:
        return None
    if place not in PLACES:
        return Refusal("E_PLACE", {"place": place[:20]})
    market, now = closing.market, closing.now
    if not s.gift_at(market, place):
        return Refusal("E_NO_GIFT_THERE", {"market": MARKET_NAMES[market]})
    if not closing.taken:
        bid = s.bid(now.square)
        if s.money[now.seat] < bid:
            return Refusal("E_CANNOT_PAY", {"who": seat(now.seat), "bid": bid}, (f"seat:{now.seat}",))
        return None
    if place in (more_places(s) or ()):
        return None
    taken = tuple(f"gift:{market}:{other}" for other in closing.taken)
    row = T("the top gift") if place == "top" else T("a gift of the lower row")
    return Refusal("E_NOT_THIS_GIFT", {"row": row}, taken)


def _half(s: Nefertiti) -> Refusal | None:
    """Spec 5.4: only the highest bidder is obliged to buy."""
    if s.closing is not None and s.closing.highest and s.closing.now is not None:
        return Refusal("E_MUST_BUY", {"bid": s.bid(s.closing.now.square)}, (f"square:{s.closing.now.square}",))
    return None


def _told(s: Nefertiti, move: Tell | Value) -> Refusal | None:
    ask = s.ask
    if ask is None:
        return None
    if isinstance(move, Value):
        low, high = asking.bounds(s, ask)
        return None if low <= move.value <= high else Refusal("E_VALUE", {"low": low, "high": high})
    if move.key != ask.key:
        return Refusal("E_QUESTION", {"key": move.key[:30]})
    words = [asking.as_word(value) for value in asking.answers(ask)]
    return None if move.value in words else Refusal("E_ANSWER", {"known": ", ".join(words)})
