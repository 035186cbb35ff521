"""How a move changes the position, with all that follows by itself until people must act again (spec aton 4.1)."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from companion.engine.game import Event, Move, Played
from companion.games.aton import cards, hands, rules, tell
from companion.games.aton.audit import new_card_warnings, score_check
from companion.games.aton.moves import (
    Coin,
    Correct,
    Exchange,
    Leave,
    Place,
    PlaceAll,
    Ready,
    Remove,
    RemoveAll,
    Reveal,
    Stop,
    Thin,
    ThinAll,
    Thrown,
    TieDraw,
    TurnedUp,
    Unready,
)
from companion.games.aton.position import AtonState, End
from companion.games.aton.scoring import score_board

Events = list[Event]


def apply(state: AtonState, move: Move) -> Played[AtonState]:
    """Carry out an allowed move on a copy."""
    now = _copy(state)
    now.n += 1
    events: Events = []
    _ACTS[type(move)](now, move, events)
    return Played(now, tuple(events))


def _copy(state: AtonState) -> AtonState:
    now = copy(state)
    one, two = state.sides
    now.sides = (copy(one), copy(two))
    return now


# reveal, cartouche 1 and order: S4 to S6


def _reveal(now: AtonState, move: Reveal, events: Events) -> None:
    one, two, three, four = move.cards
    i = now.index(move.by)
    now.sides[i].row = (one, two, three, four)
    if now.sides[1 - i].row is not None:
        _rows_lie_open(now, events)


def _rows_lie_open(now: AtonState, events: Events) -> None:
    for i, side in enumerate(now.sides):
        before = copy(side)
        assert side.row is not None
        side.cards = cards.turn_up(side.cards, now.facts, side.row)
        events += [tell.warning(fault) for fault in new_card_warnings(now, i, before)]
    _points(now, events)


def _points(now: AtonState, events: Events) -> None:
    one, two = now.sides
    assert one.row is not None and two.row is not None
    mine, other = one.row[0], two.row[0]
    i = 0 if mine > other else 1
    high, low = max(mine, other), min(mine, other)
    gain = rules.cartouche1_gain(high, low)
    now.sides[i].score += gain
    events.append(tell.cartouche1(now.seats[i], high, low, gain) if gain else tell.no_points(high))
    end = rules.won_after_points(now)
    if end:
        _finish(now, end, events)
        return
    _order(now, events)


def _order(now: AtonState, events: Events) -> None:
    first = rules.first_by_cards(now)
    if first is not None:
        _begin(now, first, events)
    elif now.options["digital_tie_draw"] == "yes":
        now.phase, now.coin = "coin", "order"
        events.append(tell.full_tie())
    else:
        events.append(tell.full_tie())
        for name, side in zip(now.seats, now.sides, strict=True):
            assert side.row is not None
            if side.cards.pile == 0:
                events.append(tell.shuffled_for_order(name))
            side.cards = cards.before_tie(side.cards, side.row)
        now.phase = "tie_draw"
        now.tie_limit = min(side.cards.pile for side in now.sides)


def _tie_draw(now: AtonState, move: TieDraw, events: Events) -> None:
    values = {"red": move.red, "blue": move.blue}
    for i, name in enumerate(now.seats):
        side = now.sides[i]
        before = copy(side)
        side.cards = cards.tie_draw(side.cards, now.facts, values[name])
        events += [tell.warning(fault) for fault in new_card_warnings(now, i, before)]
    if move.red != move.blue:
        events.append(tell.drawn_cards_go_back())
        _begin(now, now.index("red" if move.red < move.blue else "blue"), events)
        return
    now.ties += 1
    if now.options["endless_tie"] == "coin" and now.ties >= now.tie_limit:
        now.phase, now.coin = "coin", "order"
        events.append(tell.endless_tie())
    else:
        events.append(tell.tied_again())


def _coin(now: AtonState, move: Coin, events: Events) -> None:
    what, now.coin = now.coin, ""
    if what == "order":
        _begin(now, now.index(move.first), events)
    else:
        _begin_thinning(now, now.index(move.first), events)


def _begin(now: AtonState, first: int, events: Events) -> None:
    now.first = first
    events.append(tell.goes_first(now.seats[first]))
    _begin_removal(now, first, events)


# actions: S7 to S10


def _begin_removal(now: AtonState, i: int, events: Events) -> None:
    now.phase, now.active, now.done = "remove", i, 0
    for side in now.sides:
        side.fresh = 0
    if rules.to_remove(now, i) == 0:
        events.append(tell.nothing_to_remove(now, i))
        _begin_placement(now, i, events)


def _begin_placement(now: AtonState, i: int, events: Events) -> None:
    now.phase, now.active, now.done = "place", i, 0
    if rules.to_place(now, i) == (0, 0):
        kept = rules.without_space(now, i)
        events.append(tell.kept_in_stock(now, i, kept) if kept else tell.nothing_to_place(now, i))
        _end_placement(now, events)


def _end_placement(now: AtonState, events: Events) -> None:
    end = rules.won_after_placing(now, now.active)
    if end:
        _finish(now, end, events)
    elif now.active == now.first:
        _begin_removal(now, 1 - now.active, events)
    else:
        _round_end(now, events)


def _bury(now: AtonState, i: int, events: Events) -> None:
    """One counter of side `i` to the Dead."""
    now.sides[i].dead += 1
    if now.dead == now.facts.dead_spaces:
        events.append(tell.dead_is_full())


def _take_off(now: AtonState, spaces: tuple[str, ...], events: Events) -> None:
    _, whose = rules.removal_of(now, now.active)
    for space in spaces:
        now.sides[whose].counters &= ~(1 << now.layout.index[space])
        now.done += 1
        if rules.room_in_dead(now):
            _bury(now, whose, events)
        else:
            events.append(tell.home_instead(now.seats[whose]))
    if rules.to_remove(now, now.active) == 0:
        _begin_placement(now, now.active, events)


def _put(now: AtonState, spaces: tuple[str, ...], events: Events) -> None:
    side = now.sides[now.active]
    placed = now.layout.bitboard(spaces)
    side.counters |= placed
    side.fresh |= placed
    now.done += len(spaces)
    owed, buried = rules.to_place(now, now.active)
    if owed:
        return
    kept = rules.without_space(now, now.active) - buried
    if buried:
        events.append(tell.surplus(now, now.active, buried))
        for _ in range(buried):
            _bury(now, now.active, events)
    if kept:
        events.append(tell.kept_in_stock(now, now.active, kept))
    _end_placement(now, events)


# end of the round, scoring, thinning: S11 to S15


def _round_end(now: AtonState, events: Events) -> None:
    for side in now.sides:
        side.cards = cards.discard_row(side.cards)
        side.row, side.ready, side.bound = None, False, False
    events.append(tell.round_ends(now.round))
    if now.dead >= now.facts.dead_spaces:
        _score(now, events)
    else:
        _next_round(now, events)


def _next_round(now: AtonState, events: Events) -> None:
    now.round += 1
    hands.new_round(now, events)


def _score(now: AtonState, events: Events) -> None:
    one, two = now.sides
    before = {name: side.score for name, side in zip(now.seats, now.sides, strict=True)}
    scores = score_board(now.facts, now.seats, (one.counters, two.counters), before)
    events.append(tell.scoring(scores))
    for name, side in zip(now.seats, now.sides, strict=True):
        side.score = scores.total(name)
    end = rules.won_on_points(now, "scoring")
    if end:
        _finish(now, end, events)
    elif one.score != two.score:
        _begin_thinning(now, 0 if one.score > two.score else 1, events)
    elif now.options["tie_thin_first"] == "coin":
        now.phase, now.coin = "coin", "thin"
    else:
        _begin_thinning(now, now.index("red"), events)


def _begin_thinning(now: AtonState, leader: int, events: Events) -> None:
    now.first = leader
    _thin_turn(now, leader, events)


def _thin_turn(now: AtonState, i: int, events: Events) -> None:
    now.phase, now.active, now.taken = "thin", i, (0, 0, 0, 0)
    for side in now.sides:
        side.fresh = 0
    if not any(rules.to_thin(now, i)):
        events.append(tell.nothing_to_thin(now.seats[i]))
        _end_thin_turn(now, events)


def _take_home(now: AtonState, spaces: tuple[str, ...], events: Events) -> None:
    taken = list(now.taken)
    for space in spaces:
        bit = now.layout.index[space]
        now.sides[now.active].counters &= ~(1 << bit)
        taken[now.layout.temple[bit] - 1] += 1
    now.taken = (taken[0], taken[1], taken[2], taken[3])
    if not any(rules.to_thin(now, now.active)):
        _end_thin_turn(now, events)


def _end_thin_turn(now: AtonState, events: Events) -> None:
    if now.active == now.first:
        _thin_turn(now, 1 - now.active, events)
        return
    events.append(tell.dead_emptied(now))
    for side in now.sides:
        side.dead = 0
    _next_round(now, events)


# the table


def corrected(state: AtonState, move: Correct) -> AtonState:
    """The position with the table's values in it, before anything follows from it."""
    now = _copy(state)
    for space, owner in move.board.items():
        bit = 1 << now.layout.index[space]
        for name, side in zip(now.seats, now.sides, strict=True):
            side.counters = side.counters | bit if name == owner else side.counters & ~bit
            side.fresh &= side.counters
    for name, side in zip(now.seats, now.sides, strict=True):
        side.dead = move.dead.get(name, side.dead)
        side.score = move.scores.get(name, side.score)
        side.token = move.tokens.get(name, side.token)
    return now


