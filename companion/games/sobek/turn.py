"""Carrying out an allowed move (spec sobek 4, 5, 10.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.engine.game import Event, Move, Played
from companion.engine.text import TN, T, seat
from companion.games.sobek import moves as m
from companion.games.sobek.catalogue import FAMILY_NAMES
from companion.games.sobek.correcting import corrected
from companion.games.sobek.ending import leave, outcome, stop
from companion.games.sobek.flow import (
    Events,
    after_action,
    close_last,
    delivered,
    judge,
    learn_character,
    penalise,
    set_rule,
)
from companion.games.sobek.limits import seen_under
from companion.games.sobek.piles import say_cards, set_pile, take_from_pile
from companion.games.sobek.powers import aimed, begin_power, choose_token, declined, place_prosperity
from companion.games.sobek.state import EMPTY, LEAST, Draft, LaidSet, Sobek, ways


def apply(state: Sobek, move: Move) -> Played[Sobek]:
    """The position after an allowed move, and what it caused in order."""
    events: Events = []
    if isinstance(move, m.Correct):
        s = corrected(state, move)
        events.append(Event("correct", T("The table puts the position right.")))
    else:
        s = state.twin()
        ACTS[type(move)](s, move, events)
    s.n = state.n + 1
    if s.end:
        result = outcome(s)
        assert result is not None
        events.append(Event("end", result.text, result.winners, show=True))
    return Played(s, tuple(events))


def _lay(s: Sobek, move: m.Lay, events: Events) -> None:
    quay = list(s.quay)
    quay[move.place - 1] = move.card
    s.quay = tuple(quay)


def _laid(s: Sobek, move: m.Laid, events: Events) -> None:
    text = T("Delivery {n} lies on the quay", n=s.delivery)
    events.append(Event("laid", text, (), tuple(f"quay:{at}" for at, card in enumerate(s.quay, 1) if card)))
    delivered(s, events)


def _lot(s: Sobek, move: m.Lot, events: Events) -> None:
    s.chooser, s.stage = move.seat, "start"
    events.append(Event("lot", T("The lot falls to {who}", who=seat(move.seat)), (move.seat,), (f"seat:{move.seat}",)))


def _begin(s: Sobek, move: m.Begin, events: Events) -> None:
    s.turn, s.stage, s.chooser = move.seat, "turn", ""
    events.append(
        Event("start", T("{who} begins this round", who=seat(move.seat)), (move.seat,), (f"seat:{move.seat}",))
    )


def _take(s: Sobek, move: m.Take, events: Events) -> None:
    """Spec 5.1; with the Merchant nothing before the card moves."""
    who, place = move.by, move.place
    side, quay = s.side(who), list(s.quay)
    card = quay[place - 1]
    quay[place - 1] = EMPTY
    side.hand = side.hand.with_slot(card)
    merchant = s.stage == "merchant"
    skipped = [] if merchant else [at for at in range(1, place) if quay[at - 1] != EMPTY]
    for at in skipped:
        side.pile = side.pile.with_slot(quay[at - 1])
        quay[at - 1] = EMPTY
    s.quay = tuple(quay)
    targets = (f"quay:{place}", *(f"quay:{at}" for at in skipped), f"hand:{who}")
    name = s.facts.card_name(card)
    if merchant:
        text = T("{who} takes with the Merchant: {card}", who=seat(who), card=name)
        events.append(Event("take.merchant", text, (who,), targets))
    elif skipped:
        text = TN(
            "{who} takes {card}; {n} card goes under the tile",
            "{who} takes {card}; {n} cards go under the tile",
            len(skipped),
            who=seat(who),
            card=name,
        )
        events.append(Event("take", text, (who,), (*targets, f"pile:{who}")))
    else:
        events.append(Event("take", T("{who} takes {card}", who=seat(who), card=name), (who,), targets))
    after_action(s, events)


def _character(s: Sobek, move: m.Character, events: Events) -> None:
    side = s.side(move.by)
    hand = side.hand.shown(move.name, ways(s.facts))
    assert hand is not None
    side.hand = hand
    s.discard = {**s.discard, move.name: s.discard.get(move.name, 0) + 1}
    learn_character(s, move.name, None)
    begin_power(s, move.by, move.name, events)


def _drop(s: Sobek, move: m.Drop, events: Events) -> None:
    """Spec 5.2: the priest drops the family named from under the own tile."""
    who, family, n = move.by, s.family, move.cards
    take_from_pile(s, who, n)
    side = s.side(who)
    side.pile = side.pile.rid_of(s.facts.families[family].cards)
    s.discard = {**s.discard, family: s.discard.get(family, 0) + n}
    text = T("{who} drops {cards}: {family}", who=seat(who), cards=say_cards(n), family=FAMILY_NAMES[family])
    events.append(Event("power.PRI", text, (who,), (f"pile:{who}",)))
    after_action(s, events)


def _name(s: Sobek, move: m.Name, events: Events) -> None:
    s.family, s.stage = move.family, "drop"
    s.least = seen_under(s, move.family)


def _set(s: Sobek, move: m.LaySet, events: Events) -> None:
    side = s.side(move.by)
    side.draft = Draft(move.family, move.onto, (), side.hand)
    if s.stage == "turn":
        s.stage = "set"


def _add(s: Sobek, move: m.Add, events: Events) -> None:
    side = s.side(move.by)
    hand = side.hand.shown(move.card, ways(s.facts))
    assert side.draft is not None and hand is not None
    side.hand = hand
    side.draft = msgspec.structs.replace(side.draft, cards=(*side.draft.cards, move.card))


def _withdraw(s: Sobek, move: m.Withdraw, events: Events) -> None:
    side = s.side(move.by)
    assert side.draft is not None
    side.hand, side.draft = side.draft.before, None
    if s.stage == "set":
        s.stage = "turn"


def _down(s: Sobek, move: m.Down, events: Events) -> None:
    """Spec 5.3: the set stays; if tokens remain, an event follows. The Courtesan and the last sets bring none."""
    who = move.by
    side, flat = s.side(who), s.stage == "last"
    draft = side.draft
    assert draft is not None
    side.draft = None
    sets, n = list(side.sets), len(draft.cards)
    name = FAMILY_NAMES[draft.family]
    if draft.onto == m.NEW:
        at = len(sets)
        sets.append(LaidSet(draft.family, draft.cards, flat=flat))
        text = TN(
            "{who} lays a set of {n} card: {family}", "{who} lays a set of {n} cards: {family}", n, who=seat(who),
            family=name,
        )  # fmt: skip
    else:
        at = draft.onto
        sets[at] = msgspec.structs.replace(sets[at], cards=sets[at].cards + draft.cards)
        text = TN(
            "{who} adds {n} card to a set: {family}", "{who} adds {n} cards to a set: {family}", n, who=seat(who),
            family=name,
        )  # fmt: skip
    side.sets = tuple(sets)
    for card in dict.fromkeys(draft.cards):
        if card in s.facts.bears and not flat:
            learn_character(s, card, draft.family)
    kind = "last_set" if flat else "power.COU" if s.stage == "court" else "set" if draft.onto == m.NEW else "join"
    events.append(Event(kind, text, (who,), (f"set:{who}:{at}",)))
    if flat:
        side.done = side.hand.n < LEAST
        close_last(s, events)
    elif s.stage == "set" and s.left:
        s.stage = "event"
    else:
        after_action(s, events)


def _token(s: Sobek, move: m.Token, events: Events) -> None:
    choose_token(s, move.by, move.token, events)


def _prosper(s: Sobek, move: m.Prosper, events: Events) -> None:
    place_prosperity(s, move.by, move.onto, events)


def _tell(s: Sobek, move: m.Tell, events: Events) -> None:
    set_rule(s, move.key, move.value)
    if move.key == "curse":
        text = TN("A Curse counts for {n} card", "A Curse counts for {n} cards", move.value)
    else:
        text = TN("A Prosperity adds {n} scarab", "A Prosperity adds {n} scarabs", move.value)
    events.append(Event(f"tell.{move.key}", text))
    s.stage = "aim" if move.key == "curse" else "prosper"


def _reveal(s: Sobek, move: m.Reveal, events: Events) -> None:
    """Spec 5.4: the number counts; where it is not the number known here, the cards on the table win."""
    who, n = move.by, move.cards
    side = s.side(who)
    if n != side.pile.n:
        set_pile(s, who, n)
        text = T("Another number of corruption cards than was counted here: the table's count stands.")
        events.append(Event("miscount", text, (who,), (f"pile:{who}",), show=True))
    gained = n
    if s.rules.fraud_counts_curse:
        gained += side.curses * (s.rules.curse_cards or 0)
    s.side(who).points += gained
    text = TN(
        "{who} shows {cards} and goes {n} space ahead",
        "{who} shows {cards} and goes {n} spaces ahead",
        gained,
        who=seat(who),
        cards=say_cards(n),
    )
    events.append(Event("token.FRA", text, (who,), (f"pile:{who}", f"score:{who}"), {who: gained}))
    after_action(s, events)


def _done(s: Sobek, move: m.Done, events: Events) -> None:
    s.side(move.by).done = True
    events.append(Event("done", T("{who} lays no more sets", who=seat(move.by)), (move.by,)))
    close_last(s, events)


def _counted(s: Sobek, move: m.Counted, events: Events) -> None:
    judge(s, events)


def _recount(s: Sobek, move: m.Recount, events: Events) -> None:
    set_pile(s, move.by, move.cards)
    text = TN("{who} has {n} corruption card", "{who} has {n} corruption cards", move.cards, who=seat(move.by))
    events.append(Event("recount", text, (move.by,), (f"pile:{move.by}",)))


def _scarabs(s: Sobek, move: m.Scarabs, events: Events) -> None:
    s.side(move.by).counted = move.scarabs
    s.asked = tuple(who for who in s.asked if who != move.by)
    if not s.asked:
        judge(s, events)


def _guilt(s: Sobek, move: m.Guilt, events: Events) -> None:
    penalise(s, events, move.all)


def _forget_event(s: Sobek, move: m.ForgetEvent, events: Events) -> None:
    who = s.turn
    events.append(Event("forget_event", T("{who} forgot the event", who=seat(who)), (who,)))
    after_action(s, events)
    if s.rules.late_event == "next_action" and s.stage == "turn" and s.turn != who:
        s.late = who


def _late_event(s: Sobek, move: m.LateEvent, events: Events) -> None:
    s.turn, s.stage, s.late = move.by, "event", ""
    events.append(Event("late_event", T("{who} makes up for the event", who=seat(move.by)), (move.by,)))


def _leave(s: Sobek, move: m.Leave, events: Events) -> None:
    leave(s, move.by, events)


def _stop(s: Sobek, move: m.Stop, events: Events) -> None:
    stop(s, "stopped")


ACTS: dict[type[Move], Callable[[Sobek, Any, Events], None]] = {
    m.Lay: _lay,
    m.Laid: _laid,
    m.Lot: _lot,
    m.Begin: _begin,
    m.Take: _take,
    m.Character: _character,
    m.Decline: lambda s, move, events: declined(s, move.by, events),
    m.Aim: lambda s, move, events: aimed(s, move.by, move.seat, events),
    m.Name: _name,
    m.Drop: _drop,
    m.LaySet: _set,
    m.Add: _add,
    m.Down: _down,
    m.Withdraw: _withdraw,
    m.Token: _token,
    m.Prosper: _prosper,
    m.Tell: _tell,
    m.Reveal: _reveal,
    m.Done: _done,
    m.Counted: _counted,
    m.Recount: _recount,
    m.Scarabs: _scarabs,
    m.Guilt: _guilt,
    m.ForgetEvent: _forget_event,
    m.LateEvent: _late_event,
    m.Leave: _leave,
    m.Stop: _stop,
}
