"""What a step of the calibration says: good, or do it again and why; and a picture of what it found."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of one step; each step adds what it found.

    Attributes:
        good: whether the step is done; otherwise it is to be done again.
        sentence: why, in words for players.
        picture: the newest picture with what was found drawn on it.
    """

    good: bool
    sentence: str
    picture: Picture = field(repr=False)
