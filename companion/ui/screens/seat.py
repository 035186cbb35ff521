"""One seat of a new game: its colour and the name of who sits there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.language import SEAT_WORDS
from companion.table.people import Player, folded
from companion.table.people_store import Store
from companion.ui import fit, lettering
from companion.ui.draft import Draft
from companion.ui.everybody import Meant, ask_whether_same, called, offered
from companion.ui.person_row import ColourKey
from companion.ui.rows import Caption, Ground
from companion.ui.screens.base import Screen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

NAMES_SHOWN = 60
NAMES_KEPT = 100


class ChipsRow(Drawn):
    """A row of equally wide buttons."""

    def __init__(self, buttons: list[PushButton], across: int, **properties: Any) -> None:
        self.buttons = buttons
        self.across = across
        super().__init__(**properties)

    def arrange(self) -> None:
        w, h = self.logical_size
        width = (w - 8 * (self.across - 1)) / self.across
        for i, button in enumerate(self.buttons):
            self.put(button, i * (width + 8), 0, width, h)


class SeatScreen(Screen):
    """Colour and symbol, saved names as chips, our own keyboard, and the way to free the place."""

    name: ClassVar[str] = "seat"

    def enter(self, draft: Draft, place: str) -> None:
        self.draft = draft
        self.place = place

    @property
    def practice(self) -> bool:
        return self.draft.practice

    @property
    def chair(self) -> Any:
        return self.draft.chairs[self.place]

    def build(self) -> None:
        frame = self.frame
        portrait = frame.portrait
        word = self.say(Text(SEAT_WORDS[self.chair.colour]))
        title = lettering.readable(self.chair.name) or self.say(T("{colour}, not named yet", colour=word))
        bar = TopBar(title=title, tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        right = frame.w - 264
        if not portrait:
            self.put(Ground("night"), right, 56, 264, 424)
        width = frame.w - 32 if portrait else right - 24
        self.put(Caption(self.say(T("Colour")), "label"), 16, 62, width, 24)
        self._colours(16, 90, width)
        self.put(Caption(self.say(T("Who played before")), "label"), 16, 164, width, 24)
        bottom = frame.h - 12 - 60
        low = bottom - (136 if portrait else 0)
        self._names(16, 194, width, (low - 12 if portrait else frame.h - 8) - 194)
        if portrait:
            self._ways(16, low, width, bottom)
        else:
            self._ways(right + 12, 90, 240, bottom)

    def _colours(self, x: float, y: float, width: float) -> None:
        colours = self.draft.game.colours
        pitch = min(72.0, (width + 8) / len(colours))
        self.colours = {}
        for i, colour in enumerate(colours):
            chosen = colour == self.chair.colour
            key = ColourKey(colour, chosen, not chosen and colour not in self.draft.free_colours)
            key.bind(on_release=lambda key: self._recolour(key.colour))
            self.colours[colour] = self.put(key, x + pitch * i, y, pitch - 8, 64)

    def _names(self, x: float, y: float, w: float, h: float) -> None:
        here = {folded(chair.name) for place, chair in self.draft.chairs.items() if place != self.place}
        players = [player for player in offered(self.context) if folded(player.name) not in here][:NAMES_SHOWN]
        self.names: dict[str, PushButton] = {}
        rows: list[tuple[Any, float]] = []
        across = 3
        for start in range(0, len(players), across):
            buttons = []
            for player in players[start : start + across]:
                kind = "lapis" if player.name == self.chair.name else "plain"
                button = PushButton(text=fit.short_name(player.name), kind=kind, guard=True)
                button.bind(on_release=lambda _, player=player: self._sits(player))
                self.names[player.name] = button
                buttons.append(button)
            rows.append((ChipsRow(buttons, across), 52))
        if not rows:
            self.put(Caption(self.say(T("Nobody yet: type the first name.")), "body", "sand_3"), x, y, w, 32)
            return
        names_list = self.put(ScrollList(), x, y, w, h)
        names_list.set_rows(rows)

    def _ways(self, x: float, y: float, w: float, bottom: float) -> None:
        self.type = PushButton(text=self.say(T("Type a name")), icon="edit", guard=True)
        self.type.bind(on_release=lambda _: self._type())
        self.put(self.type, x, y, w, 60)
        self.free = PushButton(text=self.say(T("Leave it empty")), kind="quiet", guard=True)
        self.free.bind(on_release=lambda _: self._free())
        self.put(self.free, x, y + 68, w, 60)
        self.done = PushButton(text=self.say(T("Done")), kind="primary", guard=True)
        self.done.bind(on_release=lambda _: self.context.back())
        self.put(self.done, x, bottom, w, 60)

    def _recolour(self, colour: str) -> None:
        self.draft.choose_colour(self.place, colour)
        self.relayout()

    def _sits(self, player: Player) -> None:
        """`player` sits here, in the colour they like where it is free."""
        self.draft.name(self.place, player.name, player.colour)
        self.context.back()

    def _type(self) -> None:
        self.context.go("name_entry", name=self.chair.name, done=self._typed, practice=self.practice)

    def _typed(self, name: str) -> None:
        """Find out who is meant: the name may be that of somebody retired, renamed, or already at this table."""
        meant = Meant(self.context, name)
        here = {folded(chair.name) for place, chair in self.draft.chairs.items() if place != self.place}
        if folded(meant.player.name) in here:
            self._ask(
                T("{name} sits at this table already. Are they two people?", name=called(meant.player.name)),
                T("Give the second one another name, so that history and statistics tell them apart."),
                T("Another name"),
                T("The same name"),
                lambda: self._sits_typed(meant.player),
            )
        elif meant.player.retired:
            self._ask(
                T("{name} came no more. Back at the table?", name=called(meant.player.name)),
                T("Then the name is offered in a new game again."),
                T("Another name"),
                T("Yes, back"),
                lambda: self._comes_back(meant.player),
            )
        elif meant.renamed is not None:
            renamed = meant.renamed
            self.dialog = ask_whether_same(
                self.context, name, renamed, lambda: self._sits_typed(renamed), lambda: self._sits_typed(meant.player)
            )
        else:
            self._sits_typed(meant.player)

    def _ask(self, title: Text, text: Text, safe: Text, action: Text, then: Callable[[], None]) -> None:
        dialog = Dialog(
            title=self.say(title), text=self.say(text), safe_label=self.say(safe), action_label=self.say(action),
            kind="primary",
        )  # fmt: skip
        dialog.bind(on_action=lambda *_: then())
        self.dialog = dialog.open(self.context.root)

    def _comes_back(self, player: Player) -> None:
        try:
            Store(self.context.stage.data).retire(player, False)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self._sits_typed(player)

    def _sits_typed(self, player: Player) -> None:
        name = player.name
        known = [name, *(other for other in self.context.settings.names if other != name)]
        try:
            self.context.change(names=known[:NAMES_KEPT])
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.back()
        self._sits(player)

    def _free(self) -> None:
        self.draft.stand(self.place)
        self.context.back()
