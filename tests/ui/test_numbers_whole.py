"""A number that was cut would be read as another one: it is whole, however long the names beside it are."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.games import aton
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.dealer import TutankhamenDealer
from companion.language import Language
from companion.ui import layout
from companion.ui.boards import aton_places
from companion.ui.boards.aton_view import AtonView
from companion.ui.boards.base import Marks
from companion.ui.pen import Written
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn
from tests.kit import inspect
from tests.kit.aton_games import laid
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

SIX = ("red", "blue", "green", "yellow", "black", "violet")


class Slip(Drawn):
    """Words where there is little room, and they may be cut."""

    def __init__(self, words: str) -> None:
        self.words = words
        super().__init__()

    def paint(self, pen: Any) -> None:
        pen.text(self.words, 0, 20, TypeStyle("slip", 20, False, 24), "sand", max_width=60, may_cut=True)


@pytest.mark.parametrize(
    ("words", "cut"), [("Candlesticks", False), ("36 tiles left", False), ("tiles left: 36", True)]
)
def test_words_may_be_cut_and_numbers_may_not(ui: UI, words: str, cut: bool) -> None:
    slip = Slip(words)
    layout.place(slip, layout.current().rect(0, 0, 100, 40))
    ui.show(slip)
    (mark,) = (mark for mark in slip.marks if isinstance(mark, Written))
    assert mark.cut is cut


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280)])
def test_six_players_read_how_many_tiles_are_left(table: Sitting, size: tuple[int, int], language: str) -> None:
    table.ui.resize(*size)
    table.context.change(language=language)
    dealer = TutankhamenDealer(GAME, SIX, GAME.resolve({}), Draw("6"), light=True)
    table.start(GAME, SIX, setup=dealer.setup)
    assert "text cut" not in {problem.kind for problem in inspect.problems()}
    left = sum(table.session.state.left.values())
    assert any(str(left) in mark.text for mark in table.screen.board.marks if isinstance(mark, Written))


@pytest.mark.parametrize("language", ["hu", "ru"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280)])
def test_a_temple_says_by_how_much_somebody_with_a_long_name_leads(
    table: Sitting, size: tuple[int, int], language: str
) -> None:
    table.ui.resize(*size)
    board = {f"{temple}.{n:02}": "red" if n < 11 else "blue" for temple in (1, 2) for n in range(1, 13)}
    table.start(aton.GAME, ("red", "blue"), [laid(board)])
    say = Language(language, {"red": "Bartholomäu…", "blue": "Крестовоздв…"}).say
    frame = layout.current()
    view = AtonView(frame, aton_places.scoring_places(frame), say)
    for temple in (1, 2):
        view.show(table.session.state, None, Marks(scoring=f"temple{temple}"))
        table.ui.show(view)
        labels = [mark for mark in view.marks if isinstance(mark, Written) and "10 : 2" in mark.text]
        assert len(labels) == 1 and not labels[0].cut
        table.ui.window.remove_widget(view)
