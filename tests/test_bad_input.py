"""Everything that can be wrong with what is given: a sentence naming file, thing and remedy; exit code 1."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.engine.record import MOST_FAULTS
from tests.kit.commands import fault, run, toy_record
from tests.kit.toy import TOY_PATH

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def rows() -> list[str]:
    """The lines of a good record."""
    return toy_record().text.splitlines()


def checked(rows: list[str] | bytes, tmp_path: Path) -> str:
    """The one sentence about a record, without the file's name."""
    path = tmp_path / "game.jsonl"
    data = rows if isinstance(rows, bytes) else ("\n".join(rows) + "\n").encode("utf-8", "surrogatepass")
    path.write_bytes(data)
    sentence = fault("record", "check", str(path))
    assert path.read_bytes() == data
    assert sentence.startswith(f"{path}, line ")
    return sentence.removeprefix(f"{path}, ")


def with_header(rows: list[str], **changes: Any) -> list[str]:
    """The record with fields of its header changed."""
    return [json.dumps({**json.loads(rows[0]), **changes}), *rows[1:]]


def with_move(rows: list[str], at: int, /, **changes: Any) -> list[str]:
    """The record with fields of move number `at` changed."""
    return [*rows[:at], json.dumps({**json.loads(rows[at]), **changes}), *rows[at + 1 :]]


def test_an_unknown_game_is_named_with_the_games_there_are(rows: list[str], tmp_path: Path) -> None:
    sentence = checked(with_header(rows, game="chess"), tmp_path)
    assert sentence.startswith("line 1: There is no game “chess” here. The games are: ")
    assert "quarry" in sentence
    assert fault("simulate", "chess").startswith("There is no game “chess” here.")
    assert fault("sheet", "chess", "-", given="{}").startswith("There is no game “chess” here.")


def test_an_unknown_seat_is_named_with_the_seats_there_are(rows: list[str], tmp_path: Path) -> None:
    seats = json.loads(rows[0])["seats"]
    seats[0]["seat"] = "pink"
    assert checked(with_header(rows, seats=seats), tmp_path) == (
        "line 1: There is no seat “pink” in this game. The seats are: red, blue, green, yellow."
    )
    assert checked(with_move(rows, 1, by="yellow"), tmp_path) == (
        "line 2, move 1: There is no seat “yellow” in this record."
    )


def test_a_seat_given_twice_is_named(rows: list[str], tmp_path: Path) -> None:
    seats = json.loads(rows[0])["seats"]
    seats[1]["seat"] = seats[0]["seat"]
    sentence = checked(with_header(rows, seats=seats), tmp_path)
    assert sentence == "line 1: The seat “red” is given twice. Every player needs a seat of their own."


@pytest.mark.parametrize("count", [0, 1, 5, 99])
def test_a_wrong_number_of_seats_is_told_with_the_right_one(rows: list[str], tmp_path: Path, count: int) -> None:
    seats = [{"seat": "red", "name": "Ana", "side": "s"}] * count
    assert checked(with_header(rows, seats=seats), tmp_path) == (
        f"line 1: Quarry is for 2 to 4 players; seats given: {count}."
    )


def test_an_unknown_option_is_named_with_the_options_there_are(rows: list[str], tmp_path: Path) -> None:
    sentence = checked(with_header(rows, options={"speed": 3}), tmp_path)
    assert sentence == "line 1: There is no option “speed”. The options are: ruleset, pits, tokens."
    assert fault("setup", "quarry", "--seats", "2", "-o", "speed=3").startswith("There is no option “speed”.")
    assert fault("setup", "quarry", "--seats", "2", "-o", "pits").startswith("“pits” is not an option.")
    assert fault("setup", "quarry", "--seats", "2", "-o", "pits=2", "-o", "pits=3").startswith("The option “pits”")
    assert fault("setup", "quarry", "--seats", "2", "-o", "pits=99").startswith("The option “pits” needs a whole")


@pytest.mark.parametrize("value", ["3", 3.0, True, [], {}, 1, 6])
def test_an_option_of_the_wrong_type_or_size_is_named(rows: list[str], tmp_path: Path, value: object) -> None:
    sentence = checked(with_header(rows, options={"pits": value}), tmp_path)
    assert sentence.startswith("line 1: The option “pits” needs a whole number from 2 to 5, not “")


