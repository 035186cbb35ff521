"""A copy brought to an empty device and to a filled one: nothing comes twice, nothing of ours goes."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion import config, pin
from companion.config import made_ours
from companion.engine.errors import InputError
from companion.language import Language
from companion.table import bring_back, chain, database, merge, whole
from companion.table.bring_back import Brought, Preview
from companion.table.database import GameRow
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.quarry_table import play_on, started
from tests.table.test_whole import tree

NOW = datetime(2026, 11, 29, 20, 14, 5, tzinfo=UTC)
TAUGHT = "cameras/quarry/top/taught.png"


class Device:
    """A data folder, with Cartouche closed."""

    def __init__(self, folder: Path, game: Any) -> None:
        self.folder, self.game = folder, game
        Journal.open(folder / "journal.db").close()

    def play(self, record_id: str, moves: int, seed: int) -> None:
        """Begin the game, or go on with it."""
        with Journal.open(self.folder / "journal.db") as journal:
            known = record_id in [one.id for one in journal.listed()]
            session = Session.resume(journal, record_id) if known else started(journal, self.game, record_id)
            play_on(session, moves, random.Random(seed))

    def put(self, name: str, content: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def games(self) -> dict[str, list[str]]:
        """What every game holds, by id: its acts, of which every chain is sound."""
        with Journal.open(self.folder / "journal.db") as journal:
            found = {one.id: [entry.data for entry in journal.entries(one.id)] for one in journal.listed()}
            assert journal.notices == []
        return found

    def copy(self, folder: Path) -> Path:
        folder.mkdir(exist_ok=True)
        return whole.write(self.folder, folder / f"{self.folder.name}-{len(list(folder.iterdir()))}.zip", NOW).path

    def preview(self, path: Path) -> Preview:
        return bring_back.preview(path, self.folder, made_ours)

    def bring(self, path: Path, own: bool = False) -> Brought:
        with Journal.open(self.folder / "journal.db") as journal:
            brought = bring_back.bring_back(path, self.folder, made_ours, NOW, own)
            journal.look_again()
        return brought


@pytest.fixture
def ours(tmp_path: Path, game: Any) -> Device:
    return Device(tmp_path / "ours", game)


@pytest.fixture
def theirs(tmp_path: Path, game: Any) -> Device:
    return Device(tmp_path / "theirs", game)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    return tmp_path / "stick"


def test_an_empty_device_gets_all(ours: Device, theirs: Device, stick: Path) -> None:
    theirs.play("first", 3, 1)
    theirs.play("second", 2, 2)
    theirs.put("settings.json", '{"version": 1, "names": ["Anna"]}')
    ours.put("settings.json", '{"version": 1, "language": "hu"}')
    theirs.put(TAUGHT, "a picture")
    theirs.put("boxes/quarry-box.json", "{}")
    theirs.put("players/anna.json", "of a later version")
    path = theirs.copy(stick)
    seen = ours.preview(path)
    assert (seen.empty, seen.unusable, dict(seen.counts)) == (True, None, {"new": 2})
    assert [(one.game, one.names, one.started[:10], one.moves) for one in seen.games] == [
        ("quarry", ("Anna", "Béla"), "2026-05-01", 3), ("quarry", ("Anna", "Béla"), "2026-05-01", 2),
    ]  # fmt: skip
    assert [file.name for file in seen.own] == [TAUGHT, "settings.json"]
    assert seen.strange == ("players/anna.json",)
    brought = ours.bring(path)
    assert brought.games == {"new": 2}
    assert ours.games() == theirs.games()
    for name in ("settings.json", TAUGHT, "boxes/quarry-box.json", "players/anna.json"):
        assert (ours.folder / name).read_bytes() == (theirs.folder / name).read_bytes()
    # The settings that were here are set aside.
    assert brought.aside == ("settings.json",) and brought.folder is not None
    assert json.loads((brought.folder / "settings.json").read_text())["language"] == "hu"
    with Journal.open(ours.folder / "journal.db") as journal:
        assert [one.id for one in journal.listed()] == ["second", "first"]
        assert Session.resume(journal, "first").n == 3


def test_the_same_copy_again_brings_nothing(ours: Device, theirs: Device, stick: Path) -> None:
    theirs.play("first", 3, 1)
    theirs.put("players.json", "one")
    path = theirs.copy(stick)
    ours.play("own", 2, 5)
    ours.put("players.json", "another")
    ours.bring(path)
    before = {name for name in tree(ours.folder) if name.parts[0] != "backups"}
    seen = ours.preview(path)
    assert dict(seen.counts) == {"known": 1}
    brought = ours.bring(path)
    assert (brought.games, brought.placed, brought.aside) == ({"known": 1}, (), ())
    assert {name for name in tree(ours.folder) if name.parts[0] != "backups"} == before
    assert set(ours.games()) == {"own", "first"}


def test_games_that_are_not_here_are_added_whole_to_a_filled_device(ours: Device, theirs: Device, stick: Path) -> None:
    ours.play("own", 3, 7)
    theirs.play("first", 4, 1)
    before = ours.games()
    assert ours.bring(theirs.copy(stick)).games == {"new": 1}
    assert ours.games() == {**before, **theirs.games()}


def test_a_game_that_goes_on_from_ours_takes_its_place_and_a_shorter_one_does_not(
    ours: Device, theirs: Device, stick: Path
) -> None:
    theirs.play("first", 3, 1)
    short = theirs.copy(stick)
    ours.bring(short)
    theirs.play("first", 2, 2)
    seen = ours.preview(theirs.copy(stick))
    assert [(one.kind, one.moves) for one in seen.games] == [("longer", 5)]
    assert ours.bring(theirs.copy(stick)).games == {"longer": 1}
    assert ours.games() == theirs.games()
    assert ours.bring(short).games == {"known": 1}
    assert ours.games() == theirs.games()


def parted(ours: Device, theirs: Device, stick: Path) -> None:
    """The same game after two moves, gone on with differently on each device."""
    theirs.play("first", 2, 1)
    ours.bring(theirs.copy(stick))
    # The first pit is taken there, another one here.
    with Journal.open(theirs.folder / "journal.db") as journal:
        session = Session.resume(journal, "first")
        session.play(next(iter(session.game.legal_moves(session.state))))
    with Journal.open(ours.folder / "journal.db") as journal:
        session = Session.resume(journal, "first")
        session.play(list(session.game.legal_moves(session.state))[1])


def test_a_game_that_parted_from_ours_is_kept_beside_it_once(ours: Device, theirs: Device, stick: Path) -> None:
    parted(ours, theirs, stick)
    mine = ours.games()["first"]
    path = theirs.copy(stick)
    assert dict(ours.preview(path).counts) == {"parted": 1}
    assert ours.bring(path).games == {"parted": 1}
    found = ours.games()
    assert found["first"] == mine
    (beside,) = found.keys() - {"first"}
    # The same game but for its id, and it can be played on.
    assert found[beside][1:] == theirs.games()["first"][1:]
    with Journal.open(ours.folder / "journal.db") as journal:
        assert Session.resume(journal, beside).header.id == beside
    assert ours.bring(path).games == {"known": 1}
    assert set(ours.games()) == {"first", beside}


def test_a_later_copy_of_a_game_that_parted_goes_on_from_the_one_kept_beside(
    ours: Device, theirs: Device, stick: Path
) -> None:
    parted(ours, theirs, stick)
    ours.bring(theirs.copy(stick))
    theirs.play("first", 2, 9)
    path = theirs.copy(stick)
    assert dict(ours.preview(path).counts) == {"longer": 1}
    ours.bring(path)
    found = ours.games()
    (beside,) = found.keys() - {"first"}
    assert len(found) == 2
    assert found[beside][1:] == theirs.games()["first"][1:]


def test_a_third_device_that_gets_both_has_each_once(
    ours: Device, theirs: Device, stick: Path, tmp_path: Path, game: Any
) -> None:
    parted(ours, theirs, stick)
    ours.bring(theirs.copy(stick))
    third = Device(tmp_path / "third", game)
    third.bring(ours.copy(stick))
    assert third.bring(theirs.copy(stick)).games == {"known": 1}
    assert third.games() == ours.games()


def test_a_game_at_the_table_that_was_replaced_has_to_be_opened_again(
    ours: Device, theirs: Device, stick: Path
) -> None:
    theirs.play("first", 2, 1)
    ours.bring(theirs.copy(stick))
    theirs.play("first", 1, 2)
    with Journal.open(ours.folder / "journal.db") as journal:
        session = Session.resume(journal, "first")
        bring_back.bring_back(theirs.copy(stick), ours.folder, made_ours, NOW)
        journal.look_again()
        with pytest.raises(InputError, match="changed elsewhere"):
            session.play(next(iter(session.game.legal_moves(session.state))))
        resumed = Session.resume(journal, "first")
        resumed.play(next(iter(resumed.game.legal_moves(resumed.state))))
        assert resumed.n == 4
    assert len(ours.games()["first"]) > 4


def test_settings_come_to_a_filled_device_only_when_asked_for(ours: Device, theirs: Device, stick: Path) -> None:
    ours.play("own", 1, 1)
    ours.put("settings.json", '{"version": 1}')
    ours.put(TAUGHT, "mine")
    theirs.put("settings.json", '{"version": 1, "names": ["Anna"]}')
    theirs.put(TAUGHT, "theirs")
    theirs.put("profiles/oak.toml", "x = 1")
    path = theirs.copy(stick)
    brought = ours.bring(path)
    assert (brought.placed, brought.aside) == ((), ())
    assert (ours.folder / TAUGHT).read_text() == "mine"
    brought = ours.bring(path, own=True)
    assert brought.placed == (TAUGHT, "profiles/oak.toml", "settings.json")
    assert brought.aside == (TAUGHT, "settings.json") and brought.folder is not None
    assert ((ours.folder / TAUGHT).read_text(), (brought.folder / TAUGHT).read_text()) == ("theirs", "mine")


def test_settings_of_a_newer_cartouche_are_kept_aside_and_the_games_come(
    ours: Device, theirs: Device, stick: Path
) -> None:
    theirs.play("first", 1, 1)
    theirs.put("settings.json", '{"version": 1, "not yet known": true}')
    path = theirs.copy(stick)
    seen = ours.preview(path)
    assert seen.unusable is not None
    brought = ours.bring(path)
    assert brought.games == {"new": 1}
    assert (brought.placed, brought.aside) == ((), ("settings.json",))
    assert not (ours.folder / "settings.json").exists()


def test_another_file_of_the_same_name_is_kept_beside_ours(ours: Device, theirs: Device, stick: Path) -> None:
    ours.put("players.json", "mine")
    theirs.put("players.json", "theirs")
    brought = ours.bring(theirs.copy(stick))
    assert brought.aside == ("players.json",) and brought.folder is not None
    assert ((ours.folder / "players.json").read_text(), (brought.folder / "players.json").read_text()) == (
        "mine",
        "theirs",
    )


def everything_of(device: Device) -> tuple[Any, ...]:
    """What is on a device but for the copies of the journal it keeps."""
    files = {name: content for name, content in tree(device.folder).items() if name.parts[0] != "backups"}
    return device.games(), {name: content for name, content in files.items() if not name.name.startswith("journal.")}


@pytest.mark.parametrize("statement", [
    "UPDATE log SET data = replace(data, 'move', 'mofe') WHERE seq = 1",
    "DELETE FROM log WHERE seq = 2",
    "UPDATE game SET last = 1",
    "DROP TABLE meta",
    "INSERT INTO game VALUES (9, 'ghost', 0, x'00', NULL, 0)",
])  # fmt: skip
def test_nothing_has_changed_where_a_game_in_the_copy_is_not_right(
    ours: Device, theirs: Device, stick: Path, statement: str
) -> None:
    theirs.play("first", 3, 1)
    theirs.put("players.json", "theirs")
    with sqlite3.connect(theirs.folder / "journal.db") as connection:
        connection.execute(statement)
    connection.close()
    try:
        path = theirs.copy(stick)
    except InputError:
        # What is not sound is not even copied; whoever packs it by hand gets no further.
        assert statement.startswith("DROP")
        return
    ours.play("own", 1, 1)
    before = everything_of(ours)
    for act in (ours.preview, ours.bring):
        with pytest.raises(InputError) as refused:
            act(path)
        assert "Nothing has changed." in Language().say(refused.value.text)
    assert everything_of(ours) == before


def test_nothing_has_changed_where_the_disk_fails_on_the_way(
    ours: Device, theirs: Device, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs.play("first", 3, 1)
    for name in ("settings.json", "players.json", TAUGHT, "b.json", "c.json"):
        theirs.put(name, '{"version": 1}')
        if name != "b.json":
            ours.put(name, '{"version": 1, "language": "hu"}')
    path = theirs.copy(stick)
    before = everything_of(ours)
    make = bring_back._make
    for most in range(8):
        made: list[Path] = []

        def failing(source: Path, target: Path, most: int = most, made: list[Path] = made) -> None:
            if len(made) == most:
                raise OSError(28, "No space left on device")
            made.append(target)
            make(source, target)

        monkeypatch.setattr(bring_back, "_make", failing)
        try:
            ours.bring(path, own=True)
        except InputError as error:
            assert "full" in Language().say(error.text)
            assert everything_of(ours) == before
        else:
            break
    # One place a file that is new, two a file that is replaced.
    assert most == 1 + 1 + 1 + 2 + 2
    assert "first" in ours.games()


def test_too_little_room_is_told_before_anything_is_done(
    ours: Device, theirs: Device, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs.play("first", 1, 1)
    path = theirs.copy(stick)
    monkeypatch.setattr(bring_back, "free_bytes", lambda _: 1_000_000)
    with pytest.raises(InputError) as refused:
        ours.bring(path)
    assert "must be free. Nothing has changed." in Language().say(refused.value.text)
    assert ours.games() == {}


def test_the_journal_is_copied_before_anything_comes(ours: Device, theirs: Device, stick: Path) -> None:
    ours.play("own", 2, 1)
    for copy in (ours.folder / "backups").glob("*"):
        copy.unlink()
    theirs.play("first", 1, 1)
    with Journal.open(ours.folder / "journal.db"):
        for copy in (ours.folder / "backups").glob("*"):
            copy.unlink()
        bring_back.bring_back(theirs.copy(stick), ours.folder, made_ours, NOW)
    (copy,) = (ours.folder / "backups").iterdir()
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT id FROM game").fetchall() == [("own",)]
    connection.close()


def test_the_lock_stays_that_of_this_device(ours: Device, theirs: Device, stick: Path) -> None:
    sealed = pin.seal("2468")
    ours.put("settings.json", json.dumps({"version": 1, "lock": sealed, "wrong_pins": 2}))
    theirs.put("settings.json", '{"version": 1, "language": "hu"}')
    ours.bring(theirs.copy(stick), own=True)
    found = config.stored(ours.folder)
    assert found is not None
    assert (found.language, found.lock, found.wrong_pins) == ("hu", sealed, 2)
    # Ours are the same now but for the lock, which nobody brings.
    assert ours.preview(theirs.copy(stick)).own == ()


def test_a_game_that_calls_itself_another_is_refused(ours: Device, theirs: Device, stick: Path) -> None:
    theirs.play("first", 2, 1)
    with closing(database.connect(theirs.folder / "journal.db")) as journal:
        ((_, found),) = merge.read_games(journal)
        rows, head = [], chain.root("another")
        for row in found.rows:
            hung, head = chain.hang(head, row.entry)
            rows.append(hung)
        database.put_game(journal, GameRow(2, "another", found.last, head, None))
        database.put_rows(journal, 2, rows)
    with pytest.raises(InputError) as refused:
        ours.bring(theirs.copy(stick))
    assert "changed by something other than Cartouche" in Language().say(refused.value.text)
    assert ours.games() == {}


def test_what_a_pulled_plug_left_of_a_file_on_its_way_keeps_nothing_from_coming(
    ours: Device, theirs: Device, stick: Path
) -> None:
    theirs.put("boxes/quarry-box.json", '{"depth": 9}')
    ours.put("boxes/quarry-box.json.coming", '{"dep')
    assert ours.bring(theirs.copy(stick)).placed == ("boxes/quarry-box.json",)
    assert (ours.folder / "boxes/quarry-box.json").read_text() == '{"depth": 9}'
    assert not (ours.folder / "boxes/quarry-box.json.coming").exists()


def test_what_is_set_aside_twice_in_a_second_lies_in_two_folders(ours: Device, theirs: Device, stick: Path) -> None:
    ours.put("boxes/quarry-box.json", "ours")
    for content, folder in (("one", "20261129-201405"), ("two", "20261129-201405-2")):
        theirs.put("boxes/quarry-box.json", content)
        assert ours.bring(theirs.copy(stick)).folder == ours.folder / "aside" / folder
        assert (ours.folder / "aside" / folder / "boxes/quarry-box.json").read_text() == content
