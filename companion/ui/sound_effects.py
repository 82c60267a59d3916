"""Plays the sounds of a game, and speaks what has happened where that is switched on."""

import logging
from pathlib import Path
from typing import Any

from kivy.core.audio import SoundLoader

from companion.app.night.sounds import Sound, synthesise
from companion.app.night.speech import Speech
from companion.external_files.files import atomic_write
from companion.locale.messages import joined

_log = logging.getLogger(__name__)


class SoundEffects:
    """Follows the game on the shell.

    Args:
        shell: the shell.
        folder: where the sounds are kept, once they are made.
        enabled: make any sound; simulated players need none.
        speech: speaks sentences.
    """

    def __init__(
        self, shell: Any, folder: Path, *, enabled: bool = True, speech: Speech | None = None
    ) -> None:
        self._shell, self._folder, self._enabled = shell, folder, enabled
        self._loaded: dict[Sound, Any] = {}
        self._heard: tuple[int, int, str | None] | None = None
        self.speech = speech or Speech()

    def follow(self) -> None:
        """Play the sounds of the latest events; none for an undo."""
        session = self._shell.session
        if session is None:
            self._heard = None
            return
        table = session.table
        where = table.timeline
        now = (session.number, len(table.entries), where.active if where.part == "turn" else None)
        before, self._heard = self._heard, now
        if before is None or before[0] != now[0] or now[1] <= before[1]:
            return
        kinds = {report.kind for report in table.latest}
        if "conquest" in kinds:
            self.play("conquest")
        elif now[2] is not None and before[2] != now[2]:
            self.play("turn")
        self._speak(joined(report.text for report in table.latest))

    def play(self, sound: Sound) -> None:
        """Play a sound as loud as the settings say."""
        settings = self._shell.context.settings
        if not self._enabled or not settings.sound or not settings.volume:
            return
        loaded = self._load(sound)
        if loaded is not None:
            loaded.volume = settings.volume / 100
            loaded.play()

    def _speak(self, text: str) -> None:
        settings = self._shell.context.settings
        if self._enabled and settings.speech and text:
            self.speech.say(text, settings.volume)

    def _load(self, sound: Sound) -> Any:
        """Make a sound once; None if this machine plays none."""
        if sound not in self._loaded:
            path = self._folder / f"{sound}.wav"
            try:
                atomic_write(path, synthesise(sound))
                self._loaded[sound] = SoundLoader.load(str(path))
            except OSError as error:
                _log.warning("the sound %s cannot be saved: %s", sound, error)
                self._loaded[sound] = None
        return self._loaded[sound]
