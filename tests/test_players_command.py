"""`cartouche players`: what a shell says of players is what the screen shows, and the other way round."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.table import people_file
from companion.table.journal import Journal
from companion.table.storage import JOURNAL
from tests.kit.commands import Ran, fault, run
from tests.kit.many_games import many


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with Journal.open(tmp_path / JOURNAL) as journal:
        many(journal, 6, kinds=("aton",), names=("Anna", "Bence"))
        many(journal, 2, kinds=("aton",), names=("Ana", "Red"), seed=4)
    config.save(config.Settings(names=("Kira",)), tmp_path)
    return tmp_path


def players(data: Path, *arguments: str) -> Ran:
    return run("players", *arguments, CARTOUCHE_DATA=str(data))


def listed(data: Path) -> dict[str, Any]:
    return {one["name"]: one for one in players(data, "--json").value["players"]}


def refused(data: Path, *arguments: str) -> str:
    return fault("players", *arguments, CARTOUCHE_DATA=str(data))


def test_everybody_is_listed_also_while_the_app_has_the_journal(data: Path) -> None:
    with Journal.open(data / JOURNAL):
        assert {name: one["games"] for name, one in listed(data).items()} == {
            "Anna": 6,
            "Bence": 6,
            "Ana": 2,
            "Kira": 0,
        }
        assert players(data).out.splitlines()[-1] == "4 players."
        assert "already running" in refused(data, "retire", "Anna")
    assert people_file.mark(data) is None
    # A colour is nobody's name, unless it was typed as one.
    config.save(config.Settings(names=("Red",)), data)
    assert listed(data)["Red"]["games"] == 2


def test_names_are_changed_and_found_again(data: Path) -> None:
    assert players(data, "rename", "anna", "Annus").out == "Anna is called Annus from now on.\n"
    assert "is called Annus now" in refused(data, "retire", "Anna")
    assert "merge them" in refused(data, "rename", "Annus", "BENCE")
    assert "same table" not in refused(data, "merge", "Annus", "annus"), "one name twice is no pair"
    assert "Nobody called “Zoltán”" in refused(data, "retire", "Zoltán")
    assert "same table in 6 games" in refused(data, "merge", "Bence", "Annus")
    assert players(data, "merge", "Ana", "Annus").out == "Ana is Annus now, in all games.\n"
    annus = listed(data)["Annus"]
    assert (annus["games"], [one["name"] for one in annus["also"]]) == (8, ["Ana", "Anna"])
    # Whoever looks for a game to export finds it under the title and the names of the other lists.
    rows = run("export", CARTOUCHE_DATA=str(data)).out.splitlines()[:-1]
    assert len(rows) == 8 and all("  Aton  " in row and "Annus" in row for row in rows)
    assert players(data, "split", "Annus", "ana", "--json").value == {"changed": True}
    assert players(data, "merge", "Bence", "Annus", "--even-so").code == 0
    assert listed(data)["Annus"]["games"] == 6


def test_a_rename_keeps_games_that_were_begun_while_the_clock_ran_ahead(data: Path) -> None:
    with Journal.open(data / JOURNAL) as journal:
        many(journal, 2, kinds=("aton",), names=("Anna", "Bence"), since=datetime(2099, 1, 1, tzinfo=UTC), seed=4)
    players(data, "rename", "Anna", "Annus")
    assert (listed(data)["Annus"]["games"], "Anna" in listed(data)) == (8, False)


def test_who_comes_and_what_they_like(data: Path) -> None:
    players(data, "retire", "Bence")
    players(data, "colour", "Bence", "blue")
    assert (listed(data)["Bence"]["retired"], listed(data)["Bence"]["colour"]) == (True, "blue")
    assert "comes no more" in players(data).out and "Kék" in players(data, "--lang", "hu").out
    players(data, "return", "Bence")
    assert players(data, "return", "Bence").out == "That is so already. Nothing has changed.\n"
    players(data, "colour", "Bence", "any")
    assert listed(data)["Bence"]["colour"] is None


def test_groups(data: Path) -> None:
    assert players(data, "group", "add", "Thursday", "Bence", "Anna").out == "Thursday: Bence, Anna\n"
    assert "already" in refused(data, "group", "add", "thursday")
    assert players(data, "group", "members", "Thursday", "Kira", "Bence").out == "Thursday: Kira, Bence\n"
    assert players(data, "group", "rename", "Thursday", "Friday").out == "Friday: Kira, Bence\n"
    assert players(data, "--json").value["groups"][0]["members"] == ["Kira", "Bence"]
    assert players(data, "group", "add", "Sunday", "Anna").out == "Sunday: Anna\n"
    players(data, "group", "remove", "friday")
    assert [one["name"] for one in players(data, "--json").value["groups"]] == ["Sunday"]
    assert "There is no group" in refused(data, "group", "remove", "Friday")


def test_what_is_wrong_with_the_file_is_told(data: Path) -> None:
    (data / "people.json").write_text('{"version": 9}')
    assert "newer Cartouche" in players(data).err
    (data / "people.json").write_text("{")
    ran = players(data)
    assert "can't be used" in ran.err and "4 players." in ran.out
    assert "kept as" in players(data, "retire", "Anna").err and listed(data)["Anna"]["retired"]
