"""Teaching one tag: what it stands for is tapped; the next tag that is read takes its place."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from companion.config import Tagged
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.text import TN, T, Text
from companion.games import all_games, find_game
from companion.language import SEAT_WORDS
from companion.ui import fit, theme
from companion.ui.device_facts import KEY_WORDS
from companion.ui.lettering import strange
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.screens.tags import meaning
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.device import TABLE_KEYS, Read, Signal


class TagScreen(Screen):
    """`tag`: the one that was read. `game`: the game whose things are listed, or "" for all that is not of one."""

    name: ClassVar[str] = "tag"

    def enter(self, tag: str, game: str = "") -> None:
        self.tag_text, self.game = tag, game
        self.told: Text | None = None
        self.offset = 0.0

    def leave(self) -> None:
        self.context.devices.listener = None

    def build(self) -> None:
        frame = self.frame
        self.context.devices.listener = self.heard
        bar = TopBar(title=self.say(T("Tag {tag}", tag=strange(self.tag_text))))
        bar.bind(on_back=lambda *_: self._back())
        self.put(bar, 0, 0, frame.w, 56)
        words = self.say(self.sentence())
        lines = fit.wrapped(words, "body", frame.w - 32, 4 if frame.portrait else 2, frame)
        if not lines.fits:
            lines = fit.wrapped(words, "small", frame.w - 32, 4, frame)
        top = 66 + lines.height + 10
        self.rows: dict[Tagged | str, FactRow] = {}
        if self.game:
            self._things(find_game(self.game))
        else:
            self._table()
        self.list = self.put(ScrollList(gap=6), 8, top, frame.w - 16, frame.h - top - 8)
        self.list.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows.values()])
        self.list.offset = min(self.offset, self.list.reach)
        self.put(Caption(words, lines.style.name, "sand", lines=4), 16, 66, frame.w - 32, lines.height)

    @property
    def now(self) -> Tagged | None:
        """What the tag stands for."""
        return self.context.settings.tags.get(self.tag_text)

    def sentence(self) -> Text:
        """What the tag stands for, and stood for before."""
        if self.told is not None:
            return self.told
        now = self.now
        if now is None:
            return T("It stands for nothing yet. What shall it stand for?")
        return T("It stands for: {what}. Tap what it shall stand for instead.", what=meaning(self.context, now))

    # what it can stand for

    def _add(self, key: Tagged | str, **look: Any) -> FactRow:
        row = FactRow(guard=True, **look)
        self.rows[key] = row
        return row

    def _choice(self, tagged: Tagged, title: Text, detail: str = "", icon: str = "") -> None:
        chosen = tagged == self.now
        row = self._add(tagged, title=self.say(title), detail=detail, icon=icon, chosen=chosen, leads=not chosen)
        row.bind(on_release=lambda _: self.teach(tagged))

    def _table(self) -> None:
        for game in all_games():
            things = game.things(self.context.box(game))
            if not things:
                continue
            taught = len({t.thing for t in self.context.settings.tags.values() if t.game == game.id})
            detail = T("{n} of {of} things have a tag", n=taught, of=len(things))
            row = self._add(game.id, title=self.say(game.title), detail=self.say(detail), icon="box", leads=True)
            row.bind(on_release=lambda _, game=game: self._open(game.id))
        for seat, word in SEAT_WORDS.items():
            if seat in theme.SEATS:
                self._choice(Tagged(seat=seat), T("Seat button: {colour}", colour=Text(word)), icon="people")
        # The push of a knob that is not there is none of them.
        for key in TABLE_KEYS:
            self._choice(Tagged(key=key), KEY_WORDS[key], self.say(T("like the button of that name")), "button")
        if self.now is not None:
            row = self._add("forget", title=self.say(T("Forget it")), icon="cross", leads=True,
                            detail=self.say(T("It then stands for nothing.")))  # fmt: skip
            row.bind(on_release=lambda _: self.forget())

    def _things(self, game: Game[Any]) -> None:
        often = Counter(tagged.thing for tagged in self.context.settings.tags.values() if tagged.game == game.id)
        for thing in game.things(self.context.box(game)):
            n = often[thing.id]
            detail = self.say(TN("{n} tag", "{n} tags", n)) if n else ""
            self._choice(Tagged(game=game.id, thing=thing.id), thing.label, detail)

    def _open(self, game: str) -> None:
        self.game, self.told, self.offset = game, None, 0.0
        self.relayout()
        if self.now in self.rows:
            self.list.reveal(self.rows[self.now])

    def _back(self) -> None:
        if self.game:
            self.game, self.told, self.offset = "", None, 0.0
            self.relayout()
        else:
            self.context.back()

    # teaching

    def teach(self, tagged: Tagged) -> None:
        """Let the tag stand for this from now on."""
        before = self.now
        if before == tagged:
            return
        what = meaning(self.context, tagged)
        told = T("It stands for {what} now. Read the next tag, or go back.", what=what)
        if before is not None:
            told = T("It stands for {what} now; before, it was {before}.", what=what,
                     before=meaning(self.context, before))  # fmt: skip
        self._keep({**self.context.settings.tags, self.tag_text: tagged}, told)

    def forget(self) -> None:
        """Let the tag stand for nothing."""
        left = {tag: tagged for tag, tagged in self.context.settings.tags.items() if tag != self.tag_text}
        self._keep(left, T("It stands for nothing any more."))

    def _keep(self, tags: dict[str, Tagged], told: Text) -> None:
        try:
            self.context.keep(tags=tags)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.told, self.offset = told, self.list.offset
        self.relayout()

    def heard(self, signal: Signal) -> bool:
        """The next tag is taught at the same place of the list."""
        if not isinstance(signal, Read):
            return False
        if signal.tag != self.tag_text:
            self.tag_text, self.told, self.offset = signal.tag, None, self.list.offset
            self.relayout()
        return True
