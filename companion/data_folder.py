"""The data folder of a table: its games, rule sets, battlefields, cards, and examples for the eye."""

import os
from pathlib import Path

from platformdirs import user_data_path

VARIABLE = "COMPANION_DATA"
"""The environment variable that names another folder."""


def data_folder() -> Path:
    """Return the folder: the one that COMPANION_DATA names, or else the user's data folder.

    On Linux that is ``~/.local/share/companion``.
    """
    named = os.environ.get(VARIABLE)
    return (Path(named) if named else user_data_path("companion")).expanduser()
