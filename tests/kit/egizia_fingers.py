"""Playing Egizia with fingers, by the places, keys and buttons that are seen; how many touches each decision took."""

from __future__ import annotations

from collections import Counter
from typing import Any

# isort: off
from tests.kit import inspect
from tests.kit.ui import Finger

# isort: on
from kivy.base import EventLoop

from companion.games.egizia.moves import Declare, Feed
from companion.games.egizia.names import sphinx_name
from companion.games.egizia.state import Egizia
from companion.ui.boards import egizia_pages as pages
from companion.ui.boards.egizia_river import in_order
from companion.ui.boards.egizia_side import CARDS
from companion.ui.table.agree import Agreement
from companion.ui.widgets.base import Touchable
from tests.kit.sitting import Sitting

TOLD = "what is only told"


class Fingers:
    """Makes moves on the Table screen of `sitting` as people would.

    taps: all touches. acts: what hands did with the pieces. by_step, steps: touches and answers by stage.
    """

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.taps = self.acts = 0
        self.by_step: Counter[str] = Counter()
        self.steps: Counter[str] = Counter()
        self._step = ""
        self._thumb: Finger | None = None

    @property
    def table(self) -> Any:
        """The Table screen."""
        return self.sitting.screen

    @property
    def desk(self) -> Any:
        return self.table.board.desk

    # counts

    @property
    def worst(self) -> str:
        """The stage whose answers take most touches each."""
        return max(self.steps, key=lambda step: self.by_step[step] / self.steps[step])

    def told(self) -> str:
        """The counts in words, for whoever looks at the log of the tests."""
        each = ", ".join(f"{step} {self.by_step[step] / n:.1f} x {n}" for step, n in self.steps.most_common())
        only = self.by_step[TOLD]
        share = self.taps / max(self.acts, 1)
        return f"{self.taps} taps for {self.acts} acts ({share:.2f} each; {each}; {TOLD} {only})"

    # fingers

    def tap(self, spot: Any) -> None:
        """One touch, meant for itself: people are slower than this test."""
        self.taps += 1
        self.by_step[self._step] += 1
        if self.sitting.screen.name == "table":
            self.table.taps.forget()
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

    def settle(self) -> None:
        """Tap away what is only told."""
        ui, step = self.sitting.ui, self._step
        before, self._step = ui.tap, TOLD
        ui.tap = self.tap  # type: ignore[method-assign]
        try:
            self.sitting.settle()
        finally:
            ui.tap, self._step = before, step  # type: ignore[method-assign]

    # moves

    def make(self, move: Any) -> None:
        """Make `move` and see it accepted and stored."""
        self.settle()
        session = self.sitting.session
        n, decision, before = session.n, session.decision, session.state
        index = next((i for i, choice in enumerate(decision.choices) if choice.move == move), -1)
        # What is done beside the question is counted by its own name.
        self._step = decision.id if index >= 0 else type(move).__struct_config__.tag
        self.steps[self._step] += 1
        if index < 0:
            self._incident(move)
        elif isinstance(move, Declare):
            self._look(move)
        elif self.sitting.screen.name == "page":
            self._feed(move)
        elif decision.forced:
            self.tap(inspect.find(None, "Next"))
        else:
            self._choose(index)
        assert session.n == n + 1, f"{move} was not accepted: {inspect.texts()}"
        assert session.lines[-1].move == move, session.lines[-1].move
        self.acts += acts_of(before, session.state)

    def _choose(self, index: int) -> None:
        """By the place, the key or the button of this choice, wherever it is; then by the gold button if it asks."""
        table, session = self.table, self.sitting.session
        n, choice = session.n, session.decision.choices[index]
        aside = [i for i, _ in pages.aside(session.decision)]
        if index in aside and len(aside) > 1:
            self.tap(table.side.buttons[f"open:{CARDS}"])
            self._scrolled(table.side.sheet.keys[f"now:{index}"])
        elif index in table.side._by_choice:
            self._scrolled(table.side._by_choice[index])
        else:
            self.place(choice.targets[0])
        if session.n == n:
            assert table.panel.selected, f"{choice.move} is neither made nor selected: {inspect.texts()}"
            brief = table.board_def.gold_label(table.state, choice)
            self.tap(inspect.find(None, table.say(brief or choice.consequence or choice.label)))

    def _scrolled(self, button: Any) -> None:
        """Tap a button; one more touch if its list has to be moved first."""
        scroll = self.table.side.scroll
        if scroll is not None and button in scroll.rows:
            before = scroll.offset
            scroll.reveal(button)
            if scroll.offset != before:
                self.taps += 1
                self.by_step[self._step] += 1
            self.sitting.ui.frames(1)
        self.tap(button)

    def place(self, target: str) -> None:
        """Bring a place of the board into sight by touch, then tap it."""
        board, state = self.table.board, self.table.state
        if target not in board.places() and target.startswith("value:"):
            self.tap(self.table.side.keys[target])
            return
        if target not in board.places():
            kind, _, rest = target.partition(":")
            if self.desk.site:
                self.seen("close:site")
            if kind == "stop":
                x, y = board.lay.dot(in_order(state).index(rest), False)
                self.tap(board.frame.rect(x - 1, y - 1, 2, 2))
            elif kind == "space":
                building = rest.partition(":")[0]
                self.seen(f"tab:{'graves' if building == 'grave' else building}")
            elif kind in ("kind", "face"):
                self.seen(f"open:{rest.partition(':')[0]}")
        self.seen(target)

    def seen(self, target: str) -> None:
        """Tap a place that the board shows."""
        places = self.table.board.places()
        assert target in places, f"the board does not show {target}: {list(places)}"
        self.tap(self.table.board.rect_of(target))

    def _feed(self, move: Any) -> None:
        """On the page of the feeding: by its steppers and its gold button."""
        view = self.table.view
        if isinstance(move, Feed):
            for name, wanted in (("cards", move.cards), ("stones", move.stones)):
                for _ in range(wanted):
                    self.tap(view.steppers[name]._plus)
        self.tap(view.gold)
        self.sitting.ui.frames(2)

    def _incident(self, move: Any) -> None:
        """By the menu; what is the table's needs everybody, what is a seat's a long press."""
        sitting = self.sitting
        if sitting.screen.name == "page":
            self.tap(self.table.view.back)
            sitting.ui.frames(2)
        session = sitting.session
        i = next(i for i, choice in enumerate(session.game.incidents(session.state)) if choice.move == move)
        self.tap(self.table.headline.menu_corner)
        rows = self.table.panel.buttons
        rows["back"].parent.parent.reveal(rows[f"incident:{i}"])
        sitting.ui.frames(2)
        n = session.n
        self.tap(rows[f"incident:{i}"])
        sitting.ui.frames(2)
        if session.n > n:
            return
        dialog = sitting.context.root.children[0]
        if isinstance(dialog, Agreement):
            for chip in list(dialog.chips.values()):
                self.tap(chip)
        else:
            self.taps += 1
            self.by_step[self._step] += 1
            sitting.ui.hold(dialog.action_button)
        sitting.ui.frames(2)

    def _look(self, move: Declare) -> None:
        """Hold the circle, tap with the other hand, let go after the last card."""
        ui, sitting = self.sitting.ui, self.sitting
        if self._thumb is None:
            if sitting.screen.name == "table":
                self.tap(inspect.find(None, f"{self.table.name_of(move.by)}: look and choose"))
            ui.frames(3)
            ui.wait(0.32)
            self.taps += 1
            self.by_step[self._step] += 1
            self._thumb = ui.down(sitting.screen.circle)
            ui.frames(2)
        screen = sitting.screen
        words = screen.say(sphinx_name(move.card, sitting.session.state.facts))
        for _ in range(screen.pages):
            found = next((row for row in screen.rows if row.text == words), None)
            if found is not None:
                self.tap(found)
                break
            self.tap(screen.more)
        ui.frames(1)
        if sitting.screen is not screen or sitting.session.state.turn != move.by:
            ui.up(self._thumb)
            self._thumb = None
            ui.frames(3)
            ui.wait(0.32)


def acts_of(before: Egizia, after: Egizia) -> int:
    """What hands did on the real table in this move: every piece or heap that lies somewhere else."""
    acts = 0
    for who, side in after.sides.items():
        old = before.sides[who]
        for name in ("score", "stones", "ships", "stone_row", "grain_row", "sphinx", "quarries", "fields", "cards"):
            acts += getattr(old, name) != getattr(side, name)
        acts += sum(old.crews[crew] != n for crew, n in side.crews.items())
        acts += len(set(side.down) ^ set(old.down))
    acts += sum(bool(card) and before.stops[stop] != card for stop, card in after.stops.items())
    acts += len(after.built.keys() - before.built.keys())
    acts += before.drawn < after.drawn
    acts += sum(now != then for now, then in zip(after.tiles, before.tiles, strict=True))
    return acts + (before.ring != after.ring) + (before.chips != after.chips)
