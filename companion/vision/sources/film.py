"""Frames of a film on disk, one after the other, timed by their numbers: a folder of pictures, or a video."""

from collections.abc import Iterator
from pathlib import Path

import cv2

from companion.errors import BrokenFile, NotAPicture
from companion.outside import files
from companion.outside.videos import open_video
from companion.vision.frames import Frame, Picture, as_bgr
from companion.vision.sources.picture_files import PICTURE_ENDINGS, load_picture
from companion.vision.sources.pictures import VIDEO_ENDINGS

RATE_FILE = "fps.txt"
"""In a folder of frames: how many make a second."""

FALLBACK_FPS = 25.0
"""Frames a second of a film that does not say."""


def is_film(path: Path) -> bool:
    """Whether a path names a folder of frames or a video."""
    return path.is_dir() or (path.suffix.lower() in VIDEO_ENDINGS and path.exists())


def film_frames(path: Path, fps: float | None = None) -> Iterator[Frame]:
    """The frames of a film, each at the time that its number gives.

    Args:
        path: a folder whose pictures, in the order of their names, are the frames; or a video.
        fps: frames a second; by default what the video or the folder's `RATE_FILE` says, else 25.

    Raises:
        NotAPicture: there is no picture in the folder, or one cannot be read.
        BrokenFile: the video cannot be played.
    """
    pictures, own_fps = _folder(path) if path.is_dir() else _video(path)
    period = 1000.0 / (fps or own_fps)
    for number, picture in enumerate(pictures):
        yield Frame(picture, number * period, str(path), number + 1)


def _folder(path: Path) -> tuple[Iterator[Picture], float]:
    paths = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURE_ENDINGS)
    if not paths:
        raise NotAPicture(f"{path} holds no picture; expected frames such as 0001.png")
    return (load_picture(file) for file in paths), _rate(path / RATE_FILE)


def _rate(path: Path) -> float:
    try:
        rate = float(files.read_text(path))
    except (OSError, ValueError, BrokenFile):
        return FALLBACK_FPS
    return rate if 0 < rate < 1000 else FALLBACK_FPS


def _video(path: Path) -> tuple[Iterator[Picture], float]:
    capture = open_video(path)

    def pictures() -> Iterator[Picture]:
        while True:
            works, picture = capture.read()
            if not works or picture is None:
                capture.release()
                return
            yield as_bgr(picture)

    return pictures(), capture.get(cv2.CAP_PROP_FPS) or FALLBACK_FPS
