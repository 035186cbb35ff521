"""The page of the doctor: it looks without holding the screen up, and what calls for a person comes first."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.text import T
from companion.language import LANGUAGES
from companion.signs import Sign
from tests.kit import inspect
from tests.kit.camera_shots import settle
from tests.kit.desk import Desk, desk
from tests.kit.doctor_shots import showing
from tests.kit.ui import UI

SIZES = ((800, 480), (1280, 720), (720, 1280))


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    ui.resize(800, 480)
    with desk(ui, tmp_path) as opened:
        yield opened
    ui.resize(800, 480)


def said(row: Any) -> list[str]:
    return [words for words, _, _ in row.lines]


def test_it_looks_in_a_thread_and_shows_what_it_found(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    go, asked = threading.Event(), []

    def examine(data: Path, journal: Path, running: Any) -> list[Sign]:
        asked.append((data, journal, running, threading.get_ident()))
        assert go.wait(10)
        return [
            Sign("os", "ok", T("{name}", name="Debian"), area="machine"),
            Sign("touch", "attention", T("No touch panel was found."), T("Check its cable."), area="screen"),
            Sign("journal", "fault", T("The journal is damaged: {detail}", detail="x"), T("Start it."), area="data"),
        ]

    monkeypatch.setattr("companion.ui.screens.doctor.examine", examine)
    table.context.go("doctor")
    table.ui.frames(3)
    assert table.shows("One moment …") and table.screen.again.kind == "off"
    table.tap("Look again")
    assert len(asked) == 1, "one look at a time"
    go.set()
    settle(table, lambda: not table.screen.looking)
    data, journal, running, thread = asked[0]
    assert (data, journal) == (table.app.data, table.app.data / "journal.db")
    assert thread != threading.get_ident()
    assert running.driver == "offscreen" and running.size == (800, 480), "what the running app knows of itself"
    assert table.shows("2 things need a look.")
    assert [said(row) for row in table.screen.rows] == [
        ["Games and settings: Fault", "The journal is damaged: x", "Start it."],
        ["Screen and touch: Look here", "No touch panel was found.", "Check its cable."],
        ["The machine", "Debian"],
    ]
    table.tap("Look again")
    settle(table, lambda: not table.screen.looking)
    assert len(asked) == 2


def test_it_can_be_left_while_it_looks(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    found = [Sign("os", "ok", T("{name}", name="Debian"), area="machine")]
    monkeypatch.setattr("companion.ui.screens.doctor.examine", lambda *_, **__: go.wait(10) and found)
    table.context.go("doctor")
    table.ui.frames(2)
    left = table.screen
    table.context.home()
    table.ui.frames(2)
    home = table.texts()
    go.set()
    settle(table, lambda: not left.looking)
    assert table.screen.name == "home" and table.texts() == home
    assert left.signs == found and left.rows == [], "it is drawn when somebody comes back to it"


def test_a_look_that_fails_altogether_is_said(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> list[Sign]:
        raise RuntimeError("no")

    monkeypatch.setattr("companion.ui.screens.doctor.examine", broken)
    table.context.go("doctor")
    settle(table, lambda: not table.screen.looking)
    assert table.shows("That failed: RuntimeError('no').") and table.screen.rows == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_has_its_place_in_every_size(table: Desk, language: str) -> None:
    table.context.change(language=language)
    for text_size in ("normal", "large"):
        table.context.change(text_size=text_size)
        for width, height in SIZES if text_size == "normal" else SIZES[:1]:
            table.resize(width, height)
            table.context.home()
            showing(sick=True)(table)
            assert inspect.problems() == []
            assert len(table.screen.rows) > 11
            table.screen.list.turn(1000)
            table.ui.frames(2)
            assert table.screen.list.below == 0, "the last row can be read"


def test_the_real_looks_stand_on_the_page(table: Desk) -> None:
    table.context.go("machine")
    table.ui.frames(2)
    table.touch(table.screen.rows["doctor"])
    settle(table, lambda: not table.screen.looking)
    words = [line for row in table.screen.rows for line in said(row)]
    assert "The journal is sound." in words
    assert any("offscreen" in line for line in words), "nobody sees that picture, and it is told"
