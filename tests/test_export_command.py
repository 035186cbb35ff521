"""`cartouche export`: which games go out, as what, and what is said of those that do not."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from companion.engine.record import CLOSED
from companion.engine.simulate import simulate
from companion.language import Language
from companion.table import history
from companion.table.journal import Journal
from companion.table.people import Alias, People, Player, player_id
from companion.table.people_file import encoded
from companion.table.session import Session
from tests.kit.bg_reader import read_file, read_link, read_table
from tests.kit.commands import fault, run
from tests.kit.many_games import many
from tests.kit.printed import words
from tests.kit.toy import shaft_installed

NAMES = ("Anna", "Béla", "Kira")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder: five finished games of one kind, one put away, one finished practice game, one that is sealed."""
    data = tmp_path_factory.mktemp("data")
    with shaft_installed() as shaft, Journal.open(data / "journal.db") as journal:
        many(journal, 5, away=1, kinds=("aton",), names=NAMES)
        record = simulate(shaft, ("red", "blue"), {}, "sealed", shaft.practice).record
        for name, moves in (("finished", len(record.lines)), ("sealed", 1)):
            session = Session.start(journal, shaft, msgspec.structs.replace(record.header, id=f"{name} one"))
            for line in record.lines[:moves]:
                session.play(line.move)
            assert session.sealed is (name == "sealed")
    return data


@pytest.fixture
def data(filled: Path, tmp_path: Path) -> str:
    """A copy of it."""
    shutil.copytree(filled, tmp_path / "data")
    return str(tmp_path / "data")


def ids_of(data: str, *narrowed: str) -> list[str]:
    """The ids that the list names."""
    return [row["id"] for row in run("export", *narrowed, "--json", CARTOUCHE_DATA=data).value["games"]]


def test_all_results_go_into_one_file_without_practice_and_unfinished_games(data: str, tmp_path: Path) -> None:
    ran = run("export", "--all", "--as", "bgsplay", "--to", str(tmp_path / "out"), "--json", CARTOUCHE_DATA=data)
    assert ran.code == 0
    assert ran.err.splitlines() == [
        "2 games are not over: left out.",
        "1 practice game is left out; --practice brings it.",
    ]
    (file,) = ran.value["files"]
    assert [one.game for one in read_file(Path(file).read_bytes())] == ["Aton"] * 5
    more = run("export", "--all", "--practice", "--as", "csv", "--to", str(tmp_path), "--json", CARTOUCHE_DATA=data)
    rows = read_table(Path(more.value["files"][0]).read_bytes())
    assert {(row["game"], row["practice"]) for row in rows} == {("aton", "no"), ("shaft", "yes")}


def test_a_practice_game_that_is_named_goes_out_and_says_so(data: str, tmp_path: Path) -> None:
    ran = run("export", "finished", "--as", "bgsplay", "--to", str(tmp_path), "--json", CARTOUCHE_DATA=data)
    (play,) = read_file(Path(ran.value["files"][0]).read_bytes())
    assert play.comments.startswith("Practice game") and play.id != "finished one"


@pytest.mark.parametrize("kind", ["bgsplay", "csv", "pdf", "link", "qr"])
def test_an_unfinished_game_that_is_named_is_refused_and_its_record_written(
    kind: str, data: str, tmp_path: Path
) -> None:
    with Journal.open(Path(data) / "journal.db") as journal:
        away = next(one.id for one in history.games(journal) if one.status == "put_away")
    out = tmp_path / "out"
    ran = run("export", away, "--as", kind, "--to", str(out), "--json", CARTOUCHE_DATA=data)
    assert (ran.code, ran.value) == (1, {"files": []})
    assert ran.err.startswith(f"Record {away}: This game is not over")
    assert not out.exists()
    assert run("export", away, "--to", str(out), CARTOUCHE_DATA=data).code == 0


