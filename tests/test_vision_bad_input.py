"""`cartouche vision` given pictures and calibrations that will not do: one sentence, and nothing is written."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games import find_game
from companion.vision.light import check
from companion.vision.locate import locate
from tests.kit.commands import fault, run
from tests.kit.scene import TIERS, World, render, world_of
from tests.kit.scene.lessons import at_rest

SEED = 1_000_010


@lru_cache(maxsize=2)
def table(game_id: str) -> World:
    """A table of a game with a camera over it, the same for every test."""
    game = find_game(game_id)
    assert game.sight is not None
    return at_rest(world_of(game.sight.plan(game.practice or game.box), TIERS["normal"], 101))


def start_of(game_id: str) -> dict[str, str]:
    game = find_game(game_id)
    assert game.sight is not None
    return dict(game.sight.start(game.practice or game.box, game.colours))


@lru_cache(maxsize=8)
def _rendered(game_id: str, laid: tuple[tuple[str, str], ...], seed: int) -> Any:
    return render(table(game_id), dict(laid), seed, ()).picture


def shot(laid: Mapping[str, str] = {}, seed: int = SEED, game_id: str = "aton") -> np.ndarray:
    """A picture of the table with these things on it."""
    return np.array(_rendered(game_id, tuple(laid.items()), seed))


def file(folder: Path, name: str, picture: np.ndarray) -> str:
    assert cv2.imwrite(str(folder / name), picture)
    return str(folder / name)


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path / "data"))


@pytest.fixture(scope="module")
def calibration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Aton's table, calibrated with its start picture."""
    folder = tmp_path_factory.mktemp("of a table")
    empty, start = file(folder, "empty.png", shot()), file(folder, "start.png", shot(start_of("aton"), SEED + 1))
    done = run("vision", "calibrate", "aton", "--empty", empty, "--start", start, "--out", str(folder / "c"))
    assert done.code == 0, done.err
    return folder / "c"


# calibrating


def calibrated(folder: Path, empty: np.ndarray, *more: str) -> list[str]:
    return ["vision", "calibrate", "aton", "--empty", file(folder, "e.png", empty), "--out", str(folder / "c"), *more]


def test_what_is_wrong_with_the_empty_picture_names_its_file(tmp_path: Path) -> None:
    said = fault(*calibrated(tmp_path, np.zeros((720, 1280, 3), np.uint8)))
    assert said.startswith(f"{tmp_path / 'e.png'}: The picture is dark.")
    assert not (tmp_path / "c").exists()


def test_far_too_much_light_comes_before_how_large_the_markers_look(tmp_path: Path) -> None:
    said = fault(*calibrated(tmp_path, np.clip(shot() * 2.5, 0, 255).astype(np.uint8)))
    assert "The picture is too bright." in said and "mm" not in said


def test_much_light_is_remarked(tmp_path: Path) -> None:
    done = run(*calibrated(tmp_path, np.clip(shot() * 1.6, 0, 255).astype(np.uint8)))
    assert done.code == 0 and "The picture is very bright." in done.out


def test_much_light_is_named_before_a_size_that_it_may_have_made(tmp_path: Path) -> None:
    bright = np.clip(shot() * 1.6, 0, 255).astype(np.uint8)
    said = fault(*calibrated(tmp_path, bright, "--field", "500x345"))
    assert "e.png: The picture is very bright." in said
    assert said.index("very bright") < said.index("The opening of the mat")


def test_the_mat_of_another_game_is_named_when_calibrating_and_teaching(calibration: Path, tmp_path: Path) -> None:
    other = shot({}, SEED, "sobek")
    assert fault(*calibrated(tmp_path, other)).endswith("The mat that lies there is that of Sobek.")
    picture = file(tmp_path, "o.png", other)
    for more in (["--look", "card:red:1", "--image", picture], ["--start", picture]):
        said = fault("vision", "teach", "aton", "--calibration", str(calibration), *more)
        assert said.endswith("The mat that lies there is that of Sobek.")


def test_a_strip_of_a_picture_is_told_by_what_is_in_it(calibration: Path, tmp_path: Path) -> None:
    strip = file(tmp_path, "strip.png", np.zeros((9000, 80, 3), np.uint8))
    said = fault("vision", "read", "aton", "--image", strip, "--calibration", str(calibration))
    assert "The picture is dark." in said


