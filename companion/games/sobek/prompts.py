"""The question that stands over every decision (spec sobek 4)."""

from __future__ import annotations

from companion.engine.text import TN, T, Text, Value, seat
from companion.games.sobek.catalogue import FAMILY_NAMES
from companion.games.sobek.rules import asked_fact, delivery_size, playable
from companion.games.sobek.state import LEAST, REACH, Sobek


def prompt(state: Sobek) -> Text:
    """What is asked now, and of whom."""
    stage, who = state.stage, seat(state.turn)
    if stage == "lay":
        return _delivery(state)
    if stage == "turn":
        return _turn(state)
    if stage in ("set", "court"):
        return _set(state)
    if stage == "aim":
        return _aim(state)
    if stage in ("lot", "start"):
        return _start(state)
    if stage in ("last", "count", "scarabs", "guilt"):
        return _end(state)
    if stage == "tell":
        if asked_fact(state) == "curse":
            return T("Look at the Curse token: for how many cards does it count?")
        return T("Look at the Prosperity token: how many scarabs does it show?")
    family = FAMILY_NAMES.get(state.family, T("Ivory"))
    return {
        "family": T("{who}, which family do you drop from under your tile?", who=who),
        "drop": T("{who}, how many cards do you drop? {family}", who=who, family=family),
        "merchant": T("{who}, take any card from the quay.", who=who),
        "event": T("{who}, look at the tokens and choose one.", who=who),
        "prosper": T("{who}, on which of your sets does the Prosperity lie?", who=who),
        "fraud": T("{who}, how many cards lie under your tile?", who=who),
    }[stage]


def _delivery(state: Sobek) -> Text:
    n = delivery_size(state)
    if state.delivery == 1:
        return TN(
            "Round {round}: lay the first {n} card on the quay and tap what lies there.",
            "Round {round}: lay the first {n} cards on the quay and tap what lies there.",
            n,
            round=state.round,
        )
    return TN(
        "Delivery {delivery}: lay {n} card on the quay and tap what lies there.",
        "Delivery {delivery}: lay {n} cards on the quay and tap what lies there.",
        n,
        delivery=state.delivery,
    )


def _turn(state: Sobek) -> Text:
    """Names only what the seat can do: a hand of known goods has no character to play."""
    who = seat(state.turn)
    sets, powers = state.sides[state.turn].hand.n >= LEAST, bool(playable(state))
    if state.on_quay <= REACH:
        if sets and powers:
            return T("{who}, take a card from the quay, play a character or lay a set.", who=who)
        if sets:
            return T("{who}, take a card from the quay or lay a set.", who=who)
        if powers:
            return T("{who}, take a card from the quay or play a character.", who=who)
        return T("{who}, take a card from the quay.", who=who)
    if sets and powers:
        return T("{who}, take one of the first four cards, play a character or lay a set.", who=who)
    if sets:
        return T("{who}, take one of the first four cards or lay a set.", who=who)
    if powers:
        return T("{who}, take one of the first four cards or play a character.", who=who)
    return T("{who}, take one of the first four cards.", who=who)


def _set(state: Sobek) -> Text:
    who, draft = seat(state.turn), state.sides[state.turn].draft
    if draft is None:
        return T("{who}, which of your sets gets one or two cards?", who=who)
    family = FAMILY_NAMES[draft.family]
    if state.stage == "court":
        return T("{who}, tap the one or two cards you add: {family}", who=who, family=family)
    return T("{who}, tap the cards of the set, three or more: {family}", who=who, family=family)


def _aim(state: Sobek) -> Text:
    who = seat(state.turn)
    if state.token == "CUR":
        return T("{who}, who gets the Curse?", who=who)
    if state.token:
        return T("{who}, whose marker goes back?", who=who)
    if state.power == "THI":
        return T("{who}, from whose hand do you steal?", who=who)
    return T("{who}, under whose tile do you look?", who=who)


def _start(state: Sobek) -> Text:
    if state.stage == "lot":
        return T("Several have fewest points. Draw who of them names the starting player.")
    return T("{who}, you have fewest points: who begins?", who=seat(state.chooser))


def _end(state: Sobek) -> Text:
    if state.stage == "last":
        names: tuple[Value, ...] = tuple(seat(who) for who in state.seats if not state.sides[who].done)
        return T("The round is over. Last sets, horizontal: {who}", who=names)
    if state.stage == "count":
        return T("Count the cards under the tiles. Are these numbers right?")
    if state.stage == "scarabs":
        tied: tuple[Value, ...] = tuple(seat(who) for who in state.asked)
        return T("A tie: how many scarabs are on the corruption cards of {who}?", who=tied)
    return T("Nobody has any corruption. Are all penalised, or nobody?")
