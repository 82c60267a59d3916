"""Thinking time: one clock per seat, stopped by a pause, saved with the game."""

import time
from collections.abc import Callable, Iterable, Mapping

STEP = 10.0
"""Seconds between two faces of a running clock: each one draws the whole window."""


class SeatClocks:
    """The thinking time of each seat, in seconds.

    Args:
        seats: ids of the seats.
        spent: seconds already spent by each, from a saved game.
        now: a clock in seconds with an arbitrary start.
    """

    def __init__(
        self,
        seats: Iterable[str],
        spent: Mapping[str, float] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._now = now
        known = spent or {}
        self._spent = {seat: known.get(seat, 0.0) for seat in seats}
        self._running: str | None = None
        self._since = now()
        self._paused = False

    @property
    def paused(self) -> bool:
        """No clock runs until `unpause`."""
        return self._paused

    @property
    def running(self) -> str | None:
        """The seat whose clock runs or is paused."""
        return self._running

    def spent(self) -> dict[str, float]:
        """Seconds spent by each seat up to now."""
        self._settle()
        return dict(self._spent)

    @property
    def face(self) -> str:
        """The time of the seat whose clock runs, in steps of `STEP`."""
        if self._running is None:
            return ""
        return clock_face(self.spent()[self._running] // STEP * STEP)

    def turn_to(self, seat: str | None) -> None:
        """Run the clock of this seat and pause all others; None pauses all."""
        self._settle()
        self._running = seat if seat in self._spent else None

    def pause(self) -> None:
        """Stop all clocks."""
        self._settle()
        self._paused = True

    def unpause(self) -> None:
        """Start the clock of the current seat again."""
        self._since = self._now()
        self._paused = False

    def _settle(self) -> None:
        """Add the time since the last call to the current seat."""
        now = self._now()
        if self._running is not None and not self._paused:
            self._spent[self._running] += now - self._since
        self._since = now


def clock_face(seconds: float) -> str:
    """Format seconds as minutes or hours: ``4:05``, ``1:12:30``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
