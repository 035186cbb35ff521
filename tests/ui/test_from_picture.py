"""Forms filled in from a picture of the table: what is asked, what is filled in, and what stays in people's hands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.header import Seat
from companion.engine.sight import EMPTY, Reading, Seen
from companion.engine.text import T
from companion.games import find_game
from companion.games.aton import GAME
from companion.table.scorekeeper import scorekeeper_of
from companion.ui.draft import Draft
from companion.ui.from_picture import for_setup, for_sheet, matter
from companion.ui.screens.from_picture import NOTHING
from companion.ui.table.seen_asking import answer_words
from tests.kit import inspect
from tests.kit.aton_games import SEATS
from tests.kit.fake_eye import FakeEye
from tests.kit.readings import changed, doubted, of_labels
from tests.kit.sitting import Sitting

LAID = {"space:1.01": "red", "space:1.02": "red", "space:1.09": "blue", "space:4.08": "blue"}
SIZES = [(800, 480), (480, 800), (1280, 720), (720, 1280)]


def board(laid: dict[str, str]) -> Reading:
    """A reading of Aton's whole board, sure of everything."""
    plan = GAME.sight.plan(GAME.box)  # type: ignore[union-attr]
    return of_labels("aton", {spot.id: laid.get(spot.id, EMPTY) for spot in plan.spots if spot.kind == "piece"})


def sheet(table: Sitting) -> FakeEye:
    """The sheet of Aton, opened at the table of a scorekeeper."""
    eye = FakeEye(table.context)
    table.start(scorekeeper_of(GAME), SEATS, mode="scorekeeper")
    table.tap_target("sheet:aton")
    table.ui.frames(2)
    return eye


def press(table: Sitting, words: str) -> None:
    keys = getattr(table.screen, "keys", {})
    table.ui.tap(keys[words]) if words in keys else table.tap_text(words)
    table.ui.frames(3)


def pictured(table: Sitting, eye: FakeEye, reading: Reading) -> None:
    press(table, "From a picture")
    eye.sees(reading)
    table.ui.frames(3)


def test_one_picture_fills_the_sheet_of_aton_and_shows_its_score(table: Sitting) -> None:
    eye = sheet(table)
    pictured(table, eye, board(LAID))
    assert table.shows(f"{len(board(LAID).seen)} places were read.") and table.shows("Space 4.08")
    press(table, "Fill it in")
    form = table.screen.form
    assert form.owners == {"1.01": "red", "1.02": "red", "1.09": "blue", "4.08": "blue"}
    assert form.lines.scores.totals == {"red": 1, "blue": 3}
    assert table.session.n == 0, "a picture only fills in"
    table.ui.tap(form.board.rect_of("space:1.03"))
    table.ui.frames(2)
    assert form.owners["1.03"] == "red", "it can be changed as ever"
    table.ui.tap(form.add)
    table.settle()
    assert table.session.n == 1 and table.session.state.points["red"] == form.lines.scores.totals["red"]


def test_without_a_camera_the_sheet_has_no_such_key(table: Sitting) -> None:
    table.start(scorekeeper_of(GAME), SEATS, mode="scorekeeper")
    table.tap_target("sheet:aton")
    table.ui.frames(2)
    assert table.screen.camera_key is None and not table.shows("From a picture")


def test_only_doubtful_places_that_matter_are_asked_one_by_one(table: Sitting) -> None:
    eye = sheet(table)
    reading = doubted(doubted(board(LAID), ("space:2.05",)), ("dead:3", "space:1.02"), "red")
    pictured(table, eye, reading)
    # The Dead fill in nothing of the sheet: nobody is asked about them.
    assert table.screen.open == ("space:1.02", "space:2.05")
    assert table.shows("Space 1.02: what lies there? 1 of 2")
    press(table, "Red disc")
    assert table.shows("Space 2.05: what lies there? 2 of 2")
    press(table, "Something else, or covered")
    press(table, "Blue disc")
    assert table.shows("as you said")
    press(table, "Fill it in")
    assert table.screen.form.owners == {"1.01": "red", "1.02": "red", "1.09": "blue", "2.05": "blue", "4.08": "blue"}


def test_what_nobody_can_tell_is_left_to_people_by_name(table: Sitting) -> None:
    eye = sheet(table)
    pictured(table, eye, doubted(board(LAID), ("space:1.02",)))
    press(table, "Something else, or covered")
    press(table, "It can't be seen")
    assert table.shows("1 place is left to you: Space 1.02.")
    press(table, "Fill it in")
    assert "1.02" not in table.screen.form.owners


