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


CHART = """\
<svg class="chart" viewBox="0 0 720 300" role="img" aria-label="armies">
<line class="now" data-left="56" data-right="600" y1="16" y2="266"/>
<line class="grid" x1="56" x2="600" y1="266.0" y2="266.0"/>
<text class="number" x="50" y="270.0">0</text>
<line class="grid" x1="56" x2="600" y1="161.8" y2="161.8"/>
<text class="number" x="50" y="165.8">5</text>
<line class="grid" x1="56" x2="600" y1="57.7" y2="57.7"/>
<text class="number" x="50" y="61.7">10</text>
<text class="number" x="50" y="288.7">Round</text>
<text class="number round" x="62.0" y="288.7">1</text>
<text class="number round" x="328.0" y="288.7">2</text>
<polyline points="56.0,203.5 192.0,141.0 600.0,16.0" fill="none" stroke="#c8372d" stroke-width="3" stroke-dasharray=""/>
<polyline points="56.0,203.5 600.0,26.4" fill="none" stroke="#2f6fc4" stroke-width="3" stroke-dasharray="8 4"/>
<polyline points="56.0,203.5 328.0,266.0" fill="none" stroke="#3f8f4f" stroke-width="3" stroke-dasharray="2 4"/>
<circle class="mark" cx="192.0" cy="141.0" r="5"/>
<text x="608.0" y="20.0" fill="#c8372d">Anna</text>
<text x="608.0" y="36.0" fill="#2f6fc4">Ben</text>
<text x="336.0" y="270.0" fill="#3f8f4f">C &amp; D</text>
</svg>"""  # noqa: E501


def test_a_chart_is_drawn_to_scale() -> None:
    """From 2 to 10 across 544 units, and from 0 to 12 over 250; names stand 16 apart."""
    lines = [
        Series("Anna", "red", ((2.0, 3.0), (4.0, 6.0), (10.0, 12.0))),
        Series("nobody", "gray", ()),
        Series("Ben", "blue", ((2.0, 3.0), (10.0, 11.5))),
        Series("C & D", "green", ((2.0, 3.0), (6.0, 0.0))),
    ]
    assert line_chart("armies", lines, ((4.0, 6.0),), [(2, 1), (6, 2)]) == CHART


def test_a_chart_without_anything_has_its_axes() -> None:
    svg = line_chart("armies", [])
    assert re.findall(r'class="number" x="50" y="([^"]*)">(\d)<', svg) == [("270.0", "0"), ("20.0", "1")]
    assert "Round" not in svg and "polyline" not in svg


def test_names_at_the_bottom_move_up() -> None:
    lines = [Series(name, "red", ((0.0, 9.0), (1.0, 0.0))) for name in ("Anna", "Ben", "Cleo")]
    places = re.findall(r'y="([^"]*)" fill="#c8372d">([^<]*)', line_chart("armies", lines))
    assert places == [("262.0", "Anna"), ("278.0", "Ben"), ("294.0", "Cleo")]