def test_a_sealed_game_goes_out_in_no_form(data: str, tmp_path: Path) -> None:
    for kind in ("bgsplay", "pdf", "link"):
        ran = run("export", "sealed", "--as", kind, "--to", str(tmp_path / "out"), CARTOUCHE_DATA=data)
        assert ran.code == 1 and "This game is not over" in ran.err
    ran = run("export", "sealed", "--to", str(tmp_path / "out"), CARTOUCHE_DATA=data)
    assert Language().say(CLOSED) in ran.err
    assert not (tmp_path / "out").exists()


def test_several_games_that_are_named_go_out_together(data: str, tmp_path: Path) -> None:
    with Journal.open(Path(data) / "journal.db") as journal:
        over = [one.id for one in history.games(journal) if one.game == "aton" and one.status == "finished"][:2]
    ran = run("export", over[0][:12], over[1], "--as", "pdf", "--to", str(tmp_path), "--json", CARTOUCHE_DATA=data)
    assert len(ran.value["files"]) == 2
    for file, record in zip(ran.value["files"], over, strict=True):
        assert record in words(Path(file).read_bytes())[0]


def test_links_are_printed_unless_a_folder_is_named(data: str, tmp_path: Path) -> None:
    ran = run("export", "--all", "--as", "link", "--json", CARTOUCHE_DATA=data)
    assert len({read_link(one).id for one in ran.value["links"]}) == 5
    straight = run("export", "--all", "--as", "link", "--app", CARTOUCHE_DATA=data).out.splitlines()
    assert [read_link(one) for one in straight] == [read_link(one) for one in ran.value["links"]]
    assert all(one.startswith("bgstats://") for one in straight)
    files = run("export", "--all", "--as", "link", "--to", str(tmp_path / "out"), "--json", CARTOUCHE_DATA=data)
    assert [Path(one).read_text().strip() for one in files.value["files"]] == ran.value["links"]


def test_games_are_chosen_by_kind_player_and_day(data: str, tmp_path: Path) -> None:
    everything = ids_of(data)
    assert len(everything) == 8
    with Journal.open(Path(data) / "journal.db") as journal:
        assert everything == [one.id for one in history.games(journal)]
    for command in (("export",), ("history", "list")):
        listed = run(*command, "--game", "shaft", CARTOUCHE_DATA=data).out
        assert listed.count("Practice board") == 2 and "2 games" in listed
    assert len(ids_of(data, "--game", "shaft")) == 2
    assert 0 < len(ids_of(data, "--player", "bÉLA")) < 6
    early, late = ids_of(data, "--until", "2025-08-31"), ids_of(data, "--since", "2025-09")
    assert sorted(early + late) == sorted(everything) and early and late
    ran = run(
        "export", "--all", "--player", "Béla", "--as", "csv", "--to", str(tmp_path), "--json", CARTOUCHE_DATA=data
    )
    rows = read_table(Path(ran.value["files"][0]).read_bytes())
    assert all("Béla" in {r["name"] for r in rows if r["play"] == row["play"]} for row in rows)
    assert fault("export", "--player", "Nobody", CARTOUCHE_DATA=data).startswith("No game fits")
    assert fault("export", "--since", "yesterday", CARTOUCHE_DATA=data) == (
        "“yesterday” is no day. Write it as 2026-03-09, 2026-03 or 2026."
    )
    assert "is no day" in fault("export", "--all", "--until", "2026-02-31", CARTOUCHE_DATA=data)
    assert fault("export", "--game", "Aton", CARTOUCHE_DATA=data).startswith("There is no game “Aton” here.")
    assert run("export", everything[0], "--game", "aton", CARTOUCHE_DATA=data).code == 2
    assert run("export", everything[0], "--all", CARTOUCHE_DATA=data).code == 2
    left = run("export", "--all", "--game", "shaft", "--as", "csv", CARTOUCHE_DATA=data)
    assert left.code == 1 and left.err.splitlines()[-1] == "There is no finished game to hand on."


