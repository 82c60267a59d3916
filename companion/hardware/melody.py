"""Plays a chime: which note sounds at a moment.

Used on the Pi and on the Pico (`companion flash` copies it), so it keeps to the Python that MicroPython runs.
"""


class Melody:
    """A chime that is being played, or silence."""

    def __init__(self) -> None:
        self._notes: list = []  # type: ignore[type-arg]  # MicroPython knows no typing
        self._began = 0

    def play(self, notes: list, now: int) -> None:  # type: ignore[type-arg]
        """Begin a chime in place of one that still plays.

        Args:
            notes: Pairs of hertz (0 is a rest) and milliseconds.
            now: Milliseconds on a clock that only goes forward.
        """
        self._notes = list(notes)
        self._began = now

    def hertz(self, now: int) -> int:
        """Return the frequency that sounds at a moment, 0 for silence."""
        ends = self._began
        for hertz, milliseconds in self._notes:
            ends += milliseconds
            if now < ends:
                return int(hertz)
        self._notes = []
        return 0
