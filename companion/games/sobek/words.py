"""Moves in words for the log, how the real table should look, and why a move may not simply be taken back."""

from __future__ import annotations

from companion.engine.game import Move
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.sobek import moves as m
from companion.games.sobek.catalogue import CHARACTER_NAMES, FACE_DOWN, FAMILY_NAMES
from companion.games.sobek.piles import say_cards
from companion.games.sobek.rules import delivery_size
from companion.games.sobek.state import EMPTY, LaidSet, Sobek


def say_move(before: Sobek, move: Move) -> Text:
    """`move`, made in the position `before`, as a sentence of the log."""
    who, facts = seat(move.by), before.facts
    match move:
        case m.Lay(place=place, card=card):
            return T("Place {place}: {card}", place=place, card=facts.card_name(card))
        case m.Laid():
            return T("The delivery lies on the quay")
        case m.Lot(seat=other):
            return T("Lot: {who}", who=seat(other))
        case m.Begin(seat=other):
            return T("{who} names the starting player: {other}", who=who, other=seat(other))
        case m.Take(place=place):
            card = before.quay[place - 1]
            return T("{who} takes from place {place}: {card}", who=who, place=place, card=facts.card_name(card))
        case m.Character(name=name):
            return T("{who} plays a character: {card}", who=who, card=CHARACTER_NAMES[name])
        case m.Decline():
            return T("{who} does without the power", who=who)
        case m.Aim(seat=other):
            return T("{who} names {other}", who=who, other=seat(other))
        case m.Name(family=family):
            return T("{who} names a family: {family}", who=who, family=FAMILY_NAMES[family])
        case m.Drop(cards=n):
            return T("{who} drops {cards}", who=who, cards=say_cards(n))
        case m.LaySet(family=family, onto=onto):
            if onto == m.NEW:
                return T("{who} begins a set: {family}", who=who, family=FAMILY_NAMES[family])
            return T("{who} adds to set {n}: {family}", who=who, n=onto + 1, family=FAMILY_NAMES[family])
        case m.Add(card=card):
            return T("{who} lays {card}", who=who, card=facts.card_name(card))
        case m.Down():
            return T("{who} has laid all cards of the set", who=who)
        case m.Withdraw():
            return T("{who} takes the cards back into the hand", who=who)
        case m.Token(token=token):
            return T("{who} chooses a token: {token}", who=who, token=facts.token_name(token))
        case m.Prosper(onto=onto):
            return T("{who} puts the Prosperity on set {n}", who=who, n=onto + 1)
    return _say_later(move)


def _say_later(move: Move) -> Text:
    who = seat(move.by)
    match move:
        case m.Tell(value=n):
            return T("The token shows {n}", n=n)
        case m.Reveal(cards=n):
            return T("{who} shows {cards}", who=who, cards=say_cards(n))
        case m.Done():
            return T("{who} is done with sets", who=who)
        case m.Counted():
            return T("The corruption cards are counted")
        case m.Recount(cards=n):
            return T("{who} counts {cards}", who=who, cards=say_cards(n))
        case m.Scarabs(scarabs=n):
            return TN("{who} counts {n} scarab", "{who} counts {n} scarabs", n, who=who)
        case m.Guilt(all=guilty):
            return T("The table finds all guilty") if guilty else T("The table finds nobody guilty")
        case m.ForgetEvent():
            return T("The event was forgotten")
        case m.LateEvent():
            return T("{who} looks at the tokens after all", who=who)
        case m.Leave():
            return T("{who} leaves", who=who)
        case m.Stop():
            return T("The table stops after this round")
        case m.Correct():
            return T("The table puts the position right")
    raise TypeError(f"not a move of this game: {move!r}")


def barrier(before: Sobek, move: Move) -> Text | None:
    """Why `move` may not simply be taken back: somebody has seen a card, or the lot has fallen (spec 6)."""
    match move:
        case m.Lot():
            return T("The lot has fallen.")
        case m.Take(place=place) if before.quay[place - 1] == FACE_DOWN:
            return T("The face-down card has been looked at.")
        case m.Character(name="QUE") if before.deck:
            return T("The cards drawn have been looked at.")
        case m.Aim(seat=other) if before.power == "VIZ" or (before.power == "THI" and before.sides[other].hand.n):
            return T("The card taken has been looked at.")
        case m.Token(token="EMB"):
            return T("The cards are in the hand, and nobody can tell which they were.")
        case m.Reveal():
            return T("The number of corruption cards has been shown.")
    return None


def own_view(state: Sobek, who: str) -> tuple[Text, ...]:
    """What only `who` may see: the own hand as far as everybody saw it, and the own corruption pile."""
    side, facts = state.sides[who], state.facts
    made = [TN("{n} card in your hand", "{n} cards in your hand", side.hand.n)]
    sure: list[Value] = [
        T("{n} × {card}", n=side.hand.certain(card), card=facts.card_name(card))
        for card in (*facts.goods, FACE_DOWN)
        if side.hand.certain(card)
    ]
    if sure:
        made.append(T("Among them for sure: {cards}", cards=tuple(sure)))
    if state.rules.own_pile_visible and side.pile.n >= 0:
        made.append(TN("{n} card under your tile", "{n} cards under your tile", side.pile.n))
        under: list[Value] = [
            T("{n} × {card}", n=side.pile.certain(card), card=facts.card_name(card))
            for card in (*facts.goods, FACE_DOWN)
            if side.pile.certain(card)
        ]
        if under:
            made.append(T("Under it for sure: {cards}", cards=tuple(under)))
    return tuple(made)


