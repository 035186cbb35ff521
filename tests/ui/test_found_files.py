"""Files that somebody else put on a stick: whatever they are called and hold, the list of them can be used."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.kit import inspect
from tests.kit.desk import desk
from tests.kit.toy import shaft_installed
from tests.kit.ui import UI

GOOD = {"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {"depth": 5}}
NAMES = [b"\xff\xfe.json", "új\u202egepj.json".encode(), "名前👑.json".encode(), b"a\nb.json", b"x" * 240 + b".json"]


def test_a_file_of_any_name_is_listed_and_taken_over(ui: UI, tmp_path: Path) -> None:
    folder = tmp_path / "boxes"
    folder.mkdir()
    for name in NAMES:
        with open(os.fsencode(folder) + b"/" + name, "w") as file:
            json.dump({**GOOD, "edition": "a\u202e\x1b[31m\nb" + "x" * 500}, file)
    with shaft_installed() as game, desk(ui, tmp_path) as app:
        app.context.go("box_files", game=game, writes=False)
        ui.frames(3)
        assert len(app.screen.rows) == len(NAMES)
        assert [str(problem) for problem in inspect.problems()] == []
        for path in list(app.screen.rows):
            app.screen.rows[path].dispatch("on_release")
            ui.frames(3)
            assert app.screen.name == "box_changes"
            assert [str(problem) for problem in inspect.problems()] == []
            app.context.back()
            app.context.go("box_files", game=game, writes=False)
            ui.frames(3)
