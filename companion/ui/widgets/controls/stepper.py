"""A number between two bounds, with large plus and minus keys."""

from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.referee.questions import Count
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget, Draggable, Tappable

_REPEATS_PER_SECOND = 8
APART = 64
"""Height below the keys from which a long unit stands there, in theme pixels."""


class StepButton(Tappable):
    """The minus or plus button of a stepper; it repeats while held.

    Attributes:
        icon: minus or plus.

    Events:
        on_step: make one step.
    """

    icon = StringProperty("plus")
    shows: ClassVar[tuple[str, ...]] = ("icon", "pressed", "ruling")
    __events__: ClassVar[tuple[str, ...]] = ("on_step",)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**{"repeats": True, **properties})
        self._repeating: Any = None
        self._stepped = False

    def on_pressed(self, _: Any, pressed: bool) -> None:
        """Step at once, and repeat while held."""
        if self._repeating is not None:
            self._repeating.cancel()
        if pressed and not self.denied:
            self._stepped = True
            self._tap_once()
            self.dispatch("on_step")
            self._repeat_in(theme.REPEAT_DELAY)

    def on_touch_up(self, touch: Any) -> bool:
        """A press that has stepped is done, even where it went to the end and no further step is allowed."""
        if touch.grab_current is not self or not self._stepped:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        self._stepped = False
        self._release()
        return True

    def _repeat_in(self, seconds: float) -> None:
        """Repeat in the frame after this time; that the finger has gone is told before it."""
        self._repeating = Clock.schedule_once(self._next_frame, seconds)

    def _next_frame(self, _elapsed: float) -> None:
        self._repeating = Clock.schedule_once(self._repeat)

    def _repeat(self, _elapsed: float) -> None:
        if self.pressed and not self.denied:
            self.dispatch("on_step")
            self._repeat_in(1 / _REPEATS_PER_SECOND)

    def draw(self) -> None:
        """Draw the sign on a raised key."""
        text_colour = theme.DISABLED_TEXT if self.denied else theme.TEXT
        ground = theme.DISABLED if self.denied else theme.SURFACE_RAISED
        if self.pressed:
            ground = theme.blend(ground, text_colour, 0.22)
        drawing.rounded_rectangle(self.pos, self.size, ground, edge=theme.EDGE, line=px(theme.LINE_WIDTH))
        drawing.draw_icon(self.icon, self.center, min(self.size) * 0.28, text_colour)


class SliderTrack(Draggable):
    """A bar under the number: slide a finger along it to come near at once."""

    least = NumericProperty(0)
    most = NumericProperty(1)
    value = NumericProperty(0)
    shows: ClassVar[tuple[str, ...]] = ("least", "most", "value")

    def _left(self) -> float:
        return float(self.x + px(theme.SPACE_16))

    def _length(self) -> float:
        return float(max(1.0, self.width - 2 * px(theme.SPACE_16)))

    def start_drag(self, touch: Any) -> bool:
        """Move the knob to the finger."""
        if self.most <= self.least:
            return False
        self.drag(touch)
        return True

    def drag(self, touch: Any) -> None:
        """Move the knob to the finger."""
        share = min(1.0, max(0.0, (touch.x - self._left()) / self._length()))
        self.value = self.least + round(share * (self.most - self.least))

    def draw(self) -> None:
        """Draw the bar and its knob."""
        left, length, middle = self._left(), self._length(), self.center_y
        share = (self.value - self.least) / max(1, self.most - self.least)
        drawing.rounded_rectangle((left, middle - px(3)), (length, px(6)), theme.BORDER, radius=px(3))
        if share:
            drawing.rounded_rectangle(
                (left, middle - px(3)), (length * share, px(6)), theme.ACCENT, radius=px(3)
            )
        drawing.disc((left + length * share, middle), px(11), theme.ACCENT, theme.DARK_TEXT, px(2))


