"""What one seat chooses or sees alone: the panel while it is covered, and the way to the covered screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.errors import InputError
from companion.engine.game import Decision, IllegalMove, Move
from companion.engine.text import T, seat
from companion.table.errors import JournalError, StaleMove, UndoRefused
from companion.ui import fit
from companion.ui.table.secrets import covered, secrets_of
from companion.ui.table.trouble import TroublePanel

if TYPE_CHECKING:
    from companion.table.session import Accepted
    from companion.ui.screens.table import TableScreen
    from companion.ui.table.decide import DecidePanel

KEY = 56


def public(decision: Decision, decode: Any) -> Decision:
    """The decision as the Table screen may show it: what is chosen in private is neither lit nor listed."""
    if not covered(decision, decode):
        return decision
    return msgspec.structs.replace(decision, choices=(), forms=(), chance=False, forced=False)


def is_covered(table: TableScreen) -> bool:
    """Whether the decision at hand is answered on the covered screen."""
    return covered(table.session.decision, table.game.decode_move)


def look(table: TableScreen, pressed: str = "") -> None:
    """Open the covered screen for the seat that decides; what it chooses is played. `pressed`: its button is down."""
    table.turn_again()
    who = table.session.decision.seats[0]
    done, shown = (lambda move: _chosen(table, who, move)), _shown(table, who)
    table.context.go("privacy", who=who, done=done, pressed=pressed, **shown)


def _shown(table: TableScreen, who: str) -> dict[str, Any]:
    """What the covered screen shows of the decision at hand."""
    decision = table.session.decision
    return {
        "prompt": decision.prompt,
        "choices": secrets_of(decision, table.game.decode_move),
        "lines": table.game.own_view(table.session.state, who),
        "take_back": _taker(table, who),
    }


def _chosen(table: TableScreen, who: str, move: Move) -> None:
    """Play what was chosen. Where the same seat has more to choose, and nothing is to be told, it goes on looking."""
    before, known, screen = table.decision, table.session.learned, table.context.screen
    try:
        accepted = table.session.play(move, expected=table.session.n + 1)
    except (IllegalMove, StaleMove, JournalError, InputError) as error:
        failed = error
        table.context.back()
        table.accept(lambda: _raise(failed))
        return
    told = any(event.show or event.scoring is not None for event in accepted.events)
    decision = table.session.decision
    if not told and is_covered(table) and tuple(decision.seats) == (who,) and table.session.learned == known:
        screen.go_on(**_shown(table, who))
        return
    table.context.back()
    table.took(accepted, before, known)


def _raise(error: Exception) -> Accepted:
    raise error


def _taker(table: TableScreen, who: str) -> Callable[[], None] | None:
    """Takes the last choice back, if the same seat made it on this screen and it may simply be taken back."""
    session = table.session
    if not session.lines or session.lines[-1].move.by != who or session.undo_refused() is not None:
        return None
    if not table.game.decision(session.views[-2]).private:
        return None
    return lambda: _take_back(table, who)


def _take_back(table: TableScreen, who: str) -> None:
    screen = table.context.screen
    try:
        table.session.undo()
    except (UndoRefused, JournalError) as error:
        table.context.back()
        table.open(TroublePanel(table, error.text))
        return
    screen.go_on(**_shown(table, who))


BESIDE_THE_WORDS = 50
"""The eye on a key, and its margins."""


def look_at_own(table: TableScreen, who: str, pressed: str = "") -> None:
    """Open the covered screen with what only `who` may see of its own things. `pressed`: its button is down."""
    lines = table.game.own_view(table.session.state, who)
    table.turn_again()
    table.close_panel()
    table.context.go("privacy", who=who, prompt=T("What only you may see."), lines=lines, pressed=pressed)


def build(panel: DecidePanel) -> None:
    """The panel while it is covered: whose turn to look, and the button that opens it."""
    who = panel.table.session.decision.seats[0]
    block = panel.alone(KEY)
    words = panel.say(T("{who}: look and choose", who=seat(who)))
    if not fit.largest(words, (18, 16), True, block.w - BESIDE_THE_WORDS, 2, panel.table.frame).fits:
        # The headline names the seat; a narrow key leaves the name to it.
        words = panel.say(T("Look and choose"))
    panel.button(block, words, lambda: look(panel.table), "primary", icon="eye", wraps=True)
