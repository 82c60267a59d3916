"""The journal: every answer of every game on disk, with the dice evidence; games as files to share."""

from companion.journal.checks import checks
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.journal.records import ArchivedEntry, Evidence, EvidenceDie, GameArchive, GameRecord, SavedGame
from companion.journal.save_files import export_game, import_game

__all__ = [
    "ArchivedEntry",
    "Evidence",
    "EvidenceDie",
    "GameArchive",
    "GameRecord",
    "Journal",
    "SavedGame",
    "checks",
    "export_game",
    "import_game",
    "journal_path",
]
