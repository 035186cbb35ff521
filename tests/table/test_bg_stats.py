"""BG Stats and spreadsheets: what is handed on is read back by a reader that knows the formats alone."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from companion.engine.errors import InputError
from companion.table import history
from companion.table.bg_stats import AIM, APP, MOST, SMALL, bgsplay, link, shortened
from companion.table.handoff import Play, plays_of
from companion.table.journal import Journal
from companion.table.people import People
from companion.table.qr import QUIET, qr_matrix
from companion.table.results_csv import results_csv
from tests.kit.bg_reader import Misread, Sat, read_file, read_link, read_table
from tests.kit.handed import LONG, RECORD, code_in, drawn, handed
from tests.kit.many_games import many

AWKWARD = ('Zoë "Z" O\'Neil', "👩‍👩‍👧 & <b>%20</b>", "=1+1", "'quoted", "a,b;c\\d", "-5 + @x")


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> tuple[Play, ...]:
    """Real games of every kind and number of players."""
    with Journal.open(tmp_path_factory.mktemp("data") / "journal.db") as journal:
        many(journal, 40)
        made, refused = plays_of(journal, history.games(journal), People())
    assert refused == ()
    return made


# the link


def test_a_link_tells_all_of_a_play() -> None:
    read = read_link(link(handed()))
    assert (read.id, read.game_id, read.bgg_id) == (RECORD, "quarry", None)
    assert str(read.when) == "2026-03-09 18:00:11"
    assert read.minutes == 72
    assert [(one.name, one.score, one.winner, one.starts, one.rank, one.role) for one in read.players] == [
        ("Anna", 28, False, False, 2, "Red"),
        ("Bence", 29, True, True, 1, "Blue"),
    ]


def test_both_forms_of_the_address_tell_the_same() -> None:
    play = handed()
    assert link(play, APP).startswith("bgstats://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName%22:")
    assert read_link(link(play, APP)) == read_link(link(play))


def test_the_number_at_boardgamegeek_is_a_number(plays: tuple[Play, ...]) -> None:
    numbers = {read_link(link(play)).bgg_id for play in plays}
    assert {19999, 67185, None} <= numbers
    assert {read_file(bgsplay([play]))[0].bgg_id for play in plays} == numbers


def test_awkward_names_come_through_a_link_whole() -> None:
    assert tuple(one.name for one in read_link(link(handed(AWKWARD))).players) == AWKWARD


def test_every_real_game_fits_a_code_with_whole_names(plays: tuple[Play, ...]) -> None:
    for play in plays:
        assert [one.name for one in read_link(link(play)).players] == [one.name for one in play.players]
        assert len(link(play)) <= (AIM if len(play.players) < 5 else MOST)


def test_what_can_be_spared_is_left_out_before_a_name_is_cut() -> None:
    names = ("Annamária", "Bartholomäus", "Kira", "Zsófia")
    full = read_link(link(handed(names), whole=True))
    assert all(one.role and one.rank for one in full.players) and full.minutes == 72
    short = read_link(link(handed(names)))
    assert [one.name for one in short.players] == list(names)
    assert [one.score for one in short.players] == [one.score for one in full.players]
    assert not any(one.role for one in short.players)
    assert len(link(handed(names))) <= AIM < len(link(handed(names), whole=True))


def test_six_names_of_forty_letters_are_cut_only_in_the_code() -> None:
    play = handed(LONG)
    assert [len(name) for name in LONG] == [40] * 6
    short = link(play)
    assert len(short) <= MOST
    for one, name in zip(read_link(short).players, LONG, strict=True):
        assert one.name.endswith("…") and name.startswith(one.name[:-1]) and len(one.name) >= 8
    assert [one.name for one in read_link(link(play, whole=True)).players] == list(LONG)
    assert [one.name for one in read_file(bgsplay([play]))[0].players] == list(LONG)


def test_a_practice_game_says_so_in_every_link_and_file() -> None:
    play = handed(LONG, practice=True)
    assert read_link(link(play)).board == "Practice"
    (read,) = read_file(bgsplay([play]))
    assert read.board == "Practice" and read.comments.startswith("Practice game")
    assert {row["practice"] for row in read_table(results_csv([play]))} == {"yes"}


@pytest.mark.parametrize(
    ("name", "letters", "cut"),
    [
        ("Anna", 4, "Anna"),
        ("Annamária", 4, "Anna…"),
        ("Anna Maria", 5, "Anna…"),
        ("e\u0301e\u0301e\u0301", 3, "e\u0301…"),
        ("A👩‍👩‍👧", 3, "A…"),
    ],
)
def test_a_name_is_cut_between_letters(name: str, letters: int, cut: str) -> None:
    assert shortened(name, letters) == cut


def test_the_code_of_the_longest_game_is_read_by_another_decoder() -> None:
    text = link(handed(LONG, practice=True))
    matrix = qr_matrix(text)
    assert len(matrix) <= 125 and (len(matrix) + 2 * QUIET) * 3 <= 400
    assert code_in(drawn(matrix, px=3)) == text


def test_a_small_code_has_a_pixel_a_module_on_104() -> None:
    two = handed()
    assert len(qr_matrix("x" * SMALL)) + 2 * QUIET <= 104 < len(qr_matrix("x" * (SMALL + 1))) + 2 * QUIET
    assert len(link(two, aim=SMALL)) <= SMALL


# the file


def test_every_real_game_comes_out_of_a_file_as_it_was(plays: tuple[Play, ...]) -> None:
    found = read_file(bgsplay(plays))
    assert [one.id for one in found] == [play.uuid for play in plays]
    for read, play in zip(found, plays, strict=True):
        assert (read.minutes, str(read.when)) == (play.minutes, play.began)
        for sat, one in zip(read.players, play.players, strict=True):
            assert (sat.id, sat.name, sat.score) == (one.player, one.name, one.score)
            assert (sat.winner, sat.starts, sat.rank) == (one.winner, one.starts, one.rank or 0)
            parts = play.points(one.seat)
            assert parts and sat.parts == (parts if min(parts) >= 0 and len(parts) > 1 else (one.score,))


def test_a_second_export_has_the_same_ids(plays: tuple[Play, ...]) -> None:
    assert bgsplay(plays) == bgsplay(plays)
    alone = read_file(bgsplay(plays[5:6]))[0]
    among = read_file(bgsplay(plays))[5]
    assert alone == among


def test_a_file_is_of_the_latest_game_and_of_whoever_plays_most() -> None:
    first = handed(("Anna", "Bence"), id="one", touched="2026-03-10T19:00:00Z")
    data = json.loads(bgsplay([first, handed(("Bence", "Kira"), id="two")]))
    names = {one["id"]: one["name"] for one in data["players"]}
    assert names[data["userInfo"]["meRefId"]] == "Bence"
    assert json.loads(bgsplay([handed(id="two"), first]))["games"][0]["modificationDate"] == "2026-03-10 19:00:00"


def test_a_score_is_a_sum_and_a_number_where_a_part_is_below_zero() -> None:
    def scores(points: list[list[int]]) -> list[str]:
        data = json.loads(bgsplay([handed(points=points)]))
        return [one["score"] for one in data["plays"][0]["playerScores"]]

    assert scores([[3, 20, 5], [0, 0, 7]]) == ["3+20+5", "0+0+7"]
    assert scores([[3, 20, -5], [-3, 0, 0]]) == ["18", "-3"]


def test_a_score_nobody_knows_is_left_open() -> None:
    play = handed(scores={"blue": 29})
    assert [one.score for one in read_link(link(play)).players] == [None, 29]
    assert [one.score for one in read_file(bgsplay([play]))[0].players] == [None, 29]
    assert [row["score"] for row in read_table(results_csv([play]))] == ["", "29"]
    assert json.loads(bgsplay([handed(scores={})]))["games"][0]["noPoints"] is True


def test_a_winner_whom_the_points_do_not_name_is_set_by_hand() -> None:
    assert read_file(bgsplay([handed()]))[0].manual is False
    for winners in (("red",), (), ("red", "blue")):
        assert read_file(bgsplay([handed(winners=winners)]))[0].manual is True
    level = handed(points=[[3, 4], [5, 2]], winners=("red", "blue"), ranking=(("red", "blue"),))
    assert read_file(bgsplay([level]))[0].manual is False


def test_no_play_makes_no_file() -> None:
    with pytest.raises(InputError, match="no finished game"):
        bgsplay([])


# the table


def test_every_real_game_stands_in_the_table(plays: tuple[Play, ...]) -> None:
    rows = read_table(results_csv(plays))
    assert len(rows) == sum(len(play.players) for play in plays)
    for play in plays:
        own = [row for row in rows if row["play"] == play.uuid]
        assert [row["name"] for row in own] == [one.name for one in play.players]
        assert [int(row["score"]) for row in own] == [one.score for one in play.players]
        for row, one in zip(own, play.players, strict=True):
            points = [int(value) for key, value in row.items() if key.startswith("points:") and value]
            assert sum(points) == one.score
            assert (row["rank"], row["starts"]) == (str(one.rank or ""), "yes" if one.starts else "no")


def test_no_cell_of_the_table_is_a_formula_and_every_name_comes_back() -> None:
    data = results_csv([handed(AWKWARD)])
    assert tuple(row["name"] for row in read_table(data)) == AWKWARD
    text = data.decode("utf-8-sig")
    assert ",'=1+1," in text and ",''quoted," in text and ",'-5 + @x," in text
    assert '"Zoë ""Z"" O\'Neil"' in text
    # A score below zero is a number, and stays one.
    below = results_csv([handed(points=[[-3, 0], [1, 1]])])
    assert [row["score"] for row in read_table(below)] == ["-3", "2"]


def test_a_category_that_a_game_does_not_have_is_left_open() -> None:
    rows = results_csv([handed(points=[[0], [7]]), handed(points=[[1, 2], [3, 4]], id="two")]).decode("utf-8-sig")
    found = list(csv.DictReader(io.StringIO(rows)))
    assert [(row["points:c0"], row["points:c1"]) for row in found] == [("0", ""), ("7", ""), ("1", "2"), ("3", "4")]


def test_notes_of_several_lines_are_one_cell(tmp_path: Path) -> None:
    import msgspec

    play = msgspec.structs.replace(handed(), notes=("first\nsecond", "=third"))
    assert read_table(results_csv([play]))[0]["notes"] == "first\nsecond\n=third"


# the reader itself


def test_the_reader_refuses_what_the_format_forbids() -> None:
    data = json.loads(bgsplay([handed()]))
    spoilt = []
    for change in (
        lambda d: d["games"][0].pop("noPoints"),
        lambda d: d["games"][0].update(bggId="19999"),
        lambda d: d["plays"][0].update(gameRefId=9),
        lambda d: d["plays"][0].update(playDate="2026-03-09T18:00:11Z"),
        lambda d: d["plays"][0]["playerScores"][0].update(winner=1),
        lambda d: d["plays"][0]["playerScores"][0].update(score="3+20-5"),
        lambda d: d["userInfo"].update(meRefId=77),
        lambda d: d["players"][0].update(uuid="anna"),
    ):
        copy = json.loads(json.dumps(data))
        change(copy)
        with pytest.raises(Misread):
            read_file(json.dumps(copy).encode())
        spoilt.append(copy)
    assert len(spoilt) == 8
    assert read_file(json.dumps(data).encode())[0].players[0] == Sat(
        data["players"][0]["uuid"], "Anna", 28, False, False, 2, "Red", (3, 20, 5)
    )
    with pytest.raises(Misread):
        read_link(link(handed()).replace("%22startPlayer%22:false,", "", 1))
