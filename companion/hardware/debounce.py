"""Debounces a button: turns the samples of a bouncing contact into presses and long presses.

The contact is sampled every few milliseconds. Libraries that wait for edges lose some while they debounce;
sampling a level loses none. The caller passes the time, so tests need no clock.

This file runs on the Pi and on the Pico (`companion flash` copies it there): Python for MicroPython only.
"""

BOUNCE_MS = 20
"""A level counts once it has been the same for this long, in milliseconds."""
LONG_MS = 700
"""A button held this long is a long press, in milliseconds."""

PRESS = "press"
LONG = "long"


class Debouncer:
    """The state of one button.

    It reports a press when the button is released, and a long press while the button is still held, never
    both. A button that is already down at the start (a box stands on it, or its wires touch) reports nothing
    until it was released once.

    Attributes:
        down: Whether the button is down, after debouncing.
    """

    def __init__(self) -> None:
        self.down = False
        self._level = True
        self._since = 0
        self._pressed_at = 0
        self._armed = False  # released since the start, and not yet reported as a long press

    def sample(self, now: int, down: bool) -> str:
        """Take one sample; return PRESS, LONG, or an empty string for nothing new.

        Args:
            now: Time in milliseconds, from a monotonic clock.
            down: Whether the contact is closed now.
        """
        if down != self._level:
            self._level, self._since = down, now
        steady = now - self._since >= BOUNCE_MS
        if steady and down != self.down:
            return self._change(down)
        if not self.down and steady:
            self._armed = True
        if self.down and down and self._armed and now - self._pressed_at >= LONG_MS:
            self._armed = False
            return LONG
        return ""

    def _change(self, down: bool) -> str:
        self.down = down
        if down:
            self._pressed_at = self._since
            return ""
        event = PRESS if self._armed else ""
        self._armed = True
        return event
