"""The strip at the bottom: every seat with its figures, and the last event."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from kivy.properties import ObjectProperty, StringProperty

from companion.referee.game_view import GameView, Standing
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import drawing
from companion.ui.widgets.canvas_widget import CanvasWidget
from companion.ui.widgets.emblem import draw_badge, seat_named
from companion.ui.widgets.figure_icons import PIECES, draw_figure_icon, has_icon

EVENT_LINES = 2
FIGURES = 3
"""Figures in the strip at most; the standings show all, with words."""

SMALL = 19
"""Height of letters where figures stand in two lines, in theme pixels."""
ICON = 7
"""Radius of an icon, in theme pixels."""
FIGURE_GAP = 8
"""Between two figures, in theme pixels."""
ALWAYS = ("territories", *PIECES, "cards")
"""Labels of the figures that are shown before others."""


@dataclass(frozen=True)
class Cell:
    """What is shown of one seat.

    Attributes:
        name: the player's name, or nothing where there is no room.
        figures: labels and numbers.
        rows: lines in which the figures are set.
        out: the seat plays no more.
    """

    name: str
    figures: tuple[tuple[str, int | str], ...]
    rows: int = 1
    out: bool = False

    @property
    def size(self) -> float:
        """Height of its letters, in pixels."""
        return px(theme.BODY if self.rows == 1 else SMALL)

    @property
    def lines(self) -> tuple[tuple[tuple[str, int | str], ...], ...]:
        """The figures of each line."""
        if self.rows == 1:
            return (self.figures,)
        return self.figures[:2], self.figures[2:]


def _figures(standing: Standing) -> tuple[tuple[str, int | str], ...]:
    """Choose the figures that are always shown: territories, pieces and cards before all others."""
    pairs = [(figure.label, figure.value) for figure in standing.figures]
    first = [pair for pair in pairs if pair[0] in ALWAYS]
    return tuple((first + [pair for pair in pairs if pair not in first])[:FIGURES])


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
        cells = self._fitting(seated, event_space)
        left = self.x + px(theme.SPACE_4)
        self._spans = []
        for (standing, seat), cell in zip(seated, cells, strict=True):
            width = self._cell_width(cell)
            self._draw_cell(standing, seat, cell, left, width)
            self._spans.append((left, left + width, standing.seat))
            left += width
        self._draw_event(left + px(theme.SPACE_12))

    def _seated(self) -> list[tuple[Standing, Seat]]:
        standings = self.game_view.standings if isinstance(self.game_view, GameView) else ()
        pairs = [(standing, seat_named(self.seats, standing.seat)) for standing in standings]
        return [(standing, seat) for standing, seat in pairs if seat is not None]

    def _fitting(self, seated: list[tuple[Standing, Seat]], event_space: float) -> list[Cell]:
        """Choose the most telling cells that fit: names give way first, then one line, then the event."""
        space = self.width - px(theme.SPACE_8)
        everyone = frozenset(seat.id for _, seat in seated)
        active = everyone & {self.active}
        wishes = [(named, 1, space - event_space) for named in (everyone, active, frozenset[str]())]
        wishes += [(frozenset(), 2, space - event_space), (active, 1, space), (frozenset(), 1, space)]
        cells: list[Cell] = []
        for named, rows, room in (*wishes, (frozenset[str](), 2, space)):
            cells = [
                Cell(seat.name if seat.id in named else "", _figures(at), rows, at.out) for at, seat in seated
            ]
            if sum(map(self._cell_width, cells)) <= room:
                break
        return cells

    def _event_width(self) -> float:
        """Return the room for the event in one line, or where that is much, in two small ones."""
        large = drawing.text_width(self.event, px(theme.BODY))
        small = drawing.text_width(self.event, px(theme.CAPTION)) / EVENT_LINES * 1.15
        return px(theme.SPACE_24) + (large if large <= self.width * 0.36 else small)

    def _badge(self) -> float:
        return float(min(self.height / 2 - px(6), px(17)))

    def _cell_width(self, cell: Cell) -> float:
        words = drawing.text_width("out", cell.size, bold=True)
        if not cell.out:
            words = max(self._line_width(cell, line) for line in cell.lines)
        if cell.name:
            words += drawing.text_width(cell.name, cell.size) + px(theme.SPACE_8)
        return 2 * self._badge() + words + px(theme.SPACE_24)

    def _line_width(self, cell: Cell, line: tuple[tuple[str, int | str], ...]) -> float:
        return sum(self._figure_width(cell, *figure) for figure in line) + px(FIGURE_GAP) * (len(line) - 1)

    def _figure_width(self, cell: Cell, label: str, value: int | str) -> float:
        number = drawing.text_width(str(value), cell.size, bold=True)
        named = 2 * px(ICON) if has_icon(label) else drawing.text_width(label, cell.size)
        return number + named + px(3)

    def _draw_cell(self, standing: Standing, seat: Seat, cell: Cell, left: float, width: float) -> None:
        middle, badge = self.center_y, self._badge()
        lit = seat.id == self.active
        if lit:
            lower, upper = (left, self.y + px(3)), (width - px(theme.SPACE_4), self.height - px(6))
            drawing.rounded_rectangle(lower, upper, theme.SURFACE_RAISED, edge=theme.ACCENT, line=px(2))
        draw_badge(seat, (left + px(6) + badge, middle), badge, struck=standing.out)
        at = left + px(6) + 2 * badge + px(6)
        words = theme.TEXT if lit else theme.MUTED
        if cell.name:
            drawing.draw_text(cell.name, (at, middle), cell.size, words)
            at += drawing.text_width(cell.name, cell.size) + px(theme.SPACE_8)
        if cell.out:
            drawing.draw_text("out", (at, middle), cell.size, words, bold=True)
            return
        for number, line in enumerate(cell.lines):
            height = middle + (cell.rows / 2 - number - 0.5) * cell.size * 1.1
            self._draw_figures(cell, line, (at, height), words)

    def _draw_figures(
        self, cell: Cell, line: tuple[tuple[str, int | str], ...], start: drawing.Point, colour: theme.Rgba
    ) -> None:
        left, middle = start
        for label, value in line:
            number, radius = str(value), px(ICON)
            at = left
            if has_icon(label):
                draw_figure_icon(label, (left + radius, middle), radius, colour)
                at += 2 * radius + px(3)
            drawing.draw_text(number, (at, middle), cell.size, colour, bold=True)
            if not has_icon(label):
                at += drawing.text_width(number, cell.size, bold=True) + px(3)
                drawing.draw_text(label, (at, middle), cell.size, colour)
            left += self._figure_width(cell, label, value) + px(FIGURE_GAP)

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
