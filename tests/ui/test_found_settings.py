"""Settings as somebody else left them: the app opens, and every screen can be reached."""

from __future__ import annotations

from pathlib import Path

from companion import config
from companion.config import Settings
from companion.games import all_games
from tests.kit.desk import desk
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
