"""Caches the results of finished games: replaying a long game takes most of a second on a Pi."""

import logging
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.app.chronicle.recorded_game import RecordedGame
from companion.app.chronicle.statistics import GameResult, game_result
from companion.errors import BrokenFile, CompanionError
from companion.external_files.files import atomic_write, read_bytes
from companion.journal.journal import Journal
from companion.journal.records import GameRecord

_log = logging.getLogger(__name__)

FILE = "results.json"

MAX_CACHE = 32_000_000
"""Bytes of the file: a result has a few thousand."""


class _Cached(Struct, frozen=True):
    played: str
    entry_count: int
    result: GameResult


def finished_results(journal: Journal) -> Iterator[GameResult]:
    """Yield the result of every finished game, latest first.

    A game that the current rules cannot replay is skipped and logged.
    """
    path = journal.path.parent / FILE
    known = _read(path)
    fresh = {}
    for record in journal.games():
        if record.finished and (cached := _cached(journal, record, known.get(record.id))) is not None:
            fresh[record.id] = cached
            yield cached.result
    if fresh != known:
        _write(path, fresh)


def _cached(journal: Journal, record: GameRecord, known: _Cached | None) -> _Cached | None:
    if known is not None and (known.played, known.entry_count) == (record.played, record.entry_count):
        return known
    try:
        result = game_result(RecordedGame(journal.load(record.id), journal.archive(record.id)))
    except CompanionError as error:
        _log.warning("game %s is left out of the statistics: %s", record.id, error)
        return None
    return _Cached(record.played, record.entry_count, result)


def _read(path: Path) -> dict[int, _Cached]:
    """The cached results; empty if the file cannot be read, since it is only a cache."""
    try:
        return msgspec.json.decode(read_bytes(path, MAX_CACHE), type=dict[int, _Cached])
    except (OSError, BrokenFile, msgspec.DecodeError, UnicodeDecodeError):
        return {}


def _write(path: Path, results: dict[int, _Cached]) -> None:
    try:
        atomic_write(path, msgspec.json.encode(results))
    except OSError as error:
        _log.warning("the results could not be saved: %s", error)
