"""A round of Aton and a scoring sheet read by the real reader from rendered pictures, in the real app."""

from __future__ import annotations

from typing import Any

from companion.engine.sight import EMPTY
from companion.games.aton import GAME
from companion.games.aton.moves import Place, Ready, Reveal
from companion.table.scorekeeper import scorekeeper_of
from companion.table.session import Session
from companion.ui.table.decide import DecidePanel
from companion.ui.table.seen_asking import QuestionPanel
from companion.ui.table.seen_panels import LookingPanel, SamePanel, SeveralPanel, WayPanel
from companion.vision.keeping import save
from tests.kit.camera_shots import plugged, settle
from tests.kit.desk import Desk
from tests.kit.readings import laid_as
from tests.kit.sitting import header_of
from tests.kit.table_camera import TablePlug, taught

PAIR = ("red", "blue")
ROUND = (Reveal("blue", (2, 3, 3, 2)), Reveal("red", (4, 1, 4, 1)), Place("red", "2.06"), Place("blue", "3.03"),
         Place("blue", "3.02"))  # fmt: skip


def camera_over(app: Desk) -> TablePlug:
    """A camera over the table of Aton that has learned all there is."""
    plug = plugged(app)
    save(app.context.eye.folder(plug.game, True), taught("aton"))
    app.context.eye.forget()
    return plug


def lying(state: Any) -> dict[str, str]:
    """What lies on a table that agrees with `state`."""
    sight = GAME.sight
    assert sight is not None
    laid = laid_as(sight, sight.plan(GAME.box), state)
    return {spot: label for spot, label in laid.items() if label != EMPTY}


def show(app: Desk, plug: TablePlug, laid: dict[str, str]) -> None:
    """Lay this down, and wait until the camera sees it."""
    plug.lay(laid)
    number = app.context.eye.device.frame.number
    settle(app, lambda: app.context.eye.device.frame.number > number + 2)


def look(app: Desk, plug: TablePlug, laid: dict[str, str]) -> Any:
    """Lay this down, look by the menu, and return the panel that answers."""
    show(app, plug, laid)
    app.screen.open_menu()
    app.ui.frames(2)
    app.tap("Look at the table")
    settle(app, lambda: not isinstance(app.screen.panel, LookingPanel))
    return app.screen.panel


def told(app: Desk, panel: Any, laid: dict[str, str]) -> Any:
    """Answer truthfully what is asked, and return the panel that comes in the end."""
    while isinstance(panel, QuestionPanel):
        panel.say_it(laid.get(panel.spot, EMPTY))
        settle(app, lambda: not isinstance(app.screen.panel, LookingPanel))
        panel = app.screen.panel
    return panel


def test_a_whole_round_is_read_by_the_camera_and_played_by_taps(app: Desk) -> None:
    plug = camera_over(app)
    session = Session.start(app.context.journal, GAME, header_of(GAME, PAIR, seed="B-2"))
    for move in (Ready("blue"), Ready("red")):
        session.play(move)
    app.context.play(session)
    app.ui.frames(3)
    cards = {f"cartouche:{move.by}:{n}": f"card:{move.by}:{card}"
             for move in ROUND[:2] for n, card in enumerate(move.cards, 1)}  # fmt: skip
    show(app, plug, {**lying(session.state), **cards})
    app.touch(app.screen.panel.keys.camera)
    settle(app, lambda: isinstance(app.screen.panel, DecidePanel))
    for _ in range(8):
        # The figures on the cards are small in this picture: what is unsure is typed.
        keys = app.screen.panel.keys
        if keys.right is not None:
            break
        row = next(row for row in keys.rows if row.current)
        assert row.ahead[0] is None
        move = next(move for move in ROUND[:2] if move.by == row.seat)
        app.touch(keys.keys[move.cards[len(row.values)]])
    assert session.n == 2
    app.touch(app.screen.panel.keys.right)
    assert {line.move for line in session.lines[2:4]} == set(ROUND[:2])
    while session.n < 7:
        if app.screen.name == "table" and app.shows("Next"):
            app.tap("Next")
        before, move = session.n, ROUND[session.n - 2]
        laid = lying(GAME.play(session.state, move).state)
        panel = told(app, look(app, plug, laid), laid)
        assert isinstance(panel, WayPanel), app.texts()
        assert panel.way.moves == (move,)
        app.touch(panel.buttons["Play it"])
        assert session.n == before + 1 and session.lines[-1].move == move
    assert session.decision.secret, "the round is over, and the next cards are laid out unseen"


