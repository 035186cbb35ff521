"""A box of one's own on the command line: surveyed, kept, shared, taken over, and used by every command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.config import Settings
from companion.engine.box import PRACTICE
from companion.engine.simulate import simulate
from companion.table.journal import Journal
from companion.table.session import Session
from tests.kit.commands import Ran, fault, run
from tests.kit.toy import shaft_installed

ALL = ["5", "granite", "1 2 1", "The well", "3 4", "20"]
"""An answer to every question of Shaft in turn, as it is typed."""
VALUES = {
    "depth": 5,
    "stone": "hard",
    "layers": ["lime", "hard", "lime"],
    "name": "The well",
    "plan": [3, 4],
    "ropes": 20,
}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path / "data"))


def survey(*lines: str, switches: tuple[str, ...] = ()) -> Ran:
    ran = run("box", "survey", "shaft", *switches, given="".join(f"{line}\n" for line in lines))
    assert ran.code == 0, ran
    return ran


def kept(*switches: str) -> dict[str, Any]:
    """The owner's values in force."""
    facts = run("box", "show", "shaft", "--json", *switches).value["facts"]
    return {key: fact["value"] for key, fact in facts.items() if fact["confidence"] == "owner"}


def test_every_answer_is_kept_and_never_asked_again() -> None:
    ran = survey("5", "2", "1 2 1", "The well", "3 4", "20")
    assert kept() == VALUES
    assert ran.out.endswith("Everything that was asked is known now.\n")
    assert survey().out == "Everything that was asked is known now.\n"
    assert run("box", "check", "shaft", "--json").value["unknown"] == []


def test_a_question_says_why_and_what_can_be_answered() -> None:
    out = survey("q").out
    assert out.splitlines()[:5] == [
        "",
        "The board, question 1 of 5",
        "How deep is the shaft?",
        "  Without it Cartouche can't tell who dug too deep; it asks once a game.",
        "  A whole number from 3 to 9.",
    ]
    assert out.endswith("5 questions have no answer yet.\n")


def test_later_questions_come_up_as_earlier_answers_need_them() -> None:
    assert "What are the layers?" not in survey("", "", "", "", "").out
    assert "What are the layers?" in survey("5", "", "", "", "", "").out


def test_an_answer_that_can_not_be_is_refused_and_asked_again() -> None:
    out = survey("12", "deep", "9", "y", "2", "q").out
    assert "Give a whole number from 3 to 9, not “12”." in out
    assert "Give a whole number from 3 to 9, not “deep”." in out
    assert "“y” is none of the answers. Type a number: 1, 2." in survey("", "y", "q").out
    assert "A shaft through granite is at most 8 deep." in out
    assert kept() == {"depth": 9}


def test_something_unusual_is_only_taken_when_it_is_really_so() -> None:
    out = survey("8", "n", "5", "q").out
    assert "Unusual: A shaft of 8 is very deep." in out
    assert "Is it really so on your copy? (y/n)" in out
    assert kept() == {"depth": 5}
    survey("8", "y", "q", switches=("--all",))
    assert kept() == {"depth": 8}


def test_one_goes_back_and_stops_and_goes_on_later() -> None:
    survey("5", "1", "<", "2", "q")
    assert kept() == {"depth": 5, "stone": "hard"}
    first = survey("q").out.splitlines()[2]
    assert first == "What are the layers?"
    survey("<", "q")
    assert kept() == {"depth": 5, "stone": "hard"}


def test_an_answer_can_be_taken_back() -> None:
    survey("5", "1", "q")
    survey("?", "q", switches=("--all",))
    assert kept() == {"stone": "lime"}


def test_a_form_is_read_by_the_game() -> None:
    out = survey("", "", "", "one two", "3 4", "q").out
    assert "Two numbers, like 1 2." in out
    assert "Give two numbers, like 1 2." in out
    assert kept() == {"plan": [3, 4]}


