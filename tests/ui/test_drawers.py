"""Log and rules beside the board, by touch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.help import Help
from companion.games import find_game
from companion.language import Language
from companion.ui import fit, layout
from companion.ui.panels import LogPanel, RulesPanel
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.ui import UI

HELP: Help = find_game("aton").help


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        session = play(opened.context.journal, find_game("aton"), ["red", "blue"], most=30)
        opened.context.session = session
        yield opened


def show(table: Desk, panel: Any, width: float = 260) -> Any:
    layout.place(panel, table.context.frame.rect(540, 94, width, 386))
    table.screen.add_widget(panel)
    table.ui.frames(4)
    return panel


def test_the_log_opens_at_its_newest_line(table: Desk) -> None:
    session = table.context.session
    panel = show(table, LogPanel(session.log(), table.context.say))
    assert len(panel.rows) == len(session.log())
    assert panel.rows[-1].words == table.context.say(session.log()[-1].text)
    assert panel.list.offset == panel.list.reach > 0


def test_a_tapped_line_tells_the_places_it_speaks_of(table: Desk) -> None:
    session = table.context.session
    panel = show(table, LogPanel(session.log(), table.context.say))
    told: list[Any] = []
    panel.bind(on_line=lambda _, targets: told.append(targets))
    k = next(i for i in range(len(panel.rows) - 1, -1, -1) if session.log()[i].targets)
    panel.list.reveal(panel.rows[k])
    table.touch(panel.rows[k])
    assert told == [session.log()[k].targets]
    assert panel.rows[k].chosen


def test_an_empty_log_says_so(table: Desk) -> None:
    show(table, LogPanel((), table.context.say))
    assert table.shows("Nothing has happened yet.")


def test_the_rules_open_at_the_present_step_and_the_way_back_leads_to_all(table: Desk) -> None:
    phase = next(name for name, page in HELP.phases.items() if page.rule)
    panel = show(table, RulesPanel(HELP, table.context.say, phase=phase))
    assert panel.title == HELP.phases[phase].title
    rule = HELP.phases[phase].rule
    panel.list.reveal(panel.rows[("rule", rule)])
    table.touch(panel.rows[("rule", rule)])
    assert panel.title == HELP.rules[rule].title
    closed: list[bool] = []
    panel.bind(on_back=lambda *_: closed.append(True))
    for _ in range(2):
        table.touch(panel.back_button)
        table.ui.wait(0.3)
    assert panel.title == "Rules"
    assert not closed
    table.touch(panel.back_button)
    assert closed == [True]


def test_a_rule_can_be_opened_at_once(table: Desk) -> None:
    rule = next(iter(HELP.rules))
    assert show(table, RulesPanel(HELP, table.context.say, phase="no such", rule=rule)).title == HELP.rules[rule].title


def test_pages_are_reached_by_touch(table: Desk) -> None:
    panel = show(table, RulesPanel(HELP, table.context.say))
    ways = list(panel.rows)
    expected = len(HELP.phases) + len(HELP.rules) + len(HELP.items) + len(HELP.rulings)
    assert len(ways) == expected
    for way in ways[:: len(ways) // 4]:
        panel.list.reveal(panel.rows[way])
        table.touch(panel.rows[way])
        assert panel.trail[-1] == way
        assert inspect.problems(panel) == []
        panel.go_back()
        table.ui.frames(3)


@pytest.mark.parametrize("game", ["aton", "tutankhamen"])
@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_all_pages_fit_the_drawer_in_every_language(table: Desk, game: str, language: str) -> None:
    say = Language(language, {"red": "Anna", "blue": "Bence"}).say
    pages = find_game(game).help
    panel = show(table, RulesPanel(pages, say))
    for way in list(panel.rows):
        panel.open(*way)
        table.ui.frames(1)
        assert [text for row in panel.list.rows for text in fit.overflows(row)] == []
        assert all(row.height >= table.context.frame.px(48) for row in panel.rows.values())
        panel.trail.pop()
