"""Players, notes and deleted games of two devices come together: nothing of ours goes, nothing comes twice."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from companion.config import made_ours
from companion.engine.errors import InputError
from companion.language import Language
from companion.table import bring_back, copy_words, history, people_file, whole
from companion.table.joining import Arrival, united
from companion.table.journal import Journal
from companion.table.people import People, Player, player_id
from companion.table.people_store import Store
from companion.table.session import Session
from companion.table.shelf import Contents, Shelf
from tests.table.test_bring_back import NOW, Device, everything_of, parted

AT = "2026-05-01T18:00:00Z"


@pytest.fixture
def ours(tmp_path: Path, game: Any) -> Device:
    return Device(tmp_path / "ours", game)


@pytest.fixture
def theirs(tmp_path: Path, game: Any) -> Device:
    return Device(tmp_path / "theirs", game)


def delete(device: Device, record_id: str) -> None:
    with Journal.open(device.folder / "journal.db") as journal:
        history.put_away(journal, record_id)
        history.delete(journal, record_id)


def listed(device: Device) -> tuple[list[str], list[str]]:
    """The games in the lists, and the deleted ones."""
    with Journal.open(device.folder / "journal.db") as journal:
        return [one.id for one in history.games(journal)], [one.id for one in history.deleted(journal)]


def notes(device: Device, record_id: str) -> list[tuple[int, str]]:
    loaded = Shelf.load(device.folder)
    assert loaded.notices == ()
    return [(note.n, note.text) for note in loaded.notes_of(record_id)]


def rename(device: Device, name: str, to: str) -> None:
    Store(device.folder).rename(Player(player_id(name), name), to, "2026-06-01T00:00:00Z")


def told(texts: tuple[Any, ...]) -> list[str]:
    return [Language().say(text) for text in texts]


def test_everything_comes_to_an_empty_device_and_again_to_a_filled_one_without_doubles(
    ours: Device, theirs: Device, stick: Path
) -> None:
    for number, name in enumerate(("one", "two", "three")):
        theirs.play(name, 3, number)
    delete(theirs, "two")
    shelf = Shelf.load(theirs.folder)
    shelf.add_note("one", 2, "a fine move", AT)
    shelf.add_note("two", 0, "deleted, but noted", AT)
    rename(theirs, "Anna", "Annamária")
    path = theirs.copy(stick)
    seen = ours.preview(path)
    assert (seen.joined, seen.others, seen.strange, seen.back) == (("people.json", "shelf.json"), (), (), 0)
    assert told(copy_words.would_come(seen))[1:] == [
        "Players and groups are put together with the ones here.",
        "Notes and deleted games are put together with the ones here.",
    ]
    assert ours.bring(path).joined == ("people.json", "shelf.json")
    after = everything_of(ours)
    assert ours.games() == theirs.games()
    assert listed(ours) == listed(theirs) == (["three", "one"], ["two"])
    assert (notes(ours, "one"), notes(ours, "two")) == ([(2, "a fine move")], [(0, "deleted, but noted")])
    assert people_file.glance(ours.folder) == people_file.glance(theirs.folder) != People()
    # The same again, and what this device would give back.
    seen = ours.preview(path)
    assert (seen.joined, seen.others, dict(seen.counts)) == ((), (), {"known": 3})
    for copy in (path, ours.copy(stick)):
        brought = ours.bring(copy)
        assert (brought.joined, brought.placed, brought.aside, brought.back) == ((), (), (), 0)
    assert everything_of(ours) == after
    assert theirs.bring(ours.copy(stick)).joined == ()


def test_what_both_have_said_is_united_and_ours_wins(ours: Device, theirs: Device, stick: Path) -> None:
    theirs.play("one", 3, 1)
    ours.bring(theirs.copy(stick))
    mine, other = Shelf.load(ours.folder), Shelf.load(theirs.folder)
    for shelf, texts in ((mine, ("same", "mine")), (other, ("same", "theirs"))):
        for text in texts:
            shelf.add_note("one", 1, text, AT)
    rename(ours, "Anna", "Anna Mine")
    rename(theirs, "Anna", "Anna Theirs")
    Store(theirs.folder).add_group("Thursday")
    before = notes(ours, "one")
    for _ in range(2):
        ours.bring(theirs.copy(stick))
        assert notes(ours, "one") == [(1, "mine"), (1, "same"), (1, "theirs")] != before
        people = people_file.glance(ours.folder)
        assert people.who("Anna", "2026-01-01T00:00:00Z").name == "Anna Mine"
        assert [group.name for group in people.groups] == ["Thursday"]
    assert not (ours.folder / "aside").exists()
    assert not list(ours.folder.glob("*.before"))


def test_a_game_deleted_there_stays_in_the_lists_here(ours: Device, theirs: Device, stick: Path) -> None:
    theirs.play("one", 3, 1)
    theirs.play("two", 3, 1)
    ours.bring(theirs.copy(stick))
    theirs.play("three", 3, 2)
    for name in ("one", "three"):
        delete(theirs, name)
    ours.bring(theirs.copy(stick))
    assert listed(ours) == (["two", "one"], ["three"])
    # Brought back here it stays, however often the copy comes.
    with Journal.open(ours.folder / "journal.db") as journal:
        history.restore(journal, "three")
    ours.bring(theirs.copy(stick))
    assert listed(ours) == (["three", "two", "one"], [])


@pytest.mark.parametrize("noted", [True, False])
def test_a_deleted_game_that_was_played_on_elsewhere_is_in_the_lists_again(
    ours: Device, theirs: Device, stick: Path, noted: bool
) -> None:
    theirs.play("one", 3, 1)
    theirs.play("two", 3, 1)
    with Journal.open(theirs.folder / "journal.db") as journal:
        for name in ("one", "two"):
            history.put_away(journal, name)
    ours.bring(theirs.copy(stick))
    for name in ("one", "two"):
        delete(ours, name)
    ours.bring(theirs.copy(stick))
    assert listed(ours)[0] == [], "a copy that has no more of them changes nothing"
    theirs.play("one", 2, 2)
    if noted:
        Shelf.load(theirs.folder).add_note("one", 5, "played on")
    path = theirs.copy(stick)
    assert ours.preview(path).back == 1
    brought = ours.bring(path)
    assert told(copy_words.came(brought))[-1].startswith("1 game that is deleted here was played on")
    assert listed(ours) == (["one"], ["two"])


def test_a_game_that_was_played_on_and_deleted_on_the_other_stays_deleted_as_it_was_here() -> None:
    ours = Contents(deleted={"one": "2026-05-01T18:00:00Z"})
    theirs = Contents(deleted={"one": "2026-06-01T18:00:00Z"})
    both = united(ours, theirs, {"one": Arrival("one", "longer")})
    assert both == ours


def test_what_hangs_on_a_game_that_parted_comes_to_the_one_kept_beside(
    ours: Device, theirs: Device, stick: Path
) -> None:
    parted(ours, theirs, stick)
    Shelf.load(theirs.folder).add_note("first", 3, "another pit")
    delete(theirs, "first")
    for _ in range(2):
        ours.bring(theirs.copy(stick))
        current, (beside,) = listed(ours)
        assert current == ["first"]
        assert (notes(ours, "first"), notes(ours, beside)) == ([], [(3, "another pit")])


def test_a_purged_game_comes_back_from_an_older_copy_as_a_new_one(ours: Device, theirs: Device, stick: Path) -> None:
    ours.play("one", 3, 1)
    ours.play("two", 3, 2)
    delete(ours, "one")
    Shelf.load(ours.folder).add_note("one", 1, "gone with it")
    with_both = everything_of(ours)[0]
    deleted = ours.copy(stick)
    with Journal.open(ours.folder / "journal.db") as journal:
        history.restore(journal, "one")
    path = ours.copy(stick)
    with Journal.open(ours.folder / "journal.db") as journal:
        history.delete(journal, "one")
        history.purge(journal, "one")
    assert ours.bring(path).games == {"new": 1, "known": 1}
    assert everything_of(ours)[0] == with_both
    assert listed(ours) == (["one", "two"], [])
    assert notes(ours, "one") == [(1, "gone with it")]
    # A copy in which it was deleted says nothing of a game that is here.
    ours.bring(deleted)
    assert listed(ours) == (["one", "two"], [])


@pytest.mark.parametrize("broken", ["{", '{"version": 9}'])
@pytest.mark.parametrize("name", ["people.json", "shelf.json"])
def test_a_file_that_can_not_be_put_together_is_kept_beside_ours(
    ours: Device, theirs: Device, stick: Path, name: str, broken: str
) -> None:
    theirs.play("one", 1, 1)
    Shelf.load(ours.folder).add_note("one", 1, "mine")
    Store(ours.folder).add_group("Thursday")
    before = (ours.folder / name).read_bytes()
    theirs.put(name, broken)
    path = theirs.copy(stick)
    seen = ours.preview(path)
    assert [file.name for file in seen.others] == [name]
    brought = ours.bring(path)
    for told in (copy_words.would_come(seen), copy_words.came(brought)):
        said = [Language("en").say(text) for text in told]
        assert sum("can't be put together" in text for text in said) == 1
        assert not any("comes along" in text for text in said)
    assert (brought.joined, brought.aside) == ((), (name,)) and brought.folder is not None
    assert ((ours.folder / name).read_bytes(), (brought.folder / name).read_text()) == (before, broken)
    assert listed(ours)[0] == ["one"]


def test_nothing_has_changed_where_the_disk_fails_while_they_come_together(
    ours: Device, theirs: Device, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs.play("one", 2, 1)
    for device, text in ((ours, "mine"), (theirs, "theirs")):
        Shelf.load(device.folder).add_note("one", 1, text)
        Store(device.folder).add_group(text)
    path = theirs.copy(stick)
    before = everything_of(ours)
    make = bring_back._make
    for most in range(9):
        made: list[Path] = []

        def failing(source: Path, target: Path, most: int = most, made: list[Path] = made) -> None:
            if len(made) == most:
                raise OSError(28, os.strerror(28))
            made.append(target)
            make(source, target)

        monkeypatch.setattr(bring_back, "_make", failing)
        try:
            ours.bring(path)
        except InputError:
            assert everything_of(ours) == before
        else:
            break
    # Ours is kept until the end and theirs comes, for each of the two.
    assert most == 4
    assert [text for _, text in notes(ours, "one")] == ["mine", "theirs"]
    assert not list(ours.folder.glob("*.before"))


def test_the_way_to_the_club_never_leaves_and_never_comes(ours: Device, theirs: Device, stick: Path) -> None:
    theirs.play("one", 1, 1)
    for name in ("club.json", "club.json.new", "people.json.previous", "shelf-broken-1.json"):
        theirs.put(name, '{"password": "secret"}')
    path = theirs.copy(stick)
    assert b"secret" not in path.read_bytes()
    assert [part.name for part in whole.read(path).manifest.files] == ["journal.db"]
    # One that somebody packed by hand is no part of a copy.
    data = b'{"password": "theirs"}'
    with zipfile.ZipFile(path) as old:
        manifest, journal = json.loads(old.read("manifest.json")), old.read("journal.db")
    manifest["files"].append({"name": "club.json", "size": len(data), "sha256": hashlib.sha256(data).hexdigest()})
    forged = stick / "forged.zip"
    with zipfile.ZipFile(forged, "w") as new:
        new.writestr("journal.db", journal)
        new.writestr("club.json", data)
        new.writestr("manifest.json", json.dumps(manifest))
    assert ours.preview(forged).files == ()
    assert ours.bring(forged).placed == ()
    assert not (ours.folder / "club.json").exists()


def test_notes_that_come_while_a_shelf_is_open_are_not_written_over(ours: Device, theirs: Device, stick: Path) -> None:
    theirs.play("one", 2, 1)
    Shelf.load(theirs.folder).add_note("one", 1, "theirs")
    open_here = Shelf.load(ours.folder)
    with Journal.open(ours.folder / "journal.db") as journal:
        bring_back.bring_back(theirs.copy(stick), ours.folder, made_ours, NOW)
        journal.look_again()
        assert Session.resume(journal, "one").n == 2
    open_here.add_note("one", 2, "mine")
    assert notes(ours, "one") == [(1, "theirs"), (2, "mine")]
