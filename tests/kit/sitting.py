"""A game on the real Table screen of the real app, with fingers: what the UI tests of the table are written with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.draw import Draw
from companion.engine.game import Game
from companion.engine.header import VERSION, Header, Seat, new_id
from companion.table.session import Session
from tests.kit import inspect
from tests.kit.desk import EVENING

if TYPE_CHECKING:
    from companion.ui.stage import CartoucheApp
    from tests.kit.ui import UI

NAMES = {"red": "Anna", "blue": "Bence", "green": "Kira", "yellow": "Márton", "black": "Dóra", "violet": "Ilja"}
SIDES = ("w", "e", "n", "s", "w", "e")


def header_of(
    game: Game[Any], seats: Sequence[str], options: Mapping[str, Any] | None = None, setup: Any = None,
    seed: str = "A-1", mode: str = "referee", practice: bool = False,
) -> Header:  # fmt: skip
    """A header for `seats` with names, and a setup drawn from the seed unless one is given."""
    resolved = game.resolve(options or {})
    if setup is None:
        box = game.practice if practice and game.practice is not None else game.box
        setup = game.draw_setup(seats, resolved, Draw(seed), box)
    chosen = tuple(Seat(s, NAMES[s], SIDES[i]) for i, s in enumerate(seats))  # type: ignore[arg-type]
    return Header(
        record=VERSION, game=game.id, rules=game.rules, id=new_id(), seats=chosen, options=dict(resolved), seed=seed,
        setup=msgspec.to_builtins(setup), practice=practice, mode=mode, started="2026-05-01T18:00:00Z",  # type: ignore[arg-type]
    )  # fmt: skip


class Sitting:
    """The app, a session, and the Table screen."""

    def __init__(self, ui: UI, folder: Path) -> None:
        from companion.ui.stage import CartoucheApp

        self.ui = ui
        self.app: CartoucheApp = CartoucheApp(data=folder)
        ui.show(self.app.build())
        self.app.context.lighting.hour = lambda: EVENING

    def close(self) -> None:
        """End the app."""
        self.app.on_stop()

    @property
    def context(self) -> Any:
        return self.app.context

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
        rect = self.screen.board.rect_of(target)
        assert rect is not None, f"the board does not show {target}"
        self.ui.tap(rect)

    def tap_text(self, text: str) -> None:
        """Tap the widget that shows exactly this."""
        self.ui.tap(inspect.find(None, text))

    def shows(self, text: str) -> bool:
        """Whether the words on the screen, read in drawing order, contain `text`."""
        return text in " ".join(inspect.texts())

    def headline(self) -> str:
        """The sentence at the top of the Table screen."""
        return str(self.screen.headline.sentence)

    # playing by touch

    def settle(self) -> None:
        """Tap away what is only told: events, put-back lists, the scoring walk-through."""
        from companion.ui.screens.scoring import ScoringScreen
        from companion.ui.table.keeping import KeepPanel
        from companion.ui.table.panel import ToldPanel

        for _ in range(200):
            self.ui.frames(1)
            if isinstance(self.screen, ScoringScreen):
                self.screen.next_key.rested()
                self.ui.tap(self.screen.next_key)
            elif self.screen.name == "table" and isinstance(self.screen.panel, KeepPanel):
                self.tap_text("Only this game")
            elif self.screen.name == "table" and isinstance(self.screen.panel, ToldPanel):
                self.tap_text("Next")
            else:
                return
        raise AssertionError("the table is still being told things")

    def make(self, move: Any) -> None:
        """Make `move` of the decision at hand with as few touches as people would, and see it accepted."""
        from companion.ui.table.decide import DecidePanel

        self.settle()
        n, decision, screen = self.session.n, self.session.decision, self.screen
        choice = next((c for c in decision.choices if c.move == move), None)
        if choice is None:
            self._declare(move)
        elif decision.forced:
            self.tap_text("Next")
        elif choice.targets:
            self.tap_target(choice.targets[0])
            if isinstance(screen.panel, DecidePanel) and screen.panel.selected:
                self.tap_text(screen.say(choice.consequence or choice.label))
        else:
            several = len({c.move.by for c in decision.choices}) > 1
            if several and choice.move.by in screen.state.seats:
                self.ui.tap(screen.panel.seat_buttons[choice.move])
                self.ui.frames(2)
                if self.session.n == n and choice.consequence is not None:
                    self.ui.tap(screen.panel.seat_buttons[choice.move])
                    self.ui.frames(2)
            else:
                self.tap_text(screen.say(choice.label))
                if self.session.n == n and choice.consequence is not None:
                    self.tap_text(screen.say(choice.consequence))
        assert self.session.n == n + 1, f"{move} was not accepted: {inspect.texts()}"
        assert self.session.lines[-1].move == move

    def _declare(self, move: Any) -> None:
        forms = self.session.decision.forms
        form = next(f for f in forms if f.by == move.by)
        if form is not forms[0]:
            self.ui.tap(self.screen.panel.keys.rows[forms.index(form)])
        for field in form.fields:
            value = getattr(move, field.name)
            for one in value if field.count > 1 else (value,):
                self.ui.tap(self.screen.panel.keys.keys[one])

    def tap_tool(self, tool: str) -> None:
        """Tap a tool of the panel so shortly that it can't be taken for a hold, however slow the machine is."""
        from kivy.base import EventLoop

        from tests.kit.ui import Finger

        finger = Finger(*self.ui.point(self.screen.tools.button(tool)))
        for stage in ("begin", "end"):
            EventLoop.post_dispatch_input(stage, finger)
        self.ui.frames(3)
