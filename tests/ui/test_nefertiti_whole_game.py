"""A whole game of Nefertiti for four with fingers on the practice board, and a beginning with an unknown box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.games.nefertiti import GAME
from companion.games.nefertiti.moves import Closes, Icons, Lay, NewSquare, Number, Place
from companion.games.nefertiti.state import Nefertiti
from companion.table.session import Session
from tests.kit.sitting import Sitting, header_of

pytestmark = pytest.mark.slow

FOUR = ("green", "red", "blue", "black")
ACTS = {
    "place": 1, "coins": 1, "close": 0, "pay": 1, "take": 1, "seal": 1, "half": 1, "shift": 2, "lay": 1, "open": 1,
    "character": 2, "roll": 1, "power": 1,
}  # fmt: skip
"""Physical acts at the table behind an event, by the first word of its kind. Handing on the ankh is one more a turn;
servants that go home are one a servant."""


class Taps:
    """Counts the taps and the physical acts of a sitting."""

    def __init__(self, table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = table
        self.taps = 0
        self.acts = 0
        self.by_step: Counter[str] = Counter()
        self.steps: Counter[str] = Counter()
        tap = table.ui.tap

        def counted(spot: Any) -> None:
            self.taps += 1
            tap(spot)

        monkeypatch.setattr(table.ui, "tap", counted)

    def make(self, move: Any) -> None:
        """Make a move by touch, and count what it took and what people did for it."""
        session = self.table.session
        before, step, taps = session.state, session.decision.id, self.taps
        self.table.screen.taps.forget()
        self.table.make(move)
        self.table.settle()
        self.steps[step] += 1
        self.by_step[step] += self.taps - taps
        self.acts += acts_of(before, session.state, session.results[-1].events)

    @property
    def worst(self) -> str:
        """The step that takes most taps each."""
        return max(self.steps, key=lambda step: self.by_step[step] / self.steps[step])

    def told(self) -> str:
        """The counts in words, for whoever looks at the log of the tests."""
        each = ", ".join(f"{step} {self.by_step[step] / n:.1f} x {n}" for step, n in self.steps.most_common())
        return f"{self.taps} taps for {self.acts} acts ({self.taps / self.acts:.2f} each; {each})"


def acts_of(before: Nefertiti, after: Nefertiti, events: tuple[Any, ...]) -> int:
    """What hands did on the real table in this move."""
    acts = sum(ACTS.get(event.kind.partition(".")[0], 0) for event in events)
    acts += max(len(before.servants) - len(after.servants), 0)
    return acts + (before.turn != after.turn)


def begin(table: Sitting, seats: tuple[str, ...], seed: str, practice: bool) -> Any:
    """A game whose cards and dice come from a dealer; it ends with Akhenaton."""
    box = GAME.practice if practice else GAME.box
    options = {"end_mode": "IMMEDIATE"}
    dealer = GAME.dealer(seats, GAME.resolve(options), Draw(seed), box)
    header = header_of(GAME, seats, options, setup=dealer.setup, seed=seed)
    header = msgspec.structs.replace(header, practice=practice)
    table.context.play(Session.start(table.context.journal, GAME, header))
    table.ui.frames(3)
    return dealer


def test_four_play_a_whole_game_on_the_practice_board(
    table: Sitting, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    dealer = begin(table, FOUR, "evening", practice=True)
    taps = Taps(table, monkeypatch)
    while table.session.outcome is None:
        move = dealer.choose(table.session.state)
        before = table.session.state
        if any(choice.move == move for choice in table.session.decision.choices):
            taps.make(move)
        else:
            table.session.play(move)
            table.screen.dismiss()
        assert not dealer.witness(move, before, table.session.state, table.session.results[-1].events)
    table.ui.until(lambda: (table.settle(), table.screen.name == "result")[1])
    assert not dealer.verdict(table.session.state)
    assert taps.steps["lay"] > 30
    assert taps.steps["place"] > 15
    record_property("counted", f"Nefertiti, four players: {taps.told()}; worst: {taps.worst}")
    assert taps.taps < taps.acts, taps.told()


def test_a_box_nobody_has_described_is_told_while_it_is_played(table: Sitting) -> None:
    begin(table, FOUR, "unknown", practice=False)
    for gift in ("gold", "chair", "harp", "mirror") * 3:
        table.make(Lay("table", gift))
    first = table.session.decision.seats[0]
    half = table.session.state.visible["GIZ"]
    table.make(NewSquare(first, "GIZ"))
    table.make(Number("table" if not table.session.decision.seats else first, 7))
    table.make(Icons("table" if not table.session.decision.seats else first, "COIN"))
    table.settle()
    state = table.session.state
    assert state.money[first] == GAME.new(FOUR, GAME.resolve({}), dealer_setup(table), GAME.box).money[first] + 1
    assert GAME.learned(state)[f"half.{half}.squares"][0]["bid"] == 7
    assert table.shows("Closes now")
    table.make(Closes("table", "GIZ"))
    table.settle()
    assert table.session.state.closing is not None
    assert table.session.decision.seats == (first,)


def dealer_setup(table: Sitting) -> Any:
    return msgspec.convert(table.session.header.setup, GAME.setup_type)


def test_the_next_servant_can_stand_on_a_square_told_before(table: Sitting) -> None:
    begin(table, FOUR, "unknown", practice=False)
    for gift in ("gold", "chair", "harp", "mirror") * 3:
        table.make(Lay("table", gift))
    one = table.session.decision.seats[0]
    by = one
    for move in (NewSquare(one, "GIZ"), Number(by, 3), Icons(by, "none")):
        table.make(move)
    two = table.session.decision.seats[0]
    assert two != one
    table.settle()
    taken = next(iter(table.session.state.servants)).square
    table.tap_target(f"square:{taken}")
    assert table.screen.headline.refusal
    assert f"square:{taken}" in table.screen.board.signs.refused
    assert table.shows("Nothing has changed.")
    assert not any(isinstance(choice.move, Place) for choice in table.session.decision.choices)
