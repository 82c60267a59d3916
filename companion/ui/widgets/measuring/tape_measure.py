"""A tape measure on the screen: drag it until it shows the reading of the real tape."""

from typing import Any, ClassVar

from kivy.graphics import Rectangle, StencilPop, StencilPush, StencilUnUse, StencilUse
from kivy.properties import NumericProperty, ObjectProperty

from companion.referee.inches import STEPS, to_sixteenth
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Draggable

PIXELS = 104.0
"""Theme pixels per inch: a sixteenth is more than a millimetre wide."""
MAX_INCHES = 144.0
"""Length of the tape, in inches."""
TICKS = {1: 0.52, 2: 0.4, 4: 0.3, 8: 0.22, 16: 0.15}
"""Lengths of ticks by the fraction of an inch they mark (1/key), as shares of the tape's width."""


def tick_length(step: int) -> float:
    """Return the tick length at this number of sixteenths, as a share of the tape's width."""
    parts = next(parts for parts in TICKS if step % (STEPS // parts) == 0)
    return TICKS[parts]


class TapeMeasure(Draggable):
    """A yellow tape that is dragged below a fixed needle.

    Attributes:
        inches: reading at the needle; always a whole number of sixteenths.
        least: minimum allowed distance, in inches.
        most: maximum allowed distance, in inches; None for no limit.
    """

    inches = NumericProperty(0.0)
    least = NumericProperty(0.0)
    most = ObjectProperty(None, allownone=True)
    shows: ClassVar[tuple[str, ...]] = ("inches", "least", "most")

    # --- fingers -------------------------------------------------------------------------------------------

    def start_drag(self, touch: Any) -> bool:
        """Remember where the drag starts; the mouse wheel does not move the tape."""
        touch.ud[self] = (touch.x, self.inches)
        return not touch.is_mouse_scrolling

    def drag(self, touch: Any) -> None:
        """Move the tape with the finger."""
        start, inches = touch.ud[self]
        self.inches = to_sixteenth(min(MAX_INCHES, max(0.0, inches + (start - touch.x) / px(PIXELS))))

    # --- drawing -------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the part of the tape near the needle, with the allowed range in green along its edge."""
        StencilPush()
        Rectangle(pos=self.pos, size=self.size)
        StencilUse()
        zero = self._at(0.0)
        left = max(self.x, zero - px(10))
        drawing.rounded_rectangle(
            (left, self.y), (self.right - left, self.height), theme.rgba("e8c84a"), radius=px(4)
        )
        self._draw_allowed(zero)
        self._draw_ticks()
        StencilUnUse()
        Rectangle(pos=self.pos, size=self.size)
        StencilPop()
        self._draw_needle()

    def _at(self, inches: float) -> float:
        return float(self.center_x + (inches - self.inches) * px(PIXELS))

    def _draw_allowed(self, zero: float) -> None:
        first = max(self.x, self._at(self.least) if self.least else zero)
        last = self.right if self.most is None else min(self.right, self._at(float(self.most)))
        if last > first:
            drawing.rounded_rectangle(
                (first, self.y), (last - first, self.height * 0.16), theme.rgba("2f8a4c"), radius=0
            )

    def _draw_ticks(self) -> None:
        reach = self.width / 2 / px(PIXELS)
        first, last = max(0, int((self.inches - reach) * STEPS)), int((self.inches + reach + 1) * STEPS)
        for step in range(first, min(last, int(MAX_INCHES * STEPS)) + 1):
            x, length = self._at(step / STEPS), tick_length(step) * self.height
            line = px(2.5 if step % STEPS == 0 else 1.5)
            drawing.stroke([(x, self.top), (x, self.top - length)], theme.DARK_TEXT, line)
            if step % STEPS == 0:
                self._draw_number(str(step // STEPS), x + px(6))

    def _draw_number(self, number: str, left: float) -> None:
        """Write the inches beside their tick, unless the number would be cut off."""
        size = px(theme.TITLE)
        if left >= self.x and left + drawing.text_width(number, size, bold=True) <= self.right:
            at = (left, self.top - self.height * 0.5)
            drawing.draw_text(number, at, size, theme.DARK_TEXT, bold=True)

    def _draw_needle(self) -> None:
        x = self.center_x
        drawing.stroke([(x, self.y - px(6)), (x, self.top + px(6))], theme.DANGER, px(3))
        drawing.polygons(
            [[(x - px(9), self.top + px(12)), (x + px(9), self.top + px(12)), (x, self.top)]], theme.DANGER
        )
