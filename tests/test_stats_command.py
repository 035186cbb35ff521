"""`cartouche stats`: the same figures as tables for people and as JSON, also while the app runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.engine.simulate import simulate
from companion.table import history, people_file
from companion.table.journal import Journal
from companion.table.people import Alias, People, Player, player_id
from companion.table.session import Session
from companion.table.storage import JOURNAL, PEOPLE
from companion.table.times import day_of
from tests.kit.many_games import NAMES, many
from tests.kit.toy import shaft_installed

ANNA, KENJI = player_id("Anna"), player_id("Kenji")


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder with some finished games; the app has it open."""
    folder = tmp_path_factory.mktemp("year")
    with Journal.open(folder / JOURNAL) as journal:
        many(journal, 60, away=2)
        yield folder


@pytest.fixture
def data(year: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, where the command looks."""
    monkeypatch.setenv("CARTOUCHE_DATA", str(year))
    monkeypatch.setenv("COLUMNS", "120")
    return year


def stats(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(cli, ["stats", "--lang", "en", *words])


def told(*words: str) -> Any:
    """What it prints as JSON."""
    done = stats(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def test_everything_is_told_in_tables_and_whole_as_json(data: Path) -> None:
    found = told()
    assert found["games"] == 60 and {row["name"] for row in found["players"]} == set(NAMES)
    best = found["players"][0]
    assert best["count"]["win_rate"] == best["count"]["wins"] / best["count"]["games"]
    words = stats().output
    assert words.startswith("60 games, ")
    row = next(line.split() for line in words.splitlines() if line.startswith(best["name"].split()[0]))
    assert row[-5:-3] == [str(best["count"]["games"]), str(best["count"]["wins"])]
    assert row[-1] == day_of(best["last"])
    for game in found["by_game"]:
        assert any(str(game["games"]) in line.split() for line in words.splitlines())


def test_a_player_is_found_by_any_way_of_writing_the_name(data: Path) -> None:
    found = told("--player", "ANNA")
    assert (found["player_id"], found["name"]) == (ANNA, "Anna")
    assert sum(row["count"]["games"] for row in found["by_game"]) == found["count"]["games"]
    words = stats("--player", " anna").output
    assert words.startswith(f"Anna: {found['count']['games']} games, {found['count']['wins']} won, ")
    assert told("--player", "anna", "--game", "sobek")["by_game"][0]["game"] == "sobek"


def test_a_player_is_found_under_a_new_name_and_the_old_one(data: Path) -> None:
    try:
        for until in ("", "2030-01-01T00:00:00Z"):
            people = People(players=(Player(KENJI, "Ken Ito", also=(Alias("Kenji", until),)),))
            (data / PEOPLE).write_bytes(people_file.encoded(people))
            assert told("--player", "ken ito")["player_id"] == told("--player", "Kenji")["player_id"] == KENJI
        # Whoever is called so now comes before whoever was.
        anna = Player(ANNA, "Kenji", also=(Alias("Anna", until),))
        (data / PEOPLE).write_bytes(people_file.encoded(People(players=(anna, *people.players))))
        assert told("--player", "Kenji")["player_id"] == ANNA
    finally:
        (data / PEOPLE).unlink()


def test_one_game_tells_its_categories_in_words(data: Path) -> None:
    found = told("--game", "egizia")
    assert {"Building", "Feeding"} <= {row["title"] for row in found["categories"]}
    words = stats("--game", "egizia").output
    assert words.startswith(f"Egizia\n{found['games']} games, ")
    for heading in ("Colour", "Began as", "Points for", "Best", "Closest"):
        assert any(line.startswith(heading) for line in words.splitlines()), heading
    assert "Építés" in CliRunner().invoke(cli, ["stats", "--lang", "hu", "--game", "egizia"]).output


def test_two_players_are_told_side_by_side(data: Path) -> None:
    found = told("--player", "Anna", "--against", "Kenji")
    assert (found["a"], found["b"]) == (ANNA, KENJI)
    both = found["together"]
    assert both["games"] == both["a_ahead"] + both["b_ahead"] + both["level"] > 0
    last = stats("--player", "Anna", "--against", "Kenji").output
    assert "Anna ahead" in last and "Kenji ahead" in last
    assert [str(both[key]) for key in ("games", "a_ahead", "b_ahead", "level")] in [
        line.split()[-4:] for line in last.splitlines() if line.startswith("All")
    ]


def test_what_cannot_be_told_is_said_with_what_to_do(data: Path) -> None:
    for words, sentence in (
        (["--player", "Nemo"], "Nobody called “Nemo” has finished a game here. “cartouche stats” lists the players."),
        (["--player", "Anna", "--against", "anna"], "That is one player twice. Name two."),
        (["--game", "chess"], "There is no game “chess” here."),
    ):
        done = stats(*words)
        assert done.exit_code == 1 and done.stderr.startswith(sentence), done.output
    assert stats("--against", "Anna").exit_code == 2


def test_before_the_first_game_there_is_nothing_and_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path / "empty"))
    done = stats()
    assert (done.exit_code, done.output) == (0, "Nothing has been played to its end yet.\n")
    assert told()["games"] == 0
    assert not (tmp_path / "empty").exists()


def test_deleted_games_count_no_more(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTOUCHE_DATA", str(data / "apart"))
    with Journal.open(data / "apart" / JOURNAL) as journal:
        ids = many(journal, 2, kinds=("tutankhamen",))
        assert told()["games"] == 2
        history.delete(journal, ids[0])
        assert told()["games"] == 1


def test_practice_games_are_asked_for_and_a_colour_is_nobodys_name(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path))
    with shaft_installed() as shaft, Journal.open(tmp_path / JOURNAL) as journal:
        many(journal, 2, kinds=("aton",), names=("Ana", "Red"), seed=4)
        record = simulate(shaft, ("red", "blue"), {}, "practised", shaft.practice).record
        session = Session.start(journal, shaft, record.header)
        for line in record.lines:
            session.play(line.move)
        assert (told()["games"], told("--practice")["games"]) == (2, 3)
        assert (told("--game", "shaft")["games"], told("--game", "shaft", "--practice")["games"]) == (0, 1)
    assert [one["name"] for one in told()["players"]] == ["Ana"]
    assert told("--player", "Ana")["opponents"] == []
