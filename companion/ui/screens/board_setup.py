"""Setting a kept game up again: the board part by part, and what to put down there."""

from functools import partial
from typing import Any

from companion.app.chronicle.board_setup import PlacedPieces, board_parts
from companion.locale.messages import gettext, joined
from companion.ui import theme
from companion.ui.board_view import board_view
from companion.ui.layout import column, fixed_height, fixed_width, row, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.players.event_row import EventRow

SIDE = 344
"""Width of the list beside the board, in theme pixels."""


class BoardSetupScreen(Screen):
    """The board with one part lit, and beside it what lies there; a tap on a row or a place ticks it off."""

    name = "board setup"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        game_view, seats = self.playing.table.game_view, self.playing.seats
        self.parts = board_parts(game_view, seats)
        self.index = 0
        self.laid: set[str] = set()
        self.board = board_view(game_view, seats, self._tick, lambda _: None)
        self._list = column()
        self._keys = fixed_height(row(), theme.BUTTON_HEIGHT)
        beside = column(scrollable(self._list), self._keys)
        if not theme.METRICS.portrait:
            fixed_width(beside, SIDE)
        self._layout = column()
        self.add_widget(self._layout)
        self._middle = (column if theme.METRICS.portrait else row)(self.board, beside)
        self._show()

    def _show(self) -> None:
        """Show the part whose turn it is."""
        part = self.parts[self.index]
        places = frozenset(placed.place for placed in part.places)
        self.board.selectable = places
        self._list.clear_widgets()
        for placed in part.places:
            self._list.add_widget(self._row(placed))
        if self._middle.parent is not None:
            self._middle.parent.remove_widget(self._middle)
        self._layout.clear_widgets()
        title = gettext(
            "{part} ({number} of {whole})", part=part.title, number=self.index + 1, whole=len(self.parts)
        )
        self._layout.add_widget(overlay_layout(self.shell, title, self._middle))
        self._lay_keys()
        self._mark()

    def _row(self, placed: PlacedPieces) -> EventRow:
        words = joined([placed.name, placed.text], ": ")
        return EventRow(text=words, seat=placed.seat, on_tap=lambda _: self._tick(placed.place))

    def _lay_keys(self) -> None:
        self._keys.clear_widgets()
        last = self.index == len(self.parts) - 1
        if self.index:
            self._keys.add_widget(
                BigButton(text=gettext("Before"), kind="quiet", on_tap=partial(self._turn, -1))
            )
        go_on = self.shell.close_overlay if last else partial(self._turn, 1)
        self._keys.add_widget(
            BigButton(text=gettext("Done") if last else gettext("Next"), on_tap=lambda _: go_on())
        )

    def _turn(self, step: int, _: object = None) -> None:
        self.index += step
        self._show()

    def _tick(self, place: str) -> None:
        """Tick a place off, or take the tick back."""
        self.laid ^= {place}
        self._mark()

    def _mark(self) -> None:
        """Outline the places of this part that lie right, and their rows."""
        part = self.parts[self.index]
        self.board.chosen = tuple(placed.place for placed in part.places if placed.place in self.laid)
        rows = list(reversed(self._list.children))
        for placed, line in zip(part.places, rows, strict=True):
            line.chosen = placed.place in self.laid
