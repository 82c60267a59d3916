"""Charts: whole numbers on both axes, rounds below."""

import re

import pytest

from companion.app.chronicle.awards import CurvePoint
from companion.app.chronicle.charts import (
    LEFT,
    MOST_TICKS,
    RIGHT,
    WIDTH,
    Series,
    line_chart,
    round_ticks,
    ticks,
)


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        (0, [0]),
        (1, [0, 1]),
        (3, [0, 1, 2, 3]),
        (5, [0, 2, 4]),
        (13.5, [0, 5, 10]),
        (27, [0, 10, 20]),
        (42, [0, 10, 20, 30, 40]),
        (240, [0, 50, 100, 150, 200]),
    ],
)
def test_an_axis_has_few_whole_numbers(top: float, expected: list[int]) -> None:
    assert ticks(top) == expected
    assert len(expected) <= MOST_TICKS


def test_rounds_stand_where_they_begin() -> None:
    points = [CurvePoint(10, 0, 3), *(CurvePoint(20 + 5 * turn, 1 + turn // 3, 3) for turn in range(12))]
    assert round_ticks(points) == [(20, 1), (35, 2), (50, 3), (65, 4)]


def test_a_long_game_names_some_of_its_rounds() -> None:
    points = [CurvePoint(10 * turn, 1 + turn, 3) for turn in range(37)]
    assert [number for _, number in round_ticks(points)] == [1, 10, 20, 30]


def test_the_picture_says_both_axes() -> None:
    svg = line_chart("armies", [Series("Anna", "red", ((20.0, 3.0), (65.0, 13.0)))], (), [(20, 1), (65, 4)])
    assert re.findall(r'class="number"[^>]*>([^<]*)<', svg) == ["0", "5", "10", "Round"]
    assert re.findall(r'class="number round"[^>]*>(\d+)<', svg) == ["1", "4"]


@pytest.mark.parametrize("points", [((20.0, 3.0), (42.5, 6.5), (65.0, 13.0)), ((20.0, 3.0),)])
def test_a_line_goes_from_edge_to_edge(points: tuple[tuple[float, float], ...]) -> None:
    svg = line_chart("armies", [Series("Anna", "red", points)], (), ())
    (drawn,) = re.findall(r'polyline points="([^"]*)"', svg)
    across = [float(point.split(",")[0]) for point in drawn.split()]
    assert across == [LEFT, (LEFT + WIDTH - RIGHT) / 2, WIDTH - RIGHT][: len(points)]