def test_a_table_that_agrees_is_told_so_and_two_discs_are_asked_about(app: Desk) -> None:
    plug = camera_over(app)
    session = Session.start(app.context.journal, GAME, header_of(GAME, PAIR, seed="B-2"))
    for move in (Ready("blue"), Ready("red"), *ROUND[:3]):
        session.play(move)
    app.context.play(session)
    app.ui.frames(3)
    laid = lying(session.state)
    assert isinstance(told(app, look(app, plug, laid), laid), SamePanel), app.texts()
    app.tap("Go on")
    laid = lying(GAME.play(GAME.play(session.state, ROUND[3]).state, ROUND[4]).state)
    panel = told(app, look(app, plug, laid), laid)
    # The two discs of blue may have come in either order: nobody but the players knows.
    assert isinstance(panel, SeveralPanel | WayPanel), app.texts()
    assert session.n == 5


def test_the_table_is_followed_and_a_disc_that_is_laid_is_proposed(app: Desk) -> None:
    plug = camera_over(app)
    session = Session.start(app.context.journal, GAME, header_of(GAME, PAIR, seed="B-2"))
    for move in (Ready("blue"), Ready("red"), *ROUND[:2]):
        session.play(move)
    plug.lay(lying(session.state))
    app.context.keep(follow={"aton": "propose"})
    app.context.play(session)
    app.ui.frames(3)
    app.screen.follower.drawn()
    assert app.context.eye.follows
    plug.lay(lying(GAME.play(session.state, ROUND[2]).state))
    settle(app, lambda: app.screen.follower.strip is not None)
    assert app.screen.follower.strip.text == "Anna places a counter on 2.06" and session.n == 4
    app.touch(app.screen.follower.strip.do)
    assert session.lines[-1].move == ROUND[2]
    app.context.home()
    assert not app.context.eye.follows


def test_a_picture_fills_the_sheet_of_aton(app: Desk) -> None:
    plug = camera_over(app)
    app.context.play(
        Session.start(app.context.journal, scorekeeper_of(GAME), header_of(GAME, PAIR, mode="scorekeeper"))
    )
    app.ui.frames(3)
    laid = {"space:1.01": "red", "space:1.02": "red", "space:1.09": "blue", "space:4.08": "blue", "dead:1": "red"}
    show(app, plug, laid)
    app.screen.tapped("sheet:aton")
    app.ui.frames(3)
    app.tap("From a picture")
    settle(app, lambda: app.screen.sighted is not None)
    assert app.screen.sighted.reading.trouble is None and len(app.screen.open) <= 3
    while app.screen.asked is not None:
        # A blue disc on a space that is printed blue may be asked about.
        app.screen.answer(laid.get(app.screen.asked, EMPTY))
        app.ui.frames(2)
    app.touch(app.screen.keys["Fill it in"])
    form = app.screen.form
    assert form.owners == {"1.01": "red", "1.02": "red", "1.09": "blue", "4.08": "blue"}
    assert form.lines.scores.totals == {"red": 1, "blue": 3}


def test_a_table_that_was_not_calibrated_leads_to_where_that_is_done(app: Desk) -> None:
    plugged(app)
    session = Session.start(app.context.journal, GAME, header_of(GAME, PAIR, seed="B-2"))
    for move in (Ready("blue"), Ready("red")):
        session.play(move)
    app.context.play(session)
    app.ui.frames(3)
    app.screen.open_menu()
    app.ui.frames(2)
    app.tap("Look at the table")
    assert "does not know the table of Aton" in " ".join(app.texts())
    app.touch(app.screen.panel.buttons["The camera"])
    assert app.screen.name == "camera_game"
    app.context.back()
    app.ui.frames(3)
    assert isinstance(app.screen.panel, DecidePanel) and session.n == 2
