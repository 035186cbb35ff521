"""New game: who sits where, what Cartouche watches, and by which rules."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.header import check_seats
from companion.engine.options import Asked, Option
from companion.engine.text import TN, T, Text
from companion.language import SEAT_WORDS
from companion.ui import lettering
from companion.ui.draft import PLACES, Draft
from companion.ui.layout import Rect
from companion.ui.rows import Caption, Ground, WayRow
from companion.ui.seats import ChairChip, DrawnTable, ScreenBar, bar_place, nearest_place, nearest_side, plan
from companion.ui.standing import Watch
from companion.ui.undoable import Undoable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.top_bar import TopBar

GROUP_WIDE = 132.0


def draw_number() -> str:
    """A fresh seed that people can read out: six digits."""
    return str(100_000 + secrets.randbelow(900_000))


class NewGameScreen(Undoable):
    """Seats round a drawn table at the left; what to watch, the rules and Start at the right."""

    name: ClassVar[str] = "new_game"

    def enter(self, game: Game[Any] | None = None, draft: Draft | None = None) -> None:
        if draft is None and game is None:
            raise TypeError("New game needs a game or a draft")
        self.draft = draft if draft is not None else Draft.fresh(game)  # type: ignore[arg-type]
        self.game = self.draft.game
        self.chips: dict[str, ChairChip] = {}
        self.disk = Watch(self)

    def leave(self) -> None:
        self.disk.rest()

    @property
    def practice(self) -> bool:
        return self.draft.practice

    # building

    def build(self) -> None:
        frame = self.frame
        title = self.say(T("New game: {game}", game=self.game.title))
        groups = self.context.people().groups
        beside = GROUP_WIDE if groups else 0
        bar = TopBar(title=title, tag=self.tag, taken=beside + 8 if groups else 0)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        if groups:
            self.group = PushButton(text=self.say(T("Group")), icon="people", guard=True, text_size_limit=18)
            self.group.bind(on_release=lambda _: self._group())
            self.put(self.group, frame.w - beside - 8, 4, beside, 48)
        left = frame.w if frame.portrait else 536 + frame.extra
        self.plan = plan(frame.portrait, left)
        if not frame.portrait:
            self.put(Ground("night"), left, 56, 264, 424)
        self._build_table()
        self.disk.look()
        wide = 448 if frame.portrait else left - 32
        if self.disk.needed:
            # In the place of the hint, which can wait.
            self.strip = self.put(self.disk.strip(), 16, 411 if frame.portrait else 414, wide, 56)
        else:
            hint = self.say(T("Tap a seat to name it, drag it to another side. Play goes clockwise."))
            self.put(Caption(hint, "label", lines=2, balance=True), 16, 418 if frame.portrait else 422, wide, 46)
        if frame.portrait:
            self._build_portrait()
        else:
            self._build_panel(left)
        # Over the hint, never over what is pressed next.
        self.show_done(frame.h - 466 if frame.portrait else 8, wide=wide, left=16)

    def _build_table(self) -> None:
        frame = self.frame
        self.put(DrawnTable(self.say(T("board"))), *self.plan.table)
        self.bar = ScreenBar(self.say(T("screen")), self._bar_dropped)
        self.put(self.bar, *bar_place(self.plan, self.context.settings.screen_side))
        self.chips.clear()
        for place in PLACES:
            chair = self.draft.chairs.get(place)
            if chair is None and not self.draft.room:
                continue
            named = "" if chair is None else lettering.readable(chair.name)
            name = self.say(T("Seat")) if chair is None else named or self.say(Text(SEAT_WORDS[chair.colour]))
            chip = ChairChip(place, self._chip_dropped, seat=chair.colour if chair else "", name=name)
            chip.bind(on_release=lambda chip: self._seat(chip.place))
            self.chips[place] = self.put(chip, *self.plan.chips[place])
        self._rects = {place: frame.rect(*self.plan.chips[place]) for place in PLACES}

    def _build_panel(self, left: float) -> None:
        x = left + 12
        self.put(Caption(self.say(T("How much should I watch?")), "label"), x, 62, 240, 24)
        self._modes([(x, 90, 240, 56), (x, 152, 240, 56)])
        self._rows([(x, 220 + 62 * i, 240, 56) for i in range(3)])
        self._start(x, 412, 240, 60)

    def _build_portrait(self) -> None:
        frame = self.frame
        pitch, height = (62, 56) if frame.extra >= 0 else (57, 54)
        self.put(Caption(self.say(T("How much should I watch?")), "label"), 16, 468, 448, 24)
        self._modes([(16, 494, 220, 56), (244, 494, 220, 56)])
        self._rows([(16, 558 + pitch * i, 448, height) for i in range(3)])
        self._start(16, frame.h - 12 - 60, 448, 60)

    def _modes(self, places: list[tuple[float, float, float, float]]) -> None:
        modes = (("referee", T("Every move")), ("scorekeeper", T("Only the scores")))
        self.modes: dict[str, PushButton] = {}
        for (mode, label), where in zip(modes, places, strict=True):
            chosen = self.draft.mode == mode
            button = PushButton(
                text=self.say(label), kind="lapis" if chosen else "plain", icon="check" if chosen else "", align="left"
            )
            button.bind(on_release=lambda _, mode=mode: self._watch(mode))
            self.modes[mode] = self.put(button, *where)

    def _rows(self, places: list[tuple[float, float, float, float]]) -> None:
        draft, rows = self.draft, []
        ruleset = draft.ruleset
        if ruleset is not None:
            value = draft.options["ruleset"]
            preset = next((p.title for p in self.game.presets if p.id == value), None)
            words = preset or next((text for v, text in ruleset.values if v == value), T("as printed"))
            rows.append((ruleset.title, words, "option", {"draft": draft, "option": ruleset}))
        if draft.switches:
            n = len(draft.changed)
            words = TN("{n} changed", "{n} changed", n) if n else T("as printed")
            title = T("Switches") if ruleset is not None else T("Rules")
            rows.append((title, words, "options", {"draft": draft}))
        unknown = len(self.context.box(self.game).unknown)
        words = TN("{n} value unknown", "{n} values unknown", unknown) if unknown else T("everything known")
        if draft.practice:
            words = T("Practice board")
        if self.game.practice is None:
            rows.append((T("Box"), words, "box", {"game": self.game}))
        else:
            rows.append((T("Box"), words, "which_box", {"draft": draft}))
        self.rows: list[WayRow] = []
        for (title, words, name, args), where in zip(rows, places, strict=False):
            row = WayRow(title=self.say(title), value=self.say(words), guard=True)
            row.bind(on_release=lambda _, name=name, args=args: self.context.go(name, **args))
            self.rows.append(self.put(row, *where))

    def _start(self, x: float, y: float, w: float, h: float) -> None:
        missing = self.draft.missing
        if missing:
            text = self.say(TN("{n} more player needed", "{n} more players needed", missing))
        else:
            text = self.say(T("Start setup") if self.draft.mode == "referee" else T("Start"))
        self.start = PushButton(text=text, kind="off" if missing else "primary", guard=True)
        self.start.bind(on_release=lambda _: self.begin())
        self.put(self.start, x, y, w, h)

    # acting

    def _group(self) -> None:
        """Seat a group with one tap; which one, and who sits out, is asked only where it must be."""
        people = self.context.people()
        self.context.go("seat_group", draft=self.draft)
        if len(people.groups) == 1:
            self.context.screen.take(people.groups[0])

    def _watch(self, mode: Any) -> None:
        self.draft.mode = mode
        self.relayout()

    def _seat(self, place: str) -> None:
        if place not in self.draft.chairs and not self.draft.room:
            return
        self.draft.sit(place)
        self.context.go("seat", draft=self.draft, place=place)

    def _chip_dropped(self, place: str, x: float, y: float) -> None:
        other = nearest_place(self.draft, self._rects, x, y)
        if other != place:
            self.draft.move(place, other)
        self.relayout()

    def _bar_dropped(self, x: float, y: float) -> None:
        table: Rect = self.frame.rect(*self.plan.table)
        self.context.change(screen_side=nearest_side(table, x, y))

    def begin(self) -> None:
        """Go on to the setup; a number the rules need is asked for first."""
        draft, game = self.draft, self.game
        words = {seat: self.say(Text(word)) for seat, word in SEAT_WORDS.items()}
        try:
            seats = check_seats(game, draft.seats(words))
            ids = tuple(seat.seat for seat in seats)
            if draft.mode == "referee":
                box = self.context.box(game) if not draft.practice or game.practice is None else game.practice
                game.check_box(box)
                asked = game.asks(draft.options, ids, box)
                if asked is not None and asked.fact != draft.agreed:
                    self._ask(asked)
                    return
                game.new(ids, draft.options, game.draw_setup(ids, draft.options, Draw(draw_number()), box), box)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.go("setup", draft=draft, seats=seats)

    def _ask(self, asked: Asked) -> None:
        option = next(option for option in self.game.options if option.key == asked.option)
        self.context.go(
            "number", title=asked.question, reason=asked.reason, low=option.low, high=option.high, value=asked.value,
            done=lambda n: self._said(asked, option, n),
        )  # fmt: skip

    def _said(self, asked: Asked, option: Option, value: int) -> None:
        """The table has said the number: it goes with this game, and into the owner's box for the next one."""
        self.draft.choose(option, value)
        self.draft.agreed = asked.fact
        self.context.back()
        if self.draft.practice:
            self.begin()
            return
        try:
            self.context.own(self.game, {asked.fact: value})
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.begin()
