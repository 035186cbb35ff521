"""The command line, with the toy game: every command does its work in words and in JSON."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from companion import __version__
from companion.engine.record import Line, Record, dump
from companion.table.journal import Journal
from companion.table.scorekeeper.position import Add, Finish, NextTurn
from companion.table.session import Session
from tests.kit.commands import fault, run, toy_record
from tests.kit.toy import TOY_PATH, toy_installed

RECORDS = Path(__file__).parents[1] / "docs" / "records"
DRAWN = "What was drawn at the start follows from the seed."


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "game.jsonl"
    path.write_text(toy_record().text, "utf-8")
    return str(path)


def test_the_version_is_the_package_s() -> None:
    assert run("--version").out == f"cartouche {__version__}\n"


def test_wrong_usage_is_exit_code_two() -> None:
    for arguments in (["fly"], ["setup"], ["simulate", "quarry", "--games", "0"], ["--lang", "xx", "doctor"]):
        assert run(*arguments).code == 2


def test_a_good_record_is_called_good(record: str) -> None:
    ran = run("record", "check", record)
    assert ran.code == 0
    assert ran.out == f"{record} is a good record with 9 moves.\nThe game is finished.\n{DRAWN}\n"
    assert run("record", "check", record, "--json").value == {
        "good": True,
        "moves": 9,
        "finished": True,
        "drawn": True,
        "faults": [],
    }


def test_a_record_comes_from_standard_input_too() -> None:
    ran = run("record", "check", "-", given=toy_record().text)
    assert ran.out.startswith("standard input is a good record with 9 moves.")


def test_a_move_that_is_not_allowed_is_named_with_line_move_and_rule(tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    text = toy_record().text
    assert '"move":"take","by":"red"' in text
    path.write_text(text.replace('"move":"take","by":"red"', '"move":"take","by":"green"'), "utf-8")
    assert fault("record", "check", str(path)) == (
        f"{path}, line 5, move 4: That is not due now. It is not the turn of green. (Rule: Taking)"
    )
    ran = run("record", "check", str(path), "--json")
    assert ran.code == 1
    assert ran.value["moves"] == 3
    assert ran.value["faults"] == [
        {"line": 5, "n": 4, "text": "That is not due now. It is not the turn of green.", "rule": "take"}
    ]


def test_every_fault_of_form_is_named(tmp_path: Path) -> None:
    rows = toy_record().text.splitlines()
    rows[3] = rows[3].replace('"n":3', '"n":33')
    rows[6] = "{"
    path = tmp_path / "wrong.jsonl"
    path.write_text("\n".join(rows), "utf-8")
    ran = run("record", "check", str(path))
    assert ran.code == 1
    first, second = ran.err.splitlines()
    assert first == f"{path}, line 4, move 3: The move number is 33; 3 was expected here."
    assert second.startswith(f"{path}, line 7")


def test_a_record_is_scored(record: str) -> None:
    value = run("record", "score", record, "--json").value
    lines = value.pop("lines")
    assert value == {"scores": {"red": 3, "blue": 3, "green": 4}, "winners": ["green"], "reason": "points"}
    assert [(line["n"], line["title"], line["points"]) for line in lines[:2]] == [
        (4, "red takes 3 stones.", {"red": 3}),
        (6, "blue takes 1 stones.", {"blue": 1}),
    ]
    assert "Winner: green" in run("record", "score", record).out


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_lines_of_a_score_add_up_to_the_points(path: Path) -> None:
    value = run("record", "score", str(path), "--json").value
    added: Counter[str] = Counter()
    for line in value["lines"]:
        added.update(line["points"])
    assert added == value["scores"]


def test_an_unfinished_record_is_scored_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    path.write_text("".join(toy_record().text.splitlines(keepends=True)[:5]), "utf-8")
    value = run("record", "score", str(path), "--json").value
    assert value["winners"] == []
    assert value["reason"] is None
    assert value["scores"]["red"] == 3


def test_a_transcript_reads_by_rounds(record: str) -> None:
    out = run("record", "show", record).out
    assert "Turn 4\n    4  red empties pit 1.\n         red takes 3 stones.\n" in out
    assert out.endswith("  1. green  4\n  2. red  3\n  2. blue  3\n")
    value = run("record", "show", record, "--json").value
    assert [move["n"] for part in value["rounds"] for move in part["moves"]] == list(range(1, 10))
    assert value["outcome"]["winners"] == ["green"]


def test_a_setup_is_the_same_for_the_same_seed() -> None:
    one = run("setup", "quarry", "--seats", "3", "--seed", "x", "--json").value
    two = run("setup", "quarry", "--seats", "red,blue,green", "--seed", "x", "--json").value
    assert one == two
    assert one["setup"] == {"pits": [1, 1, 1]}
    assert one["steps"][0]["text"] == "Put 1 stones into pit 1."
    assert run("setup", "quarry", "--seats", "2", "-o", "pits=5", "--json").value["options"]["pits"] == 5


def test_a_made_up_seed_is_told_so_that_it_can_be_used_again() -> None:
    made_up = run("setup", "quarry", "--seats", "2", "--json").value
    again = run("setup", "quarry", "--seats", "2", "--seed", made_up["seed"], "--json").value
    assert again == made_up


def test_a_sheet_is_scored_line_by_line() -> None:
    ran = run("sheet", "quarry:stones", "-", "--json", given='{"stones": {"red": 4, "blue": 2}}')
    assert ran.value["scores"] == {"red": 4, "blue": 2}
    assert ran.value["lines"][0] == {
        "category": "stones",
        "title": "Stones",
        "sum": "4 × 1",
        "points": {"red": 4},
        "spaces": [],
    }
    assert "red: 4 points" in run("sheet", "quarry", "-", given='\ufeff{"stones": {"red": 4}}').out


def test_simulated_games_are_counted() -> None:
    value = run("simulate", "quarry", "--games", "30", "--seed", "5", "--json").value
    assert value["games"] == 30
    assert value["problems"] == []
    assert sum(value["endings"].values()) == 30
    assert value["moves"] == run("simulate", "quarry", "--games", "30", "--seed", "5", "--json").value["moves"]
    assert "Problems" in run("simulate", "quarry", "--games", "3", "--players", "red,blue").out


def test_a_box_shows_what_is_known_and_where_from() -> None:
    facts = run("box", "show", "quarry", "--json").value["facts"]
    assert facts["tokens"]["source"] == "counted"
    assert facts["year"]["value"] is None
    told = run("box", "show", "quarry").out
    assert all(words in told for words in ("Tokens in the pile", "0, 0, 0, 1, 1, 2", "Year of the edition", "unknown"))


def test_a_box_is_told_in_the_language_asked_for() -> None:
    told = run("box", "show", "tutankhamen", "--lang", "hu").out
    assert all(words in told for words in ("Aranymaszk", "Szarkofág", "ismeretlen"))
    assert "Sarcophagus" not in told
    assert "S8A" not in told


def test_a_box_is_checked_by_trying_to_begin(tmp_path: Path) -> None:
    found = run("box", "check", "quarry", "--json").value
    facts = found.pop("facts")
    assert found == {"game": "quarry", "good": True, "unknown": ["year"], "warnings": [], "faults": []}
    assert (facts["tokens"]["confidence"], facts["year"]["value"]) == ("certain", None)
    values = tmp_path / "mine.json"
    values.write_text('{"year": "1999"}', "utf-8")
    assert run("box", "check", "quarry", "--values", str(values), "--json").value["unknown"] == []
    assert "Year of the edition" in run("box", "check", "quarry").out


def test_a_checked_box_says_what_is_missing_and_what_it_costs(tmp_path: Path) -> None:
    data = str(tmp_path)
    lines = run("box", "check", "shaft", CARTOUCHE_DATA=data).out.splitlines()
    assert lines[:2] == ["Shaft, Test 1", "7 facts in the box."]
    assert [line.split() for line in lines[2:4]] == [["1", "certain", "counted:", "Tools"], ["6", "unknown"]]
    assert lines[4] == (
        "Not known: Depth of the shaft. Without it Cartouche can't tell who dug too deep; it asks once a game."
    )
    assert lines[-2:] == [
        "The game can be played with this box.",
        "“cartouche box survey shaft” asks for what is missing.",
    ]
    practice = run("box", "check", "shaft", "--practice", CARTOUCHE_DATA=data).out.splitlines()
    assert practice[0] == "Shaft, Practice board (not the printed one)"
    assert "Not known" not in "".join(practice)


def test_only_one_box_is_meant(tmp_path: Path) -> None:
    for command in (["box", "show", "shaft"], ["simulate", "shaft"], ["setup", "shaft", "--seats", "2"]):
        assert run(*command, "--practice", "--as-printed").code == 2
    assert fault("box", "show", "quarry", "--practice") == "Quarry has no practice board. Leave --practice out."


def test_the_doctor_says_what_it_found(tmp_path: Path) -> None:
    ran = run("doctor", "--json", CARTOUCHE_DATA=str(tmp_path / "data"))
    signs = {sign["id"]: sign for sign in ran.value["signs"]}
    assert {
        "os",
        "python",
        "cartouche",
        "games",
        "data",
        "room",
        "journal",
        "display",
        "touch",
        "backlight",
        "crash",
    } <= set(signs)
    assert signs["python"]["verdict"] == "ok"
    assert all(sign["text"] for sign in signs.values())
    assert all(sign["remedy"] for sign in signs.values() if sign["verdict"] == "fault")
    assert run("doctor", CARTOUCHE_DATA=str(tmp_path / "data")).out.count("\n") >= len(signs)


def test_games_are_exported_out_of_the_journal(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    played = toy_record().record
    with toy_installed() as game, Journal.open(data / "journal.db") as journal:
        session = Session.start(journal, game, played.header)
        for line in played.lines:
            session.play(line.move)
    listed = run("export", "--json", CARTOUCHE_DATA=str(data)).value["games"]
    assert [row["id"] for row in listed] == [played.header.id]
    files = run("export", "--all", "--to", str(out), "--json", CARTOUCHE_DATA=str(data)).value["files"]
    assert len(files) == 1
    assert run("record", "check", files[0]).code == 0
    assert run("record", "score", files[0], "--json").value["winners"] == ["green"]
    by_id = run("export", played.header.id[:12], "--to", str(out), CARTOUCHE_DATA=str(data))
    assert by_id.out.splitlines()[-1] == "1 game is exported."


def test_an_export_never_overwrites_another_file(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    played = toy_record().record
    with toy_installed() as game, Journal.open(data / "journal.db") as journal:
        Session.start(journal, game, played.header)
    (name,) = run("export", "--all", "--to", str(out), "--json", CARTOUCHE_DATA=str(data)).value["files"]
    Path(name).write_text("my notes", "utf-8")
    sentence = fault("export", "--all", "--to", str(out), CARTOUCHE_DATA=str(data))
    assert sentence == f"{name}: There is another file of this name already. Move it away, or choose another folder."
    assert Path(name).read_text("utf-8") == "my notes"


def test_python_m_companion_is_the_same_command() -> None:
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--version"], cwd=root, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, f"cartouche {__version__}\n")


def test_output_into_a_closed_pipe_is_no_failure_to_report() -> None:
    root = Path(__file__).resolve().parents[1]
    command = ["sh", "-c", '"$0" -m companion --help | true', sys.executable]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_what_nobody_foresaw_is_kept_in_a_file_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall_over(*_: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr("companion.commands.setup.secrets.token_hex", fall_over)
    sentence = fault("setup", "quarry", "--seats", "2", CARTOUCHE_DATA=str(tmp_path))
    kept = tmp_path / "crash.txt"
    assert str(kept) in sentence
    assert "a wheel came off" in kept.read_text("utf-8")


def test_the_language_is_the_switch_s_or_the_environment_s(record: str) -> None:
    by_switch = run("record", "show", record, "--lang", "hu").out
    assert by_switch == run("--lang", "hu", "record", "show", record).out
    assert by_switch == run("record", "show", record, CARTOUCHE_LANG="hu").out


def test_a_full_disk_under_the_output_is_told(record: str) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    root = Path(__file__).resolve().parents[1]
    command = [sys.executable, "-m", "companion", "box", "show", "quarry", "--json"]
    with open("/dev/full", "wb") as full:
        environment = {**os.environ, "PYTHONPATH": str(TOY_PATH)}
        done = subprocess.run(
            command, cwd=root, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr.startswith("The disk is full")
    assert len(done.stderr.splitlines()) == 1


def test_a_record_of_scorekeeper_mode_is_checked_and_scored_by_its_own_rules(tmp_path: Path) -> None:
    header = msgspec.structs.replace(toy_record().record.header, mode="scorekeeper", setup={})
    moves = [Add("red", 12, "5+7"), NextTurn("table"), Add("blue", 4), Finish("table")]
    lines = tuple(Line(n, move, header.started) for n, move in enumerate(moves, 1))
    path = tmp_path / "kept.jsonl"
    path.write_text(dump(Record(header, lines)), "utf-8")
    assert run("record", "check", str(path)).code == 0
    value = run("record", "score", str(path), "--json").value
    assert (value["scores"], value["winners"]) == ({"red": 12, "blue": 4, "green": 0}, ["red"])
    assert "red: 5+7 = 12 points" in run("record", "show", str(path)).out
    path.write_text(path.read_text("utf-8").replace('"points":12', '"points":13'), "utf-8")
    assert fault("record", "check", str(path)).startswith(
        f"{path}, line 2, move 1: The sum does not fit. The sum 5+7 does not make 13."
    )
