"""Victory: the winners, every player's figures, and whose dice were lucky."""

from typing import Any

from kivy.uix.widget import Widget

from companion.app.clocks import clock_face
from companion.app.replay import battle_rolls
from companion.odds import LuckScore, luck
from companion.referee.game_view import Standing
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable, spacer
from companion.ui.shell import Screen, Shell
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.emblem import EmblemBadge

NOTABLE = 1.0
"""Standard deviations from the expected losses that are worth a word."""


class VictoryScreen(Screen):
    """The end, from which Undo still leads back."""

    name = "victory"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        table = self.playing.table
        winners = [seat for seat in self.playing.seats if seat.id in table.state.winners]
        names = listed([seat.name for seat in winners])
        fortunes = self._fortunes = luck(battle_rolls(table))
        told = table.reports[-1].report.text if table.reports else ""
        alone = len(winners) == 1
        badges = [fixed_width(EmblemBadge(seat=seat, lit=True), 110 if alone else 76) for seat in winners]
        title = column(
            TextLabel(
                f"{names} wins" if alone else f"{names} win",
                theme.DISPLAY if alone else theme.TITLE,
                theme.ACCENT,
                bold=True,
                fill=True,
            ),
            TextLabel(
                f"{told} {len(table.entries)} answers, {table.timeline.round} rounds.", theme.BODY, fill=True
            ),
        )
        order = sorted(
            table.game_view.standings, key=lambda standing: standing.seat not in table.state.winners
        )
        rows = [fixed_height(self._row(standing, fortunes.get(standing.seat)), 56) for standing in order]
        undo = BigButton(
            text="Undo", icon="undo", kind="quiet", on_tap=lambda _: shell.open_overlay("history")
        )
        lobby = BigButton(text="To the lobby", on_tap=lambda _: shell.leave_game())
        self.add_widget(
            column(
                fixed_height(row(*badges, title, gap=theme.SPACE_16), 120),
                scrollable(column(*rows)),
                fixed_height(row(fixed_width(undo, 200), lobby), theme.BUTTON_HEIGHT),
                pad=theme.SPACE_16,
            )
        )

    def _row(self, standing: Standing, fortune: LuckScore | None) -> Widget:
        seat = next(seat for seat in self.playing.seats if seat.id == standing.seat)
        time = clock_face(self.playing.clocks.spent()[seat.id])
        return row(
            fixed_width(EmblemBadge(seat=seat, struck=standing.out), 48),
            fixed_width(TextLabel(seat.name, theme.SUBTITLE, bold=True, fill=True, lines=1), 150),
            TextLabel(self._how(standing, fortune), theme.BODY, fill=True),
            fixed_width(TextLabel(time, theme.BODY, theme.MUTED, align="right", fill=True), 90),
            spacer(size_hint_x=None, width=1),
        )

    def _how(self, standing: Standing, fortune: LuckScore | None) -> str:
        """Say how kind the dice were, or where no dice were rolled, how the seat stands."""
        if self._fortunes:
            return fortune_in_words(fortune)
        return ", ".join(f"{figure.value} {figure.label}" for figure in standing.figures[:3])


def listed(names: list[str]) -> str:
    """Join names as people say them: ``"Red, Blue and Green"``."""
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last


def fortune_in_words(fortune: LuckScore | None) -> str:
    """Say how kind the dice were: armies lost, how many were to be expected, and a verdict."""
    if fortune is None or not fortune.rolls:
        return "rolled no dice"
    verdict = "unlucky" if fortune.z > NOTABLE else "lucky" if fortune.z < -NOTABLE else "as expected"
    return f"lost {fortune.lost} in {fortune.rolls} rolls, {float(fortune.expected):.1f} expected: {verdict}"
