"""The base of all kinds of decision panel, and the plain ones: a refusal, something told, why, what to put back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.engine.game import Event, Refusal
from companion.engine.text import N_, T, Text
from companion.ui import fit
from companion.ui.boards.base import NOBODY, Area, Marks
from companion.ui.rows import Caption
from companion.ui.table import asking, pressing, refusing
from companion.ui.table.pieces import READING, Gains, Line, Paragraph
from companion.ui.table.scores import put_scores, signed
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

GAP = 8
NOTHING_CHANGED = N_("Nothing has changed.")


class Heading(NamedTuple):
    """What the headline says while a panel is open."""

    sentence: Text | str
    seat: str = ""
    refusal: bool = False
    sign: str = "people"


class Panel:
    """One kind of decision panel. `table` is the screen it stands on; `build` adds its widgets with `put`."""

    tools = True
    open_tool = ""
    """Which tool shows as open."""
    tells = False
    """Whether it only tells something, with one way on."""
    apart = False
    """Whether it is about something else than the places of the board: the ring comes to it first."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table

    @property
    def goes_on(self) -> bool:
        """Whether there is nothing to choose: the button `next` of a device then presses the gold one."""
        return self.tells

    def heading(self) -> Heading | None:
        """What the headline says; None: what the decision says."""
        return None

    def marks(self) -> Marks | None:
        """The marks of the board; None: those of the decision."""
        return None

    def build(self) -> None:
        """Add the widgets."""
        raise NotImplementedError

    def on_target(self, target: str) -> bool:
        """A tap on the board; whether that was all (False: the decision answers it)."""
        return False

    def put(self, widget: Any, area: Area) -> Any:
        """Add a widget of this panel."""
        return self.table.put_part(widget, area)

    def say(self, text: Text | str) -> str:
        return self.table.say(text)

    def button(self, area: Area, text: str, do: Callable[[], None], kind: str = "plain", **properties: Any) -> Any:
        """Add a button; a double tap counts once."""
        made = PushButton(text=text, kind=kind, guard=True, **properties)
        made.bind(on_release=lambda *_: do())
        return self.put(made, area)

    def read(self, words: str, area: Area) -> None:
        """Words to be read; where they are too many for the area, they are drawn up with the finger."""
        if fit.wrapped(words, READING[-1], area.w, None, self.table.frame).height <= area.h:
            self.put(Paragraph(text=words), area)
            return
        whole = fit.wrapped(words, "explain", area.w - 16, None, self.table.frame)
        rows = ScrollList(gap=GAP)
        self.put(rows, area)
        rows.set_rows([(Caption(words, "explain", "sand", lines=len(whole.lines) + 1), whole.height + 4)])

    # room

    @property
    def drawer(self) -> Area:
        """The room of what is said at length, above the tools if they stay."""
        area = self.table.plan.drawer
        bottom = self.table.tools_area.y - GAP if self.tools else area.y + area.h - GAP
        left = area.x + 6 if not self.table.frame.portrait else 12
        width = area.w - 14 if not self.table.frame.portrait else area.w - 24
        return Area(left, area.y + 8, width, bottom - area.y - 8)

    def foot(self, height: float) -> Area:
        """The lowest part of the drawer."""
        room = self.drawer
        return Area(room.x, room.y + room.h - height, room.w, height)


class ToldPanel(Panel):
    """Something the table should hear before it goes on, with "Next"."""

    apart = True
    tells = True

    def __init__(self, table: TableScreen, event: Event) -> None:
        super().__init__(table)
        self.event = event

    def heading(self) -> Heading | None:
        seat = self.event.seats[0] if len(self.event.seats) == 1 else ""
        return Heading(self.event.text if self._in_headline() else T("This has happened."), seat)

    def _in_headline(self) -> bool:
        """Whether the sentence fits where the decision usually stands."""
        frame = self.table.frame
        words = self.say(self.event.text)
        if frame.portrait:
            return fit.balanced(words, "decision2", frame.w - 160, 3, frame).fits
        return fit.sentence(words, frame.w - 144, 2, frame).fits

    def marks(self) -> Marks | None:
        return Marks(fresh=frozenset(self.event.targets))

    def build(self) -> None:
        gains = [(seat, signed(n)) for seat, n in self.event.points.items() if n]
        room, foot = self.drawer, self.foot(56)
        self.button(foot, self.say(T("Next")), self.table.next_told, "primary")
        top = foot.y - GAP
        if gains:
            top -= 36
            self.put(Gains(points=gains), Area(room.x, top, room.w, 36))
        if self._in_headline():
            put_scores(self, top)
        else:
            words = Area(room.x + 4, room.y, room.w - 8, top - room.y - GAP)
            self.put(Paragraph(text=self.say(self.event.text)), words)

    def on_target(self, target: str) -> bool:
        return True


NOT_NOW = T("That is not possible now.")