def test_an_unknown_field_is_named(rows: list[str], tmp_path: Path) -> None:
    assert checked(with_header(rows, weather="fine"), tmp_path) == (
        "line 1: The header can't be read: there is no field “weather” here; remove it."
    )
    sentence = checked(with_move(rows, 1, mood="good"), tmp_path)
    assert sentence.startswith("line 2, move 1: The move can't be read")
    assert sentence.endswith("there is no field “mood” here; remove it.")


def test_a_value_that_is_none_is_named_with_its_field_and_a_remedy(rows: list[str], tmp_path: Path) -> None:
    seats = json.loads(rows[0])["seats"]
    seats[0]["side"] = "x"
    assert checked(with_header(rows, seats=seats), tmp_path) == (
        "line 1: The header can't be read: “seats[0].side” can't be “x”; choose another value."
    )
    assert checked(with_header(rows, setup=None), tmp_path) == (
        "line 1: The header can't be read: “setup” must be an object, not null."
    )
    short = {key: value for key, value in json.loads(rows[0]).items() if key != "seats"}
    assert checked([json.dumps(short), *rows[1:]], tmp_path) == (
        "line 1: The header can't be read: the field “seats” is missing; add it."
    )


def test_an_unknown_move_is_named(rows: list[str], tmp_path: Path) -> None:
    assert "“fly”" in checked(with_move(rows, 1, move="fly"), tmp_path)


def test_a_newer_version_says_so(rows: list[str], tmp_path: Path) -> None:
    sentence = checked(with_header(rows, record=2), tmp_path)
    assert sentence.startswith("line 1: The record has version 2; this Cartouche reads up to 1. Update ")
    sentence = checked(with_header(rows, rules="quarry@7"), tmp_path)
    assert "“quarry@7”" in sentence and "“quarry@1”" in sentence


@pytest.mark.parametrize("version", [0, -1, "1", None, True, 1.0])
def test_what_is_no_version_is_no_record(rows: list[str], tmp_path: Path, version: object) -> None:
    assert checked(with_header(rows, record=version), tmp_path).startswith("line 1: The first line is not the header")


@pytest.mark.parametrize(
    "row", ["{", "nonsense", '{"n": 1', '{"n": }', "[1, 2]", '"text"', "17", "null", "{} {}", "{'n': 1}", "\x00"]
)
def test_malformed_json_is_named_with_its_line(rows: list[str], tmp_path: Path, row: str) -> None:
    assert checked([rows[0], row], tmp_path).startswith("line 2: ")
    assert checked([row, *rows[1:]], tmp_path).startswith("line 1: ")


@pytest.mark.parametrize("value", [1, None, [], {}, True, 1.5])
def test_wrong_types_are_named(rows: list[str], tmp_path: Path, value: object) -> None:
    assert checked(with_move(rows, 1, by=value), tmp_path).startswith("line 2, move 1: The move can't be read")
    if value != 1:
        assert checked(with_move(rows, 1, n=value), tmp_path).startswith("line 2, move 1: The move number is")
    assert checked(with_move(rows, 1, at=value), tmp_path).startswith("line 2, move 1: “at” must be a time")
    assert checked(with_header(rows, seats=value), tmp_path).startswith("line 1: ")
    assert checked(with_header(rows, game=value), tmp_path).startswith("line 1: ")
    if value != {}:
        assert checked(with_header(rows, options=value), tmp_path).startswith("line 1: ")


@pytest.mark.parametrize("digits", ["1" * 20, "-" + "9" * 400, "1" * 5000, "1e400", "NaN", "Infinity", "-Infinity"])
def test_huge_and_unreal_numbers_are_refused(rows: list[str], tmp_path: Path, digits: str) -> None:
    assert checked([rows[0], '{"n":1,"move":"stake","by":"red","stones":' + digits + ',"at":""}'], tmp_path).startswith(
        "line 2: "
    )
    sheet = '{"stones": {"red": ' + digits + "}}"
    assert fault("sheet", "quarry", "-", given=sheet).startswith("standard input: ")


