"""The base class of boards: drag to pan, pinch to zoom, tap for a place."""

from collections.abc import Callable
from math import hypot
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.touch_guard import is_late
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.drawing import Point

SLIP = 12.0
"""Largest movement of a tap."""
SETTLED = 0.25
"""Seconds after which a resting finger aims: moving it then selects another place instead of panning."""


class BoardWidget(Widget):
    """The base class of all boards. Subclasses draw through a `Viewport`.

    Attributes:
        game_view: the state to show.
        seats: all seats, for colours and emblems.
        selectable: ids that may be tapped; None without a question, then nothing is dimmed.
        pointed: id of the place that the panel's buttons highlight; it is outlined.
        chosen: ids of chosen places; they are outlined too.
        enabled: whether taps count.
        gathers: whether a drag over the whole board collects every place under it.
        gathered: the places collected so far.

    Events:
        on_place: a selectable place was tapped (any, when nothing is asked); gets its id.
        on_denied: a dimmed place was tapped; gets its id.
        on_places: a finger was drawn over selectable places and lifted; gets their ids in its order.
    """

    game_view = ObjectProperty(None, allownone=True)
    seats = ObjectProperty(())
    selectable = ObjectProperty(None, allownone=True)
    pointed = ObjectProperty(None, allownone=True)
    chosen = ObjectProperty(())
    enabled = BooleanProperty(True)

    gathers = BooleanProperty(False)
    gathered = ObjectProperty(())
    __events__ = ("on_place", "on_denied", "on_places")

    def __init__(
        self,
        *,
        on_place: Callable[..., Any] | None = None,
        on_denied: Callable[..., Any] | None = None,
        **properties: Any,
    ) -> None:
        self._touches: list[Any] = []
        self._pinched = False
        self._travelled = 0.0
        self._aiming = False
        self._settle = Clock.create_trigger(self._start_aiming, SETTLED)
        self._view = Viewport((1.0, 1.0), (0.0, 0.0), (1.0, 1.0))
        self._whole = BigButton(icon="whole", kind="on board")
        super().__init__(**properties)
        self._whole.bind(on_tap=lambda _: self.reset_view())
        for event, call in (("on_place", on_place), ("on_denied", on_denied)):
            if call is not None:
                self.bind(**{event: call})

    def on_place(self, place: str) -> None:
        """Default handler."""

    def on_denied(self, place: str) -> None:
        """Default handler."""

    def on_places(self, places: tuple[str, ...]) -> None:
        """Default handler."""

    @property
    def ready(self) -> bool:
        """Whether there is anything to touch."""
        return True

    @property
    def shape(self) -> float | None:
        """Aspect ratio (width / height) of the board; None if any size fits."""
        return None

    def place_at(self, point: Point) -> str | None:
        """Return the place at a point, with touch margins; None if there is none."""
        raise LookupError(f"{type(self).__name__} knows no places; it must say which lies at {point}")

    def where(self, place: str) -> Point:
        """Return a point where a place can be touched, in coordinates of the window."""
        raise LookupError(f"{type(self).__name__} knows no places such as {place!r}")

    def place_under(self, point: Point) -> str | None:
        """Return the place exactly at a point; None if there is none."""
        return self.place_at(point)

    def magnify(self, finger: Point | None) -> None:
        """Show a magnifier at a finger; None hides it."""

    def reset_view(self) -> None:
        """Show the whole board again."""
        self._set_view(self._view.whole())

    def _set_view(self, view: Viewport) -> None:
        """Set the view."""
        self._view = view
        self._offer_whole(view.zoom > 1.001)

    def _offer_whole(self, offered: bool) -> None:
        """Add or remove the button that shows the whole board."""
        if offered and self._whole.parent is None:
            self.add_widget(self._whole)
        elif not offered and self._whole.parent is not None:
            self.remove_widget(self._whole)
        self._whole.size = (px(theme.TAP_TARGET + 4), px(theme.TAP_TARGET))
        self._whole.pos = (self.right - self._whole.width - px(4), self.top - self._whole.height - px(6))

    # --- fingers -------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Follow up to two fingers."""
        if not self.collide_point(*touch.pos) or not self.ready:
            return False
        if touch.is_mouse_scrolling:
            self._set_view(self._view.zoomed(0.8 if touch.button == "scrollup" else 1.25, touch.pos))
            return True
        if super().on_touch_down(touch):
            return True
        if len(self._touches) < 2:
            touch.grab(self)
            touch.ud[self] = tuple(touch.pos)
            self._travelled = SLIP * 1e3 if self._touches else 0.0
            self._pinched = bool(self._touches)
            self._touches.append(touch)
            self._aim(touch.pos if len(self._touches) == 1 else None)
        return True

    def _aim(self, finger: Point | None) -> None:
        """Start aiming with a finger; None ends it."""
        self._aiming = False
        self._settle.cancel()
        if finger is not None:
            self._settle()
        self.magnify(finger if self.enabled else None)

    def _start_aiming(self, _elapsed: float) -> None:
        self._aiming = bool(self._touches) and self._travelled <= px(SLIP)

    def on_touch_move(self, touch: Any) -> bool:
        """One finger pans the board or, after resting, aims; two fingers zoom."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        before = touch.ud[self]
        touch.ud[self] = tuple(touch.pos)
        by = (touch.x - before[0], touch.y - before[1])
        if self._aiming:
            self.magnify(tuple(touch.pos))
        elif len(self._touches) == 2:
            other = self._touches[0] if touch is self._touches[1] else self._touches[1]
            self._pinch(before, tuple(touch.pos), other.ud[self])
        else:
            self._travelled = max(self._travelled, hypot(touch.x - touch.ox, touch.y - touch.oy))
            if self._travelled > px(SLIP):
                self._aim(None)
                self._slide(touch, by)
        return True

    def _slide(self, touch: Any, by: Point) -> None:
        """Collect the places under a dragged finger if `gathers`; else pan the board."""
        if not (self.enabled and self.gathers and self._view.zoom <= 1 and not self._pinched):
            self._set_view(self._view.moved(by))
            return
        for point in ((touch.ox, touch.oy), tuple(touch.pos)):
            place = self.place_under(point)
            if place is not None and place not in self.gathered and place in (self.selectable or ()):
                self.gathered = (*self.gathered, place)

    def _pinch(self, before: Point, after: Point, other: Point) -> None:
        near = max(1.0, hypot(before[0] - other[0], before[1] - other[1]))
        far = max(1.0, hypot(after[0] - other[0], after[1] - other[1]))
        middle = ((after[0] + other[0]) / 2, (after[1] + other[1]) / 2)
        by = ((after[0] - before[0]) / 2, (after[1] - before[1]) / 2)
        self._set_view(self._view.zoomed(far / near, middle).moved(by))

    def on_touch_up(self, touch: Any) -> bool:
        """Handle a tap: a finger that hardly moved."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if touch in self._touches:
            self._touches.remove(touch)
        self._aim(None)
        gathered, self.gathered = self.gathered, ()
        if not self._touches and not is_late(touch):
            if self._travelled <= px(SLIP):
                self._tapped(touch)
            elif gathered:
                self.dispatch("on_places", gathered)
        return True

    def _tapped(self, touch: Any) -> None:
        place = self.place_at(touch.pos)
        if place is None:
            if touch.is_double_tap:
                self._toggle_zoom(touch.pos)
        elif self.enabled:
            allowed = self.selectable is None or place in self.selectable
            self.dispatch("on_place" if allowed else "on_denied", place)

    def _toggle_zoom(self, around: Point) -> None:
        self._set_view(self._view.whole() if self._view.zoom > 1.001 else self._view.zoomed(2.0, around))
