"""Picture folders and video files as cameras: their order, their end, and what is no picture."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.devices import decoded
from hardware.camera_files import FolderSource, VideoSource
from hardware.camera_source import CameraFault

SIZE = (128, 96)


def put(path: Path, level: int) -> None:
    """A picture file of one even grey."""
    assert cv2.imwrite(str(path), np.full((SIZE[1], SIZE[0], 3), level, np.uint8))


def level(picture: Any) -> int:
    return round(float(picture.mean()))


def folder(path: Path, *, loop: bool = False, shown: float = 0.0) -> FolderSource:
    """The source of a folder, open; without a pause every picture read is the next one."""
    source = FolderSource(f"folder:{path}", path, decoded, loop=loop, every=0.0, shown=shown)
    source.open()
    return source


def levels(source: FolderSource | VideoSource, times: int) -> list[int]:
    return [level(source.read()) for _ in range(times)]


@pytest.fixture
def three(tmp_path: Path) -> Path:
    for name, grey in (("b.png", 80), ("a.png", 40), ("c.PNG", 120)):
        put(tmp_path / name, grey)
    return tmp_path


def test_the_pictures_of_a_folder_come_by_name_and_the_last_one_stays(three: Path) -> None:
    assert levels(folder(three), 5) == [40, 80, 120, 120, 120]


def test_a_folder_that_loops_begins_again(three: Path) -> None:
    assert levels(folder(three, loop=True), 5) == [40, 80, 120, 40, 80]


def test_each_picture_is_shown_for_its_time(three: Path) -> None:
    assert levels(folder(three, shown=60.0), 3) == [40, 40, 40]


def test_what_is_put_into_the_folder_meanwhile_is_seen(three: Path) -> None:
    source = folder(three)
    assert levels(source, 4) == [40, 80, 120, 120]
    put(three / "d.png", 200)
    assert levels(source, 2) == [200, 200]


def test_a_picture_that_is_replaced_is_seen_at_once(three: Path) -> None:
    source = folder(three, shown=60.0)
    assert levels(source, 1) == [40]
    put(three / "a.png", 222)
    os.utime(three / "a.png", ns=(1, 1))
    assert levels(source, 2) == [222, 222]


def test_a_picture_that_is_taken_away_gives_way_to_the_next(three: Path) -> None:
    source = folder(three, shown=60.0)
    assert levels(source, 1) == [40]
    (three / "a.png").unlink()
    assert levels(source, 1) == [80]


@pytest.mark.parametrize("name", ["b.png", "c.png"])
def test_what_is_no_picture_is_passed_over(tmp_path: Path, name: str) -> None:
    put(tmp_path / "a.png", 40)
    (tmp_path / name).write_bytes(b"no picture")
    put(tmp_path / "bb.png", 80)
    (tmp_path / "notes.txt").write_text("notes")
    os.mkfifo(tmp_path / "pipe.png")
    assert levels(folder(tmp_path), 4) == [40, 80, 80, 80]


def test_a_folder_without_any_readable_picture_says_why(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    with pytest.raises(CameraFault) as told:
        folder(tmp_path).read()
    assert told.value.text.message == "No picture in {folder} can be read. {why}"
    assert not told.value.absent


@pytest.mark.parametrize(("made", "words"), [(True, "There is no picture in"), (False, "can't be read")])
def test_an_empty_folder_and_one_that_is_not_there_are_absent(tmp_path: Path, made: bool, words: str) -> None:
    path = tmp_path / "pictures"
    if made:
        path.mkdir()
    with pytest.raises(CameraFault) as told:
        folder(path)
    assert told.value.absent
    assert words in told.value.text.message


def test_a_folder_that_goes_away_meanwhile_is_a_fault(three: Path) -> None:
    source = folder(three)
    source.read()
    for path in three.iterdir():
        path.unlink()
    with pytest.raises(CameraFault):
        source.read()


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), int.from_bytes(b"MJPG", "little"), 60.0, SIZE)
    assert writer.isOpened()
    for grey in (40, 120, 200):
        writer.write(np.full((SIZE[1], SIZE[0], 3), grey, np.uint8))
    writer.release()
    return path


def near(found: list[int], wanted: list[int]) -> bool:
    return len(found) == len(wanted) and all(abs(a - b) <= 3 for a, b in zip(found, wanted, strict=True))


def test_a_video_ends_on_its_last_picture(video: Path) -> None:
    source = VideoSource("video:x", video, loop=False)
    source.open()
    assert near(levels(source, 5), [40, 120, 200, 200, 200])
    source.close()


def test_a_video_that_loops_begins_again(video: Path) -> None:
    source = VideoSource("video-loop:x", video, loop=True)
    source.open()
    assert near(levels(source, 7), [40, 120, 200, 40, 120, 200, 40])
    source.close()
    source.close()


def test_what_is_no_video_says_what_is_read(tmp_path: Path, video: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"nothing of the kind" * 50)
    pipe = tmp_path / "pipe.avi"
    os.mkfifo(pipe)
    text = tmp_path / "list.m3u8"
    text.write_bytes(video.read_bytes())
    for path in (broken, pipe, text, tmp_path):
        with pytest.raises(CameraFault) as told:
            VideoSource("video:x", path, loop=False).open()
        assert "no video" in told.value.text.message
        assert not told.value.absent


def test_a_video_that_is_not_there_is_absent(tmp_path: Path) -> None:
    with pytest.raises(CameraFault) as told:
        VideoSource("video:x", tmp_path / "gone.avi", loop=False).open()
    assert told.value.absent
