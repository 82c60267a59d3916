"""Counts the starts that a game has prevented, so that it is not resumed by itself for ever."""

import logging
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.errors import BrokenFile
from companion.external_files.files import atomic_write, read_bytes

_log = logging.getLogger(__name__)

FILE = "start-attempts.json"
"""In the data folder."""
MAX_ATTEMPTS = 2
"""Starts that a game may prevent until it is not resumed by itself."""


class _Attempts(Struct, frozen=True):
    game: int = 0
    count: int = 0


class StartAttempts:
    """The starts at which a game was resumed, and whether the screen was drawn afterwards."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def begin(self, game: int) -> bool:
        """Note on disk that a game is about to be resumed.

        Returns:
            Whether it may be: it has prevented fewer than `MAX_ATTEMPTS` starts in a row.
        """
        found = self._read()
        count = found.count if found.game == game else 0
        if count >= MAX_ATTEMPTS:
            return False
        self._write(_Attempts(game, count + 1))
        return True

    def succeeded(self) -> None:
        """Note that the screen was drawn with the resumed game."""
        self._path.unlink(missing_ok=True)

    def _read(self) -> _Attempts:
        try:
            return msgspec.json.decode(read_bytes(self._path, 1000), type=_Attempts)
        except (BrokenFile, OSError, msgspec.DecodeError, UnicodeDecodeError):
            return _Attempts()

    def _write(self, attempts: _Attempts) -> None:
        try:
            atomic_write(self._path, msgspec.json.encode(attempts))
        except OSError as error:
            _log.warning("the attempt to resume a game cannot be noted: %s", error)
