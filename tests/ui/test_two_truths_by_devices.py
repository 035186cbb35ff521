"""Two games that differ in what nobody has seen, under the same blind hands: no device, word or file tells them apart.

Lamps and sounds are held against each other with their order and their frame, so that no moment tells anything either.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator, Mapping
from math import ceil
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from kivy.clock import Clock

from companion.config import Tagged
from companion.engine.game import Game, Move
from companion.engine.header import Header
from companion.games.egizia import GAME as EGIZIA
from companion.table import lamps as lamps_of_seats
from companion.table.session import Session
from companion.ui import lighting
from hardware.device import SEAT_KEYS, Lamp, Sound
from tests.generic.tables import Table, play
from tests.generic.test_twins import forked
from tests.kit import inspect
from tests.kit import ui as screen
from tests.kit.panel import FakePanel
from tests.kit.sitting import Sitting
from tests.kit.toy import shaft_game, shaft_installed
from tests.kit.ui import UI

ACTS = 32
FRAME_S = 1 / 64
DEALT = {"draw_sphinx": "app"}
Act = tuple[str, Any, float]


class Truth(NamedTuple):
    """A game up to the secret: its record so far."""

    game: Game[Any]
    header: Header
    moves: list[Move]


class Told(NamedTuple):
    """What has left the app by a moment. words, ring: none while a seat looks at what is its own."""

    act: Act
    heard: tuple[Any, ...]
    words: list[str]
    ring: Any
    screen: str
    n: int
    settings: bytes


class Note(list[Any]):
    """What comes out, with the frame in which it does."""

    def __init__(self, ui: UI) -> None:
        super().__init__()
        self.ui, self.since = ui, ui.ahead

    def say(self, *what: Any) -> None:
        self.append(((self.ui.ahead - self.since) / FRAME_S, *what))


class Written(logging.Handler):
    """Everything that Python's logging is given."""

    def __init__(self, note: Note) -> None:
        super().__init__(0)
        self.note = note

    def emit(self, record: logging.LogRecord) -> None:
        self.note.say("log", record.name, record.getMessage())


class HeardPanel(FakePanel):
    """A panel whose lamps and sounds are noted in the order they come."""

    note: Note

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        self.note.say("lamps", dict(lamps))
        super().light(lamps)

    def sound(self, sound: Sound) -> None:
        self.note.say("sound", sound)
        super().sound(sound)


def blind(seed: str, things: list[str]) -> Iterator[Act]:
    """What hands do that can't see: buttons short and long, the knob, tags; some while a seat's button is down."""
    draw = random.Random(seed)
    for _ in range(ACTS):
        kind = draw.choices(("seat", "turn", "push", "next", "undo", "tag", "unseen"), (25, 25, 20, 6, 4, 12, 12))[0]
        if kind == "seat":
            yield "press", draw.choice(SEAT_KEYS[:4]), draw.choice((0.05, 0.8))
        elif kind == "turn":
            yield "turn", draw.choice((1, 2, 3, -1, -2)), 0.0
        elif kind == "push":
            yield "press", draw.choice(("push", "confirm")), draw.choice((0.05, 0.8))
        elif kind == "tag":
            yield "tag", draw.choice(things) if things else "no such tag", 0.0
        elif kind == "unseen":
            key = draw.choice(SEAT_KEYS[:2])
            yield "down", key, 0.0
            yield "turn", draw.choice((1, 2, 3)), 0.0
            yield "press", "push", 0.05
            yield "up", key, 0.0
        else:
            yield "press", kind, 0.05


def told(ui: UI, folder: Path, truth: Truth, seed: str) -> list[tuple[Told, bytes]]:
    """All that leaves the app under blind hands, and beside it what everybody may know by then."""
    game = truth.game
    things = [thing.id for thing in game.things(game.practice or game.box)][::5]
    sitting = Sitting(ui, folder)
    note = Note(ui)
    root, written = logging.getLogger(), Written(note)
    before = root.level
    root.addHandler(written)
    root.setLevel(1)
    try:
        context = sitting.context
        context.change(sound="on", tags={thing: Tagged(game=game.id, thing=thing) for thing in things})
        session = Session.start(context.journal, game, truth.header)
        for move in truth.moves:
            session.play(move)
        panel = HeardPanel(ui.now)
        panel.note = note
        context.devices.hub.add(panel)
        context.play(session)
        ui.frames(4)
        return [found for act in blind(seed, things) if (found := _after(sitting, panel, act)) is not None]
    finally:
        root.removeHandler(written)
        root.setLevel(before)
        ui.clear()
        sitting.close()


