"""``companion referee GAME``: a game over lines of JSON on standard input and output."""

import argparse
import io
import sys
from typing import Any

import msgspec

from companion.errors import UnknownName
from companion.games import GAMES, find_game
from companion.referee.dice_roller import DiceRoller
from companion.referee.game import Game
from companion.referee.houserules import set_house_rules
from companion.referee.json_lines import serve_json_lines
from companion.referee.seats import seats_of
from companion.referee.table import Table
from companion.referee.timeline import State


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", help=f"which game: {', '.join(game.id for game in GAMES)}")
    players = parser.add_mutually_exclusive_group(required=True)
    players.add_argument("--players", type=int, help="how many play")
    players.add_argument("--position", metavar="TEXT", help="go on from a position, as `show` writes it")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="set a house rule"
    )
    parser.add_argument("--seed", type=int, help="seed for dice and shuffles by the companion")
    parser.add_argument("--json", action="store_true", help="accepted for likeness; lines are always JSON")


def run(arguments: argparse.Namespace) -> int:
    """Referee until standard input ends; errors in lines are answered in lines."""
    game = find_game(arguments.game)
    table = Table(game, _read(game, arguments.position) if arguments.position else _begin(game, arguments))
    # Bytes that are no text become marks that are no JSON, so they are answered like any bad line.
    lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    for line in serve_json_lines(table, lines, DiceRoller(arguments.seed)):
        sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _begin(game: Game[Any], arguments: argparse.Namespace) -> State:
    fewest, most = game.seats
    if not fewest <= arguments.players <= most:
        raise UnknownName(f"{game.title} is for {fewest} to {most} players, not {arguments.players}.")
    house_rules = set_house_rules(game.house_rules, dict(map(_option, arguments.option)))
    begun: State = game.begin(seats_of(arguments.players), house_rules)
    return begun


def _read(game: Game[Any], text: str) -> State:
    if game.notation is None:
        raise UnknownName(f"{game.title} does not write positions as text; begin with --players.")
    read: State = game.notation.read(text)
    return read


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UnknownName(f"--option wants NAME=VALUE, not {text!r}.")
    return name, value
