"""Finds cut-off content: texts must fit into their widgets, and widgets into their parents."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

from kivy.core.text import Label as Lettering
from kivy.graphics import Canvas
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.locale.catalogue import shown as in_language
from companion.ui.theme import font_of
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget

SLACK = 3
"""Tolerance of rounding, in pixels."""
Box = tuple[float, float, float, float]
ENDLESS = ("Tape",)
"""Widgets that show a part of something longer and clip it themselves."""
AIR = 0.15
"""Blank share of a line's height above and below its letters, in font sizes."""


@dataclass(frozen=True)
class DrawnText:
    """A text that a widget has drawn.

    Attributes:
        text: the text.
        size: font size in pixels.
        texture: the rendered text.
        left: its left edge, in the widget's own coordinates.
        bottom: its bottom edge, likewise.
    """

    text: str
    size: float
    texture: Any
    left: float
    bottom: float


class Overflow:
    """Records all drawing from its creation on, and lists what is cut off.

    Args:
        replace: replaces an attribute, like ``setattr``.

    Attributes:
        written: the texts that each widget has drawn last.
        figures: left, bottom, right and top of the shapes that each widget has drawn last.
    """

    def __init__(self, replace: Callable[[Any, str, Any], Any] = setattr) -> None:
        self._drawing: CanvasWidget | None = None
        self._cut: WeakKeyDictionary[CanvasWidget, list[str]] = WeakKeyDictionary()
        self.written: WeakKeyDictionary[CanvasWidget, list[DrawnText]] = WeakKeyDictionary()
        self.figures: WeakKeyDictionary[CanvasWidget, list[Box]] = WeakKeyDictionary()
        replace(CanvasWidget, "_draw_anew", self._watch(CanvasWidget._draw_anew))
        replace(drawing, "draw_text", self._watch_writing(drawing.draw_text))
        replace(drawing, "polygons", self._watch_shapes(drawing.polygons, lambda shape, *_: chain(*shape)))
        replace(drawing, "stroke", self._watch_shapes(drawing.stroke, lambda points, *_: points))
        replace(drawing, "draw_icon", self._watch_shapes(drawing.draw_icon, _corners_of_icon))
        replace(drawing, "ellipsize", self._watch_shortening(drawing.ellipsize))

    def _watch(self, draw: Any) -> Any:
        # Kivy's clock looks methods up by name.
        @wraps(draw)
        def watched(widget: CanvasWidget, elapsed: float) -> None:
            self._cut[widget], self.written[widget], self.figures[widget] = [], [], []
            self._drawing = widget
            draw(widget, elapsed)
            self._drawing = None

        return watched

    def _watch_writing(self, write: Any) -> Any:
        def watched(text: str, at: Any, size: float, colour: Any, **how: Any) -> Any:
            texture = write(text, at, size, colour, **how)
            if texture is not None and self._drawing is not None:
                wide, high = texture.width, texture.height
                anchor = how.get("anchor", (0.0, 0.5))
                left, bottom = at[0] - wide * anchor[0], at[1] - high * anchor[1]
                self.written[self._drawing].append(DrawnText(text, size, texture, round(left), round(bottom)))
                letters = (left, bottom + size * AIR, left + wide, bottom + high - size * AIR)
                if breaks_a_word(text, size, how.get("width"), bold=how.get("bold", False)):
                    self._cut[self._drawing].append(f"{text!r} has a broken word")
                if not _inside(letters, self._drawing):
                    self._cut[self._drawing].append(f"{text!r} is written over the edge")
            return texture

        return watched

    def _watch_shapes(self, draw: Any, points_of: Any) -> Any:
        def watched(*given: Any, **how: Any) -> None:
            draw(*given, **how)
            if self._drawing is not None:
                xs, ys = zip(*points_of(*given), strict=True)
                self.figures[self._drawing].append((min(xs), min(ys), max(xs), max(ys)))

        return watched

    def _watch_shortening(self, shortened: Any) -> Any:
        def watched(text: str, size: float, width: float, bold: bool = False) -> str:
            text = in_language(text)
            kept: str = shortened(text, size, width, bold)
            if kept != text and self._drawing is not None:
                self._cut[self._drawing].append(f"{text!r} is cut to {kept!r}")
            return kept

        return watched

    def found(self, root: Widget) -> list[str]:
        """Return descriptions of what is cut off on the screen."""
        return [f"{type(widget).__name__}: {said}" for widget in shown(root) for said in self._of(widget)]

    def _of(self, widget: Widget) -> Iterator[str]:
        if not isinstance(widget, ScrollView) and (left_behind := _left_behind(widget)):
            yield f"{len(left_behind)} widgets that were removed are still drawn"
        if isinstance(widget, CanvasWidget) and type(widget).__name__ not in ENDLESS:
            yield from self._cut.get(widget, ())
        if isinstance(widget, Label) and widget.text:
            yield from _label(widget)
        if isinstance(widget, BoxLayout) and not isinstance(widget.parent, ScrollView):
            for child in widget.children:
                if not _inside((child.x, child.y, child.right, child.top), widget):
                    yield f"{type(child).__name__} {child.pos} {child.size} outside its {widget.size}"


def _left_behind(widget: Widget) -> list[Canvas]:
    """Return the canvases of former children: those made while another canvas was open cannot be removed."""
    kept = [child.canvas for child in widget.children]
    return [each for each in widget.canvas.children if type(each) is Canvas and each not in kept]


def _label(label: Label) -> Iterator[str]:
    wide, high = label.texture_size if label.is_shortened else natural_size(label)
    if wide > label.width + SLACK or high - 2 * AIR * label.font_size > label.height + SLACK:
        yield f"{label.text!r} takes {wide} x {high}, but has {label.size}"
    if label.is_shortened:
        yield f"{label.text!r} is cut"
    bold = label.font_name != font_of(label._label.text)
    if breaks_a_word(label._label.text, label.font_size, label.text_size[0], bold=bold):
        yield f"{label.text!r} has a broken word"


def breaks_a_word(text: str, size: float, width: float | None, *, bold: bool = False) -> bool:
    """Return whether a word of a text is wider than its lines, and so is broken without a hyphen.

    The path of a file may be: it is as long as the folders of the machine.
    """
    words = " ".join(word for word in in_language(text).split() if "/" not in word)
    return bool(width and drawing.longest_word(words, size, bold=bold) > width + 1)


def natural_size(label: Label) -> tuple[float, float]:
    """Return the size of a label's text with all its lines."""
    lettering = Lettering(
        text=label._label.text,
        font_size=label.font_size,
        font_name=label.font_name,
        text_size=(label.text_size[0], None),
        line_height=label.line_height,
    )
    lettering.refresh()
    return lettering.texture.size


def shown(root: Widget) -> Iterator[Widget]:
    """Yield all visible widgets below a widget, and the widget itself."""
    if root.opacity:
        yield root
        for child in root.children:
            yield from shown(child)


def _inside(box: Box, widget: Widget) -> bool:
    left, bottom, right, top = box
    across = widget.x - SLACK <= left and right <= widget.right + SLACK
    return across and widget.y - SLACK <= bottom and top <= widget.top + SLACK


def _corners_of_icon(_icon: Any, centre: Any, radius: float, _colour: Any) -> list[tuple[float, float]]:
    return [(centre[0] + side * radius, centre[1] + side * radius) for side in (-1, 1)]
