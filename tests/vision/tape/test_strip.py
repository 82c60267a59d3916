"""Strips: where their pixels are from, strokes across them, and the directions of edges."""

import cv2
import numpy as np
import pytest

from companion.vision.tape.strip import (
    SIGMA_ALONG,
    Strip,
    _peaks,
    cut_strip,
    likely_directions,
    stroke_response,
)

pytestmark = pytest.mark.every(3)


@pytest.mark.parametrize("middle", [(60.0, 50.0), (20.5, 71.0)])
@pytest.mark.parametrize("degrees", [0.0, 30.0, -75.0, 160.0])
@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_a_strip_shows_the_picture_along_its_direction(
    middle: tuple[float, float], degrees: float, zoom: float
) -> None:
    down, across = np.mgrid[:100, :120].astype(np.float32)
    strips = [cut_strip(part, middle, degrees, 10.0, zoom) for part in (across, down)]
    turn = np.deg2rad(degrees)
    assert strips[0].along == pytest.approx((np.cos(turn), np.sin(turn)))
    high, wide = strips[0].grey.shape
    assert high == pytest.approx(20 * zoom, abs=1.01)
    inside = 0
    for x, y in np.random.default_rng(1).uniform(0, (wide - 1, high - 1), (50, 2)).astype(int):
        place = strips[0].to_picture(float(x), float(y))
        assert strips[0].from_picture(place) == pytest.approx((x, y), abs=1e-6)
        if 0 <= place[0] <= 119 and 0 <= place[1] <= 99:
            inside += 1
            assert [strip.grey[y, x] for strip in strips] == pytest.approx(place, abs=0.05)
    assert inside > 10
    through = strips[0].from_picture(middle)
    assert through[1] == pytest.approx(10 * zoom, abs=0.01) and 0 < through[0] < wide


@pytest.mark.parametrize("degrees", [0.0, 37.0, 90.0, -55.0, 135.0, 180.0])
def test_a_high_strip_shows_the_whole_picture(degrees: float) -> None:
    strip = cut_strip(np.zeros((100, 140), np.float32), (40.0, 70.0), degrees, 1000.0)
    places = [strip.from_picture((x, y)) for x in (0.0, 139.0) for y in (0.0, 99.0)]
    high, wide = strip.grey.shape
    for values, size in zip(np.transpose(places), (wide, high), strict=True):
        assert min(values) == pytest.approx(0, abs=1e-9) and size - 1 <= max(values) + 1e-9 < size


def test_the_response_is_the_second_derivative_in_the_units_of_its_scale() -> None:
    across = np.mgrid[:40, :60][1].astype(np.float32)
    curved = stroke_response(Strip(1.5 * (across - 30) ** 2, (0, 0), (1, 0)))
    assert curved[20, 15:45] == pytest.approx(3.0 * SIGMA_ALONG**2, rel=1e-3)
    line = np.full((40, 60), 200, np.float32)
    line[:, 30] = 50
    response = stroke_response(Strip(line, (0, 0), (1, 0)))
    assert int(response[20].argmax()) == 30 and stroke_response(Strip(250 - line, (0, 0), (1, 0)))[20, 30] < 0


@pytest.mark.parametrize(
    ("size", "degrees", "told"),
    [
        ((300, 400), 0, 0),
        ((300, 400), 20, 20),
        ((300, 400), -35, -35),
        ((300, 400), 89, 89),
        ((1500, 2000), 120, -60),
    ],
)
def test_long_edges_tell_their_direction(size: tuple[int, int], degrees: float, told: float) -> None:
    grey = np.full(size, 200, np.float32)
    middle, reach = np.array(size[::-1]) / 2, 0.3 * size[0]
    for off, turn, half in ((0.0, degrees, 1.0), (0.8, degrees + 50, 0.25)):
        way = np.array([np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))])
        ends = [middle + off * reach + step * half * reach * way for step in (-1, 1)]
        cv2.polylines(grey, [np.array(ends, np.int32)], False, (20,), size[0] // 60)
    found = likely_directions(grey, None, 0.0)
    assert abs((found[0] - told + 90) % 180 - 90) <= 1 and -90 <= found[0] <= 90
    assert likely_directions(grey, degrees + 50, 10.0)[-1] == degrees + 50
    near = [
        abs((each - degrees - 50 + 90) % 180 - 90) for each in likely_directions(grey, degrees + 50, 10.0)
    ]
    assert max(near) <= 10


@pytest.mark.parametrize(
    ("weights", "found"),
    [
        # (weights by direction in degrees; the directions, most likely first)
        ({}, []),
        ({20: 5, 21.5: 4, 22: 3, 18.5: 2, 18: 1}, [20, 22, 18]),
        ({90: 5, 90.5: 1, 92: 4, 179.5: 3}, [90, -88, -0.5]),
        ({0: 5, 178.5: 4, 178: 3, 1.5: 2, 2: 1}, [0, -2, 2]),
        ({30 * number: 9 - number for number in range(6)}, [0, 30, 60, 90, -60]),
    ],
)
def test_the_likeliest_directions_are_two_degrees_apart(
    weights: dict[float, float], found: list[float]
) -> None:
    """Five at most; a line has the same direction after half a turn."""
    halves = np.zeros(360)
    for degrees, weight in weights.items():
        halves[int(2 * degrees)] = weight
    assert _peaks(halves) == found
