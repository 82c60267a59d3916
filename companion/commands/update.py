"""``companion update``: install a new release, check it, and switch to it; or go back to the previous one."""

import argparse
import os
from pathlib import Path

from companion.app.machine.releases import Releases, own_releases
from companion.app.machine.update_service import as_service_user, serve_request
from companion.app.machine.updates import game_is_played, update, usual_source
from companion.commands.arguments import add_data
from companion.commands.output import say
from companion.data_folder import VARIABLE, data_folder
from companion.errors import UpdateRefused
from companion.locale.messages import gettext

APPLIANCE_DATA = Path("/var/lib/companion")
"""The data folder of the service."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "source",
        nargs="?",
        help=gettext("a git repository or a release archive (.tar.gz); the usual one if left out"),
    )
    parser.add_argument("--older", action="store_true", help=gettext("take an older version, too"))
    parser.add_argument(
        "--requested", action="store_true", help=gettext("do what the screen has asked for (the service)")
    )
    parser.add_argument("--back", action="store_true", help=gettext("go back to the version before"))
    add_data(parser)
    parser.add_argument(
        "--home", type=Path, metavar="DIR", help=gettext("the folder of releases; this program's own")
    )


def run(arguments: argparse.Namespace) -> int:
    """Update or go back; refuse during a game."""
    releases = Releases(arguments.home) if arguments.home else own_releases()
    if releases is None:
        raise UpdateRefused(
            gettext("This companion runs from a clone: update it with git pull, then deploy/play.")
        )
    data = arguments.data or _data()
    if arguments.requested:
        return 0 if serve_request(releases, data) else 1
    if game_is_played(data):
        raise UpdateRefused(
            gettext("A game is being played. Update 15 minutes after its last answer, or later.")
        )
    if arguments.back:
        name: str | None = releases.go_back()
    else:
        source = arguments.source or usual_source(releases)
        name = update(releases, source, data, run=as_service_user, older=arguments.older)
    if name is None:
        say(gettext("{version} is the newest version.", version=releases.current))
    else:
        command = "sudo systemctl restart table-companion"
        say(
            gettext(
                "Version {version} takes effect at the next start: {command}", version=name, command=command
            )
        )
    return 0


def _data() -> Path:
    """Return the service's data folder if it exists."""
    return data_folder() if VARIABLE in os.environ or not APPLIANCE_DATA.is_dir() else APPLIANCE_DATA
