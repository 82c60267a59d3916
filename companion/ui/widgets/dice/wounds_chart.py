"""A bar chart of the exact chances of wounds, with a bar for every number of wounds."""

from fractions import Fraction
from typing import ClassVar

from kivy.properties import ObjectProperty, StringProperty

from companion.locale.messages import gettext, joined
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.dice.odds_bar import per_cent

COLUMNS = 5
"""Maximum number of bars; the last one is for this many wounds or more."""

ROOMY = 320
"""Width from which the bars stand beside the text, in theme pixels."""


class WoundsChart(CanvasWidget):
    """The chances of wounds on one side of a battle.

    Attributes:
        title: whose wounds.
        chances: chance of each number of wounds, from 0.
        mean: expected number of wounds, exact.
        certain: the number of wounds if it is certain; None while several are possible.
        colour: of the seat that suffers them.
    """

    title = StringProperty("")
    chances = ObjectProperty(())
    mean = ObjectProperty(Fraction(0))
    certain = ObjectProperty(None, allownone=True)
    colour = StringProperty("gray")

    shows: ClassVar[tuple[str, ...]] = ("title", "chances", "mean", "certain", "colour")

    def draw(self) -> None:
        """Draw the title and the bars, each with its number below and its chance above."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE)
        at = (self.x + px(theme.SPACE_12), self.top - px(16))
        if self.certain is not None:
            text: str = joined([self.title, str(self.certain)], ": ")
            room = self.width - px(theme.SPACE_24)
            if drawing.text_width(text, px(theme.SUBTITLE), True) > room:
                drawing.draw_fitting_text(self.title, at, px(theme.BODY), theme.MUTED, room)
                text = str(self.certain)
            drawing.draw_fitting_text(
                text, (at[0], self.center_y), px(theme.TITLE), theme.ACCENT, room, bold=True
            )
            return
        mean = float(self.mean)
        written = drawing.text_width(self.title, px(theme.BODY))
        roomy = self.width > px(ROOMY) and written <= self.width * 0.4
        left = self.x + (self.width * 0.42 if roomy else px(theme.SPACE_8))
        if roomy:
            drawing.draw_fitting_text(self.title, at, px(theme.BODY), theme.MUTED, self.width * 0.4)
            drawing.draw_text(
                gettext("about {mean:.1f}", mean=mean),
                (at[0], self.y + px(26)),
                px(theme.SUBTITLE),
                theme.TEXT,
                bold=True,
            )
        else:
            text, room = (
                gettext("{title}: about {mean:.1f}", title=self.title, mean=mean),
                self.width - px(theme.SPACE_24),
            )
            if drawing.text_width(text, px(theme.BODY)) > room:
                text = gettext("{title}: {mean:.1f}", title=self.title, mean=mean)
            if drawing.text_width(text, px(theme.BODY)) > room:
                text = self.title  # the columns tell the rest
            drawing.draw_fitting_text(text, at, px(theme.BODY), theme.TEXT, room)
        columns = [(number, chance) for number, chance in enumerate(self.chances) if chance]
        slot = (self.right - px(theme.SPACE_8) - left) / max(1, len(columns))
        top = self.top - px(26 if roomy else 48)
        for place, (number, chance) in enumerate(columns):
            self._draw_column(number, chance, (left + slot * (place + 0.5), slot), top)

    def _draw_column(self, number: int, chance: Fraction, place: drawing.Point, high: float) -> None:
        """Draw one bar; `place` is its centre and the width it has, `high` the top of the tallest bar."""
        (middle, slot), paint = place, theme.SEAT_COLOURS[self.colour]
        low = self.y + px(24)
        width = min(slot - px(8), px(44))
        height = max(px(2), (high - low) * float(chance / max(self.chances)))
        drawing.rounded_rectangle(
            (middle - width / 2, low), (width, height), paint.fill, radius=px(4), edge=paint.edge
        )
        more = "+" if number == COLUMNS - 1 and len(self.chances) == COLUMNS else ""
        drawing.draw_text(
            f"{number}{more}",
            (middle, self.y + px(12)),
            px(theme.CAPTION),
            theme.TEXT,
            bold=True,
            anchor=(0.5, 0.5),
        )
        above = (middle, low + height + px(11))
        drawing.draw_fitting_text(
            per_cent(float(chance)), above, px(theme.CAPTION), theme.MUTED, slot, anchor=(0.5, 0.5)
        )


def chances_by_number(chances: dict[int, Fraction]) -> tuple[Fraction, ...]:
    """Convert to a tuple of chances from 0 wounds; the last entry sums all larger numbers."""
    most = min(max(chances, default=0), COLUMNS - 1)
    columns = [Fraction(0)] * (most + 1)
    for number, chance in chances.items():
        columns[min(number, most)] += chance
    return tuple(columns)
