"""Frames of a film on disk, timed by their numbers: a folder of pictures, a video, or one picture."""

import re
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import cv2
import numpy as np

from companion.errors import BrokenFile, NotAPicture
from companion.external_files import files
from companion.external_files.pictures import open_video
from companion.vision.frames import Frame, Picture
from companion.vision.sources.picture_files import PICTURE_ENDINGS, load_picture

RATE_FILE = "fps.txt"
"""File in a folder of frames that holds the frames per second."""

FALLBACK_FPS = 25.0
"""Frames per second of a film that does not state them."""


PICTURE_FRAMES = 50
"""Frames for which a single picture is shown."""


def is_film(path: Path) -> bool:
    """Whether a path names a folder of frames, a video or a picture, rather than a camera."""
    return path.is_dir() or path.is_file()


def film_frames(path: Path, fps: float | None = None) -> Iterator[Frame]:
    """The frames of a film, each at the time that its number gives.

    Args:
        path: a folder whose pictures, in the order of their names, are the frames (9.png comes before
            10.png); a video; or a picture, which is shown for a while.
        fps: frames per second; by default what the video or the folder's `RATE_FILE` says, else 25.

    Raises:
        NotAPicture: there is no picture in the folder, or one cannot be read.
        BrokenFile: the video cannot be played.
    """
    pictures, own_fps = _film(path)
    period = 1000.0 / (fps or own_fps)
    for number, picture in enumerate(pictures):
        yield Frame(picture, number * period, str(path), number + 1)


def _film(path: Path) -> tuple[Iterator[Picture], float]:
    """The pictures of a film, and how many it shows a second."""
    if path.is_dir():
        return _folder(path)
    if path.suffix.lower() in PICTURE_ENDINGS:
        return repeat(load_picture(path), PICTURE_FRAMES), FALLBACK_FPS
    return _video(path)


def _folder(path: Path) -> tuple[Iterator[Picture], float]:
    found = (file for file in path.iterdir() if file.suffix.lower() in PICTURE_ENDINGS)
    paths = sorted(found, key=lambda file: _natural_order(file.name))
    if not paths:
        raise NotAPicture("{path} holds no picture; expected frames such as 0001.png", path=path)
    return (load_picture(file) for file in paths), _rate(path / RATE_FILE)


def _natural_order(name: str) -> list[tuple[int, str]]:
    """Orders names by the numbers in them: 9 before 10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]


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
            yield np.asarray(picture, np.uint8)

    return pictures(), capture.get(cv2.CAP_PROP_FPS) or FALLBACK_FPS
