"""The set that is being scored while the mask or a pharaoh is asked for: who has how many, and what it pays now."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.text import T, Text
from companion.games.tutankhamen import position
from companion.games.tutankhamen.catalogue import MASK, PHARAOH
from companion.games.tutankhamen.rules import counts
from companion.games.tutankhamen.state import Tutankhamen
from companion.ui import fit, theme
from companion.ui.boards import tutankhamen_tiles as tiles
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn

COUNT = TypeStyle("count", 18, True, 22)
NAME = TypeStyle("name", 16, False, 19)


class StakeCard(Drawn):
    """The holders of the set at stake with tiles, pharaohs and mask played, and points as it stands."""

    def __init__(self, frame: Frame, say: Callable[[Text | str], str], name: Callable[[str], str]) -> None:
        self.say, self.name = say, name
        self.state: Tutankhamen | None = None
        super().__init__(frame=frame)

    def set(self, state: Tutankhamen) -> None:
        """Show the set that `state` is about to score."""
        self.state = state
        self.redraw()

    def paint(self, pen: Pen) -> None:
        state = self.state
        if state is None or state.scoring is None:
            return
        scoring = state.scoring
        kind = state.match.kind[scoring.kind]
        look = tiles.looks(state.match.kinds)
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["card"], "lit", 2)
        tiles.draw(pen, look[kind.id], 24, 24, 17)
        words = self.say(T("as it stands now"))
        room = (pen.w if pen.h > 100 else pen.w * 0.36) - 56
        name = fit.label(self.say(kind.title), room, True, pen.frame, (18, 16))
        pen.text(name.lines[0], 48, 16, name.style, "sand", max_width=room, may_cut=True)
        told = fit.balanced(words, NAME, room, 1 if pen.h > 100 else 2, pen.frame)
        pen.lines(told, 48, 25, "sand_2", max_width=room, line_height=17)
        tally = counts(state, kind.id)
        points = next((line.points for line in position.scores(state).lines if line.category == kind.id), {})
        shown = [seat for seat in state.seats if tally[seat] or state.mask == seat]
        head = 50.0
        columns = 1 if len(shown) * 24 <= pen.h - head - 2 else 2 if pen.h > 100 else 3
        rows = max(-(-len(shown) // columns), 1)
        pitch = min(26.0, (pen.h - head - 2) / rows)
        left, width = 8.0, (pen.w - 16) / columns
        if columns == 3:
            # Low and wide: the holders stand beside the head.
            head, left, width, pitch = 6.0, pen.w * 0.36, (pen.w * 0.64 - 8) / columns, (pen.h - 12) / max(rows, 2)
        for i, seat in enumerate(shown):
            x, y = left + width * (i // rows), head + pitch * (i % rows + 0.5)
            pen.seat_disc(seat, x + 11, y, 10)
            at = x + 26 + pen.text(f"×{tally[seat]}", x + 26, y, COUNT, "sand") + 6
            if state.mask == seat and scoring.mask == "used":
                tiles.draw(pen, look[MASK], at + 10, y, 10)
                at += 24
            for _ in range(scoring.pharaohs.get(seat, 0)):
                tiles.draw(pen, look[PHARAOH], at + 8, y, 8)
                at += 20
            gain = points.get(seat, 0)
            if columns == 3:
                # Beside its own count: at the right edge it would stand by the next holder's disc.
                pen.text(f"+{gain}" if gain else "–", at, y, COUNT, "good" if gain else "sand_3")
                continue
            right = x + width - 6
            wide = pen.text(f"+{gain}" if gain else "–", right, y, COUNT, "good" if gain else "sand_3", "right")
            room = right - wide - 8 - at
            if room > 30 and columns == 1:
                pen.text(self.name(seat), at, y, NAME, theme.seat(seat).text, max_width=room, may_cut=True)
