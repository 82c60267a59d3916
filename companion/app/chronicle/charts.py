"""Line charts as plain SVG: cheap to draw on a Pi, and shown by a browser without a network."""

from collections.abc import Sequence
from html import escape

from msgspec import Struct

from companion.app.chronicle.awards import CurvePoint
from companion.locale.messages import ENGLISH, Catalogue, gettext, translated
from companion.referee.seats import Colour

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 56, 120, 16, 34
"""Margins, in units of the picture: numbers on the left, names on the right, rounds below."""

LETTER_FOOT = 6
"""Room below a line of text, for the feet of its letters."""
NAME_GAP = 16
"""Least distance between the names at the ends of two lines."""

COLOURS: dict[Colour, str] = {
    "red": "#c8372d",
    "blue": "#2f6fc4",
    "green": "#3f8f4f",
    "yellow": "#c79a17",
    "black": "#30343a",
    "purple": "#7d4fa8",
    "orange": "#d9771e",
    "white": "#8f969c",
    "brown": "#7a4f2e",
    "gray": "#6b7480",
}

DASHES = ("", "8 4", "2 4", "10 3 2 3", "14 5", "5 2", "1 3", "9 2 1 2 1 2", "3 6", "12 8")
"""Dash pattern of each line, so that lines differ without colour."""


MOST_TICKS = 5
"""Numbers on an axis."""


class Series(Struct, frozen=True):
    """One line of a chart: its name, its colour and its points from left to right."""

    name: str
    colour: Colour
    points: tuple[tuple[float, float], ...]


def ticks(top: float) -> list[int]:
    """Return whole numbers for an axis from 0 to a value, in steps of 1, 2 or 5 times a power of ten.

    >>> ticks(27)
    [0, 10, 20]
    >>> ticks(3)
    [0, 1, 2, 3]
    """
    return list(range(0, int(top) + 1, _step(top)))


def round_ticks(points: Sequence[CurvePoint]) -> list[tuple[int, int]]:
    """Return where a game's rounds begin: the entry, and the number of the round; not all of a long game."""
    firsts: dict[int, int] = {}
    for point in points:
        if point.round:
            firsts.setdefault(point.round, point.entry)
    step = _step(max(firsts, default=1))
    return [(entry, number) for number, entry in firsts.items() if number == 1 or number % step == 0]


def _step(top: float) -> int:
    """Return the smallest step that needs at most `MOST_TICKS` to reach a value."""
    unit = 1
    while top / (unit * 5) >= MOST_TICKS:
        unit *= 10
    return unit * next(step for step in (1, 2, 5) if top / (unit * step) < MOST_TICKS)


def line_chart(
    title: str,
    lines: Sequence[Series],
    marks: Sequence[tuple[float, float]] = (),
    rounds: Sequence[tuple[float, int]] = (),
    catalogue: Catalogue = ENGLISH,
) -> str:
    """Draw lines with their names at their ends.

    Args:
        title: what the numbers mean; screen readers read it too.
        lines: the lines; those without points are left out.
        marks: points marked with a ring, such as changes of the lead.
        rounds: where each round stands on the x axis, and its number.
        catalogue: of the language of its words.

    Returns:
        An ``<svg>`` element.
    """
    title = escape(translated(title, catalogue))
    lines = [line for line in lines if line.points]
    xs = [x for line in lines for x, _ in line.points] or [0.0]
    top = max([y for line in lines for _, y in line.points] or [1.0]) or 1.0
    scale = _Scale(min(xs), max(xs) if max(xs) > min(xs) else min(xs) + 1, top)
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">',
        f'<line class="now" data-left="{LEFT}" data-right="{WIDTH - RIGHT}" y1="{TOP}" '
        f'y2="{HEIGHT - BOTTOM}"/>',
        *_grid(scale),
        *_rounds(rounds, scale, translated(gettext("Round"), catalogue)),
        *(_path(line, DASHES[number % len(DASHES)], scale) for number, line in enumerate(lines)),
        *(f'<circle class="mark" cx="{scale.x(x):.1f}" cy="{scale.y(y):.1f}" r="5"/>' for x, y in marks),
        *_names(lines, scale, catalogue),
        "</svg>",
    ]
    return "\n".join(parts)


class _Scale(Struct, frozen=True):
    """Maps values to coordinates of the picture."""

    first: float
    last: float
    top: float

    def x(self, value: float) -> float:
        return LEFT + (value - self.first) / (self.last - self.first) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - value / self.top * (HEIGHT - TOP - BOTTOM)


def _grid(scale: _Scale) -> list[str]:
    """Grid lines at whole numbers."""
    rows = []
    for value in ticks(scale.top):
        y = scale.y(value)
        rows.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        rows.append(f'<text class="number" x="{LEFT - 6}" y="{y + 4:.1f}">{value}</text>')
    return rows


def _rounds(rounds: Sequence[tuple[float, int]], scale: _Scale, word: str) -> list[str]:
    """Write the numbers of rounds below the lines."""
    y = HEIGHT - BOTTOM / 3
    words = [f'<text class="number" x="{LEFT - 6}" y="{y:.1f}">{escape(word)}</text>'] if rounds else []
    return words + [
        f'<text class="number round" x="{max(scale.x(at), LEFT + 6):.1f}" y="{y:.1f}">{number}</text>'
        for at, number in rounds
    ]


def _path(line: Series, dash: str, scale: _Scale) -> str:
    points = " ".join(f"{scale.x(x):.1f},{scale.y(y):.1f}" for x, y in line.points)
    return (
        f'<polyline points="{points}" fill="none" stroke="{COLOURS[line.colour]}" stroke-width="3" '
        f'stroke-dasharray="{dash}"/>'
    )


def _names(lines: Sequence[Series], scale: _Scale, catalogue: Catalogue) -> list[str]:
    """Write each name at the end of its line, moved down, and then up, where names would overlap."""
    lines = sorted(lines, key=lambda line: -line.points[-1][1])
    heights, lowest = [], float("-inf")
    for line in lines:
        lowest = max(scale.y(line.points[-1][1]) + 4, lowest + NAME_GAP)
        heights.append(lowest)
    room = float(HEIGHT - LETTER_FOOT)
    for number in reversed(range(len(heights))):
        heights[number] = room = min(heights[number], room)
        room -= NAME_GAP
    return [
        f'<text x="{scale.x(line.points[-1][0]) + 8:.1f}" y="{at:.1f}" fill="{COLOURS[line.colour]}">'
        f"{escape(translated(line.name, catalogue))}</text>"
        for line, at in zip(lines, heights, strict=True)
    ]
