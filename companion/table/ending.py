"""What is told of a game that has ended, for lists and statistics: ranking, reason, who began, parts of the points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.engine.game import Game, Outcome, State
from companion.table.log import Step
from companion.table.summary import Stored

TOLD = 1
"""Version of what is told; an older summary is made again by replay."""


def tell(stored: Stored, game: Game[Any], first: State, steps: Sequence[Step], outcome: Outcome) -> Stored:
    """`stored` with all that is told of the game that began at `first` and went by `steps` to `outcome`."""
    return msgspec.structs.replace(stored, told=TOLD, ranking=outcome.ranking, reason=outcome.reason)
