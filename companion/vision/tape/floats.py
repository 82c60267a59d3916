"""The one kind of array that the tape's parts hand to each other."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
"""Any array of real numbers."""
