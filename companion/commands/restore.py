"""``companion restore``: restore the table from a backup; games that are here are not changed."""

import argparse
from pathlib import Path

from companion.app.machine.backup import Unpacked, newest_backup, restore_backup
from companion.commands.arguments import add_data
from companion.commands.backup import add_passphrase, folder_of, passphrase_of
from companion.commands.output import say
from companion.errors import StickUnavailable
from companion.games import find_game
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.locale.messages import gettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        help=gettext("a backup, or a folder with some; the memory stick if left out"),
    )
    add_data(parser)
    parser.add_argument(
        "--replace", action="store_true", help=gettext("also replace settings and other files that are here")
    )
    add_passphrase(parser)


def run(arguments: argparse.Namespace) -> int:
    """Restore the games and print how many; return 1 if some could not be restored."""
    with folder_of(arguments) as place:
        if not place.exists():
            raise StickUnavailable("There is no {folder}.", folder=place)
        newest = newest_backup(place) if place.is_dir() else None
        backup = newest.path if newest is not None else place
        with (
            Journal.open(journal_path(arguments.data)) as journal,
            Unpacked(backup, journal.path.parent, passphrase_of(arguments)) as unpacked,
        ):
            last = list(restore_backup(journal, unpacked, find_game, replacing=arguments.replace))[-1]
        say(last.text)
    return int(bool(last.refused))
