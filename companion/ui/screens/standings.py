"""The standings: every player's figures, the objectives, and other effects in force."""

from typing import Any

from kivy.uix.widget import Widget

from companion.app.chronicle.board_setup import can_be_set_up
from companion.icons.sheets import icon_sheet
from companion.locale.messages import gettext, joined
from companion.referee.game_view import GameView, Unit
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.board.legend_row import HEIGHT as LEGEND
from companion.ui.widgets.board.legend_row import LegendRow
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.players.emblem import EmblemBadge
from companion.ui.widgets.players.goal_card import HEIGHT, GoalCard
from companion.ui.widgets.players.standings_table import StandingsTable


class StandingsScreen(Screen):
    """A table of the players' figures, the legend of the map, objectives, and effects in force."""

    name = "standings"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        game_view = self.playing.table.game_view
        parts: list[Widget] = [StandingsTable(game_view=game_view, seats=self.playing.seats)]
        marks = marks_of(game_view)
        if marks:
            parts.append(TextLabel(gettext("On the map"), theme.SUBTITLE, theme.ACCENT, bold=True))
            signs = (fixed_height(LegendRow(mark=mark), LEGEND) for mark in marks)
            parts.append(_cards_in_grid(*signs, across=2 if theme.METRICS.portrait else 3))
        if game_view.goals:
            parts.append(TextLabel(gettext("Goals"), theme.SUBTITLE, theme.ACCENT, bold=True))
            parts.append(self._goal_cards())
        if game_view.roster and game_view.kind == "territories":
            parts.append(TextLabel(gettext("In force"), theme.SUBTITLE, theme.ACCENT, bold=True))
            parts += [fixed_height(self._line(unit), theme.TAP_TARGET) for unit in game_view.roster]
        content = scrollable(column(*parts, pad=theme.SPACE_8))
        self.add_widget(overlay_layout(shell, gettext("Standings"), content, beside=self._set_up(game_view)))

    def _set_up(self, game_view: GameView) -> Widget | None:
        """Return the button for a board that was put away; None where nothing lies on places."""
        if not can_be_set_up(game_view):
            return None
        text = gettext("Set up") if theme.METRICS.portrait else gettext("Set the board up")
        key = BigButton(text=text, kind="quiet", on_tap=lambda _: self.shell.open_overlay("board setup"))
        key.label = gettext("Set the board up")
        return fixed_width(key, 120 if theme.METRICS.portrait else 240)

    def _goal_cards(self) -> Widget:
        goals = self.playing.table.game_view.goals
        cards = [GoalCard(goal=goal, owner=self.playing.seat(goal.owner)) for goal in goals]
        across = 1 if theme.METRICS.portrait else 2
        return _cards_in_grid(*(fixed_height(card, HEIGHT) for card in cards), across=across)

    def _line(self, unit: Unit) -> Widget:
        seat = self.playing.seat(unit.seat)
        figures = joined((joined([str(figure.value), figure.label]) for figure in unit.figures), ", ")
        lines = 2 if theme.METRICS.portrait else 1
        label = TextLabel(joined([unit.name, figures], "   "), theme.BODY, fill=True, lines=lines)
        return row(fixed_width(EmblemBadge(seat=seat), 44), label) if seat is not None else row(label)


def marks_of(game_view: GameView) -> list[str]:
    """List the kinds of icons on a map of territories, without duplicates."""
    if game_view.kind != "territories":
        return []
    kinds = (mark.partition(":")[0] for place in game_view.places.values() for mark in place.marks)
    there = set(kinds)
    return [kind for kind in icon_sheet("marks") if kind in there]


def _cards_in_grid(*parts: Widget, across: int) -> Widget:
    laid = grid(*parts, across=across, size_hint_y=None)
    laid.bind(minimum_height=laid.setter("height"))
    return laid
