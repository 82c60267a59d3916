"""Outlines of shot, ranges and arcs, and what lies under them."""

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.templates import (
    EXPLODING,
    GRAPE,
    ROLLING,
    SHOTS,
    TemplateOutline,
    all_under,
    arc,
    inside_by,
    is_under,
    ring,
)


@pytest.mark.parametrize(
    ("template", "length", "width"), [(GRAPE, 2, 1), (ROLLING, 5, 0.5), (EXPLODING, 2, 2)]
)
def test_the_paper_has_the_size_of_the_rules(template: TemplateOutline, length: float, width: float) -> None:
    assert template.length == pytest.approx(length, abs=0.005)
    assert template.width == pytest.approx(width, abs=0.005)


@pytest.mark.parametrize(
    ("template", "at", "degrees", "base", "by", "under"),
    [
        # A rolling shot along x reaches 2 1/2 inches to either side of its middle.
        (ROLLING, (0, 0), 0, (2.4, 0.0), "middle", True),
        (ROLLING, (0, 0), 0, (2.6, 0.0), "middle", False),
        # ... and a base of half an inch touches it from a quarter further.
        (ROLLING, (0, 0), 0, (2.7, 0.0), "touch", True),
        (ROLLING, (0, 0), 0, (2.8, 0.0), "touch", False),
        (ROLLING, (0, 0), 0, (0.0, 0.0), "whole", True),
        (ROLLING, (0, 0), 0, (0.0, 0.1), "whole", False),
        # Turned by a quarter it lies along y.
        (ROLLING, (0, 0), 90, (0.0, 2.4), "middle", True),
        (ROLLING, (0, 0), 90, (2.4, 0.0), "touch", False),
        # Grape is pointed at its back and wide in front.
        (GRAPE, (10, 5), 0, (10.9, 5.4), "middle", True),
        (GRAPE, (10, 5), 0, (9.1, 5.4), "middle", False),
        (GRAPE, (10, 5), 180, (9.1, 5.4), "middle", True),
        (EXPLODING, (3, 3), 0, (3.7, 3.7), "middle", True),
        (EXPLODING, (3, 3), 0, (3.75, 3.75), "middle", False),
    ],
)
def test_what_lies_under(
    template: TemplateOutline,
    at: tuple[float, float],
    degrees: float,
    base: tuple[float, float],
    by: Any,
    under: bool,
) -> None:
    assert is_under(template.laid(at, degrees), base, 0.25, by) is under


def test_everything_under_is_listed_by_place() -> None:
    bases = [((0.0, 0.0), 0.25), ((5.0, 0.0), 0.25), ((1.2, 0.0), 0.25)]
    assert all_under(EXPLODING.laid((0, 0)), bases) == [0, 2]
    assert all_under(EXPLODING.laid((0, 0)), bases, "middle") == [0]


@pytest.mark.parametrize(
    ("place", "hit"),
    [
        ((7.0, 6.9), True),
        ((6.9, 7.1), False),
        ((9.9, 0.0), True),
        ((10.1, 0.0), False),
        ((-1.0, 0.0), False),
        ((7, -6.9), True),
    ],
)
def test_a_cannon_aims_45_degrees_to_either_side(place: tuple[float, float], hit: bool) -> None:
    assert (inside_by(arc((0, 0), 0.0, 10.0), place) > 0) is hit


def test_an_arc_may_begin_beyond_a_least_range() -> None:
    outline = arc((0, 0), 90.0, 10.0, inner=2.0)
    assert inside_by(outline, (0.0, 5.0)) > 0
    assert inside_by(outline, (0.0, 1.5)) < 0


@pytest.mark.parametrize("inner", [0.0, 2.0, 8.0])
@pytest.mark.parametrize("to_each_side", [20.0, 45.0, 90.0])
def test_an_arc_is_a_part_of_a_disc_or_a_ring(to_each_side: float, inner: float) -> None:
    outline = arc((3.0, -2.0), 70.0, 10.0, to_each_side, inner)
    area = cv2.contourArea(outline.astype(np.float32))
    assert area == pytest.approx(np.deg2rad(to_each_side) * (10.0**2 - inner**2), rel=1e-3)


@given(
    st.sampled_from(SHOTS),
    st.tuples(st.floats(-50, 50), st.floats(-50, 50)),
    st.floats(-720, 720),
    st.floats(-0.99, 0.99),
)
def test_turning_and_shifting_change_nothing(
    template: TemplateOutline, at: tuple[float, float], degrees: float, share: float
) -> None:
    point = np.array([share * template.length / 2, 0.0])
    lies = inside_by(template.outline, (float(point[0]), float(point[1])))
    turn = np.deg2rad(degrees)
    moved = point @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + at
    assert inside_by(template.laid(at, degrees), (moved[0], moved[1])) == pytest.approx(lies, abs=0.001)


def test_a_ring_is_round() -> None:
    points = ring((1.0, 2.0), 10.0)
    assert np.allclose(np.hypot(*(points - (1.0, 2.0)).T), 10.0)
    middles = (points + np.roll(points, 1, axis=0)) / 2
    assert np.hypot(*(middles - (1.0, 2.0)).T).min() > 9.99
