"""Setup: what to lay out, step by step, and what the draw gave."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any, ClassVar

import msgspec

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Game, Setup, Step
from companion.engine.header import VERSION, Header, Seat, drawn_from, new_id
from companion.engine.text import TN, T
from companion.table.scorekeeper import game_for
from companion.table.session import Session
from companion.ui.boards import board_for, plain_board
from companion.ui.draft import Draft
from companion.ui.from_picture import for_setup
from companion.ui.layout import place
from companion.ui.pen import Pen
from companion.ui.rows import Caption, FactRow, Ground
from companion.ui.screens.base import Screen
from companion.ui.screens.new_game import draw_number
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.check_row import CheckRow, check_height
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.seat_chip import SeatChip
from companion.ui.widgets.top_bar import TopBar


class ProgressLine(Drawn):
    """How much is done, as a bar, with what lies below the list in words."""

    def __init__(self, **properties: Any) -> None:
        self.words = ""
        self.share = 0.0
        super().__init__(**properties)

    def set(self, words: str, share: float) -> None:
        """Show `words` at the left and `share` (0 to 1) of the bar."""
        self.words, self.share = words, share
        self.redraw()

    def paint(self, pen: Pen) -> None:
        left = 0.0
        if self.words:
            left = pen.text(self.words, 0, pen.h / 2, "small", "sand_2") + 8
            pen.icon("down", left + 8, pen.h / 2, 18, "sand_2")
            left += 30
        pen.box(left, pen.h / 2 - 4, pen.w - left, 8, "night", 4)
        if self.share > 0:
            pen.box(left, pen.h / 2 - 4, (pen.w - left) * self.share, 8, "good", 4)


class SetupScreen(Screen):
    """The check-list at the left, the draw at the right; "Tick all and play" begins the game.

    `seed` repeats a draw, `setup` is one that was entered as it lies on the table. A survey of the board that says it
    is not `confirmed` yet is offered over the list: once for each box.
    """

    name: ClassVar[str] = "setup"

    def enter(self, draft: Draft, seats: tuple[Seat, ...]) -> None:
        self.draft = draft
        self.seats = seats
        self.header = self._header()
        self.game: Game[Any] = game_for(self.header)
        self.options = dict(self.game.resolve(self.draft.options))
        self.box = self._box()
        self.board = board_for(draft.game.id) if draft.mode == "referee" else plain_board(draft.game.id)
        self.seed: str | None = None
        self.setup: Setup
        self.steps: tuple[Step, ...] = ()
        self.ticks: list[bool] = []
        self._offset = 0.0
        self.draw()
        self.can_enter = self._entry_form() is not None
        self.new_box = not self.practice and not getattr(self._survey(), "confirmed", True)

    @property
    def practice(self) -> bool:
        return self.draft.practice

    def _box(self) -> Box:
        """The owner's box, or the practice board: never a mixture."""
        practice = self.draft.game.practice
        return practice if self.practice and practice is not None else self.context.box(self.draft.game)

    @property
    def unverified(self) -> tuple[str, ...]:
        """Facts that are not known and whose lack costs a check."""
        if self.draft.mode != "referee":
            return ()
        return self.box.missed

    def named_seats(self) -> tuple[Seat, ...]:
        return self.seats

    def _entry_form(self) -> Any:
        return self.board.setup_entry(self.context, self.ids, self.options, self.box, self._entered)

    def _survey(self) -> Any:
        return self.board.survey(self.context, self.context.box(self.draft.game), self._surveyed)

    def _header(self) -> Header:
        return Header(
            record=VERSION,
            game=self.draft.game.id,
            rules=self.draft.game.rules,
            id=new_id(),
            seats=self.seats,
            options={},
            setup={},
            box={} if self.practice else dict(self.context.box(self.draft.game).overrides),
            practice=self.practice,
            mode=self.draft.mode,
            started=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        )

    @property
    def ids(self) -> tuple[str, ...]:
        """Seat ids in clockwise order."""
        return tuple(seat.seat for seat in self.seats)

    def draw(self) -> None:
        """Draw the setup from a fresh number.

        What lies face down is drawn from a long one: six digits could all be tried against what lies open.
        """
        self._draw_from(draw_number())
        if self.sealed:
            self._draw_from(secrets.token_hex(16))

    def _draw_from(self, seed: str) -> None:
        self.seed = seed
        self.take(drawn_from(seed, self.game, self.ids, self.options, self.box))

    def take(self, setup: Setup) -> None:
        """Lay out `setup` from now on; steps that the draw does not touch keep their ticks."""
        before = [step for step, tick in zip(self.steps, self.ticks, strict=True) if tick]
        self.setup = setup
        self.steps = tuple(self.game.steps(setup, self.ids, self.options, self.box))
        self.ticks = [not step.drawn and step in before for step in self.steps]
        # Whoever reads the number of a sealed draw could draw what lies face down.
        self.sealed = self.game.sealed(self.game.new(self.ids, self.options, setup, self.box))

    # building

    def leave(self) -> None:
        self._offset = self.checks.offset

    def relayout(self) -> None:
        if self._box() != self.box:
            self._take_box()
        super().relayout()

    def build(self) -> None:
        frame = self.frame
        names = self.context.shown_names(self.seats)
        n = len(self.seats)
        title = self.say(
            TN("Setup: {game}, {n} player", "Setup: {game}, {n} players", n, game=self.draft.game.title)
        )  # fmt: skip
        bar = TopBar(title=title, tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.picture = self.board.setup_picture(self.context, self.setup)
        left, top, list_w, list_h = self._list_place()
        self.checks = self.put(ScrollList(), left, top, list_w, list_h)
        self.rows: list[CheckRow] = []
        rows: list[tuple[Any, float]] = []
        if self.new_box:
            words = self.say(T("First game with this box? Go through it once."))
            self.survey = PushButton(text=words, icon="edit", align="left", guard=True, wraps=True)
            self.survey.bind(on_release=lambda _: self._go_through())
            rows.append((self.survey, 56))
        elif self.unverified:
            rows.append(self._open_facts(list_w))
        for i, step in enumerate(self.steps):
            row = CheckRow(text=self.context.say(step.text, names), done=self.ticks[i])
            row.bind(on_release=lambda _, i=i: self._ticked(i))
            self.rows.append(row)
            rows.append((row, check_height(row.text, list_w, frame)))
        self.checks.set_rows(rows)
        self.checks.offset = min(self._offset, self.checks.reach)
        self.progress = self.put(ProgressLine(), left, top + list_h + 4, list_w, 24)
        self.checks.fbind("offset", lambda *_: self._tell())
        self._build_side()
        self._light()

    def _open_facts(self, width: float) -> tuple[Any, float]:
        """A quiet row: how much can't be checked; it leads to what that is, and to the survey."""
        n = len(self.unverified)
        self.open_row = FactRow(
            title=self.say(TN("{n} fact of this box is not known", "{n} facts of this box are not known", n)),
            detail=self.say(T("You can play: Cartouche asks when it needs one. Or go through the box now.")),
            icon="why",
            leads=True,
            guard=True,
        )
        self.open_row.bind(on_release=lambda _: self.context.go("which_box", draft=self.draft, only=True))
        return self.open_row, self.open_row.height_for(width, 56)

    def _list_place(self) -> tuple[float, float, float, float]:
        frame = self.frame
        if frame.portrait:
            return 8, 64, 464, frame.h - 64 - self._side_height() - 32
        return 8, 64, 500 + frame.extra, 382

    def _side_height(self) -> float:
        """Logical height of the lower part in portrait: a picture if there is one, and the buttons."""
        drawn = any(step.drawn for step in self.steps)
        return 72.0 + (86 if drawn else 0) + (56 if self.can_enter else 0) + (200 if self.picture else 0)

    def _build_side(self) -> None:
        frame = self.frame
        names = self.context.shown_names(self.seats)
        if frame.portrait:
            h = self._side_height()
            x, y, w = 0.0, frame.h - h, 480.0
        else:
            x, y, w, h = 520.0 + frame.extra, 56.0, 280.0, 424.0
        self.put(Ground("night"), x, y, w, h)
        inner, wide = x + 12, w - 24
        self.play = PushButton(text=self.say(T("Tick all and play")), kind="primary", guard=True)
        self.play.bind(on_release=lambda _: self.begin())
        self.put(self.play, inner, y + h - 56, wide, 48)
        bottom = y + h - 112
        drawn = any(step.drawn for step in self.steps)
        if drawn:
            again = PushButton(text=self.say(T("Draw again")), icon="dice", align="left", guard=True)
            again.bind(on_release=lambda _: self._draw_again())
            self.again = self.put(again, inner, bottom, wide, 48)
            bottom -= 56
        if self.can_enter:
            enter = PushButton(text=self.say(T("It lies there already")), icon="edit", align="left", guard=True)
            enter.bind(on_release=lambda _: self._enter())
            self.enter_button = self.put(enter, inner, bottom, wide, 48)
            bottom -= 56
        bottom += 48
        if drawn and not self.sealed:
            words = (
                T("entered from the table")
                if self.seed is None
                else T("draw number {number}", number=f"{self.seed[:3]} {self.seed[3:]}")
            )
            self.put(Caption(self.say(words), "small", "sand_3"), inner, bottom - 26, wide, 22)
            bottom -= 30
        if self.picture is not None:
            place(self.picture, frame.rect(inner, y + 8, wide, bottom - y - 12))
            self.add_widget(self.picture)
        elif not frame.portrait and not drawn:
            for i, seat in enumerate(self.seats):
                chip = SeatChip(seat=seat.seat, name=names[seat.seat], disabled=True)
                self.put(chip, inner, y + 36 + 54 * i, wide, 48)
            self.put(Caption(self.say(T("Play goes clockwise:")), "label"), inner, y + 8, wide, 24)
        elif drawn and not frame.portrait:
            lines = [self.context.say(step.text, names) for step in self.steps if step.drawn]
            self.put(Caption("\n".join(lines), "label", "sand", lines=int((bottom - y - 12) // 22)), inner, y + 12,
                     wide, bottom - y - 12)  # fmt: skip

    # ticking

    def _ticked(self, i: int) -> None:
        self.ticks[i] = self.rows[i].done
        self._light()

    def _light(self) -> None:
        first = next((i for i, tick in enumerate(self.ticks) if not tick), None)
        for i, row in enumerate(self.rows):
            row.next_up = i == first
        if first is not None:
            self.checks.reveal(self.rows[first])
        if first is None:
            self.play.text = self.say(T("Play"))
        else:
            self.play.text = self.say(T("Tick all and play"))
        self._tell()

    def _tell(self) -> None:
        done, below = sum(self.ticks), self.checks.below
        words = self.say(TN("{n} more below", "{n} more below", below)) if below else ""
        share = done / len(self.steps) if self.steps else 1.0
        self.progress.set(words, share)

    def _draw_again(self) -> None:
        laid = any(tick for tick, step in zip(self.ticks, self.steps, strict=True) if step.drawn)
        if not laid and self.seed is not None:
            self.draw()
            self.relayout()
            return
        dialog = Dialog(
            title=self.say(T("Draw again?")),
            text=self.say(
                T("Some of what was drawn lies on the table already. It would have to be laid anew.")
                if self.seed is not None
                else T("What you entered from the table would be forgotten.")
            ),
            safe_label=self.say(T("Keep it")),
            action_label=self.say(T("Draw again")),
            kind="primary",
        )
        dialog.bind(on_action=lambda *_: self._drawn_again())
        self.dialog = dialog.open(self)

    def _drawn_again(self) -> None:
        self.draw()
        self.relayout()

    def _enter(self) -> None:
        self.context.go(
            "setup_entry",
            title=T("What lies on the table?"),
            form=self._entry_form,
            practice=self.practice,
            wanted=for_setup(self.context, self.draft.game, self.box),
        )

    def _entered(self, setup: Setup) -> None:
        self.seed = None
        self.take(setup)
        self.context.back()

    def _go_through(self) -> None:
        self.context.go("box_entry", title=T("Box: {game}", game=self.draft.game.title), form=self._survey)

    def _surveyed(self, values: dict[str, Any]) -> None:
        """Keep what the owner says of the box, and lay out what fits it; a draw is made again from its number."""
        try:
            self.context.own(self.draft.game, values)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.new_box = False
        self._take_box()
        self.context.back()

    def _take_box(self) -> None:
        """The owner knows more of the box now."""
        self.header, self.box = self._header(), self._box()
        if self.seed is not None:
            self._draw_from(self.seed)

    # beginning

    def begin(self) -> None:
        """Write the record's header and open the Table screen; what can't be is said instead."""
        header = msgspec.structs.replace(
            self.header, options=self.options, seed=self.seed, setup=msgspec.to_builtins(self.setup)
        )
        try:
            session = Session.start(self.context.journal, self.game, header)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.play(session)
