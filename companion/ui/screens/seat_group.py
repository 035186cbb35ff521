"""A group for a new game: which one, and who sits out where it is larger than the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from companion.engine.text import TN, T
from companion.table.people import Group, Player
from companion.ui.draft import Draft
from companion.ui.everybody import called, members_text
from companion.ui.person_row import PersonRow
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.undoable import Done, hand_back
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.long_list import LongList
from companion.ui.widgets.top_bar import TopBar


class SeatGroupScreen(Screen):
    """All groups; then, where one has more people than the game has seats, its people: a tap lets one sit out.

    Whoever plays sits round the table in the order of the group. Retired members are left out.
    """

    name: ClassVar[str] = "seat_group"

    def enter(self, draft: Draft, group: Group | None = None) -> None:
        self.draft, self.group = draft, group
        self.offset = 0.0
        self.playing: list[str] = [] if group is None else [member.id for member in self._members(group)]

    def leave(self) -> None:
        self.offset = self.list.offset

    @property
    def practice(self) -> bool:
        return self.draft.practice

    @property
    def seats(self) -> int:
        """How many can play."""
        return min(self.draft.game.seat_range[1], len(self.draft.game.colours))

    def _members(self, group: Group) -> list[Player]:
        return [member for member in self.context.people().members(group) if not member.retired]

    # building

    def build(self) -> None:
        frame, group = self.frame, self.group
        title = T("Which group plays?") if group is None else T("Who of {group} plays?", group=called(group.name))
        bar = TopBar(title=self.say(title), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        width, bottom = frame.w - 16, 8.0 if group is None else 76.0
        top = 64.0 if group is None else 110.0
        self.list = self.put(LongList(gap=6), 8, top, width, frame.h - top - bottom)
        made: list[Callable[[], PersonRow]]
        if group is None:
            made = [partial(self._group_row, one) for one in self.context.people().groups]
        else:
            self._to_sit_out(group)
            made = [partial(self._player_row, one) for one in self._members(group)]
        self.list.fill([make().height_for(width) for make in made], lambda i: made[i]())
        self.list.offset = min(self.offset, self.list.reach)

    def _group_row(self, group: Group) -> PersonRow:
        coming = self._members(group)
        row = PersonRow(
            title=called(group.name),
            detail=members_text(self.context, coming),
            note=self.say(TN("{n} player", "{n} players", len(coming))),
            leads=True,
        )
        row.bind(on_release=lambda _: self.take(group))
        return row

    def _player_row(self, player: Player) -> PersonRow:
        plays = player.id in self.playing
        row = PersonRow(
            title=called(player.name),
            note="" if plays else self.say(T("sits out")),
            colour=player.colour,
            number=self.playing.index(player.id) + 1 if plays else 0,
            chosen=plays,
        )
        row.bind(on_release=lambda _: self._tapped(player))
        return row

    def _to_sit_out(self, group: Group) -> None:
        frame, many = self.frame, len(self.playing) - self.seats
        hint = self.say(T("{game} has {n} seats. Tap who sits out.", game=self.draft.game.title, n=self.seats))
        self.put(Caption(hint, "label", lines=2, balance=True), 16, 60, frame.w - 32, 46)
        words = T("Sit down") if many <= 0 else TN("{n} sits out still", "{n} sit out still", many)
        self.sit = PushButton(
            text=self.say(words), kind="primary" if 0 < len(self.playing) <= self.seats else "off", guard=True
        )
        self.sit.bind(on_release=lambda _: self._seat(group))
        wide = frame.w - 16 if frame.portrait else 272
        self.put(self.sit, frame.w - 8 - wide, frame.h - 68, wide, 60)

    # acting

    def take(self, group: Group) -> None:
        """Seat this group, or ask first who sits out."""
        self.playing = [member.id for member in self._members(group)]
        if not self.playing:
            words = T("Nobody belongs to {group} yet. “Players” is where to say who does.", group=called(group.name))
            if group.members:
                words = T("All of {group} come no more. “Players” is where to change that.", group=called(group.name))
            self.context.trouble(words)
            return
        if len(self.playing) > self.seats:
            self.group, self.offset = group, 0.0
            self.relayout()
            return
        self._seat(group)

    def _tapped(self, player: Player) -> None:
        self.offset = self.list.offset
        playing = {*self.playing} ^ {player.id}
        assert self.group is not None
        self.playing = [member.id for member in self._members(self.group) if member.id in playing]
        self.relayout()

    def _seat(self, group: Group) -> None:
        hand_back(self.context, seat_group(self.draft, group, [
            member for member in self._members(group) if member.id in self.playing
        ]))  # fmt: skip


def seat_group(draft: Draft, group: Group, members: list[Player]) -> Done:
    """Seat these people, and what is to be said of it."""
    before = dict(draft.chairs)

    def undo() -> None:
        draft.chairs = before

    draft.seat_people([(member.name, member.colour) for member in members])
    return Done(T("{group} sits down.", group=called(group.name)), undo)
