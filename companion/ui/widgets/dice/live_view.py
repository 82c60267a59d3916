"""The camera's picture, with every die outlined and named."""

from collections.abc import Sequence
from typing import Any, ClassVar

import cv2
import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty, OptionProperty, StringProperty
from numpy.typing import NDArray

from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.vision.dice import DieReading
from companion.vision.tracking.tray_watcher import TrayState

LINE_HEIGHT = 1.15
"""Height of a line of the caption, in heights of its letters."""
TRAY_STATES = {
    TrayState.EMPTY: gettext("The tray is empty"),
    TrayState.MOVING: gettext("The tray is moving"),
    TrayState.SETTLING: gettext("The tray is settling"),
    TrayState.SETTLED: gettext("The tray is settled"),
}
"""What a tray does while no dice are read in it."""
_TONES = {"calm": theme.BORDER, "sure": theme.SUCCESS, "unsure": theme.WARNING}


def name_of(die: DieReading) -> str:
    """Name a die by its face, with a question mark if the dice reader is unsure."""
    return str(die.face) if die.sure else f"{die.face}?"


class LiveView(CanvasWidget):
    """The camera's picture with outlined dice, and a caption about its state.

    Every picture goes into the same texture, scaled to the shown size: copying a camera's full picture would
    take many times as long. Outlines are redrawn only if the dice have changed.

    Attributes:
        text: the state in words, such as "Roll the dice" or "Still moving".
        tone: colour of frame and words: calm, sure or unsure.
        tag: what the picture is, where it is no camera's, such as "Simulated".
        labels: names a die on the picture; gets the `DieReading`.
    """

    text = StringProperty("")
    tone = OptionProperty("calm", options=tuple(_TONES))
    tag = StringProperty("")
    labels = ObjectProperty(name_of)

    shows: ClassVar[tuple[str, ...]] = ("text", "tone", "labels", "tag")

    def __init__(self, **properties: Any) -> None:
        self._texture: Any = None
        self._picture: NDArray[np.uint8] | None = None
        self._dice: tuple[DieReading, ...] = ()
        super().__init__(**properties)

    def show(
        self, picture: NDArray[np.uint8] | None, dice: Sequence[DieReading] = (), text: str | None = None
    ) -> None:
        """Show a picture.

        Args:
            picture: height x width x 3, BGR; None if the camera gives none.
            dice: dice found in it, in its pixels.
            text: the caption; unchanged if not given.
        """
        if text is not None:
            self.text = text
        self._picture = picture
        if picture is None:
            self._texture = None
            self.redraw()
            return
        if self._take():
            self.redraw()
        self.canvas.ask_update()
        if tuple(dice) != self._dice:
            self._dice = tuple(dice)
            self._mark()

    @property
    def texture(self) -> Any:
        """The picture as it is shown; None if there is none."""
        return self._texture

    def _take(self) -> bool:
        """Copy the picture to the texture; return whether that is a new one, of another size."""
        assert self._picture is not None, "there is a picture"
        size, another = self._shown_size(), not self._fits()
        smaller = size != (self._picture.shape[1], self._picture.shape[0])
        picture = cv2.resize(self._picture, size, interpolation=cv2.INTER_AREA) if smaller else self._picture
        if another:
            self._texture = Texture.create(size=size, colorfmt="bgr")
            self._texture.flip_vertical()
        flat = np.ascontiguousarray(picture).reshape(-1)
        self._texture.blit_buffer(flat, colorfmt="bgr", bufferfmt="ubyte")
        return another

    def _shown_size(self) -> tuple[int, int]:
        """Return width and height of the texture that the widget needs; never larger than the picture."""
        assert self._picture is not None, "there is a picture"
        high, wide = self._picture.shape[:2]
        shrunk = min(1.0, self._scale())
        return max(1, round(wide * shrunk)), max(1, round(high * shrunk))

    def _fits(self) -> bool:
        """Return whether the texture has the size that the widget needs."""
        return self._texture is not None and tuple(self._texture.size) == self._shown_size()

    def _scale(self) -> float:
        """Return the scale: pixels of the window per pixel of the picture."""
        assert self._picture is not None, "there is a picture"
        high, wide = self._picture.shape[:2]
        return float(min((self.width - 2 * px(3)) / wide, self._room() / high))

    def _room(self) -> float:
        """Return the height available for the picture, in pixels."""
        return float(self.height - self._caption() - 2 * px(3))

    def _caption(self) -> float:
        """Height of the caption: always two lines, so that the picture does not jump."""
        return px(theme.BODY * 2 * LINE_HEIGHT)

    def _frame(self) -> tuple[float, float, float, float]:
        """The rectangle of the picture with its aspect ratio: x, y, width, height."""
        room = self._room()
        if self._picture is None:
            return self.x + px(3), self.top - px(3) - room, self.width - 2 * px(3), room
        scale = self._scale()
        width, height = self._picture.shape[1] * scale, self._picture.shape[0] * scale
        return self.center_x - width / 2, self.top - px(3) - room / 2 - height / 2, width, height

    def draw(self) -> None:
        """Draw frame, picture, outlines and caption."""
        if self._picture is not None and not self._fits():  # the widget has another size now
            self._take()
        x, y, width, height = self._frame()
        tone = _TONES[self.tone]
        around = px(3)
        drawing.rounded_rectangle(
            (x - around, y - around), (width + 2 * around, height + 2 * around), tone, radius=px(5)
        )
        Color(*(theme.BACKGROUND if self._texture is None else (1, 1, 1, 1)))
        Rectangle(texture=self._texture, pos=(x, y), size=(width, height))
        if self._texture is None:
            drawing.draw_text(
                gettext("No picture"),
                (x + width / 2, y + height / 2),
                px(theme.SUBTITLE),
                theme.MUTED,
                anchor=(0.5, 0.5),
            )
        colour = theme.TEXT if self.tone == "calm" else tone
        self._draw_caption(y - around - self._caption() / 2, colour)
        self._mark()

    def _draw_caption(self, middle: float, colour: theme.Rgba) -> None:
        """Write the caption in one large line, or in two."""
        if drawing.text_width(self.text, px(theme.SUBTITLE)) <= self.width:
            drawing.draw_text(
                self.text, (self.center_x, middle), px(theme.SUBTITLE), colour, anchor=(0.5, 0.5)
            )
            return
        size = px(theme.BODY)
        first, *others = drawing.wrap_text(self.text, size, self.width) or [""]
        lines = [first, " ".join(others)] if others else [first]
        for number, line in enumerate(lines):
            at = (self.center_x, middle + (len(lines) / 2 - number - 0.5) * size * LINE_HEIGHT)
            drawing.draw_fitting_text(line, at, size, colour, self.width, anchor=(0.5, 0.5))

    def _mark(self) -> None:
        """Draw the tag, and outline and name every die."""
        self.canvas.after.clear()
        if self._texture is None:
            return
        with self.canvas.after:
            if self.tag:
                x, y, _, height = self._frame()
                self._draw_tag(x, y + height)
            for die in self._dice:
                self._mark_die(die, *self._frame())

    def _draw_tag(self, x: float, top: float) -> None:
        """Draw the tag in the corner of the picture."""
        size = px(theme.BODY)
        corner = (x + px(theme.SPACE_4), top - size * 1.3 - px(theme.SPACE_4))
        wide = drawing.text_width(self.tag, size, bold=True) + px(theme.SPACE_16)
        drawing.rounded_rectangle(corner, (wide, size * 1.3), theme.BACKGROUND, edge=theme.ACCENT)
        at = (corner[0] + wide / 2, corner[1] + size * 0.65)
        drawing.draw_text(self.tag, at, size, theme.ACCENT, bold=True, anchor=(0.5, 0.5))

    def _mark_die(self, die: DieReading, x: float, y: float, width: float, height: float) -> None:
        scale = self._scale()
        left, right = (x + min(max(edge * scale, 0.0), width) for edge in (die.box[0], die.box[2]))
        top, bottom = (y + height - min(max(edge * scale, 0.0), height) for edge in (die.box[1], die.box[3]))
        colour = theme.SUCCESS if die.sure else theme.WARNING
        for line, shade in ((px(6), theme.with_alpha(theme.BACKGROUND, 0.7)), (px(3), colour)):
            drawing.stroke(
                [(left, bottom), (right, bottom), (right, top), (left, top)], shade, line, closed=True
            )
        size = px(theme.BODY) * 1.2
        foot = top if top + size <= y + height else bottom - size
        self._name(self.labels(die), ((left + right) / 2, foot), colour, (x, width))

    def _name(self, text: str, foot: drawing.Point, colour: theme.Rgba, span: drawing.Point) -> None:
        """Write a die's name on a tag, within the picture's sides."""
        size, (x, width), bottom = px(theme.BODY), span, foot[1]
        tag = drawing.text_width(text, size, bold=True) + px(theme.SPACE_12)
        left = min(max(foot[0] - tag / 2, x), x + width - tag)
        drawing.rounded_rectangle((left, bottom), (tag, size * 1.2), colour, radius=px(4))
        at = (left + tag / 2, bottom + size * 0.6)
        drawing.draw_text(text, at, size, theme.DARK_TEXT, bold=True, anchor=(0.5, 0.5))
