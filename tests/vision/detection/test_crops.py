"""A crop shows what its transform says, at any scale, turn and place, also beyond the border."""

import cv2
import numpy as np
import pytest

from companion.vision.detection.crops import crop, crop_transform

SIDE = 33


@pytest.mark.parametrize("centre", [(60.0, 50.0), (90.3, 71.8), (2.0, 3.0), (118.0, 97.0), (-9.0, 60.0)])
@pytest.mark.parametrize("degrees", [30.0, 205.0])
@pytest.mark.parametrize("scale", [0.4, 1.0, 2.5])
def test_a_slope_stays_where_it_is(centre: tuple[float, float], degrees: float, scale: float) -> None:
    """Blue grows by 2 with each pixel to the right, green downwards: so each pixel says where it is from."""
    down, across = np.mgrid[:100, :120]
    picture = np.dstack([2 * across, 2 * down, 0 * down]).astype(np.uint8)
    transform = crop_transform(centre, degrees, scale, SIDE)
    assert transform @ [*centre, 1] == pytest.approx([(SIDE - 1) / 2] * 2)
    turn = np.deg2rad(degrees)
    assert transform[:, 0] == pytest.approx([scale * np.cos(turn), -scale * np.sin(turn)])
    rows, columns = np.mgrid[:SIDE, :SIDE]
    back = cv2.invertAffineTransform(transform)
    wanted = np.stack([columns, rows, np.ones_like(rows)], 2) @ back.T
    wanted = 2 * np.clip(wanted, 0, (119, 99))
    off = crop(picture, transform, SIDE)[:, :, :2] - wanted
    assert np.abs(off).max() < 3 / min(scale, 1) and np.abs(off.mean((0, 1))).max() < 1.0
