"""A bubble with a short text, closed by a tap."""

from typing import Any, ClassVar

from kivy.properties import StringProperty

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget

SIGN = 13
"""Radius of the cross, in theme pixels."""


class Bubble(CanvasWidget):
    """A text on a bright ground with a cross; a tap closes it, other touches pass through.

    Attributes:
        text: the text.

    Events:
        on_close: it was tapped.
    """

    HIGH: ClassVar[int] = 112
    """Height in theme pixels."""

    text = StringProperty("")

    shows: ClassVar[tuple[str, ...]] = ("text",)
    __events__ = ("on_close",)

    def __init__(self, **properties: Any) -> None:
        super().__init__(size_hint=(None, None), **properties)

    def on_touch_down(self, touch: Any) -> bool:
        """Close at a tap."""
        if not self.collide_point(*touch.pos):
            return False
        self.dispatch("on_close")
        return True

    def draw(self) -> None:
        """Draw the text in dark letters."""
        drawing.rounded_rectangle(self.pos, self.size, theme.PARCHMENT, edge=theme.ACCENT, line=px(3))
        sign, gap = px(SIGN), px(theme.SPACE_12)
        drawing.draw_icon(
            "cross", (self.right - gap - sign, self.top - gap - sign), sign * 0.7, theme.DARK_TEXT
        )
        drawing.draw_text(
            self.text,
            (self.x + gap, self.center_y),
            px(theme.BODY),
            theme.DARK_TEXT,
            width=self.width - 3 * gap - 2 * sign,
        )
