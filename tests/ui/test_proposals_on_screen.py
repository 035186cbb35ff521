"""What the Table screen makes of a reading: done at once, said first, asked about; and what stays off the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.config import Tagged
from companion.engine.draw import Draw
from companion.engine.game import Choice, Decision
from companion.games import aton, find_game
from companion.games.aton.moves import Ready
from companion.table.proposals import means, own_choices
from companion.table.session import Session
from companion.ui.table import looking
from companion.ui.table.again import AgainPanel
from companion.ui.table.decide import DecidePanel
from companion.ui.table.which import WhichPanel
from hardware.device import Pressed
from tests.kit import inspect
from tests.kit.aton_games import SEATS
from tests.kit.fake_box import Hands, said, toast
from tests.kit.in_secret import SECRET
from tests.kit.sitting import Sitting, header_of
from tests.kit.toy import shaft_installed
from tests.kit.ui import UI

PAIR = ("red", "blue")
KEYS = {"red": "seat1", "blue": "seat2"}


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(ui, tmp_path)
    yield sitting
    sitting.close()


@pytest.fixture
def hands(table: Sitting) -> Hands:
    return Hands(table.ui, table.context)


def reach(table: Sitting, game_id: str, until: Callable[[Session], Any], again: bool = False) -> Any:
    """Play a practice game truthfully until `until` finds something, show it, and return what was found.

    `again`: the next move is made and dropped, so that the panel asks for it first.
    """
    game = find_game(game_id)
    resolved = game.resolve({})
    dealer = game.dealer(PAIR, resolved, Draw("1"), game.practice)
    header = header_of(game, PAIR, resolved, setup=dealer.setup, seed="1", practice=True)
    session = Session.start(table.context.journal, game, header)
    while not (found := until(session)):
        _deal(session, dealer)
        assert session.outcome is None, "no such position"
    if again:
        _deal(session, dealer)
        session.rewind(session.n - 1, PAIR)
    table.context.play(session)
    table.ui.frames(5)
    assert isinstance(table.screen.panel, AgainPanel) is again
    return found


def _deal(session: Session, dealer: Any) -> None:
    move, before = dealer.choose(session.state), session.state
    session.play(move)
    dealer.witness(move, before, session.state, session.results[-1].events)


def readable(session: Session) -> tuple[str, Choice] | None:
    """A thing that stands for one move, which has a consequence; and that choice."""
    decision, game = session.decision, session.game
    if decision.forced or decision.private or decision.secret:
        return None
    for thing in game.things(session.box):
        fits = [choice for choice in decision.choices if thing.id in game.handles(session.view, choice.move)]
        if len(fits) == 1 and fits[0].consequence is not None:
            return thing.id, fits[0]
    return None


def meant(session: Session, forced: bool) -> Choice | None:
    """What the button of the seat that decides means, where that has a consequence."""
    decision = session.decision
    found = means(decision, decision.seats[0]) if len(decision.seats) == 1 and decision.forced is forced else None
    return found if found is not None and found.consequence is not None else None


# when a press counts


def test_a_short_press_counts_from_when_it_went_down(table: Sitting, hands: Hands) -> None:
    from companion.games.nefertiti import GAME

    table.start(GAME, [*PAIR, "green"], options={"hide_holdings": "yes"}, practice=True)
    key = next(key for who, key in KEYS.items() if who not in table.session.decision.seats)
    table.ui.wait(0.3)
    hands.down(key, 1)
    table.session.play(table.session.decision.choices[0].move)
    table.screen.refresh()
    table.ui.frames(5)
    n = table.session.n
    hands.heard()
    hands.up(key, 4)
    assert table.session.n == n and hands.heard() == [] and said(table) == ""


def test_a_key_counts_again_only_a_moment_after_its_answer_was_drawn(table: Sitting, hands: Hands) -> None:
    table.start(aton.GAME, list(SEATS))
    table.ui.wait(0.3)
    hands.down("seat1", 1)
    assert len(table.session.lines) == 1
    table.ui.ahead += 1.0  # the picture takes long
    hands.up("seat1", 4)
    hands.box.deliver(Pressed(hands.box.id, "seat1", table.ui.now()))
    table.ui.frames(3)
    assert [line.move for line in table.session.lines] == [Ready("red")]


def test_a_button_that_is_held_looks_at_nothing_once_there_is_nothing_of_its_own(table: Sitting, hands: Hands) -> None:
    with shaft_installed() as game:
        table.start(game, list(PAIR))
        table.session.play(table.session.decision.choices[0].move)
        table.context.play(table.session)
        table.ui.wait(0.3)
        hands.down("seat1", 1)
        for _ in ("the other digs", "the table tells how deep it is"):
            table.session.play(table.session.decision.choices[0].move)
        table.screen.refresh()
        table.ui.wait(0.8)
        assert table.screen.name == "table"


# what is done at once


def test_a_tag_plays_at_once_although_the_move_has_a_consequence(table: Sitting, hands: Hands) -> None:
    thing, choice = reach(table, "tutankhamen", readable)
    table.context.change(tags={"tile": Tagged(game="tutankhamen", thing=thing)})
    n = table.session.n
    hands.read("tile")
    assert table.session.n == n + 1 and table.session.lines[-1].move == choice.move


def test_a_forced_move_is_done_at_the_first_press(table: Sitting, hands: Hands) -> None:
    choice = reach(table, "egizia", lambda session: meant(session, forced=True))
    n = table.session.n
    hands.press(KEYS[choice.move.by])
    assert table.session.n == n + 1 and table.session.lines[-1].move == choice.move


# what is said of it


def test_the_toast_offers_its_undo_only_where_undo_is_free(table: Sitting, hands: Hands) -> None:
    table.start(aton.GAME, list(SEATS))
    hands.press("seat1")
    assert toast(table).can_undo and table.session.undo_refused() is None
    hands.press("seat2")
    assert table.session.undo_refused() is not None
    assert toast(table).kind == "good" and not toast(table).can_undo


def test_a_tag_of_a_game_that_is_not_here_belongs_to_another_game(table: Sitting, hands: Hands) -> None:
    table.start(aton.GAME, list(SEATS))
    table.context.change(tags={"tile": Tagged(game="senet", thing="pawn")})
    hands.read("tile")
    assert said(table) == "The tag belongs to another game. Nothing has changed."


def test_who_does_not_decide_what_is_chosen_unseen_hears_whose_it_is(table: Sitting, hands: Hands) -> None:
    with shaft_installed() as game:
        table.start(game, list(PAIR))
        table.session.play(table.session.decision.choices[0].move)
        table.context.play(table.session)
        table.ui.frames(5)
        assert looking.is_covered(table.screen) and table.session.decision.seats == ("blue",)
        hands.press("seat1")
        assert table.screen.name == "table"
        assert said(table) == "Anna, now it is up to Bence. To look at what is yours, hold your button down."


# which one?


def test_the_question_which_names_the_seat_where_it_is_one_seats_alone(table: Sitting) -> None:
    screen = table.start(aton.GAME, list(SEATS))
    red, blue = (own_choices(table.session.decision, who) for who in SEATS)
    seats = {who: WhichPanel(screen, asked).heading() for who, asked in (("red", red), ("", red + blue))}
    assert all(heading is not None and heading.seat == who for who, heading in seats.items())


def test_the_ring_stands_on_the_button_of_the_first_that_was_asked_about(table: Sitting) -> None:
    screen = table.start(aton.GAME, list(SEATS))
    for who, other in (("blue", "red"), ("red", "blue")):
        first, second = (own_choices(table.session.decision, one) for one in (who, other))
        WhichPanel(screen, first + second).ask()
        table.ui.frames(2)
        assert table.context.root.focus.spot.widget is screen.panel.seat_buttons[first[0].move]


# a reading after all went back


def test_a_press_leaves_the_question_whether_all_be_as_before(table: Sitting, hands: Hands) -> None:
    choice = reach(table, "egizia", lambda session: meant(session, forced=False), again=True)
    hands.press(KEYS[choice.move.by])
    assert isinstance(table.screen.panel, DecidePanel) and table.screen.panel.selected == (choice,)
    table.screen.dismiss()
    assert type(table.screen.panel) is DecidePanel


def test_a_press_that_asks_which_leaves_that_question_too(table: Sitting, hands: Hands) -> None:
    def several(session: Session) -> str:
        decision = session.decision
        who = decision.seats[0] if len(decision.seats) == 1 and not decision.private else ""
        return who if len(own_choices(decision, who)) > 1 and means(decision, who) is None else ""

    who = reach(table, "sobek", several, again=True)
    hands.press(KEYS[who])
    assert isinstance(table.screen.panel, WhichPanel)
    table.screen.dismiss()
    assert type(table.screen.panel) is DecidePanel


def test_the_toast_lies_over_that_question_too(table: Sitting, hands: Hands) -> None:
    choice = reach(table, "egizia", lambda session: meant(session, forced=True))
    session, n = table.session, table.session.n
    session.play(choice.move)
    session.play(session.decision.choices[0].move)
    session.rewind(n, PAIR)
    table.context.play(session)
    table.ui.frames(5)
    hands.press(KEYS[choice.move.by])
    table.settle()
    table.ui.frames(3)
    assert session.n == n + 1 and isinstance(table.screen.panel, AgainPanel)
    assert toast(table).kind == "good"


# what the Table screen shows of what is chosen unseen


def test_what_is_chosen_unseen_is_neither_lit_nor_listed(table: Sitting) -> None:
    with shaft_installed() as game:
        table.start(game, list(PAIR))
        assert len(table.session.decision.choices) == len(SECRET)
        shown = table.screen.decision
        assert (shown.choices, shown.forms, shown.chance, shown.forced) == ((), (), False, False)
        assert not any(words in inspect.texts() for words in SECRET)
        assert not table.screen.board.signs.lit


def test_a_single_way_that_is_chosen_unseen_is_not_told_as_the_only_one(table: Sitting) -> None:
    with shaft_installed() as game:
        decision = table.start(game, list(PAIR)).session.decision
        forced = msgspec.structs.replace(decision, choices=decision.choices[:1], forced=True)
        assert not looking.public(forced, game.decode_move).forced


@pytest.mark.parametrize("change", [{"private": False}, {"seats": PAIR}], ids=["open", "several seats"])
def test_what_is_not_answered_on_the_covered_screen_stays_listed(table: Sitting, change: dict[str, Any]) -> None:
    with shaft_installed() as game:
        decision: Decision = msgspec.structs.replace(table.start(game, list(PAIR)).session.decision, **change)
        assert looking.public(decision, game.decode_move) is decision
