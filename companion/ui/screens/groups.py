"""Groups: who plays together, so that a new game seats them all with one tap."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.table.people_store import Store
from companion.ui.everybody import called, members_text
from companion.ui.person_row import PersonRow
from companion.ui.rows import Caption
from companion.ui.undoable import Undoable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.long_list import LongList
from companion.ui.widgets.top_bar import TopBar


class GroupsScreen(Undoable):
    """A row a group, and the way to a new one."""

    name: ClassVar[str] = "groups"

    def enter(self) -> None:
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Groups")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.groups = self.context.people().groups
        width = frame.w - 16
        self.list = self.put(LongList(gap=6), 8, 64, width, frame.h - 72 - 76 - self.done_room())
        self.list.fill([self._row(i).height_for(width) for i in range(len(self.groups))], self._row)
        self.list.offset = min(self.offset, self.list.reach)
        if not self.groups:
            hint = self.say(T("Name a group, “Thursday” perhaps, and say who belongs to it."))
            self.put(Caption(hint, "body", lines=3), 16, 76, frame.w - 32, 80)
        self.add = PushButton(text=self.say(T("New group")), icon="plus", kind="primary", guard=True)
        self.add.bind(on_release=lambda _: self._new())
        wide = width if frame.portrait else 272
        self.put(self.add, frame.w - 8 - wide, frame.h - 68, wide, 60)
        self.show_done(84)

    def row(self, group: str) -> PersonRow:
        """The row of a group by id, scrolled into view."""
        row: PersonRow = self.list.show([one.id for one in self.groups].index(group))
        return row

    def _row(self, index: int) -> PersonRow:
        group = self.groups[index]
        row = PersonRow(
            title=called(group.name),
            detail=members_text(self.context, self.context.people().members(group)),
            leads=True,
        )
        row.bind(on_release=lambda _: self.context.go("group", group=group.id))
        return row

    def _new(self) -> None:
        self.context.go("name_entry", title=T("Name of the group"), done=self._named)

    def _named(self, name: str) -> None:
        try:
            change = Store(self.context.stage.data).add_group(name)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.replace("group", group=change.after.groups[-1].id)
