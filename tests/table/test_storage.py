"""The disk under the data: folders that forget, writing that is whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.language import Language
from companion.table import storage
from companion.table.storage import folder_warning, free_bytes, standing, write_safely

REAL = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\nproc /proc proc rw 0 0\n"


@pytest.mark.parametrize(
    ("mounts", "told"),
    [
        (REAL, None),
        (REAL + "tmpfs {data} tmpfs rw,nosuid 0 0\n", "only in memory"),
        ("overlay / overlay rw,lowerdir=/ro 0 0\n", "only in memory"),
        ("overlay / overlay rw 0 0\n/dev/sda1 {data} vfat rw 0 0\n", None),
        ("/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n", "read-only"),
        (REAL + "/dev/sda1 {data} ext4 rw 0 0\ntmpfs {data} tmpfs rw 0 0\n", "only in memory"),
        (REAL + "tmpfs {data}/other tmpfs rw 0 0\n", None),
        (REAL + "tmpfs {parent}/da tmpfs rw 0 0\n", None),
        ("", None),
    ],
)
def test_a_folder_that_forgets_or_takes_nothing_is_warned_of(tmp_path: Path, mounts: str, told: str | None) -> None:
    data = tmp_path / "data"
    data.mkdir()
    table = tmp_path / "mounts"
    table.write_text(mounts.format(data=data, parent=tmp_path))
    warning = folder_warning(data, table)
    if told is None:
        assert warning is None
    else:
        assert warning is not None and told in warning.message


@pytest.mark.parametrize("name", ["my data", "data #1", "data\u00a01"])
def test_odd_letters_in_a_mount_point_are_understood(tmp_path: Path, name: str) -> None:
    data = tmp_path / name
    data.mkdir()
    table = tmp_path / "mounts"
    # As the kernel writes it: blanks and # as octal escapes, all else as it is.
    point = str(data).replace(" ", "\\040").replace("#", "\\043")
    table.write_text(REAL + f"tmpfs {point} tmpfs rw 0 0\n")
    assert folder_warning(data, table) is not None


def test_without_a_table_of_mounts_nothing_is_claimed(tmp_path: Path) -> None:
    assert folder_warning(tmp_path, tmp_path / "none") is None


def test_a_failed_write_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_safely(path, b"old")

    def failing(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.fsync", failing)
    with pytest.raises(OSError, match="Input/output"):
        write_safely(path, b"new")
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_what_is_no_ordinary_file_is_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link"
    link.symlink_to("pipe")
    for path in (pipe, link):
        with pytest.raises(OSError, match="no ordinary file"):
            write_safely(path, b"new")
    assert pipe.is_fifo() and link.is_symlink()
    for path in (tmp_path, Path("")):
        with pytest.raises(IsADirectoryError):
            write_safely(path, b"new")
    assert sorted(os.listdir(tmp_path)) == ["link", "pipe"]


def test_the_room_on_a_disk_is_told_in_bytes(tmp_path: Path) -> None:
    assert free_bytes(tmp_path) > 1_000_000


@pytest.mark.parametrize(
    ("mounts", "free", "kind", "headline"),
    [
        (REAL, 200_000_000, "disk", None),
        (REAL, 199_999_999, "disk", "The disk is nearly full: 199 MB are left."),
        (
            REAL + "tmpfs {data} tmpfs rw 0 0\n",
            10**9,
            "tmpfs",
            "Only in memory: every game is lost when the power goes.",
        ),
        ("overlayroot / overlay rw 0 0\n", 0, "overlay", "Only in memory: every game is lost when the power goes."),
        ("/dev/sda1 / ext4 ro 0 0\n", 0, "read-only", "The disk is read-only: no game can be saved."),
        ("", 10**9, "unknown", None),
        ("", 0, "unknown", "The disk is nearly full: 0 MB are left."),
    ],
)
def test_how_the_disk_stands_is_told_in_a_few_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounts: str, free: int, kind: str, headline: str | None
) -> None:
    # Elsewhere in the tests no disk is called full.
    monkeypatch.setattr(storage, "NEARLY_FULL", 4 * storage.MIN_FREE)
    table = tmp_path / "mounts"
    # The data folder need not be there yet.
    table.write_text(mounts.format(data=tmp_path / "data"))
    found = standing(tmp_path / "data", table, lambda _: free)
    assert (found.kind, found.free) == (kind, free)
    assert (None if found.headline is None else Language().say(found.headline)) == headline
    assert (found.headline is None) == (found.warning is None)


def test_a_disk_that_cannot_be_asked_is_not_called_full(tmp_path: Path) -> None:
    def broken(_: Path) -> int:
        raise OSError(5, "Input/output error")

    found = standing(tmp_path, tmp_path / "none", broken)
    assert (found.kind, found.free, found.headline) == ("unknown", None, None)


def test_the_room_is_that_of_the_folder_above_while_there_is_none_yet(tmp_path: Path) -> None:
    found = standing(tmp_path / "not" / "yet")
    assert found.free is not None and found.free > 0
