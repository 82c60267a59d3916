"""A queue through which other threads send work to the game's thread."""

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue

_log = logging.getLogger(__name__)

Task = Callable[[], None]
"""Work for the thread of the game."""


class TaskQueue:
    """Takes tasks from any thread; the screen's clock runs them, in order, on the thread of the game.

    A task that fails is logged and reported to `on_failure`; the tasks behind it still run.
    """

    def __init__(self, on_failure: Callable[[Exception], None] | None = None) -> None:
        self._tasks: SimpleQueue[Task] = SimpleQueue()
        self._on_failure = on_failure

    def put(self, task: Task) -> None:
        """Add a task; returns at once, from any thread."""
        self._tasks.put(task)

    def drain(self) -> int:
        """Run all waiting tasks; call this on the thread of the game only.

        Returns:
            How many tasks there were.
        """
        done = 0
        for _ in range(self._tasks.qsize()):
            try:
                task = self._tasks.get_nowait()
            except Empty:
                break
            self._run(task)
            done += 1
        return done

    def _run(self, task: Task) -> None:
        try:
            task()
        except Exception as failure:
            _log.exception("a task of another thread failed")
            if self._on_failure is not None:
                self._on_failure(failure)
