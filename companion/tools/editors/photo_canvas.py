"""A photo to touch and to draw on: the base of the pictures in the editors of boards and tiles."""

from typing import Any, ClassVar

from kivy.graphics import Color, Rectangle
from kivy.properties import ObjectProperty

from companion.games.boards.elements import Point
from companion.ui.widgets.board.battlefield.photograph import picture_texture
from companion.ui.widgets.controls.canvas_widget import Draggable


class PhotoCanvas(Draggable):
    """A picture as large as it fits; all points in its pixels, from the top left.

    Attributes:
        picture: BGR; None before the first.
    """

    picture = ObjectProperty(None, allownone=True, force_dispatch=True)
    shows: ClassVar[tuple[str, ...]] = ("picture",)

    def __init__(self, **properties: Any) -> None:
        self._texture: tuple[object, Any] | None = None
        super().__init__(**properties)

    def where(self, spot: Point) -> Point:
        """Convert a pixel of the picture to coordinates of the window."""
        x, y = self.to_window(*self.placed(spot))
        return float(x), float(y)

    def _frame(self) -> tuple[float, float, float, float]:
        high, wide = self.picture.shape[:2]
        scale = min(self.width / wide, self.height / high)
        return self.center_x - wide * scale / 2, self.center_y - high * scale / 2, scale, float(high)

    def placed(self, spot: Point) -> Point:
        """Convert a pixel of the picture to coordinates of this widget."""
        left, low, scale, high = self._frame()
        return left + spot[0] * scale, low + (high - spot[1]) * scale

    def spot(self, touch: Any) -> Point:
        """Return the pixel under a finger, within the picture."""
        left, low, scale, high = self._frame()
        wide = self.picture.shape[1]
        x, y = (touch.x - left) / scale, high - (touch.y - low) / scale
        return min(wide - 1.0, max(0.0, float(x))), min(high - 1.0, max(0.0, float(y)))

    def draw_picture(self) -> None:
        """Draw the picture; only if there is one."""
        left, low, scale, high = self._frame()
        if self._texture is None or self._texture[0] is not self.picture:
            self._texture = (self.picture, picture_texture(self.picture))
        Color(1, 1, 1, 1)
        size = (2 * (self.center_x - left), high * scale)
        Rectangle(texture=self._texture[1], pos=(left, low), size=size)
