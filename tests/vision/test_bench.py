"""`cartouche vision bench` on a folder of pictures with their truth."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import pytest

from companion.vision.keeping import save
from tests.kit.commands import fault, run
from tests.kit.scene import TIERS, TUNING
from tests.kit.scene.games import game_of
from tests.kit.scene.measure import Table, shot_of, table_of

SEED = TUNING[40]


@pytest.fixture(scope="module")
def table() -> Table:
    """A calibrated table of a game whose cards lie in a row."""
    return table_of(game_of("sobek"), TIERS["clean"], 100)


@pytest.fixture(scope="module")
def folder(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pictures with their truth, and the calibration beside them."""
    folder = tmp_path_factory.mktemp("photos")
    save(folder / "calibration", table.calibrated)
    for number in range(3):
        shot, truth = shot_of(table, SEED + number)
        cv2.imwrite(str(folder / f"{number}.png"), shot.picture)
        (folder / f"{number}.json").write_bytes(msgspec.json.encode(truth))
    return folder


def test_a_folder_is_read_and_scored(folder: Path) -> None:
    ran = run("vision", "bench", str(folder), "--calibration", str(folder / "calibration"), "--json")
    assert ran.code == 0, ran.err
    rows = {row["id"]: row for row in ran.value["rows"]}
    assert ran.value["pictures"] == 3
    assert rows["located"]["figure"] == 1.0
    assert rows["art"]["figure"] == 1.0
    assert rows["silent"] == {**rows["silent"], "n": 3, "figure": 0.0, "met": True}
    assert rows["silent"]["bound"] == pytest.approx(1 - 0.05 ** (1 / 3))


def test_the_table_names_figure_bound_and_aim(folder: Path) -> None:
    ran = run("vision", "bench", str(folder), "--calibration", str(folder / "calibration"), COLUMNS="160")
    assert "Mat located" in ran.out
    assert "≤ 63.2 %" in ran.out
    assert "met" in ran.out


def test_a_wrong_truth_is_named_as_silent(folder: Path, tmp_path: Path) -> None:
    truth = msgspec.json.decode((folder / "0.json").read_bytes())
    spot = next(f"quay:{n}" for n in range(1, 10) if f"quay:{n}" not in truth["places"])
    truth["places"][spot] = {"label": "card:AMU"}
    (tmp_path / "0.json").write_bytes(msgspec.json.encode(truth))
    (tmp_path / "0.png").write_bytes((folder / "0.png").read_bytes())
    ran = run("vision", "bench", str(tmp_path), "--calibration", str(folder / "calibration"), "--json")
    assert ran.value["failed"] == ["0.png"]


def test_what_is_missing_is_told(folder: Path, tmp_path: Path) -> None:
    assert "NAME.json" in fault("vision", "bench", str(tmp_path), "--calibration", str(folder / "calibration"))
    assert "calibrate" in fault("vision", "bench", str(folder), "--calibration", str(tmp_path / "none"))
    for arguments in ((), (str(folder),), (str(folder), "--synthetic", "clean"), ("--synthetic", "easy")):
        assert run("vision", "bench", *arguments).code == 2


def test_another_games_truth_is_not_scored(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"game": "sobek"}', encoding="utf-8")
    (tmp_path / "b.json").write_text('{"game": "aton"}', encoding="utf-8")
    for name in ("a.png", "b.png"):
        (tmp_path / name).write_bytes((folder / "0.png").read_bytes())
    words = fault("vision", "bench", str(tmp_path), "--calibration", str(folder / "calibration"))
    assert "b.json is of another game (aton)" in words
