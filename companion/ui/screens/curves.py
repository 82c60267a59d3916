"""The curves screen: each seat's figures over the whole game."""

from typing import Any

from kivy.uix.widget import Widget

from companion.app.chronicle.awards import curves
from companion.app.chronicle.win_curve import LABEL, win_curve
from companion.locale.messages import capitalised, gettext
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.players.curve_chart import CurveChart

FIGURES = 4
"""Number of figures with a button: the first that the game shows."""


class CurvesScreen(Screen):
    """Shows one figure at a time; a tap on a point opens the board at that entry."""

    name = "curves"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        told = self.playing.chronicle
        shown = shell.context.settings.who_is_winning or told.winners
        winning = win_curve(told) if shown else {}
        self._curves = ({LABEL: winning} if winning else {}) | curves(told)
        self.chart = CurveChart(
            seats=self.playing.seats, on_entry=lambda _, entry: shell.open_overlay("chronicle", entry=entry)
        )
        self._buttons = {
            label: BigButton(text=capitalised(gettext(label)), on_tap=self._choosing(label))
            for label in list(self._curves)[:FIGURES]
        }
        hint = TextLabel(gettext("Tap a point to see the board then."), theme.BODY, theme.MUTED, fill=True)
        share = BigButton(text=gettext("Share"), kind="quiet", on_tap=lambda _: shell.open_overlay("share"))
        shares = [] if self.playing.practice else [fixed_width(share, 160)]
        foot = fixed_height(row(hint, *shares), theme.TAP_TARGET)
        content = column(self._tabs(), self.chart, foot)
        self.add_widget(overlay_layout(shell, gettext("Curves"), content))
        if self._buttons:
            self.choose(next(iter(self._buttons)))

    def _tabs(self) -> Widget:
        """The buttons in one row; in portrait in two."""
        across = 2 if theme.METRICS.portrait else FIGURES
        rows = -(-len(self._buttons) // across)
        height = rows * (theme.TAP_TARGET + theme.TARGET_GAP) - theme.TARGET_GAP
        return fixed_height(grid(*self._buttons.values(), across=across), height)

    def _choosing(self, label: str) -> Any:
        return lambda _: self.choose(label)

    def choose(self, label: str) -> None:
        """Show another figure."""
        self.chart.series = self._curves[label]
        for name, button in self._buttons.items():
            button.kind = "primary" if name == label else "quiet"
