"""Whole games played without a touch: from Home to the result with knob, confirm, next, undo and the seat buttons."""

from __future__ import annotations

from typing import Any

from companion.engine.text import T
from companion.ui.screens.scoring import ScoringScreen
from companion.ui.table.decide import DecidePanel
from companion.ui.table.panel import ToldPanel
from companion.ui.widgets.check_row import CheckRow
from hardware.device import LAMPS, SEAT_KEYS
from tests.kit import inspect
from tests.kit.panel import Buttons, WiredPanel
from tests.kit.sitting import Sitting


class Player:
    """Plays at a Sitting with a panel on simulated pins. `scored`: whose lamps glowed at each line of a scoring."""

    def __init__(self, table: Sitting, panel: Any = None) -> None:
        self.table = table
        self.panel = WiredPanel(table.ui.now) if panel is None else panel
        self.hand = Buttons(table, self.panel)
        self.scored: list[set[str]] = []

    # before and after the game

    def begin(self, title: str, more: tuple[str, ...] = ()) -> None:
        """From Home to the Table screen: the game, `more` places at the table, every line of the setup ticked."""
        table, hand = self.table, self.hand
        hand.choose(title)
        assert table.screen.name == "new_game"
        for place in more:
            hand.widget(table.screen.chips[place])
            assert table.screen.name == "seat"
            hand.press("confirm")
        hand.press("confirm")
        assert table.screen.name == "setup"
        for row in table.screen.rows:
            hand.widget(row)
            assert isinstance(row, CheckRow) and row.done
        hand.choose(table.screen.say(T("Play")), "confirm")
        assert table.screen.name == "table"

    def settle(self) -> None:
        """Go on through what is only told, and line by line through a scoring, with the button `next` alone."""
        table = self.table
        for _ in range(300):
            if isinstance(table.screen, ScoringScreen):
                self.scored.append(self.glowing())
            elif table.screen.name != "table" or not isinstance(table.screen.panel, ToldPanel):
                return
            self.hand.press("next")
        raise AssertionError("the table is still being told things")

    # a move

    def make(self, move: Any) -> None:
        """Make a move of the decision at hand, and see it accepted and confirmed by the buzzer."""
        self.settle()
        table, hand, session = self.table, self.hand, self.table.session
        n, decision, screen = session.n, session.decision, self.table.screen
        choice = next((choice for choice in decision.choices if choice.move == move), None)
        if choice is None:
            self._declare(move)
        elif decision.forced:
            hand.press("next")
        elif choice.targets:
            hand.place(choice.targets[0])
            if session.n == n and isinstance(screen.panel, DecidePanel) and screen.panel.selected:
                hand.press("confirm")
        elif choice.seat_key:
            table.ui.wait(1)
            hand.press(self.key_of(choice.move.by))
        elif move in screen.panel.seat_buttons:
            hand.widget(screen.panel.seat_buttons[move], "confirm")
            if session.n == n and choice.consequence is not None:
                hand.widget(screen.panel.seat_buttons[move], "confirm")
        else:
            hand.choose(screen.say(choice.label), "confirm")
            if session.n == n and choice.consequence is not None:
                hand.choose(screen.say(choice.consequence), "confirm")
        assert session.n == n + 1, f"{move} was not accepted: {inspect.texts()}"
        assert session.lines[-1].move == move
        assert table.context.session is session

    def _declare(self, move: Any) -> None:
        screen, form = self.table.screen, next(f for f in self.table.session.decision.forms if f.by == move.by)
        if form is not self.table.session.decision.forms[0]:
            self.hand.widget(screen.panel.keys.rows[self.table.session.decision.forms.index(form)])
        for field in form.fields:
            value = getattr(move, field.name)
            for one in value if field.count > 1 else (value,):
                self.hand.widget(screen.panel.keys.keys[one])

    def lose_contact(self) -> None:
        """What can go wrong with the device in the middle of a game does; pins stay where they are."""

    def key_of(self, seat: str) -> str:
        """The button of a seat."""
        seats = [one.seat for one in self.table.session.header.seats]
        return SEAT_KEYS[seats.index(seat)]

    # lamps

    def lit(self) -> set[str]:
        """The lamps that glow now, or would within the next blink."""
        found: set[str] = set()
        for _ in range(2):
            found |= {lamp for lamp in LAMPS if self.panel.glows(lamp)}
            self.table.ui.wait(0.5)
        return found

    def glowing(self) -> set[str]:
        """The seats whose lamps are lit."""
        return self.seats_of(self.lit())

    def blinking(self) -> set[str]:
        """The seats whose lamps change within a second."""
        first = {lamp for lamp in LAMPS if self.panel.glows(lamp)}
        self.table.ui.wait(0.5)
        return self.seats_of(first ^ {lamp for lamp in LAMPS if self.panel.glows(lamp)})

    def seats_of(self, lamps: set[str]) -> set[str]:
        """Whose lamps these are; a lamp of nobody must not be among them."""
        seats = [one.seat for one in self.table.session.header.seats]
        return {seats[LAMPS.index(lamp)] for lamp in lamps}
