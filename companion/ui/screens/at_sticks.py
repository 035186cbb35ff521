"""A page that does something with the stick that is plugged in: it looks for sticks, works, and lets go of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kivy.clock import Clock

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.ui.errand import Errand
from companion.ui.lettering import strange
from companion.ui.screens.at_work import AtWork
from hardware import sticks
from hardware.sticks import Stick

R = TypeVar("R")
LOOK_S = 2.0
"""Seconds between two looks at what is plugged in."""


def demand_in(stick: Stick) -> None:
    """Raises InputError where the stick was pulled out meanwhile: its folder is this machine's own then, or nobody's.

    Raises OSError where that can't be looked at.
    """
    if stick.path not in [one.path for one in sticks.sticks()]:
        raise InputError(
            T(
                "The stick “{name}” is not in any more. Nothing on this machine has changed. Plug it in and try again.",
                name=strange(stick.name),
            )
        )


def from_stick(stick: Stick, act: Callable[[], R]) -> R:
    """What `act` gives; where it fails and the stick is gone, that is the reason. Raises InputError, OSError."""
    try:
        return act()
    except InputError:
        demand_in(stick)
        raise


def onto_stick(stick: Stick, act: Callable[[], R]) -> R:
    """What `act`, writing onto the stick, gives; the stick is in before and after it. Raises InputError, OSError."""
    demand_in(stick)
    done = from_stick(stick, act)
    demand_in(stick)
    return done


class AtSticks(AtWork):
    """`found`: the sticks; `path`: that of the chosen one ("": none); `told`: what came of the last errand."""

    def enter(self, *_: Any, **__: Any) -> None:
        self.found: tuple[Stick, ...] = ()
        self.path = ""
        self.told: Text | None = None
        self.colour = "sand"
        self.doing: Text = T("One moment …")

    @property
    def chosen(self) -> Stick | None:
        """The stick that something is done with."""
        return next((stick for stick in self.found if stick.path == self.path), None)

    # what is plugged in

    def watch(self) -> None:
        """Look what is plugged in, now and again and again; called by `build`."""
        self.look()
        if self._clock is None:
            self._clock = Clock.schedule_interval(self._again, LOOK_S)

    def look(self) -> None:
        """Look what is plugged in now. Where the chosen stick has gone, another one is chosen."""
        try:
            self.found = sticks.sticks()
        except OSError as error:
            self.found = ()
            self.tell(T("The sticks can't be looked at ({detail}).", detail=error.strerror or str(error)), "warn")
        if self.chosen is None:
            self.path = self.found[0].path if self.found else ""

    def _again(self, _: float) -> None:
        if self.get_root_window() is None:
            self.leave()
            return
        if self.busy:
            self.show_share()
            return
        before = self.found
        self.look()
        if [(one.path, one.read_only) for one in before] != [(one.path, one.read_only) for one in self.found]:
            self.relayout()

    # acting

    def tell(self, text: Text, colour: str = "sand") -> None:
        """Have this said when the page is drawn next."""
        self.told, self.colour = text, colour

    def start(self, working: Text, errand: Errand) -> None:
        """Say that `errand` is under way."""
        self.doing, self.errand, self.told = working, errand, None
        self.relayout()

    def ended(self, text: Text, colour: str) -> None:
        """Say what came of it."""
        self.tell(text, colour)
        if self.context.screen is self:
            self.relayout()

    def failed(self, text: Text) -> None:
        """Say why nothing came of it."""
        self.ended(text, "bad")

    def take_out(self) -> None:
        """Let go of the chosen stick, so that it may be pulled out."""
        stick = self.chosen
        if stick is None or self.busy:
            return
        errand = Errand(lambda _: sticks.let_go(stick), lambda why: self._out(why, stick), self.failed)
        self.start(T("All is being written to the stick. Leave it in."), errand)

    def _out(self, why: Text | None, stick: Stick) -> None:
        if why is not None:
            self.ended(why, "bad")
        else:
            self.ended(T("The stick “{name}” may be pulled out now.", name=strange(stick.name)), "good")
