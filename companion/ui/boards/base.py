"""What every board view is: a diagram of the table with named targets, and where it leaves room for the rest.

A board draws in logical pixels of the whole screen (origin top left), so the numbers of the design stand in the code.
One table of places serves drawing, touching and tests. What never changes is drawn once; a move redraws the rest.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.engine.game import Choice, Decision, Move, Question, Setup
from companion.engine.text import T, Text
from companion.engine.text import seat as seat_text
from companion.ui import theme
from companion.ui.boards.pages import Page, PageView
from companion.ui.boards.parts import Parts
from companion.ui.boards.plan import Area, TablePlan, plan_landscape, plan_portrait
from companion.ui.layout import Frame, Rect, place
from companion.ui.pen import Mark, Pen, Written

__all__ = [
    "PLAIN",
    "Area",
    "Board",
    "BoardView",
    "Marks",
    "Page",
    "PageView",
    "SideNote",
    "SideView",
    "TablePlan",
    "plan_landscape",
    "plan_portrait",
    "player_names",
]

C = TypeVar("C")
"""What a game's form of a sheet keeps."""
NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Marks:
    """Which targets wear which mark (design 7, Light).

    lit: legal now or still owed. selected: first tap made. refused: the place that was tapped in vain. reasons: what
    forbids it. counted: scoring now. fresh: put there in this turn.
    """

    lit: frozenset[str] = NOBODY
    selected: frozenset[str] = NOBODY
    refused: frozenset[str] = NOBODY
    reasons: frozenset[str] = NOBODY
    counted: frozenset[str] = NOBODY
    fresh: frozenset[str] = NOBODY
    scoring: str = ""
    """The category of the line while a scoring is walked through: all but what it counts steps back."""


PLAIN = Marks()


def player_names(context: Any) -> Callable[[str], str]:
    """Says a player's name as shown, by seat."""
    return lambda who: str(context.say(T("{who}", who=seat_text(who))))


