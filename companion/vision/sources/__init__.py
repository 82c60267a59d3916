"""Where frames come from: the Pi's camera, a USB camera, pictures on disk, or a rendered tray."""

from pathlib import Path

from companion.errors import CameraUnavailable, UnknownName
from companion.vision.frames import Clock, FrameSource, monotonic_milliseconds
from companion.vision.sources.picamera import PiCamera
from companion.vision.sources.picture_files import PICTURE_ENDINGS
from companion.vision.sources.pictures import VIDEO_ENDINGS, PictureFile, PictureFolder, VideoFile
from companion.vision.sources.simulated import SimulatedTray
from companion.vision.sources.thread import CameraThread
from companion.vision.sources.usb import UsbCamera, is_camera
from companion.vision.sources.video_nodes import capture_nodes

__all__ = [
    "SOURCES",
    "CameraThread",
    "PiCamera",
    "PictureFile",
    "PictureFolder",
    "SimulatedTray",
    "UsbCamera",
    "VideoFile",
    "open_source",
]

SOURCES = (
    "auto, picamera, usb:0, /dev/video0, simulated, simulated:7 (the same rolls every time), "
    "or a picture, a folder of pictures or a video"
)


def open_source(source: str, clock: Clock = monotonic_milliseconds) -> FrameSource:
    """Open the source of frames that a command-line argument names.

    Args:
        source: one of SOURCES.
        clock: tells the time in milliseconds.

    Raises:
        UnknownName: no source is called so, and no such file exists.
        CameraUnavailable: the Pi camera cannot be started, or "auto" finds no camera at all.
        NotAPicture, BrokenFile: the file cannot be read.
    """
    if source == "auto":
        return _any_camera(clock)
    if source == "simulated":
        return SimulatedTray(clock)
    if source.startswith("simulated:") and source[10:].isdecimal():
        return SimulatedTray(clock, seed=int(source[10:]))
    if source == "picamera":
        return PiCamera(clock)
    if source.startswith("usb:") and source[4:].isdecimal():
        return UsbCamera(int(source[4:]), clock)
    if is_camera(source):
        return UsbCamera(source, clock)
    return _file(Path(source), clock)


def _any_camera(clock: Clock) -> FrameSource:
    try:
        return PiCamera(clock)
    except CameraUnavailable as reason:
        cameras = capture_nodes()
        if not cameras:
            raise CameraUnavailable(
                "No camera is attached ({reason}): plug one in, or use the dice pad", reason=reason
            ) from reason
        return UsbCamera(str(cameras[0]), clock)


def _file(path: Path, clock: Clock) -> FrameSource:
    if path.is_dir():
        return PictureFolder(path, clock)
    if path.suffix.lower() in VIDEO_ENDINGS and path.exists():
        return VideoFile(path, clock)
    if path.suffix.lower() in PICTURE_ENDINGS or path.exists():
        return PictureFile(path, clock)
    raise UnknownName(
        "{name!r} is no file and no camera: expected {sources}", name=str(path), sources=SOURCES
    )
