"""The order of the ring: answers before what only tells, the way a game is looked at, few turns for a usual move."""

from __future__ import annotations

import pytest

from companion.engine.draw import Draw
from companion.engine.game import Decision
from companion.games.aton import GAME as ATON
from companion.games.egizia import GAME as EGIZIA
from companion.games.nefertiti import GAME as NEFERTITI
from companion.games.nefertiti.components import Half
from companion.games.sobek import GAME as SOBEK
from companion.games.tutankhamen import GAME as TUTANKHAMEN
from companion.ui.boards import egizia_river
from companion.ui.boards.nefertiti_entry import SidesForm
from companion.ui.boards.nefertiti_seats import ClosedMarkets
from companion.ui.boards.nefertiti_survey import SquaresForm
from companion.ui.table.panel import NoUndoPanel
from companion.ui.widgets.base import ASIDE
from tests.kit.aton_games import SEATS, dealt
from tests.kit.panel import Buttons
from tests.kit.sitting import Sitting

FOUR = ("red", "blue", "green", "yellow")
MARKETS = ("green", "red", "blue", "black")


def begun(table: Sitting, game: object, seats: tuple[str, ...], wanted: str, practice: bool = False) -> Buttons:
    """A game played by a dealer up to the first free decision of this name."""
    box = game.practice if practice else game.box  # type: ignore[attr-defined]
    dealer = game.dealer(seats, game.resolve({}), Draw("evening"), box)  # type: ignore[attr-defined]
    state, moves = game.new(seats, game.resolve({}), dealer.setup, box), []  # type: ignore[attr-defined]

    def due() -> Decision:
        decision: Decision = game.decision(state)  # type: ignore[attr-defined]
        return decision

    while due().id != wanted or due().forced:
        move = dealer.choose(state)
        played = game.play(state, move)  # type: ignore[attr-defined]
        dealer.witness(move, state, played.state, played.events)
        state = played.state
        moves.append(move)
    table.start(game, seats, moves, setup=dealer.setup, practice=practice)  # type: ignore[arg-type]
    return Buttons(table)


def ring(hand: Buttons) -> list[str]:
    """What it goes over, by target or kind of widget."""
    return [spot.target or type(spot.widget).__name__ for spot in hand.focus.spots()]


@pytest.mark.parametrize(
    ("game", "seats", "wanted", "telling"),
    [
        (SOBEK, FOUR[:3], "turn", {"show:red", "show:blue", "show:green", "next:sets"}),
        (NEFERTITI, MARKETS, "place", {"AboutKey", "SeatRow"}),
        (EGIZIA, FOUR, "ship", {"SeatRow", "site:SITE_A"}),
        (TUTANKHAMEN, FOUR[:3], "move", {"Strip", "Sets"}),
        (ATON, SEATS, "place", {"ScoreRow"}),
    ],
)
def test_what_only_tells_comes_after_every_answer(
    table: Sitting, game: object, seats: tuple[str, ...], wanted: str, telling: set[str]
) -> None:
    hand = begun(table, game, seats, wanted, practice=game in (NEFERTITI, EGIZIA))
    order = ring(hand)
    ranks = [spot.rank for spot in hand.focus.spots()]
    first = ranks.index(ASIDE)
    assert first and telling <= set(order[first:]) and not telling & set(order[:first])
    hand.turn(-1)
    assert hand.focus.spot == hand.focus.spots()[first - 1]


def test_a_ship_goes_down_the_river(table: Sitting) -> None:
    hand = begun(table, EGIZIA, FOUR, "ship", practice=True)
    lit = table.screen.board.signs.lit
    down = [f"stop:{stop}" for stop in egizia_river.in_order(table.session.state) if f"stop:{stop}" in lit]
    seen: list[str] = []
    for _ in down:
        hand.turn(1)
        seen.append(hand.words)
    assert seen == down
    assert len({"N" in stop for stop in down[:4]}) == 2, "cards and fixed stops alternate"


def test_the_squares_of_a_market_follow_one_another(table: Sitting) -> None:
    hand = begun(table, NEFERTITI, MARKETS, "place", practice=True)
    markets = [word.split(":")[1] for word in ring(hand) if word.startswith("square:")]
    assert markets == sorted(markets, key=markets.index)
    assert len(set(markets)) > 2


