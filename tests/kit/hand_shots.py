"""Pictures of what buttons, tags and the knob do on the screen: in every game, with as many seats as it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from companion.config import Tagged
from companion.engine.game import Choice, Game
from companion.engine.header import Seat, new_id
from companion.engine.simulate import simulate
from companion.engine.text import Text
from companion.games import all_games
from companion.language import Language
from companion.table.journal import Journal
from companion.table.proposals import Arbiter, Ask, Play, Reading, Refuse
from companion.table.session import Session
from companion.ui.table import undoing
from hardware.device import SEAT_KEYS
from tests.kit.desk import Desk
from tests.kit.evening import NAMES, SIDES
from tests.kit.panel import FakePanel

Shots = Iterator[tuple[str, Callable[[Desk], None]]]
Then = Callable[[Desk], None]


class Found(NamedTuple):
    """A point of a game: after how many moves, and what is read there."""

    size: int
    session: Session
    n: int
    reading: Reading


class Points:
    """The points of some games of one kind at which the most is to be shown."""

    def __init__(self, journal: Journal, game: Game[Any]) -> None:
        self.journal, self.game = journal, game
        self.say = Language("en", NAMES).say
        self.found: dict[str, Found] = {}
        seats = game.colours[: game.seat_range[1]]
        for seed, box in (("hands 1", None), ("hands 2", game.practice)):
            record = simulate(game, seats, {}, seed, box).record
            chosen = tuple(Seat(seat, NAMES[seat], SIDES[i]) for i, seat in enumerate(seats))  # type: ignore[arg-type]
            header = msgspec.structs.replace(record.header, id=new_id(), seats=chosen, started="2026-03-14T18:00:00Z")
            session = Session.start(journal, game, header)
            for line in record.lines:
                self._look(session)
                session.play(line.move)

    def _look(self, session: Session) -> None:
        """What every seat's button and every tagged thing would do now."""
        arbiter, decision = Arbiter(session), session.decision
        arbiter.shown(0.0)
        things = self.game.things(session.box)
        readings = [Reading(f"seat{i + 1}", 1.0, seat=who) for i, who in enumerate(session.header.seat_ids)]
        for reading in (*readings, *(Reading("tag:thing", 1.0, thing=thing.id) for thing in things)):
            by = "seat" if reading.seat else "thing"
            match arbiter.judge(reading):
                case Play(choice=choice) if reading.seat and choice.consequence and not decision.forced:
                    self._note("first", len(self.say(choice.consequence)), session, reading)
                case Play(choice=choice) if not self._told(session, choice):
                    self._note("played", len(self._said(session, choice)), session, reading)
                case Refuse(why=why):
                    self._note(f"refused-{by}", len(self.say(why)), session, reading)
                case Ask(choices=choices):
                    self._note(f"which-{by}", len(choices), session, reading)
        if session.n:
            said = self.game.say_move(session.views[-2], session.lines[-1].move)
            self._note("agree", len(self.say(said)), session, Reading("", 0.0))
        lit = sum(len(choice.targets) for choice in decision.choices)
        if decision.private:
            self._note("private", len(decision.choices), session, Reading("", 0.0))
        elif lit:
            self._note("ring", lit, session, Reading("", 0.0))

    def _said(self, session: Session, choice: Choice) -> str:
        said: Text = self.game.say_move(session.view, choice.move)
        return self.say(said)

    def _told(self, session: Session, choice: Choice) -> bool:
        """Whether something is told after the move, so that no toast is seen."""
        events = self.game.play(session.state, choice.move).events
        return any(event.show or event.scoring is not None for event in events)

    def _note(self, name: str, size: int, session: Session, reading: Reading) -> None:
        if name not in self.found or size > self.found[name].size:
            self.found[name] = Found(size, session, session.n, reading)

    def standing(self, found: Found, then: Then) -> Then:
        """Opens the Table screen at this point with a panel beside it, and does something."""

        def show(table: Desk) -> None:
            part = Session.start(self.journal, self.game, msgspec.structs.replace(found.session.header, id=new_id()))
            for line in found.session.lines[: found.n]:
                part.play(line.move)
            with_panel(table)
            tags = {"thing": Tagged(game=self.game.id, thing=found.reading.thing)} if found.reading.thing else {}
            table.context.keep(tags=tags)
            table.context.play(Session.look_at(self.journal, part.header.id))
            table.ui.frames(4)
            then(table)

        return show


