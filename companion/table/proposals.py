"""What devices propose, held against the rules: one place decides what comes of a button or a tag.

A reading means what the decision needs that was shown when it was caused. Nothing fits: it is said what was received
and why not. One move fits: it may be played, under the number it was meant for. Several: people are asked.
"""

from __future__ import annotations

from collections import deque

import msgspec

from companion.engine.game import Choice, Decision, Form, Thing
from companion.engine.text import T, Text, seat
from companion.table.session import Session

SETTLE_S = 0.25
"""A second signal of the same key so soon after the first was answered is still the first one's."""
REMEMBERED = 64


class Reading(msgspec.Struct, frozen=True):
    """What a device reported, in the words of the table.

    key: what caused it (a button or a tag), to tell a second signal of the same. at: when, in seconds of a clock that
    never goes back. seat: the seat whose button it is. thing: the piece that bears the tag.
    """

    key: str
    at: float
    seat: str = ""
    thing: str = ""


class Play(msgspec.Struct, frozen=True):
    """One move fits. `expected` is the number it is to get."""

    choice: Choice
    expected: int


class Fill(msgspec.Struct, frozen=True):
    """The thing stands for a value of this form."""

    form: Form
    value: int
    expected: int


class Ask(msgspec.Struct, frozen=True):
    """Several moves fit: people choose among these."""

    choices: tuple[Choice, ...]
    expected: int


class Look(msgspec.Struct, frozen=True):
    """The seat looks at what only it may see, or chooses unseen, while its button is held."""

    seat: str


class Refuse(msgspec.Struct, frozen=True):
    """Nothing fits: what was received and why it is not allowed now."""

    why: Text


class Late(msgspec.Struct, frozen=True):
    """It was meant for a decision that has passed, or is the same press once more. Nothing is to be done."""


Answer = Play | Fill | Ask | Look | Refuse | Late


class Arbiter:
    """Judges readings for one session. The screen tells it when each decision began to be `shown`."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._shown: deque[tuple[float, int]] = deque(maxlen=REMEMBERED)
        self._last: tuple[str, float] = ("", -SETTLE_S)

    def shown(self, at: float) -> None:
        """The decision for the next move is on the screen since `at`."""
        due = self.session.n + 1
        if not self._shown or self._shown[-1][1] != due:
            self._shown.append((at, due))

    def meant(self, at: float) -> int | None:
        """The number of the move that was asked for at the time `at`; None: nothing was shown yet."""
        return next((due for since, due in reversed(self._shown) if since <= at), None)

    def answered(self, reading: Reading, at: float) -> None:
        """The reading was answered at `at`: the same key counts again only after a moment."""
        self._last = (reading.key, at)

    def judge(self, reading: Reading) -> Answer:
        """What comes of a reading. Nothing is changed by it."""
        key, answered = self._last
        expected = self.session.n + 1
        if self.meant(reading.at) != expected or (key == reading.key and reading.at - answered < SETTLE_S):
            return Late()
        if self.session.outcome is not None:
            return Refuse(T("The game is over."))
        if reading.thing:
            return self._of_thing(reading.thing, expected)
        return self._of_seat(reading.seat, expected)

    # the button of a seat

    def _of_seat(self, who: str, expected: int) -> Answer:
        decision = self.session.decision
        if decision.private and who in decision.seats:
            return Look(who)
        own = tuple(choice for choice in decision.choices if choice.move.by == who)
        meant = [choice for choice in own if choice.seat_key] or (list(own) if len(own) == 1 else [])
        if len(meant) == 1 and not decision.private:
            return Play(meant[0], expected)
        if own and not decision.private:
            return Ask(own, expected)
        if self.may_look(who):
            return Look(who)
        return Refuse(not_now(decision, who))

    def may_look(self, who: str) -> bool:
        """Whether there is something that only this seat may see, or chooses unseen."""
        session = self.session
        deciding = session.decision.private and who in session.decision.seats
        return deciding or bool(session.game.own_view(session.state, who))

    # a thing that bears a tag

    def thing(self, thing_id: str) -> Thing | None:
        """The thing of this id in the game being played."""
        return next((one for one in self.session.game.things(self.session.box) if one.id == thing_id), None)

    def _of_thing(self, thing_id: str, expected: int) -> Answer:
        session = self.session
        decision, game = session.decision, session.game
        known = self.thing(thing_id)
        if known is None:
            return Refuse(T("The tag belongs to another game. Nothing has changed."))
        if decision.private:
            return Refuse(
                T("{thing} was read, but this is chosen on the covered screen. Nothing has changed.", thing=known.label)
            )
        fitting = tuple(c for c in decision.choices if thing_id in game.handles(session.view, c.move))
        if len(fitting) == 1:
            return Play(fitting[0], expected)
        if fitting:
            return Ask(fitting, expected)
        for form in decision.forms:
            value = game.value_of(form, thing_id)
            if value is not None:
                return Fill(form, value, expected)
        return Refuse(
            T("{thing} was read, but it has no part in the step that is due now. {step}", thing=known.label,
              step=decision.prompt)
        )  # fmt: skip


def not_now(decision: Decision, who: str) -> Text:
    """Why the button of this seat does nothing now."""
    if decision.seats and who not in decision.seats:
        return T("{who} pressed, but now it is up to {others}. Nothing has changed.", who=seat(who),
                 others=tuple(seat(s) for s in decision.seats))  # fmt: skip
    return T("{who} pressed, but this is chosen on the screen. {step}", who=seat(who), step=decision.prompt)
