"""One event of the chronicle: its seat and its text, in as many lines as needed."""

from typing import Any, ClassVar

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Tappable
from companion.ui.widgets.players.emblem import draw_badge

BADGE = 15
"""Radius of the emblem, in theme pixels."""


class EventRow(Tappable):
    """A row of the chronicle; its height depends on its text.

    Attributes:
        text: of the event.
        seat: who caused it; None for the whole table.
        chosen: whether the board shows this event.
    """

    text = StringProperty("")
    seat = ObjectProperty(None, allownone=True)
    chosen = BooleanProperty(False)

    shows: ClassVar[tuple[str, ...]] = ("text", "seat", "chosen", "pressed")

    def __init__(self, **properties: Any) -> None:
        super().__init__(size_hint_y=None, **properties)
        self.fbind("width", self._fit)
        self._fit()

    def _words(self) -> Any:
        width = max(px(60), self.width - px(2 * BADGE + theme.SPACE_24))
        return drawing.text_texture(self.text, px(theme.BODY), theme.TEXT, width=width)

    def _fit(self, *_: object) -> None:
        self.height = max(px(theme.TAP_TARGET), self._words().height + px(theme.SPACE_12))

    def draw(self) -> None:
        """Draw the ground, the emblem and the text."""
        ground = theme.SURFACE_RAISED if self.chosen or self.pressed else theme.SURFACE
        edge = theme.ACCENT if self.chosen else None
        drawing.rounded_rectangle(self.pos, self.size, ground, edge=edge, line=px(3))
        left = self.x + px(theme.SPACE_8)
        if self.seat is not None:
            draw_badge(self.seat, (left + px(BADGE), self.center_y), px(BADGE))
        at = (left + px(2 * BADGE + theme.SPACE_8), self.center_y)
        width = self.right - px(theme.SPACE_8) - at[0]
        drawing.draw_text(self.text, at, px(theme.BODY), theme.TEXT, anchor=(0.0, 0.5), width=width)
