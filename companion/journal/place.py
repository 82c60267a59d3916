"""Where the games are kept."""

from pathlib import Path

from companion.own_folder import own_folder

FILE = "games.sqlite"


def journal_path(folder: Path | None = None) -> Path:
    """Return the journal's file.

    Args:
        folder: the folder for games; by default the table's own.
    """
    return (folder or own_folder()).expanduser() / FILE
