"""`cartouche vision`: calibrating, reading and teaching from picture files, and everything that is no picture."""

from __future__ import annotations

import json
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games import find_game
from companion.vision.mat import mat_of
from tests.kit.commands import fault, run
from tests.kit.mat_photo import Camera, Laid, photo, seen_at
from tests.kit.toy import toy_installed

# Not every picture has to be drawn anew for every test.
ATON = find_game("aton")
SIGHT = ATON.sight
PLAN = SIGHT.plan(ATON.box)
MAT = mat_of(PLAN)
ABOVE = Camera(tilt=10, distance=640, size=(1600, 900), focal=1250)
RED, BLUE = (40, 45, 200), (175, 90, 40)
COLOURS = {"red": RED, "blue": BLUE}


def laid(spots: dict[str, str]) -> tuple[Laid, ...]:
    """A disc of 17 mm on each place."""
    found = []
    for spot_id, label in spots.items():
        spot = PLAN.spot(spot_id)
        assert spot is not None
        found.append(Laid((spot.at[0], spot.at[1], 17.0, 17.0), COLOURS[label]))
    return tuple(found)


def written(path: Path, picture: np.ndarray) -> str:
    assert cv2.imwrite(str(path), picture)
    return str(path)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Files: the empty board, the start position, and a position of a game."""
    folder = tmp_path_factory.mktemp("pictures")
    start = SIGHT.start(ATON.box, ATON.colours)
    return {
        "empty": written(folder / "empty.png", photo(MAT, ABOVE)),
        "start": written(folder / "start.png", photo(MAT, ABOVE, laid(dict(start)), seed=2)),
        "table": written(folder / "table.jpg", photo(MAT, ABOVE, laid(POSITION), seed=3)),
    }


POSITION = {"space:1.06": "red", "space:2.03": "blue", "space:4.11": "red", "space:3.01": "blue"}


@pytest.fixture(scope="module")
def calibration(pictures: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("calibrations") / "of a camera"
    done = run(
        "vision", "calibrate", "aton", "--empty", pictures["empty"], "--start", pictures["start"], "--out", str(folder)
    )
    assert done.code == 0, done.err
    return str(folder)


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path / "data"))


# calibrating and reading


def test_a_calibration_tells_what_it_knows(pictures: dict[str, str], tmp_path: Path) -> None:
    done = run("vision", "calibrate", "aton", "--empty", pictures["empty"], "--out", str(tmp_path / "c"), "--json")
    value = done.value
    assert value["game"] == "aton" and value["size"] == [1600, 900] and value["field"] == [534, 366]
    assert value["markers"] == list(range(8)) and value["off_mm"] < 1
    assert value["places"] == len(PLAN.spots) and value["missing_places"] == []
    assert {"red", "blue"} <= set(value["missing_looks"]) and value["taught"] == []
    assert value["lay"] == dict(SIGHT.start(ATON.box, ATON.colours))
    assert json.loads((tmp_path / "c" / "calibration.json").read_text())["game"] == "aton"


def test_in_words_it_says_what_to_lay_out_next(pictures: dict[str, str], tmp_path: Path) -> None:
    out = run("vision", "calibrate", "aton", "--empty", pictures["empty"], "--out", str(tmp_path / "c")).out
    assert "Colours not shown yet: Red disc, Blue disc." in out
    assert "For --start, lay these on the board:" in out
    assert out.splitlines()[-1] == f"The calibration is in {tmp_path / 'c'}."


def test_a_position_is_read_place_by_place(calibration: str, pictures: dict[str, str]) -> None:
    value = run("vision", "read", "aton", "--image", pictures["table"], "--calibration", calibration, "--json").value
    assert value["trouble"] is None and value["markers"] == list(range(8))
    places = {one["place"]: one for one in value["places"]}
    sure = {key: one["label"] for key, one in places.items() if one["sure"] and key.startswith("space:")}
    assert {key: label for key, label in sure.items() if label} == POSITION
    assert sum(label == "" for label in sure.values()) >= 42
    assert set(value["unsure"]) == {key for key, one in places.items() if not one["sure"]}
    # Cards that nobody has revealed yet are not looked at.
    assert not any(key.startswith("cartouche:") for key in places)


def test_in_words_only_what_lies_there_is_named(calibration: str, pictures: dict[str, str]) -> None:
    command = ["vision", "read", "aton", "--image", pictures["table"], "--calibration", calibration]
    out = run(*command).out
    assert out.count("Red disc") == 2 and out.count("Blue disc") == 2
    assert "8 markers agree within" in out
    assert "space" not in run(*command, "--lang", "hu").out
    assert run(*command, "--all").out.count("nothing") > 40


def test_cards_are_looked_at_only_where_they_lie_open(
    calibration: str, pictures: dict[str, str], tmp_path: Path
) -> None:
    command = ["vision", "read", "aton", "--image", pictures["table"], "--calibration", calibration, "--json"]
    every = {one["place"] for one in run(*command, "--all-open").value["places"]}
    assert every == {spot.id for spot in PLAN.spots}
    record = str(Path(__file__).parents[1] / "docs/records/aton-temple.jsonl")
    seen = {one["place"] for one in run(*command, "--record", record).value["places"]}
    # Both rows of this record lie open at its end.
    assert seen == every
    assert run(*command, "--all-open", "--record", record).code == 2
    other = str(Path(record).with_name("sobek-practice.jsonl"))
    assert "record of another game" in fault(*command, "--record", other)


def test_a_picture_may_come_from_standard_input(calibration: str, pictures: dict[str, str]) -> None:
    data = Path(pictures["table"]).read_bytes()
    done = run("vision", "read", "aton", "--image", "-", "--calibration", calibration, "--json", given=data)
    assert done.code == 0 and len(done.value["markers"]) == 8


def test_calibrating_anew_keeps_what_was_taught_and_fresh_forgets_it(
    calibration: str, pictures: dict[str, str]
) -> None:
    command = ["vision", "calibrate", "aton", "--empty", pictures["empty"], "--out", calibration, "--json"]
    assert run(*command).value["taught"] == ["blue", "red"]
    assert run(*command, "--fresh").value["taught"] == []
    assert run(*command, "--start", pictures["start"]).value["taught"] == ["blue", "red"]


def test_a_calibration_without_a_folder_is_kept_by_the_camera(pictures: dict[str, str], tmp_path: Path) -> None:
    command = ["vision", "calibrate", "aton", "--empty", pictures["empty"], "--camera", "v4l2:usb-Cam", "--json"]
    value = run(*command).value
    assert Path(value["folder"]).is_relative_to(tmp_path / "data" / "cameras" / "aton")
    assert value["camera"] == "v4l2:usb-Cam"
    stand_in = run(*command, "--stand-in").value
    assert stand_in["folder"] != value["folder"] and stand_in["stand_in"]


def test_a_broken_calibration_is_made_anew_and_that_is_said(pictures: dict[str, str], tmp_path: Path) -> None:
    command = ["vision", "calibrate", "aton", "--empty", pictures["empty"], "--out", str(tmp_path / "c")]
    run(*command)
    (tmp_path / "c" / "calibration.json").write_text("{")
    done = run(*command)
    assert done.code == 0 and "It is made anew from the beginning." in done.err
    assert run(*command).err == ""


def test_corners_by_hand_stand_for_the_mat(pictures: dict[str, str], tmp_path: Path) -> None:
    hidden = written(tmp_path / "bare.png", photo(MAT, ABOVE, hidden=tuple(range(8))))
    around = seen_at(ABOVE, MAT.field, [(0, 0), (534, 0), (534, 366), (0, 366)])
    points = [f"{x:.1f},{y:.1f}" for x, y in around]
    command = ["vision", "calibrate", "aton", "--empty", hidden, "--out", str(tmp_path / "c"), "--json"]
    value = run(*command, "--corners", *points).value
    assert value["markers"] == []
    assert "wrong way" in fault(*command, "--corners", *reversed(points))
    assert run(*command, "--corners", *points[:3], "here").code == 2


def test_a_mat_with_a_larger_opening_is_told_by_its_size(tmp_path: Path) -> None:
    large = written(tmp_path / "large.png", photo(mat_of(PLAN, (580.0, 366.0)), ABOVE._replace(distance=700)))
    command = ["vision", "calibrate", "aton", "--empty", large, "--out", str(tmp_path / "c")]
    assert "not 534 × 366. Measure it" in fault(*command)
    assert run(*command, "--field", "580x366").code == 0
    for word in ("580", "580x", "axb", "580x366x2", "nanx3"):
        assert run(*command, "--field", word).code == 2
    assert "sides of 40 to 2000 mm" in fault(*command, "--field", "5x5")


def test_a_lens_is_measured_from_four_pictures(pictures: dict[str, str], tmp_path: Path) -> None:
    views = [
        ABOVE._replace(tilt=tilt, turn=turn, distance=680) for tilt, turn in ((5, 0), (28, 40), (-26, 10), (25, 180))
    ]
    names = [written(tmp_path / f"{n}.jpg", photo(MAT, view, seed=n)) for n, view in enumerate(views)]
    lenses = [word for name in names for word in ("--lens", name)]
    command = ["vision", "calibrate", "aton", "--empty", pictures["empty"], "--out", str(tmp_path / "c")]
    assert run(*command, *lenses, "--json").value["lens"]["off_px"] < 0.5
    stored = json.loads((tmp_path / "c" / "calibration.json").read_text())
    assert stored["lens"]["focal"][0] == pytest.approx(1250, rel=0.03)
    assert "pictures or more" in fault(*command, *lenses[:4])
    # It stays the same camera's lens when the table is calibrated anew.
    run(*command)
    assert json.loads((tmp_path / "c" / "calibration.json").read_text())["lens"] == stored["lens"]


# places that are tapped in

EGIZIA = find_game("egizia")
RIVER = EGIZIA.sight.plan(EGIZIA.box)


@pytest.fixture(scope="module")
def river(tmp_path_factory: pytest.TempPathFactory) -> str:
    camera = ABOVE._replace(distance=760)
    return written(tmp_path_factory.mktemp("river") / "empty.png", photo(mat_of(RIVER), camera))


def test_a_board_nobody_knows_the_measures_of_is_tapped_in(river: str, tmp_path: Path) -> None:
    command = ["vision", "calibrate", "egizia", "--empty", river, "--out", str(tmp_path / "c")]
    value = run(*command, "--json").value
    assert value["places"] == 0 and len(value["missing_places"]) == len(RIVER.spots)
    assert "Not tapped in yet" in run(*command).out
    read = ["vision", "read", "egizia", "--image", river, "--calibration", str(tmp_path / "c"), "--json"]
    assert "Tap them in first." in fault(*read)
    first, second = RIVER.spots[0], RIVER.spots[-1]
    px = seen_at(ABOVE._replace(distance=760), RIVER.field, [first.at[:2], second.at[:2]])
    taps = {first.id: [round(float(v)) for v in px[0]], second.id: [*map(float, px[1]), 12, 12]}
    (tmp_path / "places.json").write_text(json.dumps(taps))
    value = run(*command, "--places", str(tmp_path / "places.json"), "--json").value
    assert value["places"] == 2
    stored = json.loads((tmp_path / "c" / "calibration.json").read_text())["spots"]
    assert stored[first.id][:2] == pytest.approx(first.at[:2], abs=1.0)
    assert stored[second.id] == pytest.approx([*second.at[:2], 12, 12], abs=0.5)
    assert {one["place"] for one in run(*read).value["places"]} == set(taps)


def test_on_the_stand_in_board_every_place_is_known(river: str, tmp_path: Path) -> None:
    command = ["vision", "calibrate", "egizia", "--empty", river, "--out", str(tmp_path / "c"), "--stand-in", "--json"]
    assert run(*command).value["missing_places"] == []


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ("[]", "one JSON object"), ("{", "not JSON"), ('{"nowhere": [5, 5]}', "no place “nowhere”"),
        ('{"stop:EDFU": [5]}', "must be two numbers"), ('{"stop:EDFU": ["a", 5]}', "must be two numbers"),
        ('{"stop:EDFU": [5, 5]}', "outside the field"), ('{"stop:EDFU": [true, false]}', "must be two numbers"),
    ],
)  # fmt: skip
def test_a_file_of_places_that_can_not_be_meant_is_a_sentence(
    river: str, tmp_path: Path, places: str, words: str
) -> None:
    file = tmp_path / "places.json"
    file.write_text(places)
    said = fault("vision", "calibrate", "egizia", "--empty", river, "--out", str(tmp_path / "c"), "--places", str(file))
    assert said.startswith(str(file)) and words in said
    assert not (tmp_path / "c").exists()


# teaching


def test_what_there_is_to_teach_is_listed(calibration: str) -> None:
    rows = {
        row["look"]: row
        for row in run("vision", "teach", "aton", "--calibration", calibration, "--json").value["looks"]
    }
    assert rows["red"] == {"look": "red", "title": "Red disc", "kind": "piece", "taught": 1}
    assert rows["card:red:1"]["taught"] == 0
    assert "not taught" in run("vision", "teach", "aton", "--calibration", calibration).out


def test_a_card_that_was_shown_is_kept(pictures: dict[str, str], tmp_path: Path) -> None:
    folder = str(tmp_path / "c")
    run("vision", "calibrate", "aton", "--empty", pictures["empty"], "--out", folder)
    rng = np.random.default_rng(5)
    face = rng.integers(0, 256, (12, 8, 3), dtype=np.uint8)
    card = Laid((240.0, 180.0, 44.0, 67.0), card=cv2.resize(face, (440, 670), interpolation=cv2.INTER_CUBIC))
    shown = written(tmp_path / "card.png", photo(MAT, ABOVE, (card,)))
    command = ["vision", "teach", "aton", "--calibration", folder, "--look", "card:red:1", "--image", shown]
    done = run(*command)
    assert done.code == 0, done.err
    assert done.out.startswith("Taught: ") and "looks are missing" in done.out
    assert run(*command, "--json").value["looks"][2]["taught"] == 2
    assert run(*command, "--anew", "--json").value["looks"][2]["taught"] == 1
    said = fault(*command[:-1], pictures["empty"])
    assert said.startswith(pictures["empty"])
    assert "no look “card:red:9”" in fault(*[word.replace("red:1", "red:9") for word in command])
    assert "no place “nowhere”" in fault(*command, "--place", "nowhere")


def test_pieces_can_be_shown_later(pictures: dict[str, str], tmp_path: Path) -> None:
    run("vision", "calibrate", "aton", "--empty", pictures["empty"], "--out", str(tmp_path / "c"))
    command = ["vision", "teach", "aton", "--calibration", str(tmp_path / "c")]
    assert run(*command, "--start", pictures["start"]).out == "The colours of 2 pieces are taught.\n"


def test_a_game_without_pieces_has_no_start(tmp_path: Path, pictures: dict[str, str]) -> None:
    sobek = find_game("sobek")
    mat = mat_of(sobek.sight.plan(sobek.box))
    empty = written(tmp_path / "e.png", photo(mat, ABOVE._replace(distance=720)))
    command = ["vision", "calibrate", "sobek", "--empty", empty, "--out", str(tmp_path / "c"), "--stand-in"]
    assert "Leave --start out." in fault(*command, "--start", empty)
    assert run(*command).code == 0


# everything that is no picture


def png_head(width: int, height: int) -> bytes:
    """A PNG file that says it is of any size, and holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


