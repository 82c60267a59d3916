"""Reads dice live: a camera thread, a watcher thread, and one queue of updates.

The game's thread never waits: it asks for `updates()` and the newest frame when it draws.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import TypeVar

import cv2
import numpy as np

from companion.closing import Closing
from companion.locale.messages import gettext
from companion.vision.assignment.assign import ExpectedDice
from companion.vision.frames import Frame, FrameSource, Picture
from companion.vision.sources.thread import CameraThread
from companion.vision.tracking.motion import small_picture
from companion.vision.tracking.tray_watcher import Reader, TrayState, TrayUpdate, TrayWatcher
from companion.vision.tray import Tray

Item = TypeVar("Item")

_log = logging.getLogger(__name__)

TIMEOUT = 0.25
"""Seconds the watcher waits for a new frame before it checks whether it should stop."""

MOST_WAITING = 10
"""So many frames that come during a reading are followed after it, the newest: half a second. With 40 a
slow core told a roll a second later.
"""

RECORDED_REST = 2000.0
"""Milliseconds at rest that are recorded: later frames would displace those of the roll."""


class DiceReadingThread(Closing):
    """Watches one camera and queues what changes.

    An update is queued only if state, reading, sentence or roll differ from the previous update, so the queue
    stays short.

    Attributes:
        camera: the thread that takes frames.
        last: the newest update, whether or not it has been taken from the queue.
        roll_frame: the frame of the newest roll, as evidence.
    """

    def __init__(
        self,
        source: FrameSource,
        read: Reader,
        tray: Tray | None = None,
        on_update: Callable[[TrayUpdate], None] | None = None,
        record: Callable[[Frame], None] | None = None,
    ) -> None:
        """Start watching.

        Args:
            source: where frames come from; closed with this thread.
            read: the dice reader, called in the watcher's thread.
            tray: where the tray is, if calibrated.
            on_update: called in the watcher's thread as well, for instance to wake the screen.
            record: called with each frame until all has been at rest for a while, for a film of a roll.
        """
        self._watcher = TrayWatcher(read, tray)
        self._on_update = on_update
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._updates: SimpleQueue[TrayUpdate] = SimpleQueue()
        self.last: TrayUpdate | None = None
        self._arrived = threading.Event()
        self._stop = threading.Event()
        self._failure: str | None = None
        self.roll_frame: Frame | None = None
        self._record = record
        self._rested_since = 0.0
        self._busy = False
        self._waiting: deque[tuple[int, Picture, tuple[int, int], float]] = deque(maxlen=MOST_WAITING)
        self.camera = CameraThread(source, on_frame=self._on_frame)
        self._thread = threading.Thread(target=self._run, name="tray watcher", daemon=True)
        self._thread.start()

    @property
    def problem(self) -> str | None:
        """What is wrong with camera or reader, for players, or None."""
        return self.camera.problem or self._failure

    @property
    def waiting(self) -> tuple[ExpectedDice, ...]:
        """Who should roll now, see `TrayWatcher.waiting`."""
        return self._watcher.waiting

    def newest(self) -> Frame | None:
        """The newest frame for the live view, at once."""
        return self.camera.newest()

    def expect(self, pools: Sequence[ExpectedDice]) -> None:
        """Open a question, see `TrayWatcher.expect`."""
        self._orders.put(lambda: self._watcher.expect(pools))

    def read_with(self, read: Reader, tray: Tray | None = None) -> None:
        """Use another reader, after a calibration or a lesson in faces, see `TrayWatcher.read_with`."""
        self._orders.put(lambda: self._watcher.read_with(read, tray))

    def consume(self) -> None:
        """Ignore the dice that lie there, which were entered by hand, see `TrayWatcher.consume`."""
        self._orders.put(self._watcher.consume)

    def confirm(self) -> None:
        """Learn from a roll that players let stand, see `TrayWatcher.confirm`."""
        self._orders.put(self._watcher.confirm)

    def updates(self) -> list[TrayUpdate]:
        """All updates since the last call, oldest first; empty if nothing changed. Never waits."""
        return _all_of(self._updates)

    def close(self) -> None:
        """Stop both threads and close the camera. Closing twice is fine."""
        self._stop.set()
        self.camera.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5.0)

    def _on_frame(self, frame: Frame) -> None:
        """Keep a frame that comes while another is read, as small as motion is looked for."""
        if self._busy:
            self._waiting.append((frame.number, small_picture(frame.picture), frame.size, frame.time))
        self._arrived.set()

    def _run(self) -> None:
        # The first conversion to Lab makes tables, for half a second on a Pi: not while a roll is waited for.
        cv2.cvtColor(np.zeros((1, 1, 3), np.uint8), cv2.COLOR_BGR2LAB)
        seen = 0
        while not self._stop.is_set():
            self._arrived.wait(TIMEOUT)
            self._arrived.clear()
            self._busy = True
            frame = self.camera.newest()
            if frame is not None and frame.number != seen:
                seen = frame.number
                self._look(frame)
            self._busy = False

    def _look(self, frame: Frame) -> None:
        try:
            for order in _all_of(self._orders):
                order()
            while self._waiting and self._waiting[0][0] < frame.number:
                self._watcher.follow(*self._waiting.popleft()[1:])
            update = self._watcher.update(frame)
            self._failure = None
        except Exception as error:
            failure = gettext("The dice reader failed ({error}): enter the dice by hand", error=error)
            if failure != self._failure:  # once, not twenty times a second
                _log.exception("the dice reader failed on a frame of %s", frame.source)
            self._failure = failure
            return
        if update.state is not TrayState.SETTLED:
            self._rested_since = frame.time
        if self._record is not None and frame.time - self._rested_since < RECORDED_REST:
            self._record(frame)
        if update.roll is not None:
            self.roll_frame = frame
        if _is_news(update, self.last):
            self.last = update
            self._updates.put(update)
            if self._on_update is not None:
                self._on_update(update)

    def __repr__(self) -> str:
        return f"<DiceReadingThread on {self.camera.source!r}>"


def _is_news(update: TrayUpdate, last: TrayUpdate | None) -> bool:
    if last is None or update.roll is not None:
        return True
    return (update.state, update.sentence, update.reading) != (last.state, last.sentence, last.reading)


def _all_of(queue: SimpleQueue[Item]) -> list[Item]:
    """All items now in a queue, oldest first, without waiting for more."""
    taken = []
    while True:
        try:
            taken.append(queue.get_nowait())
        except Empty:
            return taken
