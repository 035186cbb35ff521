"""Deleted games and notes: kept beside the journal, durable, and never half done."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.engine.text import Text
from companion.table import errors, history, shelf
from companion.table.journal import Journal
from companion.table.people import Alias, People, Player, player_id
from companion.table.session import Session
from companion.table.shelf import MOST_LETTERS, MOST_NOTES, Contents, Note, Shelf
from tests.table.quarry_table import journal_path, play_on, started

AT = "2026-05-01T18:00:00Z"


@pytest.fixture
def journal(tmp_path: Path, game: Any) -> Iterator[Journal]:
    """Four games: one and two finished, three put away, four at the table."""
    with Journal.open(journal_path(tmp_path)) as opened:
        for seed, name in enumerate(("one", "two")):
            play_on(started(opened, game, name, tokens=False), 30, random.Random(seed))
        play_on(started(opened, game, "three", ("red", "green"), tokens=False), 3, random.Random(3))
        history.put_away(opened, "three")
        play_on(started(opened, game, "four", tokens=False), 2, random.Random(4))
        yield opened


def ids(games: tuple[history.Summary, ...]) -> list[str]:
    return [summary.id for summary in games]


def refusal(act: Any, *args: Any) -> Text:
    with pytest.raises(InputError) as refused:
        act(*args)
    return refused.value.text


# deleting


def test_a_deleted_game_is_in_no_list_until_it_is_brought_back_to_its_place(journal: Journal) -> None:
    before = history.games(journal)
    history.delete(journal, "two")
    history.delete(journal, "three")
    assert ids(history.games(journal)) == ["four", "one"]
    assert set(ids(history.deleted(journal))) == {"two", "three"}
    history.restore(journal, "three")
    history.restore(journal, "two")
    assert history.games(journal) == before
    assert history.deleted(journal) == ()


def test_deleting_twice_keeps_the_first_time_and_lists_the_latest_first(journal: Journal) -> None:
    kept = Shelf.load(journal.path.parent)
    kept.delete("one", "2026-05-02T10:00:00Z")
    kept.delete("three", "2026-05-03T10:00:00Z")
    kept.delete("one", "2026-05-04T10:00:00Z")
    assert ids(history.deleted(journal)) == ["three", "one"]
    assert Shelf.load(journal.path.parent).deleted["one"] == "2026-05-02T10:00:00Z"


@pytest.mark.parametrize("at_table, record", [("", "four"), ("two", "two")])
def test_the_game_at_the_table_is_not_deleted(journal: Journal, at_table: str, record: str) -> None:
    said = refusal(history.delete, journal, record, at_table)
    assert "put it away first" in said.message
    assert history.deleted(journal) == ()


def test_an_older_game_that_nobody_ended_can_be_deleted_and_so_can_one_put_away(journal: Journal, game: Any) -> None:
    play_on(started(journal, game, "five"), 1, random.Random(5))
    history.delete(journal, "four")
    history.put_away(journal, "five")
    history.delete(journal, "five")
    assert ids(history.games(journal)) == ["three", "two", "one"]
    assert history.unfinished(journal) is None


def test_no_game_is_deleted_that_is_not_here(journal: Journal) -> None:
    for act in (history.delete, history.restore, history.purge):
        assert refusal(act, journal, "nobody").params == {"id": "nobody"}
    assert not (journal.path.parent / "shelf.json").exists()


def test_one_game_is_told_of_whether_it_is_deleted_or_not(journal: Journal) -> None:
    history.delete(journal, "two")
    found = history.one(journal, "two")
    assert found == history.deleted(journal)[0]
    assert found is not None and found.status == "finished"
    assert history.one(journal, "nobody") is None


def test_a_game_that_goes_on_from_a_purged_one_stands_alone(journal: Journal, game: Any) -> None:
    """A copy that was played on from a move holds all its own entries."""
    header = journal.entries("two")
    history.delete(journal, "two")
    history.purge(journal, "two")
    assert len(header) > 1
    assert Session.look_at(journal, "one").status == "finished"
    started(journal, game, "two")
    assert ids(history.games(journal))[0] == "two", "an id that is free again is a new game"


def test_an_id_of_a_game_that_is_not_here_is_kept(journal: Journal, game: Any) -> None:
    folder = journal.path.parent
    kept = Shelf.load(folder)
    kept.delete("far")
    kept.add_note("far", 3, "to come")
    history.delete(journal, "one")
    history.delete(journal, "two")
    history.purge(journal, "one")
    assert ids(history.deleted(journal)) == ["two"]
    assert set(Shelf.load(folder).deleted) == {"far", "two"}
    started(journal, game, "far")
    assert "far" in ids(history.deleted(journal))
    assert [note.text for note in Shelf.load(folder).notes_of("far")] == ["to come"]


# notes


@pytest.mark.parametrize(
    "written, kept",
    [
        ("  well played \r\n\r\nby all\t!\n", "well played\n\nby all !"),
        ("👩‍🚀🎲 🇭🇺", "👩‍🚀🎲 🇭🇺"),
        ("משחק טוב\u200f!", "משחק טוב\u200f!"),
        ("a\u202eb\u0007c\ud83d", "abc"),
        ("é" * MOST_LETTERS, "é" * MOST_LETTERS),
    ],
)
def test_a_note_keeps_its_letters_and_lines(tmp_path: Path, written: str, kept: str) -> None:
    note = Shelf.load(tmp_path).add_note("one", 4, written, AT)
    assert note == Note(4, kept, AT)
    loaded = Shelf.load(tmp_path)
    assert (loaded.notices, loaded.notes_of("one")) == ((), (note,))


@pytest.mark.parametrize("empty", ["", " \n\t", "\u200d\u200f", "\u202e"])
def test_an_empty_note_is_refused(tmp_path: Path, empty: str) -> None:
    assert "empty" in refusal(Shelf.load(tmp_path).add_note, "one", 0, empty).message
    assert not (tmp_path / "shelf.json").exists()


def test_a_note_has_its_length_and_a_game_its_number_of_notes(tmp_path: Path) -> None:
    kept = Shelf.load(tmp_path)
    assert refusal(kept.add_note, "one", 0, "x" * (MOST_LETTERS + 2)).params == {"n": 2, "most": MOST_LETTERS}
    for number in range(MOST_NOTES):
        kept.add_note("one", number, "x")
    assert refusal(kept.add_note, "one", 99, "x").params == {"most": MOST_NOTES}
    assert len(kept.notes_of("one")) == MOST_NOTES
    kept.add_note("two", 99, "x")


def test_notes_are_in_the_order_of_moves_and_are_not_doubled(tmp_path: Path) -> None:
    kept = Shelf.load(tmp_path)
    late, whole, early = (kept.add_note("one", n, text, AT) for n, text in ((9, "late"), (0, "whole"), (4, "early")))
    assert kept.add_note("one", 4, " early ", "2026-05-02T18:00:00Z") == early
    assert kept.notes_of("one") == (whole, early, late)
    fresh = kept.change_note("one", early, "earlier")
    assert fresh == Note(4, "earlier", AT)
    kept.remove_note("one", late)
    assert Shelf.load(tmp_path).notes_of("one") == (whole, fresh)
    for act in (lambda: kept.remove_note("one", late), lambda: kept.change_note("one", early, "x")):
        assert "not here any more" in refusal(act).message
    kept.remove_note("one", whole)
    kept.remove_note("one", fresh)
    assert kept.contents == Contents()


def test_of_one_move_the_earlier_written_note_is_first_and_two_that_come_to_say_the_same_are_one(
    tmp_path: Path,
) -> None:
    kept = Shelf.load(tmp_path)
    later, earlier = kept.add_note("one", 4, "a", "2026-05-02T18:00:00Z"), kept.add_note("one", 4, "b", AT)
    assert kept.notes_of("one") == (earlier, later)
    assert kept.change_note("one", later, "b") == earlier and kept.notes_of("one") == (earlier,)


def test_what_changes_nothing_writes_nothing(tmp_path: Path) -> None:
    kept = Shelf.load(tmp_path)
    kept.bring_back("one")
    assert not (tmp_path / "shelf.json").exists()
    kept.delete("one", AT)
    before = shelf.mark(tmp_path)
    kept.delete("one")
    kept.forget("two")
    assert shelf.mark(tmp_path) == before and kept.deleted == {"one": AT}
    # A game without notes leaves no trace among them, so that equal shelves are equal bytes.
    assert shelf.encoded(Contents(notes={"one": ()})) == shelf.encoded(Contents())


def test_a_game_in_the_lists_is_not_deleted_for_good(journal: Journal) -> None:
    before = history.games(journal)
    assert "Delete it first" in refusal(history.purge, journal, "one").message
    assert history.games(journal) == before and journal.entries("one")


def test_a_note_stays_with_its_number_when_the_move_is_taken_back(journal: Journal) -> None:
    kept = Shelf.load(journal.path.parent)
    session = Session.resume(journal, "four")
    kept.add_note("four", session.n, "here")
    kept.add_note("four", 400, "far beyond")
    session.undo()
    assert session.n == 1
    assert [(note.n, note.text) for note in kept.notes_of("four")] == [(2, "here"), (400, "far beyond")]


# the file


def test_what_another_has_written_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    mine, other = Shelf.load(tmp_path), Shelf.load(tmp_path)
    other.delete("one", AT)
    mine.add_note("two", 1, "mine", AT)
    assert Shelf.load(tmp_path).contents == Contents(deleted={"one": AT}, notes={"two": (Note(1, "mine", AT),)})


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"version": 1, "deleted": {"a": 5}}',
        '{"version": 1, "deleted": {"a": "yesterday"}}',
        '{"version": 1, "deleted": {}, "deleted": {}}',
        '{"version": 1, "other": 1}',
        '{"version": 0}',
        '{"notes": {"a": [{"n": -1, "text": "x", "at": "2026-05-01T18:00:00Z"}]}}',
        '{"notes": {"a": [{"n": 1, "text": "", "at": "2026-05-01T18:00:00Z"}]}}',
    ],
)
def test_a_broken_file_is_kept_aside_and_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "shelf.json").write_text(content)
    assert shelf.glance(tmp_path).notes == {}
    assert (tmp_path / "shelf.json").read_text() == content, "a glance touches nothing"
    loaded = Shelf.load(tmp_path)
    assert loaded.contents == Contents()
    assert [notice.params["file"] for notice in loaded.notices] == ["shelf.json"]
    assert (tmp_path / "shelf-broken-1.json").read_text() == content
    loaded.delete("one", AT)
    assert Shelf.load(tmp_path).deleted == {"one": AT}


def test_a_newer_file_is_read_as_far_as_it_can_be_and_never_written(tmp_path: Path) -> None:
    newer = {
        "version": 2,
        "deleted": {"one": AT},
        "stars": {"one": 5},
        "notes": {"two": [{"n": 1, "text": "x", "at": AT, "by": "Anna"}]},
    }
    (tmp_path / "shelf.json").write_text(json.dumps(newer))
    assert shelf.glance(tmp_path).deleted == {"one": AT}
    loaded = Shelf.load(tmp_path)
    assert (loaded.deleted, loaded.notes_of("two")) == ({"one": AT}, (Note(1, "x", AT),))
    for act in (lambda: loaded.delete("two"), lambda: loaded.bring_back("one"), lambda: loaded.add_note("a", 1, "x")):
        assert refusal(act) == shelf.NEWER
    assert json.loads((tmp_path / "shelf.json").read_text()) == newer


def test_a_disk_that_takes_no_writing_changes_nothing(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = journal.path.parent
    kept = Shelf.load(folder)
    kept.add_note("one", 1, "x", AT)
    before = (folder / "shelf.json").read_bytes()

    def refuse(*_: Any) -> None:
        raise OSError(30, os.strerror(30))

    monkeypatch.setattr(os, "replace", refuse)
    for act in (lambda: history.delete(journal, "one"), lambda: kept.add_note("one", 2, "y")):
        assert refusal(act) == errors.READ_ONLY
    assert kept.notes_of("one") == Shelf.load(folder).notes_of("one") == (Note(1, "x", AT),)
    assert (folder / "shelf.json").read_bytes() == before
    assert "one" in ids(history.games(journal))
    (folder / "shelf.json").write_text("{")
    broken = Shelf.load(folder)
    assert refusal(broken.delete, "one") == shelf.UNKEPT
    assert (folder / "shelf.json").read_text() == "{"


def test_purging_on_a_shelf_that_can_not_be_written_keeps_the_game_deleted(journal: Journal) -> None:
    folder = journal.path.parent
    history.delete(journal, "one")
    newer = json.loads((folder / "shelf.json").read_text()) | {"version": 2}
    (folder / "shelf.json").write_text(json.dumps(newer))
    assert refusal(history.purge, journal, "one") == shelf.NEWER
    assert ids(history.deleted(journal)) == ["one"]


# finding


PEOPLE = People(
    players=(
        Player(player_id("Anna"), "Annamária", also=(Alias("Anna", "2026-12-31T00:00:00Z"),)),
        Player(player_id("Béla"), "Béla"),
    )
)


@pytest.mark.parametrize(
    "asked, found",
    [
        ({}, ["four", "three", "two", "one"]),
        ({"text": "bela"}, ["four", "two", "one"]),
        ({"text": "ANNA СВЕТА"}, ["three"]),
        ({"text": "annamaria"}, ["four", "three", "two", "one"]),
        ({"text": "квест 2026-05"}, ["four", "three", "two", "one"]),
        ({"text": "lamp"}, ["two"]),
        ({"text": "anna nobody"}, []),
        ({"game": "quarry"}, ["four", "three", "two", "one"]),
        ({"game": "chess"}, []),
        ({"status": "put_away"}, ["three"]),
        ({"status": "finished", "text": "béla"}, ["two", "one"]),
        ({"player": "Света"}, ["three"]),
        ({"player": player_id("Béla")}, ["four", "two", "one"]),
        ({"player": "annamária"}, ["four", "three", "two", "one"]),
        ({"player": "anna"}, ["four", "three", "two", "one"]),
        ({"since": "2026-05-01", "until": "2026-05-01"}, ["four", "three", "two", "one"]),
        ({"since": "2026-05", "until": "2026"}, ["four", "three", "two", "one"]),
        ({"since": "2026-05-02"}, []),
        ({"until": "2026-04"}, []),
    ],
)
def test_games_are_found(journal: Journal, asked: dict[str, str], found: list[str]) -> None:
    notes = {"two": (Note(3, "Broke the Lámp", AT),)}
    games = history.games(journal)
    assert ids(history.find(games, PEOPLE, **asked, titles=lambda _: "Quarry\nКвест", notes=notes)) == found
