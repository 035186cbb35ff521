"""One group: who belongs to it, in the order in which they sit round the table."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.table.people import Group, Player
from companion.table.people_store import Store
from companion.table.roster import Known
from companion.ui.everybody import Meant, ask_whether_same, called, everybody
from companion.ui.person_row import PersonRow
from companion.ui.rows import Caption
from companion.ui.screens.players import in_order, person_row
from companion.ui.undoable import Undoable, done_with, hand_back
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.long_list import LongList
from companion.ui.widgets.top_bar import TopBar


class GroupScreen(Undoable):
    """Everybody as rows; a tap takes them in as the next one, or out. Each tap is kept at once."""

    name: ClassVar[str] = "group"

    def enter(self, group: str) -> None:
        self.group_id = group
        self.offset = 0.0
        found = self.group
        members = found.members if found is not None else ()
        # Whoever belongs to it already comes first; no row moves while one taps.
        self._first = {member: i for i, member in enumerate(members)}

    def leave(self) -> None:
        self.offset = self.list.offset

    @property
    def store(self) -> Store:
        """Where what is said of groups is kept."""
        return Store(self.context.stage.data)

    @property
    def group(self) -> Group | None:
        """The group as it stands now; None once it was removed."""
        return self.context.people().group(self.group_id)

    # building

    def build(self) -> None:
        frame, group = self.frame, self.group
        bar = TopBar(title=called(group.name) if group is not None else self.say(T("Groups")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.inside = list(self.context.people().members(group)) if group is not None else []
        self.members = [member.id for member in self.inside]
        # Whoever comes no more is listed only as long as they belong to it.
        known = [
            one for one in in_order(everybody(self.context)) if not one.player.retired or one.player.id in self.members
        ]
        self.known = sorted(known, key=lambda one: self._first.get(one.player.id, len(self._first)))
        hint = self.say(T("Tap them in the order in which they sit, clockwise. A second tap takes one out."))
        self.put(Caption(hint, "label", lines=2, balance=True), 16, 60, frame.w - 32, 46)
        width = frame.w - 16
        buttons = 76.0 if not frame.portrait else 142.0
        self.list = self.put(LongList(gap=6), 8, 110, width, frame.h - 118 - buttons - self.done_room())
        self.list.fill([self._row(i).height_for(width) for i in range(len(self.known))], self._row)
        self.list.offset = min(self.offset, self.list.reach)
        self._buttons(frame.h - buttons + 8, width)
        self.show_done(buttons + 8)

    def _buttons(self, top: float, width: float) -> None:
        acts = (
            (T("Type a name"), "edit", self._type),
            (T("Another name"), "", self._rename),
            (T("Remove the group"), "", self._remove),
        )
        self.buttons: list[PushButton] = []
        portrait = self.frame.portrait
        third = (width - 16) / 3
        half = (width - 8) / 2
        places = (
            ((8.0, top, width, 60.0), (8.0, top + 66, half, 60.0), (16 + half, top + 66, half, 60.0))
            if portrait
            else tuple((8 + (third + 8) * i, top, third, 60.0) for i in range(3))
        )
        for (label, icon, act), where in zip(acts, places, strict=True):
            button = PushButton(text=self.say(label), icon=icon, guard=True)
            if self.group is None:
                button.kind = "off"
            button.bind(on_release=lambda _, act=act: act())
            self.buttons.append(self.put(button, *where))

    def row(self, player: str) -> PersonRow:
        """The row of a player by id, scrolled into view."""
        row: PersonRow = self.list.show([one.player.id for one in self.known].index(player))
        return row

    def _row(self, index: int) -> PersonRow:
        known = self.known[index]
        place = self.members.index(known.player.id) + 1 if known.player.id in self.members else 0
        row = person_row(self, known, number=place, chosen=bool(place))
        row.bind(on_release=lambda _: self._tapped(known))
        return row

    # acting

    def _tapped(self, known: Known) -> None:
        inside = self.inside
        if known.player.id in self.members:
            self._set([one for one in inside if one.id != known.player.id])
        else:
            self._set([*inside, known.player])

    def _set(self, members: list[Player]) -> None:
        try:
            self.store.set_members(self.group_id, members)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.offset = self.list.offset
        self.relayout()

    def _type(self) -> None:
        self.context.go("name_entry", done=self._typed)

    def _typed(self, name: str) -> None:
        """Take in whoever that is; a new player where nobody is called so, which is asked if somebody was once."""
        meant = Meant(self.context, name)
        if (renamed := meant.renamed) is None:
            self._take_in(meant.player)
            return
        self.dialog = ask_whether_same(
            self.context, name, renamed, lambda: self._take_in(renamed), lambda: self._take_in(meant.player)
        )

    def _take_in(self, player: Player) -> None:
        try:
            self.store.set_members(self.group_id, [*self.inside, player])
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.back()

    def _rename(self) -> None:
        group = self.group
        if group is not None:
            self.context.go("name_entry", title=T("Name of the group"), name=group.name, done=self._renamed)

    def _renamed(self, name: str) -> None:
        group = self.group
        try:
            change = self.store.rename_group(self.group_id, name)
        except InputError as error:
            self.context.trouble(error.text)
            return
        old = called(group.name) if group is not None else ""
        self.did(done_with(self.store, change, T("{old} is called {new} from now on.", old=old, new=called(name))))
        self.context.back()

    def _remove(self) -> None:
        group = self.group
        if group is None:
            return
        try:
            change = self.store.remove_group(group.id)
        except InputError as error:
            self.context.trouble(error.text)
            return
        words = T("The group {name} is removed. Its players stay.", name=called(group.name))
        hand_back(self.context, done_with(self.store, change, words))
