"""Simulates touches: finds widgets by their visible text and sends real touch events.

The demonstration and the tests play with it. Only widgets in front can be found: what an overlay covers is
hidden from the pointer, as it is from a person.
"""

from collections.abc import Callable, Iterator
from typing import Any

from kivy.base import EventLoop
from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.errors import ElementNotFound
from companion.ui import theme
from companion.ui.layout import scroll_into_view

TIMEOUT = 30
"""Longest hold, in tenths of a second, on a screen that draws slowly."""
HALF_TURN = 180
"""Degrees by which the picture is turned for a player at the opposite edge."""
WORDS = ("text", "title", "prompt", "label")
"""Properties that hold a widget's text."""


class SimulatedTouch(MotionEvent):
    """One finger on the touchscreen; a touch as the touchscreen's driver would send it."""

    count = 0

    def __init__(self, x: float, y: float) -> None:
        SimulatedTouch.count += 1
        super().__init__(
            "pointer",
            f"finger {SimulatedTouch.count}",
            _on_glass(x, y),
            is_touch=True,
            type_id="touch",
        )

    def depack(self, args: tuple[float, float]) -> None:
        """Take the position in, as shares of the window."""
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class Pointer:
    """Taps, holds and reads.

    Args:
        pause: what to do between two movements, such as letting the screen draw.
    """

    def __init__(self, pause: Callable[[float], None]) -> None:
        self._pause = pause

    # --- touching ------------------------------------------------------------------------------------------

    def tap_at(self, x: float, y: float, hold: float = 0.0) -> None:
        """Touch the screen at a point, in pixels from the bottom left, for `hold` seconds."""
        finger = SimulatedTouch(x, y)
        EventLoop.post_dispatch_input("begin", finger)
        self._pause(hold)
        EventLoop.post_dispatch_input("end", finger)
        self._pause(0.0)

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 4) -> None:
        """Draw a finger over the screen from one point to another."""
        finger = SimulatedTouch(*start)
        EventLoop.post_dispatch_input("begin", finger)
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            finger.move(_on_glass(x, y))
            EventLoop.post_dispatch_input("update", finger)
            self._pause(0.0)
        EventLoop.post_dispatch_input("end", finger)
        self._pause(0.0)

    def touch(self, widget: Widget, hold: float = 0.0) -> None:
        """Scroll a widget into view and touch its middle."""
        self._bring_into_view(widget)
        x, y = widget.to_window(*widget.center)
        self.tap_at(x, y, hold=hold)

    def _bring_into_view(self, widget: Widget) -> None:
        above = widget.parent
        while isinstance(above, Widget):
            if isinstance(above, ScrollView):
                scroll_into_view(above, widget)
                self._pause(0.0)
            above = above.parent

    def tap(self, text: str) -> None:
        """Tap the widget with this text.

        Raises:
            ElementNotFound: no widget in front has it.
        """
        self.touch(self.find(text))

    def hold(self, text: str) -> None:
        """Hold the widget with this text until its ring is full.

        Raises:
            ElementNotFound: no widget in front has it.
        """
        widget = self.find(text)
        self._bring_into_view(widget)
        finger = SimulatedTouch(*widget.to_window(*widget.center))
        EventLoop.post_dispatch_input("begin", finger)
        self._pause(theme.HOLD_SECONDS)
        for _ in range(TIMEOUT):
            if not getattr(widget, "pressed", False):
                break
            self._pause(0.1)
        EventLoop.post_dispatch_input("end", finger)
        self._pause(0.0)

    # --- looking -------------------------------------------------------------------------------------------

    def find(self, words: str) -> Widget:
        """Return the front widget with this text; else one whose text begins with it.

        Raises:
            ElementNotFound: there is none; the message lists all visible texts.
        """
        wanted = words.casefold()
        bearers = [(text.casefold(), widget) for text, widget in self._written()]
        for fits in (wanted.__eq__, lambda text: text.startswith(wanted), lambda text: wanted in text):
            for text, widget in bearers:
                if fits(text):
                    return widget
        raise ElementNotFound(f"Nothing on the screen says {words!r}; it says: {' | '.join(self.texts())}")

    def shows(self, words: str) -> bool:
        """Return whether these words can be read anywhere in front."""
        return any(words.casefold() in text.casefold() for text in self.texts())

    def texts(self) -> list[str]:
        """All visible texts, from front to back."""
        return [text for text, _ in self._written()]

    def find_kind(self, kind: type[Any]) -> Any:
        """Return the foremost widget of a kind.

        Raises:
            ElementNotFound: there is none.
        """
        for widget in self._in_front():
            if isinstance(widget, kind):
                return widget
        raise ElementNotFound(
            f"There is no {kind.__name__} on the screen; it says: {' | '.join(self.texts())}"
        )

    def _written(self) -> Iterator[tuple[str, Widget]]:
        for widget in self._in_front():
            for name in WORDS:
                text = getattr(widget, name, None)
                if isinstance(text, str) and text:
                    yield text, widget

    def _in_front(self) -> Iterator[Widget]:
        """All widgets from front to back, down to the foremost one that hides the rest."""
        for top in EventLoop.window.children:
            yield from _front_to_back(top)
            if getattr(top, "hides_all_behind", False):
                break


def _on_glass(x: float, y: float) -> tuple[float, float]:
    """Return where the glass feels a touch, in shares of its sides, for a point of the picture in pixels."""
    width, height = EventLoop.window.size
    across, up = x / width, y / height
    return (1 - across, 1 - up) if EventLoop.window.rotation == HALF_TURN else (across, up)


def _front_to_back(widget: Widget) -> Iterator[Widget]:
    if widget.opacity == 0:
        return
    for child in widget.children:
        yield from _front_to_back(child)
        if getattr(child, "hides_all_behind", False):
            break
    yield widget
