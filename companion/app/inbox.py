"""The one queue through which every other thread hands something to the game's thread."""

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue

_log = logging.getLogger(__name__)

Errand = Callable[[], None]
"""Something to be done on the game's thread."""


class Inbox:
    """Takes errands from any thread; the screen's clock carries them out, in order, on its own.

    An errand that fails is logged and shown by whoever `on_failure` is; the ones behind it still run.
    """

    def __init__(self, on_failure: Callable[[Exception], None] | None = None) -> None:
        self._waiting: SimpleQueue[Errand] = SimpleQueue()
        self._on_failure = on_failure

    def put(self, errand: Errand) -> None:
        """Hand over an errand; returns at once, from any thread."""
        self._waiting.put(errand)

    def drain(self) -> int:
        """Carry out all that waits; called on the game's thread only.

        Returns:
            How many errands there were.
        """
        done = 0
        for _ in range(self._waiting.qsize()):
            try:
                errand = self._waiting.get_nowait()
            except Empty:
                break
            self._carry_out(errand)
            done += 1
        return done

    def _carry_out(self, errand: Errand) -> None:
        try:
            errand()
        except Exception as failure:
            _log.exception("an errand of another thread failed")
            if self._on_failure is not None:
                self._on_failure(failure)
