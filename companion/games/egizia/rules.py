"""What is possible: the generators of every room in one table (spec egizia 4, 5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.game import Move
from companion.games.egizia import rules_finish, rules_river, rules_sites
from companion.games.egizia.state import Egizia, Stage

GENERATORS: dict[Stage, Callable[[Egizia], list[Move]]] = {
    **rules_river.GENERATORS,
    **rules_sites.GENERATORS,
    **rules_finish.GENERATORS,
}


def legal_moves(s: Egizia) -> Sequence[Move]:
    """Every move that answers the decision; empty at the end."""
    return () if s.end else GENERATORS[s.stage](s)
