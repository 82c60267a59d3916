"""A map icon and what it means."""

from typing import ClassVar

from kivy.properties import StringProperty

from companion.icons.sheets import icon_sheet
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.map_icons import draw_map_icon
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget

HEIGHT = 40


class LegendRow(CanvasWidget):
    """One icon with its meaning.

    Attributes:
        mark: name of the icon.
    """

    mark = StringProperty("")
    shows: ClassVar[tuple[str, ...]] = ("mark",)

    def draw(self) -> None:
        """Draw the icon larger than on the map, and its meaning beside it."""
        radius = self.height * 0.42
        draw_map_icon(self.mark, (), (self.x + radius + px(theme.SPACE_4), self.center_y), radius)
        left = self.x + 2 * radius + px(theme.SPACE_12 + theme.SPACE_4)
        text = gettext(icon_sheet("marks")[self.mark].name or self.mark.capitalize())
        drawing.draw_fitting_text(text, (left, self.center_y), px(theme.BODY), theme.TEXT, self.right - left)
