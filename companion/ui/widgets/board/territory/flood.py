"""Animates a change of owner: the new owner's colour spreads over the territory from its centre."""

from math import hypot

from kivy.graphics import (
    Color,
    Ellipse,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Scale,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
    Translate,
)

from companion.ui import theme
from companion.ui.widgets.board.territory.geometry import Land
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.controls.drawing import Point


class Flood:
    """A growing disc of colour, clipped to a territory.

    Args:
        land: the territory, cut into triangles.
        middle: where the disc starts, in canvas units of the board.
        colour: of the new owner.
        view: of the board.
    """

    def __init__(self, land: Land, middle: Point, colour: theme.Rgba, view: Viewport) -> None:
        self.group = InstructionGroup()
        self._middle = (middle[0] * view.fit, middle[1] * view.fit)
        placed = [(x * view.fit, y * view.fit) for x, y in land.points]
        self._reach = max(hypot(x - self._middle[0], y - self._middle[1]) for x, y in placed)
        self._move, self._zoom = Translate(0, 0), Scale(1, 1, 1)
        self._disc = Ellipse(pos=self._middle, size=(0, 0))
        vertices = [part for x, y in placed for part in (x, y, 0, 0)]
        shapes = [Mesh(vertices=vertices, indices=land.triangles, mode="triangles") for _ in range(2)]
        for instruction in (
            PushMatrix(),
            self._move,
            self._zoom,
            StencilPush(),
            shapes[0],
            StencilUse(),
            Color(*colour),
            self._disc,
            StencilUnUse(),
            shapes[1],
            StencilPop(),
            PopMatrix(),
        ):
            self.group.add(instruction)
        self.set_view(view)

    def set_view(self, view: Viewport) -> None:
        """Set the view."""
        self._move.xy = view.origin
        self._zoom.xyz = (view.zoom, view.zoom, 1)

    def grow(self, share: float) -> None:
        """Set the radius as a share of the largest distance from the centre, 0 to 1."""
        radius = self._reach * share
        self._disc.pos = (self._middle[0] - radius, self._middle[1] - radius)
        self._disc.size = (2 * radius, 2 * radius)
