"""A voice for the club without a network: it keeps what it was told."""

from __future__ import annotations

from typing import Any

from companion.club.messages import Finished, State
from companion.engine.text import Text


class SpareVoice:
    """Stands where the club's publisher stands in the app; a test changes `state` and `trouble`."""

    def __init__(self, state: str = "ready", trouble: Text | None = None) -> None:
        self.state = state
        self.trouble = trouble
        self.told: list[State] = []
        self.games: list[tuple[Finished, ...]] = []
        self.stopped = False
        self.waited_s: float | None = None

    def tell(self, state: State) -> None:
        if not self.told or state != self.told[-1]:
            self.told.append(state)

    def results(self, games: Any) -> None:
        if not self.games or tuple(games) != self.games[-1]:
            self.games.append(tuple(games))

    def stop(self, wait_s: float) -> None:
        self.stopped, self.waited_s = True, wait_s
