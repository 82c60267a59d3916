"""Places a squad and the icons of its zone so that they fit into the zone."""

from math import ceil
from typing import NamedTuple

from companion.ui.widgets.controls.drawing import Point

ROOM = 0.9
"""Usable share of a zone's width and height: few zones are rectangles."""
STEP = 2.15
"""Distance between two icons, in radii of an icon."""


class Arrangement(NamedTuple):
    """The centres of the squad and of every icon."""

    squad: Point
    signs: tuple[Point, ...]


def arranged(centre: Point, zone: Point, squad: Point | None, signs: int, radius: float) -> Arrangement:
    """Arrange a squad and icons around the centre of a zone: the icons below, or beside it in a low zone.

    Args:
        centre: the zone's centre.
        zone: its width and height.
        squad: width and height of the squad; None if none is there.
        signs: number of icons.
        radius: of an icon.
    """
    step = STEP * radius
    wide, high = zone[0] * ROOM, zone[1] * ROOM
    if squad is None or not signs:
        return Arrangement(centre, _grid(centre, signs, int(wide / step), step))
    rows = ceil(signs / max(1, min(signs, int(wide / step))))
    if squad[1] + rows * step <= high or wide < squad[0] + step:
        at = (centre[0], centre[1] + rows * step / 2)
        return Arrangement(at, _grid((centre[0], centre[1] - squad[1] / 2), signs, int(wide / step), step))
    columns = ceil(signs / max(1, int(high / step)))
    at = (centre[0] - columns * step / 2, centre[1])
    return Arrangement(at, _grid((centre[0] + squad[0] / 2, centre[1]), signs, columns, step))


def _grid(centre: Point, count: int, across: int, step: float) -> tuple[Point, ...]:
    """Return this many points in rows around a centre; the last row is centred too."""
    across = max(1, min(count, across))
    rows = ceil(count / across)
    spots = []
    for number in range(count):
        line, column = divmod(number, across)
        in_line = min(across, count - line * across)
        spots.append(
            (centre[0] + (column - (in_line - 1) / 2) * step, centre[1] + ((rows - 1) / 2 - line) * step)
        )
    return tuple(spots)
