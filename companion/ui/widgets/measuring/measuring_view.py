"""The live picture of the table with a ruler on it, and a magnifier under the finger."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from math import hypot
from typing import Any, ClassVar

import numpy as np
from kivy.graphics import Color, Ellipse, Rectangle, StencilPop, StencilPush, StencilUnUse, StencilUse
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from numpy.typing import NDArray

from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.free_boxes import Box, freest
from companion.ui.rulers.annotations import Annotation, Handle, Polyline, TextMark
from companion.ui.rulers.ruler import Ruler
from companion.ui.theme import Rgba, px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.controls.drawing import Point

TONES: dict[str, Rgba] = {
    "lamp": theme.ACCENT,
    "good": theme.rgba("6fe08a"),
    "warning": theme.rgba("ff8f6b"),
    "quiet": theme.rgba("cfe6ff", 0.75),
}
CLOSER = 2.4
"""Zoom factor of the enlarged picture."""
LOUPE = 84
"""Radius of the magnifier, in theme pixels."""
POWER = 4.0
"""Its magnification of the screen."""
REACH = 34
"""Touch radius of handles and miniatures, in theme pixels."""
DASH = 9
"""Length of a dash and of a gap, in theme pixels."""
BESIDE = 16
"""Distance of a text from its point, to either side, in theme pixels."""
AROUND = ((0, 1.0), (0, -1.0), (1, 0.0), (-1, 0.0), (0, 2.4), (0, -2.4))
"""Where a text may stand around its point, the preferred first: across and up."""
SLIP = 10
"""Largest movement of a tap, in theme pixels."""


class MeasuringView(CanvasWidget):
    """Shows the picture as large as it fits; fingers move the ruler's handles.

    Attributes:
        ruler: the ruler; None only shows the picture.
        text: shown while there is no picture.
        zoom: 1 for the whole picture; more for a part of it, which a finger pans.

    Events:
        on_change: the ruler was moved.
    """

    ruler = ObjectProperty(None, allownone=True)
    text = StringProperty(gettext("No picture"))
    zoom = NumericProperty(1.0)
    shows: ClassVar[tuple[str, ...]] = ("text", "zoom")
    __events__: ClassVar[tuple[str, ...]] = ("on_change",)

    def __init__(self, **properties: Any) -> None:
        self._texture: Any = None
        self._shown: Any = None
        self._middle: Point = (0.0, 0.0)
        self._notes: list[Box] = []
        self._closer = BigButton(icon="plus", kind="quiet")
        super().__init__(**properties)
        self._closer.bind(on_tap=lambda _: self.look_closer())
        self._closer.label = gettext("Closer")
        self.add_widget(self._closer)
        self.fbind("ruler", lambda *_: self.redraw())

    # --- the picture ---------------------------------------------------------------------------------------

    def show(self, picture: NDArray[np.uint8] | None) -> None:
        """Show a picture: height x width x 3, BGR; None if the camera gives none."""
        if picture is None:
            if self._texture is not None:
                self._texture = self._shown = None
                self.redraw()
            return
        if picture is self._shown:
            return
        self._shown = picture
        size = (picture.shape[1], picture.shape[0])
        if self._texture is None or tuple(self._texture.size) != size:
            self._texture = Texture.create(size=size, colorfmt="bgr")
            self._texture.flip_vertical()
            self._texture.mag_filter = "linear"
            self.redraw()
        flat = np.ascontiguousarray(picture).reshape(-1)
        self._texture.blit_buffer(flat, colorfmt="bgr", bufferfmt="ubyte")
        self.canvas.ask_update()

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The rectangle of the whole picture: x, y, width, height; enlarged, it exceeds the widget."""
        if self._texture is None:
            return float(self.x), float(self.y), float(self.width), float(self.height)
        scale = min(self.width / self._texture.width, self.height / self._texture.height) * self.zoom
        width, height = self._texture.width * scale, self._texture.height * scale
        left = _covering(self.x, self.width, width, self._middle[0] * scale)
        bottom = _covering(self.y, self.height, height, height - self._middle[1] * scale)
        return left, bottom, width, height

    def look_closer(self) -> None:
        """Toggle between the whole picture and an enlarged part around the ruler."""
        if self.zoom > 1:
            self.zoom = 1.0
        elif isinstance(self.ruler, Ruler):
            across, down = zip(*self.ruler.middle_of, strict=True)
            self._middle = (sum(across) / len(across), sum(down) / len(down))
            self.zoom = CLOSER
        self._closer.icon = "whole" if self.zoom > 1 else "plus"
        self.dispatch("on_change")

    @property
    def scale(self) -> float:
        """Pixels of the screen for one pixel of the picture."""
        return 1.0 if self._texture is None else max(float(self.frame[2] / self._texture.width), 0.01)

    @property
    def reach(self) -> float:
        """Touch radius in pixels of the picture."""
        return px(REACH) / self.scale

    def to_pixel(self, point: Point) -> Point:
        """The picture's pixel at a point of the window."""
        x, y, _, height = self.frame
        return (point[0] - x) / self.scale, (y + height - point[1]) / self.scale

    def where(self, pixel: Point) -> Point:
        """The point of the window where a pixel of the picture is shown."""
        x, y, _, height = self.frame
        return x + pixel[0] * self.scale, y + height - pixel[1] * self.scale

    # --- fingers -------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Grab the handle under the finger."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        if super().on_touch_down(touch):
            return True
        if isinstance(self.ruler, Ruler) and self._texture is not None:
            touch.grab(self)
            touch.ud[self] = self.ruler.held is None and self.ruler.grab(self.to_pixel(touch.pos))
            self._changed()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Move the grabbed handle, or pan the enlarged picture."""
        if touch.grab_current is not self or not isinstance(self.ruler, Ruler):
            return bool(super().on_touch_move(touch))
        if touch.ud[self]:
            self.ruler.drag(self.to_pixel(touch.pos))
            self._changed()
        elif self.zoom > 1:
            self._middle = (self._middle[0] - touch.dx / self.scale, self._middle[1] + touch.dy / self.scale)
            self.redraw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Release the handle; a finger without a handle has tapped."""
        if touch.grab_current is not self or not isinstance(self.ruler, Ruler):
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if touch.ud[self]:
            self.ruler.drop()
        elif hypot(touch.x - touch.ox, touch.y - touch.oy) <= px(SLIP):
            self.ruler.tap(self.to_pixel(touch.pos))
        self._changed()
        return True

    def _changed(self) -> None:
        self.mark()
        self.dispatch("on_change")

    # --- drawing -------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the picture, and the ruler over it."""
        x, y, width, height = self.frame
        self._closer.size = (px(theme.TAP_TARGET + 4), px(theme.TAP_TARGET))
        self._closer.pos = (self.right - self._closer.width - px(4), self.y + px(4))
        self._closer.opacity = 0 if self._texture is None or self.ruler is None else 1
        with self._clipped():
            Color(*(theme.SEA_DEEP if self._texture is None else (1, 1, 1, 1)))
            Rectangle(texture=self._texture, pos=(x, y), size=(width, height))
        if self._texture is None:
            room = self.width - 2 * px(theme.SPACE_16)
            drawing.draw_text(
                self.text, self.center, px(theme.SUBTITLE), theme.MUTED, anchor=(0.5, 0.5), width=room
            )
        self.mark()

    def mark(self) -> None:
        """Draw the ruler again."""
        self.canvas.after.clear()
        if self._texture is None or not isinstance(self.ruler, Ruler):
            return
        marks, self._notes = self.ruler.annotations(), []
        with self.canvas.after:
            with self._clipped():
                for kind in (Polyline, Handle, TextMark):
                    for mark in marks:
                        if isinstance(mark, kind):
                            self._draw_mark(mark)
            if self.ruler.aim is not None:
                self._draw_loupe(self.ruler.aim)

    @contextmanager
    def _clipped(self) -> Iterator[None]:
        """Clip drawing to the widget."""
        StencilPush()
        Rectangle(pos=self.pos, size=self.size)
        StencilUse()
        yield
        StencilUnUse()
        Rectangle(pos=self.pos, size=self.size)
        StencilPop()

    def _draw_mark(self, mark: Annotation) -> None:
        if isinstance(mark, Polyline):
            self._draw_trace(mark)
        elif isinstance(mark, Handle):
            at = self.where(mark.at)
            drawing.ring(at, px(15), theme.with_alpha(theme.DARK_TEXT, 0.8), px(7))
            drawing.ring(at, px(15), theme.ACCENT_BRIGHT if mark.held else theme.ACCENT, px(4))
        else:
            self._draw_note(mark)

    def _draw_trace(self, trace: Polyline) -> None:
        points = [self.where((float(x), float(y))) for x, y in trace.points]
        colour = TONES[trace.tone]
        if trace.filled:
            drawing.polygons([points], theme.with_alpha(colour, 0.2))
        line = px(3.5 if trace.bold else 2)
        if trace.dashed:
            for start, end in _dashes(points, px(DASH)):
                drawing.stroke([start, end], theme.with_alpha(theme.DARK_TEXT, 0.6), line + px(3))
                drawing.stroke([start, end], colour, line)
            return
        if trace.tone != "quiet":
            drawing.stroke(points, theme.with_alpha(theme.DARK_TEXT, 0.6), line + px(3), closed=trace.closed)
        drawing.stroke(points, colour, line, closed=trace.closed)

    def _draw_note(self, note: TextMark) -> None:
        """Write above a point, or where fewer other texts are covered: below it, or beside it."""
        large = len(note.text) > 2
        size = px(theme.SUBTITLE if large else theme.BODY)
        wide, high = (drawing.text_width(note.text, size, bold=True) + px(16 if large else 10), size * 1.25)
        (x, y), lift, beside = self.where(note.at), px(26 if large else 20), wide / 2 + px(BESIDE)
        corners = [
            (
                min(max(x + across * beside - wide / 2, self.x), self.right - wide),
                min(max(y + up * lift - high / 2, self.y), self.top - high),
            )
            for across, up in AROUND
        ]
        boxes = [(corner, (wide, high)) for corner in corners]
        free = freest(boxes, self._notes) or boxes[0]
        self._notes.append(free)
        left, bottom = free[0]
        drawing.rounded_rectangle(
            (left, bottom), (wide, high), theme.with_alpha(theme.DARK_TEXT, 0.85), radius=px(7)
        )
        at = (left + wide / 2, bottom + high / 2)
        drawing.draw_text(note.text, at, size, TONES[note.tone], bold=True, anchor=(0.5, 0.5))

    def _draw_loupe(self, pixel: Point) -> None:
        """Draw the magnifier in the upper corner that is farther from the finger."""
        x, y, width, height = self.frame
        radius, at = px(LOUPE), self.where(pixel)
        left = at[0] > self.center_x
        centre = (self.x + radius + px(8) if left else self.right - radius - px(8), self.top - radius - px(8))
        drawing.disc(centre, radius + px(5), theme.DARK_TEXT)
        # A smooth ellipse draws its rim twice, and a stencil drawn twice blocks everything.
        glass = {"pos": (centre[0] - radius, centre[1] - radius), "size": (2 * radius, 2 * radius)}
        StencilPush()
        Ellipse(**glass)
        StencilUse()
        Color(1, 1, 1, 1)
        power = POWER / self.zoom
        size = (width * power, height * power)
        shift = ((at[0] - x) * power, (at[1] - y) * power)
        Rectangle(texture=self._texture, pos=(centre[0] - shift[0], centre[1] - shift[1]), size=size)
        StencilUnUse()
        Ellipse(**glass)
        StencilPop()
        drawing.ring(centre, radius + px(2), theme.ACCENT, px(5))
        self._draw_cross(centre)

    @staticmethod
    def _draw_cross(centre: Point) -> None:
        """Four thin lines towards the exact pixel."""
        near, far = px(6), px(26)
        for line, colour in ((px(4), theme.DARK_TEXT), (px(2), theme.ACCENT)):
            for side in (-far, near):
                drawing.rounded_rectangle(
                    (centre[0] + side, centre[1] - line / 2), (far - near, line), colour, radius=0
                )
                drawing.rounded_rectangle(
                    (centre[0] - line / 2, centre[1] + side), (line, far - near), colour, radius=0
                )


def _covering(start: float, room: float, length: float, middle: float) -> float:
    """Return the start of a length centred at `middle`, so that it covers the room or lies within it."""
    if length <= room:
        return start + (room - length) / 2
    return min(start, max(start + room - length, start + room / 2 - middle))


def _dashes(points: list[Point], length: float) -> Iterator[tuple[Point, Point]]:
    """Yield the dashes of a line, as long as the gaps between them."""
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, round(hypot(bx - ax, by - ay) / length / 2))
        for dash in range(count):
            start, end = dash / count, (dash + 0.5) / count
            yield (
                (ax + (bx - ax) * start, ay + (by - ay) * start),
                (ax + (bx - ax) * end, ay + (by - ay) * end),
            )
