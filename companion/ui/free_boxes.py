"""Where a banner fits: positions in a room, and how much of places and controls each would cover."""

import math
from collections.abc import Sequence
from functools import partial
from itertools import product

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.widgets.controls.canvas_widget import Tappable
from companion.ui.widgets.controls.drawing import Point

Box = tuple[Point, Point]
"""Position of the lower left corner, and size, in pixels."""


def positions(room: Box, size: Point, step: float) -> list[Box]:
    """Return the boxes of a size in a room, every `step` pixels and at its edges, row by row from its foot.

    >>> positions(((0, 0), (95, 20)), (80, 20), 10)
    [((0, 0), (80, 20)), ((10, 0), (80, 20)), ((15, 0), (80, 20))]
    """
    (left, low), (wide, high) = room
    across, up = _steps(wide - size[0], step), _steps(high - size[1], step)
    return [((left + x, low + y), size) for y, x in product(up, across)]


def _steps(spare: float, step: float) -> list[float]:
    """Return how far a box can be moved in spare room: by whole steps, and as far as it goes."""
    steps = [number * step for number in range(int(spare // step) + 1)]
    return [*steps, spare] if steps and steps[-1] < spare else steps


def covered(box: Box, others: Sequence[Box]) -> float:
    """Return how much of other boxes a box covers: 1.0 for each that is wholly covered.

    >>> covered(((0, 0), (10, 10)), [((5, 5), (10, 10)), ((10, 0), (5, 5)), ((1, 1), (2, 2))])
    1.25
    """
    return sum(map(partial(_share, box), others))


def freest(boxes: Sequence[Box], others: Sequence[Box]) -> Box | None:
    """Return the first of the boxes that covers the least of other boxes; None if there is no box.

    >>> freest([((0, 0), (10, 10)), ((8, 8), (4, 4)), ((20, 0), (10, 10))], [((5, 5), (10, 10))])
    ((20, 0), (10, 10))
    """
    least, found = math.inf, None
    for box in boxes:
        share = covered(box, others)
        if share < least:
            least, found = share, box
        if not share:
            break
    return found


def _share(box: Box, other: Box) -> float:
    """Return the share of another box that a box covers."""
    (left, low), (width, height) = box
    (x, y), (wide, high) = other
    across = max(0.0, min(left + width, x + wide) - max(left, x))
    up = max(0.0, min(low + height, y + high) - max(low, y))
    return across * up / (wide * high) if wide and high else 0.0


def holds(box: Box, point: Point) -> bool:
    """Return whether a point is in a box.

    >>> holds(((0, 0), (10, 10)), (5, 10)), holds(((0, 0), (10, 10)), (5, 11))
    (True, False)
    """
    (left, low), (width, height) = box
    return left <= point[0] <= left + width and low <= point[1] <= low + height


def control_boxes(widget: Widget) -> list[Box]:
    """Return the boxes of the controls in a widget, in its window; of lists what is in sight of them."""
    controls = (below for below in widget.walk() if isinstance(below, Tappable) and _acts(below))
    return [box for control in controls if min(*(box := _shown_box(control))[1]) > 0]


def _acts(control: Tappable) -> bool:
    """Return whether a tap on it does anything: that on most emblems does not."""
    return type(control).on_tap is not Tappable.on_tap or bool(control.get_property_observers("on_tap"))


def _shown_box(control: Widget) -> Box:
    """Return the part of a control's box that is shown; without width or height if none is."""
    (left, low), (right, top) = (
        control.to_window(*corner) for corner in (control.pos, (control.right, control.top))
    )
    above = control.parent
    while isinstance(above, Widget):
        if isinstance(above, ScrollView):
            x, y = above.to_window(*above.pos)
            left, low = max(left, x), max(low, y)
            right, top = min(right, x + above.width), min(top, y + above.height)
        above = above.parent
    return (left, low), (right - left, top - low)
