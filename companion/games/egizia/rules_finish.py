"""What is possible in the final scoring: the generator, apart from the validator in `refusals_finish` (spec 7)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import TABLE, Move
from companion.games.egizia.components import MOST_POINTS
from companion.games.egizia.finish import limit, nameable
from companion.games.egizia.moves import Declare, Printed, Reached, Sell
from companion.games.egizia.state import Egizia, Stage


def _sell(s: Egizia) -> list[Move]:
    most = limit(s, s.turn)[2]
    return [Sell(s.turn, n) for n in range(most + 1)]


def _declare(s: Egizia) -> list[Move]:
    return [Declare(s.turn, card) for card in nameable(s)]


def least_printed(s: Egizia) -> int:
    """A card shows at least 1 point; the table by numbers of players may show none."""
    return 0 if s.asked_space.startswith("lastrow_count:") else 1


def _printed(s: Egizia) -> list[Move]:
    return [Printed(TABLE, n) for n in range(least_printed(s), MOST_POINTS + 1)]


def _reached(s: Egizia) -> list[Move]:
    return [Reached(TABLE, True), Reached(TABLE, False)]


GENERATORS: dict[Stage, Callable[[Egizia], list[Move]]] = {
    "sell": _sell, "declare": _declare, "printed": _printed, "reached": _reached,
}  # fmt: skip