def test_a_delivery_begins_with_the_cards(table: Sitting) -> None:
    hand = begun(table, SOBEK, FOUR[:3], "lay")
    hand.turn(1)
    assert hand.focus.spot.target == "" and hand.focus.spot.widget in table.screen.board.keys.values()
    assert "quay:1" in ring(hand)


def test_undo_takes_the_last_value_back_before_it_takes_a_move_back(table: Sitting) -> None:
    table.start(ATON, SEATS, dealt(lambda decision: decision.id == "reveal"))
    hand = Buttons(table)
    n = table.session.n
    hand.widget(table.screen.panel.keys.keys[3])
    assert sum(map(len, table.screen.typed.values())) == 1
    hand.press("undo")
    assert table.session.n == n and not any(table.screen.typed.values())
    hand.press("undo")
    assert isinstance(table.screen.panel, NoUndoPanel), "with nothing typed it is the screen's Undo"


@pytest.mark.parametrize(
    ("game", "seats", "wanted", "opens"),
    [
        (EGIZIA, FOUR, "ship", "SeatRow"),
        (NEFERTITI, MARKETS, "place", "SeatRow"),
        (NEFERTITI, MARKETS, "place", "AboutKey"),
        (TUTANKHAMEN, FOUR[:3], "move", "Sets"),
        (TUTANKHAMEN, FOUR[:3], "move", "Strip"),
        (ATON, SEATS, "place", "ScoreRow"),
    ],
)
def test_undo_closes_what_was_opened_beside_the_board_and_takes_no_move_back(
    table: Sitting, game: object, seats: tuple[str, ...], wanted: str, opens: str
) -> None:
    hand = begun(table, game, seats, wanted, practice=game in (NEFERTITI, EGIZIA))
    n, before = table.session.n, ring(hand)
    hand.ring(lambda spot: type(spot.widget).__name__ == opens)
    hand.press("push")
    assert ring(hand) != before
    hand.press("undo")
    assert table.session.n == n and ring(hand) == before


@pytest.mark.parametrize("opens", ["open_menu", "open_rules"])
def test_what_is_opened_over_the_question_comes_before_the_places_of_the_board(table: Sitting, opens: str) -> None:
    hand = begun(table, TUTANKHAMEN, FOUR[:3], "move")
    before = ring(hand)
    getattr(table.screen, opens)()
    table.ui.frames(3)
    hand.turn(1)
    assert hand.focus.spot.target == "", ring(hand)
    assert set(filter(lambda word: ":" in word, before)) <= set(ring(hand)), "a tap on the board still closes it"
    for _ in range(2 if opens == "open_rules" else 1):
        hand.press("undo")
    assert ring(hand) == before, "from a page of the rules by way of the list of pages"


def test_the_ring_tells_the_parts_of_one_widget_apart(table: Sitting) -> None:
    hand = Buttons(table)
    half = Half("GIZ-L", "GIZ", (), False, None)
    squares = SquaresForm(table.context, half, [].append)
    sides = SidesForm(table.context, MARKETS, "LOU", [].append)
    closed = ClosedMarkets(table.screen.frame)
    closed.set((("GIZ", "Gizeh", 1), ("AKH", "Akhet-Aton", 2), ("ABU", "Abou Simbel", 0)), "")
    asked: list[str] = []
    closed.bind(on_release=lambda pressed: asked.append(pressed.touched))
    tapped: list[tuple[int, int]] = []
    squares.tap = tapped.append  # type: ignore[method-assign]
    for form in (squares, sides, closed):
        table.screen.clear_widgets()
        table.screen.put(form, 0, 60, 800, 420)
        table.ui.frames(3)
        widget = {squares: squares.field, sides: sides.markets["AKH"], closed: closed}[form]
        for part in range(len(widget.parts())):
            hand.ring(lambda spot, widget=widget, part=part: spot.widget is widget and spot.part == part)
            ringed = hand.focus.ring
            hand.press("push")
            assert hand.focus.ring == ringed
            if form is sides:
                asked.append(sides.markets["AKH"].side)
    cells = [squares.field.cell_at(*map(sum, zip(part[:2], (4, 4), strict=True))) for part in squares.field.parts()]
    assert tapped == cells and len(set(cells)) == len(cells) > 9
    assert asked == ["L", "R", "market:GIZ", "market:AKH", "market:ABU"]
