"""What the table can know about the cards, and when it doubts them (worked example G48)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.aton import GAME
from companion.games.aton.cards import Cards, before_tie, discard_row, draw_hand, throw_hand, tie_draw, turn_up
from companion.games.aton.layout import facts_of
from companion.games.aton.position import AtonState
from tests.games.aton.scene import do, rows, table, tell

FACTS = facts_of(GAME.box)
NINE_HANDS = [(1, 1, 1, 1), (1, 1, 1, 1), (1, 2, 2, 2), (2, 2, 2, 2), (2, 2, 3, 3), (3, 3, 3, 3), (3, 3, 3, 4)]
NINE_HANDS += [(4, 4, 4, 4), (4, 4, 4, 4)]


def hand_after_hand(hands: Sequence[tuple[int, ...]], eager: bool = False, cards: Cards | None = None) -> Cards:
    """Draw, show and discard one hand after the other."""
    cards = cards or Cards(pile=36)
    for hand in hands:
        cards = discard_row(turn_up(draw_hand(cards, FACTS, eager), FACTS, hand))
    return cards


def test_nine_hands_show_nine_of_each() -> None:
    cards = hand_after_hand(NINE_HANDS)
    assert cards.seen == (9, 9, 9, 9) and cards.doubtful == () and cards.pile == 0


def test_a_tenth_four_is_doubted() -> None:
    hands = [(4, 4, 4, 4), (4, 4, 4, 4), (1, 2, 3, 4)]
    assert hand_after_hand(hands).doubtful == ()
    assert hand_after_hand([*hands, (1, 2, 3, 4)]).doubtful == (4,)


def test_ten_ones_and_eight_twos_are_doubted() -> None:
    hands = [*NINE_HANDS[:2], (1, 1, 2, 2), *NINE_HANDS[3:]]
    assert sum(hand.count(1) for hand in hands) == 10 and sum(hand.count(2) for hand in hands) == 8
    assert hand_after_hand(hands).doubtful == (1,)


def test_four_ones_missing_are_explained_by_an_exchange_that_nobody_saw() -> None:
    seen = [hand for hand in NINE_HANDS if hand != (1, 1, 1, 1)]
    cards = draw_hand(Cards(pile=36), FACTS, False)
    cards = draw_hand(throw_hand(cards, FACTS, None), FACTS, False)
    cards = discard_row(turn_up(cards, FACTS, (1, 1, 1, 1)))
    cards = hand_after_hand(seen, cards=cards)
    assert cards.seen == (5, 9, 9, 9) and cards.unseen == 4 and cards.pile == 0 and cards.doubtful == ()


def test_a_new_pile_starts_the_count_again() -> None:
    cards = hand_after_hand([*NINE_HANDS, (4, 4, 4, 4)])
    assert cards.seen == (0, 0, 0, 4) and cards.doubtful == () and cards.shuffles == 1


def test_a_tie_draw_card_is_not_extra_but_comes_again() -> None:
    cards = hand_after_hand([(4, 4, 4, 4), (4, 4, 4, 4)])
    cards = tie_draw(cards, FACTS, 4)
    assert cards.under == (4,) and cards.doubtful == ()
    assert turn_up(draw_hand(cards, FACTS, False), FACTS, (1, 2, 3, 4)).doubtful == (4,)


def test_a_pile_of_32_lacks_the_row_that_lay_on_the_table() -> None:
    cards = hand_after_hand(NINE_HANDS[:8])
    cards = turn_up(draw_hand(cards, FACTS, False), FACTS, (4, 4, 4, 4))
    cards = before_tie(cards, (4, 4, 4, 4))
    assert (cards.pile, cards.out) == (32, (0, 0, 0, 4))
    cards = discard_row(tie_draw(cards, FACTS, 1))
    cards = hand_after_hand([(4, 4, 4, 4)], cards=cards)
    assert cards.doubtful == ()
    assert hand_after_hand([(4, 4, 3, 3)], cards=cards).doubtful == (4,)


def test_an_eager_pile_of_32_lacks_the_hand_and_allows_four_cards_nobody_saw() -> None:
    shown = draw_hand(hand_after_hand(NINE_HANDS[:8], eager=True), FACTS, True)
    assert (shown.pile, shown.discard, shown.unseen) == (32, 0, 4)
    thrown = draw_hand(throw_hand(shown, FACTS, None), FACTS, True)
    assert (thrown.pile, thrown.unseen, thrown.out) == (28, 4, (0, 0, 0, 0))
    shown = turn_up(shown, FACTS, (4, 4, 4, 4))
    assert (shown.unseen, shown.out, shown.doubtful) == (0, (0, 0, 0, 4), ())


def test_a_hand_counts_for_the_pile_it_was_drawn_from_even_if_a_shuffle_came_between() -> None:
    cards = draw_hand(hand_after_hand(NINE_HANDS[:8], eager=True), FACTS, True)
    assert turn_up(cards, FACTS, (4, 4, 4, 3)).doubtful == (3,)


def test_a_doubt_is_told_once_and_stays_a_warning() -> None:
    state = table(options={"show_card_counts": "on"})
    told: list[str] = []
    for _ in range(4):
        state, events = tell(state, *rows([4, 2, 4, 4], [4, 3, 4, 3]))
        told += [event.kind for event in events if event.kind == "warning"]
        state = finish_round(state)
    # Twelve 4s of Red and eight of Blue were read; a deck has nine.
    assert told == ["warning"]
    fault = next(fault for fault in GAME.audit(state) if fault.code == "W_CARD_COUNT")
    assert fault.warning and "cartouche:red:1" in fault.targets


def finish_round(state: AtonState) -> AtonState:
    """Counters anywhere, until cards are due again."""
    while state.phase in ("remove", "place"):
        state = do(state, GAME.legal_moves(state)[-1])
    return state


def test_an_exchange_in_the_ninth_round_is_shuffled_with_the_thrown_cards() -> None:
    state = table(round=9, cards={"pile": 0, "discard": 32, "hand": 4})
    state = do(state, {"move": "exchange", "by": "red"})
    red = state.sides[0].cards
    assert (red.pile, red.discard, red.hand) == (32, 0, 4)
