"""Seat buttons and tags at the table: what they propose is held against the rules, done, asked about, or refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.engine.game import Choice, Decision
from companion.engine.text import T, Text, seat
from companion.games import find_game, game_ids
from companion.language import SEAT_WORDS
from companion.table.proposals import Arbiter, Ask, Fill, Late, Look, Play, Reading, Refuse, refuse_seat
from companion.ui import theme
from companion.ui.table import again, asking, looking
from companion.ui.table.decide import DecidePanel
from companion.ui.table.keeping import KeepPanel
from companion.ui.table.number_form import NumberPanel
from companion.ui.table.panel import PutBackPanel, ToldPanel
from companion.ui.table.toasting import Note, Toasting
from companion.ui.table.value_keys import ValueKeys
from companion.ui.table.which import WhichPanel
from companion.ui.widgets.base import once_drawn
from hardware.device import SEAT_KEYS

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

TELLING = (ToldPanel, PutBackPanel, KeepPanel)
"""While one of these is open, the next decision is not on the screen yet."""
TOLD_FIRST = T("The screen has something to tell first. Nothing has changed.")
NOBODYS = T("The button belongs to no seat of this game. Nothing has changed.")
UNTAUGHT = T("A tag that nobody has taught yet was read. Teach it under Devices. Nothing has changed.")


class Proposals:
    """What devices propose to one Table screen. All of it is called on the screen's thread."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table
        self.arbiter = Arbiter(table.session)
        self.toasts = Toasting(table)
        self._short: dict[str, tuple[str, float]] = {}
        """Buttons that are down and count when they come up: by key, whose, and since when."""
        self._proposing = False
        self._before: Any = None
        """What everybody could know before the move that is being proposed."""
        self._last: Reading | None = None

    # what the screen tells

    def drawn(self) -> None:
        """The Table screen has been refreshed."""
        table, session = self.table, self.table.session
        table.context.lighting.show()
        table.context.club.show()
        self.toasts.refreshed()
        if isinstance(table.panel, TELLING):
            return
        state = session.state

        def shown() -> None:
            if table.context.session is session and table.context.screen is table and session.state is state:
                self.arbiter.shown(table.context.devices.now())

        once_drawn(shown)

    def took(self, before: Decision) -> None:
        """A move was accepted, however it was made; `before` was asked. Another seat that must act now hears it."""
        session, lighting = self.table.session, self.table.context.lighting
        if set(session.decision.seats) - set(before.seats):
            if self._proposing:
                lighting.sound_later("turn")
            else:
                lighting.sound("turn")

    def leave(self) -> None:
        """The screen is not shown any more: buttons that are down mean nothing."""
        self._short.clear()

    # buttons of the seats

    def key_down(self, key: str, at: float) -> None:
        """A seat's button went down. Where holding it opens what only the seat may see, it is waited for that."""
        context = self.table.context
        who = context.devices.seat_of(key)
        if who is None:
            self._refuse(NOBODYS)
        elif self._looks_when_held(who):
            self._short[key] = (who, at)
            Clock.schedule_once(lambda _: self._held(key, who, at), theme.TOUCH["long_press_s"])
        else:
            self._read(Reading(key, at, seat=who), key)

    def key_up(self, key: str, at: float) -> None:
        """It came up: a short press counts from when it went down. One that was cut off counts for nothing."""
        who, since = self._short.pop(key, ("", at))
        if who and not self.table.context.devices.cut:
            self._read(Reading(key, since, seat=who))

    def _looks_when_held(self, who: str) -> bool:
        session = self.table.session
        deciding = session.decision.private and who in session.decision.seats
        return not deciding and not self._telling and self.arbiter.may_look(who)

    def _held(self, key: str, who: str, since: float) -> None:
        context = self.table.context
        if self._short.get(key) != (who, since) or not context.devices.held(key):
            return
        self._short.pop(key)
        if context.root.shows(self.table) and self._looks_when_held(who):
            looking.look_at_own(self.table, who, key)

    # tags

    def tag_read(self, tag: str, at: float) -> None:
        """A tag was read: a piece of this game, a seat's button, or nothing that is known here."""
        context, header = self.table.context, self.table.session.header
        tagged = context.settings.tags.get(tag)
        if tagged is None:
            self._refuse(UNTAUGHT)
            return
        who = tagged.seat or (context.devices.seat_of(tagged.key) or "" if tagged.key in SEAT_KEYS else "")
        if who in header.seat_ids:
            self._read(Reading(f"tag:{tag}", at, seat=who))
        elif who:
            colour = Text(SEAT_WORDS[who]) if who in SEAT_WORDS else who
            self._refuse(T("The tag of {colour} was read, but no seat here has that colour.", colour=colour))
        elif tagged.thing and tagged.game == header.game:
            self._read(Reading(f"tag:{tag}", at, thing=tagged.thing))
        elif tagged.thing:
            self._refuse(_of_another(tagged.game))
        elif tagged.key in SEAT_KEYS:
            self._refuse(NOBODYS)

    # what comes of it

    @property
    def _telling(self) -> bool:
        return isinstance(self.table.panel, TELLING)

    def _read(self, reading: Reading, key: str = "") -> None:
        """Judge a reading and do what comes of it. `key`: the button that is down for it."""
        if self._telling:
            self._refuse(TOLD_FIRST)
            return
        answer = self.arbiter.judge(reading)
        match answer:
            case Late():
                return
            case Play(choice=choice, expected=expected):
                self._mean(choice, expected, by_seat=bool(reading.seat))
            case Fill():
                self._fill(answer, reading.thing)
            case Ask(choices=choices, expected=expected):
                self._ask(choices, expected, by_seat=bool(reading.seat))
            case Look(seat=who):
                self._look(who, key)
            case Refuse(why=why, short=short):
                self._refuse(why, short)
        self._answered(reading)

    def _answered(self, reading: Reading) -> None:
        """The same key counts again only after a moment, counted from when the answer is drawn."""
        now = self.table.context.devices.now
        self.arbiter.answered(reading, now())
        self._last = reading
        once_drawn(lambda: self.arbiter.answered(reading, now()) if self._last is reading else None)

    def _mean(self, choice: Choice, expected: int, by_seat: bool) -> None:
        """Make the move; a seat's button says first what follows, where the choice has a consequence."""
        table = self.table
        again.leave(table)
        selected = table.panel.selected if isinstance(table.panel, DecidePanel) else ()
        if by_seat and choice.consequence is not None and not table.decision.forced and selected != (choice,):
            panel = table.panel = DecidePanel(table)
            panel.select((choice,))
            table.context.lighting.sound("ask")
            return
        self._play(choice, expected)

    def _play(self, choice: Choice, expected: int) -> None:
        self._propose(lambda: self.table.play(choice.move, expected=expected))

    def _propose(self, act: Callable[[], bool]) -> None:
        """Let `act` be accepted or not; what was stored has been heard by then."""
        n = self.table.session.n
        self._proposing, self._before = True, self.table.session.view
        try:
            act()
        finally:
            self._proposing, self._before = False, None
        if self.table.session.n == n:
            self.table.context.lighting.sound("refused")

    def carry_out(self, act: Callable[[], bool]) -> None:
        """Let the table accept what was made sure of without a tap, and say so as for any device."""
        self._propose(act)

    def stored(self) -> None:
        """A move is in the journal. Lamps and sound say so at once; the toast comes with the picture."""
        lighting, session = self.table.context.lighting, self.table.session
        lighting.show()
        if self._proposing:
            lighting.sound("good")
            words = self.table.game.say_move(self._before, session.lines[-1].move)
            self.toasts.say(Note(words, "good", session.state, can_undo=session.undo_refused() is None))

    def _ask(self, choices: tuple[Choice, ...], expected: int, by_seat: bool) -> None:
        """Which one? A further reading may leave only one of those that were asked about."""
        table = self.table
        if isinstance(table.panel, WhichPanel):
            left = tuple(choice for choice in table.panel.candidates if choice in choices)
            choices = left or choices
        if len(choices) == 1:
            self._mean(choices[0], expected, by_seat)
            return
        again.leave(table)
        WhichPanel(table, choices).ask()
        table.context.lighting.sound("ask")

    def _fill(self, fill: Fill, thing_id: str) -> None:
        """Type the value into the slots; a form that is full is declared at once."""
        table, form = self.table, fill.form
        typed = table.typed.setdefault((form.by, form.move), [])
        slots = [field.name for field in form.fields for _ in range(field.count)]
        table.pictured.pop((form.by, form.move), None)
        if len(typed) >= len(slots):
            # A picture had filled all of them in: what is laid down piece by piece begins anew.
            typed.clear()
        due = next(field for field in form.fields if field.name == slots[len(typed)])
        known = self.arbiter.thing(thing_id)
        label = known.label if known is not None else T("A tag")
        if fill.field and due.name != fill.field:
            why = T("{thing} was read, but first say: {what}. Nothing has changed.", thing=label, what=due.label)
            self._refuse(why)
            return
        typed.append(fill.value)
        again.leave(table)
        if len(typed) < len(slots):
            self._show_slots(fill)
            table.context.lighting.sound("ask")
            return
        self._propose(lambda: table.declare(form, ValueKeys.values(form, typed), fill.expected))

    def _show_slots(self, fill: Fill) -> None:
        """The slots with what has been typed, and the keys or the keypad for the rest."""
        table, form = self.table, fill.form
        if asking.same_values(table.decision) is not None and not table.board.shows_choices:
            table.chosen_form = (form.by, form.move)
            table.open(DecidePanel(table))
        else:
            table.open(NumberPanel(table, form))

    def _look(self, who: str, key: str) -> None:
        """Open the covered screen; open only while the button `key` is down ("": covered)."""
        table = self.table
        if looking.is_covered(table) and table.session.decision.seats == (who,):
            looking.look(table, key)
        elif not table.game.own_view(table.session.state, who):
            refused = refuse_seat(table.session.decision, who)
            self._refuse(refused.why, refused.short)
        elif key:
            looking.look_at_own(table, who, key)
        elif (due := table.session.decision.seats) and who not in due:
            names = tuple(seat(one) for one in due)
            self._refuse(T("{who}, now it is up to {others}. To look at what is yours, hold your button down.",
                           who=seat(who), others=names))  # fmt: skip
        else:
            self._refuse(T("{who}, to look at what is yours, hold your button down.", who=seat(who)))

    def _refuse(self, why: Text, short: Text | None = None) -> None:
        self.table.context.lighting.sound("refused")
        self.toasts.say(Note(why, "warn", self.table.session.state, over=self.table.panel, short=short))


def _of_another(game_id: str) -> Text:
    if game_id not in game_ids():
        return T("The tag belongs to another game. Nothing has changed.")
    return T("The tag belongs to {game}. Nothing has changed.", game=find_game(game_id).title)
