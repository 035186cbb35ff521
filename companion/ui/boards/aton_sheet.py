"""Aton's scoring sheet by taps: every space goes from empty to red to blue, and the lines are counted as one taps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.games.aton import GAME
from companion.ui.boards import aton_places
from companion.ui.boards.aton_view import AtonView
from companion.ui.boards.base import Area
from companion.ui.layout import place
from companion.ui.table.pieces import Paragraph
from companion.ui.table.score_sheet import ScoreSheet
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton

ORDER = (None, "red", "blue")


class SheetEntry(Drawn):
    """The board without cartouches at the left, the lines at the right, "Add to the scores" below.

    `done` gets the sheet's data. A position that can't be (more counters than there are) says so and can't be added.
    """

    def __init__(self, context: Any, sheet_id: str, done: Callable[[dict[str, Any]], None]) -> None:
        self.context = context
        self.sheet = GAME.sheets[sheet_id]
        self.done = done
        self.owners: dict[str, str] = {}
        frame = context.frame
        self.board = AtonView(frame, aton_places.scoring_places(frame), context.say)
        self.board.bind(on_target=lambda _, target: self.tapped(target))
        self.lines = ScoreSheet(context.say)
        self.fault = Paragraph(colour="bad")
        self.clear = PushButton(text=context.say(T("Clear")), kind="quiet", guard=True)
        self.clear.bind(on_release=lambda _: self._cleared())
        self.add = PushButton(text=context.say(T("Add to the scores")), kind="primary", guard=True)
        self.add.bind(on_release=lambda _: self.done(self.data))
        session = context.session
        box = session.box if session is not None else GAME.box
        self.state = GAME.new(aton_places.SEATS, GAME.resolve({}), GAME.setup_type(), box)
        super().__init__()
        self.refresh()

    @property
    def data(self) -> dict[str, Any]:
        """The sheet as it is filled in."""
        return {"board": {seat: sorted(s for s, who in self.owners.items() if who == seat) for seat in ("red", "blue")}}

    def kept(self) -> dict[str, str]:
        """What was tapped in so far: seats by space."""
        return self.owners

    def keep(self, owners: dict[str, str]) -> None:
        """Go on with what another form was told."""
        self.owners = dict(owners)
        self.refresh()

    def fill(self, read: Mapping[str, Any]) -> None:
        """Take over what a picture of the board shows (`AtonSight.sheet`)."""
        self.owners = {space: who for who, spaces in read["board"].items() for space in spaces}
        self.refresh()

    def tapped(self, target: str) -> None:
        """The next owner of a space."""
        kind, _, space = target.partition(":")
        if kind != "space":
            return
        owner = ORDER[(ORDER.index(self.owners.get(space)) + 1) % len(ORDER)]
        if owner is None:
            del self.owners[space]
        else:
            self.owners[space] = owner
        self.refresh()

    def _cleared(self) -> None:
        self.owners.clear()
        self.refresh()

    def refresh(self) -> None:
        """Count and show."""
        values: dict[str, str | int] = {f"space:{space}": owner for space, owner in self.owners.items()}
        state = self.state
        if values:
            state = GAME.apply(state, GAME.correction(state, values)).state
        self.board.show(state, None)
        try:
            self.lines.scores = self.sheet.score(self.data)
        except InputError as error:
            self.fault.text = self.context.say(error.text)
            self.add.kind = "off"
        else:
            self.fault.text = ""
            self.lines.current = len(self.lines.scores.lines) - 1
            self.add.kind = "primary"

    def arrange(self) -> None:
        frame = self.context.frame
        area = self.board.area
        if self.board.parent is None:
            self.add_widget(self.board)
        if frame.portrait:
            top = area.y + area.h
            spots = (
                (self.lines, Area(0, top, 480, frame.h - 72 - top)),
                (self.fault, Area(16, frame.h - 72 - 60, 448, 56)),
                (self.clear, Area(12, frame.h - 64, 140, 56)),
                (self.add, Area(160, frame.h - 64, 308, 56)),
            )
        else:
            left = area.x + area.w
            spots = (
                (self.lines, Area(left, 94, frame.w - left, 322)),
                (self.fault, Area(left + 12, 60, frame.w - left - 24, 34)),
                (self.clear, Area(left + 12, 420, 120, 52)),
                (self.add, Area(left + 140, 420, frame.w - left - 152, 52)),
            )
        for widget, spot in spots:
            place(widget, frame.rect(*spot))
            if widget.parent is None:
                self.add_widget(widget)
