"""Icons for the figures of a seat: territories, armies, cards and others."""

from collections.abc import Callable
from math import cos, pi, sin

from companion.icons.map_icon_shapes import MAP_ICON_SHAPES
from companion.ui.theme import Rgba
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.drawing import Point

Draw = Callable[[Point, float, Rgba], None]


def has_icon(label: str) -> bool:
    """Return whether a figure has an icon; others are shown with their label."""
    return label in FIGURE_ICONS


def draw_figure_icon(label: str, centre: Point, radius: float, colour: Rgba) -> None:
    """Draw the icon of a figure.

    Args:
        label: what the figure counts, one of `FIGURE_ICONS`.
        centre: its middle.
        radius: how far it reaches.
        colour: its colour.
    """
    FIGURE_ICONS[label](centre, radius, colour)


def _shape(*outlines: tuple[Point, ...]) -> Draw:
    def draw(centre: Point, radius: float, colour: Rgba) -> None:
        placed = [[(centre[0] + x * radius, centre[1] + y * radius) for x, y in line] for line in outlines]
        drawing.polygons(placed, colour, smooth=True)

    return draw


def _soldier(centre: Point, radius: float, colour: Rgba) -> None:
    drawing.disc((centre[0], centre[1] + radius * 0.5), radius * 0.45, colour)
    _shape(((-0.85, -0.95), (0.85, -0.95), (0.6, -0.15), (0.0, 0.1), (-0.6, -0.15)))(centre, radius, colour)


def _cross(centre: Point, radius: float, colour: Rgba) -> None:
    reach = radius * 0.7
    for up in (1, -1):
        start = (centre[0] - reach, centre[1] - reach * up)
        drawing.stroke([start, (centre[0] + reach, centre[1] + reach * up)], colour, radius * 0.34)


def _cannon(centre: Point, radius: float, colour: Rgba) -> None:
    drawing.disc((centre[0] - radius * 0.25, centre[1] - radius * 0.4), radius * 0.55, colour)
    _shape(((-0.95, 0.0), (-0.7, 0.45), (0.95, 0.75), (0.95, 0.3)))(centre, radius, colour)


def _coin(centre: Point, radius: float, colour: Rgba) -> None:
    drawing.ring(centre, radius * 0.8, colour, radius * 0.3)
    drawing.disc(centre, radius * 0.3, colour)


def _clock(centre: Point, radius: float, colour: Rgba) -> None:
    x, y = centre
    drawing.ring(centre, radius * 0.9, colour, radius * 0.22)
    drawing.stroke([(x, y + radius * 0.55), (x, y), (x + radius * 0.4, y)], colour, radius * 0.22)


def _map_icon(name: str) -> Draw:
    def draw(centre: Point, radius: float, colour: Rgba) -> None:
        _shape(*map(tuple, MAP_ICON_SHAPES[name].outlines))(centre, radius, colour)

    return draw


_FLAG = _shape(((-0.7, -1.0), (-0.45, -1.0), (-0.45, 0.05), (0.9, 0.5), (-0.45, 1.0), (-0.7, 1.0)))
_CARD = _shape(((-0.65, -0.95), (0.65, -0.95), (0.65, 0.95), (-0.65, 0.95)))
_ARROW = _shape(
    ((-0.25, -0.95), (0.25, -0.95), (0.25, 0.1), (0.8, 0.1), (0.0, 1.0), (-0.8, 0.1), (-0.25, 0.1))
)
_PILE = _shape(*(((-0.8, y), (0.8, y), (0.8, y + 0.42), (-0.8, y + 0.42)) for y in (-0.9, -0.25, 0.4)))
_STAR = _shape(
    tuple(
        (
            (1.0 if turn % 2 == 0 else 0.45) * sin(turn * pi / 5),
            (1.0 if turn % 2 == 0 else 0.45) * cos(turn * pi / 5),
        )
        for turn, reach in enumerate((1.0, 0.45) * 5)
    )
)

NEXT_TURN = "next turn"
"""Label of the armies that the next turn brings."""
PIECES = ("armies", "troops", "soldiers", "units")
"""The games' words for fighting pieces."""
FIGURE_ICONS: dict[str, Draw] = {
    "territories": _FLAG,
    **dict.fromkeys(PIECES, _soldier),
    "cards": _CARD,
    "cities": _map_icon("city"),
    "minerals": _map_icon("mineral"),
    "bases": _map_icon("base"),
    "objectives": _STAR,
    "achievements": _STAR,
    "commander": _STAR,
    "tokens": _map_icon("tank"),
    "supply": _PILE,
    "troop pile": _PILE,
    "cannons": _cannon,
    "treasury": _coin,
    NEXT_TURN: _ARROW,
    "time": _clock,
    "casualties": _cross,
    "kills": _cross,
    "lost": _cross,
}
"""Every icon by the label of its figure."""
