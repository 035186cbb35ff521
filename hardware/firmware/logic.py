"""A button box without its pins and its clock: levels, times and bytes in, lines, lamps and tones out.

The conversation is told in docs/button-box.md. Times are milliseconds; on a clock that wraps around, its own
difference (`utime.ticks_diff`) is passed in. This file runs under MicroPython as well: plain names as annotations, no
dataclasses, no `typing`.
"""

from .buzzer import SOUNDS, Buzzer
from .debounce import Debounce, plain_difference
from .outbox import Outbox
from .tags import is_tag
from .wire import VERSION, Lines, frame

BEAT_MS = 1000
SILENT_MS = 5000
"""A host that says nothing for so long is gone: the lamps go out, events wait."""
BLINK_MS = 500
"""Half of a blink."""
TURN_MS = 40
"""Detents that follow faster are told together."""
SAME_TAG_MS = 2000
"""A tag that lies on the reader is read over and over; seen again within so long it is still the same read."""
MOST_ANSWERS = 8
LAMP_STATES = ("off", "on", "blink")


def number(word: str) -> int:
    """The number a word stands for, 0 and above; −1 where it is none."""
    return int(word) if word.isdigit() and len(word) <= 10 else -1


class Box:
    """One box. Call `key`, `turn` and `tag` with what is there, `feed` with what came, and `run` all the time.

    Then `line` gives what to say, one line a call (call it only when the line can be sent: the ages in it are of that
    moment), `lit` and `tone` what to show and to play.
    `boot` is another word after every start. `keys` are names of buttons; a knob and a reader come on top.
    """

    def __init__(  # type: ignore[no-untyped-def]
        self,
        box_id: str,
        boot: str,
        keys: tuple[str, ...],
        lamps: tuple[str, ...] = (),
        sounds: bool = False,
        knob: bool = False,
        tags: bool = False,
        now: int = 0,
        difference=plain_difference,
    ) -> None:
        self.outbox = Outbox(difference)
        self.buzzer = Buzzer(difference)
        self.host = False
        """Whether a host has been heard within the last five seconds."""
        self.lamps: dict[str, str] = {}
        """What the lamps were told: "on" or "blink"; those not named are off."""
        self._names = (box_id, boot)
        self._order = keys
        self._keys = {key: Debounce(difference=difference) for key in keys}
        self._can_lamps = lamps
        self._can_sound = sounds
        self._can = keys + (("turn",) if knob else ()) + (("tags",) if tags else ())
        self._difference = difference
        self._lines = Lines()
        self._answers: list[str] = []
        self._hello_due = True
        self._beat_due = False
        self._beat_at = now
        self._heard_at = now
        self._bright = True
        self._blink_at = now
        self._last_sound = -1
        self._steps = 0
        self._turn_at = now
        self._turn_rest = False
        self._tag = ""
        self._tag_at = now

    # what people do

    @property
    def held(self) -> list[str]:
        """The buttons that are down now, in the order of `keys`."""
        return [key for key in self._order if self._keys[key].down]

    def key(self, key: str, closed: bool, now: int) -> None:
        """Tell whether the contact of a button is closed; tell it again and again, at least every 25 ms."""
        contact = self._keys[key]
        if contact.update(closed, now):
            self._flush_turn(now)
            self.outbox.add("down" if contact.down else "up", key, now)

    def turn(self, steps: int, now: int) -> None:
        """The knob was turned by so many detents, clockwise above 0. The first is told at once."""
        self._steps += steps
        self._run_turn(now)

    def tag(self, tag: str, now: int) -> bool:
        """A reader sees a tag: 1 to 64 printable ASCII characters; False where it is something else."""
        if not is_tag(tag):
            return False
        same = tag == self._tag and 0 <= self._difference(now, self._tag_at) < SAME_TAG_MS
        self._tag, self._tag_at = tag, now
        if not same:
            self._flush_turn(now)
            self.outbox.add("tag", "".join(f"{ord(letter):02X}" for letter in tag), now)
        return True

    # time

    def run(self, now: int) -> None:
        """Let time pass; at least every 20 ms, so that tones keep their length."""
        if self._difference(now, self._beat_at) >= BEAT_MS:
            self._beat_at = now
            self._beat_due = True
        if self._difference(now, self._blink_at) >= BLINK_MS:
            self._blink_at = now
            self._bright = not self._bright
        if self.host and self._difference(now, self._heard_at) >= SILENT_MS:
            self.host = False
            self.lamps = {}
        if self._tag and not 0 <= self._difference(now, self._tag_at) < SAME_TAG_MS:
            self._tag = ""
        self._run_turn(now)
        self.outbox.run(now)
        self.buzzer.run(now)

    def _run_turn(self, now: int) -> None:
        if self._turn_rest and self._difference(now, self._turn_at) >= TURN_MS:
            self._turn_rest = False
        if not self._turn_rest:
            self._flush_turn(now)

    def _flush_turn(self, now: int) -> None:
        """What was turned before something else happened is told before it."""
        if self._steps:
            self.outbox.add("turn", str(self._steps), now)
            self._steps = 0
            self._turn_rest = True
            self._turn_at = now

    # what to show

    def lit(self, lamp: str) -> bool:
        """Whether a lamp shines at this moment."""
        state = self.lamps.get(lamp)
        return state == "on" or (state == "blink" and self._bright)

    def tone(self) -> int:
        """What the buzzer plays at this moment, in Hz; 0: nothing."""
        return self.buzzer.tone()

    # the conversation

    def line(self, now: int) -> bytes:
        """The next line to send, with its line feed; b"" where there is nothing to say now."""
        body = self._body(now)
        return frame(body) if body else b""

    def _body(self, now: int) -> str:
        if self._hello_due:
            self._hello_due = False
            return self._hello()
        event = self.outbox.body(now) if self.host else ""
        if event:
            return event
        if self._answers:
            return self._answers.pop(0)
        if self._beat_due:
            self._beat_due = False
            return f"beat 0 {','.join(self.held) or '-'} {self.outbox.lost}"
        return ""

    def _hello(self) -> str:
        box_id, boot = self._names
        can = ",".join(self._can) or "-"
        lamps = ",".join(self._can_lamps) or "-"
        sounds = 1 if self._can_sound else 0
        return f"hello 0 {VERSION} {box_id} {boot} {self.outbox.next} {can} {lamps} {sounds}"

    def feed(self, data: bytes, now: int) -> None:
        """Bytes that came from the host, in pieces of any size. Broken lines are skipped."""
        for body in self._lines.feed(data):
            words = body.split(" ")
            why = self._obey(words, now)
            if not why:
                self._heard(now)
            elif words[0] != "no":  # never answer an answer: a line that echoes would run for ever
                self._answer(f"no {max(0, number(words[1])) if len(words) > 1 else 0} {why}")

    def _obey(self, words: list[str], now: int) -> str:
        """Do what a line says; why not in one word, "" where it was done."""
        if len(words) < 2 or number(words[1]) < 0:
            return "wrong-number"
        verb, sequence, said = words[0], number(words[1]), words[2:]
        if verb not in ("hello", "beat", "ack", "lamps", "sound"):
            return "unknown-verb"
        if len(said) != (0 if verb in ("beat", "ack") else 1):
            return "wrong-words"
        if verb == "hello":
            return self._greet(said[0])
        if verb == "ack":
            self.outbox.acknowledge(sequence, now)
        elif verb == "lamps":
            return self._light(sequence, said[0], now)
        elif verb == "sound":
            return self._play(sequence, said[0], now)
        return ""

    def _heard(self, now: int) -> None:
        self._heard_at = now
        if not self.host:
            # It may not know that its lamps went out meanwhile, nor from where to count.
            self.host = True
            self._hello_due = True

    def _greet(self, version: str) -> str:
        if number(version) < 1:
            return "wrong-version"
        self._hello_due = True
        self._last_sound = -1
        self.outbox.again()
        return ""

    def _light(self, sequence: int, said: str, now: int) -> str:
        lamps = {}
        for part in said.split(",") if said != "-" else ():
            lamp, _, state = part.partition("=")
            if lamp not in self._can_lamps:
                return "unknown-lamp"
            if state not in LAMP_STATES:
                return "unknown-state"
            if state != "off":
                lamps[lamp] = state
        if "blink" in lamps.values() and "blink" not in self.lamps.values():
            self._bright = True
            self._blink_at = now
        self.lamps = lamps
        self._answer(f"done {sequence}")
        return ""

    def _play(self, sequence: int, said: str, now: int) -> str:
        if not self._can_sound:
            return "no-buzzer"
        if said not in SOUNDS:
            return "unknown-sound"
        if sequence != self._last_sound:  # said again because the answer was lost: heard once
            self._last_sound = sequence
            self.buzzer.play(said, now)
        self._answer(f"done {sequence}")
        return ""

    def _answer(self, body: str) -> None:
        """Keep an answer until it can be sent; of too many the oldest are forgotten."""
        if len(self._answers) >= MOST_ANSWERS:
            self._answers.pop(0)
        self._answers.append(body)
