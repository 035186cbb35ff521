"""The board of Tutankhamen on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from inspect import ismethod
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakMethod

from kivy.uix.widget import Widget

from companion.engine.errors import InputError
from companion.engine.game import Choice, Decision, Move, Setup
from companion.engine.survey import Question
from companion.games.tutankhamen import GAME, position
from companion.games.tutankhamen.catalogue import read_catalogue
from companion.games.tutankhamen.moves import Finish, Take
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.ui.boards import tutankhamen_places
from companion.ui.boards.base import Area, Board, BoardView, SideView, TablePlan, player_names
from companion.ui.boards.plan import TOAST
from companion.ui.boards.tutankhamen_desk import Desk
from companion.ui.boards.tutankhamen_laying import Laying
from companion.ui.boards.tutankhamen_tally import Tally, tallies
from companion.ui.layout import Frame

if TYPE_CHECKING:
    from companion.ui.boards.tutankhamen_survey import Findings


class TutankhamenBoard(Board):
    """The path, what is within reach, and the sets (design 4.3)."""

    def __init__(self, game: str) -> None:
        super().__init__(game, sheets=("tutankhamen",))
        self._desks: WeakKeyDictionary[Any, Desk] = WeakKeyDictionary()
        self._layings: WeakKeyDictionary[Any, tuple[Any, Laying]] = WeakKeyDictionary()
        self._findings: WeakKeyDictionary[Any, Findings] = WeakKeyDictionary()

    def plan(self, frame: Frame, seats: int) -> TablePlan:
        usual = super().plan(frame, seats)
        places = tutankhamen_places.places(frame, 0)
        if frame.portrait:
            top = frame.h - 853 + 797
            return replace(
                usual,
                board=places.board,
                scores=(),
                drawer=Area(0, frame.h - 300, 480, 300),
                action=Area(9, top - 3, 232, 56),
                tools=Area(247, top, 224, 52),
                tools_small=True,
            )
        wide = 248 + frame.extra
        return replace(
            usual,
            phases=Area(0, 64, 540, 30),
            board=places.board,
            drawer=Area(540, 64, 260 + frame.extra, 416),
            scores=(),
            legend=None,
            owed=None,
            action=Area(544, 364, wide, 56),
            tools=Area(544, 424, wide, 48),
            tools_small=True,
            toast=Area(544, 118, wide, TOAST),
        )

    def play_view(self, context: Any) -> BoardView:
        from companion.ui.boards.tutankhamen_view import PathView

        desk = self._desks[context] = Desk()
        return PathView(context.frame, partial(tutankhamen_places.places, context.frame), context.say, desk)

    def replay_view(self, context: Any) -> BoardView:
        from companion.ui.boards.tutankhamen_quiet import PathSmall

        return PathSmall(context.frame, context.say)

    def scoring_view(self, context: Any) -> BoardView:
        from companion.ui.boards.tutankhamen_quiet import SetView

        session = context.session
        counted: dict[str, Tally] = {}
        if session is not None and session.n:
            before = session.results[-2].state if session.n > 1 else session.first
            counted = tallies(before, session.lines[-1].move, session.state)
        return SetView(context.frame, context.say, player_names(context), counted)

    def side_view(self, context: Any) -> SideView | None:
        from companion.ui.boards.tutankhamen_side import Side

        desk = self._desks.setdefault(context, Desk())
        lay = partial(tutankhamen_places.places, context.frame)
        return Side(context.frame, lay, context.say, player_names(context), desk)

    def follows(self, state: Any, choices: Sequence[Choice]) -> frozenset[str]:
        ahead: set[str] = set()
        for choice in choices:
            if state.match.recorded and isinstance(choice.move, Take | Finish):
                seen = position.preview(state, choice.move)
                ahead |= {"coin"} if seen.coin else set()
                ahead |= {"clear"} if seen.cleared else set()
                ahead |= {"score"} if seen.scored else set()
        return frozenset(ahead)

    def attempt(self, state: Any, decision: Decision, target: str) -> Move | None:
        by = state.asked or state.turn
        kind, _, place = target.partition(":")
        if kind == "slot" and place.isdigit():
            return Take(by, int(place))
        return Finish(by) if target == "finish" else None

    def setup_picture(self, context: Any, setup: Setup) -> Widget | None:
        from companion.ui.boards.tutankhamen_entry import PathPicture

        if not isinstance(setup, TutankhamenSetup) or setup.layout is None:
            return None
        kinds = read_catalogue(context.box(GAME)).kinds
        return PathPicture(kinds, len(setup.layout), setup.layout)

    def setup_entry(
        self, context: Any, seats: Sequence[str], options: Mapping[str, Any], box: Any, done: Callable[[Setup], None]
    ) -> Widget | None:
        from companion.ui.boards.tutankhamen_entry import LayingForm

        catalogue = read_catalogue(box)
        found = self._layings.get(context)
        if found is None or found[1].catalogue != catalogue or found[0]() != done:
            # Another setup begins with an empty path; within one, what was told outlives the form.
            found = (WeakMethod(done) if ismethod(done) else partial(_same, done), Laying(catalogue))
            self._layings[context] = found
        return LayingForm(context, seats, found[1], done)

    def survey(self, context: Any, box: Any, done: Callable[[dict[str, Any]], None]) -> Widget | None:
        from companion.ui.boards.tutankhamen_survey import BoxSurvey, Findings

        findings = self._findings.get(context)
        if findings is None or findings.box.overrides != box.overrides:
            try:
                findings = Findings(box)
            except InputError:
                # What was stored can't be a box: begin again from the printed one.
                findings = Findings(GAME.box)
            self._findings[context] = findings
        return BoxSurvey(context, findings, done)

    def survey_hint(self, context: Any, question: Question) -> Widget | None:
        from companion.ui.boards.tutankhamen_hints import TileHint
        from companion.ui.boards.tutankhamen_tiles import looks

        about, tile, *_ = question.key.split(".")
        if about == "start":
            return TileHint(None, False)
        look = looks(read_catalogue(GAME.box).kinds).get(tile)
        return None if look is None else TileHint(look, not question.key.endswith(".value"))

    def sheet_entry(self, context: Any, sheet_id: str, done: Callable[[dict[str, Any]], None]) -> Widget | None:
        from companion.ui.boards.tutankhamen_keeper import SetCount, SetForm

        session = context.session
        if sheet_id not in self.sheets or session is None:
            return None
        header = session.header
        options = GAME.resolve(header.options)
        kinds = read_catalogue(GAME.box.with_overrides(header.box)).kinds
        values = sorted({kind.value for kind in kinds}, reverse=True)
        tie = str(options["tie_first_3plus"])
        count = self.counted(context, lambda: SetCount.empty(header.seat_ids, values[0], tie))
        return SetForm(context, count, values, options, done)


def _same(value: Any) -> Any:
    return value


BOARD = TutankhamenBoard("tutankhamen")
