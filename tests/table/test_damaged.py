"""A journal that was cut short, flipped, zeroed or lost: the longest valid beginning of every game, and a message."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.text import Text
from companion.games import find_game
from companion.table import database, history
from companion.table.journal import Journal
from companion.table.recovery import EMPTY, MISSING, REASONS
from companion.table.session import Session
from tests.kit.toy import toy_installed
from tests.table.images import (
    MAIN,
    MARK,
    NEW,
    OLD,
    PAGE,
    WAL,
    Image,
    is_beginning,
    lay,
    opened,
    photograph,
    quick_folder,
    readable,
)
from tests.table.quarry_table import play_on, started


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PAGE", PAGE)


@pytest.fixture(scope="module")
def in_log() -> Image:
    """The new game still lies in the log."""
    return photograph(in_log=True)


@pytest.fixture(scope="module")
def in_main() -> Image:
    """Everything lies in the main file."""
    return photograph(in_log=False)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with quick_folder() as quick:
        yield quick / "table"


def standing(image: Image, length: int) -> int:
    """How many entries of the new game a log of `length` sound bytes holds."""
    return sum(end <= length for end in image.ends)


def check_cut_log(image: Image, folder: Path, log: bytes, sound: int) -> None:
    found = opened(folder, image.with_file(WAL, log))
    kept = standing(image, sound)
    assert found.entries[OLD] == image.truth[OLD]
    assert found.entries.get(NEW, ()) == image.truth[NEW][:kept]
    assert (found.notices == ()) == (kept == len(image.truth[NEW]))
    if found.notices:
        assert found.notices[0] == REASONS["cut"]
        assert "journal-damaged-1.db" in found.files


@pytest.mark.slow
def test_a_log_cut_anywhere_in_its_last_records_keeps_every_whole_one(in_log: Image, folder: Path) -> None:
    log = in_log.files[WAL]
    # Near the ends of the records byte by byte, between them at every third.
    edge = len(log) - 64
    near = range(in_log.ends[-2], in_log.ends[-2] + 64)
    between = (*range(in_log.ends[-3], in_log.ends[-2], 11), *range(near.stop, edge, 3))
    for cut in (*between, *near, *range(edge, len(log) + 1)):
        check_cut_log(in_log, folder, log[:cut], cut)


def test_a_log_cut_at_every_page_keeps_every_whole_record(in_log: Image, folder: Path) -> None:
    log = in_log.files[WAL]
    for cut in range(0, len(log), (PAGE + 24) // 2):
        check_cut_log(in_log, folder, log[:cut], cut)


@pytest.mark.slow
def test_a_bit_flipped_in_the_log_loses_only_what_was_written_from_there_on(in_log: Image, folder: Path) -> None:
    log = in_log.files[WAL]
    for at in [*range(64), *range(in_log.ends[-4], in_log.ends[-2], 23), *range(in_log.ends[-2], len(log), 7)]:
        flipped = bytearray(log)
        flipped[at] ^= 1 << at % 8
        # The last four bytes of a log's own header sum it up, so any flip there takes all of it.
        check_cut_log(in_log, folder, bytes(flipped), at)


def test_a_log_that_is_gone_is_told(in_log: Image, folder: Path) -> None:
    found = opened(folder, in_log.with_file(WAL, None))
    assert found.entries == {OLD: in_log.truth[OLD]}
    assert found.notices[:2] == (
        REASONS["cut"],
        Text("A game could not be saved at all (record {id}).", {"id": NEW}),
    )


def check_damaged_main(image: Image, folder: Path, data: bytes) -> None:
    files = image.with_file(MAIN, data)
    least = readable(folder, files, image)
    found = opened(folder, files)
    whole = True
    for record_id, truth in image.truth.items():
        entries = found.entries.get(record_id, ())
        assert is_beginning(image, record_id, entries)
        assert len(entries) >= least[record_id]
        whole = whole and entries == truth
    assert set(found.entries) <= set(image.truth)
    if not whole:
        assert found.notices
        assert found.notices[0] in REASONS.values() or found.notices[0] == EMPTY
        assert "journal-damaged-1.db" in found.files


@pytest.mark.slow
def test_a_main_file_cut_anywhere_keeps_all_that_can_be_read(in_main: Image, folder: Path) -> None:
    data = in_main.files[MAIN]
    for cut in [*range(0, len(data) - 2 * PAGE, 61), *range(len(data) - 2 * PAGE, len(data))]:
        check_damaged_main(in_main, folder, data[:cut])


@pytest.mark.slow
def test_a_bit_flipped_in_the_main_file_never_changes_a_game_unseen(in_main: Image, folder: Path) -> None:
    data = in_main.files[MAIN]
    for at in [*range(100), *range(100, len(data), 7)]:
        flipped = bytearray(data)
        flipped[at] ^= 1 << at % 8
        check_damaged_main(in_main, folder, bytes(flipped))


@pytest.mark.parametrize("block", [512, 4096])
def test_a_zeroed_block_of_the_main_file_keeps_all_that_can_be_read(in_main: Image, folder: Path, block: int) -> None:
    data = in_main.files[MAIN]
    for start in range(0, len(data), block):
        check_damaged_main(
            in_main, folder, data[:start] + bytes(len(data[start : start + block])) + data[start + block :]
        )


@pytest.mark.parametrize("in_log", [True, False])
def test_a_lost_first_page_loses_nothing_since_it_is_the_same_in_every_journal(
    folder: Path, in_log: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PAGE", 4096)
    image = photograph(in_log, 4096)
    found = opened(folder, image.with_file(MAIN, bytes(4096) + image.files[MAIN][4096:]))
    assert found.entries == image.truth
    assert found.notices[0] == REASONS["damaged"]


@pytest.mark.parametrize("at", [18, 19])
def test_a_header_that_forbids_writing_is_mended(in_main: Image, folder: Path, at: int) -> None:
    data = bytearray(in_main.files[MAIN])
    data[at] ^= 4
    with toy_installed(), Journal.open(lay(folder, in_main.with_file(MAIN, bytes(data)))) as journal:
        assert journal.notices[0] == REASONS["damaged"]
        assert play_on(Session.resume(journal, NEW), 1, random.Random(1)) == 1


def test_a_missing_index_file_is_made_anew_without_a_word(in_log: Image, folder: Path) -> None:
    found = opened(folder, in_log.files)
    assert (found.entries, found.notices) == (in_log.truth, ())


def test_a_torn_mark_tells_nothing_and_harms_nothing(in_log: Image, folder: Path) -> None:
    mark = in_log.files[MARK]
    for torn in (None, b"", mark[:40], b"\0" * len(mark), mark[:50] + b"\xff" + mark[51:]):
        found = opened(folder, in_log.with_file(MARK, torn))
        assert (found.entries, found.notices) == (in_log.truth, ())


def test_a_mark_that_is_older_than_the_journal_is_no_loss(in_main: Image, folder: Path) -> None:
    with Journal.open(lay(folder, in_main.files)) as journal, toy_installed():
        older = (folder / MARK).read_bytes()
        session = Session.resume(journal, NEW)
        session.rewind(2, ("red", "blue"))
    (folder / MARK).write_bytes(older)
    with Journal.open(folder / MAIN) as journal:
        assert journal.notices == []


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"", EMPTY), (b"This is no database, whatever its name says. " * 300, REASONS["damaged"])],
)
def test_a_file_that_is_no_journal_is_kept_aside_and_told(folder: Path, data: bytes, reason: Text) -> None:
    found = opened(folder, {MAIN: data})
    assert found.entries == {}
    assert found.notices[0] == reason
    assert (folder / "journal-damaged-1.db").read_bytes() == data


def test_a_lost_main_file_comes_back_from_the_newest_backup(tmp_path: Path) -> None:
    path = tmp_path / MAIN
    with toy_installed(), Journal.open(path) as journal:
        session = started(journal, find_game("quarry"), OLD)
        session.rewind(0, ("red", "blue")) if session.n else session.put_away()
        truth = journal.entries(OLD)
        journal.back_up()
    path.unlink()
    with toy_installed(), Journal.open(path) as journal:
        assert journal.entries(OLD) == truth
        assert journal.notices[0] == MISSING
        assert [summary.status for summary in history.games(journal)] == ["put_away"]


def test_a_mended_game_is_listed_and_played_on(in_main: Image, folder: Path) -> None:
    data = bytearray(in_main.files[MAIN])
    # A letter of the newest entry of the new game, on the last page its row flows over to.
    at = bytes(data).rindex(in_main.truth[NEW][-1].data.encode()[-20:])
    data[at + 5] ^= 1
    with toy_installed(), Journal.open(lay(folder, in_main.with_file(MAIN, bytes(data)))) as journal:
        assert journal.entries(NEW) == in_main.truth[NEW][:-1]
        assert [str(notice.params.get("kept", "")) for notice in journal.notices[1:2]] == ["5"]
        summary = history.unfinished(journal)
        assert summary is not None and (summary.id, summary.n) == (NEW, 5)
        session = Session.resume(journal, NEW)
        assert play_on(session, 1, random.Random(1)) == 1
        assert len(journal.entries(NEW)) == len(in_main.truth[NEW])
