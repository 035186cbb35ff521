"""What can be concluded about hidden cards: never too much, and all that is certain."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.knowledge import ANY, Hidden

WAYS = {"ace": ("ace", ANY), "two": ("two", "low", ANY), "three": ("three", "low", ANY)}
CARDS = tuple(WAYS)


def test_a_card_seen_to_go_in_is_certain_until_one_leaves_unseen() -> None:
    hand = Hidden().with_slot("ace", 2).with_slot("two")
    assert (hand.n, hand.certain("ace"), hand.certain("two")) == (3, 2, 1)
    after = hand.fewer(1)
    assert (after.n, after.certain("ace"), after.certain("two"), after.spare) == (2, 1, 0, 1)
    assert after.most("ace", WAYS) == 2


def test_a_card_that_nobody_can_have_is_ruled_out() -> None:
    hand = Hidden().with_slot("two").with_slot("low")
    assert hand.shown("ace", WAYS) is None
    assert hand.can_hold(["two", "two"], WAYS)
    assert hand.can_hold(["two", "three"], WAYS)
    assert not hand.can_hold(["three", "three"], WAYS)
    assert not hand.can_hold(["two", "three", "two"], WAYS)


def test_the_narrowest_slot_is_used_first() -> None:
    hand = Hidden().with_slot(ANY).with_slot("low").with_slot("two")
    left = hand.shown("two", WAYS)
    assert left is not None
    assert left.slots == {ANY: 1, "low": 1}


def test_two_holdings_put_together_keep_what_is_known_of_both() -> None:
    both = Hidden().with_slot("ace").joined(Hidden().with_slot("ace").with_slot(ANY).fewer(1))
    assert (both.n, both.certain("ace"), both.most("ace", WAYS)) == (2, 1, 2)


def test_cards_that_are_gone_for_sure_leave_no_slot() -> None:
    pile = Hidden().with_slot("ace").with_slot("two", 2).with_slot(ANY)
    assert pile.fewer(2).rid_of(["two"]).slots == {"ace": 1, ANY: 1}
    assert Hidden().with_slot("two").rid_of(["two"]).slots == {ANY: 1}


def test_nothing_is_known_of_cards_counted_anew() -> None:
    assert Hidden().with_slot("ace").unknown(2) == Hidden(2, {ANY: 2})
    assert Hidden().with_slot("ace").unknown(0) == Hidden()
    with pytest.raises(ValueError):
        Hidden().fewer(1)


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(st.lists(st.tuples(st.sampled_from(["seen", "unseen", "shown", "lost"]), st.integers(0, 50)), max_size=25))
def test_the_truth_is_never_ruled_out(acts: list[tuple[str, int]]) -> None:
    truth: list[str] = []
    hand = Hidden()
    for what, at in acts:
        card = CARDS[at % len(CARDS)]
        if what == "seen":
            truth.append(card)
            hand = hand.with_slot(card)
        elif what == "unseen":
            truth.append(card)
            hand = hand.with_slot(ANY if at % 2 or card == "ace" else "low")
        elif truth and what == "shown":
            card = truth.pop(at % len(truth))
            after = hand.shown(card, WAYS)
            assert after is not None
            hand = after
        elif truth:
            truth.pop(at % len(truth))
            hand = hand.fewer(1)
        assert hand.n == len(truth)
        assert hand.can_hold(truth, WAYS)
        assert all(hand.certain(card) <= truth.count(card) <= hand.most(card, WAYS) for card in CARDS)