class RefusalPanel(Panel):
    """Why not, what is possible, the rule, and the way to say that the table is right (design 4.1)."""

    tools = False
    tells = True

    def __init__(
        self, table: TableScreen, text: Text, target: str | None = None, refusal: Refusal | None = None,
        sentence: Text | None = None,
    ) -> None:  # fmt: skip
        super().__init__(table)
        self.text = text
        self.target = target
        self.refusal = refusal
        self.sentence = sentence or NOT_NOW

    def heading(self) -> Heading | None:
        return Heading(self.sentence, refusal=True)

    def marks(self) -> Marks | None:
        refused = frozenset() if self.target is None else frozenset((self.target,))
        reasons = frozenset() if self.refusal is None else frozenset(self.refusal.targets)
        usual = self.table.decision_marks()
        return Marks(lit=usual.lit, refused=refused, reasons=reasons - refused, fresh=usual.fresh)

    def build(self) -> None:
        room = self.drawer
        bottom = room.y + room.h
        say_otherwise = Area(room.x, bottom - 48, room.w, 48)
        rule = Area(room.x, bottom - 48 - 8 - 48, room.w, 48)
        if room.w > 400:
            half = (room.w - GAP) / 2
            rule, say_otherwise = Area(room.x, bottom - 48, half, 48), Area(room.x + half + GAP, bottom - 48, half, 48)
        again = Area(room.x, rule.y - GAP - 56, room.w, 56)
        words = Area(room.x + 4, room.y - 2, room.w - 8, again.y - room.y - 28)
        self.put(Paragraph(text=self.say(self.text)), words)
        self.put(Line(text=self.say(NOTHING_CHANGED)), Area(words.x, again.y - 24, words.w, 20))
        self.button(again, self.say(T("Choose again")), self.table.dismiss, "primary", leads_back=True)
        self.button(rule, self.say(T("Show the rule")), self._rule, icon="rules", text_size_limit=18, align="left")
        if not self.table.game.edits(self.table.state):
            return
        self.button(
            say_otherwise, self.say(T("The table says otherwise")), self.table.open_correct, "quiet", text_size_limit=18
        )

    def _rule(self) -> None:
        self.table.open_rules(refusing.rule(self.table, self.refusal))


class WhyPanel(Panel):
    """Tap any place, legal or not, and read why."""

    open_tool = "why"

    def __init__(self, table: TableScreen) -> None:
        super().__init__(table)
        self.target: str | None = None
        self.refusal: Refusal | None = None
        self.possible = False
        self.text = T("Tap any place on the board and read here why it is or is not possible now.")

    def marks(self) -> Marks | None:
        usual = self.table.decision_marks()
        told = frozenset() if self.target is None else frozenset((self.target,))
        reasons = frozenset() if self.refusal is None else frozenset(self.refusal.targets)
        return Marks(
            lit=usual.lit, fresh=usual.fresh, reasons=reasons - told,
            refused=frozenset() if self.possible else told, selected=told if self.possible else frozenset(),
        )  # fmt: skip

    def build(self) -> None:
        self.table.board.every_place = True
        room = self.drawer
        foot = self.foot(48)
        self.put(Paragraph(text=self.say(self.text)), Area(room.x + 4, room.y, room.w - 8, room.h - 56))
        self.button(foot, self.say(T("Show the rule")), self._rule, icon="rules", text_size_limit=18, align="left")

    def _rule(self) -> None:
        self.table.open_rules(refusing.rule(self.table, self.refusal))

    def on_target(self, target: str) -> bool:
        decision = self.table.decision
        choices = asking.by_target(decision).get(target, ())
        words = tuple(choice.consequence or choice.label for choice in choices)
        if self.table.board.shows_choices:
            words = words or tuple(text for text in (pressing.words(self.table, target),) if text is not None)
        self.target, self.refusal, self.possible = target, None, bool(words)
        if words:
            self.text = T("This is possible: {choices}.", choices=words)
        else:
            self.refusal = refusing.at(self.table, target)
            self.text = refusing.words(self.table, self.refusal)
        self.table.refresh()
        return True


class PutBackPanel(Panel):
    """After an undo: what to do with the real pieces, and "Done"."""

    apart = True
    tools = False
    tells = True

    def __init__(self, table: TableScreen, steps: Sequence[Text], places: frozenset[str] = NOBODY) -> None:
        super().__init__(table)
        self.steps = tuple(steps)
        self.places = places

    def done(self) -> None:
        """The real pieces lie as they should."""
        self.table.to_put_back = None
        self.table.dismiss()

    def heading(self) -> Heading | None:
        return Heading(T("Taken back. Make the table look like this again."), sign="undo")

    def marks(self) -> Marks | None:
        return Marks(fresh=self.places)

    def build(self) -> None:
        room = self.drawer
        words = "\n".join(self.say(step) for step in self.steps)
        self.read(words, Area(room.x + 4, room.y, room.w - 8, room.h - 56 - GAP))
        self.button(self.foot(56), self.say(T("Done")), self.done, "primary")

    def on_target(self, target: str) -> bool:
        return True


class NoUndoPanel(Panel):
    """An undo that is not free: why, and the way by agreement."""

    apart = True
    tells = True

    def __init__(self, table: TableScreen, text: Text) -> None:
        super().__init__(table)
        self.text = text

    def heading(self) -> Heading | None:
        return Heading(T("This can't be taken back just like that."), refusal=True)

    def build(self) -> None:
        room = self.drawer
        way = self.say(T("Hold Undo to take it back together: everybody has to agree."))
        words = f"{self.say(self.text)}\n{way}"
        self.put(Paragraph(text=words), Area(room.x + 4, room.y, room.w - 8, room.h - 56 - GAP))
        self.button(self.foot(56), self.say(T("Go on")), self.table.dismiss, "primary", leads_back=True)
