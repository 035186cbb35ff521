"""What came of looking at the table, in place of the decision panel: one kind of panel for each kind of answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.engine.text import TN, T, Text
from companion.games import find_game
from companion.table.seen import Doubtful, Foreign, Moves, Proposal, Same, Several, more_words, place_words, signs_words
from companion.ui.boards.base import Marks
from companion.ui.picture_row import PictureRow
from companion.ui.table.panel import Heading, Panel
from companion.ui.table.seen_panel import AGAIN, LEAVE, Key, Row, SeenPanel, targets_of

if TYPE_CHECKING:
    from companion.table.judging import Judged
    from companion.ui.table.seen import Look

LOOKING = T("Looking at the table. Keep hands and cups out of the picture.")
FEW = 6
"""So many places that can't be told are asked about one by one; with more, the view is cleared better."""


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
        case Same(unread=unread):
            return SamePanel(look, unread=unread)
        case Doubtful(why=Text() as why):
            return NotSeenPanel(look, why)
        case Doubtful(spots=spots):
            open_now = tuple(spot for spot in spots if spot not in look.answers)
            if not open_now:
                return SamePanel(look, spots)
            return QuestionPanel(look, open_now) if len(open_now) <= FEW else ManyPanel(look, open_now)
        case other:
            return NotSeenPanel(look, other.told)


class LookingPanel(SeenPanel):
    """The picture is being taken and read; the board stays in sight and nobody has to wait."""

    def heading(self) -> Heading | None:
        return Heading(LOOKING, sign="camera")

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
    """Nothing differs. `left`: places that people could not tell either. `unread`: signs too small to be read."""

    tells = True

    def __init__(self, look: Look, left: tuple[str, ...] = (), unread: int = 0) -> None:
        super().__init__(look)
        self.left, self.unread = left, unread

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
        sure = sum(one.sure for one in self.look.reading.seen) + self.unread
        looked = TN("{n} place looked at.", "{n} places looked at.", sure)
        small = [self.words(signs_words(self.unread), "sand_2")] if self.unread else []
        return [self.words(looked, "sand_2"), *small, *self.unchecked(self.left)]


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
        more = [self.words(more_words(self.found.more), "sand_2")] if self.found.more else []
        return [*(self._way(way) for way in self.found.ways), *more, *self.unchecked(self.found.doubtful)]

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
