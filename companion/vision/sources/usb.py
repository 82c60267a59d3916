"""A USB camera, or any other device that OpenCV can capture from.

It may be unplugged and plugged in again.
"""

import sys

import cv2
import numpy as np

from companion.locale.messages import gettext
from companion.vision.frames import Clock, FrameSource, Picture, monotonic_milliseconds
from companion.vision.sources.exposure import ExposureLock
from companion.vision.sources.health import CameraHealth

FIRST_WAIT = 500.0
MAX_WAIT = 8000.0
"""Milliseconds between two attempts to reopen a lost camera: doubled from the first to the longest."""

MANUAL, APERTURE_PRIORITY = 1, 3
"""Values of Video4Linux's exposure control; cameras choose the exposure time themselves in the second."""


class UsbCamera(FrameSource):
    """Frames from a USB camera by its number or device path."""

    def __init__(
        self, device: int | str, clock: Clock = monotonic_milliseconds, size: tuple[int, int] = (1280, 720)
    ) -> None:
        """`device`: 0, 1, ... or a path such as /dev/video0; `size`: the wished width and height.

        A camera that is not there yet is no error: `problem` says so, and it is looked for again.
        """
        super().__init__(f"usb:{device}" if isinstance(device, int) else device, clock)
        self._device = device
        self._wished_size = size
        self._capture: cv2.VideoCapture | None = None
        self._health = CameraHealth()
        self._exposure = ExposureLock(self._lock, self._unlock)
        self._wait = FIRST_WAIT
        self._try_at = clock()

    def _take_picture(self) -> Picture | None:
        if self._capture is None and not self._reopened():
            return None
        assert self._capture is not None
        works, read = self._capture.read()
        if not works or read is None:
            self._mark_lost()
            return None
        self._wait = FIRST_WAIT
        picture = np.asarray(read, np.uint8)
        if is_camera(self._device):
            self._exposure.follow(picture, self._clock())
        self.problem = self._health.look(picture, self._clock())
        return picture

    def _reopened(self) -> bool:
        if self._clock() < self._try_at:
            return False
        capture = open_capture(self._device, self._wished_size)
        if capture.isOpened():
            self._capture = capture
            self._health = CameraHealth()
            self._exposure = ExposureLock(self._lock, self._unlock)
            return True
        capture.release()
        self._mark_lost()
        return False

    def _mark_lost(self) -> None:
        self._release()
        self.problem = gettext(
            "The camera {name} is not there: check its plug (looking for it again)", name=self.name
        )
        self._try_at = self._clock() + self._wait
        self._wait = min(2 * self._wait, MAX_WAIT)

    def _lock(self) -> None:
        assert self._capture is not None
        exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
        self._capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)

    def _unlock(self) -> None:
        assert self._capture is not None
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, APERTURE_PRIORITY)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)

    def _release(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def is_camera(device: int | str) -> bool:
    """Return whether this names a device; what lies in /dev/shm are files in memory."""
    return isinstance(device, int) or (device.startswith("/dev/") and not device.startswith("/dev/shm/"))


def open_capture(device: int | str, size: tuple[int, int]) -> cv2.VideoCapture:
    """Open a device with OpenCV, with `size` and a buffer of one frame; check `isOpened` of the result."""
    on_linux = sys.platform.startswith("linux")
    backend = cv2.CAP_V4L2 if on_linux and is_camera(device) else cv2.CAP_ANY
    capture = cv2.VideoCapture(device, backend)
    if capture.isOpened() and is_camera(device):
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture
