"""Who holds the hidden truth of a simulated game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.event import Event
from companion.engine.move import Move

if TYPE_CHECKING:
    from companion.engine.game import Setup


class Dealer(ABC):
    """Holds the hidden truth of a simulated game and tells the engine only what a table would."""

    setup: Setup

    @abstractmethod
    def choose(self, state: Any) -> Move:
        """A truthful move for the decision of `state`, drawn at random where people would choose."""

    @abstractmethod
    def witness(self, move: Move, before: Any, after: Any, events: Sequence[Event]) -> list[str]:
        """Compare what the engine did with the truth; the differences in words (empty: none)."""

    @abstractmethod
    def verdict(self, state: Any) -> list[str]:
        """After the end: compare points, winners and components with the oracle; the differences in words."""

    def twin(self, state: Any) -> Dealer | None:
        """A copy of this dealer at `state` with another hidden truth that would have told every move so far the same.

        It draws the same choices from here on. None: nothing that is hidden can be otherwise now. The generic suite
        plays both on and holds all that is public against each other until a move tells the difference.
        """
        return None