def test_values_are_kept_in_a_file_instead(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    survey("5", "q", switches=("--values", str(file)))
    survey("1", "q", switches=("--values", str(file)))
    assert kept() == {}
    assert kept("--values", str(file)) == {"depth": 5, "stone": "lime"}
    assert json.loads(file.read_text("utf-8"))["owner_values"] == 1
    survey("?", "?", "q", switches=("--values", str(file), "--all"))
    assert kept("--values", str(file)) == {}


def test_the_survey_in_json_tells_what_is_known_in_the_end() -> None:
    ran = survey("5", "q", switches=("--json",))
    assert ran.value == {
        "game": "shaft",
        "values": {"depth": 5},
        "unknown": ["stone", "layers", "name", "plan", "ropes"],
    }
    assert "How deep is the shaft?" in ran.err


def test_a_box_is_shared_with_another_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    survey(*ALL)
    file = str(tmp_path / "shaft.json")
    assert run("box", "export", "shaft", file).out == f"6 values are written to {file}.\n"
    assert json.loads(run("box", "export", "shaft", "-").out)["values"] == VALUES
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path / "other"))
    survey("6", "1", "q")
    out = run("box", "import", "shaft", file).out.splitlines()
    assert out[:2] == ["Depth of the shaft: 5, before: 6", "Kind of stone: granite, before: limestone"]
    assert out[-1] == "6 values are new."
    assert kept() == VALUES
    assert run("box", "import", "shaft", file).out == "Nothing is new.\n"


def test_values_come_through_a_pipe_too(tmp_path: Path) -> None:
    survey("5", "q")
    data = run("box", "export", "shaft", "-").out
    shown = run("box", "show", "shaft", "--json", "--values", "-", given=data, CARTOUCHE_DATA=str(tmp_path / "other"))
    assert shown.value["facts"]["depth"]["value"] == 5


