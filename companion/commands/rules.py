"""``companion rules GAME``: print or search the rulebook of a game."""

import argparse
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.commands.output import say
from companion.games import GAMES, find_game
from companion.games.rule_coverage import proofs
from companion.locale.catalogue import builtins_in, shown, shown_language
from companion.locale.messages import ENGLISH, gettext, joined
from companion.referee.game import Game
from companion.referee.rulebook import Rule

PAGE_WIDTH = 100


STATUS = {
    "enforced": gettext("enforced"),
    "computed": gettext("computed"),
    "table decides": gettext("table decides"),
}
"""How a rule is applied, in words."""
NO_RULE = gettext("No rule contains these words.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "game", help=gettext("which game: {games}", games=joined((game.id for game in GAMES), ", "))
    )
    parser.add_argument(
        "--search", default="", metavar="WORDS", help=gettext("only rules that contain all these words")
    )
    parser.add_argument(
        "--json", action="store_true", help=gettext("print a JSON list, with the tests that prove each rule")
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the requested rules."""
    game = find_game(arguments.game)
    found = game.rulebook.search(arguments.search, shown_language())
    if arguments.json:
        tests = proofs(game.id)
        rules = [
            builtins_in(rule, ENGLISH)
            | {"house_rules": [switch.name for switch in game.switches if switch.rule == rule.id]}
            | {"tests": tests.get(rule.id, ())}
            for rule in found
        ]
        print(msgspec.json.encode(rules).decode())
    else:
        say(*(_page(game, rule) for rule in found), sep="\n\n") if found else say(NO_RULE)
    return 0


def _page(game: Game[Any], rule: Rule) -> str:
    lines = (
        f"{rule.id}  {shown(rule.title)}  ({rule.step}, {shown(STATUS[rule.status])})",
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
                gettext("{choice} (default)", choice=choice.value)
                if choice.value == switch.default
                else choice.value
                for choice in switch.choices
            )
            text = gettext("House rule {rule}: {choices}.", rule=switch.name, choices=joined(choices, "; "))
            yield _indented(text)


def _indented(text: str) -> str:
    return textwrap.fill(shown(text), PAGE_WIDTH, initial_indent="  ", subsequent_indent="  ")
