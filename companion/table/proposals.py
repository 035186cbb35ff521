"""What devices propose, held against the rules: one place decides what comes of a button or a tag.

A reading means what the decision needs that was shown when it was caused. Nothing fits: it is said what was received
and why not. One move fits: it may be played, under the number it was meant for. Several: people are asked.
"""

from __future__ import annotations

from collections import deque

import msgspec

from companion.engine.game import Choice, Decision, Form, State, Thing
from companion.engine.text import T, Text, seat
from companion.table.session import Session

SETTLE_S = 0.25
"""A second signal of the same key so soon after the first was answered is still the first one's."""
REMEMBERED = 16
UNCHANGED = T("Nothing has changed.")


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
    """The thing stands for a value of this form; `field` names the field of it."""

    form: Form
    value: int
    expected: int
    field: str = ""


class Ask(msgspec.Struct, frozen=True):
    """Several moves fit: people choose among these."""

    choices: tuple[Choice, ...]
    expected: int


class Look(msgspec.Struct, frozen=True):
    """The seat looks at what only it may see, or chooses unseen, while its button is held."""

    seat: str


class Refuse(msgspec.Struct, frozen=True):
    """Nothing fits: what was received, and why it does nothing. `short`: the same in few words."""

    why: Text
    short: Text | None = None


class Late(msgspec.Struct, frozen=True):
    """It was meant for a decision that has passed, or is the same press once more. Nothing is to be done."""


Answer = Play | Fill | Ask | Look | Refuse | Late


class Shown(msgspec.Struct, frozen=True):
    """What was on the screen from `since` on: the position after `n` moves, and what was asked there."""

    since: float
    n: int
    state: State
    decision: Decision


class Arbiter:
    """Judges readings for one session. The screen tells it when each decision began to be `shown`."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._shown: deque[Shown] = deque(maxlen=REMEMBERED)
        self._answered: dict[str, float] = {}

    def shown(self, at: float) -> None:
        """What the session waits for now is on the screen since `at`; telling it again changes nothing."""
        session = self.session
        if not self._shown or self._shown[-1].state is not session.state:
            self._shown.append(Shown(at, session.n, session.state, session.decision))

    def _shown_at(self, at: float) -> Shown | None:
        return next((one for one in reversed(self._shown) if one.since <= at), None)

    def answered(self, reading: Reading, at: float) -> None:
        """The reading was answered at `at`: the same key counts again only after a moment."""
        self._answered = {key: then for key, then in self._answered.items() if at - then < SETTLE_S}
        self._answered[reading.key] = at

    def judge(self, reading: Reading) -> Answer:
        """What comes of a reading. Nothing is changed by it."""
        session = self.session
        answered = self._answered.get(reading.key)
        if answered is not None and reading.at - answered < SETTLE_S:
            return Late()
        then = self._shown_at(reading.at)
        if then is None or not (then.state is session.state or self._holds(then, reading.seat)):
            return Late()
        if session.status == "put_away":
            return Refuse(T("This game was put away. Continue it first. Nothing has changed."))
        if session.outcome is not None:
            return Refuse(T("The game is over."))
        expected = session.n + 1
        if reading.thing:
            return self._of_thing(reading.thing, expected)
        return self._of_seat(reading.seat, expected)

    def _holds(self, then: Shown, who: str) -> bool:
        """Whether the button of `who`, pressed before the others acted, still means what it meant.

        It does where several decide at once, only others have acted since, and its seat is asked the very same.
        """
        session = self.session
        if not who or then.n > session.n or then.decision.id != session.decision.id:
            return False
        if not (then.decision.secret or len(then.decision.seats) > 1):
            return False
        before = session.results[then.n - 1].state if then.n else session.first
        others = {one for one in session.header.seat_ids if one != who}
        if before is not then.state or any(line.move.by not in others for line in session.lines[then.n :]):
            return False
        meant, now = means(then.decision, who), means(session.decision, who)
        return meant is not None and now is not None and meant.move == now.move

    # the button of a seat

    def _of_seat(self, who: str, expected: int) -> Answer:
        decision = self.session.decision
        if who not in self.session.header.seat_ids:
            return Refuse(T("The button belongs to no seat of this game. Nothing has changed."))
        meant = means(decision, who)
        if meant is not None:
            return Play(meant, expected)
        own = own_choices(decision, who)
        if own and not decision.private:
            return Ask(own, expected)
        if self.may_look(who):
            return Look(who)
        return refuse_seat(decision, who)

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
            return Refuse(T("The tag belongs to no piece of this game. Nothing has changed."))
        if decision.private or decision.secret:
            # What it was is not told: it may be the very piece that somebody holds hidden now.
            return Refuse(T("A tag was read, but this is chosen unseen. Nothing has changed."))
        fitting = tuple(c for c in decision.choices if thing_id in game.handles(session.view, c.move))
        if len(fitting) == 1:
            return Play(fitting[0], expected)
        if fitting:
            return Ask(fitting, expected)
        for form in decision.forms:
            found = game.value_of(form, thing_id)
            if found is not None:
                field, value = found
                return Fill(form, value, expected, field)
        return self._refuse(known)

    def _refuse(self, known: Thing) -> Refuse:
        """What was read and why it does nothing: the rule that forbids what it means, or what is due instead."""
        session = self.session
        attempt = session.game.attempt_with(session.view, known.id)
        refusal = None if attempt is None else session.game.refuse(session.view, attempt)
        if refusal is not None:
            title = session.game.say_refusal_title(refusal)
            brief = T("{title} {text}", title=title, text=UNCHANGED)
            whys = (session.game.say_whole_refusal(refusal), brief)
            return Refuse(*(T("{thing} was read. {why}", thing=known.label, why=why) for why in whys))
        undue = (
            T("{thing} was read, but it has no part in the step that is due now. {step}", thing=known.label, step=step)
            for step in (session.decision.prompt, UNCHANGED)
        )
        return Refuse(*undue)


def own_choices(decision: Decision, who: str) -> tuple[Choice, ...]:
    """What the decision offers to this seat."""
    return tuple(choice for choice in decision.choices if choice.move.by == who)


def means(decision: Decision, who: str) -> Choice | None:
    """What the button of the seat means in this decision: what the game says, else the only thing it can do.

    None where the seat chooses unseen, among several, or may say a number instead.
    """
    if decision.private:
        return None
    own = own_choices(decision, who)
    marked = [choice for choice in own if choice.seat_key]
    if len(marked) == 1:
        return marked[0]
    return own[0] if len(own) == 1 and not any(form.by == who for form in decision.forms) else None


def refuse_seat(decision: Decision, who: str) -> Refuse:
    """Why the button of this seat does nothing now."""
    if decision.seats and who not in decision.seats:
        return Refuse(T("{who} pressed, but now it is up to {others}. Nothing has changed.", who=seat(who),
                        others=tuple(seat(s) for s in decision.seats)))  # fmt: skip
    unseen = (
        T("{who} pressed, but this is chosen on the screen. {step}", who=seat(who), step=step)
        for step in (decision.prompt, UNCHANGED)
    )
    return Refuse(*unseen)
