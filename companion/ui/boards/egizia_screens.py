"""The pages of the Egizia board: the feeding screen, and where the seat to move can go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Decision, Move
from companion.engine.text import T
from companion.ui.boards.base import Page, PageView

FEEDING = Page("feeding", T("Feeding forecast"))
WHERE = Page("where", T("Where can I go?"))
FORECAST_PHASES = ("ships", "leftover", "feed")
PLACING = ("ship", "more")


def pages(state: Any) -> tuple[Page, ...]:
    """The pages that can be opened now."""
    found = (FEEDING,) if state.phase in FORECAST_PHASES else ()
    return (*found, WHERE) if state.stage in PLACING else found


def page_of(state: Any, decision: Decision) -> str:
    """The feeding screen opens by itself when it is time to feed."""
    return FEEDING.id if state.stage in ("feeding", "feed") else ""


def page(context: Any, wanted: str, act: Callable[[Move], None], close: Callable[[], None]) -> PageView | None:
    """The content of a page; None for one that the board does not have."""
    if wanted == FEEDING.id:
        from companion.ui.boards.egizia_feeding import FeedingView

        return FeedingView(context, act, close)
    if wanted == WHERE.id:
        from companion.ui.boards.egizia_where import WhereView

        return WhereView(context, act, close)
    return None
