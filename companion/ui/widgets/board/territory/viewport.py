"""The board's zoom and position in the widget."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from companion.ui.widgets.controls.drawing import Point

MAX_ZOOM = 4.0

Box = tuple[Point, Point]
"""Bottom left and top right corner."""


@dataclass(frozen=True)
class Viewport:
    """The mapping between the board's canvas and the screen.

    Attributes:
        board: width and height of the board's canvas.
        corner: bottom left corner of the widget, in pixels.
        room: width and height of the widget, in pixels.
        zoom: 1 shows the whole board; at most `MAX_ZOOM`.
        shift: offset of the board's centre from the widget's centre, in pixels.
    """

    board: tuple[float, float]
    corner: Point
    room: tuple[float, float]
    zoom: float = 1.0
    shift: Point = (0.0, 0.0)

    @cached_property
    def fit(self) -> float:
        """Pixels per canvas unit when the whole board is shown."""
        return max(1e-3, min(self.room[0] / self.board[0], self.room[1] / self.board[1]))

    @cached_property
    def scale(self) -> float:
        """Pixels per canvas unit."""
        return self.fit * self.zoom

    @cached_property
    def origin(self) -> Point:
        """Position of the canvas' bottom left corner, in pixels."""
        x, y = (
            corner + room / 2 + shift - board * self.scale / 2
            for corner, room, shift, board in zip(self.corner, self.room, self.shift, self.board, strict=True)
        )
        return x, y

    def to_screen(self, point: Point) -> Point:
        """Convert canvas units to pixels."""
        x, y = self.origin
        return x + point[0] * self.scale, y + point[1] * self.scale

    def to_board(self, point: Point) -> Point:
        """Convert pixels to canvas units."""
        x, y = self.origin
        return (point[0] - x) / self.scale, (point[1] - y) / self.scale

    def moved(self, by: Point) -> "Viewport":
        """Move the board by this many pixels, within its limits."""
        return replace(self, shift=(self.shift[0] + by[0], self.shift[1] + by[1])).kept()

    def zoomed(self, factor: float, around: Point) -> "Viewport":
        """Zoom by a factor around a fixed point in pixels, within the limits."""
        fixed = self.to_board(around)
        larger = replace(self, zoom=min(MAX_ZOOM, max(1.0, self.zoom * factor)))
        x, y = larger.to_screen(fixed)
        return larger.moved((around[0] - x, around[1] - y))

    def framing(self, points: Sequence[Point], margin: float) -> "Viewport":
        """Return the closest view of some points of the canvas, with a margin in pixels around them."""
        sides = [(min(axis), max(axis)) for axis in zip(*points, strict=True)]
        zooms = [
            (room - 2 * margin) / max(1e-6, (high - low) * self.fit)
            for room, (low, high) in zip(self.room, sides, strict=True)
        ]
        view = replace(self, zoom=min(MAX_ZOOM, max(1.0, min(zooms))), shift=(0.0, 0.0))
        middle = view.to_screen(((sides[0][0] + sides[0][1]) / 2, (sides[1][0] + sides[1][1]) / 2))
        centre = (view.corner[0] + view.room[0] / 2, view.corner[1] + view.room[1] / 2)
        return view.moved((centre[0] - middle[0], centre[1] - middle[1]))

    def showing(self, points: Sequence[Point], margin: float) -> "Viewport":
        """Move the board as little as needed to show some points, in pixels, this far from the edges."""
        by = []
        for low, room, axis in zip(self.corner, self.room, zip(*points, strict=True), strict=True):
            least, most = low + margin - min(axis), low + room - margin - max(axis)
            by.append(max(0.0, least) if least > 0 else min(0.0, most))
        return self.moved((by[0], by[1]))

    def whole(self) -> "Viewport":
        """Return the view of the whole board."""
        return replace(self, zoom=1.0, shift=(0.0, 0.0))

    def kept(self) -> "Viewport":
        """Clamp the shift so that no empty margin appears at the board's edges."""
        spare = [max(0.0, (b * self.scale - r) / 2) for b, r in zip(self.board, self.room, strict=True)]
        x, y = (min(most, max(-most, shift)) for most, shift in zip(spare, self.shift, strict=True))
        return replace(self, shift=(x, y))
