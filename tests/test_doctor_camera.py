"""What the doctor says of cameras: every look works with nothing there, and names the remedy."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.machinery import ModuleSpec
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import config, doctor, doctor_devices
from companion import doctor_camera as look
from companion.config import Settings
from companion.engine.text import T
from companion.signs import Sign
from hardware.camera_source import CameraFault, busy, dark
from hardware.cameras import Listed, listed
from tests.kit.fake_camera import Plug, grey

ENTRY = "usb-Acme_Eye_7-video-index0"
EYE = listed(f"v4l2:{ENTRY}")


def only(signs: Iterable[Sign], sign_id: str) -> Sign:
    (found,) = [sign for sign in signs if sign.id == sign_id]
    return found


def said(sign: Sign) -> str:
    """The remedy with its parameters filled in."""
    assert sign.remedy is not None
    return sign.remedy.message.format(**sign.remedy.params)


class Machine:
    """Which packages are found where, and in which version."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self.modules = {"cv2": "/venv/cv2/__init__.py", "numpy": "/venv/numpy/__init__.py"}
        self.versions = {"opencv-python-headless": "5.0.0.93", "numpy": "2.4.6"}
        self.system = folder / "dist-packages"
        patch.setattr(look, "SYSTEM", self.system)
        patch.setattr(look.importlib.util, "find_spec", self.find)
        patch.setattr(look, "version", self.number)

    def find(self, name: str) -> ModuleSpec | None:
        origin = self.modules.get(name)
        return None if origin is None else ModuleSpec(name, None, origin=origin)

    def number(self, package: str) -> str:
        if package not in self.versions:
            raise look.PackageNotFoundError(package)
        return self.versions[package]

    def with_ribbon(self, numpy: str = "2.2.4") -> None:
        self.modules["picamera2"] = str(self.system / "picamera2/__init__.py")
        self.modules["libcamera"] = str(self.system / "libcamera/__init__.py")
        (self.system / "numpy").mkdir(parents=True)
        line = f'short_version = "{numpy}"\nversion: str = "{numpy}"\n'
        (self.system / "numpy/version.py").write_text(line)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    return Machine(monkeypatch, tmp_path)


def test_opencv_is_named_with_its_version_or_as_the_systems(machine: Machine) -> None:
    assert only(look.opencv(Settings()), "opencv").text.params["version"] == "5.0.0.93"
    machine.versions = {}
    assert only(look.opencv(Settings()), "opencv").text == T("The system's OpenCV reads pictures.")


@pytest.mark.parametrize(("camera", "verdict"), [("", "attention"), ("folder:/srv", "fault")])
@pytest.mark.parametrize("missing", ["cv2", "numpy"])
def test_without_opencv_only_a_camera_is_in_trouble(machine: Machine, camera: str, verdict: str, missing: str) -> None:
    del machine.modules[missing]
    sign = only(look.opencv(Settings(camera=camera)), "opencv")
    assert (sign.verdict, said(sign)) == (verdict, "Install Cartouche again.")


def test_two_packages_that_bring_opencv_are_told_by_name(machine: Machine) -> None:
    machine.versions["opencv-contrib-python"] = "4.10.0"
    sign = only(look.opencv(Settings(camera="folder:/srv")), "opencv")
    assert sign.verdict == "fault"
    assert "uninstall opencv-python-headless opencv-contrib-python”" in said(sign)


def test_the_ribbons_package_is_missed_only_where_it_is_needed(machine: Machine) -> None:
    assert only(look.ribbon(Settings()), "picamera2").remedy is None
    sign = only(look.ribbon(Settings(camera="picamera2:0")), "picamera2")
    assert (sign.verdict, "apt install python3-picamera2" in said(sign)) == ("attention", True)


def test_the_systems_own_parts_fit_each_other(machine: Machine) -> None:
    machine.with_ribbon()
    (sign,) = look.ribbon(Settings(camera="picamera2:0"))
    assert sign.verdict == "ok"


def test_a_numpy_of_another_generation_than_the_systems_is_told(machine: Machine) -> None:
    """Bookworm: its camera parts are made for numpy 1, and the environment brings numpy 2."""
    machine.with_ribbon("1.24.2")
    sign = only(look.ribbon(Settings(camera="picamera2:0")), "numpy")
    assert sign.verdict == "fault"
    assert sign.text.params == {"system": "1.24.2", "used": "2.4.6"}
    assert "pip uninstall numpy opencv-python-headless” and “sudo apt install python3-opencv”" in said(sign)
    assert only(look.ribbon(Settings()), "numpy").verdict == "attention"
    machine.versions["numpy"] = "1.26.4"
    assert [sign.id for sign in look.ribbon(Settings())] == ["picamera2"]


def test_a_picamera2_that_is_not_the_systems_and_one_without_libcamera_are_told(machine: Machine) -> None:
    machine.with_ribbon()
    del machine.modules["libcamera"]
    assert "--system-site-packages" in said(only(look.ribbon(Settings()), "picamera2"))
    machine.modules["picamera2"] = "/venv/picamera2/__init__.py"
    assert "pip uninstall picamera2" in said(only(look.ribbon(Settings()), "picamera2"))


# the cameras


