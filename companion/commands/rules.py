"""``companion rules GAME``: the rulebook of a game, whole or searched."""

import argparse
import textwrap

import msgspec

from companion.games import GAMES, find_game
from companion.games.rule_coverage import proofs
from companion.referee.rulebook import Rule

PAGE_WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", help=f"which game: {', '.join(game.id for game in GAMES)}")
    parser.add_argument(
        "--search", default="", metavar="WORDS", help="only rules that contain all these words"
    )
    parser.add_argument(
        "--json", action="store_true", help="print a JSON list, with the tests that prove each rule"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the rules that were asked for."""
    game = find_game(arguments.game)
    found = game.rulebook.search(arguments.search)
    if arguments.json:
        tests = proofs(game.id)
        rules = [msgspec.to_builtins(rule) | {"tests": tests.get(rule.id, ())} for rule in found]
        print(msgspec.json.encode(rules).decode())
    else:
        print("\n\n".join(map(_page, found)) or "No rule contains these words.")
    return 0


def _page(rule: Rule) -> str:
    text = textwrap.fill(rule.text, PAGE_WIDTH, initial_indent="  ", subsequent_indent="  ")
    head = f"{rule.id}  {rule.title}  ({rule.step}, {rule.status})"
    return f"{head}\n{text}\n  [{rule.source.document}, {rule.source.heading}]"
