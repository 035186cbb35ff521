"""Why nothing comes of a tap or a move, in the words of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.game import Refusal
from companion.engine.text import T, Text
from companion.ui.table import asking

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen


def at(table: TableScreen, target: str) -> Refusal | None:
    """Why a place that is not lit can't be chosen; None if the rules have no word for it."""
    move = table.board_def.attempt(table.state, table.decision, target) or asking.attempt(table.decision, target)
    return None if move is None else table.game.refuse(table.state, move)


def words(table: TableScreen, refusal: Refusal | None) -> Text:
    """A refusal in words."""
    if refusal is None:
        return T("This place has no part in the step that is due now. {step}", step=table.decision.prompt)
    return table.game.say_refusal(refusal)


def rule(table: TableScreen, refusal: Refusal | None) -> str:
    """The rule page behind a refusal, or that of the decision."""
    if refusal is not None and refusal.code in table.game.help.refusals:
        return table.game.rule_behind(refusal)
    page = table.game.help.phases.get(table.decision.rule or table.decision.id)
    return page.rule if page is not None else ""
