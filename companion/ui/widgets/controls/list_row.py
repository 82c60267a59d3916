"""A row of a list: a name at the left, its value at the right."""

from typing import Any, ClassVar

from kivy.properties import StringProperty

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget


class ListRow(CanvasWidget):
    """The text before a colon at the left, the rest at the right, in two lines if needed.

    Attributes:
        text: the line, such as ``"Peru: 9 to 8, Capital tax"``.
    """

    text = StringProperty("")
    shows: ClassVar[tuple[str, ...]] = ("text",)

    def __init__(self, **properties: Any) -> None:
        super().__init__(size_hint_y=None, **properties)
        self.fbind("width", self._fit)
        self.fbind("text", self._fit)
        self._fit()

    @property
    def _parts(self) -> tuple[str, str]:
        name, _, said = self.text.partition(": ")
        return name, said

    def _is_long(self) -> bool:
        name, said = self._parts
        needed = drawing.text_width(name, px(theme.BODY), True) + drawing.text_width(said, px(theme.BODY))
        return bool(needed + px(theme.SPACE_16 + theme.SPACE_12) > self.width)

    def _fit(self, *_: object) -> None:
        self.height = px(theme.BODY * (2.6 if self._is_long() else 1.45))

    def draw(self) -> None:
        """Draw both parts on a panel of their own."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE, radius=px(6))
        (name, said), size = self._parts, px(theme.BODY)
        left, right = self.x + px(theme.SPACE_8), self.right - px(theme.SPACE_8)
        if not self._is_long():
            drawing.draw_text(name, (left, self.center_y), size, theme.TEXT, bold=True)
            drawing.draw_text(said, (right, self.center_y), size, theme.MUTED, anchor=(1.0, 0.5))
            return
        room, quarter = right - left, self.height / 4.3
        drawing.draw_fitting_text(name, (left, self.center_y + quarter), size, theme.TEXT, room, bold=True)
        lower = (right, self.center_y - quarter)
        drawing.draw_fitting_text(said, lower, size, theme.MUTED, room, anchor=(1.0, 0.5))