@pytest.fixture
def usb(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Listed:
    """A camera that is plugged in, as far as it is listed."""
    path = tmp_path / ENTRY
    path.symlink_to("/dev/null")
    one = Listed(EYE.spec, "v4l2", "Acme Eye 7", str(path))
    monkeypatch.setattr(look, "cameras", lambda: (one, listed("picamera2:0")))
    monkeypatch.setattr(look, "listed", lambda spec: one if spec == EYE.spec else listed(spec))
    monkeypatch.setattr(look.camera_nodes, "users", lambda _: iter(()))
    return one


def no_join(path: Path) -> object:
    raise AssertionError(path)


def test_no_camera_is_no_fault() -> None:
    assert {sign.verdict for sign in look.plugged(no_join)} == {"ok"}  # type: ignore[arg-type]
    (sign,) = look.chosen(Settings(), True)
    assert sign.verdict == "ok"


def test_each_camera_on_usb_is_named_with_who_has_it(usb: Listed, monkeypatch: pytest.MonkeyPatch) -> None:
    (sign,) = look.plugged(no_join)  # type: ignore[arg-type]
    assert (sign.verdict, sign.text.params) == ("ok", {"name": "Acme Eye 7"})
    monkeypatch.setattr(look.camera_nodes, "users", lambda _: iter(((os.getpid(), "cartouche"), (40, "cheese"))))
    _, user = look.plugged(no_join)  # type: ignore[arg-type]
    assert (user.id, user.verdict, user.text.params["program"]) == ("camera-user", "attention", "cheese")


def test_a_camera_that_may_not_be_used_names_the_group(usb: Listed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look.os, "access", lambda *_: False)
    monkeypatch.setattr(doctor_devices, "user", lambda: "anna")
    monkeypatch.setattr(doctor_devices, "group_of", lambda path, usual: usual)
    monkeypatch.setattr(
        doctor_devices.grp, "getgrnam", lambda name: doctor_devices.grp.struct_group((name, "x", 44, []))
    )
    (sign,) = look.plugged(doctor_devices.join_for_camera)
    assert sign.verdict == "attention"
    assert said(sign) == "Run “sudo usermod -aG video anna”, then log out and in again."


def test_the_group_of_a_camera_is_video_where_only_the_administrator_may_use_it(tmp_path: Path) -> None:
    assert doctor_devices.group_of(str(tmp_path / "gone"), "video") == "video"
    assert doctor_devices.group_of(str(tmp_path / "gone")) == "dialout"


def test_a_chosen_camera_that_is_away_says_so_and_one_that_can_be_none_too(usb: Listed, tmp_path: Path) -> None:
    os.unlink(usb.path)
    sign = only(look.chosen(Settings(camera=usb.spec), True), "eye-away")
    assert (sign.verdict, "Plug it in" in said(sign)) == ("attention", True)
    (odd,) = look.chosen(Settings(camera="webcam"), True)
    assert (odd.id, odd.verdict) == ("eye", "attention")
    away = only(look.chosen(Settings(camera=f"folder:{tmp_path / 'gone'}"), True), "eye-away")
    assert away.verdict == "attention"


def test_a_chosen_camera_that_somebody_has_is_left_alone(usb: Listed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "tried", no_join)
    monkeypatch.setattr(look.camera_nodes, "users", lambda _: iter(((40, "cheese"),)))
    assert [sign.id for sign in look.chosen(Settings(camera=usb.spec), True)] == ["eye", "eye-used"]


def test_it_is_tried_only_where_that_is_asked_for(usb: Listed, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [sign.id for sign in look.chosen(Settings(camera=usb.spec), False)] == ["eye"]
    tried: list[str] = []

    def note(one: Listed, device: object) -> Sign:
        tried.append(one.spec)
        return Sign("eye-picture", "ok", T("It gives no picture."))

    monkeypatch.setattr(look, "tried", note)
    assert [sign.id for sign in look.chosen(Settings(camera=usb.spec), True)] == ["eye", "eye-picture"]
    assert tried == [usb.spec]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "LOOKED_S", 0.2)


@pytest.mark.parametrize(
    ("size", "simulated", "verdict"),
    [((1280, 720), False, "ok"), ((640, 480), False, "attention"), ((640, 480), True, "ok")],
)
@pytest.mark.usefixtures("quick")
def test_what_a_tried_camera_gives_is_told_and_it_is_let_go(
    size: tuple[int, int], simulated: bool, verdict: str
) -> None:
    plug = Plug()
    plug.picture = grey(128, size)
    sign = look.tried(listed("folder:/srv") if simulated else EYE, plug.camera())
    assert (sign.verdict, sign.text.params) == (verdict, {"width": size[0], "height": size[1]})
    assert (plug.opened, plug.closed) == (1, 1)


@pytest.mark.usefixtures("quick")
def test_a_tried_camera_that_gives_nothing_says_why() -> None:
    plug = Plug()
    plug.picture = grey(3)
    assert look.tried(EYE, plug.camera()).text.params["why"] == dark()
    held = Plug()
    held.refuses = CameraFault(busy("cheese"))
    sign = look.tried(EYE, held.camera())
    assert (sign.verdict, sign.text.params["why"]) == ("attention", busy("cheese"))


def test_the_doctor_tries_a_folder_of_pictures_from_end_to_end(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    assert cv2.imwrite(str(pictures / "a.png"), np.full((90, 160, 3), 77, np.uint8))
    config.save(Settings(camera=f"folder:{pictures}"), tmp_path)
    signs = doctor.examine(tmp_path, tmp_path / "journal.db", try_camera=True)
    assert only(signs, "eye-picture").text.params == {"width": 160, "height": 90}
    assert "eye-picture" not in {sign.id for sign in doctor.examine(tmp_path, tmp_path / "journal.db")}
