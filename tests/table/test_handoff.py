"""What a finished game hands on: who, when, how long, and ids that stay."""

from __future__ import annotations

import uuid
from pathlib import Path

import msgspec
import pytest

from companion.engine.errors import InputError
from companion.language import Language
from companion.table import handoff_files, history
from companion.table.handoff import PRACTICE, SCOREKEEPER, play_of, plays_of, stable
from companion.table.handoff_files import NotWritten, fit_name, name_of, put, write
from companion.table.journal import Journal
from companion.table.people import Alias, People, Player, player_id
from companion.table.session import Session
from companion.table.shelf import Shelf
from tests.kit.bg_reader import read_file
from tests.kit.handed import COLOURS, handed, header_of, told
from tests.kit.many_games import many

SAY = Language().say


def test_a_play_bears_the_records_id_where_that_is_a_uuid_and_one_made_of_it_where_not() -> None:
    assert handed(id="2F1B7C1E-8A55-4C0E-9B8D-0F6A5A7D1C11").uuid == "2f1b7c1e-8a55-4c0e-9b8d-0f6a5a7d1c11"
    for odd in ("thursday", "{2f1b7c1e-8a55-4c0e-9b8d-0f6a5a7d1c11}", "2f1b7c1e8a554c0e9b8d0f6a5a7d1c11"):
        play = handed(id=odd)
        assert play.record == odd and play.uuid != odd
        assert uuid.UUID(play.uuid).version == 5 and handed(id=odd).uuid == play.uuid
    assert stable("play", "x") != stable("game", "x")


def test_a_player_keeps_the_id_when_the_name_changes() -> None:
    renamed = People(players=(Player(player_id("Anna"), "Annamária", (Alias("Anna", "2026-12-01T00:00:00Z"),)),))
    summary = told()
    before, after = (play_of(summary, header_of(summary), people).players[0] for people in (People(), renamed))
    assert (before.name, after.name) == ("Anna", "Annamária")
    assert before.player == after.player == player_id("Anna")


def test_two_seats_of_one_name_are_two_players_in_a_play() -> None:
    one, two, other = handed(("Anna", "anna", "Bence")).players
    assert (one.name, two.name, other.name) == ("Anna", "anna (2)", "Bence")
    assert len({one.player, two.player, other.player}) == 3
    assert handed(("Kira", "Anna", "Anna")).players[2].player == two.player


def test_equal_players_share_a_rank_and_where_nobody_wins_there_is_none() -> None:
    shared = handed(("A", "B", "C"), winners=("red", "green"), ranking=(("red", "green"), ("blue",)))
    assert [(one.rank, one.winner) for one in shared.players] == [(1, True), (3, False), (1, True)]
    assert [one.seat for one in shared.ranked] == ["red", "green", "blue"]
    nobody = handed(winners=(), ranking=(("red", "blue"),))
    assert [(one.rank, one.winner) for one in nobody.players] == [(None, False), (None, False)]


def test_who_began_is_told_where_the_order_is_known() -> None:
    assert [one.starts for one in handed().players] == [False, True]
    assert [one.starts for one in handed(order=()).players] == [False, False]


@pytest.mark.parametrize(
    ("started", "touched", "played_s", "minutes"),
    [
        ("2026-03-09T18:00:11Z", "2026-03-09T19:12:40Z", 0, 72),
        ("2026-03-09T18:00:11Z", "2026-03-09T19:12:40Z", 2400, 40),
        ("2026-03-09T18:00:11Z", "2026-03-09T18:00:20Z", 0, None),
        ("2026-03-09T18:00:11Z", "2026-03-10T18:00:20Z", 0, None),
        ("2026-03-09T18:00:11Z", "2026-03-09T17:00:00Z", 0, None),
        ("1970-01-01T00:00:00Z", "2026-03-09T17:00:00Z", 29, None),
        ("0001-01-01T00:00:00+01:00", "2026-03-09T17:00:00Z", 0, None),
    ],
)
def test_minutes_are_left_out_where_no_clock_tells_them(
    started: str, touched: str, played_s: int, minutes: int | None
) -> None:
    play = handed(started=started, touched=touched, played_s=played_s)
    assert play.minutes == minutes
    assert play.began <= play.ended


def test_times_are_utc_and_a_game_without_a_time_is_refused() -> None:
    play = handed(started="2026-03-09T19:00:11+01:00", touched="never")
    assert (play.began, play.ended) == ("2026-03-09 18:00:11", "2026-03-09 18:00:11")
    with pytest.raises(InputError, match="can't be read"):
        handed(started="once", touched="never")


@pytest.mark.parametrize("status", ["playing", "put_away"])
def test_a_game_that_is_not_over_is_refused(status: str) -> None:
    with pytest.raises(InputError, match="not over"):
        handed(status=status)


def test_practice_and_kept_points_are_said() -> None:
    assert handed(practice=True, mode="scorekeeper").comments.splitlines() == [PRACTICE, SCOREKEEPER]
    assert handed().comments == ""


