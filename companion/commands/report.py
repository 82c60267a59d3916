"""`companion report`: write the report of a saved game as one HTML file, its film or poster, or its board."""

import argparse
from pathlib import Path

from companion.app.chronicle.board_setup import setup_page
from companion.app.chronicle.film import KINDS, Film, write_film
from companion.app.chronicle.recorded_game import RecordedGame
from companion.commands.arguments import add_data
from companion.commands.output import say
from companion.external_files.files import atomic_file
from companion.locale.catalogue import shown_language
from companion.locale.messages import gettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("game", type=int, help=gettext("number of the game (companion export lists them)"))
    parser.add_argument(
        "--out", metavar="FILE.html", type=Path, help=gettext("write the report into this file")
    )
    endings = ", ".join(KINDS)
    parser.add_argument(
        "--film",
        metavar="FILE",
        type=Path,
        help=gettext("write a film or a poster: {endings}", endings=endings),
    )
    parser.add_argument(
        "--setup",
        metavar="FILE.html",
        type=Path,
        help=gettext("write what lies where, to set the board up again"),
    )
    parser.add_argument("--replace", action="store_true", help=gettext("replace a file if it is there"))
    add_data(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    files = [path for path in (arguments.out, arguments.film, arguments.setup) if path is not None]
    if not files:
        say(gettext("Say what to write: --out FILE.html for the report, --film FILE.gif, --setup FILE.html."))
        return 2
    for path in files:
        if path.exists() and not arguments.replace:
            raise FileExistsError(
                gettext("{file} is already there: name another file, or add --replace.", file=path)
            )
    spoken = shown_language()
    kept = RecordedGame.read(arguments.game, arguments.data)
    if arguments.out is not None:
        _write(arguments.out, kept.report(spoken))
        say(gettext("The report of game {number} is in {file}.", number=arguments.game, file=arguments.out))
    if arguments.setup is not None:
        table, title = kept.table, kept.saved.record.heading
        page = setup_page(title, table.game_view, tuple(table.state.seats), spoken)
        _write(arguments.setup, page)
        say(
            gettext(
                "What lies where in game {number} is in {file}.", number=arguments.game, file=arguments.setup
            )
        )
    if arguments.film is not None:
        write_film(Film(kept.facts, kept.saved.record.played[:10], spoken), arguments.film, _show)
        film = gettext("The film of game {number} is in {file}.", number=arguments.game, file=arguments.film)
        say("", film, sep="\n")
    return 0


def _write(path: Path, page: str) -> None:
    """Write a page whole or not at all, into a folder that is there."""
    with atomic_file(path) as file:
        file.write(page.encode())


def _show(done: float) -> None:
    say("\r", gettext("Drawing: {done:.0%}", done=done), sep="", end="", flush=True)
