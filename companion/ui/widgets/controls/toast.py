"""A message that disappears after a few seconds."""

from typing import Any, ClassVar

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.journal.save_folder import readable
from companion.locale.catalogue import shown
from companion.locale.messages import applied
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.controls.drawing import Point


class Toast(CanvasWidget):
    """A highlighted line of text; touches go through it.

    Attributes:
        text: the current text; empty while nothing is shown.
    """

    text = StringProperty("")
    shows: ClassVar[tuple[str, ...]] = ("text",)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.opacity = 0.0
        self._ending: Any = None

    def say(self, text: str) -> None:
        """Show a text for a few seconds, replacing the one before."""
        self.text = applied(readable, text)
        Animation.cancel_all(self, "opacity")
        self.opacity = 1.0
        if self._ending is not None:
            self._ending.cancel()
        self._ending = Clock.schedule_once(self._go, theme.TOAST_SECONDS)

    def fits(self, text: str, room: Point) -> bool:
        """Return whether a text fits into this width and height, in pixels."""
        words = self._words(text, room[0])
        return bool(words.width <= room[0] and words.height <= room[1])

    def size_within(self, text: str, width: float) -> Point:
        """Return the size of a text's box, at most so wide, in pixels."""
        text = applied(readable, text)
        natural = max(drawing.text_width(line, px(theme.BODY)) for line in shown(text).split("\n"))
        height = self._words(text, width).height + px(theme.SPACE_12)
        return min(width, natural + 2 * px(theme.SPACE_16) + px(4)), height

    def leave(self) -> None:
        """Go at once."""
        if self._ending is not None:
            self._ending.cancel()
        Animation.cancel_all(self, "opacity")
        self.opacity, self.text = 0.0, ""

    def _words(self, text: str, width: float) -> Any:
        inside = width - 2 * px(theme.SPACE_16) - px(4)
        return drawing.text_texture(
            applied(readable, text), px(theme.BODY), theme.TEXT, width=inside, align="center"
        )

    def _go(self, _elapsed: float) -> None:
        leaving = Animation(opacity=0.0, duration=theme.SETTLE_SECONDS)
        leaving.bind(on_complete=lambda *_: setattr(self, "text", ""))
        leaving.start(self)

    def draw(self) -> None:
        """Draw the text in the centre of the widget."""
        if not self.text:
            return
        size, margin = px(theme.BODY), px(theme.SPACE_16)
        width, high = self.size_within(self.text, self.width)
        height = min(high, self.height)
        bottom = self.center_y - height / 2
        drawing.rounded_rectangle(
            (self.center_x - width / 2, bottom),
            (width, height),
            theme.SURFACE,
            edge=theme.ACCENT,
            line=px(1.5),
        )
        drawing.draw_text(
            self.text, self.center, size, theme.TEXT, anchor=(0.5, 0.5), width=self.width - 2 * margin - px(4)
        )
