"""Players: everybody who has played on this device, and who plays together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from companion.engine.text import TN, T, Text
from companion.table.people import Group, Player
from companion.table.roster import Known
from companion.ui.everybody import called, everybody, members_text, played_text
from companion.ui.person_row import PersonRow
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.undoable import Undoable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.long_list import LongList
from companion.ui.widgets.top_bar import TopBar

STATS_WIDE = 168.0
MOST_GROUPS = 3
"""Groups shown above the players; more of them have a screen of their own."""
RETIRED = T("comes no more")


def person_row(screen: Screen, known: Known, **properties: Any) -> PersonRow:
    """The row of a player in a list."""
    return PersonRow(
        title=called(known.player.name),
        detail=screen.say(played_text(known)),
        note=screen.say(RETIRED) if known.player.retired else "",
        note_colour="sand_3",
        colour=known.player.colour,
        **properties,
    )


def in_order(known: tuple[Known, ...]) -> list[Known]:
    """Whoever comes first, then those who come no more."""
    return sorted(known, key=lambda one: one.player.retired)


class PlayersScreen(Undoable):
    """Groups, then everybody with their games. A tap opens the player; what changes one is on their own page."""

    name: ClassVar[str] = "players"

    def enter(self) -> None:
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Players")), taken=STATS_WIDE + 16)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.stats = PushButton(text=self.say(T("Statistics")), icon="chart", guard=True, text_size_limit=18)
        self.stats.bind(on_release=lambda _: self.context.go("stats"))
        self.put(self.stats, frame.w - 8 - STATS_WIDE, 4, STATS_WIDE, 48)
        self.known = in_order(everybody(self.context))
        self.made: list[tuple[str, Callable[[], FactRow]]] = [*self._groups()]
        self.made += [(one.player.id, partial(self._player, one)) for one in self.known]
        width = frame.w - 16
        heights = [make().height_for(width) for _, make in self.made]
        self.list = self.put(LongList(gap=6), 8, 64, width, frame.h - 72 - self.done_room())
        self.list.fill(heights, lambda i: self.made[i][1]())
        self.list.offset = min(self.offset, self.list.reach)
        if not self.known:
            hint = self.say(T("Nobody has played here yet. Names you give in a new game are kept here."))
            self.put(Caption(hint, "body", lines=3), 16, 150, frame.w - 32, 80)
        self.show_done()

    def row(self, key: str) -> FactRow:
        """The row of a player or group by id ("groups": the way to all groups), scrolled into view."""
        row: FactRow = self.list.show([made for made, _ in self.made].index(key))
        return row

    def _groups(self) -> list[tuple[str, Callable[[], FactRow]]]:
        groups = self.context.people().groups
        made: list[tuple[str, Callable[[], FactRow]]] = []
        if len(groups) <= MOST_GROUPS:
            made += [(group.id, partial(self._group, group)) for group in groups]
        return [*made, ("groups", partial(self._all_groups, len(groups)))]

    def _all_groups(self, n: int) -> FactRow:
        row = FactRow(
            title=self.say(T("Groups")),
            detail=self.say(T("Who plays together sits down with one tap.")),
            note=self.say(TN("{n} group", "{n} groups", n)) if n else "",
            icon="people", leads=True, guard=True,
        )  # fmt: skip
        row.bind(on_release=lambda _: self.context.go("groups"))
        return row

    def _group(self, group: Group) -> FactRow:
        row = PersonRow(
            title=called(group.name),
            detail=members_text(self.context, self.context.people().members(group)),
            leads=True,
        )
        row.bind(on_release=lambda _: self.context.go("group", group=group.id))
        return row

    def _player(self, known: Known) -> PersonRow:
        row = person_row(self, known, leads=True)
        row.bind(on_release=lambda _: self.context.go("player", player=known.player.id, name=known.player.name))
        return row


class ChoosePlayerScreen(Screen):
    """One player to choose among all but `but` (an id). `chosen` gets the player and goes on itself."""

    name: ClassVar[str] = "choose_player"

    def enter(self, title: Text, chosen: Callable[[Player], None], but: str = "") -> None:
        self.title, self.chosen, self.but = title, chosen, but
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(self.title))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.known = [one for one in in_order(everybody(self.context)) if one.player.id != self.but]
        width = frame.w - 16
        self.list = self.put(LongList(gap=6), 8, 64, width, frame.h - 72)
        self.list.fill([person_row(self, one).height_for(width) for one in self.known], self._row)
        self.list.offset = min(self.offset, self.list.reach)
        if not self.known:
            self.put(Caption(self.say(T("Nobody else has played here yet.")), "body"), 16, 76, frame.w - 32, 40)

    def row(self, player: str) -> PersonRow:
        """The row of a player by id, scrolled into view."""
        row: PersonRow = self.list.show([one.player.id for one in self.known].index(player))
        return row

    def _row(self, index: int) -> PersonRow:
        known = self.known[index]
        row = person_row(self, known, leads=True)
        row.bind(on_release=lambda _: self.chosen(known.player))
        return row
