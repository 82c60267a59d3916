"""Which pixel is measured: inside the picture, and the corner of a marker where one is near."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from calibration.lens import RadialDistortion
from companion.app.camera.distance_measurement import check_inside, lens_of, sheet_of, snap
from companion.errors import Unmeasurable


@pytest.mark.parametrize(
    ("pixel", "inside"),
    [
        ((-0.5, 50.0), True),
        ((-0.6, 50.0), False),
        ((60.0, -0.5), True),
        ((60.0, -0.6), False),
        ((120.0, 50.0), True),
        ((120.1, 50.0), False),
        ((60.0, 100.0), True),
        ((60.0, 100.1), False),
    ],
)
def test_a_pixel_lies_inside_the_picture(pixel: tuple[float, float], inside: bool) -> None:
    picture = np.zeros((100, 120, 3), np.uint8)
    if inside:
        assert check_inside(pixel, picture) == pixel
    else:
        with pytest.raises(Unmeasurable, match="outside the picture of 120 x 100 pixels"):
            check_inside(pixel, picture)


@pytest.mark.parametrize(
    ("side", "reach"),
    [(20, 1.5), (50, 2.0), (60, 2.4), (75, 3.0), (200, 3.0)],
)
@pytest.mark.parametrize("way", [(1.0, 0.0), (-0.6, 0.8)])
def test_a_pixel_snaps_to_a_corner_by_the_size_of_its_marker(
    side: float, reach: float, way: tuple[float, float]
) -> None:
    """Corners that lie on each other are one: no side is shorter than a pixel."""
    corners = np.array([(40.0, 50.0), (40.5, 50.0), (40.0 + side, 50.0), (40.0, 50.0 + side)])
    start = corners[0] if way[0] < 0 else corners[1]
    for share, snaps in ((0.98, True), (1.02, False)):
        pixel = tuple((start + share * reach * np.array(way)).tolist())
        assert snap(pixel, corners) == (tuple(start.tolist()) if snaps else pixel)
    assert snap((1.0, 2.0), np.zeros((0, 2))) == (1.0, 2.0)


@pytest.mark.parametrize(
    ("facts", "lens", "sheet"),
    [
        ({"lens": True, "sheet": "a4"}, "calibrated", "as calibrated"),
        ({"distortion": RadialDistortion((640, 480), -0.1)}, "from the board", "unknown"),
        ({"sheet_changed": True}, "none", "changed"),
    ],
)
def test_what_a_plane_knows_of_lens_and_sheet(facts: dict[str, Any], lens: str, sheet: str) -> None:
    unknown = {"lens": False, "sheet": None, "sheet_changed": False, "distortion": None}
    plane: Any = SimpleNamespace(**(unknown | facts))
    assert (lens_of(plane), sheet_of(plane)) == (lens, sheet)
