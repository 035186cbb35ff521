"""What a copy would bring, before it does; and what came."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from companion import config
from companion.engine.text import TN, T, Text
from companion.games import find_game, game_ids
from companion.table import bring_back, copy_words
from companion.table.bring_back import Brought, Game, Preview
from companion.table.merge import Kind
from companion.ui.dates import day_text
from companion.ui.errand import Errand
from companion.ui.lettering import strange
from companion.ui.rows import FactRow
from companion.ui.screens.at_sticks import from_stick
from companion.ui.screens.at_work import AtWork
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.check_row import CheckRow, check_height
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.sticks import Stick

MOST_GAMES = 50
"""Games named one by one; of more it is told how many."""
KINDS: dict[Kind, Text] = {"new": T("new here"), "longer": T("goes on from ours"), "parted": T("beside ours")}


class CopyPreviewScreen(AtWork):
    """First in sentences, then game by game. A filled device takes settings only where that is ticked."""

    name: ClassVar[str] = "copy_preview"

    def enter(self, stick: Stick, path: Path, seen: Preview) -> None:
        self.stick, self.path, self.seen = stick, path, seen
        self.own = False
        self.brought: Brought | None = None
        self.put_down = False
        """Whether the game at the table goes on from what came, so that it was put down."""
        self.tick: CheckRow | None = None

    @property
    def comes(self) -> bool:
        """Whether bringing it back would change anything."""
        counts, seen = self.seen.counts, self.seen
        games = any(counts[kind] for kind in KINDS)
        return games or bool(seen.others) or bool(seen.own and (seen.empty or self.own))

    def build(self) -> None:
        frame, busy = self.frame, self.busy
        done = self.brought is not None
        title = T("What came") if done else T("What would come?")
        bar = TopBar(title=self.say(title), note=self.say(day_text(self.seen.manifest.made)), show_back=not busy)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        if busy:
            words = T("The copy is brought back. Leave the stick in.")
            self.working(words)
            return
        rows = self._came() if self.brought is not None else self._would_come()
        listed = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 64 - 80)
        listed.set_rows([(row, self._height(row)) for row in rows])
        if done:
            self._button(T("Done"), "primary", 8, frame.w - 16, self.context.back)
            return
        half = (frame.w - 24) / 2
        self.leave_it = self._button(T("Leave it as it is"), "plain", 8, half, self.context.back)
        kind = "primary" if self.comes else "off"
        self.take = self._button(T("Bring it back"), kind, 16 + half, half, self._bring)

    def _button(self, label: Text, kind: str, x: float, w: float, act: Any) -> PushButton:
        button = PushButton(text=self.say(label), kind=kind, guard=True, wraps=True)
        button.bind(on_release=lambda _: act())
        made: PushButton = self.put(button, x, self.frame.h - 72, w, 60)
        return made

    def _height(self, row: Any) -> float:
        width = self.frame.w - 16
        if isinstance(row, CheckRow):
            return check_height(row.text, width, self.frame)
        return float(row.height_for(width))

    def _came(self) -> list[Any]:
        brought = self.brought
        told = list(copy_words.came(brought)) if brought is not None else []
        if self.put_down:
            told.append(T("The game at the table goes on from the copy: continue it from Home."))
        return [FactRow(title=self.say(text)) for text in told]

    def _would_come(self) -> list[Any]:
        seen = self.seen
        rows: list[Any] = [FactRow(title=self.say(text)) for text in copy_words.would_come(seen)]
        if seen.own and seen.empty:
            n = len(seen.own)
            words = TN("{n} file of settings comes along.", "{n} files of settings come along.", n)
            rows.append(FactRow(title=self.say(words)))
        elif seen.own:
            words = T("Take over settings and taught pictures too; ours are set aside")
            self.tick = CheckRow(text=self.say(words), done=self.own)
            self.tick.bind(done=lambda _, on: self._tick(on))
            rows.append(self.tick)
        coming = [game for game in seen.games if game.kind in KINDS]
        rows += [self._game(game) for game in reversed(coming[-MOST_GAMES:])]
        if len(coming) > MOST_GAMES:
            n = len(coming) - MOST_GAMES
            rows.append(FactRow(title=self.say(TN("and {n} more game", "and {n} more games", n))))
        return rows

    def _game(self, game: Game) -> FactRow:
        title = find_game(game.game).title if game.game in game_ids() else T("{game}", game=strange(game.game))
        moves = TN("{n} move", "{n} moves", game.moves)
        names = ", ".join(strange(name) for name in game.names)
        detail = T("{day}: {names}; {moves}", day=day_text(game.started), names=names, moves=moves)
        return FactRow(
            title=self.say(title), detail=self.say(detail), note=self.say(KINDS[game.kind]), note_colour="good"
        )

    # acting

    def _tick(self, on: bool) -> None:
        self.own = on
        self.take.kind = "primary" if self.comes else "off"

    def _bring(self) -> None:
        if self.busy or not self.comes:
            return
        stick, path, data, own = self.stick, self.path, self.context.stage.data, self.own

        def bring(progress: Callable[[float], None]) -> Brought:
            now = datetime.now(UTC)
            return from_stick(stick, lambda: bring_back.bring_back(path, data, config.made_ours, now, own, progress))

        self.errand = Errand(bring, self._brought, self._failed)
        self.relayout()

    def _brought(self, brought: Brought) -> None:
        # Whatever is shown by now: what came is in the journal, and what is open there has to know.
        context = self.context
        context.journal.look_again()
        if context.session is not None and not context.journal.follows(context.session.header.id):
            # More of it came: on the table the pieces lie otherwise, and taking it up again lists how.
            context.put_down()
            self.put_down = True
        self.brought = brought
        if any(name == config.FILE for name in brought.placed):
            self.context.reload()
        if self.context.screen is self:
            self.leave()
            self.relayout()

    def _failed(self, text: Text) -> None:
        if self.context.screen is self:
            self.leave()
            self.context.trouble(text)
