"""A shadow darkens all colours alike; a thing of another colour, or much darker, is none."""

from itertools import permutations

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


LIMITS: list[tuple[str, tuple[float, float, float], tuple[float, float, float], bool]] = [
    # a moving shadow leaves two fifths of the light
    ("dark", (100, 100, 100), (41, 41, 41), True),
    ("darker", (100, 100, 100), (39, 39, 39), False),
    ("it goes", (41, 41, 41), (100, 100, 100), True),
    ("a darker one goes", (39, 39, 39), (100, 100, 100), False),
    # its colour is off by 5 levels and by 8 hundredths of the brighter colour: 13 levels
    ("bluish", (100, 100, 100), (82, 70, 64), True),
    ("bluer", (100, 100, 100), (90, 70, 56), False),
    ("bluish on a dark floor", (40, 40, 40), (35, 28, 25), True),
    ("bluer on a dark floor", (40, 40, 40), (39, 28, 21), False),
]


@pytest.mark.parametrize(("what", "before", "now", "told"), LIMITS, ids=[what for what, *_ in LIMITS])
def test_how_dark_and_how_coloured_a_moving_shadow_is(
    what: str, before: tuple[float, float, float], now: tuple[float, float, float], told: bool
) -> None:
    """Whichever of the three colours is off."""
    for order in permutations(range(3)):
        pixels = (np.array([[one[at] for at in order]], np.float32) for one in (before, now))
        assert moving_shadow(*pixels).tolist() == [told], what


GAINS = [
    # on the empty tray a quarter of the floor's light is left
    (0.24, 0.25, False),
    (0.26, 0.25, True),
    (0.59, 0.6, False),
    (0.61, 0.6, True),
    (1.0, 0.25, True),
    # brighter by three tenths anywhere, by nearly twice where all of it is
    (1.29, 0.25, True),
    (1.31, 0.25, True),
    (1.94, 0.25, True),
    (1.96, 0.25, False),
]


@pytest.mark.parametrize(("gain", "min_gain", "told"), GAINS)
def test_how_dark_or_bright_the_floor_may_be(gain: float, min_gain: float, told: bool) -> None:
    floor = np.full((4, 5, 3), 100.0, np.float32)
    where = np.zeros((4, 5), np.bool_)
    where[1:3, 1:4] = True
    shown = shadow_on(floor, np.asarray(floor * gain, np.float32), where, 25.0, min_gain)
    assert np.array_equal(shown, where & told)


def test_a_colour_that_is_off_is_no_shadow_and_more_may_be_off_in_the_light() -> None:
    floor = np.full((1, 4, 3), 100.0, np.float32)
    now = floor * np.array([0.5, 0.5, 1.2, 1.2], np.float32)[:, None]
    now[0, :, 0] += np.array([27, 33, 32, 42])
    everywhere = np.ones((1, 4), np.bool_)
    assert shadow_on(floor, now, everywhere, 20.0).tolist() == [[True, False, True, False]]


def test_each_lit_part_has_a_gain_of_its_own() -> None:
    floor = np.full((5, 11, 3), 100.0, np.float32)
    gains = np.ones((5, 11), np.float32)
    gains[1:4, 1:4], gains[1:4, 7:10] = 1.5, 1.8
    gains[1:4, 7:9] = 1.35
    shown = shadow_on(floor, floor * gains[..., None], gains > 1.1, 25.0)
    assert shown[2, 2] and not shown[2, 8], "one part is evenly lit, the other is not"


@pytest.mark.parametrize(("spread", "told"), [(0.0, True), (0.4, False)])
def test_light_where_a_shadow_lay_is_equally_bright_all_over(spread: float, told: bool) -> None:
    floor = np.full((20, 20, 3), GREY, np.float32) / 2
    gains = 1.8 + spread * np.random.default_rng(1).normal(0, 1, (20, 20, 1)).clip(-1, 0.5)
    where = np.ones((20, 20), np.bool_)
    lit = shadow_on(floor.astype(np.float32), np.asarray(floor * gains, np.float32), where, 25.0)
    assert bool(lit.mean() > 0.9) is told
