"""A whole game of Tutankhamen for three with fingers, through the real app: Home, New game, Setup, Table, Result."""

from __future__ import annotations

from random import Random

from companion.engine.header import Seat
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.moves import Decline, Finish, Take
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.ui.draft import Draft
from tests.kit import inspect
from tests.kit.sitting import Sitting


def next_move(table: Sitting, random: Random) -> object:
    """Whatever a lively player would do: a jump over some tiles, and a coin is never wasted."""
    choices = [choice.move for choice in table.session.decision.choices]
    takes = [move for move in choices if isinstance(move, Take)]
    if takes:
        return random.choice(takes[2:14] or takes)
    return random.choice([move for move in choices if not isinstance(move, Decline | Finish)] or choices)


def calm(table: Sitting) -> None:
    """People are slower than this test: a tap on the same place by the next player is no double tap."""
    if table.screen.name == "table":
        table.screen.taps.forget()


def test_three_play_from_the_new_game_to_the_winner(table: Sitting) -> None:
    ui = table.ui
    ui.frames(3)
    table.tap_text("Tutankhamen")
    ui.tap(table.screen.chips["n0"])
    ui.frames(3)
    ui.tap(table.screen.done)
    ui.frames(3)
    ui.tap(table.screen.start)
    ui.frames(3)
    assert table.screen.name == "setup"
    ui.tap(table.screen.play)
    ui.frames(3)
    assert table.screen.name == "table"
    random = Random(7)
    while table.session.outcome is None:
        calm(table)
        table.make(next_move(table, random))
        if table.session.n == 12:
            table.settle()
            assert [str(problem) for problem in inspect.problems()] == []
        table.settle()
        if table.screen.name == "result":
            break
    outcome = table.session.outcome
    assert outcome is not None
    assert len(table.session.state.scored) == 15
    assert outcome.reason == "path"
    ui.until(lambda: (table.settle(), table.screen.name == "result")[1])
    best = max(outcome.scores.values())
    assert {seat for seat, n in outcome.scores.items() if n == best} == set(outcome.winners)


def test_a_race_ends_on_the_screen_the_moment_somebody_is_at_zero(table: Sitting) -> None:
    seats = ("red", "blue")
    options = {"ruleset": "AMIGO_1993", "start_points": 1}
    layout = ("S1A", *(tile for tile in _tiles() if tile != "S1A"))
    table.start(GAME, seats, options=options, setup=TutankhamenSetup(layout=layout, first="red", laid_by="table"))
    table.make(Take("red", 1))
    table.ui.until(lambda: (table.settle(), table.screen.name == "result")[1])
    outcome = table.session.outcome
    assert outcome is not None
    assert outcome.winners == ("red",)


def test_the_scoring_of_a_race_says_what_is_still_to_go(table: Sitting) -> None:
    options = {"ruleset": "AMIGO_1993", "start_points": 20}
    layout = ("S2A", "S2A", *(tile for tile in _tiles() if tile != "S2A"))
    setup = TutankhamenSetup(layout=layout, first="red", laid_by="table")
    table.start(GAME, ("red", "blue"), options=options, setup=setup)
    table.make(Take("red", 1))
    table.make(Take("blue", 2))
    table.ui.until(lambda: table.screen.name == "scoring")
    assert table.screen.sheet.to_go == {"red": 20, "blue": 20}
    assert table.shows("still to go 1 19 1 19")
    table.settle()
    assert [s.remaining for s in GAME.standings(table.session.state)] == [19, 19]


def test_undo_puts_the_tile_back(table: Sitting) -> None:
    setup = TutankhamenSetup(layout=tuple(_tiles()), first="red", laid_by="table")
    screen = table.start(GAME, ("red", "blue", "green"), setup=setup)
    table.make(Take("red", 3))
    table.settle()
    table.ui.tap(screen.tools.button("undo"))
    table.ui.frames(3)
    assert table.session.n == 0
    assert table.session.state.path[2]
    table.tap_text("Done")
    assert table.headline().startswith("Anna")


def _tiles() -> list[str]:
    from companion.games.tutankhamen.catalogue import read_catalogue

    return [tile for tile, n in read_catalogue(GAME.box).path.items() for _ in range(n)]


def test_the_setup_list_names_the_tiles_in_rows(table: Sitting) -> None:
    seats = (Seat("red", "Anna", "w"), Seat("blue", "Bence", "e"))
    table.context.go("setup", draft=Draft.fresh(GAME), seats=seats)
    table.ui.frames(3)
    assert table.shows("Slots 1 to 6:")
