"""Colours of many pixels."""

import numpy as np
import pytest

from companion.vision.frames import median_colour


@pytest.mark.parametrize("count", [1, 2, 3, 4, 9, 10])
def test_the_median_of_colours_is_numpys(count: int) -> None:
    pixels = np.random.default_rng(count).integers(0, 256, (count, 3), np.uint8)
    assert median_colour(pixels).tolist() == np.median(pixels, axis=0).tolist()
