"""The demonstration: a whole game on the real screens, played by touches put into the real app.

It takes the first game there is, names the players, sets up, plays truthfully from a fixed draw to the end, taps once
where nothing may be placed, and leaves pictures and the game's record behind.
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import Any

import click

from companion.engine.draw import Draw
from companion.engine.game import Dealer, Game, Move
from companion.engine.record import dump
from companion.engine.text import T, Text
from companion.language import Language
from companion.ui import boot

log = logging.getLogger(__name__)
NAMES = ("anna", "bence", "kira", "dora", "ilja", "emil")
SEED = "demonstration"
REFUSE_AFTER = 12
"""Moves played before the demonstration taps a place where nothing may go."""
MOST_STEPS = 4000


class DemoError(RuntimeError):
    """The demonstration came to a point where the screen did not show what it should; names screen and step."""


class Demo:
    """One demonstration, with its pictures in `folder`."""

    def __init__(self, app: Any, folder: Path) -> None:
        from companion.ui.hands import Hands

        self.app = app
        self.hands = Hands()
        self.folder = folder
        self.pictures: list[Path] = []
        self.refused = False
        self.scored = False

    # what is there

    @property
    def screen(self) -> Any:
        return self.app.context.screen

    @property
    def session(self) -> Any:
        return self.app.context.session

    def say(self, text: Text) -> str:
        """`text` in the language of the screen."""
        return str(self.app.context.say(text))

    def picture(self, name: str) -> None:
        """Take a picture; they are numbered in the order they were taken."""
        path = self.folder / f"{len(self.pictures) + 1}-{name}.png"
        self.hands.picture(path)
        self.pictures.append(path)

    def tap(self, text: Text) -> None:
        """Tap the button that says `text`. Raises DemoError where none does."""
        from companion.ui.hands import showing

        widget = showing(self.app.context.root, self.say(text))
        if widget is None:
            raise DemoError(f"no button says “{self.say(text)}” on the screen {self.screen.name}")
        self.hands.tap(widget)

    # the story

    def play(self) -> Game[Any]:
        """The whole story; returns the game that was played."""
        from companion.games import all_games

        game = all_games()[0]
        self.picture("home")
        self.tap(game.title)
        for i, place in enumerate(tuple(self.screen.chips)[: game.seat_range[0]]):
            self._name(place, NAMES[i])
        self.picture("new-game")
        self.hands.tap(self.screen.start)
        for row in self.screen.rows[:2]:
            self.hands.tap(row)
        self.picture("setup")
        self.hands.tap(self.screen.play)
        session = self.session
        dealer = self._dealer(game)
        for _ in range(MOST_STEPS):
            if self.screen.name == "result":
                break
            self._step(dealer)
        self.picture("result")
        (self.folder / "record.jsonl").write_text(dump(session.record()), "utf-8")
        self.hands.tap(self.screen.home)
        self.tap(T("History"))
        self.hands.tap(self.screen.rows[session.header.id])
        self.picture("history")
        return game

    def _name(self, place: str, name: str) -> None:
        self.hands.tap(self.screen.chips[place])
        self.hands.tap(self.screen.type)
        for letter in name:
            self.hands.tap(self.screen.keyboard.key(letter))
        self.hands.tap(self.screen.keyboard.key("ok"))

    def _dealer(self, game: Game[Any]) -> Dealer:
        header = self.session.header
        return game.dealer(header.seat_ids, header.options, Draw(SEED))

    # playing

    def _step(self, dealer: Dealer) -> None:
        """One thing at a time: read what is told, else make the dealer's move."""
        from companion.ui.table.panel import ToldPanel

        screen = self.screen
        if screen.name == "scoring":
            if not self.scored:
                self.scored = True
                self.picture("scoring")
            self.hands.tap(screen.next_key)
        elif isinstance(screen.panel, ToldPanel):
            self.tap(T("Next"))
        else:
            if self.session.n >= REFUSE_AFTER and not self.refused:
                self._be_refused()
            move = dealer.choose(self.session.state)
            before, session = self.session.state, self.session
            self._make(move)
            after = session.results[-1]
            wrong = dealer.witness(move, before, after.state, after.events)
            if wrong:
                raise DemoError(f"after move {session.n}: {wrong[0]}")

    def _be_refused(self) -> None:
        """Tap a place that is not lit, look at the reason, and choose again."""
        decision = self.session.decision
        lit = {target for choice in decision.choices for target in choice.targets}
        board = self.screen.board
        dark = None
        for target in board.places() if lit else ():
            refusal = None if target in lit else self.screen.refusal_at(target)
            # The best lesson is a refusal whose reason lies on the board too.
            if refusal is not None and refusal.targets:
                dark = target
                break
        if dark is None:
            return
        self.picture("table")
        self.refused = True
        self.hands.tap(board.rect_of(dark))
        from companion.ui import theme

        self.hands.rest(theme.MOTION["refuse_s"])
        self.picture("refusal")
        self.tap(T("Choose again"))

    def _make(self, move: Move) -> None:
        session, screen = self.session, self.screen
        n, decision = session.n, session.decision
        choice = next((c for c in decision.choices if c.move == move), None)
        if choice is None:
            self._declare(move)
        elif decision.forced:
            self.tap(T("Next"))
        elif choice.targets:
            screen.board.reveal(choice.targets[0])
            self.hands.frames(1)
            self.hands.tap(screen.board.rect_of(choice.targets[0]))
            if session.n == n and self.screen.panel.selected:
                self.tap(choice.consequence or choice.label)
        elif move in screen.panel.seat_buttons:
            self.hands.tap(screen.panel.seat_buttons[move])
            if session.n == n and choice.consequence is not None:
                self.hands.tap(screen.panel.seat_buttons[move])
        else:
            self.tap(choice.label)
            if session.n == n and choice.consequence is not None:
                self.tap(choice.consequence)
        if session.n != n + 1:
            raise DemoError(f"move {n + 1} was not taken on the screen {screen.name}: {move}")

    def _declare(self, move: Move) -> None:
        forms = self.session.decision.forms
        form = next(f for f in forms if f.by == move.by)
        if form is not forms[0]:
            self.hands.tap(self.screen.panel.keys.rows[forms.index(form)])
        for field in form.fields:
            value = getattr(move, field.name)
            for one in value if field.count > 1 else (value,):
                self.hands.tap(self.screen.panel.keys.keys[one])


def play(folder: Path) -> int:
    """Play the demonstration into `folder`, with no display and on data of its own. Returns the exit code."""
    say = Language("en").say
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = T(
            "The folder {folder} can't be made ({detail}). Choose another one.",
            folder=str(folder),
            detail=error.strerror or str(error),
        )
        click.echo(say(text), err=True)
        return 1
    boot.prepare(headless=True, maxfps=0)
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.ui.stage import CartoucheApp

    EventLoop.ensure_window()
    if EventLoop.status != "started":
        EventLoop.start()
    with tempfile.TemporaryDirectory(prefix="cartouche-") as data:
        app = CartoucheApp(Path(data))
        Window.add_widget(app.build())
        demo = Demo(app, folder)
        demo.hands.frames(3)
        try:
            game = demo.play()
        finally:
            for child in Window.children[:]:
                Window.remove_widget(child)
            app.on_stop()
    click.echo(say(T("{game} was played to its end by touches.", game=game.title)))
    click.echo(say(T("The pictures and the record are in {folder}.", folder=str(folder.resolve()))))
    return 0
