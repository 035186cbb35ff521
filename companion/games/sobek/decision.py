"""What the game waits for, in words and with everything that can be tapped (spec sobek 4, 6.1)."""

from __future__ import annotations

import msgspec

from companion.engine.game import Choice, Decision, Field, Form, Move
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.sobek import moves as m
from companion.games.sobek import scoring
from companion.games.sobek.catalogue import CHARACTER_NAMES, FAMILY_NAMES
from companion.games.sobek.ending import plays_on
from companion.games.sobek.flow import bonus, counting
from companion.games.sobek.piles import say_cards
from companion.games.sobek.prompts import prompt
from companion.games.sobek.rules import delivery_size, incident_moves, legal_moves
from companion.games.sobek.state import EMPTY, PER_ROUND, LaidSet, Sobek

FORMS = ("count", "scarabs", "fraud", "drop")
"""Decisions that ask for a number, which may be typed."""


_LAYS: dict[m.Lay, Choice] = {}
"""Choices of a delivery by move, made once: there are over a hundred, and they never change."""


def _lay(state: Sobek, move: m.Lay) -> Choice:
    made = _LAYS.get(move)
    if made is None:
        label = T("Place {place}: {card}", place=move.place, card=state.facts.card_name(move.card))
        made = _LAYS[move] = Choice(move, label, (f"quay:{move.place}", f"card:{move.card}"))
    return made


def _take(state: Sobek, move: m.Take) -> Choice:
    card = state.facts.card_name(state.quay[move.place - 1])
    label = T("Place {place}: {card}", place=move.place, card=card)
    cost = 0 if state.stage == "merchant" else sum(1 for one in state.quay[: move.place - 1] if one)
    if cost:
        told = TN(
            "Take {card}: {n} card goes under your tile", "Take {card}: {n} cards go under your tile", cost, card=card
        )
    else:
        told = T("Take {card}", card=card)
    return Choice(move, label, (f"quay:{move.place}",), told)


def _set(state: Sobek, move: m.LaySet) -> Choice:
    family = FAMILY_NAMES[move.family]
    if move.onto == m.NEW:
        if state.stage == "last":
            return Choice(
                move, T("{who}: set of {family}", who=seat(move.by), family=family), (f"family:{move.family}",)
            )
        return Choice(move, T("New set: {family}", family=family), (f"family:{move.family}",))
    text = T("Add to set {n}: {family}", n=move.onto + 1, family=family)
    return Choice(move, text, (f"set:{move.by}:{move.onto}",))


def _down(state: Sobek, move: m.Down) -> Choice:
    draft = state.sides[move.by].draft
    assert draft is not None
    n = len(draft.cards)
    if state.stage == "last":
        return Choice(
            move,
            TN("{who}: lay down {n} card", "{who}: lay down {n} cards", n, who=seat(move.by)),
            ("down",),
            seat_key=True,
        )
    return Choice(move, TN("Lay down {n} card", "Lay down {n} cards", n), ("down",), seat_key=True)


def choice(state: Sobek, move: Move) -> Choice:
    """A legal move as the screen offers it."""
    together = state.stage == "last"
    match move:
        case m.Lay():
            return _lay(state, move)
        case m.Laid():
            return Choice(move, T("The delivery lies there"))
        case m.Lot(seat=who):
            return Choice(move, T("{who} chooses", who=seat(who)), (f"seat:{who}",))
        case m.Begin(seat=who):
            return Choice(move, T("{who} begins", who=seat(who)), (f"seat:{who}",))
        case m.Take():
            return _take(state, move)
        case m.Character(name=name):
            card = CHARACTER_NAMES[name]
            return Choice(move, T("Play: {card}", card=card), (f"power:{name}",), T("Play {card}", card=card))
        case m.Decline():
            label = T("Nothing fits") if state.stage == "court" else T("Don't use the power")
            return Choice(move, label, ("decline",), seat_key=True)
        case m.Aim(seat=who):
            return Choice(move, T("{who}", who=seat(who)), (f"seat:{who}",))
        case m.Name(family=family):
            return Choice(move, FAMILY_NAMES[family], (f"family:{family}",))
        case m.Drop(cards=n) | m.Reveal(cards=n):
            return Choice(move, say_cards(n))
        case m.LaySet():
            return _set(state, move)
        case m.Add(card=card):
            joins = state.facts.card_name(card)
            label = T("{who} adds: {card}", who=seat(move.by), card=joins) if together else T("Add: {card}", card=joins)
            return Choice(move, label, (f"card:{card}",))
        case m.Down():
            return _down(state, move)
        case m.Withdraw(by=who):
            label = T("{who}: take it back", who=seat(who)) if together else T("Take it back")
            return Choice(move, label, ("withdraw",))
    return _later(state, move)


