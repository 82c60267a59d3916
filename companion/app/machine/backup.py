"""Backups: writes all games as files to a memory stick, and restores them into a journal.

Both work game by game, so that a screen can show the progress and stay responsive.
"""

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.errors import BrokenSave, CompanionError
from companion.external_files.files import read_bytes, sync_folder
from companion.journal.journal import Journal
from companion.journal.records import GameArchive
from companion.journal.resume import check_resumable
from companion.journal.save_files import MAX_SAVE, export_game, read_save
from companion.journal.save_folder import file_name, saved_files
from companion.referee.game import Game

PREFIX = "companion-backup-"
"""The name of a backup folder begins like this; its date and time follow, then its number."""
DATE_PARTS = 4
"""Year, month, day and time."""
PART = ".part"
"""The name of a backup folder ends like this while it is written."""


class Progress(Struct, frozen=True):
    """The progress of a backup.

    Attributes:
        done: games written.
        games: number of all games.
    """

    done: int
    games: int


class Restored(Struct, frozen=True):
    """The progress of a restore.

    Attributes:
        done: files done.
        files: all files.
        added: games that were added.
        known: games that were already here.
        refused: for each file that could not be read, what is wrong with it.
    """

    done: int
    files: int
    added: int = 0
    known: int = 0
    refused: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The result as text for players."""
        text = f"{self.added} games restored, {self.known} were already here."
        return " ".join((text, *self.refused))


def write_backup(journal: Journal, stick: Path, now: datetime) -> Iterator[Progress]:
    """Write every game into a new folder on a stick, and read each back; gives the progress after each game.

    The folder gets its final name when it is complete, so a stick that is pulled out has no partial backup.

    Raises:
        OSError: the stick cannot be written, or was pulled out.
        BrokenSave: what was written cannot be read back.
    """
    for leftover in stick.glob(f"{PREFIX}*{PART}"):
        shutil.rmtree(leftover, ignore_errors=True)
    newest = newest_backup(stick)
    number = 1 + (_order(newest)[0] if newest is not None else 0)
    place = stick / f"{PREFIX}{now:%Y-%m-%d-%H%M%S}-{number}"
    unfinished = place.with_name(f"{place.name}{PART}")
    unfinished.mkdir()
    try:
        records = journal.games()
        yield Progress(0, len(records))
        for number, record in enumerate(records, 1):
            file = unfinished / file_name(record)
            export_game(journal, record.id, file)
            read_save(read_bytes(file, MAX_SAVE, BrokenSave), file.name)
            yield Progress(number, len(records))
        unfinished.rename(place)
        sync_folder(stick)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def newest_backup(stick: Path) -> Path | None:
    """Return the newest backup on a stick; None if there is none."""
    found = [folder for folder in stick.glob(f"{PREFIX}*") if folder.is_dir() and folder.suffix != PART]
    return max(found, key=_order, default=None)


def _order(folder: Path) -> tuple[int, str]:
    """The number of a backup, and its name: a clock may have been set back, and the first had no number."""
    *date, number = folder.name.removeprefix(PREFIX).split("-")
    return (int(number) if len(date) == DATE_PARTS and number.isdecimal() else 0, folder.name)


def restore_backup(
    journal: Journal, folder: Path, find_game: Callable[[str], Game[Any]]
) -> Iterator[Restored]:
    """Add the games of a backup that are not in the journal yet; gives the progress after each file.

    Raises:
        JournalError: they cannot be written to disk.
    """
    files = sorted(saved_files(folder))
    progress = Restored(0, len(files))
    yield progress
    for number, file in enumerate(files, 1):
        added, known, refused = progress.added, progress.known, progress.refused
        try:
            archive = read_save(read_bytes(file, MAX_SAVE, BrokenSave), file.name)
            if _is_here(journal, archive):
                known += 1
            else:
                journal.add_game(archive, lambda saved: check_resumable(saved, find_game))
                added += 1
        except (BrokenSave, OSError) as error:
            if isinstance(error, CompanionError) and not isinstance(error, BrokenSave):
                raise
            refused = (*refused, str(error))
        progress = Restored(number, len(files), added, known, refused)
        yield progress


def _is_here(journal: Journal, archive: GameArchive) -> bool:
    """Whether the journal has this game with at least all its answers."""
    wanted = archive.record
    answers = {(kept.number, kept.at) for kept in archive.entries}
    return any(
        answers <= {(kept.number, kept.at) for kept in journal.archive(record.id).entries}
        for record in journal.games()
        if (record.game, record.started, record.seats) == (wanted.game, wanted.started, wanted.seats)
    )