def test_a_field_given_twice_is_named(rows: list[str], tmp_path: Path) -> None:
    row = '{"n":1,"n":1,"move":"stake","by":"red","stones":0,"at":""}'
    assert checked([rows[0], row], tmp_path) == "line 2: The field “n” stands twice. Keep one of them."


@pytest.mark.parametrize("depth", [41, 1000, 100_000])
def test_deep_nesting_is_refused(rows: list[str], tmp_path: Path, depth: int) -> None:
    row = '{"n":1,"at":' + "[" * depth + "]" * depth + "}"
    assert "nested" in checked([rows[0], row], tmp_path)
    assert "nested" in fault("sheet", "quarry", "-", given='{"stones":' + "[" * depth)


@pytest.mark.parametrize("name", ["", "   ", "\t\n", "\u200b", "\u202e", "\x00\x01"])
def test_empty_names_are_refused(rows: list[str], tmp_path: Path, name: str) -> None:
    seats = json.loads(rows[0])["seats"]
    seats[0]["name"] = name
    sentence = checked(with_header(rows, seats=seats), tmp_path)
    assert sentence == "line 1: A player's name is empty. Give every seat a name."


def test_a_very_long_name_is_refused(rows: list[str], tmp_path: Path) -> None:
    seats = json.loads(rows[0])["seats"]
    seats[0]["name"] = "A" * 5000
    assert "is longer than 40 letters" in checked(with_header(rows, seats=seats), tmp_path)


@pytest.mark.parametrize(
    ("given", "spoken"),
    [
        ("عمر", "عمر"),
        ("דוד \u202eevil", "דוד evil"),
        ("🦀 Ferris 👩‍👩‍👧", "🦀 Ferris 👩‍👩‍👧"),
        ("  Ana\tMária ", "Ana Mária"),
        ("[bold red]Rich[/]", "[bold red]Rich[/]"),
        ("\x1b[31mred", "[31mred"),
        ("{n}", "{n}"),
    ],
)
def test_names_of_every_script_are_spoken_and_cannot_steer_the_terminal(
    rows: list[str], tmp_path: Path, given: str, spoken: str
) -> None:
    seats = json.loads(rows[0])["seats"]
    seats[0]["name"] = given
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(with_header(rows, seats=seats)), "utf-8")
    ran = run("record", "show", str(path))
    assert ran.code == 0
    assert f"  Red: {spoken}\n" in ran.out
    assert "\u202e" not in ran.out and "\x1b" not in ran.out
    assert f"{spoken}: 3 points" in run("record", "score", str(path)).out


def test_half_a_letter_is_refused(rows: list[str], tmp_path: Path) -> None:
    row = '{"n":1,"move":"stake","by":"\\ud800","stones":0,"at":""}'
    assert "half a letter" in checked([rows[0], row], tmp_path)


def test_a_record_of_ten_megabytes_is_refused(tmp_path: Path, rows: list[str]) -> None:
    sentence = checked([*rows, "x" * 10_000_000], tmp_path)
    assert sentence == ("line 1: The file has 10 MB; a record has at most 4. It is not a record of one game.")
    big = '{"stones": "' + "x" * 10_000_000 + '"}'
    assert fault("sheet", "quarry", "-", given=big) == (
        "standard input: The file has 10 MB; at most 4 are read. Choose another file."
    )


