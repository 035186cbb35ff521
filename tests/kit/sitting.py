"""A game on the real Table screen of the real app, with fingers: what the UI tests of the table are written with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.draw import Draw
from companion.engine.game import Game
from companion.engine.record import VERSION, Header, Seat, new_id
from companion.table.session import Session
from tests.kit import inspect

if TYPE_CHECKING:
    from tests.kit.ui import UI

NAMES = {"red": "Anna", "blue": "Bence", "green": "Kira", "yellow": "Márton", "black": "Dóra", "violet": "Ilja"}
SIDES = ("w", "e", "n", "s", "w", "e")


def header_of(
    game: Game[Any], seats: Sequence[str], options: Mapping[str, Any] | None = None, setup: Any = None,
    seed: str = "A-1", mode: str = "referee",
) -> Header:  # fmt: skip
    """A header for `seats` with names, and a setup drawn from the seed unless one is given."""
    resolved = game.resolve(options or {})
    if setup is None:
        setup = game.draw_setup(seats, resolved, Draw(seed), game.box)
    chosen = tuple(Seat(s, NAMES[s], SIDES[i]) for i, s in enumerate(seats))  # type: ignore[arg-type]
    return Header(
        record=VERSION, game=game.id, rules=game.rules, id=new_id(), seats=chosen, options=dict(resolved), seed=seed,
        setup=msgspec.to_builtins(setup), mode=mode, started="2026-05-01T18:00:00Z",  # type: ignore[arg-type]
    )  # fmt: skip


class _Stage:
    """Shows screens as the app does."""

    def __init__(self) -> None:
        from companion.ui.root import Root

        self.root = Root(lambda _: True, 0)

    def show(self, screen: Any) -> None:
        self.root.show(screen)

    def changed(self, before: Any, now: Any) -> None:
        self.root.lay_out()


class Sitting:
    """A context, a session, and the Table screen."""

    def __init__(self, ui: UI, folder: Path) -> None:
        from companion.config import Settings
        from companion.table.journal import Journal
        from companion.ui.context import Context

        self.ui = ui
        stage = _Stage()
        self.context = Context(stage, stage.root, Journal.open(folder / "journal.db"), Settings())
        ui.show(stage.root)

    @property
    def screen(self) -> Any:
        """The screen that is shown."""
        return self.context.screen

    @property
    def session(self) -> Session:
        session: Session | None = self.context.session
        assert session is not None
        return session

    def start(self, game: Game[Any], seats: Sequence[str], moves: Sequence[Any] = (), **more: Any) -> Any:
        """Begin a game, play `moves` without the screen, then show the Table screen."""
        session = Session.start(self.context.journal, game, header_of(game, seats, **more))
        for move in moves:
            session.play(move)
        self.context.play(session)
        self.ui.frames(3)
        return self.screen

    # fingers

    def tap_target(self, target: str) -> None:
        """Tap a place of the board."""
        self.screen.board.reveal(target)
        self.ui.frames(1)
        rect = self.screen.board.rect_of(target)
        assert rect is not None, f"the board does not show {target}"
        self.ui.tap(rect)
        self.ui.frames(2)

    def tap_text(self, text: str) -> None:
        """Tap the widget that shows exactly this."""
        self.ui.tap(inspect.find(None, text))
        self.ui.frames(2)

    def shows(self, text: str) -> bool:
        """Whether some words on the screen contain `text`."""
        return any(text in words for words in inspect.texts())

    def headline(self) -> str:
        """The sentence at the top of the Table screen."""
        return str(self.screen.headline.sentence)
