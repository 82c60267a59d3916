"""Simulated app time: animations, timeouts and the touch guard use it instead of a real clock."""

import math
from collections.abc import Callable
from typing import Any

FRAME = 1 / 30
"""Seconds of app time between two frames."""


class SimulatedTime:
    """Replaces the time of Kivy's clock and of all that reads the time on the screen.

    Args:
        screen: draws the frames.
        shell: the app.
        replace: replaces an attribute, like ``monkeypatch.setattr``.

    Attributes:
        now: the simulated time, in seconds.
    """

    def __init__(self, screen: Any, shell: Any, replace: Callable[..., Any]) -> None:
        from kivy.clock import Clock

        from companion.ui import turn_display
        from companion.ui.screens import table
        from companion.ui.widgets.board import territory_map

        self._clock, self._real = Clock, Clock.time
        self.now: float = Clock.time()
        self._screen = screen
        Clock.time = self.read
        for module in (turn_display, table, territory_map):
            replace(module, "monotonic", self.read)
        replace(shell.guard, "clock", self.read)
        replace(shell.pointer, "_pause", self.pause)

    def close(self) -> None:
        """Use real time again, with an offset: Kivy's clock must not go back."""
        ahead, real = self.now - self._real(), self._real
        self._clock.time = lambda: real() + ahead

    def read(self) -> float:
        """Return the simulated time in seconds."""
        return self.now

    def pause(self, seconds: float, *, frames: int | None = None) -> None:
        """Advance time without drawing, in this many frames; by default one per `FRAME`."""
        count = frames or max(1, math.ceil(seconds / FRAME))
        for _ in range(count):
            self.now += max(seconds, FRAME) / count
            self._screen.frames()

    def stand(self) -> None:
        """Advance a frame in which no time passes."""
        self._screen.frames()
