"""Shapes of map icons (capitals, farms, woods, flags), for the screen and for phones."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import pi, sin

from companion.icons.emblems import Point, circle_points


def _path(corners: str) -> list[Point]:
    """Parse corners written in hundredths: ``"-80,-50 0,70"``."""
    return [(int(x) / 100, int(y) / 100) for x, y in (corner.split(",") for corner in corners.split())]


def _blade(turn: float) -> list[Point]:
    """One blade of the radiation trefoil, rotated by a share of the circle."""
    outer = circle_points((0, 0), 0.92, 24, start=turn - 1 / 12)[:5]
    inner = circle_points((0, 0), 0.3, 24, start=turn - 1 / 12)[:5]
    return [*outer, *reversed(inner)]


def _wave(height: float) -> list[Point]:
    """One wave of water at a height."""
    across = [number / 8 - 1 for number in range(17)]
    upper = [(x * 0.9, height + 0.14 * sin(2 * pi * x)) for x in across]
    return [*upper, *((x, y - 0.2) for x, y in reversed(upper))]


@dataclass(frozen=True)
class MapIconShape:
    """One icon in a circle of radius 1, y upwards.

    Attributes:
        make: makes the filled shapes; called when they are first drawn.
        fill: the background colour, unless it belongs to a seat and takes its colour; six hex digits.
        line: the colour of the icon itself.
    """

    make: Callable[[], tuple[list[Point], ...]]
    fill: str = "e4d5b0"
    line: str = "1e1710"

    @cached_property
    def outlines(self) -> tuple[list[Point], ...]:
        """Filled shapes."""
        return self.make()


def _icon(*outlines: str, fill: str = "e4d5b0", line: str = "1e1710") -> MapIconShape:
    return MapIconShape(lambda: tuple(map(_path, outlines)), fill, line)


MAP_ICON_SHAPES: dict[str, MapIconShape] = {
    "capital": _icon(
        "-80,-50 -80,50 -40,5 0,70 40,5 80,50 80,-50",
    ),
    "base": _icon(
        "-85,-60 -85,10 0,85 85,10 85,-60 25,-60 25,-10 -25,-10 -25,-60",
    ),
    "city": _icon(
        "-88,-62 -44,-62 -44,12 -88,12",
        "-30,-62 -30,48 0,90 30,48 30,-62",
        "44,-62 88,-62 88,34 44,34",
        fill="cfe0ea",
        line="14304a",
    ),
    "rough": _icon(
        "-95,-55 -35,55 -5,5 30,80 95,-55",
        fill="8a7a63",
        line="f6eedd",
    ),
    "site": _icon(
        "-85,-75 85,-75 85,-52 -85,-52",
        "-68,-42 -40,-42 -40,22 -68,22",
        "-14,-42 14,-42 14,22 -14,22",
        "40,-42 68,-42 68,22 40,22",
        "-90,34 0,88 90,34",
        fill="e6d3f2",
        line="43235e",
    ),
    "mineral": _icon(
        "-75,-60 -60,30 -30,-60",
        "-25,-60 0,85 30,-60",
        "35,-60 65,45 80,-60",
        fill="16384a",
        line="7fd6ff",
    ),
    "hero": _icon(
        "0,95 24,30 92,28 38,-14 58,-80 0,-42 -58,-80 -38,-14 -92,28 -24,30",
    ),
    "tower": _icon(
        "-50,-80 -35,20 -60,30 -60,80 -30,80 -30,55 -12,55 -12,80 "
        "12,80 12,55 30,55 30,80 60,80 60,30 35,20 50,-80",
    ),
    "farm": _icon(
        "-6,-85 6,-85 6,75 -6,75",
        "-5,-35 -50,-5 -5,-1",
        "-5,0 -50,30 -5,34",
        "-5,35 -50,65 -5,69",
        "5,-35 50,-5 5,-1",
        "5,0 50,30 5,34",
        "5,35 50,65 5,69",
    ),
    "radiated": MapIconShape(
        lambda: (*(_blade(0.25 + third / 3) for third in range(3)), circle_points((0, 0), 0.17, 12)),
        "f2c417",
    ),
    "cut-off": _icon(
        "-88,14 -16,14 -16,-16 -88,-16",
        "4,30 44,74 66,74 66,-74 34,-74 34,22 18,10",
        fill="9c2f25",
        line="f6eedd",
    ),
    "airfield": _icon(
        "-10,90 10,90 14,30 90,-10 90,-32 14,-10 10,-55 36,-75 "
        "36,-90 -36,-90 -36,-75 -10,-55 -14,-10 -90,-32 -90,-10 -14,30",
    ),
    "tank": _icon(
        "-90,-55 -75,-75 75,-75 90,-55 80,-20 -80,-20",
        "-45,-10 35,-10 35,35 -30,35",
        "35,5 95,30 95,45 35,25",
    ),
    "building": _icon(
        "-85,-65 -85,30 -40,68 -40,30 5,68 5,30 50,68 50,30 85,30 85,-65",
        fill="e8ddd2",
        line="5b2f24",
    ),
    "woods": _icon(
        "0,95 40,38 22,38 58,-8 30,-8 72,-60 10,-60 10,-92 "
        "-10,-92 -10,-60 -72,-60 -30,-8 -58,-8 -22,38 -40,38",
        fill="dbe6c8",
        line="234a1d",
    ),
    "rocky": _icon(
        "-95,-55 -78,2 -40,22 -8,-8 -12,-55",
        "0,-55 -2,22 34,68 80,34 95,-55",
        fill="e3ded0",
        line="4a463d",
    ),
    "water": MapIconShape(
        lambda: tuple(map(_wave, (0.55, 0.1, -0.35))),
        "cfe4ee",
        "17506f",
    ),
    "bridge": _icon(
        "-95,22 95,22 95,2 -95,2",
        "-75,2 -52,2 -52,-60 -75,-60",
        "52,2 75,2 75,-60 52,-60",
        "-12,2 12,2 12,-60 -12,-60",
        "-95,66 95,66 95,54 -95,54",
        "-66,54 -54,54 -54,22 -66,22",
        "-6,54 6,54 6,22 -6,22",
        "54,54 66,54 66,22 54,22",
        fill="ecdcb8",
        line="5a3d14",
    ),
    "road": _icon(
        "-85,-75 -30,75 -18,75 -58,-75",
        "85,-75 30,75 18,75 58,-75",
        "-8,-75 8,-75 7,-35 -7,-35",
        "-6,-18 6,-18 5,15 -5,15",
        "-4,32 4,32 3,60 -3,60",
        fill="ddd7ca",
        line="2f2b26",
    ),
    "symbol-leadership": _icon(
        "0,95 24,30 92,28 38,-14 58,-80 0,-42 -58,-80 -38,-14 -92,28 -24,30",
        fill="1e1710",
        line="f3c673",
    ),
    "symbol-weapons": _icon(
        "-72,-70 -72,20 -58,66 -44,20 -44,-70",
        "-14,-70 -14,34 0,84 14,34 14,-70",
        "44,-70 44,20 58,66 72,20 72,-70",
        fill="1e1710",
        line="f3c673",
    ),
    "symbol-air-support": _icon(
        "-10,90 10,90 14,30 90,-10 90,-32 14,-10 10,-55 36,-75 "
        "36,-90 -36,-90 -36,-75 -10,-55 -14,-10 -90,-32 -90,-10 -14,30",
        fill="1e1710",
        line="f3c673",
    ),
    "cover": _icon(
        "-92,-60 -92,-12 -4,-12 -4,-60",
        "4,-60 4,-12 92,-12 92,-60",
        "-50,-4 -50,44 50,44 50,-4",
        fill="cfae74",
        line="3d2a10",
    ),
    "start": _icon(
        "-50,-90 -36,-90 -36,90 -50,90",
        "-36,88 80,52 -36,16",
    ),
    "aircraft": _icon(
        "-12,95 12,95 18,34 95,-6 95,-34 18,-12 12,-52 42,-76 "
        "42,-94 -42,-94 -42,-76 -12,-52 -18,-12 -95,-34 -95,-6 -18,34",
    ),
}
"""The shape of every mark that has one; others are written with their first letter."""

MAP_ICON_NAMES: dict[str, str] = {
    "capital": "Capital",
    "base": "Base",
    "city": "City",
    "rough": "Rough terrain",
    "site": "Site",
    "mineral": "Mineral field",
    "hero": "Hero",
    "tower": "Tower",
    "farm": "Farm Block",
    "radiated": "Radiated",
    "cut-off": "Cut off: loses one",
    "airfield": "Airfield",
    "tank": "Tank",
}
"""The meaning of the icons on a map of territories, shown on the standings screen."""
