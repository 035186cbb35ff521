"""Lamps and sounds follow what is stored: whose turn it is, who won, nothing outside a game, nothing of a secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.text import T
from companion.games.aton import GAME
from companion.games.aton.moves import Ready, Reveal
from companion.table.errors import JournalError
from companion.ui.lighting import is_quiet
from companion.ui.table.trouble import TroublePanel
from hardware.device import Pressed
from tests.kit.aton_games import SEATS, dealt, row
from tests.kit.fake_box import Hands
from tests.kit.sitting import Sitting
from tests.kit.toy import shaft_installed
from tests.kit.ui import UI


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(ui, tmp_path)
    yield sitting
    sitting.close()


@pytest.fixture
def hands(table: Sitting) -> Hands:
    return Hands(table.ui, table.context)


def test_lamps_are_off_outside_a_game(table: Sitting, hands: Hands) -> None:
    assert hands.box.lit == {}
    table.start(GAME, list(SEATS))
    assert hands.box.lit == {"seat1": "blink", "seat2": "blink"}
    table.context.home()
    assert hands.box.lit == {}


def test_who_still_chooses_unseen_blinks_and_who_is_ready_stays_on(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS))
    hands.press("seat2")
    assert hands.box.lit == {"seat1": "blink", "seat2": "on"}


def test_the_seat_that_must_choose_blinks_and_the_other_is_dark(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), dealt(lambda d: d.id == "place" and not d.forced))
    due = {"red": "seat1", "blue": "seat2"}[table.session.decision.seats[0]]
    other = {"seat1": "seat2", "seat2": "seat1"}[due]
    assert hands.box.lit == {due: "blink", other: "off"}


def test_where_there_is_one_way_only_the_lamp_is_still(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), dealt(lambda d: d.forced and len(d.seats) == 1))
    due = {"red": "seat1", "blue": "seat2"}[table.session.decision.seats[0]]
    assert hands.box.lit[due] == "on"


def test_all_lamps_are_on_while_it_is_scored(table: Sitting, hands: Hands) -> None:
    screen = table.start(GAME, list(SEATS), dealt(lambda d: d.id == "cards", 60))
    scores = next(e.scoring for r in table.session.results for e in r.events if e.scoring and e.scoring.lines)
    table.context.go("scoring", scores=scores, only_if=True)
    assert hands.box.lit == {"seat1": "blink", "seat2": "blink"}, "what is only looked at is no scoring"
    table.context.back()
    table.context.go("scoring", scores=scores)
    assert hands.box.lit == {"seat1": "on", "seat2": "on"}
    table.context.back()
    assert table.screen is screen and hands.box.lit == {"seat1": "blink", "seat2": "blink"}


def test_at_the_end_the_winners_lamp_is_on_and_buttons_do_nothing(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), dealt(lambda d: d.id == "over"))
    table.ui.frames(3)
    session = table.session
    assert session.outcome is not None
    won = {"red": "seat1", "blue": "seat2"}[session.outcome.winners[0]]
    assert hands.box.lit[won] == "on" and list(hands.box.lit.values()).count("on") == 1
    n = session.n
    hands.press("seat1")
    assert session.n == n


def test_the_lamp_of_a_seat_is_the_one_beside_its_button(table: Sitting, hands: Hands) -> None:
    table.context.change(buttons={"seat6": "red"})
    table.start(GAME, list(SEATS))
    hands.press("seat6")
    assert hands.box.lit == {"seat6": "on", "seat1": "blink"}


def test_a_box_that_is_plugged_in_later_shows_the_same(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), [Ready("red")])
    late = Hands(table.ui, table.context, "serial:other")
    assert late.box.lit == hands.box.lit == {"seat1": "on", "seat2": "blink"}


def test_a_choice_made_unseen_changes_no_lamp_and_makes_no_sound(ui: UI, tmp_path: Path) -> None:
    with shaft_installed() as game:
        table = Sitting(ui, tmp_path)
        table.start(game, ["red", "blue"])
        hands = Hands(ui, table.context)
        told = []
        for depth in (0, 2):
            table.start(game, ["red", "blue"])
            hands.box.told.clear()
            table.session.play(table.session.decision.choices[depth].move)
            table.screen.refresh()
            told.append(list(hands.box.told))
        assert told[0] == told[1] and hands.heard() == []
        table.close()


def test_lamps_follow_a_move_that_is_taken_back(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS))
    before = dict(hands.box.lit)
    hands.press("seat1")
    assert hands.box.lit != before
    table.screen.undo()
    assert table.session.n == 0 and hands.box.lit == before


# sounds


def test_nothing_is_lit_or_heard_of_a_move_that_could_not_be_stored(
    table: Sitting, hands: Hands, monkeypatch: Any
) -> None:
    table.start(GAME, list(SEATS))

    def full(*_: Any, **__: Any) -> Any:
        raise JournalError(T("The disk is full."))

    monkeypatch.setattr(table.session, "play", full)
    before = dict(hands.box.lit)
    hands.heard()
    hands.press("seat1")
    assert isinstance(table.screen.panel, TroublePanel)
    assert hands.box.lit == before and hands.heard() == ["refused"]
    assert table.screen.proposals.toasts.toast is None


def test_another_seat_hears_that_it_must_act(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), row((1, 2, 3, 4), (4, 3, 2, 1)))
    heard: list[str] = []
    before = set(table.session.decision.seats)
    for _ in range(12):
        choice = table.session.decision.choices[0]
        hands.heard()
        table.screen.play(choice.move)
        table.settle()
        heard = list(hands.heard())
        if set(table.session.decision.seats) - before:
            break
        before = set(table.session.decision.seats)
    assert heard == ["turn"]


def test_after_the_sound_of_acceptance_the_turn_is_heard_a_little_later(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), dealt(lambda d: d.id == "cards", 10))
    table.session.play(Ready("red"))
    table.context.lighting.sound("good")
    table.context.lighting.sound_later("turn")
    assert hands.heard() == ["good"]
    table.ui.wait(0.6)
    assert hands.heard() == ["turn"]


def test_what_was_to_follow_a_sound_is_left_out_where_another_came_first(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS))
    table.context.lighting.sound("good")
    table.context.lighting.sound_later("turn")
    table.context.lighting.sound("refused")
    table.ui.wait(0.6)
    assert hands.heard() == ["good", "refused"]


def test_the_same_sound_at_once_is_heard_once(table: Sitting, hands: Hands) -> None:
    lighting = table.context.lighting
    for sound in ("refused", "refused", "good", "good"):
        lighting.sound(sound)
    assert hands.heard() == ["refused", "good"]
    table.ui.wait(0.2)
    lighting.sound("good")
    assert hands.heard() == ["good"]


def test_a_game_that_is_put_away_makes_no_sound_any_more(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS))
    table.context.lighting.sound_later("turn")
    table.context.home()
    table.ui.wait(0.6)
    assert hands.heard() == []


@pytest.mark.parametrize(
    ("hour", "quiet", "is_so"),
    [(22, (22, 7), True), (3, (22, 7), True), (7, (22, 7), False), (21, (22, 7), False),
     (13, (12, 14), True), (14, (12, 14), False), (11, (12, 14), False), (5, (5, 5), False)],
)  # fmt: skip
def test_the_quiet_hours_go_over_midnight(hour: int, quiet: tuple[int, int], is_so: bool) -> None:
    assert is_quiet(hour, quiet) is is_so


@pytest.mark.parametrize(
    ("setting", "hour", "heard"), [("on", 23, ["good"]), ("night", 23, []), ("night", 12, ["good"]), ("off", 12, [])]
)
def test_sounds_follow_the_settings_and_the_hour(
    table: Sitting, hands: Hands, setting: str, hour: int, heard: list[str]
) -> None:
    table.start(GAME, list(SEATS))
    table.context.change(sound=setting, quiet=(22, 7))
    table.context.lighting.hour = lambda: hour
    hands.press("seat1")
    assert hands.heard() == heard
    assert hands.box.lit == {"seat1": "on", "seat2": "blink"}, "lamps have no quiet hours"


def test_a_flood_of_signals_leaves_the_screen_answering_and_plays_nothing_twice(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), row((1, 2, 3, 4), (4, 3, 2, 1))[:2])
    session = table.session
    table.ui.wait(0.3)
    at = table.ui.now()
    for i in range(1000):
        hands.box.deliver(Pressed(hands.box.id, f"seat{i % 2 + 1}", at))
    hub = table.context.devices.hub
    assert hub.dropped == 1000 - 256
    for n in (4, 3, 2, 1):
        table.ui.tap(table.screen.panel.keys.keys[n])
    assert session.lines[-1].move == Reveal("red", cards=(4, 3, 2, 1))
    table.ui.frames(10)
    assert session.n == 3 and hub.take() == []
    assert len(hands.heard()) < 20
