"""Which /dev/video* nodes are cameras that OpenCV can use, by what their drivers say (Video4Linux2)."""

import fcntl
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

VIDIOC_QUERYCAP = 0x80685600
"""Linux, videodev2.h: _IOR('V', 0, struct v4l2_capability), a structure of 104 bytes."""
CAPABILITY = struct.Struct("16s32s32sII I12x")
VIDEO_CAPTURE = 0x00000001
STREAMING = 0x04000000
DEVICE_CAPS = 0x80000000

NO_CAMERAS = ("bcm2835-codec", "bcm2835-isp", "pispbe", "rpi", "rp1-cfe", "unicam", "hevc", "vicodec")
"""Drivers of a Pi's own decoders, image processors and raw sensors: a Pi without a camera has such nodes too,
and the sensor of a Pi camera gives pictures through picamera2 only."""


class VideoNode(NamedTuple):
    """What a driver says about its node."""

    driver: str
    card: str
    capabilities: int


Query = Callable[[Path], VideoNode | None]


def query_node(path: Path) -> VideoNode | None:
    """Ask the driver of a node; None if it cannot be opened or is no video device."""
    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        answer = fcntl.ioctl(device, VIDIOC_QUERYCAP, bytes(CAPABILITY.size))
    except OSError:
        return None
    finally:
        os.close(device)
    driver, card, _, _, everything, own = CAPABILITY.unpack(answer)
    return VideoNode(_text(driver), _text(card), own if everything & DEVICE_CAPS else everything)


def _text(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode("ascii", "replace")


def capture_nodes(dev: Path = Path("/dev"), query: Query = query_node) -> list[Path]:
    """Return the cameras of this machine, each by its lasting name where it has one.

    Args:
        dev: the folder of devices.
        query: asks a node what it is.

    Returns:
        Paths such as ``/dev/v4l/by-id/usb-046d_HD_Webcam-video-index0``, which stay the same when cameras
        are plugged in another order, or ``/dev/video0``; in the order of the nodes' numbers.
    """
    names = {name.resolve(): name for name in sorted((dev / "v4l" / "by-id").glob("*"))}
    nodes = sorted(dev.glob("video[0-9]*"), key=lambda node: int(node.name[5:]))
    return [names.get(node.resolve(), node) for node in nodes if _is_camera(query(node))]


def _is_camera(node: VideoNode | None) -> bool:
    if node is None or node.driver.startswith(NO_CAMERAS):
        return False
    wanted = VIDEO_CAPTURE | STREAMING
    return node.capabilities & wanted == wanted
