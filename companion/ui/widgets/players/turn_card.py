"""A card over the whole screen that shows whose turn it is, readable across the table."""

from typing import ClassVar

from kivy.properties import ObjectProperty, StringProperty

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.touch_blocker import TouchBlocker
from companion.ui.widgets.players.emblem import draw_badge

EMBLEM = 200
"""Height of the emblem, in theme pixels."""
LINE = 1.2
"""Line height, in font sizes."""


class TurnCard(TouchBlocker):
    """Emblem, name, step and a text below, legible at 1.2 m. A touch closes it and does nothing else.

    Attributes:
        seat: the player.
        title: the name.
        step: the step of the turn, if shown.
        text: the task or the clock.
    """

    seat = ObjectProperty(None, allownone=True)
    title = StringProperty("")
    step = StringProperty("")
    text = StringProperty("")

    shows: ClassVar[tuple[str, ...]] = ("seat", "title", "step", "text")

    def draw(self) -> None:
        """Draw the emblem above the text, all centred."""
        fill = theme.SEAT_COLOURS[self.seat.colour].fill if self.seat is not None else theme.SURFACE
        drawing.rounded_rectangle(self.pos, self.size, theme.blend(theme.BACKGROUND, fill, 0.22), radius=0)
        lines = [(self.title, theme.NAME, theme.TEXT), (self.step, theme.DISTANT, theme.ACCENT)]
        lines = [line for line in (*lines, (self.text, theme.DISTANT, theme.TEXT)) if line[0]]
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
