"""What the running app tells its club: the public state of the table after every act, and the games of the evening.

It is put together a moment after the act, when the picture is drawn, and lies in a mailbox then; a thread of the club's
own brings it to the broker. Whatever goes wrong here is told on Devices and never reaches the table.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from kivy.clock import Clock

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.language import Language
from companion.table import history, people_file, shelf
from companion.table.history import Summary
from companion.table.placing import is_somebody, place
from companion.table.storage import CLUB
from companion.titles import title_of
from hardware import network
from hardware.device import DeviceState

if TYPE_CHECKING:
    from companion.club.messages import Finished, State
    from companion.club.telling import Sayings
    from companion.club.way import Way
    from companion.table.session import Session
    from companion.ui.context import Context

log = logging.getLogger(__name__)
AFTER_S = 0.2
"""So long after an act the club is told: by then the picture is drawn."""
LOOK_S = 2.0
ANEW_S = 1.0
"""After the last change of the way to the club it is taken anew; whoever sets it up changes several things."""
FAREWELL_S = 1.0
DEVICE = "club"
"""How the club is called among the devices."""
NO_NETWORK = T(
    "This Cartouche was installed without a network, so it can reach no broker. On a terminal: {command}",
    command="sudo deploy/install.sh --club",
)
STATES: dict[str, DeviceState] = {"off": "absent", "starting": "starting", "ready": "ready", "lost": "lost"}


class Voice(Protocol):
    """What brings it to the broker; see `companion.club.publisher`. Nothing of it waits."""

    @property
    def state(self) -> str:
        """How the connection stands."""

    @property
    def trouble(self) -> Text | None:
        """Why it does not stand."""

    def tell(self, state: State) -> None:
        """Tell this state."""

    def results(self, games: tuple[Finished, ...]) -> None:
        """Tell the games of the evening."""

    def stop(self, wait_s: float) -> None:
        """Say farewell and end."""


def _from_settings(folder: Path) -> Voice:
    from companion.club.publisher import Publisher

    return Publisher.from_settings(folder)


class Club:
    """One for the whole app. `begin` starts it; before that, and where no club is set, it does nothing."""

    def __init__(self, context: Context, voice: Callable[[Path], Voice] = _from_settings) -> None:
        self.context = context
        self.voice = voice
        """Makes what brings it to the broker, from the data folder."""
        self.way: Way | None = None
        self._voice: Voice | None = None
        self._began = False
        self._last: State | None = None
        self._made: tuple[object, tuple[Any, ...]] | None = None
        self._evening: tuple[Any, ...] = ()
        self._code = ""
        """The language that was told last, besides English."""
        self._languages: dict[str, Language] = {}
        self._shown: tuple[str, Text | None] = ("off", None)
        self._due = Clock.create_trigger(lambda _: self._tell(), AFTER_S)
        self._anew = Clock.create_trigger(lambda _: self._take_up(), ANEW_S)
        self._clock: Any = None

    # beginning and end

    def begin(self) -> None:
        """Start, once: this app has the table."""
        if not self._began:
            self._began = True
            self._take_up()

    def changed(self) -> None:
        """The way to the club is another one; it is taken as soon as nobody goes on changing it."""
        if self._began:
            self._anew()

    def again(self) -> None:
        """Try to get there now."""
        if self._began:
            self._take_up()

    def close(self) -> None:
        """The app ends: say so to the club; that is waited for where there is a connection, and not for long."""
        self._let_go(FAREWELL_S if self.state == "ready" else 0.0)
        self._due.cancel()
        self._anew.cancel()
        self._began = False

    def _let_go(self, wait_s: float) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        voice, self._voice = self._voice, None
        if voice is not None:
            self._safely(lambda: voice.stop(wait_s))

    def _take_up(self) -> None:
        """Go the way that is kept now."""
        self._anew.cancel()
        self._let_go(0.0)
        self.way, self._evening = None, ()
        if (self.context.stage.data / CLUB).exists():
            self._safely(self._start)
        self._look()

    def _start(self) -> None:
        from companion.club.way import load

        data = self.context.stage.data
        try:
            self.way = load(data)
        except InputError as error:
            log.warning("%s", Language().say(error.text))
        self._voice = self.voice(data)
        self._clock = Clock.schedule_interval(lambda _: self._look(), LOOK_S)
        self._due()

    # how it stands

    @property
    def wanted(self) -> bool:
        """Whether a club is set here and switched on, or a file of it can't be used."""
        if self._voice is None:
            return False
        return self.way.ready if self.way is not None else self._voice.trouble is not None

    @property
    def state(self) -> DeviceState:
        """As of any device: ready, starting, lost or absent."""
        if self._voice is None:
            return "absent"
        if self._voice.trouble is not None:
            return "lost"
        return STATES[self._voice.state]

    @property
    def trouble(self) -> Text | None:
        """Why the club is not told, where it is to be."""
        trouble = None if self._voice is None else self._voice.trouble
        return NO_NETWORK if trouble is not None and network.is_shut() else trouble

    @property
    def line(self) -> Text:
        """How it stands, in a sentence."""
        if self.trouble is not None:
            return self.trouble
        if self.state == "ready" and self.way is not None:
            return T("tells the club “{club}” how this table stands", club=self.way.club)
        return T("being called")

    def _look(self) -> None:
        """A connection comes and goes in a thread of its own: say so on the screen."""
        now = (self.state, self.trouble)
        if now != self._shown:
            self._shown = now
            self.context.screen.device_changed(DEVICE)

    # telling

    def show(self) -> None:
        """Something may be otherwise at the table: the club is told, in a moment."""
        if self._voice is not None:
            self._due()

    def _tell(self) -> None:
        self._safely(self._say)

    def _say(self) -> None:
        voice = self._voice
        if voice is None:
            return
        self._last = self._now()
        voice.tell(self._last)
        session = self.context.session
        # While a game is played nothing ends but this one; elsewhere games are deleted and brought from other devices.
        ended = (self._last.record, session.outcome, self._last.at if session.outcome else "") if session else ()
        mark = (ended, shelf.mark(self._data), people_file.mark(self._data))
        if session is None or mark != self._evening:
            self._evening = mark
            voice.results(self._results())

    @property
    def _data(self) -> Path:
        return self.context.stage.data

    def _results(self) -> tuple[Finished, ...]:
        from companion.club.telling import finished_this_evening

        games, people = history.games(self.context.journal), self.context.people()

        def nameless(game: Summary) -> set[str]:
            everybody = place(game, people).places
            return {one.seat for one in everybody if not is_somebody(one, people, self.context.nobody)}

        return finished_this_evening(games, _title, datetime.now(UTC), people.names, nameless)

    def _sayings(self) -> Sayings:
        """English, and the language of the table."""
        codes = dict.fromkeys(("en", self.context.language.code))
        return {code: self._languages.setdefault(code, Language(code)).say for code in codes}

    def _now(self) -> State:
        """What the table tells now. A game that is over or was put away is told of until another one begins."""
        session = self.context.session
        if session is not None:
            self._code = self.context.language.code
            return self._of_session(session)
        self._made = None
        games, going_on = history.games(self.context.journal), history.unfinished(self.context.journal)
        last, code = self._last, self.context.language.code
        before, self._code = self._code, code
        if last is not None and last.record and (going_on is None or before == code):
            same = next((one for one in games if one.id == last.record and one.n == last.moves), None)
            if same is not None and going_on in (None, same):
                turn = (last.turn, last.turn_names) if same.status == last.status else ((), "")
                return msgspec.structs.replace(last, status=same.status, turn=turn[0], turn_names=turn[1])
        return self._of_summary(going_on)

    def _of_session(self, session: Session) -> State:
        from companion.club.telling import state_of

        names = self.context.people().names(session.header)
        words = (session.status, self.context.language.code, *names.items())
        before = self._made
        self._made = (session.state, words)
        if self._last is not None and before is not None and before[0] is session.state and before[1] == words:
            return self._last
        return state_of(session, self._sayings(), names)

    def _of_summary(self, summary: Summary | None) -> State:
        """What a game tells that was not taken up since this app began: nobody has replayed it yet."""
        from companion.club.telling import FREE, state_as_listed

        if summary is None:
            return FREE
        names = self.context.people().names(summary)
        return state_as_listed(summary, _title(summary.game), self._sayings(), names)

    def _safely(self, act: Callable[[], None]) -> None:
        """Do it; what fails is written down, and the table goes on."""
        try:
            act()
        except Exception:
            log.exception("the club could not be told")


def _title(game_id: str) -> str:
    """A game by its printed name; by its id where it is not installed here."""
    return Language().say(title_of(game_id))
