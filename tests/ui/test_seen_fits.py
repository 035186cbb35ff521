"""What the camera saw fits the screen in every language: nothing is cut, covered or too small to touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from companion.engine.sight import Seen
from companion.engine.text import T
from companion.games import find_game
from companion.games.aton import GAME
from companion.games.aton.moves import Place, Ready, Reveal
from companion.table.judging import judge
from companion.ui.picture_row import PictureRow
from companion.ui.table.follow_panel import FollowPanel
from companion.ui.table.seen import Look, upright
from companion.ui.table.seen_asking import QuestionPanel
from companion.ui.table.seen_panels import LookingPanel, ManyPanel, NotSeenPanel, SeveralPanel, panel_of
from tests.kit import inspect
from tests.kit.aton_games import SEATS
from tests.kit.fake_eye import FakeEye, sighted
from tests.kit.readings import changed, doubted, reading_of
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

SHOWN = (Ready("blue"), Ready("red"), Reveal("blue", (2, 3, 3, 2)), Reveal("red", (4, 1, 4, 1)))
MOVES = (Place("red", "2.06"), Place("blue", "3.03"), Place("blue", "3.02"))


def panels(table: Sitting) -> Iterator[tuple[str, Any]]:
    """Every panel, by name."""
    screen, state = table.screen, table.session.state
    same = reading_of(GAME, state)
    after = state
    for move in MOVES:
        after = GAME.play(after, move).state

    def judged(reading: Any) -> tuple[Look, Any]:
        look = Look(screen)
        look.sighted = sighted(reading)
        look.judged = judge(GAME, state, look.reading, table.session.box)
        return look, panel_of(look, look.judged)

    look, panel = judged(same)
    screen.misread.update({"space:2.06": 2})
    yield "looking", LookingPanel(look)
    yield "not seen", NotSeenPanel(look, T("The camera is not ready yet. Wait a little."))
    yield "same", panel
    yield "way", judged(reading_of(GAME, after))[1]
    doubtful = doubted(reading_of(GAME, after), ("space:3.02", "space:2.06"), "red")
    yield "leaning", judged(doubtful)[1]
    foreign = changed(same, Seen("space:1.05", "blue", 0.999, True), Seen("dead:2", "blue", 0.999, True))
    yield "foreign", judged(doubted(foreign, ("space:4.01",)))[1]
    asked = QuestionPanel(look, ("cartouche:blue:2", "space:2.06"))
    yield "question", asked
    listed = QuestionPanel(look, ("cartouche:blue:2",))
    listed.all = True
    yield "all that may lie there", listed
    yield "many", ManyPanel(look, tuple(f"space:1.{n:02}" for n in range(1, 10)))
    yield "follow", FollowPanel(screen)


@pytest.mark.parametrize("code", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_every_panel_fits(table: Sitting, size: tuple[int, int], code: str) -> None:
    table.ui.resize(*size)
    table.start(GAME, SEATS, SHOWN, seed="B-2")
    table.settle()
    FakeEye(table.context)
    table.context.change(language=code)
    table.ui.frames(2)
    wrong: list[str] = []
    for name, panel in panels(table):
        table.screen.open(panel)
        table.ui.frames(2)
        wrong += [f"{name}: {problem}" for problem in inspect.problems()]
    assert wrong == []


def test_several_ways_are_told_move_by_move(table: Sitting) -> None:
    table.start(GAME, SEATS, SHOWN, seed="B-2")
    table.settle()
    FakeEye(table.context)
    look = Look(table.screen)
    after = table.session.state
    for move in MOVES:
        after = GAME.play(after, move).state
    look.sighted = sighted(doubted(reading_of(GAME, after), ("space:3.02", "space:2.06"), "red"))
    look.judged = judge(GAME, look.state, look.reading, table.session.box)
    panel = panel_of(look, look.judged)
    assert isinstance(panel, SeveralPanel)
    table.screen.open(panel)
    table.ui.frames(2)
    assert all(len(way.words) == 1 + row.detail.count("\n") + bool(row.detail)
               for way, row in zip(panel.found.ways, panel.rows, strict=False))  # fmt: skip
    assert inspect.problems() == []


def test_a_card_that_lies_sideways_is_shown_upright() -> None:
    plan = GAME.sight.plan(GAME.box)  # type: ignore[union-attr]
    picture = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
    assert plan.spot("cartouche:red:1").turned == 1  # type: ignore[union-attr]
    assert np.array_equal(upright(picture, plan, "cartouche:red:1"), np.rot90(picture))
    assert np.array_equal(upright(picture, plan, "cartouche:blue:1"), np.rot90(picture, 3))
    assert upright(picture, plan, "space:1.01") is picture and upright(None, plan, "cartouche:red:1") is None


def test_a_low_panel_has_its_keys_in_one_row(table: Sitting) -> None:
    sobek = find_game("sobek")
    table.start(sobek, ("red", "blue"))
    table.settle()
    FakeEye(table.context)
    look = Look(table.screen)
    laid = look.state
    for _ in range(3):
        laid = sobek.play(laid, sobek.decision(laid).choices[0].move).state
    look.sighted = sighted(reading_of(sobek, laid))
    look.judged = judge(sobek, look.state, look.reading, table.session.box)
    panel = panel_of(look, look.judged)
    table.screen.open(panel)
    table.ui.frames(2)
    assert len(panel.buttons) == 3 and len({key.y for key in panel.buttons.values()}) == 1
    assert inspect.problems() == []


def test_a_long_title_in_a_narrow_row_is_whole(ui: UI) -> None:
    row = PictureRow(None, title="Off the deck: double senet", icon="camera", leads=True)
    row.size = (200, row.height_for(200))
    ui.show(row)
    assert [problem for problem in inspect.problems(row) if problem.kind == "text cut"] == []
    ui.clear()
