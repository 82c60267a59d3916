"""Speaks sentences with piper or espeak-ng where they are installed; one at a time, never waiting for it."""

import json
import logging
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

from companion.errors import BrokenFile
from companion.external_files import files

_log = logging.getLogger(__name__)

ESPEAK, PIPER, PLAYER = "espeak-ng", "piper", "aplay"
"""Programs that are looked for; piper writes samples, which the player plays."""
LONGEST = 200
"""Letters of a sentence at most."""
LOUDEST = 200
"""What espeak-ng calls its loudest voice."""
SAMPLE_RATE = 22050
"""Samples a second of a piper voice that does not tell."""
TIMEOUT = 20.0
"""Seconds that piper may take for a sentence."""


class Speech:
    """Speaks through programs of the system.

    Args:
        find: returns the path of an installed program, or nothing.

    Attributes:
        voice: file of a piper voice (ONNX, with its JSON beside it); nothing to speak with espeak-ng.
    """

    def __init__(self, find: Callable[[str], str | None] = shutil.which) -> None:
        self._espeak, self._piper, self._player = find(ESPEAK), find(PIPER), find(PLAYER)
        self.voice: Path | None = None
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def present(self) -> bool:
        """Whether anything can speak."""
        return self._espeak is not None or self._has_voice

    @property
    def _has_voice(self) -> bool:
        installed = self._piper is not None and self._player is not None
        return installed and self.voice is not None and self.voice.is_file()

    def say(self, text: str, volume: int) -> None:
        """Speak a sentence, in place of one that is still being spoken.

        Args:
            text: the sentence.
            volume: 0 to 100.
        """
        self.stop()
        if not volume:
            return
        if self._has_voice:
            Thread(target=self._say_with_piper, args=(text[:LONGEST], volume), daemon=True).start()
        elif self._espeak is not None:
            level = str(volume * LOUDEST // 100)
            self._running = self._start(self._espeak, "-v", "en", "-a", level, "--", text[:LONGEST])
            self._espeak = self._espeak if self._running is not None else None

    def _say_with_piper(self, text: str, volume: int) -> None:
        """Have piper make the samples, and play them as loud as wanted; runs on a thread of its own."""
        # Loaded with the first sentence: the lobby does not wait for it.
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
        """Be silent."""
        if self._running is not None and self._running.poll() is None:
            self._running.terminate()
            self._running.wait(1.0)
        self._running = None


def sample_rate(voice: Path | None) -> int:
    """Return the samples a second of a piper voice, from the JSON beside it."""
    try:
        voice_settings: Any = json.loads(files.read_text(Path(f"{voice}.json")))
        return int(voice_settings["audio"]["sample_rate"])
    except (OSError, ValueError, KeyError, TypeError, BrokenFile):
        return SAMPLE_RATE
