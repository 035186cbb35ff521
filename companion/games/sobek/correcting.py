"""Putting the position right: what may be edited, the move for it, the position after it (spec sobek 6, 10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from companion.engine.errors import InputError
from companion.engine.game import TABLE, Edit, Fault
from companion.engine.knowledge import Hidden
from companion.engine.text import T, Text, seat
from companion.games.sobek.audit import audit
from companion.games.sobek.catalogue import CARDS, DECK, FACE_DOWN, FAMILIES, FAMILY_NAMES, QUAY
from companion.games.sobek.flow import bonus, counting
from companion.games.sobek.limits import facts_of, seen_under
from companion.games.sobek.moves import Correct
from companion.games.sobek.piles import COUNTING, most_cards, put, set_pile, take_from_pile
from companion.games.sobek.rules import untouched
from companion.games.sobek.scoring import earned
from companion.games.sobek.state import EMPTY, LEAST, PER_ROUND, LaidSet, Sobek, view, ways

MOST_POINTS = 999
FORGET = ""
"""The value of an edit that forgets what was told."""


def corrected(state: Sobek, move: Correct) -> Sobek:
    """The position with the values of `move`. Assumes `unknown_place(state, move)` is None.

    What was just being laid goes back to the hands first. Cards that a count finds come from those astray or from under
    the tiles, and cards it misses go there; of a hand that was counted anew nothing is known any more.
    """
    s = state.twin()
    for who in s.seats:
        side = s.side(who)
        if side.draft is not None:
            side.hand, side.draft = side.draft.before, None
    if s.stage == "set":
        s.stage = "turn"
    for who, points in move.points.items():
        s.side(who).points = points
    if untouched(s):
        s.start = {**s.start, **move.points}
    for who, sets in move.sets.items():
        _sets(s, who, sets)
    for who, n in move.hands.items():
        _hand(s, who, n)
        if s.stage == "last" and n >= LEAST:
            s.side(who).done = False
    for who in move.unsure:
        side = s.side(who)
        side.hand = side.hand.unknown()
    for who, n in move.piles.items():
        set_pile(s, who, n)
    if s.stage in COUNTING and (move.piles or move.sets):
        _count_again(s, move.sets)
    if s.stage == "drop":
        s.least = seen_under(s, s.family)
    _quay(s, move)
    if move.tokens is not None:
        s.left = move.tokens
    if move.turn is not None and move.turn != s.turn:
        s.turn, s.extra, s.late = move.turn, 0, ""
    _told(s, move.told)
    return s


def _hand(s: Sobek, who: str, n: int) -> None:
    side = s.side(who)
    more = n - side.hand.n
    if more < 0:
        put(side, Hidden().unknown(-more))
    side.hand = side.hand.unknown(n)
    if more > 0:
        take_from_pile(s, who, more)


def _sets(s: Sobek, who: str, sets: Mapping[str, Mapping[str, int]]) -> None:
    """Cards go back to the hand, at the end of a round under the tile; or they come from the hand."""
    side = s.side(who)
    made: list[LaidSet] = []
    for at, laid in enumerate(side.sets):
        cards = list(laid.cards)
        for card, n in sets.get(str(at), {}).items():
            while cards.count(card) > n:
                cards.remove(card)
                if s.stage in ("last", *COUNTING):
                    put(side, Hidden().with_slot(_slot(card)))
                else:
                    side.hand = side.hand.with_slot(_slot(card))
            while cards.count(card) < n and side.hand.n:
                cards.append(card)
                side.hand = side.hand.shown(card, ways(s.facts)) or side.hand.unknown(side.hand.n - 1)
        if cards:
            made.append(msgspec.structs.replace(laid, cards=tuple(cards)))
    side.sets = tuple(made)


def _count_again(s: Sobek, wrong: Iterable[str]) -> None:
    """What the sets of the seats `wrong` brought too much is taken back, and the corruption is counted anew."""
    s.stage, s.asked = "count", ()
    for who in s.playing:
        s.side(who).counted = None
    for who in wrong:
        side = s.side(who)
        now = earned([counting(s, laid) for laid in side.sets], bonus(s))
        side.points += now - s.earned[who]
        s.earned = {**s.earned, who: now}


def _slot(card: str) -> str:
    return FACE_DOWN if card.isalpha() and card != "AMU" else card


def _quay(s: Sobek, move: Correct) -> None:
    quay, seen = list(s.quay), dict(s.seen)
    for place, card in move.quay.items():
        old = quay[int(place) - 1]
        seen[old] = seen.get(old, 0) - 1
        seen[card] = seen.get(card, 0) + 1
        quay[int(place) - 1] = card
    s.seen = {card: n for card, n in seen.items() if n}
    if move.deck is not None:
        more = move.deck - s.deck
        s.deck = move.deck
        if more > 0:
            take_from_pile(s, s.turn, more)
        else:
            s.astray -= more
        if s.stage == "lay":
            size = min(QUAY, s.deck)
            quay = [card if at < size else EMPTY for at, card in enumerate(quay)]
    s.quay = tuple(quay)


def _told(s: Sobek, values: Mapping[str, int | str | None]) -> None:
    if not values:
        return
    told = {**s.told, **values}
    s.told = {key: value for key, value in told.items() if value is not None}
    s.facts = facts_of(s.printed, s.told)
    s.rules = msgspec.structs.replace(
        s.rules,
        curse_cards=_number(s.told.get("curse"), s.rules.curse_cards),
        prosperity_scarabs=_number(s.told.get("prosperity"), s.rules.prosperity_scarabs),
    )


def _number(told: int | str | None, before: int | None) -> int | None:
    return told if isinstance(told, int) else before


def unknown_place(state: Sobek, move: Correct) -> Text | None:
    """The first thing in `move` that this game does not have, or whose number can't be; None if there is none."""
    for who in (*move.points, *move.hands, *move.piles, *move.sets, *move.unsure, *([move.turn] if move.turn else [])):
        if who not in state.sides:
            return T("There is no seat “{seat}” in this game.", seat=who[:20])
        if state.sides[who].gone and who not in move.points:
            return T("{who} has left the game.", who=seat(who))
    for n in move.points.values():
        if not 0 <= n <= MOST_POINTS:
            return T("Points go from 0 to {most}.", most=MOST_POINTS)
    free = most_cards(state)
    if (text := _wrong_count(state, move, free)) is not None:
        return text
    if move.turn is not None and state.stage not in ("turn", "lay", "set"):
        return T("Finish this step first; then it can be somebody else's turn.")
    if move.tokens is not None and not _least_tokens(state) <= move.tokens <= PER_ROUND:
        return T("Event tokens go from {least} to {most}.", least=_least_tokens(state), most=PER_ROUND)
    return _wrong_set(state, move) or _wrong_place(state, move) or _wrong_fact(state, move)


