"""Every seat's figures as a table with headings."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.locale.messages import capitalised, gettext, joined
from companion.referee.game_view import Figure, GameView, Standing
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.players.emblem import draw_badge, seat_named
from companion.ui.widgets.players.figure_icons import NEXT_TURN

ROW = 44
"""Height of a row, in theme pixels."""
NAMES = 190
"""Width of the column of names."""
NAME_AT = 52
"""Where names begin."""
LINE = 27
"""Height of a line of figures in words."""
TOGETHER = "together"
"""Title of the row with a team's sums."""


class StandingsTable(CanvasWidget):
    """One row for each seat, one column for each figure; teams are grouped above their sums.

    If the headings do not fit, each seat's figures are written below its name.

    Attributes:
        game_view: whose standings are shown.
        seats: all seats.
    """

    game_view = ObjectProperty(None, allownone=True)
    seats = ObjectProperty(())
    shows: ClassVar[tuple[str, ...]] = ("game_view", "seats")

    def __init__(self, **properties: Any) -> None:
        super().__init__(size_hint_y=None, **properties)
        self.bind(width=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        rows = self._rows()
        heights = map(self._height, rows) if self.labels_in_rows else [px(ROW)] * (len(rows) + 1)
        self.height = sum(heights)

    def _labels(self) -> list[str]:
        return list(dict.fromkeys(label for standing in self._rows() for label, _ in figures(standing)))

    def _share(self) -> float:
        """Return the width of the column of a figure, in pixels."""
        return float(self.width - px(NAMES)) / max(1, len(self._labels()))

    @property
    def labels_in_rows(self) -> bool:
        """Whether the figures are written out, since their headings would be cut."""
        room = self._share() - px(theme.SPACE_4)
        return any(drawing.text_width(label, px(theme.BODY)) > room for label in self._labels())

    def _lines(self, standing: Standing) -> list[str]:
        room, lines = self.width - px(NAME_AT + theme.SPACE_8), [""]
        for label, number in figures(standing):
            pair = joined([label, number])
            longer = joined([lines[-1], pair], ",  ")
            if lines[-1] and drawing.text_width(longer, px(theme.BODY)) > room:
                lines.append(pair)
            else:
                lines[-1] = longer
        return lines

    def _height(self, standing: Standing) -> float:
        return px(ROW) + len(self._lines(standing)) * px(LINE)

    def _rows(self) -> list[Standing]:
        """All seats, grouped by team, each team followed by its sums."""
        standings = self.game_view.standings if isinstance(self.game_view, GameView) else ()
        rows: list[Standing] = []
        for team in dict.fromkeys(standing.team for standing in standings):
            members = [standing for standing in standings if standing.team == team]
            rows += members
            if team:
                rows.append(team_standing(members))
        return rows

    def draw(self) -> None:
        """Draw heads and rows."""
        top, standings = self.top, self._rows()
        if self.labels_in_rows:
            for standing in standings:
                self._draw_name(standing, top, self._height(standing))
                for row, line in enumerate(self._lines(standing)):
                    at = (self.x + px(NAME_AT), top - px(ROW) - px(LINE) * (row + 0.3))
                    drawing.draw_text(line, at, px(theme.BODY), _words_of(standing))
                top -= self._height(standing)
            return
        share = self._share()
        lefts = {label: self.x + px(NAMES) + share * number for number, label in enumerate(self._labels())}
        for label, left in lefts.items():
            at = (left + share / 2, top - px(ROW) / 2)
            drawing.draw_text(label, at, px(theme.BODY), theme.MUTED, anchor=(0.5, 0.5))
        for standing in standings:
            top -= px(ROW)
            self._draw_name(standing, top, px(ROW))
            for label, number in figures(standing):
                at = (lefts[label] + share / 2, top - px(ROW) / 2)
                drawing.draw_text(
                    number, at, px(theme.SUBTITLE), _words_of(standing), bold=True, anchor=(0.5, 0.5)
                )

    def _draw_name(self, standing: Standing, top: float, height: float) -> None:
        """Draw the ground of a seat with its badge and name."""
        gap = px(2)
        ground = (self.x, top - height + gap), (self.width, height - 2 * gap)
        drawing.rounded_rectangle(*ground, theme.SURFACE, radius=px(6))
        seat, middle = seat_named(self.seats, standing.seat), top - px(ROW) / 2
        if seat is not None:
            draw_badge(seat, (self.x + px(26), middle), px(16), struck=standing.out)
        name = seat.name if seat is not None else capitalised(gettext(standing.seat))
        if standing.seat == TOGETHER:
            stripe = (self.x + px(NAME_AT), top - gap)
            drawing.stroke([stripe, (self.right - px(theme.SPACE_8), stripe[1])], theme.ACCENT, px(1.5))
        room = self.width - px(NAME_AT + theme.SPACE_8) if self.labels_in_rows else px(NAMES - NAME_AT - 4)
        at = (self.x + px(NAME_AT), middle)
        drawing.draw_fitting_text(name, at, px(theme.BODY), _words_of(standing), room, bold=True)


def _words_of(standing: Standing) -> theme.Rgba:
    """Return the text colour of a seat."""
    return theme.MUTED if standing.out else theme.TEXT


def figures(standing: Standing) -> list[tuple[str, str]]:
    """List the figures of a seat with their labels, and the income of its next turn if known."""
    figures = [(figure.label, str(figure.value)) for figure in standing.figures]
    return figures if standing.income is None else [*figures, (gettext(NEXT_TURN), f"+{standing.income}")]


def team_standing(members: list[Standing]) -> Standing:
    """Add up the figures of a team's members."""
    sums: dict[str, int] = {}
    for figure in (figure for member in members for figure in member.figures):
        sums[figure.label] = sums.get(figure.label, 0) + figure.value
    return Standing(TOGETHER, tuple(Figure(label, value) for label, value in sums.items()))
