"""The strip at the top: a chip for every step of the turn, the round, the clock, and pause."""

from dataclasses import dataclass
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.locale.messages import gettext
from companion.referee.timeline import Chip, Timeline
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.canvas_widget import TouchStrip

SIGN = 7
"""Radius of the icon before a step's name, in theme pixels."""
GAPS = (15, 4)
"""Preferred and minimum gap beside a step's icon and name, in theme pixels."""


@dataclass(frozen=True)
class StepChip:
    """The chip of one step or of several merged steps.

    Attributes:
        text: the name of the step, or the number of merged steps.
        status: done, now or next.
        id: the step to report when tapped.
    """

    text: str
    status: str
    id: str

    def width(self, gap: float) -> float:
        """Return the width in pixels for a gap in theme pixels on each side."""
        text_width = drawing.text_width(self.text, px(theme.BODY), self.status == "now")
        return text_width + px(2 * SIGN + 3) + 2 * px(gap)


def steps_of(chips: tuple[Chip, ...], done: int, later: int) -> list[StepChip]:
    """List the chips; the first `done` and the last `later` chips are merged into one each."""
    steps = [StepChip(chip.title, str(chip.status), chip.id) for chip in chips]
    first = [StepChip(gettext("{number} done", number=done), "done", chips[done - 1].id)] if done else []
    last = [StepChip(gettext("{number} more", number=later), "next", chips[-later].id)] if later else []
    return [*first, *steps[done : len(steps) - later], *last]


