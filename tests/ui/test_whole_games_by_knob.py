"""Whole games of the three with the most to look at, by the knob and the buttons of the seats: no finger, few turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.games.egizia import GAME as EGIZIA
from companion.games.nefertiti import GAME as NEFERTITI
from companion.games.sobek import GAME as SOBEK
from tests.kit import egizia_fingers, sobek_fingers
from tests.kit.by_knob import Knob
from tests.kit.sitting import Sitting

pytestmark = pytest.mark.slow

Counted = Callable[[str, object], None]


def played(table: Sitting, game: Any, seats: tuple[str, ...], make: Callable[[Any], None], **options: str) -> None:
    """From the first decision to the result, with what a dealer holds and chooses."""
    practice = game.practice is not None and game is not SOBEK
    resolved, box = game.resolve(options), game.practice if practice else game.box
    dealer = game.dealer(seats, resolved, Draw("evening"), box)
    table.start(game, seats, options=options, setup=dealer.setup, seed="evening", practice=practice)
    while table.session.outcome is None:
        before, move = table.session.state, dealer.choose(table.session.state)
        if game is NEFERTITI and all(choice.move != move for choice in table.session.decision.choices):
            table.session.play(move)
            table.screen.dismiss()
        else:
            make(move)
        assert not dealer.witness(move, before, table.session.state, table.session.results[-1].events)
    table.ui.until(lambda: (table.settle(), table.screen.name == "result")[1])
    assert not dealer.verdict(table.session.state)


class River(egizia_fingers.Fingers):
    """The knob goes to stops that the board does not show."""

    def place(self, target: str) -> None:
        focus = self.sitting.context.root.focus
        if focus.stand_on(target):
            focus.hide()
        super().place(target)


def test_egizia(table: Sitting, monkeypatch: pytest.MonkeyPatch, record_property: Counted) -> None:
    knob = Knob(table, monkeypatch)
    fingers = River(table)
    monkeypatch.setattr(fingers, "_quick", knob.tap)
    played(table, EGIZIA, ("red", "blue", "green", "yellow"), fingers.make, late_mistake="rewind")
    record_property("counted", f"Egizia by the knob, four players: {knob.told()}")
    assert knob.share < 2.5, knob.told()


def test_sobek(table: Sitting, monkeypatch: pytest.MonkeyPatch, record_property: Counted) -> None:
    knob = Knob(table, monkeypatch)
    fingers = sobek_fingers.Fingers(table)
    monkeypatch.setattr(fingers, "_quick", knob.tap)
    played(table, SOBEK, ("red", "blue", "green"), fingers.make)
    record_property("counted", f"Sobek by the knob, three players: {knob.told()}")
    assert knob.share < 3.5, knob.told()


def test_nefertiti(table: Sitting, monkeypatch: pytest.MonkeyPatch, record_property: Counted) -> None:
    knob = Knob(table, monkeypatch)
    played(table, NEFERTITI, ("green", "red", "blue", "black"), table.make, end_mode="IMMEDIATE")
    record_property("counted", f"Nefertiti by the knob, four players: {knob.told()}")
    assert knob.share < 2.5, knob.told()
