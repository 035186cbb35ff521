"""The score rows of the panel, with what stands under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.text import T
from companion.ui.table.pieces import Line
from companion.ui.widgets.score_row import ScoreRow

if TYPE_CHECKING:
    from companion.ui.table.panel import Panel


def signed(n: int) -> str:
    """A number with its sign, minus as the true one."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def put_scores(panel: Panel, top: float) -> None:
    """Add the score rows and their legend to a panel, as far as they end above `top`."""
    table = panel.table
    plan, state = table.plan, table.state
    legend = False
    for standing, area in zip(table.game.standings(state), plan.scores, strict=False):
        if area.y + area.h > top + 1:
            continue
        gain = standing.scored_now - standing.points
        shown = standing.points if standing.remaining is None else standing.remaining
        row = ScoreRow(
            seat=standing.seat,
            name=table.name_of(standing.seat),
            score=str(shown).replace("-", "−"),
            note=panel.say(standing.note) if standing.note else "",
            gain=signed(gain) if gain else "",
            loss=gain < 0,
            share=max(standing.points, 0) / standing.goal if standing.goal else -1,
            tick=min(max(standing.scored_now, 0) / standing.goal, 1) if standing.goal else -1,
            active=standing.seat in table.decision.seats,
        )
        panel.put(row, area)
        legend = legend or bool(gain)
    notes = table.board_def.notes(state)
    if plan.legend is not None and plan.legend.y + plan.legend.h <= top + 1 and (legend or notes):
        text, colour = (panel.say(notes[0].text), "warn") if notes else (panel.say(T("+ if scored now")), "good")
        panel.put(Line(text=text, colour=colour, align="right"), plan.legend)
