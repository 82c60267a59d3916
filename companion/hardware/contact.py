"""One button's contact: from bouncing metal to a press or a long press.

The contact is sampled every few milliseconds instead of waiting for edges: libraries lose edges while they
debounce, a sampled level cannot get lost. Time is handed in, so nothing here waits and tests need no clock.

Used on the Pi and on the Pico (`companion flash` copies it), so it keeps to the Python that MicroPython runs.
"""

BOUNCE_MS = 20
"""A level counts once it has been the same for this long, in milliseconds."""
LONG_MS = 700
"""A button held this long is a long press, in milliseconds."""

PRESS = "press"
LONG = "long"


class Contact:
    """The memory of one button.

    A press is told when the finger lifts, a long press while it still rests, and never both. A button that
    is already down when the companion starts (a box standing on it, a short circuit) says nothing until it
    has been seen up.

    Attributes:
        down: Whether the button is down, bouncing taken out.
    """

    def __init__(self) -> None:
        self.down = False
        self._level = True
        self._since = 0
        self._pressed_at = 0
        self._armed = False  # seen up since the start, and not yet told as a long press

    def sample(self, now: int, down: bool) -> str:
        """Take in one reading; return PRESS, LONG, or the empty string for nothing new.

        Args:
            now: Milliseconds on a clock that only goes forward.
            down: Whether the contact is closed at this moment.
        """
        if down != self._level:
            self._level, self._since = down, now
        steady = now - self._since >= BOUNCE_MS
        if steady and down != self.down:
            return self._turn(down)
        if not self.down and steady:
            self._armed = True
        if self.down and down and self._armed and now - self._pressed_at >= LONG_MS:
            self._armed = False
            return LONG
        return ""

    def _turn(self, down: bool) -> str:
        self.down = down
        if down:
            self._pressed_at = self._since
            return ""
        told = PRESS if self._armed else ""
        self._armed = True
        return told
