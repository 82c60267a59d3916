"""The result of one calibration step."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class StepResult:
    """The success of a step and an annotated picture; subclasses add the calibration itself.

    Attributes:
        good: whether the step succeeded; otherwise it must be repeated.
        sentence: the result, or what to change, in words for players.
        picture: the newest picture, annotated.
    """

    good: bool
    sentence: str
    picture: Picture = field(repr=False)
