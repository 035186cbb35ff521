"""A place that the picture leaves open: its picture, large, and what may lie there as two large keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.sight import EMPTY, Plan, Reading
from companion.engine.text import T, Text
from companion.table.seen import label_words, place_words
from companion.ui.boards.base import Area, Marks
from companion.ui.picture_view import PictureView
from companion.ui.table.panel import GAP, Heading
from companion.ui.table.seen_panel import LEAVE, Key, Row, SeenPanel, targets_of
from companion.ui.widgets.button import PushButton

if TYPE_CHECKING:
    from companion.ui.table.seen import Look

OTHER = T("Something else, or covered")
COVERED = T("It can't be seen")
NOTHING = T("Nothing lies there")


def answer_words(plan: Plan, label: str) -> Text:
    """What lies in a place, as a key says it."""
    return NOTHING if label == EMPTY else label_words(plan, label)


def likely(plan: Plan, reading: Reading, spot_id: str, expected: Sequence[str] = ()) -> tuple[str, ...]:
    """What can lie in a place, likeliest first: as the picture says, then what is `expected`, then all there is."""
    seen, spot = reading.of(spot_id), plan.spot(spot_id)
    found: list[str] = []
    if seen is not None:
        found += [] if seen.label is None else [seen.label]
        found += [label for label, _ in seen.others]
    found += expected
    found += (EMPTY, *(spot.labels if spot is not None else ()))
    return tuple(dict.fromkeys(found))


class QuestionPanel(SeenPanel):
    """One question a place. When all are answered the reading is held against the record once more."""

    def __init__(self, look: Look, spots: tuple[str, ...]) -> None:
        super().__init__(look)
        self.asked = spots
        self.said: dict[str, str | None] = {}
        self.all = False
        """Whether everything that may lie there is listed."""

    @property
    def spot(self) -> str:
        """The place that is asked about."""
        return self.asked[min(len(self.said), len(self.asked) - 1)]

    def heading(self) -> Heading | None:
        place = place_words(self.look.plan, self.spot)
        if len(self.asked) == 1:
            return Heading(T("{place}: what lies there?", place=place), sign="camera")
        return Heading(T("{place}: what lies there? {n} of {all}", place=place, n=len(self.said) + 1,
                         all=len(self.asked)), sign="camera")  # fmt: skip

    def marks(self) -> Marks | None:
        return Marks(selected=targets_of(self.table.board, (self.spot,)))

    @property
    def labels(self) -> tuple[str, ...]:
        """What may lie there, likeliest first."""
        look = self.look
        assert look.game.sight is not None
        expected = look.game.sight.shows(look.state).get(self.spot, ())
        return likely(look.plan, look.reading, self.spot, expected)

    def say_it(self, label: str | None) -> None:
        """That lies there; None: nobody can tell."""
        self.said[self.spot] = label
        self.all = False
        if len(self.said) < len(self.asked):
            self.list = None
            self.table.refresh()
        else:
            self.look.answer(self.said)

    def _teller(self, label: str | None) -> Callable[[], None]:
        return lambda: self.say_it(label)

    def _more(self) -> None:
        self.all = True
        self.table.refresh()

    def keys(self) -> Sequence[Key]:
        if self.all:
            return (COVERED, self._teller(None), "plain"), (LEAVE, self.table.dismiss, "quiet")
        two: list[Key] = [
            (answer_words(self.look.plan, label), self._teller(label), "lapis") for label in self.labels[:2]
        ]
        return (*two, (OTHER, self._more, "plain"), (LEAVE, self.table.dismiss, "quiet"))

    def put_keys(self, keys: Sequence[Key]) -> float:
        """One under the other, or in pairs where the drawer is wide; the two answers are the higher ones."""
        room = self.drawer
        columns = 2 if room.w > 400 else 1
        width = (room.w - GAP * (columns - 1)) / columns
        heights = [60 if kind == "lapis" else 48 for _, _, kind in keys][::columns]
        top = room.y + room.h - sum(heights) - GAP * (len(heights) - 1)
        for i, (text, do, kind) in enumerate(keys):
            row, column = divmod(i, columns)
            y = top + sum(heights[:row]) + GAP * row
            area = Area(room.x + column * (width + GAP), y, width, heights[row])
            self.buttons[text.message] = self.button(area, self.say(text), do, kind, wraps=True)
        return top

    def build(self) -> None:
        if self.all:
            super().build()
            return
        top, room = self.put_keys(self.keys()), self.drawer
        self.view = PictureView()
        self.put(self.view, Area(room.x, room.y, room.w, top - GAP - room.y))
        self.view.show(self.look.crop(self.spot))

    def told(self) -> list[Row]:
        return [self._key(answer_words(self.look.plan, label), label) for label in self.labels]

    def _key(self, words: Text, label: str) -> Row:
        button: Any = PushButton(text=self.say(words), guard=True, wraps=True)
        button.bind(on_release=lambda *_: self.say_it(label))
        return button, 52

    def remarks(self) -> list[Row]:
        return []
