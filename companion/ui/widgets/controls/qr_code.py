"""A QR code, drawn as rectangles."""

from typing import Any, ClassVar

import segno
from kivy.graphics import Color, Rectangle
from kivy.properties import StringProperty

from companion.ui import theme
from companion.ui.widgets.controls.canvas_widget import CanvasWidget

QUIET_ZONE = 4
"""Light modules around the code, so that a phone finds it (ISO/IEC 18004)."""


class QrCode(CanvasWidget):
    """A QR code as large as fits, dark on light.

    Attributes:
        content: its text; nothing is drawn if it is empty.
    """

    content = StringProperty("")
    shows: ClassVar[tuple[str, ...]] = ("content",)

    def draw(self) -> None:
        """Draw the light ground and a rectangle for each run of dark modules."""
        if not self.content:
            return
        rows = [[bool(module) for module in row] for row in segno.make(self.content, micro=False).matrix]
        count = len(rows) + 2 * QUIET_ZONE
        module = int(min(self.size) // count)
        side = module * count
        left, top = round(self.center_x - side / 2), round(self.center_y + side / 2)
        Color(*theme.CARD_PAPER)
        Rectangle(pos=(left, top - side), size=(side, side))
        Color(*theme.DARK_TEXT)
        for number, row in enumerate(rows):
            for start, length in _runs(row):
                at = (left + (start + QUIET_ZONE) * module, top - (number + 1 + QUIET_ZONE) * module)
                Rectangle(pos=at, size=(length * module, module))


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    """Return start and length of each run of dark modules."""
    runs: list[Any] = []
    for number, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == number:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((number, 1))
    return runs