def _least_tokens(state: Sobek) -> int:
    """While an event is being chosen there is one to choose."""
    return 1 if state.stage == "event" else 0


def _wrong_count(state: Sobek, move: Correct, free: int) -> Text | None:
    """Cards that a count finds must have been somewhere that nobody sees."""
    found = 0
    for who, n in move.hands.items():
        if not 0 <= n <= CARDS:
            return T("A number of cards goes from 0 to {most}.", most=CARDS)
        side = state.sides[who]
        here = side.hand.n if side.draft is None else side.draft.before.n
        found += max(n - here, 0)
    if move.deck is not None:
        if not (1 if state.stage == "lay" else 0) <= move.deck <= DECK:
            return T("The deck has from 1 to {most} cards.", most=DECK)
        found += max(move.deck - state.deck, 0)
    if found > free:
        return T("There are no more than {n} cards in all.", n=CARDS)
    if move.piles and not state.open_piles:
        return T("The corruption piles are counted at the end of the round.")
    if any(not 0 <= n <= free for n in move.piles.values()) or (len(move.piles) > 1 or (move.piles and found)):
        return T("Put right one corruption pile after the other, up to {n} cards.", n=free)
    return None


def _wrong_set(state: Sobek, move: Correct) -> Text | None:
    if move.sets and state.stage == "prosper":
        return T("Place the Prosperity first.")
    for who, sets in move.sets.items():
        side = state.sides[who]
        hand = side.hand.n if side.draft is None else side.draft.before.n
        for at, cards in sets.items():
            if not at.isascii() or not at.isdecimal() or not int(at[:3]) < len(side.sets):
                return T("{who} has no such set.", who=seat(who))
            laid = side.sets[int(at)]
            for card, n in cards.items():
                if card not in ways(state.facts):
                    return T("There is no card “{card}” in this box.", card=card[:20])
                if not 0 <= n <= laid.cards.count(card) + hand:
                    return T("{who} doesn't have so many cards.", who=seat(who))
                hand -= n - laid.cards.count(card)
    return None