class BoardView(Widget):
    """A board as a diagram. Subclasses give `places()` and draw; taps on a place dispatch `on_target(target)`.

    `frame` measures, `area` (logical) is the part of the screen it covers, `say` puts a Text into words. The pens draw
    by the numbers of the whole screen. `signs` are the marks that the places wear, `marks` what the pens drew.
    """

    __events__ = ("on_target",)
    shows_choices = False
    """Whether the view itself offers every choice and form, so that the panel need not."""

    def __init__(self, frame: Frame, area: Area, say: Callable[[Text | str], str]) -> None:
        super().__init__(size_hint=(None, None))
        self.frame = frame
        self.area = area
        self.say = say
        self.state: Any = None
        self.decision: Decision | None = None
        self.signs = PLAIN
        self._blinked: Marks | None = None  # The signs whose refused place is not drawn for the moment.
        self.pressed: str | None = None
        self.touched = True
        """Whether its places answer to a finger; a board that is only looked at may be smaller."""
        self.still = InstructionGroup()
        self.moving = InstructionGroup()
        self.canvas.add(self.still)
        self.canvas.add(self.moving)
        pieces = InstructionGroup()
        self.canvas.add(pieces)
        self.parts = Parts(pieces, self._pen)
        """For boards whose changing part is large: pieces drawn anew only when they look different."""
        self._still_key: object = None
        self._still_marks: list[Mark] = []
        self._moving_marks: list[Mark] = []
        self._touch: tuple[Any, str] | None = None
        self._drawn = 0  # How often: what a tap has drawn already need not be drawn again.
        place(self, frame.rect(*area))

    # what a board tells

    @abstractmethod
    def places(self) -> Mapping[str, Area]:
        """Every target that can be touched or marked, with the logical area in which it is touched. First hit wins."""

    @abstractmethod
    def draw_moving(self, pen: Pen) -> None:
        """Draw what changes with the position: pieces, rings, numbers (self.state, self.signs, self.pressed)."""

    def draw_still(self, pen: Pen) -> None:
        """Draw what stays as long as `still_key()` does."""
        return

    def still_key(self) -> object:
        """What the unchanging part depends on; another value redraws it."""
        return None

    # what the screens call

    def show(self, state: Any, decision: Decision | None, marks: Marks = PLAIN) -> None:
        """Draw the position `state` with its marks. `decision` is what the table is asked now (None: nothing)."""
        self.state, self.decision, self.signs = state, decision, marks
        self.redraw()

    def redraw(self) -> None:
        """Draw again; the unchanging part only if it has changed after all."""
        if self.state is None:
            return
        signs = self.signs
        if signs is self._blinked:
            self.signs = replace(signs, refused=NOBODY)
        try:
            self._draw()
        finally:
            self.signs = signs

    def blink(self) -> None:
        """Let the refused place blink once; then it stays marked."""
        signs = self.signs
        if signs.refused:
            third = theme.MOTION["refuse_s"] / 3
            Clock.schedule_once(lambda _: self._blink(signs, True), third)
            Clock.schedule_once(lambda _: self._blink(signs, False), 2 * third)

    def _blink(self, signs: Marks, out: bool) -> None:
        if self.signs is signs:
            self._blinked = signs if out else None
            self.redraw()

    def _draw(self) -> None:
        self._drawn += 1
        key = (self.still_key(), tuple(self.pos), tuple(self.size))
        if key != self._still_key:
            self._still_key = key
            self.still.clear()
            self._still_marks.clear()
            self.draw_still(self._pen(self.still, self._still_marks))
        self.moving.clear()
        self._moving_marks.clear()
        self.draw_moving(self._pen(self.moving, self._moving_marks))

    def _pen(self, group: InstructionGroup, marks: list[Mark]) -> Pen:
        frame = self.frame
        return Pen(group, frame, frame.x(0), frame.y(0), frame.px(frame.w), frame.px(frame.h), marks)

    @property
    def marks(self) -> list[Mark]:
        """What the pens filled and wrote, in drawing order."""
        return [*self._still_marks, *self._moving_marks, *self.parts.marks]

    @property
    def written(self) -> list[Written]:
        """What the pens wrote."""
        return [mark for mark in self.marks if isinstance(mark, Written)]

    def texts(self) -> list[str]:
        """The words on the board, in drawing order."""
        return [mark.text for mark in self.written]

    def targets(self) -> Iterator[tuple[str, Rect]]:
        """What can be touched, for the check of sizes."""
        if not self.touched:
            return
        for target, area in self.places().items():
            yield target, self.frame.rect(*area)

    def rect_of(self, target: str) -> Rect | None:
        """Where a target is touched, in Kivy pixels; None if the board does not show it (now)."""
        area = self.places().get(target)
        return None if area is None else self.frame.rect(*area)

    def target_at(self, x: float, y: float) -> str | None:
        """The target under a point in Kivy pixels."""
        for target, area in self.places().items():
            if self.frame.rect(*area).contains(x, y):
                return target
        return None

    def reveal(self, target: str) -> None:
        """Bring a target into view where the board shows only a part of itself."""
        return

    # touch: down shows, up inside the slop asks

    def own_tap(self, target: str) -> bool:
        """A tap that only changes what the board shows (another page of it); False: the table is told of it."""
        return False

    def on_touch_down(self, touch: Any) -> bool:
        if self.disabled or not self.touched or getattr(touch, "is_mouse_scrolling", False):
            return bool(super().on_touch_down(touch))
        target = self.target_at(*touch.pos) if self.collide_point(*touch.pos) else None
        if target is None or self._touch is not None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._touch = (touch, target)
        self.pressed = target
        self.redraw()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if self.pressed is not None and not self._within_slop(touch):
            self.pressed = None
            self.redraw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        target = self._touch[1] if self._touch is not None else None
        self._touch = None
        self.pressed = None
        drawn = self._drawn
        if target is not None and self._within_slop(touch) and not self.own_tap(target):
            self.dispatch("on_target", target)
        if self._drawn == drawn:
            self.redraw()
        return True

    def _within_slop(self, touch: Any) -> bool:
        reach = self.frame.px(8)
        return bool(abs(touch.x - touch.ox) <= reach and abs(touch.y - touch.oy) <= reach)

    def on_target(self, target: str) -> None:
        """A place was tapped."""


class SideView(Widget):
    """A board's own pieces beside it (standings, sets), redrawn with the board. It may dispatch `on_target` too."""

    __events__ = ("on_target",)

    @abstractmethod
    def show(self, state: Any, decision: Decision | None, marks: Marks = PLAIN) -> None:
        """Draw what belongs to the position `state`."""

    def on_target(self, target: str) -> None:
        """A place was tapped."""


@dataclass(frozen=True)
class SideNote:
    """A line under the score rows that a board adds to the panel ("11 of 14 yellow"), in the warning colour."""

    text: Text
    seat: str | None = None


