"""Looking at the table with the camera: one picture, read and held against the record, and what people do about it.

A picture only proposes: nothing is played without a tap, and nothing is looked at while something is chosen unseen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.errors import InputError
from companion.engine.game import Event, Game, IllegalMove, Move
from companion.engine.sight import EMPTY, Plan, Reading, Seen
from companion.engine.text import T, Text
from companion.table.judging import Judged, judge
from companion.table.seen import UNSEEN, Difference, Foreign, Proposal
from companion.table.session import Accepted
from companion.ui.eye import Sighted
from companion.ui.table import looking
from companion.ui.table.refusing import words as refusal_words

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen
    from companion.ui.table.panel import Panel

MISREAD = 2
"""From so many corrections of one place on it is said that calibrating again would help."""


def look(table: TableScreen) -> None:
    """Take a picture of the table and say what it shows."""
    Look(table).begin()


class Look:
    """One look. `answers`: what people said lies in a place that the picture left open; None: it can't be seen."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table
        self.game, self.session = table.game, table.session
        self.state: Any = self.session.state
        self.sighted: Sighted | None = None
        self.judged: Judged | None = None
        self.answers: dict[str, str | None] = {}

    @property
    def plan(self) -> Plan:
        """Where the camera looks."""
        assert self.game.sight is not None
        return self.game.sight.plan(self.session.box)

    @property
    def reading(self) -> Reading:
        """What was read, with what people said of it since."""
        reading = self.sighted.reading if self.sighted is not None else Reading(game=self.game.id)
        seen = tuple(self._answered(one) for one in reading.seen)
        return msgspec.structs.replace(reading, seen=seen)

    def _answered(self, seen: Seen) -> Seen:
        if seen.spot not in self.answers:
            return seen
        label = self.answers[seen.spot]
        return msgspec.structs.replace(seen, label=label, share=1.0 if label is not None else 0.0,
                                       sure=label is not None, others=(), art="")  # fmt: skip

    def crop(self, spot: str) -> Any:
        """The part of the picture with a place, BGR, what lies there upright; or None."""
        return None if self.sighted is None else upright(self.sighted.crop(spot), self.plan, spot)

    # looking

    def begin(self) -> None:
        """Look, unless nothing may be looked at now; the screen goes on meanwhile."""
        from companion.ui.table.seen_panels import LookingPanel, NotSeenPanel

        table, eye = self.table, self.table.context.eye
        self.state, self.sighted, self.judged, self.answers = self.session.state, None, None, {}
        if unseen_now(table):
            self._show(NotSeenPanel(self, UNSEEN))
            return
        why = eye.can(self.game, self.session.box)
        if why is not None:
            self._show(NotSeenPanel(self, why, unready=True))
            return
        assert self.game.sight is not None
        self._show(LookingPanel(self))
        unseen = self.game.sight.unseen(self.session.view)
        known = eye.tiles.of(self.session.header.id)
        eye.look(self.game, self.session.box, self._read, unseen=unseen, known=known)

    def stop(self) -> None:
        """Nobody waits for the picture any more."""
        self.table.context.eye.drop()
        self.table.dismiss()

    @property
    def _waited_for(self) -> bool:
        from companion.ui.table.seen_panels import LookingPanel

        panel = self.table.panel
        return isinstance(panel, LookingPanel) and panel.look is self and self.session.state is self.state

    def _show(self, panel: Panel) -> None:
        table = self.table
        table.panel = panel
        if table.context.screen is table:
            table.refresh()

    def _read(self, sighted: Sighted) -> None:
        from companion.ui.table.seen_panels import NotSeenPanel

        if not self._waited_for:
            return
        if sighted.reading.trouble is not None:
            self._show(NotSeenPanel(self, sighted.reading.trouble))
            return
        self.sighted = sighted
        self.table.context.eye.tiles.keep(self.session.header.id, sighted.reading)
        self._judge()

    def _judge(self) -> None:
        game, state, reading, box = self.game, self.state, self.reading, self.session.box
        self.table.context.eye.work(lambda: judge(game, state, reading, box), self._judged)

    def _judged(self, judged: Judged | None, trouble: Text | None) -> None:
        from companion.ui.table.seen_panels import NotSeenPanel, panel_of

        if not self._waited_for:
            return
        if judged is None:
            assert trouble is not None
            self._show(NotSeenPanel(self, trouble))
            return
        self.judged = judged
        self._show(panel_of(self, judged))

    # what people say

    def answer(self, answers: Mapping[str, str | None]) -> None:
        """Hold the reading against the record once more, with what people said of some places."""
        from companion.ui.table.seen_panels import LookingPanel

        for spot, label in answers.items():
            seen = self.sighted.reading.of(spot) if self.sighted is not None else None
            if seen is not None and seen.label is not None and label is not None and label != seen.label:
                self.table.misread[spot] += 1
        self.answers.update(answers)
        self._show(LookingPanel(self))
        self._judge()

    @property
    def misread(self) -> tuple[str, ...]:
        """Places that people had to put right more than once."""
        return tuple(spot for spot, times in self.table.misread.items() if times >= MISREAD)

    def play(self, way: Proposal) -> None:
        """Play moves that the table shows, one by one; the first refusal ends it."""
        if self.session.state is not self.state:
            self.table.dismiss()
            return
        play_all(self.table, way.moves, self.session.n)

    def correct(self) -> None:
        """Put the position right, with what the picture shows filled in where it can be."""
        explanation = None if self.judged is None else self.judged.explanation
        found = explanation.differences if isinstance(explanation, Foreign) else ()
        self.table.open_correct(corrections(self.game, self.session.view, self.plan, found))


