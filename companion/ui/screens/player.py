"""One player: what they are called, which colour they like, whose games are theirs, and whether they still come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.language import SEAT_WORDS
from companion.table import history
from companion.table.people import Alias, Player, sat_together
from companion.table.people_store import Change, Store
from companion.table.roster import Known
from companion.table.times import now_text
from companion.ui.dates import day_text
from companion.ui.everybody import called, everybody, played_text
from companion.ui.person_row import ColoursRow, all_colours
from companion.ui.rows import Caption, FactRow
from companion.ui.undoable import Done, Undoable, done_with
from companion.ui.wanted import Wanted
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

SAME = T("Who is the same person?")


class PlayerScreen(Undoable):
    """What is known of a player, and the ways to change it. Behind the owner's lock one only looks at it.

    With a PIN set, `player_change` shows the same with the ways to change it: a guest who may play, be named and look
    at the statistics must not rename, merge or retire the people of others.
    """

    name: ClassVar[str] = "player"

    def enter(self, player: str, name: str = "", done: Done | None = None) -> None:
        """`name`: what the player `player` (id) is called, by which they are found once they are merged."""
        self.player_id, self.called = player, name
        self.offset = 0.0
        self.rows: dict[str, Any] = {}
        self.did(done)

    def leave(self) -> None:
        self.offset = self.list.offset

    @property
    def store(self) -> Store:
        """Where what is said of players is kept."""
        return Store(self.context.stage.data)

    @property
    def may_change(self) -> bool:
        """Whether the ways to change something are shown."""
        return not self.context.lock.set

    def _find(self) -> Known | None:
        """The player among all; whoever was merged meanwhile is the one whose name theirs is now."""
        known = {one.player.id: one for one in everybody(self.context)}
        found = known.get(self.player_id)
        if found is None:
            holder = self.context.people().holder(self.called)
            found = known.get(holder.id) if holder is not None else None
        if found is not None:
            self.player_id, self.called = found.player.id, found.player.name
        return found

    @property
    def player(self) -> Player:
        """The player as they stand now. Raises InputError once nobody knows them any more."""
        return self._known.player

    @property
    def _known(self) -> Known:
        found = self._find()
        if found is None:
            raise InputError(T("Nobody of that name is known here any more. Nothing has changed."))
        return found

    # building

    def build(self) -> None:
        frame, known = self.frame, self._find()
        bar = TopBar(title=called(self.called))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        width = frame.w - 16
        self.list = self.put(ScrollList(gap=6), 8, 64, width, frame.h - 72 - self.done_room())
        self.rows = dict(self._rows(known)) if known is not None else {}
        self.list.set_rows([(row, row.height_for(width)) for row in self.rows.values()])
        self.list.offset = min(self.offset, self.list.reach)
        if known is None:
            hint = self.say(T("Nobody of that name is known here any more."))
            self.put(Caption(hint, "body", lines=3), 16, 76, frame.w - 32, 80)
        self.show_done()

    def _rows(self, known: Known) -> Iterator[tuple[str, Any]]:
        player = known.player
        open_stats = lambda: self.context.go("player_stats", player=player.id)  # noqa: E731
        yield "stats", self._row("chart", T("Statistics"), played_text(known), open_stats)
        if known.games:
            yield "games", self._row("history", T("History"), T("All games they sat in."), self._games)
        if not self.may_change:
            words = T("Name, colour, and whether they still come.")
            yield "change", self._row("lock", T("Change"), words, self._change)
            return
        yield "name", self._row("edit", T("Another name"), T("Games played so far stay theirs."), self._rename)
        yield (
            "colour",
            ColoursRow(self.say(T("Likes to play")), self.say(T("Any one")), player.colour, self._liked, all_colours()),
        )
        words = T("If one person stands here under two names: all games of both become theirs.")
        yield "merge", self._row("people", SAME, words, self._merge)
        for alias in player.also:
            yield f"also {alias.name} {alias.until}", self._alias(alias)
        if player.retired:
            words = T("Is offered in a new game again.")
            yield "return", self._row("again", T("Comes again"), words, lambda: self._retire(False))
        else:
            words = T("Is offered in no new game. History and statistics stay.")
            yield "retire", self._row("flag", T("Comes no more"), words, lambda: self._retire(True))

    def _row(self, icon: str, title: Text, detail: Text, do: Callable[[], Any]) -> FactRow:
        row = FactRow(title=self.say(title), detail=self.say(detail), icon=icon, leads=True, guard=True)
        row.bind(on_release=lambda _: do())
        return row

    def _alias(self, alias: Alias) -> FactRow:
        if alias.until:
            words = T("Theirs in games up to {day}. Tap to take the name out again.", day=day_text(alias.until))
        else:
            words = T("One person since the two were merged. Tap to take the name out again.")
        title = T("Also called “{name}”", name=called(alias.name))
        return self._row("minusdisc", title, words, lambda: self._split(alias))

    # acting

    def _do(self, act: Callable[[], Change]) -> Change | None:
        """Do it; what can't be done is told, and None returned."""
        try:
            return act()
        except InputError as error:
            self.context.trouble(error.text)
            return None

    def _tell(self, change: Change | None, text: Text) -> None:
        """Say what was done, with the way back, and show it here."""
        if change is not None:
            self.did(done_with(self.store, change, text))
            self.offset = self.list.offset
            self.relayout()

    def _games(self) -> None:
        self.context.go("history", wanted=Wanted(player=self.player_id, called=self.called))

    def _change(self) -> None:
        self.context.go("player_change", player=self.player_id, name=self.called)

    def _rename(self) -> None:
        self.context.go("name_entry", name=self.called, done=self._renamed)

    def _renamed(self, name: str) -> None:
        before = self.called

        def rename() -> Change:
            known = self._known
            return self.store.rename(known.player, name, known.until(now_text()), self._others())

        change = self._do(rename)
        if change is None:
            return
        self.context.back()
        self._tell(change, T("{old} is called {new} from now on.", old=called(before), new=called(name)))

    def _others(self) -> list[Player]:
        return [one.player for one in everybody(self.context)]

    def _liked(self, colour: str) -> None:
        change = self._do(lambda: self.store.colour(self.player, colour))
        name = called(self.called)
        liked = T("{name} plays any colour.", name=name)
        if colour:
            liked = T("{name} likes to play {colour}.", name=name, colour=Text(SEAT_WORDS[colour]))
        self._tell(change, liked)

    def _retire(self, retired: bool) -> None:
        change = self._do(lambda: self.store.retire(self.player, retired))
        name = called(self.called)
        self._tell(change, T("{name} comes no more.", name=name) if retired else T("{name} comes again.", name=name))

    def _split(self, alias: Alias) -> None:
        change = self._do(lambda: self.store.split(self.player, alias.name))
        self._tell(change, T("“{name}” is somebody of their own again.", name=called(alias.name)))

    # two names, one person

    def _merge(self) -> None:
        self.context.go("choose_player", title=SAME, chosen=self._ask, but=self.player_id)

    def _ask(self, kept: Player) -> None:
        people, games = self.context.people(), history.games(self.context.journal)
        together = sat_together(games, people, kept.id, self.player_id)
        names = {"name": called(self.called), "other": called(kept.name)}
        words = T("All games of {name} become games of {other}. It can be taken back.", **names)
        if together:
            # Two seats in one game can be one person's by mistake only; then it counts once, the better place.
            words = TN(
                "{name} and {other} sat at the same table in {n} game, so they are hardly one person. If they are, "
                "that game counts once, with the better place.",
                "{name} and {other} sat at the same table in {n} games, so they are hardly one person. If they are, "
                "each of those counts once, with the better place.",
                together,
                **names,
            )
        dialog = Dialog(
            title=self.say(T("Are the two one person?")),
            text=self.say(words),
            safe_label=self.say(T("Leave them two")),
            action_label=self.say(T("Hold to merge") if together else T("Merge")),
            kind="bad" if together else "primary",
            hold=bool(together),
        )
        dialog.bind(on_action=lambda *_: self._merged(kept))
        self.dialog = dialog.open(self.context.root)

    def _merged(self, kept: Player) -> None:
        before = self.called
        change = self._do(lambda: self.store.merge(kept, self.player))
        if change is None:
            return
        self.context.back()
        words = T("{name} is {other} now, in all games.", name=called(before), other=called(kept.name))
        done = done_with(self.store, change, words)
        self.context.replace(self.name, player=kept.id, name=kept.name, done=done)


class PlayerChangeScreen(PlayerScreen):
    """The same behind the owner's lock, with the ways to change it."""

    name: ClassVar[str] = "player_change"

    @property
    def may_change(self) -> bool:
        return True

    def _rows(self, known: Known) -> Iterator[tuple[str, Any]]:
        return ((key, row) for key, row in super()._rows(known) if key not in ("stats", "games"))
