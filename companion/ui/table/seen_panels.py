"""What came of looking at the table, in place of the decision panel: one kind of panel for each kind of answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.text import TN, T, Text
from companion.games import find_game
from companion.table.seen import (
    Difference,
    Doubtful,
    Foreign,
    Moves,
    Proposal,
    Same,
    Several,
    due_words,
    place_words,
)
from companion.ui import fit
from companion.ui.boards.base import Area, Marks
from companion.ui.layout import place
from companion.ui.picture_row import PictureRow
from companion.ui.rows import Caption
from companion.ui.table.panel import GAP, Heading, Panel
from companion.ui.widgets.button import holds
from companion.ui.widgets.scroll_list import ScrollList

if TYPE_CHECKING:
    from companion.ui.table.seen import Judged, Look

KEY = 52
FEW = 6
"""So many places that can't be told are asked about one by one; with more, the view is cleared better."""
AGAIN, LEAVE = T("Look again"), T("Leave it")
Key = tuple[Text, Callable[[], None], str]
Row = tuple[Any, float]


def panel_of(look: Look, judged: Judged) -> Panel:
    """The panel for what came of a look."""
    from companion.ui.table.seen_asking import QuestionPanel

    match judged.explanation:
        case Moves() as found:
            return WayPanel(look, found.way, found.doubtful)
        case Several() as found:
            return SeveralPanel(look, found)
        case Foreign() as found:
            return ForeignPanel(look, found)
        case Same():
            return SamePanel(look)
        case Doubtful(spots=spots, told=told):
            open_now = tuple(spot for spot in spots if spot not in look.answers)
            if not spots:
                return NotSeenPanel(look, told)
            if not open_now:
                return SamePanel(look, spots)
            return QuestionPanel(look, open_now) if len(open_now) <= FEW else ManyPanel(look, open_now)
        case other:
            return NotSeenPanel(look, other.told)


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
        """The first key has the whole width; the others share a row where their words fit. Returns where they begin."""
        room = self.drawer
        half = (room.w - GAP) / 2
        words = [self.say(text) for text, _, _ in keys]
        first = 0 if len(keys) % 2 == 0 and room.w > 400 else 1
        paired = all(holds(word, half, "plain", self.table.frame) for word in words[first:])
        cells: list[tuple[int, int, bool]] = [(i, 0, True) for i in range(first)]
        for i in range(len(keys) - first):
            alone = not paired or (i == len(keys) - first - 1 and i % 2 == 0)
            cells.append((first + (i // 2 if paired else i), i % 2 if paired else 0, alone))
        rows = cells[-1][0] + 1
        top = room.y + room.h - rows * (KEY + GAP) + GAP
        for (row, column, whole), (text, do, kind), word in zip(cells, keys, words, strict=True):
            x = room.x + column * (half + GAP)
            area = Area(x, top + row * (KEY + GAP), room.w if whole else half, KEY)
            leads_back = text in (LEAVE,)
            self.buttons[text.message] = self.button(area, word, do, kind, wraps=True, leads_back=leads_back)
        return top

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


class LookingPanel(SeenPanel):
    """The picture is being taken and read; the board stays in sight and nobody has to wait."""

    def heading(self) -> Heading | None:
        return Heading(T("Looking at the table. Keep hands and cups out of the picture."), sign="camera")

    def keys(self) -> Sequence[Key]:
        return ((T("Stop"), self.look.stop, "plain"),)

    def told(self) -> list[Row]:
        return [self.words(T("A picture is taken and read. This takes a moment."), "sand_2")]


class NotSeenPanel(SeenPanel):
    """Why nothing was read, and the way to try once more. `unready`: because of the camera, or what it has learned."""

    def __init__(self, look: Look, why: Text, unready: bool = False) -> None:
        super().__init__(look)
        self.why, self.unready = why, unready

    def heading(self) -> Heading | None:
        return Heading(T("The table could not be read. Nothing has changed."), refusal=True)

    def keys(self) -> Sequence[Key]:
        keys: list[Key] = [(AGAIN, self.look.begin, "primary"), (LEAVE, self.table.dismiss, "plain")]
        if self.unready:
            keys.append((T("The camera"), self._to_camera, "plain"))
        return keys

    def _to_camera(self) -> None:
        table = self.table
        table.close_panel()
        table.context.go("camera_game", game=find_game(table.session.header.game))

    def told(self) -> list[Row]:
        return [self.words(self.why)]


class SamePanel(SeenPanel):
    """Nothing differs. `left`: places that people could not tell either."""

    tells = True

    def __init__(self, look: Look, left: tuple[str, ...] = ()) -> None:
        super().__init__(look)
        self.left = left

    def heading(self) -> Heading | None:
        if self.look.judged is not None and self.look.judged.checks:
            return Heading(T("The pieces lie as the record says, but see this."), sign="camera")
        if self.left:
            return Heading(T("What could be seen is as the record says."), sign="camera")
        return Heading(T("The table shows what the record says."), sign="camera")

    @property
    def spots(self) -> tuple[str, ...]:
        return tuple(one.spot for one in self.look.judged.checks) if self.look.judged is not None else ()

    def keys(self) -> Sequence[Key]:
        return (T("Go on"), self.table.dismiss, "primary"), (AGAIN, self.look.begin, "plain")

    def told(self) -> list[Row]:
        sure = sum(one.sure for one in self.look.reading.seen)
        looked = TN("{n} place looked at.", "{n} places looked at.", sure)
        return [self.words(looked, "sand_2"), *self.unchecked(self.left)]


class WayPanel(SeenPanel):
    """Moves that fit, in words and lit on the board; gold plays them."""

    def __init__(self, look: Look, way: Proposal, doubtful: tuple[str, ...] = ()) -> None:
        super().__init__(look)
        self.way, self.doubtful = way, doubtful

    @property
    def spots(self) -> tuple[str, ...]:
        return self.way.places

    def heading(self) -> Heading | None:
        seats = {move.by for move in self.way.moves} & set(self.table.state.seats)
        return Heading(T("The table shows this."), seats.pop() if len(seats) == 1 else "", sign="camera")

    def keys(self) -> Sequence[Key]:
        words = T("Play it") if len(self.way.moves) == 1 else T("Play these")
        return (
            (words, lambda: self.look.play(self.way), "primary"),
            (LEAVE, self.table.dismiss, "plain"),
            (AGAIN, self.look.begin, "plain"),
        )

    def told(self) -> list[Row]:
        return [*(self.words(words) for words in self.way.words), *self.unchecked(self.doubtful)]


class SeveralPanel(SeenPanel):
    """People say which it was: a tap chooses, gold plays it."""

    def __init__(self, look: Look, found: Several) -> None:
        super().__init__(look)
        self.found = found
        self.chosen: Proposal | None = found.ways[0] if len(found.ways) == 1 else None

    @property
    def spots(self) -> tuple[str, ...]:
        if self.chosen is not None:
            return self.chosen.places
        return tuple(spot for way in self.found.ways for spot in way.places)

    def heading(self) -> Heading | None:
        if len(self.found.ways) == 1:
            return Heading(T("It looks like this, but not for sure. Was it so?"), sign="camera")
        return Heading(T("More than one thing fits. Which was it?"), sign="camera")

    def keys(self) -> Sequence[Key]:
        one = len(self.found.ways) == 1
        words = T("Yes, play it") if one else T("Play what I chose")
        kind = "off" if self.chosen is None else "plain" if one else "primary"
        return (
            (words, self._play, kind),
            (T("No, leave it") if one else LEAVE, self.table.dismiss, "plain"),
            (AGAIN, self.look.begin, "plain"),
        )

    def _play(self) -> None:
        if self.chosen is not None:
            self.look.play(self.chosen)

    def _choose(self, way: Proposal) -> None:
        self.chosen = way
        self.table.refresh()

    def told(self) -> list[Row]:
        return [*(self._way(way) for way in self.found.ways), *self.unchecked(self.found.doubtful)]

    def _way(self, way: Proposal) -> Row:
        crop = next((crop for spot in way.places if (crop := self.look.crop(spot)) is not None), None)
        first, *others = (self.say(words) for words in way.words)
        row = PictureRow(crop, title=first, detail="\n".join(others), icon="camera", chosen=way is self.chosen,
                         leads=len(self.found.ways) > 1)  # fmt: skip
        row.bind(on_release=lambda *_: self._choose(way))
        return row, row.height_for(self.drawer.w)


class ForeignPanel(SeenPanel):
    """No moves explain it: every difference, and the ways to deal with it."""

    def __init__(self, look: Look, found: Foreign) -> None:
        super().__init__(look)
        self.found = found

    @property
    def spots(self) -> tuple[str, ...]:
        return tuple(spot for one in self.found.differences for spot in (one.places or (one.spot,)))

    def marks(self) -> Marks | None:
        return Marks(reasons=targets_of(self.table.board, self.near or self.spots))

    def heading(self) -> Heading | None:
        return Heading(T("The table and the record differ. Nothing has changed."), sign="camera")

    def keys(self) -> Sequence[Key]:
        keys: list[Key] = []
        part = self.found.part
        if part is not None:
            keys.append((T("Play what fits"), lambda: self.look.play(part), "plain"))
        doubtful = self._doubtful
        if doubtful and len(doubtful) <= FEW:
            keys.append((T("Ask me what is unclear"), self._ask, "plain"))
        if not keys or not doubtful:
            keys.append((T("Correct the position"), self.look.correct, "plain"))
        return (*keys, (AGAIN, self.look.begin, "plain"), (LEAVE, self.table.dismiss, "plain"))

    @property
    def _doubtful(self) -> tuple[str, ...]:
        return tuple(
            one.spot for one in self.found.differences if not one.sure and one.spot not in self.look.answers
        )  # fmt: skip

    def _ask(self) -> None:
        from companion.ui.table.seen_asking import QuestionPanel

        self.table.open(QuestionPanel(self.look, self._doubtful))

    def told(self) -> list[Row]:
        found = [self.difference(one) for one in self.found.differences]
        if self.found.part is not None:
            words = T("This much fits: {moves}. What is left differs:", moves=self.found.part.words)
            found.insert(0, self.words(words))
        return found


class ManyPanel(SeenPanel):
    """Too many places can't be told to ask about each."""

    def __init__(self, look: Look, doubtful: tuple[str, ...]) -> None:
        super().__init__(look)
        self.doubtful = doubtful

    @property
    def spots(self) -> tuple[str, ...]:
        return self.doubtful

    def heading(self) -> Heading | None:
        return Heading(T("Much of the table can't be told. Clear the view and look once more."), sign="camera")

    def keys(self) -> Sequence[Key]:
        from companion.ui.table.seen_asking import QuestionPanel

        return (
            (AGAIN, self.look.begin, "primary"),
            (T("Ask me"), lambda: self.table.open(QuestionPanel(self.look, self.doubtful)), "plain"),
            (LEAVE, self.table.dismiss, "plain"),
        )

    def told(self) -> list[Row]:
        plan = self.look.plan
        return [self.picture((spot,), place_words(plan, spot)) for spot in self.doubtful]
