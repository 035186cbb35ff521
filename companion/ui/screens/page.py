"""A page of a board's own: its headline, and below it what the game shows there (a forecast, a list of stops)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from companion.engine.game import Move
from companion.ui.boards import board_of
from companion.ui.boards.base import PageView
from companion.ui.layout import place
from companion.ui.screens.base import Screen
from companion.ui.widgets.headline import Headline


class PageScreen(Screen):
    """Shows the page `page` of the session's board. A move chosen there goes to `play`, once the table is back."""

    name: ClassVar[str] = "page"
    turns: ClassVar[bool] = True

    def enter(self, page: str, play: Callable[[Move], None]) -> None:
        if self.context.session is None:
            raise LookupError("a page of a board needs a session")
        self.page, self.play = page, play
        self.board = board_of(self.context.session)
        self.view: PageView | None = None

    @property
    def thinks(self) -> bool:
        return True

    def build(self) -> None:
        frame = self.frame
        before, made = self.view, self.board.page(self.context, self.page, self._act, self.context.back)
        if made is None:
            raise LookupError(f"the board has no page {self.page}")
        if type(before) is type(made) and hasattr(before, "kept"):
            keeper: Any = made
            keeper.keep(before.kept())
        self.view = made
        head = 96 if frame.portrait else 64
        self.headline = Headline(show_menu=False, tag=self.tag)
        self.put(self.headline, 0, 0, frame.w, head)
        made.changed = self._tell
        self._tell()
        place(made, frame.rect(0, head, frame.w, frame.h - head))
        self.add_widget(made)

    def _tell(self) -> None:
        view = self.view
        if view is not None:
            self.headline.sentence, self.headline.seat = self.say(view.sentence), view.seat
            self.headline.sign = view.sign

    def _act(self, move: Move) -> None:
        self.context.back()
        self.play(move)