def test_an_unsure_label_is_never_filled_in_unasked() -> None:
    wanted = for_sheet(_Camera(), GAME, GAME.box, "aton")
    assert wanted is not None
    plan = wanted.sight.plan(wanted.box)
    reading = changed(board(LAID), Seen("space:3.01", "red", 0.9, False))
    assert matter(wanted, plan, reading, {}) == ("space:3.01",)
    assert matter(wanted, plan, reading, {"space:3.01": EMPTY}) == ()


def test_trouble_is_said_and_the_form_is_as_it_was(table: Sitting) -> None:
    eye = sheet(table)
    table.ui.tap(table.screen.form.board.rect_of("space:1.01"))
    table.ui.frames(2)
    pictured(table, eye, Reading(game="aton", trouble=T("Only {n} markers were found.", n=3)))
    assert table.shows("Only 3 markers were found.")
    press(table, "Look again")
    assert len(eye.asked) == 2
    press(table, "Stop")
    assert table.screen.form.owners == {"1.01": "red"} and eye.dropped >= 1
    eye.why = T("It was pulled out.")
    press(table, "From a picture")
    assert table.shows("It was pulled out.")


def test_more_counters_than_there_are_can_not_be_added(table: Sitting) -> None:
    eye = sheet(table)
    spaces = [spot.id for spot in GAME.sight.plan(GAME.box).spots if spot.id.startswith("space:")]  # type: ignore[union-attr]
    pictured(table, eye, board(dict.fromkeys(spaces[:40], "red")))
    press(table, "Fill it in")
    assert table.shows("40 spaces are given for Anna") and table.screen.form.add.kind == "off"


class _Camera:
    """A context with a camera and nothing else."""

    class eye:  # noqa: N801
        device = object()


@pytest.mark.parametrize("game_id", ["aton", "egizia", "nefertiti", "sobek", "tutankhamen"])
def test_forms_that_a_picture_can_fill_take_it_and_others_offer_nothing(game_id: str) -> None:
    game, there = find_game(game_id), _Camera()
    box = game.practice or game.box
    sheets = {name for name in game.sheets if for_sheet(there, game, box, name) is not None}
    assert sheets == {"aton": {"aton"}, "egizia": {"egizia:final"}}.get(game_id, set())
    assert (for_setup(there, game, game.box) is not None) is (game_id in ("nefertiti", "tutankhamen"))
    _Camera.eye.device, before = None, _Camera.eye.device
    assert all(for_sheet(there, game, game.box, name) is None for name in game.sheets)
    _Camera.eye.device = before


def test_a_sheet_of_which_no_picture_can_tell_anything_offers_none() -> None:
    # As shipped nobody knows where the spaces of the monuments and the rows of the markets are.
    game = find_game("egizia")
    assert for_sheet(_Camera(), game, game.box, "egizia:final") is None
    told = game.box.with_overrides({"stone.rows": 4})
    assert for_sheet(_Camera(), game, told, "egizia:final") is not None, "a single marker tells its row"


def test_egizias_sheet_takes_over_stones_and_rows_and_keeps_the_rest(table: Sitting) -> None:
    game = find_game("egizia")
    FakeEye(table.context)
    table.start(scorekeeper_of(game), ("red", "blue"), mode="scorekeeper")
    table.tap_target("sheet:egizia:final")
    table.ui.frames(2)
    form: Any = table.screen.form
    form.counted.own["red"]["stones"] = 4
    form.fill({"players": {"red": {"obelisk": 3, "stone_row": 2}, "blue": {"pyramid": 1}}, "obelisk_done": True})
    assert form.counted.own["red"]["obelisk"] == 3 and form.counted.own["red"]["stone_row"] == 2
    assert form.counted.own["red"]["stones"] == 4 and form.counted.own["blue"]["pyramid"] == 1
    assert form.counted.data()["obelisk_done"] is True


def test_a_picture_that_tells_nothing_of_the_sheet_says_so_instead_of_filling_in_nothing(table: Sitting) -> None:
    game = find_game("egizia")
    eye = FakeEye(table.context)
    table.start(scorekeeper_of(game), ("red", "blue"), mode="scorekeeper", practice=True)
    table.tap_target("sheet:egizia:final")
    table.ui.frames(2)
    # Whose stone lies on a grave does not tell which tile was taken.
    pictured(table, eye, of_labels("egizia", {"space:grave:1": "red"}))
    assert table.screen.keys["Fill it in"].kind == "off"
    assert any(text == NOTHING for text, _, _ in table.screen.told)


