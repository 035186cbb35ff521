"""The final scoring without a tracked game: what each player owns, tapped in, with the points as one taps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.box import UNKNOWN, Box
from companion.engine.errors import InputError
from companion.engine.game import Scores, Sheet
from companion.engine.sums import number
from companion.engine.text import T, Text
from companion.engine.text import seat as seat_text
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.components import GIFT_NAMES, GIFTS, MOST_VALUE
from companion.games.nefertiti.scoring import Need, needs, say_need
from companion.ui import fit, theme
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.keypad import Keypad

NUMBERS = ("prestige", "deben", "seals")
MOST = {"prestige": 999, "deben": 40, "seals": 12}
NUMBER_WORDS: Mapping[str, Text] = {"prestige": T("Prestige"), "deben": T("Deben"), "seals": T("Seals")}


@dataclass
class Counted:
    """What was tapped in. It outlives its form, which is made anew when the picture turns."""

    seats: tuple[str, ...]
    current: str
    gifts: dict[str, dict[str, int]] = field(default_factory=dict)
    numbers: dict[str, dict[str, int]] = field(default_factory=dict)
    values: dict[str, list[int | None]] = field(default_factory=dict)
    double: int | None = None
    taking: bool = False

    @classmethod
    def empty(cls, seats: Sequence[str]) -> Counted:
        """Nothing counted yet."""
        made = cls(tuple(seats), seats[0])
        made.gifts = {who: dict.fromkeys(GIFTS, 0) for who in seats}
        made.numbers = {who: dict.fromkeys(NUMBERS, 0) for who in seats}
        return made

    def data(self) -> dict[str, Any]:
        """As the sheet reads it."""
        players = {
            who: {**self.numbers[who], "gifts": {gift: n for gift, n in self.gifts[who].items() if n}}
            for who in self.seats
        }
        found: dict[str, Any] = {"players": players}
        if self.values:
            found["values"] = self.values
        if self.double is not None:
            found["senet_double"] = self.double
        return found


class GiftKey(Touchable):
    """A gift with how many of it the player owns. A tap counts one more, or one less."""

    def __init__(self, gift: str, name: str) -> None:
        self.gift, self.name, self.count = gift, name, 0
        super().__init__()

    def set(self, count: int) -> None:
        """Show this many."""
        if count != self.count:
            self.count = count
            self.redraw()

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "gold_soft" if self.pressed else "raised", theme.RADIUS["button"])
        pieces.draw_gift(pen, self.gift, 26, pen.h / 2 - (8 if pen.h > 64 else 0), 15)
        ink = "sand" if self.count else "sand_3"
        pen.text(f"×{self.count}", pen.w - 8, pen.h / 2 - (8 if pen.h > 64 else 0), pieces.NUMBER, ink, "right")
        if pen.h > 64:
            pen.text(self.name, pen.w / 2, pen.h - 14, pieces.SMALL, "sand_2", "center", pen.w - 6, True)


class PlayerKey(Touchable):
    """A player with the total so far."""

    def __init__(self, seat: str, name: str) -> None:
        self.seat, self.name = seat, name
        self.total, self.chosen = "", False
        super().__init__()

    def set(self, total: str, chosen: bool) -> None:
        """Show the total, and whether taps count for this player."""
        if (total, chosen) != (self.total, self.chosen):
            self.total, self.chosen = total, chosen
            self.redraw()

    def paint(self, pen: Pen) -> None:
        fill = "raised" if self.chosen or self.pressed else "surface"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], "gold" if self.chosen else None, 3)
        pen.seat_disc(self.seat, 22, pen.h / 2, 13)
        wide = pen.text(self.total, pen.w - 8, pen.h / 2, pieces.NUMBER, "sand", "right")
        room = pen.w - wide - 56
        name = fit.short_name(self.name)
        pen.text(name, 42, pen.h / 2, pieces.LABEL_BOLD, pieces.seat_ink(self.seat), max_width=room, may_cut=True)


class FinalForm(Drawn):
    """Choose a player, tap gifts and numbers. `done` gets the sheet's data."""

    def __init__(
        self, context: Any, counted: Counted, sheet: Sheet, box: Box, done: Callable[[dict[str, Any]], None]
    ) -> None:  # fmt: skip
        self.say: Callable[[Text | str], str] = context.say
        self.counted, self.sheet, self.box, self.done = counted, sheet, box, done
        self.scores: Scores | None = None
        self.fault: Text | None = None
        self.players = {who: PlayerKey(who, self.say(T("{who}", who=seat_text(who)))) for who in counted.seats}
        self.gifts = {gift: GiftKey(gift, self.say(GIFT_NAMES[gift])) for gift in GIFTS}
        self.numbers = {name: PushButton(text_size_limit=18, wraps=True) for name in NUMBERS}
        for who, player in self.players.items():
            player.bind(on_release=lambda *_, who=who: self._choose(who))
        for gift, key in self.gifts.items():
            key.bind(on_release=lambda *_, gift=gift: self._count(gift))
        for name, button in self.numbers.items():
            button.bind(on_release=lambda *_, name=name: self._type(name))
        self.less = PushButton(icon="minus")
        self.less.bind(on_release=lambda *_: self._turn())
        self.need = PushButton(kind="lapis", wraps=True, text_size_limit=18)
        self.need.bind(on_release=lambda *_: self._type_need())
        self.add = PushButton(text=self.say(T("Add to the scores")), guard=True, wraps=True)
        self.add.bind(on_release=lambda *_: self.done(self.counted.data()))
        self.keypad: Keypad | None = None
        super().__init__()
        self._score()

    # what fingers do

    def _choose(self, who: str) -> None:
        self.counted.current = who
        self.redraw()

    def _turn(self) -> None:
        self.counted.taking = not self.counted.taking
        self.redraw()

    def _count(self, gift: str) -> None:
        own = self.counted.gifts[self.counted.current]
        most = int(self.box.value(f"cards.{gift}"))
        own[gift] = min(max(own[gift] + (-1 if self.counted.taking else 1), 0), most)
        self._score()

    def _type(self, name: str) -> None:
        def typed(value: int) -> None:
            self.counted.numbers[self.counted.current][name] = value

        self._open(NUMBER_WORDS[name], 0, MOST[name], typed)

    def open_need(self) -> Need | None:
        """What must be known before everybody has a total; None: nothing."""
        facts = read_catalogue(
            self.box.with_overrides({f"values.{kind}": row for kind, row in self.counted.values.items()})
        )
        double = self.counted.double or facts.house.get("senet_double")
        wanted = needs(facts, self.counted.gifts, double)
        return wanted[0] if wanted else None

    def _type_need(self) -> None:
        need = self.open_need()
        if need is None:
            return

        def typed(value: int) -> None:
            if not need.owners:
                self.counted.double = value
                return
            known = self.counted.values.get(need.type) or self.box.value(f"values.{need.type}") or [None] * 4
            row = [None if entry == UNKNOWN else entry for entry in known]
            row[need.owners - 1] = value
            self.counted.values[need.type] = row

        low, high = (0, MOST_VALUE) if need.owners else (1, 2)
        self._open(say_need(need), low, high, typed)

    def _open(self, what: Text, low: int, high: int, typed: Callable[[int], None]) -> None:
        bounds = self.say(T("{what}: from {low} to {high}.", what=what, low=low, high=high))
        keypad = Keypad(low=low, high=high, bounds=bounds, cancel_label=self.say(T("Cancel")))

        def confirmed(value: int) -> None:
            typed(value)
            self._close()

        keypad.bind(on_confirm=lambda _, value, text: confirmed(value), on_cancel=lambda *_: self._close())
        self.keypad = keypad
        self.redraw()

    def _close(self) -> None:
        if self.keypad is not None:
            self.remove_widget(self.keypad)
        self.keypad = None
        self._score()

    def _score(self) -> None:
        self.scores, self.fault = None, None
        try:
            self.scores = self.sheet.score(self.counted.data(), self.box)
        except InputError as error:
            self.fault = error.text
        self.redraw()

    # places

    def arrange(self) -> None:
        w, h = self.logical_size
        if self.keypad is not None:
            self.clear_widgets()
            self.put(self.keypad, 0, 0, w, h)
            return
        counted = self.counted
        upright = h > w
        self._arrange_players(w, upright)
        top = 8.0 + 58 * (2 if upright else 1)
        across = 2 if upright else 4
        left = 8.0
        wide = (w - 12) / across
        grid = h - top - (184 if upright else 126)
        high = min(grid / (8 / across), 92.0)
        for i, (gift, key) in enumerate(self.gifts.items()):
            key.set(counted.gifts[counted.current][gift])
            self.put(key, left + wide * (i % across), top + high * (i // across), wide - 4, high - 4)
        row = h - (174 if upright else 116)
        each = (w - 16 - 60 + 4) / 3
        for i, (name, button) in enumerate(self.numbers.items()):
            n = counted.numbers[counted.current][name]
            button.text = self.say(T("{what}: {n}", what=NUMBER_WORDS[name], n=n))
            self.put(button, 8 + each * i, row, each - 4, 50)
        self.less.kind = "lapis" if counted.taking else "plain"
        self.put(self.less, w - 64, row, 56, 50)
        self._arrange_foot(w, h, upright)

    def _arrange_players(self, w: float, upright: bool) -> None:
        n = len(self.players)
        across = 2 if upright else n
        each = (w - 16 + 4) / across
        for i, (who, player) in enumerate(self.players.items()):
            total = "" if self.scores is None else "?" if who in self.scores.open else number(self.scores.total(who))
            player.set(total, who == self.counted.current)
            self.put(player, 8 + each * (i % across), 6 + 58 * (i // across), each - 4, 52)

    def _arrange_foot(self, w: float, h: float, upright: bool) -> None:
        need = self.open_need() if self.fault is None else None
        ready = self.scores is not None and not self.scores.open
        self.add.kind = "primary" if ready else "off"
        self.put(self.add, w - 258, h - 58, 250, 52)
        if need is None:
            if self.need.parent is not None:
                self.remove_widget(self.need)
            return
        self.need.text = self.say(T("{what}?", what=say_need(need)))
        spot = (8, h - 116, w - 16, 52) if upright else (8, h - 58, w - 274, 52)
        self.put(self.need, *spot)

    def paint(self, pen: Pen) -> None:
        if self.keypad is not None or self.fault is None:
            return
        upright = pen.h > pen.w
        room = pen.w - 16 if upright else pen.w - 284
        line = fit.wrapped(self.say(self.fault), "small", room, 3, pen.frame)
        middle = pen.h - 90 if upright else pen.h - 32
        pen.lines(line, 8, middle - line.height / 2, "bad", max_width=room)
