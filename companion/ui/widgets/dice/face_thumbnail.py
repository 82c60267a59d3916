"""A framed thumbnail of a die's face."""

from typing import Any, ClassVar

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import OptionProperty, StringProperty
from numpy.typing import NDArray

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget

_TONES = {"calm": theme.BORDER, "good": theme.SUCCESS, "bad": theme.WARNING}


class FaceThumbnail(CanvasWidget):
    """Shows a picture as large as it fits.

    Attributes:
        tone: colour of the frame: calm, good or bad.
        text: shown while there is no picture.
    """

    tone = OptionProperty("calm", options=tuple(_TONES))
    text = StringProperty("")
    shows: ClassVar[tuple[str, ...]] = ("tone", "text")

    def __init__(self, **properties: Any) -> None:
        self._texture: Any = None
        super().__init__(**properties)

    def show(self, picture: NDArray[np.uint8] | None) -> None:
        """Show a picture: height x width x 3, BGR; None for none."""
        if picture is None:
            self._texture = None
        else:
            size = (picture.shape[1], picture.shape[0])
            self._texture = Texture.create(size=size, colorfmt="bgr")
            self._texture.flip_vertical()
            self._texture.mag_filter = "linear"
            flat = np.ascontiguousarray(picture).reshape(-1)
            self._texture.blit_buffer(flat, colorfmt="bgr", bufferfmt="ubyte")
        self.redraw()

    def draw(self) -> None:
        """Draw frame and picture."""
        across, down = self._texture.size if self._texture is not None else (1, 1)
        room = (self.width - 2 * px(3), self.height - 2 * px(3))
        scale = min(room[0] / across, room[1] / down)
        size = (across * scale, down * scale)
        at = (self.center_x - size[0] / 2, self.center_y - size[1] / 2)
        frame = ((at[0] - px(3), at[1] - px(3)), (size[0] + 2 * px(3), size[1] + 2 * px(3)))
        drawing.rounded_rectangle(*frame, _TONES[self.tone], radius=px(6))
        Color(*(theme.BACKGROUND if self._texture is None else (1, 1, 1, 1)))
        Rectangle(texture=self._texture, pos=at, size=size)
        if self._texture is None and self.text:
            drawing.draw_fitting_text(
                self.text, self.center, px(theme.CAPTION), theme.MUTED, size[0] - px(8), anchor=(0.5, 0.5)
            )
