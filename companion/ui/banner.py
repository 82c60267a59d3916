"""A banner over the board, such as the result of a roll: for a few seconds, or until the next question."""

from typing import Any

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from companion.ui import theme

SAME, MOST_FRAMES = 3, 20
"""Frames in which the box of a banner must stay the same, and the most that are waited for."""


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
        self._lay_soon(banner, seconds, [])

    def _lay_soon(self, banner: Any, seconds: float, seen: list[Any]) -> None:
        self._end = Clock.schedule_once(lambda _: self._lay(banner, seconds, seen))

    def _lay(self, banner: Any, seconds: float, seen: list[Any]) -> None:
        """Lay the banner once its box stays the same: the answers of a new question move for some frames.

        Args:
            banner: the banner.
            seconds: how long it is shown.
            seen: its boxes in the frames before.
        """
        if self._root.home is None:
            self.close()
            return
        position, (width, height) = self._root.home.banner_box(banner.height_at)
        seen.append((position, (width, height)))
        settled = len(seen) > MOST_FRAMES or (len(seen) >= SAME and len(set(seen[-SAME:])) == 1)
        if width <= 0 or not settled:
            self._lay_soon(banner, seconds, seen)
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
