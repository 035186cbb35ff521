"""Cameras as the kernel lists them: stable names, nodes without pictures, and why one can't be opened."""

from __future__ import annotations

import errno
import os
import struct
from pathlib import Path
from typing import Any

import pytest

from hardware import camera_nodes
from hardware.camera_nodes import BUFFERS, QUERY, check, name_of, nodes, user_of, users
from hardware.camera_source import CameraFault, busy, forbidden, unplugged

C920 = "usb-046d_HD_Pro_Webcam_C920_9A2B-video-index0"


@pytest.fixture
def by_id(tmp_path: Path) -> Path:
    """A folder in which entries of cameras lead to character devices that are there everywhere."""
    folder = tmp_path / "by-id"
    folder.mkdir()
    return folder


def plug(by_id: Path, entry: str, device: str = "/dev/null") -> Path:
    path = by_id / entry
    path.symlink_to(device)
    return path


def note(udev: Path, device: str, line: str) -> None:
    udev.mkdir(exist_ok=True)
    number = os.stat(device).st_rdev
    (udev / f"c{os.major(number)}:{os.minor(number)}").write_text(f"I:1234\nE:ID_V4L_VERSION=2\n{line}\n")


def test_cameras_are_listed_by_their_entry_and_their_name(by_id: Path, tmp_path: Path) -> None:
    plug(by_id, C920)
    plug(by_id, "usb-Acme_Eye-video-index0", "/dev/zero")
    assert [(node.entry, node.name) for node in nodes(by_id, tmp_path / "udev")] == [
        (C920, "046d HD Pro Webcam C920 9A2B"),
        ("usb-Acme_Eye-video-index0", "Acme Eye"),
    ]


def test_no_folder_is_no_camera(tmp_path: Path) -> None:
    assert nodes(tmp_path / "by-id") == ()


def test_nodes_that_give_no_picture_are_left_out_by_their_name(by_id: Path, tmp_path: Path) -> None:
    plug(by_id, C920)
    plug(by_id, C920.replace("index0", "index1"))
    assert [node.entry for node in nodes(by_id, tmp_path / "udev")] == [C920]


def test_what_was_noted_of_a_node_counts_more_than_its_name(by_id: Path, tmp_path: Path) -> None:
    plug(by_id, C920, "/dev/null")
    plug(by_id, C920.replace("index0", "index2"), "/dev/zero")
    note(tmp_path / "udev", "/dev/null", "E:ID_V4L_CAPABILITIES=:")
    note(tmp_path / "udev", "/dev/zero", "E:ID_V4L_CAPABILITIES=:capture:")
    assert [node.path for node in nodes(by_id, tmp_path / "udev")] == [str(by_id / C920.replace("index0", "index2"))]


def test_entries_that_lead_nowhere_or_bear_odd_names_are_left_out(by_id: Path, tmp_path: Path) -> None:
    plug(by_id, C920, str(tmp_path / "gone"))
    plug(by_id, "usb-\N{EYE}-video-index0")
    (by_id / "usb-File-video-index0").write_text("")
    assert nodes(by_id, tmp_path / "udev") == ()


@pytest.mark.parametrize(
    ("entry", "name"),
    [(C920, "046d HD Pro Webcam C920 9A2B"), ("usb-A-B-video-index12", "A-B"), ("odd", "odd")]
)  # fmt: skip
def test_a_name_leaves_out_bus_and_index(entry: str, name: str) -> None:
    assert name_of(entry) == name


# why one can't be opened


class Kernel:
    """Answers the questions about a node as a driver would."""

    def __init__(self, caps: int = 0x84A00001, device_caps: int = 0x04200001, buffers: int = 0, query: int = 0) -> None:
        self.caps, self.device_caps, self.buffers, self.query = caps, device_caps, buffers, query
        self.asked: list[int] = []

    def __call__(self, node: int, question: int, about: Any) -> int:
        self.asked.append(question)
        wrong = {QUERY: self.query, BUFFERS: self.buffers}[question]
        if wrong:
            raise OSError(wrong, os.strerror(wrong))
        if question == QUERY:
            assert len(about) == 104
            struct.pack_into("<II", about, 84, self.caps, self.device_caps)
        else:
            assert struct.unpack("<5I", about)[:3] == (0, 1, 1)
        return 0


def told(path: Path, kernel: Kernel) -> CameraFault:
    with pytest.raises(CameraFault) as raised:
        check(str(path), kernel)
    return raised.value


def test_a_free_camera_passes_and_is_asked_two_things(by_id: Path) -> None:
    kernel = Kernel()
    check(str(plug(by_id, C920)), kernel)
    assert kernel.asked == [QUERY, BUFFERS]


