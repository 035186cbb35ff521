"""The Table screen: who and what now, the board, the decision panel. It knows Decisions, never a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from kivy.clock import Clock

from companion.engine.errors import InputError
from companion.engine.game import Decision, Event, Form, IllegalMove, Move, Refusal
from companion.engine.strict_json import detail_of
from companion.engine.text import T, Text
from companion.engine.text import seat as seat_text
from companion.table.errors import JournalError, StaleMove
from companion.table.session import Accepted, Session
from companion.ui.boards import board_of
from companion.ui.boards.base import Area, Board, BoardView, Marks, SideView, TablePlan
from companion.ui.screens.base import Screen
from companion.ui.table import again, around, asking, keeping, looking, pages, pressing, refusing, undoing
from companion.ui.table.clock import TableClock
from companion.ui.table.decide import DecidePanel
from companion.ui.table.drawers import LogDrawer, RulesDrawer
from companion.ui.table.following import Follower
from companion.ui.table.keeping import KeepPanel
from companion.ui.table.menu import MenuPanel
from companion.ui.table.number_form import NumberPanel
from companion.ui.table.panel import NoUndoPanel, Panel, PutBackPanel, RefusalPanel, ToldPanel
from companion.ui.table.pieces import Cover
from companion.ui.table.proposing import Proposals
from companion.ui.table.seats import SeatsPanel
from companion.ui.table.trouble import NOT_NOW, TroublePanel
from companion.ui.widgets.base import QuickTaps
from companion.ui.widgets.phase_bar import PhaseBar
from companion.ui.widgets.tools import Tools
from hardware.camera import CAMERA
from hardware.device import SEAT_KEYS

NOT_HERE = T("This does not go here now.")


class TableScreen(Screen):
    """The game at the table. What is accepted is stored first and shown then."""

    name: ClassVar[str] = "table"
    turns: ClassVar[bool] = True
    judges: ClassVar[bool] = True

    def enter(self, **args: Any) -> None:
        super().enter(**args)
        session = self.context.session
        if session is None:
            raise LookupError("the Table screen needs a session")
        self.session: Session = session
        self.game = session.game
        self.board_def: Board = board_of(session)
        self.typed: dict[tuple[str, str], list[int]] = {}
        self.declared: dict[tuple[str, str], tuple[Form, tuple[int, ...]]] = {}
        self.pictured: dict[tuple[str, str], tuple[int | None, ...]] = {}
        self.chosen_form: tuple[str, str] | None = None
        self.told: list[Event] = []
        self.to_put_back: tuple[tuple[Text, ...], frozenset[str]] | None = None
        self._parts: list[Any] = []
        self._deciding: tuple[str, ...] = ()
        self.keep_due = keeping.resumed(self.context, session)
        self._look_due = False
        self.misread = Counter[str]()  # How often people put right what the camera said of a place.
        self.own_way: Any = None
        self.taps = QuickTaps()
        self.panel: Panel = DecidePanel(self)
        self.proposals = Proposals(self)
        self.follower = Follower(self)
        self.clock = TableClock(self)
        Clock.schedule_once(lambda _: self._face(), 0)

    # what the panels read

    @property
    def state(self) -> Any:
        """What everybody may know: nothing that is hidden is drawn or said."""
        return self.session.view

    @property
    def decision(self) -> Any:
        """What the table is asked; choices that are one seat's alone are left to the covered screen."""
        return looking.public(self.session.decision, self.game.decode_move)

    @property
    def goes_on(self) -> bool:
        return self.panel.goes_on

    @property
    def thinks(self) -> bool:
        return not (self.panel.tells or isinstance(self.panel, KeepPanel | TroublePanel))

    def name_of(self, seat: str) -> str:
        """A player's name as shown."""
        return self.say(T("{who}", who=seat_text(seat)))

    def decision_marks(self) -> Marks:
        """The marks of the decision at hand, with what was chosen by a first tap."""
        selected = self.panel.selected if isinstance(self.panel, DecidePanel) else ()
        targets = {target for choice in selected for target in choice.targets}
        return asking.marks_for(self.decision, targets | self.follower.places)

    # building

    def build(self) -> None:
        self.plan: TablePlan = self.board_def.plan(self.frame, len(self.state.seats))
        self._parts = []
        self.board: BoardView = self.board_def.play_view(self.context)
        self.board.bind(on_target=lambda _, target: self.tapped(target))
        self.add_widget(self.board)
        self.side: SideView | None = self.board_def.side_view(self.context)
        if self.side is not None:
            self.side.bind(on_target=lambda _, target: self.tapped(target))
        self.headline = around.headline(self)
        self.phase_bar = PhaseBar()
        self.put(self.phase_bar, *self.plan.phases)
        self.tools = Tools()
        self.tools.bind(on_tool=lambda _, tool: around.use(self, tool), on_tool_hold=lambda _, t: around.hold(self, t))
        self.refresh()

    def put_part(self, widget: Any, area: Area) -> Any:
        """Add a widget of the panel; it goes with the panel."""
        self._parts.append(widget)
        return self.put(widget, *area)

    def refresh(self, typing: bool = False) -> None:
        """Show the state, the decision and the panel as they are now. `typing`: the same keys stay under the finger."""
        if not typing:
            self.context.root.changed()
        for widget in (*self._parts, self.tools, self.side):
            if widget is not None and widget.parent is not None:
                self.remove_widget(widget)
        self._parts = []
        marks = self.panel.marks() or self.decision_marks()
        self.board.apart = self.panel.apart
        self.board.show(self.state, None if isinstance(self.panel, ToldPanel) else self.decision, marks)
        self.clock.drawn()
        around.show_heading(self)
        around.show_phases(self)
        self.tools_area = self.plan.tools
        self.tools.form = "small" if self.plan.tools_small else "tall" if self.frame.portrait else "full"
        open_board = self.frame.portrait or self.plan.over_board
        if not open_board or not isinstance(self.panel, DecidePanel):
            self.put_part(Cover(), self.plan.drawer)
        if self.side is not None and isinstance(self.panel, DecidePanel):
            self.add_widget(self.side)
            self.side.show(self.state, self.decision, marks)
        self.panel.build()
        if self.panel.tools:
            around.show_tools(self)
        self.proposals.drawn()
        self.follower.drawn()

    def use_small_tools(self) -> None:
        """Give the panel more room: the tools as one row of signs (landscape)."""
        if not self.frame.portrait and not self.plan.tools_small:
            area = self.plan.tools
            self.tools_area = Area(area.x, area.y + area.h - 48, area.w, 48)
            self.tools.form = "small"

    # panels

    def open(self, panel: Panel) -> None:
        """Show another kind of panel."""
        self.panel = panel
        self.refresh()

    def dismiss(self) -> None:
        """Back to the decision, or to the next thing that is to be told."""
        self.next_told(skip=False)

    def next_told(self, skip: bool = True) -> None:
        """The next event in the panel; then the outcome, or the decision."""
        if self.to_put_back is not None:
            self.open(PutBackPanel(self, *self.to_put_back))
            return
        if skip and self.told:
            self.told.pop(0)
        while self.told:
            event = self.told[0]
            if event.scoring is not None and event.scoring.lines:
                self.told.pop(0)
                self.panel = DecidePanel(self)
                self.context.go("scoring", scores=event.scoring)
                return
            self.open(ToldPanel(self, event))
            return
        if self.keep_due:
            self.open(KeepPanel(self))
            return
        if self.session.outcome is not None:
            self.context.replace("result")
            return
        self.panel = again.panel_of(self)
        self.refresh()
        self._face()
        if self._look_due and looking.is_covered(self):
            looking.look(self)
        elif self._look_due:
            pages.due(self)
        self._look_due = False

    def relayout(self) -> None:
        """Shown again: go on telling where the scoring or another screen interrupted it."""
        super().relayout()
        waiting = self.to_put_back is not None or self.told or self.keep_due or self.session.outcome is not None
        if isinstance(self.panel, DecidePanel) and (waiting or again.due(self)):
            Clock.schedule_once(lambda _: self.next_told(skip=False), 0)
        elif not self._deciding:
            Clock.schedule_once(lambda _: self._face(), 0)

    def turn_again(self) -> None:
        """Face the seat that decides anew once this screen is shown again."""
        self._deciding = ()

    def close_panel(self) -> None:
        """Forget what the panel showed, before another screen opens."""
        self.panel = DecidePanel(self)

    def open_menu(self) -> None:
        """The menu in the panel; a second tap closes it."""
        if isinstance(self.panel, MenuPanel):
            self.dismiss()
        else:
            self.open(MenuPanel(self))

    def open_seats(self) -> None:
        """The sheet of all seats; a second tap closes it."""
        if isinstance(self.panel, SeatsPanel):
            self.dismiss()
        else:
            self.open(SeatsPanel(self))

    def open_rules(self, page: str = "") -> None:
        """The rules in the panel, at `page` or at the present phase."""
        self.open(RulesDrawer(self, page))

    def open_correct(self, changes: Mapping[str, str | int] | None = None) -> None:
        """The table says otherwise: put the position right. `changes`: what is filled in already, by edit."""
        undoing.correct(self, changes or {})

    def hear(self, events: Sequence[Event]) -> None:
        """Keep what has to be told once the table is shown again."""
        self.told = [event for event in events if event.show or event.scoring is not None]

    def open_form(self, form: Form) -> None:
        """A form: by keys where its values are few, else by the keypad."""
        self.open(NumberPanel(self, form))

    # moves

    def tapped(self, target: str) -> None:
        """A place on the board was tapped. The second of two quick taps on one place counts for nothing."""
        if self.taps.again(target):
            return
        if not self.context.root.shows(self) or pages.opens(self, target):
            return
        if isinstance(self.panel, LogDrawer):
            self.dismiss()
            return
        again.leave(self)
        if isinstance(self.panel, RulesDrawer | MenuPanel | NoUndoPanel | RefusalPanel | SeatsPanel):
            self.panel = DecidePanel(self)
        if self.board.shows_choices and isinstance(self.panel, DecidePanel) and pressing.pressed(self, target):
            return
        if not self.panel.on_target(target):
            self.refresh()
        if isinstance(self.panel, RefusalPanel):
            self.board.blink()

    def play(self, move: Move, target: str | None = None, expected: int | None = None) -> bool:
        """Store `move`, meant to be number `expected` (None: the next), then show it, or why not. Whether it counts."""
        number = self.session.n + 1 if expected is None else expected
        return self.accept(lambda: self.session.play(move, expected=number), target)

    def toss(self) -> None:
        """Let the record's seed decide."""
        self.accept(self.session.toss, None)

    def declare(self, form: Form, values: Mapping[str, Any], expected: int | None = None) -> bool:
        """Play the move of a filled-in form; a refused one is emptied."""
        typed = tuple(self.typed.pop((form.by, form.move), ()))
        self.pictured.pop((form.by, form.move), None)
        asked = self.decision.id
        try:
            move = asking.form_move(self.game.decode_move, form.by, form.move, values)
        except msgspec.ValidationError as error:
            self.open(RefusalPanel(self, T("These values do not fit the form: {detail}.", detail=detail_of(error))))
            return False
        self.declared[(form.by, form.move)] = (form, typed)
        accepted = self.play(move, expected=expected)
        if not accepted or self.decision.id != asked:
            self.declared.clear()
        return accepted

    def forget_typed(self) -> None:
        """Empty all slots: what was asked for is asked anew."""
        self.typed.clear()
        self.pictured.clear()
        self.declared.clear()

    def accept(self, act: Callable[[], Any], target: str | None = None) -> bool:
        """Let `act` make a move (it returns an Accepted) and show what came of it. Returns whether it was accepted."""
        # A finger that was down when a dialog or another screen opened must not play beneath it.
        if not self.context.root.shows(self):
            return False
        before, known = self.decision, self.session.learned
        try:
            accepted = act()
            self.proposals.stored()
        except IllegalMove as illegal:
            self.show_refusal(illegal.refusal, target)
            return False
        except StaleMove:
            self.refresh()
            return False
        except JournalError as error:
            self.open(TroublePanel(self, error.text))
            return False
        except InputError as error:
            self.open(TroublePanel(self, error.text, NOT_NOW))
            return False
        self.took(accepted, before, known)
        return True

    def took(self, accepted: Accepted, before: Decision, known: Mapping[str, Any]) -> None:
        """Show what came of a move. `before`: what was asked, `known`: what had been told of the box."""
        self.proposals.took(before)
        self.chosen_form = None
        if self.decision.id != before.id:
            self.forget_typed()
        self.hear(accepted.events)
        self._look_due = True
        keeping.heard(self, known)
        if isinstance(self.panel, TroublePanel):
            return
        self.panel = DecidePanel(self)
        self.next_told(skip=False)

    def refusal_at(self, target: str) -> Refusal | None:
        """Why a place that is not lit can't be chosen; None if the rules have no word for it."""
        return refusing.at(self, target)

    def refuse_at(self, target: str) -> None:
        """Explain why nothing comes of a tap on `target`."""
        self.show_refusal(refusing.at(self, target), target)

    def show_refusal(self, refusal: Refusal | None, target: str | None) -> None:
        """Headline and panel in refusal form; the place and the reasons marked."""
        headline = NOT_HERE if refusal is None else self.game.say_headline(refusal)
        self.open(RefusalPanel(self, refusing.words(self, refusal), target, refusal, headline))
        if target is not None:
            self.board.reveal(target)

    def undo(self) -> None:
        """Take back the last act if that is free; else say why and how it can be done together."""
        undoing.undo(self)

    # devices

    def key_down(self, key: str, at: float) -> None:
        if key in SEAT_KEYS:
            self.proposals.key_down(key, at)
        else:
            super().key_down(key, at)

    def key_up(self, key: str, at: float) -> None:
        if key in SEAT_KEYS:
            self.proposals.key_up(key, at)
        else:
            super().key_up(key, at)

    def tag_read(self, tag: str, at: float) -> None:
        self.proposals.tag_read(tag, at)

    def leave(self) -> None:
        self.proposals.leave()
        self.follower.leave()
        self.clock.leave()

    def device_changed(self, device: str) -> None:
        if device in ("", CAMERA):
            self.follower.drawn()

    def _face(self) -> None:
        """Turn to the seat that decides now; not inside one seat's decision, not where several decide."""
        if self.context.screen is not self:
            return
        seats = tuple(self.decision.seats)
        if len(seats) == 1 and seats != self._deciding:
            self.context.face(seats[0])
        self._deciding = seats