def test_a_deleted_game_goes_out_only_where_it_is_named(data: str, tmp_path: Path) -> None:
    with Journal.open(Path(data) / "journal.db") as journal:
        gone = next(one.id for one in history.games(journal) if one.winners and one.game == "aton")
        history.delete(journal, gone)
    assert gone not in ids_of(data)
    ran = run("export", "--all", "--as", "link", "--json", CARTOUCHE_DATA=data)
    assert gone not in [read_link(one).id for one in ran.value["links"]] and len(ran.value["links"]) == 4
    named = run("export", gone, "--as", "link", "--json", CARTOUCHE_DATA=data)
    assert [read_link(one).id for one in named.value["links"]] == [gone]
    records = run("export", "--all", "--to", str(tmp_path / "out"), "--json", CARTOUCHE_DATA=data)
    assert not any(gone[:8] in file for file in records.value["files"])


def test_present_names_are_handed_on_and_the_ids_stay(data: str) -> None:
    before = run("export", "--all", "--as", "link", "--json", CARTOUCHE_DATA=data).value["links"]
    renamed = Player(player_id("Anna"), "Annamária", (Alias("Anna", "2026-12-31T00:00:00Z"),))
    (Path(data) / "people.json").write_bytes(encoded(People(players=(renamed,))))
    after = run("export", "--all", "--as", "link", "--json", CARTOUCHE_DATA=data).value["links"]
    ids = [{one.name: one.id for link in links for one in read_link(link).players} for links in (before, after)]
    assert ids[0]["Anna"] == ids[1]["Annamária"] and "Anna" not in ids[1]


def test_a_folder_that_takes_nothing_is_told_with_the_file(data: str, tmp_path: Path) -> None:
    (tmp_path / "stick").write_text("mine")
    ran = run("export", "--all", "--as", "csv", "--to", str(tmp_path / "stick"), CARTOUCHE_DATA=data)
    assert ran.code == 1 and "This is no folder to write into." in ran.err
    assert str(tmp_path / "stick") in ran.err


def test_what_an_older_cartouche_told_is_told_whole_and_what_can_not_be_read_is_said(
    data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(Path(data) / "journal.db") as journal:
        over = [one for one in history.games(journal) if one.game == "aton" and one.status == "finished"]
        over.sort(key=lambda one: -len(one.parts))
        stored = msgspec.json.decode(journal.summary(over[0].id) or "")
        journal.set_summary(over[0].id, msgspec.json.encode({**stored, "told": 0, "parts": []}).decode())
    ran = run("export", over[0].id, "--as", "bgsplay", "--to", str(tmp_path), "--json", CARTOUCHE_DATA=data)
    (play,) = read_file(Path(ran.value["files"][0]).read_bytes())
    assert [sum(player.parts) for player in play.players] == [player.score for player in play.players]
    assert max(len(player.parts) for player in play.players) > 1
    usual = Journal.listed
    monkeypatch.setattr(
        Journal,
        "listed",
        lambda self: tuple(
            msgspec.structs.replace(row, header="{}") if row.id == over[1].id else row for row in usual(self)
        ),
    )
    ran = run("export", "--json", CARTOUCHE_DATA=data)
    assert (ran.code, len(ran.value["games"])) == (1, 7)
    assert ran.err == f"The game can't be read from the journal (record {over[1].id}).\n"


def test_a_link_that_is_printed_tells_all_however_long_it_becomes(tmp_path: Path) -> None:
    names = tuple(f"{letter}лександр Константинопольский-Виноградов"[:40] for letter in "АБ")
    with Journal.open(tmp_path / "journal.db") as journal:
        many(journal, 1, kinds=("aton",), names=names)
    (printed,) = run("export", "--all", "--as", "link", "--json", CARTOUCHE_DATA=str(tmp_path)).value["links"]
    players = read_link(printed).players
    assert {one.name for one in players} == set(names) and all(one.role for one in players)
