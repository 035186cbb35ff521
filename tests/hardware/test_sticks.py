"""Sticks that are mounted, told from the disks of the machine."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from companion.engine.text import Text
from companion.language import Language
from hardware.sticks import Stick, let_go, sticks


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
    found = tmp_path / "media" / "BLUE STICK\u00a01"
    found.mkdir(parents=True)
    return found


def test_a_partition_of_a_disk_on_usb_is_a_stick_and_the_card_is_none(tmp_path: Path, place: Path) -> None:
    device(tmp_path, "sda", "pci/usb1/1-1", partition="sda1")
    device(tmp_path, "mmcblk0", "platform/mmc", partition="mmcblk0p2")
    escaped = str(place).replace(" ", "\\040")
    table = mounted(tmp_path, ("mmcblk0p2", "/", "rw,noatime"), ("sda1", escaped, "rw,nosuid"))
    (found,) = sticks(table, tmp_path / "block")
    assert (found.path, found.name, found.read_only) == (str(place), "BLUE STICK\u00a01", False)
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


@pytest.mark.parametrize("system", ["/", "/boot/firmware", "/var/lib/cartouche"])
def test_a_disk_on_usb_that_the_machine_runs_from_or_keeps_its_data_on_is_none(
    tmp_path: Path, place: Path, system: str
) -> None:
    device(tmp_path, "sda", "pci/usb1/1-1", removable=1, partition="sda1")
    device(tmp_path, "sdb", "pci/usb1/1-2", removable=1, partition="sdb1")
    other = tmp_path / "variety"
    other.mkdir()
    escaped = str(place).replace(" ", "\\040")
    table = mounted(tmp_path, ("sda1", escaped, "rw"), ("sda", system, "rw"), ("sdb1", str(other), "rw"))
    assert [stick.device for stick in sticks(table, tmp_path / "block")] == ["/dev/sdb1"]


def test_what_is_no_device_is_passed_over(tmp_path: Path) -> None:
    table = tmp_path / "mounts"
    table.write_text("tmpfs /run tmpfs rw 0 0\n\nshort row\n")
    assert sticks(table, tmp_path) == ()


def test_a_stick_that_stands_there_twice_is_one(tmp_path: Path, place: Path) -> None:
    device(tmp_path, "sda", "pci/usb1/1-1", partition="sda1")
    escaped = str(place).replace(" ", "\\040")
    table = mounted(tmp_path, ("sda1", escaped, "rw"), ("sda1", escaped, "ro"))
    assert [(one.device, one.read_only) for one in sticks(table, tmp_path / "block")] == [("/dev/sda1", True)]


OURS = Stick("/run/media/cartouche/sda1", "sda1", 10**9, False, "/dev/sda1")


class System:
    """Pretends to be the programs that unmount; `frees`: whether the mount point goes."""

    def __init__(self, table: Path, frees: bool = True, code: int = 0, told: str = "") -> None:
        self.table, self.frees, self.code, self.told = table, frees, code, told
        self.asked: list[list[str]] = []

    def __call__(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        self.asked.append(command)
        if self.frees:
            self.table.write_text("/dev/mmcblk0p2 / ext4 rw 0 0\n")
        return subprocess.CompletedProcess(command, self.code, "", self.told)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return mounted(tmp_path, ("mmcblk0p2", "/", "rw"), ("sda1", OURS.path, "rw"), ("sda1", OURS.path, "rw"))


def said(text: Text | None) -> str:
    assert text is not None
    return Language().say(text)


def test_a_card_in_a_reader_is_a_stick_by_the_disk_it_is_a_partition_of(tmp_path: Path, place: Path) -> None:
    device(tmp_path, "sdb", "pci/sata", removable=1, partition="sdb1")
    table = mounted(tmp_path, ("sdb1", str(place).replace(" ", "\\040"), "rw"))
    assert [stick.device for stick in sticks(table, tmp_path / "block")] == ["/dev/sdb1"]


def test_a_stick_of_ours_is_let_go_by_its_unit(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = System(table)
    monkeypatch.setattr("hardware.sticks.os.sync", lambda: system.asked.append(["everything is written out"]))
    assert let_go(OURS, system, table) is None
    assert system.asked.pop(0) == ["everything is written out"]
    assert system.asked == [["systemctl", "--no-ask-password", "stop", "cartouche-stick@sda1.service"]]


def test_a_stick_of_the_desktop_is_let_go_by_what_mounted_it(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = Stick("/media/anna/BLUE", "BLUE", 0, False, "/dev/sda1")
    monkeypatch.setattr("hardware.sticks.shutil.which", lambda name: f"/usr/bin/{name}")
    system = System(table)
    assert let_go(stick, system, table) is None
    monkeypatch.setattr("hardware.sticks.shutil.which", lambda name: "/bin/umount" if name == "umount" else None)
    let_go(stick, system, table)
    assert [command[0] for command in system.asked] == ["udisksctl", "umount"]
    assert (system.asked[0][-1], system.asked[1][-1]) == ("/dev/sda1", "/media/anna/BLUE")
    monkeypatch.setattr("hardware.sticks.shutil.which", lambda name: None)
    assert "Switch off before you pull it out." in said(let_go(stick, system, table))


def test_only_a_mount_point_that_is_gone_lets_it_be_pulled(table: Path) -> None:
    # The command ends well although somebody still uses the stick.
    assert said(let_go(OURS, System(table, frees=False), table)) == (
        "The stick must not be pulled out yet: somebody still uses it."
    )
    told = System(table, frees=False, code=1, told="Job failed.\ntarget is busy.\n")
    assert said(let_go(OURS, told, table)) == "The stick must not be pulled out yet: target is busy."


def test_a_slow_stick_and_a_missing_program_are_told(table: Path) -> None:
    def slow(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        raise subprocess.TimeoutExpired(command, 130)

    def missing(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        raise FileNotFoundError(2, "No such file or directory")

    assert "still being written" in said(let_go(OURS, slow, table))
    assert "must not be pulled out yet: No such file" in said(let_go(OURS, missing, table))
