"""Undo: the last answers, newest first, to choose how far to go back."""

from typing import Any

from kivy.uix.widget import Widget

from companion.app.chronicle import names_at
from companion.app.replay import ReplayStep, describe, replay
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Screen, Shell
from companion.ui.widgets.buttons import BigButton, ChoiceCard, HoldButton
from companion.ui.widgets.emblem import EmblemBadge

SHOWN = 40
"""Answers in the list; further back goes in several strides."""


class HistoryScreen(Screen):
    """The last answers; one is taken back with a tap, more by holding."""

    name = "history"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        table = self.playing.table
        self._back = 1
        self._names = names_at(table)
        steps = list(replay(table, max(0, len(table.entries) - SHOWN)))[::-1]
        self._rows = [fixed_height(self._row(step, back), 64) for back, step in enumerate(steps, 1)]
        listed: Widget = scrollable(column(*self._rows))
        if not steps:
            listed = TextLabel(
                "Nothing has been answered yet.", theme.SUBTITLE, theme.MUTED, align="center", fill=True
            )
        self._actions = fixed_height(row(), theme.BUTTON_HEIGHT)
        self.add_widget(overlay_layout(shell, "Undo", listed, self._actions))
        self._choose(1)

    def _row(self, step: ReplayStep, back: int) -> ChoiceCard:
        """Who answered what, and in which round."""
        question = step.question
        asked = question.prompt if question is not None else "Board fixed by hand"
        seat = self.playing.seat(question.seat) if question is not None else None
        return ChoiceCard(
            title=describe(step, self._names),
            detail=f"Round {step.round}: {asked}" if step.round else asked,
            picture=EmblemBadge(seat=seat) if seat is not None else None,
            on_tap=lambda _: self._choose(back),
        )

    def _choose(self, back: int) -> None:
        """Mark everything that would be taken back."""
        self._back = back
        for number, card in enumerate(self._rows, 1):
            card.chosen = number <= back
        self._actions.clear_widgets()
        if self._rows:
            self._actions.add_widget(self._undo_button())
        whole = BigButton(
            text="Chronicle", kind="quiet", on_tap=lambda _: self.shell.open_overlay("chronicle")
        )
        self._actions.add_widget(fixed_width(whole, 170))
        if self.playing.table.undone:
            again = BigButton(text="Bring back", kind="quiet", on_tap=lambda _: self._redo())
            self._actions.add_widget(fixed_width(again, 240))

    def _undo_button(self) -> BigButton:
        if self._back == 1:
            return BigButton(text="Take the last one back", icon="undo", on_tap=lambda _: self._undo())
        return HoldButton(text=f"Take {self._back} back", on_tap=lambda _: self._undo())

    def _undo(self) -> None:
        self.shell.attempt(lambda: self.playing.undo(self._back))

    def _redo(self) -> None:
        self.shell.attempt(lambda: self.playing.redo())
