"""All saved games: resume, export or import one."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.journal.records import GameRecord
from companion.journal.save_files import export_game, import_game
from companion.journal.save_folder import MOST_FILES, exchange_folder, file_name, readable_name, saved_files
from companion.locale.messages import gettext, joined, listed, ngettext
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard

MIN_ROW = 84
"""Smallest height of a game's row, in theme pixels."""


class GamesScreen(Screen):
    """Saved games, newest first; below them, files on a memory stick or in the folder for saved games."""

    name = "games"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._journal = shell.context.journal
        self._folder = exchange_folder(self._journal.path.parent)
        self._list = column(pad=theme.SPACE_8)
        players = BigButton(
            text=gettext("Players"), kind="quiet", on_tap=lambda _: shell.open_overlay("players")
        )
        backup = BigButton(
            text=gettext("Backup"), kind="quiet", on_tap=lambda _: shell.open_overlay("backup")
        )
        foot = fixed_height(row(players, backup), theme.BUTTON_HEIGHT)
        self.add_widget(overlay_layout(shell, gettext("All games"), scrollable(self._list), foot))

    def refresh(self) -> None:
        """List the current games and files."""
        self._list.clear_widgets()
        for record in self._journal.games():
            self._list.add_widget(self._row(record))
        files = saved_files(self._folder)
        if files:
            self._list.add_widget(
                TextLabel(
                    gettext("Saved in {folder}", folder=self._folder), theme.BODY, theme.ACCENT, bold=True
                )
            )
        for file in files[:MOST_FILES]:
            text, on_tap = gettext("Import {file}", file=readable_name(file)), partial(self._import, file)
            take = BigButton(text=text, kind="quiet", on_tap=lambda _, on_tap=on_tap: on_tap())
            self._list.add_widget(fixed_height(take, theme.BUTTON_HEIGHT))

    def _row(self, record: GameRecord) -> Widget:
        card = ChoiceCard(
            title=joined([record.heading, record.played[:10]], ", "),
            detail=_standing(record),
            on_tap=lambda _: self.shell.attempt(lambda: self.shell.resume_game(record.id)),
        )
        save = BigButton(
            text=gettext("Save"),
            detail=gettext("to a file"),
            kind="quiet",
            on_tap=lambda _: self._save(record),
        )
        line = fixed_height(row(card, fixed_width(save, 130)), MIN_ROW)
        card.bind(width=lambda _, width: setattr(line, "height", max(px(MIN_ROW), card.needed(width))))
        return line

    def _save(self, record: GameRecord) -> None:
        file = self._folder / file_name(record)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            export_game(self._journal, record.id, file, self.shell.context.find_game)
        except (CompanionError, OSError) as failure:
            self.shell.show_error(failure)
            return
        self.refresh()
        self.shell.show_toast(gettext("Saved as {file}", file=file))

    def _import(self, file: Any) -> None:
        try:
            number = import_game(self._journal, file, self.shell.context.find_game)
        except (CompanionError, OSError) as failure:
            self.shell.show_error(failure)
            return
        self.refresh()
        self.shell.show_toast(gettext("{file} is now game {number}", file=readable_name(file), number=number))


def _standing(record: GameRecord) -> str:
    names = joined((seat.name for seat in record.seats), ", ")
    won = listed(seat.name for seat in record.seats if seat.id in record.winners)
    return (
        gettext("{players}: won by {winners}", players=names, winners=won)
        if won
        else ngettext(
            "{players}: {count} answer so far",
            "{players}: {count} answers so far",
            record.entry_count,
            players=names,
        )
    )
