"""A shadow darkens all colours alike; a thing of another colour, or much darker, is none."""

import numpy as np
import pytest

from companion.vision.tracking.shadows import moving_shadow, shadow_on

FELT, WOOD, GREY = (58, 92, 44), (80, 125, 175), (190, 195, 200)

CHANGES: list[tuple[str, tuple[int, int, int], tuple[float, float, float], bool]] = [
    ("a shadow comes", WOOD, (44, 69, 96), True),
    ("a bluish shadow comes", GREY, (118, 112, 110), True),
    ("a shadow goes", (29, 46, 22), FELT, True),
    ("a shadow too dark", WOOD, (16, 25, 35), False),
    ("a red die comes", FELT, (40, 40, 180), False),
    ("a green die comes", GREY, (60, 120, 40), False),
    ("a white die on dark felt", FELT, (225, 225, 225), False),
    ("skin over wood", WOOD, (150, 175, 225), False),
]


@pytest.mark.parametrize(("what", "before", "now", "told"), CHANGES, ids=[what for what, *_ in CHANGES])
def test_shadows_keep_the_ratio_of_colours(
    what: str, before: tuple[int, int, int], now: tuple[float, float, float], told: bool
) -> None:
    pixels = np.array([before], np.float32), np.array([now], np.float32)
    assert moving_shadow(*pixels).tolist() == [told], what


@pytest.mark.parametrize(("spread", "told"), [(0.0, True), (0.4, False)])
def test_light_where_a_shadow_lay_is_equally_bright_all_over(spread: float, told: bool) -> None:
    floor = np.full((20, 20, 3), GREY, np.float32) / 2
    gains = 1.8 + spread * np.random.default_rng(1).normal(0, 1, (20, 20, 1)).clip(-1, 0.5)
    where = np.ones((20, 20), np.bool_)
    lit = shadow_on(floor, np.asarray(floor * gains, np.float32), where, 25.0)
    assert bool(lit.mean() > 0.9) is told
