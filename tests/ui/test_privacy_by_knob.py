"""The covered screen without a touch: confirm holds the circle, the knob goes over the choices, push makes one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit import inspect
from tests.kit.panel import Buttons
from tests.kit.sitting import Sitting
from tests.kit.toy import shaft_installed
from tests.kit.ui import UI

SECRET = ("Dig 1 deep", "Dig 2 deep", "Dig 3 deep")


@pytest.fixture
def hand(ui: UI, tmp_path: Path) -> Iterator[Buttons]:
    """A game whose first seat is to choose unseen, and a panel."""
    with shaft_installed() as game:
        sitting = Sitting(ui, tmp_path)
        sitting.start(game, ["red", "blue"])
        yield Buttons(sitting)
        sitting.close()


def shown() -> bool:
    return any(words in SECRET for words in inspect.texts())


def looking(hand: Buttons) -> None:
    """Open the covered screen and bring the ring to its circle."""
    hand.press("confirm")
    hand.ui.wait(0.4)
    assert hand.desk.screen.name == "privacy"
    hand.ring(lambda spot: spot.widget is hand.desk.screen.circle)


def test_it_is_open_only_while_the_button_is_down(hand: Buttons) -> None:
    looking(hand)
    assert not shown()
    hand.down("confirm")
    assert shown()
    hand.up("confirm")
    assert not shown()


def test_the_other_hand_chooses_with_the_knob(hand: Buttons) -> None:
    looking(hand)
    hand.down("confirm")
    screen, session = hand.desk.screen, hand.desk.session
    hand.ring(lambda spot: spot.widget in screen.rows and spot.widget.text == SECRET[1])
    assert shown()
    hand.press("push")
    assert session.n == 1 and session.lines[-1].move == session.game.legal_moves(session.views[0])[1]
    hand.up("confirm")
    assert not shown()


def test_a_lost_panel_covers_at_once(hand: Buttons) -> None:
    looking(hand)
    hand.down("confirm")
    assert shown()
    hand.device.lose()
    hand.ui.frames(2)
    assert not shown()


def test_undo_leads_back_to_the_table(hand: Buttons) -> None:
    looking(hand)
    hand.press("undo")
    assert hand.desk.screen.name == "table" and hand.desk.session.n == 0
