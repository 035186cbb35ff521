"""Tags: what each of them stands for. One that is read is taught next."""

from __future__ import annotations

from typing import ClassVar

from companion.config import Tagged
from companion.engine.text import TN, T, Text
from companion.games import all_games
from companion.language import SEAT_WORDS
from companion.ui.context import Context
from companion.ui.device_facts import key_text
from companion.ui.lettering import strange
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.device import KEYS, Read, Signal

READY = T("Hold a tag to the reader, then say what it stands for.")
NONE_READY = T("No tag reader is ready. Tap a tag below to change what it stands for.")


class TagsScreen(Screen):
    """The tags that were taught, game by game."""

    name: ClassVar[str] = "tags"

    def enter(self) -> None:
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset
        self.context.devices.listener = None

    def build(self) -> None:
        frame, tags = self.frame, self.context.settings.tags
        self.context.devices.listener = self.heard
        n = len(tags)
        bar = TopBar(title=self.say(T("Tags")), note=self.say(TN("{n} taught", "{n} taught", n)) if n else "")
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        words = READY if reader_ready(self.context) else NONE_READY
        self.put(Caption(self.say(words), "label", lines=2), 16, 64, frame.w - 32, 44)
        self.rows: dict[str, FactRow] = {}
        shown = sorted(tags, key=lambda tag: (tags[tag].game, self.say(meaning(self.context, tags[tag])), tag))
        for tag in shown:
            row = FactRow(title=self.say(meaning(self.context, tags[tag])), detail=strange(tag),
                          note=self.say(belongs_to(tags[tag])), icon="seal", leads=True, guard=True)  # fmt: skip
            row.bind(on_release=lambda _, tag=tag: self.context.go("tag", tag=tag))
            self.rows[tag] = row
        self.list = self.put(ScrollList(gap=6), 8, 112, frame.w - 16, frame.h - 120)
        self.list.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows.values()])
        self.list.offset = min(self.offset, self.list.reach)

    def heard(self, signal: Signal) -> bool:
        """A tag that is read is taught, whatever it stands for already."""
        if isinstance(signal, Read):
            self.context.go("tag", tag=signal.tag)
            return True
        return False

    def device_changed(self, device: str) -> None:
        self.offset = self.list.offset
        self.relayout()


def reader_ready(context: Context) -> bool:
    """Whether a device that reads tags answers."""
    return any(
        device.state == "ready" and ("tags" in device.keys or device.kind == "reader")
        for device in context.devices.hub.devices
    )


def meaning(context: Context, tagged: Tagged) -> Text:
    """What a tag stands for, in words."""
    if tagged.seat:
        return T("Seat button: {colour}", colour=Text(SEAT_WORDS.get(tagged.seat, tagged.seat)))
    if tagged.key:
        return key_text(tagged.key) if tagged.key in KEYS else T("{n}", n=tagged.key)
    game = next((game for game in all_games() if game.id == tagged.game), None)
    things = game.things(context.box(game)) if game is not None else ()
    found = next((thing.label for thing in things if thing.id == tagged.thing), None)
    return found or T("something this box does not know: {thing}", thing=strange(tagged.thing))


def belongs_to(tagged: Tagged) -> Text:
    """The game whose thing it is, or the table."""
    game = next((game for game in all_games() if game.id == tagged.game), None)
    if game is not None:
        return game.title
    return T("{name}", name=tagged.game) if tagged.game else T("the table")
