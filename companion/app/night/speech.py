"""Speaks sentences with piper or espeak-ng if installed; one at a time, without blocking."""

import json
import logging
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

from companion.external_files import files
from companion.locale.catalogue import shown, shown_language
from companion.locale.messages import ENGLISH, translated

_log = logging.getLogger(__name__)

ESPEAK, PIPER, PLAYER = "espeak-ng", "piper", "aplay"
"""The programs used; piper writes samples, which the player plays."""
MAX_LETTERS = 200
"""Longest sentence, in letters."""
MAX_VOLUME = 200
"""The largest amplitude of espeak-ng."""
SAMPLE_RATE = 22050
"""Sample rate in hertz of a piper voice that does not state it."""
TIMEOUT = 20.0
"""Seconds after which piper is stopped."""


class Speech:
    """Speaks through programs of the system.

    Args:
        find: returns the path of an installed program, or None.

    Attributes:
        voice: file of a piper voice (ONNX, with its JSON beside it); empty to use espeak-ng, which speaks
            the language of the table where it has a voice for it, else English.
    """

    def __init__(self, find: Callable[[str], str | None] = shutil.which) -> None:
        self._espeak, self._piper, self._player = find(ESPEAK), find(PIPER), find(PLAYER)
        self.voice: Path | None = None
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def present(self) -> bool:
        """Whether a speech program is installed."""
        return self._espeak is not None or self._has_voice

    @property
    def _has_voice(self) -> bool:
        installed = self._piper is not None and self._player is not None
        return installed and self.voice is not None and self.voice.is_file()

    def say(self, text: str, volume: int) -> None:
        """Speak a sentence in the language of the table; a sentence that is still being spoken is stopped.

        Args:
            text: the sentence.
            volume: 0 to 100.
        """
        self.stop()
        if not volume:
            return
        if self._has_voice:
            Thread(target=self._say_with_piper, args=(shown(text)[:MAX_LETTERS], volume), daemon=True).start()
        elif self._espeak is not None:
            level = str(volume * MAX_VOLUME // 100)
            spoken = shown_language() if has_voice(self._espeak, shown_language().language) else ENGLISH
            words = translated(text, spoken)[:MAX_LETTERS]
            self._running = self._start(self._espeak, "-v", spoken.language, "-a", level, "--", words)
            self._espeak = self._espeak if self._running is not None else None

    def _say_with_piper(self, text: str, volume: int) -> None:
        """Let piper synthesise the samples, and play them at this volume; runs on a separate thread."""
        # Imported with the first sentence, so that the lobby opens faster.
        import numpy as np

        command = [str(self._piper), "--model", str(self.voice), "--output_raw"]
        try:
            made = subprocess.run(
                command, input=text.encode(), capture_output=True, check=True, timeout=TIMEOUT
            )
        except (OSError, subprocess.SubprocessError) as error:
            _log.warning("piper cannot speak: %s", error)
            self._piper = None
            return
        samples = np.frombuffer(made.stdout[: len(made.stdout) // 2 * 2], "<i2")
        quiet = (samples * (volume / 100)).astype("<i2").tobytes()
        rate = str(sample_rate(self.voice))
        player = self._start(str(self._player), "-q", "-t", "raw", "-f", "S16_LE", "-r", rate, "-c", "1", "-")
        self._running = player
        if player is not None and player.stdin is not None:
            try:
                player.stdin.write(quiet)
                player.stdin.close()
            except OSError:
                _log.info("a sentence was cut short")

    def _start(self, *command: str) -> "subprocess.Popen[bytes] | None":
        try:
            return subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            _log.warning("%s cannot be started: %s", command[0], error)
            return None

    def stop(self) -> None:
        """Stop speaking."""
        if self._running is not None and self._running.poll() is None:
            self._running.terminate()
            self._running.wait(1.0)
        self._running = None


@cache
def has_voice(espeak: str, language: str) -> bool:
    """Return whether espeak-ng has a voice for a language; English it always has."""
    if language == ENGLISH.language:
        return True
    try:
        listed = subprocess.run(
            [espeak, f"--voices={language}"], capture_output=True, text=True, timeout=TIMEOUT, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return len(listed.stdout.splitlines()) > 1  # below the heading


def sample_rate(voice: Path | None) -> int:
    """Return the sample rate of a piper voice in hertz, from the JSON beside it."""
    try:
        voice_settings: Any = json.loads(files.read_text(Path(f"{voice}.json")))
        return int(voice_settings["audio"]["sample_rate"])
    except (OSError, ValueError, KeyError, TypeError):
        return SAMPLE_RATE
