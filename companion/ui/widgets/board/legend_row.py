"""A map icon and what it means."""

from typing import ClassVar

from kivy.properties import StringProperty

from companion.icons.sheets import icon_sheet
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.map_icons import draw_map_icon
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Worded

HEIGHT = 40


class LegendRow(Worded):
    """One icon with its meaning.

    Attributes:
        mark: name of the icon.
    """

    mark = StringProperty("")
    shows: ClassVar[tuple[str, ...]] = ("mark",)
    words: ClassVar[tuple[str, ...]] = ("mark",)

    @property
    def least_width(self) -> float:
        """The width of the icon and its meaning, in pixels."""
        return self._beside + float(drawing.text_width(self._meaning, px(theme.BODY))) if self.mark else 0.0

    @property
    def _meaning(self) -> str:
        return gettext(icon_sheet("marks")[self.mark].name or self.mark.capitalize())

    @property
    def _beside(self) -> float:
        """The width of the icon with its gaps."""
        return float(2 * self.height * 0.42 + px(theme.SPACE_12 + theme.SPACE_4))

    def draw(self) -> None:
        """Draw the icon larger than on the map, and its meaning beside it."""
        radius = self.height * 0.42
        draw_map_icon(self.mark, (), (self.x + radius + px(theme.SPACE_4), self.center_y), radius)
        left = self.x + self._beside
        drawing.draw_fitting_text(
            self._meaning, (left, self.center_y), px(theme.BODY), theme.TEXT, self.right - left
        )
