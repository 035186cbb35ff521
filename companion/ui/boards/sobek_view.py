"""The Sobek board: the quay, below it what the seat may do or the sets of a seat, beside it all seats (design 4.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine.game import Decision
from companion.engine.sums import number
from companion.engine.text import T, Text, seat
from companion.games.sobek.catalogue import CHARACTERS, QUAY
from companion.games.sobek.state import EMPTY, Sobek
from companion.ui import fit, theme
from companion.ui.boards import sobek_cards as cards
from companion.ui.boards import sobek_layout, sobek_panels
from companion.ui.boards import sobek_reading as reading
from companion.ui.boards.base import NOBODY, PLAIN, Area, BoardView, Marks
from companion.ui.boards.sobek_keys import Key, PickKey
from companion.ui.boards.sobek_pages import AGAIN, DELIVER, MAIN, POWERS, SETS, Desk, Page, page_of
from companion.ui.boards.sobek_places import GAP, Places
from companion.ui.layout import Frame, Rect, place
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList

WORDS = TypeStyle("button", 20, True, 24)
SWIPE = 48
"""So far sideways over the sets brings those of another seat."""
OPENS = {"power": POWERS, "family": SETS, "set": SETS}
"""The picker that shows a kind of target in a turn."""


class SobekView(BoardView):
    """Quay, pickers, sets and seats. It offers every choice itself; a tap on a key does it at once."""

    shows_choices = True

    def __init__(
        self, frame: Frame, table: Places, say: Callable[[Text | str], str], name: Callable[[str], str]
    ) -> None:  # fmt: skip
        super().__init__(frame, table.board, say)
        self.table, self.name = table, name
        self.desk = Desk()
        self.page = Page()
        self.laid = sobek_layout.Laid()
        self.keys: dict[str, Touchable] = {}
        """The keys and buttons that are shown, by target."""
        self._list: ScrollList | None = None
        self._shape: object = None
        self._n = -1
        self._asked: tuple[str, tuple[str, ...]] = ("", ())
        self._made: list[Touchable] = []
        self._places: dict[str, Area] = {}

    # what is shown

    def show(self, state: Any, decision: Decision | None, marks: Marks = PLAIN) -> None:
        if state.n != self._n:
            self._n = state.n
            self.desk.place, self.desk.sure = 0, -1
        if decision is not None:
            asked = (decision.id, decision.seats)
            if asked != self._asked:
                self._asked = asked
                self.desk.clear()
        super().show(state, decision, marks)

    @property
    def shown_seat(self) -> str:
        """The seat whose sets stand below the quay."""
        state: Sobek = self.state
        asked = self.decision.seats[0] if self.decision is not None and self.decision.seats else state.turn
        return self.desk.shown or asked or state.seats[0]

    def redraw(self) -> None:
        if self.state is not None:
            self.page = page_of(self.state, self.decision, self.desk)
            self.laid = sobek_layout.arrange(self.page, self.table, self._width, self.frame.portrait)
            self._places = self._placed()
            self._put_keys()
        super().redraw()

    def _width(self, key: Key) -> float:
        return fit.measure(self.say(key.label), WORDS, self.frame)

    # places

    def places(self) -> Mapping[str, Area]:
        return self._places

    def _placed(self) -> dict[str, Area]:
        table = self.table
        found = {
            f"quay:{i + 1}": cell._replace(h=cost.y + cost.h - cell.y)
            for i, (cell, cost) in enumerate(zip(table.quay, table.costs, strict=True))
        }
        found |= {f"who:{who}": area for who, area in zip(self.page.seats, self.laid.tabs, strict=False)}
        covered = self.laid.whole.y + self.laid.whole.h if self.laid.whole is not None else 0.0
        if table.seats[0].h >= sobek_layout.LEAST:
            for who, row in zip(self.state.seats, table.seats, strict=True):
                if row.y >= covered or not self.frame.portrait:
                    found[f"show:{who}"] = row
        else:
            first, last = table.seats[0], table.seats[-1]
            found["next:seat"] = first._replace(h=last.y + last.h - first.y)
        if self.laid.whole is None:
            found["next:sets"] = table.sets
        return found

    def rect_of(self, target: str) -> Rect | None:
        key = self.keys.get(target)
        if key is None:
            return super().rect_of(target)
        x, y = key.to_window(key.x, key.y)
        return Rect(round(x), round(y), round(key.width), round(key.height))

    def reveal(self, target: str) -> None:
        """Open the picker that shows `target`, or ask the seat that can make its choice."""
        if target in self.keys or self.decision is None:
            return
        page = OPENS.get(target.partition(":")[0])
        if page is not None and self.page.actions and self.desk.page != page:
            self.desk.page = page
            self.redraw()
        elif target in self.keys and self._list is not None:
            self._list.reveal(self.keys[target])

    # keys

    def _put_keys(self) -> None:
        """Make the keys of the page; the same keys stay under the finger."""
        laid = self.laid
        shape = ([(key.target if key.picture else key.look, key.picture, area) for key, area in laid.keys],
                 [key.target for key in laid.listed], self.frame)  # fmt: skip
        if shape != self._shape:
            self._shape = shape
            for child in self.children[:]:
                self.remove_widget(child)
            self._list = None
            self._made = [self._make(key) for key, _ in laid.keys]
            for made, (_, area) in zip(self._made, laid.keys, strict=True):
                self.add_widget(place(made, self.frame.rect(*area)))
            if laid.rest is not None:
                self._list = ScrollList(gap=GAP)
                self.add_widget(place(self._list, self.frame.rect(*laid.rest)))
                self._made = [self._make(key) for key in laid.listed]
                self._list.set_rows([(button, sobek_layout.BUTTON) for button in self._made])
        shown = [key for key, _ in laid.keys] or list(laid.listed)
        self.keys = {}
        for made, key in zip(self._made, shown, strict=True):
            self._set(made, key)
            self.keys[key.target] = made
            if key.alias:
                self.keys[key.alias] = made

    def _make(self, key: Key) -> Touchable:
        made: Touchable = PickKey(key.target) if key.picture else PushButton(wraps=True, icon=key.icon)
        again = key.index >= 0 and self.decision and isinstance(self.decision.choices[key.index].move, AGAIN)
        # Hardly anybody lays two equal characters.
        made.guard = not again or key.target.partition(":")[2] in CHARACTERS
        made.bind(on_release=lambda pressed: self._pressed(pressed.key))
        return made

    def _set(self, made: Any, key: Key) -> None:
        made.key = key
        made.stands_for = f"choice:{key.index}" if key.index >= 0 else key.target
        if isinstance(made, PickKey):
            made.label, made.sub = self.say(key.label), key.sub
            made.lit = key.live
            made.chosen = key.target in self.signs.selected
            made.refused = key.target in self.signs.refused
            kind, _, rest = key.target.partition(":")
            if kind == "set":
                who, _, onto = rest.partition(":")
                made.label_family = self.state.sides[who].sets[int(onto)].family
        else:
            words = self.say(key.label)
            room = made.width / self.frame.unit - 58
            # Without room for both the words stay whole.
            made.icon = key.icon if fit.measure(words, WORDS, self.frame) <= room else ""
            made.text, made.kind = words, key.look

    def _pressed(self, key: Key) -> None:
        """A key was tapped."""
        kind, _, what = key.target.partition(":")
        if kind == "open":
            self.desk.page = "" if self.desk.page == what else what
            self.redraw()
        elif kind == "sure":
            self.desk.sure = int(what)
            self.redraw()
        elif key.form >= 0:
            self.dispatch("on_target", f"form:{key.form}")
        elif key.index < 0:
            # The same picture may be possible for another seat or place: the question why not is about this one.
            self.dispatch("on_target", f"key:{self.page.who}:{self.page.place}:{key.target}")
        else:
            again = self.decision is not None and isinstance(self.decision.choices[key.index].move, AGAIN)
            # Two equal cards one after another are two moves, however quick the finger.
            self.dispatch("on_target", f"now:{key.index}:{self._n}" if again else f"now:{key.index}")

    def leads(self, target: str) -> bool:
        kind = target.partition(":")[0]
        looked = kind in ("who", "show", "next") or (kind == "quay" and self.page.name == DELIVER)
        return looked or super().leads(target)

    def only_tells(self, target: str) -> bool:
        # A delivery is laid from left to right; its places are there for whoever lays otherwise.
        kind = target.partition(":")[0]
        return kind in ("show", "next") or (kind == "quay" and self.page.name == DELIVER)

    def own_tap(self, target: str) -> bool:
        kind, _, what = target.partition(":")
        if kind == "who":
            self.desk.who = what
        elif kind == "show":
            self.desk.shown = what
        elif kind == "next":
            self._look_on(1)
        elif kind == "quay" and self.page.name == DELIVER:
            self.desk.place = int(what)
        else:
            return False
        self.redraw()
        return True

    def _look_on(self, way: int) -> None:
        """The sets of the next seat, or those of the one before."""
        seats = self.state.seats
        self.desk.shown = seats[(seats.index(self.shown_seat) + way) % len(seats)]

    def on_touch_up(self, touch: Any) -> bool:
        held = self._touch[1] if self._touch is not None and touch.grab_current is self else ""
        done = super().on_touch_up(touch)
        if held == "next:sets" and abs(touch.x - touch.ox) >= self.frame.px(SWIPE):
            self._look_on(1 if touch.x < touch.ox else -1)
            self.redraw()
        return done

    # drawing

    def draw_moving(self, pen: Pen) -> None:
        state: Sobek = self.state
        for i, cell in enumerate(self.table.quay):
            self._quay(state, i + 1, cell)
        whole = self.laid.whole
        shown = self.shown_seat
        self._sets(state, shown if whole is None else "")
        column = max(pen.measure(number(side.points), sobek_panels.SCORE) for side in state.sides.values())
        for i, (who, row) in enumerate(zip(state.seats, self.table.seats, strict=True)):
            hidden = self.frame.portrait and whole is not None and row.y < whole.y + whole.h
            standing = (self._side_look(state, who), row, who == self.desk.shown, self._waits(who), column)
            look = None if hidden else standing
            paint = partial(self._seat, state=state, who=who, row=row, hidden=hidden, column=column)
            self.parts.draw(f"seat{i}", look, paint)
        for who, tab in zip(self.page.seats, self.laid.tabs, strict=False):
            sobek_panels.tab(pen, who, tab, who == self.page.who, who in self.page.waiting)
        if self.laid.strip is not None and self.page.laying:
            face = reading.draft_face(state, self.page.laying)
            if face is not None:
                sobek_panels.strip(pen, self.laid.strip, face, self.say(face.sum))
        elif self.laid.strip is not None and self.page.who:
            words = self.say(T("{who}: last sets", who=seat(self.page.who)))
            sobek_panels.words(pen, self.laid.strip, words)
        if self.laid.progress is not None:
            self._progress(pen, state)

    def _waits(self, who: str) -> bool:
        return self.decision is not None and who in self.decision.seats

    def _side_look(self, state: Sobek, who: str) -> object:
        side = state.sides[who]
        return who, self.name(who), side.points, side.hand.n, side.pile.n, side.curses, side.gone, side.done

    def _seat(self, pen: Pen, state: Sobek, who: str, row: Area, hidden: bool, column: float) -> None:
        if not hidden:
            sobek_panels.seat_row(pen, row, who, self.name(who), state.sides[who], self._waits(who),
                                  who == self.desk.shown, column)  # fmt: skip

    def _quay(self, state: Sobek, number: int, cell: Area) -> None:
        target, card = f"quay:{number}", state.quay[number - 1]
        signs = self.signs
        laying = state.stage == "lay"
        lit = number == self.page.place if laying else target in signs.lit
        sets = (signs.selected, signs.refused, signs.reasons, signs.counted, signs.fresh)
        worn = tuple(target in marks for marks in sets)
        price = reading.passed(state, number) if lit and not laying and state.stage == "turn" else None
        look = (card, cell, worn, lit, self.pressed == target, price, laying, state.stage)
        self.parts.draw(target, look, partial(self._card, state=state, number=number, cell=cell, lit=lit, price=price))

    def _card(self, pen: Pen, state: Sobek, number: int, cell: Area, lit: bool, price: int | None) -> None:
        target, card = f"quay:{number}", state.quay[number - 1]
        signs = self.signs
        if card == EMPTY and not lit and target not in signs.refused and target not in signs.reasons:
            pen.dashed_box(*cell, theme.RADIUS["button"], "line", 1.5)
            pen.text(str(number), cell.x + cell.w / 2, cell.y + cell.h / 2, cards.NUMBER, "sand_3", "center")
            return
        worn = Marks(
            frozenset((target,)) if lit else NOBODY, signs.selected, signs.refused, signs.reasons, signs.counted,
            signs.fresh,
        )  # fmt: skip
        forward = cards.ground(pen, target, cell, worn, self.pressed == target)
        bright = forward or state.stage == "lay"
        if card == EMPTY:
            pen.text(str(number), cell.x + cell.w / 2, cell.y + cell.h / 2, cards.MARK, "sand", "center")
        else:
            chosen = target in signs.selected
            cards.face(pen, card, cell, self.say(reading.short_name(card)), bright, chosen)
        if target in signs.refused:
            pen.icon("cross", cell.x + cell.w - 16, cell.y + 16, 22, "bad")
        if price is not None:
            sobek_panels.price(pen, self.table.costs[number - 1], price, self.say(T("free")))

    def _sets(self, state: Sobek, who: str) -> None:
        """The sets of a seat; nothing while a picker lies there."""
        area = self.table.sets
        if not who:
            self.parts.draw("sets", None, lambda pen: None)
            return
        faces = reading.sets_of(state, who)
        draft = reading.draft_face(state, who)
        if draft is not None:
            faces = [*faces, draft]
        beside = self.page.name == MAIN and self.page.actions and self.page.buttons
        if beside:
            area = area._replace(h=area.h - sobek_layout.BUTTON - GAP)
        targets = [f"set:{who}:{i}" for i in range(len(faces))]
        signs = self.signs
        if self.decision is not None and self.decision.forced:
            # The only way may be a set.
            signs = replace(signs, counted=signs.counted | signs.lit)
        marks = (signs.reasons, signs.refused, signs.counted, signs.fresh)
        worn = [tuple(target in marked for marked in marks) for target in targets]
        own = self.name(who)
        look = (area, who, own, tuple(faces), tuple(worn), self.pressed == "next:sets")
        paint = partial(sobek_panels.sets_panel, area=area, who=who, name=own, faces=faces, signs=signs, say=self.say)
        self.parts.draw("sets", look, paint)

    def _progress(self, pen: Pen, state: Sobek) -> None:
        area = self.laid.progress
        assert area is not None
        laid, total = sum(card != EMPTY for card in state.quay), min(QUAY, state.deck)
        if self.page.place:
            words = T("{n} of {all} lie there", n=laid, all=total)
        else:
            words = T("Tap a place to change its card.")
        sobek_panels.words(pen, area, self.say(words))
