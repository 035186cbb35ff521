"""The covered screen without a touch: confirm holds the circle, the knob goes over the choices, push makes one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.in_secret import SECRET, secret_shown, shaft_at_table
from tests.kit.panel import Buttons
from tests.kit.ui import UI


@pytest.fixture
def hand(ui: UI, tmp_path: Path) -> Iterator[Buttons]:
    """A game whose first seat is to choose unseen, and a panel."""
    with shaft_at_table(ui, tmp_path) as sitting:
        yield Buttons(sitting)


def looking(hand: Buttons) -> None:
    """Open the covered screen and bring the ring to its circle."""
    hand.press("confirm")
    hand.ui.wait(0.4)
    assert hand.desk.screen.name == "privacy"
    hand.ring(lambda spot: spot.widget is hand.desk.screen.circle)


def test_it_is_open_only_while_the_button_is_down(hand: Buttons) -> None:
    looking(hand)
    assert not secret_shown()
    hand.down("confirm")
    assert secret_shown()
    hand.up("confirm")
    assert not secret_shown()


def test_the_other_hand_chooses_with_the_knob(hand: Buttons) -> None:
    looking(hand)
    hand.down("confirm")
    screen, session = hand.desk.screen, hand.desk.session
    hand.ring(lambda spot: spot.widget in screen.rows and spot.widget.text == SECRET[1])
    assert secret_shown()
    hand.press("push")
    assert session.n == 1 and session.lines[-1].move == session.game.legal_moves(session.views[0])[1]
    hand.up("confirm")
    assert not secret_shown()


def test_a_lost_panel_covers_at_once(hand: Buttons) -> None:
    looking(hand)
    hand.down("confirm")
    assert secret_shown()
    hand.device.lose()
    hand.ui.frames(2)
    assert not secret_shown()


def test_undo_leads_back_to_the_table(hand: Buttons) -> None:
    looking(hand)
    hand.press("undo")
    assert hand.desk.screen.name == "table" and hand.desk.session.n == 0
