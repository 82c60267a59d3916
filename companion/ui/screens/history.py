"""The undo screen: the last entries, newest first, to choose how far to go back."""

from typing import Any

from kivy.uix.widget import Widget

from companion.app.chronicle.chronicle import EntryRecord, last_entries
from companion.locale.messages import gettext, joined
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, HoldButton
from companion.ui.widgets.players.event_row import EventRow

SHOWN = 40
"""Largest number of entries in the list; to go further back, undo in several steps."""


class HistoryScreen(Screen):
    """The last answers; a tap undoes one, a longer press several."""

    name = "history"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._back = 1
        entries = last_entries(self.playing.table, SHOWN)
        self._rows = [self._row(entry, back) for back, entry in enumerate(entries, 1)]
        listed: Widget = scrollable(column(*self._rows))
        if not entries:
            listed = TextLabel(
                gettext("Nothing has been answered yet."),
                theme.SUBTITLE,
                theme.MUTED,
                align="center",
                fill=True,
            )
        self._actions = fixed_height(row(), theme.BUTTON_HEIGHT)
        self.add_widget(overlay_layout(shell, gettext("Undo"), listed, self._actions))
        self._choose(1)

    def _row(self, entry: EntryRecord, back: int) -> EventRow:
        """The row of an entry: who did what, and in which round."""
        when = gettext("Round {round}.", round=entry.round) if entry.round else ""
        seat = self.playing.seat(entry.seat)
        return EventRow(text=joined([when, entry.text]), seat=seat, on_tap=lambda _: self._choose(back))

    def _choose(self, back: int) -> None:
        """Mark all entries that would be undone."""
        self._back = back
        for number, card in enumerate(self._rows, 1):
            card.chosen = number <= back
        self._actions.clear_widgets()
        if self._rows:
            self._actions.add_widget(self._undo_button())
        whole = BigButton(
            text=gettext("Chronicle"), kind="quiet", on_tap=lambda _: self.shell.open_overlay("chronicle")
        )
        self._actions.add_widget(fixed_width(whole, 170))
        if self.playing.table.undone:
            again = BigButton(text=gettext("Redo"), kind="quiet", on_tap=lambda _: self._redo())
            self._actions.add_widget(fixed_width(again, 240))

    def _undo_button(self) -> BigButton:
        if self._back == 1:
            return BigButton(text=gettext("Undo the last one"), icon="undo", on_tap=lambda _: self._undo())
        return HoldButton(text=gettext("Undo {number}", number=self._back), on_tap=lambda _: self._undo())

    def _undo(self) -> None:
        self.shell.attempt(lambda: self.playing.undo(self._back))

    def _redo(self) -> None:
        self.shell.attempt(lambda: self.playing.redo())
