"""How often Kivy looks for touches and draws: every frame costs, even where nothing has changed."""

from typing import Any

from kivy.clock import Clock

CALM = 30.0
"""Frames a second while nobody touches the screen: the clocks of the widgets ask for no more."""
AFTER_TOUCH = 3.0
"""Seconds for which scrolling and what a touch has set in motion go on at the full rate."""


class FrameRate:
    """Lowers the frame rate while nobody touches a window; Kivy's `maxfps` stays the full rate.

    Args:
        window: the window.
        calm: frames a second without touches.
        after: seconds from the last touch until then.
    """

    def __init__(self, window: Any, calm: float = CALM, after: float = AFTER_TOUCH) -> None:
        # Kivy reads `maxfps` from its settings only once; 0 stands for no limit.
        self._full: float = Clock._max_fps
        self._calm = min(self._full, calm)
        self._slow_down = Clock.create_trigger(lambda _: self._set(self._calm), after)
        self._window = window
        self._touches = {f"on_touch_{part}": self._touched for part in ("down", "move", "up")}
        window.bind(**self._touches)
        self._slow_down()

    def close(self) -> None:
        """Draw at the full rate from now on."""
        self._window.unbind(**self._touches)
        self._slow_down.cancel()
        self._set(self._full)

    def _touched(self, *_: Any) -> None:
        self._set(self._full)
        self._slow_down.cancel()
        self._slow_down()

    def _set(self, rate: float) -> None:
        Clock._max_fps = rate
