"""Icons for buttons, drawn in a circle of a given radius."""

from collections.abc import Callable

from kivy.graphics import Color, Rectangle

from companion.ui.theme import Rgba
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.drawing import Point


def draw_icon(name: str, centre: Point, radius: float, colour: Rgba) -> None:
    """Draw an icon.

    Args:
        name: one of `ICONS`.
        centre: of the icon.
        radius: in pixels.
        colour: its colour.
    """
    ICONS[name](centre, radius, colour)


def _lines(*strokes: list[Point], weight: float = 0.24, closed: bool = False) -> Callable[..., None]:
    def draw(centre: Point, radius: float, colour: Rgba) -> None:
        for points in strokes:
            placed = [(centre[0] + x * radius, centre[1] + y * radius) for x, y in points]
            drawing.stroke(placed, colour, radius * weight, closed=closed)

    return draw


def _filled(*outlines: list[Point]) -> Callable[..., None]:
    def draw(centre: Point, radius: float, colour: Rgba) -> None:
        placed = [
            [(centre[0] + x * radius, centre[1] + y * radius) for x, y in points] for points in outlines
        ]
        drawing.polygons(placed, colour)

    return draw


def _pause(centre: Point, radius: float, colour: Rgba) -> None:
    Color(*colour)
    for left in (-0.62, 0.22):
        Rectangle(
            pos=(centre[0] + left * radius, centre[1] - 0.7 * radius), size=(0.4 * radius, 1.4 * radius)
        )


def _undo(centre: Point, radius: float, colour: Rgba) -> None:
    arc = drawing.circle_points((0.1, -0.1), 0.62, 24, start=-0.25)[:19]
    arc.append((-0.1, 0.52))
    placed = [(centre[0] + x * radius, centre[1] + y * radius) for x, y in arc]
    drawing.stroke(placed[:18], colour, radius * 0.22)
    _filled([(-0.95, 0.42), (-0.2, 0.98), (-0.2, -0.14)])(centre, radius, colour)
    _lines([(-0.3, 0.42), (0.12, 0.5)], weight=0.22)(centre, radius, colour)


def _question(centre: Point, radius: float, colour: Rgba) -> None:
    drawing.ring(centre, radius * 0.92, colour, radius * 0.16)
    drawing.draw_text("?", centre, radius * 1.35, colour, bold=True, anchor=(0.5, 0.5))


def _eye(centre: Point, radius: float, colour: Rgba) -> None:
    lid = [
        (-0.95, 0.0),
        (-0.5, 0.42),
        (0.0, 0.56),
        (0.5, 0.42),
        (0.95, 0.0),
        (0.5, -0.42),
        (0.0, -0.56),
        (-0.5, -0.42),
    ]
    _lines(lid, weight=0.16, closed=True)(centre, radius, colour)
    drawing.disc(centre, radius * 0.3, colour)


def _dice(centre: Point, radius: float, colour: Rgba) -> None:
    square = [(-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)]
    _lines(square, weight=0.18, closed=True)(centre, radius, colour)
    for x, y in ((-0.35, -0.35), (0.0, 0.0), (0.35, 0.35)):
        drawing.disc((centre[0] + x * radius, centre[1] + y * radius), radius * 0.15, colour)


ICONS: dict[str, Callable[[Point, float, Rgba], None]] = {
    "back": _lines([(0.35, 0.75), (-0.4, 0.0), (0.35, -0.75)]),
    "check": _lines([(-0.75, -0.02), (-0.2, -0.58), (0.8, 0.62)], weight=0.28),
    "cross": _lines([(-0.62, -0.62), (0.62, 0.62)], [(-0.62, 0.62), (0.62, -0.62)]),
    "delete": _lines(
        [(-0.95, 0.0), (-0.35, 0.62), (0.95, 0.62), (0.95, -0.62), (-0.35, -0.62), (-0.95, 0.0)],
        [(-0.1, 0.28), (0.46, -0.28)],
        [(-0.1, -0.28), (0.46, 0.28)],
        weight=0.17,
    ),
    "dice": _dice,
    "eye": _eye,
    "forward": _lines([(-0.35, 0.75), (0.4, 0.0), (-0.35, -0.75)]),
    "menu": _lines(
        [(-0.75, 0.55), (0.75, 0.55)], [(-0.75, 0.0), (0.75, 0.0)], [(-0.75, -0.55), (0.75, -0.55)]
    ),
    "minus": _lines([(-0.7, 0.0), (0.7, 0.0)], weight=0.3),
    "pause": _pause,
    "pencil": _lines(
        [(-0.8, -0.8), (-0.66, -0.28), (0.4, 0.78), (0.78, 0.4), (-0.28, -0.66), (-0.8, -0.8)], weight=0.18
    ),
    "play": _filled([(-0.5, -0.78), (0.8, 0.0), (-0.5, 0.78)]),
    "plus": _lines([(-0.7, 0.0), (0.7, 0.0)], [(0.0, -0.7), (0.0, 0.7)], weight=0.3),
    "question": _question,
    "ruler": _lines(
        [(-0.95, -0.35), (0.95, -0.35), (0.95, 0.4), (-0.95, 0.4), (-0.95, -0.35)],
        [(-0.5, 0.4), (-0.5, 0.05)],
        [(0.0, 0.4), (0.0, -0.1)],
        [(0.5, 0.4), (0.5, 0.05)],
        weight=0.18,
    ),
    "undo": _undo,
    "whole": _lines(
        [(-0.75, 0.25), (-0.75, 0.75), (-0.25, 0.75)],
        [(0.25, 0.75), (0.75, 0.75), (0.75, 0.25)],
        [(0.75, -0.25), (0.75, -0.75), (0.25, -0.75)],
        [(-0.25, -0.75), (-0.75, -0.75), (-0.75, -0.25)],
        weight=0.18,
    ),
}
"""Every icon by its name."""