def _quay(state: Sobek) -> Text:
    laid: tuple[Value, ...] = tuple(
        T("{place} ({card})", place=at, card=state.facts.card_name(card))
        for at, card in enumerate(state.quay, 1)
        if card != EMPTY
    )
    return T("On the quay: {cards}", cards=laid) if laid else T("The quay is empty")


def _cards(state: Sobek, cards: tuple[str, ...]) -> tuple[Value, ...]:
    return tuple(
        T("{n} × {card}", n=cards.count(card), card=state.facts.card_name(card)) for card in dict.fromkeys(cards)
    )


def _draft(state: Sobek, who: str) -> list[Text]:
    """What is just being laid."""
    draft = state.sides[who].draft
    if draft is None or not draft.cards:
        return []
    family, cards = FAMILY_NAMES[draft.family], _cards(state, draft.cards)
    return [T("{who} is laying ({family}): {cards}", who=seat(who), family=family, cards=cards)]


def _set(state: Sobek, who: str, laid: LaidSet) -> Text:
    cards = _cards(state, laid.cards)
    if laid.flat:
        family = FAMILY_NAMES[laid.family]
        return T("{who}, horizontal set ({family}): {cards}", who=seat(who), family=family, cards=cards)
    if laid.prosperity:
        return TN(
            "{who}, set with {n} Prosperity ({family}): {cards}",
            "{who}, set with {n} Prosperities ({family}): {cards}",
            laid.prosperity,
            who=seat(who),
            family=FAMILY_NAMES[laid.family],
            cards=cards,
        )
    return T("{who}, set ({family}): {cards}", who=seat(who), family=FAMILY_NAMES[laid.family], cards=cards)


def _deck(state: Sobek) -> Text:
    n = state.deck
    return TN("{n} card in the deck", "{n} cards in the deck", n)


def _hand(state: Sobek, who: str) -> Text:
    n = state.sides[who].hand.n
    return TN("{who}: {n} card in hand", "{who}: {n} cards in hand", n, who=seat(who))


def _points(state: Sobek, who: str) -> Text:
    n = state.sides[who].points
    return TN("{who}: {n} point", "{who}: {n} points", n, who=seat(who))


def lay_out(state: Sobek) -> tuple[Text, ...]:
    """How the table should look, as a check-list. Hidden corruption piles are not counted here."""
    made = [_quay(state), _deck(state)]
    if state.stage == "lay":
        n = delivery_size(state)
        made[1] = TN("{n} card in the deck and on the quay", "{n} cards in the deck and on the quay", state.deck)
        made.append(TN("This delivery has {n} card", "This delivery has {n} cards", n))
    made.append(TN("{n} event token left", "{n} event tokens left", state.left))
    for who in state.seats:
        side = state.sides[who]
        made += [_points(state, who), _hand(state, who)]
        made += [_set(state, who, laid) for laid in side.sets]
        made += _draft(state, who)
        if state.open_piles:
            made.append(
                TN("{who}: {n} corruption card", "{who}: {n} corruption cards", side.pile.n, who=seat(who))
            )  # fmt: skip
        if side.curses:
            made.append(TN("{who}: {n} Curse", "{who}: {n} Curses", side.curses, who=seat(who)))
    return tuple(made)


def put_back(now: Sobek, then: Sobek) -> tuple[Text, ...]:
    """What to do with the pieces so that a table that looks like `now` looks like `then`."""
    if now.round != then.round:
        return (T("Set the table up as it was in round {n}.", n=then.round), *lay_out(then))
    made: list[Text] = []
    if now.quay != then.quay:
        made.append(_quay(then))
    if now.deck != then.deck:
        made.append(_deck(then))
    if now.left != then.left:
        made.append(TN("{n} event token left", "{n} event tokens left", then.left))
    n = now.under_tiles - then.under_tiles
    if n > 0:
        made.append(TN("{n} card comes out from under the tiles", "{n} cards come out from under the tiles", n))
    elif n < 0:
        made.append(TN("{n} card goes back under the tiles", "{n} cards go back under the tiles", -n))
    for who in now.seats:
        old, new = then.sides[who], now.sides[who]
        if new.points != old.points:
            made.append(_points(then, who))
        if new.hand.n != old.hand.n:
            made.append(_hand(then, who))
        if new.draft is not None and old.draft is not None and new.draft.cards != old.draft.cards:
            made += _draft(then, who)
        if new.curses != old.curses:
            made.append(TN("{who}: {n} Curse", "{who}: {n} Curses", old.curses, who=seat(who)))
        if new.sets != old.sets:
            made += [_set(then, who, laid) for laid in old.sets] or [T("{who} has no sets", who=seat(who))]
    return tuple(made)
