"""Inspects a screen for usability errors: cut off, too small, too close, too low contrast, or unlabelled.

The seven-inch screen of 800x480 has 5.2 pixels per millimetre; larger windows stand for larger screens.
"""

import re
from collections.abc import Iterator
from itertools import combinations
from math import radians, tan
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.locale.catalogue import shown as shown_text
from companion.locale.languages import languages, own_name
from companion.ui import theme
from companion.ui.screens.question_card import QuestionCard
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard
from companion.ui.widgets.controls.canvas_widget import Tappable
from companion.ui.widgets.controls.stepper import StepButton
from companion.ui.widgets.dice.wounds_chart import WoundsChart
from companion.ui.widgets.players.curve_chart import CurveChart
from companion.ui.widgets.players.emblem import EmblemBadge
from tests.locale.pseudo import ENGLISH
from tests.ui.overflow import Overflow, shown
from tests.ui.pixels import Box, edge_contrast, luminance, window_picture, words_contrast

MILLIMETRE = 5.2
"""Pixels per millimetre on the small screen."""
ARC_MINUTES, READ_AT_MM = 16, 600.0
CAPITAL = 0.7
"""Height of a capital letter, in font sizes."""
MIN_LETTERS = tan(radians(ARC_MINUTES / 60)) * READ_AT_MM * MILLIMETRE / CAPITAL
"""Minimum font size, in theme pixels: 20.7."""
MIN_TARGET = 9 * MILLIMETRE
APART = 2 * MILLIMETRE
"""Minimum side of a target and minimum gap between two, in theme pixels."""
ROUNDING = 0.5
"""Tolerance of rounding, in pixels of the window."""
WORDS_CONTRAST, EDGE_CONTRAST = 4.5, 3.0
NAMES_AND_IDS = re.compile(
    "|".join(map(own_name, languages()))
    + r"|Anna|Benjamin|Charlotte|Dimitri|Eva|Francesca|Classic Risk|Risk StarCraft|Nuked|Balance of Power"
    r"|Battle Risk|Battlefield Rogue|pseudo|[A-Z]{2}-[A-Z0-9-]+|https?://\S+"
)
"""Words that are the same in each language."""
BUTTONS = (BigButton, ChoiceCard, StepButton)
"""Targets with a drawn edge; the others are pictures of objects, such as cards and dice."""
NUMBER = re.compile(r"[+\-−]?\d[\d./,]*%?")
"""A number; a clock's time needs no label."""
NAMED_WITHIN = (2.0, 2.2)
"""Maximum distance of a number from its label, horizontally and vertically, in font sizes."""


class Words(NamedTuple):
    """A text on the screen.

    Attributes:
        widget: the widget that drew it.
        text: the text.
        size: font size in pixels.
        texture: the rendered text.
        box: its box in the window.
        room: a larger box that counts for labelling, such as a label's whole line.
    """

    widget: Widget
    text: str
    size: float
    texture: Any
    box: Box
    room: Box


