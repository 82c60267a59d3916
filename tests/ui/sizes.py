"""The screen sizes for tests; all but the smallest need --slow."""

import pytest

SMALL, LARGE, UPRIGHT = (800, 480), (1280, 720), (720, 1280)
SIZES = (
    pytest.param(SMALL, id="small"),
    pytest.param(LARGE, id="large", marks=pytest.mark.slow),
    pytest.param(UPRIGHT, id="upright", marks=pytest.mark.slow),
)
