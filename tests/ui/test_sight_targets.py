"""The places that a camera looks at are those that the boards on the screen draw and light."""

from __future__ import annotations

import pytest

from companion.games.aton import GAME as ATON
from companion.games.nefertiti import GAME as NEFERTITI
from companion.games.nefertiti.components import MARKETS
from companion.games.nefertiti.setup import NefertitiSetup
from companion.ui.boards import aton_places
from companion.ui.boards.nefertiti_reading import market_look
from companion.ui.layout import Frame


@pytest.mark.parametrize("frame", [Frame(800, 480), Frame(480, 800)], ids=["landscape", "portrait"])
def test_the_aton_board_has_every_place_that_is_looked_at(frame: Frame) -> None:
    targets = set(aton_places.table_places(frame).targets())
    looked = {spot.id for spot in ATON.sight.plan(ATON.box).spots}
    apart = {spot for spot in looked if spot.startswith(("dead:", "track:", "order:"))}
    assert looked - apart == targets - {"dead"}
    assert len({spot for spot in apart if spot.startswith("dead:")}) == 8  # They light the one strip "dead".


@pytest.mark.parametrize("side", ["L", "R"])
def test_the_nefertiti_board_has_every_square_that_is_looked_at(side: str) -> None:
    box, seats = NEFERTITI.practice, ("red", "blue", "green")
    setup = NefertitiSetup(tuple(f"{market}-{side}" for market in MARKETS), "red")
    state = NEFERTITI.new(seats, NEFERTITI.resolve({}), setup, box)
    looked = {spot.id for spot in NEFERTITI.sight.plan(box).spots}
    for market in MARKETS:
        drawn = {cell.target for cell in market_look(state, market, 5, lambda text: text.message).cells if cell}
        assert drawn == {spot for spot in looked if spot.startswith(f"square:{market}-{side}:")}
