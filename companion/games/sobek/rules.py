"""Which moves are allowed: the generator, written apart from the validator in `refusals` (spec sobek 4, 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from companion.engine.game import TABLE, Move
from companion.engine.knowledge import Hidden
from companion.games.sobek import moves as m
from companion.games.sobek.catalogue import (
    AMULET,
    BLESSED,
    CHARACTER_CARDS,
    CHARACTERS,
    COURTESAN,
    FACE_DOWN,
    FAMILIES,
    MAY,
    QUAY,
    TOKENS,
    Catalogue,
    Family,
)
from companion.games.sobek.limits import (
    OnShow,
    copies_shown,
    least_dropped,
    may_belong,
    most_dropped,
    on_show,
    room,
    token_room,
    too_many,
    turned_up,
)
from companion.games.sobek.piles import most_cards
from companion.games.sobek.state import EMPTY, LEAST, REACH, Draft, Sobek, ways

MOST_SCARABS = 3


@lru_cache(maxsize=64)
def _lays(values: tuple[int, ...], place: int) -> tuple[m.Lay, ...]:
    """Every card that can lie at `place`, in the order of the catalogue: goods, amulet, character."""
    cards = [f"{family}{n}" for family, value in zip(FAMILIES, values, strict=True) for n in (value, 0)]
    return tuple(m.Lay(TABLE, place, card) for card in (*cards, AMULET, FACE_DOWN))


@lru_cache(maxsize=256)
def _takes(seat: str) -> tuple[m.Take, ...]:
    return tuple(m.Take(seat, place) for place in range(1, QUAY + 1))


@lru_cache(maxsize=256)
def _characters(seat: str) -> tuple[m.Character, ...]:
    return tuple(m.Character(seat, name) for name in CHARACTERS)


@lru_cache(maxsize=256)
def _new_sets(seat: str) -> tuple[m.LaySet, ...]:
    return tuple(m.LaySet(seat, family) for family in FAMILIES)


@lru_cache(maxsize=2048)
def _add(seat: str, card: str) -> m.Add:
    return m.Add(seat, card)


@lru_cache(maxsize=4096)
def _numbers(kind: type[m.Drop | m.Reveal | m.Recount | m.Scarabs], seat: str, most: int) -> tuple[Move, ...]:
    return tuple(kind(seat, n) for n in range(most + 1))


def delivery_size(state: Sobek) -> int:
    """Cards of the delivery being laid (spec 4: the last one has what is left)."""
    return min(QUAY, state.deck)


def _used_up(facts: Catalogue, there: Mapping[str, int]) -> set[str]:
    """Cards of which no more can come beside those that are `there`."""
    found = {
        card for card, most in ((AMULET, facts.amulets), (FACE_DOWN, CHARACTER_CARDS)) if there.get(card, 0) >= most
    }
    for valued, plain, total, dear, rest in _bounds(tuple(facts.families[family] for family in FAMILIES)):
        a, b = there.get(valued, 0), there.get(plain, 0)
        if a >= dear or a + b >= total:
            found.add(valued)
        if b >= rest or a + b >= total:
            found.add(plain)
    return found


@lru_cache(maxsize=64)
def _bounds(families: tuple[Family, ...]) -> tuple[tuple[str, str, int, int, int], ...]:
    """By family: its two cards, how many there are, how many of them with scarabs and without at most."""
    return tuple(
        (*one.cards, one.total, one.total if one.valued is None else one.valued, one.most_plain) for one in families
    )


def _delivery(state: Sobek) -> list[Move]:
    facts = state.facts
    values = tuple(facts.families[family].value for family in FAMILIES)
    size, there = delivery_size(state), turned_up(state)
    short = _used_up(facts, there)
    found: list[Move] = []
    for place in range(1, size + 1):
        lays = _lays(values, place)
        if not short:
            found += lays
            continue
        out, old = short, state.quay[place - 1][:3]
        freed = [card for card in short if card[:3] == old]
        if freed:
            # Without the card that lies there, its family has room again.
            out = _used_up(facts, turned_up(state, place))
        found += [move for move in lays if move.card not in out]
    if EMPTY not in state.quay[:size]:
        found.append(m.Laid(TABLE))
    return found


def _turn(state: Sobek) -> list[Move]:
    who = state.turn
    side, takes = state.sides[who], _takes(who)
    found: list[Move] = []
    for at, card in enumerate(state.quay):
        if card:
            found.append(takes[at])
            if len(found) == REACH:
                break
    hand = side.hand
    found += playable(state)
    if hand.n >= LEAST:
        found += _new_sets(who)
        found += [m.LaySet(who, laid.family, at) for at, laid in enumerate(side.sets)]
    return found


def playable(state: Sobek) -> list[m.Character]:
    """Every character that the seat to move can have in hand, as far as everybody knows."""
    who, hand = state.turn, state.sides[state.turn].hand
    if not hand.n:
        return []
    can, show = ways(state.facts), on_show(state, who)
    return [
        _characters(who)[at]
        for at, name in enumerate(CHARACTERS)
        if any(slot in hand.slots for slot in can[name]) and not too_many(state.facts, show, name)
    ]


def addable(state: Sobek, who: str, draft: Draft) -> list[str]:
    """Cards that `who` can still put to what is being laid."""
    facts, hand = state.facts, state.sides[who].hand
    court = state.stage == "court"
    if not hand.n or (court and len(draft.cards) >= COURTESAN):
        return []
    show, can = on_show(state, who), ways(facts)
    cards = [
        card
        for card in (*facts.families[draft.family].cards, AMULET)
        if any(slot in hand.slots for slot in can[card]) and room(facts, card, show.goods) > 0
    ]
    if court and not state.rules.courtesan_jokers:
        return [card for card in cards if card != AMULET]
    return cards + [name for name in CHARACTERS if _joins(facts, show, hand, name, draft.family, can[name])]


def _joins(
    facts: Catalogue, show: OnShow, hand: Hidden, name: str, family: str, can: tuple[str, ...]
) -> bool:  # fmt: skip
    if not any(slot in hand.slots for slot in can):
        return False
    if copies_shown(show, name) >= facts.most_copies[name]:
        return False
    return may_belong(facts, show, name, family) and not too_many(facts, show, name, family)


def complete(state: Sobek, draft: Draft) -> bool:
    """Whether what is being laid can stay as it is (spec 5.2, 5.3, 5.5)."""
    if state.stage == "court":
        return 1 <= len(draft.cards) <= COURTESAN
    if len(draft.cards) < LEAST:
        return False
    only_amulets = draft.onto == m.NEW and all(card == AMULET for card in draft.cards)
    return state.rules.amulet_only_sets or not only_amulets


def _draft(state: Sobek, who: str, draft: Draft) -> list[Move]:
    found: list[Move] = [_add(who, card) for card in addable(state, who, draft)]
    if complete(state, draft):
        found.append(m.Down(who))
    return [*found, m.Withdraw(who)]


def _set(state: Sobek) -> list[Move]:
    draft = state.sides[state.turn].draft
    assert draft is not None
    return _draft(state, state.turn, draft)


def _court(state: Sobek) -> list[Move]:
    who = state.turn
    side = state.sides[who]
    if side.draft is not None:
        return _draft(state, who, side.draft)
    found: list[Move] = [m.LaySet(who, laid.family, at) for at, laid in enumerate(side.sets)]
    return [*found, m.Decline(who)]


def _aim(state: Sobek) -> list[Move]:
    found: list[Move] = [m.Aim(state.turn, other) for other in state.others(state.turn)]
    if state.power in MAY and state.rules.may_powers == "decline":
        found.append(m.Decline(state.turn))
    return found


def _merchant(state: Sobek) -> list[Move]:
    takes = _takes(state.turn)
    found: list[Move] = [takes[at] for at, card in enumerate(state.quay) if card]
    if state.rules.may_powers == "decline":
        found.append(m.Decline(state.turn))
    return found


def tokens(state: Sobek) -> list[str]:
    """Kinds of tokens that can be among those left (spec 2.4, 5.4)."""
    return [token for token in TOKENS if token_room(state, token) > 0]


def _prosper(state: Sobek) -> list[Move]:
    sets = state.sides[state.turn].sets
    return [m.Prosper(state.turn, at) for at, laid in enumerate(sets) if laid.family in BLESSED]


def _last(state: Sobek) -> list[Move]:
    found: list[Move] = []
    for who in state.seats:
        side = state.sides[who]
        if side.done:
            continue
        if side.draft is not None:
            found += _draft(state, who, side.draft)
            continue
        if side.hand.n >= LEAST:
            found += _new_sets(who)
        found.append(m.Done(who))
    return found


def _count(state: Sobek) -> list[Move]:
    found: list[Move] = [m.Counted(TABLE)]
    most = most_cards(state)
    for who in state.playing:
        here = state.sides[who].pile.n
        found += [move for n, move in enumerate(_numbers(m.Recount, who, most)) if n != here]
    return found


def _scarabs(state: Sobek) -> list[Move]:
    return [move for who in state.asked for move in _numbers(m.Scarabs, who, MOST_SCARABS * state.sides[who].pile.n)]


GENERATORS: dict[str, Callable[[Sobek], list[Move]]] = {
    "lay": _delivery,
    "lot": lambda s: [m.Lot(TABLE, who) for who in fewest(s)],
    "start": lambda s: [m.Begin(s.chooser, who) for who in s.playing],
    "turn": _turn,
    "set": _set,
    "court": _court,
    "family": lambda s: [m.Name(s.turn, family) for family in FAMILIES],
    "drop": lambda s: list(_numbers(m.Drop, s.turn, most_dropped(s, s.family))[least_dropped(s) :]),
    "aim": _aim,
    "merchant": _merchant,
    "event": lambda s: [m.Token(s.turn, token) for token in tokens(s)],
    "prosper": _prosper,
    "tell": lambda s: [m.Tell(TABLE, asked_fact(s), n) for n in (1, 2)],
    "fraud": lambda s: list(_numbers(m.Reveal, s.turn, most_cards(s))),
    "last": _last,
    "count": _count,
    "scarabs": _scarabs,
    "guilt": lambda s: [m.Guilt(TABLE, True), m.Guilt(TABLE, False)],
    "over": lambda s: [],
}


def legal_moves(state: Sobek) -> list[Move]:
    """Every move that answers what the game waits for."""
    return GENERATORS[state.stage](state)


def fewest(state: Sobek) -> tuple[str, ...]:
    """Who has the fewest points (spec 3.2 step 6)."""
    least = min(state.sides[who].points for who in state.playing)
    return tuple(who for who in state.playing if state.sides[who].points == least)


def asked_fact(state: Sobek) -> str:
    """The fact that the table is asked for because of the token being carried out."""
    return "curse" if state.token == "CUR" else "prosperity"


def incident_moves(state: Sobek) -> list[Move]:
    """Moves outside the decision (spec 10.1)."""
    if state.end:
        return []
    found: list[Move] = []
    if state.stage == "event":
        found.append(m.ForgetEvent(TABLE))
    if state.stage == "turn" and state.late and state.left:
        found.append(m.LateEvent(state.late))
    found += [m.Leave(who) for who in state.playing]
    if between_rounds(state):
        found.append(m.Stop(TABLE))
    return found


def between_rounds(state: Sobek) -> bool:
    """Whether a round is over and nobody has acted in the next (spec 10.1)."""
    return state.finished > 0 and state.delivery == 1 and state.stage in ("lay", "lot", "start")


def untouched(state: Sobek) -> bool:
    """Whether nobody has acted in this round, so that points are still those of the round before (spec 10.1)."""
    if state.delivery > 1 or state.discard or any(side.sets for side in state.sides.values()):
        return False
    return state.stage in ("lay", "lot", "start") or (state.stage in ("turn", "set") and EMPTY not in state.quay)
