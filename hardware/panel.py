"""The button panel on the pins of this machine: buttons, lamps, a knob and a buzzer, as its profile says.

Edges come from a thread of the pins and are told at once. A thread of the panel's own opens the pins, lets bouncing
contacts come to rest, blinks and beeps; it sleeps as long as there is nothing of this to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from threading import Condition, RLock, Thread
from time import monotonic

from companion.engine.text import TN, T, Text
from hardware.device import Changed, Deliver, Device, DeviceState, Lamp, Pressed, Released, Signal, Sound, Turned
from hardware.firmware.buzzer import Buzzer
from hardware.firmware.debounce import WINDOW_MS, Debounce
from hardware.firmware.knob import Knob
from hardware.firmware.logic import BLINK_MS
from hardware.pins import Contact, Output, PinFault, Pins, open_pins
from hardware.profiles import Profile

PANEL = "panel"
BEEP_MS = 10
"""How finely the pattern of a sound is kept while it plays."""
CLOSE_WITHIN = 0.9


class _Button:
    """A button on its pin. rest_at: when it must be looked at once more, in ms; None: it is at rest."""

    def __init__(self, contact: Contact) -> None:
        self.key = contact.part.key
        self.contact = contact
        self.bounce = Debounce()
        self.bounce.down = contact.closed()
        # Once the whole panel is open: edges that come before are not heard.
        self.rest_at: int | None = 0


class _Open:
    """Everything that is open while the panel is ready."""

    def __init__(self, pins: Pins) -> None:
        self.pins = pins
        self.contacts: list[Contact] = []
        self.buttons: dict[str, _Button] = {}
        self.levels = {"a": True, "b": True}
        """Of the contacts of the knob; True: open."""
        self.lamps: dict[str, Output] = {}
        self.buzzer: Output | None = None

    def close(self) -> None:
        """Lamps and buzzer off, every pin let go."""
        for contact in self.contacts:
            contact.close()
        for lamp in self.lamps.values():
            lamp.close()
        if self.buzzer is not None:
            self.buzzer.close()
        self.pins.close()


class Panel(Device):
    """The one panel there can be. `clock`: seconds, as `time.monotonic`. `pins` opens them (`hardware.pins`).

    It is absent where this machine has no pins, and lost where they, or its profile, can't be used.
    `reread` gives the profile anew when somebody wants another try. Without `own_thread` the caller calls `work`.
    """

    kind = "panel"

    def __init__(
        self,
        profile: Profile,
        *,
        reread: Callable[[], Profile] | None = None,
        pins: Callable[[], Pins] = open_pins,
        clock: Callable[[], float] = monotonic,
        own_thread: bool = True,
    ) -> None:
        super().__init__(PANEL)
        self.profile = profile
        self._reread = reread
        self._open_pins = pins
        self._clock = clock
        self._deliver: Deliver | None = None
        self._thread = Thread(target=self._run, name=PANEL, daemon=True) if own_thread else None
        self._lock = Condition(RLock())
        self._call = False
        self._closing = False
        self._opening = False
        self._again = False
        self._open: _Open | None = None
        self._down: set[str] = set()
        self._wanted: dict[str, Lamp] = {}
        self._blink_from = 0
        self._knob = Knob()
        self._buzzer = Buzzer()

    # how it stands

    @property
    def title(self) -> Text:
        """Its name for people."""
        return T("Simulated button panel") if self.simulated else T("Button panel")

    @property
    def keys(self) -> tuple[str, ...]:
        """As its profile says."""
        return self.profile.keys

    @property
    def lamps(self) -> tuple[str, ...]:
        """As its profile says."""
        return tuple(part.key for part in self.profile.parts if part.kind == "lamp")

    @property
    def sounds(self) -> bool:
        """Whether it has a buzzer."""
        return self.profile.buzzer is not None

    # what it is told

    def start(self, deliver: Deliver) -> None:
        """Begin to open the pins; a panel that was closed is not begun again."""
        with self._lock:
            if self._deliver is not None or self._closing:
                return
            self._deliver = deliver
            self._opening = True
            self._wake()
        if self._thread is not None:
            self._thread.start()

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        """Show exactly these lamps; all that blink do so together."""
        with self._lock:
            if "blink" in lamps.values() and "blink" not in self._wanted.values():
                self._blink_from = self._now()
            self._wanted = dict(lamps)
            self._wake()

    def sound(self, sound: Sound) -> None:
        """Let the buzzer play; what it plays is cut short."""
        with self._lock:
            if self._open is not None and self._open.buzzer is not None:
                self._buzzer.play(sound, self._now())
                self._wake()

    def try_again(self) -> None:
        """Open the pins anew; a panel that is ready stays so."""
        with self._lock:
            if self._deliver is None or self._closing or self._opening or self._open is not None:
                return
            self._opening = self._again = True
            self._stands = "starting"
            self._tell(Changed(self.id, self._clock()))
            self._wake()

    def close(self) -> None:
        """Lamps out, pins free."""
        with self._lock:
            self._closing = True
            self._deliver = None
            self._wake()
        if self._thread is not None and self._thread.is_alive():
            self._thread.join(CLOSE_WITHIN)
        if self._thread is None:
            self._release()

    # its own thread

    def work(self) -> float | None:
        """Do everything that is due; seconds until something is due again, None: not before something happens."""
        if self._opening:
            self._begin()
        try:
            with self._lock:
                held = self._open
                if held is None or self._closing:
                    return None
                now = self._now()
                dues = [*self._rest(held, now), *self._shine(held, now), *self._beep(held, now)]
        except PinFault as fault:
            self._end(fault)
            return None
        return max(0, min(dues) - now) / 1000 if dues else None

    def _run(self) -> None:
        while not self._closing:
            pause = self.work()
            with self._lock:
                if not self._call and not self._closing:
                    self._lock.wait(pause)
                self._call = False
        self._release()

    def _wake(self) -> None:
        self._call = True
        self._lock.notify_all()

    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _tell(self, signal: Signal) -> None:
        if self._deliver is not None:
            self._deliver(signal)

    # opening and ending

    def _begin(self) -> None:
        if self._again and self._reread is not None:
            self.profile = self._reread()
        held: _Open | None = None
        stands: DeviceState = "ready"
        why: Text | None = None
        try:
            held = self._all_open()
        except PinFault as fault:
            stands, why = "absent" if fault.absent else "lost", fault.text
        with self._lock:
            self._opening = self._again = False
            self._open, self._stands, self._fault = held, stands, why
            if held is not None:
                self.simulated = held.pins.simulated
                self._knob = Knob(self.profile.knob.per_cycle if self.profile.knob else 1)
            self._tell(Changed(self.id, self._clock()))

    def _all_open(self) -> _Open:
        profile = self.profile
        if profile.faults:
            raise PinFault(profile_fault(profile))
        held = _Open(self._open_pins())
        try:
            for part in profile.parts:
                match part.kind:
                    case "button":
                        edge = partial(self._edge, part.key)
                        held.contacts.append(held.pins.contact(part, profile.pull == "up", edge))
                        held.buttons[part.key] = _Button(held.contacts[-1])
                    case "knob":
                        held.contacts.append(held.pins.contact(part, True, partial(self._turn, part.key)))
                        held.levels[part.key] = not held.contacts[-1].closed()
                    case "lamp":
                        held.lamps[part.key] = held.pins.output(part, profile.lamps_active_low)
                    case "buzzer":
                        held.buzzer = held.pins.output(part, profile.buzzer is not None and profile.buzzer.active_low)
        except PinFault:
            held.close()
            raise
        return held

    def _end(self, fault: PinFault) -> None:
        """A pin stopped working: let go of everything, buttons that are down first."""
        with self._lock:
            for key in sorted(self._down):
                self._tell(Released(self.id, key, self._clock(), cut=True))
            self._stands, self._fault = "lost", fault.text
            self._tell(Changed(self.id, self._clock()))
        self._release()

    def _release(self) -> None:
        """Close the pins, which takes as long as it takes: without the lock, since the screen waits for that."""
        with self._lock:
            held, self._open = self._open, None
            self._down.clear()
            self._buzzer.stop()
        if held is not None:
            held.close()

    # what happens on the pins

    def _edge(self, key: str, closed: bool) -> None:
        """From the thread of the pins."""
        with self._lock:
            button = None if self._open is None else self._open.buttons.get(key)
            if button is not None:
                self._update(button, closed, self._now())

    def _update(self, button: _Button, closed: bool, now: int) -> None:
        if not button.bounce.update(closed, now):
            return
        key = button.key
        if closed:
            self._down.add(key)
            self._tell(Pressed(self.id, key, self._clock()))
        elif key in self._down:
            # One that was down when the pins were opened was never told as pressed.
            self._down.discard(key)
            self._tell(Released(self.id, key, self._clock()))
        button.rest_at = now + WINDOW_MS
        self._wake()

    def _turn(self, letter: str, closed: bool) -> None:
        """From the thread of the pins, maybe late: what counts is the order of the edges, not how the pins are now."""
        with self._lock:
            if self._open is None:
                return
            levels = self._open.levels
            levels[letter] = not closed
            steps = self._knob.update(levels["a"], levels["b"])
            if steps:
                self._tell(Turned(self.id, steps, self._clock()))

    def _rest(self, held: _Open, now: int) -> Iterable[int]:
        """Look again at the buttons whose bouncing is over."""
        for button in held.buttons.values():
            if button.rest_at is not None and now >= button.rest_at:
                button.rest_at = None
                self._update(button, button.contact.closed(), now)
        return [button.rest_at for button in held.buttons.values() if button.rest_at is not None]

    def _shine(self, held: _Open, now: int) -> Iterable[int]:
        half, since = divmod(now - self._blink_from, BLINK_MS)
        for key, lamp in held.lamps.items():
            wanted = self._wanted.get(key, "off")
            lamp.switch(wanted == "on" or (wanted == "blink" and half % 2 == 0))
        blinks = any(self._wanted.get(key) == "blink" for key in held.lamps)
        return [now - since + BLINK_MS] if blinks else []

    def _beep(self, held: _Open, now: int) -> Iterable[int]:
        if held.buzzer is None:
            return []
        self._buzzer.run(now)
        held.buzzer.switch(self._buzzer.tone() > 0)
        return [now + BEEP_MS] if self._buzzer.sound else []


def profile_fault(profile: Profile) -> Text:
    """What to say of a profile that can't be used: its first fault, and how many more there are."""
    why = profile.faults[0]
    more = len(profile.faults) - 1
    if more:
        rest = TN(
            "“cartouche panel profiles” names {n} fault more.",
            "“cartouche panel profiles” names {n} faults more.",
            more,
        )
        why = T("{first} {rest}", first=why, rest=rest)
    return T("The panel “{name}” can't be used. {why}", name=profile.title, why=why)
