"""Where a banner fits: positions in a room, and how much of places and controls each would cover."""

from collections.abc import Sequence
from functools import partial
from itertools import product

from kivy.uix.widget import Widget

from companion.ui.widgets.controls.canvas_widget import Tappable
from companion.ui.widgets.controls.drawing import Point

Box = tuple[Point, Point]
"""Position of the lower left corner, and size, in pixels."""


def positions(room: Box, size: Point, step: float) -> list[Box]:
    """Return the boxes of a size in a room, every `step` pixels, row by row from its foot.

    >>> positions(((0, 0), (90, 30)), (80, 20), 10)
    [((0, 0), (80, 20)), ((10, 0), (80, 20)), ((0, 10), (80, 20)), ((10, 10), (80, 20))]
    """
    (left, low), space = room
    across, up = (int((whole - part) // step) + 1 for whole, part in zip(space, size, strict=True))
    return [((left + x * step, low + y * step), size) for y, x in product(range(up), range(across))]


def covered(box: Box, others: Sequence[Box]) -> float:
    """Return how much of other boxes a box covers: 1.0 for each that is wholly covered.

    >>> covered(((0, 0), (10, 10)), [((5, 5), (10, 10)), ((10, 0), (5, 5)), ((1, 1), (2, 2))])
    1.25
    """
    return sum(map(partial(_share, box), others))


def _share(box: Box, other: Box) -> float:
    """Return the share of another box that a box covers."""
    (left, low), (width, height) = box
    (x, y), (wide, high) = other
    across = max(0.0, min(left + width, x + wide) - max(left, x))
    up = max(0.0, min(low + height, y + high) - max(low, y))
    return across * up / (wide * high) if wide and high else 0.0


def control_boxes(widget: Widget) -> list[Box]:
    """Return the boxes of the controls in a widget, in its window."""
    controls = [below for below in widget.walk() if isinstance(below, Tappable)]
    return [(control.to_window(*control.pos), tuple(control.size)) for control in controls]