class Stepper(CanvasWidget):
    """A big number between a minus and a plus, with a bar to slide along where the range is long.

    Attributes:
        least: smallest number allowed.
        most: largest.
        value: the number now.
        unit: what is counted, under the number.
        judge: gives the ruling on a number, asked when a finger wants past an end.

    Events:
        on_denied: a finger wanted past an end; gets the ruling.
    """

    least = NumericProperty(0)
    most = NumericProperty(1)
    value = NumericProperty(0)
    unit = StringProperty("")
    judge = ObjectProperty(None, allownone=True)

    shows: ClassVar[tuple[str, ...]] = ("least", "most", "value", "unit", "judge")
    __events__ = ("on_denied",)

    def __init__(self, **properties: Any) -> None:
        self.minus = StepButton(icon="minus")
        self.plus = StepButton(icon="plus")
        self.track = SliderTrack()
        super().__init__(**properties)
        for button, step in ((self.minus, -1), (self.plus, 1)):
            button.bind(on_step=lambda _, step=step: self._step(step))
            button.bind(on_denied=lambda _, ruling: self.dispatch("on_denied", ruling))
        self.track.bind(value=self.setter("value"))
        for child in (self.minus, self.plus, self.track):
            self.add_widget(child)

    @classmethod
    def asking(cls, question: Count, **properties: Any) -> "Stepper":
        """Make the stepper for a count question, starting where it suggests."""
        start = question.least if question.suggested is None else question.suggested
        return cls(
            least=question.least,
            most=question.most,
            value=start,
            unit=question.unit,
            judge=question.judge,
            **properties,
        )

    def _step(self, step: int) -> None:
        self.value = min(self.most, max(self.least, self.value + step))

    def _ruling_beyond(self, at_end: bool, number: int) -> Ruling | None:
        return self.judge(number) if at_end and self.judge is not None else None

    def draw(self) -> None:
        """Draw the number; place and colour the keys."""
        slides = self.most - self.least > 4 and self.height >= px(100)
        below = px(36) if slides else 0
        key = min(self.height - below, px(80), self.width * 0.25)
        # Upright, a narrow stepper is higher than its keys.
        spare = self.height - below - key if theme.METRICS.portrait else 0
        bottom = self.top - key - spare / 2
        wide = self._key_width(key, bottom)
        self.minus.pos, self.plus.pos = (self.x, bottom), (self.right - wide, bottom)
        self.minus.size = self.plus.size = (wide, key)
        self.track.opacity = 1 if slides else 0
        self.track.pos, self.track.size = (self.x, self.y), (self.width, below)
        self.track.least, self.track.most, self.track.value = self.least, self.most, self.value
        self.minus.ruling = self._ruling_beyond(self.value <= self.least, self.value - 1)
        self.plus.ruling = self._ruling_beyond(self.value >= self.most, self.value + 1)
        gap = theme.SPACE_8 if wide == key else theme.SPACE_4
        self._draw_number((self.center_x, bottom + key / 2), self.width - 2 * wide - 2 * px(gap))

    def _key_width(self, key: float, bottom: float) -> float:
        """Return the width of the keys: as high, but narrower where a long unit stands between them."""
        unit_width = drawing.text_width(self.unit, px(theme.BODY)) if self.unit else 0.0
        room = (self.width - unit_width) / 2 - px(theme.SPACE_4)
        if bottom - self.y >= px(APART):
            return float(key)
        return float(max(min(key, px(theme.TAP_TARGET)), min(key, room)))

    def _draw_number(self, centre: drawing.Point, width: float) -> None:
        """Write the number, its unit right under it, or below the keys where it is long and there is room."""
        unit_width = drawing.text_width(self.unit, px(theme.BODY)) if self.unit else 0.0
        apart = unit_width > width and self.minus.y - self.y >= px(APART)
        middle = centre[1] + (px(10) if self.unit and not apart else 0)
        at = (centre[0], middle)
        drawing.draw_text(
            str(round(self.value)), at, px(theme.DISPLAY), theme.TEXT, bold=True, anchor=(0.5, 0.5)
        )
        if self.unit:
            below = (centre[0], self.minus.y - px(16) if apart else centre[1] - px(24))
            space = self.width if apart else width
            drawing.draw_fitting_text(self.unit, below, px(theme.BODY), theme.MUTED, space, anchor=(0.5, 0.5))