def test_an_old_driver_tells_only_what_the_whole_camera_can(by_id: Path) -> None:
    check(str(plug(by_id, C920)), Kernel(caps=0x04000001, device_caps=0))
    assert "gives no pictures" in told(by_id / C920, Kernel(caps=0x04000000, device_caps=1)).text.message


def test_a_node_of_data_about_pictures_gives_none(by_id: Path) -> None:
    fault = told(plug(by_id, C920), Kernel(device_caps=0x04A00000))
    assert fault.text.message == "“{name}” gives no pictures. Choose another camera."


def test_one_that_is_not_plugged_in_is_absent(by_id: Path) -> None:
    fault = told(by_id / C920, Kernel())
    assert (fault.absent, fault.text) == (True, unplugged("046d HD Pro Webcam C920 9A2B"))
    plug(by_id, C920)
    assert told(by_id / C920, Kernel(query=errno.ENODEV)).absent


def test_one_that_may_not_be_used_names_the_group(by_id: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shut(path: str, flags: int) -> int:
        raise PermissionError(errno.EACCES, "no")

    plug(by_id, C920)
    monkeypatch.setattr(camera_nodes.os, "open", shut)
    fault = told(by_id / C920, Kernel())
    assert (fault.absent, fault.text) == (False, forbidden("/dev/null"))
    assert "usermod -aG video" in str(fault.text.params["command"])


def test_one_that_streams_elsewhere_is_busy_and_names_the_program_where_that_is_known(
    by_id: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    plug(by_id, C920)
    monkeypatch.setattr(camera_nodes, "user_of", lambda _: "cheese")
    assert told(by_id / C920, Kernel(buffers=errno.EBUSY)).text == busy("cheese")
    monkeypatch.setattr(camera_nodes, "user_of", lambda _: "")
    assert told(by_id / C920, Kernel(query=errno.EBUSY)).text == busy()


def test_one_that_only_one_program_may_open_is_busy_too(by_id: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def held(path: str, flags: int) -> int:
        raise OSError(errno.EBUSY, "busy")

    plug(by_id, C920)
    monkeypatch.setattr(camera_nodes, "user_of", lambda _: "cheese")
    monkeypatch.setattr(camera_nodes.os, "open", held)
    assert told(by_id / C920, Kernel()).text == busy("cheese")


def test_what_is_no_camera_at_all_says_so_and_a_question_not_understood_is_no_fault(by_id: Path) -> None:
    plug(by_id, C920)
    assert "is no camera" in told(by_id / C920, Kernel(query=errno.ENOTTY)).text.message
    check(str(by_id / C920), Kernel(buffers=errno.EINVAL))


def test_the_kernel_of_this_machine_calls_the_null_device_no_camera(by_id: Path) -> None:
    with pytest.raises(CameraFault) as raised:
        check(str(plug(by_id, C920)))
    assert "is no camera" in raised.value.text.message


def test_every_check_closes_what_it_opened(by_id: Path) -> None:
    plug(by_id, C920)
    before = os.listdir("/proc/self/fd")
    for kernel in (Kernel(), Kernel(buffers=errno.EBUSY), Kernel(device_caps=0)):
        try:
            check(str(by_id / C920), kernel)
        except CameraFault:
            continue
    assert len(os.listdir("/proc/self/fd")) == len(before)


def program(proc: Path, pid: int, name: str, *open_files: str) -> None:
    (proc / str(pid) / "fd").mkdir(parents=True)
    (proc / str(pid) / "comm").write_text(f"{name}\n")
    for number, path in enumerate(open_files):
        (proc / str(pid) / "fd" / str(number)).symlink_to(path)


def test_who_has_a_node_open_is_found_by_where_its_entry_leads(by_id: Path, tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    program(proc, 7, "bash", "/dev/zero")
    program(proc, 40, "cheese", "/dev/zero", "/dev/null")
    (proc / "41").mkdir()
    (proc / "sys").mkdir()
    path = str(plug(by_id, C920))
    assert list(users(path, proc)) == [(40, "cheese")]
    assert user_of(path, proc) == "cheese"


def test_this_program_is_not_another_one(by_id: Path, tmp_path: Path) -> None:
    program(tmp_path / "proc", os.getpid(), "cartouche", "/dev/null")
    path = str(plug(by_id, C920))
    assert list(users(path, tmp_path / "proc")) == [(os.getpid(), "cartouche")]
    assert user_of(path, tmp_path / "proc") == ""
