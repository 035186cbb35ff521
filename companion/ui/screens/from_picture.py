"""A form from a picture: the table is read once, what matters and is unsure is asked, then the form is filled in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from companion.engine.sight import EMPTY, Seen
from companion.engine.text import TN, T, Text
from companion.table.seen import label_words, place_words
from companion.ui.eye import Sighted
from companion.ui.from_picture import Wanted, matter, sure_labels, tiles_found
from companion.ui.hidden import unseen_of
from companion.ui.pen import Pen
from companion.ui.picture_row import PictureRow
from companion.ui.picture_view import PictureView, corners_of
from companion.ui.screens.calibrate import PictureScreen
from companion.ui.table.seen import upright
from companion.ui.table.seen_asking import COVERED, OTHER, answer_words, likely
from companion.ui.table.seen_panels import LOOKING
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.top_bar import TopBar

MOST = 12
"""With more doubtful places than this a better picture is asked for first."""
NOTHING = T("The picture does not show enough to fill anything in. Clear the view and look again, or enter it by hand.")


class FromPictureScreen(PictureScreen):
    """`then` gets what is filled in; nothing is, before gold is tapped."""

    name: ClassVar[str] = "from_picture"

    def enter(self, title: Text, wanted: Wanted, then: Callable[[Any], None], practice: bool = False) -> None:
        self.title, self.wanted, self.then, self.on_practice = title, wanted, then, practice
        self.plan = wanted.sight.plan(wanted.box)
        self.sighted: Sighted | None = None
        self.answers: dict[str, str | None] = {}
        self.open: tuple[str, ...] = ()
        self.all = False
        self.begun = False
        self.count: int | None = None
        """How many tiles lie there, once people said it."""
        self.many = False
        """Whether far more is unsure than anybody likes to be asked about."""
        self.keys: dict[str, PushButton] = {}
        """The keys that are shown, by their English words."""

    @property
    def practice(self) -> bool:
        return self.on_practice or super().practice

    @property
    def asked(self) -> str | None:
        """The place that is asked about now."""
        return next((spot for spot in self.open if spot not in self.answers), None)

    # looking

    def look_at_table(self, count: int | None = None) -> None:
        """Take a picture and read it; nothing here waits for that. `count`: how many tiles lie there, if told."""
        self.sighted, self.answers, self.open, self.all, self.begun = None, {}, (), False, True
        self.count = count
        self.relayout()
        wanted = self.wanted
        unseen = unseen_of(self.context, wanted.game)
        self.context.eye.look(wanted.game, wanted.box, self._read, unseen=unseen, count=count)

    @property
    def to_count(self) -> int:
        """So many tiles were found, and people must say whether none was overlooked; 0: nothing to say."""
        if self.sighted is None or self.count is not None or len(self.open) <= 1:
            return 0
        return len(tiles_found(self.plan, self.sighted.reading))

    def _read(self, sighted: Sighted) -> None:
        self.sighted = sighted
        self.open = matter(self.wanted, self.plan, sighted.reading, {})
        self.many = len(self.open) > MOST
        if self.context.screen is self:
            self.relayout()

    def turn_round(self) -> None:
        """The path begins at its other end: the same tiles, and what was said of them, in the other order."""
        from companion.vision.tiles import turned_round

        assert self.sighted is not None
        seen = self.sighted.reading.seen
        others = dict(zip((one.spot for one in seen), (one.spot for one in reversed(seen)), strict=True))
        self.answers = {others[spot]: label for spot, label in self.answers.items()}
        turned = msgspec.structs.replace(self.sighted.reading, seen=turned_round(seen))
        self._read(self.sighted._replace(reading=turned))

    def answer(self, label: str | None) -> None:
        """That lies in the place that is asked about; None: nobody can tell."""
        if self.asked is not None:
            self.answers[self.asked] = label
        self.all = False
        self.relayout()

    @property
    def made(self) -> Any:
        """What the form would be filled in with."""
        return None if self.sighted is None else self.wanted.make(sure_labels(self.sighted.reading, self.answers))

    def fill(self) -> None:
        """Back to the form, with what was read."""
        made = self.made
        self.context.back()
        self.then(made)

    def leave(self) -> None:
        if self.sighted is None:
            self.begun = False
        super().leave()

    # building

    def build(self) -> None:
        bar = TopBar(title=self.say(self.title), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, self.frame.w, 56)
        self.told, self.keys = None, {}
        if not self.begun:
            self.look_at_table()
            return
        if self.sighted is None:
            self._build_looking()
        elif self.sighted.reading.trouble is not None:
            self._build_trouble(self.sighted.reading.trouble)
        elif self.to_count:
            self._build_count(self.to_count)
        elif self.many:
            self._build_many()
        elif self.asked is not None:
            self._build_question(self.asked)
        else:
            self._build_read()

    def _key(self, words: Text, do: Callable[[], None], kind: str = "plain") -> PushButton:
        key = PushButton(text=self.say(words), kind=kind, guard=True, wraps=True)
        key.bind(on_release=lambda *_: do())
        self.keys[words.message] = key
        return key

    def _build_looking(self) -> None:
        self.lay_out([self._key(T("Stop"), self.context.back)], PictureView())
        self.tell(((LOOKING, "body", "sand"),))

    def _build_trouble(self, why: Text) -> None:
        again = self._key(T("Look again"), self.look_at_table, "primary")
        self.lay_out([self._key(T("Enter it by hand"), self.context.back), again], PictureView())
        self.tell(((why, "body", "warn"),))

    def _build_count(self, n: int) -> None:
        assert self.sighted is not None
        yes = self._key(T("Just so many"), lambda: self.look_at_table(n), "primary")
        self.lay_out([yes, self._key(T("No: look again"), self.look_at_table)], PictureView())
        self.view.overlay = self._draw
        self.view.show(self.sighted.field)
        words = TN("{n} tile was found. Does just {n} lie there? One that was overlooked would shift all after it.",
                   "{n} tiles were found. Do just {n} lie there? One that was overlooked would shift all after it.",
                   n)  # fmt: skip
        self.tell(((words, "body", "sand"),))

    def _build_many(self) -> None:
        assert self.sighted is not None
        again, ask = self._key(T("Look again"), self.look_at_table, "primary"), self._key(T("Ask me"), self._ask)
        self.lay_out([again, ask], PictureView())
        self.view.overlay = self._draw
        self.view.show(self.sighted.field)
        words = TN("{n} place can't be told. Clear the view or give more light, and look again.",
                   "{n} places can't be told. Clear the view or give more light, and look again.",
                   len(self.open))  # fmt: skip
        self.tell(((words, "body", "warn"), *((remark, "label", "sand_2") for remark in self.sighted.reading.remarks)))

    def _ask(self) -> None:
        self.many = False
        self.relayout()

    def _build_question(self, spot: str) -> None:
        assert self.sighted is not None
        labels = likely(self.plan, self.sighted.reading, spot)
        place = place_words(self.plan, spot)
        at = sum(one in self.answers for one in self.open) + 1
        words = T("{place}: what lies there? {n} of {all}", place=place, n=at, all=len(self.open))
        if self.all:
            self.lay_out([self._key(COVERED, lambda: self.answer(None))], PictureView())
            self.tell(((words, "body", "sand"),))
            for label in labels:
                self.words.add(self._label_key(label, "plain"), 52)
        else:
            keys = [self._key(OTHER, self._more), *(self._label_key(label, "lapis") for label in labels[1::-1])]
            self.lay_out(keys, PictureView())
            self.tell(((words, "body", "sand"),))
        self.view.show(self._crop(spot))

    def _crop(self, spot: str) -> Any:
        return None if self.sighted is None else upright(self.sighted.crop(spot), self.plan, spot)

    def _label_key(self, label: str, kind: str) -> PushButton:
        return self._key(answer_words(self.plan, label), lambda: self.answer(label), kind)

    def _more(self) -> None:
        self.all = True
        self.relayout()

    def _build_read(self) -> None:
        assert self.sighted is not None
        ready = bool(self.made)
        fill = self._key(T("Fill it in"), self.fill, "primary" if ready else "off")
        again = self._key(T("Look again"), self.look_at_table, "plain" if ready else "primary")
        reading = self.sighted.reading
        keys = [fill, again]
        if len(tiles_found(self.plan, reading)) > 1:
            keys.append(self._key(T("It begins at the other end"), self.turn_round))
        self.lay_out(keys, PictureView())
        self.view.overlay = self._draw
        self.view.show(self.sighted.field)
        sure = sum(one.sure for one in reading.seen) + sum(label is not None for label in self.answers.values())
        words: list[tuple[Text, str, str]] = [
            (TN("{n} place was read.", "{n} places were read.", sure), "body", "good")
        ]
        if not ready:
            words.append((NOTHING, "body", "warn"))
        left = tuple(place_words(self.plan, spot) for spot, label in self.answers.items() if label is None)
        if left:
            words.append((TN("{n} place is left to you: {places}.", "{n} places are left to you: {places}.",
                             len(left), places=left), "body", "warn"))  # fmt: skip
        words += [(remark, "label", "sand_2") for remark in reading.remarks]
        self.tell(tuple(words))
        known = sure_labels(reading, self.answers)
        for seen in reading.seen:
            if known.get(seen.spot):
                self._row(seen, known[seen.spot])

    def _row(self, seen: Seen, label: str) -> None:
        told = seen.spot in self.answers
        row = PictureRow(
            self._crop(seen.spot),
            title=self.say(label_words(self.plan, label)),
            detail=self.say(place_words(self.plan, seen.spot)),
            note=self.say(T("as you said")) if told else "",
            icon="camera",
        )
        self.words.add(row, row.height_for(self.areas[1][2]))

    def _draw(self, pen: Pen) -> None:
        from companion.vision.calibration import SCALE

        assert self.sighted is not None
        high, wide = (side / SCALE for side in self.sighted.field.shape[:2])
        known = sure_labels(self.sighted.reading, self.answers)
        for seen in self.sighted.reading.seen:
            at = seen.at or self.sighted.places.get(seen.spot)
            if at is None or known.get(seen.spot) == EMPTY:
                continue
            corners = corners_of(at, seen.angle if seen.at is not None else 0.0, (wide, high))
            self.view.outline(pen, corners, "good" if seen.spot in known else "warn", 2.5)
