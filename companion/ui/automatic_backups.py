"""Backs the table up by itself when a game ends or is left, on a thread of its own."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.locale.messages import gettext
from companion.ui.background import in_background
from companion.ui.shell import Shell

if TYPE_CHECKING:
    from companion.app.night.session import Session


class AutomaticBackups:
    """Makes one backup at a time, if a stick was chosen for it.

    Args:
        shell: its settings name the stick, and it tells which game is on.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._under_way = False
        self._session: Session | None = None
        shell.bind(session=lambda _, session: self._follow(session))

    def _follow(self, session: Session | None) -> None:
        """Back up when a game is left; of the next game, when it ends."""
        if self._session is not None:
            self._session.unsubscribe(self._on_change)
            self.begin()
        self._session = session
        if session is not None:
            session.subscribe(self._on_change)

    def _on_change(self) -> None:
        if self._session is not None and self._session.table.state.winners:
            self.begin()

    def begin(self) -> None:
        """Back up now; nothing happens without the stick, or while a backup is under way."""
        settings = self._shell.context.settings.backup
        if not settings.stick or self._under_way:
            return
        # The lobby is drawn before this is loaded.
        from companion.app.machine.automatic_backup import back_up_automatically

        self._under_way = True
        work = partial(back_up_automatically, self._shell.context.journal.path, settings, datetime.now())
        in_background(self._shell, work, self._done, self._failed)

    def _done(self, _: Path | None) -> None:
        self._under_way = False

    def _failed(self, error: Exception) -> None:
        self._under_way = False
        self._shell.show_toast(gettext("The automatic backup failed. {error}", error=error))
