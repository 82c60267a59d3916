"""The data folder of a table: its games, rule sets, battlefields, cards, and examples for the dice reader."""

import os
import stat
from pathlib import Path

from platformdirs import user_data_path

from companion.errors import DataFolderUnusable

VARIABLE = "COMPANION_DATA"
"""The environment variable that names another folder."""


_SHARED = stat.S_ISVTX
"""The sticky bit: many users share such a folder, for instance /tmp."""


def keep_private(folder: Path) -> None:
    """Keep other users out: the folder gets mode 700, files written from now on mode 600.

    Args:
        folder: the folder; made if there is none. One that many users share keeps its mode.

    Raises:
        DataFolderUnusable: it cannot be made, or its mode cannot be set.
    """
    os.umask(0o077)
    try:
        _keep_private(folder)
    except OSError as error:
        raise DataFolderUnusable(
            "Games cannot be saved in {folder} ({strerror}). Check the card and the rights of "
            "the folder, or choose another one with --data.",
            folder=folder,
            strerror=error.strerror,
        ) from error


def _keep_private(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    found = folder.stat()
    if found.st_uid != os.getuid() or found.st_mode & _SHARED:
        return
    folder.chmod(0o700)
    for file in folder.iterdir():
        if file.is_file() and not file.is_symlink() and file.stat().st_uid == os.getuid():
            file.chmod(0o600)


def data_folder() -> Path:
    """Return the folder: the one that COMPANION_DATA names, or else the user's data folder.

    On Linux that is ``~/.local/share/companion``.
    """
    named = os.environ.get(VARIABLE)
    return (Path(named) if named else user_data_path("companion")).expanduser()
