"""Keeps a touch that was meant for the last question, or for what lay over this one, from answering."""

import math
from collections.abc import Callable
from time import monotonic
from typing import Any

from kivy.animation import Animation
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.ui import theme

GUARD_SECONDS = 0.35
"""Seconds for which touches on a new question do not count, as for presses of the panel's buttons."""
DIMMING = 0.45
"""How dark the screen turns for that time, 0 to 1."""
_LATE = "touch_guard.late"


class TouchGuard:
    """Ignores touches for a moment after something new is shown, and dims the screen meanwhile.

    Args:
        widget: what is touched; it is dimmed.
        seconds: how long touches do not count. 0 switches the guard off, for simulated players.

    Attributes:
        clock: returns the time in seconds.
    """

    def __init__(self, widget: Widget, seconds: float = GUARD_SECONDS) -> None:
        self.seconds = seconds
        self.clock: Callable[[], float] = monotonic
        self._until = 0.0
        with widget.canvas.after:
            self._colour = Color(*theme.BACKGROUND[:3], 0.0)
            self._shade = Rectangle()
        widget.bind(pos=self._fit, size=self._fit)

    def start(self) -> None:
        """Ignore the fingers that are on the screen now, and those of the next moment.

        The moment begins when the question has been drawn: on a slow machine that takes a while.
        """
        if self.seconds <= 0:
            return
        self._until = math.inf
        Clock.schedule_once(self._count, 0)
        for touch in EventLoop.touches:
            touch.ud[_LATE] = True
        Animation.stop_all(self._colour)
        self._colour.a = DIMMING
        Animation(a=0.0, duration=self.seconds).start(self._colour)

    def _count(self, _: float) -> None:
        self._until = self.clock() + self.seconds

    def blocks(self, touch: Any) -> bool:
        """Return whether a finger that comes down now does not count."""
        if self.clock() < self._until:
            touch.ud[_LATE] = True
        return is_late(touch)

    def _fit(self, widget: Widget, _: object) -> None:
        self._shade.pos, self._shade.size = widget.pos, widget.size


def is_late(touch: Any) -> bool:
    """Return whether a touch began before the open question could be read."""
    return bool(touch.ud.get(_LATE))
