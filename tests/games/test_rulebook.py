"""Rule ids are tied to the code both ways, and house rules to their switches."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from companion.games import every_game
from companion.games.rule_coverage import proofs
from companion.referee.game import Game

CITED = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+(?:-[A-Z0-9]+)*\b")


def cited(game: Game[object]) -> set[str]:
    """All rule ids that stand in the code of a game."""
    folder = Path(__file__).parents[2] / "companion" / "games" / game.id
    return {rule for file in folder.rglob("*.py") for rule in CITED.findall(file.read_text())}


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_rule_is_in_the_code_and_every_cited_rule_in_the_book(game: Game[object]) -> None:  # type: ignore[type-var]
    assert {rule.id for rule in game.rulebook.rules} == cited(game)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_rule_is_proved_by_a_test(game: Game[object]) -> None:  # type: ignore[type-var]
    assert {rule.id for rule in game.rulebook.rules} == set(proofs(game.id))


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_switches_are_the_house_rules(game: Game[object]) -> None:  # type: ignore[type-var]
    fields = get_type_hints(game.house_rules)
    assert [switch.name for switch in game.switches] == list(game.house_rules.__struct_fields__)
    for switch in game.switches:
        assert tuple(choice.value for choice in switch.choices) == get_args(fields[switch.name])
        assert getattr(game.house_rules(), switch.name) in get_args(fields[switch.name])
        assert game.rulebook.find(switch.rule)
