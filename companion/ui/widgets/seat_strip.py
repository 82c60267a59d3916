"""The strip at the bottom: every seat with its figures, and the last event."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

from kivy.properties import ObjectProperty, StringProperty

from companion.referee.game_view import GameView, Standing
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import drawing
from companion.ui.widgets.canvas_widget import CanvasWidget
from companion.ui.widgets.emblem import draw_badge, seat_named

EVENT_LINES = 2
FIGURES = 3
"""Figures in the strip at most; the standings show all, with words."""

Label: TypeAlias = tuple[str, str]
"""What stands beside an emblem: the name, if any, and the figures."""


def _figures(standing: Standing, count: int) -> str:
    return "out" if standing.out else " / ".join(str(figure.value) for figure in standing.figures[:count])


class SeatStrip(CanvasWidget):
    """Emblem, name and figures of every seat; the active one lamp-edged, those out struck.

    Attributes:
        game_view: whose standings are shown.
        seats: all seats.
        active: id of the seat whose turn it is.
        event: what just happened; it gets what room the seats leave, in one line or two small ones.
        cut: the event as soon as it has turned out not to fit; else nothing.

    Events:
        on_seat: a seat was tapped; gets its id.
    """

    game_view = ObjectProperty(None, allownone=True)
    seats = ObjectProperty(())
    active = StringProperty(None, allownone=True)
    event = StringProperty("")
    cut = StringProperty("")

    shows: ClassVar[tuple[str, ...]] = ("game_view", "seats", "active", "event")
    __events__ = ("on_seat",)

    def __init__(self, *, on_seat: Callable[..., Any] | None = None, **properties: Any) -> None:
        self._spans: list[tuple[float, float, str]] = []
        super().__init__(**properties)
        if on_seat is not None:
            self.bind(on_seat=on_seat)

    def on_seat(self, seat: str) -> None:
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
        """Tell which seat was tapped."""
        if touch.grab_current is self:
            touch.ungrab(self)
        if touch.grab_current is self and self.collide_point(*touch.pos):
            for left, right, seat in self._spans:
                if left <= touch.x < right:
                    self.dispatch("on_seat", seat)
                    return True
        return bool(super().on_touch_up(touch))

    def draw(self) -> None:
        """Draw the seats from the left and the event at the right, names only while there is room."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE, radius=0)
        seated = self._seated()
        event_space = self._event_width() if self.event else 0.0
        labels = self._fitting(seated, event_space)
        left = self.x + px(theme.SPACE_4)
        self._spans = []
        for (standing, seat), label in zip(seated, labels, strict=True):
            width = self._cell_width(label)
            self._draw_cell(standing, seat, label, left, width)
            self._spans.append((left, left + width, standing.seat))
            left += width
        self._draw_event(left + px(theme.SPACE_12))

    def _seated(self) -> list[tuple[Standing, Seat]]:
        standings = self.game_view.standings if isinstance(self.game_view, GameView) else ()
        pairs = [(standing, seat_named(self.seats, standing.seat)) for standing in standings]
        return [(standing, seat) for standing, seat in pairs if seat is not None]

    def _fitting(self, seated: list[tuple[Standing, Seat]], event_space: float) -> list[Label]:
        """Choose the most telling labels that fit: names give way first, then the event, then figures."""
        space = self.width - px(theme.SPACE_8)
        most = min(FIGURES, max((len(standing.figures) for standing, _ in seated), default=0))
        everyone = frozenset(seat.id for _, seat in seated)
        active = everyone & {self.active}
        wishes = [(named, most, space - event_space) for named in (everyone, active, frozenset[str]())]
        wishes += [(named, count, space) for count in range(most, 0, -1) for named in (active, frozenset())]
        for named, figures, room in wishes:
            labels = [(seat.name if seat.id in named else "", _figures(at, figures)) for at, seat in seated]
            if sum(map(self._cell_width, labels)) <= room:
                return labels
        return [("", _figures(standing, 1)) for standing, _ in seated]

    def _event_width(self) -> float:
        """Return the room for the event in one line, or where that is much, in two small ones."""
        large = drawing.text_width(self.event, px(theme.BODY))
        small = drawing.text_width(self.event, px(theme.CAPTION)) / EVENT_LINES * 1.15
        return px(theme.SPACE_24) + (large if large <= self.width * 0.36 else small)

    def _badge(self) -> float:
        return float(min(self.height / 2 - px(6), px(17)))

    def _cell_width(self, label: Label) -> float:
        size, (name, figures) = px(theme.BODY), label
        words = drawing.text_width(figures, size, bold=True)
        if name:
            words += drawing.text_width(name, size) + px(theme.SPACE_8)
        return 2 * self._badge() + words + px(theme.SPACE_24)

    def _draw_cell(self, standing: Standing, seat: Seat, label: Label, left: float, width: float) -> None:
        middle, size, badge = self.center_y, px(theme.BODY), self._badge()
        lit = seat.id == self.active
        if lit:
            lower, upper = (left, self.y + px(3)), (width - px(theme.SPACE_4), self.height - px(6))
            drawing.rounded_rectangle(lower, upper, theme.SURFACE_RAISED, edge=theme.ACCENT, line=px(2))
        draw_badge(seat, (left + px(6) + badge, middle), badge, struck=standing.out)
        at = left + px(6) + 2 * badge + px(6)
        words = theme.TEXT if lit else theme.MUTED
        name, figures = label
        if name:
            drawing.draw_text(name, (at, middle), size, words)
            at += drawing.text_width(name, size) + px(theme.SPACE_8)
        drawing.draw_text(figures, (at, middle), size, words, bold=True)

    def _draw_event(self, left: float) -> None:
        space = self.right - px(theme.SPACE_12) - left
        size, lines = self._set_event(space)
        self.cut = "" if lines else self.event
        for number, line in enumerate(lines):
            middle = self.center_y + (len(lines) / 2 - number - 0.5) * size * 1.15
            at = (self.right - px(theme.SPACE_12), middle)
            drawing.draw_text(line, at, size, theme.TEXT, anchor=(1.0, 0.5))

    def _set_event(self, space: float) -> tuple[float, list[str]]:
        """Set the event in one line or in two small ones; no lines where it does not fit."""
        size, small = px(theme.BODY), px(theme.CAPTION)
        if drawing.text_width(self.event, size) <= space:
            return size, [self.event] if self.event else []
        lines = drawing.wrap_text(self.event, small, space)
        fits = len(lines) <= EVENT_LINES and all(drawing.text_width(line, small) <= space for line in lines)
        return small, lines if fits else []
