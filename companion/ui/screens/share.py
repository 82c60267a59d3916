"""The share screen: the report, the film and the poster of this game, for a memory stick or for phones."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.uix.widget import Widget

from companion.app.chronicle.film import Film, Progress, has_map, write_film
from companion.app.chronicle.recorded_game import RecordedGame
from companion.errors import BrokenFile
from companion.external_files.files import atomic_write
from companion.journal.save_folder import exchange_folder, file_name
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.background import in_background
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, spacer
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.progress_meter import ProgressMeter
from companion.ui.widgets.controls.qr_code import QrCode

CODE_SIDE = 300
"""Width of the code for phones, in theme pixels."""
PAGE = ".html"
ENDINGS = {
    gettext("Save the page"): PAGE,
    gettext("Save the film"): ".gif",
    gettext("Save the poster"): ".png",
}
"""What can be saved, by the text of its button."""


class ShareScreen(Screen):
    """One button for each thing to save, a progress bar, and the code for phones if they are on."""

    name = "share"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self.meter = ProgressMeter()
        self.said = TextLabel(
            gettext("Saved to a memory stick, or on this machine."), theme.BODY, theme.MUTED, lines=3
        )
        self._busy = False
        drawn = has_map(self.playing.table.game_view)
        kinds = {text: ending for text, ending in ENDINGS.items() if drawn or ending == PAGE}
        keys = [BigButton(text=text, on_tap=partial(self._save, ending)) for text, ending in kinds.items()]
        keys = [fixed_height(key, theme.BUTTON_HEIGHT + theme.SPACE_8) for key in keys]
        meter = fixed_height(self.meter, 24)
        saving = column(spacer(), *keys, meter, fixed_height(self.said, 90), spacer(), gap=theme.SPACE_12)
        content = (column if theme.METRICS.portrait else row)(saving, *self._code(), gap=theme.SPACE_24)
        self.add_widget(overlay_layout(shell, gettext("Share this game"), content))

    def _code(self) -> list[Widget]:
        """Return the code with which a phone joins and finds the page; nothing while phones are off."""
        phones = self.shell.context.phones
        if phones is None or not phones.running:
            return []
        hint = TextLabel(gettext("On a phone: scan, then Chronicle."), theme.BODY, align="center", lines=2)
        return [fixed_width(column(QrCode(content=phones.address), fixed_height(hint, 60)), CODE_SIDE)]

    def _save(self, ending: str, _: object = None) -> None:
        if self._busy:
            return
        self._busy = True
        self.said.text, self.meter.share = gettext("Writing..."), 0.02
        journal, number = self.playing.journal, self.playing.number
        kept = RecordedGame(journal.load(number), journal.archive(number))
        path = exchange_folder(journal.path.parent) / Path(file_name(kept.saved.record)).with_suffix(ending)
        work = partial(write_shared, kept, path, self._drawn)
        in_background(self.shell, work, self._saved, self._failed)

    def _drawn(self, share: float) -> None:
        """Show the progress; called on the thread that draws."""
        self.shell.tasks.put(partial(setattr, self.meter, "share", share))

    def _saved(self, path: Path) -> None:
        self._busy, self.meter.share = False, 1.0
        self.said.text = gettext("Saved as {file}", file=path)

    def _failed(self, error: Exception) -> None:
        self._busy, self.meter.share = False, 0.0
        self.said.text = ""
        self.shell.show_error(error)


def write_shared(kept: RecordedGame, path: Path, progress: Progress) -> Path:
    """Write the report, the film or the poster of a game, by the ending of the file.

    Raises:
        BrokenFile: it cannot be written.
        UnknownName: the game has no map, so no film.
    """
    write: Callable[[], object]
    if path.suffix == PAGE:
        write = partial(atomic_write, path, kept.report())
    else:
        write = partial(write_film, Film(kept.facts, kept.saved.record.played[:10]), path, progress)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write()
    except OSError as error:
        raise BrokenFile(
            "It was not saved: {error}. Try another stick.", error=error.strerror or error
        ) from error
    return path
