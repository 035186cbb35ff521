"""What all panels of a look at the table have in common: rows of what was seen over up to four keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.text import TN, T, Text
from companion.table.seen import Difference, due_words, place_words
from companion.ui import fit
from companion.ui.boards.base import Area, Marks
from companion.ui.layout import place
from companion.ui.picture_row import PictureRow
from companion.ui.rows import Caption
from companion.ui.table.panel import GAP, Panel
from companion.ui.widgets.button import holds
from companion.ui.widgets.scroll_list import ScrollList

if TYPE_CHECKING:
    from companion.ui.table.seen import Look

KEY = 52
WIDE = 560
"""A panel wider than this lies under its board and has little height."""
AGAIN, LEAVE = T("Look again"), T("Leave it")
Key = tuple[Text, Callable[[], None], str]
Row = tuple[Any, float]


def target_of(board: Any, spot: str) -> str | None:
    """The place of the board that stands for a place of the picture: the longest beginning of its id that is one."""
    while board.rect_of(spot) is None:
        spot, colon, _ = spot.rpartition(":")
        if not colon:
            return None
    return spot


def targets_of(board: Any, spots: Iterable[str]) -> frozenset[str]:
    """The places of the board for places of the picture."""
    return frozenset(target for spot in spots if (target := target_of(board, spot)) is not None)


class SeenPanel(Panel):
    """The base: rows of what was seen over up to three keys."""

    apart = True
    tools = False

    def __init__(self, look: Look) -> None:
        super().__init__(look.table)
        self.look = look
        self.buttons: dict[str, Any] = {}
        self.rows: list[Any] = []
        self.list: ScrollList | None = None
        self.near: tuple[str, ...] = ()
        """The places whose row was tapped: they alone are marked then."""

    @property
    def spots(self) -> tuple[str, ...]:
        """The places it speaks of."""
        return ()

    def marks(self) -> Marks | None:
        return Marks(fresh=targets_of(self.table.board, self.near or self.spots))

    # parts

    def keys(self) -> Sequence[Key]:
        """Words, act and kind of the keys, the most likely first."""
        raise NotImplementedError

    def told(self) -> list[Row]:
        """The rows."""
        raise NotImplementedError

    def build(self) -> None:
        room = self.drawer
        offset = self.list.offset if self.list is not None else 0.0
        self.list = ScrollList(gap=6)
        self.put(self.list, room)
        top = self.put_keys(self.keys())
        place(self.list, self.table.frame.rect(room.x, room.y, room.w, top - GAP - room.y))
        found = [*self.told(), *self.remarks()]
        self.rows = [row for row, _ in found]
        self.list.set_rows(found)
        self.list.offset = min(offset, self.list.reach)

    def put_keys(self, keys: Sequence[Key]) -> float:
        """The first key has the whole width; the others share a row where their words fit. Returns where they begin.

        In a wide panel, which is a low one, all of them share a row.
        """
        room = self.drawer
        half = (room.w - GAP) / 2
        words = [self.say(text) for text, _, _ in keys]
        part = (room.w - GAP * (len(keys) - 1)) / len(keys)
        if room.w > WIDE and all(holds(word, part, "primary", self.table.frame) for word in words):
            top = room.y + room.h - KEY
            for i, key in enumerate(keys):
                self._put_key(key, words[i], Area(room.x + i * (part + GAP), top, part, KEY))
            return top
        first = 0 if len(keys) % 2 == 0 and room.w > 400 else 1
        paired = all(holds(word, half, "plain", self.table.frame) for word in words[first:])
        cells: list[tuple[int, int, bool]] = [(i, 0, True) for i in range(first)]
        for i in range(len(keys) - first):
            alone = not paired or (i == len(keys) - first - 1 and i % 2 == 0)
            cells.append((first + (i // 2 if paired else i), i % 2 if paired else 0, alone))
        rows = cells[-1][0] + 1
        top = room.y + room.h - rows * (KEY + GAP) + GAP
        for (row, column, whole), key, word in zip(cells, keys, words, strict=True):
            x = room.x + column * (half + GAP)
            self._put_key(key, word, Area(x, top + row * (KEY + GAP), room.w if whole else half, KEY))
        return top

    def _put_key(self, key: Key, word: str, area: Area) -> None:
        text, do, kind = key
        self.buttons[text.message] = self.button(area, word, do, kind, wraps=True, leads_back=text in (LEAVE,))

    def words(self, text: Text, colour: Any = "sand") -> Row:
        """Words as a row."""
        said = self.say(text)
        whole = fit.wrapped(said, "explain", self.drawer.w - 20, None, self.table.frame)
        return Caption(said, "explain", colour, lines=len(whole.lines) + 1), whole.height + 4

    def picture(self, spots: tuple[str, ...], title: Text, detail: Text | None = None, **more: Any) -> Row:
        """A row with the picture of the first of these places; a tap marks them alone on the board."""
        crop = next((crop for spot in spots if (crop := self.look.crop(spot)) is not None), None)
        row = PictureRow(
            crop, title=self.say(title), detail="" if detail is None else self.say(detail), icon="camera", **more
        )
        row.bind(on_release=lambda *_: self.mark(spots))
        return row, row.height_for(self.drawer.w)

    def mark(self, spots: tuple[str, ...]) -> None:
        """Mark these places alone on the board; once more: all of them again."""
        self.near = () if self.near == spots else spots
        self.table.refresh()
        target = target_of(self.table.board, spots[0]) if self.near else None
        if target is not None:
            self.table.board.reveal(target)

    def remarks(self) -> list[Row]:
        """What made the picture less certain, score markers that are behind, and what calibrating again would help."""
        found: list[Row] = []
        if self.look.judged is not None:
            found += [self.difference(one) for one in self.look.judged.checks]
        for spot in self.look.misread:
            place = place_words(self.look.plan, spot)
            found.append(self.words(T("{place} was misread more than once. Calibrating again would help.", place=place),
                                    "warn"))  # fmt: skip
        return found + [self.words(remark, "sand_2") for remark in self.look.reading.remarks]

    def difference(self, one: Difference) -> Row:
        """A place that does not show what it should."""
        plan, spots = self.look.plan, one.places or (one.spot,)
        note = "" if one.sure else self.say(T("unsure"))
        return self.picture(spots, place_words(plan, one.spot), due_words(plan, one), note=note, note_colour="warn")

    def unchecked(self, spots: Sequence[str]) -> list[Row]:
        """Places that could not be told."""
        if not spots:
            return []
        places = tuple(place_words(self.look.plan, spot) for spot in spots)
        words = TN("{n} place could not be checked: {places}.", "{n} places could not be checked: {places}.",
                   len(spots), places=places)  # fmt: skip
        return [self.words(words, "warn")]
