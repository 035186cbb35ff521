"""How a position stands: phases, strip, scores, and what players like to know while they play (spec 10)."""

from __future__ import annotations

import copy
from fractions import Fraction

import msgspec

from companion.engine.game import Phase, Scores, Standing
from companion.engine.text import TN, T, Text
from companion.games.nefertiti.closing import Measure, measure
from companion.games.nefertiti.components import TYPE_NAMES, TYPES
from companion.games.nefertiti.flow import taken
from companion.games.nefertiti.scoring import final_scores, half, worth_now
from companion.games.nefertiti.state import LAST_FIVE, Nefertiti, Stage, no_cards

PHASES: tuple[tuple[str, Text], ...] = (
    ("character", T("Character")),
    ("servant", T("Servant")),
    ("coins", T("Coins")),
    ("closing", T("Closing")),
    ("gifts", T("Gifts")),
)
IN_PHASE: dict[Stage, str] = {
    "place": "servant", "force": "servant", "number": "servant", "icons": "servant", "roll": "closing",
    "tie": "closing", "buy": "closing", "bid": "closing", "more": "closing", "close_next": "closing",
    "lay": "gifts", "seen": "gifts",
}  # fmt: skip


def phases(s: Nefertiti) -> tuple[Text, tuple[Phase, ...]]:
    """The gifts that are left, and the steps of a turn."""
    label = T("Gifts left {n}", n=s.match.facts.gift_total - sum(s.seen.values()))
    now = _phase(s)
    names = [name for name, _ in PHASES]
    at = names.index(now) if now in names else len(names)
    bar = []
    for i, (name, title) in enumerate(PHASES):
        if i == at:
            bar.append(Phase(name, title, "now", s.asked))
        else:
            bar.append(Phase(name, title, "done" if i < at else "next"))
    return label, tuple(bar)


def _phase(s: Nefertiti) -> str:
    if s.end or s.final:
        return ""
    if s.power is not None:
        return "character"
    if s.ask is not None:
        return "closing" if s.closing is not None else "gifts" if s.laying else "servant"
    return IN_PHASE.get(s.stage, "servant")


def scores(s: Nefertiti) -> Scores:
    """The final scoring as it would be now; without gifts while they are hidden."""
    if s.end:
        return Scores((), dict(s.prestige))
    held = {who: no_cards() for who in s.seats} if s.match.hide else s.held
    money = dict.fromkeys(s.seats, 0) if s.match.hide else s.money
    return final_scores(s.match.facts, held, s.seals, money, s.prestige, s.match.house.get("senet_double"))


def standings(s: Nefertiti) -> tuple[Standing, ...]:
    """Prestige, and what the final scoring would make of it now where every value is known."""
    now = scores(s)
    totals = now.totals
    rows = []
    for who in s.seats:
        note: Text | None = None
        if who in s.gone:
            note = T("Has left")
        elif not s.match.hide:
            note = TN("{n} deben", "{n} deben", s.money[who])
        known = who not in now.open and not s.match.hide
        rows.append(Standing(who, s.prestige[who], totals[who] if known else s.prestige[who], note))
    return tuple(rows)


def view(s: Nefertiti, seat: str | None) -> Nefertiti:
    """The position with the seats named whose gifts and deben `seat` is not shown.

    They lie open by the rules (spec 6): nothing of it is a secret of the game, so the rules go on reading it.
    """
    if not s.match.hide or s.end:
        return s
    seen = copy.copy(s)
    seen.veiled = tuple(who for who in s.seats if who != seat)
    return seen


def own_view(s: Nefertiti, who: str) -> tuple[Text, ...]:
    """What `who` owns, in words; nothing to cover while everything is open."""
    if not s.match.hide or s.end:
        return ()
    rows = [TN("{n} deben", "{n} deben", s.money[who])]
    for worth in sets_worth(s, who):
        gift = TYPE_NAMES[worth.kind]
        if worth.now is None:
            rows.append(T("{gift}: {n}, value not known", gift=gift, n=worth.cards))
        else:
            rows.append(T("{gift}: {n}, worth {now} now", gift=gift, n=worth.cards, now=worth.now))
    return tuple(rows)


# live


