"""Beside the river: the tableaus in turn order, and everything that is answered by a button or a number key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.engine.game import Choice, Decision
from companion.engine.text import T
from companion.games.egizia.moves import (
    Attach,
    Below,
    Crew,
    Done,
    Enough,
    First,
    Flex,
    Go,
    Grow,
    LastRow,
    Market,
    Pair,
    Pass,
    Reached,
    Revealed,
    Ring,
    Stay,
    Strengthen,
    Whole,
)
from companion.games.egizia.state import Egizia
from companion.ui.boards import egizia_pages as pages
from companion.ui.boards.base import PLAIN, Area, Marks, SideView
from companion.ui.boards.egizia_drawing import Say, Worn
from companion.ui.boards.egizia_keys import NumberKey
from companion.ui.boards.egizia_layout import LEAST, Places
from companion.ui.boards.egizia_pages import Desk
from companion.ui.boards.egizia_seats import SeatRow, seat_look
from companion.ui.boards.egizia_sheets import CardsSheet, Offer, TableauSheet
from companion.ui.boards.plan import grid
from companion.ui.layout import Frame, Rect, place
from companion.ui.table import asking
from companion.ui.table.pieces import Cover
from companion.ui.widgets.button import PushButton, holds
from companion.ui.widgets.scroll_list import ScrollList

ON_BOARD = frozenset(("stop", "slot", "space", "draw", "keep", "site"))
"""Kinds of target that are touched on the board."""
PICKED = frozenset(("kind", "face"))
"""Kinds of target that are touched in the picker of cards."""
AT_ONCE = (Market, Grow, Flex, Ring, Attach, Enough, First, Stay, Pass, Below, LastRow, Whole, Pair, Reached)
"""What a button does with one tap: it says itself what follows, or it is a plain answer."""
MAIN_ACTS = (Done, Go, Revealed)
"""What the gold button is for where nothing has to be selected first."""
CARDS = "cards"
KEY, LOW_KEY, GAP, TIGHT = 56.0, 48.0, 6.0, 2.0
ROW, PITCH = 60.0, 64.0


class Offered(NamedTuple):
    """A button: the target that it dispatches, its words, its kind, its place among the choices (-1: none)."""

    target: str
    words: str
    kind: str
    choice: int = -1


class Side(SideView):
    """The right part of the screen, or the lower one. It places itself; a sheet takes the place of the tableaus."""

    def __init__(
        self, frame: Frame, places: Places, say: Say, name: Callable[[str], str], desk: Desk,
        incidents: Callable[[], tuple[Choice, ...]],
    ) -> None:  # fmt: skip
        super().__init__(size_hint=(None, None))
        self.frame, self.lay, self.say, self.name, self.desk, self.incidents = frame, places, say, name, desk, incidents
        self.state: Egizia | None = None
        self.decision: Decision | None = None
        self.signs = PLAIN
        self.n = -1
        self.rows: dict[str, SeatRow] = {}
        self.buttons: dict[str, PushButton] = {}
        self.keys: dict[str, NumberKey] = {}
        self.sheet: Any = None
        self.scroll: ScrollList | None = None
        self._by_choice: dict[int, Any] = {}
        place(self, frame.rect(*places.side))
        desk.find, desk.reveal = self.rect_of, self.reveal
        desk.listen(self._sheet_changed)

    # what is shown

    def show(self, state: Egizia, decision: Decision | None, marks: Marks = PLAIN) -> None:
        """Draw what belongs to the position."""
        if state.n != self.n:
            self.n = state.n
            self.desk.sheet = ""
        self.state, self.decision, self.signs = state, decision, marks
        self._arrange()

    def rect_of(self, target: str) -> Rect | None:
        """Where a target is touched here, in pixels."""
        found: Any = self.keys.get(target) or self.buttons.get(target)
        if found is None and target.startswith("seat:"):
            found = self.rows.get(target.partition(":")[2])
        if found is None and self.decision is not None:
            numbers = [i for i, choice in enumerate(self.decision.choices) if target in choice.targets]
            if numbers and not any(i in self._by_choice for i in numbers):
                self._open_aside(numbers)
            found = next((self._by_choice[i] for i in numbers if i in self._by_choice), None)
        if found is None or found.parent is None:
            return None
        x, y = found.to_window(found.x, found.y)
        return Rect(round(x), round(y), round(found.width), round(found.height))

    def _open_aside(self, numbers: list[int]) -> None:
        if any(i in numbers for i, _ in pages.aside(self.decision)):
            self.desk.sheet = CARDS
            self._arrange()

    def reveal(self, target: str) -> None:
        """Scroll the button of a target into view."""
        if self.decision is None:
            return
        for i, choice in enumerate(self.decision.choices):
            button = self._by_choice.get(i)
            if target in choice.targets and button is not None and self.scroll is not None:
                self.scroll.reveal(button)

    def _sheet_changed(self) -> None:
        if self.state is not None and self.parent is not None:
            self._arrange()

    # what is offered

    def _buttons(self) -> list[Offered]:
        """The buttons: choices without a place on the board, and the way to the cards."""
        decision = self.decision
        if decision is None or decision.forced:
            return []
        found = []
        aside = pages.aside(decision)
        if len(aside) == 1:
            i, choice = aside[0]
            found.append(Offered(f"choice:{i}", self.say(choice.label), "plain", i))
        elif aside:
            found.append(Offered(f"open:{CARDS}", self.say(T("Use a card")), "plain"))
        beside = {i for i, _ in aside}
        for i, choice in enumerate(decision.choices):
            if i in beside or self._elsewhere(choice):
                continue
            if isinstance(choice.move, Pass):
                found.append(Offered(f"now:{i}", self.say(T("Pass")), "plain", i))
            elif isinstance(choice.move, MAIN_ACTS):
                words = self.say(choice.consequence or choice.label)
                found.append(Offered(f"now:{i}", words, "primary", i))
            elif isinstance(choice.move, AT_ONCE):
                tells = isinstance(choice.move, Market | Grow | Flex | Attach)
                told = choice.consequence if tells and choice.consequence is not None else choice.label
                found.append(Offered(f"now:{i}", self.say(told), "plain", i))
            else:
                found.append(Offered(f"choice:{i}", self.say(choice.label), "plain", i))
        if decision.id in ("feeding", "feed"):
            found.insert(0, Offered("page:feeding", self.say(T("Who needs how much?")), "lapis"))
        return found

    def _elsewhere(self, choice: Choice) -> bool:
        """Whether a choice is touched on the board, or by a number key."""
        assert self.decision is not None
        kinds = {target.partition(":")[0] for target in choice.targets}
        if kinds & ON_BOARD or "value" in kinds or isinstance(choice.move, Crew):
            return True
        return bool(kinds & PICKED) and self.decision.id in ("reveal", "face")

    def _gold(self) -> int:
        """How many gold buttons the panel shows for what was selected."""
        if self.decision is None or not self.signs.selected:
            return 0
        by_target = asking.by_target(self.decision)
        return max((len(by_target.get(target, ())) for target in self.signs.selected), default=0) or 1

    def _values(self) -> list[str]:
        """The numbers that can be told."""
        if self.decision is None or self.decision.forced:
            return []
        return [t for choice in self.decision.choices for t in choice.targets if t.startswith("value:")]

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
        self.buttons, self.keys, self._by_choice, self.sheet, self.scroll = {}, {}, {}, None, None
        if self.desk.sheet and self._put_sheet(state):
            return
        gold = self._gold()
        room = self._room(gold)
        offered = self._buttons()
        if gold:
            offered = [one for one in offered if self._passes(one)]
        room = self._put_buttons(offered, room, gold)
        values = self._values()
        if values:
            for target, cell in zip(values, self._key_places(room, len(values)), strict=True):
                key = NumberKey(target, Worn.of(self.signs, target), frame=self.frame)
                key.bind(on_release=lambda *_, target=target: self.dispatch("on_target", target))
                self.keys[target] = self._put(key, cell)
            return
        self._put_seats(state, room)

    def _key_places(self, room: Area, count: int) -> list[Area]:
        """Places for so many number keys, a finger high each: close together where they are many.

        Upright they take the place of the sites too, if they must; else one may stand beside the gold button.
        """
        columns = 6 if self.frame.portrait else 3
        while -(-count // columns) * (LEAST + GAP) - GAP > room.h and (room.w + GAP) / (columns + 1) >= 54:
            columns += 1
        rows = int((room.h + GAP) // (LEAST + GAP))
        if -(-count // columns) <= rows:
            return grid(room, count, columns, 78, GAP)
        columns = int((room.w + TIGHT) // (LEAST + TIGHT))
        beside: list[Area] = []
        if -(-count // columns) > int((room.h + TIGHT) // (LEAST + TIGHT)):
            if self.frame.portrait:
                top = self.lay.sites[0].y
                room = room._replace(y=top + 4, h=room.y + room.h - top - 4)
                self._put(Cover(frame=self.frame), Area(0, top, 480, room.h + 8))
            elif room.y + room.h < self.lay.passing.y:
                beside = [self.lay.passing]
        return [*grid(room, count - len(beside), columns, 78, TIGHT), *beside]

    def _room(self, gold: int) -> Area:
        """What is free above the gold buttons and what is told of a forced move."""
        room = self.lay.room
        forced = self.decision is not None and self.decision.forced
        if self.frame.portrait:
            # One gold button stands in the row of the tools; more of them, or words, need the tableaus' place.
            taken = 64.0 if forced else max(-(-gold // 2) * 64.0 if gold > 1 else 0, 0)
        else:
            taken = 124.0 if forced else gold * 64.0
        return room._replace(h=room.h - taken)

    def _passes(self, one: Offered) -> bool:
        return (
            one.choice >= 0 and self.decision is not None and isinstance(self.decision.choices[one.choice].move, Pass)
        )

    def _button(self, one: Offered) -> PushButton:
        button = PushButton(text=one.words, kind=one.kind, guard=True, wraps=True)
        kind, _, rest = one.target.partition(":")
        if kind == "open":
            button.bind(on_release=lambda *_: self.desk.open(rest))
        else:
            button.bind(on_release=lambda *_: self.dispatch("on_target", one.target))
        self.buttons[one.target] = button
        if one.choice >= 0:
            self._by_choice[one.choice] = button
        return button

    def _holds(self, one: Offered, width: float) -> bool:
        return holds(one.words, width, one.kind, self.frame)

    def _put_buttons(self, offered: list[Offered], room: Area, gold: int) -> Area:
        """Passing stands in its own place, all else at the foot of the room; what is left above."""
        passing = next((one for one in offered if self._passes(one)), None)
        rest = [one for one in offered if one is not passing]
        if passing is not None:
            self._put(self._button(passing), self.lay.passing)
            if not gold:
                where = Offered("page:where", self.say(T("Where can I go?")), "plain")
                self._put(self._button(where), self.lay.action)
                if not self.frame.portrait:
                    room = room._replace(h=min(room.h, self.lay.action.y - GAP - room.y))
        if not rest:
            return room
        if self.frame.portrait and passing is None and len(rest) <= 2:
            left, right = self.lay.passing, self.lay.action
            row = Area(left.x, left.y, right.x + right.w - left.x, left.h)
            cells = grid(row, len(rest), len(rest), row.h, GAP)
            if len(rest) == 2 and rest[1].kind == "primary":
                cells = [left, right]
            if all(self._holds(one, cell.w) for one, cell in zip(rest, cells, strict=True)):
                for one, cell in zip(rest, cells, strict=True):
                    self._put(self._button(one), cell)
                return room
        columns = 2 if self.frame.portrait or len(rest) > 5 else 1
        if self.frame.portrait and len(rest) > 4:
            columns = 4 if len(rest) > 6 else 3
        while columns > 1 and not all(self._holds(one, (room.w - GAP * (columns - 1)) / columns) for one in rest):
            columns -= 1
        rows = -(-len(rest) // columns)
        high = KEY if rows * (KEY + GAP) <= room.h else LOW_KEY
        wanted = rows * (high + GAP) - GAP
        if wanted > room.h:
            fits = max(int((room.h + GAP) // (LOW_KEY + GAP)), 1)
            wanted = fits * (LOW_KEY + GAP) - GAP
            self.scroll = scroll = ScrollList(frame=self.frame, gap=GAP)
            self._put(scroll, Area(room.x, room.y + room.h - wanted, room.w, wanted))
            scroll.set_rows([(self._button(one), LOW_KEY) for one in rest])
        else:
            foot = Area(room.x, room.y + room.h - wanted, room.w, wanted)
            for one, cell in zip(rest, grid(foot, len(rest), columns, high, GAP), strict=True):
                self._put(self._button(one), cell)
        return room._replace(h=room.h - wanted - GAP)

    # tableaus

    def _row(self, seat: str) -> SeatRow:
        if seat not in self.rows:
            self.rows[seat] = SeatRow(self.frame, self.name, self.say)
            self.rows[seat].bind(on_release=lambda *_, seat=seat: self.desk.open(f"seat:{seat}"))
        return self.rows[seat]

    def _put_seats(self, state: Egizia, room: Area) -> None:
        asked = self.decision.seats if self.decision is not None else ()
        seats = state.chips
        areas = self._seat_areas(len(seats), room)
        if len(areas) < len(seats):
            # Room for one: the seat that decides.
            seats = (next((seat for seat in seats if seat in asked), seats[0]),)
        for seat, area in zip(seats, areas, strict=False):
            row = self._row(seat)
            marks = [Worn.of(self.signs, f"{kind}:{seat}") for kind in ("seat", "score")]
            worn = Worn(*(any(pair) for pair in zip(*marks, strict=True)))
            reasons = any(t.split(":")[1:2] == [seat] for t in self.signs.reasons if t.count(":") >= 1)
            row.set(seat_look(state, seat), seat in asked, worn._replace(reason=worn.reason or reasons))
            self._put(row, area)

    def _seat_areas(self, count: int, room: Area) -> list[Area]:
        """Rows for the tableaus as large as the room allows."""
        if self.frame.portrait:
            usual = [area for area in self.lay.seats[:count] if area.y + area.h <= room.y + room.h + 1]
            if len(usual) == count:
                return usual
            return [Area(8 + 117 * i, room.y, 113, LEAST) for i in range(count)] if room.h >= LEAST else []
        if count * PITCH - 4 <= room.h + 1:
            return [Area(room.x, room.y + PITCH * i, room.w, ROW) for i in range(count)]
        if count * 52 - 4 <= room.h + 1:
            return [Area(room.x, room.y + 52 * i, room.w, LEAST) for i in range(count)]
        half = (room.w - 4) / 2
        if room.h >= -(-count // 2) * 52 - 4:
            return [Area(room.x + (half + 4) * (i % 2), room.y + 52 * (i // 2), half, LEAST) for i in range(count)]
        return [Area(room.x, room.y, room.w, LEAST)] if room.h >= LEAST else []

    # sheets

    def _put_sheet(self, state: Egizia) -> bool:
        """The sheet that lies open; False if there is nothing in it any more."""
        kind, _, seat = self.desk.sheet.partition(":")
        area = self.lay.room
        if self.frame.portrait:
            top = self.lay.sites[0].y
            area = Area(8, top + 4, 464, self.lay.tools.y - 10 - top)
        aside = pages.aside(self.decision)
        self.sheet = self._made_sheet(state, kind, seat, aside)
        if self.sheet is None:
            self.desk.sheet = ""
            return False
        self._put(Cover(frame=self.frame), area._replace(x=area.x - 4, y=area.y - 4, w=area.w + 8, h=area.h + 8))
        self._put(self.sheet, area)
        self.scroll = self.sheet.rows
        for i, _ in aside:
            key = self.sheet.keys.get(f"now:{i}")
            if key is not None:
                self._by_choice[i] = key
        return True

    def _made_sheet(self, state: Egizia, kind: str, seat: str, aside: tuple[tuple[int, Choice], ...]) -> Any:
        def close() -> None:
            self.desk.open("")

        def act(target: str) -> None:
            self.dispatch("on_target", target)

        if kind == CARDS:
            offers = [Offer(f"now:{i}", self.say(choice.label)) for i, choice in aside]
            return CardsSheet(self.frame, self.say, offers, close, act) if offers else None
        offers = [Offer(f"now:{i}", self.say(choice.label)) for i, choice in aside if choice.move.by == seat]
        if not offers:
            offers = [
                Offer(f"incident:{i}", self.say(choice.label))
                for i, choice in enumerate(self.incidents())
                if choice.move.by == seat and isinstance(choice.move, Strengthen)
            ]
        return TableauSheet(self.frame, state, seat, self.say, self.name, close, offers, act)
