"""A banner over the board, such as the result of a roll: for a few seconds, or until the next question."""

from typing import Any

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from companion.ui import theme
from companion.ui.theme import px


class BannerSlot:
    """Shows one banner at a time.

    Args:
        root: the shell; the banner lies over its home screen.
    """

    def __init__(self, root: FloatLayout) -> None:
        self._root: Any = root
        self._banner: Any = None
        self._end: Any = None

    def show(self, banner: Any) -> None:
        """Show a banner; its `HIGH` is its height."""
        self.close()
        if self._root.home is None:
            return
        banner.pos, banner.size = self._root.home.banner_box(px(banner.high))
        self._banner = banner
        self._root.add_widget(banner)
        self._end = Clock.schedule_once(lambda _: self.close(), theme.TOAST_SECONDS)

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
