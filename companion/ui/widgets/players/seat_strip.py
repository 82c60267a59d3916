"""The strip at the bottom: every seat with its figures, and the last event."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.locale.messages import gettext
from companion.referee.game_view import GameView, Standing
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import TouchStrip
from companion.ui.widgets.players.emblem import draw_badge, seat_named
from companion.ui.widgets.players.figure_icons import FIGURE_ICONS, NEXT_TURN, PIECES

ROW = 52
"""Height of a row of seats, in theme pixels."""
EVENT_LINES = 2
MIN_FIGURES = 3
"""Figures of a seat that are always shown: territories, pieces and cards before others."""
ICON = 7
"""Radius of an icon, in theme pixels."""
FIGURE_GAP, MIN_GAP = 7, 3
"""Between two figures, normally and where they are tight, in theme pixels."""
MARGINS, SMALL_MARGINS = (6, 8), (4, 5)
"""At the left and right of a cell, normally and in a compact one, in theme pixels."""
SMALL_BADGE = 12
"""Radius of a badge beside the name for six seats side by side, in theme pixels."""
ALWAYS = ("territories", *PIECES, "cards")
"""Labels of the most important figures."""

Pair = tuple[str, int | str]
CellForm = Literal["line", "stacked", "compact"]
"""Name and figures side by side; the name above the figures; and so with a small badge beside the name."""


@dataclass(frozen=True)
class Cell:
    """The cell of one seat.

    Attributes:
        name: of the player.
        figures: labels and numbers; for an eliminated seat only that fact.
        widths: of the figures, in pixels.
        form: their layout.
        out: whether the seat is eliminated.
    """

    name: str
    figures: tuple[Pair, ...]
    widths: tuple[float, ...]
    form: CellForm = "line"
    out: bool = False

    @classmethod
    def of(cls, seat: Seat, standing: Standing) -> "Cell":
        """Show everything of a seat."""
        figures: tuple[Pair, ...] = (("", gettext("out")),) if standing.out else _figures(standing)
        widths = tuple(_figure_width(figure, px(theme.BODY)) for figure in figures)
        return cls(seat.name, figures, widths, out=standing.out)

    def showing(self, form: CellForm, most: int) -> "Cell":
        """Return the cell in another layout, with at most this many figures."""
        kept = None if self.out else most
        return Cell(self.name, self.figures[:kept], self.widths[:kept], form, self.out)

    @property
    def badge(self) -> float:
        """Radius of its badge, in pixels."""
        return px(SMALL_BADGE if self.form == "compact" else 17)

    def width(self) -> float:
        """Return its width, in pixels."""
        name = drawing.text_width(self.name, px(theme.BODY))
        figures = _line_width(self.widths, px(FIGURE_GAP))
        badge = 2 * self.badge + px(6)
        gaps = px(theme.SPACE_16)
        if self.form == "line":
            return badge + name + px(theme.SPACE_8) + figures + gaps
        return (badge + max(name, figures) if self.form == "stacked" else max(badge + name, figures)) + gaps


def _line_width(widths: tuple[float, ...], gap: float) -> float:
    return sum(widths) + gap * max(0, len(widths) - 1)


def _figure_width(figure: Pair, size: float) -> float:
    label, value = figure
    named = 2 * px(ICON) if label in FIGURE_ICONS else drawing.text_width(label, size)
    return drawing.text_width(str(value), size, bold=True) + (named + px(3) if label else 0)


def _figures(standing: Standing) -> tuple[Pair, ...]:
    """List the figures of a seat by importance: territories, pieces and cards first."""
    pairs: list[Pair] = [(figure.label, figure.value) for figure in standing.figures]
    first = [pair for pair in pairs if pair[0] in ALWAYS]
    rest = [pair for pair in pairs if pair not in first]
    more: list[Pair] = [] if standing.income is None else [(NEXT_TURN, f"+{standing.income}")]
    always = (first + rest)[:MIN_FIGURES]
    others = (*(first + rest)[MIN_FIGURES:], *more)
    return (*always, *(pair for pair in others if pair[0] in FIGURE_ICONS))


class SeatStrip(TouchStrip):
    """Emblem, name and figures of every seat; the active one highlighted, eliminated ones struck out.

    Attributes:
        game_view: whose standings are shown.
        seats: all seats.
        active: id of the seat whose turn it is.
        event: the last event; it gets the space that the seats leave, in one line or two.
        cut: the event if it does not fit; else empty.
        rows: rows of seats.

    Events:
        on_seat: a seat was tapped; gets its id.
    """

    game_view = ObjectProperty(None, allownone=True)
    seats = ObjectProperty(())
    active = StringProperty(None, allownone=True)
    event = StringProperty("")
    cut = StringProperty("")
    rows = NumericProperty(1)

    shows: ClassVar[tuple[str, ...]] = ("game_view", "seats", "active", "event", "rows")
    __events__ = ("on_seat",)

    def __init__(self, **properties: Any) -> None:
        self._spans: list[tuple[float, float, float, str]] = []
        super().__init__(**properties)

    def tap_at(self, x: float, y: float) -> bool:
        """Dispatch which seat was tapped."""
        for left, right, low, seat in self._spans:
            if left <= x < right and low <= y < low + self.height / self.rows:
                self.dispatch("on_seat", seat)
                return True
        return False

    def draw(self) -> None:
        """Draw the seats from the left and the event at the right."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE, radius=0)
        seated = self._seated()
        cells = self._fitting(seated)
        across = -(-len(seated) // int(self.rows)) or 1
        right, self._spans = self.x, []
        for number, ((standing, seat), cell) in enumerate(zip(seated, cells, strict=True)):
            line, place = divmod(number, across)
            left = self.x + px(theme.SPACE_4) if place == 0 else right
            width = self._share(across) if cell.form == "compact" or self.rows > 1 else cell.width()
            low = self.top - (line + 1) * self.height / self.rows
            size = (width, self.height / self.rows)
            self.draw_part(_draw_cell, seat, cell, (left, low), size, seat.id == self.active)
            right = left + width
            self._spans.append((left, right, low, standing.seat))
        self._draw_event(right + px(theme.SPACE_12) if self.rows == 1 else self.right)

    def _share(self, across: int) -> float:
        """Return the width of a cell if all are equally wide."""
        return float(self.width - px(theme.SPACE_8)) / across

    def _seated(self) -> list[tuple[Standing, Seat]]:
        standings = self.game_view.standings if isinstance(self.game_view, GameView) else ()
        pairs = [(standing, seat_named(self.seats, standing.seat)) for standing in standings]
        return [(standing, seat) for standing, seat in pairs if seat is not None]

    def _fitting(self, seated: list[tuple[Standing, Seat]]) -> list[Cell]:
        """Choose the most detailed cells that fit; names and cards always stay, the event goes first."""
        whole = [Cell.of(seat, standing) for standing, seat in seated]
        figures = any(figure.value for standing, _ in seated for figure in standing.figures)
        most = max((len(cell.figures) for cell in whole), default=0) if figures else 0
        few = min(most, MIN_FIGURES)
        event = self._event_width() if self.event else 0.0
        counts = range(most, few - 1, -1)
        wishes: list[tuple[CellForm, int, float]] = [("line", number, event) for number in counts]
        wishes += [("stacked", number, room) for room in (event, 0.0) for number in counts]
        across = -(-len(seated) // int(self.rows))
        for form, number, room in wishes:
            cells = [cell.showing(form, number) for cell in whole]
            if self.rows > 1:
                if form == "stacked" and max(cell.width() for cell in cells) <= self._share(across):
                    return cells
            elif sum(cell.width() for cell in cells) <= self.width - px(theme.SPACE_8) - room:
                return cells
        return [cell.showing("compact", few) for cell in whole]

    def _event_width(self) -> float:
        """Return the width for the event in one line or, if it is long, in two."""
        width = drawing.text_width(self.event, px(theme.BODY))
        return px(theme.SPACE_24) + (width if width <= self.width * 0.36 else width / EVENT_LINES * 1.15)

    def _draw_event(self, left: float) -> None:
        space = self.right - px(theme.SPACE_12) - left
        size, lines = self._set_event(space)
        self.cut = "" if lines else self.event
        for number, line in enumerate(lines):
            middle = self.center_y + (len(lines) / 2 - number - 0.5) * size * 1.15
            at = (self.right - px(theme.SPACE_12), middle)
            drawing.draw_text(line, at, size, theme.TEXT, anchor=(1.0, 0.5))

    def _set_event(self, space: float) -> tuple[float, list[str]]:
        """Lay out the event in one line or two small ones; no lines if it does not fit."""
        size = px(theme.BODY)
        if not self.event:
            return size, []
        lines = drawing.wrap_text(self.event, size, space)
        fits = len(lines) <= EVENT_LINES and all(drawing.text_width(line, size) <= space for line in lines)
        return size, lines if fits else []


def _draw_cell(seat: Seat, cell: Cell, corner: drawing.Point, box: drawing.Point, lit: bool) -> None:
    (left, low), (width, high), size, badge = corner, box, px(theme.BODY), cell.badge
    if lit:
        inset = px(2)
        at, outer = (left, low + inset), (width - px(theme.SPACE_4), high - 2 * inset)
        drawing.rounded_rectangle(at, outer, theme.SURFACE_RAISED, edge=theme.ACCENT, line=px(2))
    text, middle = theme.TEXT if lit else theme.MUTED, low + high / 2
    upper, lower = (middle, middle) if cell.form == "line" else (middle + high * 0.23, middle - high * 0.23)
    if not cell.figures:
        upper = middle
    before, after = map(px, SMALL_MARGINS if cell.form == "compact" else MARGINS)
    start = left + before
    draw_badge(seat, (start + badge, upper if cell.form == "compact" else middle), badge, struck=cell.out)
    at_name = start + 2 * badge + px(6)
    room = left + width - after - at_name
    drawing.draw_text(drawing.ellipsize(cell.name, size, room), (at_name, upper), size, text)
    figures = start if cell.form == "compact" else at_name
    if cell.form == "line":
        figures += drawing.text_width(cell.name, size) + px(theme.SPACE_8)
    space = left + width - after - figures
    _draw_figures(cell, (figures, lower), text, space)


def _draw_figures(cell: Cell, start: drawing.Point, colour: theme.Rgba, space: float) -> None:
    """Draw icons and numbers side by side, closer if they are tight, then a little smaller."""
    size, (left, middle) = px(theme.BODY), start
    gaps = max(1, len(cell.widths) - 1)
    gap = max(px(MIN_GAP), min(px(FIGURE_GAP), (space - sum(cell.widths)) / gaps))
    wide = _line_width(cell.widths, gap)
    size *= min(1.0, space / wide) if wide else 1.0
    for figure in cell.figures:
        label, value = figure
        number, radius, at = str(value), px(ICON), left
        if label in FIGURE_ICONS:
            icon = FIGURE_ICONS[label]
            drawing.draw_icon(icon, (left + radius, middle), radius, colour)
            at += 2 * radius + px(3)
        drawing.draw_text(number, (at, middle), size, colour, bold=True)
        if label and label not in FIGURE_ICONS:
            at += drawing.text_width(number, size, bold=True) + px(3)
            drawing.draw_text(label, (at, middle), size, colour)
        left += _figure_width(figure, size) + gap
