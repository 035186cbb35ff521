"""What a board brings to the screen: its views, and where it leaves room for the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from kivy.uix.widget import Widget

from companion.engine.game import Choice, Decision, Move, Question, Setup
from companion.engine.text import T, Text
from companion.engine.text import seat as seat_text
from companion.ui.boards.pages import Page, PageView
from companion.ui.boards.plan import Area, TablePlan, plan_landscape, plan_portrait
from companion.ui.boards.view import NOBODY, PLAIN, BoardView, Marks, SideView
from companion.ui.layout import Frame

__all__ = [
    "NOBODY",
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


def player_names(context: Any) -> Callable[[str], str]:
    """Says a player's name as shown, by seat."""
    return lambda who: str(context.say(T("{who}", who=seat_text(who))))


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
