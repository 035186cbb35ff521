"""Putting the position right: what may be edited, the move for it, the position after it (spec nefertiti 10.1)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.engine.errors import InputError
from companion.engine.game import TABLE, Edit, Fault
from companion.engine.text import TN, T, Text, seat
from companion.games.nefertiti.audit import audit
from companion.games.nefertiti.components import (
    GIFT_NAMES,
    GIFTS,
    HALVES,
    MARKET_NAMES,
    MARKETS,
    PLACES,
    character_name,
    half_name,
)
from companion.games.nefertiti.moves import Correct
from companion.games.nefertiti.state import MOST_PRESTIGE, Nefertiti, Servant, no_cards

YES, NO = "yes", "no"
MOST_HIDDEN = 8
"""While holdings are hidden they are corrected by so many more or fewer, never from a number that is shown."""
PLACE_NAMES = {"top": T("top"), "low1": T("lower 1"), "low2": T("lower 2"), "low3": T("lower 3")}


def corrected(state: Nefertiti, move: Correct) -> Nefertiti:
    """The position with the values of `move`. Assumes `unknown_place(state, move)` is None.

    The deck is counted anew as what lies nowhere else; a step that was open goes on with the new values.
    """
    s = state.twin()
    for key, gift in move.places.items():
        market, _, place = key.partition(":")
        row, i = s.places[market], PLACES.index(place)
        s.places[market] = (*row[:i], gift, *row[i + 1 :])
    for who, cards in move.held.items():
        s.held[who].update(cards)
    if move.places or move.held:
        _count_deck(s)
    if move.seals or move.own_seals:
        at = {market: market in s.seals_at for market in MARKETS} | move.seals
        s.seals_at = tuple(market for market in MARKETS if at[market])
        s.seals.update(move.own_seals)
        s.supply = s.match.facts.seals - len(s.seals_at) - sum(s.seals.values())
    s.money.update(move.money)
    s.reserve.update(move.reserve)
    s.prestige.update(move.prestige)
    s.used.update(move.used)
    s.visible.update(move.visible)
    if move.servants:
        _set_servants(s, move.servants)
    if move.turn is not None and move.turn != s.turn:
        s.turn, s.acted, s.placed, s.extra = move.turn, False, False, 0
        s.square = s.power = s.rolling = s.late = None
    _start_step_again(s)
    return s


def _count_deck(s: Nefertiti) -> None:
    seen = no_cards()
    lying = [gift for row in s.places.values() for gift in row if gift]
    for gift in GIFTS:
        held = sum(cards[gift] for cards in s.held.values())
        seen[gift] = held + lying.count(gift) + s.given[gift]
    s.seen = seen
    facts = s.match.facts
    s.deck = facts.gift_total - sum(seen.values()) + (not s.akhenaton)
    if s.known and seen[s.known] >= facts.gifts[s.known]:
        s.known = ""


def _set_servants(s: Nefertiti, changes: Mapping[str, str]) -> None:
    """Servants keep their order; a new one stands last."""
    kept = [servant for servant in s.servants if servant.square not in changes]
    s.servants = (*kept, *(Servant(square, who) for square, who in changes.items() if who))


def _start_step_again(s: Nefertiti) -> None:
    """Questions are asked anew where they still matter; what is gone is not waited for."""
    s.ask = None
    change = msgspec.structs.replace
    standing = set(s.servants)
    if s.closing is not None:
        closing = s.closing
        if closing.now is not None and closing.now not in standing:
            closing = change(closing, now=None, taken=(), highest=closing.highest and not closing.taken)
        s.closing = change(closing, left=tuple(servant for servant in closing.left if servant in standing))
    s.close_all = tuple(market for market in s.close_all if s.standing(market))
    if s.rolling is not None and not any(servant.square == s.rolling.square for servant in s.servants):
        s.rolling = None
    if s.square is not None and (s.free(s.turn) < 1 or s.visible[s.square.half[:3]] != s.square.half):
        s.square = None
    if s.late is not None and (not s.standing(s.late.market) or s.late.market not in s.open):
        s.late = None
    if s.power is not None:
        power = change(s.power, lifted="", target="")
        if power.effect in ("SCORE_TYPE", "SWAP_GIFT"):
            power = change(power, gift="", cards=None, doubles=0)
        if power.effect == "DISCARD_TYPE" and power.gift:
            waits = tuple(who for who in power.waits if s.cards_of(who, power.gift))
            power = change(power, waits=waits)
        s.power = power


def unknown_place(s: Nefertiti, move: Correct) -> Text | None:
    """The first thing in `move` that this game does not have, or whose number can't be; None if there is none."""
    facts = s.match.facts
    for key, gift in move.places.items():
        market, _, place = key.partition(":")
        if market not in MARKETS or place not in PLACES:
            return T("There is no gift place “{place}”.", place=key[:20])
        if gift and gift not in GIFTS:
            return T("There is no gift “{gift}”.", gift=gift[:20])
    seats = [*move.held, *move.money, *move.prestige, *move.own_seals, *filter(None, move.servants.values())]
    for who in (*seats, *([move.turn] if move.turn is not None else [])):
        if who not in s.seats:
            return T("There is no seat “{seat}” in this game.", seat=who[:20])
    for market in (*move.seals, *move.reserve, *move.visible):
        if market not in MARKETS:
            return T("There is no market “{market}”.", market=market[:20])
    for square in move.servants:
        if square not in s.match.squares:
            return T("There is no square “{square}” on this board.", square=square[:20])
    for market, half in move.visible.items():
        if half not in HALVES or half[:3] != market:
            return T("“{half}” is no half of this market.", half=half[:20])
    for card in move.used:
        if card not in facts.characters:
            return T("There is no character “{card}”.", card=card[:20])
    for cards in move.held.values():
        for gift in cards:
            if gift not in GIFTS:
                return T("There is no gift “{gift}”.", gift=gift[:20])
    if move.turn in s.gone and move.turn is not None:
        return T("{who} has left the game.", who=seat(move.turn))
    for who in (*move.money, *move.own_seals, *(w for w in move.servants.values() if w)):
        if who in s.gone:
            return T("{who} has left the game.", who=seat(who))
    return _number_out_of_range(s, move)