def test_what_a_file_does_not_name_stays(tmp_path: Path) -> None:
    survey("5", "1", "q")
    file = tmp_path / "some.json"
    file.write_text('{"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {"ropes": 7}}', "utf-8")
    changed = run("box", "import", "shaft", str(file), "--json").value["changed"]
    assert changed == {"ropes": {"before": None, "after": 7}}
    assert kept() == {"depth": 5, "stone": "lime", "ropes": 7}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"game": "quarry"}, "These are values for the box of “quarry”, not of “shaft”. Choose another file."),
        ({"values": {"width": 3}}, "The box has no value “width”. Remove it, or correct its name."),
        ({"values": {"ropes": 3, "depth": 12}}, "“depth” must be a whole number from 3 to 9, not “12”."),
        ({"values": {"ropes": 3, "stone": "gold"}}, "“stone”: “gold” is not among: lime, hard."),
        ({"values": {"depth": 9}}, "A shaft through granite is at most 8 deep."),
        ({"owner_values": 2}, "It was written by a newer Cartouche (version 2)."),
    ],
)
def test_a_file_that_can_not_be_changes_nothing(values: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    survey("5", "hard", "q")
    file = tmp_path / "bad.json"
    good = {"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {}}
    file.write_text(json.dumps({**good, **values}), "utf-8")
    assert fault("box", "import", "shaft", str(file)) == f"{file}: {sentence}"
    assert kept() == {"depth": 5, "stone": "hard"}


def test_an_export_needs_values_and_overwrites_nothing(tmp_path: Path) -> None:
    file = tmp_path / "shaft.json"
    assert fault("box", "export", "shaft", str(file)).startswith("There are no values of your own")
    survey("5", "q")
    file.write_text("my notes", "utf-8")
    assert fault("box", "export", "shaft", str(file)).startswith(f"{file}: There is another file of this name")
    assert file.read_text("utf-8") == "my notes"


def test_one_s_own_values_count_in_every_command_unless_told_otherwise() -> None:
    survey("5", "q")
    assert kept() == {"depth": 5}
    assert kept("--as-printed") == {}
    assert run("box", "check", "shaft", "--json").value["facts"]["depth"]["confidence"] == "owner"
    missing = "Not known: Depth of the shaft"
    assert missing not in run("box", "check", "shaft").out
    assert missing in run("box", "check", "shaft", "--as-printed").out


def test_a_record_begun_by_a_setup_carries_the_box(tmp_path: Path) -> None:
    survey("5", "q")
    file = tmp_path / "game.jsonl"
    run("setup", "shaft", "--seats", "2", "--seed", "x", "--record", str(file))
    header = json.loads(file.read_text("utf-8"))
    assert (header["box"], header.get("practice"), header["seed"]) == ({"depth": 5}, None, "x")
    checked = run("record", "check", str(file))
    assert checked.out.startswith(f"{file} is a good record with 0 moves.")


def test_the_practice_board_is_called_so_everywhere(tmp_path: Path) -> None:
    survey("6", "q")
    file = tmp_path / "game.jsonl"
    begun = run("setup", "shaft", "--seats", "2", "--practice", "--record", str(file))
    assert PRACTICE in begun.out
    header = json.loads(file.read_text("utf-8"))
    assert (header["box"], header["practice"]) == ({}, True)
    for command in ("check", "score", "show"):
        assert PRACTICE in run("record", command, str(file)).out.splitlines()
        assert run("record", command, str(file), "--json").value["box"] == PRACTICE
    assert run("setup", "shaft", "--seats", "2", "--practice", "--json").value["box"] == PRACTICE
    assert PRACTICE in run("box", "show", "shaft", "--practice").out.splitlines()[0]


def test_simulated_games_take_turns_with_the_practice_board() -> None:
    value = run("simulate", "shaft", "--games", "12", "--json").value
    assert value["boxes"] == {"box": 6, "practice": 6}
    assert value["problems"] == []
    assert value["decisions"]["tell"] == 6
    assert run("simulate", "shaft", "--games", "4", "--practice", "--json").value["boxes"] == {"practice": 4}
    assert run("simulate", "shaft", "--games", "4", "--as-printed", "--json").value["boxes"] == {"box": 4}


def test_simulated_games_tell_what_they_reached() -> None:
    value = run("simulate", "shaft", "--games", "40", "--json").value
    assert value["events"]["shown"] == 80
    assert set(value["refusals"]) | set(value["not_reached"]) == {"E_OVER", "E_TURN", "E_DIG", "E_DEPTH", "E_POINTS"}
    assert value["not_reached"] == []
    out = run("simulate", "shaft", "--games", "40").out
    assert "Refusals reached, 5 of 5" in out
    assert "Practice board (not the printed one)" in out


def test_a_listed_game_on_the_practice_board_is_called_so(tmp_path: Path) -> None:
    with shaft_installed() as game, Journal.open(tmp_path / "data" / "journal.db") as journal:
        played = simulate(game, game.colours[:2], {}, "listed", game.practice)
        Session.start(journal, game, played.record.header)
    assert PRACTICE in run("export").out
    assert [row["practice"] for row in run("export", "--json").value["games"]] == [True]


def test_kept_values_that_can_not_be_are_named_with_what_helps(tmp_path: Path) -> None:
    config.save(Settings(boxes={"shaft": {"depth": 99, "ropes": 7}}), tmp_path / "data")
    settings = tmp_path / "data" / "settings.json"
    wrong = f"{settings}: “depth” must be a whole number from 3 to 9, not “99”."
    assert (
        fault("box", "show", "shaft") == f"{wrong} “cartouche box survey shaft” leaves it aside; so does --as-printed."
    )
    ran = survey("q")
    assert ran.err == f"{wrong} It is left aside.\n"
    survey("5", "q")
    assert kept() == {"depth": 5, "ropes": 7}


def test_a_good_file_is_not_blamed_for_kept_values_that_can_not_be(tmp_path: Path) -> None:
    config.save(Settings(boxes={"shaft": {"depth": 99}}), tmp_path / "data")
    file = tmp_path / "some.json"
    file.write_text('{"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {"ropes": 7}}', "utf-8")
    ran = run("box", "import", "shaft", str(file))
    assert (ran.code, ran.out) == (0, "Ropes: 7\n1 value is new.\n")
    assert ran.err.startswith(f"{tmp_path / 'data' / 'settings.json'}: ")
    assert kept() == {"ropes": 7}
