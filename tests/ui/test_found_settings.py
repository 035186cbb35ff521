"""Settings as somebody else left them: the app opens, and every screen can be reached."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.config import Settings
from companion.games import all_games
from tests.kit import inspect
from tests.kit.commands import run
from tests.kit.desk import desk
from tests.kit.toy import shaft_installed
from tests.kit.ui import UI


def test_a_value_of_a_fact_that_is_gone_stands_in_nobody_s_way(ui: UI, tmp_path: Path) -> None:
    game = all_games()[0]
    config.save(Settings(boxes={game.id: {"a fact of long ago": 7}}), tmp_path)
    with desk(ui, tmp_path) as app:
        for name in ("box", "new_game"):
            app.context.go(name, game=game)
            ui.frames(3)
            assert app.screen.name == name
        assert app.context.box(game).overrides == {}


@pytest.mark.parametrize("values", [{"depth": 99, "ropes": 7}, {"plan": "x", "ropes": 7}, {"depth": None, "ropes": 7}])
def test_a_value_that_can_t_be_is_told_and_left_aside(ui: UI, tmp_path: Path, values: dict[str, Any]) -> None:
    with shaft_installed() as game:
        config.save(Settings(boxes={"shaft": values}), tmp_path)
        with desk(ui, tmp_path) as app:
            ui.frames(3)
            assert app.shows("The settings hold values for the box of")
            assert [str(problem) for problem in inspect.problems()] == []
            for name in ("box", "survey", "new_game"):
                app.context.go(name, game=game)
                ui.frames(3)
                assert app.screen.name == name
            assert app.context.box(game).overrides == {"ropes": 7}
            app.context.own(game, {"depth": 5})
        assert config.load(tmp_path).settings.boxes == {"shaft": {"ropes": 7, "depth": 5}}


def test_what_the_command_line_keeps_meanwhile_is_used_and_not_lost(
    ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path))
    with shaft_installed() as game, desk(ui, tmp_path) as app:
        app.context.own(game, {"ropes": 7})
        assert run("box", "survey", "shaft", given="5\nq\n").code == 0
        app.context.change(text_size="large")
        assert config.load(tmp_path).settings.boxes == {"shaft": {"ropes": 7, "depth": 5}}
        assert run("box", "survey", "shaft", "--all", given="6\nq\n").code == 0
        assert app.context.box(game).overrides == {"ropes": 7, "depth": 6}
        app.context.own(game, {"name": "The well"})
        assert config.load(tmp_path).settings.boxes == {"shaft": {"ropes": 7, "depth": 6, "name": "The well"}}
