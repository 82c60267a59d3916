"""All games that were kept: go on with any of them, save one to a file, take one in."""

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.journal.records import GameRecord
from companion.journal.save_files import export_game, import_game
from companion.journal.save_folder import exchange_folder, file_name, saved_files
from companion.ui import theme
from companion.ui.layout import Words, column, row, scrolled, tall, wide
from companion.ui.screens.cover import covered
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import BigButton, ChoiceCard

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class GamesScreen(Screen):
    """The newest first; below them, files on a memory stick or in the folder for saved games."""

    name = "games"

    def __init__(self, stage: "Stage", **words: Any) -> None:
        super().__init__(stage, **words)
        self._journal = stage.context.journal
        self._folder = exchange_folder(self._journal.path.parent)
        self._list = column(pad=theme.SMALL)
        self.add_widget(covered(stage, "All games", scrolled(self._list)))

    def refresh(self) -> None:
        """List games and files as they are now."""
        self._list.clear_widgets()
        for record in self._journal.games():
            self._list.add_widget(tall(self._row(record), 84))
        files = saved_files(self._folder)
        if files:
            self._list.add_widget(Words(f"Saved in {self._folder}", theme.BODY, theme.LAMP, bold=True))
        for file in files:
            take = BigButton(
                text=f"Take in {file.name}", kind="quiet", on_tap=lambda _, file=file: self._take_in(file)
            )
            self._list.add_widget(tall(take, theme.BUTTON))

    def _row(self, record: GameRecord) -> Widget:
        card = ChoiceCard(
            title=f"{record.title}, {record.played[:10]}",
            detail=_standing(record),
            on_tap=lambda _: self.stage.do(lambda: self.stage.resume(record.id)),
        )
        save = BigButton(text="Save", detail="to a file", kind="quiet", on_tap=lambda _: self._save(record))
        return row(card, wide(save, 130))

    def _save(self, record: GameRecord) -> None:
        file = self._folder / file_name(record)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            export_game(self._journal, record.id, file)
        except (CompanionError, OSError) as failure:
            self.stage.explain(failure)
            return
        self.refresh()
        self.stage.say(f"Saved as {file}")

    def _take_in(self, file: Any) -> None:
        try:
            number = import_game(self._journal, file)
        except (CompanionError, OSError) as failure:
            self.stage.explain(failure)
            return
        self.refresh()
        self.stage.say(f"{file.name} is now game {number}")


def _standing(record: GameRecord) -> str:
    names = ", ".join(seat.name for seat in record.seats)
    won = " and ".join(seat.name for seat in record.seats if seat.id in record.winners)
    return f"{names}: won by {won}" if won else f"{names}: {record.entry_count} answers so far"