class Inspector:
    """Lists the usability errors of a screen.

    Args:
        overflow: finds cut-off content.
        pseudo: the screen speaks the pseudo-language, in which English is an error.

    Attributes:
        pictures: screenshots of all inspected screens at half size, for the contact sheet.
        said: all texts seen.
    """

    def __init__(self, overflow: Overflow, *, pseudo: bool = False) -> None:
        self.overflow, self.pseudo = overflow, pseudo
        self.pictures: list[Any] = []
        self.said: set[str] = set()

    def inspect(self, home: Widget) -> list[str]:
        """Return descriptions of all errors, and save a screenshot for the contact sheet."""
        picture = window_picture()
        self.pictures.append(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        targets = [widget for widget in shown(home) if is_target(widget)]
        words = list(words_on(home, self.overflow))
        self.said |= {each.text for each in words}
        light = luminance(picture)
        return [
            *self.overflow.found(home),
            *(english_left(words) if self.pseudo else ()),
            *hidden_questions(home),
            *small_letters(words),
            *overlapping(words),
            *small_targets(targets),
            *close_targets(targets),
            *faint_words(words, light),
            *faint_edges(targets, light),
            *unnamed_numbers(words, figures_on(home, self.overflow)),
        ]

    def contact_sheets(self, path: Path, across: int = 4, rows: int = 5) -> None:
        """Write the screenshots since the last call to numbered contact sheets of `across` x `rows`."""
        blank = np.zeros_like(self.pictures[0])
        for start in range(0, len(self.pictures), across * rows):
            part = self.pictures[start : start + across * rows]
            part += [blank] * (-len(part) % across)
            lines = [np.hstack(part[at : at + across]) for at in range(0, len(part), across)]
            sheet = path.with_name(f"{path.name}-{start // (across * rows)}.png")
            cv2.imwrite(str(sheet), np.vstack(lines)[..., ::-1])
        self.pictures = []


# --- content of the screen ---------------------------------------------------------------------------------


def box_of(widget: Widget) -> Box:
    """Return left, bottom, right and top of a widget in the window."""
    left, low = widget.to_window(*widget.pos)
    return left, low, left + widget.width, low + widget.height


def in_sight(widget: Widget, box: Box) -> bool:
    """Return whether a box of a widget is inside all scroll views around the widget."""
    above = widget.parent
    while isinstance(above, Widget):
        if isinstance(above, ScrollView) and not within(box, box_of(above)):
            return False
        above = above.parent
    return True


def within(box: Box, edge: Box) -> bool:
    """Return whether a box is inside another, within a pixel."""
    return box[0] >= edge[0] - 1 and box[1] >= edge[1] - 1 and box[2] <= edge[2] + 1 and box[3] <= edge[3] + 1


def is_target(widget: Widget) -> bool:
    """Return whether a widget is a visible touch target."""
    if not isinstance(widget, Tappable) or min(widget.size) < 2:
        return False
    if isinstance(widget, EmblemBadge) and not widget.get_property_observers("on_tap"):
        return False
    return in_sight(widget, box_of(widget))


def words_on(root: Widget, overflow: Overflow) -> Iterator[Words]:
    """Yield all visible texts: labels, and texts that widgets draw themselves."""
    for widget in shown(root):
        if isinstance(widget, Label) and widget.text:
            wide, high = widget.texture_size
            x, y = widget.to_window(*widget.center)
            box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            if in_sight(widget, box):
                yield Words(
                    widget, shown_text(widget.text), widget.font_size, widget.texture, box, box_of(widget)
                )
        if written := overflow.written.get(widget):
            x, y = widget.to_window(*widget.pos)
            for each in written:
                left, bottom = each.left + x - widget.x, each.bottom + y - widget.y
                box = (left, bottom, left + each.texture.width, bottom + each.texture.height)
                if in_sight(widget, box):
                    yield Words(widget, shown_text(each.text), each.size, each.texture, box, box)


def figures_on(root: Widget, overflow: Overflow) -> Iterator[Box]:
    """Yield the boxes of all visible icons."""
    for widget in shown(root):
        x, y = widget.to_window(*widget.pos)
        for left, low, right, top in overflow.figures.get(widget, ()):
            if max(right - left, top - low) < px(theme.TAP_TARGET):
                yield left + x - widget.x, low + y - widget.y, right + x - widget.x, top + y - widget.y


# --- errors ------------------------------------------------------------------------------------------------


def hidden_questions(root: Widget) -> Iterator[str]:
    """Yield questions that are only visible after scrolling."""
    for widget in shown(root):
        if isinstance(widget, QuestionCard) and not in_sight(widget.prompt, box_of(widget.prompt)):
            yield f"The question {widget.prompt.text!r} is not in sight as a whole"


def english_left(words: list[Words]) -> Iterator[str]:
    """Yield texts that are not in the pseudo-language; names and ids of rules are in no language."""
    for each in words:
        if ENGLISH.search(NAMES_AND_IDS.sub("", each.text)):
            yield f"{each.text!r} is English"


def small_letters(words: list[Words]) -> Iterator[str]:
    """Yield texts whose capitals are under 16 minutes of arc at 60 cm."""
    for each in words:
        if each.size < MIN_LETTERS * theme.METRICS.unit - ROUNDING and any(map(str.isalnum, each.text)):
            yield f"{each.text!r} is written {each.size:.1f} pixels high"


def overlapping(words: list[Words]) -> Iterator[str]:
    """Yield overlapping texts."""
    for one, other in combinations(words, 2):
        (l0, b0, r0, t0), (l1, b1, r1, t1) = (_letters(each) for each in (one, other))
        if min(r0, r1) - max(l0, l1) > 3 and min(t0, t1) - max(b0, b1) > 3:
            yield f"{one.text!r} and {other.text!r} lie on each other"


def _letters(words: Words) -> Box:
    """Return the box without the blank space above and below its letters."""
    left, bottom, right, top = words.box
    return left, bottom + 0.2 * words.size, right, top - 0.2 * words.size


def small_targets(targets: list[Tappable]) -> Iterator[str]:
    """Yield targets under 9 mm."""
    for target in targets:
        if min(target.size) < MIN_TARGET * theme.METRICS.unit - ROUNDING:
            yield f"{described(target)} is only {target.width:.0f} x {target.height:.0f}"


def close_targets(targets: list[Tappable]) -> Iterator[str]:
    """Yield targets less than 2 mm apart."""
    for one, other in combinations(targets, 2):
        (l0, b0, r0, t0), (l1, b1, r1, t1) = box_of(one), box_of(other)
        gap = max(l1 - r0, l0 - r1, b1 - t0, b0 - t1)
        inside = one in other.walk(restrict=True) or other in one.walk(restrict=True)
        if gap < APART * theme.METRICS.unit - ROUNDING and not inside:
            yield f"{described(one)} and {described(other)} are {gap:.0f} pixels apart"


def faint_words(words: list[Words], light: Any) -> Iterator[str]:
    """Yield texts whose contrast with the drawn background is below 4.5:1."""
    for each in words:
        found = words_contrast(light, each.texture, each.box[0], each.box[1])
        if found is not None and found < WORDS_CONTRAST:
            yield f"{each.text!r} stands out by {found:.1f}:1"


def faint_edges(targets: list[Tappable], light: Any) -> Iterator[str]:
    """Yield buttons whose edges have a contrast below 3:1 with the drawn surroundings."""
    for target in targets:
        if isinstance(target, BUTTONS):
            found = edge_contrast(light, box_of(target), theme.METRICS.unit)
            if found < EDGE_CONTRAST:
                yield f"The edge of {described(target)} stands out by {found:.1f}:1"


def unnamed_numbers(words: list[Words], figures: Iterator[Box]) -> Iterator[str]:
    """Yield numbers without a label or icon that says what they count."""
    # A chart's numbers are labelled by its title, or by the tab above it.
    numbers = [
        each
        for each in words
        if NUMBER.fullmatch(each.text) and not isinstance(each.widget, CurveChart | WoundsChart)
    ]
    named = [each for each in words if any(map(str.isalpha, each.text))]
    names = [each.room for each in named] + list(figures)
    for each in numbers:
        if any(_heads(head, each) for head in named):
            continue
        left, bottom, right, top = _letters(each)
        across, up = (share * each.size for share in NAMED_WITHIN)
        near = (left - across, bottom - up, right + across, top + up)
        if not any(_meets(near, name) for name in names):
            yield f"{each.text!r} has no name"


def _heads(head: Words, number: Words) -> bool:
    """Return whether a text is the heading of a number's column."""
    middle = (number.box[0] + number.box[2]) / 2
    return head.widget is number.widget and head.box[0] < middle < head.box[2] and head.box[1] > number.box[1]


def _meets(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def described(widget: Tappable) -> str:
    """Return the type and text of a target."""
    words = getattr(widget, "text", "") or getattr(widget, "title", "") or getattr(widget, "icon", "")
    return f"{type(widget).__name__} {words!r}"
