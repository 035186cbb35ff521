"""One player's cards as the table can know them: sizes of piles, and which values were seen from the pile in use.

Nothing here blocks a move: what can't be is only doubted (spec aton 6.2, check 3). A pile holds every card of the
player but those in play when it was shuffled; values seen from it, those known to be missing from it and those known
to lie under it can't be more than the deck has.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import msgspec

from companion.games.aton.layout import VALUES, Facts

Counts = tuple[int, int, int, int]
NONE: Counts = (0, 0, 0, 0)


class Cards(msgspec.Struct):
    """Public knowledge of one player's cards.

    pile, discard, hand: how many cards lie there (the hand may lie at the cartouches).
    seen: values seen from the pile in use. out: values known to be in play when it was shuffled.
    unseen: cards of this pile, or in play at its shuffle, that nobody saw.
    under: values known under the pile, top to bottom (tie draws). known: values known in the hand.
    older: `seen` and `out` of the pile the hand came from, while a newer pile is in use already.
    doubtful: values that were read more often than they can be. shuffles: how often the discard pile was shuffled.
    """

    pile: int
    discard: int = 0
    hand: int = 0
    seen: Counts = NONE
    out: Counts = NONE
    unseen: int = 0
    under: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    older: tuple[Counts, Counts] | None = None
    doubtful: tuple[int, ...] = ()
    shuffles: int = 0


def add(counts: Counts, values: Sequence[int]) -> Counts:
    """`counts` with every one of `values` counted."""
    one, two, three, four = counts
    return (
        one + values.count(1),
        two + values.count(2),
        three + values.count(3),
        four + values.count(4),
    )


def _doubt(deck: Counts, seen: Counts, out: Counts, under: Sequence[int]) -> tuple[int, ...]:
    return tuple(v for v in VALUES if seen[v - 1] + out[v - 1] + under.count(v) > deck[v - 1])


def _shuffle(cards: Cards) -> None:
    cards.pile, cards.discard = cards.discard, 0
    cards.seen, cards.out, cards.unseen = NONE, NONE, 0
    cards.under = ()
    cards.shuffles += 1


def _take(cards: Cards, n: int) -> None:
    blind = min(n, cards.pile - len(cards.under))
    cards.pile -= n
    cards.hand += n
    cards.known = (*cards.known, *cards.under[: n - blind])
    cards.under = cards.under[n - blind :]


def draw_hand(before: Cards, facts: Facts, eager: bool) -> Cards:
    """Draw a hand from the top; an empty pile is shuffled when needed, or with `eager` once it is empty (5.5)."""
    cards = copy(before)
    cards.known, cards.older = (), None
    if cards.pile == 0:
        _shuffle(cards)
    from_this = min(facts.hand, cards.pile)
    _take(cards, from_this)
    if from_this < facts.hand:
        # Only with an odd number of cards in the box: the hand straddles two piles and is counted for the newer one.
        _shuffle(cards)
        _take(cards, facts.hand - from_this)
    if eager and cards.pile == 0:
        cards.older = (cards.seen, cards.out)
        _shuffle(cards)
        cards.unseen = cards.hand
    return cards


def _see(cards: Cards, facts: Facts, values: Sequence[int]) -> None:
    """Count `values` of the hand for the pile they were drawn from, and doubt what can't be."""
    if cards.older is None:
        cards.seen = add(cards.seen, values)
        cards.doubtful = _doubt(facts.deck, cards.seen, cards.out, cards.under)
        return
    seen, out = cards.older
    cards.doubtful = _doubt(facts.deck, add(seen, values), out, ())
    cards.out = add(cards.out, values)
    cards.unseen -= len(values)
    cards.older = None


def throw_hand(before: Cards, facts: Facts, values: Sequence[int] | None) -> Cards:
    """Put the hand on the discard pile for an exchange; `values` where the table saw them."""
    cards = copy(before)
    if values is not None:
        _see(cards, facts, values)
    elif cards.older is None:
        cards.seen = add(cards.seen, cards.known)
        cards.unseen += cards.hand - len(cards.known)
    else:
        cards.out = add(cards.out, cards.known)
        cards.unseen -= len(cards.known)
    cards.discard += cards.hand
    cards.hand, cards.known, cards.older = 0, (), None
    return cards


def turn_up(before: Cards, facts: Facts, row: Sequence[int]) -> Cards:
    """The hand was seen at the cartouches."""
    cards = copy(before)
    _see(cards, facts, row)
    cards.known = ()
    return cards


def discard_row(before: Cards) -> Cards:
    """The row goes to the discard pile at the end of the round."""
    cards = copy(before)
    cards.discard += cards.hand
    cards.hand = 0
    return cards


def before_tie(before: Cards, row: Sequence[int]) -> Cards:
    """A pile to draw from for the order: an empty one is shuffled first, without the row on the table (5.2)."""
    if before.pile:
        return before
    cards = copy(before)
    _shuffle(cards)
    cards.out = add(NONE, row)
    return cards


def tie_draw(before: Cards, facts: Facts, value: int) -> Cards:
    """The top card was turned up and went under the pile."""
    cards = copy(before)
    known = cards.under[1:] if len(cards.under) == cards.pile else cards.under
    cards.under = (*known, value)
    cards.doubtful = _doubt(facts.deck, cards.seen, cards.out, cards.under)
    return cards


def still_to_play(cards: Cards, facts: Facts) -> Counts:
    """At most so many of each value can still come from the pile in use (and the hand drawn from it)."""
    one, two, three, four = (
        max(0, deck - seen - out) for deck, seen, out in zip(facts.deck, cards.seen, cards.out, strict=True)
    )
    return one, two, three, four