def _number_out_of_range(s: Nefertiti, move: Correct) -> Text | None:
    facts = s.match.facts
    limits = [(move.money, facts.coins), (move.reserve, facts.coins), (move.prestige, MOST_PRESTIGE)]
    limits += [(move.own_seals, facts.seals), (move.used, facts.character_total)]
    limits += [(cards, max(facts.gifts.values())) for cards in move.held.values()]
    for numbers, most in limits:
        for n in numbers.values():
            if not 0 <= n <= most:
                return T("The number must be from 0 to {most}.", most=most)
    return None


def faults(s: Nefertiti, move: Correct) -> tuple[Fault, ...]:
    """What `audit` would say of the position after `move`."""
    return tuple(fault for fault in audit(corrected(s, move)) if not fault.warning)


def edits(s: Nefertiti) -> tuple[Edit, ...]:
    """Everything of the position that the table may put right."""
    if s.end or s.final:
        return ()
    facts = s.match.facts
    found: list[Edit] = []
    for who in s.seats:
        name = seat(who)
        found.append(Edit(f"prestige:{who}", T("{who}: prestige", who=name), s.prestige[who], high=MOST_PRESTIGE))
        if who not in s.gone:
            found.append(_owned(s, f"money:{who}", T("{who}: deben", who=name), s.money[who], s.total))
            found.append(Edit(f"seals:{who}", T("{who}: seals", who=name), s.seals[who], high=facts.seals))
    people = tuple((who, T("{who}", who=seat(who))) for who in s.staying)
    found.append(Edit("turn", T("Whose turn it is"), s.turn, people))
    for market in MARKETS:
        found += _market_edits(s, market, people)
    for who in s.seats:
        for gift in GIFTS:
            label = T("{who}: {gift}", who=seat(who), gift=GIFT_NAMES[gift])
            found.append(_owned(s, f"hold:{who}:{gift}", label, s.held[who][gift], facts.gifts[gift]))
    for card, character in facts.characters.items():
        most = character.copies if character.copies is not None else facts.character_total
        label = T("{character}: cards played", character=character_name(facts, card))
        found.append(Edit(f"used:{card}", label, s.used.get(card, 0), high=most))
    return tuple(found)