def test_a_piece_that_was_left_on_the_empty_board_is_remarked(tmp_path: Path) -> None:
    start = file(tmp_path, "s.png", shot(start_of("aton"), SEED + 1))
    assert run(*calibrated(tmp_path, shot(), "--start", start, "--json")).value["remarks"] == []
    free = next(spot for spot in ("space:3.10", "space:2.05") if spot not in start_of("aton"))
    left = run(*calibrated(tmp_path, shot({free: "blue"}), "--fresh", "--start", start)).out
    assert f"a piece seems to have lain on Space {free[6:]}. If so, take that picture anew" in left
    again = run("vision", "teach", "aton", "--calibration", str(tmp_path / "c"), "--start", start, "--json").value
    assert len(again["remarks"]) == 1
    # It lay where it lies in the start picture: there it looks like a place with nothing on it.
    there = next(spot for spot, label in start_of("aton").items() if label == "red")
    same = file(tmp_path, "same.png", shot({there: "red"}))
    assert "looks empty" in fault(*calibrated(tmp_path, shot({there: "red"}), "--fresh", "--start", same))


# calibrations that were changed by hand


def test_a_lens_that_can_be_none_is_told_and_nothing_else_is_said(
    calibration: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(calibration, tmp_path / "c"))
    value = json.loads((folder / "calibration.json").read_text())
    width, height = value["size"]
    value["lens"] = {"size": [width, height], "focal": [1300, 1300], "centre": [width / 2, height / 2],
                     "bends": [9, -9, 9, 9, 9]}  # fmt: skip
    (folder / "calibration.json").write_text(json.dumps(value))
    table = file(tmp_path, "t.png", shot())
    said = fault("vision", "read", "aton", "--image", table, "--calibration", str(folder))
    assert said.startswith(table) and capfd.readouterr().err == ""


# colours


@pytest.mark.parametrize("order", [[2, 1, 0], [1, 2, 0], [2, 0, 1]])
def test_exchanged_colours_are_told_and_never_read(order: list[int], calibration: Path, tmp_path: Path) -> None:
    other = np.ascontiguousarray(shot(start_of("aton"), SEED + 1)[..., order])
    table = file(tmp_path, "t.png", other)
    said = fault("vision", "read", "aton", "--image", table, "--calibration", str(calibration))
    assert "The colours in the picture are exchanged" in said
    assert "The colours in the picture are exchanged" in fault(*calibrated(tmp_path, other))


def test_colours_that_are_exchanged_in_a_part_of_the_picture_are_told(calibration: Path, tmp_path: Path) -> None:
    other = shot(start_of("aton"), SEED + 1)
    half = other.shape[0] // 2
    other[:half] = other[:half, :, [1, 2, 0]]
    table = file(tmp_path, "t.png", other)
    said = fault("vision", "read", "aton", "--image", table, "--calibration", str(calibration))
    assert "The colours in the picture are exchanged" in said


def test_a_picture_in_grey_is_told_and_never_read(calibration: Path, tmp_path: Path) -> None:
    grey = cv2.cvtColor(cv2.cvtColor(shot(start_of("aton"), SEED + 1), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    table = file(tmp_path, "t.png", np.asarray(grey, np.uint8))
    said = fault("vision", "read", "aton", "--image", table, "--calibration", str(calibration))
    assert "There is no colour in the picture." in said


def test_a_mat_from_a_printer_without_colours_will_do() -> None:
    world = table("aton")
    picture = shot()
    pose = locate(picture, world.mat).pose
    assert pose is not None
    for patch in world.mat.patches:
        if not patch.neutral:
            x, y, width, height = patch.at
            corners = [(x - width / 2, y - height / 2), (x + width / 2, y - height / 2),
                       (x + width / 2, y + height / 2), (x - width / 2, y + height / 2)]  # fmt: skip
            cv2.fillConvexPoly(picture, np.round(pose.to_px(np.array(corners))).astype(np.int32), (90, 90, 90))
    assert check(picture, pose, world.mat)[0] is None
