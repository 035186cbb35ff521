"""The cards before the reveal: drawing, laying, exchanging, mishaps with a row (spec aton 4.1, S1 to S3; 5.0, 5.7)."""

from __future__ import annotations

from copy import copy

from companion.engine.game import Event
from companion.games.aton import cards, tell
from companion.games.aton.audit import new_card_warnings
from companion.games.aton.moves import Exchange, Ready, Thrown, TurnedUp, Unready
from companion.games.aton.position import AtonState

Events = list[Event]


def new_round(now: AtonState, events: Events) -> None:
    """Both draw four cards (S1)."""
    now.phase, now.active, now.first, now.done = "cards", 0, None, 0
    now.taken, now.ties, now.tie_limit, now.coin = (0, 0, 0, 0), 0, 0, ""
    for i, side in enumerate(now.sides):
        side.row, side.ready, side.bound, side.fresh = None, False, False, 0
        _draw(now, i, side.cards, events)


def _draw(now: AtonState, i: int, before: cards.Cards, events: Events) -> None:
    side = now.sides[i]
    side.cards = cards.draw_hand(before, now.facts, now.options["reshuffle"] == "eager")
    if side.cards.shuffles != before.shuffles:
        events.append(tell.shuffled(now.seats[i]))


def ready(now: AtonState, move: Ready, events: Events) -> None:
    """A row lies; with the second one both are turned up."""
    now.sides[now.index(move.by)].ready = True
    if all(side.ready for side in now.sides):
        now.phase = "reveal"
        events.append(tell.rows_up())


def unready(now: AtonState, move: Unready, events: Events) -> None:
    """A row is taken back."""
    now.sides[now.index(move.by)].ready = False


def exchange(now: AtonState, move: Exchange, events: Events) -> None:
    """A hand is thrown; where it lies face up its cards are entered before the new ones are drawn."""
    i = now.index(move.by)
    now.sides[i].token = False
    if now.options["exchange_discard_visible"] == "yes":
        events.append(tell.thrown_open(move.by))
        now.phase, now.active = "thrown", i
    else:
        events.append(tell.exchanged(move.by))
        _new_hand(now, i, None, events)


def thrown(now: AtonState, move: Thrown, events: Events) -> None:
    """The thrown cards were seen."""
    now.phase = "cards"
    before = copy(now.sides[now.active])
    _new_hand(now, now.active, move.cards, events)
    events += [tell.warning(fault) for fault in new_card_warnings(now, now.active, before)]


def _new_hand(now: AtonState, i: int, seen: tuple[int, ...] | None, events: Events) -> None:
    _draw(now, i, cards.throw_hand(now.sides[i].cards, now.facts, seen), events)


def turned_up(now: AtonState, move: TurnedUp, events: Events) -> None:
    """A row was turned up too early: it stands or is laid anew (switch `early_reveal`)."""
    side = now.sides[now.index(move.by)]
    if now.options["early_reveal"] == "keep":
        side.bound = True
        events.append(tell.row_stands(move.by))
    else:
        side.ready = False
        events.append(tell.row_again(move.by))