def test_parts_that_do_not_make_the_score_are_not_told() -> None:
    assert handed(points=[[3, 20, -5], [0, 0, 7]]).points("red") == (3, 20, -5)
    wrong = handed(scores={"red": 27, "blue": 29})
    assert (wrong.points("red"), wrong.points("blue")) == ((), (3, 21, 5))
    assert handed(scores={"blue": 29}).players[0].score is None


def test_notes_go_with_the_plays_of_a_journal_and_unfinished_games_are_named(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        many(journal, 3, away=1, kinds=("aton",))
        games = history.games(journal)
        first = next(one for one in games if one.status == "finished")
        Shelf.load(tmp_path).add_note(first.id, 0, "At Bence's <home> & late")
        Shelf.load(tmp_path).add_note(first.id, 4, "Here it turned")
        plays, refused = plays_of(journal, games, People())
        assert [one for one, _ in refused] == [one.id for one in games if one.status == "put_away"]
        assert [one.record for one in plays] == [one.id for one in games if one.status == "finished"]
        assert plays[0].comments == "At Bence's <home> & late\nMove 4: Here it turned"
        assert plays[0].bgg_id == 19999


# files


def test_files_are_written_once_and_never_over_something_else(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "stick"
    play = handed()
    (first,) = write("bgsplay", [play], folder, SAY)
    assert first.name == "2026-03-09-quarry-2f1b7c1e.bgsplay"
    assert read_file(first.read_bytes())[0].id == play.uuid
    assert write("bgsplay", [play], folder, SAY) == (first,)
    changed = msgspec.structs.replace(play, minutes=9)
    (second,) = write("bgsplay", [changed], folder, SAY)
    assert second.name == "2026-03-09-quarry-2f1b7c1e-2.bgsplay"
    assert read_file(first.read_bytes())[0].minutes == 72
    assert write("bgsplay", [play], folder, SAY) == (first,)
    assert {one.name for one in folder.iterdir()} == {first.name, second.name}


def test_a_record_is_never_written_over_another_of_its_name(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        record = Session.look_at(journal, many(journal, 1)[0]).record()
    path = handoff_files.write_record(record, tmp_path)
    assert handoff_files.write_record(record, tmp_path) == path
    path.write_text("something else")
    with pytest.raises(NotWritten) as refused:
        handoff_files.write_record(record, tmp_path)
    assert refused.value.text == handoff_files.TAKEN and path.read_text() == "something else"


def test_a_link_that_leads_nowhere_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "a.csv").symlink_to(tmp_path / "far")
    assert put(tmp_path, "a", "csv", b"x").name == "a-2.csv"
    assert not (tmp_path / "far").exists()


def test_names_of_files_fit_every_disk() -> None:
    assert fit_name('2026:03?"a"/b\\c|d*. ') == "2026-03-a-b-c-d"
    assert fit_name("???") == "game"
    day = msgspec.structs.replace(handed(), began="2026-05-01 10:00:00", game="aton")
    assert name_of([handed(), day]) == "2026-03-09-2026-05-01-plays-2"
    assert name_of([handed(), handed()]) == "2026-03-09-quarry-2"


def test_each_kind_is_a_file_of_its_own(tmp_path: Path) -> None:
    plays = [handed(), handed(id="7d1b7c1e-8a55-4c0e-9b8d-0f6a5a7d1c11")]
    assert len(write("csv", plays, tmp_path, SAY)) == 1
    links = write("link", plays, tmp_path, SAY)
    assert [one.read_text().split("?")[0] for one in links] == ["https://app.bgstatsapp.com/createPlay.html"] * 2
    assert all(one.read_bytes().startswith(b"\x89PNG") for one in write("qr", plays, tmp_path, SAY))
    with pytest.raises(InputError, match="no finished game"):
        write("csv", [], tmp_path, SAY)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [(28, "The disk is full"), (30, "read-only"), (13, "Nothing may be written"), (5, "Input/output error")],
)
def test_a_disk_that_takes_nothing_is_told(
    code: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(code, "Input/output error")

    monkeypatch.setattr(handoff_files, "write_safely", refused)
    with pytest.raises(NotWritten) as failed:
        write("csv", [handed()], tmp_path, SAY)
    assert sentence in SAY(failed.value.text)
    assert failed.value.path.parent == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_read_back_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handoff_files, "write_safely", lambda path, data: path.write_bytes(data[:-1]))
    with pytest.raises(NotWritten, match="not read back"):
        write("csv", [handed()], tmp_path, SAY)


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "stick").write_text("mine")
    for folder in (tmp_path / "stick", tmp_path / "stick" / "in"):
        with pytest.raises(NotWritten, match="no folder"):
            write("csv", [handed()], folder, SAY)
    assert (tmp_path / "stick").read_text() == "mine"


def test_every_seat_of_six_is_handed_on() -> None:
    assert [one.seat for one in handed(("A", "B", "C", "D", "E", "F")).players] == list(COLOURS)
