"""The result of one step of the calibration."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class StepResult:
    """Whether a step succeeded, why not, and a picture of it; each step adds what it found.

    Attributes:
        good: whether the step is done; otherwise it must be done again.
        sentence: what was found or what to change, in words for players.
        picture: the newest picture, annotated.
    """

    good: bool
    sentence: str
    picture: Picture = field(repr=False)
