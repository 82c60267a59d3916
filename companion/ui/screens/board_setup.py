"""Setting a kept game up again: the board part by part, and what to put down there."""

from functools import partial
from pathlib import Path
from typing import Any

from companion.app.camera.board_agreement import agreed
from companion.app.camera.taught_boards import BoardObservation
from companion.app.chronicle.board_setup import PlacedPieces, board_parts, setup_page
from companion.errors import BrokenFile
from companion.external_files.files import atomic_write
from companion.journal.save_folder import exchange_folder, file_name
from companion.locale.catalogue import shown_language
from companion.locale.messages import gettext, joined
from companion.ui import theme
from companion.ui.background import in_background
from companion.ui.board_view import board_view
from companion.ui.layout import column, fixed_height, fixed_width, row, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.players.event_row import EventRow

PAGE_KEY = 190
"""Width of the button for the printed page, in theme pixels."""
SIDE = 344
"""Width of the list beside the board, in theme pixels."""


class BoardSetupScreen(Screen):
    """The board with one part lit, and beside it what lies there; a tap on a row or a place ticks it off.

    Where a camera was taught the board, it ticks off what lies right, and turns on once a part does.

    Args:
        shell: where it is shown.
        back: the overlay to return to; empty for none.
    """

    name = "board setup"
    stays_open = True

    def __init__(self, shell: Shell, back: str = "", **params: Any) -> None:
        super().__init__(shell, back=back, **params)
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
        self._look()

    def on_leave(self) -> None:
        """Take no look any more."""
        self.shell.board_watch.forget(self._see)

    def _look(self) -> None:
        if self.shell.board_watch.ready:
            self.shell.board_watch.look(self._see)

    def _see(self, found: BoardObservation) -> None:
        """Tick off what lies right, and turn on once all of a part does."""
        watch, places = self.shell.board_watch, self.playing.table.game_view.places
        right = agreed(places, found.seen, watch.colours)
        news = right - self.laid
        self.laid |= right
        if any(placed.place in news for placed in self.parts[self.index].places):
            while self.index < len(self.parts) - 1 and self._is_laid(self.index):
                self.index += 1
            self._show()
        self._look()

    def _is_laid(self, index: int) -> bool:
        return all(placed.place in self.laid for placed in self.parts[index].places)

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
        page = BigButton(text=gettext("Save a page"), kind="quiet", on_tap=lambda _: self._save_page())
        beside = fixed_width(page, PAGE_KEY)
        laid = overlay_layout(self.shell, title, self._middle, go_back=self.leave, beside=beside)
        self._layout.add_widget(laid)
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
        go_on = self.leave if last else partial(self._turn, 1)
        self._keys.add_widget(
            BigButton(text=gettext("Done") if last else gettext("Next"), on_tap=lambda _: go_on())
        )

    def _turn(self, step: int, _: object = None) -> None:
        self.index += step
        self._show()

    def _save_page(self) -> None:
        """Write the page to print, to a memory stick or on this machine, and say where it is."""
        session = self.playing
        record = session.journal.load(session.number).record
        path = exchange_folder(self.shell.context.journal.path.parent) / file_name(record)
        page = setup_page(record.heading, session.table.game_view, session.seats, shown_language())
        in_background(
            self.shell,
            partial(write_page, path.with_name(f"{path.stem}-setup.html"), page),
            lambda written: self.shell.show_toast(gettext("Saved as {file}", file=written)),
            self.shell.show_error,
        )

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


def write_page(path: Path, page: str) -> Path:
    """Write a page, and its folder if need be.

    Raises:
        BrokenFile: it cannot be written.
    """
    try:
        atomic_write(path, page)
    except OSError as error:
        raise BrokenFile(
            "It was not saved: {error}. Try another stick.", error=error.strerror or error
        ) from error
    return path