def with_panel(table: Desk) -> FakePanel:
    """A panel with everything, and nothing else."""
    table.context.devices.hub.close()
    table.context.upkeep.fleet = None
    table.context.keep(panel="", buttons={}, tags={})
    panel = FakePanel(table.ui.now)
    table.context.devices.hub.add(panel)
    table.ui.frames(2)
    return panel


def hand(table: Desk) -> Any:
    """The panel that is plugged in."""
    return table.context.devices.hub.device("panel")


def rest(table: Desk) -> None:
    """Some time passes."""
    table.ui.wait(0.4)


def read(reading: Reading) -> Then:
    """The button of a seat is pressed, or the thing is held to the reader."""

    def act(table: Desk) -> None:
        rest(table)
        if reading.seat:
            key = next(k for k in SEAT_KEYS if table.context.devices.seat_of(k) == reading.seat)
            hand(table).press(key)
            table.ui.frames(3)
            hand(table).release(key)
        else:
            hand(table).read("thing")
        table.ui.frames(3)
        table.ui.wait(0.6)

    return act


def turned(steps: int) -> Then:
    """The knob is turned by so many detents."""

    def act(table: Desk) -> None:
        for _ in range(abs(steps)):
            table.ui.ahead += 0.2
            hand(table).turn(1 if steps > 0 else -1)
            table.ui.frames(2)

    return act


def agreement(table: Desk) -> None:
    """All seats are asked whether they agree; two of them hold their buttons."""
    undoing.undo_together(table.screen)
    table.ui.frames(3)
    for key in SEAT_KEYS[: min(2, len(table.screen.state.seats) - 1)]:
        hand(table).press(key)
    table.ui.frames(3)


def on_tool(table: Desk) -> None:
    """The ring stands on a tool."""
    assert table.context.root.focus.stand_at(table.screen.tools.button("rules"))
    table.ui.frames(2)


def on_menu(table: Desk) -> None:
    """The ring stands on the last thing in its order."""
    turned(1)(table)
    focus = table.context.root.focus
    assert focus.stand_at(focus.spots()[-1].widget)
    table.ui.frames(2)


def held(table: Desk) -> None:
    """A seat holds its button, sees what is its own, and turns the knob."""
    rest(table)
    who = table.context.session.decision.seats[0]
    key = next(k for k in SEAT_KEYS if table.context.devices.seat_of(k) == who)
    hand(table).press(key)
    table.ui.wait(0.8)
    turned(1)(table)


def hand_shots(journal: Journal) -> Shots:
    """Every picture: its name, and what opens it from Home."""
    for game in all_games():
        points = Points(journal, game)
        for name, found in points.found.items():
            if name == "ring":
                yield f"hand-{game.id}-ring", points.standing(found, turned(1))
                yield f"hand-{game.id}-ring-back", points.standing(found, turned(-1))
                yield f"hand-{game.id}-ring-tool", points.standing(found, on_tool)
                yield f"hand-{game.id}-ring-menu", points.standing(found, on_menu)
            elif name == "agree":
                yield f"hand-{game.id}-agree", points.standing(found, agreement)
            elif name == "private":
                yield f"hand-{game.id}-held", points.standing(found, held)
                yield f"hand-{game.id}-covered", points.standing(found, turned(1))
            else:
                yield f"hand-{game.id}-{name}", points.standing(found, read(found.reading))
