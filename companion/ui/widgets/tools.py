"""The tools of the decision panel: four buttons, the first is always Undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kivy.properties import OptionProperty

from companion.ui.pen import Pen
from companion.ui.widgets.base import TOOLS, Drawn
from companion.ui.widgets.button import PushButton


@dataclass(frozen=True)
class Tool:
    """One tool: an id of the screen's own, its sign, its word, whether it can be used and whether it is open."""

    id: str
    icon: str
    label: str
    enabled: bool = True
    on: bool = False
    holdable: bool = False


class Tools(Drawn):
    """`form`: full is 2 x 2 with words, small one row of signs, tall (portrait) one row with the word underneath.

    Events: `on_tool(id)` and `on_tool_hold(id)`.
    """

    form = OptionProperty("full", options=("full", "small", "tall"))

    ring_rank = TOOLS

    shows = ("form",)
    __events__ = ("on_tool", "on_tool_hold")

    def __init__(self, tools: Sequence[Tool] = (), **properties: Any) -> None:
        self._tools: tuple[Tool, ...] = ()
        self._buttons: dict[str, PushButton] = {}
        super().__init__(**properties)
        self.set(tools)

    def set(self, tools: Sequence[Tool]) -> None:
        """Show these tools."""
        self._tools = tuple(tools)
        for gone in set(self._buttons) - {tool.id for tool in tools}:
            self.remove_widget(self._buttons.pop(gone))
        for tool in tools:
            button = self._buttons.get(tool.id) or self._made(tool.id)
            button.icon = tool.icon
            button.holdable = tool.holdable
            button.kind = "off" if not tool.enabled else "lapis" if tool.on else "plain"
        self.redraw()

    def _made(self, tool_id: str) -> PushButton:
        button = self._buttons[tool_id] = PushButton(
            text_size_limit=18, align="left", guard=True, takes_back=tool_id == "undo"
        )
        button.bind(
            on_release=lambda *_: self.dispatch("on_tool", tool_id),
            on_hold=lambda *_: self.dispatch("on_tool_hold", tool_id),
        )
        return button

    def button(self, tool_id: str) -> PushButton:
        """The button of one tool."""
        return self._buttons[tool_id]

    def arrange(self) -> None:
        w, h = self.logical_size
        n = max(len(self._tools), 1)
        for i, tool in enumerate(self._tools):
            button = self._buttons[tool.id]
            button.text = "" if self.form == "small" else tool.label
            button.stacked = self.form == "tall"
            if self.form == "full":
                width, height = (w - 8) / 2, (h - 8) / 2
                self.put(button, (i % 2) * (width + 8), (i // 2) * (height + 8), width, height)
            else:
                gap = 6 if self.form == "small" else 8
                width = (w - gap * (n - 1)) / n
                self.put(button, i * (width + gap), 0, width, h)

    def paint(self, pen: Pen) -> None:
        """Nothing of its own: the buttons are all there is."""

    def on_tool(self, tool_id: str) -> None:
        """A tool was tapped."""

    def on_tool_hold(self, tool_id: str) -> None:
        """A tool was held for 0.6 s."""
