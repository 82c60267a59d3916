"""The lights of a simulated panel, one lamp after the other."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty
from msgspec import Struct

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import ink
from companion.ui.widgets.drawn import Drawn


class Lamp(Struct, frozen=True):
    """One light.

    Attributes:
        label: what stands under it.
        colour: its colour as six hexadecimal digits, such as ``"ff8800"``.
        lit: it is on.
    """

    label: str
    colour: str
    lit: bool = True


class LightStrip(Drawn):
    """A row of lamps that glow in their colours, each with its label.

    Attributes:
        lamps: all lamps, a tuple of `Lamp`.
    """

    lamps = ObjectProperty(())
    shows: ClassVar[tuple[str, ...]] = ("lamps",)

    def draw(self) -> None:
        """Draw the lamps side by side."""
        ink.panel(self.pos, self.size, theme.PANEL)
        share = self.width / max(1, len(self.lamps))
        for number, lamp in enumerate(self.lamps):
            self._draw_lamp(lamp, self.x + share * (number + 0.5), share)

    def _draw_lamp(self, lamp: Any, middle: float, width: float) -> None:
        size = px(theme.CAPTION)
        radius = min((self.height - size) * 0.26, width * 0.28)
        centre = (middle, self.top - radius - px(theme.GAP))
        colour = theme.rgba(lamp.colour)
        if lamp.lit:
            for step in (1.7, 1.35):
                ink.disc(centre, radius * step, theme.faded(colour, 0.22))
            ink.disc(centre, radius, colour, theme.TEXT, px(2))
        else:
            ink.disc(centre, radius, theme.LAMPS["off"], theme.EDGE, px(2))
        below = (middle, self.y + size * 0.8)
        ink.write_fitting(
            lamp.label, below, size, theme.TEXT if lamp.lit else theme.MUTED, width - px(4), anchor=(0.5, 0.5)
        )
