"""`cartouche history`: games found, deleted, brought back, deleted for good, and noted, on the command line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.commands.narrowing import game_asked, id_asked
from companion.engine.errors import InputError
from companion.table import history
from companion.table.journal import Journal
from companion.table.people import Alias, People, Player, player_id
from companion.table.people_file import encoded
from companion.table.shelf import Shelf
from companion.table.storage import JOURNAL, PEOPLE
from tests.kit.commands import fault, run
from tests.kit.toy import toy_installed
from tests.table.quarry_table import play_on, started


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder: one-a is finished, one-b put away, two at the table."""
    with toy_installed() as game, Journal.open(tmp_path / "journal.db") as journal:
        play_on(started(journal, game, "one-a", tokens=False), 30, random.Random(1))
        play_on(started(journal, game, "one-b", ("red", "green")), 2, random.Random(2))
        history.put_away(journal, "one-b")
        play_on(started(journal, game, "two"), 2, random.Random(3))
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path))
    yield tmp_path


def ids(*arguments: str) -> list[str]:
    return [game["id"] for game in run("history", "list", "--json", *arguments).value["games"]]


def test_games_are_listed_narrowed_and_shown(data: Path) -> None:
    assert ids() == ["two", "one-b", "one-a"]
    assert ids("--player", "Света") == ["one-b"]
    assert ids("--status", "finished") == ["one-a"]
    assert ids("--text", "anna bela", "--since", "2026-05", "--until", "2026-05-01") == ["two", "one-a"]
    assert ids("--until", "2026-04") == [] and len(ids("--until", "2026-05")) == 3
    assert fault("history", "list", "--game", "nothing").startswith("There is no game “nothing” here.")
    for day in ("yesterday", "2026-13", "2026-02-30", "2026-05-1"):
        for end in ("--since", "--until"):
            assert "is no day" in fault("history", "list", end, day)
    assert run("history", "list").out.splitlines()[-1] == "3 games."
    shown = run("history", "show", "one-b", "--json").value
    assert (shown["status"], shown["moves"], shown["names"]) == ("put_away", 2, {"red": "Anna", "green": "Света"})
    assert (shown["deleted"], shown["notes"]) == (None, [])
    renamed = Player(player_id("Anna"), "Zora", (Alias("Anna", "2027-01-01T00:00:00Z"),))
    (data / PEOPLE).write_bytes(encoded(People(players=(renamed,))))
    told = run("history", "show", "one-b").out
    assert "put away, 2 moves" in told and "Zora" in told and "Anna" not in told
    with Journal.open(data / JOURNAL) as journal:
        stored = msgspec.json.decode(journal.summary("one-a") or "")
        told = {**stored, "played_s": 77, "times": {"red": 70, "blue": 7}}
        journal.set_summary("one-a", msgspec.json.encode(told).decode())
    over = run("history", "show", "one-a", "--json").value
    assert run("history", "show", "one-a").out.count("(won)") == len(over["winners"]) > 0
    assert (over["seconds"], over["times"]) == (77, {"red": 70, "blue": 7})


def test_a_game_is_deleted_brought_back_and_deleted_for_good(data: Path) -> None:
    assert run("history", "delete", "one-a", "one-b").out.startswith("2 games are deleted.")
    assert (ids(), set(ids("--deleted"))) == (["two"], {"one-a", "one-b"})
    assert "Deleted on" in run("history", "show", "one-a").out
    assert run("history", "restore", "one-b").out.startswith("1 game is back.")
    assert ids() == ["two", "one-b"]
    asked = run("history", "purge", "--all", given="n\n")
    assert (asked.code, ids("--deleted")) == (1, ["one-a"])
    assert run("history", "purge", "--all", given="y\n").out.endswith("1 game is deleted for good.\n")
    assert "No game here has the id" in fault("history", "show", "one-a")
    assert ids() == ["two", "one-b"]


def test_what_can_not_be_deleted_is_said_with_what_to_do(data: Path) -> None:
    assert "More than one game" in fault("history", "delete", "one")
    assert "put it away first" in fault("history", "delete", "two")
    assert "Delete it first" in fault("history", "purge", "one-a", "--yes")
    assert run("history", "purge", "--yes").code == 2
    for said in (("x", "--change", "1", "--move", "1"), ("x", "--remove", "1"), ("--change", "1", "--remove", "1")):
        assert run("history", "note", "one-a", *said).code == 2, said
    half = run("history", "delete", "one-a", "two")
    assert (half.code, ids("--deleted")) == (1, ["one-a"])
    assert half.err.splitlines()[0].startswith("1 game is deleted.")


def test_while_another_cartouche_has_the_journal_games_are_shown_and_nothing_is_changed(data: Path) -> None:
    with Journal.open(data / "journal.db"):
        assert ids() == ["two", "one-b", "one-a"]
        assert ids("--deleted") == []
        for act in (("delete", "one-a"), ("restore", "one-a"), ("purge", "one-a", "--yes"), ("note", "one-a", "x")):
            assert "running" in fault("history", *act)
    assert not (data / "shelf.json").exists()
    run("history", "delete", "one-a")
    with Journal.open(data / "journal.db"):
        assert (ids(), ids("--deleted")) == (["two", "one-b"], ["one-a"])


def test_notes_are_written_changed_and_taken_away(data: Path) -> None:
    run("history", "note", "one-b", "the whole evening")
    run("history", "note", "one-b", "a fine move", "--move", "2")
    run("history", "note", "one-b", "--change", "2", "the best move")
    assert run("history", "note", "one-b").out.splitlines() == [
        "1. the whole game: the whole evening", "2. move 2: the best move", "2 notes.",
    ]  # fmt: skip
    assert ids("--text", "BEST") == ["one-b"]
    assert "up to that" in fault("history", "note", "one-b", "x", "--move", "3")
    assert "no note number 3" in fault("history", "note", "one-b", "--remove", "3")
    left = run("history", "note", "one-b", "--remove", "1", "--json").value["notes"]
    assert [(one["move"], one["text"]) for one in left] == [(2, "the best move")]


def test_a_broken_shelf_and_a_missing_journal_are_told(data: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (data / "shelf.json").write_text("{")
    ran = run("history", "delete", "one-a")
    assert (ran.code, "shelf-broken-1.json" in ran.err) == (0, True)
    assert set(Shelf.load(data).deleted) == {"one-a"}
    nowhere = str(tmp_path_factory.mktemp("empty"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("CARTOUCHE_DATA", nowhere)
        assert "no journal yet" in fault("history", "list")


def test_a_whole_id_is_meant_even_where_another_begins_so() -> None:
    assert id_asked("ab", ["ab", "abc"]) == "ab" and id_asked("abc", ["ab", "abc"]) == "abc"
    gone: Any = SimpleNamespace(game="no-rules-here")
    assert game_asked("no-rules-here", [gone]) == "no-rules-here", "its games are listed all the same"
    for begin in ("a", "b", ""):
        with pytest.raises(InputError):
            id_asked(begin, ["ab", "abc"])
