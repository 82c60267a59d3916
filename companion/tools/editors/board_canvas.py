"""The picture of a board being taught: the photo, the regions over it, the taps and the links."""

from math import dist
from typing import Any, ClassVar

import cv2
import numpy as np
from kivy.properties import ObjectProperty

from companion.tools.editors.photo_canvas import PhotoCanvas
from companion.tools.map_drawing.region_outlines import Labels
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.vision.frames import Picture

SLIP = 10.0
"""Maximum movement of a tap, in theme pixels."""
DOT = 7
"""Radius of a tapped place, in theme pixels."""
SHADE = 0.45
"""Share of the colours of regions over the photo."""
EDGE = (20, 20, 20)
"""Colour of the edges of regions, BGR."""
SHADES = 24
"""Number of different colours of regions."""


class BoardCanvas(PhotoCanvas):
    """A picture with regions, dots and lines on it.

    Attributes:
        dots: places to draw, each with its text.
        lines: pairs of points to join.
        chosen: a point that is highlighted.

    Events:
        on_spot: it was tapped; gets the point.
        on_way: a finger was dragged over it; gets the points.
    """

    dots = ObjectProperty(())
    lines = ObjectProperty(())
    chosen = ObjectProperty(None, allownone=True)

    shows: ClassVar[tuple[str, ...]] = (*PhotoCanvas.shows, "dots", "lines", "chosen")
    __events__ = ("on_spot", "on_way")

    def start_drag(self, touch: Any) -> bool:
        """Begin a tap or a way."""
        touch.ud[self] = [self.spot(touch)]
        return self.picture is not None

    def drag(self, touch: Any) -> None:
        """Follow the finger."""
        touch.ud[self].append(self.spot(touch))

    def end_drag(self, touch: Any) -> None:
        """Tell the tap or the way."""
        if dist(touch.pos, touch.opos) <= px(SLIP):
            self.dispatch("on_spot", touch.ud[self][0])
        else:
            self.dispatch("on_way", (*touch.ud[self], self.spot(touch)))

    def draw(self) -> None:
        """Draw the picture, then the lines and the dots."""
        if self.picture is None:
            return
        self.draw_picture()
        for one, other in self.lines:
            ends = [self.placed(one), self.placed(other)]
            drawing.stroke(ends, theme.DARK_TEXT, px(4))
            drawing.stroke(ends, theme.ACCENT, px(2))
        for spot, text in self.dots:
            at = self.placed(spot)
            drawing.disc(at, px(DOT), theme.DARK_TEXT, theme.TEXT, px(1.5))
            if text:
                drawing.draw_text(text, at, px(11), theme.TEXT, bold=True, anchor=(0.5, 0.5))
        if self.chosen is not None:
            drawing.ring(self.placed(self.chosen), px(DOT + 5), theme.ACCENT, px(3))


def shaded(flat: Picture, labels: Labels, groups: dict[int, int] | None = None) -> Picture:
    """Return the flat picture with its regions in colours and dark borders.

    Args:
        flat: BGR.
        labels: the regions; 0 for water.
        groups: which number's colour each region has; by default its own.
    """
    most = int(labels.max()) + 1
    hues = np.array([(groups or {}).get(n, n) for n in range(most)]) * 67 % SHADES * (180 // SHADES)
    tones = np.stack([hues, np.full(most, 190), np.full(most, 230)], axis=1).astype(np.uint8)[None]
    colours = cv2.cvtColor(tones, cv2.COLOR_HSV2BGR)[0]
    colours[0] = 0
    # On the coarser grid of the regions: at the photo's own size this took five times as long.
    edges = cv2.morphologyEx(labels.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    size, nearest = flat.shape[1::-1], cv2.INTER_NEAREST
    mixed = cv2.addWeighted(
        flat, 1 - SHADE, cv2.resize(colours[labels], size, interpolation=nearest), SHADE, 0
    )
    mixed[cv2.resize(edges.astype(np.uint8), size, interpolation=nearest) > 0] = EDGE
    return np.asarray(mixed)
