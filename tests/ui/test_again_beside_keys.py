"""Where a board offers every choice itself, what was dropped is asked first and lies over none of its keys."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from companion.engine.header import new_id
from companion.engine.simulate import simulate
from companion.games import find_game
from companion.games.egizia import GAME
from companion.games.egizia.moves import Grow
from companion.table.session import Session
from companion.ui.table.again import AgainPanel
from companion.ui.table.decide import DecidePanel
from tests.kit import inspect
from tests.kit.sitting import Sitting, header_of


def back_at_every_question(table: Sitting, game: Any, seed: str) -> Any:
    """Each question of a practice game when it is first asked, after all went back to it."""
    seats = game.colours[: game.seat_range[1]]
    record = simulate(game, seats, {}, seed, game.practice).record
    header = msgspec.structs.replace(record.header, id=new_id(), seats=header_of(game, seats).seats)
    session = Session.start(table.context.journal, game, header)
    seen: Counter[str] = Counter()
    for line in record.lines:
        asked = session.decision.id
        session.play(line.move)
        seen[asked] += 1
        if seen[asked] > 1 or session.outcome is not None:
            continue
        session.rewind(session.n - 1, header.seat_ids)
        table.context.play(session)
        table.ui.frames(3)
        yield asked, session
        session.play(line.move)


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("game", ["egizia", "nefertiti", "sobek"])
def test_no_key_of_the_board_lies_under_what_was_dropped(table: Sitting, game: str, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    asked = Counter[str]()
    for question, session in back_at_every_question(table, find_game(game), "again"):
        screen = table.screen
        if not screen.board.shows_choices or screen.panel.__class__ not in (AgainPanel, DecidePanel):
            continue
        asked[type(screen.panel).__name__] += 1
        found = [str(p) for p in inspect.problems() if p.kind in ("texts collide", "touch target small")]
        assert found == [], question
        if isinstance(screen.panel, AgainPanel):
            n = session.n
            table.tap_text("Choose again")
            assert session.n == n
            assert isinstance(screen.panel, DecidePanel) and screen.panel.row is None, question
            assert [str(p) for p in inspect.problems() if p.kind == "texts collide"] == [], question
    assert asked["AgainPanel"] > 4, asked


def growing(table: Sitting) -> Session:
    """All went back to where a seat chose the crew that gets stronger."""
    return next(s for asked, s in back_at_every_question(table, GAME, "again") if asked == "grow")


def test_another_crew_is_chosen_where_the_dropped_one_was_offered(table: Sitting) -> None:
    session = growing(table)
    dropped = session.again
    assert isinstance(dropped, Grow)
    other = next(c for c in session.decision.choices if isinstance(c.move, Grow) and c.move.crew != dropped.crew)
    table.tap_text("Choose again")
    table.ui.frames(2)
    assert table.screen.side is not None
    i = session.decision.choices.index(other)
    table.ui.tap(table.screen.side._by_choice[i])
    assert session.lines[-1].move == other.move


def test_two_quick_taps_on_as_before_make_one_move(table: Sitting) -> None:
    session = growing(table)
    n, dropped = session.n, session.again
    table.ui.double_tap(inspect.find(None, "As before"))
    assert (session.n, session.lines[-1].move) == (n + 1, dropped)


def test_a_place_tapped_on_the_board_is_chosen_at_once(table: Sitting) -> None:
    session = next(s for asked, s in back_at_every_question(table, GAME, "again") if asked == "ship")
    assert isinstance(table.screen.panel, AgainPanel)
    choice = next(c for c in session.decision.choices if c.targets and c.move != session.again)
    table.tap_target(choice.targets[0])
    panel = table.screen.panel
    assert isinstance(panel, DecidePanel) and choice in panel.selected
