"""The journal: every answer of every game on disk, with the dice evidence; games as files to share."""

from companion.journal.checks import checks
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.journal.records import Chronicle, Evidence, GameRecord, KeptEntry, Saved, SeenDie
from companion.journal.save_files import export_game, import_game

__all__ = [
    "Chronicle",
    "Evidence",
    "GameRecord",
    "Journal",
    "KeptEntry",
    "Saved",
    "SeenDie",
    "checks",
    "export_game",
    "import_game",
    "journal_path",
]
