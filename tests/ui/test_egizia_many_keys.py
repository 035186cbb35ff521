"""However many stones may be sold, each number has a key of its own under a finger, also once one is selected."""

from __future__ import annotations

import pytest

from companion.games.egizia.moves import Sell
from tests.games.egizia.ending import final
from tests.kit import inspect
from tests.kit.sitting import Sitting
from tests.ui.test_egizia_crowded import FOUR, SIZES, show

MOST = 25
"""What the counter holds (spec 2.5)."""


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", SIZES)
def test_every_number_of_stones_to_sell_has_its_own_key(
    table: Sitting, size: tuple[int, int], language: str
) -> None:  # fmt: skip
    table.ui.resize(*size)
    state, _ = final({"yellow": {"stones": MOST, "stone_row": 4}}, seats=FOUR)
    screen = show(table, state, language)
    session, side = table.session, table.screen.side
    assert side is not None and len(session.decision.choices) == MOST + 1
    for n in (None, *range(MOST + 1)):
        if n is not None:
            screen.taps.forget()
            table.ui.tap(side.keys[f"value:{n}"])
            assert [choice.move for choice in screen.panel.selected] == [Sell(session.state.turn, stones=n)]
        assert len(side.keys) == MOST + 1
        assert [str(p) for p in inspect.problems() if p.kind in ("touch target small", "texts collide")] == []
        rects = [side.rect_of(target) for target in side.keys]
        for i, a in enumerate(rects):
            for b in rects[i + 1 :]:
                apart = a.right <= b.x + 1 or b.right <= a.x + 1 or a.top <= b.y + 1 or b.top <= a.y + 1
                assert apart, (n, a, b)
    assert session.n == 0
