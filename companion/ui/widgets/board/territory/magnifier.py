"""The magnifier over a finger on the map: the board below it, and the selected territory."""

from collections.abc import Iterable, Mapping
from typing import Any

from kivy.graphics import (
    Color,
    Ellipse,
    InstructionGroup,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.territory.disc import ArmyDisc
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.drawing import Point

RADIUS = 62.0
"""Radius of the magnifier, in theme pixels."""
MAGNIFICATION = 1.6
ABOVE = 84.0
"""Distance of its centre from the finger, in theme pixels."""
TAG = 30.0
"""Height of the name tag below it, in theme pixels."""


class Magnifier(InstructionGroup):
    """Shows the board around a finger enlarged, with a ring around the selected disc and its name."""

    def close(self) -> None:
        """Remove the magnifier."""
        self.clear()

    def show(
        self,
        view: Viewport,
        finger: Point,
        painting: Any,
        discs: Mapping[str, tuple[Point, ArmyDisc]],
        selected: tuple[str, str, bool] | None,
    ) -> None:
        """Draw the magnifier at a finger.

        Args:
            view: of the board.
            finger: position of the touch, in pixels.
            painting: texture of the board, as large as the widget.
            discs: for each territory, the position of its disc in pixels, and a disc to draw.
            selected: id, name and selectability of the selected territory; None at sea.
        """
        self.clear()
        centre = _beside(view, finger)
        self._clip(centre)
        self._draw_board(view, finger, centre, painting)
        for id, (at, disc) in discs.items():
            placed = _magnified(at, finger, centre)
            disc.move(placed)
            disc.grow(MAGNIFICATION)
            self.add(disc)
            if selected is not None and id == selected[0]:
                self.add(Color(*(theme.ACCENT if selected[2] else theme.TEXT)))
                self.add(SmoothLine(circle=drawing.circle(placed, px(24) * MAGNIFICATION), width=px(3)))
        self._unclip(centre)
        if selected is not None:
            self._name(selected[1], centre, view, allowed=selected[2])

    def _clip(self, centre: Point) -> None:
        self.add(Color(*theme.SHADOW))
        self.add(SmoothEllipse(**_circle(centre, px(RADIUS + 5))))
        self.add(StencilPush())
        self.add(Ellipse(**_circle(centre, px(RADIUS))))
        self.add(StencilUse())
        self.add(Color(*theme.SEA))
        self.add(Ellipse(**_circle(centre, px(RADIUS))))

    def _unclip(self, centre: Point) -> None:
        self.add(StencilUnUse())
        self.add(Ellipse(**_circle(centre, px(RADIUS))))
        self.add(StencilPop())
        self.add(Color(*theme.TEXT))
        self.add(SmoothLine(circle=drawing.circle(centre, px(RADIUS)), width=px(1.5)))

    def _draw_board(self, view: Viewport, finger: Point, centre: Point, painting: Any) -> None:
        self.add(Color(1, 1, 1, 1))
        size = tuple(side * MAGNIFICATION for side in view.room)
        self.add(Rectangle(pos=_magnified(view.corner, finger, centre), size=size, texture=painting))

    def _name(self, name: str, centre: Point, view: Viewport, *, allowed: bool) -> None:
        size = px(theme.BODY)
        width = drawing.text_width(name, size, True) + 2 * px(theme.SPACE_8)
        left, right = view.corner[0] + width / 2, view.corner[0] + view.room[0] - width / 2
        middle = min(max(centre[0], left), max(left, right))
        corner = (round(middle - width / 2), round(centre[1] - px(RADIUS) - px(TAG) / 2))
        ground, text = (theme.ACCENT, theme.DARK_TEXT) if allowed else (theme.SURFACE, theme.TEXT)
        self.add(Color(*ground))
        self.add(SmoothRoundedRectangle(pos=corner, size=(width, px(TAG)), radius=[px(6)]))
        texture = drawing.text_texture(name, size, text, bold=True)
        self.add(Color(1, 1, 1, 1))
        at = (round(middle - texture.width / 2), round(corner[1] + (px(TAG) - texture.height) / 2))
        self.add(Rectangle(texture=texture, pos=at, size=texture.size))


def within(finger: Point, places: Iterable[tuple[str, Point]]) -> dict[str, Point]:
    """Return the discs visible in the magnifier, with their positions."""
    reach = px(RADIUS) / MAGNIFICATION + px(24)
    return {id: at for id, at in places if abs(at[0] - finger[0]) < reach and abs(at[1] - finger[1]) < reach}


def _beside(view: Viewport, finger: Point) -> Point:
    """Return the magnifier's centre: above the finger, or below it at the top of the board."""
    (left, low), (width, height) = view.corner, view.room
    edge = px(RADIUS + 6)
    x = min(max(finger[0], left + edge), left + width - edge)
    y = finger[1] + px(ABOVE) + px(TAG) / 2
    if y > low + height - edge:
        y = finger[1] - px(ABOVE)
    return x, max(y, low + edge + px(TAG) / 2)


def _magnified(at: Point, finger: Point, centre: Point) -> Point:
    x, y = (c + (part - f) * MAGNIFICATION for part, f, c in zip(at, finger, centre, strict=True))
    return x, y


def _circle(centre: Point, radius: float) -> dict[str, Point]:
    return {"pos": (centre[0] - radius, centre[1] - radius), "size": (2 * radius, 2 * radius)}
