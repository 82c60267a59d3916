"""`companion export`: list saved games, write a game to a file, or import a game from a file."""

import argparse
import sys
from pathlib import Path

from companion.commands.arguments import add_data
from companion.commands.output import say
from companion.games import find_game
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.journal.records import GameRecord
from companion.journal.save_files import export_game, import_game
from companion.journal.save_folder import file_name
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH, gettext, joined, ngettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "game", nargs="?", type=int, help=gettext("number of the game; without it, all games are listed")
    )
    parser.add_argument(
        "file", nargs="?", type=Path, help=gettext("the file to write (default: GAME-DATE-NUMBER.game)")
    )
    parser.add_argument(
        "--import",
        "--take-in",
        dest="import_file",
        metavar="FILE",
        type=Path,
        help=gettext("add the game in this file to the journal"),
    )
    parser.add_argument("--replace", action="store_true", help=gettext("replace the file if it is there"))
    add_data(parser)
    parser.add_argument("--json", action="store_true", help=gettext("answer in JSON"))


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    path = journal_path(arguments.data)
    if arguments.import_file is not None:
        _import_file(path, arguments.import_file, as_json=arguments.json)
    elif arguments.game is None:
        _list(path, as_json=arguments.json)
    else:
        _export(path, arguments)
    return 0


def _list(path: Path, *, as_json: bool) -> None:
    with Journal.open_read_only(path) as journal:
        records = journal.games()
    words = [_line(record) for record in records] or [gettext("No games yet.")]
    _say(records, joined(words, "\n"), as_json=as_json)


def _line(record: GameRecord) -> str:
    names = {seat.id: seat.name for seat in record.seats}
    winners = joined((names[winner] for winner in record.winners), ", ")
    standing = ngettext("{count} answer", "{count} answers", record.entry_count)
    if record.finished:
        standing = gettext("won by {players}", players=winners)
    return gettext(
        "{number:4}  {day}  {game}: {players}; {standing}",
        number=record.id,
        day=record.played[:10],
        game=record.heading,
        players=joined(names.values(), ", "),
        standing=standing,
    )


def _export(path: Path, arguments: argparse.Namespace) -> None:
    with Journal.open_read_only(path) as journal:
        file = arguments.file or Path(file_name(journal.load(arguments.game).record))
        if file.exists() and not arguments.replace:
            raise FileExistsError(
                gettext("{file} is already there: name another file, or add --replace.", file=file)
            )
        export_game(journal, arguments.game, file, find_game)
    result = {"game": arguments.game, "file": str(file), "bytes": file.stat().st_size}
    words = gettext(
        "Game {number} is now also in {file} ({size} bytes).",
        number=arguments.game,
        file=file,
        size=result["bytes"],
    )
    _say(result, words, as_json=arguments.json)


def _import_file(path: Path, file: Path, *, as_json: bool) -> None:
    with Journal.open(path) as journal:
        number = import_game(journal, file, find_game)
        if journal.notice:
            say(journal.notice, file=sys.stderr)
    result = {"file": str(file), "game": number}
    _say(result, gettext("{file} is now game {number}.", file=file, number=number), as_json=as_json)


def _say(value: object, words: str, *, as_json: bool) -> None:
    if as_json:
        print(encode_in(value, ENGLISH).decode())
    else:
        say(words)
