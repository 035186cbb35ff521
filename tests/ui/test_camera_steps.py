"""What comes next in the steps of the camera: which look, in which place, which question, and what is told first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.engine.sight import Reading, Seen, Spot
from companion.engine.text import T
from companion.ui.screens.calibrate_places import PROPOSES, CalibratePlacesScreen
from companion.ui.screens.calibrate_start import CalibrateStartScreen
from companion.ui.screens.camera_try import _likeliest
from companion.ui.screens.from_picture import FromPictureScreen
from companion.ui.screens.teach_look import TeachLookScreen
from tests.kit.calibrated import PLAN, made


def told(screen: Any, name: str, **of: Any) -> Any:
    """A property of a screen of which only this is known."""
    return getattr(screen, name).fget(SimpleNamespace(**of))


def draft(**of: Any) -> Any:
    return SimpleNamespace(**of)


# looks


@pytest.mark.parametrize(
    ("at", "known", "left"),
    [
        ("b", (), ["c", "d", "a"]),
        ("d", ("a",), ["b", "c"]),
        ("a", ("b", "c", "d"), []),
        ("c", ("c",), ["d", "a", "b"]),
    ],
)
def test_after_one_look_comes_what_is_missing_from_it_on_and_round(
    at: str, known: tuple[str, ...], left: list[str]
) -> None:
    calibrated = draft(looks={**dict.fromkeys(known, ("picture",)), "x": ()})
    own = draft(looks=dict.fromkeys("abcd", "card"), calibrated=calibrated)
    assert told(TeachLookScreen, "left", draft=own, at=at) == left
    nothing = draft(looks=dict.fromkeys("ab", "card"), calibrated=None)
    assert told(TeachLookScreen, "left", draft=nothing, at="a") == ["b"]


def test_a_look_is_shown_in_the_place_nearest_to_the_middle_that_it_can_lie_in() -> None:
    aside = Spot("card:2", T("aside"), "card", ("card:corn",), (20.0, 60.0, 30.0, 30.0))
    other = Spot("card:3", T("other"), "card", ("card:owl",), (60.0, 40.0, 30.0, 30.0))
    plan = msgspec.structs.replace(PLAN, spots=(*PLAN.spots, aside, other))
    calibrated = made(stand_in=True)

    def place(look: str, kind: str = "card", calibrated: Any = calibrated) -> Any:
        own = draft(looks={look: kind}, calibrated=calibrated, plan=plan)
        return told(TeachLookScreen, "spot", draft=own, at=look)

    assert place("card:corn").id == "card:1" and place("card:owl").id == "card:3"
    assert place("card:nowhere") is None
    assert place("card:corn", "tile") is None and place("card:corn", calibrated=None) is None


def test_what_was_refused_was_not_taught_though_it_was_taught_before() -> None:
    pictures = {"card:corn": ("first", "last")}
    for trouble, cut in ((T("It is blurred."), None), (None, "last")):
        own = draft(calibrated=draft(looks=pictures), plan=PLAN)
        screen: Any = SimpleNamespace(draft=own, at="card:corn", learned=None, cut=None, end_look=lambda: None,
                                      relayout=lambda: None)  # fmt: skip
        TeachLookScreen._took(screen, trouble, False)
        assert (screen.fault, screen.cut, screen.learned is None) == (trouble, cut, trouble is not None)


def test_only_what_has_a_known_place_is_laid_down_to_teach_the_pieces() -> None:
    laid = {"space:1": "red", "space:2": "blue"}
    own = draft(calibrated=made(), plan=PLAN, laid=laid)
    assert told(CalibrateStartScreen, "laid", draft=own) == {"space:1": "red"}
    whole = draft(calibrated=made(stand_in=True), plan=PLAN, laid=laid)
    assert told(CalibrateStartScreen, "laid", draft=whole) == laid
    assert told(CalibrateStartScreen, "laid", draft=draft(calibrated=None, plan=PLAN, laid=laid)) == {}


def test_the_colours_are_known_once_each_that_is_laid_was_learned() -> None:
    def knows(*colours: str) -> bool:
        calibrated = made(colours={colour: (9.0 * n, 0.0, 0.0) for n, colour in enumerate(colours)})
        screen: Any = SimpleNamespace(draft=draft(calibrated=calibrated, laid={"space:1": "red", "space:2": "blue"}))
        return CalibrateStartScreen._knows(screen)

    assert knows("red", "blue") and knows("red", "blue", "green") and not knows("red")


# places


def test_the_next_place_is_the_one_that_is_held_or_the_first_that_was_not_tapped() -> None:
    spots = PLAN.spots[:2]
    assert told(CalibratePlacesScreen, "current", chosen=None, spots=spots, taps={}).id == "space:1"
    assert told(CalibratePlacesScreen, "current", chosen=None, spots=spots, taps={"space:1": 0}).id == "space:2"
    assert told(CalibratePlacesScreen, "current", chosen="space:1", spots=spots, taps={"space:1": 0}).id == "space:1"
    assert told(CalibratePlacesScreen, "current", chosen=None, spots=spots, taps={"space:1": 0, "space:2": 0}) is None


def test_the_rest_of_a_group_is_proposed_after_two_taps_and_one_place_after_its_own() -> None:
    assert PROPOSES == 2
    own = draft(plan=PLAN, field=(120.0, 80.0))

    def proposed(n: int, *at: tuple[float, float]) -> int:
        taps = {spot.id: point for spot, point in zip(PLAN.spots, at, strict=False)}
        found = told(CalibratePlacesScreen, "proposed", taps=taps, spots=PLAN.spots[:n], field=(120.0, 80.0), draft=own,
                     order=("",), at=0)  # fmt: skip
        return len(found)

    assert proposed(2) == proposed(2, (0.2, 0.25)) == 0
    assert proposed(2, (0.2, 0.25), (0.4, 0.25)) > 0 and proposed(1, (0.2, 0.25)) > 0


# questions


def test_the_first_open_place_that_was_not_answered_is_asked_about() -> None:
    assert told(FromPictureScreen, "asked", open=("a", "b"), answers={}) == "a"
    assert told(FromPictureScreen, "asked", open=("a", "b"), answers={"a": None}) == "b"
    assert told(FromPictureScreen, "asked", open=("a", "b"), answers={"a": "x", "b": None}) is None


def test_people_count_tiles_once_and_only_where_more_than_one_thing_is_open() -> None:
    tiles = tuple(Spot(f"slot:{n}", T("a tile"), "tile", ("t",), (20.0, 20.0, 9.0, 9.0)) for n in (1, 2))
    plan = msgspec.structs.replace(PLAN, spots=tiles)
    seen = tuple(Seen(spot.id, "t", 0.9, False, at=spot.at) for spot in tiles)
    read = SimpleNamespace(reading=Reading(game="toy", seen=seen))

    def count(sighted: Any = read, count: int | None = None, spots: tuple[str, ...] = ("slot:1", "slot:2")) -> int:
        number: int = told(FromPictureScreen, "to_count", plan=plan, sighted=sighted, count=count, open=spots)
        return number

    assert count() == 2
    assert count(None) == count(count=2) == count(spots=("slot:1",)) == 0


def test_what_is_sure_is_told_before_what_would_be_asked_about() -> None:
    sure, unsure = Seen("b", "x", 0.9, True), Seen("a", "x", 0.5, False)
    assert _likeliest([unsure, sure]) == [sure, unsure] == _likeliest([sure, unsure])