class Worth(msgspec.Struct, frozen=True):
    """What the cards of a type are worth to a player: now, and with one owner more (None: not known).

    one_more is 0 cards' worth, too, where everybody owns the type already (`owners` is the number of players).
    """

    kind: str
    cards: int
    owners: int
    now: int | None
    one_more: int | None


def sets_worth(s: Nefertiti, who: str) -> tuple[Worth, ...]:
    """Every type that `who` owns with its worth (spec 10)."""
    double, facts = s.match.house.get("senet_double"), s.match.facts
    found = []
    for kind in TYPES:
        n = s.cards_of(who, kind)
        if n:
            owners = s.owners(kind)
            now = worth_now(facts, s.held, who, kind, double)
            more = worth_now(facts, s.held, who, kind, double, more=1) if owners < len(s.seats) else now
            found.append(Worth(kind, n, owners, now, more))
    return tuple(found)


def market_measure(s: Nefertiti, market: str, square: str | None = None) -> Measure:
    """How far `market` is from closing, with a servant of the player to move on `square` (full id) as well."""
    there = taken(s, market)
    if square is not None:
        there[square[6:]] = s.turn
    return measure(s.half_of(market), there)


def say_rule(s: Nefertiti, market: str) -> Text:
    """What closes the half that can be seen, in a few words."""
    rule = s.half_of(market).checked
    if rule is None:
        return T("closes as its edge says")
    if rule.kind == "SUM_GE":
        return T("sum of bids {n} or more", n=rule.n)
    if rule.kind == "COLOURS_OR_TOTAL":
        return T("{colours} colours or {total} servants", colours=rule.colours, total=rule.total)
    if rule.kind == "CONNECTED_GE":
        return T("{n} joined squares", n=rule.n)
    if rule.kind == "LINE":
        return T("a whole line")
    if rule.kind == "COUNT_GE":
        return TN("{n} servant", "{n} servants", rule.n)
    if rule.kind == "DICE_MATCH":
        return T("a roll hits a taken number")
    return T("every square taken")


def say_measure(s: Nefertiti, market: str, square: str | None = None) -> Text:
    """How far it is, in a few words; with `square` as it would be after that bid ("11 + 6 = 17: closes")."""
    then = market_measure(s, market, square)
    if then.kind == "MANUAL":
        return T("you say when it closes")
    if then.kind == "DICE_MATCH":
        return T("a roll after each servant")
    have, need = then.have[0], then.need[0]
    if then.kind == "SUM_GE" and square is not None:
        bid = s.bid(square)
        if then.closes:
            return T("{have} + {bid} = {sum}: closes", have=have - bid, bid=bid, sum=have)
        return T("{have} + {bid} = {sum} of {need}", have=have - bid, bid=bid, sum=have, need=need)
    if square is not None and then.closes:
        return T("closes")
    if then.kind == "SUM_GE":
        return T("sum {have} of {need}", have=have, need=need)
    if then.kind == "COLOURS_OR_TOTAL":
        return TN("{n} colour, {total} in all", "{n} colours, {total} in all", have, total=then.have[1])
    if then.kind == "CONNECTED_GE":
        return T("{have} of {need} joined so far", have=have, need=need)
    if then.kind == "LINE":
        return T("{have} of {need} in a line", have=have, need=need)
    return T("{have} of {need} taken", have=have, need=need)


def second_gets(s: Nefertiti, market: str, square: str | None = None) -> int:
    """What the second place may take if the highest bid, with `square` among them, is paid now (spec 10)."""
    bids, reserve = [s.bid(servant.square) for servant in s.standing(market)], s.reserve[market]
    if square is not None:
        bids.append(s.bid(square))
        reserve -= s.bonus(square)
    return half(reserve + max(bids, default=0))


def end_chance(s: Nefertiti, cards: int | None = None) -> Fraction:
    """How likely Akhenaton is among the next `cards` of the deck (None: the refill that comes next) (spec 3.3)."""
    if s.akhenaton or s.end or s.final:
        return Fraction(0)
    if cards is None:
        market = s.laying[0] if s.laying else s.tile
        cards = s.places[market].count("")
    first = max(s.deck - LAST_FIVE, 1 if s.known else 0) + 1
    likely = s.deck - first + 1
    return Fraction(max(0, min(cards, s.deck) - first + 1), likely) if likely > 0 else Fraction(0)
