"""Rows, columns and wrapping labels in the sizes of the theme."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.locale.catalogue import shown
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls.drawing import LINE_HEIGHT, longest_word, text_height, text_width


def row(*children: Widget, gap: float = theme.TARGET_GAP, pad: float = 0, **properties: Any) -> BoxLayout:
    """Lay widgets side by side."""
    return _box("horizontal", children, gap, pad, properties)


def column(*children: Widget, gap: float = theme.TARGET_GAP, pad: float = 0, **properties: Any) -> BoxLayout:
    """Lay widgets one below the other."""
    return _box("vertical", children, gap, pad, properties)


def grid(*children: Widget, across: int, gap: float = theme.TARGET_GAP, **properties: Any) -> GridLayout:
    """Lay widgets in rows of this many, or of fewer where the words of one need more width."""
    laid = GridLayout(cols=across, spacing=px(gap), **properties)
    for child in children:
        laid.add_widget(child)
    laid.bind(width=lambda *_: setattr(laid, "cols", columns(laid.children, across, laid.width, gap)))
    return laid


def columns(children: Sequence[Widget], across: int, width: float, gap: float = theme.TARGET_GAP) -> int:
    """Return in how many columns widgets lie in a width in pixels: `across` if their words have room."""
    needed = max((child.size_hint_min_x or 0.0 for child in children), default=0.0)
    return max(1, min(across, int((width + px(gap)) / max(1.0, needed + px(gap)))))


def shares(room: float, least: Sequence[float]) -> list[float]:
    """Divide a width evenly among those that need at least so much each.

    >>> shares(300, [50, 140, 50])
    [80.0, 140, 80.0]
    """
    modest = list(least)
    while modest and max(modest) > (room - sum(least) + sum(modest)) / len(modest):
        modest.remove(max(modest))
    even = (room - sum(least) + sum(modest)) / max(1, len(modest))
    return [even if need <= even else need for need in least]


SCROLLING: dict[str, Any] = {
    "do_scroll_x": False,
    "bar_color": theme.MUTED,
    "bar_inactive_color": theme.BORDER,
    "scroll_type": ["bars", "content"],
}
"""Properties of all scroll views: vertical only, by content or bar."""


SCROLL_BAR = 10
"""Width of the scroll bar, which the content leaves free, in theme pixels."""


def pages(*parts: Widget, gap: float = theme.SPACE_12) -> BoxLayout:
    """Stack texts; in a wide window in two columns, so that lines are not too long."""
    if not theme.METRICS.wide:
        return column(*parts, gap=gap, pad=theme.SPACE_8)
    letters = [len(getattr(part, "text", "")) for part in parts]
    half = next((n for n in range(len(parts)) if 2 * sum(letters[:n]) >= sum(letters)), len(parts))
    sides = [
        column(*some, gap=gap, size_hint_y=None, pos_hint={"top": 1}) for some in (parts[:half], parts[half:])
    ]
    for side in sides:
        side.bind(minimum_height=side.setter("height"))
    return row(*sides, gap=theme.SPACE_24, pad=theme.SPACE_8)


BAR_WIDTH, BAR_GAP = 6, 4
"""Width of a scroll bar, and its distance from the content, in theme pixels."""


def scrollable(content: Widget, **properties: Any) -> ScrollView:
    """Make content scrollable that is higher than its place; the scroll bar stands beside it."""
    view = ScrollView(bar_width=px(BAR_WIDTH), **SCROLLING, **properties)
    content.size_hint = (None, None)
    content.bind(minimum_height=content.setter("height"))

    def fit(*_: object) -> None:
        beside = px(BAR_WIDTH + BAR_GAP) if content.height > view.height else 0.0
        content.width = view.width - beside

    view.bind(size=fit)
    content.bind(height=fit)
    view.add_widget(content)
    return view


def scroll_into_view(view: ScrollView, widget: Widget, *, animate: bool = False) -> None:
    """Scroll until a widget is visible; content that fits is not scrolled."""
    if view.vbar[1] < 1:
        view.scroll_to(widget, animate=animate)


def fixed_height(widget: Any, height: float) -> Any:
    """Give a widget a fixed height, in theme pixels."""
    widget.size_hint_y = None
    widget.height = px(height)
    return widget


def fixed_width(widget: Any, width: float) -> Any:
    """Give a widget a fixed width, in theme pixels; what has words is as wide as the longest at least."""
    widget.size_hint_x = None
    widget.width = max(px(width), getattr(widget, "least_width", 0.0))
    return widget


def least_height(part: Widget) -> float:
    """Return the height of a widget of fixed height, or the least height of another, in pixels."""
    return float(part.height if part.size_hint_y is None else getattr(part, "minimum_height", 0))


def replace_children(box: Widget, *children: Widget) -> None:
    """Replace a box's children by these widgets in this order; children that stay are not removed."""
    for child in box.children[:]:
        if child not in children:
            box.remove_widget(child)
    for number, child in enumerate(reversed(children)):
        if number < len(box.children) and box.children[number] is child:
            continue
        if child.parent is box:
            box.remove_widget(child)
        box.add_widget(child, index=number)


