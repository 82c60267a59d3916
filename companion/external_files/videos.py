"""Videos from outside: their size is checked before the first frame is decoded."""

from pathlib import Path

import cv2

from companion.errors import BrokenFile
from companion.external_files.files import check_ordinary

MAX_FRAME_PIXELS = 9_000_000
"""Most pixels of a frame (3840 x 2160 has fewer); decoders keep up to 16 frames in memory."""


def open_video(path: Path) -> cv2.VideoCapture:
    """Open a video before its first frame.

    Raises:
        BrokenFile: it is missing, cannot be played, or its frames are too large.
    """
    try:
        check_ordinary(path)
    except OSError as error:
        raise BrokenFile(
            "{path} cannot be opened: {strerror}; check the name", path=path, strerror=error.strerror
        ) from error
    capture = cv2.VideoCapture(str(path))
    if not capture.isOpened():
        raise BrokenFile("{path} cannot be played as a video; give it an MP4 or AVI file", path=path)
    wide, high = (int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    if not 0 < wide * high <= MAX_FRAME_PIXELS:
        capture.release()
        raise BrokenFile(
            "{path} has frames of {wide} x {high} pixels, too many to be read; make it smaller",
            path=path,
            wide=wide,
            high=high,
        )
    return capture
