"""Looks at a screen as a person at the table would: what is cut, too small, too close or too faint.

The seven-inch panel of 800x480 has 5.2 pixels to the millimetre; larger windows are larger panels.
"""

import re
from collections.abc import Iterator
from itertools import combinations
from math import radians, tan
from pathlib import Path
from typing import Any

import numpy as np
from kivy.core.window import Window
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.layout import TextLabel
from companion.ui.theme import px
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.canvas_widget import Tappable
from companion.ui.widgets.emblem import EmblemBadge
from companion.vision.sources.picture_files import load_picture
from tests.ui.overflow import Overflow, shown

MILLIMETRE = 5.2
"""Pixels to a millimetre on the small panel."""
ARC_MINUTES, READ_AT_MM = 16, 600.0
CAPITAL = 0.7
"""Height of a capital in heights of its letters, in the fonts of the screen."""
LEAST_LETTERS = tan(radians(ARC_MINUTES / 60)) * READ_AT_MM * MILLIMETRE / CAPITAL
"""Height of letters at the least, in theme pixels: 20.7."""
APART = 2 * MILLIMETRE - 2.5
"""Gap between two targets at the least, in theme pixels; a finger counts up to half of it beside each."""
WORDS_CONTRAST = 4.5
Box = tuple[float, float, float, float]


class Inspector:
    """Lists what is wrong with a screen.

    Args:
        overflow: watches what is cut.
        folder: where pictures are written.
    """

    def __init__(self, overflow: Overflow, folder: Path) -> None:
        self.overflow, self.folder, self.pictures = overflow, folder, list[Path]()

    def inspect(self, home: Widget, name: str) -> list[str]:
        """Return everything that is wrong, in words, and keep a picture for the contact sheet."""
        path = self.folder / f"{len(self.pictures):03d}-{re.sub('[^a-z0-9]+', '-', name.lower())}.png"
        Path(Window.screenshot(name=str(path))).rename(path)
        self.pictures.append(path)
        targets = [widget for widget in shown(home) if is_target(widget)]
        return [
            *self.overflow.found(home),
            *small_letters(home, self.overflow),
            *small_targets(targets),
            *close_targets(targets),
            *faint_words(home, load_picture(path)),
        ]

    def contact_sheet(self, path: Path, across: int = 4) -> None:
        """Put all pictures on one sheet, a quarter as large."""
        import cv2

        small = [cv2.resize(load_picture(each), None, fx=0.5, fy=0.5) for each in self.pictures]
        blank = np.zeros_like(small[0])
        small += [blank] * (-len(small) % across)
        rows = [np.hstack(small[at : at + across]) for at in range(0, len(small), across)]
        cv2.imwrite(str(path), np.vstack(rows))


def is_target(widget: Widget) -> bool:
    """Whether a widget is there to be tapped, and in sight."""
    if not isinstance(widget, Tappable) or isinstance(widget, EmblemBadge) or min(widget.size) < 2:
        return False
    left, low, right, top = box_of(widget)
    above = widget.parent
    while above is not None and above is not above.parent:
        if isinstance(above, ScrollView):
            edge = box_of(above)
            if left < edge[0] - 1 or low < edge[1] - 1 or right > edge[2] + 1 or top > edge[3] + 1:
                return False
        above = above.parent
    return True


def box_of(widget: Widget) -> Box:
    """Left, bottom, right and top of a widget in the window."""
    left, low = widget.to_window(*widget.pos)
    return left, low, left + widget.width, low + widget.height


def small_letters(root: Widget, overflow: Overflow) -> Iterator[str]:
    """Words whose capitals are under 16 minutes of arc at 60 cm."""
    for widget in shown(root):
        if isinstance(widget, Label) and widget.text and widget.font_size < px(LEAST_LETTERS) - 1:
            yield f"{widget.text!r} is written {widget.font_size:.0f} pixels high"
        for words, size in overflow.written.get(widget, ()):
            if size < px(LEAST_LETTERS) - 1 and any(map(str.isalpha, words)):
                yield f"{type(widget).__name__}: {words!r} is written {size:.1f} pixels high"


def small_targets(targets: list[Tappable]) -> Iterator[str]:
    """Targets under 9 mm."""
    for target in targets:
        if min(target.size) < px(theme.TAP_TARGET) - 3:
            yield f"{described(target)} is only {target.width:.0f} x {target.height:.0f}"


def close_targets(targets: list[Tappable]) -> Iterator[str]:
    """Targets less than 2 mm apart."""
    for one, other in combinations(targets, 2):
        (l0, b0, r0, t0), (l1, b1, r1, t1) = box_of(one), box_of(other)
        gap = max(l1 - r0, l0 - r1, b1 - t0, b0 - t1)
        inside = one in other.walk() or other in one.walk()
        if gap < px(APART) - 1 and not inside and isinstance(one, BigButton) and isinstance(other, BigButton):
            yield f"{described(one)} and {described(other)} are {gap:.0f} pixels apart"


def faint_words(root: Widget, picture: Any) -> Iterator[str]:
    """Words that stand out by less than 4.5:1 from what is really behind them."""
    for widget in shown(root):
        if isinstance(widget, TextLabel) and widget.text and widget.opacity:
            left, low, right, top = box_of(widget)
            height = picture.shape[0]
            part = picture[max(0, int(height - top)) : int(height - low), max(0, int(left)) : int(right)]
            if part.size and (found := contrast_within(part)) < WORDS_CONTRAST:
                yield f"{widget.text!r} stands out by {found:.1f}:1"


def contrast_within(part: Any) -> float:
    """Contrast of the lightest and the darkest shades of a picture (BGR), a few pixels left out."""
    code = part.reshape(-1, 3)[:, ::-1] / 255
    linear = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    light = linear @ (0.2126, 0.7152, 0.0722)
    dark, bright = np.percentile(light, (0.5, 99.5))
    return float((bright + 0.05) / (dark + 0.05))


def described(widget: Tappable) -> str:
    """What a target says."""
    words = getattr(widget, "text", "") or getattr(widget, "title", "") or getattr(widget, "icon", "")
    return f"{type(widget).__name__} {words!r}"
