"""The array type that all modules of this package share."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
"""Any array of real numbers."""
