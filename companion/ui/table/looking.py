"""What one seat chooses or sees alone: the panel while it is covered, and the way to the covered screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.game import Decision
from companion.engine.text import T, seat
from companion.ui.table.secrets import covered, secrets_of

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen
    from companion.ui.table.decide import DecidePanel

KEY = 56


def public(decision: Decision, decode: Any) -> Decision:
    """The decision as the Table screen may show it: what is chosen in private is neither lit nor listed."""
    if not decision.private or not covered(decision, decode):
        return decision
    return msgspec.structs.replace(decision, choices=(), forms=(), chance=False, forced=False)


def is_covered(table: TableScreen) -> bool:
    """Whether the decision at hand is answered on the covered screen."""
    return covered(table.session.decision, table.game.decode_move)


def look(table: TableScreen) -> None:
    """Open the covered screen for the seat that decides; what it chooses is played."""
    decision = table.session.decision
    who = decision.seats[0]

    def done(move: Any) -> None:
        table.context.back()
        table.play(move)

    table.turn_again()
    table.context.go(
        "privacy", who=who, prompt=decision.prompt, choices=secrets_of(decision, table.game.decode_move), done=done
    )


def look_at_own(table: TableScreen, who: str) -> None:
    """Open the covered screen with what only `who` may see of its own things."""
    lines = table.game.own_view(table.session.state, who)
    table.turn_again()
    table.close_panel()
    table.context.go("privacy", who=who, prompt=T("What only you may see."), lines=lines)


def build(panel: DecidePanel) -> None:
    """The panel while it is covered: whose turn to look, and the button that opens it."""
    who = panel.table.session.decision.seats[0]
    words = panel.say(T("{who}: look and choose", who=seat(who)))
    block = panel.alone(KEY)
    panel.button(block, words, lambda: look(panel.table), "primary", icon="eye", wraps=True)
