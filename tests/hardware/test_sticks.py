"""Sticks that are mounted, told from the disks of the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.sticks import sticks


def device(tmp_path: Path, name: str, bus: str, removable: int = 0, partition: str = "") -> None:
    """A block device as the kernel shows it, with a partition where one is named."""
    block = tmp_path / "block"
    block.mkdir(exist_ok=True)
    disk = tmp_path / "devices" / bus / "block" / name
    disk.mkdir(parents=True)
    (disk / "removable").write_text(f"{removable}\n")
    (block / name).symlink_to(disk)
    if partition:
        (disk / partition).mkdir()
        (disk / partition / "partition").write_text("1\n")
        (block / partition).symlink_to(disk / partition)


def mounted(tmp_path: Path, *rows: tuple[str, str, str]) -> Path:
    """The kernel's table of mounts: device, place and switches."""
    table = tmp_path / "mounts"
    table.write_text("".join(f"/dev/{name} {place} vfat {how} 0 0\n" for name, place, how in rows))
    return table


@pytest.fixture
def place(tmp_path: Path) -> Path:
    found = tmp_path / "media" / "BLUE STICK"
    found.mkdir(parents=True)
    return found


def test_a_partition_of_a_disk_on_usb_is_a_stick_and_the_card_is_none(tmp_path: Path, place: Path) -> None:
    device(tmp_path, "sda", "pci/usb1/1-1", partition="sda1")
    device(tmp_path, "mmcblk0", "platform/mmc", partition="mmcblk0p2")
    escaped = str(place).replace(" ", "\\040")
    table = mounted(tmp_path, ("mmcblk0p2", "/", "rw,noatime"), ("sda1", escaped, "rw,nosuid"))
    (found,) = sticks(table, tmp_path / "block")
    assert (found.path, found.name, found.read_only) == (str(place), "BLUE STICK", False)
    assert found.free > 0


def test_a_stick_without_partitions_and_one_that_takes_no_writing(tmp_path: Path, place: Path) -> None:
    device(tmp_path, "sdb", "pci/sata", removable=1)
    table = mounted(tmp_path, ("sdb", str(place).replace(" ", "\\040"), "ro,nosuid"))
    assert [stick.read_only for stick in sticks(table, tmp_path / "block")] == [True]


def test_a_fixed_disk_a_missing_device_and_a_stick_just_pulled_are_none(tmp_path: Path) -> None:
    device(tmp_path, "sdc", "pci/sata", removable=0)
    device(tmp_path, "sdd", "pci/usb1/1-2")
    table = mounted(tmp_path, ("sdc", "/", "rw"), ("sdz", "/", "rw"), ("sdd", str(tmp_path / "gone"), "rw"))
    assert sticks(table, tmp_path / "block") == ()


def test_what_is_no_device_is_passed_over(tmp_path: Path) -> None:
    table = tmp_path / "mounts"
    table.write_text("tmpfs /run tmpfs rw 0 0\n\nshort row\n")
    assert sticks(table, tmp_path) == ()
