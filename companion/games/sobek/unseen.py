"""Another truth behind the same game: cards that nobody has seen change places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.engine.draw import Draw
from companion.games.sobek.invented import is_character
from companion.games.sobek.truth import Truth

Place = tuple[list[str], int]


def shuffle_unseen(truth: Truth, draw: Draw, seen: Mapping[str, int]) -> None:
    """Cards that nobody has seen change places with others of the same back, wherever they are.

    `seen`: how many of each card lay on the quay in this round; whoever holds such a card keeps it. The cards of a
    delivery that is being laid stay as they are.
    """
    if truth.ask[0] != "lay":
        _quay(truth, draw)
    loose: dict[str, list[Place]] = {"orange": [], "green": [], "beige": []}
    known = _known(truth, seen)
    for person in truth.people.values():
        for holder in (person.hand, person.pile):
            for at, card in enumerate(holder):
                if is_character(card):
                    loose["orange"].append((holder, at))
                elif known[card] > 0:
                    known[card] -= 1
                elif card.endswith("0") and at < 2 and holder is person.hand:
                    loose["green"].append((holder, at))
    coming = len(truth.coming()) if truth.ask[0] == "lay" else 0
    for at, card in enumerate(truth.deck):
        if at >= coming:
            loose["orange" if is_character(card) else "beige"].append((truth.deck, at))
    for places in loose.values():
        cards = draw.shuffled([holder[at] for holder, at in places])
        for (holder, at), card in zip(places, cards, strict=True):
            holder[at] = card


def _known(truth: Truth, seen: Mapping[str, int]) -> Counter[str]:
    """Goods that lay on the quay and are still in hands and piles."""
    known = Counter(seen)
    for card in truth.quay:
        if card is not None:
            known[card] -= 1
    known.subtract(truth.dropped)
    for person in truth.people.values():
        for row in person.rows:
            known.subtract(row.cards)
        known.subtract(person.laying or [])
    return known


def _quay(truth: Truth, draw: Draw) -> None:
    """Face-down characters on the quay change places with those in the deck."""
    down = [at for at, card in enumerate(truth.quay) if card is not None and is_character(card)]
    deck = [at for at, card in enumerate(truth.deck) if is_character(card)]
    cards = draw.shuffled(
        [card for at in down if (card := truth.quay[at]) is not None] + [truth.deck[at] for at in deck]
    )
    for at in down:
        truth.quay[at] = cards.pop()
    for at in deck:
        truth.deck[at] = cards.pop()
