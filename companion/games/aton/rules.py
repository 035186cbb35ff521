"""What the rules of Aton owe and allow, in the order of the round (spec aton 5.1 to 5.4)."""

from __future__ import annotations

from companion.games.aton.layout import Layout
from companion.games.aton.position import AtonState, End, card

Counts4 = tuple[int, int, int, int]


def cartouche1_gain(mine: int, other: int) -> int:
    """Points at cartouche 1: twice the difference for the higher card (5.1)."""
    return 2 * (mine - other) if mine > other else 0


def first_by_cards(state: AtonState) -> int | None:
    """The side that goes first: lower card at cartouche 2, then lower at cartouche 1; None for a full tie (5.2)."""
    for cartouche in (2, 1):
        one, two = card(state, 0, cartouche), card(state, 1, cartouche)
        if one != two:
            return 0 if one < two else 1
    return None


# removal and the Kingdom of the Dead (5.3)


def most_dead(state: AtonState) -> int:
    """So many counters can lie in the Kingdom now: each action adds four at most; a full one is emptied (6.2)."""
    spaces = state.facts.dead_spaces
    if state.first is None:
        return spaces - 1
    return spaces - 1 + 8 if state.options["dead_overflow"] == "beside" else spaces


def removal_of(state: AtonState, i: int) -> tuple[int, int]:
    """What the card of side `i` at cartouche 2 removes: how many, and the side whose counters they are.

    4: two of the opponent's, 3: one, 2: none, 1: one of the own. Nothing in round 1.
    """
    if state.round == 1:
        return 0, 1 - i
    number = card(state, i, 2) - 2
    return (number, 1 - i) if number >= 0 else (-number, i)


def removable(state: AtonState, i: int) -> int:
    """Bitboard of the counters that side `i` may remove now; empty when none is owed."""
    number, whose = removal_of(state, i)
    if number <= state.done:
        return 0
    return state.sides[whose].counters & state.layout.open[card(state, i, 3)]


def to_remove(state: AtonState, i: int) -> int:
    """How many counters side `i` still has to remove: no more than there are in the open temples."""
    number, _ = removal_of(state, i)
    return min(number - state.done, removable(state, i).bit_count()) if number > state.done else 0


# placement (5.4)


def empty_open(state: AtonState, i: int) -> int:
    """Bitboard of the empty spaces in the temples open to side `i`."""
    one, two = state.sides
    return state.layout.open[card(state, i, 3)] & ~(one.counters | two.counters)


def _at_hand(state: AtonState, i: int) -> int:
    """Counters that the card at cartouche 4 still calls for, no more than the stock holds."""
    return max(0, min(card(state, i, 4) - state.done, state.stock(i)))


def without_space(state: AtonState, i: int) -> int:
    """How many of the counters due to be placed find no space (u of 5.4)."""
    return max(0, _at_hand(state, i) - empty_open(state, i).bit_count())


def room_in_dead(state: AtonState) -> int:
    """How many counters the Kingdom still takes: no bound where those beyond its spaces lie beside it (5.3)."""
    if state.options["dead_overflow"] == "beside":
        return 2 * state.facts.counters
    return max(0, state.facts.dead_spaces - state.dead)


def to_place(state: AtonState, i: int) -> tuple[int, int]:
    """How many counters side `i` still has to place, and how many must go to the Dead for lack of space (5.3, 5.4)."""
    surplus = without_space(state, i)
    return _at_hand(state, i) - surplus, min(surplus, room_in_dead(state))


# thinning (5.4)


def thinning(own: Counts4, fullest: bool) -> Counts4:
    """How many counters to take from each temple by the own counts: one each, another elsewhere for each empty one."""
    take = [1 if n else 0 for n in own]
    for _ in range(take.count(0)):
        left = [temple for temple in range(4) if own[temple] > take[temple]]
        if not left:
            break
        if fullest:
            take[max(left, key=lambda temple: (own[temple] - take[temple], temple))] += 1
        else:
            take[left[-1]] += 1
    return take[0], take[1], take[2], take[3]


def temple_counts(layout: Layout, counters: int) -> Counts4:
    """Counters of a bitboard in temples 1, 2, 3, 4."""
    one, two, three, four = (counters & temple for temple in layout.temples)
    return one.bit_count(), two.bit_count(), three.bit_count(), four.bit_count()


def to_thin(state: AtonState, i: int) -> Counts4:
    """How many counters side `i` still has to take from each temple."""
    now = temple_counts(state.layout, state.sides[i].counters)
    t1, t2, t3, t4 = state.taken
    start = (now[0] + t1, now[1] + t2, now[2] + t3, now[3] + t4)
    want = thinning(start, state.options["thin_fallback"] == "fullest")
    one, two, three, four = (max(0, w - t) for w, t in zip(want, state.taken, strict=True))
    return one, two, three, four


def thinnable(state: AtonState, i: int) -> int:
    """Bitboard of the counters side `i` may take home now."""
    temples = 0
    for owed, spaces in zip(to_thin(state, i), state.layout.temples, strict=True):
        if owed:
            temples |= spaces
    return temples & state.sides[i].counters


# one way only


def only_way(state: AtonState) -> int | None:
    """Bitboard of the counters or spaces of the running step when it can be done in one way only, else None."""
    i = state.active
    if state.phase == "remove":
        spaces, owed = removable(state, i), to_remove(state, i)
    elif state.phase == "place":
        spaces, (owed, _) = empty_open(state, i), to_place(state, i)
    else:
        spaces, owed = thinnable(state, i), sum(to_thin(state, i))
    return spaces if spaces.bit_count() <= owed else None


# wins (4.2)


def filled(layout: Layout, counters: int) -> str:
    """What a player fills completely: a temple or a colour ("temple2", "yellow"), or nothing."""
    for name, spaces in layout.wins:
        if counters & spaces == spaces:
            return name
    return ""


def won_after_points(state: AtonState) -> End | None:
    """Check A, after cartouche 1: points; a full temple or colour met unseen goes before them (4.2)."""
    boards = [filled(state.layout, side.counters) for side in state.sides]
    if all(boards):
        return End("draw")
    for seat, board in zip(state.seats, boards, strict=True):
        if board:
            return End("board", seat, board)
    return won_on_points(state, "points")


def won_after_placing(state: AtonState, active: int) -> End | None:
    """Check B, after a player's own placements: the active player before the other, the board before points (4.2)."""
    for i in (active, 1 - active):
        side = state.sides[i]
        board = filled(state.layout, side.counters)
        if board:
            return End("board", state.seats[i], board)
        if side.score >= state.facts.target:
            return End("points", state.seats[i])
    return None


def won_on_points(state: AtonState, reason: str) -> End | None:
    """Points alone: whoever has the goal wins, the higher score of two; equal scores are a draw (checks A and C)."""
    one, two = (side.score for side in state.sides)
    if max(one, two) < state.facts.target:
        return None
    if one == two:
        return End("draw")
    winner = state.seats[0 if one > two else 1]
    return End("points", winner) if reason == "points" else End("scoring", winner)


def threats(state: AtonState, i: int) -> tuple[tuple[str, int, int], ...]:
    """What side `i` could fill with one more row: (temple or colour, spaces held, spaces in all), closest first."""
    own = state.sides[i].counters
    near = []
    for name, spaces in state.layout.wins:
        held, whole = (own & spaces).bit_count(), spaces.bit_count()
        if whole - held <= 4 and held:
            near.append((name, held, whole))
    return tuple(sorted(near, key=lambda threat: threat[2] - threat[1]))
