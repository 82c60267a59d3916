"""Ignores touches meant for the last question or a closed overlay, and the second tap of a double tap."""

import math
from collections.abc import Callable
from time import monotonic
from typing import Any

from kivy.animation import Animation
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.ui import theme

GUARD_SECONDS = 0.35
"""Time during which touches on a new question are ignored; also used for the panel's buttons."""
BESIDE = 5.5
"""Touch margin around a control, in theme pixels: half of the gap between two buttons."""
DIMMING = 0.45
"""Opacity of the dimming at its start, 0 to 1."""
_LATE = "touch_guard.late"


class TouchGuard:
    """Ignores touches for a moment after something new is shown, and dims the screen meanwhile.

    Args:
        widget: the widget to dim.
        seconds: how long touches are ignored. 0 switches the guard off, for simulated players.

    Attributes:
        clock: returns the time in seconds.
    """

    def __init__(self, widget: Widget, seconds: float = GUARD_SECONDS) -> None:
        self.seconds = seconds
        self.clock: Callable[[], float] = monotonic
        self._until = self._second_until = 0.0
        self._tapped: Any = None
        self._box = (0.0, 0.0, 0.0, 0.0)
        with widget.canvas.after:
            self._colour = Color(*theme.BACKGROUND[:3], 0.0)
            self._shade = Rectangle()
        widget.bind(pos=self._fit, size=self._fit)

    def start(self) -> None:
        """Ignore the fingers that are on the screen now, and new touches for the guard time.

        The time starts when the question has been drawn, which can take a while on a slow machine.
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
        """Return whether a new touch is ignored."""
        if self.clock() < self._until:
            touch.ud[_LATE] = True
        return is_late(touch)

    def tapped(self, control: Any) -> None:
        """Note a control that was tapped: a second tap there, or beside it, is ignored for the guard time."""
        if self.seconds <= 0:
            return
        self._tapped, beside = control, theme.px(BESIDE)
        low, high = control.to_window(*control.pos), control.to_window(control.right, control.top)
        self._box = (low[0] - beside, low[1] - beside, high[0] + beside, high[1] + beside)
        self._second_until = math.inf
        Clock.schedule_once(self._count_second, 0)

    def _count_second(self, _: float) -> None:
        self._second_until = self.clock() + self.seconds

    def is_second(self, control: Any, touch: Any) -> bool:
        """Return whether a touch of a control is the second of a double tap, on it or on what was there."""
        if self.clock() >= self._second_until:
            return False
        if control is self._tapped:
            return not control.repeats
        left, low, right, top = self._box
        x, y = control.to_window(*touch.pos)
        return bool(left <= x <= right and low <= y <= top)

    def _fit(self, widget: Widget, _: object) -> None:
        self._shade.pos, self._shade.size = widget.pos, widget.size


def window_guard() -> TouchGuard | None:
    """Return the guard of the screen in the window, for what opens over it; None if there is none."""
    guards = (getattr(child, "guard", None) for child in Window.children)
    return next((guard for guard in guards if isinstance(guard, TouchGuard)), None)


def is_late(touch: Any) -> bool:
    """Return whether a touch began before the open question could be read."""
    return bool(touch.ud.get(_LATE))
