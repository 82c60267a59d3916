"""The curves: how everybody's figures went over the whole game."""

from typing import Any

from companion.app.awards import curves
from companion.app.chronicle import chronicle
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, row
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Screen, Shell
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.curve_chart import CurveChart

FIGURES = 4
"""So many figures have a button, the first that the game shows."""


class CurvesScreen(Screen):
    """One figure at a time; a tap on a point shows the board then."""

    name = "curves"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._curves = curves(chronicle(self.playing.table))
        self.chart = CurveChart(
            seats=self.playing.seats, on_entry=lambda _, entry: shell.open_overlay("chronicle", entry=entry)
        )
        self._buttons = {
            label: BigButton(text=label.capitalize(), on_tap=self._choosing(label))
            for label in list(self._curves)[:FIGURES]
        }
        hint = TextLabel("Tap a point to see the board then.", theme.BODY, theme.MUTED, align="center")
        content = column(fixed_height(row(*self._buttons.values()), theme.TAP_TARGET), self.chart, hint)
        self.add_widget(overlay_layout(shell, "Curves", content))
        if self._buttons:
            self.choose(next(iter(self._buttons)))

    def _choosing(self, label: str) -> Any:
        return lambda _: self.choose(label)

    def choose(self, label: str) -> None:
        """Show another figure."""
        self.chart.series = self._curves[label]
        for name, button in self._buttons.items():
            button.kind = "primary" if name == label else "quiet"
