"""Beside the markets of Nefertiti: seats, closed markets, and everything that is answered by a button or a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Choice, Decision
from companion.engine.text import T, Text
from companion.engine.text import seat as seat_text
from companion.games.nefertiti.state import Nefertiti
from companion.ui.boards import nefertiti_keys as keys
from companion.ui.boards import nefertiti_owners as owners
from companion.ui.boards import nefertiti_reading as reading
from companion.ui.boards.base import PLAIN, Area, Marks, SideView
from companion.ui.boards.nefertiti_asked import AskedGift, asked_gift
from companion.ui.boards.nefertiti_desk import CHARACTERS, Desk
from companion.ui.boards.nefertiti_places import Places
from companion.ui.boards.nefertiti_seats import ClosedMarkets, SeatRow
from companion.ui.boards.nefertiti_sheets import MarketSheet, SeatSheet
from companion.ui.boards.plan import grid
from companion.ui.layout import Frame, Rect, place
from companion.ui.table import asking
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList

ON_BOARD = frozenset(("square", "gift", "market"))
"""Kinds of target that are touched on the board."""
KEY, GAP = 52, 6
ROW, ROW_PITCH, CLOSED = 49.0, 53.0, 48.0


class Side(SideView):
    """The right part of the screen, or the lower one. It places itself; a sheet takes the place of the seats."""

    def __init__(
        self, frame: Frame, places: Places, say: Callable[[Text | str], str], name: Callable[[str], str], desk: Desk
    ) -> None:
        super().__init__(size_hint=(None, None))
        self.frame, self.lay, self.say, self.name, self.desk = frame, places, say, name, desk
        self.state: Nefertiti | None = None
        self.decision: Decision | None = None
        self.signs = PLAIN
        self.n = -1
        self.rows: dict[str, SeatRow] = {}
        self.closed = ClosedMarkets(frame)
        self.closed.bind(on_release=lambda *_: self.dispatch("on_target", self.closed.touched))
        self.keys: dict[str, keys.TargetKey] = {}
        self.buttons: dict[str, PushButton] = {}
        self.sheet: Any = None
        place(self, frame.rect(*places.side))
        self.scroll: ScrollList | None = None
        desk.find, desk.reveal = self.rect_of, self.reveal
        desk.listen(self._sheet_changed)

    # what is shown

    def show(self, state: Nefertiti, decision: Decision | None, marks: Marks = PLAIN) -> None:
        """Draw what belongs to the position."""
        if state.n != self.n:
            self.n = state.n
            self.desk.sheet = ""
        self.state, self.decision, self.signs = state, decision, marks
        self._arrange()

    def rect_of(self, target: str) -> Rect | None:
        """Where a target is touched here, in pixels."""
        sheet = self._sheet_of(target)
        if sheet and target not in self.keys:
            self.desk.sheet = sheet
            self._arrange()
        key: Any = self.keys.get(target)
        if key is None and target.startswith("market:") and target.partition(":")[2] in self.closed.names:
            key = self.closed
        if key is None and target.startswith("seat:"):
            key = self.rows.get(target.partition(":")[2])
        if key is None and self.decision is not None:
            choices = enumerate(self.decision.choices)
            key = next((self.buttons.get(f"choice:{i}") for i, choice in choices if target in choice.targets), None)
        if key is None or key.parent is None:
            return None
        x, y = key.to_window(key.x, key.y)
        return Rect(round(x), round(y), round(key.width), round(key.height))

    def _sheet_of(self, target: str) -> str:
        """The sheet whose keys a target is among; "" if it lies on none."""
        if target.startswith("character:") and self._characters():
            return CHARACTERS
        owner = owners.owner_of(target, self._drawn()) if self._two_steps() else ""
        return f"{owners.THINGS}:{owner}" if owner else ""

    def _drawn(self) -> tuple[str, ...]:
        """The markets that are drawn on the board with their places."""
        return reading.shown_markets(self.state) if self.state is not None else ()

    def reveal(self, target: str) -> None:
        """Scroll the button of a target into view."""
        choices = enumerate(self.decision.choices if self.decision is not None else ())
        button = next((self.buttons.get(f"choice:{i}") for i, choice in choices if target in choice.targets), None)
        if self.scroll is not None and button is not None:
            self.scroll.reveal(button)

    def _sheet_changed(self) -> None:
        if self.state is not None and self.parent is not None:
            self._arrange()

    # what is offered

    def _buttons(self) -> list[tuple[str, str, str]]:
        """Target, words and kind of each button: choices without a place, forms, the way to the characters."""
        decision = self.decision
        if decision is None or decision.forced or self._gold():
            return []
        found = []
        if self._characters():
            found.append((CHARACTERS, self.say(T("Play a character")), "plain"))
        if decision.chance:
            found.append(("chance:", self.say(T("Toss for us")), "primary"))
        for i, choice in enumerate(decision.choices):
            if not keys.is_key(choice) and not self._on_board(choice) and not self._owned(choice):
                found.append((f"choice:{i}", self.say(choice.label), "plain"))
        if decision.forms and asking.same_values(decision) is None:
            for i, form in enumerate(decision.forms):
                words = T("{who}: {what}", who=seat_text(form.by), what=form.fields[0].label)
                if len(decision.forms) == 1:
                    words = T("Type the number")  # The headline says which.
                found.append((f"form:{i}", self.say(words), "primary" if not decision.choices else "plain"))
        return found

    def _two_steps(self) -> bool:
        """Whether first the owner is asked, and then which of the owner's things is meant."""
        return self.decision is not None and owners.in_two_steps(self.decision, self._room())

    def _owned(self, choice: Choice) -> bool:
        return self._two_steps() and any(owners.owner_of(target, self._drawn()) for target in choice.targets)

    def _on_board(self, choice: Choice) -> bool:
        """Whether a choice is touched on the board: on a market that is drawn there with its places."""
        drawn = self._drawn()
        for target in choice.targets:
            kind, _, place = target.partition(":")
            if kind in ON_BOARD and (kind == "market" or place[:3] in drawn):
                return True
        return False

    def _characters(self) -> bool:
        """Whether a character can be played before something else is done."""
        choices = self.decision.choices if self.decision is not None else ()
        own = [choice for choice in choices if any(t.startswith("character:") for t in choice.targets)]
        return bool(own) and len(own) < len(choices)

    def _gold(self) -> int:
        """How many gold buttons the panel shows for what was selected."""
        if self.decision is None or not self.signs.selected:
            return 0
        by_target = asking.by_target(self.decision)
        for target in self.signs.selected:
            choices = by_target.get(target, ())
            if choices and {t for choice in choices for t in choice.targets} == self.signs.selected:
                return len(choices)
        return 1

    def _key_looks(self) -> list[keys.KeyLook]:
        if self.decision is None:
            return []
        if self._two_steps():
            return owners.owner_looks(self.decision, self._drawn(), self.say)
        kinds = keys.KINDS - {"character"} if self._characters() else keys.KINDS
        return keys.key_looks(self.decision, self.signs, self.say, kinds)

    # placing

    def _put(self, widget: Any, area: Area) -> Any:
        place(widget, self.frame.rect(*area))
        if widget.parent is None:
            self.add_widget(widget)
        return widget

    def _arrange(self) -> None:
        state = self.state
        if state is None:
            return
        self.clear_widgets()
        self.keys, self.buttons, self.sheet, self.scroll = {}, {}, None, None
        decision = self.decision
        if decision is not None and decision.forms and asking.same_values(decision) is not None:
            # Few values have keys of their own, which take this place.
            return
        room = self._room()
        if self.desk.sheet:
            self._put_sheet(room)
            return
        offered = self._buttons()
        looks = self._key_looks()
        room = self._put_buttons(offered, room, keys.least_height(room, looks))
        if looks:
            columns = keys.best_columns(room, looks)
            for look, cell in zip(looks, grid(room, len(looks), columns, keys.HIGHEST, keys.GAP), strict=True):
                self._put_key(look, cell)
            return
        about = asked_gift(state)
        if about is not None:
            self._put(AskedGift(self.frame, about, self.say, self.name), room)
            return
        self._put_seats(state, room)

    def _room(self) -> Area:
        """What is free: above the gold button and what is told of a forced move."""
        side, action, upright = self.lay.side, self.lay.action, self.frame.portrait
        gold = self._gold()
        forced = self.decision is not None and self.decision.forced
        if self.decision is not None and self.decision.consequence and not gold:
            # The gold button comes with the first tap; the keys stay where they are.
            gold = int(any(t.startswith("holding:") for choice in self.decision.choices for t in choice.targets))
        taken = 120.0 if forced else max(gold * 64.0 - 8, 0)
        if upright:
            bottom = side.y + side.h - 6
            if taken > 56:
                bottom = min(bottom, self.lay.tools.y - 14 - (taken if forced else -(-gold // 2) * 64))
            return Area(8, side.y + 6, 464, bottom - side.y - 6)
        bottom = self.lay.tools.y - 8
        if taken:
            bottom -= taken + 2
        return Area(action.x, 98, action.w, bottom - 98)

    def _put_key(self, look: keys.KeyLook, cell: Area) -> None:
        key = keys.TargetKey(look)
        if look.target.startswith(owners.THINGS):
            key.bind(on_release=lambda *_, target=look.target: self.desk.open(target))
        else:
            key.bind(on_release=lambda *_, target=look.target: self.dispatch("on_target", target))
        self.keys[look.target] = self._put(key, cell)

    def _button(self, target: str, words: str, kind: str) -> PushButton:
        button = PushButton(text=words, kind=kind, guard=True, wraps=True)
        if target == CHARACTERS:
            button.bind(on_release=lambda *_: self.desk.open(CHARACTERS))
        else:
            button.bind(on_release=lambda *_: self.dispatch("on_target", target))
        self.buttons[target] = button
        return button

    def _put_buttons(self, offered: list[tuple[str, str, str]], room: Area, kept: float) -> Area:
        """The buttons at the foot, which leave a height of `kept` free; what is left above them."""
        if not offered:
            return room
        if self.frame.portrait and len(offered) == 1:
            self._put(self._button(*offered[0]), self.lay.action)
            return room
        columns = 2 if self.frame.portrait else 1
        rows = -(-len(offered) // columns)
        most = room.h - kept
        wanted = rows * (KEY + GAP) - GAP
        if wanted > most:
            fits = max(int((most + GAP) // (KEY + GAP)), 1)
            wanted = fits * (KEY + GAP) - GAP
            self.scroll = scroll = ScrollList(frame=self.frame, gap=GAP)
            self._put(scroll, Area(room.x, room.y + room.h - wanted, room.w, wanted))
            scroll.set_rows([(self._button(*one), KEY) for one in offered])
        else:
            area = Area(room.x, room.y + room.h - wanted, room.w, wanted)
            cells = grid(area, len(offered), columns, KEY, GAP)
            for one, cell in zip(offered, cells, strict=True):
                self._put(self._button(*one), cell)
        return room._replace(h=room.h - wanted - GAP)

    # seats

    def _row(self, seat: str) -> SeatRow:
        if seat not in self.rows:
            self.rows[seat] = SeatRow(self.frame, self.name)
            self.rows[seat].bind(on_release=lambda *_, seat=seat: self.desk.open(f"seat:{seat}"))
        return self.rows[seat]

    def _put_seats(self, state: Nefertiti, room: Area) -> None:
        areas, closed = self._seat_areas(len(state.seats), room)
        asked = self.decision.seats if self.decision is not None else ()
        seats = state.seats
        if len(areas) < len(seats):
            # Room for one: the seat that decides.
            first = next((seat for seat in seats if seat in asked), seats[0])
            seats = (first,)
        for seat, area in zip(seats, areas, strict=False):
            target = f"seat:{seat}"
            counted = target in self.signs.counted or target in self.signs.selected
            reason = target in self.signs.reasons or f"money:{seat}" in self.signs.reasons
            row = self._row(seat)
            row.set(reading.seat_look(state, seat), (seat in asked, target in self.signs.lit, reason, counted))
            self._put(row, area)
        if closed is not None:
            hidden = reading.hidden_markets(state)[self.lay.spare(len(reading.shown_markets(state))) :]
            names = tuple((m, self.say(reading.named(m)), state.reserve[m]) for m in hidden)
            told = self.signs.refused | self.signs.reasons
            marked = "bad" if any(f"market:{m}" in told for m in hidden) else ""
            self.closed.set(names, marked)
            if hidden:
                self._put(self.closed, closed)

    def _seat_areas(self, count: int, room: Area) -> tuple[list[Area], Area | None]:
        """Rows for the seats as large as the room allows, and where the closed markets stand, if anywhere."""
        if self.frame.portrait:
            usual = [area for area in self.lay.seats[:count] if area.y + area.h <= room.y + room.h + 1]
            if len(usual) == count:
                return usual, self.lay.closed
            low = [Area(8 + 117 * i, room.y, 113, 48) for i in range(count)]
            return (low, None) if room.h >= 48 else ([], None)
        bottom = room.y + room.h
        rows = [Area(room.x, room.y + ROW_PITCH * i, room.w, ROW) for i in range(count)]
        if count * ROW_PITCH + CLOSED <= room.h + 1:
            return rows, Area(room.x, room.y + ROW_PITCH * count, room.w, CLOSED)
        if count * ROW_PITCH - 4 <= room.h + 1:
            return rows, None
        half = (room.w - 4) / 2
        if room.h >= -(-count // 2) * 52 - 4:
            return [Area(room.x + (half + 4) * (i % 2), room.y + 52 * (i // 2), half, 48) for i in range(count)], None
        return ([Area(room.x, room.y, room.w, ROW)] if bottom - room.y >= ROW else []), None

    # sheets

    def _put_sheet(self, room: Area) -> None:
        assert self.state is not None
        kind, _, about = self.desk.sheet.partition(":")
        close = PushButton(text=self.say(T("Back")), icon="back", align="left", guard=True, leads_back=True)
        if kind in (CHARACTERS, owners.THINGS) and self.decision is not None:
            if kind == CHARACTERS:
                looks = keys.key_looks(self.decision, self.signs, self.say, frozenset(("character",)))
            else:
                looks = owners.thing_looks(self.decision, self._drawn(), about, self.signs, self.say)
                close.text = owners.title(about, self.say)
            close.bind(on_release=lambda *_: self.desk.open(""))
            self._put(close, room._replace(h=48))
            self.buttons["back"] = close
            below = Area(room.x, room.y + 54, room.w, room.h - 54)
            columns = keys.best_columns(below, looks)
            for look, cell in zip(looks, grid(below, len(looks), columns, 64, keys.GAP), strict=True):
                self._put_key(look, cell)
            return
        made = SeatSheet if kind == "seat" else MarketSheet
        self.sheet = made(self.frame, self.state, about, self.say, self.name, lambda: self.desk.open(""))
        self._put(self.sheet, room)
