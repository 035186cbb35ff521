"""Where tiles lay along a path is remembered as long as a game lasts, and never stands in its way."""

from __future__ import annotations

from pathlib import Path

from companion.engine.sight import Reading, Seen
from companion.ui.tile_places import MOST, TilePlaces

AT = (10.0, 20.0, 30.0, 30.0)


def reading(**where: tuple[float, float, float, float] | None) -> Reading:
    return Reading(game="path", seen=tuple(Seen(spot, "x", 1.0, True, at=at) for spot, at in where.items()))


def test_what_was_found_is_known_after_a_restart(tmp_path: Path) -> None:
    TilePlaces(tmp_path).keep("one", reading(a=AT))
    assert TilePlaces(tmp_path).of("one") == {"a": AT}
    assert TilePlaces(tmp_path).of("other") == {}


def test_a_tile_that_was_taken_keeps_its_place(tmp_path: Path) -> None:
    tiles = TilePlaces(tmp_path)
    tiles.keep("one", reading(a=AT))
    tiles.keep("one", reading(b=AT))
    assert tiles.of("one") == {"a": AT, "b": AT}


def test_where_a_tile_may_have_been_overlooked_no_place_is_learned(tmp_path: Path) -> None:
    """The places are numbered in their order: what is not sure of all of them is of no use for any."""
    tiles = TilePlaces(tmp_path)
    shifted = Reading(game="path", seen=tuple(Seen(spot, "x", 0.9, False, at=AT) for spot in "abc"))
    hole = Reading(game="path", seen=(*reading(a=AT).seen, Seen("b", None, 0.0, False, at=AT), *reading(c=AT).seen))
    for doubtful in (shifted, hole, reading(a=AT, b=None), Reading(game="path")):
        tiles.keep("one", doubtful)
        assert tiles.of("one") == {} and list(tmp_path.iterdir()) == []
    one_doubt = Reading(game="path", seen=(Seen("a", "x", 0.6, False, at=AT), *reading(b=AT).seen))
    tiles.keep("one", one_doubt)
    assert tiles.of("one") == {"a": AT, "b": AT}, "what lies there may be doubtful, not that it lies there"


def test_a_doubtful_tile_moves_no_place_that_is_known(tmp_path: Path) -> None:
    tiles = TilePlaces(tmp_path)
    tiles.keep("one", reading(a=AT))
    tiles.keep("one", Reading(game="path", seen=(Seen("a", "x", 0.6, False, at=(50.0, 50.0, 30.0, 30.0)),)))
    assert tiles.of("one") == {"a": AT}


def test_a_place_that_was_seen_empty_is_none_of_a_tile(tmp_path: Path) -> None:
    tiles = TilePlaces(tmp_path)
    tiles.keep("one", Reading(game="path", seen=(Seen("a", "", 1.0, True, at=AT),)))
    assert tiles.of("one") == {}


def test_a_game_that_is_over_is_forgotten_also_on_the_disk(tmp_path: Path) -> None:
    tiles = TilePlaces(tmp_path)
    tiles.keep("one", reading(a=AT))
    tiles.forget("one")
    assert tiles.of("one") == {} and TilePlaces(tmp_path).of("one") == {} and list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_as_none(tmp_path: Path) -> None:
    TilePlaces(tmp_path).keep("one", reading(a=AT))
    next(tmp_path.iterdir()).write_text("[1", encoding="utf-8")
    assert TilePlaces(tmp_path).of("one") == {}


def test_what_is_known_already_is_not_written_again(tmp_path: Path) -> None:
    tiles = TilePlaces(tmp_path)
    tiles.keep("one", reading(a=AT))
    (file,) = tmp_path.iterdir()
    file.unlink()
    tiles.keep("one", reading(a=AT))
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_a_record_leads_nowhere_else(tmp_path: Path) -> None:
    TilePlaces(tmp_path / "tiles").keep("../one/two", reading(a=AT))
    assert [path.name for path in tmp_path.iterdir()] == ["tiles"]
    assert TilePlaces(tmp_path / "tiles").of("../one/two") == {"a": AT}


def test_only_the_latest_games_are_kept(tmp_path: Path) -> None:
    tiles = TilePlaces(tmp_path)
    for n in range(MOST + 3):
        tiles.keep(f"game{n}", reading(a=AT))
    assert len(list(tmp_path.iterdir())) == MOST


def test_a_disk_that_can_not_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    tiles = TilePlaces(file / "below")
    tiles.keep("one", reading(a=AT))
    assert tiles.of("one") == {"a": AT}