def _later(state: Sobek, move: Move) -> Choice:
    """Choices of events, of the end of a round, and incidents."""
    match move:
        case m.Token(token=token):
            return Choice(move, state.facts.token_name(token), (f"token:{token}",), _effect(token))
        case m.Prosper(by=who, onto=onto):
            laid = state.sides[who].sets[onto]
            text = T("Set {n}: {family}", n=onto + 1, family=FAMILY_NAMES[laid.family])
            return Choice(move, text, (f"set:{who}:{onto}",), _blessed(state, laid))
        case m.Tell(key=key, value=n):
            if key == "curse":
                return Choice(move, say_cards(n))
            return Choice(move, TN("{n} scarab", "{n} scarabs", n))
        case m.Done(by=who):
            return Choice(move, T("{who}: no more sets", who=seat(who)), seat_key=True)
        case m.Counted():
            return Choice(move, T("The counts are right"), (), _counts(state))
        case m.Recount(by=who, cards=n):
            text = TN("{who} has {n} card", "{who} has {n} cards", n, who=seat(who))
            return Choice(move, text, (f"pile:{who}",))
        case m.Scarabs(by=who, scarabs=n):
            text = TN("{who} has {n} scarab", "{who} has {n} scarabs", n, who=seat(who))
            return Choice(move, text, (f"pile:{who}",))
        case m.Guilt(all=guilty):
            return Choice(move, T("All are penalised") if guilty else T("Nobody is penalised"))
        case m.ForgetEvent():
            told = T("Play goes on. It may be made up for until the next player has acted.")
            if state.rules.late_event == "never":
                told = T("Play goes on, and the event lapses.")
            return Choice(move, T("The event was forgotten"), (), told)
        case m.LateEvent(by=who):
            return Choice(move, T("{who} makes up for the forgotten event", who=seat(who)))
        case m.Leave(by=who):
            return Choice(move, T("{who} leaves the game", who=seat(who)), (), _leaving(state))
    told = T("The game ends here. Whoever has most points wins.")
    return Choice(move, T("Stop after this round"), (), told)


EFFECTS = {
    "ALL": T("Your marker goes to the next such symbol, an opponent's back to the last one"),
    "FLO": T("You have another turn at once"),
    "CUR": T("An opponent counts as more corrupt in this round"),
    "PRO": T("A set of yours of wheat, fish or cattle shows more scarabs"),
    "EMB": T("All cards from under your tile come into your hand"),
    "FRA": T("A point for each card under your tile"),
}


def _blessed(state: Sobek, laid: LaidSet) -> Text:
    """What a set is worth with one Prosperity more on it."""
    then = msgspec.structs.replace(counting(state, laid), prosperity=laid.prosperity + 1)
    told = scoring.say_set(then, bonus(state))
    return T("{family}: {sum}", family=FAMILY_NAMES[laid.family], sum=told)


def _effect(token: str) -> Text:
    return EFFECTS[token[:3]]


def _counts(state: Sobek) -> Text:
    counts: tuple[Value, ...] = tuple(
        T("{who} {n}", who=seat(who), n=state.sides[who].pile.n) for who in state.playing
    )  # fmt: skip
    return T("Corruption cards: {counts}", counts=counts)


def _leaving(state: Sobek) -> Text:
    if plays_on(state):
        return T("The others play on; all cards of this player leave the round.")
    return T("The game ends with the points of the last finished round.")


def incidents(state: Sobek) -> tuple[Choice, ...]:
    """What the menu offers beside the decision."""
    return tuple(choice(state, move) for move in incident_moves(state))


def _forms(state: Sobek, legal: list[Move]) -> tuple[Form, ...]:
    """Forms for the numbers among `legal`, from the lowest to the highest for each seat."""
    found = []
    label = T("Scarabs") if state.stage == "scarabs" else T("Cards")
    name = "scarabs" if state.stage == "scarabs" else "cards"
    tags = {m.Recount: "recount", m.Scarabs: "scarabs", m.Reveal: "fraud", m.Drop: "drop"}
    for kind, tag in tags.items():
        for who in dict.fromkeys(move.by for move in legal if type(move) is kind):
            numbers = [getattr(move, name) for move in legal if type(move) is kind and move.by == who]
            found.append(Form(who, tag, (Field(name, label, min(numbers), max(numbers)),)))
    return tuple(found)


def asked(state: Sobek) -> tuple[str, ...]:
    """The seats that must act; none: the table."""
    if state.stage in ("lay", "lot", "tell", "count", "guilt", "over"):
        return ()
    if state.stage == "start":
        return (state.chooser,)
    if state.stage == "last":
        return tuple(who for who in state.seats if not state.sides[who].done)
    return state.asked if state.stage == "scarabs" else (state.turn,)


def decision(state: Sobek) -> Decision:
    """Who is asked what now."""
    stage = state.stage
    if stage == "over":
        return Decision("over", T("The game is over."), rule="over")
    legal = legal_moves(state)
    listed = [move for move in legal if stage != "count" or isinstance(move, m.Counted)]
    if stage == "scarabs":
        listed = []
    forms = _forms(state, legal) if stage in FORMS else ()
    size = delivery_size(state) if stage == "lay" else 0
    laid = size - state.quay[:size].count(EMPTY) if size else 0
    return Decision(
        id=stage,
        prompt=prompt(state),
        seats=asked(state),
        kind="declare" if stage == "scarabs" else "choose",
        choices=tuple(choice(state, move) for move in listed),
        forms=forms,
        private=stage == "event",
        consequence=stage in ("turn", "merchant", "event"),
        owed=size - laid if stage == "lay" else state.left if stage == "event" else 0,
        done=laid if stage == "lay" else PER_ROUND - state.left if stage == "event" else 0,
        owed_text=_owed(state, size - laid),
        chance=stage == "lot",
        forced=len(legal) == 1,
        rule=stage,
    )


def _owed(state: Sobek, n: int) -> Text | None:
    if state.stage == "lay" and n:
        return TN("{n} card to lay", "{n} cards to lay", n)
    return None