def _owned(s: Nefertiti, key: str, label: Text, n: int, most: int) -> Edit:
    """A number that others may not see while holdings are hidden: then it is told how many more or fewer there are."""
    if not s.match.hide:
        return Edit(key, label, n, high=most)
    steps = [(f"{step}", _step(step)) for step in range(-MOST_HIDDEN, MOST_HIDDEN + 1)]
    return Edit(key, label, "0", tuple(steps))


def _step(n: int) -> Text:
    if not n:
        return T("as it is")
    return TN("{n} more", "{n} more", n) if n > 0 else TN("{n} fewer", "{n} fewer", -n)


def _owned_now(s: Nefertiti, what: str, where: str) -> int:
    who, _, gift = where.partition(":")
    return s.money[who] if what == "money" else s.held[who][gift]


def _market_edits(s: Nefertiti, market: str, people: tuple[tuple[str, Text], ...]) -> list[Edit]:
    name = MARKET_NAMES[market]
    found = [Edit(f"reserve:{market}", T("{market}: reserve", market=name), s.reserve[market], high=s.total)]
    sides = tuple((half, half_name(half)) for half in HALVES if half[:3] == market)
    found.append(Edit(f"visible:{market}", T("{market}: the half that is open", market=name), s.visible[market], sides))
    contents = (("", T("empty")), *((gift, T("{gift}", gift=GIFT_NAMES[gift])) for gift in GIFTS))
    for place in PLACES:
        label = T("{market}: gift {place}", market=name, place=PLACE_NAMES[place])
        found.append(Edit(f"gift:{market}:{place}", label, s.gift_at(market, place), contents))
    there = YES if market in s.seals_at else NO
    found.append(Edit(f"seal:{market}", T("{market}: a seal on the top gift", market=name), there,
                      ((YES, T("yes")), (NO, T("no")))))  # fmt: skip
    at = {servant.square: servant.seat for servant in s.servants}
    empty = (("", T("empty")), *people)
    for i, square in enumerate(s.match.of_half[s.visible[market]], 1):
        label = T("{market}: square {i}, number {bid}", market=name, i=i, bid=s.bid(square))
        found.append(Edit(f"square:{square}", label, at.get(square, ""), empty))
    return found


def _fits(edit: Edit, value: object) -> bool:
    if not edit.values:
        return type(value) is int
    known = edit.id.partition(":")[0] not in ("money", "hold") or any(value == one for one, _ in edit.values)
    return type(value) is str and known


def correction(s: Nefertiti, values: Mapping[str, str | int]) -> Correct:
    """The move that changes `values` (by edit id). Raises InputError for an id that is not among `edits`."""
    known = {edit.id: edit for edit in edits(s)}
    words: dict[str, dict[str, str]] = {"gift": {}, "square": {}, "visible": {}, "seal": {}, "turn": {}}
    numbers: dict[str, dict[str, int]] = {"prestige": {}, "money": {}, "seals": {}, "reserve": {}, "used": {}}
    held: dict[str, dict[str, int]] = {}
    for key, value in values.items():
        edit = known.get(key)
        if edit is None or not _fits(edit, value):
            raise InputError(T("“{key}” can't be corrected here. Choose one of the values shown.", key=key[:40]))
        what, _, where = key.partition(":")
        if what in ("money", "hold") and isinstance(value, str):
            value = _owned_now(s, what, where) + int(value)
        if isinstance(value, str):
            words[what][where] = value
        elif what == "hold":
            who, _, gift = where.partition(":")
            held.setdefault(who, {})[gift] = value
        else:
            numbers[what][where] = value
    return Correct(
        TABLE,
        places=words["gift"],
        seals={market: value == YES for market, value in words["seal"].items()},
        held=held,
        servants=words["square"],
        money=numbers["money"],
        reserve=numbers["reserve"],
        prestige=numbers["prestige"],
        own_seals=numbers["seals"],
        used=numbers["used"],
        visible=words["visible"],
        turn=words["turn"].get("") if words["turn"] else None,
    )
