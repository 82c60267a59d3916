"""The ten emblems that distinguish seats without colour: one set of outlines for Kivy and browsers."""

from math import cos, pi, sin

from companion.referee.seats import Emblem

Point = tuple[float, float]
Outlines = list[list[Point]]


def circle_points(centre: Point, radius: float, count: int = 48, start: float = 0.0) -> list[Point]:
    """Return points on a circle, anticlockwise; `start` in turns from the right."""
    turns = (2 * pi * (start + number / count) for number in range(count))
    return [(centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)) for turn in turns]


def _turned(points: list[Point], turns: float) -> list[Point]:
    c, s = cos(2 * pi * turns), sin(2 * pi * turns)
    return [(x * c - y * s, x * s + y * c) for x, y in points]


def _star() -> Outlines:
    radii = (1.0, 0.42)
    return [[(radii[n % 2] * sin(pi * n / 5), radii[n % 2] * cos(pi * n / 5) - 0.06) for n in range(10)]]


def _anchor() -> Outlines:
    eye = circle_points((0, 0.72), 0.26, 24)
    hole = circle_points((0, 0.72), 0.12, 16)
    stock = [(-0.46, 0.40), (-0.46, 0.22), (0.46, 0.22), (0.46, 0.40)]
    shank = [(-0.11, 0.52), (-0.11, -0.66), (0.11, -0.66), (0.11, 0.52)]
    outer = [(0.88 * cos(a), -0.06 + 0.88 * sin(a)) for a in _sweep(pi * 1.06, pi * 1.94)]
    inner = [(0.62 * cos(a), -0.06 + 0.64 * sin(a)) for a in _sweep(pi * 1.88, pi * 1.12)]
    arms = [
        (-1.0, -0.14),
        *outer,
        (1.0, -0.14),
        (0.72, 0.12),
        (0.42, -0.30),
        *inner,
        (-0.42, -0.30),
        (-0.72, 0.12),
    ]
    return [eye, hole, stock, shank, arms]


def _sweep(start: float, end: float, count: int = 18) -> list[float]:
    return [start + (end - start) * n / (count - 1) for n in range(count)]


def _tower() -> Outlines:
    wall = [
        (-0.78, 0.92), (-0.78, 0.34), (-0.54, 0.16), (-0.54, -0.58), (-0.8, -0.58), (-0.8, -0.92),
        (0.8, -0.92), (0.8, -0.58), (0.54, -0.58), (0.54, 0.16), (0.78, 0.34), (0.78, 0.92),
        (0.44, 0.92), (0.44, 0.62), (0.19, 0.62), (0.19, 0.92), (-0.19, 0.92), (-0.19, 0.62), (-0.44, 0.62),
        (-0.44, 0.92),
    ]  # fmt: skip
    gate = [
        (-0.2, -0.92),
        (-0.2, -0.3),
        (-0.12, -0.14),
        (0.0, -0.08),
        (0.12, -0.14),
        (0.2, -0.3),
        (0.2, -0.92),
    ]
    return [wall, gate]


def _leaf() -> Outlines:
    side = [(0.0, 1.0), (0.34, 0.62), (0.56, 0.2), (0.58, -0.16), (0.4, -0.46), (0.09, -0.62)]
    stem = [(0.09, -1.0), (-0.09, -1.0)]
    blade = side + stem + [(-x, y) for x, y in reversed(side)]
    veins: Outlines = [
        [(0.0, 0.62), (-0.06, 0.3), (-0.06, -0.56), (0.06, -0.56), (0.06, 0.3)],
        [(0.12, 0.02), (0.4, 0.26), (0.42, 0.12), (0.12, -0.14)],
        [(-0.12, 0.02), (-0.4, 0.26), (-0.42, 0.12), (-0.12, -0.14)],
        [(0.12, -0.26), (0.4, -0.04), (0.4, -0.18), (0.12, -0.42)],
        [(-0.12, -0.26), (-0.4, -0.04), (-0.4, -0.18), (-0.12, -0.42)],
    ]
    return [_turned(part, -0.06) for part in [blade, *veins]]


