"""The chances of both sides, as a bar in their colours."""

from typing import ClassVar

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.locale.messages import joined
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget


class OddsBar(CanvasWidget):
    """The attacker's share from the left, the defender's from the right; a line of text below.

    Attributes:
        attacker: the attacker's chance, 0 to 1.
        defender: the defender's chance, 0 to 1.
        names: of both sides, written before their percentages.
        colours: seat colours of both sides.
        text: the expected result, one line.
    """

    attacker = NumericProperty(0.5)
    defender = NumericProperty(0.5)
    names = ObjectProperty(("", ""))
    colours = ObjectProperty(("red", "blue"))
    text = StringProperty("")

    shows: ClassVar[tuple[str, ...]] = ("attacker", "defender", "names", "colours", "text")

    def draw(self) -> None:
        """Draw the percentages, the bar below them, and the text at the bottom."""
        text_height = px(theme.BODY * 1.35) if self.text else 0
        figures = px(theme.SUBTITLE * 1.25)
        height = min(self.height - text_height - figures, px(24))
        bottom = self.top - figures - height
        self._draw_figures(self.top - figures / 2)
        self._draw_halves((self.x, bottom), (self.width, height))
        if self.text:
            at = (self.center_x, bottom - text_height / 2)
            drawing.draw_fitting_text(
                self.text, at, px(theme.BODY), theme.TEXT, self.width, anchor=(0.5, 0.5)
            )

    def _draw_figures(self, middle: float) -> None:
        half = self.width / 2 - px(theme.SPACE_8)
        sides = ((self.attacker, self.x, 0.0), (self.defender, self.right, 1.0))
        for name, (chance, x, anchor) in zip(self.names, sides, strict=True):
            text = joined([name, per_cent(chance)])
            drawing.draw_fitting_text(
                text, (x, middle), px(theme.SUBTITLE), theme.TEXT, half, bold=True, anchor=(anchor, 0.5)
            )

    def _draw_halves(self, pos: drawing.Point, size: drawing.Point) -> None:
        left, right = (theme.SEAT_COLOURS[colour] for colour in self.colours)
        width = size[0] * min(1.0, max(0.0, self.attacker))
        drawing.rounded_rectangle(pos, size, right.fill, radius=px(6), edge=right.edge, line=px(1.5))
        if width > px(2):
            drawing.rounded_rectangle(
                pos, (width, size[1]), left.fill, radius=px(6), edge=left.edge, line=px(1.5)
            )


def per_cent(chance: float) -> str:
    """Format a chance in whole per cent; 0% and 100% only if exact."""
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 <= chance < 1:
        return ">99%"
    return f"{round(chance * 100)}%"
