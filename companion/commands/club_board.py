"""The club's board as text: a table of all tables and the standings, once or as long as one looks."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click
import msgspec
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table as Drawn
from rich.text import Text as Styled

from companion.club.board import CLOCK, NO_GAME, NO_TABLE, STATUS, Evening, Table, notes
from companion.club.collector import Collector
from companion.club.messages import State, in_language
from companion.club.standings import amount
from companion.club.way import Way
from companion.commands.common import Failed, cell, language, paper, say_json
from companion.engine.text import T, Text
from companion.language import MINUS, Language

LOOK_S = 0.1
PATIENCE_S = 12.0
"""So long a first connection is waited for."""
HUSH_S = 0.4
"""When nothing new came for so long, all that the broker keeps has come; over a slow network it may take longer."""


@contextmanager
def _listening(way: Way) -> Iterator[Collector]:
    collector = Collector(way)
    try:
        yield collector
    finally:
        collector.stop()


def _settle(collector: Collector) -> None:
    """Wait until all that the broker keeps has come. Raises Failed where there is no connection."""
    _gather(collector)
    if collector.answered_s is None or collector.trouble is not None:
        raise Failed(collector.trouble or T("The broker has not answered yet. Try again."))


def _gather(collector: Collector) -> None:
    """Wait until all that the broker keeps has come, or it can't be reached."""
    until = time.monotonic() + PATIENCE_S
    while collector.state != "lost" and collector.answered_s is None and time.monotonic() < until:
        time.sleep(LOOK_S / 10)
    if collector.answered_s is None:
        return
    hush_s = max(HUSH_S, 2 * collector.answered_s)
    seen, since = collector.changed, time.monotonic()
    while time.monotonic() - since < hush_s and time.monotonic() < until + hush_s:
        time.sleep(LOOK_S / 10)
        if collector.changed != seen:
            seen, since = collector.changed, time.monotonic()


def show_once(way: Way, as_json: bool) -> None:
    """Print what the broker knows now. Raises Failed where it can't be reached."""
    with _listening(way) as collector:
        _settle(collector)
        evening = collector.evening()
        if as_json:
            say_json(as_plain(evening, way.club, None))
        else:
            paper().print(drawn(evening, way.club, None, language()))


def follow(way: Way, as_json: bool) -> None:
    """Show the board until it is stopped (Ctrl-C)."""
    console, said = paper(), language()
    with suppress(KeyboardInterrupt), _listening(way) as collector:
        if as_json:
            for evening, trouble in _changes(collector):
                told = said.say(trouble) if trouble else None
                click.echo(json.dumps(as_plain(evening, way.club, told)))
        elif not console.is_terminal:
            for evening, trouble in _changes(collector):
                console.print(drawn(evening, way.club, trouble, said))
        else:
            with Live(console=console, auto_refresh=False, screen=True) as live:
                for evening, trouble in _changes(collector):
                    live.update(drawn(evening, way.club, trouble, said), refresh=True)


def _changes(collector: Collector) -> Iterator[tuple[Evening, Text | None]]:
    """The board whenever something has changed, and once a minute: an evening ends by the clock alone."""
    _gather(collector)
    shown: tuple[Any, ...] = ()
    while True:
        now = (collector.changed, collector.state, collector.trouble, int(time.monotonic()) // 60)
        if now != shown and collector.state != "starting":
            shown = now
            yield collector.evening(), collector.trouble
        time.sleep(LOOK_S)


def as_plain(evening: Evening, club: str, trouble: str | None) -> dict[str, Any]:
    """The board as plain objects."""
    said = language()
    return {
        "club": club,
        "trouble": trouble,
        "tables": [
            {
                "table": table.id,
                "name": table.name,
                "online": table.online,
                "speaks": table.speaks,
                "told": said.say(table.told) if table.told else None,
                "clock_off_s": table.clock_off_s,
                "state": msgspec.to_builtins(table.state),
                "games": msgspec.to_builtins(table.games),
            }
            for table in evening.tables
        ],
        "standings": [
            {
                "place": row.place,
                "tied": row.tied,
                "name": row.name,
                "games": row.games,
                "wins": amount(row.wins),
                "points": amount(row.points),
            }
            for row in evening.standings.rows
        ],
        "games": evening.standings.games,
        "left_out": evening.left_out,
    }


def drawn(evening: Evening, club: str, trouble: Text | None, said: Language) -> RenderableType:
    """The board as tables for a terminal."""
    parts: list[RenderableType] = [cell(said.say(T("Club “{club}”", club=club)), "bold")]
    if trouble is not None:
        parts.append(cell(said.say(trouble), "red"))
    parts.append(_tables(evening, said))
    parts += [Styled(""), _standings(evening, said)]
    parts += [cell(said.say(note), "yellow") for note in notes(evening.standings, evening.left_out)]
    return Group(*parts)


def _tables(evening: Evening, said: Language) -> RenderableType:
    if not evening.tables:
        return cell(said.say(NO_TABLE))
    drawn = Drawn(box=None, pad_edge=False)
    for title in (T("Table"), T("Game"), T("Round"), T("Whose turn"), T("Points"), T("How it stands")):
        drawn.add_column(cell(said.say(title), "bold"), overflow="fold")
    for table in evening.tables:
        drawn.add_row(*_row(table, said), style="" if table.online else "dim")
    return drawn


def _row(table: Table, said: Language) -> list[Styled]:
    state = table.state or State()
    standing = said.say(STATUS[state.status]) if table.state is not None else "–"
    if state.status == "finished":
        standing = in_language(state.result, said.code) or standing
    elif state.status == "playing":
        standing = in_language(state.prompt, said.code) or standing
    if state.practice:
        standing = said.say(T("{what} (practice)", what=standing))
    if table.clock_off_s:
        standing = f"{standing} · {said.say(CLOCK)}"
    if not table.online:
        standing = said.say(T("not there · {what}", what=standing))
    if table.speaks is not None:
        standing = said.say(T("speaks another version ({version})", version=table.speaks))
    elif table.told is not None:
        standing = said.say(table.told)
    points = ", ".join(
        f"{seat.name} {_number(seat.points if seat.left is None else seat.left)}" for seat in state.seats
    )
    words = (table.label, state.title, in_language(state.round, said.code), state.turn_names, points, standing)
    return [cell(word) for word in words]


def _number(value: int) -> str:
    return str(value).replace("-", MINUS)


def _standings(evening: Evening, said: Language) -> RenderableType:
    if not evening.standings.rows:
        return cell(said.say(NO_GAME))
    drawn = Drawn(box=None, pad_edge=False)
    for title in (T("Rank"), T("Player"), T("Games"), T("Wins"), T("Points")):
        drawn.add_column(cell(said.say(title), "bold"), overflow="fold")
    for row in evening.standings.rows:
        place = f"{row.place} =" if row.tied else str(row.place)
        words = (place, row.name, str(row.games), amount(row.wins), amount(row.points))
        drawn.add_row(*(cell(word) for word in words))
    return drawn
