"""Every seat's figures as a table with headings."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.referee.game_view import Figure, GameView, Standing
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import drawing
from companion.ui.widgets.canvas_widget import CanvasWidget
from companion.ui.widgets.emblem import draw_badge, seat_named

ROW = 44
"""Height of a row, in theme pixels."""
NAMES = 190
"""Width of the column of names."""
NEXT_TURN = "next turn"
"""What the column of the armies is called that the next turn brings."""
TOGETHER = "together"
"""What the row of a team's sums is called."""


class StandingsTable(CanvasWidget):
    """One row for each seat, one column for each figure; teams stand together, over their sums.

    Attributes:
        game_view: whose standings are shown.
        seats: all seats.
    """

    game_view = ObjectProperty(None, allownone=True)
    seats = ObjectProperty(())
    shows: ClassVar[tuple[str, ...]] = ("game_view", "seats")

    def __init__(self, **properties: Any) -> None:
        super().__init__(size_hint_y=None, **properties)
        self.height = px(ROW) * (len(self._rows()) + 1)

    def _rows(self) -> list[Standing]:
        """Every seat; each team after another, followed by what it has together."""
        standings = self.game_view.standings if isinstance(self.game_view, GameView) else ()
        rows: list[Standing] = []
        for team in dict.fromkeys(standing.team for standing in standings):
            members = [standing for standing in standings if standing.team == team]
            rows += members
            if team:
                rows.append(together(members))
        return rows

    def draw(self) -> None:
        """Draw heads and rows."""
        standings = self._rows()
        labels = list(dict.fromkeys(label for standing in standings for label, _ in figures(standing)))
        share = (self.width - px(NAMES)) / max(1, len(labels))
        lefts = {label: self.x + px(NAMES) + share * number for number, label in enumerate(labels)}
        for label, left in lefts.items():
            at = (left + share / 2, self.top - px(ROW) / 2)
            drawing.draw_fitting_text(
                label, at, px(theme.CAPTION), theme.MUTED, share - px(4), anchor=(0.5, 0.5), smallest=0.7
            )
        for number, standing in enumerate(standings, 1):
            self._draw_row(standing, self.top - px(ROW) * (number + 0.5), lefts, share)

    def _draw_row(self, standing: Standing, middle: float, lefts: dict[str, float], share: float) -> None:
        drawing.rounded_rectangle(
            (self.x, middle - px(ROW) / 2 + px(2)), (self.width, px(ROW) - px(4)), theme.SURFACE, radius=px(6)
        )
        seat = seat_named(self.seats, standing.seat)
        if seat is not None:
            draw_badge(seat, (self.x + px(26), middle), px(16), struck=standing.out)
        name = seat.name if seat is not None else standing.seat.capitalize()
        if standing.seat == TOGETHER:
            stripe = (self.x + px(52), middle + px(ROW) / 2 - px(2))
            drawing.stroke([stripe, (self.right - px(theme.SPACE_8), stripe[1])], theme.ACCENT, px(1.5))
        words = theme.MUTED if standing.out else theme.TEXT
        drawing.draw_fitting_text(
            name, (self.x + px(52), middle), px(theme.BODY), words, px(NAMES - 56), bold=True
        )
        for label, number in figures(standing):
            at = (lefts[label] + share / 2, middle)
            drawing.draw_text(number, at, px(theme.SUBTITLE), words, bold=True, anchor=(0.5, 0.5))


def figures(standing: Standing) -> list[tuple[str, str]]:
    """List the figures of a seat by their labels, and what its next turn brings where that is known."""
    figures = [(figure.label, str(figure.value)) for figure in standing.figures]
    return figures if standing.income is None else [*figures, (NEXT_TURN, f"+{standing.income}")]


def together(members: list[Standing]) -> Standing:
    """Add up what the members of a team have."""
    sums: dict[str, int] = {}
    for figure in (figure for member in members for figure in member.figures):
        sums[figure.label] = sums.get(figure.label, 0) + figure.value
    return Standing(TOGETHER, tuple(Figure(label, value) for label, value in sums.items()))
