"""A figure of every seat over the whole game, as lines with emblems at their ends."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.app.chronicle.awards import lead_changes
from companion.app.chronicle.charts import round_ticks, ticks
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Tappable
from companion.ui.widgets.players.emblem import draw_badge, seat_named

LEFT, RIGHT, BOTTOM, TOP = 76, 40, 44, 14
"""Margins in theme pixels: numbers on the left, emblems on the right, rounds below."""


class CurveChart(Tappable):
    """Lines over the entries of a game; a ring marks a change of the lead.

    Attributes:
        series: for each seat its points (`CurvePoint`), oldest first.
        seats: all seats.

    Events:
        on_entry: a point was tapped; gets the number of its last entry.
    """

    series = ObjectProperty({})
    seats = ObjectProperty(())

    shows: ClassVar[tuple[str, ...]] = ("series", "seats")
    __events__ = ("on_entry",)

    def on_touch_up(self, touch: Any) -> bool:
        """Dispatch the tapped entry."""
        tapped = touch.grab_current is self and self.pressed
        taken = super().on_touch_up(touch)
        if tapped and (entries := self._entries()):
            self.dispatch("on_entry", min(entries, key=lambda entry: abs(self._x(entry) - touch.x)))
        return taken

    def _entries(self) -> list[int]:
        return [point.entry for points in self.series.values() for point in points]

    def _left(self) -> float:
        """Margin on the left: for numbers, and for the word below them in any language."""
        return max(px(LEFT), drawing.text_width(gettext("Round"), px(theme.BODY)) + 2 * px(8))

    def _x(self, entry: int) -> float:
        entries = self._entries()
        first, last = min(entries), max(entries)
        share = (entry - first) / (last - first) if last > first else 1.0
        return float(self.x + self._left() + share * (self.width - self._left() - px(RIGHT)))

    def _y(self, value: float) -> float:
        return float(self.y + px(BOTTOM) + value / self._top() * (self.height - px(BOTTOM + TOP)))

    def _top(self) -> int:
        return max((point.value for points in self.series.values() for point in points), default=0) or 1

    def draw(self) -> None:
        """Draw the grid, the lines, the rings and the emblems."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE)
        if not self._entries():
            return
        for value in ticks(self._top()):
            ends = [(self.x + self._left(), self._y(value)), (self.right - px(RIGHT), self._y(value))]
            drawing.stroke(ends, theme.BORDER, px(1.5))
            at = (self.x + self._left() - px(6), self._y(value))
            drawing.draw_text(str(value), at, px(theme.BODY), theme.MUTED, anchor=(1.0, 0.5))
        self._draw_rounds()
        for name, points in self.series.items():
            self._draw_line(name, [(self._x(point.entry), self._y(point.value)) for point in points])
        for change in lead_changes(self.series):
            value = next(point.value for point in self.series[change.seat] if point.entry == change.entry)
            drawing.ring((self._x(change.entry), self._y(value)), px(6), theme.TEXT, px(2))
        self._draw_ends()

    def _draw_rounds(self) -> None:
        """Write the numbers of the rounds below the lines."""
        y = self.y + px(BOTTOM / 2)
        at = (self.x + self._left() - px(8), y)
        drawing.draw_text(gettext("Round"), at, px(theme.BODY), theme.MUTED, anchor=(1.0, 0.5))
        for entry, number in round_ticks(next(iter(self.series.values()), ())):
            at = (max(self._x(entry), self.x + self._left() + px(6)), y)
            drawing.draw_text(str(number), at, px(theme.BODY), theme.MUTED, anchor=(0.5, 0.5))

    def _draw_line(self, name: str, points: list[drawing.Point]) -> None:
        seat = seat_named(self.seats, name)
        if seat is None:
            return
        paint = theme.SEAT_COLOURS[seat.colour]
        drawing.stroke(points, paint.edge, px(5))
        drawing.stroke(points, paint.fill, px(3))

    def _draw_ends(self) -> None:
        """Draw each seat's emblem at the end of its line, moved down if it would overlap another."""
        free = float("inf")
        ends = sorted(self.series.items(), key=lambda item: -item[1][-1].value)
        for name, points in ends:
            seat = seat_named(self.seats, name)
            if seat is None:
                continue
            y = max(min(self._y(points[-1].value), free), self.y + px(12))
            free = y - px(24)
            draw_badge(seat, (self.right - px(RIGHT / 2), y), px(12))
