"""The base classes of all widgets: redrawn on a canvas when a property changes, and tappable."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Canvas
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.theme import METRICS, px
from companion.ui.touch_guard import BESIDE, is_late, window_guard


class WithEvents:
    """A widget with events of its own; each in `__events__` gets the default handler that Kivy needs."""

    __events__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for event in cls.__events__:
            if not hasattr(cls, event):
                setattr(cls, event, lambda *_: None)


class CanvasWidget(WithEvents, Widget):
    """A widget that draws itself behind its children, and redraws when a shown property changes.

    Subclasses name the properties they show in `shows` and draw in `draw`.
    """

    shows: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self._drawn_parts: dict[tuple[Any, ...], Canvas] = {}
        self._earlier_parts: dict[tuple[Any, ...], Canvas] = {}
        self._redraw = Clock.create_trigger(self._draw_anew, -1)
        for name in ("pos", "size", *self.shows):
            self.fbind(name, self._redraw)
        METRICS.follow(self)
        self._redraw()

    def draw(self) -> None:
        """Draw; called with the canvas open and empty."""

    def redraw(self) -> None:
        """Draw again before the next frame."""
        self._redraw()

    def draw_part(self, draw: Callable[..., None], *arguments: Any) -> None:
        """Draw a part within `draw`, or reuse the last drawing with the same arguments.

        Args:
            draw: draws on the open canvas, depending only on its arguments.
            arguments: hashable.
        """
        key = (draw, *arguments)
        part = self._earlier_parts.get(key)
        if part is not None:
            self.canvas.before.add(part)
        else:
            part = Canvas()  # it adds itself to the canvas that is open
            with part:
                draw(*arguments)
        self._drawn_parts[key] = part

    def rescale(self) -> None:
        """Draw again in the new measures of the window."""
        self._drawn_parts.clear()
        self._redraw()

    def _draw_anew(self, _elapsed: float) -> None:
        if awaits_layout(self):
            # It is laid out again before this frame is drawn: drawing now would be wasted.
            self._redraw()
            return
        self.canvas.before.clear()
        self._earlier_parts, self._drawn_parts = self._drawn_parts, {}
        with self.canvas.before:
            self.draw()
        self._earlier_parts = {}


def awaits_layout(widget: Widget) -> bool:
    """Return whether a layout around a widget has yet to place its children."""
    around = widget.parent
    while isinstance(around, Widget):
        if isinstance(around, Layout) and around._trigger_layout.is_triggered:
            return True
        around = around.parent
    return False


class Tappable(CanvasWidget):
    """A widget to tap. A refused one stays tappable and reports why.

    Attributes:
        pressed: whether a finger is on it.
        ruling: why it is refused; None, or an allowing ruling, if it is allowed.
        hold: seconds that it must be held; 0 for a plain tap.
        held: elapsed share of that time, 0 to 1.
        repeats: whether it may be meant twice at once, such as a letter; else a double tap counts once.

    Events:
        on_tap: it was tapped, or held long enough.
        on_denied: it was tapped but its ruling forbids it; gets the ruling.
    """

    pressed = BooleanProperty(False)
    ruling = ObjectProperty(None, allownone=True)
    hold = NumericProperty(0.0)
    held = NumericProperty(0.0)
    repeats = BooleanProperty(False)

    __events__: ClassVar[tuple[str, ...]] = ("on_tap", "on_denied")

    @property
    def denied(self) -> bool:
        """Whether its ruling forbids it."""
        return self.ruling is not None and not self.ruling.allowed

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point is on it, or within its touch margin and on no other widget."""
        beside = px(BESIDE)
        if not (self.x - beside <= x <= self.right + beside and self.y - beside <= y <= self.top + beside):
            return False
        siblings = self.parent.children if isinstance(self.parent, Widget) else ()
        return self.collide_point(x, y) or not any(
            isinstance(other, Tappable) and other.collide_point(x, y) for other in siblings
        )

    def on_touch_down(self, touch: Any) -> bool:
        """Show the press at once."""
        if self.disabled or touch.is_mouse_scrolling or not self.covers(*touch.pos):
            return bool(super().on_touch_down(touch))
        if (guard := window_guard()) is not None and guard.is_second(self, touch):
            return True
        touch.grab(self)
        self.pressed = True
        self._start_holding()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Release when the finger slides off."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if self.pressed and not self.covers(*touch.pos):
            self._release()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Count the tap if the finger is still on it, and came down after this question opened."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        was_pressed = self.pressed and not is_late(touch)
        self._release()
        if was_pressed and (self.denied or not self.hold):
            self._tap_once()
            self.dispatch(*(("on_denied", self.ruling) if self.denied else ("on_tap",)))
        return True

    def _tap_once(self) -> None:
        """Ignore a second tap where this one was."""
        if (guard := window_guard()) is not None:
            guard.tapped(self)

    def _start_holding(self) -> None:
        if self.hold and not self.denied:
            filling = Animation(held=1.0, duration=self.hold)
            # In a slow frame the finger may have gone already: that is told before the next one.
            filling.bind(on_complete=lambda *_: Clock.schedule_once(self._held_long_enough))
            filling.start(self)

    def _held_long_enough(self, _: float) -> None:
        if self.pressed:
            self._release()
            self._tap_once()
            self.dispatch("on_tap")

    def _release(self) -> None:
        self.pressed = False
        if self.held:
            Animation.cancel_all(self, "held")
            Animation(held=0.0, duration=theme.SETTLE_SECONDS).start(self)


class Worded(CanvasWidget):
    """A widget with words: beside others it is never narrower than they need."""

    words: ClassVar[tuple[str, ...]] = ()
    """The properties that say how wide it must be."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        for name in ("height", *self.words):
            self.fbind(name, self._claim)
        self._claim()

    @property
    @abstractmethod
    def least_width(self) -> float:
        """The width that its words need, in pixels."""

    def rescale(self) -> None:
        """Claim the width in the new measures of the window."""
        self._claim()
        super().rescale()

    def _claim(self, *_: object) -> None:
        self.size_hint_min_x = self.least_width


class Draggable(CanvasWidget):
    """A widget that grabs a finger and follows it until it is lifted."""

    def on_touch_down(self, touch: Any) -> bool:
        """Grab a finger that comes down on the widget, unless `start_drag` refuses it."""
        if not self.collide_point(*touch.pos) or not self.start_drag(touch):
            return False
        touch.grab(self)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Follow the grabbed finger."""
        if touch.grab_current is not self:
            return False
        self.drag(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Release the finger."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.end_drag(touch)
        return True

    @abstractmethod
    def start_drag(self, touch: Any) -> bool:
        """Start at a finger that has come down on the widget; return whether to follow it."""

    @abstractmethod
    def drag(self, touch: Any) -> None:
        """Handle a movement of the finger."""

    def end_drag(self, touch: Any) -> None:
        """Handle the end of the movement."""


class TouchStrip(CanvasWidget):
    """A strip that grabs a touch; the part on which the touch ends is tapped."""

    def on_touch_down(self, touch: Any) -> bool:
        """Grab the finger; touches that began elsewhere or earlier are ignored."""
        if super().on_touch_down(touch):
            return True
        if self.collide_point(*touch.pos):
            touch.grab(self)
            return True
        return False

    def on_touch_up(self, touch: Any) -> bool:
        """Tap the part under the finger, if it came down here."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        return bool(self.collide_point(*touch.pos)) and self.tap_at(touch.x, touch.y)

    @abstractmethod
    def tap_at(self, x: float, y: float) -> bool:
        """Dispatch the event of the part at a point; return whether there is one."""
