"""A bar that says how far something is."""

from typing import ClassVar

from kivy.properties import NumericProperty

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import ink
from companion.ui.widgets.drawn import Drawn


class Progress(Drawn):
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
        ink.panel(at, (self.width, height), theme.RAISED, radius=height / 2)
        full = self.width * min(1.0, max(0.0, self.share))
        if full:
            ink.panel(at, (max(full, height), height), theme.LAMP, radius=height / 2)
