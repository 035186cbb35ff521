"""What every screen is handed: the journal, the settings, the language, the game being played, and the way to go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from companion import config
from companion.config import Settings
from companion.engine import owner_file
from companion.engine.box import Box
from companion.engine.game import Game
from companion.engine.header import Seat
from companion.engine.text import T, Text
from companion.games import all_games
from companion.language import SEAT_WORDS, Language, colour_words
from companion.table import people_file
from companion.table.people import Nameless, People, Seated, folded
from companion.ui import fit, layout, lettering
from companion.ui.awake import awake
from companion.ui.club import Club
from companion.ui.eye import Eye
from companion.ui.kiosk_lock import KEPT, KioskLock
from companion.ui.layout import Frame
from companion.ui.lighting import Lighting
from companion.ui.switchboard import Switchboard
from companion.ui.table.clock import follow
from companion.ui.turning import Turning
from companion.ui.upkeep import Upkeep
from hardware.backlight import Backlight
from hardware.power import Power

if TYPE_CHECKING:
    from companion.table.journal import Journal
    from companion.table.session import Session
    from companion.ui.root import Root
    from companion.ui.screens.base import Screen


class Stage(Protocol):
    """What shows screens; the app. `data` is the folder of journal and settings, `power` what the machine is asked."""

    data: Path
    backlight: Backlight
    power: Power

    def show(self, screen: Screen) -> None:
        """Put this screen in the place of the one before."""

    def changed(self, before: Settings, now: Settings) -> None:
        """Draw everything by the new settings."""


class Context:
    """One sitting at the screen. `root` takes dialogs and toasts (they turn with the picture).

    `go` opens a screen over the present one, `replace` in its place, `back` returns to the one below, `home` forgets
    all but Home. A screen below keeps what it knows and is built anew when it is shown again.
    """

    def __init__(self, stage: Stage, root: Root, journal: Journal | None, settings: Settings) -> None:
        self.stage = stage
        self.root = root
        self._journal = journal
        self.settings = settings
        self.language = Language(settings.language)
        self._session: Session | None = None
        self._stored = config.mark(stage.data)
        self._boxes: dict[str, tuple[Mapping[str, Any], Box]] = {}
        self._people: tuple[Any, People] | None = None
        self._stack: list[Screen] = []
        self.devices = Switchboard(self)
        self.upkeep = Upkeep(self)
        self.lighting = Lighting(self)
        self.club = Club(self)
        self.eye = Eye(self)
        self.lock = KioskLock(self)
        self.turning = Turning(self)
        root.needed, root.darkened = lambda: awake(self), self._gone_dark

    @property
    def frame(self) -> Frame:
        """The frame the picture is laid out in now."""
        return layout.current()

    @property
    def journal(self) -> Journal:
        """The open journal. Raises LookupError before it is open; only Trouble is shown then."""
        if self._journal is None:
            raise LookupError("the journal is not open")
        return self._journal

    @journal.setter
    def journal(self, journal: Journal) -> None:
        self._journal = journal

    # words

    def say(self, text: Text | str, names: Mapping[str, str] | None = None) -> str:
        """`text` in the language of the table; players' names as shown on the screen."""
        return self.language.say(text, names)

    def shown_names(self, seats: Sequence[Seat], letters: int = fit.NAME_LETTERS) -> dict[str, str]:
        """Names as shown, by seat id: at most so many letters, and equal names told apart by their colour.

        The colour alone, in the language of the table, stands for a name in letters that can't be drawn, and for none.
        """
        short = {
            seat.seat: self.say(Text(SEAT_WORDS[seat.seat]))
            if seat.seat in SEAT_WORDS and not self._is_name(seat)
            else fit.short_name(seat.name, letters)
            for seat in seats
        }
        often = Counter(short.values())
        return {
            seat: self.say(T("{name} ({colour})", name=name, colour=Text(SEAT_WORDS[seat])))
            if often[name] > 1 and seat in SEAT_WORDS
            else name
            for seat, name in short.items()
        }

    @property
    def nobody(self) -> Nameless:
        """What stands for a name at a seat without one."""
        return colour_words(tuple(self.settings.names))

    def people(self) -> People:
        """Who is who under which name, as it is stored now; cached by the file's mark."""
        mark = people_file.mark(self.stage.data)
        if self._people is None or self._people[0] != mark:
            self._people = (mark, people_file.glance(self.stage.data))
        return self._people[1]

    def _is_name(self, seat: Seat) -> bool:
        """Whether somebody is called so, in letters that can be drawn."""
        said = (seat.seat, folded(seat.name)) not in self.nobody or self.people().holder(seat.name) is not None
        return said and bool(lettering.readable(seat.name))

    def names_of(self, game: Seated, letters: int = fit.NAME_LETTERS) -> dict[str, str]:
        """What the people of a game are called now, as shown, by seat id; `game` is a Summary or a Header."""
        return self.shown_names(self.people().seats(game), letters)

    # the game at the table

    @property
    def session(self) -> Session | None:
        """The game being played, if one is."""
        return self._session

    @session.setter
    def session(self, session: Session | None) -> None:
        if self._session is not None:
            self._session.clocks.rest()
        self._session = session
        self._call_by_name()

    def _call_by_name(self) -> None:
        """Say the names of the uppermost screen that brings seats of its own, else those of the game at the table."""
        own = next((seats for screen in reversed(self._stack) if (seats := screen.named_seats())), ())
        seats = own or (self.people().seats(self._session.header) if self._session is not None else ())
        self.language.names = self.shown_names(seats)

    @property
    def backlight(self) -> Backlight:
        """The panel's light."""
        return self.stage.backlight

    def box(self, game: Game[Any]) -> Box:
        """The box of `game` with what the owner entered; what can't be, or is of facts long gone, is left aside."""
        self.look_again()
        said = self.settings.boxes.get(game.id, {})
        known = self._boxes.get(game.id)
        if known is None or known[0] is not said:
            known = self._boxes[game.id] = (said, owner_file.usable(game, said)[0])
        return known[1]

    def left_aside(self) -> tuple[Text, ...]:
        """What the owner said of boxes that can't be, in one sentence a game: it was changed by hand."""
        found: list[Text] = []
        for game in all_games() if self.settings.boxes else ():
            why = owner_file.usable(game, self.settings.boxes.get(game.id, {}))[1]
            if why:
                found.append(
                    T(
                        "The settings hold values for the box of {game} that can't be used. {why} They are left aside.",
                        game=game.title,
                        why=next(iter(why.values())),
                    )
                )
        return tuple(found)

    # settings

    def change(self, **values: Any) -> None:
        """Change settings, store them, and draw the screen accordingly. Raises InputError when they can't be stored."""
        before = self.settings
        self.keep(**values)
        now = self.settings
        if now.language != before.language:
            self.language = Language(now.language)
            self._call_by_name()
        self.stage.changed(before, now)

    def keep(self, **values: Any) -> None:
        """Store settings that change no picture but the one they are chosen on. Raises InputError; nothing is changed.

        Whoever is being held stays held: nothing is drawn anew.
        """
        self.look_again()
        now = config.changed(self.settings, **values)
        config.save(now, self.stage.data)
        self.settings, self._stored = now, config.mark(self.stage.data)

    def reload(self) -> None:
        """Take over all settings as they are stored now: they were brought from elsewhere."""
        before, mark, found = self.settings, config.mark(self.stage.data), config.glance(self.stage.data)
        if found is None:
            return
        self.settings, self._stored = found, mark
        self.language = Language(found.language)
        self._call_by_name()
        self.stage.changed(before, found)

    def look_again(self) -> None:
        """Take over what was done meanwhile outside this app, by the command line: boxes told of, a lock taken away."""
        mark = config.mark(self.stage.data)
        if mark is None or mark == self._stored:
            return
        self._stored = mark
        found = config.glance(self.stage.data)
        if found is not None:
            told = {"boxes": found.boxes, "lock": found.lock, "wrong_pins": found.wrong_pins}
            self.settings = msgspec.structs.replace(self.settings, **told)

    def own(self, game: Game[Any], values: Mapping[str, Any]) -> None:
        """Keep what the owner says of facts of the box of `game`; other keys are left out.

        Raises InputError for a box that can't be, and when it can't be stored; nothing has changed then.
        """
        mine = dict(self.box(game).overrides)
        said = {**mine, **{key: value for key, value in values.items() if key in game.box.facts}}
        if said != mine or any(key in self.settings.halfway.get(game.id, {}) for key in values):
            owner_file.check_values(game, said)
            self._own(game, said, values)

    def forget(self, game: Game[Any], keys: Collection[str]) -> None:
        """Take back what the owner said of these facts: they are as the box ships them again.

        Raises InputError when it can't be stored.
        """
        mine = dict(self.box(game).overrides)
        left = {key: value for key, value in mine.items() if key not in keys}
        if left != mine or any(key in self.settings.halfway.get(game.id, {}) for key in keys):
            self._own(game, left, keys)

    def _own(self, game: Game[Any], mine: Mapping[str, Any], settled: Collection[str]) -> None:
        """Store all owner's values of a box; the lists that are `settled` are no longer begun."""
        begun = {key: list(row) for key, row in self.settings.halfway.get(game.id, {}).items() if key not in settled}
        self.keep(boxes={**self.settings.boxes, game.id: dict(mine)}, halfway={**self.settings.halfway, game.id: begun})

    def kept(self, record: str) -> bool | None:
        """Whether what is told of the box in this game is kept for the next ones; None until that was said."""
        return self.settings.keeping.get(record)

    def say_kept(self, record: str, kept: bool) -> None:
        """Remember that answer, also after a restart. Raises InputError when it can't be stored."""
        others = [(key, value) for key, value in self.settings.keeping.items() if key != record]
        self.keep(keeping=dict([*others, (record, kept)][-config.MOST_KEEPING :]))

    def begun(self, game: Game[Any], key: str) -> list[Any] | None:
        """A list of the box survey that was begun and not finished, or None."""
        row = self.settings.halfway.get(game.id, {}).get(key)
        return None if row is None else list(row)

    def begin(self, game: Game[Any], key: str, row: list[Any]) -> None:
        """Keep a list of the box survey that is not finished yet. Raises InputError when it can't be stored."""
        begun = {**self.settings.halfway.get(game.id, {}), key: row}
        self.keep(halfway={**self.settings.halfway, game.id: begun})

    # the way

    @property
    def screen(self) -> Screen:
        """The screen that is shown. Raises IndexError before the first."""
        return self._stack[-1]

    def go(self, name: str, /, **args: Any) -> Screen:
        """Open the screen `name` over the present one; first the PIN is asked for where the lock keeps it."""
        screen = self._make(*self._free(name, args))
        if self._stack:
            self._stack[-1].leave()
        self._stack.append(screen)
        self._show(screen)
        return screen

    def replace(self, name: str, /, **args: Any) -> Screen:
        """Open the screen `name` in the place of the present one; the lock keeps it as in `go`."""
        screen = self._make(*self._free(name, args))
        self._stack.pop().leave()
        self._stack.append(screen)
        self._show(screen)
        return screen

    def back(self) -> None:
        """Return to the screen below; from the lowest one to Home."""
        if len(self._stack) < 2:
            self.home()
            return
        self._stack.pop().leave()
        self._show(self._stack[-1])

    def home(self) -> None:
        """Put the game at the table down and show Home alone."""
        self.session = None
        self.alone("home")

    def put_down(self) -> None:
        """Forget the game at the table and its screens, but for Home; those that the lock keeps stay open over it."""
        self.session = None
        over = next((i for i, screen in enumerate(self._stack) if screen.name in KEPT), len(self._stack) - 1)
        self._stack[:over] = [self._make("home", {})]

    def alone(self, name: str, /, **args: Any) -> None:
        """Open the screen `name` and forget all others."""
        screen = self._make(name, args)
        self._clear()
        self._stack.append(screen)
        self._show(screen)

    def _free(self, name: str, args: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        """The screen that opens when `name` is asked for."""
        return ("pin", {"screen": name, "args": args}) if self.lock.keeps(name) else (name, args)

    def _gone_dark(self) -> None:
        """Nobody has been here for long: with a lock, what it keeps is left, down to the screen it was opened from."""
        kept = [i for i, screen in enumerate(self._stack) if screen.name in KEPT or screen.name == "pin"]
        if not self.lock.set or not kept:
            return
        if kept[0] == 0:
            self.home()
            return
        self._stack[-1].leave()
        del self._stack[kept[0] :]
        self._show(self._stack[-1])

    def _show(self, screen: Screen) -> None:
        if not any(below.name in KEPT for below in self._stack):
            self.lock.shut()
        self._call_by_name()
        self.stage.show(screen)
        follow(self)
        self.lighting.show()
        self.club.show()

    def _clear(self) -> None:
        """Forget all screens; only the uppermost is shown and has something to leave."""
        if self._stack:
            self._stack[-1].leave()
        self._stack.clear()

    def play(self, session: Session) -> None:
        """Open the Table screen for `session`, straight over Home."""
        self.session = session
        table = self._make("table", {})
        self._clear()
        self._stack += [self._make("home", {}), table]
        self._show(table)

    def _make(self, name: str, args: Mapping[str, Any]) -> Screen:
        from companion.ui.screens import screen_class

        screen = screen_class(name)(self)
        screen.enter(**args)
        return screen

    def trouble(self, text: Text, button: Text | None = None, then: Callable[[], None] | None = None) -> None:
        """Say in the headline what went wrong, with one button: `button` does `then`, or returns to where one was."""
        self.go("trouble", text=text, button=button, then=then)

    def face(self, seat: str | None, wished: bool = False, surely: bool = False) -> None:
        """Turn the picture to the side of `seat` (None: upright), if the settings ask for it or it is `wished`.

        `surely`: whatever the settings say, and however often.
        """
        side = None
        if seat is not None and self._session is not None:
            side = next((s.side for s in self._session.header.seats if s.seat == seat), None)
        self.root.face(side, wished or surely, toggles=not surely)
