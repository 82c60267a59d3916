"""``companion referee GAME``: a game over lines of JSON on standard input and output."""

import argparse
import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

import msgspec

from companion.app.night.session import Session
from companion.commands.output import say
from companion.data_folder import keep_private
from companion.errors import UnknownName
from companion.games import GAMES, find_game
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.locale.messages import gettext, joined
from companion.referee.dice_roller import DiceRoller
from companion.referee.game import Game
from companion.referee.houserules import set_house_rules
from companion.referee.json_lines import MAX_LINE, JsonObject, serve_json_lines
from companion.referee.seats import seats_of
from companion.referee.table import Table
from companion.referee.timeline import State

NEWEST = 0
"""The value of ``--resume`` without a number: the unfinished game played last."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "game",
        nargs="?",
        help=gettext("which game: {games}", games=joined((game.id for game in GAMES), ", ")),
    )
    start = parser.add_mutually_exclusive_group(required=True)
    start.add_argument("--players", type=int, help=gettext("how many play"))
    start.add_argument(
        "--position", metavar="TEXT", help=gettext("go on from a position, as `show` writes it")
    )
    start.add_argument(
        "--resume",
        type=int,
        nargs="?",
        const=NEWEST,
        metavar="NUMBER",
        help=gettext("go on with a game of --data"),
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help=gettext("keep every answer in this folder for games")
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=gettext("set a house rule")
    )
    parser.add_argument("--seed", type=int, help=gettext("seed for dice and shuffles by the companion"))
    parser.add_argument(
        "--json", action="store_true", help=gettext("accepted for compatibility; lines are always JSON")
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until standard input ends; an error in a line is answered with a line."""
    if arguments.option and arguments.players is None:
        wrong = "--option goes with --players. A position says its house rules itself: house {option}"
        raise UnknownName(wrong, option=arguments.option[0])
    # Invalid UTF-8 becomes replacement characters and is answered like any malformed line.
    lines = _bounded_lines(io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"))
    dice_roller = DiceRoller(arguments.seed)
    if arguments.data is None and arguments.resume is None:
        _print(serve_json_lines(_table(arguments), lines, dice_roller))
        return 0
    games = journal_path(arguments.data)
    keep_private(games.parent)
    with Journal.open(games) as journal:
        if journal.notice:
            say(journal.notice, file=sys.stderr)
            journal.acknowledge_notice()
        session = _session(journal, arguments)
        replies = serve_json_lines(session.table, lines, dice_roller, actions=session)
        try:
            _print({"game": session.number, **reply} for reply in replies)
        finally:
            session.save_clocks()
    return 0


def _bounded_lines(stream: TextIO) -> Iterator[str]:
    """Yield lines; of a line that is too long only the beginning, to limit memory."""
    while line := stream.readline(MAX_LINE + 1):
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith("\n"):
            rest = stream.readline(MAX_LINE + 1)
        yield line


def _print(replies: Iterable[JsonObject]) -> None:
    for reply in replies:
        sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
        sys.stdout.buffer.flush()


def _session(journal: Journal, arguments: argparse.Namespace) -> Session:
    """Start a game in the journal, or resume one.

    Raises:
        UnknownName: no game can be resumed, or it is another game than the named one.
    """
    if arguments.resume is None:
        return Session.start(journal, _table(arguments))
    newest = journal.last_unfinished() if arguments.resume == NEWEST else None
    if newest is None and arguments.resume == NEWEST:
        unfinished = gettext("No unfinished game is in {file}; begin one with --players.", file=journal.path)
        raise UnknownName(unfinished)
    session = Session.resume(journal, newest.id if newest is not None else arguments.resume, find_game)
    if arguments.game not in (None, session.game.id):
        other = gettext(
            "Game {number} is {game}, not {wanted}.",
            number=session.number,
            game=session.game.id,
            wanted=arguments.game,
        )
        raise UnknownName(other)
    _count_on(session)
    return session


def _count_on(session: Session) -> None:
    """Give the open question the number that it had before, if no answer was ever undone.

    Undoing counts questions too but is not kept; then the numbers go on above all that were used.
    """
    archive = session.journal.archive(session.number)
    if len(archive.entries) == len(session.table.entries):
        session.table.seq = len(archive.entries)


def _table(arguments: argparse.Namespace) -> Table[Any]:
    if arguments.game is None:
        raise UnknownName("Name a game: {games}.", games=joined((game.id for game in GAMES), ", "))
    game = find_game(arguments.game)
    has_position = arguments.position is not None
    return Table(game, game.read_position(arguments.position) if has_position else _begin(game, arguments))


def _begin(game: Game[Any], arguments: argparse.Namespace) -> State:
    fewest, most = game.seats
    if not fewest <= arguments.players <= most:
        wrong = gettext(
            "{game} is for {fewest} to {most} players, not {players}.",
            game=game.title,
            fewest=fewest,
            most=most,
            players=arguments.players,
        )
        raise UnknownName(wrong)
    house_rules = set_house_rules(game.house_rules, dict(map(_option, arguments.option)))
    begun: State = game.begin(seats_of(arguments.players, first=game.info.colours), house_rules)
    return begun


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UnknownName("--option wants NAME=VALUE, not {text!r}.", text=text)
    return name, value
