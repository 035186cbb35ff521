"""A key of Sobek with a card on it: sign, scarabs and name have room, however long the name is."""

from __future__ import annotations

import pytest

from companion.games.sobek.catalogue import FAMILY_NAMES
from companion.language import Language
from companion.ui import layout
from companion.ui.boards.sobek_keys import PickKey
from companion.ui.pen import Written
from tests.kit import inspect
from tests.kit.ui import UI


@pytest.mark.parametrize("height", [70, 84, 90, 98, 104, 120])
@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_the_name_of_a_card_stays_within_its_key(ui: UI, language: str, height: int) -> None:
    say = Language(language).say
    for family, name in FAMILY_NAMES.items():
        for scarabs in (0, 2):
            key = PickKey(f"card:{family}{scarabs}", label=say(name))
            layout.place(key, layout.current().rect(0, 0, 108, height))
            ui.show(key)
            for mark in key.marks:
                if isinstance(mark, Written):
                    assert key.y <= mark.rect.y and mark.rect.top <= key.top and mark.rect.w <= key.width, mark
            assert not inspect.problems(key)
            ui.window.remove_widget(key)
