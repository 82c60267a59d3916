"""A lens with the shape of its sheet: how many views it takes, what they decide, what it must gain."""

from typing import Any

import numpy as np
import pytest

from calibration import lens_calibration
from calibration.bundle_adjustment import Adjustment
from calibration.lens_calibration import _Solution, _with_sheet
from tests.calibration.test_sheet_shape import bent

ANY_VIEW: Any = None
"""The solver is replaced; it looks at no corner."""


@pytest.mark.parametrize(
    ("views", "gain", "unused", "used"),
    [
        (2, 0.5, None, False),
        (3, 0.5, (2, 3, 4), True),
        (5, 0.5, (2, 3, 4), True),
        (6, 0.5, (), True),
        (7, 0.8, (), True),
        (6, 0.81, (), False),
    ],
)
def test_the_shape_of_the_sheet_is_used_where_it_pays(
    views: int, gain: float, unused: object, used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few views decide the first two coefficients only; a fit that gains less than a fifth is a guess."""
    flat = _Solution(np.eye(3), np.zeros(5), [np.eye(3)] * views, [np.zeros(3)] * views, np.ones(views))
    left_out: list[object] = []

    def adjusted(seen: list[Any], matrix: Any, distortion: Any, without: object) -> Adjustment:
        assert len(seen) == views
        left_out.append(without)
        return Adjustment(matrix, distortion, np.zeros(views), bent(), gain)

    monkeypatch.setattr(lens_calibration, "adjust_bundle", adjusted)
    found = _with_sheet(flat, dict.fromkeys(range(views), ANY_VIEW))
    assert left_out == ([] if unused is None else [unused])
    assert (found.sheet is not None) == used
    assert (found is flat) != used
