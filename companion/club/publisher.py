"""Publishes the state of the running game to the club, if the settings say so."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.machine.settings import ClubSettings
from companion.club.broker import NOT_INSTALLED, has_mqtt, table_name
from companion.locale.messages import gettext

if TYPE_CHECKING:
    from companion.app.night.session import Session
    from companion.club.publishing_thread import PublishingThread

STOP_TIMEOUT_S = 3.0
"""Maximum time that closing waits for the last messages to reach the broker, in seconds."""


class ClubPublisher:
    """Publishes this table's state. Used on the game's thread; never waits for the network.

    Args:
        folder: the data folder.
        now: the monotonic clock, in seconds.
    """

    def __init__(self, folder: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._now = now
        self._settings: ClubSettings | None = None
        self._session: Session | None = None
        self._thread: PublishingThread | None = None

    @property
    def status(self) -> str:
        """The state of the connection, as text for players."""
        if self._thread is not None:
            return self._thread.status
        wanted = self._settings is not None and self._settings.usable
        return NOT_INSTALLED if wanted else gettext("Off")

    def configure(self, settings: ClubSettings) -> None:
        """Apply settings: start, stop, or restart with another broker."""
        before, self._settings = self._settings, settings
        if settings == before:
            return
        self._stop()
        if settings.usable and has_mqtt():
            # paho is imported only if it is needed, and is there only with the extra `club`.
            from companion.club.publishing_thread import PublishingThread

            joining = before is not None and not before.usable
            self._thread = PublishingThread(settings, table_name(settings), self._folder, joining=joining)
            self._thread.start()
            self._offer_snapshot()

    def follow(self, session: Session | None) -> None:
        """Publish this game from now on, or none."""
        if self._session is not None:
            self._session.unsubscribe(self._offer_snapshot)
        self._session = session
        if session is not None:
            session.subscribe(self._offer_snapshot)
        self._offer_snapshot()

    def close(self) -> None:
        """Disconnect from the club; the broker keeps the last messages."""
        if self._session is not None:
            self._session.unsubscribe(self._offer_snapshot)
            self._session = None
        thread = self._thread
        self._stop()
        if thread is not None:
            thread.join(STOP_TIMEOUT_S)

    def _offer_snapshot(self) -> None:
        if self._thread is not None:
            from companion.club.snapshot import snapshot

            self._thread.offer(snapshot(self._session, self._now()))

    def _stop(self) -> None:
        if self._thread is not None:
            self._thread.stop()
            self._thread = None
