"""The box survey's forms of Egizia: the river by 20 taps, monuments line by line, decks card by card, drawn hints."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.egizia.catalogue import read_catalogue
from companion.games.egizia.components import STOPS, Catalogue
from companion.games.egizia.riverbed import check_order
from companion.language import Language
from companion.ui.boards import egizia_hints
from companion.ui.boards.egizia_survey_cards import DeckForm
from companion.ui.boards.egizia_survey_monuments import KINDS, LinesForm
from companion.ui.boards.egizia_survey_river import RiverForm, waits_for
from companion.ui.layout import place
from tests.kit import inspect
from tests.kit.ui import UI

ORDER = (
    "N1", "EDFU", "N2", "SITE_A", "THEBES", "N3", "SELINON", "N4", "SITE_B", "N5", "BENI_HASAN", "N6", "PASSALON", "N7",
    "ALYI", "N8", "SITE_C", "N9", "N10", "HELIOPOLIS",
)  # fmt: skip
SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]


@pytest.fixture(scope="module")
def egizia() -> Any:
    from companion.games.egizia import GAME

    return GAME


class Words:
    """What a form needs of the app: a frame and words."""

    def __init__(self, ui: UI, code: str = "en") -> None:
        self.frame = ui.resize(*ui.window.size)
        self.say = Language(code).say


def show(ui: UI, make: Callable[[Any], Any], size: tuple[int, int] = (800, 480), code: str = "en") -> Any:
    ui.resize(*size)
    form = make(Words(ui, code))
    frame = form.frame
    head = 140 if frame.portrait else 108
    place(form, frame.rect(0, head, frame.w, frame.h - head - 72))
    ui.show(form)
    return form


def river(ui: UI, told: list[Any], known: tuple[str, ...] = (), **more: Any) -> Any:
    return show(ui, lambda words: RiverForm(words, known, told.append), **more)


def tap(ui: UI, widget: Any) -> None:
    ui.tap(widget)
    ui.frames(2)


# the river


def test_the_river_is_given_by_a_tap_a_stop_and_the_last_one_follows_by_itself(ui: UI) -> None:
    told: list[Any] = []
    form = river(ui, told)
    for stop in ORDER[:-1]:
        tap(ui, form.keys[stop])
    assert form.complete
    tap(ui, form.ready)
    assert told == [list(ORDER)]
    check_order(told[0])


def test_only_stops_that_can_come_next_are_lit_and_a_dark_one_says_what_comes_before(ui: UI) -> None:
    form = river(ui, [])
    assert {stop for stop, key in form.keys.items() if key.open} == {
        "N1", "EDFU", "THEBES", "SELINON", "BENI_HASAN", "PASSALON", "ALYI", "SITE_A",
    }  # fmt: skip
    tap(ui, form.keys["N3"])
    assert form.order == []
    assert "N1 lies upstream of N3: tap it first." in " ".join(inspect.texts())
    tap(ui, form.keys["HELIOPOLIS"])
    assert "Edfu lies upstream of Heliopolis: tap it first." in " ".join(inspect.texts())
    tap(ui, form.keys["N1"])
    tap(ui, form.keys["N1"])
    assert form.order == ["N1"]


def test_undo_takes_the_last_stop_back_and_an_open_river_is_not_ready(ui: UI) -> None:
    told: list[Any] = []
    form = river(ui, told, ORDER[:3])
    assert form.ready.kind == "off"
    tap(ui, form.undo)
    assert form.order == ["N1", "EDFU"]
    tap(ui, form.ready)
    assert told == []


def test_whatever_is_tapped_in_by_the_lit_keys_is_an_order_that_can_be() -> None:
    for reverse in (False, True):
        order: list[str] = []
        while len(order) < len(STOPS):
            open_ones = [stop for stop in STOPS if stop not in order and not waits_for(order, stop)]
            order.append(sorted(open_ones, reverse=reverse)[0])
        check_order(order)


def test_what_was_tapped_goes_on_when_the_picture_turns(ui: UI) -> None:
    form = river(ui, [])
    tap(ui, form.keys["EDFU"])
    turned = river(ui, [], size=(480, 800))
    turned.keep(form.kept())
    assert turned.order == ["EDFU"]


# monuments and tiles


def lines(ui: UI, kind: str, told: list[Any], known: Any = None, **more: Any) -> Any:
    return show(ui, lambda words: LinesForm(words, KINDS[kind], known, told.append), **more)


def enter(ui: UI, form: Any, rows: list[list[int]]) -> None:
    for i, row in enumerate(rows):
        if i:
            tap(ui, form.next)
        for value in row:
            tap(ui, form.keys[value])


def test_the_pyramid_is_told_row_by_row_and_the_box_keeps_it(ui: UI, egizia: Any) -> None:
    told: list[Any] = []
    form = lines(ui, "pyramid", told)
    enter(ui, form, [[1, 1, 2], [2, 3]])
    tap(ui, form.ready)
    assert told == [{"rows": [{"values": [1, 1, 2], "whole": True}, {"values": [2, 3], "whole": True}], "whole": True}]
    catalogue = read_catalogue(egizia.box.with_overrides({"pyramid": told[0]}))
    assert [line.values for line in catalogue.pyramid] == [(1, 1, 2), (2, 3)]
    assert catalogue.pyramid_whole


def test_the_obelisk_is_told_from_below_with_its_rows(ui: UI, egizia: Any) -> None:
    told: list[Any] = []
    form = lines(ui, "obelisk", told)
    enter(ui, form, [[1], [1, 2], [3], [4], [5], [6], [7], [8], [9]])
    assert inspect.find(None, "Ready: 10 numbers") is not None
    tap(ui, form.ready)
    assert told[0]["spaces"][:3] == [{"row": 1, "value": 1}, {"row": 2, "value": 1}, {"row": 2, "value": 2}]
    catalogue = read_catalogue(egizia.box.with_overrides({"obelisk": told[0]}))
    assert [space.value for space in catalogue.obelisk] == [1, 1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_the_temple_asks_for_its_five_parts_one_after_the_other(ui: UI, egizia: Any) -> None:
    told: list[Any] = []
    form = lines(ui, "temple", told)
    enter(ui, form, [[1, 2], [1, 2], [3], [3]])
    assert form.ready.kind == "off", "the top row is missing"
    assert form.next.text == "top row"
    enter(ui, form, [[], [4, 5]])
    assert form.next.kind == "off", "there is no sixth part"
    tap(ui, form.ready)
    assert told[0]["top"] == {"values": [4, 5], "whole": True}
    assert read_catalogue(egizia.box.with_overrides({"temple": told[0]})).temple["column_left"].values == (3,)


def test_undo_takes_back_a_number_and_then_the_empty_row(ui: UI) -> None:
    form = lines(ui, "pyramid", [], None)
    enter(ui, form, [[1], [2]])
    tap(ui, form.undo)
    tap(ui, form.undo)
    assert form.told.lines == [[1]]


def test_twenty_tiles_in_any_order_are_the_list_and_no_more_fit(ui: UI) -> None:
    told: list[Any] = []
    form = lines(ui, "graves.tiles", told)
    for i in range(19):
        form.told.number(1 + i % 6)
    form.redraw()
    ui.frames(2)
    assert form.ready.kind == "off"
    tap(ui, form.keys[6])
    tap(ui, form.keys[6])
    tap(ui, form.ready)
    assert len(told[0]) == 20
    assert told[0] == sorted(told[0])


def test_known_monuments_come_back_as_they_were(egizia: Any) -> None:
    box = egizia.practice
    for key, kind in KINDS.items():
        known = box.value(key)
        again = kind.write(kind.read(known))
        if key == "graves.tiles":
            assert again == sorted(known)
        elif key == "obelisk":
            assert [space["value"] for space in again["spaces"]] == [space["value"] for space in known["spaces"]]
        else:
            assert again == known


# decks


def deck(ui: UI, told: list[Any], known: Any = None, which: str = "5", **more: Any) -> Any:
    return show(ui, lambda words: DeckForm(words, which, Catalogue(), known, told.append), **more)


def test_cards_are_counted_by_taps_and_held_against_the_size_of_the_deck(ui: UI) -> None:
    told: list[Any] = []
    form = deck(ui, told)
    tap(ui, form.keys["quarry"])
    for value in (3, 3, 2):
        tap(ui, form.keys[f"quarry:{value}"])
    tap(ui, form.back)
    form.tap("extra_ship")
    ui.frames(2)
    assert "4 of 12" in inspect.texts()
    assert form.ready.text == "Keep what is counted"
    for _ in range(20):
        form.tap("stones")
    assert form.total == 12
    form.redraw()
    ui.frames(2)
    tap(ui, form.ready)
    assert told == [{"quarry:3": 2, "quarry:2": 1, "extra_ship": 1, "stones": 8}]


def test_one_less_takes_a_card_away(ui: UI) -> None:
    form = deck(ui, [], {"extra_ship": 1, "upstream": 1})
    tap(ui, form.less)
    form.tap("extra_ship")
    form.tap("extra_ship")
    assert form.copies == {"upstream": 1}


# all of it


def test_every_form_of_the_survey_has_its_drawing_and_every_other_question_a_hint(ui: UI, egizia: Any) -> None:
    from companion.ui.boards.egizia_survey import survey_form

    words = Words(ui)
    questions = egizia.survey(egizia.box)
    assert len(questions) > 20
    for question in questions:
        if question.kind == "form":
            assert survey_form(words, egizia.box, question, lambda _: None) is not None, question.key
        else:
            assert egizia_hints.survey_hint(words, question) is not None, question.key


@pytest.mark.parametrize(
    "key",
    ["pair.THEBES", "label.c2", "stone.rows", "grain.rows", "crew.max", "joker.max", "kind.sell_ten", "extra.6",
     "sphinx.graves", "points.own:temple:4", "lastrow.stone", "own_each.graves"],
)  # fmt: skip
def test_a_hint_is_drawn_inside_its_place(ui: UI, key: str) -> None:
    for w, h in ((236, 130), (150, 150)):
        shown = egizia_hints.survey_hint(Words(ui), SimpleNamespace(key=key))  # type: ignore[arg-type]
        assert shown is not None
        place(shown, shown.frame.rect(8, 72, w, h))
        ui.show(shown)
        assert [str(problem) for problem in inspect.problems()] == []
        ui.clear()


@pytest.mark.parametrize("code", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_forms_are_readable_at_every_size(ui: UI, size: tuple[int, int], code: str) -> None:
    obelisk = {"spaces": [{"row": i, "value": i} for i in range(1, 13)], "whole": True}
    makers: list[Callable[[], Any]] = [
        lambda: river(ui, [], ORDER[:13], size=size, code=code),
        lambda: lines(ui, "obelisk", [], obelisk, size=size, code=code),
        lambda: lines(ui, "temple", [], None, size=size, code=code),
        lambda: lines(ui, "graves.tiles", [], [4, 2, 3], size=size, code=code),
        lambda: deck(ui, [], {"quarry:3": 3, "upstream": 1}, "1/2", size=size, code=code),
    ]
    for make in makers:
        form = make()
        assert [str(problem) for problem in inspect.problems()] == []
        if isinstance(form, DeckForm):
            for card in ("points_per_stone", "crew_pair", "field:green"):
                form.tap(card)
                ui.frames(2)
                assert [str(problem) for problem in inspect.problems()] == []
        elif isinstance(form, RiverForm):
            form.tap("N10")
            ui.frames(2)
            assert [str(problem) for problem in inspect.problems()] == []
        ui.clear()
    ui.resize(800, 480)
