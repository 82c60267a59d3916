"""The strip at the top: every step of the turn as a chip, the round, the clock, and pause."""

from collections.abc import Callable
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.referee.timeline import Chip, Timeline
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import drawing
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.canvas_widget import CanvasWidget
from companion.ui.widgets.icons import draw_icon


class TimelineStrip(CanvasWidget):
    """One chip per step: a check mark where done, lamp-lit and filled now, an empty ring where still to come.

    Attributes:
        timeline: what to show.
        clock: time to show, as words.
        paused: the game is paused.

    Events:
        on_pause: pause, or go on, is wanted.
        on_step: a chip was tapped; gets the step's id.
        on_round: the number of the round was tapped.
    """

    timeline = ObjectProperty(None, allownone=True)
    clock = StringProperty("")
    paused = BooleanProperty(False)

    shows: ClassVar[tuple[str, ...]] = ("timeline", "clock", "paused")
    __events__ = ("on_pause", "on_step", "on_round")

    def __init__(
        self,
        *,
        on_pause: Callable[..., Any] | None = None,
        on_step: Callable[..., Any] | None = None,
        on_round: Callable[..., Any] | None = None,
        **properties: Any,
    ) -> None:
        self.pause = BigButton(icon="pause", kind="quiet")
        self._spans: list[tuple[float, float, str]] = []
        self._round_span = (0.0, 0.0)
        super().__init__(**properties)
        self.pause.bind(on_tap=lambda _: self.dispatch("on_pause"))
        self.add_widget(self.pause)
        for event, call in (("on_pause", on_pause), ("on_step", on_step), ("on_round", on_round)):
            if call is not None:
                self.bind(**{event: call})

    def on_pause(self) -> None:
        """Default handler."""

    def on_step(self, step: str) -> None:
        """Default handler."""

    def on_round(self) -> None:
        """Default handler."""

    def on_touch_down(self, touch: Any) -> bool:
        """Follow the finger: one that came down elsewhere, or before this was shown, means nothing here."""
        if super().on_touch_down(touch):
            return True
        if self.collide_point(*touch.pos):
            touch.grab(self)
            return True
        return False

    def on_touch_up(self, touch: Any) -> bool:
        """Tell which chip was tapped."""
        if super().on_touch_up(touch):
            return True
        if touch.grab_current is self:
            touch.ungrab(self)
        if touch.grab_current is self and self.collide_point(*touch.pos):
            if self._round_span[0] <= touch.x < self._round_span[1]:
                self.dispatch("on_round")
                return True
            for left, right, step in self._spans:
                if left <= touch.x < right:
                    self.dispatch("on_step", step)
                    return True
        return False

    def draw(self) -> None:
        """Draw the strip: chips from the left, round, clock and pause from the right."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE, radius=0)
        self.pause.icon = "play" if self.paused else "pause"
        self.pause.size = (px(theme.TAP_TARGET + 4), self.height - px(2))
        self.pause.pos = (self.right - self.pause.width - px(2), self.y + px(1))
        right = self._draw_figures(self.pause.x - px(theme.SPACE_12))
        if self.timeline is not None:
            self._draw_chips(self.timeline, right - px(theme.SPACE_12))

    def _draw_figures(self, right: float) -> float:
        """Write clock and round, right to left; returns where they begin."""
        for words, colour, bold in self._figures():
            width = drawing.text_width(words, px(theme.BODY), bold)
            drawing.draw_text(words, (right - width, self.center_y), px(theme.BODY), colour, bold=bold)
            if words.startswith("round"):
                self._round_span = (right - width - px(theme.SPACE_8), right + px(theme.SPACE_8))
            right -= width + px(theme.SPACE_16)
        return right

    def _figures(self) -> list[tuple[str, theme.Rgba, bool]]:
        figures = [
            ("Paused" if self.paused else self.clock, theme.ACCENT if self.paused else theme.TEXT, True)
        ]
        if isinstance(self.timeline, Timeline) and self.timeline.round:
            figures.append((f"round {self.timeline.round}", theme.MUTED, False))
        return [figure for figure in figures if figure[0]]

    def _draw_chips(self, timeline: Timeline, right: float) -> None:
        left = self.x + px(theme.SPACE_8)
        widths = self._widths(timeline.chips, right - left)
        self._spans = []
        for chip, width in zip(timeline.chips, widths, strict=True):
            self._draw_chip(chip, left, width)
            self._spans.append((left, left + width, chip.id))
            left += width

    def _widths(self, chips: tuple[Chip, ...], space: float) -> list[float]:
        """Share the space: titles in full if they fit, else that of the step that is now, then what follows.

        A step whose title has no room keeps its sign.
        """
        signs = [px(theme.SPACE_8) * 2 + px(16)] * len(chips)
        needs = [
            drawing.text_width(chip.title, px(theme.BODY), chip.status == "now")
            + px(theme.BODY)
            + px(theme.SPACE_24)
            for chip in chips
        ]
        now = next((number for number, chip in enumerate(chips) if chip.status == "now"), 0)
        widths = list(signs)
        for number in (*range(now, len(chips)), *range(now - 1, -1, -1)):
            if sum(widths) - widths[number] + needs[number] > space:
                break
            widths[number] = needs[number]
        return widths

    def _draw_chip(self, chip: Chip, left: float, width: float) -> None:
        size, sign = px(theme.BODY), px(8)
        centre = (left + px(theme.SPACE_8) + sign, self.center_y)
        words = theme.MUTED
        if chip.status == "now":
            margin = px(5)
            drawing.rounded_rectangle(
                (left, self.y + margin),
                (width - px(theme.SPACE_4), self.height - 2 * margin),
                theme.ACCENT,
                radius=self.height,
            )
            words = theme.DARK_TEXT
            drawing.disc(centre, px(6), theme.DARK_TEXT)
        elif chip.status == "done":
            draw_icon("check", centre, sign, theme.MUTED)
        else:
            drawing.ring(centre, px(6), theme.MUTED, px(2))
        start = centre[0] + sign + px(6)
        space = left + width - px(theme.SPACE_8) - start
        if space > size * 1.5:
            at = (start, self.center_y)
            drawing.draw_fitting_text(
                chip.title, at, size, words, space, bold=chip.status == "now", smallest=1.0
            )
