"""The base class of widgets that cover the screen until they are touched."""

from typing import Any

from companion.ui.widgets.controls.canvas_widget import CanvasWidget


class TouchBlocker(CanvasWidget):
    """Blocks all touches of the widgets below, and closes when the finger is lifted.

    Events:
        on_close: it was touched.
    """

    __events__ = ("on_close",)

    def on_touch_down(self, touch: Any) -> bool:
        """Grab the touch."""
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Close when the finger is lifted."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self.dispatch("on_close")
        return True
