"""`cartouche vision calibrate --camera` and `vision watch`, with a folder of pictures in the place of a camera."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import click
import cv2
import numpy as np
import pytest

from companion.commands import vision_common, vision_watch
from companion.config import Settings
from companion.engine.sight import Reading
from companion.games import find_game
from companion.vision.locate import locate
from companion.vision.mat import mat_of
from tests.kit.commands import fault, run
from tests.kit.mat_photo import photo
from tests.test_vision_commands import ABOVE, ATON, MAT, POSITION, RIVER, laid, written

START = dict(ATON.sight.start(ATON.box, ATON.colours))
SMALL = ABOVE._replace(size=(1280, 720), focal=1000)


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("shots")
    two = {"space:1.06": "red", "space:2.03": "blue"}
    return {
        name: written(folder / f"{name}.png", photo(MAT, SMALL, laid(pieces), seed=n))
        for n, (name, pieces) in enumerate([("empty", {}), ("start", START), ("two", two), ("four", POSITION)])
    }


@pytest.fixture(scope="module")
def calibration(shots: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("c") / "c")
    command = ["vision", "calibrate", "aton", "--empty", shots["empty"], "--start", shots["start"], "--out", folder]
    assert run(*command).code == 0
    return folder


@pytest.fixture
def table(tmp_path: Path, shots: dict[str, str]) -> Path:
    """What the camera sees, a folder with one picture."""
    folder = tmp_path / "table"
    folder.mkdir()
    lay(folder, shots["empty"])
    return folder


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path / "data"))


def lay(table: Path, picture: str) -> None:
    """Another picture in the place of the one there is."""
    shutil.copy(picture, table / ".next")
    os.replace(table / ".next", table / "1.png")


def test_the_camera_is_calibrated_by_two_pictures_it_takes_itself(
    table: Path, shots: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def enter(words: str, **_: object) -> str:
        lay(table, shots["empty" if not asked else "start"])
        asked.append(words)
        return ""

    monkeypatch.setattr(click, "prompt", enter)
    value = run("vision", "calibrate", "aton", "--camera", f"folder:{table}", "--json").value
    assert value["taught"] == ["blue", "red"] and value["camera"] == f"folder:{table}"
    assert asked[0] == "Lay the mat round the board and take everything off the board. Then press Enter."
    assert asked[1].startswith("Now lay these on the board: Red disc on ")
    # Where it was not said, it is kept by the camera, and `watch` needs nothing but the folder.
    assert (Path(value["folder"]) / "calibration.json").is_file()


def test_nobody_clears_a_table_for_a_folder_that_can_not_be_used(table: Path) -> None:
    (table / "letter.txt").write_text("Dear")
    said = fault("vision", "calibrate", "aton", "--camera", f"folder:{table}", "--out", str(table), given="")
    assert "other things" in said


def test_who_does_not_answer_stops_it(table: Path) -> None:
    done = run("vision", "calibrate", "aton", "--camera", f"folder:{table}", given="")
    assert done.code == 1 and done.err.endswith("Stopped.\n")


def test_of_a_board_without_known_places_no_pieces_are_asked_for(table: Path, tmp_path: Path) -> None:
    lay(table, written(tmp_path / "river.png", photo(mat_of(RIVER), SMALL._replace(distance=760))))
    done = run("vision", "calibrate", "egizia", "--camera", f"folder:{table}", "--json", given="\n")
    assert done.code == 0 and done.value["places"] == 0
    assert "Now lay these" not in done.err


@pytest.mark.parametrize(
    ("spec", "words"),
    [("webcam", "names no camera"), ("v4l2:usb-Nobody", "not plugged in"), ("folder:/nowhere/at/all", "folder")],
)
def test_a_camera_that_is_not_there_is_one_sentence(spec: str, words: str, calibration: str) -> None:
    command = ["vision", "watch", "aton", "--calibration", calibration, "--seconds", "5", "--camera", spec]
    assert words in fault(*command)
    # Nobody clears a table and presses Enter for it.
    assert words in fault("vision", "calibrate", "aton", "--camera", spec, given="\n\n")


def test_without_any_camera_it_says_so(calibration: str) -> None:
    said = fault("vision", "watch", "aton", "--calibration", calibration, "--seconds", "1")
    assert said == "No camera is named and none is set up. Name one with --camera."


def test_a_table_that_never_rests_is_told(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision_common, "PATIENCE", 0.3)
    done = run("vision", "calibrate", "aton", "--camera", f"folder:{table}", given="\n")
    assert done.code == 1 and "does not come to rest" in done.err


def watched(calibration: str, table: Path, *words: str, then: tuple[str, ...] = (), named: bool = True) -> str:
    """What is said while one position after the other is laid, each once the one before was told; then Ctrl-C."""
    left = list(then)
    tell = vision_watch.Teller.tell

    def told(teller: vision_watch.Teller, reading: Reading, at: float, file: str | None) -> None:
        tell(teller, reading, at, file)
        if not left:
            raise KeyboardInterrupt
        lay(table, left.pop(0))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vision_watch.Teller, "tell", told)
        camera = ("--camera", f"folder:{table}") if named else ()
        done = run("vision", "watch", "aton", "--calibration", calibration, *camera, "--seconds", "60", *words)
    assert done.code == 0 and left == [], done
    return done.out


def test_a_line_is_said_for_each_position_that_came_to_rest(
    calibration: str, shots: dict[str, str], table: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "kept"
    out = watched(calibration, table, "--json", "--save", str(saved), then=(shots["two"], shots["four"]))
    readings = [json.loads(line) for line in out.splitlines()]
    lying = [
        {one["place"]: one["label"] for one in reading["places"] if one["label"] and one["place"].startswith("space:")}
        for reading in readings
    ]
    assert lying == [{}, {"space:1.06": "red", "space:2.03": "blue"}, POSITION]
    assert readings[0]["changed"] == [] and set(readings[1]["changed"]) >= {"space:1.06", "space:2.03"}
    times = [reading["at"] for reading in readings]
    assert times == sorted(times)
    assert [Path(reading["file"]).name for reading in readings] == ["000001.png", "000002.png", "000003.png"]
    assert len(os.listdir(saved)) == 6
    # Outside the mat a kept picture is black, inside it is as it was.
    kept, seen = cv2.imread(readings[2]["file"]), cv2.imread(shots["four"])
    assert kept.shape == seen.shape and not kept[:, :8].any() and not kept[-8:].any()
    assert (kept == seen).all(axis=2).mean() > 0.3
    assert json.loads((saved / "000003.reading.json").read_text())["markers"] == list(range(8))


def test_what_the_game_hides_is_black_in_what_is_kept_unless_all_lies_open(
    calibration: str, shots: dict[str, str], table: Path, tmp_path: Path
) -> None:
    lay(table, shots["four"])
    pictures = {}
    for name, more in (("hidden", ()), ("open", ("--all-open",))):
        out = watched(calibration, table, "--json", "--save", str(tmp_path / name), *more)
        reading = json.loads(out.splitlines()[0])
        assert any(one["place"].startswith("cartouche:") for one in reading["places"]) == (name == "open")
        pictures[name] = cv2.imread(reading["file"])
    pose = locate(pictures["open"], MAT).pose
    assert pose is not None
    for spot in ATON.sight.plan(ATON.box).spots:
        x, y = np.round(pose.to_px(np.array([spot.at[:2]]))[0]).astype(int)
        assert pictures["open"][y, x].any()
        hidden = spot.id.startswith("cartouche:")
        assert hidden != pictures["hidden"][y, x].any(), spot.id


def test_in_words_only_what_changed_is_named(calibration: str, shots: dict[str, str], table: Path) -> None:
    out = watched(calibration, table, then=(shots["two"],))
    first, second = out.splitlines()
    assert "something lies on 0." in first and "8 markers agree within" in first
    assert "Red disc." in second and "Blue disc." in second and "nothing" not in second


def test_a_table_that_can_not_be_read_is_said_and_nothing_is_kept(
    calibration: str, table: Path, tmp_path: Path
) -> None:
    bare = written(tmp_path / "bare.png", photo(MAT, SMALL, hidden=tuple(range(8))))
    lay(table, bare)
    out = watched(calibration, table, "--save", str(tmp_path / "kept"))
    assert len(out.splitlines()) == 1 and "No marker of a mat" in out
    assert os.listdir(tmp_path / "kept") == []


def test_pictures_are_numbered_on_from_those_that_are_kept(calibration: str, table: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "000041.png").write_text("of last week")
    watched(calibration, table, "--save", str(kept))
    assert sorted(os.listdir(kept)) == ["000041.png", "000042.png", "000042.reading.json"]
    assert (kept / "000041.png").read_text() == "of last week"
    (tmp_path / "file").write_text("x")
    command = ["vision", "watch", "aton", "--calibration", calibration, "--camera", f"folder:{table}"]
    assert "No picture can be kept here" in fault(*command, "--save", str(tmp_path / "file"))


def test_no_picture_is_kept_unless_asked(calibration: str, table: Path, tmp_path: Path) -> None:
    watched(calibration, table)
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and path.parent != table]
    assert kept == []


def test_the_camera_of_the_settings_is_used_where_none_is_named(
    calibration: str, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vision_watch, "stored_settings", lambda: Settings(camera=f"folder:{table}"))
    assert len(watched(calibration, table, named=False).splitlines()) == 1


def test_a_calibration_of_another_camera_is_used_and_that_is_said(
    shots: dict[str, str], table: Path, tmp_path: Path
) -> None:
    folder = str(tmp_path / "c")
    run("vision", "calibrate", "aton", "--empty", shots["empty"], "--camera", "v4l2:usb-Other", "--out", folder)
    command = ["vision", "watch", "aton", "--calibration", folder, "--camera", f"folder:{table}", "--seconds", "0"]
    done = run(*command)
    assert done.code == 0 and "another camera, v4l2:usb-Other." in done.err
    # Its own camera is the one that is watched where none is named.
    assert "not plugged in" in fault(*command[:5], "--seconds", "1")


def test_the_game_with_the_mat_is_found_by_its_number() -> None:
    for game_id in ("aton", "egizia"):
        owner = vision_common.owner_of(find_game(game_id).sight.plan(find_game(game_id).box).mat)
        assert owner is not None and owner.id == game_id
    assert vision_common.owner_of(77) is None
