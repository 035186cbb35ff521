"""The feeding screen of Egizia: the sums of the rules, the ring tried elsewhere, what a seat can add, every size."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.engine.decision import Choice, Decision
from companion.engine.text import T, seat
from companion.games.egizia.components import Catalogue
from companion.games.egizia.moves import Feed, Go, Place
from companion.games.egizia.state import Egizia, Field, Rules, Side
from companion.language import Language
from companion.ui.boards import egizia_forecast as forecast
from companion.ui.boards import egizia_screens
from companion.ui.layout import place
from tests.kit import inspect
from tests.kit.ui import UI

SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]
FACTS = Catalogue(penalties=(3, 2, 1, 1), stone_rows=4)
NAMES = {"red": "Anna", "blue": "Bence", "green": "Kira", "yellow": "Márton-Gáspár"}


def side(score: int, crews: tuple[int, int, int, int], fields: tuple[Field, ...], **more: Any) -> Side:
    return Side(score=score, crews=dict(zip(("c1", "c2", "c3", "j"), crews, strict=True)), fields=fields, **more)


def position(**more: Any) -> Egizia:
    """Blue and red as in the examples G01 and G02, green as in G03, yellow with more fields than fit a line."""
    green, yellow, brown = (lambda v: Field("green", v)), (lambda v: Field("yellow", v)), (lambda v: Field("brown", v))
    sides = {
        "blue": side(34, (1, 2, 3, 3), (green(6), yellow(5)), arrival=1),
        "red": side(41, (2, 2, 2, 4), (green(6), green(2)), cards=("grain",), arrival=2),
        "green": side(36, (3, 3, 4, 4), (green(6), green(6), brown(7)), grain_row=2, stones=4, arrival=3,
                      cards=("stones_as_grain",)),
        "yellow": side(-3, (9, 9, 9, 9), (*map(green, (6, 3, 4, 5)), yellow(5), yellow(7), brown(8)),
                       arrival=4),
    }  # fmt: skip
    usual: dict[str, Any] = {
        "seats": ("blue", "red", "green", "yellow"), "chips": ("yellow", "blue", "green", "red"), "sides": sides,
        "rules": Rules(), "printed": FACTS, "facts": FACTS, "phase": "ships", "stage": "ship", "turn": "red",
    }  # fmt: skip
    return Egizia(**{**usual, **more})


def context(ui: UI, state: Egizia, choices: tuple[Choice, ...] = (), code: str = "en") -> Any:
    words = Language(code)
    words.names = NAMES
    decision = Decision(id=state.stage, prompt=T("{who}: feed with cards or stones?", who=seat("red")), seats=("red",),
                        choices=choices)  # fmt: skip
    return SimpleNamespace(say=words.say, session=SimpleNamespace(view=state, decision=decision))


def show(
    ui: UI, state: Egizia, choices: tuple[Choice, ...] = (), size: tuple[int, int] = (800, 480), code: str = "en",
    page: str = "feeding", act: Callable[[Any], None] = lambda _: None,
) -> Any:  # fmt: skip
    frame = ui.resize(*size)
    view = egizia_screens.page(context(ui, state, choices, code), page, act, lambda: None)
    assert view is not None
    head = 96 if frame.portrait else 64
    place(view, frame.rect(0, head, frame.w, frame.h - head))
    ui.show(view)
    return view


FEEDS = tuple(Choice(Feed("red", cards=cards), T("{n} cards", n=cards)) for cards in (0, 1))


def row(s: Egizia, who: str, ring: str = "middle") -> forecast.FeedRow:
    return next(row for row in forecast.rows(s, ring) if row.who == who)


# the sums


def test_the_rows_are_the_examples_of_the_rules() -> None:
    s = position()
    assert row(s, "blue").meal.need == 9
    assert row(s, "blue").meal.grain == 11
    assert row(s, "blue").meal.points == 0
    assert (row(s, "red", "left").meal.missing, row(s, "red", "left").meal.points) == (2, -6)
    assert (row(s, "green").meal.missing, row(s, "green").meal.points) == (2, -4)


def test_the_leader_stands_first_and_who_has_fed_stays_where_it_was() -> None:
    s = position()
    assert [row.who for row in forecast.rows(s, "middle")] == ["red", "green", "blue", "yellow"]
    later = position(phase="feed", stage="feed", turn="green", queue=("green", "blue", "yellow"))
    assert [(row.who, row.fed) for row in forecast.rows(later, "middle")] == [
        ("red", True), ("green", False), ("blue", False), ("yellow", False),
    ]  # fmt: skip


def test_a_dry_ring_takes_the_yellow_field_away_and_changes_nothing_of_the_game() -> None:
    s = position()
    assert row(s, "blue", "left").meal.grain == 6
    assert row(s, "blue", "left").meal.points == -9
    assert s.ring == "middle"


def test_a_card_or_stones_that_would_help_are_named_with_what_they_bring() -> None:
    said = [Language("en").say(hint, NAMES) for hint in forecast.hints(position(), "middle")]
    assert said == ["Anna: “4 grain” would bring this to 0.", "Kira: “Feed with stones” would bring this to 0."]


def test_an_unknown_penalty_is_no_number() -> None:
    s = position(facts=Catalogue())
    assert row(s, "red").meal.points is None
    assert forecast.price(row(s, "red").meal) == "2 × ?"
    assert forecast.points_words(row(s, "red").meal) == "?"


# the screen


def test_the_forecast_tries_every_ring_and_offers_nothing_to_feed_with(ui: UI) -> None:
    view = show(ui, position())
    assert "−6" in inspect.texts()
    assert "Feed now" not in inspect.texts()
    told: list[str] = []
    view.changed = lambda: told.append(view.say(view.sentence))
    ui.tap(view.rings["left"])
    ui.frames(2)
    assert told == ["Feeding forecast, if the water moves: left circle"]
    assert "−9" in inspect.texts()


def test_in_the_feeding_the_ring_is_fixed_and_the_gold_button_feeds(ui: UI) -> None:
    acted: list[Any] = []
    state = position(phase="feed", stage="feeding", turn="", queue=("red", "green", "blue", "yellow"))
    view = show(ui, state, (Choice(Go("table"), T("Feed now")),), act=acted.append)
    ui.tap(view.rings["right"])
    ui.frames(2)
    assert view.ring == "middle"
    ui.tap(view.gold)
    assert acted == [Go("table")]


def test_a_seat_adds_cards_by_a_stepper_and_sees_what_they_bring(ui: UI) -> None:
    acted: list[Any] = []
    state = position(phase="feed", stage="feed", queue=("red", "green", "blue", "yellow"))
    view = show(ui, state, FEEDS, act=acted.append)
    assert view.gold.text == "Feed: −6"
    ui.tap(view.steppers["cards"].plus_key)
    ui.frames(2)
    assert view.gold.text == "Feed: 0"
    ui.tap(view.gold)
    assert acted == [Feed("red", cards=1)]


def test_what_was_tried_goes_on_when_the_picture_turns(ui: UI) -> None:
    view = show(ui, position())
    view.choose("right")
    turned = show(ui, position(), size=(480, 800))
    turned.keep(view.kept())
    assert turned.ring == "right"


def test_where_lists_every_place_along_the_river_and_a_second_tap_goes_there(ui: UI) -> None:
    acted: list[Any] = []
    choices = tuple(
        Choice(Place("red", stop), T("{stop}", stop=stop), consequence=T("does something here"))
        for stop in ("N4", "EDFU", "SITE_B:2", "N2")
    )
    view = show(ui, position(), choices, page="where", act=acted.append)
    assert [row.name for row in view.rows] == ["N2", "N4", "Edfu", "Obelisk and graves, slot 2"]
    assert view.gold.kind == "off"
    ui.tap(view.rows[1])
    ui.frames(2)
    assert view.gold.kind == "primary"
    view.rows[1].rested()
    ui.tap(view.rows[1])
    assert acted == [Place("red", "N4")]


@pytest.mark.parametrize("code", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_both_pages_are_readable_at_every_size(ui: UI, size: tuple[int, int], code: str) -> None:
    feeding = position(phase="feed", stage="feeding", turn="", queue=("red", "green", "blue", "yellow"))
    both = tuple(Choice(Feed("red", cards=c, stones=n), T("feed")) for c in (0, 1) for n in range(3))
    for state, choices in (
        (position(), ()),
        (feeding, (Choice(Go("table"), T("Feed now")),)),
        (msgspec.structs.replace(feeding, stage="feed", turn="green", queue=("green", "blue", "yellow")), both),
    ):
        show(ui, state, choices, size, code)
        assert [str(problem) for problem in inspect.problems()] == []
        ui.clear()
    stops = tuple(Choice(Place("red", stop), T("x"), consequence=T("the joker gets stronger by one, then the ring may "
                  "move")) for stop in ("N4", "BENI_HASAN", "SITE_B:reserve"))  # fmt: skip
    show(ui, position(), stops, size, code, "where")
    assert [str(problem) for problem in inspect.problems()] == []
    ui.clear()
    ui.resize(800, 480)
