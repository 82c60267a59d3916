"""Plays a chime on a piezo buzzer: computes which note sounds now.

This file runs on the Pi and on the Pico (`companion flash` copies it there): Python for MicroPython only.
"""


class Buzzer:
    """The player of chimes; silent without a chime."""

    def __init__(self) -> None:
        self._notes: list = []  # type: ignore[type-arg]  # MicroPython knows no typing
        self._began = 0

    def play(self, notes: list, now: int) -> None:  # type: ignore[type-arg]
        """Start a chime; it replaces one that still plays.

        Args:
            notes: Pairs of hertz (0 is a rest) and milliseconds.
            now: Time in milliseconds, from a monotonic clock.
        """
        self._notes = list(notes)
        self._began = now

    def hertz(self, now: int) -> int:
        """Return the frequency at this time in hertz, 0 for silence."""
        ends = self._began
        for hertz, milliseconds in self._notes:
            ends += milliseconds
            if now < ends:
                return int(hertz)
        self._notes = []
        return 0