def upright(picture: Any, plan: Plan, spot_id: str) -> Any:
    """The picture of a place, turned as what lies there is read by people."""
    spot = plan.spot(spot_id)
    for _ in range(spot.turned % 4 if spot is not None and picture is not None else 0):
        # A quarter turn to the left.
        picture = picture.transpose(1, 0, 2)[::-1]
    return picture


def unseen_now(table: TableScreen) -> bool:
    """Whether something is being chosen unseen: then the camera does not look."""
    decision = table.session.decision
    return bool(decision.private or decision.secret or looking.is_covered(table))


def play_all(table: TableScreen, moves: tuple[Move, ...], n: int) -> bool:
    """Play `moves` as the ones after move `n`; what caused a stop is told. Whether anything was played."""
    stopped: list[Text] = []

    def act() -> Accepted:
        events: list[Event] = []
        for i, move in enumerate(moves):
            try:
                events += table.session.play(move, expected=n + i + 1).events
            except (IllegalMove, InputError) as error:
                if not i:
                    raise
                # What was played stands; the rest is not, and why is said after it.
                stopped.append(refusal_words(table, error.refusal) if isinstance(error, IllegalMove) else error.text)
                break
        for why in stopped:
            events.append(Event("stopped", T("Not everything was played. {why}", why=why), show=True))
        return Accepted(table.session.n, tuple(events))

    return table.accept(act)


def corrections(game: Game[Any], view: Any, plan: Plan, found: tuple[Difference, ...]) -> dict[str, str | int]:
    """What the sure differences mean as values of `game`'s own corrections, by their id; others are left out."""
    edits = {edit.id: edit for edit in game.edits(view)}
    changes: dict[str, str | int] = {}
    for one in found:
        if not one.sure or one.shown is None:
            continue
        if one.counted is not None:
            spot = plan.spot(one.spot)
            edit = edits.get(f"{spot.group}:{one.shown}") if spot is not None else None
            if edit is not None and not edit.values and edit.low <= one.counted[0] <= edit.high:
                changes[edit.id] = one.counted[0]
            continue
        edit = edits.get(one.spot)
        if edit is None:
            continue
        contents = [content for content, _ in edit.values]
        known = ("", "empty") if one.shown == EMPTY else (one.shown, one.shown.partition(":")[2])
        content = next((name for name in known if name in contents), None)
        if content is not None:
            changes[edit.id] = content
    return changes


def can_look(table: TableScreen) -> bool:
    """Whether the menu offers it: the game can be read at all, and a camera is set up."""
    return table.game.sight is not None and table.context.eye.device is not None