def _after(sitting: Sitting, panel: HeardPanel, act: Act) -> tuple[Told, bytes] | None:
    """Do one thing; what has come of it. None once the game was left."""
    ui, context = sitting.ui, sitting.context
    ui.ahead += 20 * FRAME_S
    kind, what, long = act
    match kind:
        case "turn":
            panel.turn(what)
        case "tag":
            panel.read(what)
        case "up":
            panel.release(what)
        case _:
            panel.press(what)
    if kind == "press":
        ui.wait(long)
        panel.release(what)
    ui.frames(3)
    if context.session is None:
        return None
    unseen = context.screen.name == "privacy" and context.screen.circle.held
    spot = context.root.focus.spot
    ring = None if unseen or spot is None else (spot.target, type(spot.widget).__name__)
    heard, panel.note[:] = tuple(panel.note), []
    words, settings = [] if unseen else inspect.texts(), (sitting.app.data / "settings.json").read_bytes()
    found = Told(act, heard, words, ring, context.screen.name, context.session.n, settings)
    return found, context.session.view.fingerprint()


def told_apart(ui: UI, folder: Path, truths: tuple[Truth, Truth], seed: str) -> list[str]:
    """What told the two games apart before a move did that everybody saw."""
    one, other = (told(ui, folder / str(i), truth, seed) for i, truth in enumerate(truths))
    for (mine, known), (theirs, known_there) in zip(one, other, strict=False):
        if known != known_there:
            break
        if mine != theirs:
            return [f"{mine.act}: {name}" for name in Told._fields if getattr(mine, name) != getattr(theirs, name)]
    return []


def dealt_by_the_app(at: int) -> tuple[Truth, Truth]:
    """Egizia after `at` moves, with another Sphinx card dealt to each."""
    both = forked(Table(EGIZIA, ("blue", "red"), DEALT, "dealt", EGIZIA.practice), f"by devices {at}", at)
    assert both is not None and both.one.state.fingerprint() != both.other.state.fingerprint()
    one, other = (Truth(EGIZIA, side.header, [line.move for line in side.lines]) for side in both)
    return one, other


def chosen_unseen(game: Game[Any], seats: tuple[str, ...]) -> tuple[Truth, Truth]:
    """A game after the first choice that one seat made unseen, made otherwise."""
    of = play(Table(game, seats, {}, game.id, None if game.id == "shaft" else game.practice), f"{game.id} secrets")[1]
    for n, state in enumerate(of.states[:-1]):
        known: dict[bytes, tuple[Move, bytes]] = {}
        for move in list(game.legal_moves(state))[:6]:
            after = game.play(state, move).state
            first, print_of = known.setdefault(game.view(after, None).fingerprint(), (move, after.fingerprint()))
            if print_of != after.fingerprint():
                one, other = (Truth(game, of.record.header, [*of.moves[:n], last]) for last in (first, move))
                return one, other
    raise AssertionError("nothing is chosen unseen")


@pytest.fixture(autouse=True)
def steady(ui: UI, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes by frames alone, so that it is the same for both."""
    # Frames of a power of two add up without rounding, however long the clock has run.
    ui.ahead, begun = float(ceil(ui.ahead)), float(ceil(Clock.time() - ui.ahead))
    monkeypatch.setattr(screen, "FRAME_S", FRAME_S)
    monkeypatch.setattr(screen, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(Clock, "time", lambda: begun + ui.ahead)


@pytest.mark.parametrize("at", [0, 60])
def test_what_was_dealt_face_down_leaves_by_no_device(ui: UI, tmp_path: Path, at: int) -> None:
    assert told_apart(ui, tmp_path, dealt_by_the_app(at), f"hands {at}") == []


def test_what_was_chosen_unseen_leaves_by_no_device(ui: UI, tmp_path: Path) -> None:
    assert told_apart(ui, tmp_path, chosen_unseen(EGIZIA, ("blue", "red")), "hands") == []


def test_a_lamp_that_tells_a_secret_is_found(ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with shaft_installed():
        truths = chosen_unseen(shaft_game(), ("red", "blue"))
        assert told_apart(ui, tmp_path / "fair", truths, "hands") == []

        def telling(seats: Any, decision: Any, *more: Any) -> dict[str, Lamp]:
            deep = next(iter(sitting_of[0].state.digs.values()), 0)
            return {**lamps_of_seats.lamps(seats, decision, *more), **({"red": "on"} if deep == 1 else {})}

        sitting_of: list[Session] = []
        start = Session.start

        def begin(*how: Any) -> Session:
            sitting_of[:] = [start(*how)]
            return sitting_of[0]

        monkeypatch.setattr(Session, "start", begin)
        monkeypatch.setattr(lighting, "lamps", telling)
        (found, *_) = told_apart(ui, tmp_path / "telling", truths, "hands")
        assert found.endswith(": heard")