def spacer(**properties: Any) -> Widget:
    """Make an empty widget that takes up space."""
    return Widget(**properties)


AIR = 0.3
"""Blank share of a line above and below its letters, in font sizes."""


class TextLabel(Label):
    """A label that wraps to its width and by default is as high as its text.

    Its `text` stays what the program says; what it draws is in the language of the screen.

    Args:
        text: the text.
        size: height of the letters, in theme pixels.
        colour: their colour.
        bold: bold letters.
        align: left, center or right.
        fill: use the given height instead of the height of the text, in smaller letters where it is short.
        lines: largest number of lines; 0 for all.
    """

    def __init__(
        self,
        text: str,
        size: float = theme.BODY,
        colour: theme.Rgba = theme.TEXT,
        *,
        bold: bool = False,
        align: str = "left",
        fill: bool = False,
        lines: int = 0,
        **properties: Any,
    ) -> None:
        super().__init__(
            font_size=px(size),
            font_name=theme.font_of(text, bold=bold),
            color=colour,
            halign=align,
            valign="middle",
            line_height=LINE_HEIGHT,
            **properties,
        )
        self._bold, self._preferred = bold, size
        self.text = text
        if lines:
            self.max_lines, self.shorten, self.shorten_from = lines, lines == 1, "right"
        if fill:
            self.bind(size=self._fit, text=self._fit)
        else:
            self.size_hint_y = None
            self.bind(width=lambda *_: setattr(self, "text_size", (self.width, None)))
            self.bind(texture_size=lambda *_: setattr(self, "height", self.texture_size[1]))

    @property
    def least_width(self) -> float:
        """The width that its longest word needs, in pixels."""
        size = px(min(self._preferred, theme.CAPTION))
        return float(longest_word(self.text, size, bold=self._bold))

    def _fit(self, *_: object) -> None:
        """Shrink the letters as far as the text needs in this space, down to the least size."""
        sizes = range(round(self._preferred), min(theme.CAPTION, round(self._preferred)) - 1, -1)
        self.font_size = px(next((size for size in sizes if self._has_room(px(size))), sizes[-1]))
        self.text_size = self.size

    def _has_room(self, size: float) -> bool:
        """Return whether letters of a size in pixels fit: no word is broken, no line is cut."""
        if self.max_lines == 1:
            return bool(text_width(self.text, size, self._bold) <= self.width)
        high = text_height(self.text, size, self.width, self._bold)
        wide = longest_word(self.text, size, bold=self._bold)
        return bool(wide <= self.width and high - AIR * size <= self.height)

    def _trigger_texture_update(self, name: Any = None, source: Any = None, value: Any = None) -> None:
        if name == "text":
            value = shown(value)
            self.font_name = theme.font_of(value, bold=self._bold)
        super()._trigger_texture_update(name, source, value)


class Hint(TextLabel):
    """A secondary label that fills the remaining height, and disappears where it is too little."""

    def __init__(self, text: str) -> None:
        super().__init__(text, colour=theme.MUTED, fill=True)
        self.valign = "top"
        self.bind(size=self._give_way)
        self._give_way()

    def _give_way(self, *_: object) -> None:
        needed = text_height(self.text, self.font_size, self.width)
        self.opacity = 1.0 if needed <= self.height else 0.0


def _box(
    orientation: str, children: tuple[Widget, ...], gap: float, pad: float, properties: dict[str, Any]
) -> BoxLayout:
    box = BoxLayout(orientation=orientation, spacing=px(gap), padding=px(pad), **properties)
    for child in children:
        box.add_widget(child)
    return box
