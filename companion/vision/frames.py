"""Frames and where they come from: the one protocol every camera, real or simulated, follows."""

import time
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.closing import Closing

Picture: TypeAlias = NDArray[np.uint8]
"""Height x width x 3, blue-green-red, 0 to 255."""

Floats: TypeAlias = NDArray[np.float32]

Clock: TypeAlias = Callable[[], float]
"""Gives the time in milliseconds from an arbitrary start."""


def monotonic_milliseconds() -> float:
    """The default clock of every source, in milliseconds."""
    return time.monotonic() * 1000.0


def size_of(picture: Picture) -> tuple[int, int]:
    """Width and height in pixels."""
    return picture.shape[1], picture.shape[0]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture, when it was taken, and by what.

    Attributes:
        picture: height x width x 3, BGR, uint8.
        time: when it was taken, in milliseconds of the source's clock.
        source: the name of the source.
        number: increases by one with every frame of a source.
    """

    picture: Picture = field(repr=False)
    time: float
    source: str
    number: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return size_of(self.picture)


class FrameSource(Closing):
    """Gives frames, one after the other, until it is closed.

    `next_frame` never raises because of the device: it returns None while there is no frame, and `problem`
    says why, for players. A source that lost its device looks for it again by itself.
    """

    def __init__(self, name: str, clock: Clock = monotonic_milliseconds) -> None:
        """`name` is what players and the journal call this source."""
        self.name = name
        self.problem: str | None = None
        self.closed = False
        self._clock = clock
        self._frames_given = 0

    @abstractmethod
    def _take_picture(self) -> Picture | None:
        """The next picture, or None when there is none now."""

    def _release(self) -> None:
        """Release the device; called once."""
        return

    def next_frame(self) -> Frame | None:
        """The next frame, or None when there is none now or the source is closed."""
        if self.closed:
            return None
        picture = self._take_picture()
        if picture is None:
            return None
        self._frames_given += 1
        return Frame(picture, self._clock(), self.name, self._frames_given)

    def close(self) -> None:
        """Release the device. Closing twice is fine."""
        if not self.closed:
            self.closed = True
            self._release()

    def __repr__(self) -> str:
        state = "closed" if self.closed else self.problem or "open"
        return f"<{type(self).__name__} {self.name}: {state}>"


def median_colour(pixels: NDArray[Any]) -> NDArray[np.float32]:
    """The median of n x 3 pixels, channel by channel; faster than numpy's, which looks for NaN first."""
    ordered = np.sort(pixels, axis=0).astype(np.float32)
    return np.asarray((ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2, np.float32)
