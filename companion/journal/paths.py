"""The path of the journal."""

from pathlib import Path

from companion.data_folder import data_folder

FILE = "games.sqlite"


def journal_path(folder: Path | None = None) -> Path:
    """Return the journal's file.

    Args:
        folder: the folder for games; by default the table's own.
    """
    return (folder or data_folder()).expanduser() / FILE
