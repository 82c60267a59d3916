"""A sign of the map, and what it means."""

from typing import ClassVar

from kivy.properties import StringProperty

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import ink
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.signs import MEANINGS, draw_sign

HEIGHT = 40


class LegendLine(Drawn):
    """One sign with its words.

    Attributes:
        mark: name of the sign.
    """

    mark = StringProperty("")
    shows: ClassVar[tuple[str, ...]] = ("mark",)

    def draw(self) -> None:
        """Draw the sign larger than on the map, and its words beside it."""
        radius = self.height * 0.42
        draw_sign(self.mark, (), (self.x + radius + px(theme.HAIR), self.center_y), radius)
        left = self.x + 2 * radius + px(theme.GAP + theme.HAIR)
        words = MEANINGS.get(self.mark, self.mark.capitalize())
        ink.write_fitting(words, (left, self.center_y), px(theme.BODY), theme.TEXT, self.right - left)
