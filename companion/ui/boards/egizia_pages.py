"""Which part of the board is near: the river, the page of a building site, or the picker of cards; and the desk."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.game import Choice, Decision, Move
from companion.games.egizia.components import SITES
from companion.games.egizia.moves import Attach, Boost, Place, SellTen, Strengthen, Use
from companion.games.egizia.state import Egizia
from companion.ui.boards import desk
from companion.ui.boards.egizia_sites import SITE_OF_PHASE

RIVER, SITE, PICK = "river", "site", "pick"
ASIDE: tuple[type[Move], ...] = (Strengthen, Use, SellTen, Attach, Boost)
"""Moves that a card allows besides what the seat is asked: they stand in a sheet of their own."""
ASIDE_STAGES = ("ship", "more", "leftover", "feed", "produce", "first", "build")
ON_SITE = ("first", "build", "worth", "whole", "keep", "market", "grave")
"""Stages that are about one building site."""


class Desk(desk.Desk):
    """What the parts of one Egizia screen share.

    sheet: "", "cards" or "seat:COLOUR", what lies over the tableaus. site: the site whose page was opened by hand.
    tab: the monument that is shown where there is room for one. family: the cards of which the picker shows.
    start: the first stop of the reach.
    """

    def __init__(self) -> None:
        super().__init__()
        self.site = self.tab = self.family = ""
        self.start = 0


def page_of(state: Egizia, decision: Decision | None, desk: Desk) -> tuple[str, str]:
    """The kind of page that is near now, and its site."""
    if decision is not None and decision.id in ("reveal", "face") and _picks(decision):
        return PICK, ""
    if desk.site:
        return SITE, desk.site
    site = asked_site(state, decision)
    return (SITE, site) if site else (RIVER, "")


def asked_site(state: Egizia, decision: Decision | None) -> str:
    """The building site that the decision is about, "" for none."""
    stage = decision.id if decision is not None else state.stage
    if stage == "grave":
        return SITES[1]
    return SITE_OF_PHASE.get(state.phase, "") if stage in ON_SITE else ""


def _picks(decision: Decision) -> bool:
    return any(target.startswith(("kind:", "face:")) for choice in decision.choices for target in choice.targets)


def aside(decision: Decision | None) -> tuple[tuple[int, Choice], ...]:
    """The choices of cards that are played besides what is asked, with their numbers."""
    if decision is None or decision.id not in ASIDE_STAGES:
        return ()
    found = tuple((i, choice) for i, choice in enumerate(decision.choices) if _by_card(choice.move))
    return found if len(found) < len(decision.choices) else ()


def _by_card(move: Move) -> bool:
    return isinstance(move, ASIDE) or (isinstance(move, Place) and move.double)


def numbers(choices: Sequence[Choice], say: Callable[..., str]) -> list[tuple[str, str]]:
    """The choices that are a number of cards to draw or keep: target and words."""
    found = []
    for choice in choices:
        target = next((t for t in choice.targets if t.startswith(("draw:", "keep:"))), "")
        if target:
            found.append((target, say(choice.consequence or choice.label)))
    return found
