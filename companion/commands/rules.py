"""``companion rules GAME``: print or search the rulebook of a game."""

import argparse
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.games import GAMES, find_game
from companion.games.rule_coverage import proofs
from companion.referee.game import Game
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
    """Print the requested rules."""
    game = find_game(arguments.game)
    found = game.rulebook.search(arguments.search)
    if arguments.json:
        tests = proofs(game.id)
        rules = [
            msgspec.to_builtins(rule)
            | {"house_rules": [switch.name for switch in game.switches if switch.rule == rule.id]}
            | {"tests": tests.get(rule.id, ())}
            for rule in found
        ]
        print(msgspec.json.encode(rules).decode())
    else:
        print("\n\n".join(_page(game, rule) for rule in found) or "No rule contains these words.")
    return 0


def _page(game: Game[Any], rule: Rule) -> str:
    lines = (
        f"{rule.id}  {rule.title}  ({rule.step}, {rule.status})",
        _indented(rule.text),
        *_house_rules(game, rule),
        f"  [{rule.source.document}, {rule.source.heading}]",
    )
    return "\n".join(lines)


def _house_rules(game: Game[Any], rule: Rule) -> Iterator[str]:
    """Yield the house rules of a rule with their choices."""
    for switch in game.switches:
        if switch.rule == rule.id:
            choices = (
                f"{choice.value}{' (default)' if choice.value == switch.default else ''}"
                for choice in switch.choices
            )
            yield _indented(f"House rule {switch.name}: {'; '.join(choices)}.")


def _indented(text: str) -> str:
    return textwrap.fill(text, PAGE_WIDTH, initial_indent="  ", subsequent_indent="  ")
