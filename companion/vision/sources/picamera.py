"""The Raspberry Pi's own camera, through picamera2 from the Pi's own packages."""

from typing import Any

import numpy as np

from companion.errors import CameraUnavailable
from companion.vision.frames import Clock, FrameSource, Picture, monotonic_milliseconds
from companion.vision.sources.health import CameraHealth

SETTLING_FRAMES = 30
"""Frames in which exposure and white balance may find their place before both are locked."""


class PiCamera(FrameSource):
    """Frames from the camera connector; exposure and white balance stay fixed once they have settled."""

    def __init__(self, clock: Clock = monotonic_milliseconds, size: tuple[int, int] = (1280, 720)) -> None:
        """Start the camera with frames of `size` (width, height in pixels).

        Raises:
            CameraUnavailable: picamera2 is not installed, or no camera answers.
        """
        super().__init__("picamera", clock)
        self._camera = _started_camera(size)
        self._health = CameraHealth()

    def _take_picture(self) -> Picture | None:
        try:
            # picamera2's "RGB888" has its bytes in blue-green-red order already.
            picture = np.ascontiguousarray(self._camera.capture_array("main")[:, :, :3])
        except (RuntimeError, OSError) as error:
            self.trouble = f"The Pi camera gives no picture ({error}): check its ribbon cable"
            return None
        if self._frames_given == SETTLING_FRAMES:
            self._lock_exposure()
        self.trouble = self._health.look(picture, self._clock())
        return picture

    def _lock_exposure(self) -> None:
        seen = self._camera.capture_metadata()
        self._camera.set_controls(
            {
                "AeEnable": False,
                "AwbEnable": False,
                "ExposureTime": seen["ExposureTime"],
                "AnalogueGain": seen["AnalogueGain"],
                "ColourGains": seen["ColourGains"],
            }
        )

    def _release(self) -> None:
        self._camera.stop()
        self._camera.close()


def _started_camera(size: tuple[int, int]) -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraUnavailable(
            "picamera2 is not installed: apt install python3-picamera2, or choose --camera usb:0"
        ) from error
    try:
        camera = Picamera2()
        camera.configure(camera.create_video_configuration(main={"size": size, "format": "RGB888"}))
        camera.start()
    except (RuntimeError, IndexError) as error:
        raise CameraUnavailable(f"No Pi camera answers ({error}): check its ribbon cable") from error
    return camera
