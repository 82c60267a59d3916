"""``companion backup``: the whole table to one file on a memory stick, even during a game."""

import argparse
import os
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path

from companion.app.machine.backup import newest_backup, write_backup
from companion.commands.arguments import add_data
from companion.commands.output import say
from companion.errors import StickUnavailable
from companion.external_files import files
from companion.hardware.memory_sticks import mounted_stick
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.locale.messages import gettext, ngettext

PASSPHRASE = "COMPANION_PASSPHRASE"
"""The environment variable with the passphrase, so that it does not appear in process lists."""
NO_STICK = gettext("No memory stick is there. Put one in, or name a folder.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "folder", nargs="?", type=Path, help=gettext("where to; the memory stick if left out")
    )
    add_data(parser)
    add_passphrase(parser)


def add_passphrase(parser: argparse.ArgumentParser) -> None:
    """Declare where the passphrase comes from."""
    parser.add_argument(
        "--passphrase-file",
        type=Path,
        metavar="FILE",
        help=gettext("the passphrase of the backup; or set {variable} to it", variable=PASSPHRASE),
    )


def passphrase_of(arguments: argparse.Namespace) -> str:
    """Return the passphrase; empty without one.

    Raises:
        OSError, BrokenFile: its file cannot be read.
    """
    if arguments.passphrase_file is not None:
        return files.read_text(arguments.passphrase_file).strip()
    return os.environ.get(PASSPHRASE, "")


def run(arguments: argparse.Namespace) -> int:
    """Write the backup and print where it is."""
    try:
        with (
            folder_of(arguments) as folder,
            Journal.open_read_only(journal_path(arguments.data)) as journal,
        ):
            steps = list(write_backup(journal, folder, datetime.now(), passphrase_of(arguments)))
            written = newest_backup(folder)
        if written is not None:
            said = ngettext(
                "{count} game and all settings are in {file}.",
                "{count} games and all settings are in {file}.",
                steps[-1].games,
                file=written.path,
            )
            say(said)
    except OSError as error:
        raise StickUnavailable("The backup was not written: {error}.", error=error) from error
    return 0


def folder_of(arguments: argparse.Namespace) -> AbstractContextManager[Path]:
    """Return the named folder, or that of the first memory stick, which is unmounted afterwards."""
    return nullcontext(arguments.folder) if arguments.folder else mounted_stick(NO_STICK)
