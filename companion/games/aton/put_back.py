"""What to do with the real pieces and cards when moves are taken back."""

from __future__ import annotations

from typing import Literal

from companion.engine.text import TN, T, Text, seat
from companion.games.aton.position import AtonState
from companion.games.aton.table import marker_at
from companion.games.aton.tell import piles

Lying = Literal["hand", "down", "open", "discarded"]


def put_back(now: AtonState, then: AtonState) -> tuple[Text, ...]:
    """What to do with the real pieces so that a table like `now` looks like `then`."""
    found: list[Text] = []
    for i in range(len(now.seats)):
        found += _counters(now, then, i)
        if now.sides[i].score != then.sides[i].score:
            found.append(marker_at(then, i))
        found += _cards(now, then, i)
    return tuple(found)


def _counters(now: AtonState, then: AtonState, i: int) -> list[Text]:
    found: list[Text] = []
    here, there, who = now.sides[i], then.sides[i], seat(now.seats[i])
    away = now.layout.spaces(here.counters & ~there.counters)
    back = now.layout.spaces(there.counters & ~here.counters)
    if away:
        found.append(
            TN(
                "Take the counter of {who} off {spaces}.",
                "Take the counters of {who} off {spaces}.",
                len(away),
                who=who,
                spaces=away,
            )
        )
    if back:
        found.append(
            TN(
                "Put a counter of {who} on {spaces}.",
                "Put counters of {who} on {spaces}.",
                len(back),
                who=who,
                spaces=back,
            )
        )
    change = there.dead - here.dead
    if change > 0:
        found.append(
            TN(
                "Put {n} counter of {who} into the Kingdom of the Dead.",
                "Put {n} counters of {who} into the Kingdom of the Dead.",
                change,
                who=who,
            )
        )
    elif change < 0:
        found.append(
            TN(
                "Take {n} counter of {who} out of the Kingdom of the Dead.",
                "Take {n} counters of {who} out of the Kingdom of the Dead.",
                -change,
                who=who,
            )
        )
    if now.stock(i) != then.stock(i):
        found.append(T("The stock of {who} then holds {n}.", who=who, n=then.stock(i)))
    if there.token and not here.token:
        found.append(T("Give {who} the exchange token back.", who=who))
    elif here.token and not there.token:
        found.append(T("Take the exchange token of {who} away again.", who=who))
    return found


# cards


def _lying(state: AtonState, i: int) -> Lying:
    """Where the four cards of side `i` are."""
    side = state.sides[i]
    if not side.cards.hand:
        return "discarded"
    if state.phase not in ("cards", "thrown") or side.bound:
        return "open"
    return "down" if side.ready else "hand"


def _cards(now: AtonState, then: AtonState, i: int) -> list[Text]:
    here, there, who = now.sides[i].cards, then.sides[i].cards, seat(now.seats[i])
    found: list[Text] = []
    was, lies = _lying(then, i), _lying(now, i)
    exchanged = then.sides[i].token and not now.sides[i].token
    drawn = (here.pile, here.shuffles) != (there.pile, there.shuffles)
    thrown = now.phase == "thrown" and now.active == i
    if now.round != then.round:
        if lies != "discarded":
            found.append(T("{who} puts the new hand back on the draw pile.", who=who))
        if here.shuffles == there.shuffles and here.pile + here.hand < there.pile:
            found.append(
                T(
                    "{who}, from the discard pile back on the draw pile, the latest cards first, until {n} lie there.",
                    who=who,
                    n=there.pile,
                )
            )
        found += [*_from_under(now, then, i), *_earlier(then, i, was)]
    elif exchanged and (drawn or thrown):
        if drawn:
            found.append(T("{who} puts the new hand back on the draw pile.", who=who))
        found.append(T("{who} takes the four thrown cards back into the hand.", who=who))
    elif was != lies:
        found += _moved(then, i, was, lies)
    else:
        found += _from_under(now, then, i)
    if here.shuffles != there.shuffles:
        found.append(piles(then)[i])
    return found


def _from_under(now: AtonState, then: AtonState, i: int) -> list[Text]:
    """Cards drawn for the order since then lie under the pile and go back on top."""
    here, there = now.sides[i].cards, then.sides[i].cards
    known = len(there.under)
    if here.shuffles != there.shuffles or len(here.under) <= known or here.under[:known] != there.under:
        return []
    cards = here.under[known:]
    return [T("{who}, from under the draw pile back on top of it: {cards}.", who=seat(now.seats[i]), cards=cards)]


def _earlier(then: AtonState, i: int, was: Lying) -> list[Text]:
    """The four cards of an earlier round come back from the discard pile."""
    who, row = seat(then.seats[i]), then.sides[i].row
    if was == "discarded":
        return []
    if row is not None:
        return [T("{who} lays {cards} at the cartouches again.", who=who, cards=row)]
    if was == "hand":
        return [T("{who} takes the four cards of round {number} back into the hand.", who=who, number=then.round)]
    return [T("{who} lays the four cards of round {number} at the cartouches again.", who=who, number=then.round)]


def _moved(then: AtonState, i: int, was: Lying, lies: Lying) -> list[Text]:
    """The same four cards lie elsewhere."""
    who, row = seat(then.seats[i]), then.sides[i].row
    if was == "hand":
        return [T("{who} takes the row back into the hand.", who=who)]
    if was == "down":
        if lies == "open":
            return [T("{who} turns the row face down again.", who=who)]
        return [T("{who} lays the row face down at the cartouches again.", who=who)]
    if row is not None and lies == "discarded":
        return [T("{who} lays {cards} at the cartouches again.", who=who, cards=row)]
    return [T("{who} lays the row face up at the cartouches again.", who=who)]