class TimelineStrip(TouchStrip):
    """One chip per step: a check mark if done, filled and highlighted if current, an empty ring if to come.

    If the names do not fit, done steps are merged first ("3 done"), then the last steps to come.

    Attributes:
        timeline: the steps.
        clock: the time as text.
        paused: the game is paused.
        rows: number of rows of chips.
        beside_now: position and size of a box for a line of words, in pixels: over the steps to come, or over
            the row without the current step, beside the clock.

    Events:
        on_pause: the pause button was tapped.
        on_step: a chip was tapped; gets the step's id.
        on_round: the number of the round was tapped.
    """

    timeline = ObjectProperty(None, allownone=True)
    clock = StringProperty("")
    paused = BooleanProperty(False)
    rows = NumericProperty(1)

    shows: ClassVar[tuple[str, ...]] = ("timeline", "clock", "paused", "rows")
    __events__ = ("on_pause", "on_step", "on_round")

    def __init__(self, **properties: Any) -> None:
        self.pause = BigButton(icon="pause", kind="quiet")
        self._spans: list[tuple[float, float, float, str]] = []
        self._round_span = (0.0, 0.0)
        self.beside_now = ((0.0, 0.0), (0.0, 0.0))
        super().__init__(**properties)
        self.pause.bind(on_tap=lambda _: self.dispatch("on_pause"))
        self.add_widget(self.pause)

    def tap_at(self, x: float, y: float) -> bool:
        """Dispatch the event of the tapped round or chip."""
        if self._round_span[0] <= x < self._round_span[1]:
            self.dispatch("on_round")
            return True
        for left, right, low, step in self._spans:
            if left <= x < right and low <= y < low + self.height / self.rows:
                self.dispatch("on_step", step)
                return True
        return False

    def draw(self) -> None:
        """Draw the strip: chips from the left, round, clock and pause from the right."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE, radius=0)
        self.pause.icon = "play" if self.paused else "pause"
        high = min(self.height, px(theme.STRIP_HEIGHT))
        self.pause.size = (px(theme.TAP_TARGET + 4), high)
        self.pause.pos = (self.right - self.pause.width - px(2), self.center_y - self.pause.height / 2)
        right = self._draw_figures(self.pause.x - px(theme.SPACE_8))
        if self.timeline is not None:
            self._draw_steps(self.timeline, right - px(theme.SPACE_8))

    def _draw_figures(self, right: float) -> float:
        """Write the round above the clock; return their left edge."""
        figures, size = self._figures(), px(theme.BODY)
        wide = max((drawing.text_width(text, size, bold) for text, _, bold in figures), default=0.0)
        for number, (text, colour, bold) in enumerate(figures):
            middle = self.center_y + (len(figures) / 2 - number - 0.5) * size * 1.1
            drawing.draw_text(text, (right, middle), size, colour, bold=bold, anchor=(1.0, 0.5))
        self._round_span = (
            (right - wide - px(theme.SPACE_8), right + px(theme.SPACE_8)) if figures else (0, 0)
        )
        return right - wide

    def _figures(self) -> list[tuple[str, theme.Rgba, bool]]:
        figures = [
            (
                gettext("Paused") if self.paused else self.clock,
                theme.ACCENT if self.paused else theme.TEXT,
                True,
            )
        ]
        if isinstance(self.timeline, Timeline) and self.timeline.round:
            figures.insert(0, (gettext("round {round}", round=self.timeline.round), theme.MUTED, False))
        return [figure for figure in figures if figure[0]]

    def _draw_steps(self, timeline: Timeline, right: float) -> None:
        left = self.x + px(theme.SPACE_4)
        lines, gap = self._lines(timeline.chips, right - left)
        high, self._spans = self.height / self.rows, []
        over_all = self.pause.x - px(theme.SPACE_8)
        self.beside_now = (left, self.y), (over_all - left, self.height)
        each = self.height / len(lines)
        for row, line in enumerate(lines):
            at, low = left, self.top - (row + 1) * each
            middle = low + each / 2
            for step in line:
                width = step.width(gap)
                self._draw_step(step, (at, middle), width, gap)
                self._spans.append((at, at + width, middle - high / 2, step.id))
                at += width
                if step.status == "now" and len(lines) == 1:
                    self.beside_now = (at, self.y), (over_all - at, self.height)
                elif step.status == "now":
                    self.beside_now = (left, self.y if row == 0 else self.top - each), (right - left, each)

    def _lines(self, chips: tuple[Chip, ...], space: float) -> tuple[list[list[StepChip]], float]:
        """Return rows of chips that fit, and the gap: with all names, smaller gaps, or merged steps."""
        done = sum(chip.status == "done" for chip in chips)
        ahead = sum(chip.status == "next" for chip in chips)
        taken = [(0, 0), *((number, 0) for number in range(2, done + 1))]
        taken += [(done if done > 1 else 0, number) for number in range(2, ahead + 1)]
        tight = GAPS[-1]
        for number in taken:
            steps = steps_of(chips, *number)
            for gap in GAPS:
                lines = wrap_steps(steps, space, gap)
                if len(lines) <= self.rows:
                    return lines, gap
        return [steps_of(chips, *taken[-1])], tight

    def _draw_step(self, step: StepChip, start: drawing.Point, width: float, gap: float) -> None:
        (left, middle), sign = start, px(SIGN)
        centre = (left + px(gap) + sign, middle)
        text_colour = theme.MUTED
        if step.status == "now":
            high = min(self.height / self.rows - px(6), px(38))
            lower = (left, middle - high / 2)
            drawing.rounded_rectangle(lower, (width, high), theme.ACCENT, radius=high)
            text_colour = theme.DARK_TEXT
            drawing.disc(centre, px(5), theme.DARK_TEXT)
        elif step.status == "done":
            drawing.draw_icon("check", centre, sign, theme.MUTED)
        else:
            drawing.ring(centre, px(5), theme.MUTED, px(2))
        at = (centre[0] + sign + px(3), middle)
        drawing.draw_text(step.text, at, px(theme.BODY), text_colour, bold=step.status == "now")


def wrap_steps(steps: list[StepChip], space: float, gap: float) -> list[list[StepChip]]:
    """Break steps into rows of this width in pixels."""
    lines: list[list[StepChip]] = [[]]
    for step in steps:
        if lines[-1] and sum(each.width(gap) for each in lines[-1]) + step.width(gap) > space:
            lines.append([])
        lines[-1].append(step)
    return lines