def _wrong_place(state: Sobek, move: Correct) -> Text | None:
    for place, card in move.quay.items():
        if not place.isascii() or not place.isdecimal() or not 1 <= int(place[:2]) <= QUAY or len(place) > 1:
            return T("There is no place “{place}” on the quay.", place=place[:20])
        if state.stage == "lay" or state.quay[int(place) - 1] == EMPTY:
            return T("No card lies at place {place}.", place=int(place))
        if card != FACE_DOWN and (card not in ways(state.facts) or _slot(card) == FACE_DOWN):
            return T("There is no card “{card}” in this box.", card=card[:20])
    return None


def _wrong_fact(state: Sobek, move: Correct) -> Text | None:
    for key, value in move.told.items():
        if key not in state.told:
            return T("Nothing like that was told in this game.")
        numbers = key in ("curse", "prosperity")
        families = key.startswith("family.")
        if not (value in (1, 2) if numbers else value is None or (families and value in FAMILIES)):
            return T("“{value}” can't be.", value=str(value)[:20])
    return None


def fault_of(state: Sobek, move: Correct) -> Fault | None:
    """What is wrong with `move`, or what `audit` would say of the position after it, as far as everybody knows it."""
    if (text := unknown_place(state, move)) is not None:
        return Fault("A_PLACE", text)
    try:
        after = corrected(view(state, None), move)
    except ValueError:
        return Fault("A_TOLD", T("That does not go together with what else was told."))
    return next((fault for fault in audit(after) if not fault.warning), None)


def edits(state: Sobek) -> tuple[Edit, ...]:
    """Everything of the position that the table may put right."""
    if state.end:
        return ()
    found: list[Edit] = []
    for who in state.seats:
        label = T("{who}: points", who=seat(who))
        found.append(Edit(f"points:{who}", label, state.sides[who].points, low=0, high=MOST_POINTS))
    seats = tuple((who, T("{who}", who=seat(who))) for who in state.playing)
    if state.stage in ("turn", "lay", "set"):
        found.append(Edit("turn", T("Whose turn it is"), state.turn, seats))
    found.append(Edit("deck", T("Cards in the deck"), state.deck, low=1 if state.stage == "lay" else 0, high=DECK))
    found.append(Edit("tokens", T("Event tokens left"), state.left, low=_least_tokens(state), high=PER_ROUND))
    for who in state.playing:
        side = state.sides[who]
        hand = side.hand if side.draft is None else side.draft.before
        found.append(Edit(f"hand:{who}", T("{who}: cards in hand", who=seat(who)), hand.n, low=0, high=CARDS))
        if hand.n:
            known = (("kept", T("as recorded")), ("unsure", T("not known")))
            found.append(Edit(f"unsure:{who}", T("{who}: what the hand can be", who=seat(who)), "kept", known))
        if state.open_piles:
            label = T("{who}: corruption cards", who=seat(who))
            found.append(Edit(f"pile:{who}", label, side.pile.n, low=0, high=CARDS))
        if state.stage != "prosper":
            found += _set_edits(state, who)
    if state.stage != "lay":
        found += _quay_edits(state)
    for key, value in state.told.items():
        found.append(_told_edit(state, key, value))
    return tuple(found)


