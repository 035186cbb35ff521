"""Calibrations on the disk: the same after writing and reading, whole after a power cut, and checked field by field."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from companion.engine.sight import Spot
from companion.engine.text import T
from companion.vision import keeping
from companion.vision.calibration import missing_looks, missing_places, places
from companion.vision.keeping import folder_for, load, save
from tests.kit.calibrated import PLAN, made, noise, why


def rewrite(folder: Path, **fields: Any) -> None:
    """Put other values into a calibration that is kept."""
    file = folder / "calibration.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **fields}))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    folder = tmp_path / "of a camera"
    save(folder, made())
    return folder


# writing


def test_a_calibration_is_the_same_after_it_was_kept(kept: Path) -> None:
    before, after = made(), load(kept, PLAN, "quarry")
    assert after.calibration == before.calibration
    assert np.array_equal(after.empty, before.empty)
    assert set(after.looks) == set(before.looks)
    for look_id, pictures in before.looks.items():
        assert all(np.array_equal(a, b) for a, b in zip(pictures, after.looks[look_id], strict=True))


def test_twelve_pictures_of_a_look_keep_their_order(tmp_path: Path) -> None:
    pictures = tuple(noise(20, 30, seed) for seed in range(12))
    save(tmp_path / "c", msgspec.structs.replace(made(), looks={"card:corn": pictures}))
    found = load(tmp_path / "c", PLAN, "quarry").looks["card:corn"]
    assert all(np.array_equal(a, b) for a, b in zip(pictures, found, strict=True))


def test_the_new_one_takes_the_place_of_the_former_whole(kept: Path) -> None:
    save(kept, msgspec.structs.replace(made(camera="folder:x"), looks={}))
    found = load(kept, PLAN, "quarry")
    assert found.calibration.camera == "folder:x"
    assert found.looks == {}
    assert os.listdir(kept.parent) == [kept.name]


def test_a_link_to_the_folder_stays_a_link(kept: Path) -> None:
    link = kept.parent / "link"
    link.symlink_to(kept)
    save(link, made(camera="folder:x"))
    assert link.is_symlink()
    assert load(kept, PLAN, "quarry").calibration.camera == "folder:x"


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to mother.txt").write_text("Dear")
    assert "other things" in why(lambda: save(tmp_path / "letters", made()))
    assert (tmp_path / "letters" / "to mother.txt").read_text() == "Dear"
    beside = tmp_path / "c.new"
    beside.mkdir()
    (beside / "mine.txt").write_text("mine")
    assert "c.new" in why(lambda: save(tmp_path / "c", made()))
    assert (beside / "mine.txt").read_text() == "mine"


def test_a_file_in_the_place_of_the_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "c").write_text("mine")
    assert "other things" in why(lambda: save(tmp_path / "c", made()))
    assert (tmp_path / "c").read_text() == "mine"


def _steps(monkeypatch: pytest.MonkeyPatch, stop: int) -> None:
    """Let the power fail before the `stop`-th thing that is done to the disk."""
    left = [stop]

    def cut(call: Callable[..., Any]) -> Callable[..., Any]:
        def one(*args: Any, **kwargs: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return call(*args, **kwargs)

        return one

    monkeypatch.setattr(keeping.os, "rename", cut(os.rename))
    monkeypatch.setattr(keeping.shutil, "rmtree", cut(shutil.rmtree))
    monkeypatch.setattr(keeping, "_put", cut(keeping._put))


def test_after_a_power_cut_at_any_step_the_former_or_the_new_one_is_there_whole(tmp_path: Path) -> None:
    cut, seen = 0, set()
    while True:
        folder = tmp_path / str(cut) / "c"
        save(folder, made(camera="former"))
        with pytest.MonkeyPatch.context() as patch:
            _steps(patch, cut)
            try:
                save(folder, made(camera="new"))
                ended = True
            except KeyboardInterrupt:
                ended = False
        found = load(folder, PLAN, "quarry").calibration.camera
        seen.add(found)
        assert found == ("new" if ended else found) and found in ("former", "new")
        # And the next one is not hindered by what was left.
        save(folder, made(camera="next"))
        assert load(folder, PLAN, "quarry").calibration.camera == "next"
        assert os.listdir(folder.parent) == ["c"]
        if ended:
            break
        cut += 1
    assert seen == {"former", "new"} and cut >= 7


def test_a_second_power_cut_while_it_is_written_anew_loses_nothing_either(kept: Path) -> None:
    kept.rename(kept.with_name(f"{kept.name}.former"))
    with pytest.MonkeyPatch.context() as patch:
        _steps(patch, 1)
        with pytest.raises(KeyboardInterrupt):
            save(kept, made(camera="new"))
    assert load(kept, PLAN, "quarry").calibration.camera == "v4l2:usb-Cam"


def test_a_disk_that_takes_no_writing_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "empty.png")

    save(tmp_path / "c", made())
    monkeypatch.setattr(keeping, "_put", full)
    assert "No space left on device" in why(lambda: save(tmp_path / "c", made(camera="new")))
    monkeypatch.undo()
    # The half that was written does not stay and take the little room there is.
    assert os.listdir(tmp_path) == ["c"]
    assert load(tmp_path / "c", PLAN, "quarry").calibration.camera == "v4l2:usb-Cam"


# reading


def test_a_missing_or_foreign_folder_names_itself(tmp_path: Path) -> None:
    assert str(tmp_path / "no") in why(lambda: load(tmp_path / "no", PLAN, "quarry"))
    (tmp_path / "empty").mkdir()
    assert "calibration.json: The file is missing" in why(lambda: load(tmp_path / "empty", PLAN, "quarry"))
    (tmp_path / "file").write_text("x")
    assert "There is no calibration here" in why(lambda: load(tmp_path / "file", PLAN, "quarry"))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"calibration": 2}, "newer Cartouche"),
        ({"calibration": 0}, "version 0"),
        ({"game": "shaft"}, "another game"),
        ({"field": [1.0, 80.0]}, "sides of 40 to 2000"),
        ({"field": [120.0]}, "field"),
        ({"size": [0, 720]}, "size of the pictures"),
        ({"size": [1280, 720, 3]}, "size"),
        ({"spots": {"space:9": [20, 20, 5, 5]}}, "space:9"),
        ({"spots": {"space:1": [20, 20, 0, 5]}}, "has no size"),
        ({"spots": {"space:1": [200, 20, 5, 5]}}, "outside the field"),
        ({"spots": {"space:1": "here"}}, "can't be used"),
        ({"colours": {"green": [0, 0, 0]}}, "green"),
        ({"colours": {"card:corn": [0, 0, 0]}}, "card:corn"),
        ({"colours": {"red": [0, 0, 4000]}}, "colour of “red”"),
        ({"colours": {"red": [4.0, 0.1, 0.2], "blue": [4.0, 0.1, 0.21]}}, "“red” and “blue” have the same colour"),
        ({"spots": {"space:1": [20, 20, 15, 15], "space:2": [22, 20, 15, 15]}}, "lie on each other"),
        ({"lens": {"size": [640, 480], "focal": [9, 9], "centre": [3, 2], "bends": [0, 0, 0, 0, 0]}}, "640 × 480"),
        ({"lens": {"size": [1280, 720], "focal": [9, 9], "centre": [3, 2], "bends": [0, 0, 0, 0, 0]}}, "lens"),
        ({"corners": [[0, 0], [1, 0], [1, 1]]}, "four corners"),
        ({"corners": [[100, 100], [80, 640], [1150, 600], [1100, 90]]}, "wrong way"),
        ({"corners": [[100, 100], [1100, 90], [80, 640], [1150, 600]]}, "make no field"),
        ({"corners": [[100, 100], [9000, 90], [1150, 600], [80, 640]]}, "far outside"),
        ({"colour": {}}, "colour"),
        ({"made": "x" * 60}, "made"),
    ],
)
def test_every_field_is_checked(kept: Path, fields: dict[str, Any], words: str) -> None:
    rewrite(kept, **fields)
    said = why(lambda: load(kept, PLAN, "quarry"))
    assert said.startswith(f"{kept / 'calibration.json'}: ") and words in said


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"\xff\xfe", b'{"game": 1}', b'{"game": "a", "game": "b"}', b"x" * 1_000_001, b"NaN", b"null"],
)
def test_a_damaged_json_is_a_sentence(kept: Path, text: bytes) -> None:
    (kept / "calibration.json").write_bytes(text)
    told = why(lambda: load(kept, PLAN, "quarry"))
    assert str(kept / "calibration.json") in told and "alibrate anew" in told


@pytest.mark.parametrize("file", ["empty.png", "looks/back.1.png", "looks/card%3Acorn.2.png"])
@pytest.mark.parametrize("damage", ["cut", "text", "pipe", "folder", "tiny"])
def test_a_damaged_picture_is_named(kept: Path, file: str, damage: str) -> None:
    path = kept / file
    data = path.read_bytes()
    path.unlink()
    if damage == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "text":
        path.write_text("picture")
    elif damage == "pipe":
        os.mkfifo(path)
    elif damage == "folder":
        path.mkdir()
    else:
        path.write_bytes(keeping.encode(noise(4, 4)))
    assert str(path) in why(lambda: load(kept, PLAN, "quarry"))


def test_a_missing_picture_of_the_empty_board_is_named(kept: Path) -> None:
    (kept / "empty.png").unlink()
    assert "empty.png: The file is missing" in why(lambda: load(kept, PLAN, "quarry"))


def test_a_picture_of_another_field_is_named_with_both_sizes(kept: Path) -> None:
    rewrite(kept, field=[100.0, 80.0])
    assert "240 × 160 pixels, its field needs 200 × 160" in why(lambda: load(kept, PLAN, "quarry"))


@pytest.mark.parametrize("name", ["green.1.png", "red.1.png", "holiday.jpg", "back.png"])
def test_a_strange_picture_among_the_looks_is_named(kept: Path, name: str) -> None:
    (kept / "looks" / name).write_bytes(keeping.encode(noise(60, 90)))
    assert name in why(lambda: load(kept, PLAN, "quarry"))


# what it knows


def test_on_a_board_without_known_places_only_tapped_ones_are_looked_at() -> None:
    calibration = made().calibration
    assert [(spot.id, spot.at[0]) for spot in places(calibration, PLAN)] == [("space:1", 22.5)]
    assert [spot.id for spot in missing_places(calibration, PLAN)] == ["space:2", "card:1"]


def test_on_the_stand_in_or_a_board_with_known_places_all_are_looked_at() -> None:
    for calibration, plan in (
        (made(stand_in=True).calibration, PLAN),
        (made().calibration, msgspec.structs.replace(PLAN, known=True)),
    ):
        assert [spot.at[0] for spot in places(calibration, plan)] == [22.5, 50.0, 80.0]
        assert missing_places(calibration, plan) == ()


def test_tiles_along_a_path_need_no_tapping() -> None:
    tile = Spot("slot:1", T("the first tile"), "tile", (), (10.0, 10.0, 9.0, 9.0))
    plan = msgspec.structs.replace(PLAN, spots=(*PLAN.spots, tile), path=(60.0, 40.0, 100.0, 60.0))
    assert [spot.id for spot in places(made().calibration, plan)] == ["space:1", "slot:1"]


def test_what_was_never_shown_is_told() -> None:
    assert missing_looks(made(), PLAN) == ("blue",)
    assert missing_looks(msgspec.structs.replace(made(), looks={}), PLAN) == ("blue", "card:corn")


def test_each_camera_game_and_board_has_a_folder_of_its_own(tmp_path: Path) -> None:
    cameras = ["v4l2:usb-Cam A", "v4l2:usb-Cam_A", "../../etc", "", "x" * 300, "picamera2:0", "\udc80"]
    folders = {folder_for(tmp_path, game, camera, stand)
               for game in ("quarry", "shaft") for camera in cameras for stand in (False, True)}  # fmt: skip
    assert len(folders) == 4 * len(cameras)
    for folder in folders:
        assert folder.parent.parent == tmp_path / "cameras"
        assert len(folder.name) < 70 and folder.resolve() == folder


# what lies there already


def test_a_folder_without_a_name_is_none(tmp_path: Path) -> None:
    assert "This is no folder" in why(lambda: save(Path("/"), made()))


def test_links_in_the_place_of_what_is_written_are_left_alone(tmp_path: Path) -> None:
    letters = tmp_path / "letters"
    letters.mkdir()
    for link in (tmp_path / "c.new", tmp_path / "c.former"):
        link.symlink_to(letters)
        assert link.name in why(lambda: save(tmp_path / "c", made()))
        assert link.is_symlink() and letters.is_dir()
        link.unlink()
        assert os.listdir(tmp_path) == ["letters"]
    gone = tmp_path / "c.new"
    gone.symlink_to(tmp_path / "nowhere")
    assert "c.new: This name is needed" in why(lambda: save(tmp_path / "c", made())), "also one that leads nowhere"


@pytest.mark.parametrize("name", ["calibration.json", "empty.png", "looks"])
def test_a_folder_with_a_link_or_a_folder_in_the_place_of_a_file_is_not_ours(tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder = tmp_path / "c"
    folder.mkdir()
    (folder / name).symlink_to(elsewhere)
    assert "other things" in why(lambda: save(folder, made()))
    assert (folder / name).is_symlink() and elsewhere.is_dir()


def test_a_link_to_a_file_is_not_ours_either(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text("{}")
    folder = tmp_path / "c"
    folder.mkdir()
    (folder / "calibration.json").symlink_to(tmp_path / "mine.json")
    assert "other things" in why(lambda: save(folder, made()))


def test_a_broken_off_change_is_ended_with_what_is_ours_alone(kept: Path) -> None:
    former, new = kept.with_name(f"{kept.name}.former"), kept.with_name(f"{kept.name}.new")
    kept.rename(former)
    new.mkdir()
    (new / "letter.txt").write_text("mine")
    assert load(kept, PLAN, "quarry").calibration.camera == "v4l2:usb-Cam", "the former one; the other is none of ours"
    assert (new / "letter.txt").read_text() == "mine"
    shutil.rmtree(new)
    save(new, made(camera="new"))
    kept.rename(former)
    assert load(kept, PLAN, "quarry").calibration.camera == "new"
    shutil.rmtree(kept)
    (former / "letter.txt").write_text("mine")
    assert "There is no calibration here" in why(lambda: load(kept, PLAN, "quarry"))
    assert former.is_dir()


def test_what_is_there_is_not_changed_for_what_was_put_aside(kept: Path) -> None:
    former = kept.with_name(f"{kept.name}.former")
    save(former, made(camera="former"))
    assert load(kept, PLAN, "quarry").calibration.camera == "v4l2:usb-Cam"
    assert former.is_dir()


# at their limits


def test_a_json_that_begins_with_a_byte_order_mark_is_read(kept: Path) -> None:
    file = kept / "calibration.json"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert load(kept, PLAN, "quarry").calibration == made().calibration


def test_a_file_may_be_as_long_as_allowed_and_no_longer(kept: Path) -> None:
    file = kept / "calibration.json"
    data = file.read_bytes()
    file.write_bytes(data + b" " * (keeping.MOST_BYTES - len(data)))
    assert load(kept, PLAN, "quarry").calibration == made().calibration
    file.write_bytes(data + b" " * (keeping.MOST_BYTES + 1 - len(data)))
    assert "far too large" in why(lambda: load(kept, PLAN, "quarry"))


@pytest.mark.parametrize(("field", "good"), [((120.5, 80.0), True), ((121.0, 80.0), False), ((120.0, 79.5), True),
                                             ((120.0, 79.0), False)])  # fmt: skip
def test_the_empty_board_fits_its_field_to_a_pixel(kept: Path, field: tuple[float, float], good: bool) -> None:
    rewrite(kept, field=field)
    if good:
        assert load(kept, PLAN, "quarry").empty.shape[:2] == (160, 240)
    else:
        assert "its field needs" in why(lambda: load(kept, PLAN, "quarry"))


def test_too_many_pictures_are_not_even_looked_at(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_LOOKS", 3)
    assert len(load(kept, PLAN, "quarry").looks) == 2
    monkeypatch.setattr(keeping, "MOST_LOOKS", 2)
    assert "far too many pictures" in why(lambda: load(kept, PLAN, "quarry"))
