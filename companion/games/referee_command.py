"""``companion referee GAME``: a game over lines of JSON on standard input and output."""

import argparse
import io
import sys

import msgspec

from companion.errors import UnknownName
from companion.games import GAMES, find_game
from companion.referee.chance import Chance
from companion.referee.houserules import set_house_rules
from companion.referee.interview import interview
from companion.referee.seats import seats_of
from companion.referee.table import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", help=f"which game: {', '.join(game.id for game in GAMES)}")
    parser.add_argument("--players", type=int, required=True, help="how many play")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="set a house rule"
    )
    parser.add_argument("--seed", type=int, help="seed for dice and shuffles by the companion")
    parser.add_argument("--json", action="store_true", help="accepted for likeness; lines are always JSON")


def run(arguments: argparse.Namespace) -> int:
    """Referee until standard input ends; errors in lines are answered in lines."""
    game = find_game(arguments.game)
    fewest, most = game.seats
    if not fewest <= arguments.players <= most:
        raise UnknownName(f"{game.title} is for {fewest} to {most} players, not {arguments.players}.")
    house_rules = set_house_rules(game.house_rules, dict(map(_option, arguments.option)))
    table = Table(game, game.begin(seats_of(arguments.players), house_rules))
    # Bytes that are no text become marks that are no JSON, so they are answered like any bad line.
    lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    for line in interview(table, lines, Chance(arguments.seed)):
        sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UnknownName(f"--option wants NAME=VALUE, not {text!r}.")
    return name, value
