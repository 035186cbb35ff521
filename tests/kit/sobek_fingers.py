"""Playing Sobek with fingers, by the places, keys and buttons that are seen; how many touches each move took."""

from __future__ import annotations

from collections import Counter
from typing import Any

# isort: off
from tests.kit import inspect
from tests.kit.ui import Finger

# isort: on
from kivy.base import EventLoop

from companion.games.sobek.moves import Lay, Take
from companion.ui.table import asking
from companion.ui.table.agree import Agreement
from companion.ui.table.decide import DecidePanel
from companion.ui.widgets.base import Touchable
from tests.kit.sitting import Sitting


class Fingers:
    """Makes moves on the Table screen of `sitting` as people would. `touches`: how often each kind of step took one."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.touches: Counter[str] = Counter()
        self.moves: Counter[str] = Counter()
        self._step = ""

    @property
    def table(self) -> Any:
        """The Table screen."""
        return self.sitting.screen

    @property
    def board(self) -> Any:
        return self.table.board

    # fingers

    def tap(self, spot: Any) -> None:
        """One touch, meant for itself: people are slower than this test."""
        if self.sitting.screen.name == "table":
            self.table.taps.forget()
        self.touches[self._step] += 1
        self._quick(spot)

    def _quick(self, spot: Any) -> None:
        """Down and up before the next frame, and one frame to see what came of it: a whole game has many."""
        ui = self.sitting.ui
        self.sitting.context.root.rested()
        if isinstance(spot, Touchable):
            spot.rested()
        finger = Finger(*ui.point(spot))
        for stage in ("begin", "end"):
            EventLoop.post_dispatch_input(stage, finger)
        ui.frames(1)

    def key(self, target: str) -> None:
        """Tap a key or a place of the board."""
        if target in self.board.keys:
            self.tap(self.board.keys[target])
            return
        rect = self.board.rect_of(target)
        assert rect is not None, f"the board does not show {target}: {list(self.board.keys)}"
        self.tap(rect)

    def open(self, page: str) -> None:
        """Open a picker of a turn, unless it is open."""
        if self.board.page.actions and self.board.desk.page != page:
            self.key(f"open:{page}")

    # moves

    def make(self, move: Any) -> None:
        """Make `move` and see it accepted and stored."""
        sitting = self.sitting
        self._step = "what is only told"
        self.settle()
        session, kind = sitting.session, type(move).__struct_config__.tag
        n, decision = session.n, session.decision
        self._step = kind
        self.moves[kind] += 1
        index = next((i for i, choice in enumerate(decision.choices) if choice.move == move), -1)
        if index < 0 and not any(asking.makes(form, move) for form in decision.forms):
            self._incident(move)
        elif decision.private:
            self._look(index)
        elif decision.forced:
            self.tap(inspect.find(None, "Next"))
        elif index < 0:
            self._declare(move)
        elif isinstance(move, Lay):
            if self.board.page.place != move.place:
                self.key(f"quay:{move.place}")
            self.key(f"card:{move.card}")
        elif isinstance(move, Take):
            self._take(move, index)
        else:
            self._choose(move, index)
        assert session.n == n + 1, f"{move} was not accepted: {inspect.texts()}"
        assert session.lines[-1].move == move, session.lines[-1].move

    def settle(self) -> None:
        """Tap away what is only told."""
        if self.sitting.screen.name == "table" and isinstance(self.table.panel, DecidePanel):
            return
        before = self.sitting.ui.tap
        self.sitting.ui.tap = self._told(before)  # type: ignore[method-assign]
        try:
            self.sitting.settle()
        finally:
            self.sitting.ui.tap = before  # type: ignore[method-assign]

    def _told(self, tap: Any) -> Any:
        def counted(spot: Any) -> None:
            self.touches["what is only told"] += 1
            tap(spot)

        return counted

    def _take(self, move: Take, index: int) -> None:
        """The first card by the gold key, another by its place and the gold key."""
        if f"now:{index}" in self.board.keys:
            self.key(f"now:{index}")
            return
        self.key(f"quay:{move.place}")
        choice = self.sitting.session.decision.choices[index]
        gold = self.table.board_def.gold_label(self.table.state, choice)
        self.tap(inspect.find(None, self.table.say(gold)))

    def _choose(self, move: Any, index: int) -> None:
        """By the key or button of this choice, wherever it is."""
        targets = self.sitting.session.decision.choices[index].targets
        kind = targets[0].partition(":")[0] if targets else ""
        if self.board.page.actions and kind in ("power", "family", "set"):
            self.open("power" if kind == "power" else "set")
        if self.board.page.seats and move.by in self.board.page.seats and self.board.page.who != move.by:
            self.key(f"who:{move.by}")
        found = [key for key in (*self.board.page.keys, *self.board.page.buttons) if key.index == index]
        if not found:
            self._declare(move)
            return
        self.key(found[0].target)
        if found[0].sure is not None:
            self.key(f"now:{index}")

    def _incident(self, move: Any) -> None:
        """By the menu; what is the table's needs everybody, what is a seat's a long press."""
        sitting = self.sitting
        if sitting.screen.name == "privacy":
            self.turned()
            self.tap(sitting.screen.leave_button)
            self.turned()
        session = sitting.session
        i = next(i for i, choice in enumerate(session.game.incidents(session.state)) if choice.move == move)
        self.tap(self.table.headline.menu_corner)
        rows = self.table.panel.buttons
        list_ = rows["back"].parent.parent
        list_.reveal(rows[f"incident:{i}"])
        sitting.ui.frames(2)
        self.tap(rows[f"incident:{i}"])
        sitting.ui.frames(2)
        dialog = sitting.context.root.children[0]
        if isinstance(dialog, Agreement):
            for chip in list(dialog.chips.values()):
                self.tap(chip)
        else:
            self.touches[self._step] += 1
            sitting.ui.hold(dialog.action_button)
        sitting.ui.frames(2)

    def _declare(self, move: Any) -> None:
        """A number by the keypad."""
        forms = self.sitting.session.decision.forms
        i = next(i for i, form in enumerate(forms) if form.by == move.by)
        found = next(key for key in (*self.board.page.keys, *self.board.page.buttons) if key.form == i)
        self.key(found.target)
        keypad = self.table.panel.keypad
        for digit in str(getattr(move, forms[i].fields[0].name)):
            self.tap(keypad._keys[digit])
        self.tap(keypad._keys["ok"])

    def turned(self) -> None:
        """Let the picture turn, and the time pass in which it takes no touches."""
        self.sitting.ui.frames(3)
        self.sitting.ui.wait(0.32)

    def _look(self, index: int) -> None:
        """Hold the circle, tap with the other hand, let go."""
        ui = self.sitting.ui
        if self.sitting.screen.name == "table":
            self.tap(inspect.find(None, "look and choose"))
        self.turned()
        screen = self.sitting.screen
        self.touches[self._step] += 1
        thumb = ui.down(screen.circle)
        ui.frames(2)
        row = screen.rows[index]
        self.tap(row)
        ui.up(thumb)
        self.turned()