def _crown() -> Outlines:
    band = [(-0.72, -0.72), (0.72, -0.72), (0.72, -0.48), (-0.72, -0.48)]
    points = [
        (-0.76, -0.36),
        (-0.94, 0.4),
        (-0.44, 0.06),
        (0.0, 0.66),
        (0.44, 0.06),
        (0.94, 0.4),
        (0.76, -0.36),
    ]
    balls = [circle_points(at, 0.13, 16) for at in ((-0.94, 0.54), (0.0, 0.82), (0.94, 0.54))]
    return [band, points, *balls]


def _bolt() -> Outlines:
    return [
        [(0.16, 1.0), (-0.62, -0.12), (-0.1, -0.12), (-0.3, -1.0), (0.62, 0.26), (0.1, 0.26), (0.46, 1.0)]
    ]


def _wave() -> Outlines:
    return [_ribbon(height) for height in (0.46, -0.02, -0.5)]


def _ribbon(height: float) -> list[Point]:
    steps = [-0.94 + 1.88 * n / 32 for n in range(33)]
    rise = [(x, height + 0.15 * sin(x * pi * 2.1)) for x in steps]
    return [(x, y + 0.12) for x, y in rise] + [(x, y - 0.12) for x, y in reversed(rise)]


def _sun() -> Outlines:
    ray = [(-0.15, 0.62), (0.0, 1.0), (0.15, 0.62)]
    return [circle_points((0, 0), 0.5, 32), *(_turned(ray, n / 8) for n in range(8))]


def _moon() -> Outlines:
    outer = [(0.92 * cos(a) - 0.05, 0.92 * sin(a)) for a in _sweep(pi * 0.22, pi * 1.78, 40)]
    inner = [(0.72 * cos(a) + 0.3, 0.72 * sin(a)) for a in _sweep(pi * 1.66, pi * 0.34, 32)]
    return [outer + inner]


def _shield() -> Outlines:
    side = [(0.78, 0.78), (0.78, 0.1), (0.62, -0.38), (0.34, -0.72), (0.0, -0.98)]
    rim = [(-x, y) for x, y in side[:-1]] + side[::-1]
    bar: list[Point] = [(-0.62, 0.24), (-0.62, 0.0), (0.62, 0.0), (0.62, 0.24)]
    post: list[Point] = [(-0.12, 0.62), (-0.12, 0.24), (0.12, 0.24), (0.12, 0.62)]
    stem: list[Point] = [(-0.12, 0.0), (-0.12, -0.66), (0.0, -0.78), (0.12, -0.66), (0.12, 0.0)]
    return [rim, bar, post, stem]


EMBLEM_SHAPES: dict[Emblem, Outlines] = {
    "star": _star(),
    "anchor": _anchor(),
    "tower": _tower(),
    "leaf": _leaf(),
    "crown": _crown(),
    "bolt": _bolt(),
    "wave": _wave(),
    "sun": _sun(),
    "moon": _moon(),
    "shield": _shield(),
}
"""Outlines of each emblem in a circle of radius 1; outlines inside others are holes."""

_SEPARATE: frozenset[Emblem] = frozenset({"anchor", "crown", "sun", "wave"})
"""Emblems whose parts lie side by side or overlap: each part is filled separately."""


def filled_groups(emblem: Emblem) -> list[Outlines]:
    """Return the outlines that are filled together, even-odd: y points up, in a circle of radius 1."""
    outlines = EMBLEM_SHAPES[emblem]
    if emblem not in _SEPARATE:
        return [outlines]
    together = 2 if emblem == "anchor" else 1
    return [outlines[:together], *([outline] for outline in outlines[together:])]


def emblem_svg(emblem: Emblem) -> str:
    """Return the emblem as SVG paths in a square from -1 to 1."""
    return "".join(
        f'<path fill-rule="evenodd" d="{"".join(map(_closed, group))}"/>' for group in filled_groups(emblem)
    )


def _closed(outline: list[Point]) -> str:
    return f"M{' '.join(f'{x:.3g},{-y:.3g}' for x, y in outline)}Z"
