"""Icons of a place (capitals, farms, woods, flags), drawn in a circle of radius 1."""

from collections.abc import Iterator

from companion.icons.sheets import icon_sheet
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.drawing import Point

RADIUS = 11.0
"""Radius of a sign on the map, in theme pixels."""
OUTSIDE = 0.7
"""Distance of an icon's centre from the rim of the disc, in radii of the icon."""


def draw_map_icon(mark: str, seats: tuple[Seat, ...], centre: Point, radius: float, count: int = 1) -> None:
    """Draw one mark of a scene on the open canvas.

    Args:
        mark: its name, with the seat it belongs to after a colon, if any.
        seats: all seats.
        centre: of the icon.
        radius: in pixels.
        count: written beside it if more than one.
    """
    kind, _, owner = mark.partition(":")
    seat = next((seat for seat in seats if seat.id == owner), None)
    sign = icon_sheet("marks").get(kind)
    fill, colour = (theme.rgba(sign.fill), theme.rgba(sign.line)) if sign else (theme.ACCENT, theme.DARK_TEXT)
    if seat is not None:
        fill, colour = theme.SEAT_COLOURS[seat.colour].fill, theme.SEAT_COLOURS[seat.colour].text
    drawing.disc(centre, radius + px(1.5), theme.DARK_TEXT)
    drawing.disc(centre, radius, fill)
    if sign is None:
        drawing.draw_text(kind[:1].upper(), centre, radius * 1.5, colour, bold=True, anchor=(0.5, 0.5))
    else:
        drawing.draw_icon(sign, centre, radius * 0.84, colour)
    if count > 1:
        at = (centre[0] + radius * 0.8, centre[1] - radius * 0.8)
        drawing.disc(at, radius * 0.62, theme.DARK_TEXT)
        drawing.draw_text(str(count), at, radius * 1.1, theme.TEXT, bold=True, anchor=(0.5, 0.5))


def draw_map_icons(
    marks: tuple[str, ...], seats: tuple[Seat, ...], disc: float, turns: tuple[float, ...]
) -> None:
    """Draw the marks of a place on the open canvas.

    Args:
        marks: their names.
        seats: all seats.
        disc: radius of the disc at (0, 0) around which they are placed; 0 if there is none.
        turns: their angles, in turns from the right.
    """
    for at, (mark, count) in zip(icon_places(marks, disc, turns), _counted(marks), strict=False):
        draw_map_icon(mark, seats, at, px(RADIUS), count)


def icon_places(marks: tuple[str, ...], disc: float, turns: tuple[float, ...]) -> list[Point]:
    """Return the centres of a place's icons, relative to the centre of its disc; see `draw_map_icons`."""
    kinds = len(_counted(marks))
    return list(_round(disc, turns) if disc else _side_by_side(kinds))[:kinds]


def _round(disc: float, turns: tuple[float, ...]) -> Iterator[Point]:
    for turn in turns:
        yield drawing.circle_points((0.0, 0.0), disc + px(RADIUS) * OUTSIDE, 1, start=turn)[0]


def _side_by_side(count: int) -> Iterator[Point]:
    step = px(RADIUS) * 2.1
    for number in range(count):
        yield (number - (count - 1) / 2) * step, 0.0


def _counted(marks: tuple[str, ...]) -> list[tuple[str, int]]:
    return [(mark, marks.count(mark)) for mark in dict.fromkeys(marks)]
