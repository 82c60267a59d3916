"""Keeps the ten seconds before an unsure or corrected roll as a film for `companion watch`.

Frames stay in memory as JPEG, ten a second; nothing is written until a film is kept. There are at most 10
films of 100 frames, about 60 MB.
"""

import logging
import shutil
import threading
from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import cv2

from companion.data_folder import data_folder
from companion.vision.frames import Frame
from companion.vision.sources.film import RATE_FILE

SECONDS = 10
FPS = 10
MAX_FILMS = 10
"""Largest number of films; the oldest are removed."""

QUALITY = 90

_log = logging.getLogger(__name__)


def recordings_path() -> Path:
    """The folder where films are kept."""
    return data_folder() / "recordings"


class FrameRecorder:
    """Keeps the newest frames in memory while it is switched on. Thread-safe.

    Attributes:
        on: whether frames are kept.
    """

    def __init__(self) -> None:
        self._on = False
        self._frames: deque[tuple[float, bytes]] = deque(maxlen=SECONDS * FPS)
        self._lock = threading.Lock()

    @property
    def on(self) -> bool:
        """Whether frames are kept."""
        return self._on

    @on.setter
    def on(self, on: bool) -> None:
        self._on = on
        if not on:
            with self._lock:
                self._frames.clear()

    def add(self, frame: Frame) -> None:
        """Keep a frame in memory, if it is switched on and a tenth of a second has passed."""
        with self._lock:
            last = self._frames[-1][0] if self._frames else None
        if not self._on or (last is not None and frame.time - last < 1000.0 / FPS):
            return
        works, packed = cv2.imencode(".jpg", frame.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        with self._lock:
            if works:
                self._frames.append((frame.time, packed.tobytes()))

    def keep(self, folder: Path) -> threading.Thread | None:
        """Write the frames to a new film in a folder, in the background; None if there are none."""
        with self._lock:
            frames = [packed for _, packed in self._frames]
            self._frames.clear()
        if not frames:
            return None
        thread = threading.Thread(target=_write, args=(folder, frames), name="film", daemon=True)
        thread.start()
        return thread


def _write(folder: Path, frames: Sequence[bytes]) -> None:
    film = folder / datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    try:
        film.mkdir(parents=True)
        for number, packed in enumerate(frames, start=1):
            (film / f"{number:04}.jpg").write_bytes(packed)
        (film / RATE_FILE).write_text(f"{FPS}\n", encoding="utf-8")
        for oldest in sorted(path for path in folder.iterdir() if path.is_dir())[:-MAX_FILMS]:
            shutil.rmtree(oldest)
    except OSError as error:
        _log.warning("the film of a doubtful roll could not be kept: %s", error)
