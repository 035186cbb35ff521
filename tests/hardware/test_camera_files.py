"""Picture folders and video files as cameras: their order, their end, and what is no picture."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.devices import decoded
from hardware import camera_files
from hardware.camera_files import USUAL_RATE, FolderSource, VideoSource
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


def test_a_file_that_is_far_too_large_is_not_even_read(three: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open(three / "b.png", "ab") as file:
        file.truncate(5000)
    monkeypatch.setattr(camera_files, "MOST_BYTES", 4999)
    assert levels(folder(three), 3) == [40, 120, 120]


def test_of_a_great_many_files_the_first_ones_are_shown(three: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_files, "MOST_FILES", 2)
    assert levels(folder(three), 3) == [40, 80, 80]


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


class Recorded:
    """A video as OpenCV tells of it: its rate, the size of its pictures, and how many there are."""

    def __init__(self, rate: float, size: tuple[int, int], pictures: int = 3) -> None:
        self.told = {cv2.CAP_PROP_FPS: rate, cv2.CAP_PROP_FRAME_WIDTH: size[0], cv2.CAP_PROP_FRAME_HEIGHT: size[1]}
        self.pictures = pictures

    def get(self, what: int) -> float:
        return float(self.told[what])

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, Any]:
        self.pictures -= 1
        return (True, np.zeros((2, 2, 3), np.uint8)) if self.pictures >= 0 else (False, None)

    def release(self) -> None:
        """Nothing is held."""


def of(video: Path, monkeypatch: pytest.MonkeyPatch, made: Recorded, loop: bool = False) -> VideoSource:
    monkeypatch.setattr(camera_files, "capture", lambda path: made)
    source = VideoSource("video:x", video, loop=loop)
    source.open()
    return source


@pytest.mark.parametrize(
    ("rate", "kept"), [(50.0, 50.0), (0.0, USUAL_RATE), (float("nan"), USUAL_RATE), (90_000.0, USUAL_RATE)]
)
def test_a_rate_that_no_camera_has_is_not_believed(
    video: Path, monkeypatch: pytest.MonkeyPatch, rate: float, kept: float
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(camera_files, "monotonic", lambda: 100.0)
    monkeypatch.setattr(camera_files, "sleep", waited.append)
    source = of(video, monkeypatch, Recorded(rate, SIZE))
    source.read()
    assert waited == [pytest.approx(1 / kept)]


@pytest.mark.parametrize("size", [(0, 96), (40_000, 40_000)])
def test_pictures_of_no_size_or_of_far_too_much_are_no_video(
    video: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    with pytest.raises(CameraFault):
        of(video, monkeypatch, Recorded(50.0, size))


@pytest.mark.parametrize("loop", [False, True])
def test_a_video_without_a_picture_is_none(video: Path, monkeypatch: pytest.MonkeyPatch, loop: bool) -> None:
    source = of(video, monkeypatch, Recorded(50.0, SIZE, pictures=0), loop)
    with pytest.raises(CameraFault):
        source.read()


def test_after_a_pause_a_video_goes_on_and_does_not_hurry_after_what_was_missed(
    video: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, waited = [100.0], []
    monkeypatch.setattr(camera_files, "monotonic", lambda: now[0])
    monkeypatch.setattr(camera_files, "sleep", waited.append)
    source = of(video, monkeypatch, Recorded(50.0, SIZE, pictures=9))
    now[0] = 160.0
    for _ in range(3):
        source.read()
    assert waited == [pytest.approx(n) for n in (0.0, 0.0, 0.02)]


def test_a_video_that_is_not_there_is_absent(tmp_path: Path) -> None:
    with pytest.raises(CameraFault) as told:
        VideoSource("video:x", tmp_path / "gone.avi", loop=False).open()
    assert told.value.absent