@dataclass
class Board:
    """What a game brings to the screen: the object behind the entry point `cartouche.boards`. Subclasses override."""

    game: str
    sheets: tuple[str, ...] = field(default=())
    """Ids of the scoring sheets that `sheet_entry` can fill in by taps."""

    _counts: WeakKeyDictionary[Any, tuple[tuple[str, int], Any]] = field(
        default_factory=WeakKeyDictionary, init=False, repr=False, compare=False
    )

    def counted(self, context: Any, empty: Callable[[], C]) -> C:
        """What was tapped into a sheet so far at this point of the game; `empty` begins it at any other point.

        It outlives its form, which is made anew when the picture turns. Only while a game is being played.
        """
        place = (context.session.header.id, context.session.n)
        before, kept = self._counts.get(context, (("", 0), None))
        if kept is None or before != place:
            kept = empty()
            self._counts[context] = (place, kept)
        return cast(C, kept)

    def plan(self, frame: Frame, seats: int) -> TablePlan:
        """Where the parts of the Table screen lie around this board."""
        return plan_portrait(frame, seats) if frame.portrait else plan_landscape(frame, seats)

    def play_view(self, context: Any) -> BoardView:
        """The board of the Table screen. `context` gives frame, say and session."""
        raise NotImplementedError(f"the board of {self.game} has no view")

    def replay_view(self, context: Any) -> BoardView:
        """A smaller board for History."""
        return self.play_view(context)

    def scoring_view(self, context: Any) -> BoardView:
        """The board beside the scoring walk-through."""
        return self.replay_view(context)

    def side_view(self, context: Any) -> SideView | None:
        """More pieces for the panel of the Table screen."""
        return None

    def notes(self, state: Any) -> tuple[SideNote, ...]:
        """Lines under the score rows (hints that the table has switched on)."""
        return ()

    def row_note(self, state: Any, seat: str) -> Text | None:
        """A few more signs in a seat's score row, explained by `notes` in the sheet of the seats."""
        return None

    def short_label(self, choice: Choice) -> Text | None:
        """A choice in a word or two, for a button that stands under its seat's name; None: its own label."""
        return None

    def gold_label(self, state: Any, choice: Choice) -> Text | None:
        """What the gold button says of a selected choice whose consequence the board itself shows; None: all of it."""
        return None

    def follows(self, state: Any, choices: Sequence[Choice]) -> frozenset[str]:
        """Ids of the phases that would follow if one of the selected `choices` were made."""
        return NOBODY

    def attempt(self, state: Any, decision: Decision, target: str) -> Move | None:
        """The move that a tap on a place means which is not lit now, so that the rules can say why not.

        None leaves it to the screen, which learns it from the choices of the decision.
        """
        return None

    def pages(self, state: Any) -> tuple[Page, ...]:
        """Screens of its own that can be opened now, for the menu; a tap on the target "page:ID" opens one too."""
        return ()

    def page_of(self, state: Any, decision: Decision) -> str:
        """The page that answers this decision best; the Table screen opens it by itself. "" : none."""
        return ""

    def page(self, context: Any, page: str, act: Callable[[Move], None], close: Callable[[], None]) -> PageView | None:
        """The content of the page `page`, below the headline; None where there is nothing to show now."""
        return None

    def setup_picture(self, context: Any, setup: Setup) -> Widget | None:
        """What was drawn, as a picture for the Setup screen."""
        return None

    def setup_entry(
        self, context: Any, seats: Sequence[str], options: Mapping[str, Any], box: Any, done: Callable[[Setup], None]
    ) -> Widget | None:
        """A form to enter what lies on the table; calls `done` with the setup."""
        return None

    def sheet_entry(self, context: Any, sheet_id: str, done: Callable[[dict[str, Any]], None]) -> Widget | None:
        """A form to tap in a position for a scoring sheet; calls `done` with the sheet's data."""
        return None

    def survey(self, context: Any, box: Any, done: Callable[[dict[str, Any]], None]) -> Widget | None:
        """A form to confirm or change what the box holds; calls `done` with the owner's values by fact key."""
        return None

    def survey_hint(self, context: Any, question: Question) -> Widget | None:
        """A drawing of what a question of the box survey asks for; None: the emblem of the game."""
        return None

    def survey_form(self, context: Any, box: Any, question: Question, done: Callable[[Any], None]) -> Widget | None:
        """The form for a question of kind `form`; calls `done` with the answer."""
        return None
