"""The score rows of the panel, with what stands under them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.engine.text import T
from companion.ui import fit
from companion.ui.boards.base import Area
from companion.ui.table.pieces import Line
from companion.ui.widgets.score_row import ScoreRow

if TYPE_CHECKING:
    from companion.ui.table.panel import Panel


def signed(n: int) -> str:
    """A number with its sign, minus as the true one."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


LEAST = 43
"""The lowest score row."""


def _rows(areas: Sequence[Area], top: float) -> tuple[Area, ...]:
    """The areas of the rows, lower where they would else not all end above `top`: half a score strip misleads."""
    if not areas or areas[-1].y + areas[-1].h <= top + 1 or areas[0].y == areas[-1].y:
        return tuple(areas)
    pitch = (top - areas[0].y) / len(areas)
    if pitch - 4 < LEAST:
        return tuple(areas)
    return tuple(area._replace(y=areas[0].y + pitch * i, h=pitch - 4) for i, area in enumerate(areas))


def put_scores(panel: Panel, top: float) -> None:
    """Add the score rows and their legend to a panel, as far as they end above `top`."""
    table = panel.table
    plan, state = table.plan, table.state
    legend = False
    for standing, area in zip(table.game.standings(state), _rows(plan.scores, top), strict=False):
        if area.y + area.h > top + 1:
            continue
        gain = standing.scored_now - standing.points
        shown = standing.points if standing.remaining is None else standing.remaining
        own = table.board_def.row_note(state, standing.seat)
        tall = area.h >= 56
        words = [panel.say(text) for text in (standing.note, own) if text is not None]
        if gain and not tall:
            words.append(signed(gain))
        row = ScoreRow(
            seat=standing.seat,
            name=table.name_of(standing.seat),
            score=str(shown).replace("-", "−"),
            note=" · ".join(words),
            gain=signed(gain) if gain and tall else "",
            loss=gain < 0,
            share=max(standing.points, 0) / standing.goal if standing.goal and tall else -1,
            tick=min(max(standing.scored_now, 0) / standing.goal, 1) if standing.goal and tall else -1,
            active=standing.seat in table.decision.seats,
        )
        row.bind(on_release=lambda _: table.open_seats())
        panel.put(row, area)
        legend = legend or bool(gain)
    if plan.legend is None or plan.legend.y + plan.legend.h > top + 1:
        return
    short = [panel.say(note.text) for note in table.board_def.notes(state)]
    fitting = [words for words in short if fit.measure(words, "small", table.frame) <= plan.legend.w]
    if fitting:
        panel.put(Line(text=fitting[0], colour="warn", align="right"), plan.legend)
    elif legend:
        panel.put(Line(text=panel.say(T("+ if scored now")), colour="good", align="right"), plan.legend)
