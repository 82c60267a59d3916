"""The Raspberry Pi's own camera, through picamera2 from the Pi's own packages."""

from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import CameraUnavailable
from companion.locale.messages import gettext
from companion.vision.frames import Clock, FrameSource, Picture, monotonic_milliseconds
from companion.vision.sources.exposure import ExposureLock
from companion.vision.sources.health import CameraHealth

TIMEOUT_S = 2.0
"""Seconds to wait for a frame before the camera counts as lost."""
FIRST_WAIT, MAX_WAIT = 1000.0, 16000.0
"""Milliseconds between two attempts to start a camera that stopped: doubled from the first to the longest."""

LOCKED = ("ExposureTime", "AnalogueGain", "ColourGains")
"""Controls that are fixed once exposure and white balance have settled; a camera may not report all of
them.
"""
MANUAL, AUTO, START = 0, 1, 0
"""Values of libcamera's AfMode (manual, auto), AeFlickerMode (1: manual) and AfTrigger (start)."""
SIXTY_HERTZ = ("America/", "US/", "Canada/", "Asia/Seoul", "Asia/Taipei", "Asia/Manila", "Asia/Riyadh")
"""Time zones with lamps on 60 Hz; elsewhere they mostly run on 50 Hz."""

Size = tuple[int, int]


class PiCamera(FrameSource):
    """Frames from the camera connector; exposure, white balance and focus are fixed once they have settled.

    A camera that stops giving frames is started again.
    """

    def __init__(self, clock: Clock = monotonic_milliseconds, size: Size = (1280, 720)) -> None:
        """Start the camera with frames of `size` (width, height in pixels).

        Raises:
            CameraUnavailable: picamera2 cannot be used, or no camera answers.
        """
        super().__init__("picamera", clock)
        self._size = size
        self._camera: Any = start_camera(size)
        self._metadata: dict[str, Any] = {}
        self._health = CameraHealth()
        self._exposure = ExposureLock(self._lock, self._unlock)
        self._wait, self._try_at = FIRST_WAIT, 0.0

    def _take_picture(self) -> Picture | None:
        if self._camera is None and not self._reopened():
            return None
        try:
            # The metadata belongs to the same frame, so that the locked values are those of this picture.
            job = self._camera.capture_arrays(["main"], wait=False)
            (pixels,), self._metadata = job.get_result(timeout=TIMEOUT_S)
        except Exception as error:
            self._mark_lost(str(error) or type(error).__name__)
            return None
        # picamera2's "RGB888" has its bytes in blue-green-red order already.
        picture = np.ascontiguousarray(pixels[:, :, :3])
        self._wait = FIRST_WAIT
        self._exposure.follow(picture, self._clock())
        self.problem = self._health.look(picture, self._clock())
        return picture

    def _reopened(self) -> bool:
        if self._clock() < self._try_at:
            return False
        try:
            self._camera = start_camera(self._size)
        except CameraUnavailable as error:
            self._mark_lost(str(error))
            return False
        self._health, self._exposure = CameraHealth(), ExposureLock(self._lock, self._unlock)
        return True

    def _mark_lost(self, reason: str) -> None:
        self.problem = gettext(
            "The Pi camera gives no picture ({reason}): check its ribbon cable", reason=reason
        )
        self._try_at = self._clock() + self._wait
        self._wait = min(2 * self._wait, MAX_WAIT)
        self._release()

    def _lock(self) -> None:
        controls: dict[str, Any] = {name: self._metadata[name] for name in LOCKED if name in self._metadata}
        known = self._camera.camera_controls
        if "ExposureTime" in controls and "AeEnable" in known:
            controls["AeEnable"] = False
        if "ColourGains" in controls and "AwbEnable" in known:
            controls["AwbEnable"] = False
        if "LensPosition" in known and "LensPosition" in self._metadata:
            controls |= {"AfMode": MANUAL, "LensPosition": self._metadata["LensPosition"]}
        self._camera.set_controls({name: value for name, value in controls.items() if name in known})

    def _unlock(self) -> None:
        """Choose exposure and white balance again; the focus stays, since the table has not moved."""
        known = self._camera.camera_controls
        wanted = {"AeEnable": True, "AwbEnable": True}
        self._camera.set_controls({name: value for name, value in wanted.items() if name in known})

    def _release(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.stop()
            camera.close()
        except Exception as error:
            self.problem = gettext("The Pi camera could not be closed: {error}", error=error)


def start_camera(size: Size) -> Any:
    """Start the first camera on a camera connector.

    Raises:
        CameraUnavailable: picamera2 cannot be used, or no camera answers.
    """
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraUnavailable(
            gettext("picamera2 is not installed: apt install python3-picamera2, or choose --camera usb:0")
        ) from error
    except Exception as error:  # built for another numpy, it raises ValueError
        raise CameraUnavailable(
            "picamera2 does not work with this Python ({error}): the Pi camera needs Raspberry Pi OS trixie",
            error=error,
        ) from error
    try:
        camera = Picamera2(connector_camera(Picamera2.global_camera_info()))
        camera.configure(
            camera.create_video_configuration(
                main={"size": size, "format": "RGB888"}, **sensor_mode(camera, size)
            )
        )
        camera.set_controls(first_controls(camera.camera_controls))
        camera.start()
    except CameraUnavailable:
        raise
    except Exception as error:
        raise CameraUnavailable(
            "No Pi camera answers ({error}): check its ribbon cable", error=error
        ) from error
    return camera


def connector_camera(cameras: list[dict[str, Any]]) -> int:
    """Return the number of the first camera on a connector; picamera2 lists USB cameras too.

    Raises:
        CameraUnavailable: there is none.
    """
    for place, camera in enumerate(cameras):
        if "/usb" not in str(camera.get("Id", "")).lower():
            return int(camera.get("Num", place))
    raise CameraUnavailable(gettext("No camera is on the Pi's camera connector: check its ribbon cable"))


def sensor_mode(camera: Any, size: Size) -> dict[str, Any]:
    """Choose the sensor mode that sees most, and of these the smallest that still gives `size`."""
    modes = [mode for mode in getattr(camera, "sensor_modes", ()) if "crop_limits" in mode]
    if not modes:
        return {}
    widest = max(mode["crop_limits"][2] * mode["crop_limits"][3] for mode in modes)
    whole = [mode for mode in modes if mode["crop_limits"][2] * mode["crop_limits"][3] == widest]
    enough = [mode for mode in whole if mode["size"][0] >= size[0] and mode["size"][1] >= size[1]] or whole
    chosen = min(enough, key=lambda mode: mode["size"][0] * mode["size"][1])
    return {"sensor": {"output_size": chosen["size"], "bit_depth": chosen["bit_depth"]}}


def first_controls(known: dict[str, Any], zone: str | None = None) -> dict[str, Any]:
    """Return the controls for a camera that starts: focus once, and no flicker bands from mains lamps.

    Args:
        known: the controls that this camera has.
        zone: the time zone, such as "Europe/Berlin"; this machine's if left out.
    """
    zone = _time_zone() if zone is None else zone
    period = 8333 if zone.startswith(SIXTY_HERTZ) else 10000  # microseconds; lamps flicker twice a cycle
    wanted = {"AfMode": AUTO, "AfTrigger": START, "AeFlickerMode": 1, "AeFlickerPeriod": period}
    return {name: value for name, value in wanted.items() if name in known}


def _time_zone() -> str:
    try:
        return Path("/etc/timezone").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
