"""What is possible: the generator of moves, apart from the validator in `refusals` (spec nefertiti 4, 5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.game import TABLE, Move
from companion.games.nefertiti import asking
from companion.games.nefertiti.components import GIFTS, MARKETS, MOST_BID, PLACES, TYPES
from companion.games.nefertiti.moves import (
    Amount,
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
    Value,
    Whole,
)
from companion.games.nefertiti.state import AKHENATON, LAST_FIVE, MOST_PRESTIGE, OUT, Nefertiti, Servant, Stage

ICON_SETS = ("none", "COIN", "PLUS_GIFT", "ONE_GIFT", "COIN+PLUS_GIFT", "COIN+ONE_GIFT")
"""What a new square may show beside its number."""


def legal_moves(s: Nefertiti) -> Sequence[Move]:
    """Every move that answers the decision; empty at the end."""
    return MAKERS[s.stage](s)


# the deck


def cards_possible(s: Nefertiti) -> list[str]:
    """Which card may lie on top of the deck: none that are all out, Akhenaton only among the last five (spec 3.3)."""
    if s.known:
        return [s.known]
    found = [gift for gift in GIFTS if s.seen[gift] < s.match.facts.gifts[gift]]
    if not s.akhenaton and s.deck <= LAST_FIVE:
        found.append(AKHENATON)
    return found


def _lay(s: Nefertiti) -> list[Move]:
    return [Lay(TABLE, gift) for gift in cards_possible(s)]


def _seen(s: Nefertiti) -> list[Move]:
    return [Known(TABLE, gift) for gift in cards_possible(s)]


# the turn


def affordable(s: Nefertiti, who: str) -> list[str]:
    """The squares a servant of `who` may be put on: empty ones of open markets, as the switch says (spec 5.2)."""
    taken = {servant.square for servant in s.servants}
    squares = s.match.squares
    empty = [square for m in s.open for square in s.match.of_half[s.visible[m]] if square not in taken]
    if s.match.house.get("unaffordable_bid") != "forbid":
        return empty
    within = [square for square in empty if squares[square].bid <= s.money[who]]
    return within or empty


def characters(s: Nefertiti, who: str) -> list[str]:
    """The characters that `who` may play now (spec 5.1)."""
    if s.acted or not s.seals[who]:
        return []
    return [card for card in s.match.facts.characters if s.copies_left(card)]


def _place(s: Nefertiti) -> list[Move]:
    who = s.turn
    found: list[Move] = [Place(who, square) for square in affordable(s, who)]
    found += [NewSquare(who, market) for market in s.open if not s.half_of(market).complete]
    found += [Character(who, card) for card in characters(s, who)]
    if s.late is not None:
        found.append(Closes(TABLE, s.late.market))
    return found


def _force(s: Nefertiti) -> list[Move]:
    who = s.turn
    mine = {servant.market for servant in s.servants if servant.seat == who}
    found: list[Move] = [Force(who, market) for market in s.open if market in mine]
    found += [Character(who, card) for card in characters(s, who)]
    if s.late is not None:
        found.append(Closes(TABLE, s.late.market))
    return found


def _number(s: Nefertiti) -> list[Move]:
    most = MOST_BID
    known = affordable(s, s.turn)
    if s.match.house.get("unaffordable_bid") == "forbid" and any(s.bid(square) <= s.money[s.turn] for square in known):
        most = min(most, s.money[s.turn])
    found: list[Move] = [Number(s.turn, n) for n in range(most + 1)]
    if s.square is not None and s.match.of_half[s.square.half]:
        # Looked for another square, the table may find that there is none.
        found.append(Whole(TABLE, s.square.half))
    return found


def _icons(s: Nefertiti) -> list[Move]:
    return [Icons(s.turn, icons) for icons in ICON_SETS]


# characters


def collections(s: Nefertiti) -> list[str]:
    """Where a power that takes money may take it."""
    if s.power is not None and s.power.source == "reserve":
        return [market for market in MARKETS if s.reserve[market]]
    return [who for who in s.others(s.turn) if s.money[who]]


def thefts(s: Nefertiti) -> list[tuple[str, str]]:
    """What a power that takes a gift may take: source and gift."""
    if s.power is not None and s.power.source == "market":
        return [
            (f"{market}:{place}", gift)
            for market in s.open
            for place, gift in zip(PLACES, s.places[market], strict=True)
            if gift
        ]
    return swappable(s)


def swappable(s: Nefertiti) -> list[tuple[str, str]]:
    """Gifts of the other players, seat and gift; whoever has left keeps theirs (spec 10.1)."""
    there = [who for who in s.others(s.turn) if who not in s.gone]
    return [(who, gift) for who in there for gift in GIFTS if s.held[who][gift]]


def _name(s: Nefertiti) -> list[Move]:
    if s.power is not None and s.power.effect == "DISCARD_TYPE":
        return [Name(s.turn, kind) for kind in TYPES]
    return [Name(s.turn, kind) for kind in s.types_of(s.turn)]


def _sell(s: Nefertiti) -> list[Move]:
    if s.power is None:
        return []
    held, kind = s.held[s.turn], s.power.gift
    if kind != "senet":
        return [Sell(s.turn, n) for n in range(1, held[kind] + 1)]
    ways = [(a + b, b) for a in range(held["senet1"] + 1) for b in range(held["senet2"] + 1) if a + b]
    return [Sell(s.turn, n, doubles) for n, doubles in ways]


def _give_up(s: Nefertiti) -> list[Move]:
    who = s.asked or s.turn
    return [GiveUp(who, gift) for gift in ("senet1", "senet2")]


def _collect(s: Nefertiti) -> list[Move]:
    return [Collect(s.turn, source) for source in collections(s)]


def _steal(s: Nefertiti) -> list[Move]:
    return [Steal(s.turn, source, gift) for source, gift in thefts(s)]


def _offer(s: Nefertiti) -> list[Move]:
    return [Offer(s.turn, gift) for gift in GIFTS if s.held[s.turn][gift]] + [Nothing(s.turn)]


def _swap(s: Nefertiti) -> list[Move]:
    return [Swap(s.turn, who, gift) for who, gift in swappable(s)]


# an effect entered by hand


def lifts(s: Nefertiti) -> list[str]:
    """Everything that can be moved by hand."""
    found = [f"gift:{m}:{p}" for m in MARKETS for p, gift in zip(PLACES, s.places[m], strict=True) if gift]
    for who in s.seats:
        found += [f"holding:{who}:{gift}" for gift in GIFTS if s.held[who][gift]]
        found += [f"money:{who}"] * bool(s.money[who]) + [f"seal:{who}"] * bool(s.seals[who])
        if who not in s.gone:
            found.append(f"prestige:{who}")
    found += [f"reserve:{market}" for market in MARKETS if s.reserve[market]]
    return found + [f"seal:{market}" for market in MARKETS if market in s.seals_at]


def puts(s: Nefertiti) -> list[str]:
    """Where the lifted thing may go."""
    what, _, where = (s.power.lifted if s.power is not None else "").partition(":")
    seats = [who for who in s.staying if who != where.partition(":")[0]]
    if what in ("gift", "holding"):
        empty = [f"{m}:{p}" for m in MARKETS for p, gift in zip(PLACES, s.places[m], strict=True) if not gift]
        return [*seats, OUT, *empty]
    if what == "seal":
        return [*seats, OUT]
    if what in ("money", "reserve"):
        return [*seats, *(market for market in MARKETS if market != where)]
    return []


def amounts(s: Nefertiti) -> tuple[int, int]:
    """How many deben may move, or by how much a prestige may change; the least and the most."""
    what, _, where = (s.power.lifted if s.power is not None else "").partition(":")
    if what == "prestige":
        return -s.prestige[where], max(0, MOST_PRESTIGE - s.prestige[where])
    return 1, s.money[where] if what == "money" else s.reserve[where]


def _effect(s: Nefertiti) -> list[Move]:
    found: list[Move] = [Lift(s.turn, source) for source in lifts(s)]
    return [*found, MoreServant(s.turn), EffectDone(s.turn)]


def _put(s: Nefertiti) -> list[Move]:
    return [Put(s.turn, target) for target in puts(s)]


def _amount(s: Nefertiti) -> list[Move]:
    low, high = amounts(s)
    return [Amount(s.turn, n) for n in range(low, high + 1)]


# a closing


def tied(s: Nefertiti) -> list[Servant]:
    """The servants of which the table has to say which goes first; one alone needs no word (spec 5.4)."""
    left = s.closing.left if s.closing is not None else ()
    bids = [s.bid(servant.square) for servant in left]
    first = [servant for servant, bid in zip(left, bids, strict=True) if bid == max(bids)]
    icons = s.match.squares
    alike = {(servant.seat, icons[servant.square].icons) for servant in first}
    return first[:1] if len(alike) == 1 else first


def more_places(s: Nefertiti) -> list[str] | None:
    """Where the servant that has taken a gift may take one more; None if it hangs on the switch `plus_gift`."""
    closing = s.closing
    if closing is None or closing.now is None:
        return []
    icons, taken = s.match.squares[closing.now.square].icons, closing.taken
    low = [place for place, gift in zip(PLACES, s.places[closing.market], strict=True) if gift and place != "top"]
    if must_take_more(s):
        return low
    base = 2 if closing.highest and taken[0] != "top" and "ONE_GIFT" not in icons else 1
    extra = len(taken) > base or "top" in taken[1:]
    if "PLUS_GIFT" not in icons or extra:
        return []
    if not s.gift_at(closing.market, "top"):
        return low
    rule = s.match.house.get("plus_gift")
    if rule is None:
        return None
    return ["top", *low] if rule == "any" else low


def must_take_more(s: Nefertiti) -> bool:
    """Whether the highest bidder has taken the first of two low gifts (spec 5.4 step 1)."""
    closing = s.closing
    if closing is None or closing.now is None or not closing.highest:
        return False
    if len(closing.taken) != 1 or closing.taken[0] == "top":
        return False
    low = any(s.places[closing.market][1:])
    return low and "ONE_GIFT" not in s.match.squares[closing.now.square].icons


def _tie(s: Nefertiti) -> list[Move]:
    return [NextBidder(TABLE, servant.square) for servant in tied(s)]


def _take(s: Nefertiti) -> list[Move]:
    closing = s.closing
    if closing is None or closing.now is None:
        return []
    who = closing.now.seat
    found: list[Move] = []
    if s.money[who] >= s.bid(closing.now.square):
        rows = zip(PLACES, s.places[closing.market], strict=True)
        found += [Take(who, place) for place, gift in rows if gift]
    return found if closing.highest else [*found, Half(who)]


def _more(s: Nefertiti) -> list[Move]:
    if s.closing is None or s.closing.now is None:
        return []
    who = s.closing.now.seat
    found: list[Move] = [Take(who, place) for place in more_places(s) or ()]
    return found if must_take_more(s) else [*found, Enough(who)]


def _close_next(s: Nefertiti) -> list[Move]:
    return [CloseNext(s.asked or s.turn, market) for market in s.close_all]


# the table


def _ask(s: Nefertiti) -> list[Move]:
    if s.ask is None:
        return []
    return [Tell(TABLE, s.ask.key, asking.as_word(value)) for value in asking.answers(s.ask)]


def _value(s: Nefertiti) -> list[Move]:
    if s.ask is None:
        return []
    low, high = asking.bounds(s, s.ask)
    return [Value(TABLE, n) for n in range(low, high + 1)]


def _roll(s: Nefertiti) -> list[Move]:
    return [Roll(TABLE, n) for n in range(1, 7)]


def incident_moves(s: Nefertiti) -> list[Move]:
    """What may happen beside the decision (spec 10.1)."""
    if s.end or s.final or s.ask is not None or s.naming:
        return []
    found: list[Move] = []
    if s.deck and not s.known and not s.laying:
        found.append(Seen(TABLE))
    found += [Leave(who) for who in s.staying]
    return [*found, GameOver(TABLE)]


def _none(s: Nefertiti) -> list[Move]:
    return []


MAKERS: dict[Stage, Callable[[Nefertiti], list[Move]]] = {
    "lay": _lay, "place": _place, "force": _force, "number": _number, "icons": _icons, "name": _name, "sell": _sell,
    "give_up": _give_up, "collect": _collect, "steal": _steal, "offer": _offer, "swap": _swap, "effect": _effect,
    "put": _put, "amount": _amount, "roll": _roll, "tie": _tie, "buy": _take, "bid": _take, "more": _more,
    "close_next": _close_next, "ask": _ask, "value": _value, "seen": _seen, "over": _none,
}  # fmt: skip
