"""The base class of what lies over the screen until it is touched."""

from typing import Any

from companion.ui.widgets.canvas_widget import CanvasWidget


class TouchBlocker(CanvasWidget):
    """Takes every finger, so that it presses nothing below, and closes once the finger is lifted.

    Events:
        on_close: it was touched.
    """

    __events__ = ("on_close",)

    def on_close(self) -> None:
        """Default handler."""

    def on_touch_down(self, touch: Any) -> bool:
        """Take the finger."""
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Close once it is lifted."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self.dispatch("on_close")
        return True