def test_the_open_halves_of_nefertiti_are_told_by_a_picture(table: Sitting) -> None:
    game = find_game("nefertiti")
    eye = FakeEye(table.context)
    seats = (Seat("red", "Anna", "w"), Seat("blue", "Bence", "e"), Seat("green", "Kira", "n"))
    table.context.go("setup", draft=Draft.fresh(game, 3), seats=seats)
    table.ui.frames(3)
    table.screen._enter()
    table.ui.frames(3)
    plan = game.sight.plan(game.box)  # type: ignore[union-attr]
    covers = [spot for spot in plan.spots if spot.id.startswith("market:")]
    plate = next(label for label in covers[0].labels if label.startswith("plate"))
    reading = of_labels("nefertiti", {c.id: plate if c.id.endswith(":L") else EMPTY for c in covers})
    # Where a plate was found lying in its place is told as well: that makes it no tile of a path.
    at = tuple(replace(one, at=(100.0, 100.0, 80.0, 60.0)) if one.label == plate else one for one in reading.seen)
    pictured(table, eye, doubted(replace(reading, seen=at), (covers[0].id, covers[2].id), plate))
    assert not table.shows("tiles were found")
    press(table, table.context.say(answer_words(plan, plate)))
    press(table, table.context.say(answer_words(plan, plate)))
    assert "It begins at the other end" not in table.screen.keys
    press(table, "Fill it in")
    assert table.screen.form.complete and set(table.screen.form.kept().values()) == {"R"}


@pytest.mark.parametrize("code", ["en", "hu", "ru"])
@pytest.mark.parametrize("game_id", ["nefertiti", "tutankhamen"])
def test_beside_the_key_of_the_camera_the_practice_board_is_named_whole(
    table: Sitting, game_id: str, code: str
) -> None:
    FakeEye(table.context)
    draft = Draft.fresh(find_game(game_id), 3)
    draft.practice = True
    seats = (Seat("red", "Anna", "w"), Seat("blue", "Bence", "e"), Seat("green", "Kira", "n"))
    table.context.go("setup", draft=draft, seats=seats)
    table.screen._enter()
    table.context.change(language=code)
    for size in SIZES:
        table.ui.resize(*size)
        table.ui.frames(3)
        assert table.screen.camera_key is not None and table.screen.tag
        assert inspect.problems() == [], size


SCREENS = [*((size, "en") for size in SIZES), *((size, code) for size in SIZES[:2] for code in ("hu", "ru"))]


@pytest.mark.parametrize(("size", "code"), SCREENS)
def test_every_step_fits_its_screen(table: Sitting, size: tuple[int, int], code: str) -> None:
    table.ui.resize(*size)
    eye = sheet(table)
    table.context.change(language=code)
    table.ui.frames(2)
    assert inspect.problems() == []
    table.ui.tap(table.screen.camera_key)
    table.ui.frames(3)
    assert inspect.problems() == []
    eye.sees(doubted(board(LAID), ("space:1.02",)))
    table.ui.frames(3)
    assert inspect.problems() == []
    press(table, "Something else, or covered")
    assert inspect.problems() == []
    table.screen.answer("red")
    table.ui.frames(3)
    assert inspect.problems() == []


def path_form(table: Sitting) -> tuple[FakeEye, Any]:
    """The form of Tutankhamen's path, and an eye."""
    eye = FakeEye(table.context)
    seats = (Seat("red", "Anna", "w"), Seat("blue", "Bence", "e"))
    table.context.go("setup", draft=Draft.fresh(find_game("tutankhamen"), 2), seats=seats)
    table.ui.frames(3)
    table.screen._enter()
    table.ui.frames(3)
    return eye, table.screen


def tiles(laid: list[str]) -> Reading:
    """A reading of a path that begins with these tiles and has nothing after them."""
    game = find_game("tutankhamen")
    plan = game.sight.plan(game.box)  # type: ignore[union-attr]
    spots = [spot.id for spot in plan.spots if spot.kind == "tile"]
    there = dict.fromkeys(spots, EMPTY) | {f"slot:{n}": f"tile:{tile}" for n, tile in enumerate(laid, 1)}
    return of_labels("tutankhamen", there)


