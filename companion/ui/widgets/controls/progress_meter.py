"""A progress bar."""

from typing import ClassVar

from kivy.properties import NumericProperty

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget


class ProgressMeter(CanvasWidget):
    """A bar that fills from the left.

    Attributes:
        share: how much of it is full, 0 to 1.
    """

    share = NumericProperty(0.0)
    shows: ClassVar[tuple[str, ...]] = ("share",)

    def draw(self) -> None:
        """Draw the bar."""
        height = px(14)
        at = (self.x, self.center_y - height / 2)
        drawing.rounded_rectangle(at, (self.width, height), theme.SURFACE_RAISED, radius=height / 2)
        full = self.width * min(1.0, max(0.0, self.share))
        if full:
            drawing.rounded_rectangle(at, (max(full, height), height), theme.ACCENT, radius=height / 2)
