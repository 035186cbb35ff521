"""`cartouche vision mat` at the command line: the file, the positions, and every way to ask for what can't be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.kit.commands import fault, run
from tests.kit.printed import words


def test_it_prints_into_a_file_and_says_what_it_is(tmp_path: Path) -> None:
    out = tmp_path / "mat.pdf"
    ran = run("vision", "mat", "--game", "aton", "--out", str(out))
    assert ran.code == 0 and ran.err == ""
    assert ran.out.strip() == f"Printed into {out}: how to put it together, and 8 pages of A4."
    assert words(out.read_bytes())[0].startswith("Mat for Aton")
    one = run("vision", "mat", "--game", "aton", "--paper", "700x500mm", "--out", str(out))
    assert one.out.strip().endswith("and 1 page of 700×500.")
    assert len(words(out.read_bytes())) == 2


def test_the_folder_of_the_file_is_made(tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder" / "mat.pdf"
    assert run("vision", "mat", "--game", "aton", "--out", str(out)).code == 0
    assert out.read_bytes()[:4] == b"%PDF"


def test_the_positions_are_told_with_and_without_a_file(tmp_path: Path) -> None:
    told = run("vision", "mat", "--game", "aton", "--json").value
    assert told["game"] == "aton" and told["file"] is None and told["places_known"] is True
    assert told["markers"][7] == {"id": 7, "x": 554.0, "y": 386.0, "side": 25.0}
    space = next(place for place in told["places"] if place["id"] == "space:1.06")
    assert space["kind"] == "piece" and space["width"] == pytest.approx(0.061 * 360)
    assert told["paper"] == {"name": "A4", "width": 210.0, "height": 297.0, "margin": 5.0}
    out = tmp_path / "mat.pdf"
    written = run("vision", "mat", "--game", "aton", "--json", "--out", str(out)).value
    assert written["file"] == str(out) and out.is_file()
    assert {key: value for key, value in written.items() if key != "file"} == {
        key: value for key, value in told.items() if key != "file"
    }


def test_a_board_of_our_own_is_told_to_be_one() -> None:
    told = run("vision", "mat", "--game", "egizia", "--practice", "--stand-in", "--json").value
    assert told["stand_in"] is True and told["places_known"] is True
    assert run("vision", "mat", "--game", "egizia", "--practice", "--json").value["places_known"] is False


def test_the_drawing_can_go_to_standard_output() -> None:
    from click.testing import CliRunner

    from companion.cli import cli

    ran = CliRunner().invoke(cli, ["vision", "mat", "--game", "sobek", "--paper", "A3", "--out", "-"])
    assert ran.exit_code == 0
    assert ran.stdout_bytes.startswith(b"%PDF") and ran.stdout_bytes.rstrip().endswith(b"%%EOF")


@pytest.mark.parametrize(
    ("more", "why"),
    [(("--paper", "A9"), "There is no paper “A9”. Name one of A0, A1, A2, A3, A4, A5, Letter"),
     (("--paper", "50x50"), "Paper of 50 × 50 mm is too small for a mat. Take one of at least 100 × 140 mm."),
     (("--paper", "4000x3000"), "Paper of 4000 × 3000 mm is too large."),
     (("--field", "10x10"), "An opening of 10 × 10 mm can't be framed. It needs at least 200 × 80 mm"),
     (("--field", "199x300"), "An opening of 199 × 300 mm can't be framed."),
     (("--field", "300x1501"), "An opening of 300 × 1501 mm can't be framed."),
     (("--field", "wide"), "“wide” is no size. Write it in millimetres, as in 360x250."),
     (("--field", "1500x1500", "--paper", "100x140"), "This paper is too small for the mat"),
     (("--stand-in", "--field", "400x400"), "A board of our own has its own size. Leave out --field, or --stand-in.")],
)  # fmt: skip
def test_what_can_not_be_printed_is_refused_in_a_sentence(tmp_path: Path, more: tuple[str, ...], why: str) -> None:
    out = tmp_path / "mat.pdf"
    assert fault("vision", "mat", "--game", "aton", "--out", str(out), *more).startswith(why)
    assert not out.exists()


def test_an_unknown_game_and_one_without_a_sight_are_refused(tmp_path: Path) -> None:
    out = str(tmp_path / "mat.pdf")
    assert fault("vision", "mat", "--game", "chess", "--out", out).startswith("There is no game “chess” here.")
    assert fault("vision", "mat", "--game", "shaft", "--out", out) == (
        "The camera does nothing in Shaft. Choose another game."
    )


def test_a_board_that_is_not_drawn_is_not_printed(tmp_path: Path) -> None:
    told = fault("vision", "mat", "--game", "quarry", "--stand-in", "--out", str(tmp_path / "mat.pdf"))
    assert told == "There is no board of our own for Quarry. Leave out --stand-in."


def test_only_a_mat_is_replaced(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Anna", "utf-8")
    told = fault("vision", "mat", "--game", "aton", "--out", str(other))
    assert told == f"{other}: There is another file of this name already. Move it away, or choose another name."
    assert other.read_text("utf-8") == "Dear Anna"
    old = tmp_path / "mat.pdf"
    old.write_bytes(b"%PDF-1.3 an older one")
    assert run("vision", "mat", "--game", "aton", "--out", str(old)).code == 0
    assert len(old.read_bytes()) > 5000


def test_a_file_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna", "utf-8")
    within = tmp_path / "letter.txt" / "mat.pdf"
    told = fault("vision", "mat", "--game", "aton", "--out", str(within))
    assert told.startswith(f"{within}: The mat can't be written (") and told.endswith("Name another file with --out.")
    assert fault("vision", "mat", "--game", "aton", "--out", str(tmp_path)).startswith(f"{tmp_path}: The mat can't")
    assert os.listdir(tmp_path) == ["letter.txt"]


def test_without_a_file_or_json_it_asks_for_one() -> None:
    ran = run("vision", "mat", "--game", "aton")
    assert ran.code == 2 and "Name a file with --out" in ran.err
    assert run("vision", "mat", "--out", "mat.pdf").code == 2
