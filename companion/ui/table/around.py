"""What stands around board and panel: the phase bar and the tools, and what each tool does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.text import T, Text, seat
from companion.ui import fit
from companion.ui.table import undoing
from companion.ui.table.decide import DecidePanel
from companion.ui.table.drawers import LogDrawer
from companion.ui.table.panel import Heading, WhyPanel
from companion.ui.widgets.headline import Headline
from companion.ui.widgets.phase_bar import Step
from companion.ui.widgets.tools import Tool

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen


SHORTER = (fit.NAME_LETTERS - 3, 7, 5)
"""How long names may be in the headline: all of them get shorter before one of them is lost."""


def headline(table: TableScreen) -> Headline:
    """The band at the top of the table, in its place."""
    made = Headline(tag=table.tag)
    made.bind(
        on_menu=lambda _: table.open_menu(),
        on_seat_tap=lambda _: table.open_seats(),
        on_turn=lambda _: turn_to_seat(table),
        on_clock=lambda _: table.clock.tapped(),
    )
    table.put(made, 0, 0, table.frame.w, 96 if table.frame.portrait else 64)
    return made


def show_heading(table: TableScreen) -> None:
    """What the panel says at the top, else the decision."""
    heading = table.panel.heading() or DecidePanel(table).heading() or Heading("")
    table.headline.sentence, table.headline.seat = headline_words(table, heading.sentence), heading.seat
    table.headline.refusal, table.headline.sign = heading.refusal, heading.sign
    table.headline.open_facts = bool(table.session.unverified)


def headline_words(table: TableScreen, sentence: Text | str) -> str:
    """`sentence` as the headline can show it whole; names are only as short as that takes."""
    context, seats = table.context, table.session.header.seats
    words = table.say(sentence)
    for letters in SHORTER:
        if table.headline.fitted(words).fits:
            break
        words = context.say(sentence, context.shown_names(seats, letters))
    return words


def show_phases(table: TableScreen) -> None:
    """Where in the round the game is, and where the selected choice would lead."""
    label, phases = table.game.phases(table.state)
    now = next((i for i, phase in enumerate(phases) if phase.status == "now"), len(phases))
    chosen = table.panel.selected if isinstance(table.panel, DecidePanel) else ()
    ahead = table.board_def.follows(table.state, chosen) if chosen else frozenset()
    steps = [Step(table.say(phase.title), phase.seat or "", phase.id in ahead) for phase in phases]
    word = ""
    # A step that is a seat's own bears its name already.
    if now < len(phases) and phases[now].seat and phases[now].seat != phases[now].id:
        acting = seat(phases[now].seat or "")
        word = table.say(T("{who}: {what}", who=acting, what=phases[now].title))
    table.phase_bar.set(table.say(label), steps, now, word)


def show_tools(table: TableScreen) -> None:
    """Undo, log, why and rules."""
    opened = table.panel.open_tool
    table.tools.set(
        (
            Tool("undo", "undo", table.say(T("Undo")), enabled=table.session.n > 0, holdable=True),
            Tool("log", "log", table.say(T("Log")), on=opened == "log"),
            Tool("why", "why", table.say(T("Why?")), on=opened == "why"),
            Tool("rules", "rules", table.say(T("Rules")), on=opened == "rules"),
        )
    )
    table.put(table.tools, *table.tools_area)


def use(table: TableScreen, tool: str) -> None:
    """A tool was tapped: undo, or what it opens; a second tap closes that."""
    if tool == "undo":
        table.undo()
    elif table.panel.open_tool == tool:
        table.dismiss()
    elif tool == "log":
        table.open(LogDrawer(table))
    elif tool == "why":
        table.open(WhyPanel(table))
    else:
        table.open_rules()


def hold(table: TableScreen, tool: str) -> None:
    """A tool was held: undo is the one that means more then."""
    if tool == "undo":
        undoing.undo_together(table)


def turn_to_seat(table: TableScreen) -> None:
    """Turn the picture to the seat that the headline names."""
    if table.headline.seat:
        table.context.face(table.headline.seat, wished=True)
