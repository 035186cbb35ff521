"""A camera on the ribbon cable of a Raspberry Pi, through the picamera2 that its distribution installs."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from companion.engine.text import T, Text
from hardware.camera_source import ASKED, CameraFault, Locked, Source, busy, failed, keeps_nothing

PACKAGE = "picamera2"
COLOURS = "RGB888"
"""What this package calls the order blue, green, red (its documentation, table 1)."""
BUFFERS = 2
"""One is filled while the other is read; more would only be older."""
LIGHT = {"ExposureTime": "exposure", "AnalogueGain": "gain"}
COLOUR_GAINS = ("red", "blue")


class PicameraSource(Source):
    """The camera of this number, as the system counts them."""

    def __init__(self, spec: str, number: int) -> None:
        self.spec = spec
        self.number = number
        self._camera: Any = None

    def open(self) -> None:
        """Load the package, take the camera and begin. Raises CameraFault."""
        package = loaded()
        try:
            there = len(package.Picamera2.global_camera_info())
            if self.number >= there:
                raise CameraFault(_none(self.number), absent=True)
            self._camera = package.Picamera2(self.number)
            main = {"size": ASKED, "format": COLOURS}
            self._camera.configure(self._camera.create_video_configuration(main=main, buffer_count=BUFFERS))
            self._camera.start()
        except (RuntimeError, OSError, IndexError, ValueError) as error:
            self.close()
            raise _why(error) from error

    def read(self) -> Any:
        """The next picture."""
        try:
            return self._camera.capture_array("main")
        except (RuntimeError, OSError, ValueError) as error:
            raise _why(error) from error

    def still(self) -> Any:
        """One picture with all pixels of the sensor; it is switched over for that, and back."""
        camera = self._camera
        main = {"size": tuple(camera.sensor_resolution), "format": COLOURS}
        try:
            whole = camera.create_still_configuration(main=main, buffer_count=1)
            return camera.switch_mode_and_capture_array(whole, "main")
        except (RuntimeError, OSError, ValueError, MemoryError) as error:
            raise _why(error) from error

    def lock_light(self, like: Mapping[str, float] | None) -> Locked:
        """Exposure, gain and the gains of red and blue, as they are or were."""
        values = dict(like) if like else self._light()
        if values is None:
            return Locked(cannot=keeps_nothing())
        told: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        told.update({control: values[name] for control, name in LIGHT.items()})
        told["ExposureTime"] = int(told["ExposureTime"])
        told["ColourGains"] = tuple(values[name] for name in COLOUR_GAINS)
        self._camera.set_controls(told)
        return Locked(values)

    def free_light(self) -> None:
        """Exposure and white balance by the camera's own choice again."""
        self._camera.set_controls({"AeEnable": True, "AwbEnable": True})

    def close(self) -> None:
        """Stop and let go of the camera."""
        camera, self._camera = self._camera, None
        if camera is not None:
            # It stops by itself where it runs.
            camera.close()

    def _light(self) -> dict[str, float] | None:
        """The numbers of the light now; None where the camera does not tell them."""
        told = self._camera.capture_metadata()
        try:
            light = {name: float(told[control]) for control, name in LIGHT.items()}
            gains = zip(COLOUR_GAINS, told["ColourGains"], strict=True)
            return light | {name: float(gain) for name, gain in gains}
        except (KeyError, TypeError, ValueError):
            return None


def loaded() -> Any:
    """The package. Raises CameraFault where it, or what it stands on, can't be loaded."""
    try:
        return importlib.import_module(PACKAGE)
    except ModuleNotFoundError as error:
        if error.name == PACKAGE:
            raise CameraFault(missing(), absent=True) from error
        raise CameraFault(_unloadable(error)) from error
    except (ImportError, AttributeError, ValueError, RuntimeError) as error:
        # Compiled for another numpy than the one it finds, it says so in several ways.
        raise CameraFault(_unloadable(error)) from error


def missing() -> Text:
    """The package is not installed for this Python."""
    return T(
        "picamera2 is not installed for this Python. Run “{command}” and make the environment with {option}.",
        command="sudo apt install python3-picamera2",
        option="--system-site-packages",
    )


def _unloadable(error: Exception) -> Text:
    return T("picamera2 can't be loaded ({detail}). “cartouche doctor” says what does not fit.", detail=str(error)[:80])


def _none(number: int) -> Text:
    return T(
        "There is no camera {number} on the ribbon cable. Switch the machine off and check the cable on both ends.",
        number=number,
    )


def _why(error: Exception) -> CameraFault:
    detail = str(error)
    if "busy" in detail.lower() or "acquire" in detail.lower():
        return CameraFault(busy())
    return CameraFault(failed(detail[:80] or type(error).__name__))