def encoded(picture: np.ndarray, ending: str = ".png") -> bytes:
    done, data = cv2.imencode(ending, picture)
    assert done
    return data.tobytes()


BAD: dict[str, tuple[Any, str]] = {
    "black": (encoded(np.zeros((720, 1280, 3), np.uint8)), "dark"),
    "white": (encoded(np.full((720, 1280, 3), 255, np.uint8)), "white"),
    "grey": (encoded(np.full((720, 1280), 128, np.uint8)), "hardly anything"),
    "tiny": (encoded(np.zeros((9, 9, 3), np.uint8)), "9 × 9 pixels"),
    "huge": (png_head(20_000, 20_000), "20000 × 20000 pixels"),
    "truncated": (encoded(np.random.default_rng(1).integers(0, 256, (300, 300, 3), dtype=np.uint8), ".jpg")[:5000],
                  "ends before its end"),
    "text": (b"This is no picture.", "not a picture"),
    "empty": (b"", "file is empty"),
    "random": (bytes(np.random.default_rng(2).integers(0, 256, 5000, dtype=np.uint8)), "not a picture"),
    "folder": (None, "not a file"),
    "missing": (None, "no such file"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_picture_of_a_table_is_one_sentence(
    name: str, calibration: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data, words = BAD[name]
    file = tmp_path / name
    if name == "folder":
        file.mkdir()
    elif data is not None:
        file.write_bytes(data)
    for command in (
        ["vision", "read", "aton", "--image", str(file), "--calibration", calibration, "--json"],
        ["vision", "calibrate", "aton", "--empty", str(file), "--out", str(tmp_path / "c")],
        ["vision", "teach", "aton", "--look", "card:red:1", "--image", str(file), "--calibration", calibration],
    ):
        said = fault(*command)
        assert words in said and said.endswith("."), said
    assert not (tmp_path / "c").exists()
    # Nor does a package behind our back say anything of its own.
    assert capfd.readouterr().err == ""


def test_the_mat_of_another_game_is_told_by_its_name(calibration: str, tmp_path: Path) -> None:
    other = written(tmp_path / "o.png", photo(mat_of(RIVER), ABOVE._replace(distance=760)))
    said = fault("vision", "read", "aton", "--image", other, "--calibration", calibration)
    assert "The mat that lies there is that of Egizia." in said


def test_a_mirrored_picture_is_told_as_one(calibration: str, pictures: dict[str, str], tmp_path: Path) -> None:
    mirrored = written(tmp_path / "m.png", np.ascontiguousarray(cv2.imread(pictures["table"])[:, ::-1]))
    assert "mirrored" in fault("vision", "read", "aton", "--image", mirrored, "--calibration", calibration)


def test_a_turned_picture_is_read_all_the_same(calibration: str, pictures: dict[str, str], tmp_path: Path) -> None:
    turned = written(tmp_path / "t.png", cv2.rotate(cv2.imread(pictures["table"]), cv2.ROTATE_180))
    value = run("vision", "read", "aton", "--image", turned, "--calibration", calibration, "--json").value
    lying = {one["place"]: one["label"] for one in value["places"] if one["sure"] and one["label"]}
    assert {key: label for key, label in lying.items() if key.startswith("space:")} == POSITION


def test_a_calibration_of_another_game_or_none_is_told(
    calibration: str, pictures: dict[str, str], tmp_path: Path
) -> None:
    read = ["--image", pictures["table"], "--calibration"]
    assert "made for another game, “aton”" in fault("vision", "read", "egizia", *read, calibration)
    assert "There is no calibration here" in fault("vision", "read", "aton", *read, str(tmp_path / "no"))
    (tmp_path / "bare").mkdir()
    assert "calibration.json: The file is missing" in fault("vision", "read", "aton", *read, str(tmp_path / "bare"))


def test_a_folder_with_other_things_is_no_place_for_a_calibration(pictures: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    said = fault("vision", "calibrate", "aton", "--empty", pictures["empty"], "--out", str(tmp_path))
    assert "other things" in said and os.listdir(tmp_path) == ["letter.txt"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["calibrate", "aton"],
        ["calibrate", "aton", "--empty", "e.png"],
        ["calibrate", "aton", "--camera", "folder:x", "--places", "p.json"],
        ["read", "aton"],
        ["read", "aton", "--image", "e.png"],
        ["teach", "aton", "--calibration", "c", "--look", "red"],
        ["teach", "aton", "--calibration", "c", "--image", "e.png"],
        ["teach", "aton", "--calibration", "c", "--anew"],
        ["watch", "aton"],
        ["watch", "aton", "--calibration", "c", "--seconds", "soon"],
        ["look"],
    ],
)
def test_wrong_usage_is_exit_code_two(arguments: list[str]) -> None:
    assert run("vision", *arguments).code == 2


def test_an_unknown_game_or_one_without_a_sight_is_told(pictures: dict[str, str]) -> None:
    assert "There is no game “chess” here." in fault("vision", "read", "chess", "--image", "x", "--calibration", "c")
    said = fault("vision", "read", "shaft", "--image", "x", "--calibration", "c")
    assert said == "The camera does nothing in Shaft. Choose another game."


def test_seats_in_the_names_of_places_are_spoken(tmp_path: Path) -> None:
    with toy_installed() as game:
        mat = mat_of(game.sight.plan(game.box))
    empty = written(tmp_path / "e.png", photo(mat, Camera(distance=520)))
    run("vision", "calibrate", "quarry", "--empty", empty, "--out", str(tmp_path / "c"))
    command = ["vision", "read", "quarry", "--image", empty, "--calibration", str(tmp_path / "c"), "--all"]
    assert "Stake of Red" in run(*command).out or "Stake of red" in run(*command).out
