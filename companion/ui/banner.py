"""A banner over the board, such as the result of a roll, and toasts: where they cover no control."""

import math
from typing import Any

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from companion.ui import theme
from companion.ui.free_boxes import Box, covered, freest, holds, positions
from companion.ui.theme import px
from companion.ui.widgets.controls.toast import Toast

SAME, MOST_FRAMES = 3, 20
"""Frames in which the box of a banner must stay the same, and the most that are waited for."""


LAID = 0.1
"""Seconds in which a new screen is laid out."""
SHAPES = (1.0, 0.6, 0.4)
"""Widths of a toast that are tried, in widths of its room."""


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

    @property
    def shown(self) -> bool:
        """Whether there is a banner, if only in a moment."""
        return self._banner is not None

    def touched(self, touch: Any) -> None:
        """Close the banner at a touch beside it, or on what it covers: the touch counts for what it is on."""
        if self._banner is None or self._root.home is None:
            return
        covers = any(holds(box, touch.pos) for box in self._root.home.targets())
        if covers or not self._banner.collide_point(*touch.pos):
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


class ToastSlot:
    """Shows a toast: in free space that the screen names, else where it covers the least that can be touched.

    Args:
        root: the shell.
    """

    def __init__(self, root: FloatLayout) -> None:
        self._root: Any = root
        self.toast = Toast(size_hint=(None, None))
        self._named = False
        self._place_soon = Clock.create_trigger(lambda _: self._place(), LAID)

    def show(self, text: str) -> None:
        """Show a line of text for a few seconds."""
        self._root.remove_widget(self.toast)
        self.toast.say(text)
        self._place()
        self._root.add_widget(self.toast)
        self._place_soon()

    def follow(self) -> None:
        """Go with the free space of the last screen, else go on over the new one."""
        if self.toast.parent is None:
            return
        self._root.remove_widget(self.toast)
        if not self._named:
            self._root.add_widget(self.toast)
            self._place_soon()

    def touched(self, touch: Any) -> None:
        """Take the toast away at a touch on it, which counts for what is below."""
        if self.toast.text and self.toast.collide_point(*touch.pos):
            self.toast.leave()

    def box(self, text: str) -> Box:
        """Return where a text goes: position and size."""
        root = self._root
        screen = root.overlay or root.home
        targets, named = (screen.targets(), screen.toast_boxes()) if screen is not None else ([], [])
        for box in (self._middle(text, room) for room in named if self.toast.fits(text, room[1])):
            if not covered(box, targets):
                self._named = True
                return box
        self._named = False
        whole = (tuple(root.pos), tuple(root.size))
        inside = self._anywhere(text, named[-1]) if named else []
        boxes = inside or self._anywhere(text, whole)
        return freest(boxes, targets) or whole

    def _middle(self, text: str, room: Box) -> Box:
        """Return the box of a text in the middle of a room."""
        (left, low), (wide, high) = room
        width, height = self.toast.size_within(text, wide)
        return (left + (wide - width) / 2, low + (high - height) / 2), (width, height)

    def _anywhere(self, text: str, room: Box) -> list[Box]:
        """Return boxes of a text in a room: in few lines before many, and those in its middle first."""
        corner, (wide, high) = room
        boxes: list[Box] = []
        for share in SHAPES:
            size = self.toast.size_within(text, wide * share)
            middle = (corner[0] + (wide - size[0]) / 2, corner[1] + (high - size[1]) / 2)
            found = positions(room, size, px(theme.SPACE_16))
            boxes += sorted(found, key=lambda box: math.dist(box[0], middle))
        return boxes

    def _place(self) -> None:
        if self.toast.text:
            self.toast.pos, self.toast.size = self.box(self.toast.text)
