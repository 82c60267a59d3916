"""Backups: writes the whole table to one file on a memory stick, and restores it.

A backup is a .tar.gz: each game as an exported file in ``games/``, the table's other files in ``files/``.
With a passphrase it is encrypted as age does it (https://age-encryption.org/v1), so any program for age
opens it. Everything works step by step, so that a screen can show the progress and stay responsive.
"""

import io
import re
import shutil
import tarfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.app.machine.table_files import MAX_FILE, area, put_table_file, read_table_file, table_files
from companion.closing import Closing
from companion.errors import BrokenFile, BrokenSave, CompanionError, PassphraseWrong
from companion.external_files.archives import extract
from companion.external_files.files import PART, atomic_file, read_bytes
from companion.journal.journal import Journal
from companion.journal.records import GameArchive
from companion.journal.resume import add_resumable
from companion.journal.save_files import MAX_SAVE, read_save, write_save
from companion.journal.save_folder import file_name, saved_files
from companion.locale.messages import gettext, joined, ngettext
from companion.referee.game import Game

PREFIX = "companion-backup-"
"""The name of a backup begins like this; date, time and number follow."""
AUTOMATIC = "-auto"
"""Follows in the name of a backup that was made by itself."""
ENCRYPTED = ".age"
"""Ends the name of a backup with a passphrase."""
MAX_BACKUP = 1_000_000_000
"""Bytes of the largest backup, unpacked."""
MAX_ENCRYPTED = 300_000_000
"""Bytes of the largest backup with a passphrase: it is encrypted in memory."""

_NAME = re.compile(
    rf"{PREFIX}(\d{{4}}-\d\d-\d\d-\d{{6}})(?:-(\d{{1,9}}))?({AUTOMATIC})?(?:\.tar\.gz(?:\{ENCRYPTED})?)?"
)
_GAMES, _FILES = "games", "files"
_RESTORE = "restore-"


class Backup(Struct, frozen=True):
    """A backup on a stick.

    Attributes:
        path: its file, or the folder of one from an earlier version, with games only.
        made: date and time by the clock of the table.
        number: its number on the stick; a clock may have been set back.
        automatic: whether it was made by itself.
    """

    path: Path
    made: datetime
    number: int = 0
    automatic: bool = False

    @property
    def encrypted(self) -> bool:
        """Whether it has a passphrase."""
        return self.path.suffix == ENCRYPTED


class Progress(Struct, frozen=True):
    """The progress of a backup.

    Attributes:
        done: games and files written.
        parts: number of all of them.
        games: number of games among them.
    """

    done: int
    parts: int
    games: int


