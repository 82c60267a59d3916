"""Corners of a marker: refined where they are nearly right, left as they were where they are not."""

import cv2
import numpy as np
import pytest

from calibration.corners import Grey, refine_quad

TRUE = np.array([[60.0, 60.0], [180.0, 62.0], [178.0, 182.0], [58.0, 180.0]])
OUTWARDS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) / 2**0.5
FINE = 8
"""Steps to a pixel in which the square is drawn."""


def dark_square() -> Grey:
    """A dark square on a light ground, slightly blurred."""
    fine = np.full((240 * FINE, 240 * FINE), 230, np.uint8)
    cv2.fillPoly(fine, [np.round((TRUE + 0.5) * FINE - 0.5).astype(np.int32)], 30)
    return cv2.GaussianBlur(cv2.resize(fine, (240, 240), interpolation=cv2.INTER_AREA), (0, 0), 1.5).astype(
        np.float32
    )


@pytest.mark.parametrize("off", [-2.0, 0.0, 2.0, 3.5])
def test_near_corners_are_refined(off: float) -> None:
    assert np.allclose(refine_quad(dark_square(), TRUE + off * OUTWARDS), TRUE, atol=0.5)


@pytest.mark.parametrize("off", [4.5, 6.0])
def test_corners_that_lead_too_far_are_left_as_they_were(off: float) -> None:
    given = TRUE + off * OUTWARDS
    assert np.array_equal(refine_quad(dark_square(), given), given)
