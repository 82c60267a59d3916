"""A key of the palette: one map icon with its name."""

from typing import ClassVar

from kivy.properties import BooleanProperty, StringProperty

from companion.locale.messages import capitalised, gettext
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.battlefield.squads import read
from companion.ui.widgets.board.map_icons import draw_map_icon
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Tappable


class PaletteKey(Tappable):
    """A key that chooses a mark.

    Attributes:
        sign: the mark, with the player's number for a start flag.
        chosen: the mark is chosen.
    """

    sign = StringProperty("")
    chosen = BooleanProperty(False)
    shows: ClassVar[tuple[str, ...]] = ("sign", "chosen", "pressed")

    @property
    def title(self) -> str:
        """The name on the key."""
        mark = read(self.sign)
        if mark.kind == "start":
            return gettext("Start {number}", number=mark.number)
        if mark.kind == "symbol-leadership":
            return gettext("Leaders")  # the deck's whole name is wider than a key
        return capitalised(gettext(mark.kind.removeprefix("symbol-").removesuffix("-support")))

    def draw(self) -> None:
        """Draw the icon above its name, highlighted if chosen."""
        ground = theme.ACCENT if self.chosen else theme.SURFACE_RAISED
        if self.pressed:
            ground = theme.blend(ground, theme.TEXT, 0.2)
        drawing.rounded_rectangle(self.pos, self.size, ground, edge=theme.EDGE, line=px(theme.LINE_WIDTH))
        radius = min(px(16), self.height * 0.28)
        draw_map_icon(read(self.sign).kind, (), (self.center_x, self.top - radius - px(5)), radius)
        at = (self.center_x, self.y + px(12))
        text_colour = theme.DARK_TEXT if self.chosen else theme.TEXT
        drawing.draw_fitting_text(
            self.title, at, px(theme.CAPTION), text_colour, self.width - px(6), bold=True, anchor=(0.5, 0.5)
        )