class Restored(Struct, frozen=True):
    """The progress of a restore.

    Attributes:
        done: games and files done.
        parts: all of them.
        added: games that were added.
        known: games that were already here.
        refused: for each game that could not be read, what is wrong with it.
        files: the other files that were added, by their path in the data folder.
        differing: other files that are not as in the backup, because the table has its own.
    """

    done: int
    parts: int
    added: int = 0
    known: int = 0
    refused: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The result as text for players."""
        sentences = [
            ngettext(
                "{count} game restored; already here: {known}.",
                "{count} games restored; already here: {known}.",
                self.added,
                known=self.known,
            )
        ]
        if self.files:
            sentences.append(gettext("Also restored: {areas}.", areas=_areas(self.files)))
        if self.differing:
            sentences.append(gettext("Left as they are here: {areas}.", areas=_areas(self.differing)))
        return joined((*sentences, *self.refused))


def _areas(names: tuple[str, ...]) -> str:
    return joined(dict.fromkeys(map(area, names)), ", ")


def write_backup(
    journal: Journal, stick: Path, now: datetime, passphrase: str = "", *, automatic: bool = False
) -> Iterator[Progress]:
    """Write the table into one new file on a stick, and read it back; gives the progress after each part.

    The file gets its final name when it is complete, so a stick that is pulled out has no partial backup.

    Args:
        journal: the games; the other files lie beside it.
        stick: folder of the stick.
        now: for its name.
        passphrase: to encrypt it; empty not to.
        automatic: whether nobody asked for it.

    Raises:
        OSError: the stick cannot be written, or was pulled out.
        BrokenFile: what was written cannot be read back, or is too much to be encrypted.
    """
    for leftover in stick.glob(f"{PREFIX}*{PART}"):
        shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink()
    number = max((backup.number for backup in backups(stick)), default=0) + 1
    name = f"{PREFIX}{now:%Y-%m-%d-%H%M%S}-{number}{AUTOMATIC if automatic else ''}.tar.gz"
    path = stick / (name + ENCRYPTED if passphrase else name)
    with atomic_file(path, private=True) as file:
        if passphrase:
            plain = io.BytesIO()
            yield from _pack(journal, plain, now)
            file.write(_encrypt(plain.getvalue(), passphrase))
        else:
            yield from _pack(journal, file, now)
            file.flush()
            _check(Path(file.name))


def _pack(journal: Journal, file: Any, now: datetime) -> Iterator[Progress]:
    """Write the archive."""
    folder = journal.path.parent
    records, names = journal.games(), table_files(folder)
    progress = Progress(0, len(records) + len(names), len(records))
    yield progress
    with tarfile.open(fileobj=file, mode="w:gz") as archive:

        def add(name: str, content: bytes) -> Progress:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.mode = len(content), int(now.timestamp()), 0o600
            archive.addfile(member, io.BytesIO(content))
            return replace(progress, done=progress.done + 1)

        for record in records:
            progress = add(f"{_GAMES}/{file_name(record)}", write_save(journal.archive(record.id)))
            yield progress
        for name in names:
            progress = add(f"{_FILES}/{name}", read_table_file(folder, name))
            yield progress


def _check(path: Path) -> None:
    """Read an archive back from the stick.

    Raises:
        BrokenFile: it cannot be read.
    """
    try:
        with tarfile.open(path, "r:gz") as archive:
            for member in archive:
                content = archive.extractfile(member)
                while content is not None and content.read(1_000_000):
                    pass
    except (tarfile.TarError, EOFError, OSError) as error:
        raise BrokenFile(
            "The backup cannot be read back from the stick: {error}. Try another one.", error=error
        ) from error


def _encrypt(plain: bytes, passphrase: str) -> bytes:
    import pyrage

    if len(plain) > MAX_ENCRYPTED:
        raise BrokenFile(gettext("There is too much to back up with a passphrase. Back it up without one."))
    encrypted: bytes = pyrage.passphrase.encrypt(plain, passphrase)
    return encrypted


def backups(stick: Path) -> list[Backup]:
    """List the backups on a stick, oldest first: by number, for a clock may have been set back."""
    found = []
    for path in stick.glob(f"{PREFIX}*"):
        name = _NAME.fullmatch(path.name)
        if name is not None:
            with suppress(ValueError):  # digits that are no date: none of ours
                made = datetime.strptime(name[1], "%Y-%m-%d-%H%M%S")
                found.append(Backup(path, made, int(name[2] or 0), bool(name[3])))
    return sorted(found, key=lambda backup: (backup.number, backup.path.name))


def newest_backup(stick: Path) -> Backup | None:
    """Return the newest backup on a stick; None if there is none."""
    return next(reversed(backups(stick)), None)


class Unpacked(Closing):
    """A backup, unpacked to be restored; close it when done, or use it in a ``with`` statement.

    Args:
        backup: its file, or a folder with saved games.
        folder: the data folder, which has room for it.
        passphrase: of the backup.

    Attributes:
        games: the folder with its games.
        files: the folder with its other files; None if it has none.

    Raises:
        BrokenFile: the backup is damaged.
        PassphraseWrong: it has another passphrase.
        OSError: it cannot be read, or the disk is full.
    """

    def __init__(self, backup: Path, folder: Path, passphrase: str = "") -> None:
        self.games, self.files = backup, None
        self._unpacked: TemporaryDirectory[str] | None = None
        if backup.is_dir():
            return
        for leftover in folder.glob(f"{_RESTORE}*{PART}"):  # of a restore that was killed
            shutil.rmtree(leftover, ignore_errors=True)
        self._unpacked = TemporaryDirectory(prefix=_RESTORE, suffix=PART, dir=folder)
        try:
            place = Path(self._unpacked.name) / "backup"
            place.mkdir()
            extract(_decrypted(backup, passphrase, place.parent), place, MAX_BACKUP)
        except BaseException:
            self.close()
            raise
        self.games, self.files = place / _GAMES, place / _FILES

    def close(self) -> None:
        """Remove what was unpacked."""
        if self._unpacked is not None:
            self._unpacked.cleanup()


def _decrypted(backup: Path, passphrase: str, folder: Path) -> Path:
    """Return the archive of a backup, decrypted into a folder if it has a passphrase."""
    if backup.suffix != ENCRYPTED:
        return backup
    if not passphrase:
        raise PassphraseWrong(gettext("The backup has a passphrase. Type its passphrase."))
    import pyrage

    try:
        plain = pyrage.passphrase.decrypt(read_bytes(backup, MAX_ENCRYPTED * 2), passphrase)
    except pyrage.DecryptError as error:
        text = gettext("The backup has another passphrase, or is damaged. Type its passphrase.")
        raise PassphraseWrong(text) from error
    path = folder / "plain.tar.gz"
    path.write_bytes(plain)
    return path


def restore_backup(
    journal: Journal, unpacked: Unpacked, find_game: Callable[[str], Game[Any]], *, replacing: bool = False
) -> Iterator[Restored]:
    """Add what a backup has and this table has not; gives the progress after each part.

    Args:
        journal: games are added to it; the other files are put beside it.
        unpacked: the backup.
        find_game: returns a game by its id.
        replacing: whether its files replace those of the table, which stay beside them.

    Raises:
        JournalError: the games cannot be written to disk.
        OSError: the files cannot be written.
    """
    saves, files = sorted(saved_files(unpacked.games)), unpacked.files
    names = table_files(files) if files is not None else []
    progress = Restored(0, len(saves) + len(names))
    yield progress
    for name in names:  # before the games, which need the boards that are among them
        progress = replace(progress, done=progress.done + 1)
        if files is not None:
            content = read_bytes(files / name, MAX_FILE)
            match put_table_file(journal.path.parent, name, content, replace=replacing):
                case "written":
                    progress = replace(progress, files=(*progress.files, name))
                case "differs":
                    progress = replace(progress, differing=(*progress.differing, name))
        yield progress
    for save in saves:
        progress = _restore_game(journal, save, find_game, replace(progress, done=progress.done + 1))
        yield progress


def _restore_game(
    journal: Journal, save: Path, find_game: Callable[[str], Game[Any]], progress: Restored
) -> Restored:
    try:
        archive = read_save(read_bytes(save, MAX_SAVE, BrokenSave), save.name)
        if _is_here(journal, archive):
            return replace(progress, known=progress.known + 1)
        add_resumable(journal, archive, find_game)
        return replace(progress, added=progress.added + 1)
    except (BrokenSave, OSError) as error:
        if isinstance(error, CompanionError) and not isinstance(error, BrokenSave):
            raise
        return replace(progress, refused=(*progress.refused, str(error)))


def _is_here(journal: Journal, archive: GameArchive) -> bool:
    """Whether the journal has this game with at least all its answers."""
    wanted = archive.record
    answers = {(kept.number, kept.at) for kept in archive.entries}
    return any(
        answers <= {(kept.number, kept.at) for kept in journal.archive(record.id).entries}
        for record in journal.games()
        if (record.game, record.started, record.seats) == (wanted.game, wanted.started, wanted.seats)
    )