def test_a_record_of_many_lines_is_read_to_the_end_in_good_time(rows: list[str], tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_text("\n".join([rows[0], *(row for _ in range(2000) for row in rows[1:])]), "utf-8")
    ran = run("record", "check", str(path))
    assert ran.code == 1
    assert len(ran.err.splitlines()) > 1000


def test_a_file_of_nothing_but_faults_is_left_after_many_of_them(rows: list[str], tmp_path: Path) -> None:
    path = tmp_path / "faults.jsonl"
    path.write_text(rows[0] + "\n" + "x\n" * 1_000_000, "utf-8")
    ran = run("record", "check", str(path))
    sentences = ran.err.splitlines()
    assert len(sentences) == MOST_FAULTS + 1
    assert sentences[-1].startswith(f"{path}, line {MOST_FAULTS + 2}: More faults than ")


@pytest.mark.parametrize(
    "value", ["", "yesterday", "2026-03-09", "2026-02-30T18:00:00Z", "2026-03-09T18:00:00", "2026-03-09T18:00:00+01:00"]
)
def test_a_time_that_is_none_is_named(rows: list[str], tmp_path: Path, value: str) -> None:
    assert checked(with_move(rows, 1, at=value), tmp_path) == (
        "line 2, move 1: “at” must be a time in UTC, like 2026-03-09T18:00:11Z."
    )
    assert checked(with_header(rows, started=value), tmp_path).startswith("line 1: “started” must be a time in UTC")


def test_what_is_repeated_of_a_wrong_value_is_short(rows: list[str], tmp_path: Path) -> None:
    long = "a" * 5000
    for wrong in (with_header(rows, mode=long), with_move(rows, 1, move=long), with_header(rows, options={long: 1})):
        assert len(checked(wrong, tmp_path)) < 400


@pytest.mark.parametrize("value", ["--1", "-", "²", "٣", "1_0", "+1", " 1", "9" * 5000])
def test_an_option_that_only_looks_like_a_number_is_named(value: str) -> None:
    assert fault("setup", "quarry", "--seats", "2", "-o", f"pits={value}").startswith("The option “pits” needs ")


@pytest.mark.parametrize("command", [["setup", "quarry", "--seats", "2"], ["simulate", "quarry"]])
def test_a_seed_of_bytes_that_are_no_letters_is_refused(command: list[str]) -> None:
    assert fault(*command, "--seed", "\udcff").startswith("The seed holds bytes that are no letters")


def test_a_binary_file_is_no_record(tmp_path: Path) -> None:
    assert checked(bytes(range(256)) * 40, tmp_path).startswith("line 2: The file is not text in UTF-8")
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert fault("sheet", "quarry", str(picture)).startswith(f"{picture}: The file is not text in UTF-8")
    assert fault("box", "check", "quarry", "--values", str(picture)).startswith(f"{picture}: ")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"   \n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_no_record(tmp_path: Path, data: bytes) -> None:
    assert checked(data, tmp_path) == "line 1: The file is empty, so there is no record in it. Choose another file."


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    assert run("record", "check", "-", given=b"\xef\xbb\xbf" + toy_record().text.encode()).code == 0
    assert run("record", "check", "-", given=toy_record().text.replace("\n", "\r\n")).code == 0


@pytest.mark.parametrize("command", [("record", "check"), ("record", "score"), ("record", "show"), ("sheet", "quarry")])
def test_a_file_that_can_t_be_read_is_named(command: tuple[str, ...], tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    assert fault(*command, str(missing)) == f"{missing}: There is no such file. Check its name and folder."
    assert fault(*command, str(tmp_path)) == f"{tmp_path}: This is not a file that can be read. Name a file."
    assert fault(*command, "/dev/null").startswith("/dev/null: This is not a file")
    assert fault(*command, str(tmp_path / "a\x1b[31mb")).count("\x1b") == 0
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    (tmp_path / "file").touch()
    for nowhere in (loop, tmp_path / "file" / "below", "a" * 300, "a\0b"):
        assert fault(*command, str(nowhere)).endswith(": There is no such file. Check its name and folder.")


def test_a_file_without_permission_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk's refusal is handed in where it would come from: whoever runs the tests may be allowed everything."""
    path = tmp_path / "secret.jsonl"
    path.write_text("{}", "utf-8")
    path.chmod(0)

    def refuse(name: str, *_: Any) -> Any:
        raise PermissionError(13, "Permission denied", name)

    monkeypatch.setattr("companion.commands.common.open", refuse, raising=False)
    assert fault("record", "check", str(path)) == (
        f"{path}: The file may not be read. Change its permissions, or copy it."
    )


def test_a_full_disk_under_an_export_is_told_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.table import handoff_files

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(handoff_files, "write_safely", full)
    with pytest.raises(handoff_files.NotWritten) as failed:
        handoff_files.write_record(toy_record().record, tmp_path / "out")
    assert failed.value.text.message.startswith("The disk is full, so the file can't be written.")
    assert failed.value.path.parent == tmp_path / "out"
    assert list((tmp_path / "out").iterdir()) == []


def test_an_export_without_a_journal_or_with_an_unknown_id_says_so(tmp_path: Path) -> None:
    assert fault("export", "--all", CARTOUCHE_DATA=str(tmp_path / "none")).startswith("There is no journal yet in ")
    assert not (tmp_path / "none").exists()


def test_a_sheet_s_faults_are_named_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    path.write_text('{"stones": {"red": -1}}', "utf-8")
    assert fault("sheet", "quarry", str(path)).startswith(f"{path}: The sheet needs “stones”")
    assert fault("sheet", "quarry:cards", str(path)).startswith("There is no sheet “cards” here.")


def test_owner_s_values_the_box_does_not_have_are_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text('{"yaer": 1999}', "utf-8")
    assert fault("box", "show", "quarry", "--values", str(path)) == (
        f"{path}: The box has no value “yaer”. Remove it, or correct its name."
    )
    path.write_text("[1]", "utf-8")
    assert fault("box", "show", "quarry", "--values", str(path)).startswith(f"{path}: The owner's values must be")


def test_a_setup_that_can_t_be_is_named(rows: list[str], tmp_path: Path) -> None:
    assert checked(with_header(rows, setup={"pits": [1, 2]}), tmp_path) == (
        "line 1: The setup needs 3 pits with 1 to 3 stones each."
    )
    assert checked(with_header(rows, setup={"heaps": [1]}), tmp_path).startswith("line 1: The setup can't be read")
    assert checked(with_header(rows, box={"colour": 1}), tmp_path).startswith("line 1: The box has no value “colour”")
    assert checked(with_header(rows, box={"tokens": "x"}), tmp_path).startswith("line 1: “tokens”")
    assert checked(with_header(rows, box={"year": None}), tmp_path).startswith("line 1: “year” has no value")


@pytest.mark.parametrize(
    "command",
    [["record", "check", "/nowhere"], ["sheet", "quarry", "/nowhere"], ["export", "--all"], ["simulate", "x"]],
)
def test_what_is_wrong_is_said_in_the_language_that_was_chosen(command: list[str], tmp_path: Path) -> None:
    english = fault(*command, CARTOUCHE_DATA=str(tmp_path))
    for language in ("hu", "ru"):
        said = fault(*command, "--lang", language, CARTOUCHE_DATA=str(tmp_path))
        assert said != english
        assert said == fault("--lang", language, *command, CARTOUCHE_DATA=str(tmp_path))
        assert said == fault(*command, CARTOUCHE_LANG=language, CARTOUCHE_DATA=str(tmp_path))
    assert fault(*command, CARTOUCHE_DATA=str(tmp_path)) == english


@pytest.mark.parametrize("game", ["a" * 5000, "", "../../etc/passwd", "quarry\x1b[2J", "квант", ":"])
def test_strange_names_of_games_are_told_in_one_short_line(game: str) -> None:
    for command in (["simulate", game], ["setup", game, "--seats", "2"], ["box", "show", game], ["sheet", game, "-"]):
        sentence = fault(*command, given="{}")
        assert len(sentence) < 300
        assert "\x1b" not in sentence


@pytest.mark.parametrize("seats", ["0", "7", "red", "red,pink", "red,,blue", "-1", "2.5", "²"])
def test_seats_that_can_t_be_are_told(seats: str) -> None:
    sentence = fault("setup", "quarry", f"--seats={seats}")
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    "arguments",
    [
        ["record", "check", "/nowhere/at/all"],
        ["record", "score", "-"],
        ["sheet", "quarry", "-"],
        ["simulate", "chess"],
        ["export", "--all"],
    ],
)
def test_the_real_program_ends_with_one_sentence_and_code_one(arguments: list[str], tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(TOY_PATH), "CARTOUCHE_DATA": str(tmp_path), "LC_ALL": "C"}
    done = subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=ROOT,
        env=environment,
        input=b"\xff\xfe garbage",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == b""
    assert len(done.stderr.splitlines()) == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("given", ["", "x" * 65, "a\x1bb"])
def test_a_record_without_a_usable_id_is_told(rows: list[str], tmp_path: Path, given: str) -> None:
    sentence = checked(with_header(rows, id=given), tmp_path)
    assert sentence == "line 1: The record needs an id of 1 to 64 characters; write one into “id”."
