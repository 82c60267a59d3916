"""Where the games are kept."""

import os
from pathlib import Path

from platformdirs import user_data_path

VARIABLE = "COMPANION_DATA"
"""The environment variable that names another folder for games."""

FILE = "games.sqlite"


def journal_path(folder: Path | None = None) -> Path:
    """Return the journal's file.

    Args:
        folder: the folder for games; by default the one named by the environment variable
            COMPANION_DATA, or else the user's data folder (``~/.local/share/companion``).
    """
    named = os.environ.get(VARIABLE)
    return (folder or (Path(named) if named else user_data_path("companion"))).expanduser() / FILE