def test_the_path_is_taken_part_by_part_and_a_part_is_taken_back_at_once(table: Sitting) -> None:
    eye, screen = path_form(table)
    kinds = list(screen.form.laying.tiles)
    first, second = kinds[:5], kinds[5:8]
    pictured(table, eye, tiles(first))
    press(table, "Fill it in")
    assert table.screen.form.laying.laid == first and not table.screen.form.laying.complete
    pictured(table, eye, tiles([*first, *second]))
    press(table, "Fill it in")
    assert table.screen.form.laying.laid == [*first, *second], "the path as far as it lies now"
    pictured(table, eye, tiles(kinds[8:10]))
    press(table, "Fill it in")
    assert table.screen.form.laying.laid == kinds[:10], "the next part alone"
    table.screen.form.take_back()
    assert table.screen.form.laying.laid == kinds[:8]


def test_a_part_ends_at_the_slot_that_nobody_can_tell(table: Sitting) -> None:
    eye, screen = path_form(table)
    kinds = list(screen.form.laying.tiles)
    pictured(table, eye, doubted(tiles(kinds[:5]), ("slot:3",)))
    press(table, "Something else, or covered")
    press(table, "It can't be seen")
    press(table, "Fill it in")
    assert table.screen.form.laying.laid == kinds[:2]


def test_a_part_ends_before_a_tile_of_which_none_is_left(table: Sitting) -> None:
    _, screen = path_form(table)
    laying = screen.form.laying
    rare = min(laying.tiles, key=lambda tile: laying.catalogue.path[tile] or 99)
    n = laying.catalogue.path[rare]
    assert laying.next_part([rare] * (n + 1)) == [rare] * n


def test_far_too_many_doubtful_places_ask_for_a_better_picture(table: Sitting) -> None:
    eye = sheet(table)
    spots = [f"space:{temple}.{n:02}" for temple in (1, 2) for n in range(1, 11)]
    pictured(table, eye, doubted(board(LAID), spots))
    assert table.shows("20 places can't be told.") and inspect.problems() == []
    press(table, "Ask me")
    assert table.shows("1 of 20")


def test_people_say_how_many_tiles_lie_there_where_they_lie_anywhere(table: Sitting) -> None:
    eye, screen = path_form(table)
    kinds = list(screen.form.laying.tiles)[:4]
    seen = [Seen(f"slot:{n}", f"tile:{tile}", 0.99, False, at=(30.0 * n, 40.0, 25.0, 25.0))
            for n, tile in enumerate(kinds, 1)]  # fmt: skip
    pictured(table, eye, Reading(game="tutankhamen", seen=tuple(seen)))
    assert table.shows("4 tiles were found. Do just 4 lie there?") and inspect.problems() == []
    press(table, "Just so many")
    assert eye.asked[-1].count == 4
    eye.sees(Reading(game="tutankhamen", seen=tuple(Seen(one.spot, one.label, 0.99, True, at=one.at) for one in seen)))
    table.ui.frames(3)
    press(table, "Fill it in")
    assert table.screen.form.laying.laid == kinds


@pytest.mark.parametrize(("size", "code"), SCREENS)
def test_a_path_that_begins_at_the_other_end_is_turned_round_with_what_was_said_of_it(
    table: Sitting, size: tuple[int, int], code: str
) -> None:
    table.ui.resize(*size)
    eye, screen = path_form(table)
    kinds = list(screen.form.laying.tiles)[:4]
    seen = [Seen(f"slot:{n}", f"tile:{tile}", 0.99, True, at=(30.0 * n, 40.0, 25.0, 25.0))
            for n, tile in enumerate(kinds, 1)]  # fmt: skip
    seen[3] = Seen("slot:4", f"tile:{kinds[0]}", 0.5, False, at=seen[3].at)
    pictured(table, eye, Reading(game="tutankhamen", seen=tuple(seen)))
    screen = table.screen
    screen.answer(f"tile:{kinds[3]}")
    table.context.change(language=code)
    table.ui.frames(3)
    assert "It begins at the other end" in screen.keys and inspect.problems() == []
    screen.turn_round()
    table.ui.frames(3)
    assert screen.answers == {"slot:1": f"tile:{kinds[3]}"}
    table.context.change(language="en")
    table.ui.frames(3)
    press(table, "Fill it in")
    assert table.screen.form.laying.laid == kinds[::-1]
