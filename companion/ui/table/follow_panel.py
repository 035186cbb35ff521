"""How far the camera may go by itself in this game: off, propose, or play what is certain."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.ui.boards.base import Area
from companion.ui.table.following import OFF, PLAY, PROPOSE
from companion.ui.table.panel import GAP, Heading, Panel
from companion.ui.table.trouble import TroublePanel
from companion.ui.widgets.button import PushButton

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

KEY = 52
MODES: tuple[tuple[str, Text], ...] = (
    (OFF, T("Off")),
    (PROPOSE, T("Propose what it sees")),
    (PLAY, T("Play what is certain")),
)
ABOUT = {
    OFF: T("The camera looks only when you ask it to."),
    PROPOSE: T("Whenever the table has changed and is still, the move it shows is proposed. A tap plays it."),
    PLAY: T("A single move that is seen twice, scores nothing and can be taken back is played at once. "
            "All else is proposed."),
}  # fmt: skip


class FollowPanel(Panel):
    """A tap chooses and is stored for this game."""

    apart = True
    tools = False

    def __init__(self, table: TableScreen) -> None:
        super().__init__(table)
        self.keys: dict[str, PushButton] = {}

    def heading(self) -> Heading | None:
        return Heading(T("Follow the table with the camera?"), sign="camera")

    def build(self) -> None:
        room, now = self.drawer, self.table.follower.mode
        foot = self.foot(KEY)
        self.button(foot, self.say(T("Go on")), self.table.dismiss, "primary", leads_back=True)
        across = 3 if room.w > 400 else 1
        width = (room.w - GAP * (across - 1)) / across
        for i, (mode, words) in enumerate(MODES):
            row, column = divmod(i, across)
            area = Area(room.x + column * (width + GAP), room.y + row * (KEY + GAP), width, KEY)
            kind = "lapis" if mode == now else "plain"
            self.keys[mode] = self.button(area, self.say(words), self._chooser(mode), kind, wraps=True)
        top = room.y + -(-len(MODES) // across) * (KEY + GAP)
        self.read(self.say(ABOUT[now]), Area(room.x + 4, top, room.w - 8, foot.y - GAP - top))

    def _chooser(self, mode: str) -> Callable[[], None]:
        return lambda: self._choose(mode)

    def _choose(self, mode: str) -> None:
        context, game = self.table.context, self.table.session.header.game
        others = {key: value for key, value in context.settings.follow.items() if key != game}
        try:
            context.keep(follow=others if mode == OFF else {**others, game: mode})
        except InputError as error:
            self.table.open(TroublePanel(self.table, error.text))
            return
        self.table.follower.leave()
        self.table.refresh()
