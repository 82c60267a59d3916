"""Speaks sentences with espeak-ng where it is installed; one at a time, never waiting for it."""

import logging
import shutil
import subprocess

_log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"
LONGEST = 200
"""Letters of a sentence at most."""
LOUDEST = 200
"""What espeak-ng calls its loudest voice."""


class Speech:
    """Speaks through a program of the system.

    Args:
        program: its path; looked for if left out.
    """

    def __init__(self, program: str | None = None) -> None:
        self._program = program or shutil.which(PROGRAM)
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def present(self) -> bool:
        """Whether the program is installed."""
        return self._program is not None

    def say(self, words: str, volume: int) -> None:
        """Speak a sentence, in place of one that is still being spoken.

        Args:
            words: the sentence.
            volume: 0 to 100.
        """
        self.stop()
        if self._program is None or not volume:
            return
        command = [self._program, "-v", "en", "-a", str(volume * LOUDEST // 100), "--", words[:LONGEST]]
        try:
            self._running = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            _log.warning("%s cannot speak: %s", self._program, error)
            self._program = None

    def stop(self) -> None:
        """Be silent."""
        if self._running is not None and self._running.poll() is None:
            self._running.terminate()
            self._running.wait(1.0)
        self._running = None
