"""The club: the way to its broker, whether this table tells anything, and a try of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from companion.club import way as ways
from companion.club.topics import MAX_CLUB, new_table_id
from companion.club.trial import let_in, trial
from companion.club.way import READ_BY_ALL, Way
from companion.device_words import state_word
from companion.engine.errors import InputError
from companion.engine.header import MAX_NAME
from companion.engine.text import T, Text
from companion.ui import errand, fit
from companion.ui.club import DEVICE, NO_NETWORK
from companion.ui.rows import Caption, FactRow, Ground, WayRow
from companion.ui.screens.base import Screen
from companion.ui.screens.settings import SettingRow
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.choice import Choice
from companion.ui.widgets.device_sign import STATES
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware import network

SENT = T(
    "The club gets what everybody at this table may see: names, points, round, whose turn it is, and how the games of "
    "this evening ended. Hidden cards, moves, notes and what is entered here never leave."
)
FOOT = {False: 84.0, True: 168.0}


class ClubScreen(Screen):
    """Every change is stored at once; the table goes the new way a moment later. Nothing is told before it is on."""

    name: ClassVar[str] = "club"

    def enter(self) -> None:
        self.offset = 0.0
        self.told: tuple[Text, str] | None = None
        self.trial: errand.Errand | None = None

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Club")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.rows: dict[str, Any] = {}
        self.choices: dict[str, Choice] = {}
        self.way, fault = self._load()
        self._state(fault)
        self._fill(self.way or ways.changed(None, on=False))
        width = frame.w - 16
        rows = [(row, row.height_for(width) if hasattr(row, "height_for") else 62.0) for row in self.rows.values()]
        self.list = self.put(ScrollList(gap=6), 8, 64, width, frame.h - 64 - FOOT[frame.portrait])
        self.list.set_rows(rows)
        self.list.offset = min(self.offset, self.list.reach)
        self._foot()

    def _load(self) -> tuple[Way | None, Text | None]:
        try:
            return ways.load(self.context.stage.data), None
        except InputError as error:
            return None, error.text

    # rows

    def _state(self, fault: Text | None) -> None:
        club = self.context.club
        if fault is not None:
            self._told(fault, "warn")
        elif self.way is None or not self.way.on:
            self._told(T("The club is told nothing."))
        elif not self.way.host:
            self._told(T("Name the broker first."))
        else:
            good = T("The club “{club}” is told how this table stands.", club=self.way.club)
            row = self._told(good if club.state == "ready" else club.trouble or T("The broker is being called …"))
            row.note, row.note_colour = self.say(state_word(club.state)), STATES[club.state]

    def _told(self, words: Text, icon: str = "club") -> FactRow:
        """The row that says how it stands, and what is told."""
        row = self.rows["state"] = FactRow(title=self.say(words), detail=self.say(SENT), icon=icon)
        return row

    def _fill(self, way: Way) -> None:
        self._choice("on", T("Tell the club"), ((True, T("On")), (False, T("Off"))), way.on)
        self._lead("host", T("Broker"), way.host or "–", self._host)
        usual = T("{n} (the usual one)", n=way.door)
        self._lead("port", T("Port"), str(way.port) if way.port else usual, self._port)
        self._choice("tls", T("Encrypted (TLS)"), ((True, T("Yes")), (False, T("No"))), way.tls)
        if way.tls:
            kind = T("Own, from a file") if way.ca else T("Of the system")
            self._lead("ca", T("Trusted certificates"), kind, self._certificates)
        self._lead("user", T("User"), way.user or "–", self._user)
        secret = T("set") if way.password else T("not set")
        self._lead("password", T("Password"), secret, self._password)
        if way.password and not way.tls:
            self.rows["for_all"] = FactRow(title=self.say(READ_BY_ALL), icon="warn")
        self._lead(
            "club", T("Name of the club"), way.club, partial(self._name, "club", T("Name of the club"), way.club)
        )
        title = T("Name of this table")
        self._lead("table", title, way.table or "–", partial(self._name, "table", title, way.table))
        on = ((True, T("Yes")), (False, T("No")))
        self._choice("home_assistant", T("Tell Home Assistant"), on, way.home_assistant)
        if self.way is not None:
            self._lead("id", T("Id of this table"), f"{way.table_id[:6]}…", self._another_id)

    def _lead(self, key: str, title: Text, value: Text | str, then: Callable[[], Any]) -> None:
        row = self.rows[key] = WayRow(title=self.say(title), value=self.say(value), guard=True)
        row.bind(on_release=lambda _: then())

    def _choice(self, key: str, title: Text, values: tuple[tuple[bool, Text], ...], now: bool) -> None:
        known = [value for value, _ in values]
        choice = Choice([self.say(text) for _, text in values], chosen=known.index(now))
        choice.bind(on_choose=lambda _, i: self._change(**{key: known[i]}))
        self.choices[key] = choice
        self.rows[key] = SettingRow(self.say(title), choice)

    # changing

    def _change(self, **values: Any) -> None:
        """Store it. What is set first tells nobody anything before it is switched on."""
        if self.way is None:
            values.setdefault("on", False)
        try:
            ways.change(self.context.stage.data, **values)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.told = None
        self.context.club.changed()
        if self.context.screen is self:
            self.offset = self.list.offset
            self.relayout()

    def _kept(self, **values: Any) -> None:
        """Typed on a screen of its own: return, and store it."""
        self.context.back()
        self._change(**values)

    def _host(self) -> None:
        hint = T("Name or address of the computer with the broker, as club.local or 192.168.1.20.")
        now = self.way.host if self.way is not None else ""
        self.context.go(
            "club_entry", title=T("Broker"), hint=hint, value=now, done=lambda typed: self._kept(host=typed.strip())
        )

    def _port(self) -> None:
        reason = T("0 is the usual one: 1883, with TLS 8883.")
        now = self.way.port if self.way is not None else 0
        self.context.go(
            "number", title=T("Port"), reason=reason, low=0, high=65_535, value=now, done=lambda n: self._kept(port=n)
        )

    def _certificates(self) -> None:
        own = self.way is not None and bool(self.way.ca)
        self.context.go("club_ca", own=own, done=lambda text: self._kept(ca=text))

    def _user(self) -> None:
        hint = T("The user name at the broker. Nothing typed: none.")
        now = self.way.user if self.way is not None else ""
        self.context.go(
            "club_entry", title=T("User"), hint=hint, value=now, longest=200, done=lambda typed: self._kept(user=typed)
        )

    def _password(self) -> None:
        hint = T("It is kept on this device alone and never shown. Nothing typed: none.")
        self.context.go(
            "club_entry", title=T("Password"), hint=hint, hidden=True, done=lambda typed: self._kept(password=typed)
        )

    def _name(self, key: str, title: Text, now: str) -> None:
        most = {"club": MAX_CLUB, "table": MAX_NAME}[key]
        self.context.go(
            "name_entry", title=title, name=now, longest=most, done=lambda typed: self._kept(**{key: typed})
        )

    def _another_id(self) -> None:
        dialog = Dialog(
            title=self.say(T("Give this table another id?")),
            text=self.say(
                T(
                    "Two devices that were made from one card have the same id and push each other out: give one of "
                    "them another. For the club it is a new table then; the games here stay as they are."
                )
            ),
            safe_label=self.say(T("Cancel")),
            action_label=self.say(T("Another id")),
            kind="primary",
        )
        dialog.bind(on_action=lambda *_: self._change(table_id=new_table_id()))
        dialog.open(self.context.root)

    # trying

    @property
    def trying(self) -> bool:
        """Whether the broker is being called just now."""
        return self.trial is not None and self.trial.running

    def _foot(self) -> None:
        frame = self.frame
        # What the list has scrolled below its edge is not behind the words here.
        self.put(Ground("ground"), 0, frame.h - FOOT[frame.portrait] + 4, frame.w, FOOT[frame.portrait] - 4)
        ready = self.way is not None and bool(self.way.host) and not self.trying
        self.button = PushButton(text=self.say(T("Try it")), kind="primary" if ready else "off", guard=True)
        if ready:
            self.button.bind(on_release=lambda _: self.try_it())
        wide = 220.0 if not frame.portrait else frame.w - 16
        self.put(self.button, frame.w - 8 - wide, frame.h - 68, wide, 60)
        words, colour = self.told or (T("The broker is being called …"), "sand")
        if self.told is None and not self.trying:
            return
        area = (16.0, frame.h - 76, frame.w - wide - 40, 72.0)
        if frame.portrait:
            area = (16.0, frame.h - 164, frame.w - 32, 90.0)
        said = self.say(words)
        style = "body" if fit.wrapped(said, "body", area[2], None, frame).height <= area[3] else "small"
        self.put(Caption(said, style, colour, lines=4), *area)

    def try_it(self) -> None:
        """Call the broker once, and say what happened. Nothing is told to anybody by it."""
        way = self.way
        if way is None or self.trying:
            return
        self.told = None
        self.trial = errand.run(
            lambda: NO_NETWORK if network.is_shut() else trial(way), lambda why: self._tried(way, why)
        )
        self.offset = self.list.offset
        self.relayout()

    def _tried(self, way: Way, why: Text | None) -> None:
        if self.context.screen is not self:
            return
        self.told = (let_in(way), "good") if why is None else (why, "bad")
        self.offset = self.list.offset
        self.relayout()

    def device_changed(self, device: str) -> None:
        if device == DEVICE:
            self.offset = self.list.offset
            self.relayout()
