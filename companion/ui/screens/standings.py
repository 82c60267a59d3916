"""The standings: every seat's figures, the shelf of goals, and what else is in force."""

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.referee.game_view import GameView, Unit
from companion.ui import theme
from companion.ui.layout import Words, column, grid, row, scrolled, tall, wide
from companion.ui.screens.cover import covered
from companion.ui.screens.screen import Screen
from companion.ui.widgets.emblem import EmblemBadge
from companion.ui.widgets.goal_card import HEIGHT, GoalCard
from companion.ui.widgets.legend_line import HEIGHT as LEGEND
from companion.ui.widgets.legend_line import LegendLine
from companion.ui.widgets.signs import SIGNS
from companion.ui.widgets.standings_table import StandingsTable

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class StandingsScreen(Screen):
    """How everybody stands."""

    name = "standings"

    def __init__(self, stage: "Stage", **words: Any) -> None:
        super().__init__(stage, **words)
        game_view = self.playing.table.game_view
        parts: list[Widget] = [StandingsTable(game_view=game_view, seats=self.playing.seats)]
        marks = marks_of(game_view)
        if marks:
            parts.append(Words("On the map", theme.LEAD, theme.LAMP, bold=True))
            parts.append(_shelved(*(tall(LegendLine(mark=mark), LEGEND) for mark in marks), across=3))
        if game_view.goals:
            parts.append(Words("The shelf", theme.LEAD, theme.LAMP, bold=True))
            parts.append(self._shelf())
        if game_view.roster and game_view.kind == "territories":
            parts.append(Words("In force", theme.LEAD, theme.LAMP, bold=True))
            parts += [tall(self._line(unit), theme.TAP) for unit in game_view.roster]
        self.add_widget(covered(stage, "How everybody stands", scrolled(column(*parts, pad=theme.SMALL))))

    def _shelf(self) -> Widget:
        goals = self.playing.table.game_view.goals
        cards = [GoalCard(goal=goal, owner=self.playing.seat(goal.owner)) for goal in goals]
        across = 1 if theme.MEASURES.portrait else 2
        return _shelved(*(tall(card, HEIGHT) for card in cards), across=across)

    def _line(self, unit: Unit) -> Widget:
        seat = self.playing.seat(unit.seat)
        figures = ", ".join(f"{figure.value} {figure.label}" for figure in unit.figures)
        words = Words(f"{unit.name}   {figures}".strip(), theme.BODY, fill=True, lines=1)
        return row(wide(EmblemBadge(seat=seat), 44), words) if seat is not None else row(words)


def marks_of(game_view: GameView) -> list[str]:
    """List the kinds of signs that stand on a map of territories, each once."""
    if game_view.kind != "territories":
        return []
    kinds = (mark.partition(":")[0] for place in game_view.places.values() for mark in place.marks)
    there = set(kinds)
    return [kind for kind in SIGNS if kind in there]


def _shelved(*parts: Widget, across: int) -> Widget:
    laid = grid(*parts, across=across, size_hint_y=None)
    laid.bind(minimum_height=laid.setter("height"))
    return laid
