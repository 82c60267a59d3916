"""Backups that are made by themselves, on the one stick that was chosen for them; old ones are removed.

The stick carries a file with a mark, so that no other stick is written without being asked. Of the backups
stay the newest, and one of each of the last days, weeks and months (grandfather-father-son).
"""

import logging
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from secrets import token_hex

from companion.app.machine.backup import Backup, backups, write_backup
from companion.app.machine.settings import BackupSettings
from companion.errors import BrokenFile, StickUnavailable
from companion.external_files.files import atomic_write, read_text
from companion.hardware import memory_sticks
from companion.journal.journal import Journal
from companion.locale.catalogue import shown
from companion.locale.messages import gettext

_log = logging.getLogger(__name__)

MARK = "companion-automatic-backup.txt"
"""The file on the stick."""
MAX_MARK = 1000
NEWEST, DAYS, WEEKS, MONTHS = 3, 7, 5, 12
"""How many of the newest backups stay, and of the newest of a day, a week and a month."""


def mark_stick(stick: Path) -> str:
    """Choose a stick for automatic backups, and return its mark; a stick that has one keeps it.

    Raises:
        OSError, BrokenFile: the stick cannot be written.
    """
    mark = mark_of(stick)
    if not mark:
        mark = token_hex(8)
        told = shown(gettext("The companion backs its table up on this stick by itself."))
        atomic_write(stick / MARK, f"{mark}\n{told}\n")
    return mark


def mark_of(stick: Path) -> str:
    """Return the mark of a stick; empty if it has none."""
    try:
        return read_text(stick / MARK, MAX_MARK).partition("\n")[0].strip()
    except (OSError, BrokenFile):
        return ""


def outdated(found: Iterable[Backup]) -> list[Backup]:
    """Return the automatic backups that may go, judged by their dates alone."""
    newest_first = sorted((backup for backup in found if backup.automatic), key=_age, reverse=True)
    kept = set(newest_first[:NEWEST])
    for periods, of_backup in ((DAYS, _day), (WEEKS, _week), (MONTHS, _month)):
        latest: dict[str, Backup] = {}
        for backup in newest_first:
            latest.setdefault(of_backup(backup), backup)
        kept.update(list(latest.values())[:periods])
    return [backup for backup in newest_first if backup not in kept]


def _age(backup: Backup) -> int:
    return backup.number


def _day(backup: Backup) -> str:
    return f"{backup.made:%Y-%m-%d}"


def _week(backup: Backup) -> str:
    return f"{backup.made:%G-%V}"


def _month(backup: Backup) -> str:
    return f"{backup.made:%Y-%m}"


def back_up_automatically(journal: Path, settings: BackupSettings, now: datetime) -> Path | None:
    """Back the table up, if the chosen stick is there; slow, so call it on a thread of its own.

    Args:
        journal: the journal's file.
        settings: which stick, and the passphrase.
        now: for the backup's name.

    Returns:
        The new backup; None if the stick is not there.

    Raises:
        CompanionError, OSError: it is there, but the backup cannot be written.
    """
    for stick in memory_sticks.find_sticks():
        was_mounted = stick.folder is not None
        try:
            folder = memory_sticks.mount(stick)
        except StickUnavailable as error:
            _log.info("a stick is passed over: %s", error)
            continue
        try:
            if settings.stick and mark_of(folder) == settings.stick:
                return _write(journal, folder, settings.passphrase, now)
        finally:
            if not was_mounted:
                memory_sticks.unmount(stick)
    return None


def _write(journal: Path, folder: Path, passphrase: str, now: datetime) -> Path:
    with Journal.open_read_only(journal) as games:
        for _ in write_backup(games, folder, now, passphrase, automatic=True):
            pass
    found = backups(folder)
    for backup in outdated(found):
        backup.path.unlink()
    return found[-1].path
