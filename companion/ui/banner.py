"""A banner over the board, such as the result of a roll: for a few seconds, or until the next question."""

from typing import Any

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from companion.ui import theme


class BannerSlot:
    """Shows one banner at a time.

    Args:
        root: the shell; the banner lies over its home screen.
    """

    def __init__(self, root: FloatLayout) -> None:
        self._root: Any = root
        self._banner: Any = None
        self._end: Any = None

    def show(self, banner: Any, seconds: float = theme.TOAST_SECONDS) -> None:
        """Show a banner for this many seconds; its `height_at` returns its height at a width, in pixels."""
        self.close()
        self._banner = banner
        self._end = Clock.schedule_once(lambda _: self._lay(banner, seconds), 0)

    def _lay(self, banner: Any, seconds: float) -> None:
        if self._root.home is None:
            self.close()
            return
        home, width = self._root.home, self._root.width
        for _ in range(2):  # A narrower box than the window makes a higher text.
            position, (width, height) = home.banner_box(banner.height_at(width))
        if width <= 0:  # The screen has just been made, and is laid out by the next frame.
            self._end = Clock.schedule_once(lambda _: self._lay(banner, seconds), 0)
            return
        banner.pos, banner.size = position, (width, height)
        self._root.add_widget(banner)
        self._end = Clock.schedule_once(lambda _: self.close(), seconds)

    def touched(self, touch: Any) -> None:
        """Close the banner at a touch beside it, which counts for what it is on."""
        if self._banner is not None and not self._banner.collide_point(*touch.pos):
            self.close()

    def dismiss(self) -> None:
        """Close the banner on a tap; a double tap does not reach the widget below."""
        self.close()
        self._root.guard.start()

    def close(self) -> None:
        """Take the banner away."""
        if self._banner is not None:
            self._end.cancel()
            self._root.remove_widget(self._banner)
            self._banner = None
