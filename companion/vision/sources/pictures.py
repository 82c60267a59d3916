"""Pictures from disk in place of a camera: one picture, a folder of rolls, or a video."""

from pathlib import Path

import cv2
import numpy as np

from companion.errors import NotAPicture
from companion.external_files.pictures import open_video
from companion.vision.frames import Clock, FrameSource, Picture, monotonic_milliseconds
from companion.vision.sources.picture_files import PICTURE_ENDINGS, load_picture

VIDEO_ENDINGS = frozenset(
    {".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpeg", ".mjpg", ".mpg", ".mpeg"}
)

TRANSITION = 700.0
"""Milliseconds of movement between two pictures of a folder, as if a hand rolled the dice again."""

MAX_SIDE = 1600
"""Largest side of the frames, in pixels, as of a camera."""


class PictureFile(FrameSource):
    """Repeats one picture: a table at rest."""

    def __init__(self, path: Path | str, clock: Clock = monotonic_milliseconds) -> None:
        """Load the picture.

        Raises:
            NotAPicture: the file holds none.
        """
        super().__init__(str(path), clock)
        self._picture = _camera_sized(load_picture(path))

    def _take_picture(self) -> Picture | None:
        return self._picture


class PictureFolder(FrameSource):
    """A folder in which every picture is one roll, with a moment of movement between two of them.

    It stays on a picture until `advance` is called, or for `hold` milliseconds if that is given.
    Pictures that cannot be read are passed over; `problem` names the last of them.
    """

    def __init__(
        self, folder: Path | str, clock: Clock = monotonic_milliseconds, hold: float | None = None
    ) -> None:
        """List the pictures of a folder by name.

        Raises:
            NotAPicture: there is no picture in it.
        """
        super().__init__(str(folder), clock)
        self.paths = tuple(sorted(p for p in Path(folder).iterdir() if p.suffix.lower() in PICTURE_ENDINGS))
        if not self.paths:
            raise NotAPicture("{folder} holds no picture; expected files such as roll-1.jpg", folder=folder)
        self._hold = hold
        self._index = -1
        self._before: Picture | None = None
        self._picture: Picture | None = None
        self._since = 0.0
        self.advance()

    @property
    def path(self) -> Path:
        """The picture now on the table."""
        return self.paths[self._index]

    def advance(self) -> None:
        """Roll again: go on to the next readable picture, from the last to the first."""
        self._before = self._picture
        for _ in self.paths:
            self._index = (self._index + 1) % len(self.paths)
            try:
                self._picture = _camera_sized(load_picture(self.path))
                break
            except NotAPicture as error:
                self.problem = str(error)
        self._since = self._clock()

    def _take_picture(self) -> Picture | None:
        elapsed = self._clock() - self._since
        if self._hold is not None and elapsed >= self._hold + TRANSITION:
            self.advance()
            elapsed = 0.0
        if self._picture is None or self._before is None or elapsed >= TRANSITION:
            return self._picture
        return _transition(self._before, self._picture, elapsed / TRANSITION)


class VideoFile(FrameSource):
    """A video played at its own pace, once; at its end the last picture stays."""

    def __init__(self, path: Path | str, clock: Clock = monotonic_milliseconds) -> None:
        """Open the video.

        Raises:
            BrokenFile: it cannot be played.
        """
        super().__init__(str(path), clock)
        self._capture = open_video(Path(path))
        self._milliseconds_per_frame = 1000.0 / (self._capture.get(cv2.CAP_PROP_FPS) or 25.0)
        self._started: float | None = None
        self._played = 0
        self._picture: Picture | None = None

    def _take_picture(self) -> Picture | None:
        now = self._clock()
        self._started = now if self._started is None else self._started
        due = int((now - self._started) / self._milliseconds_per_frame) + 1
        while self._played < due:
            works, picture = self._capture.read()
            if not works or picture is None:
                break
            self._picture = np.asarray(picture, np.uint8)
            self._played += 1
        return self._picture

    def _release(self) -> None:
        self._capture.release()


def _camera_sized(picture: Picture) -> Picture:
    scale = MAX_SIDE / max(picture.shape[:2])
    if scale >= 1.0:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _transition(before: Picture, after: Picture, part: float) -> Picture:
    """A motion-blurred frame between two rolls: first the old dice leave, then the new ones come."""
    old = np.asarray(cv2.resize(before, (after.shape[1], after.shape[0])), np.uint8)
    mixed = cv2.addWeighted(old, 1.0 - part, after, part, 0.0)
    shift = round((1.0 - part) * after.shape[1] / 6)
    smeared = cv2.blur(np.roll(mixed, shift, axis=1), (max(3, after.shape[1] // 24) | 1, 3))
    return np.asarray(smeared, np.uint8)
