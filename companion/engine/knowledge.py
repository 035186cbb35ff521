"""What can be concluded about cards that nobody sees: how many there are, and what they can and must be.

A `Hidden` holding is bounded from above by slots. A slot is a card that was seen to go in, or a class of cards ("any
character"). The `n` cards that are there are some `n` of the slots. Whatever leaves unseen leaves all slots open, so
nothing that may be true is ever ruled out; a card that nobody can have is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

ANY = "?"
"""The slot of a card that may be any."""
Ways = Mapping[str, Sequence[str]]
"""For each card the slots that can be it, the narrowest first; a wider slot can be all that a narrower one can."""


class Hidden(msgspec.Struct, frozen=True):
    """`n` cards out of `slots` (numbers by slot, none of them 0; together at least `n`; none for no cards)."""

    n: int = 0
    slots: Mapping[str, int] = {}

    @property
    def spare(self) -> int:
        """So many slots are empty, nobody knows which."""
        return sum(self.slots.values()) - self.n

    def certain(self, card: str) -> int:
        """How many of `card` are there whatever happened."""
        return max(self.slots.get(card, 0) - self.spare, 0)

    def most(self, card: str, ways: Ways) -> int:
        """How many of `card` there can be."""
        return min(sum(self.slots.get(slot, 0) for slot in ways[card]), self.n)

    def can_hold(self, cards: Iterable[str], ways: Ways) -> bool:
        """Whether all of `cards` can be there at once."""
        left: Hidden | None = self
        for card in sorted(cards, key=lambda one: len(ways[one])):
            left = left.shown(card, ways) if left is not None else None
        return left is not None

    def with_slot(self, slot: str, n: int = 1) -> Hidden:
        """`n` more cards of a slot."""
        if not n:
            return self
        slots = dict(self.slots)
        slots[slot] = slots.get(slot, 0) + n
        return Hidden(self.n + n, slots)

    def shown(self, card: str, ways: Ways) -> Hidden | None:
        """After one `card` of them is laid open; None if it can't have been there."""
        for slot in ways[card]:
            if slot in self.slots:
                return self._without(slot, 1)
        return None

    def _without(self, slot: str, n: int) -> Hidden:
        if self.n == n:
            return Hidden()
        slots = dict(self.slots)
        slots[slot] -= n
        if not slots[slot]:
            del slots[slot]
        return Hidden(self.n - n, slots)

    def fewer(self, n: int) -> Hidden:
        """After `n` of them left unseen. Raises ValueError for more than there are."""
        if n > self.n:
            raise ValueError(f"{n} cards of {self.n}")
        return Hidden(self.n - n, self.slots) if self.n > n else Hidden()

    def rid_of(self, cards: Iterable[str]) -> Hidden:
        """After every slot of `cards` is known to be empty; the slots that remain must hold the cards."""
        gone = set(cards)
        slots = {slot: n for slot, n in self.slots.items() if slot not in gone}
        missing = self.n - sum(slots.values())
        if missing > 0:
            slots[ANY] = slots.get(ANY, 0) + missing
        return Hidden(self.n, slots) if self.n else Hidden()

    def joined(self, other: Hidden) -> Hidden:
        """Both holdings put together."""
        slots = dict(self.slots)
        for slot, n in other.slots.items():
            slots[slot] = slots.get(slot, 0) + n
        return Hidden(self.n + other.n, slots)

    def unknown(self, n: int | None = None) -> Hidden:
        """So many cards (None: as many as now) of which nothing is known."""
        n = self.n if n is None else n
        return Hidden(n, {ANY: n}) if n else Hidden()
