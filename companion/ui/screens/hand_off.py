"""Hand-off: the code that a phone reads, and files of one game or of many, onto a stick or into a folder here.

It stays free where the owner's lock is set: whoever has played may take the result along. Nothing leaves the device
but by such a tap.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

from kivy.clock import Clock

from companion.engine.errors import InputError
from companion.engine.header import Seat
from companion.engine.record import Record
from companion.engine.text import TN, T, Text
from companion.table import history
from companion.table.handoff import Play, record_of
from companion.table.handoff_files import Kind
from companion.table.storage import HANDED_ON
from companion.titles import title_of
from companion.ui import fit, handing
from companion.ui.dates import day_text
from companion.ui.errand import Errand
from companion.ui.lettering import strange
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.at_sticks import AtSticks, demand_in, onto_stick
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.long_list import LongList
from companion.ui.widgets.progress import Progress
from companion.ui.widgets.qr_code import QrCode
from companion.ui.widgets.top_bar import TopBar
from hardware.sticks import Stick

log = logging.getLogger(__name__)
What = Kind | Literal["record"]
Share = Callable[[float], None]
"""Is told how much is done, 0 to 1."""
WAYS: tuple[tuple[What, Text], ...] = (
    ("bgsplay", T("BG Stats file")),
    ("csv", T("Table (CSV)")),
    ("pdf", T("Score sheet (PDF)")),
    ("record", T("Game record")),
)


class HandOffScreen(AtSticks):
    """At the left the code of one game, or the list of many; at the right where files go, and which.

    Raises InputError in `enter` where there is no game.
    """

    name: ClassVar[str] = "hand_off"

    def enter(self, records: Sequence[str]) -> None:
        super().enter()
        self.here = False
        """Whether files go into the folder of this device although a stick is in."""
        self.handed = handing.gather(self.context.journal, records)
        if not self.handed.records:
            raise InputError(T("There is no game to hand on."))
        self._fetched: list[Record] = []
        self._skipped: list[Text] = []
        self._onto: Stick | None = None
        """The stick that is written onto; None: into the folder of this device."""
        self._fetching: Any = None

    @property
    def practice(self) -> bool:
        return bool(self.handed.plays) and all(play.practice for play in self.handed.plays)

    @property
    def hurries(self) -> bool:
        """Whether somebody may be reading the code just now."""
        return len(self.handed.plays) == 1

    def leave(self) -> None:
        super().leave()
        if self._fetching is not None:
            self._fetching.cancel()
            self._fetching = None

    # building

    def build(self) -> None:
        self.watch()
        frame, many = self.frame, len(self.handed.records)
        title = T("Hand on") if many == 1 else TN("Hand on {n} game", "Hand on {n} games", many)
        bar = TopBar(title=self.say(title), tag=self.tag, show_back=not self.at_work)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        if frame.portrait:
            high = frame.h - 56 - 372
            self._left(12, 64, frame.w - 24, high - 8)
            self._right(12, 56 + high, frame.w - 24)
        else:
            side = frame.h - 76
            self._left(12, 66, side, side)
            self._right(side + 28, 64, frame.w - side - 40)

    def _left(self, x: float, y: float, w: float, h: float) -> None:
        plays = self.handed.plays
        if len(self.handed.records) == 1 and plays:
            side = min(w, h)
            self.code = QrCode(handing.code_of(plays[0]), disabled=True)
            self.put(self.code, x + (w - side) / 2, y, side, side)
            return
        title = [self._called(play.title, play.began) for play in plays]
        title += [self._called(title_of(game.game), game.started) for game, _ in self.handed.left_out]
        said = [", ".join(self._who(play)) for play in plays]
        said += [self.say(T("Only as a record. {why}", why=why)) for _, why in self.handed.left_out]
        # All are as high as the highest could be, so that a row is made only when it comes into view.
        high = FactRow(title=max(title, key=len), detail=max(said, key=len)).height_for(w)

        def row(i: int) -> FactRow:
            return FactRow(title=title[i], detail=said[i])

        self.put(LongList(gap=6), x, y, w, h).fill([high] * len(said), row)

    def _called(self, game: Text, began: str) -> str:
        return self.say(T("{game}, {day}", game=game, day=day_text(began)))

    def _who(self, play: Play) -> Iterable[str]:
        """The players' names as shown."""
        return self.context.shown_names([Seat(one.seat, one.name) for one in play.players]).values()

    def _right(self, x: float, y: float, w: float) -> None:
        words = T("Read the code with a phone that has BG Stats: it takes the game over. Or write a file:")
        if len(self.handed.plays) != 1 or len(self.handed.records) != 1:
            words = T("All these games go into files:")
            if len(self.handed.records) == 1:
                words = T("This game goes into a file:")
        said = fit.wrapped(self.say(words), "label", w, 3, self.frame)
        self.put(Caption(self.say(words), "label", lines=3), x, y, w, said.height + 4)
        y += 72
        self.place = PushButton(text=self.say(self._where()), icon="usb" if self._stick else "box", align="left",
                                text_size_limit=18, guard=True, wraps=True)  # fmt: skip
        self.place.bind(on_release=lambda _: self._other_place())
        self.put(self.place, x, y, w, 56)
        y += 64
        half = (w - 8) / 2
        self.keys: dict[What, PushButton] = {}
        for i, (what, label) in enumerate(WAYS):
            on = (what == "record" or bool(self.handed.plays)) and not self.at_work and self._takes
            key = PushButton(text=self.say(label), kind="plain" if on else "off", text_size_limit=18, guard=True,
                             wraps=True)  # fmt: skip
            key.bind(on_release=lambda _, what=what: self.write(what))
            self.keys[what] = self.put(key, x + (half + 8) * (i % 2), y + 64 * (i // 2), half, 56)
        y += 128
        foot = self.frame.h - 64
        if self.at_work:
            self.put(Caption(self.say(self.doing), "body", "sand", lines=2), x, y, w, 52)
            self.bar = self.put(Progress(of=100), x, y + 58, w, 14)
        elif self.told is not None:
            style = (
                "body" if fit.wrapped(self.say(self.told), "body", w, None, self.frame).height <= foot - y else "small"
            )
            self.put(Caption(self.say(self.told), style, self.colour, lines=5), x, y, w, foot - y)
        if self._stick and not self.at_work:
            self.out = PushButton(text=self.say(T("Take the stick out")), text_size_limit=18, guard=True, wraps=True)
            self.out.bind(on_release=lambda _: self.take_out())
            self.put(self.out, x, foot, w, 52)

    # where to

    @property
    def _stick(self) -> bool:
        return self.chosen is not None and not self.here

    @property
    def _takes(self) -> bool:
        """Whether the place takes files."""
        return not self._stick or (self.chosen is not None and not self.chosen.read_only)

    def _where(self) -> Text:
        if self.chosen is None or self.here:
            return T("Into the folder “{folder}” of this device", folder=HANDED_ON)
        if self.chosen.read_only:
            return T("The stick “{name}” is read-only", name=strange(self.chosen.name))
        return T("Onto the stick “{name}”", name=strange(self.chosen.name))

    def _other_place(self) -> None:
        """Go on to the next stick, then to the folder of this device, then begin again."""
        if self.at_work:
            return
        paths = [stick.path for stick in self.found]
        at = len(paths) if self.here or self.chosen is None else paths.index(self.path)
        after = (at + 1) % (len(paths) + 1)
        self.here = after == len(paths)
        self.path = self.path if self.here else paths[after]
        self.told = None
        self.relayout()

    # writing

    @property
    def at_work(self) -> bool:
        """Whether files are being made."""
        return self.busy or self._fetching is not None

    def write(self, what: What) -> None:
        """Write the games as files of a kind to where it says."""
        if self.at_work or not self._takes:
            return
        self._skipped = []
        # Where it said when it was tapped: if that stick is pulled meanwhile, nothing goes elsewhere.
        self._onto = self.chosen if self._stick else None
        if what == "record":
            self._fetched = []
            self._through(self.handed.records, self._fetch, self._write_records)
            return
        older = set(history.behind(self.context.journal))
        self._through([one for one in self.handed.records if one in older], self._bring_up, lambda: self._write(what))

    def _through(self, records: Sequence[str], act: Callable[[str], None], then: Callable[[], None]) -> None:
        """Do `act` with every game, one a frame, so that the screen stays alive: only this thread may use the journal.

        A game that can't be read is left out and told.
        """
        if not records:
            then()
            return
        coming = list(records)

        def step(_: float) -> bool:
            try:
                act(coming.pop(0))
            except InputError as error:
                self._skipped.append(error.text)
            self.bar.done = int(50 * (len(records) - len(coming)) / len(records))
            if not coming:
                self._fetching = None
                then()
            return bool(coming)

        self.doing, self.told = T("The games are being read …"), None
        self._fetching = Clock.schedule_interval(step, 0)
        self.relayout()

    def _fetch(self, record: str) -> None:
        self._fetched.append(record_of(self.context.journal, record))

    def _write_records(self) -> None:
        records = tuple(self._fetched)
        if not records:
            self.failed(self._skipped[0])
            return

        def write(folder: Path, share: Share) -> tuple[Path, ...]:
            # The first half of the bar is behind.
            return handing.write_records(records, folder, lambda done: share((1 + done) / 2))

        self._begin(write)

    def _bring_up(self, record: str) -> None:
        """An older Cartouche finished this game: let it be told where the points came from."""
        try:
            history.bring_up(self.context.journal, record)
        except InputError as error:
            # Without its rules the result goes out as it is known.
            log.info("%s is told as it was: %s", record, self.say(error.text))

    def _write(self, what: Kind) -> None:
        handed = self.handed = handing.gather(self.context.journal, self.handed.records)
        say = self.context.language.say
        self._begin(lambda folder, share: handing.write(handed, what, folder, say, share))

    def _begin(self, act: Callable[[Path, Share], tuple[Path, ...]]) -> None:
        stick = self._onto
        if stick is not None:
            folder, place = Path(stick.path), T("onto the stick “{name}”", name=strange(stick.name))
        else:
            folder = self.context.stage.data / HANDED_ON
            place = T("into the folder {folder}", folder=str(folder))

        def work(share: Share) -> tuple[Path, ...]:
            if stick is None:
                return act(folder, share)

            def further(done: float) -> None:
                # Pulled between two files: the rest would go to where it was plugged in, on this machine.
                demand_in(stick)
                share(done)

            return onto_stick(stick, lambda: act(folder, further))

        errand = Errand(work, lambda paths: self._written(paths, place), self.failed)
        self.start(T("The files are being written and read back …"), errand)

    def _written(self, paths: Sequence[Path], place: Text) -> None:
        if len(paths) == 1:
            words = T("{file} is written {place}.", file=paths[0].name, place=place)
        else:
            words = TN("{n} file is written {place}.", "{n} files are written {place}.", len(paths), place=place)
        if self._skipped:
            left = len(self._skipped)
            more = TN("{n} game was left out. {why}", "{n} games were left out. {why}", left, why=self._skipped[0])
            words = T("{first} {second}", first=words, second=more)
        self.ended(words, "warn" if self._skipped else "good")