def _set_edits(state: Sobek, who: str) -> list[Edit]:
    found = []
    for at, laid in enumerate(state.sides[who].sets):
        for card in dict.fromkeys(laid.cards):
            label = T(
                "{who}: set {n} ({family}), {card}",
                who=seat(who),
                n=at + 1,
                family=FAMILY_NAMES[laid.family],
                card=state.facts.card_name(card),
            )
            n = laid.cards.count(card)
            found.append(Edit(f"set:{who}:{at}:{card}", label, n, low=0, high=n + state.sides[who].hand.n))
    return found


def _quay_edits(state: Sobek) -> list[Edit]:
    cards = tuple((card, state.facts.card_name(card)) for card in (*state.facts.goods, FACE_DOWN))
    return [
        Edit(f"quay:{at}", T("Place {place}", place=at), card, cards)
        for at, card in enumerate(state.quay, 1)
        if card != EMPTY
    ]


def _told_edit(state: Sobek, key: str, value: int | str) -> Edit:
    what, _, name = key.partition(".")
    if what == "curse":
        return Edit("told:curse", T("Cards a Curse counts for"), value, low=1, high=2)
    if what == "prosperity":
        return Edit("told:prosperity", T("Scarabs a Prosperity adds"), value, low=1, high=2)
    forget = (FORGET, T("not known"))
    if what == "family":
        name, _, number = name.partition(".")
        families = tuple((family, FAMILY_NAMES[family]) for family in FAMILIES)
        label = T("Family: {card} {n}", card=state.facts.card_name(name), n=int(number))
        return Edit(f"told:{key}", label, value, (*families, forget))
    title = state.facts.card_name(name) if what == "copies" else state.facts.token_name(name)
    return Edit(f"told:{key}", T("Doubled: {what}", what=title), "two", (("two", T("two")), forget))


def correction(state: Sobek, values: Mapping[str, str | int]) -> Correct:
    """The move that changes `values` (by edit id). Raises InputError for an id that is not among `edits`."""
    known = {edit.id: edit for edit in edits(state)}
    numbers: dict[str, dict[str, int]] = {"points": {}, "hand": {}, "pile": {}}
    plain: dict[str, int] = {}
    sets: dict[str, dict[str, dict[str, int]]] = {}
    told: dict[str, int | str | None] = {}
    quay: dict[str, str] = {}
    unsure: list[str] = []
    turn: str | None = None
    for key, value in values.items():
        edit = known.get(key)
        if edit is None or (type(value) is not str if edit.values else type(value) is not int):
            raise InputError(T("“{key}” can't be corrected here. Choose one of the values shown.", key=key[:40]))
        what, _, where = key.partition(":")
        if what == "told":
            if value != "two":
                told[where] = None if value == FORGET else value
        elif isinstance(value, str):
            if what == "quay":
                quay[where] = value
            elif what == "turn":
                turn = value
            elif value == "unsure":
                unsure.append(where)
        elif what == "set":
            who, at, card = where.split(":")
            sets.setdefault(who, {}).setdefault(at, {})[card] = value
        elif what in numbers:
            numbers[what][where] = value
        else:
            plain[what] = value
    return Correct(
        TABLE,
        points=numbers["points"],
        hands=numbers["hand"],
        piles=numbers["pile"],
        sets=sets,
        quay=quay,
        deck=plain.get("deck"),
        tokens=plain.get("tokens"),
        turn=turn,
        told=told,
        unsure=tuple(unsure),
    )