def _correct(now: AtonState, move: Correct, events: Events) -> None:
    full = now.dead >= now.facts.dead_spaces
    rows_lie = all(side.row is not None for side in now.sides)
    markers = score_check(now, move.scores)
    now.sides = corrected(now, move).sides
    events.append(tell.corrected())
    events += [tell.warning(fault) for fault in markers]
    if now.dead >= now.facts.dead_spaces and not full and rows_lie:
        events.append(tell.dead_is_full())
    i = now.active
    if now.phase == "remove" and rules.to_remove(now, i) == 0:
        events.append(tell.nothing_left(now.seats[i]))
        _begin_placement(now, i, events)
    elif now.phase == "place" and rules.to_place(now, i) == (0, 0):
        events.append(tell.nothing_left(now.seats[i]))
        _end_placement(now, events)
    elif now.phase == "thin" and not any(rules.to_thin(now, i)):
        events.append(tell.nothing_left(now.seats[i]))
        _end_thin_turn(now, events)


def _leave(now: AtonState, move: Leave, events: Events) -> None:
    if move.outcome == "save":
        events += tell.saved(now)
    elif move.outcome == "opponent_wins":
        _finish(now, End("left", now.seats[1 - now.index(move.by)]), events)
    else:
        _finish(now, End("no_result"), events)


def _stop(now: AtonState, move: Stop, events: Events) -> None:
    _finish(now, End("stopped"), events)


def _finish(now: AtonState, end: End, events: Events) -> None:
    now.phase, now.end = "over", end
    winner = () if end.winner is None else (end.winner,)
    events.append(Event("end", tell.ending(end), winner, show=True))


_ACTS: dict[type[Move], Callable[[AtonState, Any, Events], None]] = {
    Ready: hands.ready,
    Unready: hands.unready,
    Exchange: hands.exchange,
    Thrown: hands.thrown,
    TurnedUp: hands.turned_up,
    Reveal: _reveal,
    TieDraw: _tie_draw,
    Coin: _coin,
    Remove: lambda now, move, events: _take_off(now, (move.space,), events),
    RemoveAll: lambda now, move, events: _take_off(now, move.spaces, events),
    Place: lambda now, move, events: _put(now, (move.space,), events),
    PlaceAll: lambda now, move, events: _put(now, move.spaces, events),
    Thin: lambda now, move, events: _take_home(now, (move.space,), events),
    ThinAll: lambda now, move, events: _take_home(now, move.spaces, events),
    Correct: _correct,
    Leave: _leave,
    Stop: _stop,
}
