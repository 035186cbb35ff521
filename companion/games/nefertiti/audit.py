"""Everything wrong with a position, named (spec nefertiti 6), and where every component lies."""

from __future__ import annotations

from collections import Counter

from companion.engine.game import Fault
from companion.engine.text import T, seat
from companion.games.nefertiti.components import (
    GIFT_NAMES,
    GIFTS,
    MARKET_NAMES,
    MARKETS,
    PLACES,
    character_name,
    half_name,
)
from companion.games.nefertiti.state import LAST_FIVE, Nefertiti


def audit(s: Nefertiti) -> tuple[Fault, ...]:
    """Faults of the position; empty for a sound one."""
    return (*_money(s), *_gifts(s), *_deck(s), *_seals(s), *_characters(s), *_servants(s), *_markets(s))


def _money(s: Nefertiti) -> list[Fault]:
    found = []
    with_players, in_reserves = sum(s.money.values()), sum(s.reserve.values())
    if with_players + in_reserves != s.total:
        text = T("Deben: {players} with players and {reserves} on reserves, but there are {total}.",
                 players=with_players, reserves=in_reserves, total=s.total)  # fmt: skip
        found.append(Fault("A_MONEY", text, tuple(f"reserve:{market}" for market in MARKETS)))
    if min((*s.money.values(), *s.reserve.values())) < 0:
        found.append(Fault("A_MONEY", T("Nobody can have fewer than 0 deben.")))
    found += [
        Fault("A_PRESTIGE", T("{who} can't have fewer than 0 points.", who=seat(who)), (f"seat:{who}",))
        for who, n in s.prestige.items()
        if n < 0
    ]
    return found


def _gifts(s: Nefertiti) -> list[Fault]:
    found = []
    lying = Counter(gift for row in s.places.values() for gift in row if gift)
    for gift in GIFTS:
        held = sum(cards[gift] for cards in s.held.values())
        n, box = held + lying[gift] + s.given[gift], s.match.facts.gifts[gift]
        counts = (s.given[gift], *(cards[gift] for cards in s.held.values()))
        if n > box or min(counts) < 0:
            text = T("{gift}: {n} cards were seen, but the box has {box}.", gift=GIFT_NAMES[gift], n=n, box=box)
            found.append(Fault("A_GIFTS", text))
        if n != s.seen[gift]:
            text = T("{gift}: {n} cards lie here, {seen} came off the deck.", gift=GIFT_NAMES[gift], n=n,
                     seen=s.seen[gift])  # fmt: skip
            found.append(Fault("A_GIFTS", text))
    return found


def _deck(s: Nefertiti) -> list[Fault]:
    left = s.match.facts.gift_total - sum(s.seen.values()) + (not s.akhenaton)
    if s.deck != left or left < 0:
        return [Fault("A_DECK", T("The deck should have {left} cards, not {deck}.", left=left, deck=s.deck))]
    if s.akhenaton and s.deck >= LAST_FIVE:
        text = T("Akhenaton has appeared, so at most 4 cards can be left in the deck, not {n}.", n=s.deck)
        return [Fault("A_DECK", text)]
    return []


def _seals(s: Nefertiti) -> list[Fault]:
    n = s.supply + len(s.seals_at) + sum(s.seals.values())
    if n != s.match.facts.seals or min((s.supply, *s.seals.values())) < 0:
        text = T("Seals: {n} are counted, but the box has {box}.", n=n, box=s.match.facts.seals)
        return [Fault("A_SEALS", text, tuple(f"seal:{market}" for market in s.seals_at))]
    return []


def _characters(s: Nefertiti) -> list[Fault]:
    facts = s.match.facts
    for card, n in s.used.items():
        copies = facts.characters[card].copies
        off = 1 if card == facts.removed_with_3 and s.removed else 0
        if copies is not None and n + off > copies:
            name = character_name(facts, card)
            text = T("{character}: {n} played, but there are {copies}.", character=name, n=n, copies=copies - off)
            return [Fault("A_CHARACTERS", text, (f"character:{card}",))]
    if s.characters_left < 0:
        return [Fault("A_CHARACTERS", T("More characters were played than there are."))]
    return []


def _servants(s: Nefertiti) -> list[Fault]:
    found = []
    for who in s.seats:
        n = sum(1 for servant in s.servants if servant.seat == who)
        if n > s.match.facts.servants:
            text = T("{who} has {most} servants, not {n}.", who=seat(who), most=s.match.facts.servants, n=n)
            found.append(Fault("A_SERVANTS", text, (f"seat:{who}",)))
    squares = Counter(servant.square for servant in s.servants)
    for square, n in squares.items():
        half, market = square[:5], square[:3]
        if square not in s.match.squares:
            found.append(Fault("A_SQUARE", T("A servant stands on a square that isn't there.")))
        elif n > 1:
            found.append(Fault("A_SQUARE", T("Two servants can't share a square."), (f"square:{square}",)))
        elif s.visible[market] != half:
            text = T("{half} is covered, so no servant stands there.", half=half_name(half))
            found.append(Fault("A_SQUARE", text, (f"square:{square}",)))
        elif market not in s.open and not (s.closing is not None and s.closing.market == market):
            text = T("{market} is closed, so no servant stands there.", market=MARKET_NAMES[market])
            found.append(Fault("A_SQUARE", text, (f"square:{square}",)))
    return found


def _markets(s: Nefertiti) -> list[Fault]:
    found = []
    shut = [market for market in MARKETS if market not in s.open and market not in s.laying]
    if not s.akhenaton and shut != [s.tile]:
        names = tuple(MARKET_NAMES[market] for market in shut)
        found.append(Fault("A_CLOSED", T("Exactly one market is closed, not these: {markets}.", markets=names)))
    for market, half in s.visible.items():
        if half[:3] != market:
            found.append(Fault("A_HALF", T("{market} shows a half of another market.", market=MARKET_NAMES[market])))
    for market, row in s.places.items():
        if len(row) != len(PLACES):
            found.append(Fault("A_PLACES", T("{market} has four gift places.", market=MARKET_NAMES[market])))
    return found


def census(s: Nefertiti) -> dict[str, tuple[int, dict[str, int]]]:
    """For every component how many there are, and how many lie where (spec 6)."""
    facts = s.match.facts
    found: dict[str, tuple[int, dict[str, int]]] = {}
    lying = Counter(gift for row in s.places.values() for gift in row if gift)
    for gift in GIFTS:
        where = {"markets": lying[gift], "out": s.given[gift], "deck": facts.gifts[gift] - s.seen[gift]}
        found[gift] = (facts.gifts[gift], where | {who: s.held[who][gift] for who in s.seats})
    unseen = facts.gift_total - sum(s.seen.values())
    found["deck"] = (s.deck, {"gifts": unseen, "akhenaton": int(not s.akhenaton)})
    found["deben"] = (s.total, {**s.money, **s.reserve})
    found["seals"] = (facts.seals, {"supply": s.supply, "markets": len(s.seals_at), **s.seals})
    beside = {"beside": s.characters_left, "removed": s.removed, "used": sum(s.used.values())}
    found["characters"] = (facts.character_total, beside)
    for who in s.seats:
        on_board = sum(1 for servant in s.servants if servant.seat == who)
        away = facts.servants - on_board if who in s.gone else 0
        found[f"servants {who}"] = (facts.servants, {"board": on_board, "free": s.free(who), "away": away})
    return found
