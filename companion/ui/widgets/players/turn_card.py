"""Shows whose turn it is, readable across the table: on the whole screen, or along one edge."""

from typing import Any, ClassVar

from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.controls.touch_blocker import TouchBlocker
from companion.ui.widgets.players.emblem import draw_badge

EMBLEM = 200
"""Height of the emblem, in theme pixels."""
LINE = 1.2
"""Line height, in font sizes."""
UPSIDE_DOWN = 180
"""Degrees."""


class TurnCard(TouchBlocker):
    """Emblem, name and a text below, legible at 1.2 m. A touch closes it and does nothing else."""

    seat = ObjectProperty(None, allownone=True)
    title = StringProperty("")
    text = StringProperty("")

    shows: ClassVar[tuple[str, ...]] = ("seat", "title", "text")

    def draw(self) -> None:
        """Draw the emblem above the text, all centred."""
        fill = theme.SEAT_COLOURS[self.seat.colour].fill if self.seat is not None else theme.SURFACE
        drawing.rounded_rectangle(self.pos, self.size, theme.blend(theme.BACKGROUND, fill, 0.22), radius=0)
        lines = [(self.title, theme.NAME, theme.TEXT), (self.text, theme.DISTANT, theme.TEXT)]
        lines = [line for line in lines if line[0]]
        high = px(EMBLEM) + sum(px(size) * LINE for _, size, _ in lines)
        top = min(self.top, self.center_y + high / 2)
        if self.seat is not None:
            draw_badge(self.seat, (self.center_x, top - px(EMBLEM) / 2), px(EMBLEM) / 2)
        top -= px(EMBLEM)
        for text, size, colour in lines:
            middle = (self.center_x, top - px(size) * LINE / 2)
            width = self.width - 2 * px(theme.SPACE_16)
            drawing.draw_fitting_text(text, middle, px(size), colour, width, bold=True, anchor=(0.5, 0.5))
            top -= px(size) * LINE


class TurnBand(CanvasWidget):
    """Emblem, name, step and clock in a line along the edge at which the player sits.

    Only a touch on it is taken; the board beside it stays live.

    Attributes:
        seat: the player.
        title: the name and the step.
        text: the clock.
        opposite: whether the player sits at the top edge and reads it from there.

    Events:
        on_close: it was touched.
    """

    seat = ObjectProperty(None, allownone=True)
    title = StringProperty("")
    text = StringProperty("")
    opposite = BooleanProperty(False)

    shows: ClassVar[tuple[str, ...]] = ("seat", "title", "text", "opposite")
    __events__ = ("on_close",)

    def on_touch_down(self, touch: Any) -> bool:
        """Close at a touch."""
        if not self.collide_point(*touch.pos):
            return False
        self.dispatch("on_close")
        return True

    def draw(self) -> None:
        """Draw the emblem and the name at the left, the clock at the right, turned to the player."""
        PushMatrix()
        Rotate(angle=UPSIDE_DOWN if self.opposite else 0, origin=self.center)
        fill = theme.SEAT_COLOURS[self.seat.colour].fill if self.seat is not None else theme.SURFACE
        drawing.rounded_rectangle(self.pos, self.size, theme.blend(theme.BACKGROUND, fill, 0.35), radius=0)
        gap, size = px(theme.SPACE_8), min(px(theme.DISTANT), self.height)
        badge = self.height / 2 - px(theme.SPACE_4)
        if self.seat is not None:
            draw_badge(self.seat, (self.x + gap + badge, self.center_y), badge)
        left = self.x + 2 * gap + 2 * badge
        clock = drawing.text_width(self.text, size, bold=True) if self.text else 0
        drawing.draw_fitting_text(
            self.title,
            (left, self.center_y),
            size,
            theme.TEXT,
            self.right - 2 * gap - clock - left,
            bold=True,
        )
        if self.text:
            at = (self.right - gap, self.center_y)
            drawing.draw_fitting_text(
                self.text, at, size, theme.ACCENT, clock + 1, bold=True, anchor=(1, 0.5)
            )
        PopMatrix()
