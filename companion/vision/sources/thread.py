"""A thread that keeps the newest frame of a source, so that no caller waits for a camera."""

import logging
import threading
import time
from collections.abc import Callable

from companion.closing import Closing
from companion.locale.messages import gettext
from companion.vision.frames import Frame, FrameSource

_log = logging.getLogger(__name__)

IDLE = 0.05
"""Seconds to wait when a source has nothing now."""

BLOCKED_S = 4.0
"""Seconds without an answer after which a camera counts as blocked."""


class CameraThread(Closing):
    """Takes frames from a source in its own thread and hands over the newest.

    The source is closed with the thread. An exception in the source ends neither the thread nor the
    game: it is logged once, shown as `problem`, and the source is asked again.
    """

    def __init__(
        self,
        source: FrameSource,
        frames_per_second: float = 20.0,
        on_frame: Callable[[Frame], None] | None = None,
    ) -> None:
        """`on_frame`, if given, is called in the camera's thread with every frame."""
        self.source = source
        self._pause = 1.0 / frames_per_second
        self._on_frame = on_frame
        self._newest: Frame | None = None
        self._failure: str | None = None
        self._asked_at: float | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera {source.name}", daemon=True)
        self._thread.start()

    @property
    def problem(self) -> str | None:
        """What is wrong with the camera now, in words for players, or None."""
        asked_at = self._asked_at
        if asked_at is not None and time.monotonic() - asked_at > BLOCKED_S:
            return gettext(
                "The camera {name} does not answer: unplug it and plug it in again", name=self.source.name
            )
        return self._failure or self.source.problem

    def newest(self) -> Frame | None:
        """The newest frame, at once; None before the first. `Frame.number` tells if it is another."""
        return self._newest

    def close(self) -> None:
        """Stop the thread and close the source. Closing twice is fine."""
        self._stop.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        with self.source:
            while not self._stop.is_set():
                started = time.monotonic()
                frame = self._next_frame()
                pause = self._pause - (time.monotonic() - started)
                self._stop.wait(max(pause, 0.0) if frame else IDLE)

    def _next_frame(self) -> Frame | None:
        self._asked_at = time.monotonic()
        try:
            frame = self.source.next_frame()
            self._asked_at = None
            if frame is not None:
                self._newest = frame
                if self._on_frame is not None:
                    self._on_frame(frame)
            self._failure = None
        except Exception as error:
            failure = gettext("The camera {name} failed: {error}", name=self.source.name, error=error)
            if failure != self._failure:
                _log.exception("the camera %s failed", self.source.name)
            self._failure = failure
            return None
        finally:
            self._asked_at = None
        return frame

    def __repr__(self) -> str:
        return f"<CameraThread of {self.source!r}>"
