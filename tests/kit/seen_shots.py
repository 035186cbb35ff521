"""Pictures of what the camera saw at the table: looking, every answer, questions, forms, sheets, and following."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.engine.sight import EMPTY
from companion.games import find_game
from companion.games.aton.moves import Place, Ready, Reveal
from companion.table.scorekeeper import scorekeeper_of
from companion.table.session import Session
from companion.ui.table.seen_asking import QuestionPanel
from companion.ui.table.seen_panels import LookingPanel
from companion.vision.keeping import save
from tests.kit.camera_shots import plugged, settle, unplugged
from tests.kit.desk import Desk
from tests.kit.readings import laid_as
from tests.kit.sitting import header_of
from tests.kit.table_camera import TablePlug, taught

Show = Callable[[Desk], None]
PAIR = ("red", "blue")
OPEN = (Ready("blue"), Ready("red"))
SHOWN = (*OPEN, Reveal("blue", (2, 3, 3, 2)), Reveal("red", (4, 1, 4, 1)))
GAME = find_game("aton")


def begun(table: Desk, moves: tuple[Any, ...], mode: str = "referee") -> TablePlug:
    """A game of Aton at this point, under a camera that knows the table."""
    unplugged(table)
    plug = plugged(table)
    save(table.context.eye.folder(plug.game, True), taught("aton"))
    table.context.eye.forget()
    game = scorekeeper_of(GAME) if mode == "scorekeeper" else GAME
    session = Session.start(table.context.journal, game, header_of(GAME, PAIR, seed="B-2", mode=mode))
    for move in moves:
        session.play(move)
    table.context.play(session)
    table.ui.frames(3)
    return plug


def lying(state: Any, **more: str) -> dict[str, str]:
    """What lies on a table that agrees with `state`, and more besides ("space__1_05")."""
    sight = GAME.sight
    assert sight is not None
    laid = {spot: label for spot, label in laid_as(sight, sight.plan(GAME.box), state).items() if label != EMPTY}
    return {**laid, **{spot.replace("__", ":").replace("_", "."): label for spot, label in more.items()}}


def lay(table: Desk, plug: TablePlug, laid: Mapping[str, str]) -> None:
    """Lay this down, and wait until the camera sees it."""
    plug.lay(laid)
    number = table.context.eye.device.frame.number
    settle(table, lambda: table.context.eye.device.frame.number > number + 2)


def looked(*moves: Any, answer: bool = True, **more: str) -> Show:
    """What the panel says of a table on which these moves were made, and this was laid besides."""

    def show(table: Desk) -> None:
        plug = begun(table, SHOWN)
        state = table.context.session.state
        for move in moves:
            state = GAME.play(state, move).state
        laid = lying(state, **more)
        lay(table, plug, laid)
        table.screen.open_menu()
        table.ui.frames(2)
        table.touch(table.screen.panel.buttons["look"])
        if not answer:
            return
        settle(table, lambda: not isinstance(table.screen.panel, LookingPanel))
        while isinstance(table.screen.panel, QuestionPanel):
            table.screen.panel.say_it(laid.get(table.screen.panel.spot, EMPTY))
            settle(table, lambda: not isinstance(table.screen.panel, LookingPanel))

    return show


def question(whole: bool = False) -> Show:
    """A place that is asked about."""

    def show(table: Desk) -> None:
        looked()(table)
        panel = QuestionPanel(table.screen.panel.look, ("cartouche:blue:2", "space:2.06"))
        panel.all = whole
        table.screen.open(panel)
        table.ui.frames(2)

    return show


def form(table: Desk) -> None:
    """The cards were read into the slots."""
    plug = begun(table, OPEN)
    cards = {f"cartouche:{m.by}:{n}": f"card:{m.by}:{card}" for m in SHOWN[2:] for n, card in enumerate(m.cards, 1)}
    lay(table, plug, {**lying(table.context.session.state), **cards})
    table.touch(table.screen.panel.keys.camera)
    settle(table, lambda: not isinstance(table.screen.panel, LookingPanel))


def sheet(table: Desk) -> TablePlug:
    """The scoring sheet with the key of the camera."""
    plug = begun(table, (), "scorekeeper")
    laid = {f"space:{temple}.{n:02}": PAIR[n % 2] for temple in (1, 2, 3) for n in range(1, 9)}
    lay(table, plug, laid)
    table.screen.tapped("sheet:aton")
    table.ui.frames(3)
    return plug


def sheet_read(table: Desk) -> None:
    sheet(table)
    table.screen.from_picture()
    settle(table, lambda: table.screen.sighted is not None)


def sheet_filled(table: Desk) -> None:
    sheet_read(table)
    table.touch(table.screen.keys["Fill it in"])


def follow_choice(table: Desk) -> None:
    from companion.ui.table.follow_panel import FollowPanel

    begun(table, SHOWN)
    table.screen.open(FollowPanel(table.screen))
    table.ui.frames(2)


def followed(table: Desk) -> None:
    plug = begun(table, SHOWN)
    plug.lay(lying(GAME.play(table.context.session.state, Place("red", "2.06")).state))
    table.context.keep(follow={"aton": "propose"})
    table.screen.refresh()
    settle(table, lambda: table.screen.follower.strip is not None)


def seen_shots() -> Iterator[tuple[str, Show]]:
    """Every picture: its name, and what opens it from Home."""
    yield "seen-looking", looked(answer=False)
    yield "seen-same", looked()
    yield "seen-way", looked(Place("red", "2.06"))
    yield "seen-several", looked(Place("red", "2.06"), Place("blue", "3.03"), Place("blue", "3.02"))
    yield "seen-foreign", looked(space__1_05="blue", space__1_06="blue")
    yield "seen-question", question()
    yield "seen-question-all", question(whole=True)
    yield "seen-form", form
    yield "seen-sheet", lambda table: (sheet(table), None)[1]
    yield "seen-sheet-read", sheet_read
    yield "seen-sheet-filled", sheet_filled
    yield "seen-follow", follow_choice
    yield "seen-strip", followed
