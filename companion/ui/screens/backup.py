"""Backup: the whole table to a memory stick, and back."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.app.machine.automatic_backup import mark_stick
from companion.app.machine.backup import (
    Progress,
    Restored,
    Unpacked,
    newest_backup,
    restore_backup,
    write_backup,
)
from companion.app.machine.settings import FILE, BackupSettings, read_settings
from companion.errors import BrokenSettings, CompanionError, StickUnavailable
from companion.hardware import memory_sticks
from companion.journal.journal import Journal
from companion.locale.messages import gettext, joined, ngettext
from companion.ui import theme
from companion.ui.background import in_background
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, spacer
from companion.ui.machine_settings import apply_settings, change_settings
from companion.ui.owner_lock import as_owner
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, HoldButton
from companion.ui.widgets.controls.keyboard import TextField

EXPLANATION = gettext("Games, settings, calibration, players: all on a memory stick.")
NO_BACKUP = gettext("There is no backup on this stick.")
READY = gettext("You can take the stick out.")


class BackupScreen(Screen):
    """What to do, how it goes on, the passphrase, and whether it happens by itself.

    Writing and unpacking run on a thread of their own; games are restored one per frame.
    """

    name = "backup"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._busy = self._left = False
        self._clock: Any = None
        self._replacing = False
        self._body = column(gap=0)
        self.add_widget(self._body)

    def refresh(self) -> None:
        """Lay everything out again."""
        self._show(EXPLANATION)

    def _show(self, text: str, *below: Widget) -> None:
        """Show a text, with the ways to go on."""
        self._words = TextLabel(text, theme.SUBTITLE, align="center", lines=5)
        chosen = bool(self._settings.stick)
        field = TextField(
            text=self._settings.passphrase, title=gettext("Passphrase of the backups"), hidden=True
        )
        field.bind(text=lambda _, words: self._owner(lambda: self._change(passphrase=words)))
        automatic = (
            BigButton(
                text=gettext("Off"), kind=_kind(not chosen), on_tap=lambda _: self._owner(self._unmark)
            ),
            BigButton(
                text=gettext("On this stick"), kind=_kind(chosen), on_tap=lambda _: self._owner(self._mark)
            ),
        )
        keys = (
            BigButton(text=gettext("Back up now"), icon="play", on_tap=lambda _: self._on_stick(self._write)),
            BigButton(
                text=gettext("Restore"), kind="quiet", on_tap=lambda _: self._owner(self._begin_restore)
            ),
        )
        rows = (
            spacer(),
            self._words,
            spacer(),
            *below,
            _line(gettext("Passphrase"), field),
            _line(gettext("Automatic"), *automatic),
            fixed_height(row(*keys), theme.BUTTON_HEIGHT + theme.SPACE_16),
        )
        self._body.clear_widgets()
        self._body.add_widget(overlay_layout(self.shell, gettext("Backup"), column(*rows)))

    def on_leave(self) -> None:
        """Stop: a partial backup is removed, restored games stay."""
        self._left = True

    def _owner(self, then: Callable[[], None]) -> None:
        as_owner(self.shell, then)

    @property
    def _settings(self) -> BackupSettings:
        backup: BackupSettings = self.shell.context.settings.backup
        return backup

    # --- the stick -----------------------------------------------------------------------------------------

    def _on_stick(self, work: Callable[[Path], Callable[[], None]]) -> None:
        """Do work on the first stick, on a thread of its own, and then what the work returns."""
        if self._busy:
            return
        self._busy = True
        self._words.text = gettext("Looking for the stick...")

        def on_thread() -> Callable[[], None]:
            with memory_sticks.mounted_stick() as folder:
                return work(folder)

        in_background(self.shell, on_thread, self._go_on, self._fail)

    def _go_on(self, then: Callable[[], None]) -> None:
        self._busy = False
        then()

    def _fail(self, error: Exception) -> None:
        self._busy = False
        if not self._left:
            self._show(str(error))

    def _report(self, text: str) -> None:
        """Show the progress, from any thread."""
        self.shell.tasks.put(lambda: setattr(self._words, "text", text))

    # --- writing -------------------------------------------------------------------------------------------

    def _write(self, stick: Path) -> Callable[[], None]:
        progress = Progress(0, 0, 0)
        with Journal.open_read_only(self.shell.context.journal.path) as journal:
            for progress in write_backup(journal, stick, datetime.now(), self._settings.passphrase):
                if self._left:
                    return lambda: None
                self._report(gettext("{done} of {parts}", done=progress.done, parts=progress.parts))
        return lambda: self._show(
            joined(
                [
                    ngettext(
                        "{count} game and all settings are on the stick.",
                        "{count} games and all settings are on the stick.",
                        progress.games,
                    ),
                    READY,
                ]
            )
        )

    # --- restoring -----------------------------------------------------------------------------------------

    def _begin_restore(self) -> None:
        self._on_stick(self._unpack)

    def _unpack(self, stick: Path) -> Callable[[], None]:
        backup = newest_backup(stick)
        if backup is None:
            raise StickUnavailable(NO_BACKUP)
        self._report(gettext("Reading the backup..."))
        folder = self.shell.context.journal.path.parent
        unpacked = Unpacked(backup.path, folder, self._settings.passphrase)
        return lambda: self._restore(unpacked)

    def _restore(self, unpacked: Unpacked) -> None:
        context = self.shell.context
        steps = restore_backup(context.journal, unpacked, context.find_game, replacing=self._replacing)
        last = Restored(0, 0)

        def step(_: float) -> bool:
            nonlocal last
            try:
                progress = None if self._left else next(steps, None)
            except (CompanionError, OSError) as error:
                unpacked.close()
                self._fail(error)
                return False
            if progress is not None:
                last = progress
                self._words.text = gettext("{done} of {parts}", done=last.done, parts=last.parts)
                return True
            unpacked.close()
            self._restored(last)
            return False

        self._busy = True
        self._clock = Clock.schedule_interval(step, 0)

    def _restored(self, result: Restored) -> None:
        """Tell what was restored; settings take effect at once."""
        self._busy = self._replacing = False
        if self._left:
            return
        if FILE in result.files:
            with suppress(BrokenSettings):  # a damaged file is told at the next start
                self.shell.context.settings = read_settings(self.shell.context.journal.path.with_name(FILE))
                apply_settings(self.shell)
        hold = HoldButton(text=gettext("Restore them too"), kind="quiet", on_tap=lambda _: self._replace())
        below = [fixed_height(hold, theme.BUTTON_HEIGHT)] if result.differing else []
        later = gettext("They take effect at the next start.") if set(result.files) - {FILE} else ""
        self._show(joined([result.text, later, READY]), *below)

    def _replace(self) -> None:
        self._replacing = True
        self._owner(self._begin_restore)

    # --- settings ------------------------------------------------------------------------------------------

    def _mark(self) -> None:
        def work(stick: Path) -> Callable[[], None]:
            mark = mark_stick(stick)
            return lambda: self._choose(mark)

        self._on_stick(work)

    def _unmark(self) -> None:
        self._choose("")

    def _choose(self, mark: str) -> None:
        self._change(stick=mark)
        self._show(gettext("After each game, if this stick is in.") if mark else EXPLANATION)

    def _change(self, **values: str) -> None:
        shell = self.shell
        backup = replace(self._settings, **values)
        try:
            change_settings(shell, replace(shell.context.settings, backup=backup))
        except OSError as error:
            shell.show_toast(gettext("The settings cannot be saved: {error}", error=error.strerror))


def _kind(chosen: bool) -> str:
    return "primary" if chosen else "quiet"


def _line(title: str, *fields: Widget) -> Widget:
    label = fixed_width(TextLabel(title, theme.BODY, fill=True), 120)
    return fixed_height(row(label, *fields), theme.BUTTON_HEIGHT - theme.SPACE_8)
