"""Blanks the screen after some minutes without a touch. The touch that wakes it has no other effect."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle

from companion.hardware.backlight import Backlight
from companion.ui.widgets.controls.touch_blocker import TouchBlocker

AFTER = 600.0
"""Seconds without a touch until the screen goes dark."""


class ScreenSaver:
    """Watches a window for touches.

    Args:
        window: the window.
        after: seconds without a touch until it goes dark; 0 for never.
        backlight: switched off with it.
    """

    def __init__(self, window: Any, after: float = AFTER, backlight: Backlight | None = None) -> None:
        self._window = window
        # Bound methods, to which Kivy refers weakly: a saver that is gone does nothing more.
        self._dark = _BlackLayer(on_close=self._touched_dark)
        self._backlight = backlight
        self._after = after
        self._timer = Clock.create_trigger(self._go_dark, after or AFTER)
        self._wait()
        window.bind(on_touch_down=self._touched)

    @property
    def blanked(self) -> bool:
        """Whether the screen is dark."""
        return self._dark.parent is not None

    def blank(self) -> None:
        """Go dark."""
        if not self.blanked:
            self._window.add_widget(self._dark)
            self._switch(on=False)

    def wake(self) -> None:
        """Light up again."""
        if self.blanked:
            self._window.remove_widget(self._dark)
            self._switch(on=True)
        self._wait()

    def wake_only(self) -> bool:
        """Wake the screen, or keep it awake.

        Returns:
            Whether it was dark; then the press must have no other effect.
        """
        was_dark = self.blanked
        self.wake()
        return was_dark

    def set_delay(self, after: float) -> None:
        """Go dark after this many seconds from now on; 0 for never."""
        self._after = after
        self._wait()

    def close(self) -> None:
        """Switch the screen on and stop watching."""
        self.wake()
        self._timer.cancel()

    def _switch(self, *, on: bool) -> None:
        if self._backlight is not None:
            self._backlight.switch(on=on)

    def _touched(self, *_: Any) -> None:
        if not self.blanked:
            self._wait()

    def _wait(self) -> None:
        self._timer.cancel()
        if self._after > 0:
            self._timer = Clock.schedule_once(self._go_dark, self._after)

    def _go_dark(self, _seconds: float) -> None:
        self.blank()

    def _touched_dark(self, _layer: Any) -> None:
        self.wake()


class _BlackLayer(TouchBlocker):
    """Black over everything."""

    def draw(self) -> None:
        """Fill the screen."""
        Color(0, 0, 0, 1)
        Rectangle(pos=self.pos, size=self.size)
